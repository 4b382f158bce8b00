//! `records`: lists saved battles, those that can be gone on with, those that are over, and those
//! that are damaged with the reason.

use super::{FAULT, resume};
use crate::record;
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
        eprintln!("there is no folder for records; set HEXFRAY_DATA to one");
        return FAULT;
    };
    let listed = match record::list(&folder) {
        Ok(listed) => listed,
        Err(fault) => {
            eprintln!("{fault}");
            return FAULT;
        }
    };
    if listed.is_empty() {
        println!("There are no saved battles in {}.", folder.display());
        return 0;
    }
    for entry in &listed {
        let file = entry.path.display();
        match &entry.record {
            Ok(found) => println!("{}\n  {file}", resume::line(found)),
            Err(fault) => println!("Damaged: it {fault}\n  {file}"),
        }
    }
    println!("`hexfray text FILE` goes on with one, `hexfray replay FILE` tells it.");
    0
}
