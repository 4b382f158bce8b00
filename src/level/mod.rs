//! Levels: the file format, its checker, and where level files are found.
//!
//! [`read`] is the only way from bytes to a [`Level`]; checking a level is its own code. A level
//! with a fault is refused whole with a [`Report`] that names every fault and its place. What the
//! rule systems know comes in through [`RuleNames`]; this module names none of them. The format
//! is described for level makers in `levels/README.md`.
//!
//! Called by the command line, the list of levels and the editor. Invariant: a [`Level`] that
//! `read` returns can be set up without further questions: every hex lies on the board, every
//! name is known, no hex is filled twice.

mod check;
mod files;
mod names;
mod raw;
mod spec;
#[cfg(test)]
mod stub;
#[cfg(test)]
mod tests;
pub(crate) mod words;
mod write;

pub use crate::reading::{Fault, MAX_DEPTH, Report, Span, nearest};
pub use check::{
    MAX_BYTES, MAX_COMBATANTS, MAX_ITEMS, MAX_LISTED_HEXES, MAX_OBJECTIVES, MAX_SIDE_HEXES,
    MAX_SIDES, TICK_SECONDS, read,
};
pub use files::{Entry, Origin, free_file, list, load, shipped_dir, user_dir};
pub use names::{GearSlot, RuleFault, RuleNames};
pub use spec::{
    CombatantSpec, Controller, EnPassant, GearChoice, GearSpec, ItemPlace, ItemSpec, Join, Level,
    Mount, NextDeclaration, ObjectiveSpec, Objectives, Reacting, SideSpec, StandingDefaults,
    SystemRules, Turning, Wave,
};
pub use write::text;
