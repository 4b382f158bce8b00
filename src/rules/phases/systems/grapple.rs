//! What of grappling is rolled in the Action sub-phase beside the attacks: two who pin or throw
//! each other (P-238), and breaking free (P-232, P-236).

use super::action::spend;
use super::grips::release;
use super::resolution::lose_initiative;
use crate::combat::combatant::CombatantId;
use crate::combat::event::EventKind;
use crate::rules::phases::check::Band;
use crate::rules::phases::exchange::Assault;
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple::{Clinch, Grapple, rule, struggle};
use crate::rules::phases::verbs::break_free;
use bevy::prelude::*;

/// A Pin or Throw that was rolled: where it stands, who, whom, whether it came through.
struct Attempt {
    fight: usize,
    attack: usize,
    who: CombatantId,
    whom: CombatantId,
    success: bool,
}

/// Two who pin or throw each other at once: either one succeeds or both fail (P-238).
pub fn contest(mut field: Field) {
    let mut attempts = Vec::new();
    for (at, fight) in field.bouts.0.iter().enumerate() {
        for (nth, assault) in fight.context.attacks.iter().enumerate() {
            if let Assault::Blow(attack) = assault
                && attack.grapple.as_ref().is_some_and(Grapple::is_special)
            {
                attempts.push(Attempt {
                    fight: at,
                    attack: nth,
                    who: attack.attacker,
                    whom: fight.target,
                    success: fight.bout.attacks[nth].band.succeeded(),
                });
            }
        }
    }
    for (nth, one) in attempts.iter().enumerate() {
        for other in &attempts[nth + 1..] {
            let mutual = one.who == other.whom && one.whom == other.who;
            if mutual && rule::contest(one.success, other.success).is_none() {
                for both in [one, other] {
                    let state = &mut field.bouts.0[both.fight].bout.attacks[both.attack];
                    state.band = Band::Miss;
                    state.clinch = Clinch::Locked;
                }
            }
        }
    }
}

/// Those who try to break free roll, and those who hold them (P-232, P-236). After the attacks of
/// the phase are rolled, so that everybody's statement stood before the first die fell.
pub fn break_free(mut field: Field) {
    let tries = |verb: &str| verb == "break free";
    let ids: Vec<CombatantId> = field
        .ids()
        .filter(|id| {
            let stated = &field.get(*id).statement.0;
            stated.as_ref().is_some_and(|choice| tries(&choice.verb))
        })
        .collect();
    for who in ids {
        let Some(choice) = field.get_mut(who).statement.0.take() else {
            continue;
        };
        let scene = field.scene();
        let figure = scene.figure(who);
        if figure.may_act(scene.phase).is_err() {
            continue;
        }
        let found = break_free::context(&scene, figure, &choice.slots);
        spend(&mut field, &scene, who);
        match found {
            Ok(context) => attempt(&mut field, &context),
            Err(refusal) => {
                let event = field
                    .event(who, EventKind::Nothing)
                    .note(refusal.to_string());
                field.say(event);
            }
        }
    }
}

fn attempt(field: &mut Field, context: &struggle::Struggle) {
    let went = struggle::roll(context, field.dice());
    let (number, modifiers) = struggle::score(context);
    let rule = if context.pin { "P-236" } else { "P-232" };
    let words = match (went.feat.success, went.keep.success) {
        (false, _) => "does not break free",
        (true, true) => "breaks free, and is caught again",
        (true, false) => "breaks free",
    };
    let mut event = field
        .event(context.who, EventKind::Note)
        .note(format!("{words} ({rule})"));
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    event = event.detail("number to roll or less", number, rule);
    if went.feat.success {
        event = event.detail("the holder keeps him with or less", context.keep, rule);
    }
    field.say(event);
    if went.free() {
        release(field, context.keeper, "cannot hold him");
        // Once broken, both roll anew (P-232).
        lose_initiative(field, context.keeper);
        lose_initiative(field, context.who);
    }
}
