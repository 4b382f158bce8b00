//! What level makers may write for this system: presets, switches, gear, own numbers.

use super::house::LoadOut;
use super::own::OwnNumbers;
use super::scene::Tables;
use crate::combat::system::Outfit;
use smol_str::SmolStr;

/// Switches a level may set (C-8).
pub const SWITCHES: [&str; 4] = [
    "ar_per_facing_phase",
    "parry_requires_check",
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

/// Gear by board name (B-103): weapons, armour, shields.
pub fn gear(tables: &Tables) -> [Vec<SmolStr>; 3] {
    [
        tables.weapons.keys().cloned().collect(),
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

/// Own numbers with a level's gear in place of the archetype's (BT-12).
///
/// # Errors
/// Gear this system cannot put there.
pub fn outfit(
    tables: &Tables,
    archetype: &str,
    numbers: Option<&str>,
    gear: &Outfit,
) -> Result<Option<String>, String> {
    if *gear == Outfit::default() {
        return Ok(numbers.map(str::to_owned));
    }
    let Some(base) = tables.archetypes.get(archetype) else {
        return Err(format!("archetype `{archetype}` is unknown"));
    };
    if let Some(extra) = gear.extra.first() {
        return Err(format!(
            "`{extra}` cannot be carried besides; a main and a second weapon, a shield and armour can"
        ));
    }
    let mut own = match numbers {
        Some(text) => OwnNumbers::read(text)?,
        None => OwnNumbers::default(),
    };
    let mut load_out: LoadOut = own
        .load_out
        .clone()
        .unwrap_or_else(|| base.load_out.clone());
    if let Some(main) = &gear.main {
        load_out.main = main.clone().unwrap_or_else(|| SmolStr::new_static("fists"));
        load_out.ammunition = None;
    }
    if let Some(second) = &gear.second {
        load_out.second.clone_from(second);
        load_out.off_hand = false;
    }
    if let Some(shield) = &gear.shield {
        load_out.shield.clone_from(shield);
    }
    if let Some(armour) = &gear.armour {
        load_out.armour = armour
            .clone()
            .unwrap_or_else(|| SmolStr::new_static("no_armour"));
    }
    own.load_out = Some(load_out);
    own.over(base, tables)?;
    ron::to_string(&own)
        .map(Some)
        .map_err(|fault| fault.to_string())
}
