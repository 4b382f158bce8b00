//! Tables from RON: read, checked, and a shipped copy.
//!
//! The level loader calls [`load`] or [`load_over_shipped`]; battles hold the checked [`Tables`].
//! A file that cannot be used gives faults with file, line and column; every fault of every file
//! is reported at once. Nothing here touches the disk.

use super::house::{ActionEntry, DodgeTable, EncumbranceTable, HandlingTable, SidestepTable};
use super::scene::{Switches, Tables};
use super::table_checks;
use crate::rules::table_file::{
    Source, TableFault, load_set, over_shipped, read_map, read_one, without_places,
};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The files of a full set, by name.
pub const FILES: [&str; 10] = [
    "weapons.ron",
    "armour.ron",
    "shields.ron",
    "archetypes.ron",
    "dodge.ron",
    "sidestep.ron",
    "actions.ron",
    "handling.ron",
    "encumbrance.ron",
    "presets.ron",
];

/// The shipped set, by name and text.
pub const SHIPPED: [(&str, &str); 10] = [
    (
        FILES[0],
        include_str!("../../../assets/rules/phases/weapons.ron"),
    ),
    (
        FILES[1],
        include_str!("../../../assets/rules/phases/armour.ron"),
    ),
    (
        FILES[2],
        include_str!("../../../assets/rules/phases/shields.ron"),
    ),
    (
        FILES[3],
        include_str!("../../../assets/rules/phases/archetypes.ron"),
    ),
    (
        FILES[4],
        include_str!("../../../assets/rules/phases/dodge.ron"),
    ),
    (
        FILES[5],
        include_str!("../../../assets/rules/phases/sidestep.ron"),
    ),
    (
        FILES[6],
        include_str!("../../../assets/rules/phases/actions.ron"),
    ),
    (
        FILES[7],
        include_str!("../../../assets/rules/phases/handling.ron"),
    ),
    (
        FILES[8],
        include_str!("../../../assets/rules/phases/encumbrance.ron"),
    ),
    (
        FILES[9],
        include_str!("../../../assets/rules/phases/presets.ron"),
    ),
];

/// Actions the rules ask for by name: `actions.ron` must hold them.
const ACTIONS: [&str; 9] = [
    "draw_single",
    "draw_one_handed",
    "draw_two_handed",
    "shield",
    "door",
    "force_door",
    "torch",
    "guard",
    "wait",
];

/// Reads a full set: each of [`FILES`] once, by the last part of its path.
///
/// # Errors
/// Every fault of every file.
pub fn load(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    load_set(&SHIPPED, files, read_all)
}

fn read_all(given: &BTreeMap<&str, Source>, faults: &mut Vec<TableFault>) -> Tables {
    let mut tables = Tables::default();
    if let Some(source) = given.get(FILES[0]) {
        let weapons = read_map(source, faults);
        table_checks::check_weapons(source, &weapons, faults);
        tables.weapons = without_places(weapons);
    }
    for (file, shields) in [(FILES[1], false), (FILES[2], true)] {
        if let Some(source) = given.get(file) {
            let suits = read_map(source, faults);
            table_checks::check_suits(source, &suits, faults);
            let suits = without_places(suits);
            if shields {
                tables.shields = suits;
            } else {
                tables.armour = suits;
            }
        }
    }
    if let Some(source) = given.get("dodge.ron") {
        tables.dodge = read_one::<DodgeTable>(source, faults);
    }
    if let Some(source) = given.get("sidestep.ron") {
        tables.sidestep = read_one::<SidestepTable>(source, faults);
    }
    if let Some(source) = given.get("handling.ron") {
        tables.handling = read_one::<HandlingTable>(source, faults);
    }
    if let Some(source) = given.get("encumbrance.ron") {
        tables.encumbrance = read_one::<EncumbranceTable>(source, faults);
    }
    if let Some(source) = given.get("actions.ron") {
        tables.actions = without_places(read_map::<ActionEntry>(source, faults));
        for name in ACTIONS {
            if !source.may_have(name) {
                faults.push(source.fault_of_all(format!("no `{name}`"), &ACTIONS.join(", ")));
            }
        }
    }
    if let Some(source) = given.get("presets.ron") {
        tables.presets = without_places(read_map::<Switches>(source, faults));
        for name in ["literal", "tuned"] {
            if !source.may_have(name) {
                faults.push(source.fault_of_all(format!("no `{name}`"), "literal and tuned"));
            }
        }
    }
    if let Some(source) = given.get(FILES[3]) {
        let archetypes = read_map(source, faults);
        table_checks::check_archetypes(given, &archetypes, &tables, faults);
        tables.archetypes = without_places(archetypes);
    }
    tables
}

/// Reads some files; the shipped ones stand in for the rest.
///
/// # Errors
/// Every fault of every file.
pub fn load_over_shipped(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    load(&over_shipped(files, &SHIPPED))
}

impl Tables {
    /// Whether it is part of the body, like fists and hooves: nothing breaks it (P-110), and it can
    /// be neither dropped nor put away.
    pub fn is_natural(&self, name: &str) -> bool {
        self.weapons
            .get(name)
            .is_some_and(|weapon| weapon.rb.is_none())
    }

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

    /// The switches of a preset; the literal ones for an unknown name.
    pub fn preset(&self, name: &str) -> Switches {
        self.presets.get(name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
