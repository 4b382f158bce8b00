//! Table files of the rule systems: a full set read from texts, every fault of every file at once.
//!
//! Each system's tables call `load_set` with the texts of a full set and read each file with
//! `read_map` or `read_one`. Nothing here touches the disk.

use super::table_entry::{self, options};
use crate::reading::fault::Fault;
use crate::reading::parts::Pairs;
use crate::reading::scan::skip_blank;
use crate::reading::source::{self, Span};
use crate::reading::syntax;
use serde::de::DeserializeOwned;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Something wrong in a table file.
pub type TableFault = Fault;

/// One file being read.
pub(crate) struct Source<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// The shipped text of the same file: what sound entries look like.
    pub(crate) shipped: &'a str,
    whole: source::Source<'a>,
}

impl<'a> Source<'a> {
    fn new(file: &'a str, text: &'a str, shipped: &'a str) -> Source<'a> {
        Source {
            text,
            shipped,
            whole: source::Source::new(file, text),
        }
    }

    /// A fault at a place of the text. The caret covers the field or value that starts there.
    pub(crate) fn fault(&self, offset: usize, found: impl Into<String>, allowed: &str) -> Fault {
        let mut fault = self.fault_over(self.value_at(offset), found);
        if !allowed.is_empty() {
            fault.allow([allowed]);
        }
        fault
    }

    /// A fault about a name that is none of those that are known.
    pub(crate) fn unknown<'n>(
        &self,
        offset: usize,
        found: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Fault {
        let mut fault = self.fault(offset, found, "");
        fault.allow_near(name, known);
        fault
    }

    pub(super) fn fault_over(&self, span: Span, found: impl Into<String>) -> Fault {
        Fault::at(&self.whole, span, found)
    }

    /// Whether the file has an entry of that name, sound or not: what is broken is told where it
    /// stands, and need not be missed elsewhere. Of a file that cannot be read nothing is known.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        match options().from_str::<Pairs>(self.text) {
            Ok(Pairs(entries)) => entries.iter().any(|(key, _)| {
                let key = options().from_str::<SmolStr>(key.get_ron().trim());
                key.is_ok_and(|key| key == name)
            }),
            Err(_) => true,
        }
    }

    /// A fault of the file's value as a whole, at its first sign.
    pub(crate) fn fault_of_all(&self, found: impl Into<String>, allowed: &str) -> Fault {
        let start = self.span_of(skip_blank(self.text)).start;
        let mut fault = self.fault_over(Span { start, len: 1 }, found);
        fault.allow([allowed]);
        fault
    }

    /// The place of a part of this very text.
    pub(super) fn span_of(&self, part: &str) -> Span {
        self.whole.span_of(part)
    }

    /// From an offset to where the field or value there ends, within its line.
    fn value_at(&self, start: usize) -> Span {
        let start = start.min(self.text.len());
        let mut depth = 0;
        let mut quoted = false;
        let end = self.text[start..].find(|sign: char| {
            match sign {
                '"' => quoted = !quoted,
                '\n' => return true,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth > 0 => depth -= 1,
                ',' | ')' | ']' | '}' => return depth == 0,
                _ => {}
            }
            false
        });
        Span {
            start,
            len: end.unwrap_or(self.text.len() - start),
        }
    }
}

/// Reads a map entry by entry and field by field, so that one fault does not hide the next. The
/// number is where an entry's value starts.
pub(crate) fn read_map<T: DeserializeOwned>(
    source: &Source,
    faults: &mut Vec<Fault>,
) -> BTreeMap<SmolStr, (usize, T)> {
    let mut map = BTreeMap::new();
    if let Some(fault) = syntax::check(&source.whole) {
        faults.push(fault);
        return map;
    }
    let Ok(entries) = options().from_str::<Pairs>(source.text) else {
        faults.push(source.fault_of_all("this is no map", "{\"name\": (field: value, …), …}"));
        return map;
    };
    let shipped = options().from_str::<Pairs>(source.shipped);
    let shipped = shipped.map(|pairs| pairs.0).unwrap_or_default();
    let sound: Vec<&str> = shipped.iter().map(|(_, raw)| raw.get_ron()).collect();
    for (key, raw) in entries.0 {
        let (key, text) = (key.get_ron().trim(), raw.get_ron());
        let Ok(name) = options().from_str::<SmolStr>(key) else {
            let fault = source.fault_over(source.span_of(key), format!("{key} is no name"));
            faults.push(fault);
            continue;
        };
        let place = source.span_of(skip_blank(text)).start;
        let entry = table_entry::read::<T>(source, text, &format!("`{name}`: "), &sound, faults);
        let known = map.contains_key(&name);
        if known {
            let found = format!("`{name}` stands here a second time");
            let mut fault = source.fault_over(source.span_of(key), found);
            fault.allow(["every name once"]);
            faults.push(fault);
        } else if let Some(entry) = entry {
            map.insert(name, (place, entry));
        }
    }
    map
}

/// Reads a file that is one value; the default where it cannot be read.
pub(crate) fn read_one<T: DeserializeOwned + Default>(
    source: &Source,
    faults: &mut Vec<Fault>,
) -> T {
    if let Some(fault) = syntax::check(&source.whole) {
        faults.push(fault);
        return T::default();
    }
    table_entry::read(source, source.text, "", &[source.shipped], faults).unwrap_or_default()
}

/// A map without the places of its entries.
pub(crate) fn without_places<T>(map: BTreeMap<SmolStr, (usize, T)>) -> BTreeMap<SmolStr, T> {
    map.into_iter()
        .map(|(name, (_, entry))| (name, entry))
        .collect()
}

/// Reads a full set: each of the `shipped` files once, by the last part of its path. `read_all`
/// gets the files that are there and may add faults.
///
/// # Errors
/// Every fault of every file.
pub(crate) fn load_set<T>(
    shipped: &[(&str, &str)],
    files: &[(&str, &str)],
    read_all: impl FnOnce(&BTreeMap<&str, Source>, &mut Vec<Fault>) -> T,
) -> Result<T, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut given: BTreeMap<&str, Source> = BTreeMap::new();
    let names = || shipped.iter().map(|(name, _)| *name);
    for (file, text) in files {
        let name = last_part(file);
        let whole = |message: String| Fault::of_file(file, message);
        let Some((_, sound)) = shipped.iter().find(|(known, _)| *known == name) else {
            let mut fault = whole(format!("`{name}` is no table"));
            fault.allow_near(name, names());
            faults.push(fault);
            continue;
        };
        if given.contains_key(name) {
            faults.push(whole(format!("`{name}` a second time")));
        } else if text.trim().is_empty() {
            faults.push(whole("the file is empty".to_owned()));
        } else {
            given.insert(name, Source::new(file, text, sound));
        }
    }
    for name in names() {
        if !files.iter().any(|(file, _)| last_part(file) == name) {
            faults.push(Fault::of_file(name, "the file is missing"));
        }
    }
    let tables = read_all(&given, &mut faults);
    if faults.is_empty() {
        Ok(tables)
    } else {
        faults.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Err(faults)
    }
}

/// A path's file name, with either kind of stroke.
pub(crate) fn last_part(path: &str) -> &str {
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
