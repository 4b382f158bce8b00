//! Rolls under stat and skill, Success Levels, contests and stand-in skills (W-001–W-009, W-035).
//!
//! Every roll of the system goes through [`judge`].

use super::sheet::{Sheet, Skill};
use super::tables::Tables;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};

/// Faces of the one die (W-001).
pub const DIE: u16 = 20;

/// How a roll went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Success with this Success Level: the die and the skill, never the stat (W-003, W-008).
    Success(i32),
    /// Failure by so much: the die less the target number (W-004).
    Failure(i32),
    /// Fumble, with its failure degree (W-005, W-006).
    Fumble(i32),
}

/// A roll with what it was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// The face.
    pub face: u16,
    /// The target number: the face must be lower (W-002).
    pub target: i32,
    /// How it went.
    pub verdict: Verdict,
}

impl Verdict {
    /// Whether it is a success.
    pub const fn succeeded(self) -> bool {
        matches!(self, Verdict::Success(_))
    }

    /// Whether it is a fumble.
    pub const fn fumbled(self) -> bool {
        matches!(self, Verdict::Fumble(_))
    }
}

/// How a face against a target number goes. Below a target number of 2 nothing succeeds and only a
/// 20 fumbles (W-006).
pub fn judge(face: u16, target: i32, skill: i32) -> Verdict {
    let roll = i32::from(face);
    if roll >= i32::from(DIE) || (target >= 2 && roll >= 2 * target) {
        Verdict::Fumble(roll - target)
    } else if roll < target {
        Verdict::Success(roll + skill)
    } else {
        Verdict::Failure(roll - target)
    }
}

/// Whether an attempt with this target number may be chosen at all (W-006).
pub const fn offered(target: i32) -> bool {
    target >= 2
}

/// Throws and judges.
pub fn roll(throw: Throw, target: i32, skill: i32, dice: &mut dyn Dice) -> Roll {
    let face = dice.face(throw, DIE);
    Roll {
        face,
        target,
        verdict: judge(face, target, skill),
    }
}

/// A check where only success counts, read by bands: Shock, Sanity, Body, Athletics.
pub fn holds(throw: Throw, target: i32, dice: &mut dyn Dice) -> Roll {
    let class = |face| u8::from(judge(face, target, 0).succeeded());
    let face = dice.check(throw, DIE, &class).face;
    Roll {
        face,
        target,
        verdict: judge(face, target, 0),
    }
}

/// Who wins a contest (W-007, W-009).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Winner {
    Active,
    Passive,
}

/// The winner of one pair of rolls; `None` if both failed by as much, and it is rolled again (W-009).
pub fn compare(active: Verdict, passive: Verdict) -> Option<Winner> {
    use Verdict::{Failure, Fumble, Success};
    match (active, passive) {
        // Equal Success Levels are the passive side's (WA-11).
        (Success(a), Success(p)) if a > p => Some(Winner::Active),
        (Success(_), Success(_)) => Some(Winner::Passive),
        (Success(_), _) => Some(Winner::Active),
        (_, Success(_)) => Some(Winner::Passive),
        (Failure(a) | Fumble(a), Failure(p) | Fumble(p)) => match a.cmp(&p) {
            std::cmp::Ordering::Less => Some(Winner::Active),
            std::cmp::Ordering::Greater => Some(Winner::Passive),
            std::cmp::Ordering::Equal => None,
        },
    }
}

/// One side of a contest: whose dice, target number, skill (0 for a pure stat: W-007).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The throw; its ordinal is that of the first roll, a second one has the next.
    pub throw: Throw,
    /// Target number.
    pub target: i32,
    /// Skill.
    pub skill: i32,
}

/// Rolls a contest, again once after equal failures; then nothing changes (W-009).
pub fn contest(
    active: Contestant,
    passive: Contestant,
    dice: &mut dyn Dice,
) -> (Option<Winner>, Vec<(Roll, Roll)>) {
    let mut rolls = Vec::new();
    for again in 0..2 {
        let mut throw = |side: Contestant| {
            let throw = Throw {
                ordinal: side.throw.ordinal + again,
                ..side.throw
            };
            roll(throw, side.target, side.skill, dice)
        };
        let pair = (throw(active), throw(passive));
        rolls.push(pair);
        if let Some(winner) = compare(pair.0.verdict, pair.1.verdict) {
            return (Some(winner), rolls);
        }
    }
    (None, rolls)
}

/// The skill that is rolled where another was wanted (W-035, W-036).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SkillUse {
    /// Asked for.
    pub wanted: Skill,
    /// Used; `None` is Reflexes alone.
    pub used: Option<Skill>,
    /// Its level, 2 lower if it stands in for another.
    pub level: i32,
}

/// The skill itself, else the closest at −2, else Reflexes alone, whichever is better (W-036).
pub fn skill_use(sheet: &Sheet, tables: &Tables, wanted: Skill) -> SkillUse {
    let own = sheet.skill(wanted);
    if own > 0 {
        return SkillUse {
            wanted,
            used: Some(wanted),
            level: own,
        };
    }
    let closest = tables.skills.closest.get(&wanted).into_iter().flatten();
    let borrowed = i32::from(tables.circumstances.borrowed);
    let best = closest
        .map(|skill| (sheet.skill(*skill) + borrowed, *skill))
        .filter(|(level, _)| *level > 0)
        .max_by_key(|(level, skill)| (*level, std::cmp::Reverse(*skill)));
    SkillUse {
        wanted,
        used: best.map(|(_, skill)| skill),
        level: best.map_or(0, |(level, _)| level),
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
