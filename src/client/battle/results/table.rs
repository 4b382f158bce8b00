//! The table: what each combatant did and how it ended for him.

use super::Results;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Stroke, pos2, vec2};

pub(super) fn rows(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, results: &mut Results) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Every combatant",
        fonts::name(21.0),
        p::TEXT,
    );
    let wide = inner.width();
    let (hits, dealt, taken, fate) = (
        inner.left() + wide * 0.30,
        inner.left() + wide * 0.42,
        inner.left() + wide * 0.60,
        inner.left() + wide * 0.76,
    );
    let y = inner.top() + 30.0;
    for (x, words) in [
        (hits, "hits"),
        (dealt, "dealt"),
        (taken, "taken"),
        (fate, "end"),
    ] {
        painter.text(
            pos2(x, y),
            Align2::LEFT_TOP,
            words,
            fonts::plain(13.0),
            p::DIM,
        );
    }
    let most = results
        .table
        .iter()
        .map(|row| row.dealt.max(row.taken))
        .max()
        .unwrap_or(1)
        .max(1) as f32;
    // Few rows are given more room than many.
    let high = ((inner.bottom() - y - 20.0) / results.table.len().max(1) as f32).clamp(31.0, 46.0);
    let fit = ((inner.bottom() - y - 20.0) / high).max(1.0) as usize;
    results.first = results.first.min(results.table.len().saturating_sub(fit));
    let scroll = pen.ui.input(|input| {
        let over = input
            .pointer
            .hover_pos()
            .is_some_and(|at| rect.contains(at));
        if over {
            input.smooth_scroll_delta().y
        } else {
            0.0
        }
    });
    if scroll < -1.0 || pen.pressed(Press::of(Key::ArrowDown)) {
        results.first += 1;
    } else if scroll > 1.0 || pen.pressed(Press::of(Key::ArrowUp)) {
        results.first = results.first.saturating_sub(1);
    }
    let mut at = y + 20.0;
    for row in results.table.iter().skip(results.first).take(fit) {
        let middle = at + high / 2.0;
        painter.line_segment(
            [pos2(inner.left(), at), pos2(inner.right(), at)],
            Stroke::new(1.0, p::faded(p::RULE, 110)),
        );
        tokens.face(
            &painter,
            pen.icons,
            pos2(inner.left() + 14.0, middle),
            27.0,
            row.side,
            row.icon,
        );
        let ink = if row.out { p::DIM } else { p::TEXT };
        paint::line(
            &painter,
            pos2(inner.left() + 36.0, middle),
            Align2::LEFT_CENTER,
            &row.name,
            fonts::bold(14.5),
            ink,
            hits - inner.left() - 44.0,
        );
        painter.text(
            pos2(hits, middle),
            Align2::LEFT_CENTER,
            format!("{} of {}", row.hits, row.blows),
            fonts::plain(14.5),
            ink,
        );
        for (x, value, colour) in [
            (dealt, row.dealt, tokens.tincture(row.side).bright()),
            (taken, row.taken, p::OFF),
        ] {
            let length = (taken - dealt - 44.0).max(10.0) * value as f32 / most;
            painter.rect_filled(
                Rect::from_min_size(pos2(x, middle - 6.0), vec2(length, 12.0)),
                0.0,
                colour,
            );
            painter.text(
                pos2(x + length + 6.0, middle),
                Align2::LEFT_CENTER,
                value.to_string(),
                fonts::bold(14.0),
                ink,
            );
        }
        paint::line(
            &painter,
            pos2(fate, middle),
            Align2::LEFT_CENTER,
            &row.fate,
            fonts::plain(14.0),
            if row.out { p::DANGER } else { p::GOOD },
            inner.right() - fate,
        );
        at += high;
    }
}
