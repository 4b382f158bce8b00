//! Lines on standard output and standard error: every command prints through here.
//!
//! A reader that went away (`| head`) is no fault of the game, and files cannot command the
//! terminal.

use crate::plain::plain;
use std::io::{self, Write};

/// Prints a line on standard output; a disk that takes no more ends the program with code 1.
pub fn say(line: impl AsRef<str>) {
    must(writeln!(io::stdout(), "{}", plain(line.as_ref())));
}

/// Ends the program with code 1 where output could not be written, as on a full disk.
pub fn must(written: io::Result<()>) {
    match written {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
            complain(format!("standard output cannot be written: {fault}"));
            std::process::exit(1);
        }
        // Nobody is left to be told that nobody reads.
        _ => {}
    }
}

/// Prints a line on standard error.
pub fn complain(line: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", plain(line.as_ref()));
}
