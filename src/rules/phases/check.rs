//! Skill Checks, Feats and resist checks (C-2 to C-4), Critical Hits and Fumbles (P-115 to P-117,
//! P-203, P-204).
//!
//! Every roll of the system's rules goes through here, in play and in the odds alike.

use super::derive;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};

/// How a weapon Skill Check went, worst first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// A natural 20 that was not averted (P-203).
    Fumble,
    /// No success.
    #[default]
    Miss,
    /// A plain success.
    Hit,
    /// A Critical Hit (P-116).
    Critical,
}

impl Band {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Band::Fumble => "fumble",
            Band::Miss => "miss",
            Band::Hit => "hit",
            Band::Critical => "critical",
        }
    }

    /// Hit or Critical Hit.
    pub const fn succeeded(self) -> bool {
        matches!(self, Band::Hit | Band::Critical)
    }
}

/// A check thrown: the face (the lowest of its band in odds) and whether it succeeded.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Roll {
    /// Face of the die; 0 if none was thrown.
    pub face: u16,
    /// Whether it succeeded.
    pub success: bool,
}

/// Difficulty of a Feat (H-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-3)")]
pub enum Difficulty {
    Simple,
    Normal,
    Challenging,
    Difficult,
    Extreme,
}

impl Difficulty {
    /// Added to the attribute score.
    pub const fn modifier(self) -> i32 {
        match self {
            Difficulty::Simple => 5,
            Difficulty::Normal => 0,
            Difficulty::Challenging => -5,
            Difficulty::Difficult => -10,
            Difficulty::Extreme => -15,
        }
    }

    /// The next harder one (P-079); Extreme stays.
    #[must_use]
    pub const fn harder(self) -> Difficulty {
        match self {
            Difficulty::Simple => Difficulty::Normal,
            Difficulty::Normal => Difficulty::Challenging,
            Difficulty::Challenging => Difficulty::Difficult,
            Difficulty::Difficult | Difficulty::Extreme => Difficulty::Extreme,
        }
    }

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Simple => "Simple",
            Difficulty::Normal => "Normal",
            Difficulty::Challenging => "Challenging",
            Difficulty::Difficult => "Difficult",
            Difficulty::Extreme => "Extreme",
        }
    }

    /// Number of a Feat on this score (C-3).
    pub const fn number(self, score: i8) -> i32 {
        score as i32 + self.modifier()
    }
}

/// Sum of modifiers: what a list comes to.
pub fn total(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|modifier| modifier.value).sum()
}

/// What modifiers are added to: a list that tells each of them, their sum, or both.
pub trait Tally: Default {
    /// Adds one.
    fn put(&mut self, label: &str, value: i32, rule: &str);

    /// Adds some that are written down already.
    fn put_all(&mut self, modifiers: &[Modifier]);
}

impl Tally for Vec<Modifier> {
    fn put(&mut self, label: &str, value: i32, rule: &str) {
        self.push(Modifier::new(label, value, rule));
    }

    fn put_all(&mut self, modifiers: &[Modifier]) {
        self.extend_from_slice(modifiers);
    }
}

impl Tally for (i32, Vec<Modifier>) {
    fn put(&mut self, label: &str, value: i32, rule: &str) {
        self.0.put(label, value, rule);
        self.1.put(label, value, rule);
    }

    fn put_all(&mut self, modifiers: &[Modifier]) {
        self.0.put_all(modifiers);
        self.1.put_all(modifiers);
    }
}

impl Tally for i32 {
    fn put(&mut self, _: &str, value: i32, _: &str) {
        *self += value;
    }

    fn put_all(&mut self, modifiers: &[Modifier]) {
        *self += total(modifiers);
    }
}

/// Adds a modifier unless it is nothing.
pub(super) fn add(list: &mut impl Tally, label: &str, value: i32, rule: &str) {
    if value != 0 {
        list.put(label, value, rule);
    }
}

/// Whether a d20 face succeeds: 1 always, 20 never (C-2).
pub const fn succeeds(face: u16, number: i32) -> bool {
    face == 1 || (face != 20 && face as i32 <= number)
}

/// Natural faces below this are Critical Hits if they succeed (P-116, P-117): Level + Critical
/// Number, the latter halved at a modified score of 6 to 9; `None` below 6 and for Critical Number 0.
pub const fn critical_below(level: u8, cn: u8, score: i32) -> Option<i32> {
    if cn == 0 || score < 6 {
        return None;
    }
    let cn = if score > 9 {
        cn as i32
    } else if cn == 1 {
        1
    } else {
        cn as i32 / 2
    };
    Some(level as i32 + cn)
}

/// A weapon Skill Check as somebody makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillCheck {
    /// Whose dice.
    pub who: CombatantId,
    /// What for: `attack`, `parry`.
    pub purpose: &'static str,
    /// Which of several.
    pub ordinal: u16,
    /// Skill Level: Critical Hits and the saving die.
    pub level: u8,
    /// Critical Number; 0 where there are no Critical Hits.
    pub cn: u8,
    /// Modified Level Score.
    pub score: i32,
    /// Whether a natural 20 is more than a miss (P-203, P-043).
    pub fumbles: bool,
    /// Whether the saving die is denied (P-043).
    pub unsaved: bool,
}

const TWENTY: u8 = 0;
const MISS: u8 = 1;
const HIT: u8 = 2;
const CRITICAL: u8 = 3;

/// Rolls a weapon Skill Check (C-2, P-115 to P-117), with the saving die of P-204 on a natural 20.
pub fn skill(check: &SkillCheck, dice: &mut dyn Dice) -> (Band, u16) {
    let threshold = critical_below(check.level, check.cn, check.score);
    let classify = |face: u16| match face {
        20 => TWENTY,
        face if !succeeds(face, check.score) => MISS,
        face if threshold.is_some_and(|limit| i32::from(face) < limit) => CRITICAL,
        _ => HIT,
    };
    let throw = Throw::nth(check.who, check.purpose, check.ordinal);
    let rolled = dice.check(throw, 20, &classify);
    let band = match rolled.class {
        CRITICAL => Band::Critical,
        HIT => Band::Hit,
        TWENTY if check.fumbles => fumble_save(check, dice),
        _ => Band::Miss,
    };
    (band, rolled.face)
}

/// d10 of the Level or less averts a Fumble, unless denied (P-204, P-043).
fn fumble_save(check: &SkillCheck, dice: &mut dyn Dice) -> Band {
    if check.unsaved {
        return Band::Fumble;
    }
    let throw = Throw::nth(check.who, "fumble save", check.ordinal);
    let level = u16::from(check.level);
    let saved = dice.check(throw, 10, &|face| u8::from(face <= level));
    if saved.class == 1 {
        Band::Miss
    } else {
        Band::Fumble
    }
}

/// A Feat or a creature's resist check: d20 of the number or less, 1 and 20 as C-2 (C-3, C-4).
pub fn feat(throw: Throw, number: i32, dice: &mut dyn Dice) -> Roll {
    let rolled = dice.check(throw, 20, &|face| u8::from(succeeds(face, number)));
    Roll {
        face: rolled.face,
        success: rolled.class == 1,
    }
}

/// An item's resist check (C-4): plain d20 of the number or less; nothing is thrown where 0 or
/// less cannot succeed. `half` halves the number after all modifiers, rounded down.
pub fn resist(throw: Throw, number: i32, half: bool, dice: &mut dyn Dice) -> Roll {
    let number = if half { number.div_euclid(2) } else { number };
    if number <= 0 {
        return Roll::default();
    }
    let rolled = dice.check(throw, 20, &|face| u8::from(i32::from(face) <= number));
    Roll {
        face: rolled.face,
        success: rolled.class == 1,
    }
}

/// How a defensive Skill Check with Special Success went (H-2).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// No success.
    #[default]
    Failure,
    /// Success.
    Success,
    /// A success with a natural roll of half the Level or less.
    Special,
}

/// A Skill Check that knows Special Success (H-2): Sidestep.
pub fn degree(throw: Throw, level: u8, score: i32, dice: &mut dyn Dice) -> (Degree, u16) {
    let special = derive::special_success(level);
    let rolled = dice.check(throw, 20, &|face| {
        if !succeeds(face, score) {
            0
        } else if face <= special {
            2
        } else {
            1
        }
    });
    let degree = match rolled.class {
        0 => Degree::Failure,
        1 => Degree::Success,
        _ => Degree::Special,
    };
    (degree, rolled.face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures::scripted;

    const A: CombatantId = CombatantId(0);

    fn attack(score: i32, faces: &[(u16, &str, u16)]) -> Band {
        attack_with(score, true, false, faces)
    }

    fn attack_with(score: i32, fumbles: bool, unsaved: bool, faces: &[(u16, &str, u16)]) -> Band {
        let check = SkillCheck {
            who: A,
            purpose: "attack",
            ordinal: 0,
            level: 5,
            cn: 3,
            score,
            fumbles,
            unsaved,
        };
        let mut dice = scripted(faces);
        let (band, _) = skill(&check, &mut dice);
        let script = dice.script.expect("the dice are scripted");
        assert_eq!(script.faults, Vec::<String>::new());
        assert_eq!(script.unused(), Vec::<String>::new());
        band
    }

    #[test]
    fn level_score_met_is_a_success() {
        // P-114: LS 12.
        assert_eq!(attack(12, &[(0, "attack", 12)]), Band::Hit);
        assert_eq!(attack(12, &[(0, "attack", 13)]), Band::Miss);
    }

    #[test]
    fn natural_one_and_twenty() {
        // P-115.
        assert_eq!(attack(-4, &[(0, "attack", 1)]), Band::Hit);
        assert_eq!(
            attack(25, &[(0, "attack", 20), (0, "fumble save", 5)]),
            Band::Miss
        );
        assert_eq!(
            attack_with(25, false, false, &[(0, "attack", 20)]),
            Band::Miss
        );
    }

    #[test]
    fn critical_hit_below_level_and_critical_number() {
        // P-116: Level 5, CN 3.
        assert_eq!(attack(15, &[(0, "attack", 7)]), Band::Critical);
        assert_eq!(attack(15, &[(0, "attack", 8)]), Band::Hit);
        assert_eq!(critical_below(5, 0, 15), None);
    }

    #[test]
    fn low_scores_halve_the_critical_number() {
        // P-117.
        for score in [9, 6] {
            assert_eq!(attack(score, &[(0, "attack", 5)]), Band::Critical);
            assert_eq!(attack(score, &[(0, "attack", 6)]), Band::Hit);
        }
        assert_eq!(attack(5, &[(0, "attack", 1)]), Band::Hit);
        assert_eq!(attack(10, &[(0, "attack", 7)]), Band::Critical);
        assert_eq!(critical_below(5, 1, 7), Some(6));
        assert_eq!(critical_below(2, 4, 9), Some(4));
    }

    #[test]
    fn fumble_save_of_the_level() {
        // P-204: Level 5.
        let twenty = (0, "attack", 20);
        assert_eq!(attack(15, &[twenty, (0, "fumble save", 5)]), Band::Miss);
        assert_eq!(attack(15, &[twenty, (0, "fumble save", 6)]), Band::Fumble);
    }

    #[test]
    fn a_rushed_twenty_is_not_saved() {
        // P-043.
        assert_eq!(
            attack_with(10, true, true, &[(0, "attack", 20)]),
            Band::Fumble
        );
    }

    #[test]
    fn feats_by_difficulty() {
        // H-3.
        let numbers = |score| {
            [
                Difficulty::Simple,
                Difficulty::Normal,
                Difficulty::Challenging,
                Difficulty::Difficult,
                Difficulty::Extreme,
            ]
            .map(|difficulty| difficulty.number(score))
        };
        assert_eq!(numbers(10), [15, 10, 5, 0, -5]);
        assert_eq!(numbers(13), [18, 13, 8, 3, -2]);
        assert_eq!(numbers(16), [21, 16, 11, 6, 1]);
        let throw = Throw::new(A, "dodge");
        assert!(feat(throw, 0, &mut scripted(&[(0, "dodge", 1)])).success);
        assert!(!feat(throw, 21, &mut scripted(&[(0, "dodge", 20)])).success);
    }

    #[test]
    fn items_resist_plainly() {
        // C-4: natural 20 may succeed, 0 or less never; half rounds down.
        let throw = Throw::new(A, "resist targeting");
        let resist_with = |number, half, face| {
            let faces = [(0, "resist targeting", face)];
            resist(throw, number, half, &mut scripted(&faces)).success
        };
        assert!(resist_with(20, false, 20));
        assert!(resist_with(5, false, 5));
        assert!(!resist_with(5, false, 6));
        assert!(resist_with(5, true, 2));
        assert!(!resist_with(5, true, 3));
        assert!(!resist_with(0, false, 1));
    }

    #[test]
    fn special_success_of_half_the_level() {
        // H-2: Level 5 needs 2.
        let throw = Throw::new(A, "sidestep");
        let with = |face| degree(throw, 5, 12, &mut scripted(&[(0, "sidestep", face)])).0;
        assert_eq!(with(2), Degree::Special);
        assert_eq!(with(3), Degree::Success);
        assert_eq!(with(12), Degree::Success);
        assert_eq!(with(13), Degree::Failure);
    }
}
