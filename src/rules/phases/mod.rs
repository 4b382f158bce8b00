//! `phases`: six-second Combat Phases of five sub-phases with an initiative countdown.
//!
//! Rule ids in these docs (`P-072`, `H-5`) are those of the system's register.

pub mod answering;
pub mod assault;
pub mod attack;
pub mod charge;
pub mod check;
pub mod defence;
pub mod derive;
pub mod exchange;
pub mod facing;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod harm;
pub mod house;
pub mod initiative;
pub mod movement_rates;
pub mod odds;
pub mod reaction;
pub mod refire;
pub mod resolution;
pub mod scene;
pub mod sheet;
pub mod special;
mod table_checks;
pub mod tables;
pub mod weapon_use;
