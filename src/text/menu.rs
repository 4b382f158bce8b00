//! The menu: which level or saved battle, who plays each side, which preset, practice, which seed.

use super::console::Console;
use crate::ai;
use crate::seat::listing::{Entry, Saved};
use crate::seat::seats::{Player, Seats};
use std::path::PathBuf;

/// What there is to choose from.
pub struct Offer<'o> {
    /// Levels.
    pub levels: &'o [Entry],
    /// Saved battles, numbered after the levels.
    pub saved: &'o [Saved],
    /// The rule system, if it was named already.
    pub rules: Option<&'o str>,
    /// The seed if none is typed.
    pub seed: u64,
    /// Practice unless it is refused.
    pub practice: bool,
}

/// What was chosen.
pub enum Chosen {
    /// A battle that begins.
    Begin(Beginning),
    /// A saved battle.
    GoOn(PathBuf),
}

/// A battle that begins.
pub struct Beginning {
    /// The level's file.
    pub path: PathBuf,
    /// Who plays.
    pub seats: Seats,
    /// The rule system.
    pub rules: String,
    /// The preset.
    pub preset: String,
    /// The seed.
    pub seed: u64,
    /// Orders may be taken back.
    pub practice: bool,
}

/// Asks for everything; `None` if the input ends or the player leaves.
pub fn choose(console: &mut Console, offer: &Offer) -> Option<Chosen> {
    let (levels, saved) = (offer.levels, offer.saved);
    if levels.is_empty() && saved.is_empty() {
        console.say("There are no levels. Give one on the command line: `hexfray text LEVEL`.");
        return None;
    }
    console.say("Levels:");
    for (index, level) in levels.iter().enumerate() {
        console.say(format!("  {}. {}", index + 1, level.line()));
    }
    if !saved.is_empty() {
        console.say("Saved battles to go on with:");
    }
    for (index, one) in saved.iter().enumerate() {
        let number = levels.len() + index + 1;
        let fault = match &one.fault {
            Some(fault) => format!(": damaged, it {fault}"),
            None => String::new(),
        };
        console.say(format!("  {number}. {}{fault}", one.line));
    }
    let (path, summary) = loop {
        let line = ask(console, "Which one? A number, or `quit` [1]: ")?;
        let number = if line.is_empty() {
            Ok(1)
        } else {
            line.parse::<usize>()
        };
        let index = number.ok().and_then(|number| number.checked_sub(1));
        let level = index.and_then(|index| levels.get(index));
        let old = index.and_then(|index| saved.get(index.checked_sub(levels.len())?));
        match (level.map(|level| (level, &level.content)), old) {
            (Some((level, Ok(summary))), _) => break (level.path.clone(), summary),
            (Some((_, Err(fault))), _) => {
                console.say(format!("That level cannot be played: {fault}"));
            }
            (
                None,
                Some(Saved {
                    path, fault: None, ..
                }),
            ) => {
                return Some(Chosen::GoOn(path.clone()));
            }
            (
                None,
                Some(Saved {
                    fault: Some(fault), ..
                }),
            ) => {
                console.say(format!("That battle is damaged: it {fault}"));
            }
            (None, None) => console.say(format!(
                "`{line}` is none of the list; the numbers are 1 to {}.",
                levels.len() + saved.len()
            )),
        }
    };
    let mut seats = Vec::new();
    for side in &summary.sides {
        seats.push(player(console, &side.name, side.player)?);
    }
    let (rules, preset) = rules(console, &summary.rules, offer.rules)?;
    let practice = practice(console, offer.practice)?;
    let seed = seed(console, offer.seed)?;
    Some(Chosen::Begin(Beginning {
        path,
        seats: Seats(seats),
        rules,
        preset,
        seed,
        practice,
    }))
}

fn seed(console: &mut Console, usual: u64) -> Option<u64> {
    loop {
        let line = ask(console, &format!("Seed of the dice [{usual}]: "))?;
        if line.is_empty() {
            return Some(usual);
        }
        match line.parse() {
            Ok(seed) => return Some(seed),
            Err(_) => console.say(format!(
                "`{line}` is no seed; write a whole number from 0 to {}.",
                u64::MAX
            )),
        }
    }
}

fn practice(console: &mut Console, usual: bool) -> Option<bool> {
    let word = if usual { "yes" } else { "no" };
    loop {
        let line = ask(
            console,
            &format!("Practice, where orders may be taken back: yes, no? [{word}]: "),
        )?;
        match line.as_str() {
            "" => return Some(usual),
            "yes" | "y" => return Some(true),
            "no" | "n" => return Some(false),
            _ => console.say(format!("`{line}` is neither `yes` nor `no`.")),
        }
    }
}

/// Asks; leaving is the end of input.
fn ask(console: &mut Console, prompt: &str) -> Option<String> {
    console.ask(prompt).filter(|line| line != "quit")
}

fn player(console: &mut Console, side: &str, usual: &str) -> Option<Player> {
    let names: Vec<&str> = std::iter::once("you")
        .chain(ai::CONTROLLERS.iter().map(|(name, _)| *name))
        .collect();
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

/// Asks for rules and preset in one: `tuned` of the usual system, or `wounds tuned`.
fn rules(
    console: &mut Console,
    known: &[(String, Vec<String>)],
    named: Option<&str>,
) -> Option<(String, String)> {
    let open: Vec<(&str, &str)> = known
        .iter()
        .filter(|(id, _)| named.is_none_or(|named| named == id))
        .flat_map(|(id, presets)| {
            let presets = presets.iter().map(String::as_str);
            let none = presets.len() == 0;
            presets
                .chain(none.then_some(""))
                .map(move |preset| (id.as_str(), preset))
        })
        .collect();
    let Some((usual_id, usual_preset)) = open.first().copied() else {
        return Some((named.unwrap_or_default().to_owned(), String::new()));
    };
    let words = |(id, preset): &(&str, &str)| match *id == usual_id {
        true if !preset.is_empty() => (*preset).to_owned(),
        _ => format!("{id} {preset}").trim_end().to_owned(),
    };
    let all: Vec<String> = open.iter().map(words).collect();
    loop {
        let line = ask(
            console,
            &format!("Rules preset: {}? [{usual_preset}]: ", all.join(", ")),
        )?;
        let typed: Vec<&str> = line.split_whitespace().collect();
        let fits = |(id, preset): &&(&str, &str)| match typed[..] {
            [] => true,
            [one] => one == *id || (*id == usual_id && one == *preset),
            [one, other] => one == *id && other == *preset,
            _ => false,
        };
        if let Some((id, preset)) = open.iter().find(fits) {
            return Some(((*id).to_owned(), (*preset).to_owned()));
        }
        console.say(format!(
            "`{line}` is no preset; write one of: {}.",
            all.join(", ")
        ));
    }
}
