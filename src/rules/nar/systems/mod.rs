//! What runs in `Resolve`, a file for each stage.

pub mod action;
pub mod clock;
pub mod defence;
pub mod resolution;
pub mod upkeep;
