//! `play`: the text player in a terminal; without one, a battle of computers.

use super::FAULT;
use super::choices::{Choices, computer};
use super::out::complain;
use super::text::{self, refuse, side_names};
use crate::start;
use crate::text::Console;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// What `play` takes.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    /// The level: a file, or the name of a shipped one; without it there is a menu.
    level: Option<PathBuf>,
    #[command(flatten)]
    choices: Choices,
}

/// Plays; the exit code.
pub fn run(args: &Args) -> u8 {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return text::run(&text::Args::of(args.level.clone(), args.choices.clone()));
    }
    watch(args)
}

/// One battle of computers, told on standard output. Reads nothing: an open pipe that never
/// sends a line must not hold it up.
fn watch(args: &Args) -> u8 {
    let stdout = std::io::stdout();
    let mut writer = BufWriter::new(stdout.lock());
    let mut nothing = std::io::empty();
    let Some(level) = text::or_first(args.level.as_deref()) else {
        complain("there is no level to play; give one: `hexfray play LEVEL`");
        return FAULT;
    };
    let choices = &args.choices;
    let start = match start::start(&level, choices.rules.as_deref(), choices.preset.as_deref()) {
        Ok(start) => start,
        Err(fault) => return refuse(&fault),
    };
    let seats = match choices.seats(&side_names(&start), |_| computer()) {
        Ok(seats) if seats.people().next().is_none() => seats,
        Ok(_) => {
            complain(
                "nobody can sit down without a terminal; over a pipe, use `hexfray text LEVEL`",
            );
            return super::USAGE;
        }
        Err(fault) => return refuse(&start::StartFault::Choice(fault)),
    };
    let code = {
        let mut console = Console::new(&mut nothing, &mut writer, false);
        console.say(
            "There is no terminal, so the computer plays all sides. \
             To play over a pipe: `hexfray text LEVEL`.",
        );
        text::fight(&start, seats, choices.seed(), true, &mut console)
    };
    // A reader that went away is no fault of the game.
    let _ = writer.flush();
    code
}
