//! The level menu: which level, who plays each side, which preset, which seed.

use super::console::Console;
use super::seats::{Player, Seats};
use crate::ai;
use std::path::PathBuf;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// What it is called, or the file's name if it cannot be read.
    pub name: String,
    /// What there is to know, or what is wrong with it.
    pub content: Result<Summary, String>,
}

/// What the list says of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Names of the sides with their numbers of combatants.
    pub sides: Vec<(String, usize)>,
    /// Columns and rows.
    pub size: (u16, u16),
}

impl Entry {
    /// The line of the list.
    pub fn line(&self) -> String {
        match &self.content {
            Ok(summary) => {
                let sides: Vec<String> = summary
                    .sides
                    .iter()
                    .map(|(name, count)| format!("{name} {count}"))
                    .collect();
                format!(
                    "{}: {}; {} by {} hexes ({})",
                    self.name,
                    sides.join(" against "),
                    summary.size.0,
                    summary.size.1,
                    self.path.display()
                )
            }
            Err(fault) => format!("{}: cannot be played: {fault}", self.name),
        }
    }
}

/// What was chosen.
pub struct Chosen {
    /// The level's file.
    pub path: PathBuf,
    /// Who plays.
    pub seats: Seats,
    /// The preset.
    pub preset: String,
    /// The seed.
    pub seed: u64,
}

/// Asks for everything; `None` if the input ends or the player leaves.
pub fn choose(
    console: &mut Console,
    levels: &[Entry],
    presets: &[&str],
    seed: u64,
) -> Option<Chosen> {
    if levels.is_empty() {
        console.say("There are no levels. Give one on the command line: `hexfray text LEVEL`.");
        return None;
    }
    console.say("Levels:");
    for (index, level) in levels.iter().enumerate() {
        console.say(format!("  {}. {}", index + 1, level.line()));
    }
    let (path, summary) = loop {
        let line = ask(console, "Which level? A number, or `quit` [1]: ")?;
        let number = if line.is_empty() {
            Ok(1)
        } else {
            line.parse::<usize>()
        };
        let level = number
            .ok()
            .and_then(|number| number.checked_sub(1))
            .and_then(|index| levels.get(index));
        match level.map(|level| (level, &level.content)) {
            Some((level, Ok(summary))) => break (level.path.clone(), summary),
            Some((_, Err(fault))) => console.say(format!("That level cannot be played: {fault}")),
            None => console.say(format!(
                "`{line}` is no level of the list; the numbers are 1 to {}.",
                levels.len()
            )),
        }
    };
    let mut seats = Vec::new();
    for (index, (side, _)) in summary.sides.iter().enumerate() {
        seats.push(player(console, side, index == 0)?);
    }
    let preset = preset(console, presets)?;
    let seed = loop {
        let line = ask(console, &format!("Seed of the dice [{seed}]: "))?;
        if line.is_empty() {
            break seed;
        }
        match line.parse() {
            Ok(seed) => break seed,
            Err(_) => console.say(format!(
                "`{line}` is no seed; write a whole number from 0 to {}.",
                u64::MAX
            )),
        }
    };
    Some(Chosen {
        path,
        seats: Seats(seats),
        preset,
        seed,
    })
}

/// Asks; leaving is the end of input.
fn ask(console: &mut Console, prompt: &str) -> Option<String> {
    console.ask(prompt).filter(|line| line != "quit")
}

fn player(console: &mut Console, side: &str, you: bool) -> Option<Player> {
    let names: Vec<&str> = std::iter::once("you")
        .chain(ai::CONTROLLERS.iter().map(|(name, _)| *name))
        .collect();
    let usual = if you { "you" } else { names[1] };
    loop {
        let line = ask(
            console,
            &format!("Who plays {side}: {}? [{usual}]: ", names.join(", ")),
        )?;
        let wanted = if line.is_empty() {
            usual
        } else {
            line.as_str()
        };
        if wanted == "you" {
            return Some(Player::Person);
        }
        if let Some(controller) = ai::by_name(wanted) {
            return Some(Player::Computer(controller));
        }
        console.say(format!(
            "`{wanted}` is nobody who can play; write one of: {}.",
            names.join(", ")
        ));
        for (name, does) in ai::CONTROLLERS {
            console.say(format!("  {name} {does}."));
        }
    }
}

fn preset(console: &mut Console, presets: &[&str]) -> Option<String> {
    let Some(usual) = presets.first() else {
        return Some(String::new());
    };
    loop {
        let line = ask(
            console,
            &format!("Rules preset: {}? [{usual}]: ", presets.join(", ")),
        )?;
        let wanted = if line.is_empty() {
            usual
        } else {
            line.as_str()
        };
        if presets.contains(&wanted) {
            return Some(wanted.to_owned());
        }
        console.say(format!(
            "`{wanted}` is no preset; write one of: {}.",
            presets.join(", ")
        ));
    }
}
