//! Reading records: every way in which a file can be wrong has its own words.

use super::fault::RecordFault;
use super::form::{At, Checkpoint, FORMAT, Mark, Record};
use super::sum::Sum;
use crate::board::is_near;
use crate::combat::combatant::SideId;
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use serde::Deserialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes a record may have: 64 MiB.
pub const LIMIT: u64 = 64 << 20;

/// What every format has: enough to say why one cannot be read.
#[derive(Deserialize)]
struct Head {
    format: u32,
    #[serde(default)]
    game: String,
}

/// Reads and checks a record.
///
/// # Errors
/// What is wrong with it.
pub fn open(path: &Path) -> Result<Record, RecordFault> {
    let unreadable = |fault: std::io::Error| RecordFault::Unreadable(fault.to_string());
    // Opening a pipe would wait for somebody who writes into it.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(RecordFault::Unreadable("this is not a file".to_owned()));
    }
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LIMIT {
        return Err(RecordFault::TooLarge { limit: LIMIT });
    }
    let text = String::from_utf8(bytes).map_err(|fault| {
        let byte = fault.utf8_error().valid_up_to();
        // A file cut in the middle of a character is cut, not of another kind.
        match fault.utf8_error().error_len() {
            Some(_) => RecordFault::NotText { byte },
            None => RecordFault::Cut {
                line: 1 + fault.as_bytes().iter().filter(|&&b| b == b'\n').count(),
            },
        }
    })?;
    parse(&text)
}

/// Reads and checks a record's text.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Record, RecordFault> {
    if text.trim().is_empty() {
        return Err(RecordFault::Empty);
    }
    let head: Head = ron::from_str(text).map_err(|fault| form_fault(text, &fault))?;
    match head.format {
        1..=FORMAT => {}
        0 => return Err(RecordFault::NoFormat { found: 0 }),
        found => {
            let game = head.game;
            return Err(RecordFault::Newer { found, game });
        }
    }
    let record: Record = ron::from_str(text).map_err(|fault| form_fault(text, &fault))?;
    check_sums(&record)?;
    check_setup(&record.setup).map_err(RecordFault::Contradiction)?;
    check_order(&record).map_err(RecordFault::Contradiction)?;
    check_places(&record).map_err(RecordFault::Contradiction)?;
    Ok(record)
}

fn form_fault(text: &str, fault: &ron::error::SpannedError) -> RecordFault {
    let place = fault.span.start;
    let form = || RecordFault::Form {
        line: place.line,
        column: place.col,
        found: fault.code.to_string(),
    };
    if fault.code == ron::Error::TrailingCharacters {
        return form();
    }
    let end = fault.span.end;
    // The parser names what it missed, not that the text was over.
    let rest = text.lines().skip(end.line.saturating_sub(1));
    let mut rest = rest.flat_map(str::chars).skip(end.col.saturating_sub(1));
    let cut = !text.trim_end().ends_with(')') || rest.all(char::is_whitespace);
    if text.trim_start().starts_with('(') && cut {
        let line = text.lines().count();
        return RecordFault::Cut { line };
    }
    form()
}

/// The sum of what a record says of itself before its setup.
pub(super) fn head_sum(record: &Record) -> Sum {
    let head = (
        (
            record.format,
            &record.game,
            &record.rules,
            record.rules_version,
        ),
        (
            &record.level,
            record.seed,
            &record.controllers,
            record.practice,
        ),
        &record.outcome,
    );
    let text = ron::to_string(&head).expect("a head is plain data");
    Sum::of([text.as_str()])
}

/// The sum of a setup's text.
pub(super) fn setup_sum(setup: &Setup) -> Sum {
    let text = ron::to_string(setup).expect("a setup is plain data");
    Sum::of([text.as_str()])
}

/// The sum of a state's text.
pub(super) fn state_sum(state: &Snapshot) -> Sum {
    let combatants = state.combatants.values().flatten();
    Sum::of(
        combatants
            .chain(&state.resources)
            .flat_map(|(name, text)| [name.as_str(), text.as_str()]),
    )
}

fn compare(part: impl Into<String>, expected: Sum, found: Sum) -> Result<(), RecordFault> {
    if expected == found {
        return Ok(());
    }
    Err(RecordFault::Changed {
        part: part.into(),
        expected,
        found,
    })
}

fn check_sums(record: &Record) -> Result<(), RecordFault> {
    match record.head_sum {
        Some(sum) => compare("what stands above the setup", sum, head_sum(record))?,
        None if record.format == 1 => {}
        None => {
            let why = format!("format {} has a `head_sum`, and it has none", record.format);
            return Err(RecordFault::Contradiction(why));
        }
    }
    let level = Sum::of([record.level.text.as_str()]);
    compare("the text of the level", record.level.sum, level)?;
    for table in &record.tables {
        let sum = Sum::of([table.text.as_str()]);
        compare(format!("the table `{}`", table.path), table.sum, sum)?;
    }
    compare("the setup", record.setup_sum, setup_sum(&record.setup))?;
    let base = record.base.iter().map(|base| &base.checkpoint);
    for Checkpoint { at, sum, state, .. } in base.chain([&record.checkpoint]) {
        compare(format!("the state of {at}"), *sum, state_sum(state))?;
    }
    Ok(())
}

/// Whether a setup can be handed to a rule system: ids and hexes are those of its own lists.
fn check_setup(setup: &Setup) -> Result<(), String> {
    let (sides, count) = (setup.sides.len(), setup.combatants.len());
    if sides == 0 || sides > usize::from(u8::MAX) {
        return Err(format!("it has {sides} sides; 1 to 255 are allowed"));
    }
    if count == 0 || count > 500 {
        return Err(format!("it has {count} combatants; 1 to 500 are allowed"));
    }
    for combatant in &setup.combatants {
        let name = &combatant.name;
        if usize::from(combatant.side) >= sides {
            let side = SideId(combatant.side);
            return Err(format!("{name} fights for {side}, and there are {sides}"));
        }
        if !setup.board.contains(combatant.hex) && combatant.arrives == 0 {
            return Err(format!("{name} stands off the board"));
        }
        if combatant.dice.is_some_and(|id| usize::from(id) >= count) {
            return Err(format!(
                "{name} throws the dice of a combatant that is not there"
            ));
        }
    }
    Ok(())
}

/// Whether every hex that an order or an event names may lie on a board at all: whoever shows them
/// takes distances. Where they lie off this board the rules refuse an order, and replays an event.
fn check_places(record: &Record) -> Result<(), String> {
    let ordered = record.orders.iter();
    let ordered = ordered.flat_map(|given| given.order.choice.slots.hexes());
    let happened = record.events.iter().flat_map(|event| event.kind.hexes());
    let comes = record.setup.combatants.iter().map(|one| one.hex);
    let mut all = ordered.chain(happened).chain(comes);
    match all.find(|hex| !is_near(*hex)) {
        Some(hex) => Err(format!("({}, {}) is the hex of no board", hex.x, hex.y)),
        None => Ok(()),
    }
}

/// Whether orders and hashes stand in the order of a battle, with the checkpoint as the last.
fn check_order(record: &Record) -> Result<(), String> {
    for pair in record.orders.windows(2) {
        if pair[1].window < pair[0].window {
            return Err(format!(
                "an order of window {} stands after one of window {}",
                pair[1].window, pair[0].window
            ));
        }
    }
    let Some(Mark { at, hash, .. }) = record.hashes.last() else {
        return Err("it holds no hash at all".to_owned());
    };
    let checkpoint = &record.checkpoint;
    if (*at, *hash) != (checkpoint.at, checkpoint.hash) {
        return Err(format!(
            "its last hash is that of {at} ({hash}), its state that of {} ({})",
            checkpoint.at, checkpoint.hash
        ));
    }
    if let (At::Window(open), Some(last)) = (*at, record.orders.last())
        && last.window >= open
    {
        return Err(format!(
            "it holds an order of window {}, but its last window is {open}",
            last.window
        ));
    }
    if let Some(base) = &record.base {
        let (events, orders) = (base.events as usize, base.orders as usize);
        if events > record.events.len() || orders > record.orders.len() {
            return Err("it was taken up after its end".to_owned());
        }
        if !record
            .hashes
            .iter()
            .any(|mark| mark.at == base.checkpoint.at)
        {
            return Err(format!("it has no hash of {}", base.checkpoint.at));
        }
    }
    Ok(())
}
