//! Players by name, as menus, the command line and records call them.

use super::seats::{Player, Seats};
use crate::ai;
use crate::level::{Controller, Level};

/// The word for a person on the command line.
pub const HUMAN: &str = "human";

/// A player by the word of the command line and of records.
pub fn named(name: &str) -> Option<Player> {
    if name == HUMAN {
        return Some(Player::Person);
    }
    ai::by_name(name).map(Player::Computer)
}

/// Who plays a side as its level proposes; with no proposal at all the first side is a person's.
pub fn proposed(level: &Level, side: usize) -> Player {
    let hint = |index: usize| level.sides.get(index).and_then(|side| side.controller);
    let human = (0..level.sides.len()).any(|index| hint(index) == Some(Controller::Human));
    match hint(side) {
        Some(Controller::Human) => Player::Person,
        Some(Controller::Random) => named("random").unwrap_or_else(computer),
        Some(Controller::Rusher) => named("rusher").unwrap_or_else(computer),
        Some(Controller::Quick) => named("quick").unwrap_or_else(computer),
        Some(Controller::Normal) => named("normal").unwrap_or_else(computer),
        Some(Controller::Computer) => computer(),
        None if side == 0 && !human => Player::Person,
        None => computer(),
    }
}

/// The word for a player on the command line and in records.
pub fn word(player: &Player) -> &'static str {
    match player {
        Player::Person => HUMAN,
        Player::Computer(controller) => controller.name(),
    }
}

/// The controller that plays where nobody said who shall.
pub fn computer() -> Player {
    let (name, _) = ai::CONTROLLERS[0];
    let controller = ai::by_name(name).expect("every controller of the list exists");
    Player::Computer(controller)
}

/// Words for the players of all sides, as records keep them.
pub fn controllers(seats: &Seats) -> Vec<String> {
    seats.0.iter().map(|one| word(one).to_owned()).collect()
}
