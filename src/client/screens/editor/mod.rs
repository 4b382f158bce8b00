//! The level editor: a board to paint, people to place, faults as they arise. What it keeps is a level
//! file like any other, written whole and checked by the loader's own code.

mod board;
mod goals;
mod goals_panel;
mod inspector;
mod people;
mod sheet;
mod tools;

use crate::board::{Dir, Hex};
use crate::client::battle::engine::livery;
use crate::client::field::tokens::Tokens;
use crate::client::field::view::BoardView;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::level;
use crate::seat::{Player, Seats, players};
use crate::start::{self, Start};
use bevy_egui::egui::{Align2, Id, Key, Rect, Sense, pos2, vec2};
use people::Who;
use sheet::{Brush, Sheet};
use smol_str::SmolStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tools::Tool;

/// What was chosen.
pub enum Chosen {
    /// Back to where it was opened from.
    Back,
    /// The level is tried.
    Test(Box<Start>, Seats),
}

/// The editor with what lies on its table.
pub struct EditorState {
    sheet: Sheet,
    view: BoardView,
    tool: Tool,
    brush: Brush,
    /// Metres a stroke of the tool of heights raises a hex.
    step: i8,
    edge: usize,
    archetypes: Vec<String>,
    archetype: usize,
    side: usize,
    facing: Dir,
    /// Who is selected.
    chosen: Option<Who>,
    /// The first of the sides that are listed.
    first_side: usize,
    /// The second at which those who are placed come.
    at_s: u32,
    /// The zone in hand, by name.
    zone: SmolStr,
    /// Whether the stroke under way adds to the zone.
    zone_grows: bool,
    /// The objective in hand, by its place in the list of its side.
    goal: usize,
    cursor: Option<Hex>,
    /// The hex painted last in the stroke under way.
    painted: Option<Hex>,
    drags_board: bool,
    /// The level is shown as text.
    text: bool,
    text_from: f32,
    /// It is asked whether what is not kept shall be lost.
    leaving: bool,
    said: String,
    folder: Option<PathBuf>,
}

impl EditorState {
    /// With a new level, or with one of a file.
    pub fn open(path: Option<&Path>) -> EditorState {
        let (sheet, said) = match path.map(Sheet::open) {
            None => (Sheet::blank(), String::new()),
            Some(Ok(sheet)) => {
                let said = match sheet.had_comments {
                    true => {
                        "It is sound, and can be played and kept; the comments of its file are not."
                            .to_owned()
                    }
                    false => String::new(),
                };
                (sheet, said)
            }
            Some(Err(fault)) => (Sheet::blank(), fault),
        };
        let mut archetypes: Vec<String> = Vec::new();
        for id in crate::rules::IDS {
            let rules = start::tables::system(id);
            let names = rules.map(|rules| rules.archetypes()).unwrap_or_default();
            for name in names {
                if !archetypes.iter().any(|known| *known == *name) {
                    archetypes.push(name.to_string());
                }
            }
        }
        EditorState {
            view: BoardView::new(Arc::new(sheet.level.board.clone())),
            sheet,
            tool: Tool::Select,
            brush: Brush::Ground(crate::board::Ground::Forest),
            step: 1,
            edge: 0,
            archetypes,
            archetype: 0,
            side: 0,
            facing: Dir::default(),
            chosen: None,
            first_side: 0,
            at_s: 0,
            zone: SmolStr::default(),
            zone_grows: true,
            goal: 0,
            cursor: None,
            painted: None,
            drags_board: false,
            text: false,
            text_from: 0.0,
            leaving: false,
            said,
            folder: level::user_dir(),
        }
    }

    /// Whether the picture of the ground is still being drawn.
    pub fn is_busy(&self) -> bool {
        self.view.is_busy()
    }

    fn undo(&mut self) {
        if self.sheet.undo() {
            self.chosen = None;
            self.said.clear();
        }
    }

    fn save(&mut self) -> Option<PathBuf> {
        match self.sheet.save(self.folder.as_deref()) {
            Ok(path) => {
                self.said = format!("Kept in {}.", path.display());
                Some(path)
            }
            Err(fault) => {
                self.said = format!("Not kept: {fault}.");
                None
            }
        }
    }

    /// Keeps the level and begins on it, people as the level proposes them.
    fn test(&mut self) -> Option<Chosen> {
        let path = self.save()?;
        match start::start(&path, None, None) {
            Ok(start) => {
                let count = start.level.sides.len();
                let seats = (0..count).map(|side| players::proposed(&start.level, side));
                let mut seats: Vec<Player> = seats.collect();
                if !seats.iter().any(|player| matches!(player, Player::Person)) {
                    seats[0] = Player::Person;
                }
                Some(Chosen::Test(Box::new(start), Seats(seats)))
            }
            Err(fault) => {
                self.said = fault.to_string();
                None
            }
        }
    }
}

/// Where everything stands.
struct Places {
    head: Rect,
    tools: Rect,
    inspector: Rect,
    foot: Rect,
    board: Rect,
}

impl Places {
    fn new(all: Rect) -> Places {
        let head = Rect::from_min_size(all.min, vec2(all.width(), 52.0));
        let high = if all.height() < 480.0 { 56.0 } else { 84.0 };
        let foot = Rect::from_min_max(pos2(all.left(), all.bottom() - high), all.max);
        let wide = if all.width() >= 2200.0 { 64.0 } else { 52.0 };
        let tools = Rect::from_min_max(
            pos2(all.left(), head.bottom()),
            pos2(all.left() + wide, foot.top()),
        );
        let wide = if all.width() >= 2200.0 {
            420.0
        } else {
            290.0f32.min(all.width() * 0.45)
        };
        let inspector = Rect::from_min_max(
            pos2(all.right() - wide, head.bottom()),
            pos2(all.right(), foot.top()),
        );
        Places {
            head,
            tools,
            inspector,
            foot,
            board: Rect::from_min_max(
                pos2(tools.right() + 6.0, head.bottom() + 6.0),
                pos2(inspector.left() - 6.0, foot.top() - 6.0),
            ),
        }
    }
}

/// Draws the editor; what was chosen.
pub fn draw(pen: &mut Pen, tokens: &mut Tokens, state: &mut EditorState) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let places = Places::new(all);
    tokens.dress(&livery(&state.sheet.level));
    if state.leaving {
        return leave(pen, all, state);
    }
    if state.text {
        text(pen, &places, state);
    } else {
        board::draw(pen, tokens, places.board, state);
    }
    tools::draw(pen, places.tools, state);
    inspector::draw(pen, tokens, places.inspector, state);
    foot(pen, places.foot, state);
    head(pen, places.head, state)
}

/// The name, and what is done with the level as a whole.
fn head(pen: &mut Pen, rect: Rect, state: &mut EditorState) -> Option<Chosen> {
    let painter = pen.painter();
    let mut x = rect.right() - 10.0;
    let mut place = |wide: f32| {
        x -= wide;
        let found = Rect::from_min_size(pos2(x, rect.top() + 8.0), vec2(wide, 36.0));
        x -= 6.0;
        found
    };
    let narrow = rect.width() < 760.0;
    let wide = |full: f32| if narrow { full * 0.62 } else { full };
    let mut chosen = None;
    let size = if narrow { 12.5 } else { 14.5 };
    let button = |words, key, rank| Button::new(words).key(key).rank(rank).size(size);
    let back = Press::of(Key::Escape);
    if pen.button(place(wide(100.0)), &button("Back", back, Rank::Plain)) {
        if state.sheet.unsaved {
            state.leaving = true;
        } else {
            chosen = Some(Chosen::Back);
        }
    }
    let sound = state.sheet.faults.is_empty();
    let rank = if sound { Rank::Main } else { Rank::Off };
    let test = Press::of(Key::F5);
    if pen.button(place(wide(100.0)), &button("Test", test, rank)) {
        chosen = state.test().or(chosen);
    }
    let rank = if sound && state.sheet.unsaved {
        Rank::Plain
    } else {
        Rank::Off
    };
    let save = Press::ctrl(Key::S);
    if pen.button(place(wide(130.0)), &button("Save", save, rank)) {
        state.save();
    }
    let undo = Press::ctrl(Key::Z);
    if pen.button(place(wide(130.0)), &button("Undo", undo, Rank::Plain)) {
        state.undo();
    }
    let rank = if state.text {
        Rank::Chosen
    } else {
        Rank::Plain
    };
    let words = if state.text { "Board" } else { "Text" };
    let text = Press::of(Key::R);
    if pen.button(place(wide(92.0)), &button(words, text, rank)) {
        state.text = !state.text;
    }
    let mark = if state.sheet.unsaved {
        " \u{b7} not kept"
    } else {
        ""
    };
    paint::line(
        &painter,
        pos2(rect.left() + 14.0, rect.center().y),
        Align2::LEFT_CENTER,
        &format!("{}{mark}", state.sheet.level.name),
        fonts::name(22.0),
        p::TEXT,
        x - rect.left() - 24.0,
    );
    chosen
}

/// The faults as they are now; a click shows the place.
fn foot(pen: &mut Pen, rect: Rect, state: &mut EditorState) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let mut y = inner.top() - 4.0;
    let mut clicked = None;
    if state.sheet.faults.is_empty() {
        let hint = match (state.said.as_str(), state.sheet.level.combatants.is_empty()) {
            ("", _) => "It is sound, and can be played and kept.".to_owned(),
            (said, _) => said.to_owned(),
        };
        paint::within(&painter, inner, y, &hint, fonts::plain(14.5), p::GOOD, 2);
        return;
    }
    let fit = ((inner.height() + 4.0) / 19.0).max(1.0) as usize;
    let count = state.sheet.faults.len();
    for (at, fault) in state.sheet.faults.iter().enumerate().take(fit) {
        let row = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 19.0));
        let response = pen.area(row, ("fault", at));
        if response.hovered() && fault.hex.is_some() {
            painter.rect_filled(row, 2.0, p::CONTROL);
        }
        if response.clicked() {
            clicked = fault.hex;
        }
        let more = if at + 1 == fit && count > fit {
            format!(" \u{b7} and {} more", count - fit)
        } else {
            String::new()
        };
        paint::line(
            &painter,
            pos2(inner.left(), row.center().y),
            Align2::LEFT_CENTER,
            &format!("{}{more}", fault.words),
            fonts::plain(14.0),
            p::DANGER,
            inner.width(),
        );
        y += 19.0;
    }
    if let Some(hex) = clicked {
        state.text = false;
        state.cursor = Some(hex);
        state.chosen = state.sheet.at(hex);
        let at = state.view.lattice.centre(hex);
        let bounds = state.view.bounds;
        state.view.camera.look_at(at, bounds);
    }
}

/// The level as it would be kept.
fn text(pen: &mut Pen, places: &Places, state: &mut EditorState) {
    const ROWS: usize = 2000;
    let painter = pen.painter();
    let rect = places.board;
    pen.ui.interact(rect, Id::new("level text"), Sense::click());
    paint::paper(&painter, rect);
    let inner = inside(rect);
    let words = state.sheet.text();
    let galley = paint::wrapped(
        &painter,
        &words,
        fonts::plain(13.5),
        p::INK,
        inner.width(),
        ROWS,
    );
    let beyond = (galley.size().y - inner.height()).max(0.0);
    for (key, by) in [(Key::PageDown, 0.8), (Key::PageUp, -0.8)] {
        if pen.pressed(Press::of(key)) {
            state.text_from += by * inner.height();
        }
    }
    let wheel = pen.ui.input(|input| {
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
    state.text_from = (state.text_from - wheel).clamp(0.0, beyond);
    let at = pos2(inner.left(), inner.top() - state.text_from);
    painter.with_clip_rect(inner).galley(at, galley, p::INK);
}

/// Whether what is not kept shall be lost.
fn leave(pen: &mut Pen, all: Rect, state: &mut EditorState) -> Option<Chosen> {
    let painter = pen.painter();
    let size = vec2(
        520.0f32.min(all.width() - 12.0),
        190.0f32.min(all.height() - 8.0),
    );
    let rect = Rect::from_center_size(all.center(), size);
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let words = format!("{} is not kept.", state.sheet.level.name);
    let y = paint::within(
        &painter,
        inner,
        inner.top(),
        &words,
        fonts::name(20.0),
        p::TEXT,
        2,
    );
    if !state.said.is_empty() {
        paint::within(
            &painter,
            inner,
            y,
            &state.said,
            fonts::plain(14.0),
            p::DANGER,
            2,
        );
    }
    let wide = (inner.width() - 16.0) / 3.0;
    let place = |index: f32| {
        Rect::from_min_size(
            pos2(inner.left() + index * (wide + 8.0), inner.bottom() - 42.0),
            vec2(wide, 42.0),
        )
    };
    let button = |words, key| Button::new(words).key(Press::of(key)).size(14.0);
    if pen.button(place(0.0), &button("Stay", Key::Escape)) {
        state.leaving = false;
    }
    if pen.button(place(1.0), &button("Lose it", Key::Delete)) {
        return Some(Chosen::Back);
    }
    let sound = state.sheet.faults.is_empty();
    let keep = button("Keep it", Key::Enter).rank(if sound { Rank::Main } else { Rank::Off });
    if pen.button(place(2.0), &keep) && state.save().is_some() {
        return Some(Chosen::Back);
    }
    None
}
