//! A message over an empty screen.

use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, vec2};

/// A message over an empty screen; whether it was read.
pub(super) fn message(pen: &mut Pen, words: &str) -> bool {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let rect = Rect::from_center_size(
        all.center(),
        vec2(
            620.0f32.min(all.width() - 12.0),
            260.0f32.min(all.height() - 12.0),
        ),
    );
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "That did not work",
        fonts::name(24.0),
        p::TEXT,
    );
    paint::prose(
        &painter,
        inner.min + vec2(0.0, 36.0),
        words,
        fonts::plain(15.0),
        p::TEXT,
        inner.width(),
        8,
    );
    let button = Rect::from_min_max(inner.max - vec2(150.0, 44.0), inner.max);
    pen.button(
        button,
        &Button::new("Menu")
            .key(Press::of(Key::Enter))
            .rank(Rank::Main),
    ) || pen.pressed(Press::of(Key::Escape))
}
