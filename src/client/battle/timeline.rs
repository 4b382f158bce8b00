//! The timeline as data: who acts when, as far as the screen has told and the reader may know, in
//! the words of the rule system.

use super::shown::Shown;
use crate::client::look::icons;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::system::{FigureView, RuleSystem};

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

/// A moment with whoever acts in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands over it.
    pub label: String,
    /// The unit, where moments are units.
    pub unit: Option<u32>,
    /// It is now.
    pub now: bool,
    /// Who acts.
    pub slots: Vec<Slot>,
}

/// Whether a system's moments are its units of time. Others count within the unit, such as down
/// from the initiative that was thrown.
pub fn counts_units(rules: &dyn RuleSystem) -> bool {
    rules.due_place(1) == format!("in {}", rules.unit_words(1))
}

fn slot(figure: &FigureView) -> Slot {
    Slot {
        who: figure.id,
        side: figure.side,
        icon: icons::archetype(&figure.label.archetype),
    }
}

/// The timeline: for systems whose moments are units so many units from now on, else the moments
/// that somebody has. Whose moment is not known stands in a column of its own, the last.
pub fn columns(shown: &Shown, rules: &dyn RuleSystem, units: u32) -> Vec<Column> {
    let standing: Vec<FigureView> = shown
        .figures
        .iter()
        .filter(|figure| figure.fitness.on_board() && !figure.fitness.is_out())
        .cloned()
        .collect();
    if counts_units(rules) {
        by_unit(shown, &standing, units)
    } else {
        by_moment(&standing, rules)
    }
}

/// Those whose time is past stand in the first unit, those whose time lies beyond in the last.
fn by_unit(shown: &Shown, standing: &[FigureView], units: u32) -> Vec<Column> {
    let first = shown.unit.max(1);
    let mut columns: Vec<Column> = (0..units)
        .map(|index| Column {
            label: (first + index).to_string(),
            unit: Some(first + index),
            now: index == 0,
            slots: Vec::new(),
        })
        .collect();
    let mut unknown = Vec::new();
    for figure in standing {
        match figure.due {
            Some(due) => {
                let index = due.saturating_sub(first).min(units.saturating_sub(1)) as usize;
                if let Some(column) = columns.get_mut(index) {
                    column.slots.push(slot(figure));
                }
            }
            None => unknown.push(slot(figure)),
        }
    }
    if !unknown.is_empty() {
        columns.push(Column {
            label: "?".to_owned(),
            unit: None,
            now: false,
            slots: unknown,
        });
    }
    columns
}

fn by_moment(standing: &[FigureView], rules: &dyn RuleSystem) -> Vec<Column> {
    rules
        .timeline(standing)
        .into_iter()
        .enumerate()
        .map(|(index, entry)| Column {
            label: if entry.when.is_empty() {
                "?".to_owned()
            } else {
                entry.when
            },
            unit: None,
            now: index == 0 && entry.who.iter().any(|who| acts(standing, *who)),
            slots: standing
                .iter()
                .filter(|figure| entry.who.contains(&figure.id))
                .map(slot)
                .collect(),
        })
        .collect()
}

fn acts(standing: &[FigureView], who: CombatantId) -> bool {
    standing
        .iter()
        .any(|figure| figure.id == who && figure.due.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::battle::Battle;
    use crate::seat::Sight;
    use std::path::Path;
    use std::sync::Arc;

    fn shown(system: &str, dues: &[Option<u32>]) -> (Shown, Arc<dyn RuleSystem>) {
        let start = crate::start::start(Path::new("duel"), Some(system), None).unwrap();
        let mut battle = Battle::start(start.rules.clone(), &start.setup, 1).unwrap();
        let ground = Arc::new(start.setup.board.clone());
        let sight = Sight::new(&mut battle, &ground, None);
        let mut shown = Shown::new(&sight, 0);
        shown.unit = 4;
        for (figure, due) in shown.figures.iter_mut().zip(dues) {
            figure.due = *due;
        }
        (shown, start.rules)
    }

    #[test]
    fn phases_stand_in_their_units_and_the_unknown_apart() {
        let (shown, rules) = shown("phases", &[Some(6), None]);
        let columns = columns(&shown, &*rules, 5);
        let labels: Vec<&str> = columns.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels, ["4", "5", "6", "7", "8", "?"]);
        assert!(columns[0].now && columns[2].slots.len() == 1 && columns[5].slots.len() == 1);
    }

    #[test]
    fn counts_are_no_rounds_and_stand_in_the_order_they_come() {
        // In `wounds` the count goes down within the round.
        let (mut shown, rules) = shown("wounds", &[Some(7), Some(18)]);
        assert!(!counts_units(&*rules));
        let found = columns(&shown, &*rules, 5);
        let labels: Vec<&str> = found.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels, ["count 18", "count 7"]);
        assert!(found[0].now && !found[1].now);
        shown.figures[1].due = None;
        let found = columns(&shown, &*rules, 5);
        assert_eq!(found[0].label, "count 7");
        assert_eq!(found.len(), 2);
    }
}
