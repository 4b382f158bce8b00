//! What every rule system shares: combatants, dice, orders, windows, events, the resolver.
//!
//! Nothing here names a rule system.

pub mod clock;
pub mod combatant;
pub mod dice;
pub mod displacement;
pub mod endings;
pub mod event;
pub mod fraction;
pub mod hashing;
pub mod occupancy;
pub mod odds;
pub mod order;
pub mod plot;
pub mod precedence;
pub mod refusal;
mod tangle;
pub mod walk;
