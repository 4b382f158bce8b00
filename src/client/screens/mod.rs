//! The screens around a battle.

pub mod backdrop;
pub mod editor;
pub mod help;
pub mod load;
pub mod menu;
pub mod quick;
pub mod rulebook;
pub mod settings;
pub mod setup;
