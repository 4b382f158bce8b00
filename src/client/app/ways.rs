//! What leads from screen to screen: a battle begins, goes on, is watched again.

use super::{Asked, Client, Screen};
use crate::client::battle::engine::Engine;
use crate::client::battle::play::{Play, Wish};
use crate::client::battle::replay::Replay;
use crate::client::screens::load::LoadState;
use crate::client::screens::menu::MenuState;
use crate::client::screens::rulebook::BookState;
use crate::client::screens::setup;
use crate::record;
use crate::seat::{Player, Seats, listing};
use crate::start::Start;

impl Client {
    pub(super) fn show_menu(&mut self) {
        self.resting.clear();
        let saved = listing::saved();
        self.last = saved
            .into_iter()
            .find(|saved| saved.fault.is_none())
            .map(|saved| (saved.path, saved.brief));
        let bad = crate::start::levels()
            .iter()
            .filter(|entry| entry.outcome.is_err())
            .count();
        self.faults
            .retain(|fault| !fault.contains("see the level list"));
        if bad > 0 {
            self.faults.push(format!(
                "{bad} level{} with faults, see the level list",
                if bad == 1 { "" } else { "s" }
            ));
        }
        self.screen = Screen::Menu(MenuState::default());
    }

    /// Opens the rulebook, at a rule if one is named, where it was left otherwise.
    pub(in crate::client) fn open_book(&mut self, rule: Option<&str>) {
        let book = match (self.book.take(), rule) {
            (Some(mut book), Some(rule)) => {
                book.reopen(rule);
                book
            }
            (Some(book), None) => book,
            (None, rule) => Box::new(BookState::open(crate::rules::IDS[0], rule)),
        };
        self.screen = Screen::Rulebook(book);
    }

    /// Back to the screen that was left for this one, or to the menu.
    pub(super) fn back(&mut self) {
        match self.resting.pop() {
            // What lies on the disk may have changed meanwhile.
            Some(Screen::Setup(mut state)) => {
                state.look_again();
                self.screen = Screen::Setup(state);
            }
            Some(screen) => self.screen = screen,
            None => self.show_menu(),
        }
    }

    /// Leaves a screen for another, to come back to it.
    pub(super) fn rest(&mut self, screen: Screen) {
        self.resting.push(screen);
    }

    /// Another battle branches off the record that is watched.
    pub(super) fn play_on(&mut self, path: &std::path::Path, window: u32) {
        match Engine::branch(path, window) {
            Ok(engine) => {
                self.resting.clear();
                self.sit_down(engine);
            }
            Err(fault) => {
                let mut state = LoadState::now();
                state.said = fault;
                self.resting.clear();
                self.screen = Screen::Load(state);
            }
        }
    }

    /// A rule read while a record is watched.
    pub(super) fn look_up(&mut self, rule: &str) {
        let screen = std::mem::replace(&mut self.screen, Screen::Help);
        self.rest(screen);
        self.open_book(Some(rule));
    }

    /// Back to what the rulebook was opened from.
    pub(super) fn close_book(&mut self) {
        let before = std::mem::replace(&mut self.screen, Screen::Help);
        if let Screen::Rulebook(book) = before {
            self.book = Some(book);
        }
        self.back();
    }

    pub(super) fn begin(&mut self, start: &Start, seats: Seats, seed: u64, practice: bool) {
        match Engine::begin(start, seats, seed, practice) {
            Ok(engine) => self.sit_down(engine),
            Err(fault) => self.said = Some(fault),
        }
    }

    /// A battle that is kept in no file as yet.
    fn sit_down(&mut self, engine: Engine) {
        #[cfg(test)]
        let engine = crate::client::tests::aside(engine);
        self.screen = Screen::Battle(Box::new(Play::new(Box::new(engine))));
    }

    /// A duel against the computer, with all notes unread and every step to be taken back.
    pub(super) fn first_steps(&mut self) {
        self.options.steps = 0;
        let level = std::path::Path::new("duel");
        match crate::start::start(level, Some(crate::rules::IDS[0]), None) {
            Ok(start) => {
                let mut players = vec![Player::Person];
                let others = start.setup.sides.iter().skip(1);
                players.extend(others.map(|_| crate::seat::players::computer()));
                let seed = self.seed.unwrap_or_else(setup::fresh_seed);
                self.begin(&start, Seats(players), seed, true);
            }
            Err(fault) => self.said = Some(fault.to_string()),
        }
    }

    /// Goes on with a saved battle; one that is over is watched.
    pub(super) fn go_on(&mut self, path: &std::path::Path) {
        match Engine::go_on(path, None) {
            Ok(engine) => self.screen = Screen::Battle(Box::new(Play::new(Box::new(engine)))),
            Err(_) if record::open(path).is_ok_and(|record| record.outcome.is_some()) => {
                self.watch(path);
            }
            Err(fault) => {
                let mut state = LoadState::now();
                state.said = fault;
                self.screen = Screen::Load(state);
            }
        }
    }

    pub(super) fn watch(&mut self, path: &std::path::Path) {
        match Replay::open(path) {
            Ok(replay) => self.screen = Screen::Replay(Box::new(replay)),
            Err(fault) => {
                let mut state = LoadState::now();
                state.said = fault;
                self.screen = Screen::Load(state);
            }
        }
    }

    pub(super) fn grant(&mut self, wish: Wish, asked: &mut Asked) {
        let screen = std::mem::replace(&mut self.screen, Screen::Help);
        let Screen::Battle(play) = screen else { return };
        match wish {
            // To the menu, or to the editor that it was a trial for.
            Wish::Menu => self.back(),
            Wish::Options => {
                self.rest(Screen::Battle(play));
                self.screen = Screen::Settings(Default::default());
            }
            Wish::Rulebook(rule) => {
                self.rest(Screen::Battle(play));
                self.open_book(rule.as_deref());
            }
            Wish::Picture => {
                self.pictures += 1;
                let folder = record::data_dir().map(|folder| folder.join("pictures"));
                asked.picture = folder.map(|folder| {
                    folder.join(format!(
                        "hexfray-{}-{}.png",
                        std::process::id(),
                        self.pictures
                    ))
                });
                self.screen = Screen::Battle(play);
            }
            Wish::Watch => {
                let kept = play.engine().and_then(|engine| engine.kept.clone());
                match kept.map(|path| Replay::open(&path)) {
                    Some(Ok(replay)) => {
                        self.rest(Screen::Battle(play));
                        self.screen = Screen::Replay(Box::new(replay));
                    }
                    Some(Err(fault)) => {
                        self.said = Some(fault);
                        self.screen = Screen::Battle(play);
                    }
                    None => self.screen = Screen::Battle(play),
                }
            }
            Wish::Again { fresh, swapped } => self.again(&play, fresh, swapped),
        }
    }

    pub(super) fn again(&mut self, play: &Play, fresh: bool, swapped: bool) {
        let Some(engine) = play.engine() else { return };
        let seed = if fresh {
            setup::fresh_seed()
        } else {
            engine.seed
        };
        let mut players: Vec<Player> = engine
            .seats
            .0
            .iter()
            .map(|player| match player {
                Player::Person => Player::Person,
                Player::Computer(controller) => crate::ai::by_name(controller.name())
                    .map_or_else(crate::seat::players::computer, Player::Computer),
            })
            .collect();
        if swapped {
            players.rotate_right(1);
        }
        let rules = engine.battle.rules().id();
        let preset = engine.keeper.setup().preset.to_string();
        match crate::start::start(&engine.level, Some(rules), Some(&preset)) {
            Ok(start) => self.begin(&start, Seats(players), seed, engine.practice),
            Err(fault) => self.said = Some(fault.to_string()),
        }
    }
}
