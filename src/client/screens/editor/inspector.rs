//! The inspector at the right: what the tool in hand may be told, who is selected, the level itself.

use super::EditorState;
use super::goals_panel::{self, stepper};
use super::people::TICK_S;
use super::sheet::Brush;
use super::tools::Tool;
use crate::client::field::tokens::Tokens;
use crate::client::keys::{Stroke as Press, cap};
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{field, fonts, icons, paint, palette as p};
use crate::combat::combatant::SideId;
use crate::level::Controller;
use crate::level::words::{COLOURS, CONTROLLERS, EDGES, GROUNDS, LIGHTS, OBJECTS, SOURCES};
use crate::seat::tale::capital;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

/// Height of a row of choices.
const ROW: f32 = 26.0;

pub(super) fn draw(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut EditorState) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let y = match state.tool {
        Tool::Terrain | Tool::Fill => brushes(pen, inner, state),
        Tool::Height => heights(pen, inner, state),
        Tool::Wall => walls(pen, inner, state),
        Tool::People => people(pen, inner, state),
        Tool::Zone => goals_panel::zones(pen, inner, state),
        Tool::Objective => goals_panel::objectives(pen, inner, state),
        Tool::Select | Tool::Erase => inner.top(),
    };
    let mut room = Rect::from_min_max(pos2(inner.left(), y), inner.max);
    if matches!(state.tool, Tool::Select | Tool::People) {
        room.min.y = selected(pen, room, state);
    }
    if state.tool == Tool::Select {
        whole(pen, tokens, room, state);
    }
}

pub(super) fn heading(pen: &Pen, room: Rect, words: &str) -> f32 {
    let painter = pen.painter();
    paint::within(
        &painter,
        room,
        room.top(),
        words,
        fonts::name(18.0),
        p::TEXT,
        1,
    ) + 4.0
}

/// Choices in two columns, one of them chosen; how far down they reach, and which was clicked.
pub(super) fn choices(
    pen: &mut Pen,
    room: Rect,
    y: f32,
    words: &[String],
    at: Option<usize>,
) -> (f32, Option<usize>) {
    let wide = (room.width() - 6.0) / 2.0;
    let rows = words.len().div_ceil(2);
    let high = ((room.bottom() - y) / rows.max(1) as f32).clamp(17.0, ROW);
    let mut clicked = None;
    for (index, word) in words.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(
                room.left() + (index % 2) as f32 * (wide + 6.0),
                y + (index / 2) as f32 * high,
            ),
            vec2(wide, high - 3.0),
        );
        if place.bottom() > room.bottom() + 1.0 {
            break;
        }
        let rank = if at == Some(index) {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        if pen.button(place, &Button::new(word).rank(rank).size(13.0)) {
            clicked = Some(index);
        }
    }
    (y + rows as f32 * high + 4.0, clicked)
}

fn brushes(pen: &mut Pen, inner: Rect, state: &mut EditorState) -> f32 {
    let words = if state.tool == Tool::Fill {
        "Fill with"
    } else {
        "Paint"
    };
    let y = heading(pen, inner, words);
    let grounds = GROUNDS.iter().map(|(_, ground)| Brush::Ground(*ground));
    let objects = OBJECTS.iter().map(|(_, object)| Brush::Object(*object));
    let lights = SOURCES.iter().map(|(_, light)| Brush::Light(*light));
    let brushes: Vec<Brush> = grounds
        .chain(objects)
        .chain(lights)
        .chain([Brush::Exit])
        .collect();
    let names = GROUNDS.iter().map(|(name, _)| *name);
    let names = names.chain(OBJECTS.iter().map(|(name, _)| *name));
    let names = names
        .chain(SOURCES.iter().map(|(name, _)| *name))
        .chain(["exit"]);
    let words: Vec<String> = names.map(|name| capital(&name.replace('_', " "))).collect();
    let at = brushes.iter().position(|brush| *brush == state.brush);
    let (y, clicked) = choices(pen, inner, y, &words, at);
    if let Some(brush) = clicked.and_then(|at| brushes.get(at)) {
        state.brush = *brush;
    }
    y
}

fn heights(pen: &mut Pen, inner: Rect, state: &mut EditorState) -> f32 {
    let y = heading(pen, inner, "Height");
    let words = ["Lower", "Raise"].map(str::to_owned);
    let at = usize::from(state.step > 0);
    let (y, clicked) = choices(pen, inner, y, &words, Some(at));
    if let Some(at) = clicked {
        state.step = if at == 0 { -1 } else { 1 };
    }
    let painter = pen.painter();
    let words = format!(
        "{} lowers, {} raises what a stroke passes.",
        cap(Key::OpenBracket),
        cap(Key::CloseBracket)
    );
    paint::within(&painter, inner, y, &words, fonts::plain(13.5), p::DIM, 3) + 8.0
}

fn walls(pen: &mut Pen, inner: Rect, state: &mut EditorState) -> f32 {
    let y = heading(pen, inner, "Build on the side of a hex");
    let names = EDGES
        .iter()
        .map(|(name, _)| capital(&name.replace('_', " ")));
    let words: Vec<String> = names.collect();
    let (y, clicked) = choices(pen, inner, y, &words, Some(state.edge));
    state.edge = clicked.unwrap_or(state.edge);
    let painter = pen.painter();
    let words = "Again on the same side takes it away; a door is closed, then open, then locked.";
    paint::within(&painter, inner, y, words, fonts::plain(13.5), p::DIM, 3) + 8.0
}

fn people(pen: &mut Pen, inner: Rect, state: &mut EditorState) -> f32 {
    let y = heading(pen, inner, "Place");
    let names = state.archetypes.iter();
    let words: Vec<String> = names.map(|name| capital(&name.replace('_', " "))).collect();
    let (y, clicked) = choices(pen, inner, y, &words, Some(state.archetype));
    state.archetype = clicked.unwrap_or(state.archetype);
    let sides: Vec<String> = state
        .sheet
        .level
        .sides
        .iter()
        .map(|side| side.name.to_string())
        .collect();
    let at = state.side.min(sides.len().saturating_sub(1));
    let (y, clicked) = choices(pen, inner, y + 4.0, &sides, Some(at));
    state.side = clicked.unwrap_or(at);
    let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 28.0));
    if row.bottom() > inner.bottom() {
        return y;
    }
    if let Some(by) = stepper(pen, row, &comes(state.at_s)) {
        state.at_s = later(state.at_s, by);
    }
    y + 38.0
}

/// When somebody comes, in words.
fn comes(at_s: u32) -> String {
    match at_s {
        0 => "From the start".to_owned(),
        at_s => format!("Comes after {at_s} s"),
    }
}

/// A tick earlier or later, within a day.
fn later(at_s: u32, by: i32) -> u32 {
    let to = i64::from(at_s) + i64::from(by) * i64::from(TICK_S);
    to.clamp(0, 86_400) as u32
}

/// Who is selected: his name, side and facing.
fn selected(pen: &mut Pen, room: Rect, state: &mut EditorState) -> f32 {
    let Some((who, one)) = state
        .chosen
        .and_then(|who| Some((who, state.sheet.who(who)?.clone())))
    else {
        return room.top();
    };
    if room.height() < 170.0 {
        return room.top();
    }
    let words = capital(&one.archetype.replace('_', " "));
    let mut y = heading(pen, room, &words);
    pen.icons.draw(
        &pen.painter(),
        icons::archetype(&one.archetype),
        pos2(room.right() - 14.0, room.top() + 12.0),
        24.0,
        p::TEXT,
    );
    let mut name = one.name.to_string();
    let place = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 32.0));
    if field::entry(
        pen,
        place,
        ("his name", (who.wave, who.at)),
        &mut name,
        "His name",
    ) {
        state.sheet.stroke(|sheet| sheet.rename(who, &name));
    }
    y += 38.0;
    let wide = (room.width() - 6.0) / 2.0;
    let side = Rect::from_min_size(pos2(room.left(), y), vec2(wide, 32.0));
    let sides = &state.sheet.level.sides;
    let of = sides
        .get(one.side)
        .map_or("", |side| side.name.as_str())
        .to_owned();
    let count = sides.len();
    if pen.button(side, &Button::new(&of).size(13.5)) {
        state.sheet.stroke(|sheet| {
            if let Some(one) = sheet.who_mut(who) {
                one.side = (one.side + 1) % count;
            }
        });
    }
    let facing = side.translate(vec2(wide + 6.0, 0.0));
    let words = format!(
        "Faces {}",
        state.sheet.level.board.orientation.name(one.facing)
    );
    if pen.button(
        facing,
        &Button::new(&words)
            .key(Press::of(Key::ArrowRight))
            .size(13.5),
    ) {
        state.sheet.stroke(|sheet| {
            if let Some(one) = sheet.who_mut(who) {
                one.facing = one.facing.turned(1);
            }
        });
    }
    y += 38.0;
    let when = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 28.0));
    let at_s = state.sheet.time_of(who);
    if let Some(by) = stepper(pen, when, &comes(at_s)) {
        let to = later(at_s, by);
        state.sheet.stroke(|sheet| {
            if to != at_s {
                state.chosen = sheet.comes_at(who, to);
            }
        });
    }
    y += 34.0;
    let remove = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 30.0));
    if pen.button(
        remove,
        &Button::new("Take him away")
            .key(Press::of(Key::Delete))
            .size(13.5),
    ) {
        state.chosen = None;
        state.sheet.stroke(|sheet| sheet.remove(who));
    }
    y + 44.0
}

/// The level as a whole: its name, size, light, and its sides.
fn whole(pen: &mut Pen, tokens: &mut Tokens, room: Rect, state: &mut EditorState) {
    if room.height() < 60.0 {
        return;
    }
    let mut y = heading(pen, room, "The level");
    let mut place = |high: f32| {
        let found = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), high));
        y += high + 6.0;
        (found.bottom() <= room.bottom() + 1.0).then_some(found)
    };
    let mut name = state.sheet.level.name.to_string();
    if let Some(rect) = place(32.0)
        && field::entry(pen, rect, "level name", &mut name, "Its name")
    {
        state.sheet.stroke(|sheet| sheet.level.name = name.into());
    }
    let mut briefing = state.sheet.level.briefing.clone();
    if let Some(rect) = place(76.0)
        && field::passage(
            pen,
            rect,
            "briefing",
            &mut briefing,
            "What players read first",
        )
    {
        state.sheet.stroke(|sheet| sheet.level.briefing = briefing);
    }
    let (columns, rows) = state.sheet.level.board.size();
    for (words, columns_by, rows_by) in [("columns", 1i32, 0i32), ("rows", 0, 1)] {
        let Some(rect) = place(30.0) else { continue };
        let now = if columns_by > 0 { columns } else { rows };
        let painter = pen.painter();
        paint::line(
            &painter,
            pos2(rect.left(), rect.center().y),
            Align2::LEFT_CENTER,
            &format!("{now} {words}"),
            fonts::medium(15.0),
            p::TEXT,
            rect.width() - 130.0,
        );
        for (place, words, by) in [(1.0, "\u{2212}", -1i32), (0.0, "+", 1)] {
            let button = Rect::from_min_size(
                pos2(rect.right() - 58.0 - place * 64.0, rect.top()),
                vec2(58.0, rect.height()),
            );
            if pen.button(button, &Button::new(words).size(15.0)) {
                let size = |now: u16, by: i32| (i32::from(now) + by).clamp(0, 1000) as u16;
                let size = (size(columns, columns_by * by), size(rows, rows_by * by));
                state.chosen = None;
                state.sheet.stroke(|sheet| sheet.resize(size.0, size.1));
            }
        }
    }
    let light = LIGHTS
        .iter()
        .find(|(_, grade)| *grade == state.sheet.level.board.ambient);
    let words = format!("Light: {}", light.map_or("", |(name, _)| *name));
    if let Some(rect) = place(30.0)
        && pen.button(rect, &Button::new(&words).size(14.0))
    {
        state.sheet.stroke(|sheet| sheet.next_light());
    }
    // Sides that find no room are gone through.
    let count = state.sheet.level.sides.len();
    let room_for_sides = room.bottom() - y - 36.0;
    let fit = ((room_for_sides / 76.0).max(1.0) as usize).min(count);
    let first = if state.first_side < count {
        state.first_side
    } else {
        0
    };
    for at in (first..first + fit).map(|at| at % count) {
        let rect = Rect::from_min_size(pos2(room.left(), y), vec2(room.width(), 70.0));
        if rect.bottom() > room.bottom() + 1.0 || at >= state.sheet.level.sides.len() {
            break;
        }
        side(pen, tokens, rect, state, at);
        y += 76.0;
    }
    let wide = (room.width() - 6.0) / 2.0;
    let add = Rect::from_min_size(pos2(room.left(), y), vec2(wide, 28.0));
    if add.bottom() > room.bottom() + 1.0 {
        return;
    }
    if count < crate::level::MAX_SIDES && pen.button(add, &Button::new("A side more").size(13.5)) {
        state.sheet.stroke(|sheet| sheet.add_side());
        state.first_side = count.saturating_sub(fit.max(2) - 1);
    }
    let others = add.translate(vec2(wide + 6.0, 0.0));
    let words = format!("The others of {count}");
    if fit < count && pen.button(others, &Button::new(&words).size(13.5)) {
        state.first_side = (first + fit) % count;
    }
}

fn side(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut EditorState, at: usize) {
    let painter = pen.painter();
    let one = state.sheet.level.sides[at].clone();
    tokens.shield(
        &painter,
        rect.min + vec2(14.0, 17.0),
        28.0,
        SideId(at as u8),
    );
    let mut entry =
        Rect::from_min_size(rect.min + vec2(34.0, 0.0), vec2(rect.width() - 34.0, 32.0));
    if state.sheet.may_go(at) {
        let gone = Rect::from_min_max(pos2(entry.right() - 34.0, entry.top()), entry.max);
        entry.max.x -= 40.0;
        if pen.button(gone, &Button::new("\u{2212}").size(15.0)) {
            state.chosen = None;
            state.sheet.stroke(|sheet| sheet.remove_side(at));
            return;
        }
    }
    let mut name = one.name.to_string();
    if field::entry(pen, entry, ("side name", at), &mut name, "Its name") {
        state.sheet.stroke(|sheet| sheet.rename_side(at, &name));
    }
    let wide = (rect.width() - 40.0) / 2.0;
    let colour = Rect::from_min_size(rect.min + vec2(34.0, 36.0), vec2(wide, 28.0));
    let known = COLOURS.iter().position(|(_, colour)| *colour == one.colour);
    let words = known.map_or("own colour", |at| COLOURS[at].0);
    if pen.button(colour, &Button::new(words).size(13.0)) {
        let next = known.map_or(0, |at| (at + 1) % COLOURS.len());
        state
            .sheet
            .stroke(|sheet| sheet.level.sides[at].colour = COLOURS[next].1);
    }
    let controller = colour.translate(vec2(wide + 6.0, 0.0));
    let word = |one: Option<Controller>| {
        let found = one.and_then(|one| CONTROLLERS.iter().find(|(_, known)| *known == one));
        found.map_or("player's choice", |(name, _)| *name)
    };
    if pen.button(controller, &Button::new(word(one.controller)).size(13.0)) {
        let now = CONTROLLERS
            .iter()
            .position(|(_, known)| Some(*known) == one.controller);
        let next = match now {
            None => Some(CONTROLLERS[0].1),
            Some(at) => CONTROLLERS.get(at + 1).map(|(_, next)| *next),
        };
        state
            .sheet
            .stroke(|sheet| sheet.level.sides[at].controller = next);
    }
}
