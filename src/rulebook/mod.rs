//! The rulebook that plays: scenarios that show a rule and judge it.
//!
//! Scenarios are data under `assets/rulebook/<system>/`; their format is told in
//! `assets/rulebook/README.md`. The command line checks and counts them, help screens show them.
//! A fault in a file is reported with its place and takes nothing else down.

mod asks;
mod board;
mod coverage;
mod dress;
mod events;
mod fault;
mod fixtures;
mod format;
mod ground;
mod judge;
mod library;
mod line;
mod names;
mod nar;
mod phases;
mod places;
mod reel;
mod run;
mod stage;
mod system;
#[cfg(test)]
mod tests;
mod times;
mod value;
mod views;
mod wounds;
mod wounds_asks;

pub use asks::{Args, RuleAsks};
pub use coverage::{Covered, Standing, Stated, coverage, strangers};
pub use fault::Fault;
pub use format::{RawCase, RawCombatant, RawMap, Scenario, read_file};
pub use library::{Library, SYSTEMS, find_assets};
pub use reel::{Picture, Reel, show};
pub use run::{CaseResult, Verdict, run};
pub use system::{Host, host};
