//! `phases`: six-second Combat Phases of five sub-phases with an initiative countdown.
//!
//! Rule ids in these docs (`P-072`, `H-5`) are those of the system's register.

pub mod check;
pub mod derive;
pub mod facing;
pub mod field;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod house;
pub mod initiative;
pub mod scene;
pub mod sheet;
pub mod tables;
