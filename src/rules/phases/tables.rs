//! Tables from RON: read, checked, and a shipped copy.
//!
//! The level loader calls [`load`] or [`load_over_shipped`]; battles hold the checked [`Tables`].
//! A file that cannot be used gives faults with file, line and column; every fault of every file
//! is reported at once. Nothing here touches the disk.

use super::house::{ActionEntry, DodgeTable, EncumbranceTable, HandlingTable, SidestepTable};
use super::scene::{Switches, Tables};
use super::table_checks;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt;
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
const ACTIONS: [&str; 8] = [
    "draw_single",
    "draw_one_handed",
    "draw_two_handed",
    "shield",
    "door",
    "force_door",
    "guard",
    "wait",
];

/// Something wrong in a table file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {found}; allowed: {allowed}")]
pub struct TableFault {
    /// The file, as it was named to the loader.
    pub file: String,
    /// Line, from 1; 0 where the file is missing.
    pub line: usize,
    /// Column, from 1; 0 where the file is missing.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
}

/// One file being read, and where its faults go.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    pub(super) fn fault(
        &self,
        offset: usize,
        found: impl Into<String>,
        allowed: &str,
    ) -> TableFault {
        let (line, column) = self.place(offset);
        TableFault {
            file: self.file.to_owned(),
            line,
            column,
            found: found.into(),
            allowed: allowed.to_owned(),
        }
    }

    /// A fault of syntax in the part of the text that starts at `offset`.
    fn syntax(&self, offset: usize, error: &ron::error::SpannedError) -> TableFault {
        let (line, column) = self.place(offset);
        let start = error.span.start;
        let (line, column) = if start.line <= 1 {
            (line, column + start.col.saturating_sub(1))
        } else {
            (line + start.line - 1, start.col)
        };
        TableFault {
            file: self.file.to_owned(),
            line,
            column,
            found: error.code.to_string(),
            allowed: "the fields of the shipped file, each once".to_owned(),
        }
    }
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Entries of a map as they stand in the text, doubles included.
struct Entries<'a>(Vec<(String, &'a ron::value::RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Entries<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of names to entries")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Reads a map entry by entry, so that one bad entry does not hide the next.
fn read_map<T: DeserializeOwned>(
    source: &Source,
    faults: &mut Vec<TableFault>,
) -> BTreeMap<SmolStr, (usize, T)> {
    let mut map = BTreeMap::new();
    let entries: Entries = match options().from_str(source.text) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(source.syntax(0, &error));
            return map;
        }
    };
    for (name, raw) in entries.0 {
        let text = raw.get_ron();
        // The raw value is a part of the source text: its place is the difference of addresses.
        let offset = (text.as_ptr() as usize).saturating_sub(source.text.as_ptr() as usize);
        match options().from_str::<T>(text) {
            Ok(entry) => {
                if map.insert(SmolStr::new(&name), (offset, entry)).is_some() {
                    let found = format!("`{name}` stands here a second time");
                    faults.push(source.fault(offset, found, "every name once"));
                }
            }
            Err(error) => faults.push(source.syntax(offset, &error)),
        }
    }
    map
}

fn read_one<T: DeserializeOwned + Default>(source: &Source, faults: &mut Vec<TableFault>) -> T {
    options().from_str(source.text).unwrap_or_else(|error| {
        faults.push(source.syntax(0, &error));
        T::default()
    })
}

fn without_places<T>(map: BTreeMap<SmolStr, (usize, T)>) -> BTreeMap<SmolStr, T> {
    map.into_iter()
        .map(|(name, (_, entry))| (name, entry))
        .collect()
}

/// Reads a full set: each of [`FILES`] once, by the last part of its path.
///
/// # Errors
/// Every fault of every file.
pub fn load(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    let mut faults = Vec::new();
    let mut found: BTreeMap<&str, Source> = BTreeMap::new();
    for (file, text) in files {
        let source = Source { file, text };
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        if !FILES.contains(&name) {
            faults.push(source.fault(0, format!("`{name}` is no table"), &FILES.join(", ")));
        } else if found.contains_key(name) {
            faults.push(source.fault(0, format!("`{name}` a second time"), "each file once"));
        } else {
            found.insert(name, source);
        }
    }
    for name in FILES {
        found.entry(name).or_insert_with(|| {
            faults.push(TableFault {
                file: name.to_owned(),
                line: 0,
                column: 0,
                found: "the file is missing".to_owned(),
                allowed: FILES.join(", "),
            });
            Source {
                file: name,
                text: "",
            }
        });
    }
    // A missing file is told once; its empty text would only add a fault of syntax.
    let given: BTreeMap<&str, Source> = found
        .into_iter()
        .filter(|(_, source)| !source.text.is_empty())
        .collect();
    let tables = read_all(&given, &mut faults);
    if faults.is_empty() {
        Ok(tables)
    } else {
        faults.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Err(faults)
    }
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
            if !tables.actions.contains_key(name) {
                faults.push(source.fault(0, format!("no `{name}`"), &ACTIONS.join(", ")));
            }
        }
    }
    if let Some(source) = given.get("presets.ron") {
        tables.presets = without_places(read_map::<Switches>(source, faults));
        for name in ["literal", "tuned"] {
            if !tables.presets.contains_key(name) {
                faults.push(source.fault(0, format!("no `{name}`"), "literal and tuned"));
            }
        }
    }
    if let Some(source) = given.get(FILES[3]) {
        let archetypes = read_map(source, faults);
        table_checks::check_archetypes(source, &archetypes, &tables, faults);
        tables.archetypes = without_places(archetypes);
    }
    tables
}

/// Reads some files; the shipped ones stand in for the rest.
///
/// # Errors
/// Every fault of every file.
pub fn load_over_shipped(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    let ends_in = |path: &str, name: &str| path.rsplit(['/', '\\']).next() == Some(name);
    let mut all = files.to_vec();
    all.extend(
        SHIPPED
            .iter()
            .filter(|(name, _)| !files.iter().any(|(path, _)| ends_in(path, name))),
    );
    load(&all)
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

    /// The switches of a preset; the literal ones for an unknown name.
    pub fn preset(&self, name: &str) -> Switches {
        self.presets.get(name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
