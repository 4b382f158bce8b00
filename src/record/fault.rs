//! What can be wrong with a record, in words that say what was found and what is allowed.

use super::form::{At, FORMAT};
use super::sum::Sum;

/// Why a record cannot be used. The file's name is the caller's to add.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file is larger than any record.
    #[error("is larger than {limit} bytes, the most a record may have")]
    TooLarge {
        /// Bytes allowed.
        limit: u64,
    },
    /// There is nothing in it.
    #[error("is empty: nothing was ever written to it, or all of it was lost")]
    Empty,
    /// It is no text.
    #[error("is no text (UTF-8) from byte {byte} on; a record is a text file")]
    NotText {
        /// The first byte at fault, from 0.
        byte: usize,
    },
    /// It ends in the middle.
    #[error("ends in the middle, in line {line}: the rest was lost")]
    Cut {
        /// The last line, from 1.
        line: usize,
    },
    /// It is no record.
    #[error("line {line}, column {column}: {found}; a record of format {FORMAT} is expected")]
    Form {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What was found.
        found: String,
    },
    /// A newer version of the game wrote it.
    #[error(
        "has format {found}, written by version {game} of the game; this version reads formats 1 \
         to {FORMAT}: a newer one is needed"
    )]
    Newer {
        /// Format found.
        found: u32,
        /// The game that wrote it.
        game: String,
    },
    /// No such format was ever written.
    #[error("has format {found}; formats 1 to {FORMAT} exist")]
    NoFormat {
        /// Format found.
        found: u32,
    },
    /// Text and sum do not agree.
    #[error("{part} was changed: its sum is {found}, {expected} was written")]
    Changed {
        /// The part, in words.
        part: String,
        /// Sum written.
        expected: Sum,
        /// Sum of what is there.
        found: Sum,
    },
    /// Its parts contradict each other.
    #[error("contradicts itself: {0}")]
    Contradiction(String),
    /// It needs a rule system that does not exist here.
    #[error("is of the rule system `{found}`, which this version does not have; it has: {known}")]
    UnknownRules {
        /// The system's id.
        found: String,
        /// Those that exist.
        known: String,
    },
    /// It was fought by other tables, and they are of no use.
    #[error(
        "was fought by other tables than this version's ({changed}), which cannot be used: {why}"
    )]
    OtherTables {
        /// Paths that differ.
        changed: String,
        /// What is wrong with them.
        why: String,
    },
    /// The rule system cannot use what the battle started from.
    #[error("holds a battle that cannot be started: {0}")]
    Setup(String),
    /// The state does not fit.
    #[error("holds a state of {at} that cannot be put back: {why}")]
    Checkpoint {
        /// The moment of the state.
        at: At,
        /// What does not fit.
        why: String,
    },
    /// An earlier window was asked for that cannot be reached.
    #[error("cannot be taken back to window {window}: {why}")]
    TakeBack {
        /// The window.
        window: u32,
        /// Why not.
        why: String,
    },
}

/// Why a record could not be written. The battle goes on all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveFault {
    /// There is no folder to write to.
    #[error(
        "there is no folder for records: this system names no user data folder; set HEXFRAY_DATA \
         to one"
    )]
    NoFolder,
    /// The disk refuses.
    #[error("the record was not written to {path}: {why}; the battle goes on without it")]
    Disk {
        /// The file or folder.
        path: String,
        /// What the system says.
        why: String,
    },
    /// The battle is between two windows.
    #[error("a battle is written at an open window or after its end, not between")]
    Between,
    /// The state could not be written down.
    #[error("the state could not be written down: {0}")]
    State(String),
    /// The record would be larger than any that is read.
    #[error("the record would have {bytes} bytes; {limit} are allowed")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// Bytes allowed.
        limit: u64,
    },
}
