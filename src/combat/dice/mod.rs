//! Dice with three makers: seeded (play), scripted (scenarios), exhaustive (odds).
//!
//! A rule asks for what it needs: a check by bands where a band will do, a sum where the number
//! matters. A seeded draw is keyed by (battle seed, clock, stage, step, owner, purpose, ordinal):
//! that key is the 256-bit seed of a generator of its own, so a new rule shifts no other roll.

mod every;
mod played;
#[cfg(test)]
mod tests;

pub use every::{Distribution, Weights, exhaust, merge, reduced, sum_weights};
pub use played::{BattleDice, Moment, Script, Seeded, Thrown};

use super::combatant::CombatantId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who throws, and what for. `ordinal` tells apart several throws of one purpose in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    /// The owner of the dice.
    pub who: CombatantId,
    /// What the throw is for: a stable word such as `attack`, `damage`, `dodge`.
    pub purpose: &'static str,
    /// 0 for the first.
    pub ordinal: u16,
}

impl Throw {
    /// The first throw of its purpose.
    pub const fn new(who: CombatantId, purpose: &'static str) -> Throw {
        Throw {
            who,
            purpose,
            ordinal: 0,
        }
    }

    /// A further throw of the same purpose.
    pub const fn nth(who: CombatantId, purpose: &'static str, ordinal: u16) -> Throw {
        Throw {
            who,
            purpose,
            ordinal,
        }
    }
}

/// Dice to add up: `2d6+1`, or a plain number (`count` 0).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct DiceSum {
    /// How many dice.
    pub count: u8,
    /// Faces of each.
    pub sides: u8,
    /// Added to their sum.
    pub plus: i8,
}

impl DiceSum {
    /// `count`d`sides` + `plus`.
    pub const fn new(count: u8, sides: u8, plus: i8) -> DiceSum {
        DiceSum { count, sides, plus }
    }

    /// Largest sum.
    pub fn max(self) -> i32 {
        i32::from(self.count) * i32::from(self.sides) + i32::from(self.plus)
    }

    /// Twice the mean, an integer.
    pub fn twice_mean(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) + 2 * i32::from(self.plus)
    }
}

impl fmt::Display for DiceSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

impl From<DiceSum> for String {
    fn from(dice: DiceSum) -> String {
        dice.to_string()
    }
}

impl TryFrom<String> for DiceSum {
    type Error = String;

    fn try_from(text: String) -> Result<DiceSum, String> {
        let fault = || format!("`{text}` is no dice: write `1d8`, `2d6+1` or a number");
        let Some((count, rest)) = text.split_once('d') else {
            let plus = text.parse().map_err(|_| fault())?;
            return Ok(DiceSum::new(0, 1, plus));
        };
        let cut = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at(cut);
        let dice = DiceSum {
            count: count.parse().map_err(|_| fault())?,
            sides: sides.parse().map_err(|_| fault())?,
            plus: if plus.is_empty() {
                0
            } else {
                plus.parse().map_err(|_| fault())?
            },
        };
        let sane = (1..=12).contains(&dice.count) && (2..=100).contains(&dice.sides);
        if sane { Ok(dice) } else { Err(fault()) }
    }
}

/// What a check gave: its class, and the face for the log (the lowest of the class for odds).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// The class the caller's bands put the face in.
    pub class: u8,
    /// The face thrown.
    pub face: u16,
}

/// Where rules get chance from.
pub trait Dice {
    /// One die of `sides` faces, read by bands: `classify` maps each face to a class.
    fn check(&mut self, throw: Throw, sides: u16, classify: &dyn Fn(u16) -> u8) -> Rolled;

    /// A sum of dice.
    fn sum(&mut self, throw: Throw, dice: DiceSum) -> i32;

    /// One die's face, where every face matters.
    fn face(&mut self, throw: Throw, sides: u16) -> u16 {
        self.sum(throw, DiceSum::new(1, sides.min(255) as u8, 0)) as u16
    }
}
