//! Fighting a record again: the same start, the same orders, hash by hash.

use super::fault::RecordFault;
use super::form::{At, Record};
use super::recorder::{Recorder, events, restore, tables};
use super::sum::Sum;
use super::systems::Systems;
use super::verdict::{Difference, Verdict, first_difference, moments_differ};
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::SideId;
use crate::combat::log::Given;
use crate::combat::system::RuleSystem;
use std::sync::Arc;

/// A battle fought again, as far as it is equal.
pub(super) struct Replay {
    pub battle: Battle,
    pub recorder: Recorder,
    pub verdict: Verdict,
}

/// Fights a record again, to its checkpoint, and compares every hash, event and order.
///
/// # Errors
/// If it cannot be begun at all.
pub fn verify(record: &Record, systems: &Systems) -> Result<Verdict, RecordFault> {
    let mut replay = replay(record, systems, None)?;
    if replay.verdict.is_equal()
        && let Some(difference) = compare_ends(record, &mut replay.battle)
    {
        return Ok(Verdict::Differs(Box::new(difference)));
    }
    Ok(replay.verdict)
}

/// What the marks do not hold: the written events, the outcome and the checkpoint itself.
fn compare_ends(record: &Record, battle: &mut Battle) -> Option<Difference> {
    let now = events(battle);
    let mut why = None;
    let event = first_difference(&record.events, &now);
    if event.is_some() {
        why = Some("the written events are not those of the battle".to_owned());
    } else if record.outcome.as_ref() != battle.outcome() {
        why = Some("the written outcome is not that of the battle".to_owned());
    } else if record.orders != battle.orders() {
        why = Some("the written orders are not those of the battle".to_owned());
    }
    let mut found = Sum(battle.digest());
    if why.is_none() {
        let whole = (record.events.len(), record.orders.len());
        match restore(battle, record, &record.checkpoint, whole) {
            Ok(()) => found = Sum(battle.digest()),
            Err(fault) => why = Some(fault.to_string()),
        }
    }
    if why.is_none() && found != record.checkpoint.hash {
        why = Some("the written state is not that of the battle".to_owned());
    }
    let flow = battle.flow();
    why.map(|why| Difference {
        at: record.checkpoint.at,
        unit: flow.unit,
        stage: flow.stage.word().to_owned(),
        why,
        expected: Some(record.checkpoint.hash),
        found: Some(found),
        event,
    })
}

/// The rule system of a record, by the record's own tables.
fn rules_of(record: &Record, systems: &Systems) -> Result<Arc<dyn RuleSystem>, RecordFault> {
    let Some(rules) = (systems.by_id)(&record.rules) else {
        return Err(RecordFault::UnknownRules {
            found: record.rules.clone(),
            known: systems.ids.join(", "),
        });
    };
    let shipped = tables(&*rules);
    if shipped == record.tables {
        return Ok(rules);
    }
    let written: Vec<(String, String)> = record
        .tables
        .iter()
        .map(|table| (table.path.clone(), table.text.clone()))
        .collect();
    rules.with_tables(&written).map_err(|faults| {
        let differs = |path: &str| {
            let text = |list: &[super::TableText]| {
                let table = list.iter().find(|table| table.path == path);
                table.map(|table| table.text.clone())
            };
            text(&shipped) != text(&record.tables)
        };
        let mut changed: Vec<&str> = shipped
            .iter()
            .chain(&record.tables)
            .map(|table| table.path.as_str())
            .filter(|path| differs(path))
            .collect();
        changed.sort_unstable();
        changed.dedup();
        RecordFault::OtherTables {
            changed: changed.join(", "),
            why: faults.join("; "),
        }
    })
}

/// The battle of a record before anything happened.
///
/// # Errors
/// If it cannot be begun.
pub fn start(record: &Record, systems: &Systems) -> Result<Battle, RecordFault> {
    Battle::start(rules_of(record, systems)?, &record.setup, record.seed)
        .map_err(|faults| RecordFault::Setup(faults.join("; ")))
}

/// The battle where its replay begins.
fn begin(record: &Record, systems: &Systems) -> Result<(Battle, Recorder), RecordFault> {
    let mut battle = start(record, systems)?;
    let mut marks = Vec::new();
    if let Some(base) = &record.base {
        let logs = (base.events as usize, base.orders as usize);
        restore(&mut battle, record, &base.checkpoint, logs)?;
        battle.clear_drafts();
        let here = |mark: &super::Mark| mark.at == base.checkpoint.at;
        let before = record.hashes.iter().position(here).unwrap_or(0);
        marks = record.hashes[..before].to_vec();
    }
    Ok((battle, Recorder::resume(record, marks)))
}

/// Fights a record again until the checkpoint, the first difference, or the window asked for.
pub(super) fn replay(
    record: &Record,
    systems: &Systems,
    stop: Option<u32>,
) -> Result<Replay, RecordFault> {
    let (battle, recorder) = begin(record, systems)?;
    let first_order = record.base.as_ref().map_or(0, |base| base.orders as usize);
    let mut replay = Replay {
        battle,
        recorder,
        verdict: Verdict::Equal {
            windows: 0,
            units: 0,
            events: 0,
        },
    };
    let found = replay.run(record, &record.orders[first_order..], stop);
    replay.verdict = match found {
        Some(difference) => Verdict::Differs(Box::new(difference)),
        None => Verdict::Equal {
            windows: replay.battle.flow().windows,
            units: replay.battle.flow().unit,
            events: super::recorder::log_length(&replay.battle),
        },
    };
    Ok(replay)
}

impl Replay {
    fn run(&mut self, record: &Record, orders: &[Given], stop: Option<u32>) -> Option<Difference> {
        let mut orders = orders;
        let mut compared = self.recorder.hashes().len();
        loop {
            let progress = match self.recorder.advance(&mut self.battle) {
                Ok(progress) => progress,
                Err(stuck) => return Some(self.difference(record, stuck.to_string())),
            };
            if let Some(difference) = self.compare_marks(record, compared) {
                return Some(difference);
            }
            compared = self.recorder.hashes().len();
            if compared == record.hashes.len() {
                return None;
            }
            let number = match (progress, self.battle.window()) {
                (Progress::Waiting, Some(window)) => window.number,
                _ => return Some(self.difference(record, "the battle is over here".to_owned())),
            };
            if stop == Some(number) {
                return None;
            }
            let count = orders
                .iter()
                .take_while(|given| given.window == number)
                .count();
            let (now, later) = orders.split_at(count);
            orders = later;
            if let Err(why) = answer(&mut self.battle, now) {
                return Some(self.difference(record, why));
            }
        }
    }

    fn compare_marks(&self, record: &Record, from: usize) -> Option<Difference> {
        let new = self.recorder.hashes().iter().enumerate().skip(from);
        for (index, found) in new {
            let Some(expected) = record.hashes.get(index) else {
                let why = "the record ends before".to_owned();
                return Some(self.difference(record, why));
            };
            if expected != found {
                let now = events(&self.battle);
                return Some(moments_differ(expected, found, &record.events, &now));
            }
        }
        None
    }

    /// A difference that is none of hashes, here.
    fn difference(&self, record: &Record, why: String) -> Difference {
        let flow = self.battle.flow();
        let next = record.hashes.get(self.recorder.hashes().len());
        let last = self.recorder.hashes().last().or(next);
        Difference {
            at: last.map_or(At::End, |mark| mark.at),
            unit: flow.unit,
            stage: flow.stage.word().to_owned(),
            why,
            expected: next.map(|mark| mark.hash),
            found: None,
            event: None,
        }
    }
}

/// Gives a window's orders again and seals all sides.
fn answer(battle: &mut Battle, orders: &[Given]) -> Result<(), String> {
    for Given { order, .. } in orders {
        let who = order.who;
        let Some(side) = battle.status().side_of(who) else {
            return Err(format!(
                "the record has an order for {who}, who is not there"
            ));
        };
        battle.draft(side, order.clone()).map_err(|refusal| {
            let verb = &order.choice.verb;
            format!("the order `{verb}` of {who} is refused: {refusal}")
        })?;
    }
    let sides: Vec<SideId> = battle
        .window()
        .map(|window| window.waiting().collect())
        .unwrap_or_default();
    for side in sides {
        battle.seal(side).map_err(|refusal| refusal.to_string())?;
    }
    Ok(())
}
