//! Washes of colour, and the water with the lines along its shore.

use super::{Sheet, mix};
use crate::client::ground::grids::distance;
use crate::client::ground::noise::noise;
use crate::client::ground::plan::{WASHES, Wash};
use crate::client::ground::raster::rgb;

impl Sheet<'_> {
    pub(super) fn washes(&mut self) {
        let washes: Vec<i16> = self.wash.iter().map(|wash| i16::from(*wash)).collect();
        self.wash = self
            .rounded(&washes, 12.0)
            .into_iter()
            .map(|wash| wash as u8)
            .collect();
        let levels: Vec<i16> = self.level.iter().map(|level| *level as i16).collect();
        self.level = self
            .rounded(&levels, 8.0)
            .into_iter()
            .map(f32::from)
            .collect();
        let tints = WASHES.map(rgb);
        let uniform = self.wash.iter().all(|wash| *wash == self.wash[0]);
        let part_of = |wash: &u8, part: usize| tints[usize::from(*wash)][part];
        for part in 0..3 {
            let mut grid: Vec<f32> = self.wash.iter().map(|wash| part_of(wash, part)).collect();
            if !uniform {
                grid = self.blurred(grid, 5.0);
            }
            for (colour, value) in self.colour.iter_mut().zip(&grid) {
                colour[part] = *value;
            }
        }
        for at in 0..self.colour.len() {
            let (x, y) = self.point(at);
            let wash = 1.0 + 0.07 * self.big[at] + 0.045 * self.mid[at];
            let colour = &mut self.colour[at];
            colour[0] *= wash * (1.0 + 0.035 * noise(x, y, 110.0, 7, 1));
            colour[1] *= wash;
            colour[2] *= wash * (1.0 + 0.05 * noise(x, y, 120.0, 8, 1));
        }
        // The darker rim where washes meet on land.
        if !uniform {
            let water = self.mask(&[Wash::Water, Wash::Ford]);
            let mut meet = vec![0.0; self.wash.len()];
            for y in 1..self.height {
                for x in 1..self.width {
                    let at = y * self.width + x;
                    let other = self.wash[at] != self.wash[at - 1]
                        || self.wash[at] != self.wash[at - self.width];
                    if other && !water[at] && !water[at - 1] && !water[at - self.width] {
                        meet[at] = 1.0;
                    }
                }
            }
            let meet = self.blurred(meet, 2.0);
            let strength = 2.4 * self.density;
            for (colour, meet) in self.colour.iter_mut().zip(&meet) {
                let dark = 1.0 - 0.20 * (meet * strength).min(1.0);
                *colour = colour.map(|part| part * dark);
            }
        }
    }

    pub(super) fn water(&mut self) {
        let water = self.mask(&[Wash::Water, Wash::Ford]);
        if !water.iter().any(|is| *is) {
            return;
        }
        let d = self.density;
        let inside = distance(&water, self.width, self.height);
        let dry: Vec<bool> = water.iter().map(|is| !is).collect();
        let outside = distance(&dry, self.width, self.height);
        let shallow = self.soft(&[Wash::Ford], 6.0);
        let cover = self.soft(&[Wash::Water, Wash::Ford], 0.8);
        let (pale, deep, ford, sand) = (
            rgb(0x8D_BBB8),
            rgb(0x3E_7A8E),
            rgb(0xC3_D2B8),
            rgb(0xD8_C796),
        );
        const LINES: [(f32, f32, f32); 6] = [
            (0.0, 1.5, 0.9),
            (4.5, 0.9, 0.62),
            (10.0, 0.75, 0.5),
            (17.0, 0.65, 0.38),
            (26.0, 0.55, 0.28),
            (37.0, 0.5, 0.2),
        ];
        for at in 0..water.len() {
            let (x, y) = self.point(at);
            let (inner, outer) = (inside[at] / d, outside[at] / d);
            let depth = (inner / 46.0).clamp(0.0, 1.0) * (1.0 - shallow[at]);
            let mut tint = mix(pale, deep, depth);
            tint = mix(tint, ford, 0.5 * shallow[at]);
            let grain = 1.0 + 0.05 * self.mid[at] + 0.03 * self.big[at];
            tint = tint.map(|part| part * grain);
            if !water[at] {
                let bank = (-(outer / 9.0) * (outer / 9.0)).exp();
                self.colour[at] = mix(self.colour[at], sand, 0.55 * bank);
                let line = (1.2 - (outer - 0.6).abs() / 1.1).clamp(0.0, 1.0) * 0.85;
                self.ink[at] = self.ink[at].max(line);
            } else {
                let place = inner + 1.6 * self.mid[at];
                let mut lining = 0.0f32;
                for (far, width, strength) in LINES {
                    lining =
                        lining.max((1.25 - (place - far).abs() / width).clamp(0.0, 1.0) * strength);
                }
                lining *= 1.0 - 0.5 * shallow[at];
                let wave = (y / 2.7 + 2.2 * self.mid[at] + x / 60.0).sin() - 0.93;
                let ripple = (wave * 14.0).clamp(0.0, 1.0)
                    * (noise(x, y, 26.0, 11, 1) * 2.0 - 0.35).clamp(0.0, 1.0)
                    * 0.4;
                self.ink[at] = self.ink[at].max(lining).max(ripple);
            }
            self.colour[at] = mix(self.colour[at], tint, cover[at]);
        }
    }
}
