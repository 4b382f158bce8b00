//! `text`: plays a level, or goes on with a saved battle, in the terminal or over a pipe.

use super::choices::Choices;
use super::out::{complain, must};
use super::{FAULT, USAGE, resume};
use crate::combat::battle::Battle;
use crate::seat::listing::{entries, saved};
use crate::seat::players::{controllers, proposed};
use crate::seat::{Player, Recording, Seats};
use crate::start::{self, Start, StartFault};
use crate::text::menu::{self, Chosen, Offer};
use crate::text::{Console, Finish, Table};
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `text` takes.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    /// A level or a saved battle: a file or its name (`levels` and `records` list them); without
    /// it there is a menu.
    #[arg(value_name = "LEVEL or RECORD")]
    pub level: Option<PathBuf>,
    /// A saved battle to go on with.
    #[arg(long, value_name = "FILE", conflicts_with = "level")]
    pub load: Option<PathBuf>,
    #[command(flatten)]
    pub choices: Choices,
    /// People play all sides at this keyboard.
    #[arg(long)]
    pub hotseat: bool,
    /// Orders may be taken back to any earlier card; the record says so.
    #[arg(long)]
    pub practice: bool,
    /// Tell everything in words and draw no board, for screen readers.
    #[arg(long)]
    pub words: bool,
}

/// Plays; the exit code.
pub fn run(args: &Args) -> u8 {
    let stdin = std::io::stdin();
    let stdout = std::io::stdout();
    let screen = stdin.is_terminal() && stdout.is_terminal();
    let mut reader = stdin.lock();
    let mut writer = BufWriter::new(stdout.lock());
    let code = at(args, &mut reader, &mut writer, screen);
    must(writer.flush());
    code
}

/// Prints a fault and gives its exit code.
pub fn refuse(fault: &StartFault) -> u8 {
    complain(fault.to_string());
    match fault {
        StartFault::Level(_) => FAULT,
        StartFault::Choice(_) => USAGE,
    }
}

fn at(args: &Args, reader: &mut dyn BufRead, writer: &mut dyn Write, screen: bool) -> u8 {
    let mut console = Console::new(reader, writer, screen);
    if let Some(path) = &args.load {
        let path = resume::find(path).unwrap_or_else(|| path.clone());
        return resume::go_on(args, &path, &mut console);
    }
    let rules = args.choices.rules.as_deref();
    if let Some(level) = &args.level {
        if let Some(path) = resume::find(level) {
            return resume::go_on(args, &path, &mut console);
        }
        let start = match start::start(level, rules, args.choices.preset.as_deref()) {
            Ok(start) => start,
            Err(fault) => return refuse(&fault),
        };
        let sides = side_names(&start);
        let usual = |index| match args.hotseat {
            true => Player::Person,
            false => proposed(&start.level, index),
        };
        return match args.choices.seats(&sides, usual) {
            Ok(seats) => fight(&start, seats, args.choices.seed(), args, &mut console),
            Err(fault) => refuse(&StartFault::Choice(fault)),
        };
    }
    let offer = Offer {
        levels: &entries(),
        saved: &saved(),
        rules,
        seed: args.choices.seed(),
        practice: args.practice,
    };
    match menu::choose(&mut console, &offer) {
        None => {
            console.say("Nothing was played.");
            0
        }
        Some(Chosen::GoOn(path)) => {
            let plain = Args {
                words: args.words,
                ..Args::default()
            };
            resume::go_on(&plain, &path, &mut console)
        }
        Some(Chosen::Begin(chosen)) => {
            match start::start(&chosen.path, Some(&chosen.rules), Some(&chosen.preset)) {
                Ok(start) => {
                    let args = Args {
                        words: args.words,
                        practice: chosen.practice,
                        ..Args::default()
                    };
                    fight(&start, chosen.seats, chosen.seed, &args, &mut console)
                }
                Err(fault) => refuse(&fault),
            }
        }
    }
}

/// Names of the sides of a level.
pub fn side_names(start: &Start) -> Vec<String> {
    start
        .setup
        .sides
        .iter()
        .map(|side| side.name.to_string())
        .collect()
}

/// Plays a battle from its start at a console.
pub fn fight(start: &Start, seats: Seats, seed: u64, args: &Args, console: &mut Console) -> u8 {
    let mut battle = match Battle::start(start.rules.clone(), &start.setup, seed) {
        Ok(battle) => battle,
        Err(faults) => {
            return refuse(&StartFault::Level(format!(
                "{}: {}",
                start.path.display(),
                faults.join("; ")
            )));
        }
    };
    let mut keeper = Recording::new(start, seed, controllers(&seats), args.practice);
    let briefing = format!(
        "{}\n{}\nRules: {}, preset {}.",
        start.level.name,
        start.level.briefing,
        start.rules.id(),
        start.setup.preset
    );
    let mut table = Table {
        seats,
        seed,
        ground: Arc::new(start.setup.board.clone()),
        picture: !args.words,
        every: false,
        practice: args.practice,
        briefing,
    };
    sit_down(&mut battle, &mut table, console, &mut keeper)
}

/// Plays a battle from where it stands.
pub fn sit_down(
    battle: &mut Battle,
    table: &mut Table,
    console: &mut Console,
    keeper: &mut Recording,
) -> u8 {
    match crate::text::play(battle, table, console, keeper) {
        Finish::Over | Finish::Left => 0,
        Finish::Stuck(_) => FAULT,
    }
}

/// The first level that can be played, for those who named none.
pub fn first_level() -> Option<PathBuf> {
    let found = start::levels()
        .into_iter()
        .find(|entry| entry.outcome.is_ok());
    found.map(|entry| entry.path)
}

/// A path that was typed, or the first level.
pub fn or_first(level: Option<&Path>) -> Option<PathBuf> {
    level.map(Path::to_owned).or_else(first_level)
}
