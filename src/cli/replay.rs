//! `replay`: tells a recorded battle, or fights it again and names the first difference.

use super::FAULT;
use crate::combat::event::Event;
use crate::record::{self, Record, RecordFault, Verdict};
use crate::text::{Sight, event_lines};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// What `replay` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Fight it again and compare: exit code 0 if all is equal, 1 with the place if not.
    #[arg(long)]
    verify: bool,
    /// Tell what happened from this unit of time on.
    #[arg(long, value_name = "UNIT", default_value_t = 0)]
    from: u32,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// An event for a program to read.
#[derive(Serialize)]
struct Told<'e> {
    words: String,
    event: &'e Event,
}

/// The whole answer for a program to read.
#[derive(Serialize)]
struct Answer<'r> {
    level: &'r str,
    rules: &'r str,
    rules_version: u32,
    game: &'r str,
    seed: u64,
    practice: bool,
    controllers: &'r [String],
    outcome: &'r Option<crate::combat::status::Outcome>,
    verdict: Option<Verdict>,
    events: Vec<Told<'r>>,
}

/// Does what the arguments say; the exit code.
pub fn run(args: &Args) -> u8 {
    match tell(args) {
        Ok(code) => code,
        Err(fault) => {
            eprintln!("{} {fault}", args.file.display());
            FAULT
        }
    }
}

fn tell(args: &Args) -> Result<u8, RecordFault> {
    let record = record::open(&args.file)?;
    let systems = super::systems();
    let mut battle = record::start(&record, &systems)?;
    let ground = Arc::new(record.setup.board.clone());
    let sight = Sight::new(&mut battle, &ground, None);
    let one_line = |event: &Event| event_lines(&sight, [event]).join(" ");
    let verdict = match args.verify {
        true => Some(record::verify(&record, &systems)?),
        false => None,
    };
    let code = match &verdict {
        Some(Verdict::Differs(_)) => FAULT,
        _ => 0,
    };
    let events = record.events.iter().filter(|event| event.unit >= args.from);
    if args.json {
        let events = events.map(|event| Told {
            words: one_line(event),
            event,
        });
        let events = if args.verify { Vec::new() } else { events.collect() };
        let answer = answer(&record, verdict, events);
        let json = serde_json::to_string_pretty(&answer);
        println!("{}", json.expect("events are always JSON"));
    } else if let Some(verdict) = verdict {
        println!("{}", verdict.words(sight.unit_name, &one_line));
    } else {
        for line in head(&record) {
            println!("{line}");
        }
        for line in event_lines(&sight, events) {
            println!("{line}");
        }
        println!("{}", end(&record, sight.unit_name));
    }
    Ok(code)
}

fn answer<'r>(record: &'r Record, verdict: Option<Verdict>, events: Vec<Told<'r>>) -> Answer<'r> {
    Answer {
        level: &record.setup.title,
        rules: &record.rules,
        rules_version: record.rules_version,
        game: &record.game,
        seed: record.seed,
        practice: record.practice,
        controllers: &record.controllers,
        outcome: &record.outcome,
        verdict,
        events,
    }
}

fn head(record: &Record) -> Vec<String> {
    let sides = record.setup.sides.iter().zip(&record.controllers);
    let sides: Vec<String> = sides
        .map(|(side, who)| format!("{} ({who})", side.name))
        .collect();
    let practice = if record.practice { ", practice" } else { "" };
    let mut lines = vec![format!(
        "{}: {}; rules {} version {}, seed {}{practice}.",
        record.setup.title,
        sides.join(" against "),
        record.rules,
        record.rules_version,
        record.seed
    )];
    if let Some(base) = &record.base {
        let (at, game) = (base.checkpoint.at, &base.game);
        lines.push(format!(
            "Begun with version {game} of the game, taken up at {at}: {}.",
            base.why
        ));
    }
    lines
}

fn end(record: &Record, unit: &str) -> String {
    match &record.outcome {
        Some(outcome) => {
            let winners = record.setup.sides.iter();
            let winners: Vec<&str> = winners
                .filter(|side| Some(side.team) == outcome.winner)
                .map(|side| side.name.as_str())
                .collect();
            let who = if winners.is_empty() {
                "Nobody has won".to_owned()
            } else {
                format!("{} won", winners.join(" and "))
            };
            format!("{who} in {unit} {}: {}.", outcome.unit, outcome.why)
        }
        None => format!("The record ends at {}; the battle is not over.", record.checkpoint.at),
    }
}
