use super::*;
use crate::combat::fraction::{Fraction, Weight};

fn throw(who: u16) -> Throw {
    Throw::new(CombatantId(who), "test")
}

/// Everything that may come of some throws.
fn every<T: Ord>(mut throws: impl FnMut(&mut dyn Dice) -> T) -> Distribution<T> {
    let mut results = Weights::new();
    let start = Weights::from([((), Weight::ONE)]);
    let reach = |result, weight| merge(&mut results, result, weight);
    exhaust(&start, |(), dice| throws(dice), reach);
    reduced(results)
}

#[test]
fn two_dice_add_up_to_one() {
    let sums = every(|dice| dice.sum(throw(0), DiceSum::new(2, 6, 1)));
    assert_eq!(sums[&8], Fraction::new(6, 36));
    assert_eq!(
        sums.values().fold(Fraction::ZERO, |a, b| a + *b),
        Fraction::ONE
    );
}

#[test]
fn bands_branch_once_each() {
    let mut runs = 0;
    let result = every(|dice| {
        runs += 1;
        let first = dice.check(throw(0), 20, &|face| u8::from(face <= 15));
        let second = if first.class == 1 {
            dice.check(throw(1), 20, &|f| u8::from(f <= 5)).class
        } else {
            0
        };
        (first.class, second)
    });
    assert_eq!(runs, 3);
    assert_eq!(result[&(1, 1)], Fraction::new(15 * 5, 400));
}

#[test]
fn a_seeded_throw_depends_on_its_key_alone() {
    let mut dice = BattleDice::seeded(7, Vec::new());
    dice.seeded.moment = Moment {
        unit: 3,
        stage: 2,
        step: 0,
    };
    let alone = dice.sum(throw(4), DiceSum::new(1, 20, 0));
    dice.sum(throw(5), DiceSum::new(3, 6, 0));
    assert_eq!(alone, dice.sum(throw(4), DiceSum::new(1, 20, 0)));
}

#[test]
fn text_of_dice() {
    for text in ["1d8", "2d6+1", "1d4-1", "1"] {
        assert_eq!(
            DiceSum::try_from(text.to_owned()).unwrap().to_string(),
            text
        );
    }
    for text in ["2d", "d6", "0d6", "1d1", "99d6", "1d8+", "x", ""] {
        assert!(DiceSum::try_from(text.to_owned()).is_err(), "{text}");
    }
}
