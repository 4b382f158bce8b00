//! What runs in `Resolve`: each file gathers, calls the pure rules and writes what they say.

pub mod action;
pub mod clock;
pub mod count;
pub mod fumble;
pub mod handling;
pub mod initiative;
pub mod movement;
pub mod openings;
pub mod resolution;
pub mod states;
pub mod upkeep;
