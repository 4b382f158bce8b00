//! The turning points.

use super::Results;
use crate::client::look::controls::{Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Rect, pos2};

pub(super) fn points(pen: &Pen, rect: Rect, results: &Results) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Turning points",
        fonts::name(21.0),
        p::INK,
    );
    let mut y = inner.top() + 32.0;
    if results.points.is_empty() {
        painter.text(
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            "Nothing decided it but time.",
            fonts::prose(16.0),
            p::INK_DIM,
        );
    }
    for (unit, words) in &results.points {
        if y + 20.0 > inner.bottom() {
            break;
        }
        painter.text(
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            unit.to_string(),
            fonts::name(16.0),
            bevy_egui::egui::Color32::from_rgb(0x8F, 0x1A, 0x10),
        );
        y = paint::prose(
            &painter,
            pos2(inner.left() + 38.0, y),
            words,
            fonts::plain(15.0),
            p::INK,
            inner.width() - 38.0,
            2,
        ) + 5.0;
    }
}
