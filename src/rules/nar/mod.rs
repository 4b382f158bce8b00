//! The rule system `nar`: Rounds of twelve rows of a second, on which everybody's actions are spread
//! by their number; attacks hit unless the target pays for a Block, Dodge or Parry.
//!
//! What is there is its clock, its blows, shots and charged actions, and its 3D's. It has no
//! archetypes, no movement and no computer player yet, so levels cannot ask for it; the rulebook
//! plays it. Pure rules are in the files of the first line, everything else is between them and the
//! resolver:
//!
//! - `scale`, `sheet`, `rows`, `tempo`, `limbs`, `totals`, `exchange`, `outlook`;
//! - `tables`, `scene`, `field`, `gather`, `plans`, `answers`, `verbs`, `systems`, `spawn`, `plugin`, `system`.

pub mod answers;
pub mod exchange;
#[cfg(test)]
mod exchange_tests;
pub mod field;
pub mod gather;
pub mod limbs;
pub mod outlook;
pub mod plans;
mod plugin;
mod presets;
#[cfg(test)]
mod proofs;
pub mod rows;
pub mod scale;
pub mod scene;
pub mod sheet;
pub mod spawn;
mod system;
mod systems;
pub mod tables;
pub mod tempo;
pub mod totals;
mod verbs;

pub use system::Nar;
