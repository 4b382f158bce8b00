//! Going on with a record: by its replay where that is equal, else from its checkpoint.

use super::fault::RecordFault;
use super::form::{At, Base, Mark, Record};
use super::recorder::{Recorder, restore};
use super::replay::{replay, start};
use super::sum::Sum;
use super::systems::Systems;
use super::verdict::{Difference, Verdict};
use crate::combat::battle::Battle;

/// A battle taken up from a record.
pub struct Loaded {
    /// The battle, at the window of the checkpoint, with its drafts and seals.
    pub battle: Battle,
    /// Goes on recording it.
    pub recorder: Recorder,
    /// How the replay compares. `None` if nothing was fought again.
    pub verdict: Option<Verdict>,
}

/// Takes up a battle. It is fought again from its start; where the replay differs from the record
/// the events written stay as they are, to be read, and the battle goes on from its checkpoint.
///
/// # Errors
/// If it cannot be gone on with.
pub fn load(record: &Record, systems: &Systems) -> Result<Loaded, RecordFault> {
    let replay = replay(record, systems, None)?;
    let whole = (record.events.len(), record.orders.len());
    if replay.verdict.is_equal() {
        let (mut battle, recorder) = (replay.battle, replay.recorder);
        restore(&mut battle, record, &record.checkpoint, whole)?;
        check_hash(record, &mut battle)?;
        return Ok(Loaded {
            battle,
            recorder,
            verdict: Some(replay.verdict),
        });
    }
    let why = match &replay.verdict {
        Verdict::Differs(difference) => parted(difference),
        Verdict::Equal { .. } => String::new(),
    };
    let (mut battle, _) = at_checkpoint(record, systems)?;
    // Replays start here from now on, with this version's hash of the state.
    let mut renewed = record.clone();
    let hash = Sum(battle.digest());
    renewed.checkpoint.hash = hash;
    if let Some(mark) = renewed.hashes.last_mut() {
        mark.hash = hash;
    }
    renewed.base = Some(Base {
        game: record.game.clone(),
        rules_version: record.rules_version,
        why,
        events: count(whole.0),
        orders: count(whole.1),
        checkpoint: renewed.checkpoint.clone(),
    });
    let marks = renewed.hashes.clone();
    Ok(Loaded {
        battle,
        recorder: Recorder::resume(&renewed, marks),
        verdict: Some(replay.verdict),
    })
}

/// Takes up a battle at its checkpoint without fighting it again.
///
/// # Errors
/// If the state cannot be put back, or is not the one that was hashed.
pub fn continue_from_checkpoint(record: &Record, systems: &Systems) -> Result<Loaded, RecordFault> {
    let (mut battle, recorder) = at_checkpoint(record, systems)?;
    check_hash(record, &mut battle)?;
    Ok(Loaded {
        battle,
        recorder,
        verdict: None,
    })
}

/// Windows from which another battle can branch off, each with the number of events before it.
pub fn branches(record: &Record) -> impl Iterator<Item = (u32, u32)> {
    // What another version fought can be read only.
    let before = record.base.as_ref().map_or(0, |base| base.events);
    let marks = record.hashes.iter();
    marks.filter_map(move |mark| match mark.at {
        At::Window(number) if mark.events >= before => Some((number, mark.events)),
        _ => None,
    })
}

/// Another battle that goes like the recorded one up to a window, with the same dice, and is open
/// from there on. The record stays as it is.
///
/// # Errors
/// If the window cannot be reached again.
pub fn branch(record: &Record, window: u32, systems: &Systems) -> Result<Loaded, RecordFault> {
    let fault = |why: String| RecordFault::TakeBack { window, why };
    let known = |mark: &Mark| mark.at == At::Window(window);
    if !record.hashes.iter().any(known) {
        return Err(fault("there was no such window".to_owned()));
    }
    let replay = replay(record, systems, Some(window))?;
    if let Verdict::Differs(difference) = &replay.verdict {
        return Err(fault(parted(difference)));
    }
    if replay.battle.window().map(|open| open.number) != Some(window) {
        let why = "it lies before the battle was taken up by this version".to_owned();
        return Err(fault(why));
    }
    Ok(Loaded {
        battle: replay.battle,
        recorder: replay.recorder,
        verdict: Some(replay.verdict),
    })
}

/// Takes a practice battle back to an earlier window, with the same dice.
///
/// # Errors
/// If it is no practice, or the window cannot be reached again.
pub fn take_back(record: &Record, window: u32, systems: &Systems) -> Result<Loaded, RecordFault> {
    if !record.practice {
        let why = "orders are taken back in practice only, and this is none".to_owned();
        return Err(RecordFault::TakeBack { window, why });
    }
    branch(record, window, systems)
}

fn at_checkpoint(record: &Record, systems: &Systems) -> Result<(Battle, Recorder), RecordFault> {
    let mut battle = start(record, systems)?;
    let whole = (record.events.len(), record.orders.len());
    restore(&mut battle, record, &record.checkpoint, whole)?;
    Ok((battle, Recorder::resume(record, record.hashes.clone())))
}

/// Whether the state put back is the one that was hashed.
fn check_hash(record: &Record, battle: &mut Battle) -> Result<(), RecordFault> {
    let found = Sum(battle.digest());
    if found == record.checkpoint.hash {
        return Ok(());
    }
    Err(RecordFault::Checkpoint {
        at: record.checkpoint.at,
        why: format!(
            "its hash is {found}, {} was written",
            record.checkpoint.hash
        ),
    })
}

fn parted(difference: &Difference) -> String {
    format!(
        "the replay differs at {}, unit {}, {}: {}",
        difference.at, difference.unit, difference.stage, difference.why
    )
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
