//! What a battle starts from: a checked level with its choices made, as plain data.

use super::combatant::ItemId;
use super::endings::{Goals, Limits};
use crate::board::{Board, Dir, Hex};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A side at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSetup {
    /// Its name.
    pub name: SmolStr,
    /// Equal numbers are allies.
    pub team: u8,
    /// What it is after; by default `rout`.
    pub goals: Goals,
    /// Surprised at the start (B-100).
    pub surprised: bool,
    /// Lying in a prepared ambush (P-007).
    pub ambush: bool,
    /// Standing orders to begin with: the rule system's words, each with a number where it wants
    /// one. Words it does not know are left aside.
    pub orders: Vec<(SmolStr, Option<i32>)>,
}

/// A combatant at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatantSetup {
    /// Unique name.
    pub name: SmolStr,
    /// Archetype.
    pub archetype: SmolStr,
    /// Index of its side.
    pub side: u8,
    /// Where.
    pub hex: Hex,
    /// Facing.
    pub facing: Dir,
    /// Words it starts with: `prone`, `kneeling`, `unconscious`, `bound`, `hidden` (B-094).
    pub conditions: Vec<SmolStr>,
    /// Gear in place of the archetype's, by slot: `main`, `second`, `shield`, `armour`; `None` takes
    /// it away.
    pub gear: BTreeMap<SmolStr, Option<SmolStr>>,
    /// Things carried besides.
    pub extra: Vec<SmolStr>,
    /// Own numbers for the rule system in use, as RON text (B-108).
    pub own: Option<String>,
    /// Whose dice it throws, if not its own (tests carry dice with their owners).
    pub dice: Option<u16>,
    /// Seconds after which it arrives; 0 is at the start (B-099).
    pub arrives: u32,
    /// Index of the combatant it rides (B-087).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount: Option<u16>,
}

/// Number of the first thing of a level; gear has lower ones.
pub const FIRST_THING: u16 = 60_000;

/// A thing of the level that is no gear: a banner, a chest, a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThingSetup {
    /// Its name.
    pub name: SmolStr,
    /// The hex it lies in, if nobody carries it.
    pub hex: Hex,
    /// Who carries it, by index.
    pub holder: Option<u16>,
}

/// Everything a battle starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The level's name.
    pub title: String,
    /// The ground.
    pub board: Board,
    /// Sides.
    pub sides: Vec<SideSetup>,
    /// Combatants; the index is the id.
    pub combatants: Vec<CombatantSetup>,
    /// Named hexes.
    pub zones: BTreeMap<SmolStr, Vec<Hex>>,
    /// When points decide.
    pub limits: Limits,
    /// The rule system's preset.
    pub preset: SmolStr,
    /// Switches set over the preset: name to value as RON text.
    pub switches: BTreeMap<SmolStr, String>,
    /// Things of the level; the index, from [`FIRST_THING`] on, is the item's number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<ThingSetup>,
}

impl Setup {
    /// The item's number of a thing.
    pub fn thing(index: usize) -> ItemId {
        ItemId(FIRST_THING + u16::try_from(index).unwrap_or(0))
    }
}
