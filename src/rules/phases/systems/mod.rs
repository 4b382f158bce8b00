//! What runs in `Resolve`, one file a sub-phase or mechanism. `beats` has the order of the steps inside a
//! beat, `plugin` that of the parts.

pub mod action;
mod balked;
pub mod beats;
pub mod bouts;
pub mod bursts;
pub mod charge;
pub mod clock;
mod contest;
pub mod declaration;
pub mod en_passant;
pub mod facing;
mod falls;
mod feet;
mod fumble;
pub mod grapple;
pub mod grips;
pub mod handling;
pub mod heights;
pub mod hiding;
pub mod knockback;
pub mod leaving;
pub mod plots;
pub mod reaction;
pub mod resolution;
pub mod riding;
pub mod rounds;
pub mod senses;
pub mod specials;
pub mod states;
pub mod steps;
mod told;
pub mod upkeep;
