//! What hit points come to (H-4): who drops, who dies, what he lets go of, who loses his hold or his saddle.

use super::handling::drop_item;
use super::resolution::{go_prone, lose_initiative};
use crate::combat::combatant::{Carried, CombatantId, Condition, Fitness, ItemId, OutBy};
use crate::combat::event::EventKind;
use crate::combat::setup::FIRST_THING;
use crate::rules::phases::field::Field;
use crate::rules::phases::harm::{self, Life};
use bevy::prelude::*;

/// States of life after damage (H-4): who drops, who dies.
pub fn settle_states(mut field: Field) {
    settle_all_states(&mut field);
}

/// The same after displacement and what it caused.
pub fn settle_states_after_displacement(mut field: Field) {
    settle_all_states(&mut field);
}

/// Gives everybody the state his hit points mean (H-4).
pub fn settle_all_states(field: &mut Field) {
    for who in field.those(|row| {
        let life = harm::life(*row.pools).max(row.body.life());
        row.fitness.on_board() && life != Life::Able
    }) {
        let row = field.get(who);
        let life = harm::life(*row.pools).max(row.body.life());
        let out = match life {
            Life::Able => continue,
            Life::Unconscious => OutBy::Unconscious,
            Life::Dying => OutBy::Dying,
            Life::Dead => OutBy::Dead,
        };
        if *row.fitness == Fitness::Out(out) || *row.fitness == Fitness::Out(OutBy::Dead) {
            continue;
        }
        let first = !row.fitness.is_out();
        let mut row = field.get_mut(who);
        *row.fitness = Fitness::Out(out);
        row.conditions.add(Condition::Unconscious, None);
        match out {
            OutBy::Dying => row.conditions.add(Condition::Dying, None),
            OutBy::Dead => row.conditions.add(Condition::Dead, None),
            _ => {}
        }
        row.let_go();
        row.tempo.declares = false;
        row.motion.over = true;
        row.motion.charge = None;
        if first {
            row.motion.plot = crate::combat::plot::Plot::default();
        }
        let event = field.event(who, EventKind::Out(out));
        field.say(event);
        if first {
            go_prone(field, who, "falls");
            drop_all(field, who);
            if field.get(who).fighter.0.steed.is_some() {
                super::riding::leave_carcass(field, who);
            }
        }
    }
}

/// What a level is about stays on the field when its bearer leaves it.
pub(super) fn drop_things(field: &mut Field, who: CombatantId) {
    let things: Vec<ItemId> = field
        .get(who)
        .gear
        .0
        .iter()
        .map(|item| item.id)
        .filter(|item| item.0 >= FIRST_THING)
        .collect();
    for item in things {
        drop_item(field, who, item);
    }
}

fn drop_all(field: &mut Field, who: CombatantId) {
    let held: Vec<ItemId> = field
        .get(who)
        .gear
        .0
        .iter()
        // What a level is about never stays with the fallen: somebody else may take it up.
        .filter(|item| {
            let in_hand = item.carried.in_hand() && item.carried != Carried::Arm;
            in_hand || item.id.0 >= FIRST_THING
        })
        .map(|item| item.id)
        .collect();
    for item in held {
        drop_item(field, who, item);
    }
}

/// A displaced shooter, holder or guard has lost his stance (B-081, P-129); a Knockback that throws
/// somebody down costs him his initiative (P-176).
pub fn lose_holds(mut field: Field) {
    let fights = field.bouts.0.clone();
    for fight in &fights {
        let Some(feet) = fight.bout.feet else {
            continue;
        };
        let number = fight.context.defender.rs;
        let words = if feet.success {
            "keeps his feet"
        } else {
            "loses his feet"
        };
        let event = field
            .event(fight.target, EventKind::Note)
            .note(format!("{words} (P-176)"))
            .detail("Resist Surprise, number or less", number, "P-176")
            .detail("d20", i32::from(feet.face), "P-176");
        field.say(event);
        if !feet.success {
            go_prone(&mut field, fight.target, "thrown down by the blow (P-176)");
            lose_initiative(&mut field, fight.target);
        }
    }
}

/// Riders who were knocked back learn whether they stay where they are, before they are moved.
pub fn out_of_the_saddle(field: &mut Field) {
    for fight in field.bouts.0.clone() {
        if let Some(saddle) = fight.bout.saddle {
            tell_saddle(field, fight.target, saddle);
        }
    }
}

/// A rider who was knocked back: in the saddle still, or on the ground (P-178).
fn tell_saddle(field: &mut Field, who: CombatantId, roll: crate::rules::phases::check::Roll) {
    let words = if roll.success {
        "keeps the saddle"
    } else {
        "is knocked off his mount"
    };
    let event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (P-178)"))
        .detail("d20", i32::from(roll.face), "P-178");
    field.say(event);
    if !roll.success {
        go_prone(field, who, "knocked out of the saddle (P-178)");
        lose_initiative(field, who);
    }
}
