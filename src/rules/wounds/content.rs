//! Tables from RON: read, checked, and a shipped copy; what level makers may write for this system.
//!
//! The level loader calls [`load`] or [`load_over_shipped`]; battles hold the checked [`Tables`].
//! Nothing here touches the disk.

use super::own::OwnNumbers;
use super::table_checks;
use super::tables::{ActionRecs, Charts, Circumstances, SkillTable, Switches, Tables};
use crate::rules::table_file::{
    Source, TableFault, load_set, over_shipped, read_map, read_one, without_places,
};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The files of a full set, by name.
pub const FILES: [&str; 9] = [
    "weapons.ron",
    "armour.ron",
    "shields.ron",
    "archetypes.ron",
    "charts.ron",
    "circumstances.ron",
    "actions.ron",
    "skills.ron",
    "presets.ron",
];

macro_rules! shipped {
    ($($at:literal $name:literal),*) => {
        [$((FILES[$at], include_str!(concat!("../../../assets/rules/wounds/", $name)))),*]
    };
}

/// The shipped set, by name and text.
pub const SHIPPED: [(&str, &str); 9] = shipped![
    0 "weapons.ron",
    1 "armour.ron",
    2 "shields.ron",
    3 "archetypes.ron",
    4 "charts.ron",
    5 "circumstances.ron",
    6 "actions.ron",
    7 "skills.ron",
    8 "presets.ron"
];

/// Switches a level may set (§4).
pub const SWITCHES: [&str; 5] = [
    "initiative",
    "timing",
    "round_seconds",
    "defence_base",
    "fall_double_sl",
];

/// The preset that is played where nobody names one.
const USUAL: &str = "tuned";

/// Reads a full set: each of [`FILES`] once, by the last part of its path.
///
/// # Errors
/// Every fault of every file.
pub fn load(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    load_set(&SHIPPED, files, read_all)
}

/// Reads some files; the shipped ones stand in for the rest.
///
/// # Errors
/// Every fault of every file.
pub fn load_over_shipped(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    load(&over_shipped(files, &SHIPPED))
}

fn read_all(given: &BTreeMap<&str, Source>, faults: &mut Vec<TableFault>) -> Tables {
    let mut tables = Tables::default();
    if let Some(source) = given.get("weapons.ron") {
        let weapons = read_map(source, faults);
        table_checks::check_weapons(source, &weapons, faults);
        tables.weapons = without_places(weapons);
    }
    if let Some(source) = given.get("armour.ron") {
        let suits = read_map(source, faults);
        table_checks::check_suits(source, &suits, faults);
        tables.armour = without_places(suits);
    }
    if let Some(source) = given.get("shields.ron") {
        let shields = read_map(source, faults);
        table_checks::check_shields(source, &shields, faults);
        tables.shields = without_places(shields);
    }
    if let Some(source) = given.get("charts.ron") {
        let charts: Charts = read_one(source, faults);
        table_checks::check_charts(source, &charts, faults);
        tables.charts = Arc::new(charts);
    }
    if let Some(source) = given.get("circumstances.ron") {
        tables.circumstances = read_one::<Circumstances>(source, faults);
    }
    if let Some(source) = given.get("actions.ron") {
        tables.recs = read_one::<ActionRecs>(source, faults);
    }
    if let Some(source) = given.get("skills.ron") {
        tables.skills = read_one::<SkillTable>(source, faults);
    }
    if let Some(source) = given.get("presets.ron") {
        let presets = read_map::<Switches>(source, faults);
        for (name, (place, switches)) in &presets {
            if let Err(fault) = check_switches(switches) {
                faults.push(source.fault(*place, format!("`{name}`: {fault}"), "see the switches"));
            }
        }
        tables.presets = without_places(presets);
        for name in ["literal", "tuned"] {
            if !tables.presets.contains_key(name) {
                faults.push(source.fault(0, format!("no `{name}`"), "literal and tuned"));
            }
        }
    }
    if let Some(source) = given.get("archetypes.ron") {
        let archetypes = read_map(source, faults);
        table_checks::check_archetypes(given, &archetypes, &tables, faults);
        tables.archetypes = without_places(archetypes);
    }
    tables
}

impl Tables {
    /// The shipped tables, read once.
    pub fn shipped() -> Arc<Tables> {
        static SHIPPED_TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
        SHIPPED_TABLES
            .get_or_init(|| {
                let tables = load(&SHIPPED)
                    .expect("a test loads every shipped table, so none can fail in a build");
                Arc::new(tables)
            })
            .clone()
    }
}

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

/// Archetypes that can be played: those that wait for no rule.
pub fn archetypes(tables: &Tables) -> Vec<SmolStr> {
    let ready = tables
        .archetypes
        .iter()
        .filter(|(_, one)| one.waits.is_none());
    ready.map(|(name, _)| name.clone()).collect()
}

/// Why an archetype cannot be played yet or at all, if so.
pub fn refused(tables: &Tables, archetype: &str) -> Option<String> {
    match tables.archetypes.get(archetype) {
        Some(found) => found
            .waits
            .as_ref()
            .map(|waits| format!("`{archetype}` waits for rules that are not there yet: {waits}")),
        None => Some(format!(
            "archetype `{archetype}` is unknown; allowed: {}",
            archetypes(tables).join(", ")
        )),
    }
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

/// Sets one switch from its text.
///
/// # Errors
/// An unknown name or a value that does not fit, with what is allowed.
pub fn set_switch(switches: &mut Switches, name: &str, value: &str) -> Result<(), String> {
    fn read<T: serde::de::DeserializeOwned>(
        name: &str,
        value: &str,
        allowed: &str,
    ) -> Result<T, String> {
        let value = value.trim();
        ron::from_str(value).map_err(|_| format!("{name} is `{value}`; allowed: {allowed}"))
    }
    let mut changed = switches.clone();
    match name {
        "initiative" => changed.initiative = read(name, value, "full, quick, trade")?,
        "timing" => changed.timing = read(name, value, "timeline, passes")?,
        "round_seconds" => changed.round_seconds = read(name, value, "5 to 10")?,
        "defence_base" => changed.defence_base = read(name, value, "10 to 30")?,
        // The register writes this one off and on.
        "fall_double_sl" => {
            changed.fall_double_sl = match value.trim() {
                "off" | "false" => false,
                "on" | "true" => true,
                other => return Err(format!("{name} is `{other}`; allowed: off, on")),
            }
        }
        other => {
            return Err(format!(
                "switch `{other}` is unknown; allowed: {}",
                SWITCHES.join(", ")
            ));
        }
    }
    check_switches(&changed)?;
    *switches = changed;
    Ok(())
}

/// Limits of the switches (W-021, WA-02).
fn check_switches(switches: &Switches) -> Result<(), String> {
    if !(5..=10).contains(&switches.round_seconds) {
        return Err(format!(
            "round_seconds is {}; allowed: 5 to 10 (W-021)",
            switches.round_seconds
        ));
    }
    if !(10..=30).contains(&switches.defence_base) {
        return Err(format!(
            "defence_base is {}; allowed: 10 to 30",
            switches.defence_base
        ));
    }
    Ok(())
}

#[cfg(test)]
#[path = "content_tests.rs"]
mod tests;
