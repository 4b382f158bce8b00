//! `check`: reads levels and tables as the game does and lists all faults with their places.

use super::FAULT;
use super::out::say;
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
    // A level plays under every system, so every one must be able to set it up.
    let mut unusable = Vec::new();
    for id in rules::IDS {
        if let Some(system) = tables::system(id)
            && let Err(fault) = start::setup(&level, &*system, None)
        {
            unusable.push(format!("{id}: {fault}"));
        }
    }
    if !unusable.is_empty() {
        say(format!("{}: {}", file.display(), unusable.join("; ")));
        return FAULT;
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
