//! `check`: reads levels and tables as the game does and lists all faults with their places.

use super::FAULT;
use super::out::say;
use crate::combat::battle::Battle;
use crate::level;
use crate::rules;
use crate::start::{self, Known, tables};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What `check` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Level files, and table files or folders of them, which stand in a folder named for their
    /// rule system.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks; the exit code.
pub fn run(args: &Args) -> u8 {
    let mut code = 0;
    let mut tables: BTreeMap<&'static str, Vec<PathBuf>> = BTreeMap::new();
    for path in &args.files {
        match (system_of(path), path.is_dir()) {
            (Some(id), _) => tables.entry(id).or_default().push(path.clone()),
            (None, false) => code = code.max(check_level(path)),
            (None, true) => {
                say(format!(
                    "{}: is a folder; levels are checked file by file, tables in folders named \
                     {}",
                    path.display(),
                    rules::IDS.join(", ")
                ));
                code = FAULT;
            }
        }
    }
    for (id, paths) in tables {
        code = code.max(check_tables(id, &paths));
    }
    code
}

/// The rule system of a table file or of a folder of them: the folder has its name.
fn system_of(path: &Path) -> Option<&'static str> {
    // `.` and `..` have a name only once they are resolved.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = if path.is_dir() {
        Some(&*path)
    } else {
        path.parent()
    };
    let name = folder?.file_name()?.to_str()?;
    rules::IDS.into_iter().find(|id| *id == name)
}

/// Checks the tables of one system together, the shipped ones standing in for the rest.
fn check_tables(id: &'static str, paths: &[PathBuf]) -> u8 {
    let Some(shipped) = rules::by_id(id) else {
        return FAULT;
    };
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    let mut code = 0;
    for path in paths {
        let found = if path.is_dir() {
            tables::files(path)
        } else {
            let text = tables::text_of(path);
            text.map(|text| vec![(path.clone(), text)])
                .map_err(|report| vec![report.to_string()])
        };
        match found {
            Ok(found) if found.is_empty() => {
                say(format!("{}: holds no tables", path.display()));
                code = FAULT;
            }
            Ok(found) => files.extend(found),
            Err(faults) => {
                faults.iter().for_each(say);
                code = FAULT;
            }
        }
    }
    match tables::check(&*shipped, &files) {
        Ok(_) => {
            for (path, _) in &files {
                say(format!("{}: all is well", path.display()));
            }
        }
        Err(faults) => {
            for fault in &faults {
                say(format!("{fault}\n"));
            }
            let noun = if faults.len() == 1 { "fault" } else { "faults" };
            say(format!("{} {noun}", faults.len()));
            code = FAULT;
        }
    }
    code
}

fn check_level(file: &Path) -> u8 {
    let (level, warnings) = match level::load(file, Known::get()) {
        Ok(found) => found,
        Err(report) => {
            say(report.to_string());
            return FAULT;
        }
    };
    for warning in &warnings {
        say(format!("warning: {warning}\n"));
    }
    // Only a battle that has begun shows whether a system can use the level.
    let own = level.system.as_deref().unwrap_or(rules::IDS[0]);
    let mut fit = 0;
    let mut code = 0;
    let played = |id: &&str| rules::IDS.contains(id);
    for id in level.playable.iter().map(|id| id.as_str()).filter(played) {
        match begins(&level, id) {
            Ok(()) => fit += 1,
            Err(fault) => {
                let word = if id == own { "fault" } else { "warning" };
                say(format!(
                    "{word}: {}: not by the rules of {id}: {fault}",
                    file.display()
                ));
                code = code.max(if id == own { FAULT } else { 0 });
            }
        }
    }
    if fit == 0 && code == 0 {
        say(format!(
            "fault: {}: no rule system can play it",
            file.display()
        ));
        code = FAULT;
    }
    if code != 0 {
        return code;
    }
    let (columns, rows) = level.board.size();
    say(format!(
        "{}: all is well: {}, {columns} by {rows} hexes, {} sides, {} combatants",
        file.display(),
        level.name,
        level.sides.len(),
        level.everybody().count()
    ));
    0
}

/// Whether a battle of this level can begin by the rules of a system.
fn begins(level: &level::Level, id: &str) -> Result<(), String> {
    let system = tables::system(id).ok_or_else(|| "there is no such rule system".to_owned())?;
    let setup = start::setup(level, &*system, None)?;
    Battle::start(system, &setup, 1)
        .map(|_| ())
        .map_err(|faults| faults.join("; "))
}
