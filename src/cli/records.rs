//! `records`: lists saved battles, those that can be gone on with, those that are over, and those
//! that are damaged with the reason.

use super::FAULT;
use super::out::{complain, say};
use crate::record::{self, RecordFault};
use std::path::PathBuf;

/// What `records` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder; by default the one battles are saved in by themselves.
    folder: Option<PathBuf>,
}

/// Lists; the exit code.
pub fn run(args: &Args) -> u8 {
    let Some(folder) = args.folder.clone().or_else(record::records_dir) else {
        complain("there is no folder for records; set HEXFRAY_DATA to one");
        return FAULT;
    };
    let listed = match record::list(&folder) {
        Ok(listed) => listed,
        Err(fault) => {
            complain(fault.to_string());
            return FAULT;
        }
    };
    if listed.is_empty() {
        say(format!(
            "There are no saved battles in {}.",
            folder.display()
        ));
        return 0;
    }
    for entry in &listed {
        let file = entry.path.display();
        match &entry.record {
            Ok(found) => say(format!("{}\n  {file}", crate::seat::listing::line(found))),
            // These tell of a part or a place of it, all others of the file.
            Err(fault @ (RecordFault::Changed { .. } | RecordFault::Form { .. })) => {
                say(format!("Damaged: {fault}\n  {file}"));
            }
            Err(fault) => say(format!("Damaged: it {fault}\n  {file}")),
        }
    }
    say("`hexfray text FILE` goes on with one, `hexfray replay FILE` tells it.");
    0
}
