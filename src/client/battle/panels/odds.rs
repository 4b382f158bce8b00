//! The odds of a choice: the ruler, what the number is made of, what may come of it.

use super::Deed;
use crate::client::battle::prompt::Prompt;
use crate::client::battle::{chances, charts};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Stroke, StrokeKind, pos2, vec2};

/// The odds of a choice: ruler, modifiers, answers, what may come of it.
pub(super) fn odds(pen: &mut Pen, prompt: &Prompt, room: Rect, deeds: &mut Vec<Deed>) {
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
        let share = found.check().map_or(0.0, chances::share);
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
            found,
        );
        y += 53.0;
    }
    let most = ((room.bottom() - y - 150.0) / 19.0).max(2.0) as usize;
    for (at, modifier) in found.modifiers.iter().take(most).enumerate() {
        let sign = if modifier.value > 0 { "+" } else { "" };
        let label =
            painter.layout_no_wrap(fonts::shown(&modifier.label), fonts::plain(14.0), p::TEXT);
        let wide = label.size().x.min(room.width() - 90.0);
        painter.galley(pos2(room.left(), y), label, p::TEXT);
        let rule = painter.text(
            pos2(room.left() + wide + 6.0, y + 1.0),
            Align2::LEFT_TOP,
            modifier.rule.to_string(),
            fonts::medium(12.0),
            p::LINK,
        );
        let response = pen.area(rule.expand(3.0), ("rule of", at));
        let under = Stroke::new(
            1.0,
            p::faded(p::LINK, if response.hovered() { 255 } else { 110 }),
        );
        painter.line_segment([rule.left_bottom(), rule.right_bottom()], under);
        if response.clicked() {
            deeds.push(Deed::Rule(modifier.rule.to_string()));
        }
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
        let cap = paint::key_cap(
            &painter,
            pos2(label.right() + 5.0, y + 12.0),
            &crate::client::keys::cap(Key::I),
            false,
        );
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
