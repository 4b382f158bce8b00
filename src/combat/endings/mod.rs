//! How a battle ends: defeat, objectives, limit, stalemate and points (B-093, B-110 to B-117).
//!
//! The resolver gathers a [`Field`] and calls [`after_beat`] after every beat and [`at_tick`] at
//! every tick (B-097, B-102); [`captures`] first, at ticks. What must be remembered between the
//! calls is the [`Tally`], plain data that is saved and hashed.
//!
//! Invariant: sides are judged together, never one before the other, so that what happens to both
//! at once is a draw (B-114).

mod goals;
mod judge;
pub mod words;

#[cfg(test)]
mod tests;

pub use judge::{after_beat, at_tick, captures};

use super::combatant::{CombatantId, Fitness, ItemId, SideId};
use crate::board::Hex;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// What a side is after (B-112). Times are seconds from the start, or a duration for `hold`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Objective {
    /// Every enemy side is defeated.
    Rout,
    /// These are out.
    Kill {
        /// Whom.
        who: Vec<CombatantId>,
    },
    /// These are not out, at a time or at the end.
    Protect {
        /// Whom.
        who: Vec<CombatantId>,
        /// Until when; `None`: to the end of the battle.
        #[serde(default)]
        until: Option<u32>,
    },
    /// Hold a zone for so long on end.
    Hold {
        /// The zone.
        zone: SmolStr,
        /// For how many seconds.
        seconds: u32,
    },
    /// So many able combatants in a zone at one tick.
    Reach {
        /// The zone.
        zone: SmolStr,
        /// How many.
        count: u16,
        /// By when, or the side has lost.
        #[serde(default)]
        by: Option<u32>,
    },
    /// So many left the field by marked exits.
    Escape {
        /// Zones of the exits that count; empty: all of them.
        #[serde(default)]
        exits: Vec<SmolStr>,
        /// How many.
        count: u16,
    },
    /// Not defeated at a time.
    Survive {
        /// When.
        seconds: u32,
    },
    /// An able holder of an item stands in a zone.
    Carry {
        /// The item.
        item: ItemId,
        /// The zone.
        zone: SmolStr,
    },
}

/// How the objectives of a list are joined (B-112).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// All of them.
    #[default]
    All,
    /// One of them is enough.
    Any,
}

/// The objectives of a side; without a list `rout` (B-112).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goals {
    /// How they are joined.
    #[serde(default)]
    pub join: Join,
    /// The list.
    pub list: Vec<Objective>,
}

impl Default for Goals {
    fn default() -> Goals {
        Goals {
            join: Join::All,
            list: vec![Objective::Rout],
        }
    }
}

/// When a battle ends although nobody has won (B-115). Both in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The level's limit: points decide.
    pub limit: u32,
    /// So long without harm, contact or progress is a stalemate.
    pub quiet: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            limit: 1200,
            quiet: 240,
        }
    }
}

/// A combatant as far as the end of the battle is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Who.
    pub who: CombatantId,
    /// For whom he fights.
    pub side: SideId,
    /// Able, disabled or out (B-093).
    pub fitness: Fitness,
    /// Where he is; `None` off the board.
    pub hex: Option<Hex>,
    /// The marked exit by which he left (B-117).
    pub exit: Option<Hex>,
    /// His price in half points: twice the price of one alone, the price of a pair for its rider
    /// and again for its horse (B-107, B-116).
    pub half_points: i32,
}

/// A side as far as the end of the battle is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The side.
    pub side: SideId,
    /// Sides of one team are allies.
    pub team: u8,
    /// What it is after.
    pub goals: Goals,
    /// Some of its combatants are yet to arrive and count as able (B-111).
    pub expects: bool,
}

/// Everything the end of a battle is judged by.
pub struct Field<'a> {
    /// Everybody who has been on the board.
    pub fighters: &'a [Fighter],
    /// All sides.
    pub parties: &'a [Party],
    /// Whether a hex lies in a zone of the level.
    pub in_zone: &'a dyn Fn(&str, Hex) -> bool,
    /// Who holds an item.
    pub holder: &'a dyn Fn(ItemId) -> Option<CombatantId>,
}

/// What is remembered between ticks. Saved and hashed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Defeated sides, and why.
    pub defeated: BTreeMap<SideId, Why>,
    /// Sides that conceded.
    pub conceded: BTreeSet<SideId>,
    /// Ticks running at which a side had nobody able while an enemy had (B-111).
    pub unable: BTreeMap<SideId, u32>,
    /// Ticks held so far, by side and place in its list (B-112).
    pub held: BTreeMap<(SideId, u16), u32>,
    /// Objectives fulfilled for good, by side and place in its list.
    pub fulfilled: BTreeSet<(SideId, u16)>,
    /// Since which tick somebody has been pinned by an able enemy, in seconds (B-110).
    pub pinned: BTreeMap<CombatantId, u32>,
    /// Second of the last tick with harm before it.
    pub last_harm: u32,
    /// Second of the last tick with contact before it.
    pub last_contact: u32,
    /// Second of the last tick with progress.
    pub last_progress: u32,
    /// The nearest two enemies have been since the last harm or contact, in hexes.
    pub nearest: Option<u32>,
    harmed: bool,
    touched: bool,
}

impl Tally {
    /// A hit point, a wound, a breakage, somebody out (B-115).
    pub fn note_harm(&mut self) {
        self.harmed = true;
    }

    /// An attack rolled, a charge, a hold (B-115).
    pub fn note_contact(&mut self) {
        self.touched = true;
    }

    /// A side gives up (B-111); it counts from the next beat on.
    pub fn concede(&mut self, side: SideId) {
        self.conceded.insert(side);
    }

    /// Seconds without harm, contact or progress.
    pub fn quiet(&self, now: u32) -> u32 {
        let last = self
            .last_harm
            .max(self.last_contact)
            .max(self.last_progress);
        now.saturating_sub(last)
    }

    /// Seconds a side has held the zone of an objective.
    pub fn held_seconds(&self, side: SideId, objective: u16) -> u32 {
        self.held.get(&(side, objective)).copied().unwrap_or(0) * super::clock::TICK
    }
}

/// Why a side has won, or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// All combatants of the loser are out.
    AllOut,
    /// The loser had nobody able to act at two ticks running.
    NoneAble,
    /// The loser gave up.
    Conceded,
    /// The winner fulfilled these.
    Fulfilled(Vec<Objective>),
    /// The loser failed in this.
    Failed(Objective),
}

/// Why nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyDraw {
    /// Opposed sides were defeated at once.
    BothDefeated,
    /// Opposed sides fulfilled their objectives at once.
    BothFulfilled,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A side, and with it its allies, has won.
    Won {
        /// The side: of several allies the one that decided it, or the first of them.
        side: SideId,
        /// Why.
        why: Why,
    },
    /// Nobody has won.
    Draw {
        /// Why.
        why: WhyDraw,
    },
    /// The limit was reached and points decide (B-115, B-116).
    Points {
        /// Who has more; `None` if equal.
        winner: Option<SideId>,
        /// Half points by side.
        scores: Vec<(SideId, i32)>,
    },
    /// Nothing happened for too long; points decide (B-115, B-116).
    Stalemate {
        /// Who has more; `None` if equal.
        winner: Option<SideId>,
        /// Half points by side.
        scores: Vec<(SideId, i32)>,
    },
}

impl Ending {
    /// Who has won.
    pub const fn winner(&self) -> Option<SideId> {
        match self {
            Ending::Won { side, .. } => Some(*side),
            Ending::Draw { .. } => None,
            Ending::Points { winner, .. } | Ending::Stalemate { winner, .. } => *winner,
        }
    }
}
