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
mod game;
pub mod menu;
mod sitting;
mod sketch;
mod standing;
mod telling;
#[cfg(test)]
mod tests;
mod understand;

pub use console::Console;
pub use game::{Finish, Table, play};
