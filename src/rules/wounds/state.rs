//! What a battle changes about a combatant, as components: injuries, shock, the turn.
//!
//! Where he is, how he stands, what he carries and what others call his condition are shared
//! components (`combat::combatant`). The pure rules read these types and return new ones; the
//! systems of `wounds` write them.

use super::sheet::{Location, Skill};
use crate::combat::combatant::ItemId;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Points marked per location (W-064). What they come to is told by [`super::injury`].
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(default)]
pub struct Injuries {
    /// Points D by location, 0 to 4N.
    pub points: [u8; 6],
    /// Boxes lost for good before this battle (W-074, W-086): the location has N less these.
    pub lost: [u8; 6],
    /// Bleeding stopped by treatment (W-071); marks made later bleed anew.
    pub treated: [bool; 6],
}

/// Locations out of action by a failed Shock check, with the round it happened in (W-092–W-096).
/// Head: unconscious. Torso: winded. Arm: numb. Leg: cannot stand.
#[derive(
    Component, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Shock(pub BTreeMap<Location, u32>);

impl Shock {
    /// Whether a location is out of action by shock.
    pub fn has(&self, location: Location) -> bool {
        self.0.contains_key(&location)
    }

    /// Head shock (W-092).
    pub fn unconscious(&self) -> bool {
        self.has(Location::Head)
    }

    /// Torso shock (W-093).
    pub fn winded(&self) -> bool {
        self.has(Location::Torso)
    }

    /// Leg shock: cannot stand (W-095).
    pub fn fallen(&self) -> bool {
        self.has(Location::RightLeg) || self.has(Location::LeftLeg)
    }
}

/// How the initiative roll went (W-011–W-014). `Ord` is not the order of acting: see
/// [`super::initiative::Rank`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Initiative {
    /// Not rolled, or not needed (W-010, W-018).
    #[default]
    None,
    /// Success: the SL after what an undrawn weapon takes off it (W-015).
    Count(i16),
    /// Failure by so much: last, one action (W-013, W-054).
    Failed(i16),
    /// Fumble: last of all, one action (W-014).
    Fumbled,
}

/// The round of one combatant: initiative, recovery owed, what has been done. Begun anew each round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// Skill the initiative was rolled with (W-011); secret until it is rolled.
    pub intended: Option<Skill>,
    /// How it was rolled.
    pub initiative: Initiative,
    /// Recovery penalty on the attack roll of somebody who failed with an undrawn weapon (W-015).
    pub undrawn: u8,
    /// Count of the last action; the initiative count before the first (W-060).
    pub count: i16,
    /// Sum of the RECs of actions 2 and on (W-051).
    pub owed: u8,
    /// Actions taken.
    pub actions: u8,
    /// Weapon of the last action (W-055).
    pub last: Option<ItemId>,
    /// Waits for a later count (WH-04).
    pub delayed: bool,
    /// No further action this round (T9).
    pub over: bool,
    /// Half hexes of movement left (rough ground costs halves of the board's own).
    pub left: i16,
    /// Entered a threatened hex: movement of this action is over (WH-07).
    pub stopped: bool,
    /// Ran this round (WH-05).
    pub ran: bool,
    /// Moved or acted this round (W-072).
    pub stirred: bool,
}

/// What hangs over a combatant until his next own action.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(default)]
pub struct Exposure {
    /// Off balance by a fumble: Defence +4 (T9).
    pub off_balance: bool,
    /// Charged: Defence +2 (WH-17).
    pub charged: bool,
}
