//! Ink: the engraver's tone over the land, and the roads left bare in it.

use super::{Sheet, mix};
use crate::client::ground::noise::{noise, unit};
use crate::client::ground::plan::Wash;
use crate::client::ground::raster::rgb;
use crate::client::ground::structures;

impl Sheet<'_> {
    /// The engraver's tone: level lines that swell where the wash is darker; boards and furrows.
    pub(super) fn tone(&mut self) {
        for at in 0..self.wash.len() {
            let (x, y) = self.point(at);
            let wash = self.wash[at];
            let is = |one: Wash| wash == one as u8;
            if is(Wash::Water) || is(Wash::Ford) {
                continue;
            }
            if is(Wash::Floor) {
                let board = (y / 11.0).floor();
                let edge = (y / 11.0 - board).min(1.0 - y / 11.0 + board) * 11.0;
                let shift = unit(board as i32, 0, 41) * 70.0;
                let end = ((x + shift) / 64.0).rem_euclid(1.0) * 64.0;
                let joint = (1.0 - edge / 0.7).max(1.0 - end / 0.8).clamp(0.0, 1.0);
                let grain = (((y + 2.0 * self.mid[at]) / 0.9).cos() - 0.55).clamp(0.0, 1.0) * 0.16;
                let tint =
                    0.92 + 0.16 * unit(board as i32, ((x + shift) / 64.0).floor() as i32, 42);
                self.colour[at] = self.colour[at].map(|part| part * tint);
                self.ink[at] = self.ink[at].max(joint * 0.7).max(grain);
                continue;
            }
            if is(Wash::Paving) || is(Wash::Pit) {
                continue;
            }
            let tone = (0.5 - 0.9 * self.big[at] - 0.35 * self.mid[at]).clamp(0.0, 1.0);
            let wave = ((y - 0.22 * x + 3.0 * self.mid[at]) / 1.35).cos();
            let line = ((wave - (0.92 - 0.75 * tone)) * 1.6).clamp(0.0, 1.0);
            self.ink[at] = self.ink[at].max(line * 0.17);
        }
    }

    pub(super) fn roads(&mut self) {
        if self.plan.roads.is_empty() {
            return;
        }
        let mut far = vec![f32::MAX; self.wash.len()];
        for (a, b) in &self.plan.roads {
            structures::near(
                self.width,
                self.height,
                self.density,
                self.origin,
                (*a, *b),
                24.0,
                |at, distance, _| {
                    far[at] = far[at].min(distance);
                },
            );
        }
        let tint = rgb(0xDD_CBA0);
        for (at, far) in far.into_iter().enumerate() {
            if far > 20.0 {
                continue;
            }
            let (x, y) = self.point(at);
            let half = 13.0 * (1.0 + 0.12 * (x * 0.04).sin() + 0.08 * (y * 0.1).sin());
            let inside = half - far;
            let share = (inside / 1.6 + 0.5).clamp(0.0, 1.0);
            let rut = (-((inside - 7.5) / 1.8) * ((inside - 7.5) / 1.8)).exp();
            let road = tint.map(|part| part * (1.0 + 0.05 * self.mid[at]) * (1.0 - 0.12 * rut));
            self.colour[at] = mix(self.colour[at], road, 0.92 * share);
            let edge = (1.15 - (inside - 0.7).abs() / 0.8).clamp(0.0, 1.0) * 0.55;
            let edge = if noise(x, y, 18.0, 12, 1) > -0.45 {
                edge
            } else {
                0.0
            };
            self.ink[at] = (self.ink[at] * (1.0 - 0.85 * share)).max(edge);
        }
    }
}
