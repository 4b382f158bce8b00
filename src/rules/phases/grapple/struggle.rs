//! Breaking free of a Hold or a Pin (P-232, P-236, P-240): the held one's Feat, then the holder's
//! check to keep him. One pure function, which play rolls and odds fold.

use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw, Weights, exhaust, merge, reduced};
use crate::combat::fraction::{Fraction, Weight};
use crate::combat::odds::{Answered, Modifier, Odds, Outcome};
use crate::rules::phases::check::{self, Difficulty, Roll, Tally, add};
use smol_str::SmolStr;

/// Somebody who tries to break free of one who holds him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struggle {
    /// Who; his dice.
    pub who: CombatantId,
    /// Fitness score.
    pub fi: i8,
    /// Out of a Pin; otherwise out of a Hold.
    pub pin: bool,
    /// The pinner is specialized in it (P-240).
    pub specialist: bool,
    /// Phases rushed (P-041).
    pub rushed: u32,
    /// Stands or lies in hampering ground (B-047).
    pub hampered: bool,
    /// Who holds him; his dice.
    pub keeper: CombatantId,
    /// The number of his check to keep the grip.
    pub keep: i32,
}

/// How it went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struggled {
    /// The Fitness Feat.
    pub feat: Roll,
    /// The holder's check; nothing is thrown if the Feat failed (P-232).
    pub keep: Roll,
}

impl Struggled {
    /// Whether he is free.
    pub const fn free(&self) -> bool {
        self.feat.success && !self.keep.success
    }
}

/// The number of the Feat (P-232, P-236, P-240).
pub fn score(struggle: &Struggle) -> (i32, Vec<Modifier>) {
    let mut list = <(i32, Vec<Modifier>)>::default();
    list.put("Fitness", struggle.fi.into(), "C-3");
    let (difficulty, rule) = if struggle.pin {
        (Difficulty::Challenging, "P-236")
    } else {
        (Difficulty::Normal, "P-232")
    };
    add(&mut list, difficulty.word(), difficulty.modifier(), rule);
    if struggle.pin && struggle.specialist {
        add(&mut list, "pinned by a specialist", -5, "P-240");
    }
    let rushed = i32::try_from(struggle.rushed).unwrap_or(i32::MAX / 2);
    add(&mut list, "rushed", -rushed, "P-041");
    if struggle.hampered {
        add(&mut list, "hampering ground", -1, "B-047");
    }
    list
}

/// Rolls it.
pub fn roll(struggle: &Struggle, dice: &mut dyn Dice) -> Struggled {
    let throw = Throw::new(struggle.who, "break free");
    let feat = check::feat(throw, score(struggle).0, dice);
    let keep = if feat.success {
        check::feat(
            Throw::new(struggle.keeper, "keep hold"),
            struggle.keep,
            dice,
        )
    } else {
        Roll::default()
    };
    Struggled { feat, keep }
}

/// Odds of it, by folding the same roll.
pub fn odds(struggle: &Struggle) -> Odds {
    let mut ways = Weights::new();
    exhaust(
        &Weights::from([((), Weight::ONE)]),
        |(), dice| roll(struggle, dice).free(),
        |free, weight| merge(&mut ways, free, weight),
    );
    let chances = reduced(ways);
    let success = chances.get(&true).copied().unwrap_or(Fraction::ZERO);
    let outcome = |free: bool| Outcome {
        whom: Some(struggle.who),
        quantities: Vec::new(),
        notes: vec![SmolStr::new(if free { "free" } else { "still held" })],
    };
    let (number, modifiers) = score(struggle);
    Odds {
        // A natural 1 succeeds whatever the number (C-2).
        sure: 1,
        target: Some((number, 20)),
        modifiers,
        answers: vec![Answered {
            answer: SmolStr::new("nothing"),
            success,
            outcomes: chances
                .iter()
                .map(|(free, chance)| (outcome(*free), *chance))
                .collect(),
        }],
        proviso: SmolStr::new("the holder's check to keep him is counted"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures::{A, D, scripted};

    fn held(pin: bool, specialist: bool) -> Struggle {
        Struggle {
            who: D,
            fi: 10,
            pin,
            specialist,
            rushed: 0,
            hampered: false,
            keeper: A,
            keep: 15,
        }
    }

    fn free(struggle: &Struggle, faces: &[(u16, &str, u16)]) -> bool {
        let mut dice = scripted(faces);
        let free = roll(struggle, &mut dice).free();
        crate::rules::phases::fixtures::all_thrown(&dice);
        free
    }

    #[test]
    fn the_holder_may_keep_him() {
        // P-232: 10 succeeds, kept with 15, not with 16; the holder does not roll after a failure.
        let hold = held(false, false);
        assert!(!free(&hold, &[(1, "break free", 10), (0, "keep hold", 15)]));
        assert!(free(&hold, &[(1, "break free", 10), (0, "keep hold", 16)]));
        assert!(!free(&hold, &[(1, "break free", 11)]));
    }

    #[test]
    fn a_pin_is_harder_and_a_specialists_more_so() {
        // P-236: 5. P-240: 0, so only a natural 1.
        assert_eq!(score(&held(true, false)).0, 5);
        let pin = held(true, true);
        assert_eq!(score(&pin).0, 0);
        assert!(free(&pin, &[(1, "break free", 1), (0, "keep hold", 16)]));
        assert!(!free(&pin, &[(1, "break free", 2)]));
    }

    #[test]
    fn haste_tells_on_the_feat() {
        // P-232: rushed at −1 per phase.
        let mut hold = held(false, false);
        hold.rushed = 4;
        assert_eq!(score(&hold).0, 6);
    }

    #[test]
    fn odds_are_those_of_the_roll() {
        // 10 of 20 times 5 of 20.
        let odds = odds(&held(false, false));
        assert_eq!(odds.answers[0].success, Fraction::new(1, 8));
        assert_eq!(odds.target, Some((10, 20)));
    }
}
