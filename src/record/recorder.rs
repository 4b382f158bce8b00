//! The recorder: goes along with a battle, notes its hashes and writes it down.
//!
//! Drivers call [`Recorder::advance`] where they would call `Battle::advance`, and
//! [`Recorder::autosave`] at every window. Nothing a recorder does changes the battle, and a disk
//! that refuses stops nothing.

use super::fault::{RecordFault, SaveFault};
use super::folder::{free_path, records_dir};
use super::form::{At, Base, Checkpoint, FORMAT, LevelText, Mark, Record, TableText};
use super::read::{head_sum, setup_sum, state_sum};
use super::sum::Sum;
use super::write::save;
use crate::combat::battle::{Battle, Progress, Stuck};
use crate::combat::flow::Stage;
use crate::combat::log::{EVENTS_PART, ORDERS_PART};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use crate::combat::system::RuleSystem;
use smol_str::SmolStr;
use std::path::{Path, PathBuf};

/// What a record says of its battle from the first moment on.
#[derive(Clone)]
pub(super) struct Head {
    pub level: LevelText,
    pub seed: u64,
    pub controllers: Vec<String>,
    pub practice: bool,
    pub setup: Setup,
    pub base: Option<Base>,
}

/// Goes along with a battle.
pub struct Recorder {
    head: Head,
    marks: Vec<Mark>,
    path: Option<PathBuf>,
}

impl Recorder {
    /// For a battle that begins.
    pub fn new(
        level: LevelText,
        setup: &Setup,
        seed: u64,
        controllers: Vec<String>,
        practice: bool,
    ) -> Recorder {
        Recorder {
            head: Head {
                level,
                seed,
                controllers,
                practice,
                setup: setup.clone(),
                base: None,
            },
            marks: Vec::new(),
            path: None,
        }
    }

    /// For a battle taken up from a record, with the hashes noted so far.
    pub(super) fn resume(record: &Record, marks: Vec<Mark>) -> Recorder {
        Recorder {
            head: Head {
                level: record.level.clone(),
                seed: record.seed,
                controllers: record.controllers.clone(),
                practice: record.practice,
                setup: record.setup.clone(),
                base: record.base.clone(),
            },
            marks,
            path: None,
        }
    }

    /// Hashes noted so far.
    pub fn hashes(&self) -> &[Mark] {
        &self.marks
    }

    /// What the battle started from.
    pub fn setup(&self) -> &Setup {
        &self.head.setup
    }

    /// The battle's seed.
    pub fn seed(&self) -> u64 {
        self.head.seed
    }

    /// Whether orders may be taken back.
    pub fn practice(&self) -> bool {
        self.head.practice
    }

    /// Runs the battle until somebody must choose or it is over, and notes its hashes.
    ///
    /// # Errors
    /// If the rules come to no decision.
    pub fn advance(&mut self, battle: &mut Battle) -> Result<Progress, Stuck> {
        let mut stage = battle.flow().stage;
        let progress = battle.advance_watched(|battle| {
            let flow = battle.flow();
            let before = std::mem::replace(&mut stage, flow.stage);
            // A unit is over when the next one's clock is due, and not while that clock runs.
            if stage == Stage::Clock && before != Stage::Clock && flow.window.is_none() {
                let at = At::Unit(flow.unit);
                self.mark(battle, at);
            }
        })?;
        if let Some(at) = moment(battle)
            && self.marks.last().is_none_or(|mark| mark.at != at)
        {
            self.mark(battle, at);
        }
        Ok(progress)
    }

    fn mark(&mut self, battle: &mut Battle, at: At) {
        let hash = Sum(battle.digest());
        let flow = battle.flow();
        self.marks.push(Mark {
            at,
            unit: flow.unit,
            stage: SmolStr::new(flow.stage.word()),
            events: log_length(battle),
            hash,
        });
    }

    /// The battle as a record, at an open window or after its end.
    ///
    /// # Errors
    /// If it is between two windows, or its state cannot be written down.
    pub fn record(&self, battle: &mut Battle) -> Result<Record, SaveFault> {
        let at = moment(battle).ok_or(SaveFault::Between)?;
        if self.marks.last().is_none_or(|mark| mark.at != at) {
            return Err(SaveFault::Between);
        }
        let checkpoint = checkpoint(battle, at)?;
        let rules = battle.rules().clone();
        let head = self.head.clone();
        let mut record = Record {
            format: FORMAT,
            game: env!("CARGO_PKG_VERSION").to_owned(),
            rules: rules.id().to_owned(),
            rules_version: rules.version(),
            level: head.level,
            seed: head.seed,
            controllers: head.controllers,
            practice: head.practice,
            outcome: battle.outcome().cloned(),
            head_sum: None,
            setup_sum: setup_sum(&head.setup),
            setup: head.setup,
            tables: tables(&*rules),
            orders: battle.orders().to_vec(),
            hashes: self.marks.clone(),
            events: events(battle),
            base: head.base,
            checkpoint,
        };
        record.head_sum = Some(head_sum(&record));
        Ok(record)
    }

    /// Writes the battle to a file.
    ///
    /// # Errors
    /// What stands in the way; the battle goes on.
    pub fn save(&self, battle: &mut Battle, path: &Path) -> Result<(), SaveFault> {
        save(&self.record(battle)?, path)
    }

    /// Writes the battle to its own file in a folder, a name found at the first call.
    ///
    /// # Errors
    /// What stands in the way; the battle goes on.
    pub fn save_in(&mut self, battle: &mut Battle, folder: &Path) -> Result<&Path, SaveFault> {
        let record = self.record(battle)?;
        let path = match self.path.take() {
            Some(path) if path.parent() == Some(folder) => path,
            _ => free_path(folder, &record.setup.title, record.seed),
        };
        save(&record, &path)?;
        Ok(self.path.insert(path))
    }

    /// Writes the battle to its own file among the user's records. Drivers call this at every
    /// open window and at the end.
    ///
    /// # Errors
    /// What stands in the way; the battle goes on.
    pub fn autosave(&mut self, battle: &mut Battle) -> Result<&Path, SaveFault> {
        if let Some(path) = self.path.clone() {
            self.save(battle, &path)?;
            return Ok(self.path.insert(path));
        }
        let folder = records_dir().ok_or(SaveFault::NoFolder)?;
        self.save_in(battle, &folder)
    }

    /// The battle's own file, once it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Goes on writing to a file that is there already, such as the one loaded.
    pub fn write_to(&mut self, path: PathBuf) {
        self.path = Some(path);
    }
}

/// Where the battle stands, if records may be made there.
pub(super) fn moment(battle: &Battle) -> Option<At> {
    let flow = battle.flow();
    match (&flow.window, flow.stage) {
        (Some(window), _) => Some(At::Window(window.number)),
        (None, Stage::Over) => Some(At::End),
        (None, _) => None,
    }
}

pub(super) fn log_length(battle: &Battle) -> u32 {
    u32::try_from(battle.events(None).count()).unwrap_or(u32::MAX)
}

pub(super) fn events(battle: &Battle) -> Vec<crate::combat::event::Event> {
    battle.events(None).cloned().collect()
}

/// The rule system's tables, summed.
pub(super) fn tables(rules: &dyn RuleSystem) -> Vec<TableText> {
    let tables = rules.tables().into_iter();
    tables
        .map(|(path, text)| TableText {
            sum: Sum::of([text.as_str()]),
            path,
            text,
        })
        .collect()
}

/// The state, without the logs that the record holds itself.
pub(super) fn checkpoint(battle: &mut Battle, at: At) -> Result<Checkpoint, SaveFault> {
    let mut state = battle
        .snapshot()
        .map_err(|fault| SaveFault::State(fault.to_string()))?;
    for log in [EVENTS_PART, ORDERS_PART] {
        state.resources.remove(log);
    }
    Ok(Checkpoint {
        at,
        hash: Sum(battle.digest()),
        sum: state_sum(&state),
        state,
    })
}

/// Puts a checkpoint back, with the first `events` and `orders` of the record as its logs.
pub(super) fn restore(
    battle: &mut Battle,
    record: &Record,
    checkpoint: &Checkpoint,
    (events, orders): (usize, usize),
) -> Result<(), RecordFault> {
    let at = checkpoint.at;
    let fault = |why: String| RecordFault::Checkpoint { at, why };
    let mut state: Snapshot = checkpoint.state.clone();
    let write = |log: ron::Result<String>| log.map_err(|why| fault(why.to_string()));
    let events = write(ron::to_string(&record.events[..events]))?;
    let orders = write(ron::to_string(&record.orders[..orders]))?;
    state.resources.insert(EVENTS_PART.to_owned(), events);
    state.resources.insert(ORDERS_PART.to_owned(), orders);
    battle
        .restore(&state)
        .map_err(|why| fault(why.to_string()))?;
    match moment(battle) {
        Some(found) if found == at => Ok(()),
        Some(found) => Err(fault(format!("it is the state of {found}"))),
        None => Err(fault("it is the state of no window".to_owned())),
    }
}
