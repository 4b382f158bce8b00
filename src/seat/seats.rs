//! Who sits where: people and computers by side, and when the screen must be covered.

use crate::ai::Controller;
use crate::combat::combatant::SideId;
use crate::combat::status::Status;
use std::collections::BTreeSet;

/// Who plays a side.
pub enum Player {
    /// Somebody at this console.
    Person,
    /// A controller.
    Computer(Box<dyn Controller>),
}

impl Player {
    /// What a menu calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Player::Person => "you",
            Player::Computer(controller) => controller.name(),
        }
    }
}

/// The players of all sides, by side.
pub struct Seats(pub Vec<Player>);

impl Seats {
    /// Whether a person plays a side.
    pub fn is_person(&self, side: SideId) -> bool {
        matches!(self.0.get(usize::from(side.0)), Some(Player::Person))
    }

    /// Sides played by people.
    pub fn people(&self) -> impl Iterator<Item = SideId> + '_ {
        (0..self.0.len() as u8)
            .map(SideId)
            .filter(|side| self.is_person(*side))
    }

    /// Whether people of different teams share this console, so that there are secrets on it.
    pub fn has_secrets(&self, status: &Status) -> bool {
        let teams: BTreeSet<_> = self.people().map(|side| status.team(side)).collect();
        teams.len() > 1
    }
}
