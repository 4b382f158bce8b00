//! The text player: a battle in a terminal or over a pipe, for one person or several.
//!
//! It reads views and sends orders like every other player, and knows no rule system. Nothing is
//! told by colour or by layout alone: whatever the picture of the board shows stands in words in
//! the list below it and in `look`. The command line calls [`play`] with a running battle, or
//! [`menu::choose`] to find out which one.

mod answers;
mod card;
mod command;
mod console;
mod ending;
mod figures;
mod game;
mod keeper;
mod letters;
pub mod menu;
mod odds_words;
mod seats;
mod sight;
mod sitting;
mod sketch;
mod standing;
mod symbols;
mod tale;
mod telling;
#[cfg(test)]
mod tests;

pub use console::Console;
pub use game::{Finish, Table, play};
pub use keeper::{Keeper, NoKeeper};
pub use seats::{Player, Seats};
pub use sight::Sight;
pub use tale::lines as event_lines;
