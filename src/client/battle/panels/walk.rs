//! The walk a plan would be: metres, turns, its end, who may strike on the way.

use crate::client::battle::prompt::Prompt;
use crate::client::battle::{chances, charts};
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use crate::seat::foresight::Threat;
use crate::seat::odds_words;
use crate::seat::tale::capital;
use bevy_egui::egui::{Align2, Rect, pos2, vec2};

/// A line of a fact with its value at the right; how far down it goes.
pub(super) fn fact(
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
pub(super) fn plan(pen: &mut Pen, prompt: &Prompt, room: Rect) {
    if room.height() < 24.0 {
        return;
    }
    let painter = pen.painter();
    let words = capital(&prompt.words);
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
        y = passing(
            pen,
            prompt,
            threat,
            Rect::from_min_max(pos2(room.left(), y), room.max),
        );
    }
}

/// Who may strike on the way: at which steps, with what chance, and what it would do.
fn passing(pen: &Pen, prompt: &Prompt, threat: &Threat, room: Rect) -> f32 {
    let painter = pen.painter();
    let name = prompt.sight.name(threat.who);
    let mut y = room.top();
    pen.icons.draw(
        &painter,
        "crossed-swords",
        pos2(room.left() + 8.0, y + 9.0),
        16.0,
        p::DANGER,
    );
    let chance = threat.first().and_then(chances::short);
    let mut wide = room.width() - 22.0;
    if let Some(chance) = &chance {
        let figure = painter.text(
            pos2(room.right(), y - 1.0),
            Align2::RIGHT_TOP,
            chance,
            fonts::bold(17.0),
            p::DANGER,
        );
        wide -= figure.width() + 8.0;
    }
    paint::line(
        &painter,
        pos2(room.left() + 22.0, y),
        Align2::LEFT_TOP,
        &format!("{name} may strike in passing"),
        fonts::medium(15.0),
        p::DANGER,
        wide,
    );
    let how = format!("{}; {}", threat.words, odds_words::steps(threat));
    y = paint::prose(
        &painter,
        pos2(room.left(), y + 19.0),
        &how,
        fonts::plain(13.5),
        p::DIM,
        room.width(),
        2,
    ) + 4.0;
    let Some(odds) = threat.first() else {
        return y;
    };
    if y + 26.0 <= room.bottom() {
        let ruler = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 22.0));
        charts::ruler(&painter, ruler, odds);
        y += 27.0;
    }
    for answered in &odds.answers {
        if y + 19.0 > room.bottom() {
            break;
        }
        let came = chances::of(answered);
        let words = match answered.answer.as_str() {
            "" | "nothing" => "Hurt at all".to_owned(),
            answer => format!("After a {answer}, hurt at all"),
        };
        y = fact(
            pen,
            room,
            y,
            &words,
            &chances::percent(came.success),
            p::WARN,
        );
        let means: Vec<String> = came
            .spreads
            .iter()
            .filter(|spread| spread.mean >= 0.05)
            .map(|spread| format!("{} {:.1}", spread.name, spread.mean))
            .collect();
        if !means.is_empty() && y + 18.0 <= room.bottom() {
            let words = format!("on average {}", means.join(", "));
            y = paint::within(
                &painter,
                room,
                y - 2.0,
                &words,
                fonts::plain(13.0),
                p::DIM,
                1,
            ) + 2.0;
        }
    }
    y + 4.0
}
