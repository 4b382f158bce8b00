//! The battle with its players: runs until a person must choose, away from the frame, and hands
//! itself back. Computers answer in it; they see neither drafts nor seals.

use crate::ai;
use crate::board::Board;
use crate::client::look::livery::Livery;
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::SideId;
use crate::level::{self, Level};
use crate::record::{self, LevelText, Record, Systems};
use crate::seat::players::{self, controllers};
use crate::seat::{Card, Keeper, Player, Recording, Seats};
use crate::start::{Known, Start};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Windows after which the engine comes up for breath, so that the screen gets something to show.
const BREATH: u32 = 12;

/// Why the engine stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A side played by a person must answer.
    Asked(SideId),
    /// Nothing to ask; it goes on when it is run again.
    Breath,
    /// The battle is over.
    Over,
    /// The rules came to no decision: a fault of the game.
    Stuck(String),
}

/// A battle and all who play it.
pub struct Engine {
    /// The battle.
    pub battle: Battle,
    /// Who plays.
    pub seats: Seats,
    /// Where it is kept.
    pub keeper: Recording,
    /// The seed.
    pub seed: u64,
    /// The ground it started on.
    pub ground: Arc<Board>,
    /// Orders may be taken back.
    pub practice: bool,
    /// Put every card, also those without a question.
    pub every: bool,
    /// Why it could not be kept, the last time.
    pub unsaved: Option<String>,
    /// The file it is kept in.
    pub kept: Option<PathBuf>,
    /// Where its level lies, for another battle on it.
    pub level: PathBuf,
    /// What its sides wear, by the colours of its level.
    pub livery: Livery,
}

impl Engine {
    /// A battle at its beginning.
    ///
    /// # Errors
    /// What the rules cannot use, in words.
    pub fn begin(start: &Start, seats: Seats, seed: u64, practice: bool) -> Result<Engine, String> {
        let battle = Battle::start(start.rules.clone(), &start.setup, seed)
            .map_err(|faults| format!("{}: {}", start.path.display(), faults.join("; ")))?;
        Ok(Engine {
            battle,
            keeper: Recording::new(start, seed, controllers(&seats), practice),
            seats,
            seed,
            ground: Arc::new(start.setup.board.clone()),
            practice,
            every: false,
            unsaved: None,
            kept: None,
            level: start.path.clone(),
            livery: livery(&start.level),
        })
    }

    /// A saved battle, with its players or the ones given.
    ///
    /// # Errors
    /// Why it cannot be gone on with.
    pub fn go_on(path: &Path, seats: Option<Seats>) -> Result<Engine, String> {
        let fault = |why: &dyn std::fmt::Display| format!("{} {why}", path.display());
        let mut record = record::open(path).map_err(|why| fault(&why))?;
        if record.outcome.is_some() {
            return Err(fault(&"holds a battle that is over; watch it instead"));
        }
        let seats = seats.unwrap_or_else(|| recorded(&record));
        record.controllers = controllers(&seats);
        let loaded = record::load(&record, &Systems::ALL).map_err(|why| fault(&why))?;
        let keeper = Recording::go_on(loaded.recorder, path);
        let mut engine = Engine::taken_up(&record, loaded.battle, keeper, seats);
        engine.kept = Some(path.to_owned());
        Ok(engine)
    }

    /// Another battle that goes like a saved one up to a window; a person leads one side at least.
    ///
    /// # Errors
    /// Why it cannot be reached again.
    pub fn branch(path: &Path, window: u32) -> Result<Engine, String> {
        let fault = |why: &dyn std::fmt::Display| format!("{} {why}", path.display());
        let mut record = record::open(path).map_err(|why| fault(&why))?;
        let mut seats = recorded(&record);
        let people = seats.people().next().is_some();
        if let Some(first) = seats.0.first_mut().filter(|_| !people) {
            *first = Player::Person;
        }
        record.controllers = controllers(&seats);
        let loaded = record::branch(&record, window, &Systems::ALL).map_err(|why| fault(&why))?;
        let keeper = Recording::branch(loaded.recorder);
        Ok(Engine::taken_up(&record, loaded.battle, keeper, seats))
    }

    fn taken_up(record: &Record, battle: Battle, keeper: Recording, seats: Seats) -> Engine {
        Engine {
            battle,
            keeper,
            seats,
            seed: record.seed,
            ground: Arc::new(record.setup.board.clone()),
            practice: record.practice,
            every: false,
            unsaved: None,
            kept: None,
            level: PathBuf::from(record.level.name.clone()),
            livery: worn(&record.level),
        }
    }

    /// Whether people of different teams share the screen.
    pub fn secrets(&self) -> bool {
        self.seats.has_secrets(self.battle.status())
    }

    /// Saves the battle by itself; a fault stops nothing.
    pub fn autosave(&mut self) {
        match self.keeper.autosave(&mut self.battle) {
            Ok(path) => {
                self.kept = path;
                self.unsaved = None;
            }
            Err(fault) => self.unsaved = Some(fault),
        }
    }

    /// Runs until a person must choose, for at most some windows. `viewer` is the team that may
    /// look at the screen: its sides are asked first.
    pub fn run(&mut self, viewer: Option<u8>) -> Stop {
        for _ in 0..BREATH {
            match self.keeper.advance(&mut self.battle) {
                Err(stuck) => return Stop::Stuck(stuck.to_string()),
                Ok(Progress::Over) => {
                    self.autosave();
                    return Stop::Over;
                }
                Ok(Progress::Waiting) => {}
            }
            self.computers();
            if let Some(side) = self.people(viewer) {
                self.autosave();
                return Stop::Asked(side);
            }
        }
        Stop::Breath
    }

    /// As [`Engine::run`], but nothing is kept: for a battle that is only looked at.
    pub fn watch(&mut self) -> Stop {
        for _ in 0..BREATH {
            match self.battle.advance() {
                Err(stuck) => return Stop::Stuck(stuck.to_string()),
                Ok(Progress::Over) => return Stop::Over,
                Ok(Progress::Waiting) => self.computers(),
            }
        }
        Stop::Breath
    }

    fn computers(&mut self) {
        let Some(window) = self.battle.window() else {
            return;
        };
        let waiting: Vec<SideId> = window.waiting().collect();
        for side in waiting {
            if let Some(Player::Computer(controller)) = self.seats.0.get_mut(usize::from(side.0)) {
                ai::answer_side(&mut self.battle, side, &mut **controller, self.seed);
            }
        }
    }

    /// The first side of people that is asked something; sides with nothing to ask seal as they are.
    fn people(&mut self, viewer: Option<u8>) -> Option<SideId> {
        let window = self.battle.window()?;
        let number = window.number;
        let mut sides: Vec<SideId> = window
            .waiting()
            .filter(|side| self.seats.is_person(*side))
            .collect();
        sides.sort_by_key(|side| (self.battle.status().team(*side) != viewer, *side));
        for side in sides {
            if self.battle.window().map(|window| window.number) != Some(number) {
                return None;
            }
            let Some(card) = Card::new(&mut self.battle, side) else {
                continue;
            };
            if card.asked() > 0 || self.every {
                return Some(side);
            }
            // It was waiting and nothing has sealed it since.
            if self.battle.seal(side).is_err() {
                return Some(side);
            }
        }
        None
    }
}

/// Who led the sides of a record; whom the game no longer knows the computer stands in for.
fn recorded(record: &Record) -> Seats {
    let names = record.controllers.iter();
    let player = |name: &String| players::named(name).unwrap_or_else(players::computer);
    Seats(names.map(player).collect())
}

/// What the sides of a level wear.
pub fn livery(level: &Level) -> Livery {
    let colours: Vec<[u8; 3]> = level.sides.iter().map(|side| side.colour).collect();
    Livery::of(&colours)
}

/// What the sides of a record wear: its level is read again for their colours alone. One that no
/// longer reads leaves them those of their numbers.
pub fn worn(text: &LevelText) -> Livery {
    level::read(&text.name, text.text.as_bytes(), Known::get())
        .map(|(level, _)| livery(&level))
        .unwrap_or_default()
}

/// An engine that runs on a thread of its own.
pub struct Running(Receiver<(Box<Engine>, Stop)>);

impl Running {
    /// Starts it.
    pub fn start(mut engine: Box<Engine>, viewer: Option<u8>) -> Running {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let stop = engine.run(viewer);
            // Whoever waited may have left; the battle is kept on disk.
            let _ = sender.send((engine, stop));
        });
        Running(receiver)
    }

    /// The engine, once it has stopped; an error if it is lost.
    pub fn poll(&self) -> Option<Result<(Box<Engine>, Stop), String>> {
        match self.0.try_recv() {
            Ok(back) => Some(Ok(back)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the battle broke off: a fault of the game".to_owned()))
            }
        }
    }
}
