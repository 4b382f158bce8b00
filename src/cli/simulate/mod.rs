//! `simulate`: lets the computer fight many battles and counts what they come to.

pub(super) mod battles;
pub(super) mod report;

use super::out::{complain, must};
use super::{FAULT, USAGE};
use crate::ai;
use crate::record::LevelText;
use crate::start::{self, StartFault};
use battles::{Plan, fight_all};
use report::{Report, csv};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// What `simulate` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The level: a file, or the name of a shipped one.
    level: PathBuf,
    /// How many battles.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    battles: u32,
    /// The seed all battles' seeds come from; the same seed gives the same battles.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Rule system; the level's own if it names one.
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Who plays a side. The side by name or by number from 1.
    #[arg(long = "controller", value_name = "SIDE=NAME")]
    controllers: Vec<String>,
    /// Write a record of every battle into this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Write JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write a line of CSV for each battle.
    #[arg(long)]
    csv: bool,
    /// Say where the time goes, and hash nothing.
    #[arg(long)]
    bench: bool,
    /// Count what a person would be asked.
    #[arg(long)]
    count_prompts: bool,
    /// Threads; all cores if not given. The results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What went wrong: the words and the exit code.
type Fault = (String, u8);

/// Does what the arguments say; the exit code.
pub fn run(args: &Args) -> u8 {
    match simulate(args) {
        Ok(code) => code,
        Err((words, code)) => {
            complain(words);
            code
        }
    }
}

fn simulate(args: &Args) -> Result<u8, Fault> {
    let plan = plan(args)?;
    if let Some(folder) = &plan.record {
        std::fs::create_dir_all(folder).map_err(|fault| {
            let folder = folder.display();
            (
                format!("no record can be written to {folder}: {fault}"),
                FAULT,
            )
        })?;
    }
    let begun = Instant::now();
    let fought = fight_all(&plan).map_err(|words| (words, FAULT))?;
    let took = begun.elapsed();
    let report = Report::new(&plan, &fought, took);
    let text = match (args.csv, args.json) {
        (true, _) => csv(&plan, &fought),
        (_, true) => report.json() + "\n",
        _ => report.words(args.bench),
    };
    // A reader that went away is no fault of the game.
    must(std::io::stdout().write_all(text.as_bytes()));
    let unwritten = fought.iter().filter_map(|one| one.unwritten.as_ref());
    match unwritten.clone().next() {
        Some(first) => {
            let count = unwritten.count();
            complain(format!("{count} records are missing; the first: {first}"));
            Ok(FAULT)
        }
        None => Ok(0),
    }
}

/// What is to be fought.
fn plan(args: &Args) -> Result<Plan, Fault> {
    let (rules, preset) = (args.rules.as_deref(), args.preset.as_deref());
    let start = start::start(&args.level, rules, preset).map_err(|fault| {
        let code = match fault {
            StartFault::Level(_) => FAULT,
            StartFault::Choice(_) => USAGE,
        };
        (fault.to_string(), code)
    })?;
    let sides: Vec<&str> = start.setup.sides.iter().map(|side| &*side.name).collect();
    let controllers = controllers(args, &sides).map_err(|words| (words, USAGE))?;
    Ok(Plan {
        rules: start.rules,
        level: LevelText::new(start.path.display().to_string(), start.text),
        setup: start.setup,
        controllers,
        seed: args.seed,
        battles: args.battles,
        record: args.record.clone(),
        hash: !args.bench,
        prompts: args.count_prompts,
        threads: args.threads.map(usize::from),
    })
}

/// A controller for each side: those named on the command line, the first of the list for all
/// others.
fn controllers(args: &Args, sides: &[&str]) -> Result<Vec<String>, String> {
    let known: Vec<&str> = ai::CONTROLLERS.iter().map(|(name, _)| *name).collect();
    let mut chosen = vec![known[0].to_owned(); sides.len()];
    for text in &args.controllers {
        let Some((side, name)) = text.split_once('=') else {
            return Err(format!("`{text}`: write SIDE=NAME, such as 1={}", known[0]));
        };
        let side = side.trim();
        let by_number = side.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let by_name = sides
            .iter()
            .position(|known| known.eq_ignore_ascii_case(side));
        let Some(place) = by_name.or(by_number).and_then(|n| chosen.get_mut(n)) else {
            return Err(format!(
                "there is no side `{side}` in this level; sides are {}",
                sides.join(", ")
            ));
        };
        if !known.contains(&name) {
            return Err(format!(
                "`{name}` cannot play here; the computer plays as {}",
                known.join(", ")
            ));
        }
        *place = name.to_owned();
    }
    Ok(chosen)
}
