//! What is drawn over the ground: outlines, ways, lanes, lines. Each has a shape or dashes of its own,
//! not only a hue, and a casing, so that it reads on any ground. Areas have screens (`screens`).

use super::camera::Camera;
use super::lattice::Lattice;
use crate::board::{Dir, Hex};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Shape, Stroke, vec2};
use std::collections::BTreeSet;

/// The outline of a set of hexes, cased; dashed if told how.
pub fn outline(
    painter: &Painter,
    camera: &Camera,
    lattice: Lattice,
    hexes: &BTreeSet<(i32, i32)>,
    core: Color32,
    width: f32,
    dash: Option<(f32, f32)>,
) {
    let sides: Vec<[Pos2; 2]> = hexes
        .iter()
        .flat_map(|&(x, y)| {
            let hex = Hex::new(x, y);
            Dir::ALL.into_iter().filter_map(move |dir| {
                let next = dir.from(hex);
                if hexes.contains(&(next.x, next.y)) {
                    return None;
                }
                let (a, b) = lattice.side(hex, dir);
                Some([camera.screen(a), camera.screen(b)])
            })
        })
        .collect();
    for (width, colour) in [(width + 2.6, p::CASING), (width, core)] {
        let stroke = Stroke::new(width, colour);
        for side in &sides {
            match dash {
                None => {
                    painter.line_segment(*side, stroke);
                }
                Some((dash, gap)) => painter.extend(Shape::dashed_line(side, stroke, dash, gap)),
            }
        }
    }
}

/// A hex's corners on the screen.
pub fn hexagon(camera: &Camera, lattice: Lattice, hex: Hex, grow: f32) -> Vec<Pos2> {
    lattice
        .corners(hex, grow)
        .iter()
        .map(|corner| camera.screen(*corner))
        .collect()
}

/// The hex of whoever is selected.
pub fn selected(painter: &Painter, camera: &Camera, lattice: Lattice, hex: Hex) {
    let ring = hexagon(camera, lattice, hex, 0.965);
    paint::filled(painter, ring.clone(), p::faded(p::GILT, 46));
    paint::cased_ring(painter, ring, p::GILT, p::CASING, 3.2);
}

/// The hex of whoever's time has come.
pub fn due(painter: &Painter, camera: &Camera, lattice: Lattice, hex: Hex) {
    let mut ring = hexagon(camera, lattice, hex, 0.955);
    ring.push(ring[0]);
    painter.add(Shape::line(
        ring.clone(),
        Stroke::new(4.2, p::faded(p::CASING, 200)),
    ));
    painter.extend(Shape::dashed_line(
        &ring,
        Stroke::new(2.0, p::CREAM),
        7.0,
        6.0,
    ));
}

/// The hex of a target.
pub fn target(painter: &Painter, camera: &Camera, lattice: Lattice, hex: Hex) {
    let mut ring = hexagon(camera, lattice, hex, 0.96);
    ring.push(ring[0]);
    paint::dashed(painter, &ring, p::DANGER, p::CASING, 3.0, (14.0, 5.0));
}

/// The hex under the pointer or the cursor.
pub fn pointed(painter: &Painter, camera: &Camera, lattice: Lattice, hex: Hex) {
    paint::cased_ring(
        painter,
        hexagon(camera, lattice, hex, 0.93),
        p::TEXT,
        p::CASING,
        1.6,
    );
}

/// A way: a ribbon with a numbered disc for each hex.
pub fn way(painter: &Painter, camera: &Camera, lattice: Lattice, hexes: &[Hex], numbered: bool) {
    let points: Vec<Pos2> = hexes
        .iter()
        .map(|hex| camera.screen(lattice.centre(*hex)))
        .collect();
    if points.len() < 2 {
        return;
    }
    let width = (7.0 * camera.zoom).clamp(3.0, 9.0);
    paint::cased(painter, points.clone(), p::GILT, p::CASING, width);
    if !numbered || camera.zoom < 0.35 {
        return;
    }
    let size = (11.0 * camera.zoom).clamp(7.0, 14.0);
    for (index, at) in points.iter().enumerate().skip(1) {
        painter.circle_filled(*at, size + 1.5, p::CASING);
        painter.circle_filled(*at, size, p::GILT);
        painter.text(
            *at,
            Align2::CENTER_CENTER,
            index.to_string(),
            fonts::bold(size * 1.25),
            p::ON_GILT,
        );
    }
}

/// A way that a click would choose: dashes in gilt.
pub fn glimpsed(painter: &Painter, camera: &Camera, lattice: Lattice, hexes: &[Hex]) {
    let points: Vec<Pos2> = hexes
        .iter()
        .map(|hex| camera.screen(lattice.centre(*hex)))
        .collect();
    if points.len() > 1 {
        paint::dashed(painter, &points, p::GILT, p::CASING, 3.4, (10.0, 7.0));
    }
}

/// A way of somebody else of one's side: thin dashes.
pub fn other_way(painter: &Painter, camera: &Camera, lattice: Lattice, hexes: &[Hex]) {
    let points: Vec<Pos2> = hexes
        .iter()
        .map(|hex| camera.screen(lattice.centre(*hex)))
        .collect();
    if points.len() > 1 {
        paint::dashed(painter, &points, p::CREAM, p::CASING, 2.0, (7.0, 6.0));
    }
}

/// A lane of chevrons: charges filled, pushes open.
pub fn chevrons(painter: &Painter, camera: &Camera, lattice: Lattice, hexes: &[Hex], filled: bool) {
    for pair in hexes.windows(2) {
        let (a, b) = (
            camera.screen(lattice.centre(pair[0])),
            camera.screen(lattice.centre(pair[1])),
        );
        let along = (b - a).normalized();
        let across = vec2(-along.y, along.x);
        let size = 9.0 * camera.zoom.max(0.4);
        for share in [0.35, 0.6, 0.85] {
            let tip = a + (b - a) * share;
            let wing = |side: f32| tip - along * size + across * size * side;
            let colour = if filled {
                Color32::from_rgb(0xFF, 0xF4, 0xDC)
            } else {
                p::PUSH
            };
            paint::cased(
                painter,
                vec![wing(1.0), tip, wing(-1.0)],
                colour,
                p::CASING,
                3.0,
            );
        }
    }
}

/// An arrow of a blow that lands.
pub fn blow(painter: &Painter, camera: &Camera, from: Pos2, to: Pos2) {
    let (a, b) = (camera.screen(from), camera.screen(to));
    let along = (b - a).normalized();
    let (start, end) = (a + (b - a) * 0.32, b - along * 20.0 * camera.zoom);
    paint::cased(
        painter,
        vec![start, end - along * 8.0],
        p::DANGER,
        p::CASING,
        8.0 * camera.zoom.max(0.5),
    );
    paint::head(
        painter,
        end,
        along,
        18.0 * camera.zoom.max(0.5),
        p::DANGER,
        p::CASING,
    );
}

/// A line of sight between two points; broken ones end in a cross.
pub fn sight(painter: &Painter, camera: &Camera, from: Pos2, to: Pos2, free: bool) {
    let (a, b) = (camera.screen(from), camera.screen(to));
    paint::dashed(
        painter,
        &[a, b],
        p::SIGHT,
        Color32::from_rgb(0x0A, 0x0D, 0x14),
        3.0,
        (16.0, 7.0),
    );
    if !free {
        for flip in [-1.0, 1.0] {
            let arm = vec2(7.0, 7.0 * flip);
            paint::cased(painter, vec![b - arm, b + arm], p::DANGER, p::CASING, 2.6);
        }
    }
}

/// The grid, in the mode chosen.
pub fn grid(
    painter: &Painter,
    camera: &Camera,
    lattice: Lattice,
    hexes: &[Hex],
    mode: u8,
    names: &dyn Fn(Hex) -> String,
) {
    if mode == 0 || camera.zoom < 0.2 {
        return;
    }
    let seen = painter.clip_rect().expand(60.0);
    let line = Stroke::new(
        0.9 * camera.zoom.clamp(0.7, 1.4),
        p::faded(Color32::from_rgb(0x2A, 0x20, 0x18), 62),
    );
    let dot = p::faded(Color32::from_rgb(0x2A, 0x20, 0x18), 128);
    for hex in hexes {
        let centre = camera.screen(lattice.centre(*hex));
        if !seen.contains(centre) {
            continue;
        }
        let ring = hexagon(camera, lattice, *hex, 1.0);
        if mode >= 2 {
            // Three sides of each; the others are the neighbours'.
            painter.add(Shape::line(vec![ring[3], ring[4], ring[5], ring[0]], line));
        }
        painter.circle_filled(ring[0], 1.5 * camera.zoom, dot);
        painter.circle_filled(ring[3], 1.5 * camera.zoom, dot);
        if mode == 3 && camera.zoom > 0.5 {
            let at = centre - vec2(0.0, 31.0 * camera.zoom);
            painter.text(
                at,
                Align2::CENTER_CENTER,
                names(*hex),
                fonts::plain(11.0),
                p::faded(Color32::from_rgb(0x2A, 0x20, 0x18), 210),
            );
        }
    }
}
