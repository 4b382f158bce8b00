//! Feats as systems roll them: attribute, difficulty, situation, one d20 (C-3, H-3).

use super::check::{self, Difficulty as Grade};
use super::sheet::Sheet;
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::Detail;

pub use super::check::Difficulty;

/// A Feat about to be rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feat {
    label: String,
    number: i32,
}

/// A Feat that was rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Felt {
    label: String,
    number: i32,
    face: u16,
    /// Whether it succeeded.
    pub success: bool,
}

/// A Dexterity Feat against a number that a rule has worked out.
pub fn numbered(number: i32) -> Feat {
    Feat {
        label: "Dexterity Feat".to_owned(),
        number,
    }
}

/// A Dexterity Feat with a modifier of the situation.
pub fn dexterity(sheet: &Sheet, grade: Grade, situation: i32) -> Feat {
    Feat {
        label: format!("{} Dexterity Feat", grade.word()),
        number: grade.number(sheet.dx) + situation,
    }
}

/// A Fitness Feat with a modifier of the situation.
pub fn fitness(sheet: &Sheet, grade: Grade, situation: i32) -> Feat {
    Feat {
        label: format!("{} Fitness Feat", grade.word()),
        number: grade.number(sheet.fi) + situation,
    }
}

impl Feat {
    /// Rolls it.
    pub fn roll(self, dice: &mut dyn Dice, throw: Throw) -> Felt {
        let rolled = check::feat(throw, self.number, dice);
        Felt {
            label: self.label,
            number: self.number,
            face: rolled.face,
            success: rolled.success,
        }
    }
}

impl Felt {
    /// For the log: what was rolled against what.
    pub fn detail(&self) -> Detail {
        Detail::new(
            format!("{} {} or less: d20 {}", self.label, self.number, self.face),
            self.number,
            "C-3",
        )
    }
}
