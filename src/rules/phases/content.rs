//! What level makers may write for this system: presets, switches, gear, own numbers.

use super::own::OwnNumbers;
use super::scene::Tables;
use smol_str::SmolStr;

/// Switches a level may set (C-8).
pub const SWITCHES: [&str; 8] = [
    "ar_per_facing_phase",
    "dark_method",
    "fatigue",
    "fog",
    "parry_requires_check",
    "plot",
    "rush_carry",
    "special_attacks",
];

/// The preset that is played where nobody names one.
const USUAL: &str = "tuned";

/// Presets, the usual one first.
pub fn presets(tables: &Tables) -> Vec<SmolStr> {
    let mut names: Vec<SmolStr> = tables.presets.keys().cloned().collect();
    names.sort_by_key(|name| name != USUAL);
    names
}

/// What gives light when it is held (B-019).
pub const LIGHTS: [&str; 2] = ["lantern", "torch"];

/// Gear by board name (B-103): weapons with torches and lanterns, armour, shields.
pub fn gear(tables: &Tables) -> [Vec<SmolStr>; 3] {
    // Grappling is in nobody's gear: everybody has the hands for it (P-230).
    let gear = |(name, _): &(&SmolStr, _)| *name != super::grapple::WEAPON;
    let weapons = tables.weapons.iter().filter(gear);
    let lights = LIGHTS.map(SmolStr::new_static);
    [
        weapons
            .map(|(name, _)| name.clone())
            .chain(lights)
            .collect(),
        tables.armour.keys().cloned().collect(),
        tables.shields.keys().cloned().collect(),
    ]
}

/// Whether a combatant's own numbers can be used (B-108).
///
/// # Errors
/// What is wrong with them.
pub fn check_own(tables: &Tables, archetype: &str, numbers: &str) -> Result<(), String> {
    let own = OwnNumbers::read(numbers)?;
    match tables.archetypes.get(archetype) {
        Some(archetype) => own.over(archetype, tables).map(|_| ()),
        // An unknown archetype is a fault of its own, told where it stands.
        None => Ok(()),
    }
}
