//! What is drawn over the ground: areas, threats, ways, lanes, lines. Each has a pattern, not only
//! a hue, and a casing, so that it reads on any ground.

use super::camera::Camera;
use super::lattice::Lattice;
use crate::board::{Dir, Hex};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::epaint::{Mesh, Vertex};
use bevy_egui::egui::{
    Align2, Color32, ColorImage, Context, Painter, Pos2, Shape, Stroke, TextureHandle,
    TextureOptions, pos2, vec2,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A screen of lines or dots that repeats over the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Reach.
    Dots,
    /// One who threatens.
    Hatch,
    /// Two who threaten.
    Cross,
    /// What is not seen.
    Stipple,
}

/// The repeating pictures.
pub struct Screens {
    pictures: Vec<TextureHandle>,
}

/// Points after which a screen repeats.
const PITCH: [f32; 4] = [10.0, 12.0, 12.0, 7.0];

impl Screens {
    /// Makes them for a context.
    pub fn new(ctx: &Context) -> Screens {
        let pictures =
            [Screen::Dots, Screen::Hatch, Screen::Cross, Screen::Stipple].map(|screen| {
                let size = 48usize;
                let pitch = PITCH[screen as usize];
                let mut pixels = Vec::with_capacity(size * size);
                for y in 0..size {
                    for x in 0..size {
                        let (u, v) = (
                            (x as f32 + 0.5) / size as f32 * pitch,
                            (y as f32 + 0.5) / size as f32 * pitch,
                        );
                        pixels.push(of_screen(screen, u, v, pitch));
                    }
                }
                let options = TextureOptions {
                    wrap_mode: bevy_egui::egui::TextureWrapMode::Repeat,
                    ..TextureOptions::LINEAR
                };
                ctx.load_texture(
                    format!("screen {screen:?}"),
                    ColorImage::new([size, size], pixels),
                    options,
                )
            });
        Screens {
            pictures: pictures.into(),
        }
    }

    /// Lays a screen over hexes.
    pub fn lay(
        &self,
        painter: &Painter,
        camera: &Camera,
        lattice: Lattice,
        hexes: impl IntoIterator<Item = Hex>,
        screen: Screen,
    ) {
        let mut mesh = Mesh::with_texture(self.pictures[screen as usize].id());
        let pitch = PITCH[screen as usize];
        for hex in hexes {
            let first = mesh.vertices.len() as u32;
            for corner in lattice.corners(hex, 1.0) {
                mesh.vertices.push(Vertex {
                    pos: camera.screen(corner),
                    uv: pos2(corner.x / pitch, corner.y / pitch),
                    color: Color32::WHITE,
                });
            }
            for index in 1..5 {
                mesh.indices
                    .extend([first, first + index, first + index + 1]);
            }
        }
        if !mesh.is_empty() {
            painter.add(Shape::Mesh(Arc::new(mesh)));
        }
    }
}

fn of_screen(screen: Screen, u: f32, v: f32, pitch: f32) -> Color32 {
    // Distance to the nearest line of slope 45°, which repeats with the pitch in both directions.
    let slope = |value: f32| {
        let at = value.rem_euclid(pitch);
        at.min(pitch - at) / std::f32::consts::SQRT_2
    };
    let line = |distance: f32, half: f32| ((half - distance) * 2.0 + 0.5).clamp(0.0, 1.0);
    let (colour, share, ground) = match screen {
        Screen::Dots => {
            let dot = |cx: f32, cy: f32| ((u - cx).powi(2) + (v - cy).powi(2)).sqrt();
            let near = dot(2.5, 2.5).min(dot(7.5, 7.5));
            (p::REACH_DOTS, 0.62 * line(near, 1.25), 0.06)
        }
        Screen::Hatch => (p::THREAT, 0.80 * line(slope(u + v), 1.3), 0.16),
        Screen::Cross => (
            p::THREAT,
            0.80 * line(slope(u + v), 1.2).max(line(slope(u - v), 1.2)),
            0.2,
        ),
        Screen::Stipple => (
            Color32::from_rgb(0x9F, 0xB0, 0xC8),
            0.25 * line(slope(u + v), 0.5),
            0.0,
        ),
    };
    let alpha = share + ground * (1.0 - share);
    p::faded(colour, (alpha * 255.0) as u8)
}

/// The outline of a set of hexes, cased.
pub fn outline(
    painter: &Painter,
    camera: &Camera,
    lattice: Lattice,
    hexes: &BTreeSet<(i32, i32)>,
    core: Color32,
    width: f32,
) {
    let sides = |stroke: Stroke| {
        for &(x, y) in hexes {
            let hex = Hex::new(x, y);
            for dir in Dir::ALL {
                let next = dir.from(hex);
                if !hexes.contains(&(next.x, next.y)) {
                    let (a, b) = lattice.side(hex, dir);
                    painter.line_segment([camera.screen(a), camera.screen(b)], stroke);
                }
            }
        }
    };
    sides(Stroke::new(width + 2.6, p::CASING));
    sides(Stroke::new(width, core));
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
