//! A battle being played: what is shown, what is asked, whose secrets may stand on the screen.
//!
//! The engine runs on a thread of its own; what happened is played back, and only when that has
//! caught up is the next question put. Between people of different teams stands a cover, and while
//! it stands nothing else is drawn or heard.

use super::engine::{Engine, Running, Stop};
use super::layout::{Layout, Size};
use super::logbook::{self, Line};
use super::panels::{self, Deed, PanelState};
use super::playback::SPEEDS;
use super::prompt::{Asked, Prompt};
use super::results::{self, Results};
use super::shown::Shown;
use super::stage::{Casting, Stage};
use super::{card, overlays, reaction, strip};
use crate::board::Hex;
use crate::client::field::marks;
use crate::client::field::tokens::Tokens;
use crate::client::keys::{Keys, Stroke as Press};
use crate::client::look::controls::{Button, Pen, Rank, inside, legend};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use crate::client::sounds::Cue;
use crate::combat::battle::CONCEDE;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::event::{Event, EventKind};
use crate::combat::order::{Choice, DecisionId, Order};
use crate::seat::{Keeper, Sight};
use bevy_egui::egui::{Align2, Key, Painter, Pos2, Rect, Sense, pos2, vec2};
use std::collections::BTreeSet;

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
}

/// What one reader was told: his shown state and his log.
struct Book {
    shown: Shown,
    log: Vec<Line>,
    /// What he has seen since he sat down last.
    since: Vec<Line>,
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
    log_open: bool,
    log_from: usize,
    fit: bool,
    run_gait: bool,
    whole_threats: bool,
    said: Option<String>,
    standing_at: usize,
    held: f32,
    /// A question or the end came up in this very frame: a key pressed before was not meant for it.
    fresh: bool,
    /// What was heard this frame.
    pub cues: Vec<Cue>,
    secrets: bool,
    title: String,
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
            log_open: false,
            log_from: 0,
            fit: false,
            run_gait: false,
            whole_threats: true,
            said: None,
            standing_at: 0,
            held: 0.0,
            fresh: false,
            cues: Vec::new(),
            secrets,
            title,
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
    }

    /// Whether a side is asked and nothing moves: for pictures and tests.
    pub fn is_settled(&self) -> bool {
        !self.is_lively() && !matches!(self.mode, Mode::Watching)
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

    fn shown(&self) -> &Shown {
        &self.books[self.open].shown
    }

    /// Lets the engine run on.
    fn go_on(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.running = Some(Running::start(engine, self.viewer));
            self.mode = Mode::Watching;
        }
    }

    /// Takes the engine back when it has stopped, and has events played for the open book.
    fn collect(&mut self) {
        let Some(running) = &self.running else { return };
        match running.poll() {
            None => {}
            Some(Err(fault)) => {
                self.running = None;
                self.mode = Mode::Stuck(fault);
            }
            Some(Ok((engine, stop))) => {
                self.running = None;
                self.engine = Some(engine);
                self.sit(&stop);
                self.pending = Some(stop);
            }
        }
    }

    /// Decides which book lies open for what comes, and hands it its news.
    fn sit(&mut self, stop: &Stop) {
        let Some(engine) = self.engine.as_deref() else {
            return;
        };
        let common = self.books.len() - 1;
        if self.secrets {
            match stop {
                Stop::Asked(side) => {
                    let sealed = engine.battle.window().is_some_and(|window| window.sealed);
                    let team = engine.battle.status().team(*side);
                    if sealed && self.viewer != team {
                        self.open = usize::from(side.0);
                        self.viewer = None;
                        self.stage.playback = Default::default();
                        self.mode = Mode::Cover(*side);
                        return;
                    }
                    self.open = if sealed { usize::from(side.0) } else { common };
                    if !sealed {
                        self.viewer = None;
                    }
                }
                Stop::Over => {
                    self.open = common;
                    self.viewer = None;
                }
                Stop::Breath | Stop::Stuck(_) => {}
            }
            if matches!(stop, Stop::Breath) && self.viewer.is_none() && self.open != common {
                return;
            }
        }
        self.news();
    }

    /// Whether an event may be told from a book.
    fn may_tell(engine: &Engine, secrets: bool, open: usize, event: &Event) -> bool {
        let mut people = engine.seats.people().peekable();
        if people.peek().is_none() || engine.battle.outcome().is_some() {
            return true;
        }
        if !secrets {
            return people.any(|side| event.visible_to(Some(side)));
        }
        if open < engine.battle.status().sides.len() {
            event.visible_to(Some(SideId(open as u8)))
        } else {
            people.all(|side| event.visible_to(Some(side)))
        }
    }

    /// Has the open book's news played.
    fn news(&mut self) {
        let Some(engine) = self.engine.as_deref() else {
            return;
        };
        let (secrets, open) = (self.secrets, self.open);
        let book = &mut self.books[open];
        let from = book.shown.told;
        let all: Vec<&Event> = engine.battle.events(None).collect();
        let told = all.len();
        let news: Vec<Event> = all[from.min(told)..]
            .iter()
            .filter(|event| Play::may_tell(engine, secrets, open, event))
            .map(|event| (*event).clone())
            .collect();
        book.shown.told = told;
        self.stage.playback.push(news);
    }

    fn log(&mut self, events: &[Event]) {
        let lines: Vec<Line> = events
            .iter()
            .filter_map(|event| logbook::line(&self.sight, event, 0))
            .collect();
        let book = &mut self.books[self.open];
        logbook::add(
            &mut book.since,
            lines.iter().filter(|line| !line.clock).cloned(),
        );
        logbook::add(&mut book.log, lines);
    }

    /// Goes on for a frame: playback, then whatever waits for it.
    fn advance(&mut self, seconds: f32, options: &Options) {
        self.collect();
        self.stage.grid = options.grid;
        let open = self.open;
        if self.is_covered() {
            return;
        }
        let events = if options.skip {
            self.stage.playback.skip(&mut self.books[open].shown)
        } else {
            let (events, cues) = self.stage.playback.step(
                seconds,
                options.speed,
                options.calm,
                &mut self.books[open].shown,
            );
            self.cues.extend(cues);
            events
        };
        // The camera goes along only with what would happen out of sight.
        let lattice = self.stage.view.lattice;
        let happens = events.iter().find_map(|event| match &event.kind {
            EventKind::Moved { to, .. } => Some(*to),
            EventKind::Swung { .. } | EventKind::Harmed { .. } | EventKind::Out(_) => event
                .who
                .and_then(|who| self.shown().figure(who))
                .map(|figure| figure.place.hex),
            _ => None,
        });
        if let Some(hex) = happens {
            self.stage.view.camera.follow(lattice.centre(hex));
        }
        self.log(&events);
        self.stage.view.camera.step(seconds, options.calm);
        if self.stage.playback.is_done() && self.running.is_none() {
            self.settle();
        }
    }

    /// Playback has caught up: the question is put, or the battle goes on.
    fn settle(&mut self) {
        let Some(stop) = self.pending.take() else {
            return;
        };
        if !matches!(self.mode, Mode::Watching) {
            return;
        }
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        match stop {
            Stop::Breath => self.go_on(),
            Stop::Stuck(fault) => self.mode = Mode::Stuck(fault),
            Stop::Over => {
                let ground = engine.ground.clone();
                self.sight = Sight::new(&mut engine.battle, &ground, None);
                let sight = &self.sight;
                self.books[self.open].shown.catch_up(sight);
                let results = Results::new(engine, sight);
                let won = results
                    .winner
                    .is_some_and(|winner| engine.seats.people().any(|side| side == winner));
                self.cues
                    .push(if won || engine.seats.people().next().is_none() {
                        Cue::Victory
                    } else {
                        Cue::Defeat
                    });
                self.fresh = true;
                self.mode = Mode::Over(Box::new(results));
            }
            Stop::Asked(side) => {
                let sealed = engine.battle.window().is_some_and(|window| window.sealed);
                match Prompt::new(engine, side, self.secrets && !sealed) {
                    Some(prompt) => {
                        self.books[self.open].shown.catch_up(&prompt.sight);
                        self.ask(prompt);
                        self.cues.push(Cue::YourTurn);
                    }
                    None => self.go_on(),
                }
            }
        }
    }

    fn ask(&mut self, prompt: Prompt) {
        self.looked = None;
        self.panel = PanelState::default();
        self.sheet_first = 0;
        self.said = None;
        self.books[self.open].since.clear();
        if let Some(figure) = prompt.sight.figure(prompt.who()) {
            let at = self.stage.view.lattice.centre(figure.place.hex);
            self.stage.view.camera.follow(at);
        }
        self.fresh = true;
        self.mode = Mode::Asking(Box::new(prompt));
    }

    /// Carries out what was done at a panel.
    fn obey(&mut self, deed: Deed) {
        let Mode::Asking(prompt) = &mut self.mode else {
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        self.said = None;
        match deed {
            Deed::Choose(row) => {
                prompt.choose(engine, row);
                prompt.answer = 0;
            }
            Deed::Answer(answer) => prompt.answer = answer,
            Deed::Scroll(by) => {
                let first = self.panel.first as i32 + by;
                self.panel.first = first.clamp(0, prompt.rows.len() as i32) as usize;
                // The chosen row may leave the view then.
                prompt.row = None;
            }
            Deed::Undo => {
                prompt.undo(engine);
                self.panel.first = 0;
            }
            Deed::Turn(by) => {
                let count = prompt.card.entries.len() as i32;
                let next = (prompt.card.current as i32 + by).rem_euclid(count);
                prompt.turn_to(engine, next as usize);
                self.panel.first = 0;
            }
            Deed::Go => match prompt.keep(engine) {
                Err(refusal) => {
                    self.cues.push(Cue::Refusal);
                    self.said = Some(refusal);
                }
                Ok(()) => match prompt.next_due() {
                    Some(next) => {
                        prompt.turn_to(engine, next);
                        self.panel.first = 0;
                    }
                    None => self.seal(),
                },
            },
            Deed::TakeAll => self.seal(),
        }
    }

    /// Seals the card and lets the battle go on.
    fn seal(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let side = prompt.side;
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        match engine.battle.seal(side) {
            Ok(()) => {
                self.cues.push(Cue::Commit);
                if self.secrets && engine.battle.window().is_some() {
                    engine.autosave();
                }
                self.go_on();
            }
            Err(refusal) => self.said = Some(refusal.to_string()),
        }
    }

    /// Back to the window before, where the battle allows it.
    fn take_back(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let side = prompt.side;
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        match engine.keeper.take_back(&mut engine.battle, side) {
            Err(fault) => self.said = Some(fault),
            Ok(()) => {
                let told = engine.battle.events(None).count();
                for book in &mut self.books {
                    book.shown.told = told.min(book.shown.told);
                    book.log.truncate(book.log.len().min(told));
                }
                self.stage.playback = Default::default();
                self.pending = Some(Stop::Asked(side));
                self.mode = Mode::Watching;
                self.settle();
                self.said = Some(
                    "Taken back. What came after has not happened; the dice stay the same."
                        .to_owned(),
                );
            }
        }
    }

    fn concede(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let (side, who) = (prompt.side, prompt.who());
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        let order = Order {
            decision: DecisionId::NONE,
            who,
            choice: Choice::plain(CONCEDE),
        };
        match engine.battle.draft(side, order) {
            Ok(()) => self.seal(),
            Err(refusal) => self.said = Some(refusal.to_string()),
        }
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
        self.board(pen, tokens, &layout, options);
        let mut wish = self.frame_panels(pen, tokens, &layout, options);
        if self.over != Over::Nothing {
            wish = wish.or(self.over_window(pen, &layout));
        }
        wish
    }

    // --- the board

    fn casting(&self) -> Casting {
        let selected = match &self.mode {
            Mode::Asking(prompt) => Some(prompt.who()),
            _ => None,
        };
        let due = match &self.mode {
            Mode::Asking(prompt) => prompt
                .card
                .entries
                .iter()
                .filter(|entry| entry.is_due())
                .map(|entry| entry.decision.who)
                .collect(),
            _ => Vec::new(),
        };
        let mut casting = Casting {
            selected,
            due,
            bright: Vec::new(),
            ground: 255,
        };
        if let Mode::Asking(prompt) = &self.mode
            && prompt.asked == Asked::Answer
        {
            // The rest steps back behind the blows.
            casting.ground = 110;
            casting.bright = vec![prompt.who()];
            casting.bright.extend(self.strikers(prompt.who()));
        }
        casting
    }

    /// Whoever struck at somebody in this unit.
    fn strikers(&self, who: CombatantId) -> Vec<CombatantId> {
        let Some(engine) = self.engine.as_deref() else {
            return Vec::new();
        };
        let unit = engine.battle.flow().unit;
        let reader = self.sight.reader;
        let struck: BTreeSet<CombatantId> = engine
            .battle
            .events(reader)
            .filter(|event| event.unit == unit)
            .filter_map(|event| match &event.kind {
                EventKind::Swung { target, result, .. }
                    if *target == who && matches!(result.as_str(), "hit" | "critical") =>
                {
                    event.who
                }
                _ => None,
            })
            .collect();
        struck.into_iter().collect()
    }

    /// The blows that come at somebody, in words.
    fn blows(&self, who: CombatantId) -> Vec<String> {
        let Some(engine) = self.engine.as_deref() else {
            return Vec::new();
        };
        let unit = engine.battle.flow().unit;
        engine
            .battle
            .events(self.sight.reader)
            .filter(|event| event.unit == unit)
            .filter_map(|event| match &event.kind {
                EventKind::Swung {
                    target,
                    weapon,
                    result,
                    ..
                } if *target == who && matches!(result.as_str(), "hit" | "critical") => {
                    let name = event.who.map_or("somebody", |by| self.sight.name(by));
                    let roll = event.dice.first().and_then(|thrown| thrown.faces.first());
                    let roll = roll.map_or(String::new(), |face| format!(", rolled {face}"));
                    Some(format!(
                        "{name}, {} ({result}{roll})",
                        weapon.replace('_', " ")
                    ))
                }
                _ => None,
            })
            .collect()
    }

    fn board(&mut self, pen: &mut Pen, tokens: &mut Tokens, layout: &Layout, options: &Options) {
        let painter = pen.painter();
        let dim = f32::from(self.casting().ground) / 255.0;
        painter.rect_filled(layout.all, 0.0, p::shaded(p::BACK, dim));
        let response = pen.ui.interact(
            layout.all,
            bevy_egui::egui::Id::new("board"),
            Sense::click_and_drag(),
        );
        let fit = std::mem::take(&mut self.fit) || pen.pressed(Press::of(Key::Home));
        if !self.stage.view.is_fitted() {
            // At first one looks at the fighters; Home shows the whole board.
            let lattice = self.stage.view.lattice;
            let figures = self
                .shown()
                .figures
                .iter()
                .filter(|figure| figure.fitness.on_board());
            let mut bounds = Rect::NOTHING;
            for figure in figures {
                bounds.extend_with(lattice.centre(figure.place.hex));
            }
            let bounds = bounds
                .expand(260.0)
                .intersect(self.stage.view.bounds.expand(26.0));
            self.stage.view.frame(layout.board, true);
            if bounds.is_positive() {
                self.stage.view.camera.fit(bounds);
            }
        }
        self.stage.view.frame(layout.board, fit);
        let sheet = matches!(&self.mode, Mode::Asking(prompt) if prompt.asked == Asked::Answer);
        let busy = self.over != Over::Nothing;
        let panels: Vec<Rect> = if sheet {
            vec![layout.timeline, layout.sheet]
        } else {
            layout.panels()
        };
        let log = if self.log_open {
            Some(log_drawer(layout))
        } else {
            None
        };
        let free = move |at: Pos2| {
            !busy
                && !panels.iter().any(|panel| panel.contains(at))
                && !log.is_some_and(|log| log.contains(at))
        };
        let clicked = self.stage.steer(pen.ui, &response, free);
        if sheet && let Mode::Asking(prompt) = &self.mode {
            // Whoever is struck stands in the middle of what the sheet leaves free.
            if let Some(figure) = prompt.sight.figure(prompt.who()) {
                let at = self.stage.view.lattice.centre(figure.place.hex);
                let middle = pos2(
                    layout.all.center().x,
                    (layout.timeline.bottom() + layout.sheet.top()) / 2.0,
                );
                self.stage.view.camera.show_at(at, middle);
            }
        }
        let casting = self.casting();
        let book = &self.books[self.open];
        self.stage.draw_ground(&painter, &book.shown, &casting);
        if let Mode::Asking(prompt) = &self.mode {
            overlays::below(
                &painter,
                &mut self.stage,
                &book.shown,
                prompt,
                options.threats,
                self.whole_threats && !sheet,
            );
        }
        if let Some(hex) = self.stage.pointed {
            marks::pointed(
                &painter,
                &self.stage.view.camera,
                self.stage.view.lattice,
                hex,
            );
        }
        self.stage
            .draw_tokens(&painter, pen.icons, tokens, &book.shown, &casting);
        if sheet && let Mode::Asking(prompt) = &self.mode {
            for striker in self.strikers(prompt.who()) {
                let place = |who| {
                    book.shown
                        .figure(who)
                        .map(|figure| self.stage.view.lattice.centre(figure.place.hex))
                };
                if let (Some(from), Some(to)) = (place(striker), place(prompt.who())) {
                    marks::blow(&painter, &self.stage.view.camera, from, to);
                }
            }
        }
        if let Mode::Asking(prompt) = &self.mode {
            overlays::above(
                &painter,
                pen.icons,
                tokens,
                &self.stage,
                &book.shown,
                prompt,
                &casting,
            );
        }
        if !busy {
            self.board_keys(pen, clicked);
        }
        self.hover(&painter, layout);
    }

    /// Pointing, by mouse or by the ring of keys, and the keys of a plan.
    fn board_keys(&mut self, pen: &mut Pen, clicked: Option<Hex>) {
        let bounds = self.stage.view.bounds;
        let middle = self.stage.view.camera.frame.center();
        for (key, factor) in [(Key::Plus, 1.25), (Key::Equals, 1.25), (Key::Minus, 0.8)] {
            if pen.pressed(Press::of(key)) {
                self.stage.view.camera.zoom_at(middle, factor, bounds);
            }
        }
        for (key, by) in [
            (Key::ArrowLeft, vec2(90.0, 0.0)),
            (Key::ArrowRight, vec2(-90.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, 90.0)),
            (Key::ArrowDown, vec2(0.0, -90.0)),
        ] {
            if pen.pressed(Press::ctrl(key)) {
                self.stage.view.camera.drag(by, bounds);
            }
        }
        let Mode::Asking(prompt) = &mut self.mode else {
            if let Some(hex) = clicked {
                self.looked = self.books[self.open].shown.at(hex).map(|figure| figure.id);
            }
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        if let Some(hex) = clicked {
            let own = prompt.card.entries.iter().position(|entry| {
                prompt
                    .sight
                    .figure(entry.decision.who)
                    .is_some_and(|figure| figure.place.hex == hex)
            });
            let end = prompt
                .walk
                .as_ref()
                .and_then(|walk| walk.hexes.last().copied());
            match own.filter(|at| *at != prompt.card.current) {
                Some(at) => prompt.turn_to(engine, at),
                // Another click where the walk ends turns the facing on.
                None if prompt.asked == Asked::Plan && end == Some(hex) && prompt.row.is_none() => {
                    prompt.turn_end(engine, 1)
                }
                None => prompt.point(engine, hex, self.run_gait),
            }
            prompt.cursor = Some(hex);
            self.looked = self.books[self.open].shown.at(hex).map(|figure| figure.id);
        }
        if let Some(dir) = pen.keys.take_ring()
            && let Some(cursor) = prompt.cursor
        {
            let next = crate::board::Dir::new(dir as i32).from(cursor);
            if prompt.sight.board.contains(next) {
                prompt.cursor = Some(next);
                prompt.point(engine, next, self.run_gait);
                self.looked = self.books[self.open].shown.at(next).map(|figure| figure.id);
            }
        }
        if prompt.asked == Asked::Plan {
            if pen.pressed(Press::of(Key::R)) {
                self.run_gait = !self.run_gait;
                prompt.toggle_run(engine);
            }
            if pen.pressed(Press::of(Key::K)) {
                prompt.toggle_knee(engine);
            }
            if pen.pressed(Press::of(Key::J)) {
                prompt.cycle_charge(engine);
            }
            if pen.pressed(Press::of(Key::L)) {
                prompt.toggle_look(engine);
            }
            if pen.pressed(Press::of(Key::Q)) {
                prompt.toggle_flag(engine);
            }
            if pen.pressed(Press::of(Key::N)) {
                prompt.cycle_ahead(engine);
            }
            if pen.pressed(Press::of(Key::ArrowLeft)) {
                prompt.turn_end(engine, -1);
            }
            if pen.pressed(Press::of(Key::ArrowRight)) {
                prompt.turn_end(engine, 1);
            }
        }
        let mut step = 0;
        if pen.pressed(Press::of(Key::ArrowDown)) {
            step = 1;
        }
        if pen.pressed(Press::of(Key::ArrowUp)) {
            step = -1;
        }
        if step != 0 && !prompt.rows.is_empty() {
            let count = prompt.rows.len() as i32;
            let row = prompt
                .row
                .map_or(0, |row| (row as i32 + step).rem_euclid(count));
            prompt.choose(engine, row as usize);
        }
        if pen.pressed(Press::of(Key::S)) {
            self.obey(Deed::Go);
        }
    }

    /// What the pointer is over, in words.
    fn hover(&self, painter: &Painter, layout: &Layout) {
        let Some(hex) = self.stage.pointed else {
            return;
        };
        if self.over != Over::Nothing || layout.size == Size::Tiny {
            return;
        }
        let board = &self.shown().board;
        let Some(cell) = board.cell(hex) else { return };
        let (column, row) = board.column_row(hex);
        let mut lines = Vec::new();
        if let Some(figure) = self.shown().at(hex) {
            let side = self.sight.side(figure.side);
            lines.push(format!(
                "{} \u{b7} {}, {side}",
                figure.label.name,
                card::spaced(&figure.label.archetype)
            ));
            let bars: Vec<String> = figure
                .bars
                .iter()
                .map(|bar| format!("{} {}/{}", bar.name, bar.now.max(0), bar.full))
                .collect();
            lines.push(bars.join("  "));
            let more = [
                card::state(figure),
                card::intention(figure, self.shown(), self.sight.unit_name),
            ];
            lines.extend(more.into_iter().filter(|line| !line.is_empty()));
        }
        lines.push(format!(
            "{column},{row}: {}",
            crate::seat::symbols::describe(cell, board.level_mm)
        ));
        for dir in crate::board::Dir::ALL {
            if let Some(edge) = board.edge(hex, dir) {
                lines.push(format!(
                    "{}: {}",
                    self.sight.dir(dir),
                    crate::seat::symbols::edge(edge).1
                ));
            }
        }
        let at = self
            .stage
            .view
            .camera
            .screen(self.stage.view.lattice.centre(hex));
        let galleys: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let (font, colour) = if index == 0 && lines.len() > 1 {
                    (fonts::bold(14.0), p::TEXT)
                } else {
                    (fonts::plain(13.0), p::DIM)
                };
                paint::wrapped(painter, line, font, colour, 280.0, 1)
            })
            .collect();
        let width = galleys
            .iter()
            .fold(0.0f32, |wide, galley| wide.max(galley.size().x))
            + 18.0;
        let height = galleys.iter().map(|galley| galley.size().y).sum::<f32>() + 10.0;
        let off = 44.0 * self.stage.view.camera.zoom;
        let mut place = at + vec2(off, -off - height * 0.4);
        place.x = place.x.min(layout.board.right() - width).max(4.0);
        place.y = place.y.clamp(
            layout.timeline.bottom() + 4.0,
            layout.bar.top() - height - 4.0,
        );
        let rect = Rect::from_min_size(place, vec2(width, height));
        painter.rect_filled(rect, 3.0, p::faded(p::LABEL, 238));
        painter.rect_stroke(
            rect,
            3.0,
            (1.0, p::RULE),
            bevy_egui::egui::StrokeKind::Inside,
        );
        let mut y = rect.top() + 5.0;
        for galley in galleys {
            let high = galley.size().y;
            painter.galley(pos2(rect.left() + 9.0, y), galley, p::TEXT);
            y += high;
        }
    }

    // --- the panels

    fn frame_panels(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        layout: &Layout,
        options: &mut Options,
    ) -> Option<Wish> {
        let mut wish = None;
        let right = layout.all.right()
            - if layout.size == Size::Narrow {
                92.0
            } else {
                306.0
            };
        let mut extra = strip::Extra {
            selected: self.prompt().map(Prompt::who),
            when: Vec::new(),
            what: String::new(),
            unit_name: self.sight.unit_name.to_owned(),
            place: self.title.clone(),
            part: None,
        };
        if let Mode::Asking(prompt) = &self.mode {
            extra.when.clone_from(&prompt.when);
            if let (Some(first), Some(last)) = (prompt.when.first(), prompt.when.last()) {
                let name = prompt.sight.name(prompt.who());
                extra.what = if first.0 == last.0 {
                    format!("{name}: {}", first.0)
                } else {
                    format!("{name}: {} to {}", first.0, last.0)
                };
            }
            extra.part = super::timeline::part(
                self.engine
                    .as_deref()
                    .map_or("", |engine| engine.battle.flow().stage.word()),
            );
        }
        let face = strip::draw(
            pen,
            tokens,
            layout,
            &self.books[self.open].shown,
            &extra,
            right - 10.0,
        );
        if let Some(who) = face {
            self.looked = Some(who);
            if let Some(figure) = self.shown().figure(who) {
                let at = self.stage.view.lattice.centre(figure.place.hex);
                self.stage.view.camera.follow(at);
            }
        }
        let mut deeds = Vec::new();
        let mut sheet = false;
        if let Mode::Asking(prompt) = &self.mode {
            if prompt.asked == Asked::Answer && layout.size >= Size::Narrow {
                sheet = true;
                let blows = self.blows(prompt.who());
                deeds = reaction::draw(pen, tokens, layout, prompt, &blows, &mut self.sheet_first);
            } else {
                let commit = commit_words(prompt);
                deeds = panels::choices(pen, layout, prompt, &mut self.panel, commit);
            }
        }
        self.corner_buttons(pen, layout);
        if !sheet {
            self.looked_card(pen, tokens, layout);
            deeds.extend(self.bar(pen, layout, options));
            self.log_tab(pen, layout);
        }
        if self.log_open {
            self.log_panel(pen, layout);
        }
        if self.over == Over::Nothing {
            for deed in deeds {
                self.obey(deed);
            }
            if pen.pressed(Press::of(Key::Tab)) {
                self.obey(Deed::Turn(1));
            }
            if pen.pressed(Press::shift(Key::Tab)) {
                self.obey(Deed::Turn(-1));
            }
            if pen.pressed(Press::shift(Key::Enter)) {
                self.obey(Deed::TakeAll);
            }
            self.common_keys(pen, options);
        }
        if let Mode::Stuck(fault) = &self.mode {
            let painter = pen.painter();
            let rect = Rect::from_center_size(layout.all.center(), vec2(560.0, 150.0));
            paint::panel(&painter, rect);
            let inner = inside(rect);
            paint::prose(
                &painter,
                inner.min,
                &format!("The game is at fault: {fault}. The battle is kept where it stood."),
                fonts::plain(16.0),
                p::TEXT,
                inner.width(),
                4,
            );
            let button = Rect::from_min_max(
                pos2(inner.right() - 160.0, inner.bottom() - 40.0),
                inner.max,
            );
            if pen.button(button, &Button::new("Menu").key(Press::of(Key::Escape))) {
                wish = Some(Wish::Menu);
            }
        }
        wish
    }

    fn looked_card(&self, pen: &Pen, tokens: &mut Tokens, layout: &Layout) {
        let who = self
            .looked
            .or(self
                .stage
                .pointed
                .and_then(|hex| self.shown().at(hex))
                .map(|figure| figure.id))
            .or_else(|| {
                let asked = self.prompt().map(Prompt::who);
                asked.or_else(|| self.shown().figures.first().map(|figure| figure.id))
            });
        if let Some(figure) = who.and_then(|who| self.shown().figure(who)) {
            let side = self.sight.side(figure.side).to_owned();
            card::draw(
                pen,
                tokens,
                layout,
                self.shown(),
                figure,
                &side,
                self.sight.unit_name,
            );
        }
    }

    /// The buttons in the upper right corner.
    fn corner_buttons(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = layout.timeline;
        if !rect.is_positive() {
            return;
        }
        let narrow = layout.size == Size::Narrow;
        let asking = matches!(self.mode, Mode::Asking(_));
        let practice = self.engine.as_deref().is_some_and(|engine| engine.practice);
        let mut x = rect.right() - 14.0;
        let mut place = |wide: f32| {
            x -= wide;
            let found = Rect::from_min_size(pos2(x, rect.top() + 12.0), vec2(wide, 34.0));
            x -= 6.0;
            found
        };
        let menu = place(78.0);
        if pen.button(
            menu,
            &Button::new("")
                .icon("cog")
                .key(Press::of(Key::Escape))
                .size(15.0),
        ) {
            self.over = if self.over == Over::Nothing {
                Over::Menu
            } else {
                Over::Nothing
            };
        }
        if narrow {
            return;
        }
        let rank = if asking { Rank::Plain } else { Rank::Off };
        let orders = place(110.0);
        if pen.button(
            orders,
            &Button::new("Orders")
                .key(Press::of(Key::O))
                .size(14.0)
                .rank(rank),
        ) && self.over == Over::Nothing
        {
            self.over = Over::Standing;
        }
        let back = place(92.0);
        let rank = if asking && practice {
            Rank::Plain
        } else {
            Rank::Off
        };
        if pen.button(
            back,
            &Button::new("Back")
                .key(Press::of(Key::U))
                .size(14.0)
                .rank(rank),
        ) && self.over == Over::Nothing
        {
            self.take_back();
        }
    }

    /// The prompt below: what is asked, which keys there are, how far one is.
    fn bar(&mut self, pen: &mut Pen, layout: &Layout, options: &mut Options) -> Vec<Deed> {
        let mut deeds = Vec::new();
        let rect = layout.bar;
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = rect.shrink2(vec2(
            15.0,
            if layout.size <= Size::Compact {
                8.0
            } else {
                12.0
            },
        ));
        match &self.mode {
            Mode::Asking(prompt) => {
                let name = prompt.sight.name(prompt.who()).to_owned();
                let (done, all) = prompt.progress();
                let count = prompt.card.entries.len();
                let side = prompt.sight.side(prompt.side).to_owned();
                let title = match prompt.asked {
                    Asked::Plan => format!("Plan {name}'s move"),
                    Asked::Answer => format!("{name} answers"),
                    Asked::Deed => format!("Choose for {name}"),
                };
                let button = if count > 1 { 190.0 } else { 0.0 };
                let heading = paint::line(
                    &painter,
                    inner.min,
                    Align2::LEFT_TOP,
                    &title,
                    fonts::name(19.0),
                    p::TEXT,
                    inner.width() - button - 20.0,
                );
                let aside = if all > 1 {
                    format!("{side} \u{b7} {done} of {all} looked at")
                } else {
                    side
                };
                let (words, colour) = match &self.said {
                    Some(said) => (said.clone(), p::DANGER),
                    None => (aside, p::DIM),
                };
                paint::line(
                    &painter,
                    pos2(heading.right() + 12.0, heading.center().y),
                    Align2::LEFT_CENTER,
                    &words,
                    fonts::plain(14.0),
                    colour,
                    inner.right() - button - heading.right() - 30.0,
                );
                if layout.size > Size::Tiny {
                    let keys: &[(&str, &[&str], &str)] = match prompt.asked {
                        Asked::Plan => &[
                            ("", &["W", "E", "A", "D", "Z", "X"], "point"),
                            ("", &["Left", "Right"], "face"),
                            ("", &["R"], "run"),
                            ("", &["J"], "charge"),
                            ("", &["K"], "knee"),
                            ("", &["Q"], "rush"),
                            ("", &["N"], "then"),
                        ],
                        Asked::Answer | Asked::Deed => &[
                            ("", &["1", "9"], "choose"),
                            ("", &["W", "E", "A", "D", "Z", "X"], "point at a target"),
                            ("", &["I"], "his answer"),
                            ("", &["Tab"], "next"),
                        ],
                    };
                    legend(
                        &painter,
                        pen.icons,
                        pos2(inner.left(), inner.bottom() - 10.0),
                        inner.width() - button - 8.0,
                        keys,
                    );
                }
                if count > 1 {
                    let all_rect =
                        Rect::from_min_max(pos2(inner.right() - 182.0, inner.top()), inner.max);
                    let words = if done == all {
                        "Commit all"
                    } else {
                        "Take all"
                    };
                    if pen.button(
                        all_rect,
                        &Button::new(words).key(Press::shift(Key::Enter)).size(13.5),
                    ) {
                        deeds.push(Deed::TakeAll);
                    }
                } else if layout.size == Size::Tiny {
                    let go =
                        Rect::from_min_max(pos2(inner.right() - 120.0, inner.top()), inner.max);
                    if pen.button(
                        go,
                        &Button::new("Go")
                            .key(Press::of(Key::Enter))
                            .rank(Rank::Main),
                    ) {
                        deeds.push(Deed::Go);
                    }
                }
            }
            _ => {
                let waiting = self.stage.playback.waiting();
                let title = if self.running.is_some() && waiting == 0 {
                    "Thinking \u{2026}"
                } else {
                    "Watching"
                };
                let title = if !self.books[self.open].since.is_empty() && self.secrets {
                    "What you saw"
                } else {
                    title
                };
                let heading = paint::line(
                    &painter,
                    inner.min,
                    Align2::LEFT_TOP,
                    title,
                    fonts::name(19.0),
                    p::TEXT,
                    inner.width(),
                );
                let last = self.books[self.open]
                    .log
                    .iter()
                    .rev()
                    .find(|line| !line.clock)
                    .map(|line| line.words.clone())
                    .unwrap_or_default();
                paint::line(
                    &painter,
                    pos2(heading.right() + 12.0, heading.center().y),
                    Align2::LEFT_CENTER,
                    &last,
                    fonts::plain(14.0),
                    p::DIM,
                    inner.right() - heading.right() - 330.0,
                );
                let keys: &[(&str, &[&str], &str)] = &[
                    ("", &["Space"], "skip"),
                    ("", &[","], "slower"),
                    ("", &["."], "faster"),
                    ("", &["P"], "pause"),
                ];
                legend(
                    &painter,
                    pen.icons,
                    pos2(inner.left(), inner.bottom() - 10.0),
                    inner.width() - 320.0,
                    keys,
                );
                if layout.size >= Size::Compact {
                    let mut x = inner.right();
                    let mut next = |wide: f32| {
                        x -= wide;
                        let found = Rect::from_min_max(
                            pos2(x, inner.top()),
                            pos2(x + wide, inner.bottom()),
                        );
                        x -= 6.0;
                        found
                    };
                    let skip = next(110.0);
                    if pen.button(
                        skip,
                        &Button::new("Skip")
                            .key(Press::of(Key::Space))
                            .size(14.0)
                            .rank(if waiting > 0 { Rank::Main } else { Rank::Off }),
                    ) {
                        self.skip();
                    }
                    let pause = next(96.0);
                    let word = if self.stage.playback.paused {
                        "Play"
                    } else {
                        "Pause"
                    };
                    if pen.button(pause, &Button::new(word).key(Press::of(Key::P)).size(14.0)) {
                        self.stage.playback.paused = !self.stage.playback.paused;
                    }
                    let pace = next(84.0);
                    let words = format!("{}\u{d7}", options.speed as f32 / 100.0);
                    if pen.button(pace, &Button::new(&words).size(14.0)) {
                        faster(options, true);
                    }
                } else if pen.pressed(Press::of(Key::Space)) {
                    self.skip();
                }
            }
        }
        deeds
    }

    fn skip(&mut self) {
        let open = self.open;
        self.stage.playback.paused = false;
        let events = self.stage.playback.skip(&mut self.books[open].shown);
        self.log(&events);
    }

    fn common_keys(&mut self, pen: &mut Pen, options: &mut Options) {
        if pen.pressed(Press::of(Key::Comma)) {
            faster(options, false);
        }
        if pen.pressed(Press::of(Key::Period)) {
            faster(options, true);
        }
        if pen.pressed(Press::of(Key::G)) {
            self.log_open = !self.log_open;
            self.log_from = 0;
        }
        if pen.pressed(Press::of(Key::T)) {
            self.whole_threats = !self.whole_threats;
        }
        if pen.pressed(Press::of(Key::Questionmark))
            || pen.pressed(Press::shift(Key::Slash))
            || pen.pressed(Press::shift(Key::Questionmark))
            || pen.pressed(Press::of(Key::F1))
        {
            self.over = Over::Keys;
        }
        if pen.pressed(Press::of(Key::H)) || pen.keys.take_sign("#") {
            options.grid = (options.grid + 1) % 4;
        }
        if pen.pressed(Press::of(Key::F5))
            && let Some(engine) = self.engine.as_deref_mut()
        {
            engine.autosave();
            self.said = Some(match (&engine.unsaved, &engine.kept) {
                (Some(fault), _) => format!("Not saved: {fault}."),
                (None, Some(path)) => format!("Saved in {}.", path.display()),
                (None, None) => "Not saved.".to_owned(),
            });
        }
    }

    // --- the log

    fn log_tab(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = layout.log;
        if !rect.is_positive() {
            return;
        }
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            pos2(inner.left(), inner.top() - 4.0),
            Align2::LEFT_TOP,
            "LOG",
            fonts::bold(12.5),
            p::DIM,
        );
        paint::key_cap(
            &painter,
            pos2(inner.left() + 30.0, inner.top() + 4.0),
            "G",
            false,
        );
        let lines = ((inner.height() - 14.0) / 17.0).max(1.0) as usize;
        let book = &self.books[self.open];
        let mut y = inner.bottom() - 1.0;
        for line in book.log.iter().rev().filter(|line| !line.clock).take(lines) {
            let words = format!("{}  {}", line.unit, line.words);
            let colour = if line.weighty { p::TEXT } else { p::DIM };
            paint::line(
                &painter,
                pos2(inner.left(), y),
                Align2::LEFT_BOTTOM,
                &words,
                fonts::plain(13.5),
                colour,
                inner.width(),
            );
            y -= 17.0;
        }
        if book.log.is_empty() {
            painter.text(
                pos2(inner.left(), y),
                Align2::LEFT_BOTTOM,
                "Nothing has happened yet.",
                fonts::plain(13.5),
                p::OFF,
            );
        }
        if pen.area(rect, "log tab").clicked() {
            self.log_open = !self.log_open;
            self.log_from = 0;
        }
    }

    fn log_panel(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = log_drawer(layout);
        let painter = pen.painter();
        pen.ui
            .interact(rect, bevy_egui::egui::Id::new("log drawer"), Sense::click());
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "Log",
            fonts::name(22.0),
            p::TEXT,
        );
        let close = Rect::from_min_size(
            pos2(inner.right() - 96.0, inner.top() - 4.0),
            vec2(96.0, 32.0),
        );
        if pen.button(
            close,
            &Button::new("Close").key(Press::of(Key::G)).size(13.5),
        ) {
            self.log_open = false;
        }
        let (over, scroll) = pen.ui.input(|input| {
            let over = input
                .pointer
                .hover_pos()
                .is_some_and(|at| rect.contains(at));
            (over, input.smooth_scroll_delta().y)
        });
        let page = if pen.pressed(Press::of(Key::PageUp)) {
            8
        } else if pen.pressed(Press::of(Key::PageDown)) {
            -8
        } else {
            0
        };
        let wheel = if over {
            (scroll / 8.0).round() as i64
        } else {
            0
        };
        let log = &self.books[self.open].log;
        let from =
            (self.log_from as i64 + page + wheel).clamp(0, log.len().saturating_sub(4) as i64);
        self.log_from = from as usize;
        let mut y = inner.bottom();
        for line in log.iter().rev().skip(self.log_from) {
            let (font, colour) = if line.clock {
                (fonts::bold(13.0), p::GILT)
            } else if line.weighty {
                (fonts::medium(14.5), p::TEXT)
            } else {
                (fonts::plain(14.0), p::DIM)
            };
            let words = paint::wrapped(&painter, &line.words, font, colour, inner.width(), 3);
            let figures = if line.figures.is_empty() {
                None
            } else {
                Some(paint::wrapped(
                    &painter,
                    &line.figures,
                    fonts::plain(12.5),
                    p::LINK,
                    inner.width() - 10.0,
                    4,
                ))
            };
            let high =
                words.size().y + figures.as_ref().map_or(0.0, |figures| figures.size().y) + 5.0;
            y -= high;
            if y < inner.top() + 34.0 {
                break;
            }
            let below = y + words.size().y;
            painter.galley(pos2(inner.left(), y), words, colour);
            if let Some(figures) = figures {
                painter.galley(pos2(inner.left() + 10.0, below), figures, p::LINK);
            }
        }
    }

    // --- covers and windows

    /// The cover between two people: nothing else is drawn.
    fn cover(&mut self, pen: &mut Pen, tokens: &mut Tokens, all: Rect, side: SideId, seconds: f32) {
        let painter = pen.painter();
        painter.rect_filled(all, 0.0, p::BACK);
        paint::panel(&painter, all.shrink(10.0));
        let name = self.sight.side(side).to_owned();
        let centre = all.center();
        let tall = (all.height() * 0.28).min(220.0);
        tokens.shield(&painter, centre - vec2(0.0, tall * 0.55), tall, side);
        let size = if all.width() > 700.0 { 44.0 } else { 28.0 };
        painter.text(
            centre + vec2(0.0, tall * 0.22),
            Align2::CENTER_CENTER,
            format!("{name}, take the seat"),
            fonts::name(size),
            p::TEXT,
        );
        let button = Rect::from_center_size(
            centre + vec2(0.0, tall * 0.22 + 74.0),
            vec2(300.0f32.min(all.width() - 40.0), 58.0),
        );
        let down = pen
            .ui
            .input(|input| input.key_down(Key::Enter) || input.key_down(Key::Space));
        let response = pen
            .ui
            .interact(button, bevy_egui::egui::Id::new("cover"), Sense::click());
        let held = down || response.is_pointer_button_down_on();
        self.held = if held {
            self.held + seconds.max(0.001)
        } else {
            0.0
        };
        // The press that sealed the last card must not open this one.
        const HOLD: f32 = 0.6;
        painter.rect_filled(button, 2.0, p::CONTROL);
        let share = (self.held / HOLD).min(1.0);
        painter.rect_filled(
            Rect::from_min_size(button.min, vec2(button.width() * share, button.height())),
            2.0,
            p::GILT,
        );
        let ink = if share > 0.5 { p::ON_GILT } else { p::TEXT };
        painter.text(
            button.center(),
            Align2::CENTER_CENTER,
            "Hold Enter, or hold this, to open",
            fonts::bold(16.0),
            ink,
        );
        if self.held >= HOLD {
            self.held = 0.0;
            self.uncover(side);
        }
    }

    /// A side sits down: it is shown what it saw since the last time, then asked.
    fn uncover(&mut self, side: SideId) {
        self.viewer = self
            .engine
            .as_deref()
            .and_then(|engine| engine.battle.status().team(side));
        self.open = usize::from(side.0);
        if let Some(engine) = self.engine.as_deref_mut() {
            let ground = engine.ground.clone();
            self.sight = Sight::new(&mut engine.battle, &ground, Some(side));
        }
        self.mode = Mode::Watching;
        self.books[self.open].since.clear();
        self.news();
    }

    fn over_window(&mut self, pen: &mut Pen, layout: &Layout) -> Option<Wish> {
        let painter = pen.painter();
        painter.rect_filled(
            layout.all,
            0.0,
            bevy_egui::egui::Color32::from_black_alpha(120),
        );
        pen.ui.interact(
            layout.all,
            bevy_egui::egui::Id::new("over"),
            Sense::click_and_drag(),
        );
        match self.over {
            Over::Nothing => None,
            Over::Menu => self.pause(pen, layout),
            Over::Keys => {
                if crate::client::screens::help::draw(pen, layout.all, self.sight.rules().primer())
                {
                    self.over = Over::Nothing;
                }
                None
            }
            Over::Standing => {
                self.standing(pen, layout);
                None
            }
            Over::Concede => {
                let rect = Rect::from_center_size(
                    layout.all.center(),
                    vec2(460.0f32.min(layout.all.width() - 20.0), 150.0),
                );
                paint::panel(&painter, rect);
                let inner = inside(rect);
                paint::prose(
                    &painter,
                    inner.min,
                    "Give up the battle? The other side wins.",
                    fonts::name(20.0),
                    p::TEXT,
                    inner.width(),
                    2,
                );
                let (no, yes) = pair(inner);
                if pen.button(no, &Button::new("Fight on").key(Press::of(Key::Escape))) {
                    self.over = Over::Nothing;
                } else if pen.button(
                    yes,
                    &Button::new("Give up")
                        .key(Press::of(Key::Y))
                        .rank(Rank::Main),
                ) {
                    self.over = Over::Nothing;
                    self.concede();
                }
                None
            }
        }
    }

    fn pause(&mut self, pen: &mut Pen, layout: &Layout) -> Option<Wish> {
        let asking = matches!(self.mode, Mode::Asking(_));
        let rows: [(&str, Key, bool); 6] = [
            ("Go on", Key::Escape, true),
            ("Keys and rules", Key::F1, true),
            ("Options", Key::O, true),
            ("A picture of the screen", Key::P, true),
            ("Give up the battle", Key::C, asking),
            ("Save and leave", Key::Q, true),
        ];
        let rect = Rect::from_center_size(
            layout.all.center(),
            vec2(
                380.0f32.min(layout.all.width() - 12.0),
                (rows.len() as f32 * 50.0 + 76.0).min(layout.all.height() - 8.0),
            ),
        );
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "The battle rests",
            fonts::name(24.0),
            p::TEXT,
        );
        let high = ((inner.height() - 36.0) / rows.len() as f32).min(50.0);
        let mut chosen = None;
        for (index, (words, key, can)) in rows.iter().enumerate() {
            let row = Rect::from_min_size(
                pos2(inner.left(), inner.top() + 38.0 + index as f32 * high),
                vec2(inner.width(), high - 6.0),
            );
            let rank = match (index, can) {
                (_, false) => Rank::Off,
                (0, _) => Rank::Main,
                _ => Rank::Plain,
            };
            if pen.button(row, &Button::new(words).key(Press::of(*key)).rank(rank)) {
                chosen = Some(index);
            }
        }
        match chosen? {
            0 => self.over = Over::Nothing,
            1 => self.over = Over::Keys,
            2 => return Some(Wish::Options),
            3 => {
                self.over = Over::Nothing;
                return Some(Wish::Picture);
            }
            4 => self.over = Over::Concede,
            _ => return Some(Wish::Menu),
        }
        None
    }

    /// Standing orders of everybody on the card's side.
    fn standing(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = Rect::from_center_size(
            layout.all.center(),
            vec2(
                720.0f32.min(layout.all.width() - 12.0),
                560.0f32.min(layout.all.height() - 12.0),
            ),
        );
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "Standing orders",
            fonts::name(24.0),
            p::TEXT,
        );
        paint::prose(
            &painter,
            pos2(inner.left(), inner.top() + 32.0),
            "They answer for you, from the end of this card on. A click goes to the next value.",
            fonts::plain(14.0),
            p::DIM,
            inner.width() - 130.0,
            2,
        );
        let close =
            Rect::from_min_size(pos2(inner.right() - 110.0, inner.top()), vec2(110.0, 36.0));
        if pen.button(
            close,
            &Button::new("Close").key(Press::of(Key::Escape)).size(14.0),
        ) || pen.pressed(Press::of(Key::O))
        {
            self.over = Over::Nothing;
        }
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        let own: Vec<(CombatantId, String)> = prompt
            .sight
            .figures
            .iter()
            .filter(|figure| figure.side == prompt.side && !figure.fitness.is_out())
            .map(|figure| (figure.id, figure.label.name.to_string()))
            .collect();
        if own.is_empty() {
            return;
        }
        self.standing_at = self.standing_at.min(own.len() - 1);
        let mut y = inner.top() + 72.0;
        let (who, name) = &own[self.standing_at];
        let head = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 38.0));
        let words = format!("{name} ({} of {})", self.standing_at + 1, own.len());
        if pen.button(
            head,
            &Button::new(&words).key(Press::of(Key::Tab)).size(15.0),
        ) {
            self.standing_at = (self.standing_at + 1) % own.len();
        }
        y += 48.0;
        let topics = prompt.sight.rules().standing(&prompt.sight.ask(), *who);
        if topics.is_empty() {
            painter.text(
                pos2(inner.left(), y),
                Align2::LEFT_TOP,
                "There are no standing orders here.",
                fonts::plain(15.0),
                p::DIM,
            );
        }
        let drafted: Vec<Order> = engine
            .battle
            .seat(prompt.side)
            .map(|seat| seat.side_drafts().cloned().collect())
            .unwrap_or_default();
        for (index, topic) in topics.iter().enumerate() {
            if y + 44.0 > inner.bottom() - 50.0 {
                break;
            }
            let now = topic
                .values
                .iter()
                .position(|(_, choice)| {
                    drafted
                        .iter()
                        .any(|order| order.who == *who && order.choice == *choice)
                })
                .or_else(|| {
                    topic
                        .values
                        .iter()
                        .position(|(words, _)| *words == topic.now)
                });
            paint::line(
                &painter,
                pos2(inner.left(), y + 19.0),
                Align2::LEFT_CENTER,
                &crate::seat::tale::capital(&topic.name),
                fonts::medium(15.0),
                p::TEXT,
                190.0,
            );
            let value = Rect::from_min_size(
                pos2(inner.left() + 200.0, y),
                vec2(inner.width() - 200.0, 38.0),
            );
            let words = now
                .and_then(|now| topic.values.get(now))
                .map_or(topic.now.clone(), |(words, _)| words.clone());
            let mut button = Button::new(&words).size(14.0);
            if let Some(key) = crate::client::keys::DIGITS.get(index) {
                button = button.key(Press::of(*key));
            }
            if pen.button(value, &button) && !topic.values.is_empty() {
                let next = now.map_or(0, |now| (now + 1) % topic.values.len());
                let order = Order {
                    decision: DecisionId::NONE,
                    who: *who,
                    choice: topic.values[next].1.clone(),
                };
                if let Err(refusal) = engine.battle.draft(prompt.side, order) {
                    self.said = Some(refusal.to_string());
                }
            }
            y += 44.0;
        }
        let all = Rect::from_min_max(
            pos2(inner.left(), inner.bottom() - 38.0),
            pos2(inner.left() + 300.0, inner.bottom()),
        );
        if own.len() > 1
            && pen.button(
                all,
                &Button::new("The same for everybody")
                    .key(Press::of(Key::A))
                    .size(14.0),
            )
        {
            let mine: Vec<Choice> = drafted
                .iter()
                .filter(|order| order.who == *who)
                .map(|order| order.choice.clone())
                .collect();
            for (other, _) in &own {
                for choice in &mine {
                    // Whoever cannot take an order keeps his own.
                    let order = Order {
                        decision: DecisionId::NONE,
                        who: *other,
                        choice: choice.clone(),
                    };
                    let _ = engine.battle.draft(prompt.side, order);
                }
            }
        }
    }

    fn over_screen(&mut self, pen: &mut Pen, tokens: &mut Tokens, layout: &Layout) -> Option<Wish> {
        let painter = pen.painter();
        painter.rect_filled(layout.all, 0.0, p::BACK);
        self.stage.view.frame(layout.all, false);
        let casting = Casting {
            ground: 90,
            ..Casting::default()
        };
        self.stage
            .draw_ground(&painter, &self.books[self.open].shown, &casting);
        painter.rect_filled(
            layout.all,
            0.0,
            bevy_egui::egui::Color32::from_black_alpha(70),
        );
        let Mode::Over(results) = &mut self.mode else {
            return None;
        };
        let kept = self
            .engine
            .as_deref()
            .map(|engine| match (&engine.unsaved, &engine.kept) {
                (Some(fault), _) => format!("Not kept: {fault}"),
                (None, Some(path)) => format!("Kept in {}", path.display()),
                (None, None) => String::new(),
            });
        results::draw(pen, tokens, layout, results, kept.as_deref().unwrap_or(""))
    }
}

fn pair(inner: Rect) -> (Rect, Rect) {
    let top = inner.bottom() - 42.0;
    let middle = inner.center().x;
    (
        Rect::from_min_max(pos2(inner.left(), top), pos2(middle - 4.0, inner.bottom())),
        Rect::from_min_max(pos2(middle + 4.0, top), inner.max),
    )
}

/// Where the log opens.
fn log_drawer(layout: &Layout) -> Rect {
    let all = layout.all;
    let wide = 430.0f32.min(all.width() - 8.0);
    Rect::from_min_max(
        pos2(all.right() - wide - 4.0, layout.timeline.bottom() + 6.0),
        pos2(all.right() - 4.0, all.bottom() - 6.0),
    )
}

/// What the main button says.
fn commit_words(prompt: &Prompt) -> &'static str {
    let (done, all) = prompt.progress();
    let last = all <= done + 1;
    match (prompt.asked, last) {
        (_, false) => "Keep, next",
        (Asked::Plan, true) if prompt.odds.is_none() => "Commit moves",
        (_, true) => "Do it",
    }
}

fn faster(options: &mut Options, up: bool) {
    let at = SPEEDS
        .iter()
        .position(|speed| *speed >= options.speed)
        .unwrap_or(SPEEDS.len() - 1);
    let next = if up {
        (at + 1) % SPEEDS.len()
    } else {
        at.saturating_sub(1)
    };
    options.speed = SPEEDS[next];
    options.keep();
}
