//! Things that stand up: trees, crates, fires; shadows first, then from back to front.

use super::fires::{fire, flame};
use super::trees::{conifer, crown};
use super::{INK, SHADE, hexes};
use crate::board::{Ground, LightSource, Object};
use crate::client::field::lattice::RADIUS;
use crate::client::ground::noise::Chances;
use crate::client::ground::plan::Plan;
use crate::client::ground::raster::{Canvas, ellipse, moved, rgb};

/// A tree seen from above.
pub(super) struct Tree {
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

pub(super) fn crate_of(
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
