//! Lines on standard output and standard error: every command prints through here.
//!
//! A reader that went away (`| head`) is no fault of the game, and files cannot command the
//! terminal.

use crate::plain::plain;
use std::io::Write;

/// Prints a line on standard output.
pub fn say(line: impl AsRef<str>) {
    // Nobody is left to be told that nobody reads.
    let _ = writeln!(std::io::stdout(), "{}", plain(line.as_ref()));
}

/// Prints a line on standard error.
pub fn complain(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr(), "{}", plain(line.as_ref()));
}
