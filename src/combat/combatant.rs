//! Combatants: identity, place, posture, conditions and gear, as components.
//!
//! Identity is [`CombatantId`], ours and from the level; Bevy's `Entity` never leaves a system.

use crate::board::{Dir, Hex, hex_key};
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt;

/// A combatant's identity: its place in the level's list. Orders the log and decides nothing.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[component(immutable)]
#[serde(transparent)]
pub struct CombatantId(pub u16);

impl fmt::Display for CombatantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The side a combatant fights for: its place in the level's list of sides.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl fmt::Display for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side {}", self.0)
    }
}

/// Which dice a combatant throws. Equal to the id unless a test carries dice with their owners.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceKey(pub u16);

/// What players call a combatant. Written once, at the start.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Unique name in the battle.
    pub name: SmolStr,
    /// Archetype it was made from.
    pub archetype: SmolStr,
}

/// Where a combatant is and which hexside it faces.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its hex (the centre of a footprint of seven).
    pub hex: Hex,
    /// The hexside faced.
    pub facing: Dir,
}

impl Place {
    /// A hex as somebody sees it who stands and looks so: a key that a turned board leaves as it is.
    pub fn framed(self, hex: Hex) -> (i32, i32) {
        hex_key((hex - self.hex).rotate_ccw(self.facing.index() as u32))
    }
}

/// Posture (B-068).
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
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (B-068)")]
pub enum Posture {
    #[default]
    Standing,
    Ducking,
    Crouching,
    Kneeling,
    Prone,
    Mounted,
    Swimming,
}

impl Posture {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Posture::Standing => "standing",
            Posture::Ducking => "ducking",
            Posture::Crouching => "crouching",
            Posture::Kneeling => "kneeling",
            Posture::Prone => "prone",
            Posture::Mounted => "mounted",
            Posture::Swimming => "swimming",
        }
    }

    /// Height of the eyes above ground and object, in centimetres (B-013).
    pub const fn eye_cm(self) -> i32 {
        match self {
            Posture::Standing => 160,
            Posture::Ducking => 140,
            Posture::Crouching | Posture::Kneeling => 90,
            Posture::Prone => 30,
            Posture::Swimming => 10,
            Posture::Mounted => 250,
        }
    }

    /// Height of the top of the body, in centimetres (B-013).
    pub const fn top_cm(self) -> i32 {
        match self {
            Posture::Standing => 180,
            Posture::Ducking => 150,
            Posture::Crouching => 110,
            Posture::Kneeling => 120,
            Posture::Prone => 40,
            Posture::Swimming => 20,
            Posture::Mounted => 270,
        }
    }
}

/// Whether a combatant counts (B-093). Written by the rule system.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fitness {
    /// Can act, now or when its time comes.
    #[default]
    Able,
    /// Cannot act now, may recover.
    Disabled,
    /// Cannot come back in this battle.
    Out(OutBy),
    /// Has not arrived yet; counts as able for its side (B-111), fills nothing.
    Reserve,
}

/// Why a combatant is out for good (BT-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-7)")]
pub enum OutBy {
    Unconscious,
    Dying,
    Dead,
    Fled,
    Captured,
    Drowned,
    Conceded,
}

impl OutBy {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            OutBy::Unconscious => "unconscious",
            OutBy::Dying => "dying",
            OutBy::Dead => "dead",
            OutBy::Fled => "fled",
            OutBy::Captured => "captured",
            OutBy::Drowned => "drowned",
            OutBy::Conceded => "yielded",
        }
    }

    /// Whether the body still lies on the board.
    pub const fn on_board(self) -> bool {
        matches!(
            self,
            OutBy::Unconscious | OutBy::Dying | OutBy::Dead | OutBy::Drowned | OutBy::Conceded
        )
    }
}

impl Fitness {
    /// Able to act (B-093).
    pub const fn is_able(self) -> bool {
        matches!(self, Fitness::Able)
    }

    /// Out for good (B-093).
    pub const fn is_out(self) -> bool {
        matches!(self, Fitness::Out(_))
    }

    /// Fills its hex: conscious and on the board (B-055, B-056).
    pub const fn fills_hex(self) -> bool {
        matches!(self, Fitness::Able | Fitness::Disabled)
    }

    /// Still on the board, conscious or not.
    pub const fn on_board(self) -> bool {
        match self {
            Fitness::Out(by) => by.on_board(),
            Fitness::Reserve => false,
            Fitness::Able | Fitness::Disabled => true,
        }
    }
}

/// A condition of the shared vocabulary (BT-8). Postures are not conditions here: see [`Posture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-8)")]
pub enum Condition {
    Surprised,
    Hidden,
    Stunned,
    Held,
    Pinned,
    Bound,
    Helpless,
    Unconscious,
    Dying,
    Dead,
    Bleeding,
    Hurt,
    ArmOut,
    LegOut,
    Blinded,
    Tired,
    Guarding,
    Holding,
    Overpreparing,
    Braced,
    Charging,
    Running,
    Busy,
    Disarmed,
    Fleeing,
    Burning,
    Drowning,
}

impl Condition {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Condition::Surprised => "surprised",
            Condition::Hidden => "hidden",
            Condition::Stunned => "stunned",
            Condition::Held => "held",
            Condition::Pinned => "pinned",
            Condition::Bound => "bound",
            Condition::Helpless => "helpless",
            Condition::Unconscious => "unconscious",
            Condition::Dying => "dying",
            Condition::Dead => "dead",
            Condition::Bleeding => "bleeding",
            Condition::Hurt => "hurt",
            Condition::ArmOut => "arm out",
            Condition::LegOut => "leg out",
            Condition::Blinded => "blinded",
            Condition::Tired => "tired",
            Condition::Guarding => "guarding",
            Condition::Holding => "holding",
            Condition::Overpreparing => "overpreparing",
            Condition::Braced => "braced",
            Condition::Charging => "charging",
            Condition::Running => "running",
            Condition::Busy => "busy",
            Condition::Disarmed => "disarmed",
            Condition::Fleeing => "fleeing",
            Condition::Burning => "burning",
            Condition::Drowning => "drowning",
        }
    }
}

/// The conditions somebody is in, each with the last unit of time it covers (`None`: until lifted).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conditions(pub BTreeMap<Condition, Option<u32>>);

impl Conditions {
    /// Whether it is there.
    pub fn has(&self, condition: Condition) -> bool {
        self.0.contains_key(&condition)
    }

    /// Adds it; a longer one replaces a shorter one, an endless one stays.
    pub fn add(&mut self, condition: Condition, until: Option<u32>) {
        let merged = match (self.0.get(&condition), until) {
            (Some(None), _) | (_, None) => None,
            (Some(Some(old)), Some(new)) => Some(new.max(*old)),
            (None, Some(new)) => Some(new),
        };
        self.0.insert(condition, merged);
    }

    /// Lifts it; whether it was there.
    pub fn lift(&mut self, condition: Condition) -> bool {
        self.0.remove(&condition).is_some()
    }

    /// Lifts those that covered their last unit and returns them (C-6).
    pub fn expire(&mut self, unit: u32) -> Vec<Condition> {
        let over: Vec<_> = self
            .0
            .iter()
            .filter(|(_, until)| until.is_some_and(|last| last <= unit))
            .map(|(condition, _)| *condition)
            .collect();
        for condition in &over {
            self.0.remove(condition);
        }
        over
    }
}

/// An item's number, unique in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// Where an item is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// In the main hand.
    Main,
    /// In the other hand.
    Off,
    /// In both hands.
    Both,
    /// On the arm, ready (shields).
    Arm,
    /// At the belt.
    Belt,
    /// On the back.
    Slung,
    /// Worn (armour).
    Worn,
    /// Part of the body: always ready, never in hand (fists).
    Natural,
}

impl Carried {
    /// In hand or on the arm.
    pub const fn in_hand(self) -> bool {
        matches!(
            self,
            Carried::Main | Carried::Off | Carried::Both | Carried::Arm
        )
    }
}

/// A weapon, shield, suit of armour or a stack of missiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its number.
    pub id: ItemId,
    /// Its name on the board's one list (B-103).
    pub name: SmolStr,
    /// Where it is carried.
    pub carried: Carried,
    /// Breaking Damage, or whatever wear the system counts.
    pub wear: u8,
    /// Missiles left, for a weapon that uses them.
    pub ammunition: Option<u16>,
}

/// What somebody carries, in the order it was taken up.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gear(pub Vec<Item>);

impl Gear {
    /// The item of a number.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.0.iter().find(|item| item.id == id)
    }

    /// Items in hand or on the arm.
    pub fn in_hand(&self) -> impl Iterator<Item = &Item> {
        self.0.iter().filter(|item| item.carried.in_hand())
    }

    /// Free hands, of two; a shield on the arm takes its hand.
    pub fn free_hands(&self) -> u8 {
        let used: u8 = self
            .in_hand()
            .map(|item| if item.carried == Carried::Both { 2 } else { 1 })
            .sum();
        2u8.saturating_sub(used)
    }
}
