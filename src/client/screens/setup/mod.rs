//! A new skirmish: which level, which rules, who plays each side, which dice.

mod levels;
mod preview;
mod sides;

use crate::ai;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::livery::Livery;
use crate::client::look::{fonts, palette as p};
use crate::combat::system::RuleSystem;
use crate::level;
use crate::rules;
use crate::seat::{Player, Seats};
use crate::start;
use crate::start::Start;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use levels::{Row, levels, rows};
use preview::{Preview, preview, preview_and_briefing};
use sides::sides;
use smol_str::SmolStr;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything chosen so far.
pub struct SetupState {
    rows: Vec<Row>,
    at: usize,
    first: usize,
    search: String,
    /// No level is found by what is searched for.
    none: bool,
    systems: Vec<(&'static str, Arc<dyn RuleSystem>)>,
    system: usize,
    preset: usize,
    presets: Vec<SmolStr>,
    players: Vec<usize>,
    hotseat: bool,
    seed: u64,
    practice: bool,
    preview: Option<Result<Box<Preview>, String>>,
    /// How far down the briefing is read, in points.
    read: f32,
    told: String,
}

/// What was chosen.
pub enum Chosen {
    /// A battle begins.
    Begin(Box<Start>, Seats, u64, bool),
    /// Forces bought for points.
    Quick,
    /// The level editor, with the marked level.
    Editor(PathBuf),
    /// Back to the menu.
    Back,
}

/// A seed nobody chose.
pub fn fresh_seed() -> u64 {
    // A hasher's random keys are the one source of chance the standard library has.
    RandomState::new().hash_one("seed") & 0xffff_ffff
}

impl SetupState {
    /// A set-up; with `hotseat` people play all sides.
    pub fn new(hotseat: bool, seed: Option<u64>) -> SetupState {
        let rows = rows();
        let usable = |row: &Row| row.faults.is_empty();
        let at = rows
            .iter()
            .position(|row| usable(row) && row.path.ends_with("duel.ron"))
            .or_else(|| rows.iter().position(usable))
            .unwrap_or(0);
        let systems: Vec<(&'static str, Arc<dyn RuleSystem>)> = rules::IDS
            .iter()
            .filter_map(|id| Some((*id, rules::by_id(id)?)))
            .collect();
        let mut state = SetupState {
            rows,
            at,
            first: 0,
            search: String::new(),
            none: false,
            systems,
            system: 0,
            preset: 0,
            presets: Vec::new(),
            players: Vec::new(),
            hotseat,
            seed: seed.unwrap_or_else(fresh_seed),
            practice: true,
            preview: None,
            read: 0.0,
            told: String::new(),
        };
        state.choose(at);
        state
    }

    /// The names a side can be played by: a person, then the computers.
    fn names() -> Vec<&'static str> {
        std::iter::once("you")
            .chain(ai::CONTROLLERS.iter().map(|(name, _)| *name))
            .collect()
    }

    fn choose(&mut self, at: usize) {
        self.at = at;
        self.preview = None;
        self.read = 0.0;
        self.told.clear();
        self.preset = 0;
        let Some(row) = self.rows.get(at) else { return };
        if !row.faults.is_empty() {
            return;
        }
        // The level's own system is proposed.
        if let Ok((found, _)) = level::load(&row.path, start::Known::get()) {
            let own = found.system.as_deref();
            if let Some(index) = self.systems.iter().position(|(id, _)| Some(*id) == own) {
                self.system = index;
            }
            self.players = (0..found.sides.len())
                .map(|side| match crate::seat::players::proposed(&found, side) {
                    _ if self.hotseat => 0,
                    Player::Person => 0,
                    Player::Computer(controller) => SetupState::names()
                        .iter()
                        .position(|name| *name == controller.name())
                        .unwrap_or(1),
                })
                .collect();
        }
        self.look();
    }

    /// The list as the disk holds it now, with the same level marked if it is still there.
    pub fn look_again(&mut self) {
        let marked = self.rows.get(self.at).map(|row| row.path.clone());
        self.rows = rows();
        let same = self
            .rows
            .iter()
            .position(|row| Some(&row.path) == marked.as_ref());
        self.choose(same.unwrap_or(0));
    }

    fn look(&mut self) {
        let Some(row) = self.rows.get(self.at) else {
            return;
        };
        let Some((id, system)) = self.systems.get(self.system) else {
            return;
        };
        self.presets = system.presets();
        let preset = self.presets.get(self.preset).map(SmolStr::as_str);
        self.preview = Some(preview(row, id, preset).map(Box::new));
    }

    /// Whether the preview is still being drawn.
    pub fn is_busy(&self) -> bool {
        matches!(&self.preview, Some(Ok(preview)) if preview.stage.view.is_busy())
    }

    fn seats(&self) -> Option<Seats> {
        let names = SetupState::names();
        let players = self.players.iter().map(|at| match *at {
            0 => Some(Player::Person),
            at => ai::by_name(names.get(at)?).map(Player::Computer),
        });
        players.collect::<Option<Vec<Player>>>().map(Seats)
    }

    /// Begins what is chosen. The level is read again: it may have gone or changed since.
    fn begin(&mut self) -> Option<Chosen> {
        let row = self.rows.get(self.at)?;
        let (id, _) = self.systems.get(self.system)?;
        let preset = self.presets.get(self.preset).map(SmolStr::as_str);
        match start::start(&row.path, Some(id), preset) {
            Ok(start) if start.setup.sides.len() == self.players.len() => {
                let seats = self.seats()?;
                Some(Chosen::Begin(
                    Box::new(start),
                    seats,
                    self.seed,
                    self.practice,
                ))
            }
            Ok(_) => {
                self.told = "The level has changed on the disk; look at it again.".to_owned();
                self.rows = rows();
                None
            }
            Err(fault) => {
                self.told = fault.to_string();
                self.rows = rows();
                None
            }
        }
    }
}

/// Draws the set-up; what was chosen.
pub fn draw(pen: &mut Pen, tokens: &mut Tokens, state: &mut SetupState) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let narrow = all.width() < 1000.0;
    let margin = if all.width() < 1440.0 { 12.0 } else { 40.0 };
    let head = if all.height() < 560.0 { 44.0 } else { 76.0 };
    let title = painter.text(
        pos2(all.left() + margin, all.top() + head / 2.0),
        Align2::LEFT_CENTER,
        if state.hotseat {
            "Hotseat"
        } else {
            "New skirmish"
        },
        fonts::title(if head < 60.0 { 26.0 } else { 42.0 }),
        p::TEXT,
    );
    let mut chosen = None;
    let back = Rect::from_min_size(
        pos2(all.right() - margin - 116.0, all.top() + head / 2.0 - 19.0),
        vec2(116.0, 38.0),
    );
    if pen.button(
        back,
        &Button::new("Back").key(Press::of(Key::Escape)).size(15.0),
    ) {
        chosen = Some(Chosen::Back);
    }
    let quick = Rect::from_min_max(
        pos2(back.left() - 174.0, back.top()),
        pos2(back.left() - 10.0, back.bottom()),
    );
    let fits = |rect: Rect| rect.left() > title.right() + 10.0;
    // Where there is no room for a button its key does the same.
    let wants_quick = if fits(quick) {
        let button = Button::new("Quick battle").key(Press::of(Key::Q));
        pen.button(quick, &button.size(15.0))
    } else {
        pen.pressed(Press::of(Key::Q))
    };
    if wants_quick {
        chosen = Some(Chosen::Quick);
    }
    let edit = Rect::from_min_max(
        pos2(quick.left() - 130.0, quick.top()),
        pos2(quick.left() - 10.0, quick.bottom()),
    );
    let sound = state.rows.get(state.at).filter(|row| row.faults.is_empty());
    let path = sound.map(|row| row.path.clone());
    let wants_editor = if fits(edit) {
        let rank = if path.is_some() {
            Rank::Plain
        } else {
            Rank::Off
        };
        let button = Button::new("Edit it").key(Press::of(Key::E)).rank(rank);
        pen.button(edit, &button.size(15.0))
    } else {
        pen.pressed(Press::of(Key::E))
    };
    if let Some(path) = path.filter(|_| wants_editor) {
        chosen = Some(Chosen::Editor(path));
    }
    let body = Rect::from_min_max(
        pos2(all.left() + margin, all.top() + head),
        pos2(all.right() - margin, all.bottom() - 14.0),
    );
    let (list_wide, right_wide) = if narrow {
        (body.width() * 0.42, body.width() * 0.58 - 10.0)
    } else if all.width() < 1440.0 {
        (268.0, 340.0)
    } else if all.width() < 2200.0 {
        (346.0, 436.0)
    } else {
        (440.0, 560.0)
    };
    let list = Rect::from_min_size(body.min, vec2(list_wide, body.height()));
    let right = Rect::from_min_max(pos2(body.right() - right_wide, body.top()), body.max);
    let livery = match &state.preview {
        Some(Ok(preview)) => preview.livery.clone(),
        _ => Livery::default(),
    };
    tokens.dress(&livery);
    levels(pen, list, state);
    if !narrow {
        let middle = Rect::from_min_max(
            pos2(list.right() + 12.0, body.top()),
            pos2(right.left() - 12.0, body.bottom()),
        );
        preview_and_briefing(pen, tokens, middle, state);
    }
    if sides(pen, tokens, right, state) {
        chosen = chosen.or_else(|| state.begin());
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_deleted_while_it_is_in_the_list_is_told_and_starts_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = SetupState::new(false, Some(7));
        let gone = folder.path().join("gone.ron");
        std::fs::copy(&state.rows[state.at].path, &gone).unwrap();
        let at = state.at;
        state.rows[at].path.clone_from(&gone);
        state.choose(at);
        assert!(matches!(state.preview, Some(Ok(_))));
        // Deleted behind the game's back, and then begun.
        std::fs::remove_file(&gone).unwrap();
        assert!(state.begin().is_none());
        assert!(state.told.contains("gone.ron"), "{}", state.told);
        // The list is that of the disk again, and what it marks can be begun.
        assert!(state.rows.iter().all(|row| row.path != gone));
        let at = state.rows.iter().position(|row| row.faults.is_empty());
        state.choose(at.unwrap());
        assert!(state.begin().is_some());
    }

    #[test]
    fn a_level_deleted_before_it_is_looked_at_shows_its_fault() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = SetupState::new(false, Some(7));
        let at = state.at;
        state.rows[at].path = folder.path().join("never.ron");
        state.choose(at);
        assert!(matches!(state.preview, Some(Err(_))));
        assert!(state.begin().is_none());
    }
}
