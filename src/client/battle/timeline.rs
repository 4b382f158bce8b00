//! The timeline as data: who acts when, as far as the screen has told and the reader may know.

use super::shown::Shown;
use crate::client::look::icons;
use crate::combat::combatant::{CombatantId, SideId};

/// Somebody on the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Who.
    pub who: CombatantId,
    /// His side.
    pub side: SideId,
    /// His icon.
    pub icon: &'static str,
}

/// A unit of time with whoever acts in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The unit's number; `None` is the one for those whose time is not known.
    pub unit: Option<u32>,
    /// Who acts.
    pub slots: Vec<Slot>,
}

/// The timeline for so many units from now on. Those whose time is past stand in the first, those
/// whose time lies beyond in the last, the unknown in one of their own.
pub fn columns(shown: &Shown, units: u32) -> Vec<Column> {
    let first = shown.unit.max(1);
    let mut columns: Vec<Column> = (0..units)
        .map(|index| Column {
            unit: Some(first + index),
            slots: Vec::new(),
        })
        .collect();
    let mut unknown = Vec::new();
    for figure in shown
        .figures
        .iter()
        .filter(|figure| figure.fitness.on_board() && !figure.fitness.is_out())
    {
        let slot = Slot {
            who: figure.id,
            side: figure.side,
            icon: icons::archetype(&figure.label.archetype),
        };
        match figure.due {
            Some(due) => {
                let index = due.saturating_sub(first).min(units.saturating_sub(1)) as usize;
                if let Some(column) = columns.get_mut(index) {
                    column.slots.push(slot);
                }
            }
            None => unknown.push(slot),
        }
    }
    if !unknown.is_empty() {
        columns.push(Column {
            unit: None,
            slots: unknown,
        });
    }
    columns
}

/// The five parts of a unit as the strip shows them, and which of them a word names.
pub const PARTS: [&str; 5] = ["Move", "Act", "React", "Resolve", "Declare"];

/// The part a word names, if it is one of the five.
pub fn part(word: &str) -> Option<usize> {
    let starts = [
        "movement",
        "action",
        "reaction",
        "resolution",
        "declaration",
    ];
    starts.iter().position(|start| *start == word)
}
