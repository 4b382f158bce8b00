//! How a battle goes on: the engine runs, what it tells is played, the next question is put.

use super::{Mode, Play, recap};
use crate::client::battle::engine::{Engine, Running, Stop};
use crate::client::battle::logbook;
use crate::client::battle::logbook::Line;
use crate::client::battle::panels::PanelState;
use crate::client::battle::prompt::Prompt;
use crate::client::battle::results::Results;
use crate::client::options::Options;
use crate::client::sounds::Cue;
use crate::combat::combatant::SideId;
use crate::combat::event::{Event, EventKind};
use crate::seat::Sight;

impl Play {
    /// Lets the engine run on.
    pub(super) fn go_on(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.running = Some(Running::start(engine, self.viewer));
            self.mode = Mode::Watching;
        }
    }

    /// Takes the engine back when it has stopped, and has events played for the open book.
    pub(super) fn collect(&mut self) {
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
    pub(super) fn sit(&mut self, stop: &Stop) {
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
    pub(super) fn may_tell(engine: &Engine, secrets: bool, open: usize, event: &Event) -> bool {
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
    pub(super) fn news(&mut self) {
        let Some(engine) = self.engine.as_deref() else {
            return;
        };
        let (secrets, open) = (self.secrets, self.open);
        let book = &mut self.books[open];
        let from = book.shown.told;
        let all: Vec<&Event> = engine.battle.events(None).collect();
        let told = all.len();
        let news = all.iter().enumerate().skip(from);
        let (places, news): (Vec<usize>, Vec<Event>) = news
            .filter(|(_, event)| Play::may_tell(engine, secrets, open, event))
            .map(|(place, event)| (place, (*event).clone()))
            .unzip();
        book.waiting.extend(places);
        book.shown.told = told;
        self.stage.playback.push(news);
    }

    pub(super) fn log(&mut self, events: &[Event]) {
        let book = &mut self.books[self.open];
        let mut lines: Vec<Line> = Vec::new();
        for event in events {
            let place = book.waiting.pop_front().unwrap_or(book.shown.told);
            lines.extend(logbook::line(&self.sight, event, place));
        }
        logbook::add(
            &mut book.since,
            lines.iter().filter(|line| !line.clock).cloned(),
        );
        logbook::add(&mut book.log, lines);
    }

    /// Goes on for a frame: playback, then whatever waits for it.
    pub(super) fn advance(&mut self, seconds: f32, options: &Options) {
        self.collect();
        self.stage.grid = options.grid;
        let open = self.open;
        if self.is_covered() {
            return;
        }
        let events = if options.skip {
            self.stage.playback.skip(&mut self.books[open].shown)
        } else {
            let speed = if self.is_recap() {
                options.speed.max(recap::PACE)
            } else {
                options.speed
            };
            let (events, cues) =
                self.stage
                    .playback
                    .step(seconds, speed, options.calm, &mut self.books[open].shown);
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
    pub(super) fn settle(&mut self) {
        let Some(stop) = self.pending.take() else {
            return;
        };
        if !matches!(self.mode, Mode::Watching) {
            return;
        }
        self.recap = false;
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

    pub(super) fn ask(&mut self, prompt: Prompt) {
        self.looked = None;
        self.panel = PanelState::default();
        self.sheet_first = 0;
        self.said = None;
        self.books[self.open].since.clear();
        self.fresh = true;
        self.mode = Mode::Asking(Box::new(prompt));
        self.show_choice();
    }
}
