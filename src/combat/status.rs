//! Sides, who fights for whom, and whether the battle is over.

use super::clock::UnitLength;
use super::combatant::{CombatantId, SideId};
use super::setup::Setup;
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A side in the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideStatus {
    /// Its name.
    pub name: SmolStr,
    /// Equal numbers are allies.
    pub team: u8,
    /// It has given up.
    pub conceded: bool,
}

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winning team; `None` for a draw.
    pub winner: Option<u8>,
    /// Decided by a stalemate (B-115).
    pub stalemate: bool,
    /// Why, for players.
    pub why: String,
    /// Unit in which it ended.
    pub unit: u32,
}

/// Sides, membership and the end.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Sides, by id.
    pub sides: Vec<SideStatus>,
    /// Side of each combatant, by id.
    pub members: Vec<SideId>,
    /// Number of combatants.
    pub combatants: usize,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

impl Status {
    /// At the start of a battle.
    pub fn new(setup: &Setup, _length: UnitLength) -> Status {
        Status {
            sides: setup
                .sides
                .iter()
                .map(|side| SideStatus {
                    name: side.name.clone(),
                    team: side.team,
                    conceded: false,
                })
                .collect(),
            members: setup
                .combatants
                .iter()
                .map(|combatant| SideId(combatant.side))
                .collect(),
            combatants: setup.combatants.len(),
            outcome: None,
        }
    }

    /// The side of a combatant.
    pub fn side_of(&self, who: CombatantId) -> Option<SideId> {
        self.members.get(usize::from(who.0)).copied()
    }

    /// The team of a side.
    pub fn team(&self, side: SideId) -> Option<u8> {
        self.sides.get(usize::from(side.0)).map(|side| side.team)
    }

    /// Notes that a side gives up; settled at the next end of a beat.
    pub fn concede(&mut self, side: SideId) {
        if let Some(side) = self.sides.get_mut(usize::from(side.0)) {
            side.conceded = true;
        }
    }
}
