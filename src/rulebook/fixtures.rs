//! Named boards and sheets that scenarios share: `assets/rulebook/fixtures.ron`.

use super::fault::{Fault, Source};
use super::format::{RawMap, options};
use super::ground;
use crate::board::Board;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file as it stands.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawFixtures {
    boards: BTreeMap<String, RawMap>,
    /// By rule system and name: a sheet as the system writes it.
    sheets: BTreeMap<String, BTreeMap<String, Box<ron::value::RawValue>>>,
}

/// Boards and sheets by name.
#[derive(Clone, Debug, Default)]
pub struct Fixtures {
    /// Boards.
    pub boards: BTreeMap<String, Board>,
    /// Sheets by rule system and name, as RON.
    pub sheets: BTreeMap<String, BTreeMap<String, String>>,
}

impl Fixtures {
    /// Reads the file of fixtures.
    pub fn read(file: &str, text: &str) -> (Fixtures, Vec<Fault>) {
        let source = Source { file, text };
        let raw: RawFixtures = match options().from_str(text) {
            Ok(raw) => raw,
            Err(fault) => return (Fixtures::default(), vec![source.ron(0, &fault)]),
        };
        let mut fixtures = Fixtures::default();
        let mut faults = Vec::new();
        for (name, map) in &raw.boards {
            match ground::board(map) {
                Ok(board) => {
                    fixtures.boards.insert(name.clone(), board);
                }
                Err(found) => faults.extend(
                    found
                        .into_iter()
                        .map(|fault| source.fault(0, format!("board `{name}`: {fault}"))),
                ),
            }
        }
        for (system, sheets) in raw.sheets {
            let sheets = sheets
                .into_iter()
                .map(|(name, text)| (name, text.get_ron().to_owned()))
                .collect();
            fixtures.sheets.insert(system, sheets);
        }
        (fixtures, faults)
    }
}
