//! What a replay comes to: equal, or different, and where.

use super::form::{At, Mark};
use super::sum::Sum;
use crate::combat::event::Event;
use serde::Serialize;

/// What a replay comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every hash, event and order is that of the record.
    Equal {
        /// Windows compared.
        windows: u32,
        /// Units of time compared.
        units: u32,
        /// Events compared.
        events: u32,
    },
    /// The battles part.
    Differs(Box<Difference>),
}

/// Where a replay parts from its record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The first moment that differs.
    pub at: At,
    /// Unit of time.
    pub unit: u32,
    /// Stage, in a word.
    pub stage: String,
    /// What differs, in words.
    pub why: String,
    /// Hash in the record.
    pub expected: Option<Sum>,
    /// Hash found.
    pub found: Option<Sum>,
    /// The first event that differs, if an event does.
    pub event: Option<EventDifference>,
}

/// The first event that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventDifference {
    /// Its place in the log, from 0.
    pub index: u32,
    /// The record's, if it has one there.
    pub expected: Option<Event>,
    /// The replay's, if it has one there.
    pub found: Option<Event>,
}

impl Verdict {
    /// Whether nothing differs.
    pub fn is_equal(&self) -> bool {
        matches!(self, Verdict::Equal { .. })
    }

    /// In words, several lines; `unit` is what players call a unit of time, `tell` an event in
    /// words.
    pub fn words(&self, unit: &str, tell: &dyn Fn(&Event) -> String) -> String {
        match self {
            Verdict::Equal {
                windows,
                units,
                events,
            } => format!("equal: {windows} windows, {units} {unit}s, {events} events"),
            Verdict::Differs(difference) => difference.words(unit, tell),
        }
    }
}

impl Difference {
    /// In words, several lines; see [`Verdict::words`].
    pub fn words(&self, unit: &str, tell: &dyn Fn(&Event) -> String) -> String {
        let Difference { at, stage, why, .. } = self;
        let number = self.unit;
        let mut text = format!("differs at {at}, {unit} {number}, {stage}: {why}");
        if let (Some(expected), Some(found)) = (self.expected, self.found) {
            text += &format!("\n  hash in the record: {expected}, now: {found}");
        }
        if let Some(event) = &self.event {
            let tell = |event: &Option<Event>| match event {
                Some(event) => tell(event),
                None => "nothing more".to_owned(),
            };
            text += &format!(
                "\n  first event that differs, number {}:\n    in the record: {}\n    now: {}",
                event.index,
                tell(&event.expected),
                tell(&event.found)
            );
        }
        text
    }
}

/// The first event in which two logs differ.
pub(super) fn first_difference(expected: &[Event], found: &[Event]) -> Option<EventDifference> {
    let length = expected.len().max(found.len());
    let index = (0..length).find(|&index| expected.get(index) != found.get(index))?;
    Some(EventDifference {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        expected: expected.get(index).cloned(),
        found: found.get(index).cloned(),
    })
}

/// The difference between two moments, with the events up to them.
pub(super) fn moments_differ(
    expected: &Mark,
    found: &Mark,
    written: &[Event],
    now: &[Event],
) -> Difference {
    let upto = |log: &[Event], count: u32| log[..log.len().min(count as usize)].to_vec();
    let event = first_difference(&upto(written, expected.events), &upto(now, found.events));
    let why = if expected.at != found.at {
        format!("the record has {} here", expected.at)
    } else if event.is_some() {
        "something else happens".to_owned()
    } else {
        "the same happens, but the state is another one".to_owned()
    };
    Difference {
        at: found.at,
        unit: found.unit,
        stage: found.stage.to_string(),
        why,
        expected: Some(expected.hash),
        found: Some(found.hash),
        event,
    }
}
