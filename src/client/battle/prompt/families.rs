//! Choices that are ways of doing the same thing stand in one row of the list: told once, gone
//! through sideways. Which belong together is read off their slots, not off any rule's words.

use super::{Asked, Prompt, Row};
use crate::client::battle::chances;
use crate::client::battle::engine::Engine;

/// Ways of one thing: their rows, and the one that stands for them now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Rows, in their order.
    pub rows: Vec<usize>,
    /// Which of them is told.
    pub at: usize,
}

impl Family {
    /// The row that stands for all.
    pub fn row(&self) -> usize {
        self.rows[self.at]
    }
}

/// Whether a row is another way of what an earlier one does.
fn belongs(asked: Asked, first: &Row, row: &Row) -> bool {
    let (a, b) = (&first.choice, &row.choice);
    if a.verb != b.verb {
        return false;
    }
    match asked {
        Asked::Plan => false,
        Asked::Answer => true,
        Asked::Deed => {
            let narrower = !a.slots.flags.is_empty() && a.slots.flags.is_subset(&b.slots.flags);
            a.slots.targets.first() == b.slots.targets.first()
                && (narrower || a.slots.flags == b.slots.flags)
        }
    }
}

/// What a row is expected to cost, where it is an answer to a blow.
fn loss(row: &Row) -> f32 {
    let answered = row.odds.as_ref().and_then(|odds| odds.answers.first());
    answered.map_or(0.0, |answered| {
        let spreads = chances::of(answered).spreads;
        spreads.iter().map(|spread| spread.mean).sum()
    })
}

/// What all blows are struck with, if it is the same: ` with rapier`, to be told once.
fn common_tail(rows: &[Row]) -> String {
    let tail = |row: &Row| {
        let (_, rest) = row.words.split_once(" with ")?;
        let item = rest.split(',').next().unwrap_or(rest);
        Some(format!(" with {item}"))
    };
    let mut tails = rows.iter().filter(|row| row.odds.is_some()).map(tail);
    let Some(Some(first)) = tails.next() else {
        return String::new();
    };
    if tails.all(|tail| tail.as_ref() == Some(&first)) {
        first
    } else {
        String::new()
    }
}

impl Prompt {
    /// Sorts what is on offer into families.
    pub(super) fn gather(&mut self) {
        let rows = &self.rows[..self.offered];
        let mut families: Vec<Family> = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let known = families
                .iter_mut()
                .find(|family| belongs(self.asked, &rows[family.rows[0]], row));
            match known {
                Some(family) => family.rows.push(index),
                None => families.push(Family {
                    rows: vec![index],
                    at: 0,
                }),
            }
        }
        if self.asked == Asked::Answer {
            for family in &mut families {
                let least = family
                    .rows
                    .iter()
                    .enumerate()
                    .min_by(|(_, a), (_, b)| loss(&rows[**a]).total_cmp(&loss(&rows[**b])));
                family.at = least.map_or(0, |(at, _)| at);
            }
        }
        self.tail = if self.asked == Asked::Plan {
            String::new()
        } else {
            common_tail(rows)
        };
        self.families = families;
    }

    /// The family of the chosen row.
    pub fn family(&self) -> Option<usize> {
        let row = self.row?;
        self.families
            .iter()
            .position(|family| family.rows.contains(&row))
    }

    /// The chosen row stands for its family.
    pub(super) fn stand_for(&mut self, row: usize) {
        for family in &mut self.families {
            if let Some(at) = family.rows.iter().position(|own| *own == row) {
                family.at = at;
            }
        }
    }

    /// The words of a row without what all of them share.
    pub fn told(&self, row: &Row) -> String {
        let words = if self.tail.is_empty() {
            row.words.clone()
        } else {
            row.words.replacen(&self.tail, "", 1)
        };
        crate::seat::tale::capital(&words)
    }

    /// What all blows on offer are struck with, if it is the same.
    pub fn struck_with(&self) -> &str {
        self.tail.trim_start_matches(" with ")
    }

    /// Another way of the chosen thing.
    pub fn sideways(&mut self, engine: &mut Engine, by: i32) {
        let Some(family) = self.family().map(|at| &self.families[at]) else {
            return;
        };
        let count = family.rows.len() as i32;
        let row = family.rows[(family.at as i32 + by).rem_euclid(count) as usize];
        self.choose(engine, row);
    }

    /// The next thing of the list, what is refused included.
    pub fn step(&mut self, engine: &mut Engine, by: i32) {
        let told = self.families.iter().map(Family::row);
        let rows: Vec<usize> = told.chain(self.offered..self.rows.len()).collect();
        if rows.is_empty() {
            return;
        }
        let here = self
            .row
            .and_then(|row| rows.iter().position(|at| *at == row));
        let next = here.map_or(0, |at| {
            (at as i32 + by).rem_euclid(rows.len() as i32) as usize
        });
        self.choose(engine, rows[next]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Dir;
    use crate::combat::combatant::CombatantId;
    use crate::combat::order::{Choice, Slots};

    fn row(verb: &str, flags: &[&str], dir: Option<i32>) -> Row {
        let mut slots = Slots::target(CombatantId(1));
        for flag in flags {
            slots = slots.with_flag(flag);
        }
        slots.dir = dir.map(Dir::new);
        Row {
            choice: Choice::new(verb, slots),
            words: String::new(),
            odds: None,
            refusal: None,
        }
    }

    #[test]
    fn parts_and_directions_are_ways_of_one_thing_and_other_attacks_are_not() {
        let of = |a: &Row, b: &Row| belongs(Asked::Deed, a, b);
        let (plain, pierce) = (row("attack", &[], None), row("attack", &["pierce"], None));
        assert!(!of(&plain, &pierce));
        assert!(of(&pierce, &row("attack", &["pierce", "head"], None)));
        assert!(!of(&pierce, &row("attack", &["cleave"], None)));
        let knock = row("attack", &["knockback"], Some(0));
        assert!(of(&knock, &row("attack", &["knockback"], Some(1))));
        let mut other = row("attack", &[], None);
        other.choice.slots.targets = vec![CombatantId(2)];
        assert!(!of(&plain, &other));
        // Answers are told apart by what is done at all.
        let dodges = (row("dodge", &[], Some(0)), row("dodge", &[], Some(3)));
        assert!(belongs(Asked::Answer, &dodges.0, &dodges.1));
        assert!(!belongs(Asked::Plan, &dodges.0, &dodges.1));
    }
}
