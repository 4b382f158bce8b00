//! Keys, and how a unit of time goes: one sheet for everything a new player must know.

use crate::client::keys::{Stroke as Press, cap_of};
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

/// Keys with what they do.
const KEYS: [(&[&str], &str); 24] = [
    (&["Enter"], "the main button: keep, commit, do it"),
    (&["Shift Enter"], "take the whole card as it is shown"),
    (&["1", "9"], "choose from the list"),
    (&["Up", "Down"], "the choice before, the next one"),
    (
        &["W", "E", "A", "D", "Z", "X"],
        "point at the hex next to the cursor",
    ),
    (
        &["Left", "Right"],
        "turn the end of a walk; other ways of a deed",
    ),
    (&["R"], "run, or walk again"),
    (&["J"], "charge: each way there is"),
    (&["K"], "kneel, or stand up"),
    (&["L"], "look around instead of moving"),
    (&["Q"], "rush: act before one's time, but worse"),
    (&["N"], "say what comes after the walk"),
    (&["Shift click"], "lead the walk on from its end"),
    (&["I"], "what the other one may answer"),
    (&["Tab"], "the next one on the card"),
    (&["Bksp"], "undo the order of this one"),
    (&["O"], "standing orders"),
    (&["G", "Shift G"], "the log; what of it is wanted"),
    (&["C", "T"], "where he gets to; hexes that are threatened"),
    (&["V", "F"], "what he sees; front, flanks and back"),
    (&["M"], "the map in small"),
    (&["H"], "the grid: none, dots, lines, numbers"),
    (&["F1", "?"], "the rulebook; this list"),
    (&["Space", ",", ".", "P"], "skip, slower, faster, pause"),
];

/// Draws the sheet over everything; whether it was closed.
pub fn draw(pen: &mut Pen, all: Rect, primer: &[&str]) -> bool {
    let rect = Rect::from_center_size(
        all.center(),
        vec2(
            980.0f32.min(all.width() - 12.0),
            640.0f32.min(all.height() - 12.0),
        ),
    );
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "How it goes",
        fonts::name(24.0),
        p::INK,
    );
    let close = Rect::from_min_size(pos2(inner.right() - 110.0, inner.top()), vec2(110.0, 34.0));
    let closed = pen.button(
        close,
        &Button::new("Close")
            .key(Press::of(Key::Escape))
            .rank(crate::client::look::controls::Rank::Paper)
            .size(14.0),
    );
    let wide = inner.width() > 700.0;
    let column = if wide {
        inner.width() * 0.46
    } else {
        inner.width()
    };
    let mut y = inner.top() + 44.0;
    for line in primer {
        let rows = ((inner.bottom() - y) / 24.0) as usize;
        if rows == 0 {
            break;
        }
        y = paint::prose(
            &painter,
            pos2(inner.left(), y),
            line,
            fonts::prose(16.5),
            p::INK,
            column - 14.0,
            rows.min(5),
        ) + 8.0;
    }
    if wide {
        let rows = ((inner.bottom() - y - 6.0) / 24.0) as usize;
        if rows > 0 {
            paint::prose(
                &painter,
                pos2(inner.left(), y + 6.0),
                "Point at a hex or a foe and you are told what a click would do. Click and the best plan for it is offered, its walk drawn on the board. Click another of your men to turn to him. Drag from a man along the hexes and he goes that way; the wheel over the end of a walk turns him. Elsewhere the wheel zooms, dragging moves the board, Home shows all of it.",
                fonts::italic(16.0),
                p::INK_DIM,
                column - 14.0,
                rows.min(6),
            );
        }
        let mut y = inner.top() + 44.0;
        let x0 = inner.left() + column + 16.0;
        let high = ((inner.bottom() - y) / KEYS.len() as f32).min(28.0);
        for (keys, words) in KEYS {
            let mut x = x0;
            for key in keys {
                x = paint::key_cap(&painter, pos2(x, y + high / 2.0), &cap_of(key), true).right()
                    + 3.0;
            }
            paint::line(
                &painter,
                pos2(x0 + 158.0, y + high / 2.0),
                Align2::LEFT_CENTER,
                words,
                fonts::plain(14.5),
                p::INK,
                inner.right() - x0 - 158.0,
            );
            y += high;
        }
    }
    closed || pen.pressed(Press::of(Key::Enter))
}
