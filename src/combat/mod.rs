//! What every rule system shares: combatants, dice, orders, windows, events, the resolver.
//!
//! Nothing here names a rule system.

pub mod assess;
pub mod battle;
pub mod clock;
pub mod combatant;
pub mod dice;
pub mod displacement;
pub mod endings;
pub mod event;
pub mod flow;
pub mod fraction;
pub mod hashing;
pub mod log;
pub mod occupancy;
pub mod odds;
pub mod order;
pub mod plot;
pub mod plot_words;
pub mod precedence;
pub mod refusal;
pub mod resolve;
pub mod setup;
pub mod snapshot;
pub mod status;
pub mod system;
mod tangle;
pub mod walk;
