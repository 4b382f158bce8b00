//! `play`: the text player in a terminal; without one, a battle of computers.

use super::FAULT;
use super::out::{complain, must};
use super::resume;
use super::text::{self, refuse, side_names};
use crate::seat::players::computer;
use crate::start;
use crate::text::Console;
use std::io::{BufWriter, IsTerminal, Write};

/// Plays; the exit code. The window opens where there is a display and something to draw with;
/// otherwise a line says why not, and the text player takes over.
pub fn run(args: &text::Args) -> u8 {
    #[cfg(feature = "client")]
    match window(args) {
        Ok(code) => return code,
        Err(why) => complain(format!("no window: {why}; playing in words instead")),
    }
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return text::run(args);
    }
    watch(args)
}

/// Opens the window with what the command line asks for.
///
/// # Errors
/// Why it cannot be opened.
#[cfg(feature = "client")]
fn window(args: &text::Args) -> Result<u8, String> {
    use crate::client::{Begin, Opening};
    use crate::seat::Player;
    use crate::seat::players::proposed;
    if args.words {
        return Err("words were asked for".to_owned());
    }
    let record = args
        .load
        .clone()
        .map(|path| resume::find(&path).unwrap_or(path));
    let record = record.or_else(|| args.level.as_deref().and_then(resume::find));
    if let Some(path) = record {
        return crate::client::run(Opening {
            battle: Some(Err(path)),
            ..Opening::default()
        });
    }
    let Some(level) = &args.level else {
        return crate::client::run(Opening {
            seed: args.choices.seed,
            ..Opening::default()
        });
    };
    let choices = &args.choices;
    let found = start::start(level, choices.rules.as_deref(), choices.preset.as_deref());
    let start = match found {
        Ok(start) => start,
        Err(fault) => return Ok(refuse(&fault)),
    };
    let usual = |side| match args.hotseat {
        true => Player::Person,
        false => proposed(&start.level, side),
    };
    let seats = match choices.seats(&side_names(&start), usual) {
        Ok(seats) => seats,
        Err(fault) => return Ok(refuse(&start::StartFault::Choice(fault))),
    };
    let seed = choices.seed();
    let begin = Begin {
        start,
        seats,
        seed,
        practice: args.practice,
    };
    crate::client::run(Opening {
        battle: Some(Ok(begin)),
        ..Opening::default()
    })
}

/// One battle of computers, told on standard output. Reads nothing: an open pipe that never
/// sends a line must not hold it up.
fn watch(args: &text::Args) -> u8 {
    let stdout = std::io::stdout();
    let mut writer = BufWriter::new(stdout.lock());
    let mut nothing = std::io::empty();
    let named = args.level.as_deref();
    if args.load.is_some() || named.is_some_and(|level| resume::find(level).is_some()) {
        complain("a saved battle needs a terminal; over a pipe, use `hexfray text FILE`");
        return super::USAGE;
    }
    let Some(level) = text::or_first(named) else {
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
        text::fight(&start, seats, choices.seed(), args, &mut console)
    };
    must(writer.flush());
    code
}
