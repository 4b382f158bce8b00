//! The answer of a bout is rolled: Dodge, Parry, Sidestep, and which attacks it serves against
//! (P-051 to P-054, P-122, P-123, P-170, P-210 to P-215).
//!
//! Called by [`super::exchange::advance`] alone, with answers that may be given.

use super::check::{self, Band, Degree};
use super::defence::{self, Answer, Dodge, Hands, Parry, Sidestep};
use super::exchange::{AnswerState, Bout, BoutContext, bit};
use super::facing::Arc4;
use super::grapple::counter;
use super::reaction;
use crate::combat::dice::{Dice, Throw};

pub(super) fn roll_answer(
    next: &mut Bout,
    context: &BoutContext,
    answer: &Answer,
    dice: &mut dyn Dice,
) {
    match answer {
        Answer::Nothing => {}
        Answer::Dodge(dodge) => roll_dodge(next, context, dodge, dice),
        Answer::Parry(parry) => roll_parry(next, context, parry, dice),
        Answer::Sidestep(sidestep) => roll_sidestep(next, context, sidestep, dice),
        Answer::Throw(counter) => {
            next.answer = counter::roll(next, context, counter, dice);
            if context.attacks[usize::from(counter.at)].feint() && next.answer.success() {
                next.attacks[usize::from(counter.at)].feinted = true;
            }
        }
    }
}

/// Marks an attack as served, or as a Feint that the answer fell for (P-170).
fn serve(next: &mut Bout, context: &BoutContext, at: usize, holds: bool) {
    if context.attacks[at].feint() && !holds {
        next.attacks[at].feinted = true;
    } else {
        next.served |= bit(at);
    }
}

fn roll_dodge(next: &mut Bout, context: &BoutContext, dodge: &Dodge, dice: &mut dyn Dice) {
    let defender = &context.defender;
    let covered = dodge_covers(next, context);
    let number = defence::dodge_tally(
        defender,
        dodge,
        &context.attacks,
        |at| covered & bit(at) != 0,
        &context.dodge,
    );
    let roll = check::feat(Throw::new(defender.who, "dodge"), number, dice);
    let mut dropped = 0u8;
    for (place, weapon) in defender.weapons.iter().take(8).enumerate() {
        let throw = Throw::nth(defender.who, "keep weapon", place as u16);
        let number = defence::keep_number(defender, weapon);
        if !check::feat(throw, number, dice).success {
            dropped |= 1 << place;
        }
    }
    next.answer = AnswerState::Dodge { roll, dropped };
    if roll.success {
        for at in 0..context.attacks.len() {
            if covered & bit(at) != 0 {
                let away = dodge.bearings.get(at) == Some(&defence::Bearing::Away);
                serve(next, context, at, away);
            }
        }
    }
}

/// Attacks a Dodge covers (P-051): come through, known, and to be dodged.
pub fn dodge_covers(bout: &Bout, context: &BoutContext) -> u128 {
    let mut covered = 0;
    for (at, (state, attack)) in bout.attacks.iter().zip(&context.attacks).enumerate() {
        if state.band.succeeded() && state.aware && reaction::dodgeable(attack).is_ok() {
            covered |= bit(at);
        }
    }
    covered
}

fn roll_parry(next: &mut Bout, context: &BoutContext, parry: &Parry, dice: &mut dyn Dice) {
    let defender = &context.defender;
    let (band, face) = if context.switches.parry_requires_check {
        let check = check::SkillCheck {
            who: defender.who,
            purpose: "parry",
            ordinal: 0,
            level: parry.weapon.level,
            cn: 0,
            score: defence::parry_tally(defender, parry),
            fumbles: context.switches.special_attacks,
            unsaved: false,
        };
        check::skill(&check, dice)
    } else {
        (Band::Hit, 0)
    };
    let mut value = 0;
    if band.succeeded() {
        let throw = Throw::new(defender.who, "parry damage");
        let mut all = defence::parry_value(parry, dice.sum(throw, parry.weapon.damage));
        if let Hands::Both(second) = &parry.hands {
            // The Secondary's dice come to the Primary's (P-226).
            let throw = Throw::nth(defender.who, "parry damage", 1);
            let more = dice.sum(throw, second.damage) + second.fitness;
            all += (more - i32::from(second.wear)).max(0);
        }
        value = all as i16;
        for at in 0..context.attacks.len() {
            let attack = &context.attacks[at];
            let come = next.attacks[at].band.succeeded();
            if come && attack.arc() == parry.facing && reaction::parryable(attack).is_ok() {
                serve(next, context, at, false);
            }
        }
    }
    next.answer = AnswerState::Parry {
        band,
        face,
        value,
        speed: parry.weapon.full_speed,
        item: parry.weapon.item,
    };
}

fn roll_sidestep(next: &mut Bout, context: &BoutContext, step: &Sidestep, dice: &mut dyn Dice) {
    let defender = &context.defender;
    let attacks = &context.attacks;
    let score = defence::sidestep_tally(defender, step, attacks, &context.sidestep);
    let throw = Throw::new(defender.who, "sidestep");
    let (degree, face) = check::degree(throw, defender.sidestep.level, score, dice);
    let single = defence::is_class_sidestep(defender, step, attacks);
    next.answer = AnswerState::Sidestep {
        degree,
        face,
        keeps_action: single && degree == Degree::Special,
    };
    // P-214: two from the Forward facing, three with a Special Success; a first one from anywhere.
    let most = match degree {
        Degree::Failure => 0,
        Degree::Success => 2,
        Degree::Special => 3,
    };
    let mut avoided = 0;
    let mut all_forward = true;
    for at in step.attacks.iter().map(|at| usize::from(*at)) {
        let forward = attacks[at].arc() == Arc4::Forward;
        let fits = avoided == 0 || (all_forward && forward);
        if avoided < most && fits {
            avoided += 1;
            all_forward &= forward;
            serve(next, context, at, false);
        }
    }
}
