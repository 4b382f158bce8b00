//! The record as data: format 2. Format 1 had no [`Record::head_sum`].
//!
//! A field added, removed or given another meaning is a new [`FORMAT`], with the old one read for
//! ever (`tests/records/` holds one file of each). This covers what the file holds of other
//! modules, such as `Setup` and `Event`.

use super::sum::Sum;
use crate::combat::event::Event;
use crate::combat::log::Given;
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use crate::combat::status::Outcome;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

/// The format written.
pub const FORMAT: u32 = 2;

/// A battle, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Version of the file's form.
    pub format: u32,
    /// Version of the game that wrote it.
    pub game: String,
    /// Id of the rule system.
    pub rules: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// The level as its maker wrote it, for people.
    pub level: LevelText,
    /// The battle's seed.
    pub seed: u64,
    /// Who answers for each side, by name.
    pub controllers: Vec<String>,
    /// Orders may be taken back.
    pub practice: bool,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// Sum of all that is said above, which no replay can check: who answered for a side changes
    /// no event. `None` in format 1 alone.
    #[serde(default)]
    pub head_sum: Option<Sum>,
    /// Sum of the setup's text.
    pub setup_sum: Sum,
    /// What the battle started from: the level with all choices made, preset and switches too.
    pub setup: Setup,
    /// The rule system's tables.
    pub tables: Vec<TableText>,
    /// Every order given, by window.
    pub orders: Vec<Given>,
    /// The state's hash at every opened window, at each end of a unit, and at the end.
    pub hashes: Vec<Mark>,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The state from which a replay starts, where that is not the setup.
    pub base: Option<Base>,
    /// The state at the last decision, with drafts and seals.
    pub checkpoint: Checkpoint,
}

/// A level's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelText {
    /// Its file's name.
    pub name: String,
    /// Sum of the text.
    pub sum: Sum,
    /// The text.
    pub text: String,
}

impl LevelText {
    /// A level's name and text, summed.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> LevelText {
        let text = text.into();
        LevelText {
            name: name.into(),
            sum: Sum::of([text.as_str()]),
            text,
        }
    }
}

/// A table's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableText {
    /// Its path.
    pub path: String,
    /// Sum of the text.
    pub sum: Sum,
    /// The text.
    pub text: String,
}

/// A moment at which the state is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// The window of that number opened.
    Window(u32),
    /// The unit of that number was over.
    Unit(u32),
    /// The battle was over.
    End,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Window(number) => write!(f, "window {number}"),
            At::Unit(number) => write!(f, "the end of unit {number}"),
            At::End => write!(f, "the end of the battle"),
        }
    }
}

/// The state's hash at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The moment.
    pub at: At,
    /// Unit of time.
    pub unit: u32,
    /// Stage, in a word.
    pub stage: SmolStr,
    /// Number of events so far.
    pub events: u32,
    /// The hash.
    pub hash: Sum,
}

/// A state written down. Its logs of events and orders are those of the record up to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The moment.
    pub at: At,
    /// The state's hash (drafts and seals are no part of it).
    pub hash: Sum,
    /// Sum of the state's text, drafts and seals included.
    pub sum: Sum,
    /// The state.
    pub state: Snapshot,
}

/// Where a battle was taken up that another version of the game or rules had begun: what happened
/// before can be read, and is not fought again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The game's version before.
    pub game: String,
    /// The rules' version before.
    pub rules_version: u32,
    /// Why the replay was given up, in words.
    pub why: String,
    /// Events that had happened.
    pub events: u32,
    /// Orders that had been given.
    pub orders: u32,
    /// The state.
    pub checkpoint: Checkpoint,
}
