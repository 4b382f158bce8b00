//! The Resolution sub-phase: damage, then states and deaths, then displacement, then what it causes
//! (P-014, B-071). No choices are made here.

use super::bouts::Fight;
use super::charge::{Points, point_losses};
use super::feet::down;
use super::told::tell;
use super::{fumble, specials};
use crate::combat::combatant::{CombatantId, Condition};
use crate::combat::dice::Thrown;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::rules::phases::defence::Answer;
use crate::rules::phases::exchange::{AnswerState, BoutStage, advance};
use crate::rules::phases::field::Field;
use crate::rules::phases::harm;
use crate::rules::phases::systems::handling::drop_item;
use bevy::prelude::*;

/// Rolls and applies all damage of the phase together.
pub fn apply_damage(mut field: Field, mut points: ResMut<Points>) {
    let phase = field.flow.unit;
    let mut fights = std::mem::take(&mut field.bouts.0);
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "resolution".into(),
        },
    ));
    for fight in &mut fights {
        let thrown = resolve(&mut field, fight);
        tell(&mut field, fight, thrown);
    }
    // Everything is known before anything is applied: blows of one phase are simultaneous (P-010).
    let mut losses: Vec<(CombatantId, Option<CombatantId>, i32, i32)> = fights
        .iter()
        .map(|fight| (fight.target, None, fight.bout.shp, fight.bout.chp))
        .collect();
    for (charger, wielder, loss) in point_losses(&mut field, &mut points) {
        let event = field
            .event(
                charger,
                EventKind::Harmed {
                    by: Some(wielder),
                    losses: vec![("Stamina".into(), loss), ("Critical".into(), loss)],
                },
            )
            .note("ran onto the point (P-081)");
        field.say(event);
        losses.push((charger, Some(wielder), loss, loss));
    }
    for (who, _, shp, chp) in losses {
        lose(&mut field, who, shp, chp);
    }
    field.bouts.0 = fights;
    fumble::settle(&mut field);
    for at in 0..field.bouts.0.len() {
        let fight = field.bouts.0[at].clone();
        specials::apply(&mut field, &fight);
        defence_aftermath(&mut field, &fight);
    }
}

/// Takes hit points off; whoever is harmed looks at his plot again.
pub fn lose(field: &mut Field, who: CombatantId, shp: i32, chp: i32) {
    let mut row = field.get_mut(who);
    *row.pools = harm::after(*row.pools, shp, chp);
    if shp > 0 || chp > 0 {
        row.motion.fresh = true;
    }
}

/// Walks a fight to its end; the dice thrown for each of its attacks.
fn resolve(field: &mut Field, fight: &mut Fight) -> Vec<Vec<Thrown>> {
    let mut thrown = vec![Vec::new(); fight.context.attacks.len()];
    while fight.bout.stage < BoutStage::Resolved {
        let stage = fight.bout.stage;
        fight.bout = advance(
            &fight.bout,
            &fight.context,
            fight.answer.as_ref(),
            field.dice(),
        );
        let dice = std::mem::take(&mut field.dice().thrown);
        if let BoutStage::Answered(at) = stage
            && let Some(own) = thrown.get_mut(usize::from(at))
        {
            own.extend(dice);
        }
    }
    thrown
}

/// What a defence leaves behind: the dodger lies in his new hex, weapons may be lost (P-053 to
/// P-055).
fn defence_aftermath(field: &mut Field, fight: &Fight) {
    let (Some(Answer::Dodge(dodge)), AnswerState::Dodge { dropped, .. }) =
        (&fight.answer, fight.bout.answer)
    else {
        return;
    };
    let who = fight.target;
    let scene = field.scene();
    let from = scene.figure(who).place.hex;
    if scene.figure(who).rides() {
        go_prone(field, who, "out of the saddle with the Dodge (P-055)");
    }
    if let (Some(dir), true) = (dodge.dir, dodge.room) {
        let to = dir.from(from);
        if scene.occupant(to).is_none() {
            field.get_mut(who).place.hex = to;
            let event = field.event(
                who,
                EventKind::Displaced {
                    path: vec![from, to],
                    stopped_by: None,
                },
            );
            field.say(event.note("dives aside (P-053)"));
        }
    }
    go_prone(field, who, "lies after the Dodge (P-055)");
    for (place, weapon) in fight.context.defender.weapons.iter().enumerate().take(8) {
        if dropped & (1 << place) != 0 {
            drop_item(field, who, weapon.item);
        }
    }
}

/// Lays somebody down.
pub fn go_prone(field: &mut Field, who: CombatantId, words: &str) {
    let to = down(field, who);
    let mut row = field.get_mut(who);
    let from = *row.posture;
    if from == to {
        return;
    }
    *row.posture = to;
    row.conditions.lift(Condition::Running);
    row.motion.running_on = false;
    row.motion.fresh = true;
    let event = field
        .event(who, EventKind::Posture { from, to })
        .note(words);
    field.say(event);
}

/// The pending action is lost: he declares anew in this phase's Declaration.
pub fn lose_initiative(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.tempo.declares = true;
    row.tempo.recovers = true;
    row.let_go();
    row.tempo.refire = None;
    row.tempo.refire_due = None;
}

/// Ends holds and chains of those who were moved.
pub fn lose_stance(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.tempo.leave_chain();
    if matches!(
        row.tempo.hold,
        Some(
            crate::rules::phases::scene::HoldMode::Overprepare
                | crate::rules::phases::scene::HoldMode::Guard
        )
    ) {
        row.tempo.held = 0;
    }
    row.motion.fresh = true;
}

/// Preparation counts a phase whose Resolution passed unbroken (P-046, P-049).
pub fn close(mut field: Field) {
    let moved: Vec<CombatantId> = field
        .bouts
        .0
        .iter()
        .filter(|fight| {
            fight
                .bout
                .attacks
                .iter()
                .any(|state| state.knock > 0 && !state.avoided)
        })
        .map(|fight| fight.target)
        .collect();
    for who in field.those(|row| row.tempo.hold.is_some() || row.motion.charge.is_some()) {
        let row = field.get(who);
        let counts = row.tempo.hold.is_some() && !moved.contains(&who);
        if !counts && row.motion.charge.is_none() {
            continue;
        }
        let mut row = field.get_mut(who);
        if counts {
            row.tempo.held = row.tempo.held.saturating_add(1);
        }
        row.motion.charge = None;
    }
    field.bouts.0.clear();
    field.flow.enter(Stage::Declaration);
}
