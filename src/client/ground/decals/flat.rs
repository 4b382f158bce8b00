//! Things that lie flat, under walls: tufts, pebbles, reeds, planks, bushes, stones.

use super::{INK, SHADE, hexes, scatter};
use crate::board::{Ground, Hex};
use crate::client::field::lattice::RADIUS;
use crate::client::ground::noise::Chances;
use crate::client::ground::plan::Plan;
use crate::client::ground::raster::{Canvas, Rgb, ellipse, moved, rgb};
use bevy_egui::egui::Pos2;

pub(super) fn tuft(canvas: &mut Canvas, (x, y): (f32, f32), height: f32, colour: Rgb, alpha: f32) {
    for k in -1i32..=1 {
        let k = k as f32;
        canvas.line(
            (x + k * 2.0, y),
            (x + k * 3.1, y - height + k.abs() * 1.2),
            0.9,
            colour,
            alpha,
        );
    }
}

/// Things that lie flat, under walls.
pub fn ground(plan: &Plan, sheet: &mut (Canvas, Vec<f32>)) {
    let canvas = &mut sheet.0;
    for (hex, centre, plot, _) in hexes(plan, canvas) {
        let mut chances = Chances::new((hex.x, hex.y), 1);
        let green = rgb(0x3A_3E1E);
        match plot.ground {
            Ground::Grass => {
                for at in scatter(&mut chances, centre, 5, 0.85) {
                    tuft(canvas, at, 4.2, green, 0.47);
                }
            }
            Ground::TallGrass => {
                for at in scatter(&mut chances, centre, 16, 0.88) {
                    tuft(canvas, at, 8.0, rgb(0x55_4E22), 0.7);
                }
            }
            Ground::Undergrowth => {
                for at in scatter(&mut chances, centre, 8, 0.85) {
                    tuft(canvas, at, 4.6, green, 0.5);
                }
                for (x, y) in scatter(&mut chances, centre, 6, 0.72) {
                    let q = chances.between(5.0, 8.0);
                    bush(canvas, (x, y), q);
                }
            }
            Ground::Forest => {
                for at in scatter(&mut chances, centre, 5, 0.85) {
                    tuft(canvas, at, 4.0, green, 0.5);
                }
            }
            Ground::Marsh => reeds(canvas, &mut chances, centre),
            Ground::Mud => {
                for (x, y) in scatter(&mut chances, centre, 5, 0.7) {
                    let q = chances.between(4.0, 9.0);
                    canvas.fill(&ellipse((x, y), q, q * 0.5), rgb(0x74_5E40), 0.6);
                    canvas.arc((x, y), q, 200.0, 330.0, 0.7, INK, 0.5);
                    canvas.line(
                        (x - q * 0.5, y - 0.5),
                        (x + q * 0.4, y - 0.5),
                        0.7,
                        rgb(0xD5_C7A5),
                        0.7,
                    );
                }
            }
            Ground::ShallowWater => {
                for (x, y) in scatter(&mut chances, centre, 10, 0.9) {
                    let q = chances.between(1.2, 2.6);
                    canvas.fill(&ellipse((x, y), q, q * 0.7), rgb(0xD9_D2B4), 0.82);
                    canvas.outline(&ellipse((x, y), q, q * 0.7), 0.6, rgb(0x2A_3432), 0.8);
                }
            }
            Ground::Rough => {
                for (x, y) in scatter(&mut chances, centre, 6, 0.78) {
                    let q = chances.between(2.2, 5.0);
                    stone(canvas, &mut chances, (x, y), q);
                }
                for at in scatter(&mut chances, centre, 4, 0.8) {
                    tuft(canvas, at, 4.4, rgb(0x50_4824), 0.6);
                }
            }
            Ground::Rock => {
                for (x, y) in scatter(&mut chances, centre, 6, 0.62) {
                    let q = chances.between(9.0, 17.0);
                    stone(canvas, &mut chances, (x, y), q);
                }
            }
            Ground::Rubble => {
                for (x, y) in scatter(&mut chances, centre, 13, 0.8) {
                    let q = chances.between(2.5, 5.5);
                    let block = [
                        (x - q, y + q * 0.6),
                        (x - q * 0.6, y - q * 0.7),
                        (x + q * 0.5, y - q * 0.8),
                        (x + q, y + q * 0.5),
                    ];
                    canvas.fill(&moved(&block, 2.0, 2.2), SHADE, 0.3);
                    canvas.shape(&block, rgb(0xCF_C4AE), 0.8, INK);
                }
            }
            Ground::Sand => {
                for (x, y) in scatter(&mut chances, centre, 22, 0.9) {
                    canvas.fill(&ellipse((x, y), 0.7, 0.7), rgb(0x7A_6A42), 0.7);
                }
            }
            Ground::Snow => {
                for (x, y) in scatter(&mut chances, centre, 5, 0.8) {
                    canvas.arc(
                        (x, y),
                        chances.between(5.0, 9.0),
                        200.0,
                        320.0,
                        0.8,
                        rgb(0x8A_98A8),
                        0.6,
                    );
                }
            }
            Ground::Ice => {
                for (x, y) in scatter(&mut chances, centre, 4, 0.7) {
                    let (dx, dy) = (chances.between(-12.0, 12.0), chances.between(-8.0, 8.0));
                    canvas.line((x, y), (x + dx, y + dy), 0.7, rgb(0x5C_7A86), 0.7);
                    canvas.line(
                        (x + dx * 0.5, y + dy * 0.5),
                        (x + dx * 0.5 + dy, y + dy * 0.5 - dx * 0.6),
                        0.6,
                        rgb(0x5C_7A86),
                        0.6,
                    );
                }
            }
            Ground::Bridge | Ground::Plank => planks(plan, canvas, &mut chances, hex, centre),
            Ground::Stairs => {
                for step in -4..=4 {
                    let y = centre.y + step as f32 * 8.0;
                    let half = (RADIUS * 0.82 - (step as f32).abs() * 3.0).max(8.0);
                    canvas.line(
                        (centre.x - half, y + 2.0),
                        (centre.x + half, y + 2.0),
                        2.0,
                        SHADE,
                        0.3,
                    );
                    canvas.line((centre.x - half, y), (centre.x + half, y), 1.0, INK, 0.8);
                }
            }
            Ground::Pit => {
                let ring: Vec<(f32, f32)> = plan
                    .lattice
                    .corners(hex, 0.86)
                    .iter()
                    .map(|p| (p.x, p.y))
                    .collect();
                canvas.shape(&ring, rgb(0x3A_3026), 1.4, INK);
                for (index, point) in ring.iter().enumerate() {
                    let next = ring[(index + 1) % 6];
                    for share in [0.0, 0.25, 0.5, 0.75] {
                        let p = (
                            point.0 + (next.0 - point.0) * share,
                            point.1 + (next.1 - point.1) * share,
                        );
                        let inner = (p.0 + (centre.x - p.0) * 0.28, p.1 + (centre.y - p.1) * 0.28);
                        canvas.line(p, inner, 0.9, rgb(0xA0_9070), 0.6);
                    }
                }
            }
            Ground::Road | Ground::Floor | Ground::DeepWater | Ground::Crawlway => {}
        }
    }
}

pub(super) fn planks(
    plan: &Plan,
    canvas: &mut Canvas,
    chances: &mut Chances,
    hex: Hex,
    centre: Pos2,
) {
    // Boards lie across the way: the way runs to a neighbour that is bridge or road.
    let onward = crate::board::Dir::ALL.into_iter().find(|dir| {
        let ground = plan.plot(dir.from(hex)).0.ground;
        matches!(ground, Ground::Bridge | Ground::Plank | Ground::Road)
    });
    let way = plan.lattice.along(onward.unwrap_or_default());
    let across = bevy_egui::egui::vec2(-way.y, way.x);
    let (reach, half) = (RADIUS * 0.9, 21.0);
    let corner = |along: f32, side: f32| {
        let p = centre + way * along + across * side;
        (p.x, p.y)
    };
    let deck = [
        corner(-reach, -half),
        corner(reach, -half),
        corner(reach, half),
        corner(-reach, half),
    ];
    canvas.fill(&moved(&deck, 5.0, 8.0), rgb(0x0E_1A1E), 0.42);
    let mut at = -reach;
    while at < reach {
        let wide = chances.between(6.0, 8.0);
        let tint = chances.between(-0.055, 0.055);
        let more = chances.between(0.0, 1.6);
        let board = [
            corner(at, -half - more),
            corner((at + wide).min(reach), -half - more),
            corner((at + wide).min(reach), half + more),
            corner(at, half + more),
        ];
        canvas.shape(
            &board,
            rgb(0xA8_8256).map(|part| part + tint),
            0.8,
            rgb(0x34_2416),
        );
        at += wide;
    }
    for side in [-half, half] {
        canvas.line(corner(-reach, side), corner(reach, side), 5.6, INK, 1.0);
        canvas.line(
            corner(-reach, side),
            corner(reach, side),
            3.8,
            rgb(0x8A_6740),
            1.0,
        );
    }
}

pub(super) fn reeds(canvas: &mut Canvas, chances: &mut Chances, centre: Pos2) {
    for (x, y) in scatter(chances, centre, 6, 0.85) {
        let dark = rgb(0x28_3C3C);
        canvas.line((x - 6.0, y), (x + 6.0, y), 0.8, dark, 0.6);
        canvas.line((x - 3.0, y + 2.2), (x + 8.0, y + 2.2), 0.7, dark, 0.43);
        for k in -2i32..=2 {
            let k = k as f32;
            canvas.line(
                (x + k * 1.3, y),
                (x + k * 2.3, y - 8.0 + k.abs() * 1.7),
                0.9,
                rgb(0x2E_3A1E),
                0.82,
            );
        }
    }
}

pub(super) fn bush(canvas: &mut Canvas, (x, y): (f32, f32), q: f32) {
    canvas.fill(
        &ellipse((x + 3.0, y + 3.0), q, q * 0.7),
        rgb(0x1E_1C10),
        0.28,
    );
    canvas.shape(&ellipse((x, y), q, q * 0.8), rgb(0x7F_8F55), 0.9, INK);
    canvas.fill(
        &ellipse((x - q * 0.25, y - q * 0.25), q * 0.45, q * 0.35),
        rgb(0x9B_A968),
        1.0,
    );
}

pub(super) fn stone(canvas: &mut Canvas, chances: &mut Chances, (x, y): (f32, f32), q: f32) {
    let count = 5 + (chances.next() * 3.0) as usize;
    let turn = chances.next() * 6.0;
    let points: Vec<(f32, f32)> = (0..count)
        .map(|index| {
            let angle = turn + index as f32 / count as f32 * std::f32::consts::TAU;
            let (a, b) = (chances.between(0.75, 1.1), chances.between(0.6, 0.9));
            (x + angle.cos() * q * a, y + angle.sin() * q * b)
        })
        .collect();
    canvas.fill(&moved(&points, q * 0.3, q * 0.36), SHADE, 0.31);
    canvas.shape(&points, rgb(0xC9_BDA6), 0.9, INK);
    let inner: Vec<(f32, f32)> = points
        .iter()
        .map(|(a, b)| (x + (a - x) * 0.55 + q * 0.22, y + (b - y) * 0.55 + q * 0.2))
        .collect();
    canvas.fill(&inner, rgb(0x93_856D), 0.67);
}
