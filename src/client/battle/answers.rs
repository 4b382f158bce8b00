//! Answers that lead somewhere, on the board: the hexes beside with their chances, to be clicked.

use super::chances;
use super::prompt::{Asked, Prompt};
use crate::client::field::marks;
use crate::client::field::view::BoardView;
use crate::client::look::icons::{self, Icons};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Painter, vec2};

/// Draws every hex that an answer on offer leads to.
pub fn draw(painter: &Painter, icons: &Icons, view: &BoardView, prompt: &Prompt) {
    if prompt.asked != Asked::Answer {
        return;
    }
    let Some(me) = prompt.sight.figure(prompt.who()) else {
        return;
    };
    let (camera, lattice) = (view.camera, view.lattice);
    for (index, row) in prompt.rows[..prompt.offered].iter().enumerate() {
        let Some(dir) = row.choice.slots.dir else {
            continue;
        };
        let hex = dir.from(me.place.hex);
        let chosen = prompt.row == Some(index);
        let mut ring = marks::hexagon(&camera, lattice, hex, 0.92);
        paint::filled(painter, ring.clone(), p::faded(p::LABEL, 120));
        if chosen {
            paint::cased_ring(painter, ring, p::GILT, p::CASING, 3.0);
        } else {
            ring.push(ring[0]);
            paint::dashed(painter, &ring, p::SIGHT, p::CASING, 2.0, (7.0, 5.0));
        }
        let centre = camera.screen(lattice.centre(hex));
        let scale = camera.zoom.clamp(0.5, 1.4);
        let ink = if chosen { p::GILT } else { p::TEXT };
        let icon = icons::verb(&row.words);
        icons.draw(
            painter,
            icon,
            centre - vec2(0.0, 12.0 * scale),
            24.0 * scale,
            ink,
        );
        let told = row.odds.as_ref().filter(|odds| odds.target.is_some());
        if let Some(short) = told.and_then(chances::short) {
            painter.text(
                centre + vec2(0.0, 14.0 * scale),
                Align2::CENTER_CENTER,
                short,
                fonts::bold(15.0 * scale),
                ink,
            );
        }
    }
}
