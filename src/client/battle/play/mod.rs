//! A battle being played: what is shown, what is asked, whose secrets may stand on the screen.
//!
//! The engine runs on a thread of its own; what happened is played back, and only when that has
//! caught up is the next question put. Between people of different teams stands a cover, and while
//! it stands nothing else is drawn or heard.

mod bar;
mod board;
mod casting;
mod common_keys;
mod corner;
mod course;
pub mod cover;
mod deeds;
mod ended;
mod hover;
mod log;
mod panels;
mod pointing;
mod recap;
mod rest;
mod standing;
mod steps;

use crate::board::Hex;
use crate::client::battle::drawer::Drawer;
use crate::client::battle::drawn::Drawn;
use crate::client::battle::engine::{Engine, Running, Stop};
use crate::client::battle::layers::Layers;
use crate::client::battle::layout::Layout;
use crate::client::battle::logbook::Line;
use crate::client::battle::minimap::Minimap;
use crate::client::battle::panels::PanelState;
use crate::client::battle::prompt::Prompt;
use crate::client::battle::results::Results;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::Stage;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Keys;
use crate::client::look::controls::Pen;
use crate::client::look::livery::Livery;
use crate::client::options::Options;
use crate::client::sounds::Cue;
use crate::combat::combatant::{CombatantId, SideId};
use crate::seat::Sight;
use std::collections::VecDeque;

pub use steps::ALL as ALL_STEPS;

/// What a battle wants of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To the menu; the battle is kept.
    Menu,
    /// The same again: seed, sides swapped.
    Again {
        /// Another seed.
        fresh: bool,
        /// Everybody plays the next side.
        swapped: bool,
    },
    /// The record is watched.
    Watch,
    /// The options.
    Options,
    /// A picture of the screen.
    Picture,
    /// The rulebook, at a rule.
    Rulebook(Option<String>),
}

/// What one reader was told: his shown state and his log.
struct Book {
    shown: Shown,
    log: Vec<Line>,
    /// What he has seen since he sat down last.
    since: Vec<Line>,
    /// Places in the whole log of the events that wait to be played.
    waiting: VecDeque<usize>,
}

enum Mode {
    /// Events are played, or the engine runs.
    Watching,
    /// The screen is covered until a side sits down.
    Cover(SideId),
    /// A side is asked.
    Asking(Box<Prompt>),
    /// It is over.
    Over(Box<Results>),
    /// The game is at fault.
    Stuck(String),
}

/// Small windows over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Menu,
    Keys,
    Standing,
    Concede,
}

/// A battle being played.
pub struct Play {
    engine: Option<Box<Engine>>,
    running: Option<Running>,
    pending: Option<Stop>,
    stage: Stage,
    books: Vec<Book>,
    /// The book that is open: a side's, or the common one behind them.
    open: usize,
    /// The team whose secrets may stand on the screen.
    viewer: Option<u8>,
    sight: Sight,
    mode: Mode,
    panel: PanelState,
    sheet_first: usize,
    over: Over,
    looked: Option<CombatantId>,
    drawer: Drawer,
    /// What a side saw is being told to it.
    recap: bool,
    fit: bool,
    run_gait: bool,
    /// Overlays that are switched on.
    layers: Layers,
    minimap: Minimap,
    /// A way being drawn by hand.
    drawing: Option<Drawn>,
    /// The note of the first steps that is up.
    note: Option<usize>,
    /// The hex the pointer rests on, and for how many seconds.
    rests: (Option<Hex>, f32),
    said: Option<String>,
    standing_at: usize,
    held: f32,
    /// A question or the end came up in this very frame: a key pressed before was not meant for it.
    fresh: bool,
    /// What was heard this frame.
    pub cues: Vec<Cue>,
    secrets: bool,
    title: String,
    livery: Livery,
}

impl Play {
    /// A battle from where it stands.
    pub fn new(mut engine: Box<Engine>) -> Play {
        let ground = engine.ground.clone();
        let told = engine.battle.events(None).count();
        let sides = engine.battle.status().sides.len();
        let secrets = engine.secrets();
        let first = engine.seats.people().next();
        let mut books = Vec::new();
        for index in 0..=sides {
            // The common book is that of whoever sits here, if there are no secrets between them.
            let reader = if index < sides {
                Some(SideId(index as u8))
            } else {
                first.filter(|_| !secrets)
            };
            let sight = Sight::new(&mut engine.battle, &ground, reader);
            books.push(Book {
                shown: Shown::new(&sight, told),
                log: Vec::new(),
                since: Vec::new(),
                waiting: VecDeque::new(),
            });
        }
        let sight = Sight::new(&mut engine.battle, &ground, first.filter(|_| !secrets));
        let light = crate::seat::symbols::light(sight.board.ambient)
            .unwrap_or_else(|| "bright day".to_owned());
        let title = format!(
            "{} \u{b7} {}",
            engine.keeper.setup().title,
            light.trim_end_matches('.').replace("The light is ", "")
        );
        let mut play = Play {
            stage: Stage::new(sight.board.clone()),
            running: None,
            pending: None,
            books,
            open: sides,
            viewer: None,
            sight,
            mode: Mode::Watching,
            panel: PanelState::default(),
            sheet_first: 0,
            over: Over::Nothing,
            looked: None,
            drawer: Drawer::default(),
            recap: false,
            fit: false,
            run_gait: false,
            layers: Layers::default(),
            minimap: Minimap::default(),
            drawing: None,
            note: None,
            rests: (None, 0.0),
            said: None,
            standing_at: 0,
            held: 0.0,
            fresh: false,
            cues: Vec::new(),
            secrets,
            title,
            livery: engine.livery.clone(),
            engine: Some(engine),
        };
        play.go_on();
        play
    }

    /// Whether the screen is covered: then nothing else may be seen or heard, the title included.
    pub fn is_covered(&self) -> bool {
        matches!(self.mode, Mode::Cover(_))
    }

    /// The side the cover waits for.
    #[cfg(test)]
    pub fn covered(&self) -> Option<SideId> {
        match self.mode {
            Mode::Cover(side) => Some(side),
            _ => None,
        }
    }

    /// Whether something moves or is awaited, so that the next frame must come by itself.
    pub fn is_lively(&self) -> bool {
        self.running.is_some()
            || !self.stage.playback.is_done()
            || self.stage.view.is_busy()
            || self.stage.view.camera.is_moving()
            || (matches!(self.mode, Mode::Watching) && self.pending.is_some())
            || self.held > 0.0
            || self.is_about_to_look()
    }

    /// Whether the pointer has come to rest, and what a click would do is not yet looked at.
    fn is_about_to_look(&self) -> bool {
        let soon = self.rests.0.is_some() && self.rests.1 < board::REST;
        soon && matches!(self.mode, Mode::Asking(_)) && self.over == Over::Nothing
    }

    /// Whether a side is asked and nothing moves: for pictures and tests.
    pub fn is_settled(&self) -> bool {
        !self.is_lively() && !matches!(self.mode, Mode::Watching)
    }

    /// Places in the whole log of the lines that are shown.
    #[cfg(test)]
    pub(in crate::client) fn told_places(&self) -> Vec<usize> {
        let book = &self.books[self.open];
        book.log.iter().map(|line| line.event).collect()
    }

    /// Whether the ground is still being drawn.
    pub fn is_drawing(&self) -> bool {
        self.stage.view.is_busy()
    }

    /// The question that is asked, if one is.
    pub fn prompt(&self) -> Option<&Prompt> {
        match &self.mode {
            Mode::Asking(prompt) => Some(prompt),
            _ => None,
        }
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        matches!(self.mode, Mode::Over(_))
    }

    /// The battle itself, while it waits.
    pub fn engine(&self) -> Option<&Engine> {
        self.engine.as_deref()
    }

    /// What the window's title says.
    pub fn title(&self) -> String {
        if self.is_covered() {
            return "Hexfray".to_owned();
        }
        format!(
            "{} \u{b7} Hexfray",
            self.title.split(" \u{b7} ").next().unwrap_or("")
        )
    }

    /// Where a hex lies on the screen.
    #[cfg(test)]
    pub fn on_screen(&self, hex: Hex) -> bevy_egui::egui::Pos2 {
        let view = &self.stage.view;
        view.camera.screen(view.lattice.centre(hex))
    }

    /// What is shown now.
    pub fn shown(&self) -> &Shown {
        &self.books[self.open].shown
    }

    /// One frame. What the battle wants of the program.
    pub fn frame(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        options: &mut Options,
        seconds: f32,
    ) -> Option<Wish> {
        self.cues.clear();
        tokens.dress(&self.livery);
        if let Some(engine) = self.engine.as_deref_mut() {
            engine.every = options.every;
        }
        self.fresh = false;
        self.advance(seconds, options);
        if self.fresh {
            *pen.keys = Keys::none();
        }
        let all = pen.ui.max_rect();
        let layout = Layout::new(all);
        if let Mode::Cover(side) = self.mode {
            self.cover(pen, tokens, all, side, seconds);
            return None;
        }
        if let Mode::Over(_) = self.mode {
            return self.over_screen(pen, tokens, &layout);
        }
        self.board(pen, tokens, &layout, options, seconds);
        let mut wish = self.frame_panels(pen, tokens, &layout, options);
        self.first_steps(pen, &layout, options);
        if self.over != Over::Nothing {
            wish = wish.or(self.over_window(pen, &layout));
        }
        wish
    }
}
