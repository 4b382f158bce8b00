//! The panel at the right: the list of choices, and below it the walk or the odds of the one looked
//! at. What a player does there is handed back as [`Deed`]s.

use super::chances;
use super::charts;
use super::layout::{Layout, Size};
use super::prompt::{Asked, Prompt};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside, rule};
use crate::client::look::{fonts, icons, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Stroke, StrokeKind, pos2, vec2};

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
    /// The list moves.
    Scroll(i32),
}

/// State of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct PanelState {
    /// First row shown.
    pub first: usize,
}

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
    (high, fit.min(prompt.rows.len().max(1)))
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
    let caption = format!("{}, {}", prompt.card.kind, name);
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
    let last = prompt.rows.len().saturating_sub(fit);
    if let Some(row) = prompt.row {
        if row < state.first {
            state.first = row;
        } else if row >= state.first + fit {
            state.first = row + 1 - fit;
        }
    }
    state.first = state.first.min(last);
    let first = state.first;
    for place in 0..fit {
        let index = first + place;
        let Some(row) = prompt.rows.get(index) else {
            break;
        };
        let row_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), high - 1.0));
        let chosen = prompt.row == Some(index);
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
                &(place + 1).to_string(),
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
        let right = if chance.is_empty() {
            row_rect.right() - 6.0
        } else {
            row_rect.right() - 50.0
        };
        let words = crate::seat::tale::capital(&row.words);
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
    if prompt.rows.len() > fit {
        let more = format!(
            "{} to {} of {} \u{b7} wheel or PgUp, PgDn",
            first + 1,
            first + fit,
            prompt.rows.len()
        );
        painter.text(
            pos2(inner.left(), y + 2.0),
            Align2::LEFT_TOP,
            more,
            fonts::plain(12.0),
            p::DIM,
        );
        y += 17.0;
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

/// A line of a fact with its value at the right; how far down it goes.
fn fact(
    pen: &Pen,
    room: Rect,
    y: f32,
    words: &str,
    value: &str,
    colour: bevy_egui::egui::Color32,
) -> f32 {
    if y + 19.0 > room.bottom() {
        return y;
    }
    let painter = pen.painter();
    paint::line(
        &painter,
        pos2(room.left(), y),
        Align2::LEFT_TOP,
        words,
        fonts::plain(14.5),
        p::TEXT,
        room.width() - 90.0,
    );
    painter.text(
        pos2(room.right(), y),
        Align2::RIGHT_TOP,
        value,
        fonts::bold(14.5),
        colour,
    );
    y + 20.0
}

/// The walk a plan would be: metres, turns, where it ends, who may strike on the way.
fn plan(pen: &mut Pen, prompt: &Prompt, room: Rect) {
    if room.height() < 24.0 {
        return;
    }
    let painter = pen.painter();
    let words = crate::seat::tale::capital(&prompt.words);
    let mut y = paint::within(
        &painter,
        room,
        room.top(),
        &words,
        fonts::name(19.0),
        p::TEXT,
        2,
    ) + 4.0;
    if let Some(refusal) = &prompt.refusal {
        paint::within(&painter, room, y, refusal, fonts::plain(14.5), p::DANGER, 4);
        return;
    }
    let reason = &prompt.entry().preset.reason;
    if prompt.choice == prompt.entry().preset.choice && !reason.is_empty() {
        y = paint::within(
            &painter,
            room,
            y,
            &format!("Proposed: {reason}."),
            fonts::plain(13.5),
            p::GOOD,
            2,
        ) + 3.0;
    }
    let Some(walk) = &prompt.walk else {
        return;
    };
    y = fact(
        pen,
        room,
        y,
        if walk.run { "Runs" } else { "Walks" },
        &format!("{} m", walk.metres()),
        p::TEXT,
    );
    if walk.turned > 0 {
        y = fact(
            pen,
            room,
            y,
            "Turns on the way",
            &format!("{}\u{b0}", walk.turned * 60),
            p::TEXT,
        );
    }
    if let Some(facing) = walk.facing {
        y = fact(
            pen,
            room,
            y,
            "Ends facing",
            prompt.sight.dir(facing),
            p::TEXT,
        );
    }
    if walk.charges {
        y = fact(pen, room, y, "Comes to a charge", "", p::WARN);
    }
    if !walk.stops.is_empty() {
        y = paint::within(
            &painter,
            room,
            y,
            &format!("Stops: {}", walk.stops),
            fonts::plain(13.5),
            p::WARN,
            2,
        ) + 3.0;
    }
    if let Some(then) = &prompt.choice.slots.then {
        let words = format!("Then {}", prompt.sight.words(prompt.who(), then));
        y = paint::within(&painter, room, y, &words, fonts::plain(14.0), p::LINK, 2) + 3.0;
    }
    for threat in &prompt.threats {
        if y + 40.0 > room.bottom() {
            break;
        }
        let name = prompt.sight.name(threat.who);
        pen.icons.draw(
            &painter,
            "crossed-swords",
            pos2(room.left() + 8.0, y + 9.0),
            16.0,
            p::DANGER,
        );
        paint::line(
            &painter,
            pos2(room.left() + 22.0, y),
            Align2::LEFT_TOP,
            &format!("{name} may strike in passing"),
            fonts::medium(15.0),
            p::DANGER,
            room.width() - 22.0,
        );
        let steps: Vec<String> = threat.steps.iter().map(ToString::to_string).collect();
        let step = if steps.len() == 1 { "step" } else { "steps" };
        let how = format!("{}; {step} {}", threat.words, steps.join(", "));
        y = paint::prose(
            &painter,
            pos2(room.left(), y + 19.0),
            &how,
            fonts::plain(13.5),
            p::DIM,
            room.width(),
            2,
        ) + 4.0;
    }
}

/// The odds of a choice: ruler, modifiers, answers, what may come of it.
fn odds(pen: &mut Pen, prompt: &Prompt, room: Rect, deeds: &mut Vec<Deed>) {
    if room.height() < 54.0 {
        return;
    }
    let painter = pen.painter();
    let mut y = room.top();
    let words = crate::seat::tale::capital(&prompt.words);
    if let Some(refusal) = &prompt.refusal {
        y = paint::within(
            &painter,
            room,
            room.top(),
            &words,
            fonts::name(19.0),
            p::TEXT,
            2,
        ) + 4.0;
        paint::within(&painter, room, y, refusal, fonts::plain(14.5), p::DANGER, 4);
        return;
    }
    let Some(found) = &prompt.odds else {
        y = paint::within(
            &painter,
            room,
            room.top(),
            &words,
            fonts::name(19.0),
            p::TEXT,
            3,
        ) + 4.0;
        let reason = &prompt.entry().preset.reason;
        let text = if prompt.choice == prompt.entry().preset.choice && !reason.is_empty() {
            format!("Proposed: {reason}.")
        } else {
            "There is no chance in it.".to_owned()
        };
        paint::within(&painter, room, y, &text, fonts::plain(14.0), p::DIM, 3);
        return;
    };
    if let Some((target, faces)) = found.target {
        let title = format!("{target} or less on a d{faces}");
        painter.text(
            pos2(room.left(), y),
            Align2::LEFT_TOP,
            title,
            fonts::bold(15.5),
            p::TEXT,
        );
        let share = target.clamp(0, i32::from(faces)) as f32 / f32::from(faces.max(1));
        painter.text(
            pos2(room.right(), y - 3.0),
            Align2::RIGHT_TOP,
            chances::percent(share),
            fonts::bold(20.0),
            p::GILT,
        );
        charts::ruler(
            &painter,
            Rect::from_min_size(pos2(room.left(), y + 24.0), vec2(room.width(), 24.0)),
            target,
            faces,
            None,
        );
        y += 53.0;
    }
    let most = ((room.bottom() - y - 150.0) / 19.0).max(2.0) as usize;
    for modifier in found.modifiers.iter().take(most) {
        let sign = if modifier.value > 0 { "+" } else { "" };
        let label =
            painter.layout_no_wrap(fonts::shown(&modifier.label), fonts::plain(14.0), p::TEXT);
        let wide = label.size().x.min(room.width() - 90.0);
        painter.galley(pos2(room.left(), y), label, p::TEXT);
        painter.text(
            pos2(room.left() + wide + 6.0, y + 1.0),
            Align2::LEFT_TOP,
            modifier.rule.to_string(),
            fonts::medium(12.0),
            p::LINK,
        );
        let colour = match modifier.value {
            value if value < 0 => p::DANGER,
            0 => p::DIM,
            _ => p::GOOD,
        };
        painter.text(
            pos2(room.right(), y),
            Align2::RIGHT_TOP,
            format!("{sign}{}", modifier.value),
            fonts::bold(14.0),
            colour,
        );
        y += 19.0;
    }
    if prompt.chances.len() > 1 {
        y += 4.0;
        let label = painter.text(
            pos2(room.left(), y + 12.0),
            Align2::LEFT_CENTER,
            "If he",
            fonts::plain(13.5),
            p::DIM,
        );
        let cap = paint::key_cap(&painter, pos2(label.right() + 5.0, y + 12.0), "I", false);
        let mut x = cap.right() + 6.0;
        for (index, answer) in prompt.chances.iter().enumerate() {
            let words = format!("{}, {}", answer.answer, chances::percent(answer.success));
            let galley = painter.layout_no_wrap(fonts::shown(&words), fonts::bold(12.5), p::TEXT);
            let wide = galley.size().x + 12.0;
            if x + wide > room.right() && x > room.left() {
                x = room.left();
                y += 27.0;
            }
            let rect = Rect::from_min_size(pos2(x, y), vec2(wide.min(room.width()), 24.0));
            let chosen = index == prompt.answer;
            if pen.area(rect, ("answer", index)).clicked() {
                deeds.push(Deed::Answer(index));
            }
            painter.rect_filled(rect, 0.0, p::CONTROL);
            painter.rect_stroke(
                rect,
                0.0,
                Stroke::new(
                    if chosen { 2.0 } else { 1.0 },
                    if chosen { p::GILT } else { p::RULE },
                ),
                StrokeKind::Inside,
            );
            painter.galley(rect.center() - galley.size() / 2.0, galley, p::TEXT);
            x += wide + 5.0;
        }
        if pen.pressed(Press::of(Key::I)) {
            deeds.push(Deed::Answer((prompt.answer + 1) % prompt.chances.len()));
        }
        y += 32.0;
    }
    if let Some(now) = prompt.chances.get(prompt.answer) {
        let idle = (prompt.answer > 0).then(|| &prompt.chances[0]);
        y = charts::outcomes(
            &painter,
            Rect::from_min_max(pos2(room.left(), y), room.max),
            now,
            idle,
        );
    }
    if !found.proviso.is_empty() && y + 16.0 < room.bottom() {
        paint::within(
            &painter,
            room,
            y,
            &found.proviso,
            fonts::plain(12.5),
            p::DIM,
            2,
        );
    }
}
