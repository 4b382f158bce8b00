//! The Defensive Throw: a Throw made in answer to an attack (P-245 to P-248).
//!
//! [`check`](super::super::reaction) says against what; here are its number, its roll and its end.

use super::{Flight, Mark, Way, rule};
use crate::combat::combatant::Posture;
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::odds::Modifier;
use crate::rules::phases::assault::Assault;
use crate::rules::phases::check::{self, Roll, Tally, add};
use crate::rules::phases::defence::{Answer, Defender, rush_and_guard, skill_state};
use crate::rules::phases::derive;
use crate::rules::phases::exchange::{AnswerState, Bout, BoutContext};
use crate::rules::phases::reaction::sidesteppable;
use serde::{Deserialize, Serialize};

/// A Defensive Throw at one of the attackers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The attack it answers.
    pub at: u16,
    /// Grappling Level.
    pub level: u8,
    /// ±5 for each step of size (P-241).
    pub size: i32,
    /// Specialized in it (P-248).
    pub specialized: bool,
    /// Where the attacker flies.
    pub way: Way,
    /// The attacker's numbers.
    pub mark: Mark,
    /// Grappling damage (P-241): its dice,
    pub damage: DiceSum,
    /// the share of the FI Bonus,
    pub fitness: i32,
    /// and the attacker's armour against it.
    pub ar: i32,
}

/// How a Defensive Throw ended.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum CounterEnd {
    /// It failed, or has not been decided.
    #[default]
    None,
    /// The attacker flies.
    Flown(Flight),
    /// Two at once, and neither prevailed (P-247): who keeps his feet.
    Locked {
        /// The attacker stands.
        attacker: bool,
        /// The defender stands.
        defender: bool,
    },
}

/// Whether the attack it answers makes it a contest of two throws (P-247).
fn contests(bout: &Bout, context: &BoutContext, at: usize) -> bool {
    let grapple = match context.attacks.get(at) {
        Some(Assault::Blow(attack)) => attack.grapple,
        _ => None,
    };
    bout.attacks[at].band.succeeded() && grapple.is_some_and(|aim| aim.is_contest())
}

/// The number of a Defensive Throw (P-245).
pub fn score(defender: &Defender, counter: &Counter) -> (i32, Vec<Modifier>) {
    tally(defender, counter)
}

/// That number, told entry by entry or as the sum alone.
pub fn tally<T: Tally>(defender: &Defender, counter: &Counter) -> T {
    let mut list = T::default();
    list.put("Level Score", derive::level_score(counter.level), "H-2");
    rush_and_guard(defender, &mut list);
    add(&mut list, "size", counter.size, "P-241");
    skill_state(defender, &mut list);
    if defender.posture == Posture::Prone {
        add(&mut list, "prone", -5, "P-033");
    }
    if defender.held {
        add(&mut list, "held", -5, "P-233");
    }
    list.put_all(&defender.gloom);
    list.put_all(&defender.skill_extra);
    list
}

/// Rolls it; a Feint cancels it (P-170).
pub fn roll(
    bout: &Bout,
    context: &BoutContext,
    counter: &Counter,
    dice: &mut dyn Dice,
) -> AnswerState {
    let defender = &context.defender;
    let at = usize::from(counter.at);
    let assault = &context.attacks[at];
    let throw = Throw::new(defender.who, "defensive throw");
    let roll: Roll = check::feat(throw, tally(defender, counter), dice);
    let works = roll.success && !assault.feint();
    let avoids = counter.specialized && sidesteppable(assault).is_ok();
    AnswerState::Throw {
        roll,
        at: counter.at,
        works,
        avoids: works && (avoids || contests(bout, context, at)),
        end: CounterEnd::None,
    }
}

/// What becomes of the attacker, once everything else is known.
pub fn close(
    bout: &mut Bout,
    context: &BoutContext,
    answer: Option<&Answer>,
    own: &Mark,
    dice: &mut dyn Dice,
) {
    let (
        Some(Answer::Throw(counter)),
        AnswerState::Throw {
            at, works: true, ..
        },
    ) = (answer, bout.answer)
    else {
        return;
    };
    let ended = if contests(bout, context, usize::from(at)) {
        CounterEnd::Locked {
            attacker: rule::stays(&counter.mark, 0, dice),
            defender: rule::stays(own, 1, dice),
        }
    } else {
        let rolled = dice.sum(Throw::new(own.who, "throw damage"), counter.damage);
        let harm = rule::pressure(rolled, counter.fitness, counter.ar, false);
        let flight = rule::fly(&counter.way, &counter.mark, 0, dice);
        CounterEnd::Flown(Flight {
            harm: i16::try_from(harm).unwrap_or(i16::MAX),
            ..flight
        })
    };
    if let AnswerState::Throw { end, .. } = &mut bout.answer {
        *end = ended;
    }
}

/// Whether a grapple of the thrown attacker came to nothing with it (P-245, P-247).
pub fn undoes(answer: &AnswerState, at: usize) -> bool {
    matches!(answer, AnswerState::Throw { works: true, at: thrown, .. } if usize::from(*thrown) == at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::check::Band;
    use crate::rules::phases::exchange::{BoutStage, run_to};
    use crate::rules::phases::fixtures::{self, A, D, scripted};

    fn counter() -> Counter {
        Counter {
            at: 0,
            level: 4,
            size: 0,
            specialized: false,
            way: Way {
                hexes: 1,
                ..Way::default()
            },
            mark: Mark {
                who: A,
                dx: 13,
                rss: 14,
                feats: 0,
                down: false,
            },
            damage: DiceSum::new(0, 1, 1),
            fitness: 0,
            ar: 0,
        }
    }

    fn context(specialized: bool) -> (BoutContext, Answer) {
        let attack = fixtures::attack("long_sword");
        let context = fixtures::bout(vec![attack]);
        let counter = Counter {
            specialized,
            ..counter()
        };
        (context, Answer::Throw(counter))
    }

    fn play(specialized: bool, faces: &[(u16, &str, u16)]) -> Bout {
        let (mut context, answer) = context(specialized);
        context.defender.throws = true;
        let mut dice = scripted(faces);
        let bout = Bout::new(&context);
        let bout = run_to(
            &bout,
            BoutStage::Resolved,
            &context,
            Some(&answer),
            &mut dice,
        );
        fixtures::all_thrown(&dice);
        bout
    }

    fn flown(bout: &Bout) -> Option<Flight> {
        match bout.answer {
            AnswerState::Throw {
                end: CounterEnd::Flown(flight),
                ..
            } => Some(flight),
            _ => None,
        }
    }

    #[test]
    fn it_throws_the_attacker_and_takes_his_damage() {
        // P-245, P-246: 14 succeeds, the blow of 4 + 2 is taken; A lands on his feet with 13.
        let faces = [
            (0, "attack", 10),
            (1, "defensive throw", 14),
            (0, "damage", 4),
            (0, "landing", 13),
        ];
        let bout = play(false, &faces);
        assert_eq!(bout.shp, 6);
        assert!(flown(&bout).is_some_and(|flight| flight.stands && flight.hexes == 1));
        let failed = [
            (0, "attack", 10),
            (1, "defensive throw", 15),
            (0, "damage", 4),
        ];
        let bout = play(false, &failed);
        assert_eq!((bout.shp, flown(&bout)), (6, None));
    }

    #[test]
    fn a_miss_is_answered_as_well() {
        // P-246.
        let faces = [
            (0, "attack", 16),
            (1, "defensive throw", 14),
            (0, "landing", 14),
        ];
        let bout = play(false, &faces);
        assert_eq!(bout.attacks[0].band, Band::Miss);
        assert!(flown(&bout).is_some_and(|flight| !flight.stands));
    }

    #[test]
    fn a_specialist_takes_nothing() {
        // P-248.
        let faces = [
            (0, "attack", 10),
            (1, "defensive throw", 14),
            (0, "landing", 1),
        ];
        assert_eq!(play(true, &faces).shp, 0);
    }

    #[test]
    fn early_and_on_guard() {
        // P-245: 14, one less for each phase rushed, five more for each on guard.
        let mut defender = fixtures::defender();
        assert_eq!(score(&defender, &counter()).0, 14);
        defender.rushed = 3;
        assert_eq!(score(&defender, &counter()).0, 11);
        defender.rushed = 0;
        defender.guarded = 2;
        assert_eq!(score(&defender, &counter()).0, 24);
        assert_eq!(defender.who, D);
    }
}
