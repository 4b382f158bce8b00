//! Odds as players and computer players read them: exact distributions per answer.

use super::combatant::CombatantId;
use super::fraction::Fraction;
use smol_str::SmolStr;

/// A modifier of a check, with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Modifier {
    /// What it is.
    pub label: SmolStr,
    /// Added to the number to roll.
    pub value: i32,
    /// The rule's id.
    pub rule: SmolStr,
}

impl Modifier {
    /// A modifier by a rule.
    pub fn new(label: &str, value: i32, rule: &str) -> Modifier {
        Modifier {
            label: SmolStr::new(label),
            value,
            rule: SmolStr::new(rule),
        }
    }
}

/// One thing that may come of a choice, in plain quantities every system shares.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// Whom it befalls.
    pub whom: Option<CombatantId>,
    /// Named quantities, such as `("Stamina", -5)`, in a fixed order.
    pub quantities: Vec<(SmolStr, i32)>,
    /// Notable words: `critical`, `fumble`, `prone`, `unconscious`, …
    pub notes: Vec<SmolStr>,
}

/// What comes of a choice if the other one answers in a given way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The answer, in words.
    pub answer: SmolStr,
    /// Chance that the choice has any effect.
    pub success: Fraction,
    /// Every outcome with its exact chance; sums to 1.
    pub outcomes: Vec<(Outcome, Fraction)>,
}

/// The whole of what a choice would come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Number to roll (or less) and the die's faces, where the choice is one check. The highest face
    /// fails whatever the number.
    pub target: Option<(i32, u16)>,
    /// How many of the lowest faces succeed whatever the number.
    pub sure: u16,
    /// How that number came to be.
    pub modifiers: Vec<Modifier>,
    /// Per answer of the other one; the first is "does nothing".
    pub answers: Vec<Answered>,
    /// What the figures leave out, in words.
    pub proviso: SmolStr,
}

impl Odds {
    /// The chance that the check succeeds, where the choice is one.
    pub fn check(&self) -> Option<Fraction> {
        let (target, faces) = self.target?;
        let good = target.max(self.sure.into()).clamp(0, i32::from(faces) - 1);
        Some(Fraction::new(
            u128::try_from(good).unwrap_or(0),
            u128::from(faces.max(1)),
        ))
    }
}
