//! The command line: each command one file. `main.rs` only calls [`run`].
//!
//! Exit codes: 0 all is well, 1 what was given is at fault, 2 the command line is at fault.

mod balance;
mod check;
mod choices;
mod levels;
mod out;
mod play;
mod records;
mod replay;
mod resume;
mod rulebook;
#[cfg(feature = "client")]
mod screenshot;
mod simulate;
mod text;

use crate::start;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What was given is at fault: a level, a record.
pub const FAULT: u8 = 1;
/// The command line is at fault.
pub const USAGE: u8 = 2;

/// Tactical skirmishes on hexes with the depth of tabletop melee.
#[derive(Parser)]
#[command(name = "hexfray", version, about, long_about = None)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What the program can do. `play` is meant if nothing is named.
#[derive(Subcommand)]
enum Command {
    /// Plays a battle: in a window; without a display in the terminal, or told to a pipe.
    Play(text::Args),
    /// Plays a level, or goes on with a saved battle, in the terminal or over a pipe.
    Text(text::Args),
    /// Tells a recorded battle, or fights it again and names the first difference.
    Replay(replay::Args),
    /// Lets the computer fight many battles and counts the results.
    Simulate(simulate::Args),
    /// Lets companies of equal points fight on a level and tables which archetypes win.
    Balance(balance::Args),
    /// Checks levels and tables and lists all faults with their places.
    Check(check::Args),
    /// Lists the levels that can be played.
    Levels(levels::Args),
    /// Lists saved battles.
    Records(records::Args),
    /// Draws scenes of the game into pictures, without a window.
    #[cfg(feature = "client")]
    Screenshot(screenshot::Args),
    /// Reads the rules and plays their scenarios.
    Rulebook(rulebook::RulebookArgs),
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or(Command::Play(text::Args::default()));
    if matches!(
        command,
        Command::Play(_) | Command::Text(_) | Command::Simulate(_) | Command::Balance(_)
    ) {
        start::tables::notices().for_each(out::complain);
    }
    let code = match command {
        Command::Play(args) => play::run(&args),
        Command::Text(args) => text::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Balance(args) => balance::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Records(args) => records::run(&args),
        #[cfg(feature = "client")]
        Command::Screenshot(args) => screenshot::run(&args),
        Command::Rulebook(args) => return rulebook::run(&args),
    };
    ExitCode::from(code)
}
