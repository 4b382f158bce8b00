//! Small things on the ground, scattered by the hash of their hex: tufts, pebbles, stones, trees,
//! crates. The same hex scatters the same things whichever tile draws it.

use super::noise::Chances;
use super::plan::{Plan, Plot};
use super::raster::{Canvas, Rgb, ellipse, moved, rgb};
use crate::board::{Ground, Hex, LightSource, Object};
use crate::client::field::lattice::RADIUS;
use bevy_egui::egui::{Pos2, pos2};

const INK: Rgb = rgb(0x2A_2018);
const SHADE: Rgb = rgb(0x1A_160E);

/// Hexes whose things may reach into a picture, upper ones first, and what they hold.
fn hexes<'p>(plan: &'p Plan, canvas: &Canvas) -> Vec<(Hex, Pos2, &'p Plot, bool)> {
    let (w, h) = (
        canvas.width as f32 / canvas.density,
        canvas.height as f32 / canvas.density,
    );
    let lattice = plan.lattice;
    let corner = |x: f32, y: f32| lattice.hex(pos2(canvas.origin.0 + x, canvas.origin.1 + y));
    let corners = [
        corner(0.0, 0.0),
        corner(w, 0.0),
        corner(0.0, h),
        corner(w, h),
    ];
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for hex in corners {
        low = (low.0.min(hex.x - 2), low.1.min(hex.y - 2));
        high = (high.0.max(hex.x + 2), high.1.max(hex.y + 2));
    }
    let mut found = Vec::new();
    for r in low.1..=high.1 {
        for q in low.0..=high.0 {
            let hex = Hex::new(q, r);
            let centre = lattice.centre(hex);
            let (x, y) = (centre.x - canvas.origin.0, centre.y - canvas.origin.1);
            let reach = RADIUS * 1.4;
            if x < -reach || y < -reach || x > w + reach || y > h + reach {
                continue;
            }
            let (plot, outside) = plan.plot(hex);
            found.push((hex, centre, plot, outside));
        }
    }
    found.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
    found
}

fn scatter(chances: &mut Chances, centre: Pos2, count: usize, reach: f32) -> Vec<(f32, f32)> {
    (0..count)
        .map(|_| {
            let angle = chances.next() * std::f32::consts::TAU;
            let far = chances.next().sqrt() * RADIUS * reach;
            (centre.x + angle.cos() * far, centre.y + angle.sin() * far)
        })
        .collect()
}

fn tuft(canvas: &mut Canvas, (x, y): (f32, f32), height: f32, colour: Rgb, alpha: f32) {
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

fn planks(plan: &Plan, canvas: &mut Canvas, chances: &mut Chances, hex: Hex, centre: Pos2) {
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

fn reeds(canvas: &mut Canvas, chances: &mut Chances, centre: Pos2) {
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

fn bush(canvas: &mut Canvas, (x, y): (f32, f32), q: f32) {
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

fn stone(canvas: &mut Canvas, chances: &mut Chances, (x, y): (f32, f32), q: f32) {
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

/// A leafy crown with a scalloped edge, lit from the upper left.
pub fn crown(
    canvas: &mut Canvas,
    (x, y): (f32, f32),
    q: f32,
    (tint, lit): (u32, u32),
    turn: f32,
    lobes: usize,
) {
    let blob = |cx: f32, cy: f32, size: f32| -> Vec<(f32, f32)> {
        let count = 44;
        (0..count)
            .map(|k| {
                let angle = k as f32 / count as f32 * std::f32::consts::TAU;
                let scallop = 0.84 + 0.16 * (lobes as f32 * angle / 2.0 + turn).sin().abs();
                (
                    cx + angle.cos() * size * scallop,
                    cy + angle.sin() * size * scallop,
                )
            })
            .collect()
    };
    canvas.shape(&blob(x, y, q), rgb(tint), 1.1, INK);
    canvas.fill(&blob(x - q * 0.18, y - q * 0.2, q * 0.66), rgb(lit), 1.0);
    canvas.fill(
        &blob(x - q * 0.30, y - q * 0.34, q * 0.30),
        rgb(lit).map(|part| part * 1.06),
        1.0,
    );
    let dark = rgb(0x1C_1E10);
    for index in 0..4 {
        let i = index as f32;
        canvas.arc(
            (x, y),
            q * (0.45 + 0.14 * i),
            8.0 + 6.0 * i,
            78.0 - 4.0 * i,
            0.85,
            dark,
            0.75,
        );
    }
    for index in 0..3 {
        let angle = turn + index as f32 * 2.1;
        let at = (x + angle.cos() * q * 0.4, y + angle.sin() * q * 0.4);
        canvas.arc(at, q * 0.22, 200.0, 330.0, 0.8, dark, 0.43);
    }
}

fn conifer(canvas: &mut Canvas, (x, y): (f32, f32), q: f32, turn: f32, light: bool) {
    let count = 11;
    let star = |cx: f32, cy: f32, outer: f32, inner: f32| -> Vec<(f32, f32)> {
        (0..2 * count)
            .map(|index| {
                let angle = turn + index as f32 * std::f32::consts::PI / count as f32;
                let far = if index % 2 == 1 { outer } else { inner };
                (cx + angle.cos() * far, cy + angle.sin() * far)
            })
            .collect()
    };
    canvas.shape(
        &star(x, y, q, q * 0.66),
        rgb(if light { 0x58_7450 } else { 0x4E_6B4A }),
        1.0,
        INK,
    );
    canvas.fill(
        &star(x - q * 0.1, y - q * 0.12, q * 0.6, q * 0.36),
        rgb(0x6E_8B60),
        1.0,
    );
    for index in (0..2 * count).step_by(2) {
        let angle = turn + (index as f32 + 1.0) * std::f32::consts::PI / count as f32;
        let end = (x + angle.cos() * q * 0.8, y + angle.sin() * q * 0.8);
        canvas.line((x, y), end, 0.7, rgb(0x1E_2414), 0.43);
    }
}

/// A tree seen from above.
struct Tree {
    x: f32,
    y: f32,
    size: f32,
    kind: f32,
    turn: f32,
}

/// Things that stand up: trees, crates, fires; shadows first, then from back to front.
pub fn standing(plan: &Plan, canvas: &mut Canvas) {
    let found = hexes(plan, canvas);
    let mut trees = Vec::new();
    for (hex, centre, plot, _) in &found {
        let mut chances = Chances::new((hex.x, hex.y), 2);
        if plot.ground == Ground::Forest {
            for k in 0..7 {
                let angle = k as f32 * 1.047 + chances.next() * 0.7;
                let far = if k == 6 {
                    0.0
                } else {
                    chances.between(0.55, 0.8)
                } * RADIUS;
                trees.push(Tree {
                    x: centre.x + angle.cos() * far,
                    y: centre.y + angle.sin() * far,
                    size: chances.between(14.0, 20.0),
                    kind: chances.next(),
                    turn: chances.next(),
                });
            }
        }
        if plot.object == Some(Object::Tree) {
            trees.push(Tree {
                x: centre.x + chances.between(-3.0, 3.0),
                y: centre.y + chances.between(-3.0, 3.0),
                size: chances.between(29.0, 34.0),
                kind: chances.next(),
                turn: chances.next(),
            });
        }
    }
    trees.sort_by(|a, b| a.y.total_cmp(&b.y));
    for tree in &trees {
        let shade = ellipse(
            (tree.x + tree.size * 0.4, tree.y + tree.size * 0.5),
            tree.size,
            tree.size,
        );
        canvas.fill(&shade, rgb(0x16_180E), 0.42);
    }
    for (hex, centre, plot, _) in &found {
        let mut chances = Chances::new((hex.x, hex.y), 3);
        let at = (centre.x, centre.y);
        match plot.object {
            Some(Object::Pillar) => {
                canvas.fill(&ellipse((at.0 + 9.0, at.1 + 11.0), 20.0, 20.0), SHADE, 0.45);
                canvas.shape(&ellipse(at, 20.0, 20.0), rgb(0xC8_BDA8), 1.3, INK);
                canvas.shape(
                    &ellipse((at.0 - 1.5, at.1 - 1.5), 13.0, 13.0),
                    rgb(0xDA_D0BC),
                    0.9,
                    INK,
                );
            }
            Some(Object::Table) => crate_of(canvas, at, 30.0, 18.0, (0xA9_8455, 0x8A_6740), 4),
            Some(Object::Crate) => {
                crate_of(
                    canvas,
                    (at.0 - 8.0, at.1 - 5.0),
                    17.0,
                    16.0,
                    (0xB9_9562, 0x8A_6740),
                    3,
                );
                crate_of(
                    canvas,
                    (at.0 + 14.0, at.1 + 11.0),
                    12.0,
                    11.0,
                    (0xA9_8455, 0x7A_5A36),
                    3,
                );
            }
            Some(Object::Barrel) => {
                for (dx, dy) in [(-9.0, -4.0), (9.0, 6.0)] {
                    let at = (at.0 + dx, at.1 + dy);
                    canvas.fill(&ellipse((at.0 + 5.0, at.1 + 6.0), 12.0, 12.0), SHADE, 0.4);
                    canvas.shape(&ellipse(at, 12.0, 12.0), rgb(0x8B_6A42), 1.1, INK);
                    canvas.shape(&ellipse(at, 8.6, 8.6), rgb(0xC0_9A66), 0.8, INK);
                    canvas.line((at.0 - 8.0, at.1), (at.0 + 8.0, at.1), 0.7, INK, 0.7);
                }
            }
            Some(Object::Cart) => {
                crate_of(canvas, at, 26.0, 17.0, (0xA9_8455, 0x7A_5A36), 5);
                for (dx, dy) in [(-16.0, -20.0), (16.0, -20.0), (-16.0, 20.0), (16.0, 20.0)] {
                    let wheel = [
                        (at.0 + dx - 9.0, at.1 + dy - 3.0),
                        (at.0 + dx + 9.0, at.1 + dy - 3.0),
                        (at.0 + dx + 9.0, at.1 + dy + 3.0),
                        (at.0 + dx - 9.0, at.1 + dy + 3.0),
                    ];
                    canvas.shape(&wheel, rgb(0x6E_5232), 1.0, INK);
                }
            }
            Some(Object::Carcass) => {
                canvas.fill(&ellipse((at.0 + 4.0, at.1 + 5.0), 26.0, 14.0), SHADE, 0.4);
                canvas.shape(&ellipse(at, 25.0, 13.0), rgb(0x8A_6A52), 1.1, INK);
                canvas.shape(
                    &ellipse((at.0 + 27.0, at.1 - 4.0), 8.0, 6.0),
                    rgb(0x8A_6A52),
                    1.0,
                    INK,
                );
            }
            Some(Object::Tree) | None => {}
        }
        if plot.fire || plot.light == Some(LightSource::Brazier) {
            fire(canvas, at, plot.fire, &mut chances);
        } else if plot.light.is_some() {
            canvas.shape(&ellipse(at, 5.0, 5.0), rgb(0x6E_5232), 1.0, INK);
            flame(canvas, at, 0.55);
        }
    }
    for tree in &trees {
        let at = (tree.x, tree.y);
        if tree.kind < 0.30 {
            conifer(canvas, at, tree.size, tree.turn * 6.0, tree.turn > 0.5);
        } else {
            const TINTS: [(u32, u32); 5] = [
                (0x66_804A, 0x87_A05C),
                (0x72_894C, 0x94_A962),
                (0x5C_7850, 0x7C_9865),
                (0x8E_8447, 0xB0_A45C),
                (0xA4_813F, 0xC5_A159),
            ];
            let tint = TINTS[((tree.turn * 4.35) as usize).min(4)];
            let lobes = 7 + (tree.kind * 4.0) as usize + (tree.size / 16.0) as usize * 2;
            crown(canvas, at, tree.size, tint, tree.turn * 6.0, lobes);
        }
    }
}

fn crate_of(
    canvas: &mut Canvas,
    (x, y): (f32, f32),
    half: f32,
    high: f32,
    (tint, dark): (u32, u32),
    boards: usize,
) {
    let rect = [
        (x - half, y - high),
        (x + half, y - high),
        (x + half, y + high),
        (x - half, y + high),
    ];
    canvas.fill(&moved(&rect, 7.0, 8.0), SHADE, 0.4);
    canvas.shape(&rect, rgb(tint), 1.2, INK);
    for index in 1..boards {
        let at = y - high + 2.0 * high * index as f32 / boards as f32;
        canvas.line((x - half, at), (x + half, at), 0.9, rgb(dark), 1.0);
    }
    canvas.line(
        (x - half + 3.0, y - high),
        (x - half + 3.0, y + high),
        1.0,
        rgb(dark),
        1.0,
    );
    canvas.line(
        (x + half - 3.0, y - high),
        (x + half - 3.0, y + high),
        1.0,
        rgb(dark),
        1.0,
    );
}

fn fire(canvas: &mut Canvas, (x, y): (f32, f32), open: bool, chances: &mut Chances) {
    for k in 0..9 {
        let angle = k as f32 * 0.698 + chances.between(-0.05, 0.05);
        let (a, b) = (x + angle.cos() * 15.0, y + angle.sin() * 13.0);
        canvas.shape(&ellipse((a, b), 4.0, 3.4), rgb(0x9C_9080), 0.9, INK);
    }
    for k in 0..3 {
        let angle = k as f32 * 1.05 + 0.3;
        let (dx, dy) = (angle.cos() * 15.0, angle.sin() * 13.0);
        canvas.line((x - dx, y - dy), (x + dx, y + dy), 5.0, rgb(0x4A_2E18), 1.0);
    }
    flame(canvas, (x, y), if open { 1.3 } else { 1.0 });
}

fn flame(canvas: &mut Canvas, (x, y): (f32, f32), scale: f32) {
    for (q, tint) in [
        (15.0, 0xC2_441A),
        (12.0, 0xEE_8A24),
        (8.0, 0xFF_D36B),
        (4.2, 0xFF_F6D5),
    ] {
        let points: Vec<(f32, f32)> = (0..14)
            .map(|index| {
                let angle = index as f32 * 0.449 + q;
                let far = q * scale * if index % 2 == 1 { 1.18 } else { 0.68 };
                (x + angle.cos() * far, y + angle.sin() * far)
            })
            .collect();
        canvas.fill(&points, rgb(tint), 1.0);
    }
}
