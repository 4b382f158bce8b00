//! Going on with a saved battle: finds its file, seats the same players, takes it up.

use super::choices::Choices;
use super::out::complain;
use super::text::{Args, refuse, sit_down};
use super::{FAULT, USAGE};
use crate::record::{self, Record, Systems, Verdict};
use crate::seat::listing::{unit_name, when};
use crate::seat::players::{computer, controllers, named};
use crate::seat::{Player, Recording};
use crate::start::StartFault;
use crate::text::{Console, Table};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The saved battle meant by what was typed, if one is: a file that looks like a record or lies
/// among the records, or the name of one that does.
pub fn find(typed: &Path) -> Option<PathBuf> {
    let folder = record::records_dir();
    if typed.is_file() {
        let among = folder.is_some_and(|folder| typed.parent() == Some(&folder));
        return (among || looks_like_one(typed)).then(|| typed.to_owned());
    }
    let folder = folder?;
    let plain = folder.join(typed);
    let named = folder.join(format!("{}.ron", typed.display()));
    [plain, named].into_iter().find(|path| path.is_file())
}

/// Records begin with the number of their format, levels never do.
fn looks_like_one(path: &Path) -> bool {
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut begin));
    let text = String::from_utf8_lossy(&begin);
    let after = text.trim_start().strip_prefix('(').map(str::trim_start);
    read.is_ok() && after.is_some_and(|text| text.starts_with("format:"))
}

/// What may not be chosen anew, as options.
fn settled(args: &Args) -> Vec<&'static str> {
    let Choices {
        rules,
        preset,
        seed,
        ..
    } = &args.choices;
    [
        ("--rules", rules.is_some()),
        ("--preset", preset.is_some()),
        ("--seed", seed.is_some()),
        ("--practice", args.practice),
    ]
    .into_iter()
    .filter_map(|(name, given)| given.then_some(name))
    .collect()
}

/// Goes on with a saved battle; the exit code.
pub fn go_on(args: &Args, path: &Path, console: &mut Console) -> u8 {
    let settled = settled(args);
    if !settled.is_empty() {
        complain(format!(
            "{} cannot be chosen for a saved battle: it keeps its rules, dice and practice; \
             `--controller` and `--hotseat` change who plays",
            settled.join(", ")
        ));
        return USAGE;
    }
    let fault = |fault: &dyn std::fmt::Display| {
        complain(format!("{} {fault}", path.display()));
        FAULT
    };
    let mut record = match record::open(path) {
        Ok(record) => record,
        Err(why) => return fault(&why),
    };
    if record.outcome.is_some() {
        return fault(&"holds a battle that is over; `hexfray replay` tells it");
    }
    let sides: Vec<String> = record
        .setup
        .sides
        .iter()
        .map(|side| side.name.to_string())
        .collect();
    let before = record.controllers.clone();
    let usual = |index: usize| match before.get(index).map(String::as_str) {
        _ if args.hotseat => Player::Person,
        Some(name) => named(name).unwrap_or_else(computer),
        None => computer(),
    };
    let seats = match args.choices.seats(&sides, usual) {
        Ok(seats) => seats,
        Err(why) => return refuse(&StartFault::Choice(why)),
    };
    record.controllers = controllers(&seats);
    let loaded = match record::load(&record, &Systems::ALL) {
        Ok(loaded) => loaded,
        Err(why) => return fault(&why),
    };
    let mut table = Table {
        seats,
        seed: record.seed,
        ground: Arc::new(record.setup.board.clone()),
        picture: !args.words,
        every: false,
        practice: record.practice,
        briefing: briefing(&record, path, loaded.verdict.as_ref()),
    };
    let mut battle = loaded.battle;
    let mut recording = Recording::go_on(loaded.recorder, path);
    sit_down(&mut battle, &mut table, console, &mut recording)
}

fn briefing(record: &Record, path: &Path, verdict: Option<&Verdict>) -> String {
    let mut text = format!(
        "{}\nGoing on with the battle saved in {}, at {}. `log` tells what happened before, `goals` what it is about.\n\
         Rules: {}, preset {}.",
        record.setup.title,
        path.display(),
        when(record),
        record.rules,
        record.setup.preset
    );
    if let Some(Verdict::Differs(found)) = verdict {
        text.push_str(&format!(
            "\nFought again it differs at {}, {} {}, {}: {}. What is written stays as it is, and the battle \
             goes on from where it was saved.",
            found.at,
            unit_name(record),
            found.unit,
            found.stage,
            found.why
        ));
    }
    text
}
