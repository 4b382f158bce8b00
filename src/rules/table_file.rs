//! Table files of the rule systems: RON read entry by entry, with the place of every fault.
//!
//! Each system's tables call [`load_set`] with the texts of a full set and read each file with
//! [`read_map`] or [`read_one`]. Every fault of every file is reported at once. Nothing here touches
//! the disk.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt;

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
pub(crate) struct Source<'a> {
    /// Its name.
    pub(crate) file: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
}

impl Source<'_> {
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    /// A fault at a place of the text.
    pub(crate) fn fault(
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
pub(crate) fn read_map<T: DeserializeOwned>(
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

/// Reads a file that is one value; the default where it cannot be read.
pub(crate) fn read_one<T: DeserializeOwned + Default>(
    source: &Source,
    faults: &mut Vec<TableFault>,
) -> T {
    options().from_str(source.text).unwrap_or_else(|error| {
        faults.push(source.syntax(0, &error));
        T::default()
    })
}

/// A map without the places of its entries.
pub(crate) fn without_places<T>(map: BTreeMap<SmolStr, (usize, T)>) -> BTreeMap<SmolStr, T> {
    map.into_iter()
        .map(|(name, (_, entry))| (name, entry))
        .collect()
}

/// Reads a full set: each of `names` once, by the last part of its path. `read_all` gets the files
/// that are there and may add faults.
///
/// # Errors
/// Every fault of every file.
pub(crate) fn load_set<T>(
    names: &[&'static str],
    files: &[(&str, &str)],
    read_all: impl FnOnce(&BTreeMap<&str, Source>, &mut Vec<TableFault>) -> T,
) -> Result<T, Vec<TableFault>> {
    let mut faults = Vec::new();
    let mut found: BTreeMap<&str, Source> = BTreeMap::new();
    for (file, text) in files {
        let source = Source { file, text };
        let name = last_part(file);
        if !names.contains(&name) {
            faults.push(source.fault(0, format!("`{name}` is no table"), &names.join(", ")));
        } else if found.contains_key(name) {
            faults.push(source.fault(0, format!("`{name}` a second time"), "each file once"));
        } else {
            found.insert(name, source);
        }
    }
    for name in names {
        found.entry(name).or_insert_with(|| {
            faults.push(TableFault {
                file: (*name).to_owned(),
                line: 0,
                column: 0,
                found: "the file is missing".to_owned(),
                allowed: names.join(", "),
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

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Some files, and those of the shipped set that stand in for the rest.
pub(crate) fn over_shipped<'a>(
    files: &[(&'a str, &'a str)],
    shipped: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let given = |name: &str| files.iter().any(|(path, _)| last_part(path) == name);
    let missing = shipped.iter().filter(|(name, _)| !given(name));
    files.iter().chain(missing).copied().collect()
}

/// The place of a field inside an entry, or the entry itself.
pub(crate) fn field_place(source: &Source, entry: usize, field: &str) -> usize {
    let rest = &source.text[entry..];
    rest.find(&format!("{field}:"))
        .map_or(entry, |found| entry + found)
}
