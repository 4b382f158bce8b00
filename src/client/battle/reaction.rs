//! The sheet of answers to a blow: a card for each answer with its chance, what it saves, what it
//! costs; the board stays in sight above it.

use super::chances;
use super::charts;
use super::layout::Layout;
use super::panels::Deed;
use super::prompt::Prompt;
use crate::client::field::tokens::Tokens;
use crate::client::keys::{DIGITS, Stroke as Press};
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::{fonts, icons, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Sense, Stroke, StrokeKind, pos2, vec2};

/// Cards that fit side by side.
fn fit(width: f32) -> usize {
    ((width / 225.0) as usize).clamp(1, 5)
}

/// Draws the sheet; what was done.
pub fn draw(
    pen: &mut Pen,
    tokens: &mut Tokens,
    layout: &Layout,
    prompt: &Prompt,
    blows: &[String],
    first: &mut usize,
) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let rect = layout.sheet;
    let painter = pen.painter();
    pen.ui.interact(
        rect,
        bevy_egui::egui::Id::new("sheet"),
        Sense::click_and_drag(),
    );
    paint::panel(&painter, rect);
    let inner = rect.shrink2(vec2(18.0, 14.0));
    let who = prompt.who();
    let name = prompt.sight.name(who);
    if let Some(figure) = prompt.sight.figure(who) {
        tokens.face(
            &painter,
            pen.icons,
            pos2(inner.left() + 22.0, inner.top() + 20.0),
            44.0,
            figure.side,
            icons::archetype(&figure.label.archetype),
        );
    }
    let title = match blows.len() {
        0 | 1 => format!("{name} is struck at. What does he do?"),
        count => format!("{count} blows come at {name}. What does he do?"),
    };
    paint::line(
        &painter,
        pos2(inner.left() + 54.0, inner.top() - 2.0),
        Align2::LEFT_TOP,
        &title,
        fonts::name(24.0),
        p::TEXT,
        inner.width() - 330.0,
    );
    let told = blows.join(" \u{b7} ");
    paint::line(
        &painter,
        pos2(inner.left() + 54.0, inner.top() + 26.0),
        Align2::LEFT_TOP,
        &told,
        fonts::plain(14.0),
        p::DIM,
        inner.width() - 330.0,
    );
    let (done, all) = prompt.progress();
    if all > 1 {
        painter.text(
            pos2(inner.right(), inner.top()),
            Align2::RIGHT_TOP,
            format!("{} of {all} to answer", done + 1),
            fonts::plain(14.0),
            p::DIM,
        );
    }
    painter.text(
        pos2(inner.right(), inner.top() + 20.0),
        Align2::RIGHT_TOP,
        "Chance in % of each loss",
        fonts::plain(13.0),
        p::DIM,
    );

    let top = inner.top() + 54.0;
    let bottom = inner.bottom() - 26.0;
    let buttons = 190.0;
    let room = inner.width() - buttons - 12.0;
    let offered = &prompt.families;
    let count = fit(room).min(offered.len().max(1));
    let current = prompt.family();
    if let Some(at) = current {
        *first = (*first).clamp((at + 1).saturating_sub(count), at);
    }
    *first = (*first).min(offered.len().saturating_sub(count));
    let wide = (room - 10.0 * (count as f32 - 1.0)) / count as f32;
    let families = offered.iter().enumerate().skip(*first).take(count);
    for (place, (at, family)) in families.enumerate() {
        let index = family.row();
        let row = &prompt.rows[index];
        let card = Rect::from_min_max(
            pos2(inner.left() + place as f32 * (wide + 10.0), top),
            pos2(inner.left() + place as f32 * (wide + 10.0) + wide, bottom),
        );
        let chosen = current == Some(at);
        let response = pen.area(card, ("react", index));
        if response.clicked() || (place < 9 && pen.pressed(Press::of(DIGITS[place]))) {
            deeds.push(Deed::Choose(index));
        }
        painter.rect_filled(
            card,
            0.0,
            if chosen {
                bevy_egui::egui::Color32::from_rgb(0x2E, 0x2E, 0x26)
            } else {
                p::CARD
            },
        );
        let (width, line) = if chosen {
            (2.0, p::GILT)
        } else {
            (1.0, p::RULE)
        };
        painter.rect_stroke(card, 0.0, Stroke::new(width, line), StrokeKind::Inside);
        let body = card.shrink2(vec2(12.0, 9.0));
        pen.icons.draw(
            &painter,
            icons::verb(&row.words),
            pos2(body.left() + 11.0, body.top() + 12.0),
            23.0,
            p::TEXT,
        );
        let word = row.choice.verb.replace('_', " ");
        let heading = paint::line(
            &painter,
            pos2(body.left() + 28.0, body.top()),
            Align2::LEFT_TOP,
            &crate::seat::tale::capital(&word),
            fonts::name(19.0),
            p::TEXT,
            body.width() - 100.0,
        );
        paint::key_cap(
            &painter,
            pos2(heading.right() + 8.0, heading.center().y),
            &crate::client::keys::cap(crate::client::keys::DIGITS[place.min(8)]),
            false,
        );
        let odds = row.odds.as_ref();
        if let Some(short) = odds
            .and_then(|odds| odds.target.map(|_| odds))
            .and_then(chances::short)
        {
            painter.text(
                pos2(body.right(), body.top() + 1.0),
                Align2::RIGHT_TOP,
                short,
                fonts::bold(19.0),
                if chosen { p::GILT } else { p::TEXT },
            );
        }
        let mut words_right = body.right();
        if family.rows.len() > 1 {
            let (steps, turned) = pen.stepper(
                pos2(body.right() + 4.0, body.top() + 36.0),
                family.at,
                family.rows.len(),
                p::TEXT,
                ("answers", at),
            );
            words_right = steps.left() - 2.0;
            if turned != 0 {
                deeds.push(Deed::Choose(index));
                deeds.push(Deed::Sideways(turned));
            }
        }
        let mut y = paint::prose(
            &painter,
            pos2(body.left(), body.top() + 27.0),
            &crate::seat::tale::capital(&row.words),
            fonts::plain(13.5),
            p::DIM,
            words_right - body.left(),
            2,
        ) + 2.0;
        let Some(now) = odds.and_then(|odds| odds.answers.first()).map(chances::of) else {
            continue;
        };
        let foot = body.bottom() - 34.0;
        if let Some(spread) = now.spreads.first() {
            if foot - y > 44.0 {
                charts::histogram(
                    &painter,
                    Rect::from_min_max(pos2(body.left(), y), pos2(body.right(), foot - 4.0)),
                    spread,
                );
            }
            y = foot;
        }
        let mut words: Vec<String> = now
            .spreads
            .iter()
            .map(|spread| format!("{} {:.1}", spread.name, spread.mean))
            .collect();
        if words.is_empty() {
            words.push("nothing lost".to_owned());
        } else if let Some(first) = words.first_mut() {
            *first = format!("Loses on average {first}");
        }
        words.extend(
            now.notes
                .iter()
                .filter(|(note, share)| note != "critical" && *share > 0.01)
                .map(|(note, share)| format!("{note} {}", chances::percent(*share))),
        );
        paint::prose(
            &painter,
            pos2(body.left(), y.max(foot)),
            &words.join(", "),
            fonts::plain(13.0),
            p::TEXT,
            body.width(),
            2,
        );
    }
    let side = Rect::from_min_max(
        pos2(inner.right() - buttons, top),
        pos2(inner.right(), bottom),
    );
    if offered.len() > count {
        let (less, more) = (
            Rect::from_min_size(side.min, vec2(buttons / 2.0 - 4.0, 36.0)),
            Rect::from_min_size(
                pos2(side.center().x + 4.0, side.top()),
                vec2(buttons / 2.0 - 4.0, 36.0),
            ),
        );
        let here = current.unwrap_or(0);
        for (rect, words, next) in [
            (less, "Before", here.checked_sub(1)),
            (more, "More", Some(here + 1)),
        ] {
            let family = next.and_then(|next| offered.get(next));
            let rank = if family.is_some() {
                Rank::Plain
            } else {
                Rank::Off
            };
            if pen.button(rect, &Button::new(words).size(13.5).rank(rank))
                && let Some(family) = family
            {
                deeds.push(Deed::Choose(family.row()));
            }
        }
    }
    if current.is_some_and(|at| offered[at].rows.len() > 1) {
        let y = side.bottom() - 104.0;
        let x = paint::key_cap(
            &painter,
            pos2(side.left(), y),
            &crate::client::keys::cap(Key::ArrowLeft),
            false,
        )
        .right()
            + 3.0;
        let x = paint::key_cap(
            &painter,
            pos2(x, y),
            &crate::client::keys::cap(Key::ArrowRight),
            false,
        )
        .right()
            + 5.0;
        paint::line(
            &painter,
            pos2(x, y),
            Align2::LEFT_CENTER,
            "other ways of it",
            fonts::plain(12.5),
            p::DIM,
            side.right() - x,
        );
    }
    // What cannot be, with the reason, between the ways and the main button.
    let mut y = side.top() + if offered.len() > count { 44.0 } else { 0.0 };
    for row in &prompt.rows[prompt.offered..] {
        let Some(refusal) = &row.refusal else {
            continue;
        };
        if y + 48.0 > side.bottom() - 114.0 {
            break;
        }
        let words = format!("{}: {refusal}", row.kind());
        y = paint::prose(
            &painter,
            pos2(side.left(), y),
            &words,
            fonts::plain(12.5),
            p::OFF,
            buttons,
            3,
        ) + 3.0;
    }
    let word = crate::seat::tale::capital(&prompt.choice.verb.replace('_', " "));
    let main = Rect::from_min_max(pos2(side.left(), side.bottom() - 88.0), side.max);
    let rank = if prompt.refusal.is_some() {
        Rank::Off
    } else {
        Rank::Main
    };
    if pen.button(
        main,
        &Button::new(&word)
            .key(Press::of(Key::Enter))
            .rank(rank)
            .size(18.0),
    ) {
        deeds.push(Deed::Go);
    }
    let reason = &prompt.entry().preset.reason;
    if !reason.is_empty() {
        let words = format!(
            "Proposed: {}; {reason}.",
            prompt.sight.words(who, &prompt.entry().preset.choice)
        );
        paint::line(
            &painter,
            pos2(inner.left(), inner.bottom() - 16.0),
            Align2::LEFT_TOP,
            &words,
            fonts::medium(14.0),
            p::GOOD,
            inner.width() - 10.0,
        );
    }
    deeds
}
