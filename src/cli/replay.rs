//! `replay`: tells a recorded battle, or fights it again and names the first difference.

use super::FAULT;
use super::out::{complain, must};
use crate::combat::endings::words::Names;
use crate::combat::event::Event;
use crate::plain::plain;
use crate::record::{self, Record, RecordFault, Systems, Verdict};
use crate::seat::{Sight, event_lines};
use serde::Serialize;
use std::io::{BufWriter, Write};
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
            complain(format!("{} {fault}", args.file.display()));
            FAULT
        }
    }
}

/// Prints lines.
fn print(lines: impl IntoIterator<Item = String>) {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut lines = lines.into_iter();
    let written = lines.try_for_each(|line| writeln!(out, "{}", plain(&line)));
    must(written.and_then(|()| out.flush()));
}

fn tell(args: &Args) -> Result<u8, RecordFault> {
    let record = record::open(&args.file)?;
    let systems = Systems::ALL;
    let mut battle = record::start(&record, &systems)?;
    let ground = Arc::new(record.setup.board.clone());
    let sight = Sight::new(&mut battle, &ground, None);
    let one_line = |event: &Event| event_lines(&sight, [event]).join(" ");
    let verdict = match args.verify {
        true => Some(record::verify(&record, &systems)?),
        false => None,
    };
    let now = battle.rules().version();
    let other_rules = record.rules_version != now;
    if other_rules {
        complain(format!(
            "{}: fought by version {} of {}; this program has version {now}",
            args.file.display(),
            record.rules_version,
            record.rules
        ));
    }
    let code = match &verdict {
        Some(Verdict::Differs(_)) => FAULT,
        Some(_) if other_rules => FAULT,
        _ => 0,
    };
    let events = record.events.iter().filter(|event| event.unit >= args.from);
    if args.json {
        let events = events.map(|event| Told {
            words: one_line(event),
            event,
        });
        let events = if args.verify {
            Vec::new()
        } else {
            events.collect()
        };
        let answer = answer(&record, verdict, events);
        let json = serde_json::to_string_pretty(&answer);
        print([json.expect("events are always JSON")]);
    } else if let Some(verdict) = verdict {
        print([verdict.words(sight.unit_name, &one_line)]);
    } else {
        let lines = head(&record).into_iter();
        let lines = lines.chain(event_lines(&sight, events));
        print(lines.chain([end(&record, &sight)]));
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

/// How the record ends, in a sentence.
fn end(record: &Record, sight: &Sight) -> String {
    let Some(outcome) = &record.outcome else {
        let at = record.checkpoint.at;
        return format!("The record ends at {at}; the battle is not over.");
    };
    let side = |side| sight.side(side).to_owned();
    let combatant = |who| sight.name(who).to_owned();
    let item = |item| sight.item(item).to_string();
    let names = Names {
        side: &side,
        combatant: &combatant,
        item: &item,
    };
    let (unit, number) = (sight.unit_name, outcome.unit);
    format!("{} ({unit} {number}).", outcome.ending.words(&names))
}
