//! The phase begins: movement is full, last phase's marks are gone, surprise is rolled.

use crate::combat::combatant::{CombatantId, Condition, Fitness};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::plot::Gait;
use crate::rules::phases::derive::with_losses;
use crate::rules::phases::field::{Field, Sides};
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::scene::Motion;
use bevy::prelude::*;

/// Counts the phase and clears what belonged to the one before (P-008, P-019).
pub fn begin_phase(mut field: Field) {
    field.flow.unit += 1;
    let phase = field.flow.unit;
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "movement".into(),
        },
    ));
    for id in field.ids() {
        let row = field.get(id);
        // A rider goes on his mount's legs (B-089).
        let legs = row.saddle.mount;
        // What crushed and destroyed parts took for good counts from now on (P-161).
        let losses = row.body.meant_losses();
        let body = row.body;
        let sheet = if losses == body.losses {
            row.sheet()
        } else {
            let mut body = body.clone();
            body.losses = losses;
            with_losses(&row.fighter.0, &body)
        };
        let load = field.tables().encumbrance.of(sheet.load);
        let mut rate =
            rates::allowance_of(&sheet, body, load, Gait::Walk, *row.posture).unwrap_or(0);
        if let Some(mount) = legs {
            rate = mounted_rate(&field, mount, Gait::Walk);
        }
        let mut row = field.get_mut(id);
        if row.body.losses != losses {
            row.body.losses = losses;
        }
        let old = std::mem::take(&mut *row.motion);
        *row.motion = Motion {
            plot: old.plot,
            fresh: old.fresh,
            sunk: old.sunk,
            climbed: old.climbed,
            threats: old.threats,
            stuck: old.stuck,
            left: rate,
            carried_run: old.gait == Gait::Run && old.running_on,
            ..Motion::default()
        };
        // What he did in the phase before is heard in this one (H-18).
        row.senses.fought = row.tempo.acted || row.tempo.reacted;
        row.statement.0 = None;
        row.tempo.rushing = false;
        row.tempo.acted = false;
        row.tempo.reacted = false;
        row.tempo.declares = false;
        row.tempo.recovers = false;
        row.tempo.aborted = false;
        row.tempo.unready = None;
        row.tempo.second_struck = false;
        if !row.motion.carried_run {
            row.conditions.lift(Condition::Running);
        }
    }
}

/// Half metres of a pair: its mount's (B-089); none while that is stunned or held fast.
pub fn mounted_rate(field: &Field, mount: CombatantId, gait: Gait) -> i16 {
    let row = field.get(mount);
    let helpless = [Condition::Stunned, Condition::Pinned, Condition::Bound]
        .iter()
        .any(|condition| row.conditions.has(*condition));
    if helpless || row.fitness.is_out() {
        return 0;
    }
    let sheet = row.sheet();
    let load = field.tables().encumbrance.of(sheet.load);
    rates::allowance_of(&sheet, row.body, load, gait, *row.posture).unwrap_or(0)
}

/// Puts those on the board whose time has come (B-099): the first phase at or after their seconds.
pub fn arrive(mut field: Field, sides: Res<Sides>) {
    let phase = field.flow.unit;
    for (id, first) in sides.arrivals.iter().copied() {
        let waits = field.get(id).fitness == &Fitness::Reserve;
        if first > phase || !waits || field.get(id).saddle.rider.is_some() {
            continue;
        }
        let wanted = field.get(id).place.hex;
        let facing = field.get(id).place.facing;
        let scene = field.scene();
        let free = |hex| scene.occupant(hex).is_none();
        let place = if free(wanted) {
            Some(wanted)
        } else {
            crate::board::push::nearest_free(&scene.board, wanted, facing, 3, &free)
        };
        let Some(hex) = place else { continue };
        let mut row = field.get_mut(id);
        row.place.hex = hex;
        *row.fitness = Fitness::Able;
        if let Some(mount) = row.saddle.mount {
            *field.get_mut(mount).fitness = Fitness::Able;
            super::riding::take_along(&mut field, id);
        }
        let event = field
            .event(
                id,
                EventKind::Moved {
                    from: hex,
                    to: hex,
                    run: false,
                },
            )
            .note("arrives");
        field.say(event);
    }
}

/// Rolls who is surprised in Phase 1 (P-005 to P-007).
pub fn surprise(mut field: Field, sides: Res<Sides>) {
    if field.flow.unit != 1 {
        return;
    }
    let ids: Vec<CombatantId> = field.ids().collect();
    for id in ids {
        let row = field.get(id);
        if !sides.surprised[usize::from(row.side.0)] || !row.fitness.is_able() {
            continue;
        }
        let number = i32::from(row.fighter.0.rs);
        let rolled = field.dice().check(Throw::new(id, "surprise"), 20, &|face| {
            u8::from(face == 1 || (face != 20 && i32::from(face) <= number))
        });
        let event = field
            .event(
                id,
                EventKind::Condition {
                    condition: Condition::Surprised,
                    begun: rolled.class == 0,
                },
            )
            .detail("resist surprise", number, "P-005")
            .detail("d20", i32::from(rolled.face), "P-005");
        if rolled.class == 0 {
            let mut row = field.get_mut(id);
            row.conditions.add(Condition::Surprised, Some(1));
            row.tempo.declares = true;
            field.say(event);
        } else {
            let event = Event {
                kind: EventKind::Note,
                ..event
            };
            field.say(event.note("is not surprised"));
        }
    }
}

/// Opens the plots: everybody who may move or rush.
pub fn open_plots(mut field: Field) {
    field.flow.enter(Stage::Movement);
    super::riding::send_strays(&mut field);
    let scene = field.scene();
    let asked: Vec<_> = scene
        .figures
        .iter()
        // The pinned move nowhere, but may hurry to break free (P-232, P-236).
        .filter(|figure| figure.is_free() || figure.struggles())
        .filter(|figure| !figure.is_steed())
        .map(|figure| (figure.id, figure.side, vec!["plot".into()]))
        .collect();
    field.flow.open("plot", true, asked);
}
