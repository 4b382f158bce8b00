//! The page of a rule: its id and title, its words, its cases, and what else it touches.

use super::BookState;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

/// Rows of a case's words at the most.
const ROWS: usize = 3;

/// Draws the page.
pub(super) fn draw(pen: &mut Pen, rect: Rect, state: &mut BookState) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect).shrink2(vec2(4.0, 2.0));
    let Some(scenario) = state.at.and_then(|at| state.library.scenarios.get(at)) else {
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "There is no such rule.",
            fonts::italic(18.0),
            p::INK_DIM,
        );
        return;
    };
    let low = inner.height() < 330.0;
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        format!("{} \u{b7} {}", scenario.id, scenario.system),
        fonts::medium(13.5),
        p::INK_DIM,
    );
    let mut y = paint::prose(
        &painter,
        pos2(inner.left(), inner.top() + 18.0),
        &scenario.title,
        fonts::name(if low { 21.0 } else { 28.0 }),
        p::INK,
        inner.width(),
        2,
    ) + 4.0;
    let foot = 44.0;
    let room = Rect::from_min_max(pos2(inner.left(), y), inner.max - vec2(0.0, foot));
    y = paint::within(
        &painter,
        room,
        y,
        &scenario.words,
        fonts::prose(if low { 15.0 } else { 18.0 }),
        p::INK,
        if low { 4 } else { 12 },
    ) + 10.0;
    let mut to_case = None;
    if y + 40.0 < room.bottom() {
        painter.text(
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            "Cases",
            fonts::name(18.0),
            p::INK,
        );
        y += 25.0;
        // The one looked at is always in view.
        let first = (state.case + 1).saturating_sub(((room.bottom() - y) / 52.0).max(1.0) as usize);
        for (index, (_, case)) in scenario.cases.iter().enumerate().skip(first) {
            let galley = paint::wrapped(
                &painter,
                &case.given,
                fonts::plain(14.5),
                p::INK,
                inner.width() - 46.0,
                ROWS,
            );
            let row = Rect::from_min_size(
                pos2(inner.left(), y),
                vec2(inner.width(), galley.size().y + 12.0),
            );
            if row.bottom() > room.bottom() {
                let more = format!("{} more cases", scenario.cases.len() - index);
                painter.text(
                    pos2(inner.left(), y),
                    Align2::LEFT_TOP,
                    more,
                    fonts::plain(12.5),
                    p::INK_DIM,
                );
                break;
            }
            let response = pen.area(row, ("case", index));
            let chosen = index == state.case;
            if chosen {
                painter.rect_filled(row, 2.0, p::PAPER_CONTROL);
                let edge = Rect::from_min_size(row.min, vec2(4.0, row.height()));
                painter.rect_filled(edge, 0.0, p::INK);
            } else if response.hovered() {
                painter.rect_filled(row, 2.0, p::faded(p::PAPER_CONTROL, 130));
            }
            if index < 9 {
                paint::key_cap(
                    &painter,
                    pos2(row.left() + 10.0, row.top() + 15.0),
                    &crate::client::keys::cap(crate::client::keys::DIGITS[index]),
                    true,
                );
            }
            painter.galley(pos2(row.left() + 40.0, row.top() + 6.0), galley, p::INK);
            if response.clicked() {
                to_case = Some(index);
            }
            y = row.bottom() + 4.0;
        }
    }
    let count = scenario.cases.len();
    if let Some(index) = pen.keys.take_digit().filter(|index| *index < count) {
        to_case = Some(index);
    }
    // What else it touches leads on, and the way back is kept.
    let also: Vec<String> = scenario.also.clone();
    let line = inner.bottom() - 15.0;
    let mut x = inner.left();
    let back = Rect::from_min_size(pos2(x, line - 17.0), vec2(104.0, 34.0));
    let mut to_rule = None;
    if !state.past.is_empty()
        && pen.button(
            back,
            &Button::new("Back")
                .key(Press::of(Key::Backspace))
                .size(13.5)
                .rank(Rank::Paper),
        )
        && let Some(at) = state.past.pop()
    {
        state.read(at);
        return;
    }
    if !state.past.is_empty() {
        x = back.right() + 14.0;
    }
    if !also.is_empty() {
        x = painter
            .text(
                pos2(x, line),
                Align2::LEFT_CENTER,
                "Also",
                fonts::plain(13.5),
                p::INK_DIM,
            )
            .right()
            + 8.0;
    }
    for id in also {
        let button = Rect::from_min_size(pos2(x, line - 14.0), vec2(58.0, 28.0));
        if button.right() > inner.right() {
            break;
        }
        if pen.button(button, &Button::new(&id).size(13.0).rank(Rank::Paper)) {
            to_rule = Some(id);
        }
        x = button.right() + 6.0;
    }
    if let Some(case) = to_case {
        state.look_at(case);
    }
    if let Some(id) = to_rule {
        state.go_to(&id);
    }
}
