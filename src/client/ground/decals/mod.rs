//! Small things on the ground, scattered by the hash of their hex: tufts, pebbles, stones, trees,
//! crates. The same hex scatters the same things whichever tile draws it.

mod fires;
mod flat;
mod standing;
mod trees;

pub use flat::ground;
pub use standing::standing;
pub use trees::crown;

use crate::board::Hex;
use crate::client::field::lattice::RADIUS;
use crate::client::ground::noise::Chances;
use crate::client::ground::plan::{Plan, Plot};
use crate::client::ground::raster::{Canvas, Rgb, rgb};
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
