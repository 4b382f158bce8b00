//! Records: one plain, versioned file that is save, autosave, replay and bug report.
//!
//! A record holds all a battle needs: what it started from, the tables, the seed, the orders, the
//! hash at every opened window, the events, and the state at the last decision (the checkpoint).
//! Drivers wrap a battle in a [`Recorder`]; [`open`] reads a file, [`load`] goes on with it,
//! [`verify`] fights it again and names the first difference. No file can cause a panic.

mod fault;
mod folder;
mod form;
mod read;
mod recorder;
mod replay;
mod resume;
mod sum;
mod systems;
mod verdict;
mod write;

pub use fault::{RecordFault, SaveFault};
pub use folder::{Listed, data_dir, list, records_dir};
pub use form::{At, Base, Checkpoint, FORMAT, LevelText, Mark, Record, TableText};
pub use read::{LIMIT, open, parse};
pub use recorder::Recorder;
pub use replay::{start, verify};
pub use resume::{Loaded, branch, branches, continue_from_checkpoint, load, take_back};
pub use sum::Sum;
pub use systems::Systems;
pub use verdict::{Difference, EventDifference, Verdict};
pub use write::{save, text};
