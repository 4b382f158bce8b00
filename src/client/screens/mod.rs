//! The screens around a battle.

pub mod backdrop;
pub mod help;
pub mod load;
pub mod menu;
pub mod rulebook;
pub mod settings;
pub mod setup;
