//! Dice that take every value, for odds: equal states are merged, chances are exact.

use super::{Dice, DiceSum, Rolled, Throw};
use crate::combat::fraction::{Fraction, Weight};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A distribution: every state reachable, with its exact chance.
pub type Distribution<S> = BTreeMap<S, Fraction>;

/// A distribution in the making.
pub type Weights<S> = BTreeMap<S, Weight>;

/// Adds a way that leads to a state.
pub fn merge<S: Ord>(weights: &mut Weights<S>, state: S, weight: Weight) {
    weights
        .entry(state)
        .and_modify(|sum| sum.add(weight))
        .or_insert(weight);
}

/// A distribution that is made.
pub fn reduced<S: Ord>(weights: Weights<S>) -> Distribution<S> {
    weights
        .into_iter()
        .map(|(state, weight)| (state, weight.reduced()))
        .collect()
}

/// Walks every outcome of `advance` from every state, and hands each with its chance to `reach`.
///
/// `advance` is the very function that play calls; it must be pure but for the dice.
pub fn exhaust<S, T>(
    states: &Weights<S>,
    mut advance: impl FnMut(&S, &mut dyn Dice) -> T,
    mut reach: impl FnMut(T, Weight),
) {
    let mut dice = Branches::default();
    for (state, chance) in states {
        dice.forks.clear();
        loop {
            dice.cursor = 0;
            let result = advance(state, &mut dice);
            let (num, den) = dice.chance();
            reach(result, chance.times(num, den));
            if !dice.next_branch() {
                break;
            }
        }
    }
}

/// What a die or dice may show, each with its number of ways.
type Faces = Rc<[(i32, u64)]>;

/// One decision of chance on the way: the possible outcomes with weights, and the one taken.
#[derive(Debug)]
struct Fork {
    outcomes: Faces,
    total: u64,
    taken: usize,
}

/// Dice that take every way in turn (depth first).
#[derive(Debug, Default)]
struct Branches {
    forks: Vec<Fork>,
    cursor: usize,
    /// Sums that were asked for before.
    sums: Vec<(DiceSum, Faces)>,
}

impl Branches {
    /// The fork that comes next on the way, if it was come to before.
    fn known(&mut self) -> Option<i32> {
        let fork = self.forks.get(self.cursor)?;
        self.cursor += 1;
        Some(fork.outcomes[fork.taken].0)
    }

    /// Comes to a fork for the first time.
    fn fork(&mut self, outcomes: Faces) -> i32 {
        let first = outcomes[0].0;
        self.forks.push(Fork {
            total: outcomes.iter().map(|(_, weight)| weight).sum(),
            outcomes,
            taken: 0,
        });
        self.cursor += 1;
        first
    }

    fn sum_of(&mut self, dice: DiceSum) -> Faces {
        if let Some((_, known)) = self.sums.iter().find(|(sum, _)| *sum == dice) {
            return known.clone();
        }
        let faces: Faces = sum_weights(dice).into();
        self.sums.push((dice, faces.clone()));
        faces
    }

    /// Chance of the way taken, as numerator and denominator.
    fn chance(&self) -> (u128, u128) {
        self.forks.iter().fold((1u128, 1u128), |(num, den), fork| {
            (
                num * u128::from(fork.outcomes[fork.taken].1),
                den * u128::from(fork.total),
            )
        })
    }

    fn next_branch(&mut self) -> bool {
        self.forks.truncate(self.cursor);
        while let Some(last) = self.forks.last_mut() {
            last.taken += 1;
            if last.taken < last.outcomes.len() {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

/// Every sum of some dice with its number of ways.
pub fn sum_weights(dice: DiceSum) -> Vec<(i32, u64)> {
    let mut ways = vec![1u64];
    for _ in 0..dice.count {
        let mut next = vec![0u64; ways.len() + usize::from(dice.sides)];
        for (sum, count) in ways.iter().enumerate() {
            for face in 1..=usize::from(dice.sides) {
                next[sum + face] += count;
            }
        }
        ways = next;
    }
    ways.into_iter()
        .enumerate()
        .filter(|(_, count)| *count > 0)
        .map(|(sum, count)| (sum as i32 + i32::from(dice.plus), count))
        .collect()
}

/// One fork for each class, not for each face; the lowest face of a class stands for it.
fn classes(sides: u16, classify: &dyn Fn(u16) -> u8) -> Faces {
    let mut classes: Vec<(u8, (i32, u64))> = Vec::with_capacity(4);
    for face in 1..=sides {
        let class = classify(face);
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, (_, ways))) => *ways += 1,
            None => classes.push((class, (i32::from(face), 1))),
        }
    }
    classes.sort_unstable_by_key(|(class, _)| *class);
    classes.into_iter().map(|(_, faces)| faces).collect()
}

impl Dice for Branches {
    fn check(&mut self, _: Throw, sides: u16, classify: &dyn Fn(u16) -> u8) -> Rolled {
        let known = self.known();
        let face = known.unwrap_or_else(|| self.fork(classes(sides, classify))) as u16;
        Rolled {
            class: classify(face),
            face,
        }
    }

    fn sum(&mut self, _: Throw, dice: DiceSum) -> i32 {
        let known = self.known();
        known.unwrap_or_else(|| {
            let faces = self.sum_of(dice);
            self.fork(faces)
        })
    }
}
