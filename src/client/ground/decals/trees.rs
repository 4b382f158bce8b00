//! Crowns of trees, seen from above.

use super::INK;
use crate::client::ground::raster::{Canvas, rgb};

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

pub(super) fn conifer(canvas: &mut Canvas, (x, y): (f32, f32), q: f32, turn: f32, light: bool) {
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
