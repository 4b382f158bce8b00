//! Odds against play: sums, bounds, agreement with seeded dice.

use super::*;
use crate::combat::dice::{BattleDice, Moment};
use crate::rules::phases::attack::{AttackContext, ChargeBlow};
use crate::rules::phases::charge::{ChargeContext, PushContext};
use crate::rules::phases::defence::{Bearing, Piece, SidestepSkill};
use crate::rules::phases::exchange::run_to;
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::fixtures::{A, B, C, attack, attack_by, bout, dodge, parry, sidestep};
use crate::rules::phases::special::Special;

fn all_answers() -> Vec<Answer> {
    vec![
        Answer::Nothing,
        dodge(Bearing::Away),
        dodge(Bearing::Sideways),
        parry("long_sword", Arc4::Forward),
        parry("great_sword", Arc4::Forward),
        sidestep(&[0]),
        sidestep(&[0, 1, 2]),
    ]
}

fn in_mail(mut attack: AttackContext) -> AttackContext {
    (attack.ar, attack.rt) = (5, 5);
    attack
}

/// Every kind of attack of the matrix, on D in mail.
fn kinds() -> Vec<AttackContext> {
    let mut list = vec![
        attack("long_sword"),
        attack("great_sword"),
        attack("dagger"),
    ];
    for special in Special::ALL {
        for feint in [false, true] {
            let mut with = attack("great_axe");
            (with.special, with.feint) = (Some(special), feint);
            if special == Special::Backstab {
                (with.arc, with.awareness) = (Arc4::LeftRear, Awareness::Check(12));
            }
            list.push(with);
        }
    }
    let mut feint = attack("rapier");
    feint.feint = true;
    let mut charge = attack("spear");
    charge.charge = Some(ChargeBlow {
        running: true,
        ..ChargeBlow::default()
    });
    let mut stunned = attack("maul");
    stunned.automatic = true;
    let mut rear = attack("mace");
    (rear.arc, rear.awareness) = (Arc4::LeftRear, Awareness::Check(12));
    let mut rushed = attack("long_sword");
    rushed.rushed = 7;
    let mut passing = attack("long_sword");
    (passing.en_passant, passing.target_moving) = (true, true);
    list.extend([feint, charge, stunned, rear, rushed, passing]);
    list.extend([
        attack("long_bow"),
        attack("pistol"),
        attack("heavy_crossbow"),
    ]);
    list.into_iter().map(in_mail).collect()
}

fn push() -> Assault {
    Assault::Push(Box::new(PushContext {
        charge: ChargeContext::plain(B, 13, 13),
        dir: crate::board::Dir::new(0),
        behind_blocked: false,
        overrun_blocked: false,
        arc: Arc4::Forward,
        awareness: Awareness::Aware,
    }))
}

fn contexts() -> Vec<BoutContext> {
    let mut list = Vec::new();
    for per_facing in [false, true] {
        for kind in kinds() {
            // A target sees plain attacks where several strike him; of his own attack's odds the
            // striker thinks as if nobody else struck.
            let alone = kind
                .special
                .is_some_and(|special| !matches!(special, Special::Knockback | Special::Target));
            for others in 0..if alone { 1 } else { 3 } {
                let mut context = bout(vec![kind.clone()]);
                context.switches.ar_per_facing_phase = per_facing;
                context.defender.suit = Some(Piece {
                    item: crate::combat::combatant::ItemId(7),
                    ar: 5,
                    rb: 5,
                    pierce: 2,
                });
                context.defender.sidestep = SidestepSkill {
                    level: 5,
                    classes: vec!["sword".into()],
                    multiple: true,
                };
                if others > 0 {
                    let second = in_mail(attack_by(C, "great_sword"));
                    context.attacks.push(Assault::Blow(Box::new(second)));
                }
                if others > 1 {
                    context.attacks.push(push());
                }
                list.push(context);
            }
        }
    }
    list
}

fn sum(results: &Distribution<BoutResult>) -> Fraction {
    results
        .values()
        .fold(Fraction::ZERO, |sum, chance| sum + *chance)
}

/// Where odds are asked: one attack before it is rolled, several when they are known.
fn starts(context: &BoutContext) -> Vec<Bout> {
    let start = Bout::new(context);
    if context.attacks.len() == 1 {
        return vec![start];
    }
    [Band::Hit, Band::Critical]
        .map(|band| {
            let mut known = start.clone();
            known.stage = BoutStage::Rolled;
            for (at, state) in known.attacks.iter_mut().enumerate() {
                state.aware = true;
                state.band = if at == 0 { band } else { Band::Hit };
            }
            known
        })
        .to_vec()
}

#[test]
fn every_distribution_sums_to_one() {
    for context in contexts() {
        for start in starts(&context) {
            for (answer, results) in bout_odds(&start, &context, &all_answers()) {
                assert_eq!(sum(&results), Fraction::ONE, "{}", answer.word());
            }
        }
    }
}

#[test]
fn live_branches_stay_few() {
    let mut most = [0, 0, 0];
    for context in contexts() {
        for answer in all_answers() {
            for start in starts(&context) {
                let mut states = Weights::from([(start, Weight::ONE)]);
                while states.keys().any(|bout| bout.stage < BoutStage::Resolved) {
                    let mut branches = 0;
                    let mut next = Weights::new();
                    exhaust(
                        &states,
                        |bout, dice| advance(bout, &context, Some(&answer), dice),
                        |mut bout, weight| {
                            branches += 1;
                            bout.forget(&context);
                            merge(&mut next, bout, weight);
                        },
                    );
                    states = next;
                    if context.attacks.len() == 1 {
                        most[0] = most[0].max(branches);
                    }
                    let summed = context.switches.ar_per_facing_phase;
                    let place = if summed { 2 } else { 1 };
                    most[place] = most[place].max(states.len());
                }
            }
        }
    }
    assert!(most[0] <= 4096, "{} branches of one attack", most[0]);
    assert!(most[1] <= 4096, "{} live states", most[1]);
    // Sums by facing (P-255, off by default) keep armour, plain and critical damage apart.
    assert!(most[2] <= 16_384, "{} live states with sums", most[2]);
}

#[test]
fn odds_of_a_plain_attack_by_hand() {
    // LS 15, threshold 8: 7 of 20 critical, 8 of 20 plain; broadsword d8+2 on bare D.
    let context = bout(vec![attack("long_sword")]);
    let odds = odds(&Bout::new(&context), &context, &[Answer::Nothing]);
    assert_eq!(odds.target, Some((15, 20)));
    let answer = &odds.answers[0];
    assert_eq!(answer.success, Fraction::new(15, 20));
    let chance = |stamina: i32, critical: bool| {
        answer
            .outcomes
            .iter()
            .filter(|(outcome, _)| outcome.quantities.contains(&("Stamina".into(), -stamina)))
            .filter(|(outcome, _)| outcome.notes.contains(&"critical".into()) == critical)
            .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance)
    };
    assert_eq!(chance(6, false), Fraction::new(8, 160));
    assert_eq!(chance(6, true), Fraction::new(7, 160));
    let fumbles = answer
        .outcomes
        .iter()
        .filter(|(outcome, _)| outcome.notes.contains(&"fumble".into()))
        .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
    assert_eq!(fumbles, Fraction::new(1, 40));
}

/// Plays a bout with seeded dice of its own moment.
fn seeded(context: &BoutContext, answer: &Answer, run: u32) -> BoutResult {
    let mut dice = BattleDice::seeded(20_000, Vec::new());
    dice.seeded.moment = Moment {
        unit: run,
        ..Moment::default()
    };
    let start = Bout::new(context);
    let end = run_to(
        &start,
        BoutStage::Resolved,
        context,
        Some(answer),
        &mut dice,
    );
    BoutResult::of(&end, context)
}

/// Mean and variance of a figure in exact arithmetic, over the common denominator of the chances.
fn moments(
    results: &Distribution<BoutResult>,
    figure: impl Fn(&BoutResult) -> u128,
) -> [Fraction; 2] {
    let mut sums = [Fraction::ZERO; 2];
    for (result, chance) in results {
        let value = figure(result);
        sums[0] = sums[0] + *chance * Fraction::new(value, 1);
        sums[1] = sums[1] + *chance * Fraction::new(value * value, 1);
    }
    sums
}

#[test]
fn odds_agree_with_twenty_thousand_runs() {
    const RUNS: u128 = 20_000;
    let mut knockback = in_mail(attack("great_axe"));
    knockback.special = Some(Special::Knockback);
    let mut target = in_mail(attack("rapier"));
    (target.special, target.arc) = (Some(Special::Target), Arc4::LeftRear);
    target.awareness = Awareness::Check(12);
    let mut both = bout(vec![knockback, in_mail(attack_by(C, "great_sword"))]);
    both.attacks.push(push());
    let cases = [
        (bout(vec![in_mail(attack("long_sword"))]), Answer::Nothing),
        (bout(vec![target]), parry("long_sword", Arc4::LeftRear)),
        (both.clone(), parry("long_sword", Arc4::Forward)),
        (both, dodge(Bearing::Sideways)),
    ];
    type Figure = fn(&BoutResult) -> u128;
    let figures: [Figure; 5] = [
        |result| result.shp as u128,
        |result| result.chp as u128,
        |result| result.knock.into(),
        |result| result.prone.into(),
        |result| result.dropped.into(),
    ];
    for (case, (context, answer)) in cases.iter().enumerate() {
        let odds = bout_odds(&Bout::new(context), context, std::slice::from_ref(answer));
        let mut totals = [0u128; 5];
        for run in 0..RUNS as u32 {
            let result = seeded(context, answer, run);
            assert!(odds[0].1.contains_key(&result), "case {case}: {result:?}");
            for (total, figure) in totals.iter_mut().zip(figures) {
                *total += figure(&result);
            }
        }
        for (at, figure) in figures.iter().enumerate() {
            let [mean, square] = moments(&odds[0].1, figure);
            // All in millionths: |seen − mean| ≤ 5 standard deviations of the mean.
            let million = 1_000_000u128;
            let expected = mean.of(million);
            let variance = square.of(million) - expected * expected / million;
            let seen = totals[at] * million / RUNS;
            let off = seen.abs_diff(expected);
            // off² ≤ 25 × variance / runs, with variance in millionths and one millionth of slack.
            let bound = 25 * variance * million / RUNS + 100;
            assert!(
                off * off <= bound,
                "case {case}, figure {at}: {seen} seen, {expected} expected"
            );
        }
    }
}

#[test]
fn a_reaction_prompt_counts_all_known_blows() {
    // Two plain hits are known: the whole of both is lost without an answer.
    let context = bout(vec![attack("long_sword"), attack_by(C, "long_sword")]);
    let mut rolled = Bout::new(&context);
    rolled.stage = BoutStage::Rolled;
    for state in &mut rolled.attacks {
        (state.band, state.aware) = (Band::Hit, true);
    }
    let odds = bout_odds(
        &rolled,
        &context,
        &[Answer::Nothing, dodge(Bearing::Sideways)],
    );
    let least = odds[0].1.keys().map(|result| result.shp).min();
    assert_eq!(least, Some(6));
    // The Dodge succeeds on 15.
    let escaped = odds[1]
        .1
        .iter()
        .filter(|(result, _)| result.defended)
        .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
    assert_eq!(escaped, Fraction::new(15, 20));
}

#[test]
fn the_best_answer_loses_least() {
    // A blow that mostly dies in plate is not worth an action; a maul at bare D is.
    let mut weak = attack("dagger");
    weak.ar = 8;
    let answers = [Answer::Nothing, parry("long_sword", Arc4::Forward)];
    let best = |attack: AttackContext| {
        let context = bout(vec![attack]);
        let mut rolled = Bout::new(&context);
        rolled.stage = BoutStage::Rolled;
        (rolled.attacks[0].band, rolled.attacks[0].aware) = (Band::Hit, true);
        best_answer(&bout_odds(&rolled, &context, &answers), 6)
            .expect("there are answers")
            .0
    };
    assert_eq!(best(weak), 0);
    assert_eq!(best(attack("maul")), 1);
    assert_eq!(best_answer(&[], 6), None);
}

#[test]
fn an_answer_that_may_not_be_given_counts_as_none() {
    let mut charge = attack("long_sword");
    charge.charge = Some(ChargeBlow::default());
    let context = bout(vec![charge]);
    let answers = [Answer::Nothing, parry("long_sword", Arc4::Forward)];
    let odds = bout_odds(&Bout::new(&context), &context, &answers);
    assert_eq!(odds[0].1, odds[1].1);
    assert_eq!(A, context.attacks[0].attacker());
}

#[test]
fn twenty_blows_on_one_man_do_not_overflow() {
    let attacks = (0..20).map(|at| {
        let mut attack = attack_by(crate::combat::combatant::CombatantId(10 + at), "great_axe");
        (attack.automatic, attack.ar, attack.rt) = (true, 8, 8);
        attack
    });
    let mut context = bout(attacks.collect());
    context.defender.pools.shp = 300;
    let mut rolled = Bout::new(&context);
    rolled.stage = BoutStage::Rolled;
    for state in &mut rolled.attacks {
        (state.band, state.aware) = (Band::Hit, true);
    }
    let answers = [Answer::Nothing, dodge(Bearing::Sideways)];
    let odds = bout_odds(&rolled, &context, &answers);
    assert!(
        odds.iter()
            .all(|(_, results)| sum(results) == Fraction::ONE)
    );
    assert_eq!(best_answer(&odds, 6).map(|(at, _)| at), Some(1));
}
