//! The ground: hexes, directions, terrain, edges, heights and what geometry says about them.
//!
//! | question | where |
//! |---|---|
//! | in which arc, which way, at what angle | [`arc`] |
//! | which hexes lie between | [`line`](mod@line) |
//! | what ground, objects and hexsides are | [`terrain`], [`edges`] |
//! | may one step, climb, drop there and at what price | [`step`](mod@step), [`climb`](mod@climb) |
//! | who sees whom, and by what light | [`sight`], [`light`] |
//! | what covers | [`cover`] |
//! | can a blow get there, is there room | [`reach`] |
//! | is a charge's lane clear | [`lane`](mod@lane) |
//! | where does a push lead | [`push`] |
//! | what is the cheapest way | [`search`], [`stepmap`] |
//!
//! Everything here is pure and integer: no systems, no dice, no rule system. Distances are
//! hexes (one hex is one metre), heights are centimetres unless a name says levels.

pub mod arc;
mod bare;
mod barred;
mod cell;
pub mod climb;
pub mod cover;
mod dir;
pub mod edges;
pub(crate) mod fixture;
mod grid;
pub mod lane;
pub mod light;
pub mod line;
pub mod push;
pub mod reach;
mod runs;
pub mod search;
pub mod sight;
pub mod step;
pub mod stepmap;
pub mod terrain;

pub use arc::{Arc, Sector};
pub use barred::Barred;
pub use cell::{Cell, Edge, EdgeKind, Ground, LightGrade, LightSource, Object, Overlay, Overlays};
pub use dir::{Dir, Orientation, Turn};
pub use grid::{Board, is_near};
pub use hexx::Hex;
pub use sight::Eye;
pub use terrain::Footing;

/// Order of hexes wherever one is needed: by row, then by column.
///
/// `hexx::Hex` has no order of its own; sorted results keep outcomes free of insertion order.
pub fn hex_key(hex: Hex) -> (i32, i32) {
    (hex.y, hex.x)
}

/// Distance in hexes, which is metres (B-003). Height is never part of it.
pub fn distance(a: Hex, b: Hex) -> u32 {
    a.unsigned_distance_to(b)
}
