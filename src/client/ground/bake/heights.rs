//! Height by light: lips, hachures, shadows.

use super::{CLIFF, Sheet, mix};
use crate::client::ground::noise::unit;

impl Sheet<'_> {
    pub(super) fn heights(&mut self) {
        if !self.plan.hilly || self.level.iter().all(|level| *level == self.level[0]) {
            let base = self.level.first().copied().unwrap_or(0.0);
            for colour in &mut self.colour {
                *colour = colour.map(|part| part * (1.0 + 0.045 * base));
            }
            return;
        }
        let (w, h, d) = (self.width, self.height, self.density);
        let mut near = self.blurred(self.level.clone(), 3.2);
        let soft = self.blurred(self.level.clone(), 13.0);
        let lift = self.blurred(self.level.clone(), 4.0);
        let far: Vec<f32> = near
            .iter()
            .zip(&soft)
            .map(|(near, soft)| near * 0.75 + soft * 0.25)
            .collect();
        for (height, mid) in near.iter_mut().zip(&self.mid) {
            *height += 0.02 * mid;
        }
        // The shadow a step casts, marched away from the light.
        let mut cast = vec![0.0f32; near.len()];
        for k in 1..13usize {
            let o = (k as f32 * 2.6 * d) as usize;
            for y in o..h {
                for x in o..w {
                    let at = y * w + x;
                    let over = near[(y - o) * w + x - o] - near[at] - 0.055 * k as f32;
                    cast[at] = cast[at].max((over * 5.0).clamp(0.0, 1.0));
                }
            }
        }
        let cast = self.blurred(cast, 1.6);
        let mut lip = vec![0.0; near.len()];
        for y in 1..h {
            for x in 1..w {
                let at = y * w + x;
                if self.level[at] != self.level[at - 1] || self.level[at] != self.level[at - w] {
                    lip[at] = 1.0;
                }
            }
        }
        let lip = self.blurred(lip, 0.55);
        let speckle: Vec<f32> = {
            let grid = (0..near.len())
                .map(|at| {
                    let (x, y) = self.point(at);
                    unit((x * 2.0).floor() as i32, (y * 2.0).floor() as i32, 3)
                })
                .collect();
            self.blurred(grid, 0.9)
        };
        for y in 1..h - 1 {
            for x in 1..w - 1 {
                let at = y * w + x;
                let gx = (far[at + 1] - far[at - 1]) * 0.5 * d;
                let gy = (far[at + w] - far[at - w]) * 0.5 * d;
                let steep = (gx * gx + gy * gy).sqrt();
                let sun = ((gx * 0.72 + gy * 0.69) * 9.0).clamp(-1.0, 1.0);
                let (px, py) = self.point(at);
                let mut colour = self.colour[at];
                colour = colour.map(|part| part * (1.0 + 0.045 * lift[at]));
                let cliff = ((steep - 0.022) / 0.05).clamp(0.0, 1.0);
                colour = mix(
                    colour,
                    CLIFF.map(|part| part * (1.0 + 0.42 * sun)),
                    0.8 * cliff,
                );
                colour = colour.map(|part| part * (1.0 - 0.42 * cast[at]));
                colour[2] += 0.03 * cast[at];
                self.colour[at] = colour;
                let mut ink = self.ink[at];
                if steep > 0.02 {
                    // Hachures: the speckle smeared downhill.
                    let (ux, uy) = (gx / steep, gy / steep);
                    let mut sum = 0.0;
                    for k in -7i32..=7 {
                        let sx = (x as f32 + ux * k as f32 * 1.3 * d).clamp(0.0, w as f32 - 1.0)
                            as usize;
                        let sy = (y as f32 + uy * k as f32 * 1.3 * d).clamp(0.0, h as f32 - 1.0)
                            as usize;
                        sum += speckle[sy * w + sx];
                    }
                    let stroke = 1.0 - ((sum / 15.0 - 0.485) / 0.035).clamp(0.0, 1.0);
                    ink = ink.max(
                        stroke * ((steep - 0.02) / 0.03).clamp(0.0, 1.0) * (0.75 - 0.45 * sun),
                    );
                }
                ink = ink.max((lip[at] * 2.4 * d).clamp(0.0, 0.85));
                let hatch = (((px + py) / 3.4 * std::f32::consts::PI * 0.9).cos() - 0.55) * 5.0;
                ink = ink.max(
                    hatch.clamp(0.0, 1.0) * (cast[at] * 1.3).clamp(0.0, 1.0) * 0.33 * (1.0 - cliff),
                );
                self.ink[at] = ink;
            }
        }
    }
}
