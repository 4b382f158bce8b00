use super::*;
use crate::combat::combatant::{Carried, Gear};
use crate::combat::dice::{BattleDice, Moment};
use crate::rules::wounds::exchange::run;
use crate::rules::wounds::fixtures::{attack, context, d, gear, hurt, target, z, z_on_d};
use crate::rules::wounds::sheet::Location;
use crate::rules::wounds::tables::Tables;

fn total(results: &Distribution<ExchangeResult>) -> Fraction {
    results
        .values()
        .fold(Fraction::ZERO, |sum, chance| sum + *chance)
}

/// Every archetype that fights on foot against every other, whole and hurt.
fn cases() -> Vec<ExchangeContext> {
    let tables = Tables::shipped();
    let wounded = hurt(&[
        (Location::RightArm, 14),
        (Location::Torso, 5),
        (Location::LeftLeg, 17),
        (Location::Head, 2),
    ]);
    let mut all = vec![z_on_d()];
    for attacker in tables.archetypes.values() {
        for defender in tables.archetypes.values() {
            for injuries in [Default::default(), wounded] {
                let worn = defender.load_out.gear(&tables, 0);
                let blow = attack(&attacker.sheet, &attacker.load_out.main, &defender.sheet);
                all.push(context(blow, target(&defender.sheet, injuries, &worn)));
            }
        }
    }
    all
}

#[test]
fn odds_sum_to_exactly_one_and_few_states_live_at_once() {
    let mut most = 0;
    for context in cases() {
        let (results, live) = results(&Exchange::new(&context), &context);
        assert_eq!(total(&results), Fraction::ONE);
        most = most.max(live);
    }
    assert!(most <= 4096, "{most} states at once");
    assert!(most > 20, "the cases are worth counting: {most}");
}

#[test]
fn z_hits_d_nineteen_times_in_twenty() {
    let context = z_on_d();
    let odds = odds(&Exchange::new(&context), &context);
    assert_eq!(odds.target, Some((19, 20)));
    assert_eq!(odds.answers[0].success, Fraction::new(19, 20));
    let (results, _) = results(&Exchange::new(&context), &context);
    let fumbles = results
        .iter()
        .filter(|(result, _)| !result.fumbles.is_empty());
    let chance = fumbles.fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
    assert_eq!(chance, Fraction::new(1, 20));
    let head = results
        .iter()
        .filter(|(result, _)| result.location == Some(Location::Head));
    let chance = head.fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
    assert_eq!(chance, Fraction::new(19 * 2, 400));
}

#[test]
fn odds_agree_with_seeded_runs() {
    let worn = gear(&[("mail", Carried::Worn), ("round_shield", Carried::Arm)]);
    let mut hurt_context = context(
        attack(&z(), "long_sword", &d()),
        target(&d(), hurt(&[(Location::RightArm, 10)]), &worn),
    );
    hurt_context.attack.recovery = -6;
    for (seed, context) in [(11, z_on_d()), (12, hurt_context)] {
        let (expected, _) = results(&Exchange::new(&context), &context);
        const RUNS: u32 = 20_000;
        let mut seen: std::collections::BTreeMap<ExchangeResult, u32> = Default::default();
        let mut dice = BattleDice::seeded(seed, Vec::new());
        for unit in 0..RUNS {
            dice.seeded.moment = Moment {
                unit,
                stage: 0,
                step: 0,
            };
            let end = run(&Exchange::new(&context), &context, &mut dice);
            dice.thrown.clear();
            *seen.entry(ExchangeResult::of(&end, &context)).or_default() += 1;
        }
        for result in seen.keys() {
            assert!(expected.contains_key(result), "{result:?} is not foreseen");
        }
        for (result, chance) in &expected {
            let found = i64::from(seen.get(result).copied().unwrap_or(0));
            let wanted = chance.of(u128::from(RUNS)) as i64;
            // Five times the spread of a count, and a little for small ones.
            let bound = 5 * wanted.isqrt() + 8;
            assert!(
                (found - wanted).abs() <= bound,
                "{result:?}: {found} for {wanted}"
            );
        }
    }
}

#[test]
fn a_harder_blow_costs_more() {
    let light = context(
        attack(&z(), "dagger", &d()),
        target(&d(), Default::default(), &Gear::default()),
    );
    let heavy = z_on_d();
    let cost_of = |context: &ExchangeContext| {
        expected_cost(&results(&Exchange::new(context), context).0, context)
    };
    assert!(cost_of(&heavy) > cost_of(&light));
}
