//! The round begins: the stunned check, reserves arrive, movement is full, and everybody says what he
//! means to use (W-010, W-096, B-099, B-100).

use super::states::settle_state;
use crate::board::push::nearest_free;
use crate::combat::combatant::{CombatantId, Condition, Fitness};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::rules::wounds::field::{Field, Round, Sides};
use crate::rules::wounds::recovery::{self, Recovery};
use crate::rules::wounds::scene::{Agenda, Deed};
use crate::rules::wounds::shock::{Stun, stun};
use crate::rules::wounds::state::Turn;
use crate::rules::wounds::tables::InitiativeMode;
use crate::rules::wounds::{verbs, walk};
use bevy::prelude::*;

/// Counts the round (W-020).
pub fn begin_round(mut field: Field) {
    field.flow.unit += 1;
    let round = field.flow.unit;
    *field.round = Round::default();
    field.say(Event::general(
        round,
        EventKind::Clock {
            unit: round,
            part: "initiative".into(),
        },
    ));
}

/// One check for each state of shock, or its end by time (W-096).
pub fn recover(mut field: Field) {
    let round = field.flow.unit;
    for who in field.ids() {
        let figure = field.figure(who);
        if figure.shock.0.is_empty() || figure.fitness.is_out() {
            continue;
        }
        let value = figure.sheet.shock.into();
        let injury = figure.penalty();
        let (shock, done) =
            recovery::recover(who, value, injury, &figure.shock, round, field.dice());
        *field.get_mut(who).shock = shock;
        for recovery in done {
            tell_recovery(&mut field, who, &recovery);
        }
        settle_state(&mut field, who);
    }
}

fn tell_recovery(field: &mut Field, who: CombatantId, recovery: &Recovery) {
    let what = match (stun(recovery.location), recovery.recovered) {
        (Stun::Unconscious, true) => "comes to",
        (Stun::Unconscious, false) => "stays unconscious",
        (Stun::Winded, true) => "has his wind back",
        (Stun::Winded, false) => "is still winded",
        (Stun::Numb, true) => "can use the arm again",
        (Stun::Numb, false) => "cannot use the arm yet",
        (Stun::Falls, true) => "can stand on the leg again",
        (Stun::Falls, false) => "cannot stand on the leg yet",
    };
    let mut event = field
        .event(who, EventKind::Note)
        .note(format!("{what} ({})", recovery.location.word()));
    if let Some(roll) = recovery.roll {
        event = event.detail("to stay under", roll.target, "W-096");
    }
    field.say(event);
    if recovery.recovered {
        field.get_mut(who).course.fresh = true;
    }
}

/// Puts those on the board whose time has come (B-099).
pub fn arrive(mut field: Field, sides: Res<Sides>) {
    let round = field.flow.unit;
    for (who, first) in sides.arrivals.iter().copied() {
        if first > round || field.get(who).fitness != &Fitness::Reserve {
            continue;
        }
        let place = *field.get(who).place;
        let scene = field.scene();
        let free = |hex| scene.occupant(hex).is_none();
        let found = if free(place.hex) {
            Some(place.hex)
        } else {
            nearest_free(&scene.board, place.hex, place.facing, 3, &free)
        };
        let Some(hex) = found else { continue };
        let mut row = field.get_mut(who);
        row.place.hex = hex;
        *row.fitness = Fitness::Able;
        let event = field
            .event(
                who,
                EventKind::Moved {
                    from: hex,
                    to: hex,
                    run: false,
                },
            )
            .note("arrives");
        field.say(event);
        settle_state(&mut field, who);
    }
}

/// Begins everybody's turn anew: movement is full, nothing is done (WH-03).
pub fn begin_turns(mut field: Field, sides: Res<Sides>) {
    let scene = field.scene();
    let surprise = surprised_round(&field, &sides);
    for figure in &scene.figures {
        let full = walk::allowance(&scene, figure);
        let late = surprise && sides.surprised[usize::from(figure.side.0)];
        let mut row = field.get_mut(figure.id);
        *row.turn = Turn {
            left: full,
            ..Turn::default()
        };
        *row.agenda = Agenda {
            late,
            ..Agenda::default()
        };
        *row.deed = Deed(None);
        row.course.promised = None;
        row.conditions.lift(Condition::Running);
    }
}

/// Whether this is a first round in which a side is surprised: nobody rolls, the surprised act last
/// (W-010, B-100).
pub fn surprised_round(field: &Field, sides: &Sides) -> bool {
    field.flow.unit == 1 && sides.surprised.iter().any(|surprised| *surprised)
}

/// Asks everybody what he means to use, where initiative is rolled (W-011, W-018).
pub fn open_skills(mut field: Field, sides: Res<Sides>) {
    field.enter(Stage::Declaration, 0);
    let rolled = field.switches().initiative != InitiativeMode::Trade;
    if !rolled || surprised_round(&field, &sides) {
        return;
    }
    let scene = field.scene();
    let asked: Vec<_> = scene
        .figures
        .iter()
        .filter(|figure| figure.free().is_ok())
        .map(|figure| {
            let verbs: &[&str] = if figure.acts().is_ok() {
                &verbs::SKILLS
            } else {
                &verbs::SKILLS[1..]
            };
            (
                figure.id,
                figure.side,
                verbs.iter().map(|verb| (*verb).into()).collect(),
            )
        })
        .collect();
    field.flow.open("skill", true, asked);
}
