//! Lists of what can be played: levels, and battles saved.

use super::players::proposed;
use crate::level;
use crate::record::{self, Record};
use crate::rules;
use crate::start;
use std::path::PathBuf;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// What it is called, or the file's name if it cannot be read.
    pub name: String,
    /// What there is to know, or what is wrong with it.
    pub content: Result<Summary, String>,
}

/// What the list says of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its sides.
    pub sides: Vec<SideSummary>,
    /// Columns and rows.
    pub size: (u16, u16),
    /// Rule systems it can be played by, its own or the usual one first, each with its presets.
    pub rules: Vec<(String, Vec<String>)>,
}

/// What the menu knows of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSummary {
    /// Its name.
    pub name: String,
    /// Combatants.
    pub count: usize,
    /// Who plays it unless another is chosen, as the menu calls him.
    pub player: &'static str,
}

/// A saved battle in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its file.
    pub path: PathBuf,
    /// What it is.
    pub line: String,
    /// The same in few words: level and time.
    pub brief: String,
    /// Why it cannot be gone on with.
    pub fault: Option<String>,
}

impl Entry {
    /// The line of the list.
    pub fn line(&self) -> String {
        match &self.content {
            Ok(summary) => {
                let sides: Vec<String> = summary
                    .sides
                    .iter()
                    .map(|side| format!("{} {}", side.name, side.count))
                    .collect();
                let rules: Vec<&str> = summary.rules.iter().map(|(id, _)| id.as_str()).collect();
                format!(
                    "{}: {}; {} by {} hexes; rules: {} ({})",
                    self.name,
                    sides.join(" against "),
                    summary.size.0,
                    summary.size.1,
                    rules.join(", "),
                    self.path.display()
                )
            }
            Err(fault) => format!("{}: cannot be played: {fault}", self.name),
        }
    }
}

/// The levels for the menu.
pub fn entries() -> Vec<Entry> {
    start::levels()
        .into_iter()
        .map(|entry| {
            let file = entry.path.display().to_string();
            match entry.outcome {
                Ok((level, _)) => Entry {
                    name: level.name.to_string(),
                    content: Ok(Summary {
                        sides: (0..level.sides.len())
                            .map(|side| {
                                let count = level
                                    .everybody()
                                    .filter(|(one, _)| one.side == side)
                                    .count();
                                SideSummary {
                                    name: level.sides[side].name.to_string(),
                                    count,
                                    player: proposed(&level, side).name(),
                                }
                            })
                            .collect(),
                        size: level.board.size(),
                        rules: rules_of(&level),
                    }),
                    path: entry.path,
                },
                Err(report) => Entry {
                    name: file,
                    content: Err(report
                        .faults
                        .first()
                        .map_or_else(|| "at fault".to_owned(), |fault| fault.message.clone())),
                    path: entry.path,
                },
            }
        })
        .collect()
}

/// Rule systems a level can be played by, its own first, each with its presets.
fn rules_of(level: &level::Level) -> Vec<(String, Vec<String>)> {
    let mut ids: Vec<&str> = level.playable.iter().map(|id| id.as_str()).collect();
    ids.sort_by_key(|id| level.system.as_deref() != Some(*id));
    ids.into_iter()
        .filter_map(|id| Some((id, start::tables::system(id)?)))
        .map(|(id, system)| {
            let presets = system.presets();
            let presets = presets.iter().map(ToString::to_string).collect();
            (id.to_owned(), presets)
        })
        .collect()
}

/// Saved battles for the menu, the newest first: those that are not over, and damaged ones.
pub fn saved() -> Vec<Saved> {
    let listed = record::records_dir().map(|folder| record::list(&folder));
    let listed = listed.and_then(Result::ok).unwrap_or_default();
    let lines = listed.into_iter().filter_map(|entry| match entry.record {
        Ok(found) if found.outcome.is_some() => None,
        Ok(found) => Some(Saved {
            line: line(&found),
            brief: format!("{}, {}", found.setup.title, when(&found)),
            fault: None,
            path: entry.path,
        }),
        Err(fault) => Some(Saved {
            line: entry.path.display().to_string(),
            brief: entry.path.display().to_string(),
            fault: Some(fault.to_string()),
            path: entry.path,
        }),
    });
    lines.take(SAVED).collect()
}

/// Saved battles a menu shows.
const SAVED: usize = 9;

/// What a unit of time is called in a record.
pub fn unit_name(record: &Record) -> &'static str {
    rules::by_id(&record.rules).map_or("unit", |rules| rules.unit_name())
}

/// Where a saved battle stands: `phase 12, movement`.
pub fn when(record: &Record) -> String {
    match record.hashes.last() {
        Some(mark) => format!("{} {}, {}", unit_name(record), mark.unit, mark.stage),
        None => "its beginning".to_owned(),
    }
}

/// A saved battle in a line, without its file.
pub fn line(record: &Record) -> String {
    let sides = record.setup.sides.iter().zip(&record.controllers);
    let sides: Vec<String> = sides
        .map(|(side, who)| format!("{} ({who})", side.name))
        .collect();
    let practice = if record.practice { ", practice" } else { "" };
    let over = if record.outcome.is_some() {
        "over in"
    } else {
        "at"
    };
    format!(
        "{}: {}, {over} {}{practice}",
        record.setup.title,
        sides.join(" against "),
        when(record)
    )
}
