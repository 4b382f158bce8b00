//! Fires.

use super::INK;
use crate::client::ground::noise::Chances;
use crate::client::ground::raster::{Canvas, ellipse, rgb};

pub(super) fn fire(canvas: &mut Canvas, (x, y): (f32, f32), open: bool, chances: &mut Chances) {
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

pub(super) fn flame(canvas: &mut Canvas, (x, y): (f32, f32), scale: f32) {
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
