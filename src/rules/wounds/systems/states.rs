//! What wounds and shock come to: conditions, posture, who is out (W-087, W-092 to W-095, BT-7, BT-8).

use super::handling::drop_item;
use super::movement::halt;
use crate::combat::combatant::{Carried, CombatantId, Condition, Fitness, ItemId, OutBy, Posture};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::rules::wounds::armour;
use crate::rules::wounds::check::DIE;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::sheet::Location;
use crate::rules::wounds::shock::{Stun, stun};

/// Makes conditions and fitness what injuries and shock say. Says what changed.
pub fn settle_state(field: &mut Field, who: CombatantId) {
    let figure = field.figure(who);
    if matches!(figure.fitness, Fitness::Reserve) {
        return;
    }
    let boxes = figure.sheet.boxes;
    let dead = figure.injuries.dead(&boxes);
    let arm = [Location::RightArm, Location::LeftArm];
    let leg = [Location::RightLeg, Location::LeftLeg];
    let broken = |limbs: [Location; 2]| limbs.into_iter().any(|limb| !figure.limb_works(limb));
    let marks = [
        (Condition::Dead, dead),
        (Condition::Unconscious, figure.shock.unconscious() && !dead),
        (Condition::Stunned, figure.shock.winded() && !dead),
        (Condition::ArmOut, broken(arm) && !dead),
        (Condition::LegOut, broken(leg) && !dead),
        (
            Condition::Bleeding,
            figure.injuries.bleeding(&boxes) && !dead,
        ),
        (Condition::Hurt, figure.injuries.total() > 0),
    ];
    for (condition, is) in marks {
        field.condition(who, condition, is);
    }
    if figure.fitness.is_out() {
        return;
    }
    if dead {
        *field.get_mut(who).fitness = Fitness::Out(OutBy::Dead);
        field.get_mut(who).deed.0 = None;
        let event = field.event(who, EventKind::Out(OutBy::Dead));
        field.say(event);
        lose_target(field, who);
        return;
    }
    let held = field.figure(who).acts().is_err();
    *field.get_mut(who).fitness = if held {
        Fitness::Disabled
    } else {
        Fitness::Able
    };
}

/// Whoever was after somebody who is down must think anew.
fn lose_target(field: &mut Field, down: CombatantId) {
    for who in field.ids() {
        let mut row = field.get_mut(who);
        if row.course.target == Some(down) {
            row.course.target = None;
            row.course.fresh = true;
        }
    }
}

/// Goes down where he stands (W-092, W-095, T9).
pub fn fall(field: &mut Field, who: CombatantId, why: &str) {
    let on_feet = !matches!(*field.get(who).posture, Posture::Prone | Posture::Swimming);
    if on_feet {
        field.posture(who, Posture::Prone, why);
    }
    let mut row = field.get_mut(who);
    // Who lies has one hex of movement, if he has any left (WH-03).
    row.turn.left = row.turn.left.min(2);
    row.turn.stopped = true;
    row.course.fresh = true;
    let walking = row
        .deed
        .0
        .as_ref()
        .is_some_and(|doing| !doing.way.is_empty());
    if walking {
        halt(field, who, why);
    }
}

/// A failed Shock check takes a location out of action (W-092 to W-095).
pub fn put_out(field: &mut Field, who: CombatantId, location: Location) {
    let round = field.flow.unit;
    field.get_mut(who).shock.0.insert(location, round);
    match stun(location) {
        Stun::Unconscious => {
            fall(field, who, "is struck senseless (W-092)");
            field.get_mut(who).deed.0 = None;
            lose_target(field, who);
        }
        Stun::Winded => {
            let event = field.event(who, EventKind::Note).note("is winded (W-093)");
            field.say(event);
            let mut row = field.get_mut(who);
            row.turn.left = row.turn.left.min(2);
            row.turn.stopped = true;
        }
        Stun::Numb => drop_from(field, who, location, "W-094"),
        Stun::Falls => fall(field, who, "the leg gives way (W-095)"),
    }
    field.get_mut(who).course.fresh = true;
}

/// A limb that is gone: useless for good (W-079).
pub fn lose_limb(field: &mut Field, who: CombatantId, limb: Location) {
    let event = field
        .event(who, EventKind::Note)
        .note(format!("the {} is gone (W-079)", limb.word()));
    field.say(event);
    match stun(limb) {
        Stun::Numb => drop_from(field, who, limb, "W-079"),
        _ => fall(field, who, "a leg is gone (W-079)"),
    }
}

/// What an arm holds goes to the ground.
fn drop_from(field: &mut Field, who: CombatantId, arm: Location, rule: &str) {
    let right = arm == Location::RightArm;
    let held: Vec<ItemId> = field
        .get(who)
        .gear
        .0
        .iter()
        .filter(|item| match item.carried {
            Carried::Main => right,
            Carried::Off => !right,
            Carried::Both => true,
            // A shield is strapped on: it stays, and is of no use (WH-09).
            _ => false,
        })
        .map(|item| item.id)
        .collect();
    for item in held {
        drop_item(field, who, item, rule);
    }
}

/// Wounds from the ground on one rolled location, armour counted (B-049).
pub fn wound_by_ground(field: &mut Field, who: CombatantId, wounds: u16, words: &str) {
    let figure = field.figure(who);
    if figure.fitness.is_out() || !figure.fitness.on_board() {
        return;
    }
    let charts = field.tables().charts.clone();
    let face = field
        .dice()
        .check(Throw::new(who, "fire location"), DIE, &|face| {
            charts.location(face).index() as u8
        })
        .face;
    let location = charts.location(face);
    let through =
        wounds.saturating_sub(armour::suit(&figure.gear, field.tables(), location).into());
    let (injuries, marked) = figure.injuries.mark(&figure.sheet.boxes, location, through);
    *field.get_mut(who).injuries = injuries;
    let losses = super::resolution::losses(location, marked);
    let event = field
        .event(who, EventKind::Harmed { by: None, losses })
        .note(words);
    field.say(event);
    settle_state(field, who);
}
