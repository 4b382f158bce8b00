//! The panel at the right: the list of choices, and below it the walk or the odds of the one looked
//! at. What a player does there is handed back as [`Deed`]s.

mod odds;
mod refused;
mod walk;

use crate::client::battle::chances;
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::prompt::{Asked, Prompt};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside, rule};
use crate::client::look::{fonts, icons, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Stroke, StrokeKind, pos2, vec2};
use odds::odds;
use walk::plan;

/// What was done at a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A row was chosen.
    Choose(usize),
    /// Another answer of the other one is looked at.
    Answer(usize),
    /// The choice is kept and the next one asked about, or the card sealed.
    Go,
    /// Everything is taken as it is marked.
    TakeAll,
    /// The draft is taken back.
    Undo,
    /// Another one of the card.
    Turn(i32),
    /// Another way of the chosen thing.
    Sideways(i32),
    /// A rule is looked up.
    Rule(String),
    /// The list moves.
    Scroll(i32),
}

/// State of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct PanelState {
    /// First row shown.
    pub first: usize,
}

/// Height of the buttons at the bottom, with the space over them.
const BUTTONS: f32 = 50.0;

/// Height of a row and how many fit.
fn rows_for(layout: &Layout, prompt: &Prompt, room: f32) -> (f32, usize) {
    let high = if layout.size >= Size::Regular {
        31.0
    } else {
        28.0
    };
    let share = match prompt.asked {
        Asked::Plan if layout.size <= Size::Compact => 0.40,
        Asked::Plan => 0.50,
        _ if layout.size <= Size::Compact => 0.29,
        Asked::Answer | Asked::Deed => 0.42,
    };
    // Below the list the main button always has its place.
    let most = (((room - 92.0) / high) as usize).max(1);
    let fit = ((room * share / high) as usize).max(3).min(most);
    (high, fit.min(prompt.families.len().max(1)))
}

/// Draws the panel of choices.
pub fn choices(
    pen: &mut Pen,
    layout: &Layout,
    prompt: &Prompt,
    state: &mut PanelState,
    commit: &str,
) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let rect = layout.panel;
    if !rect.is_positive() {
        return deeds;
    }
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let who = prompt.who();
    let name = prompt.sight.name(who).to_owned();
    let question = prompt.sight.rules().question(&prompt.card.kind);
    let caption = match prompt.struck_with() {
        "" => format!("{}, {name}", prompt.card.kind),
        with => format!("{}, {name} \u{b7} {with}", prompt.card.kind),
    };
    pen.caption(inner.left(), inner.top(), &caption);
    let asks = if question.is_empty() {
        prompt.card.kind.clone()
    } else {
        crate::seat::tale::capital(question)
    };
    let mut y = paint::prose(
        &painter,
        pos2(inner.left(), inner.top() + 17.0),
        &asks,
        fonts::name(if layout.size <= Size::Compact {
            16.5
        } else {
            19.0
        }),
        p::TEXT,
        inner.width(),
        2,
    ) + 7.0;

    // The list. The chosen row is always in view.
    let (high, fit) = rows_for(layout, prompt, inner.height());
    let count = prompt.families.len();
    let last = count.saturating_sub(fit);
    let current = prompt.family();
    if let Some(at) = current {
        if at < state.first {
            state.first = at;
        } else if at >= state.first + fit {
            state.first = at + 1 - fit;
        }
    }
    state.first = state.first.min(last);
    let first = state.first;
    for place in 0..fit {
        let Some(family) = prompt.families.get(first + place) else {
            break;
        };
        let index = family.row();
        let row = &prompt.rows[index];
        let row_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), high - 1.0));
        let chosen = current == Some(first + place);
        let response = pen.row(row_rect, ("choice", index), chosen);
        if response.clicked()
            || (place < 9 && pen.pressed(Press::of(crate::client::keys::DIGITS[place])))
        {
            deeds.push(Deed::Choose(index));
        }
        let ink = if chosen { p::ON_GILT } else { p::TEXT };
        let centre = row_rect.center().y;
        if place < 9 {
            paint::key_cap(
                &painter,
                pos2(row_rect.left() + 4.0, centre),
                &crate::client::keys::cap(crate::client::keys::DIGITS[place.min(8)]),
                false,
            );
        }
        pen.icons.draw(
            &painter,
            icons::verb(&row.words),
            pos2(row_rect.left() + 38.0, centre),
            19.0,
            ink,
        );
        let chance = row
            .odds
            .as_ref()
            .and_then(chances::short)
            .unwrap_or_default();
        let mut right = if chance.is_empty() {
            row_rect.right() - 6.0
        } else {
            row_rect.right() - 50.0
        };
        if family.rows.len() > 1 {
            let (steps, turned) = pen.stepper(
                pos2(right, centre),
                family.at,
                family.rows.len(),
                ink,
                ("ways", first + place),
            );
            right = steps.left() - 4.0;
            if turned != 0 {
                deeds.push(Deed::Choose(index));
                deeds.push(Deed::Sideways(turned));
            }
        }
        let words = prompt.told(row);
        paint::line(
            &painter,
            pos2(row_rect.left() + 54.0, centre),
            Align2::LEFT_CENTER,
            &words,
            fonts::medium(14.0),
            ink,
            right - row_rect.left() - 56.0,
        );
        if !chance.is_empty() {
            painter.text(
                pos2(row_rect.right() - 7.0, centre),
                Align2::RIGHT_CENTER,
                chance,
                fonts::bold(14.0),
                ink,
            );
        }
        if prompt.entry().preset.choice == row.choice && !chosen {
            painter.rect_stroke(
                row_rect,
                0.0,
                Stroke::new(1.0, p::faded(p::GILT, 150)),
                StrokeKind::Inside,
            );
        }
        y += high;
    }
    if count > fit {
        let more = format!(
            "{} to {} of {} \u{b7} wheel or PgUp, PgDn",
            first + 1,
            first + fit,
            count
        );
        if y + 18.0 < inner.bottom() - BUTTONS {
            painter.text(
                pos2(inner.left(), y + 2.0),
                Align2::LEFT_TOP,
                more,
                fonts::plain(12.0),
                p::DIM,
            );
            y += 17.0;
        }
        let over = pen.ui.input(|input| {
            let at = input.pointer.hover_pos();
            (
                at.is_some_and(|at| rect.contains(at)),
                input.smooth_scroll_delta().y,
            )
        });
        if over.0 && over.1.abs() > 0.5 {
            deeds.push(Deed::Scroll(if over.1 > 0.0 { -1 } else { 1 }));
        }
        if pen.pressed(Press::of(Key::PageDown)) {
            deeds.push(Deed::Scroll(fit as i32));
        }
        if pen.pressed(Press::of(Key::PageUp)) {
            deeds.push(Deed::Scroll(-(fit as i32)));
        }
    }
    let most = if layout.size <= Size::Compact { 2 } else { 4 };
    let lines = ((inner.bottom() - BUTTONS - 16.0 - y) / refused::HIGH).max(0.0) as usize;
    let lines = lines.min(most);
    y = refused::draw(pen, prompt, inner, y, lines, &mut deeds);

    // The buttons at the bottom, the details between.
    let main = Rect::from_min_max(pos2(inner.left() + 112.0, inner.bottom() - 44.0), inner.max);
    let back = Rect::from_min_max(
        pos2(inner.left(), inner.bottom() - 44.0),
        pos2(main.left() - 8.0, inner.bottom()),
    );
    let drafted = prompt.entry().draft.is_some();
    let undo = Button::new("Undo")
        .key(Press::of(Key::Backspace))
        .size(14.5)
        .rank(if drafted { Rank::Plain } else { Rank::Off });
    if pen.button(back, &undo) {
        deeds.push(Deed::Undo);
    }
    let ready = prompt.refusal.is_none();
    let go = Button::new(commit)
        .key(Press::of(Key::Enter))
        .rank(if ready { Rank::Main } else { Rank::Off })
        .size(16.0);
    if pen.button(main, &go) {
        deeds.push(Deed::Go);
    }
    rule(&painter, rect, y + 4.0);
    let room = Rect::from_min_max(
        pos2(inner.left(), y + 10.0),
        pos2(inner.right(), main.top() - 8.0),
    );
    match prompt.asked {
        // Some systems move and strike in one answer: then the chance is what matters.
        Asked::Plan if prompt.odds.is_none() => plan(pen, prompt, room),
        _ => odds(pen, prompt, room, &mut deeds),
    }
    deeds
}
