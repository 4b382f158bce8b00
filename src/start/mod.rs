//! From a level file to a battle that can begin: finds the file, has it checked, makes the choices
//! it leaves open. Called by every command that plays; the only place where levels and rule
//! systems meet.

mod muster;
mod names;
pub mod quick;
pub mod tables;

pub use muster::setup;
pub use names::Known;

use crate::combat::setup::Setup;
use crate::combat::system::RuleSystem;
use crate::level::{self, Fault, Level, Origin};
use crate::rules;
use smol_str::SmolStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A battle that can begin.
pub struct Start {
    /// The rule system.
    pub rules: Arc<dyn RuleSystem>,
    /// What it starts from.
    pub setup: Setup,
    /// The level as it was checked.
    pub level: Level,
    /// The level's text as its maker wrote it.
    pub text: String,
    /// The file.
    pub path: PathBuf,
    /// What is allowed in it but probably not meant.
    pub warnings: Vec<Fault>,
}

/// Why a battle cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// The level is at fault.
    #[error("{0}")]
    Level(String),
    /// A choice made for it is at fault.
    #[error("{0}")]
    Choice(String),
}

/// Where levels are looked for, in the order they are listed.
pub fn places() -> Vec<(Origin, PathBuf)> {
    let shipped = level::shipped_dir().map(|dir| (Origin::Shipped, dir));
    let user = level::user_dir().map(|dir| (Origin::User, dir));
    shipped.into_iter().chain(user).collect()
}

/// All levels that are found by themselves.
pub fn levels() -> Vec<level::Entry> {
    level::list(&places(), Known::get())
}

/// The file meant by what was typed: a path, or the name of a level that is found by itself.
///
/// # Errors
/// That there is no such file, and which levels there are.
pub fn find(typed: &Path) -> Result<PathBuf, StartFault> {
    if typed.exists() {
        return Ok(typed.to_owned());
    }
    let mut known = Vec::new();
    for entry in levels() {
        let stem = entry.path.file_stem();
        if stem == Some(typed.as_os_str()) || entry.path.file_name() == Some(typed.as_os_str()) {
            return Ok(entry.path);
        }
        known.extend(stem.map(|stem| stem.to_string_lossy().into_owned()));
    }
    Err(StartFault::Level(format!(
        "there is no level `{}`; give a file, or one of: {}",
        typed.display(),
        known.join(", ")
    )))
}

/// Reads and checks a level and makes its choices: `rules` and `preset` over what it says itself.
///
/// # Errors
/// Everything wrong with the level, or what is allowed instead of a choice.
pub fn start(typed: &Path, rules: Option<&str>, preset: Option<&str>) -> Result<Start, StartFault> {
    let path = find(typed)?;
    let (level, warnings) =
        level::load(&path, Known::get()).map_err(|report| StartFault::Level(report.to_string()))?;
    let text = std::fs::read_to_string(&path)
        .map_err(|fault| StartFault::Level(format!("{}: {fault}", path.display())))?;
    let id = rules
        .or(level.system.as_deref())
        .unwrap_or(rules::IDS[0])
        .to_owned();
    let rules = tables::system(&id).ok_or_else(|| {
        StartFault::Choice(format!(
            "there is no rule system `{id}`; there are: {}",
            rules::IDS.join(", ")
        ))
    })?;
    if !level.playable.iter().any(|known| *known == id) {
        return Err(StartFault::Choice(format!(
            "{} is not for the rules of {id}; it is for: {}",
            path.display(),
            level.playable.join(", ")
        )));
    }
    let presets = rules.presets();
    if let Some(wanted) = preset
        && !presets.iter().any(|known| known == wanted)
    {
        return Err(StartFault::Choice(format!(
            "there is no preset `{wanted}` of {id}; there are: {}",
            presets.join(", ")
        )));
    }
    let setup = setup(&level, &*rules, preset.map(SmolStr::new))
        .map_err(|fault| StartFault::Level(format!("{}: {fault}", path.display())))?;
    Ok(Start {
        rules,
        setup,
        level,
        text,
        path,
        warnings,
    })
}
