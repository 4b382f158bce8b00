//! `wounds`: rounds counted down from initiative, Success Levels, wound boxes by location, shock.
//!
//! Rule ids in these docs (`W-039`, `WH-06`, T4) are those of the system's register. Pure rules stand
//! one file a family and read plain contexts; [`sheet`] and [`state`] are what they read of a
//! combatant, [`tables`] the figures, [`content`] their files. [`gather`] turns a [`scene`] into the plain
//! contexts; [`systems`] call the rules and write what they say; [`verbs`] is what a combatant can be
//! ordered to do.

pub mod agenda;
pub mod armour;
pub mod assess;
pub mod attack;
pub mod check;
pub mod contact;
pub mod content;
pub mod defence;
pub mod derive;
pub mod exchange;
pub mod falls;
pub mod field;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod fumble;
pub mod gather;
pub mod initiative;
pub mod injury;
mod memo;
pub mod missile;
pub mod movement;
pub mod odds;
pub mod outlook;
pub mod own;
pub mod pace;
mod plugin;
mod presets;
mod reached;
pub mod recovery;
pub mod route;
pub mod scene;
pub mod sheet;
pub mod shock;
pub mod spawn;
pub mod state;
pub mod system;
pub mod systems;
mod table_checks;
pub mod tables;
pub mod verbs;
pub mod view;
pub mod walk;
pub mod weapon_use;

pub use system::Wounds;

#[cfg(test)]
mod proofs;
