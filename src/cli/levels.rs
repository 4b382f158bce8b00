//! `levels`: lists the levels that can be played, and those that cannot with the reason.

use super::out::say;
use crate::level;

/// What `levels` takes.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// Lists; the exit code.
pub fn run(_args: &Args) -> u8 {
    let entries = crate::seat::listing::entries();
    for entry in &entries {
        say(entry.line());
    }
    if entries.is_empty() {
        say("There are no levels.");
    }
    if let Some(folder) = level::user_dir() {
        say(format!("Your own levels go into {}.", folder.display()));
    }
    0
}
