//! The last pass: warm paper, the night, and what lies beyond the board.

use super::mix;
use crate::client::ground::noise::noise;
use crate::client::ground::plan::Plan;
use crate::client::ground::raster::Canvas;
use crate::client::look::palette::sheet;
use bevy_egui::egui::{Color32, ColorImage, pos2};

/// Less chroma, warm paper, grain; the night over it; what lies beyond the board fades away.
pub(super) fn finish(
    plan: &Plan,
    canvas: &Canvas,
    beyond: &[f32],
    margin: usize,
    pixels: (usize, usize),
) -> ColorImage {
    let mut out = Vec::with_capacity(pixels.0 * pixels.1);
    for row in 0..pixels.1 {
        for column in 0..pixels.0 {
            let at = (row + margin) * canvas.width + column + margin;
            let (px, py) = ((column + margin) as f32 + 0.5, (row + margin) as f32 + 0.5);
            let (x, y) = (
                canvas.origin.0 + px / canvas.density,
                canvas.origin.1 + py / canvas.density,
            );
            let mut colour = canvas.colour[at];
            let luma = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
            let grain = 1.0 + 0.012 * noise(x, y, 5.0, 31, 1);
            let tone = [1.035 * grain, 0.985 * grain, 0.90 * grain];
            for part in 0..3 {
                colour[part] = (luma + (colour[part] - luma) * 0.80) * tone[part];
            }
            if plan.night.is_some() {
                let grey = (colour[0] + colour[1] + colour[2]) / 3.0;
                let light = plan.light(pos2(x, y));
                for part in 0..3 {
                    let lit = (colour[part] * 0.55 + grey * 0.45) * light[part];
                    colour[part] = 1.0 - (-lit * 1.25).exp();
                }
            }
            if let Some(far) = beyond.get(at).copied()
                && far > 0.0
            {
                // Beyond the board the picture is only begun: hatched, and soon bare sheet.
                let fade = (0.55 + far / 70.0).min(1.0);
                let near = (1.0 - far / 34.0).max(0.0);
                let hatch = if ((x + y) / 7.0).rem_euclid(1.0) < 0.22 {
                    -0.06 * near
                } else {
                    0.0
                };
                let sheet = sheet(plan.night.is_some());
                let back = [sheet.r(), sheet.g(), sheet.b()].map(|part| f32::from(part) / 255.0);
                colour = mix(colour, back, fade).map(|part| part + hatch);
                if far < 1.3 {
                    colour = mix(colour, [0.06, 0.05, 0.04], 0.8);
                }
            }
            let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            out.push(Color32::from_rgb(
                byte(colour[0]),
                byte(colour[1]),
                byte(colour[2]),
            ));
        }
    }
    ColorImage::new([pixels.0, pixels.1], out)
}
