//! The log as the drawer shows it: a line an event, with its figures apart.

use crate::combat::event::{Event, EventKind};
use crate::seat::{Sight, tale};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Unit of time.
    pub unit: u32,
    /// The sentence.
    pub words: String,
    /// Dice and modifiers behind it.
    pub figures: String,
    /// It only tells the time.
    pub clock: bool,
    /// It is about dice, harm or an end: worth seeing first.
    pub weighty: bool,
    /// Its place in the whole log, for a replay to jump to.
    pub event: usize,
}

/// A line of an event; none for what only repeats.
pub fn line(sight: &Sight, event: &Event, place: usize) -> Option<Line> {
    let sentence = tale::sentence(sight, event)?;
    let clock = matches!(event.kind, EventKind::Clock { .. });
    let (words, figures) = match sentence.split_once(" [") {
        Some((words, figures)) => (words.to_owned(), figures.trim_end_matches(']').to_owned()),
        None => (sentence.trim_matches(['=', ' ']).to_owned(), String::new()),
    };
    let weighty = matches!(
        event.kind,
        EventKind::Swung { .. }
            | EventKind::Harmed { .. }
            | EventKind::Out(_)
            | EventKind::Defended { .. }
            | EventKind::Charged { .. }
    );
    Some(Line {
        unit: event.unit,
        words,
        figures,
        clock,
        weighty,
        event: place,
    })
}

/// Adds lines; time that passes with nothing in it is told by where it has come to.
pub fn add(log: &mut Vec<Line>, lines: impl IntoIterator<Item = Line>) {
    for line in lines {
        if line.clock && log.last().is_some_and(|last| last.clock) {
            log.pop();
        }
        // The same stop told again is no news.
        if log
            .iter()
            .rev()
            .take(12)
            .any(|old| !line.clock && !line.weighty && old.words == line.words)
        {
            continue;
        }
        log.push(line);
    }
}
