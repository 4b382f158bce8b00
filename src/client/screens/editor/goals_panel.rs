//! The inspector's part for zones and objectives.

use super::EditorState;
use super::goals::{self, KINDS};
use super::inspector::{choices, heading};
use super::people::TICK_S;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::{field, fonts, paint, palette as p};
use crate::level::Join;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use smol_str::SmolStr;

/// The zones, the one in hand, its name.
pub(super) fn zones(pen: &mut Pen, room: Rect, state: &mut EditorState) -> f32 {
    let y = heading(pen, room, "Zones");
    let names: Vec<SmolStr> = state.sheet.level.zones.keys().cloned().collect();
    let words: Vec<String> = names.iter().map(SmolStr::to_string).collect();
    let known = names.iter().position(|name| *name == state.zone);
    let mut at = known.or((!names.is_empty()).then_some(0));
    let (mut y, clicked) = choices(pen, room, y, &words, at);
    at = clicked.or(at);
    if let Some(at) = at {
        state.zone = names[at].clone();
    }
    let row = |y: f32| Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 30.0));
    let add = Button::new("A new zone").key(Press::of(Key::N)).size(13.5);
    if pen.button(row(y), &add) {
        state.sheet.stroke(|sheet| state.zone = sheet.new_zone());
    }
    y += 36.0;
    if let Some(name) = at.map(|at| names[at].clone()) {
        let mut words = name.to_string();
        if field::entry(pen, row(y), "zone name", &mut words, "Its name") {
            let mut renamed = false;
            state.sheet.stroke(|sheet| {
                sheet.rename_zone(&name, &words);
                renamed = sheet.level.zones.contains_key(words.as_str());
            });
            if renamed {
                state.zone = words.into();
            }
        }
        y += 36.0;
        let gone = Button::new("Take it away")
            .key(Press::of(Key::Delete))
            .size(13.5);
        if pen.button(row(y), &gone) {
            state.sheet.stroke(|sheet| sheet.remove_zone(&name));
        }
        y += 36.0;
    }
    let words = match at {
        Some(_) => "A stroke over the board adds hexes; one that begins inside takes them out.",
        None => "A zone is ground that an objective is about.",
    };
    hint(pen, room, y, words)
}

fn hint(pen: &Pen, room: Rect, y: f32, words: &str) -> f32 {
    let painter = pen.painter();
    paint::within(&painter, room, y, words, fonts::plain(13.5), p::DIM, 4) + 8.0
}

/// What a side has to do, one block for each objective.
pub(super) fn objectives(pen: &mut Pen, room: Rect, state: &mut EditorState) -> f32 {
    let y = heading(pen, room, "What has to be done by");
    let sides = state.sheet.level.sides.iter();
    let words: Vec<String> = sides.map(|side| side.name.to_string()).collect();
    let at = state.side.min(words.len().saturating_sub(1));
    let (mut y, clicked) = choices(pen, room, y, &words, Some(at));
    let side = clicked.unwrap_or(at);
    state.side = side;
    let row = |y: f32| Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 30.0));
    let now = state.sheet.level.sides[side].objectives.clone();
    state.goal = state.goal.min(now.list.len() - 1);
    if now.list.len() > 1 {
        let words = match now.join {
            Join::All => "All of these",
            Join::Any => "Any one of these",
        };
        if pen.button(row(y), &Button::new(words).size(13.5)) {
            let other = match now.join {
                Join::All => Join::Any,
                Join::Any => Join::All,
            };
            let to = |sheet: &mut super::sheet::Sheet| {
                sheet.level.sides[side].objectives.join = other;
            };
            state.sheet.stroke(to);
        }
        y += 36.0;
    }
    for at in 0..now.list.len() {
        if y + 66.0 > room.bottom() {
            break;
        }
        y = objective(
            pen,
            Rect::from_min_max(pos2(room.left(), y), room.max),
            state,
            side,
            at,
        );
    }
    if y + 30.0 < room.bottom() && now.list.len() < crate::level::MAX_OBJECTIVES {
        let add = Button::new("Another").key(Press::of(Key::N)).size(13.5);
        if pen.button(row(y), &add) {
            state.sheet.stroke(|sheet| sheet.add_goal(side));
            state.goal = now.list.len();
        }
        y += 40.0;
    }
    if y + 30.0 < room.bottom() {
        let limit = state.sheet.level.limit_s;
        let words = format!("Points decide at {limit} s");
        if let Some(by) = stepper(pen, row(y), &words) {
            let to = (i64::from(limit) + i64::from(by) * 60).clamp(i64::from(TICK_S), 86_400);
            state.sheet.stroke(|sheet| sheet.level.limit_s = to as u32);
        }
        y += 38.0;
    }
    hint(
        pen,
        room,
        y,
        "A click on somebody names him in the objective in hand, if it is about people.",
    )
}

/// One objective; how far down it reaches.
fn objective(pen: &mut Pen, room: Rect, state: &mut EditorState, side: usize, at: usize) -> f32 {
    let mut goal = state.sheet.level.sides[side].objectives.list[at].clone();
    let before = goal.clone();
    let mut y = room.top();
    let row = |y: f32| Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 30.0));
    let rank = if state.goal == at {
        Rank::Chosen
    } else {
        Rank::Plain
    };
    let mut kind = row(y);
    kind.max.x -= 46.0;
    let words = KINDS[goals::kind(&goal)];
    if pen.button(kind, &Button::new(words).rank(rank).size(14.0)) {
        // The first click takes it in hand, the next ones change it.
        if state.goal == at {
            state.sheet.stroke(|sheet| sheet.next_kind(side, at));
            return y + 36.0;
        }
        state.goal = at;
    }
    let mut gone = row(y);
    gone.min.x = gone.max.x - 40.0;
    let alone = state.sheet.level.sides[side].objectives.list.len() == 1;
    let off = if alone { Rank::Off } else { Rank::Plain };
    if pen.button(gone, &Button::new("\u{2212}").rank(off).size(16.0)) {
        state.sheet.stroke(|sheet| sheet.remove_goal(side, at));
        return y + 36.0;
    }
    y += 34.0;
    if let Some(names) = goals::names_of(&mut goal) {
        let words = names.join(", ");
        let painter = pen.painter();
        y = paint::within(&painter, room, y, &words, fonts::plain(14.0), p::TEXT, 2) + 4.0;
    }
    if let Some(zone) = goals::zone_of(&mut goal) {
        let words = format!("In {zone}");
        if pen.button(row(y), &Button::new(&words).size(13.5)) {
            let zones = &state.sheet.level.zones;
            let next = zones.keys().skip_while(|name| *name != zone).nth(1);
            if let Some(next) = next.or(zones.keys().next()) {
                *zone = next.clone();
            }
        }
        y += 34.0;
    }
    if let Some(count) = goals::count_of(&mut goal) {
        let words = format!("{count} of them");
        if let Some(by) = stepper(pen, row(y), &words) {
            *count = count.saturating_add_signed(by as i16).max(1);
        }
        y += 34.0;
    }
    if let Some(time) = goals::time_of(&goal) {
        let words = match (goals::kind(&goal), time) {
            (2, 0) => "To the end".to_owned(),
            (4, 0) => "By the end".to_owned(),
            (2, time) => format!("Until {time} s"),
            (4, time) => format!("By {time} s"),
            (3, time) => format!("For {time} s on end"),
            (_, time) => format!("At {time} s"),
        };
        if let Some(by) = stepper(pen, row(y), &words) {
            let to = i64::from(time) + i64::from(by) * i64::from(TICK_S);
            goals::set_time(&mut goal, to.clamp(0, 86_400) as u32);
        }
        y += 34.0;
    }
    if goal != before {
        let to = |sheet: &mut super::sheet::Sheet| {
            sheet.level.sides[side].objectives.list[at] = goal;
        };
        state.sheet.stroke(to);
    }
    y + 6.0
}

/// Words with a button for less and one for more; -1 or 1 when one is pressed.
pub(super) fn stepper(pen: &mut Pen, rect: Rect, words: &str) -> Option<i32> {
    let painter = pen.painter();
    paint::line(
        &painter,
        pos2(rect.left(), rect.center().y),
        Align2::LEFT_CENTER,
        words,
        fonts::medium(14.5),
        p::TEXT,
        rect.width() - 112.0,
    );
    let mut found = None;
    for (place, words, by) in [(1.0, "\u{2212}", -1), (0.0, "+", 1)] {
        let button = Rect::from_min_size(
            pos2(rect.right() - 50.0 - place * 55.0, rect.top()),
            vec2(50.0, rect.height()),
        );
        if pen.button(button, &Button::new(words).size(15.0)) {
            found = Some(by);
        }
    }
    found
}
