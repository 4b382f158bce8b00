//! What every player needs who sits before a screen: a view in words, the card of a window, who
//! sits where, where the battle is kept, what can be played.
//!
//! The text player and the window both stand on it; it knows neither, and no rule system.

pub mod card;
pub mod ending;
pub mod figures;
pub mod foresight;
pub mod keeper;
pub mod letters;
pub mod listing;
pub mod odds_words;
pub mod players;
pub mod recording;
pub mod refused;
pub mod seats;
pub mod sight;
pub mod symbols;
pub mod tale;
pub mod zones;

pub use card::Card;
pub use keeper::{Keeper, NoKeeper};
pub use recording::Recording;
pub use seats::{Player, Seats};
pub use sight::Sight;
pub use tale::lines as event_lines;
