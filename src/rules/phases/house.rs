//! Shapes of the house tables (H-5, H-6, H-7, H-11, H-16) and of archetypes (BT-12, BT-13).
//!
//! Read from RON by [`super::tables`]; every field is a number a player may tune.

use super::sheet::{Load, Sheet};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Modifiers of a Dodge (H-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DodgeTable {
    /// Directly away from the attacker.
    pub away: i32,
    /// 60° off directly away.
    pub sideways: i32,
    /// 120° off directly away.
    pub past: i32,
    /// Straight toward a distant attacker.
    pub toward_distant: i32,
    /// The chosen hex is blocked or occupied.
    pub no_room: i32,
    /// The attack comes from a rear side.
    pub rear: i32,
    /// Thrown weapon.
    pub thrown: i32,
    /// Shot.
    pub shot: i32,
    /// Firearm.
    pub firearm: i32,
    /// From the ground.
    pub prone: i32,
    /// From the knee (B-068).
    pub kneeling: i32,
    /// In a Hold.
    pub held: i32,
    /// From the saddle.
    pub mounted: i32,
}

/// Modifiers of a Sidestep (H-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidestepTable {
    /// The attack comes from a rear side.
    pub rear: i32,
    /// Thrown weapon.
    pub thrown: i32,
    /// Shot.
    pub shot: i32,
    /// Firearm.
    pub firearm: i32,
    /// A charge on foot.
    pub charge: i32,
    /// A running charge on foot.
    pub running_charge: i32,
    /// No free neighbouring hex.
    pub no_free_hex: i32,
    /// In a Hold.
    pub held: i32,
    /// Specialized in the attack's weapon class (P-213).
    pub weapon_class: i32,
}

/// Speed of an action and the free hands it needs (H-7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionEntry {
    /// Added to initiative.
    pub speed: u8,
    /// Free hands needed.
    #[serde(default)]
    pub hands: u8,
    /// Stamina that it costs when it is done, and when it is aborted (P-057).
    #[serde(default)]
    pub completion_cost: u8,
}

/// Weapon Handling by Level 0 to 10 (H-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandlingTable {
    /// Taken off weapon Speed.
    pub speed: [u8; 11],
    /// Added to checks to keep a weapon.
    pub keep: [u8; 11],
}

/// One grade of encumbrance (H-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadEntry {
    /// Carried kilograms up to so many times the FI score.
    pub fitness: u8,
    /// Added to initiative, taken off Dodge and Sidestep.
    pub initiative: u8,
    /// Taken off Move.
    pub movement: u8,
    /// Whether running is allowed.
    pub run: bool,
    /// Whether acting is allowed.
    pub act: bool,
}

/// Encumbrance (H-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each name is the register's own (H-16)")]
pub struct EncumbranceTable {
    pub none: LoadEntry,
    pub light: LoadEntry,
    pub medium: LoadEntry,
    pub heavy: LoadEntry,
    pub overloaded: LoadEntry,
}

impl EncumbranceTable {
    /// The figures of a load.
    pub const fn of(&self, load: Load) -> LoadEntry {
        match load {
            Load::None => self.none,
            Load::Light => self.light,
            Load::Medium => self.medium,
            Load::Heavy => self.heavy,
            Load::Overloaded => self.overloaded,
        }
    }

    /// The load of so many kilograms carried with this FI score.
    pub fn load(&self, kilograms: u32, fi: i8) -> Load {
        let fi = u32::try_from(fi).unwrap_or(0);
        [Load::None, Load::Light, Load::Medium, Load::Heavy]
            .into_iter()
            .find(|load| kilograms <= fi * u32::from(self.of(*load).fitness))
            .unwrap_or(Load::Overloaded)
    }
}

/// What an archetype carries (BT-12); gear by board name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadOut {
    /// Main weapon.
    pub main: SmolStr,
    /// Second weapon.
    #[serde(default)]
    pub second: Option<SmolStr>,
    /// The second weapon is in the other hand instead of at the belt.
    #[serde(default)]
    pub off_hand: bool,
    /// Shield.
    #[serde(default)]
    pub shield: Option<SmolStr>,
    /// Armour worn.
    pub armour: SmolStr,
    /// Missiles for the main weapon.
    #[serde(default)]
    pub ammunition: Option<u16>,
}

/// An archetype (B-105): its words, price, numbers and gear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// One sentence.
    pub portrait: SmolStr,
    /// Price (BT-17).
    pub points: u16,
    /// Prices by preset where play has shown another than the register's (B-107).
    #[serde(default)]
    pub repriced: BTreeMap<SmolStr, u16>,
    /// Numbers (BT-13).
    pub sheet: Sheet,
    /// Gear (BT-12).
    pub load_out: LoadOut,
}
