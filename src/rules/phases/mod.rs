//! `phases`: six-second Combat Phases of five sub-phases with an initiative countdown.
//!
//! Rule ids in these docs (`P-072`, `H-5`) are those of the system's register. Pure rules stand one
//! file a family; [`gather`] turns a [`scene`] into their plain contexts; [`systems`] call them and
//! write what they say; [`verbs`] is what a combatant can be ordered to do.

pub mod ability;
pub mod answering;
pub mod assault;
mod assess;
pub mod attack;
pub mod blast;
pub mod body;
pub mod breaking;
pub mod charge;
pub mod check;
pub mod content;
pub mod dark;
pub mod defence;
pub mod derive;
pub mod effects;
pub mod exchange;
pub mod facing;
pub mod feat;
pub mod field;
pub mod figures;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod gather;
pub mod grapple;
pub mod harm;
pub mod house;
pub mod initiative;
pub mod learned;
pub mod movement_rates;
pub mod odds;
pub mod outlook;
pub mod own;
pub mod passing;
mod plugin;
mod presets;
pub mod reaction;
pub mod refire;
pub mod resolution;
pub mod route;
pub mod saddle;
pub mod scene;
pub mod sheet;
pub mod spawn;
pub mod special;
pub mod steer;
pub mod system;
pub mod systems;
mod table_checks;
pub mod tables;
pub mod two_weapons;
pub mod verbs;
pub mod weapon_use;

pub use system::Phases;

#[cfg(test)]
mod battle_tests;
#[cfg(test)]
mod proofs;
#[cfg(test)]
mod symmetry_tests;
