//! Hexfray: tactical skirmishes on hexes with the depth of tabletop melee.
//!
//! Arrows point one way: [`board`] ← [`combat`] ← [`rules`] ← ([`ai`], [`record`], [`level`]) ←
//! the command line. `combat` names no rule system and rule systems never import one another.

pub mod ai;
pub mod board;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod combat;
pub mod level;
pub mod plain;
pub mod reading;
pub mod record;
pub mod rulebook;
pub mod rules;
pub mod seat;
pub mod start;
pub mod text;
