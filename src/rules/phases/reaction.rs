//! Which defence may be chosen against what (P-013, P-036, P-037, P-039, P-067, P-085, P-105,
//! P-121, P-123, P-210 to P-215, P-231, P-245, P-246, section 7).
//!
//! Each check gives a refusal with its rule, so that a player reads why an answer is not offered.

use super::defence::{Answer, Defender, Dodge, Incapable, Parry, Sidestep};
use super::exchange::{Assault, AttackState, Bout, BoutContext};
use super::facing::{Arc4, Awareness};
use super::grapple;
use super::grapple::counter::Counter;
use super::sheet::MissileKind;
use super::weapon_use::check_posture;
use crate::combat::combatant::Posture;
use crate::combat::refusal::Refusal;

fn refuse<T>(rule: &str, words: &str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, words))
}

/// An attack that came through and that the target knows of (P-013).
fn answerable(state: &AttackState) -> bool {
    state.band.succeeded() && state.aware
}

/// Whether a Dodge could avoid the attack (P-051, P-067).
pub fn dodgeable(attack: &Assault) -> Result<(), Refusal> {
    if attack.on_the_move() {
        return refuse("P-067", "who is in motion cannot dodge a passing blow");
    }
    Ok(())
}

/// Whether a Parry could soften the attack (P-085, P-105, P-121).
pub fn parryable(attack: &Assault) -> Result<(), Refusal> {
    if matches!(attack, Assault::Trample(_)) {
        return refuse("P-088", "only a Dodge helps against hooves");
    }
    if attack.charge_running().is_some() {
        return refuse("P-085", "a charge cannot be parried");
    }
    if attack.missile() == Some(MissileKind::Firearm) {
        return refuse("P-105", "a bullet cannot be parried");
    }
    if attack
        .weapon_class()
        .is_some_and(|class| class == grapple::WEAPON)
    {
        return refuse("P-231", "grabbing hands cannot be parried");
    }
    Ok(())
}

/// Whether a Defensive Throw could answer the attack, come through or not (P-245, P-246).
pub fn throwable(attack: &Assault) -> Result<(), Refusal> {
    if attack.missile().is_some() {
        return refuse("P-245", "only a hand-to-hand attacker can be thrown");
    }
    if attack.on_the_move() {
        return refuse("P-067", "who is in motion throws nobody");
    }
    if attack.arc() != Arc4::Forward || attack.awareness() != Awareness::Aware {
        return refuse("P-245", "only an attacker in front can be thrown");
    }
    if attack.is_massive().is_some() {
        return refuse("P-245", "nobody throws a charging horse");
    }
    if !attack.is_beside() {
        return refuse("P-245", "only an attacker within 1 m can be thrown");
    }
    Ok(())
}

/// Whether a Sidestep could avoid the attack (P-067, P-210).
pub fn sidesteppable(attack: &Assault) -> Result<(), Refusal> {
    if attack.on_the_move() {
        return refuse("P-067", "who is in motion cannot sidestep a passing blow");
    }
    if let Some(rule) = attack.is_massive() {
        return refuse(
            rule,
            "nobody steps aside from a charging horse: only a Dodge helps",
        );
    }
    Ok(())
}

/// Whether the target may react at all to what has been rolled (P-013, P-036, P-039).
///
/// # Errors
/// Why not.
pub fn may_react(bout: &Bout, context: &BoutContext) -> Result<(), Refusal> {
    able_to_react(&context.defender)?;
    let spent = spent(&context.defender).is_err();
    let throws = context.defender.throws && !spent;
    if throws
        && context
            .attacks
            .iter()
            .any(|attack| throwable(attack).is_ok())
    {
        return Ok(());
    }
    if !bout.attacks.iter().any(|state| state.band.succeeded()) {
        return refuse(
            "P-013",
            "no attack came through: there is nothing to answer",
        );
    }
    if !bout.attacks.iter().any(answerable) {
        return refuse("P-036", "it came from behind, unseen");
    }
    if spent {
        // Only the other weapon is left to parry with (P-225).
        any_of(bout, context, parryable)?;
    }
    Ok(())
}

/// Whether he could react to anything in this phase.
///
/// # Errors
/// Why not.
pub fn able_to_react(defender: &Defender) -> Result<(), Refusal> {
    match defender.incapable {
        Some(Incapable::Surprised) => return refuse("P-005", "the surprised cannot react"),
        Some(Incapable::Stunned) => return refuse("P-188", "the stunned cannot react"),
        Some(Incapable::Pinned) => return refuse("P-236", "the pinned cannot react"),
        Some(Incapable::Immobilized) => return refuse("P-125", "the immobilized cannot react"),
        Some(Incapable::Unconscious) => return refuse("P-013", "the unconscious cannot react"),
        Some(Incapable::Mount) => return refuse("B-092", "a mount answers no blow by itself"),
        None => {}
    }
    if defender.free_parry {
        return Ok(());
    }
    spent(defender)
}

/// Whether action and reaction of the phase are unspent (P-013, P-039).
fn spent(defender: &Defender) -> Result<(), Refusal> {
    if defender.acted {
        return refuse("P-039", "who has acted in this phase cannot react");
    }
    if defender.reacted {
        return refuse("P-013", "one reaction a phase");
    }
    Ok(())
}

/// The first refusal among the answerable attacks, if none of them passes `test`.
fn any_of(
    bout: &Bout,
    context: &BoutContext,
    test: impl Fn(&Assault) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut first = None;
    for (state, attack) in bout.attacks.iter().zip(&context.attacks) {
        if answerable(state) {
            match test(attack) {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    first.get_or_insert(refusal);
                }
            }
        }
    }
    Err(first.unwrap_or_else(|| Refusal::new("P-013", "there is nothing to answer")))
}

fn check_dodge(bout: &Bout, context: &BoutContext, _: &Dodge) -> Result<(), Refusal> {
    if context.defender.posture == Posture::Swimming {
        return refuse("B-048", "nobody dives aside in deep water");
    }
    any_of(bout, context, dodgeable)
}

fn check_parry(bout: &Bout, context: &BoutContext, parry: &Parry) -> Result<(), Refusal> {
    if parry.facing == Arc4::Back {
        let words = "a parry covers forward, left rear or right rear";
        return refuse("P-123", words);
    }
    if !parry.weapon.is_melee() {
        return refuse("P-121", "only melee weapons parry");
    }
    if parry.weapon.level == 0 {
        return refuse("P-037", "an unskilled weapon does not parry");
    }
    check_posture(&parry.weapon, context.defender.posture)?;
    any_of(bout, context, |attack| {
        if attack.arc() != parry.facing {
            return refuse("P-123", "no attack came from that facing");
        }
        parryable(attack)
    })
}

fn check_sidestep(bout: &Bout, context: &BoutContext, step: &Sidestep) -> Result<(), Refusal> {
    let defender = &context.defender;
    if defender.sidestep.level == 0 {
        return refuse("P-037", "Sidestep has to be learned");
    }
    match defender.posture {
        Posture::Standing | Posture::Ducking => {}
        Posture::Prone => return refuse("P-033", "no sidestep from the ground"),
        Posture::Mounted => return refuse("H-6", "no sidestep from the saddle"),
        Posture::Swimming => return refuse("B-048", "no sidestep in deep water"),
        Posture::Kneeling | Posture::Crouching => {
            return refuse("B-068", "no sidestep from the knee");
        }
    }
    let limit = if defender.sidestep.multiple { 3 } else { 1 };
    if step.attacks.is_empty() {
        return refuse("P-210", "name the attack to avoid");
    }
    if step.attacks.len() > limit {
        let words = format!("it avoids {limit} attack(s) at most: several need a dodge");
        return Err(Refusal::new("P-210", words));
    }
    for (place, at) in step.attacks.iter().enumerate() {
        if step.attacks[..place].contains(at) {
            return refuse("P-210", "one attack is named twice");
        }
        let at = usize::from(*at);
        let (Some(state), Some(attack)) = (bout.attacks.get(at), context.attacks.get(at)) else {
            return Err(Refusal::form("no such attack"));
        };
        if !answerable(state) {
            return refuse("P-013", "that attack did not come through, or came unseen");
        }
        sidesteppable(attack)?;
    }
    Ok(())
}

fn check_throw(context: &BoutContext, counter: &Counter) -> Result<(), Refusal> {
    if !context.defender.throws {
        let words = "a Defensive Throw needs skill in Grappling and both hands free";
        return refuse("P-245", words);
    }
    if context.defender.posture == Posture::Swimming {
        return refuse("B-048", "nobody is thrown in deep water");
    }
    let attack = context.attacks.get(usize::from(counter.at));
    throwable(attack.ok_or_else(|| Refusal::form("no such attack"))?)
}

/// Whether the answer may be given to what has been rolled.
///
/// # Errors
/// Why not, with the rule.
pub fn check_answer(bout: &Bout, context: &BoutContext, answer: &Answer) -> Result<(), Refusal> {
    if *answer == Answer::Nothing {
        return Ok(());
    }
    may_react(bout, context)?;
    match answer {
        Answer::Parry(parry) if parry.is_free() => {
            if !context.defender.free_parry {
                let words = "no other weapon is free to parry at no cost";
                return refuse("P-225", words);
            }
        }
        _ => spent(&context.defender)?,
    }
    match answer {
        Answer::Nothing => Ok(()),
        Answer::Dodge(dodge) => check_dodge(bout, context, dodge),
        Answer::Parry(parry) => check_parry(bout, context, parry),
        Answer::Sidestep(sidestep) => check_sidestep(bout, context, sidestep),
        Answer::Throw(counter) => check_throw(context, counter),
    }
}
