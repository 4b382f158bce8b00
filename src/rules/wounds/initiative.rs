//! Initiative: the roll and the order it gives (W-011–W-018).

use super::check::{self, Verdict};
use super::state::Initiative;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What an initiative roll depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiativeContext {
    /// Whose.
    pub who: CombatantId,
    /// REF, or the stat of the coming action.
    pub stat: i32,
    /// Skill of the coming action, as [`check::skill_use`] gives it.
    pub level: i32,
    /// Injury penalty, 0 or less (W-081).
    pub injury: i32,
    /// Ready, or else REC, of the weapon meant, if it is not drawn; else 0 (W-015, W-016).
    pub undrawn: u8,
    /// REC of that weapon: what a failed initiative costs the attack roll (W-015); else 0.
    pub undrawn_rec: u8,
    /// One die and the skill, nothing to fail (W-017).
    pub quick: bool,
}

/// An initiative roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The face.
    pub face: u16,
    /// What it gives.
    pub initiative: Initiative,
    /// Penalty left for the attack roll: an undrawn weapon after a failure (W-015).
    pub undrawn: u8,
}

/// The target number and how it came to be (W-011).
pub fn target(context: &InitiativeContext) -> (i32, Vec<Modifier>) {
    let mut modifiers = vec![
        Modifier::new("Reflexes", context.stat, "W-011"),
        Modifier::new("skill", context.level, "W-011"),
    ];
    if context.injury != 0 {
        modifiers.push(Modifier::new("injury", context.injury, "W-081"));
    }
    let sum = modifiers.iter().map(|modifier| modifier.value).sum();
    (sum, modifiers)
}

/// Rolls initiative (W-011, W-015, W-017). Nobody acts before count 1 for a slow weapon: his count
/// is then 1.
pub fn roll(context: &InitiativeContext, dice: &mut dyn Dice) -> Rolled {
    let throw = Throw::new(context.who, "initiative");
    let (target, _) = target(context);
    let rolled = check::roll(throw, target, context.level, dice);
    let count = |sl: i32| {
        let late = sl - i32::from(context.undrawn);
        Initiative::Count(i16::try_from(late.max(1)).unwrap_or(i16::MAX))
    };
    let short = |degree: i32| i16::try_from(degree).unwrap_or(i16::MAX);
    let (initiative, undrawn) = match rolled.verdict {
        _ if context.quick => (count(i32::from(rolled.face) + context.level), 0),
        Verdict::Success(sl) => (count(sl), 0),
        Verdict::Failure(degree) => (Initiative::Failed(short(degree)), context.undrawn_rec),
        Verdict::Fumble(_) => (Initiative::Fumbled, context.undrawn_rec),
    };
    Rolled {
        face: rolled.face,
        initiative,
        undrawn,
    }
}

/// Place in the order of a round: less is earlier; equal acts at once (W-012–W-014).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// Counts before failures before fumbles.
    class: u8,
    /// Highest count first, smallest failure first.
    place: i32,
    /// Higher Reflexes first (W-012).
    reflexes: Reverse<i32>,
}

/// The place of a first action. Who has not rolled goes with the counts, at 0.
pub fn rank(initiative: Initiative, reflexes: i32) -> Rank {
    let (class, place) = match initiative {
        Initiative::None => (0, 0),
        Initiative::Count(count) => (0, -i32::from(count)),
        Initiative::Failed(degree) => (1, i32::from(degree)),
        Initiative::Fumbled => (2, 0),
    };
    Rank {
        class,
        place,
        reflexes: Reverse(reflexes),
    }
}

/// The place of an action at a count of the timeline (W-060).
pub fn rank_at(count: i16, reflexes: i32) -> Rank {
    rank(Initiative::Count(count), reflexes)
}

/// Whether the first has the initiative over the second: a higher SL, failures lowest, equal not
/// (W-019, WH-06, WH-07).
pub fn is_before(one: Initiative, other: Initiative) -> bool {
    let sl = |initiative| match initiative {
        Initiative::Count(count) => i32::from(count),
        Initiative::None | Initiative::Failed(_) | Initiative::Fumbled => i32::MIN,
    };
    sl(one) > sl(other)
}

#[cfg(test)]
#[path = "initiative_tests.rs"]
mod tests;
