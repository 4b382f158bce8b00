//! `check`: reads levels as the game does and lists all faults with their places.

use super::FAULT;
use super::out::say;
use crate::level;
use crate::rules;
use crate::start::{self, Known};
use std::path::PathBuf;

/// What `check` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Level files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks; the exit code.
pub fn run(args: &Args) -> u8 {
    let mut code = 0;
    for file in &args.files {
        let (level, warnings) = match level::load(file, Known::get()) {
            Ok(found) => found,
            Err(report) => {
                say(report.to_string());
                code = FAULT;
                continue;
            }
        };
        for warning in &warnings {
            say(format!("warning: {warning}\n"));
        }
        // A level plays under every system, so every one must be able to set it up.
        let mut unusable = Vec::new();
        for id in rules::IDS {
            if let Some(system) = rules::by_id(id)
                && let Err(fault) = start::setup(&level, &*system, None)
            {
                unusable.push(format!("{id}: {fault}"));
            }
        }
        let (columns, rows) = level.board.size();
        if unusable.is_empty() {
            say(format!(
                "{}: all is well: {}, {columns} by {rows} hexes, {} sides, {} combatants",
                file.display(),
                level.name,
                level.sides.len(),
                level.everybody().count()
            ));
        } else {
            say(format!("{}: {}", file.display(), unusable.join("; ")));
            code = FAULT;
        }
    }
    code
}
