//! Slots are served, from the highest Init to the lowest; whoever is free chooses (N-008, N-015 to
//! N-025).

use crate::board::arc::bearings;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::order::{Ask, Choice, Verb};
use crate::combat::precedence;
use crate::rules::nar::field::Field;
use crate::rules::nar::gather;
use crate::rules::nar::plans::{self, Plan};
use crate::rules::nar::scene::{LENGTH, row_of, unit_words};
use crate::rules::nar::tables::Timing;
use crate::rules::nar::tempo::{Deed, Slot};
use crate::rules::nar::verbs::{CHOICE, RECOVERING, ability::UseAbility};
use bevy::prelude::*;
use smol_str::SmolStr;

/// The next slot of the row: its combatant chooses, recovers or charges on, or something of his
/// takes effect. Without a slot left the row ends.
pub fn serve(mut field: Field) {
    let Some(who) = next(&mut field) else {
        field.service.serving = None;
        field.flow.enter(Stage::Upkeep);
        return;
    };
    field.flow.step += 1;
    field.service.serving = Some(who);
    let side = *field.get(who).side;
    if may_use_recovery(&field, who) {
        ask(&mut field, who, side, &RECOVERING);
        return;
    }
    match field.get_mut(who).tempo.serve() {
        Slot::Recovers | Slot::Charges => {}
        Slot::Falls(deed) => fall(&mut field, who, &deed),
        Slot::Free => ask(&mut field, who, side, &CHOICE),
    }
}

fn ask(field: &mut Field, who: CombatantId, side: SideId, verbs: &[&'static str]) {
    field.flow.part = 1;
    let verbs = verbs.iter().map(|verb| SmolStr::new_static(verb)).collect();
    field.flow.open("choice", false, [(who, side, verbs)]);
}

/// Who is served next: whoever has slots of this row left from the one just served (N-015), then
/// the highest Init of those not served yet, as it is now (N-007).
fn next(field: &mut Field) -> Option<CombatantId> {
    let waits = |field: &Field, id: CombatantId| {
        let row = field.get(id);
        row.fitness.is_able() && row.tempo.due > 0
    };
    let serving = field.service.serving;
    if let Some(who) = serving.filter(|who| waits(field, *who)) {
        return Some(who);
    }
    let waiting: Vec<(CombatantId, i32)> = field
        .ids()
        .filter(|id| waits(field, *id))
        .map(|id| {
            let row = field.get(id);
            let stats = row.fighter.0.stats;
            // Init, then Ref, then Coord, then the roll-off of the Round (N-006).
            let rank = [
                stats.reflex,
                stats.coordination,
                i32::from(row.tempo.rolloff),
            ]
            .iter()
            .fold(row.tempo.init, |rank, part| {
                rank * 101 + (*part).clamp(0, 100)
            });
            (id, rank)
        })
        .collect();
    precedence::best(&waiting, "order", field.dice())
}

/// Whether somebody in recovery has an ability that ignores it (N-021).
fn may_use_recovery(field: &Field, who: CombatantId) -> bool {
    let row = field.get(who);
    let may = row
        .fighter
        .0
        .abilities
        .iter()
        .any(|ability| ability.ignores_cd);
    if !may || row.tempo.cd == 0 || row.tempo.second.is_some() {
        return false;
    }
    let scene = field.scene();
    !UseAbility.options(&Ask { scene: &scene }, who).is_empty()
}

/// Takes the choice and begins what was chosen.
pub fn take_choice(mut field: Field) {
    field.flow.part = 0;
    let Some(who) = field.service.serving else {
        return;
    };
    let answer = field.flow.answer(who).cloned();
    field.flow.answers.clear();
    match answer.and_then(|choice| plan(&field, who, &choice)) {
        Some(plan) => begin(&mut field, who, plan),
        None => pass(&mut field, who),
    }
}

fn plan(field: &Field, who: CombatantId, choice: &Choice) -> Option<Plan> {
    let scene = field.scene();
    match choice.verb.as_str() {
        "pass" => None,
        "cast" => plans::cast_plan(&scene, who, &choice.slots).ok(),
        "ability" => plans::ability_plan(&scene, who, &choice.slots)
            .ok()
            .map(|(_, plan)| plan),
        name => plans::attack_plan(&scene, who, name, &choice.slots).ok(),
    }
}

fn pass(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    if row.tempo.serve() != Slot::Free {
        return;
    }
    row.tempo.use_slot();
    let action = "pass".into();
    let event = field.event(who, EventKind::Declared { action });
    field.say(event.detail("NAR", 1, "N-020"));
}

/// Marks the NAR, says when it takes effect or is over, and begins (N-017).
fn begin(field: &mut Field, who: CombatantId, plan: Plan) {
    let unit = field.flow.unit;
    let row_number = row_of(unit);
    let action = plan.deed.name.clone();
    let mut row = field.get_mut(who);
    let (falls, label, word, rule) = match plan.timing {
        Timing::Cd => {
            row.tempo.begin_cd(plan.cost);
            row.tempo.second = plan.second;
            let rows = row.tempo.rows_until_free(row_number);
            (
                Some((plan.deed, rows)),
                "free row",
                "free again in",
                "N-021",
            )
        }
        Timing::Ct => {
            let deed = row.tempo.begin_ct(plan.cost, plan.deed);
            (
                deed.map(|deed| (deed, 0)),
                "resolves row",
                "resolves in",
                "N-022",
            )
        }
    };
    let rows = match (&falls, &row.tempo.charge) {
        (Some((_, rows)), _) => *rows,
        (None, Some(charge)) => row.tempo.rows_until(row_number, u32::from(charge.left)),
        (None, None) => 0,
    };
    let left = row.tempo.left(row_number);
    let event = field
        .event(who, EventKind::Declared { action })
        .detail("NAR", i32::from(plan.cost), "N-017")
        .detail("NAR left", left.max(0), "N-017")
        .detail(label, LENGTH.grouped(unit + rows).1 as i32, rule)
        .note(format!("{word} {}", unit_words(unit + rows)));
    let event = if left < 0 {
        event.detail("debt", -left, "N-024")
    } else {
        event
    };
    field.say(event);
    if let Some((deed, _)) = falls {
        strike(field, who, &deed);
    }
}

/// A charge, or the second strike of a dual attack, takes effect; its target is looked at again
/// (N-022, N-033, N-053).
fn fall(field: &mut Field, who: CombatantId, deed: &Deed) {
    let scene = field.scene();
    match gather::can_reach(&scene, who, deed) {
        Ok(()) => strike(field, who, deed),
        Err(refusal) => {
            let words = format!("{} is lost: {refusal}", deed.name.replace('_', " "));
            let event = field.event(who, EventKind::Nothing).note(words);
            field.say(event);
        }
    }
}

/// The attack is announced: the attacker has turned to his target (§8.7), who may answer.
pub fn strike(field: &mut Field, who: CombatantId, deed: &Deed) {
    turn(field, who, deed.target);
    let scene = field.scene();
    field.service.duel = Some(gather::duel(&scene, who, deed));
    field.flow.stage = Stage::Reaction;
    field.flow.part = 0;
}

/// Turns to face somebody; between two directions the one that is nearer, else to the right.
fn turn(field: &mut Field, who: CombatantId, target: CombatantId) {
    let place = *field.get(who).place;
    let Some((one, other)) = bearings(place.hex, field.get(target).place.hex) else {
        return;
    };
    let far = |dir| place.facing.sixths_to(dir).abs();
    let to = match other {
        Some(other) if far(other) < far(one) => other,
        _ => one,
    };
    if to == place.facing {
        return;
    }
    field.get_mut(who).place.facing = to;
    let from = place.facing;
    let event = field.event(who, EventKind::Turned { from, to });
    field.say(event);
}
