//! Odds of an exchange, by folding the very [`advance`] that play calls: exact, per answer.

use super::exchange::{Answer, Context, Exchange, Stage, advance};
use crate::combat::dice::{Distribution, Weights, exhaust, merge, reduced};
use crate::combat::fraction::{Fraction, Weight};
use crate::combat::odds::{Answered, Odds, Outcome};
use smol_str::SmolStr;

/// Where an exchange comes to, once `over`, if the target makes this one 3D, or none; equal states
/// are merged after every step.
fn fold(
    start: &Exchange,
    context: &Context,
    answer: Option<&Answer>,
    over: impl Fn(&Exchange) -> bool,
) -> Distribution<Exchange> {
    let made = start.tries.len();
    let mut states = Weights::from([(start.clone(), Weight::ONE)]);
    let mut ends = Weights::new();
    while !states.is_empty() {
        let mut next = Weights::new();
        exhaust(
            &states,
            |state, dice| {
                let open = state.awaits_answer() || state.stage == Stage::Rolled;
                let answer = answer.filter(|_| open && state.tries.len() == made);
                advance(state, context, answer, dice)
            },
            |mut state, weight| {
                state.forget();
                if over(&state) {
                    merge(&mut ends, state, weight);
                } else {
                    merge(&mut next, state, weight);
                }
            },
        );
        states = next;
    }
    reduced(ends)
}

/// What a 3D is called in odds: `heavy block`.
pub fn answer_words(answer: &Answer) -> String {
    let limb = answer.limb.map_or("", |limb| limb.word());
    let words = format!(
        "{} for {} with the {limb} hand",
        answer.defence.word(),
        answer.effort.points()
    );
    match answer.limb {
        Some(_) => words,
        None => format!("{} for {}", answer.defence.word(), answer.effort.points()),
    }
}

fn answered(start: &Exchange, context: &Context, answer: Option<&Answer>) -> Answered {
    let pool = if context.nonlethal { "NLD" } else { "HP" };
    let mut outcomes: std::collections::BTreeMap<Outcome, Fraction> = Default::default();
    let mut success = Fraction::ZERO;
    let resolved = |state: &Exchange| state.stage == Stage::Resolved;
    for (end, chance) in fold(start, context, answer, resolved) {
        let stopped = end.stopped_by().is_some();
        if end.damage > 0 {
            success = success + chance;
        }
        let outcome = Outcome {
            whom: Some(context.defender),
            quantities: vec![(SmolStr::new(pool), -end.damage)],
            notes: if stopped {
                vec!["defended".into()]
            } else {
                Vec::new()
            },
        };
        let sum = outcomes.entry(outcome).or_insert(Fraction::ZERO);
        *sum = *sum + chance;
    }
    Answered {
        answer: answer.map_or_else(|| "nothing".into(), |answer| answer_words(answer).into()),
        success,
        outcomes: outcomes.into_iter().collect(),
    }
}

/// Chance that an exchange is stopped if this 3D is made now.
pub fn stops(start: &Exchange, context: &Context, answer: &Answer) -> Fraction {
    let made = start.tries.len();
    let over = |state: &Exchange| {
        state.stage == Stage::Stopped || state.stage == Stage::Answered && state.tries.len() > made
    };
    let mut chance = Weight::from(Fraction::ZERO);
    for (end, weight) in fold(start, context, Some(answer), over) {
        if end.stage == Stage::Stopped {
            chance.add(weight.into());
        }
    }
    chance.reduced()
}

/// The odds of an exchange from here, for no 3D and for each that may be made.
pub fn odds(start: &Exchange, context: &Context, answers: &[Answer]) -> Odds {
    let mut list = vec![answered(start, context, None)];
    list.extend(
        answers
            .iter()
            .map(|answer| answered(start, context, Some(answer))),
    );
    Odds {
        sure: 0,
        target: None,
        modifiers: context.ab.clone(),
        answers: list,
        proviso: "each 3D alone, and nobody else does anything".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::nar::exchange_tests::{answer, context};
    use crate::rules::nar::scale::Effort;
    use crate::rules::nar::tables::GoldenRule;
    use crate::rules::nar::totals::Defence;

    #[test]
    fn every_answer_sums_to_one() {
        for rule in [
            GoldenRule::Attacker,
            GoldenRule::Defender,
            GoldenRule::Tiebreak,
        ] {
            let mut context = context("()", "()", Effort::Medium);
            context.golden_rule = rule;
            let answers: Vec<Answer> = Defence::ALL
                .iter()
                .flat_map(|defence| Effort::ALL.map(|effort| answer(*defence, effort)))
                .collect();
            let odds = odds(&Exchange::declared(), &context, &answers);
            assert_eq!(odds.answers.len(), 10);
            for answered in &odds.answers {
                let sum = answered
                    .outcomes
                    .iter()
                    .fold(Fraction::ZERO, |sum, one| sum + one.1);
                assert_eq!(sum, Fraction::ONE, "{}", answered.answer);
            }
            assert_eq!(odds.answers[0].success, Fraction::ONE);
        }
    }

    /// Two d20's and equal parts: 190 of 400 pairs have the defender higher, 20 are equal.
    #[test]
    fn n055_the_golden_rule_in_odds() {
        let parry = answer(Defence::Parry, Effort::Medium);
        for (rule, of_800) in [
            (GoldenRule::Attacker, 380),
            (GoldenRule::Defender, 420),
            (GoldenRule::Tiebreak, 400),
        ] {
            let mut context = context("()", "()", Effort::Medium);
            context.golden_rule = rule;
            let found = stops(&Exchange::declared(), &context, &parry);
            let want = Fraction::new(of_800, 800);
            // After eight equal throws in a row the defender is held to have won.
            let close =
                found == want || (rule == GoldenRule::Tiebreak && found.of(1_000_000) == 500_000);
            assert!(close, "{rule:?}: {found}");
        }
    }

    #[test]
    fn once_the_attack_die_lies_odds_follow_it() {
        let context = context("()", "()", Effort::Medium);
        let lying = Exchange {
            stage: Stage::Answered,
            die: Some(20),
            ..Exchange::declared()
        };
        // AB 30 against 5 + d20: never.
        let dodge = answer(Defence::Dodge, Effort::Light);
        assert_eq!(stops(&lying, &context, &dodge), Fraction::ZERO);
        // Against 15 + d20: 15 or more stops it.
        let dodge = answer(Defence::Dodge, Effort::Heavy);
        assert_eq!(stops(&lying, &context, &dodge), Fraction::new(6, 20));
    }
}
