//! `text`: plays a level in the terminal or over a pipe.

use super::choices::{Choices, computer};
use super::keep::Recording;
use super::out::complain;
use super::{FAULT, USAGE};
use crate::combat::battle::Battle;
use crate::start::{self, Start, StartFault};
use crate::text::menu::{self, Entry, Summary};
use crate::text::{Console, Finish, Player, Seats, Table};
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `text` takes.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    /// The level: a file, or the name of a shipped one; without it there is a menu.
    level: Option<PathBuf>,
    #[command(flatten)]
    choices: Choices,
    /// People play all sides at this keyboard.
    #[arg(long)]
    hotseat: bool,
    /// Tell everything in words and draw no board, for screen readers.
    #[arg(long)]
    words: bool,
}

impl Args {
    /// For `play`, which knows no more than a level and choices.
    pub fn of(level: Option<PathBuf>, choices: Choices) -> Args {
        Args {
            level,
            choices,
            hotseat: false,
            words: false,
        }
    }
}

/// Plays; the exit code.
pub fn run(args: &Args) -> u8 {
    let stdin = std::io::stdin();
    let stdout = std::io::stdout();
    let screen = stdin.is_terminal() && stdout.is_terminal();
    let mut reader = stdin.lock();
    let mut writer = BufWriter::new(stdout.lock());
    let code = at(args, &mut reader, &mut writer, screen);
    // A reader that went away is no fault of the game.
    let _ = writer.flush();
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
    let rules = args.choices.rules.as_deref();
    if let Some(level) = &args.level {
        let start = match start::start(level, rules, args.choices.preset.as_deref()) {
            Ok(start) => start,
            Err(fault) => return refuse(&fault),
        };
        let sides = side_names(&start);
        let usual = |index| match (args.hotseat, index) {
            (true, _) | (_, 0) => Player::Person,
            _ => computer(),
        };
        return match args.choices.seats(&sides, usual) {
            Ok(seats) => fight(
                &start,
                seats,
                args.choices.seed(),
                !args.words,
                &mut console,
            ),
            Err(fault) => refuse(&StartFault::Choice(fault)),
        };
    }
    let entries = entries();
    let presets = presets(rules);
    let presets: Vec<&str> = presets.iter().map(String::as_str).collect();
    let Some(chosen) = menu::choose(&mut console, &entries, &presets, args.choices.seed()) else {
        console.say("Nothing was played.");
        return 0;
    };
    match start::start(&chosen.path, rules, Some(&chosen.preset)) {
        Ok(start) => fight(&start, chosen.seats, chosen.seed, !args.words, &mut console),
        Err(fault) => refuse(&fault),
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

fn presets(rules: Option<&str>) -> Vec<String> {
    let id = rules.unwrap_or(crate::rules::IDS[0]);
    let found = crate::rules::by_id(id).map(|system| system.presets());
    let names = found.unwrap_or_default();
    names.iter().map(ToString::to_string).collect()
}

/// The levels for the menu.
pub fn entries() -> Vec<Entry> {
    start::levels()
        .into_iter()
        .map(|entry| {
            let file = entry.path.display().to_string();
            match entry.outcome {
                Ok((level, _)) => Entry {
                    name: level.name.to_string(),
                    content: Ok(Summary {
                        sides: (0..level.sides.len())
                            .map(|side| {
                                let count = level
                                    .everybody()
                                    .filter(|(one, _)| one.side == side)
                                    .count();
                                (level.sides[side].name.to_string(), count)
                            })
                            .collect(),
                        size: level.board.size(),
                    }),
                    path: entry.path,
                },
                Err(report) => Entry {
                    name: file,
                    content: Err(report
                        .faults
                        .first()
                        .map_or_else(|| "at fault".to_owned(), |fault| fault.message.clone())),
                    path: entry.path,
                },
            }
        })
        .collect()
}

/// Plays a battle at a console.
pub fn fight(start: &Start, seats: Seats, seed: u64, picture: bool, console: &mut Console) -> u8 {
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
    let names = seats.0.iter().map(|player| match player {
        Player::Person => "human".to_owned(),
        Player::Computer(controller) => controller.name().to_owned(),
    });
    let mut keeper = Recording::new(start, seed, names.collect());
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
        picture,
        briefing,
    };
    match crate::text::play(&mut battle, &mut table, console, &mut keeper) {
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
