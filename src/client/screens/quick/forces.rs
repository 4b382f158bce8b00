//! A force: what may be bought, how many of it there are, who leads it.

use super::QuickState;
use crate::ai;
use crate::client::field::tokens::Tokens;
use crate::client::keys::{Stroke as Press, cap};
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::combatant::SideId;
use crate::seat::tale::capital;
use crate::start::quick;
use bevy_egui::egui::{Align2, Key, Rect, Stroke, StrokeKind, pos2, vec2};

/// Keys that change the marked row of the marked force.
pub(super) fn keys(pen: &mut Pen, state: &mut QuickState) {
    let rows = state
        .rules()
        .map_or(0, |rules| quick::on_offer(&**rules).len());
    if pen.pressed(Press::of(Key::Tab)) || pen.pressed(Press::shift(Key::Tab)) {
        state.side = 1 - state.side;
    }
    if pen.pressed(Press::of(Key::ArrowDown)) {
        state.row = (state.row + 1).min(rows.saturating_sub(1));
    }
    if pen.pressed(Press::of(Key::ArrowUp)) {
        state.row = state.row.saturating_sub(1);
    }
    state.row = state.row.min(rows.saturating_sub(1));
    for (key, by) in [(Key::ArrowRight, 1), (Key::ArrowLeft, -1)] {
        if pen.pressed(Press::of(key)) {
            state.change(state.side, state.row, by);
        }
    }
}

/// Draws a force.
pub(super) fn draw(
    pen: &mut Pen,
    tokens: &mut Tokens,
    rect: Rect,
    state: &mut QuickState,
    side: usize,
) {
    let Some(rules) = state.rules().cloned() else {
        return;
    };
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let id = SideId(side as u8);
    let marked = state.side == side;
    tokens.shield(&painter, inner.min + vec2(18.0, 20.0), 34.0, id);
    let cost = quick::cost(&*rules, &state.forces[side]);
    let count: u32 = state.forces[side].values().sum();
    paint::line(
        &painter,
        pos2(inner.left() + 44.0, inner.top()),
        Align2::LEFT_TOP,
        ["First force", "Second force"][side],
        fonts::name(21.0),
        if marked { p::GILT } else { p::TEXT },
        inner.width() - 44.0,
    );
    paint::line(
        &painter,
        pos2(inner.left() + 44.0, inner.top() + 27.0),
        Align2::LEFT_TOP,
        &format!("{cost} of {} points \u{b7} {count} in all", state.points),
        fonts::plain(14.0),
        p::DIM,
        inner.width() - 44.0,
    );
    let foot = 84.0;
    let top = inner.top() + 54.0;
    let offer = quick::on_offer(&*rules);
    let high = ((inner.bottom() - foot - top) / offer.len().max(1) as f32).clamp(18.0, 44.0);
    for (row, (name, price)) in offer.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(inner.left(), top + row as f32 * high),
            vec2(inner.width(), high - 3.0),
        );
        if place.bottom() > inner.bottom() - foot + 1.0 {
            break;
        }
        let had = state.forces[side].get(name).copied().unwrap_or(0);
        if pen.row(place, ("force", side, row), false).clicked() {
            (state.side, state.row) = (side, row);
        }
        if marked && state.row == row {
            let line = Stroke::new(2.0, p::GILT);
            painter.rect_stroke(place, 0.0, line, StrokeKind::Inside);
        }
        let middle = place.center().y;
        let size = (high - 10.0).clamp(12.0, 26.0);
        let ink = if had > 0 { p::TEXT } else { p::DIM };
        pen.icons.draw(
            &painter,
            icons::archetype(name),
            pos2(place.left() + 8.0 + size / 2.0, middle),
            size,
            ink,
        );
        let arm = (high - 6.0).clamp(14.0, 32.0);
        let more = Rect::from_center_size(
            pos2(place.right() - arm / 2.0 - 3.0, middle),
            vec2(arm, arm),
        );
        let less = more.translate(vec2(-arm - 30.0, 0.0));
        for (button, words, by) in [(less, "\u{2212}", -1), (more, "+", 1)] {
            if pen.button(button, &Button::new(words).size(15.0)) {
                (state.side, state.row) = (side, row);
                state.change(side, row, by);
            }
        }
        painter.text(
            pos2((less.right() + more.left()) / 2.0, middle),
            Align2::CENTER_CENTER,
            had.to_string(),
            fonts::bold(15.0),
            ink,
        );
        let x = place.left() + 18.0 + size;
        let words = format!("{} \u{b7} {price}", capital(&name.replace('_', " ")));
        paint::line(
            &painter,
            pos2(x, middle),
            Align2::LEFT_CENTER,
            &words,
            fonts::medium(14.5),
            ink,
            less.left() - x - 4.0,
        );
    }
    let wide = (inner.width() - 8.0) / 2.0;
    let anew = Rect::from_min_size(pos2(inner.left(), inner.bottom() - 76.0), vec2(wide, 34.0));
    let mut button = Button::new("Anew").size(14.0);
    if marked {
        button = button.key(Press::of(Key::N));
    }
    if pen.button(anew, &button) {
        state.fill(side);
    }
    let who = state.players[side];
    let name = match who.checked_sub(1).and_then(|at| ai::CONTROLLERS.get(at)) {
        Some((name, _)) => capital(name),
        None => "You".to_owned(),
    };
    let lead = anew.translate(vec2(wide + 8.0, 0.0));
    let icon = if who == 0 { "person" } else { "vintage-robot" };
    if pen.button(
        lead,
        &Button::new(&name)
            .icon(icon)
            .key(Press::of([Key::F1, Key::F2][side]))
            .size(13.5),
    ) {
        state.players[side] = (who + 1) % (ai::CONTROLLERS.len() + 1);
    }
    if marked {
        let mut x = inner.left();
        let y = inner.bottom() - 16.0;
        for key in [Key::ArrowLeft, Key::ArrowRight] {
            x = paint::key_cap(&painter, pos2(x, y), &cap(key), false).right() + 3.0;
        }
        let tab = paint::key_cap(&painter, pos2(x + 92.0, y), &cap(Key::Tab), false);
        painter.text(
            pos2(x + 4.0, y),
            Align2::LEFT_CENTER,
            "fewer, more",
            fonts::plain(13.5),
            p::DIM,
        );
        paint::line(
            &painter,
            pos2(tab.right() + 5.0, y),
            Align2::LEFT_CENTER,
            "the other",
            fonts::plain(13.5),
            p::DIM,
            inner.right() - tab.right() - 5.0,
        );
    }
}
