//! The ordered systems of `phases`, one file a sub-phase or mechanism. `plugin` has their order.

pub mod action;
mod balked;
pub mod bouts;
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
pub mod specials;
pub mod steps;
pub mod upkeep;
