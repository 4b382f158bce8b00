//! The row begins; with the first of a Round, the Round (N-010, N-018, N-024).

use crate::board::push::nearest_free;
use crate::combat::combatant::{CombatantId, Fitness};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::rules::nar::field::Field;
use crate::rules::nar::scene::{Service, row_of};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Counts the row; a Round begins with Initiative and fresh points for all.
pub fn begin_row(mut field: Field) {
    field.flow.unit += 1;
    let unit = field.flow.unit;
    if row_of(unit) == 1 {
        begin_round(&mut field);
    }
    let part = "row".into();
    field.say(Event::general(unit, EventKind::Clock { unit, part }));
    *field.service = Service::default();
    field.flow.enter(Stage::Action);
}

/// Puts those on the board whose time has come (B-099): the first row at or after their seconds.
pub fn arrive(mut field: Field) {
    let unit = field.flow.unit;
    let arrivals = field.constants().arrivals.clone();
    for (id, first) in arrivals.iter().copied() {
        if first > unit || *field.get(id).fitness != Fitness::Reserve {
            continue;
        }
        let place = *field.get(id).place;
        let scene = field.scene();
        let free = |hex| scene.occupant(hex).is_none();
        let hex = if free(place.hex) {
            Some(place.hex)
        } else {
            nearest_free(&scene.board, place.hex, place.facing, 3, &free)
        };
        let Some(hex) = hex else { continue };
        let mut row = field.get_mut(id);
        row.place.hex = hex;
        *row.fitness = Fitness::Able;
        let (from, to) = (hex, hex);
        let run = false;
        let event = field.event(id, EventKind::Moved { from, to, run });
        field.say(event.note("arrives"));
    }
}

/// Gives everybody who can act his slots of the row (N-011).
pub fn place_slots(mut field: Field) {
    let row = row_of(field.flow.unit);
    for id in field.ids() {
        let mut figure = field.get_mut(id);
        if figure.fitness.is_able() {
            figure.tempo.begin_row(row);
        } else {
            figure.tempo.lose_all();
        }
    }
}

/// Initiative for all, the highest first (N-006, N-018).
fn begin_round(field: &mut Field) {
    let unit = field.flow.unit;
    let part = "round".into();
    field.say(Event::general(unit, EventKind::Clock { unit, part }));
    let ids: Vec<CombatantId> = field.ids().filter(|id| takes_part(field, *id)).collect();
    for id in &ids {
        let sheet = field.get(*id).fighter.0.clone();
        let face = i32::from(field.dice().face(Throw::new(*id, "initiative"), 20));
        let init = face + sheet.init;
        let mut row = field.get_mut(*id);
        row.tempo.begin_round(sheet.nar, sheet.dap, init);
        let debt = i32::from(row.tempo.bound());
        row.tempo.begin_row(1);
        let due = unit + row.tempo.rows_until_free(1);
        let mut event = field
            .event(*id, EventKind::Initiative { due })
            .detail("d20", face, "N-006")
            .detail("Reflex", sheet.init, "N-006")
            .detail("Init", init, "N-018");
        if debt > 0 {
            event = event.detail("slots owed", debt, "N-024");
        }
        field.say(event);
    }
    roll_off(field, &ids);
}

fn takes_part(field: &Field, id: CombatantId) -> bool {
    matches!(*field.get(id).fitness, Fitness::Able | Fitness::Disabled)
}

/// Throws of equals before a keyed die parts them when it matters.
const THROWS: u16 = 8;

/// Equal Init, Ref and Coord: a d20 roll-off, thrown again by those who are still equal (N-006).
fn roll_off(field: &mut Field, ids: &[CombatantId]) {
    let mut groups: BTreeMap<(i32, i32, i32), Vec<CombatantId>> = BTreeMap::new();
    for id in ids {
        let row = field.get(*id);
        let stats = row.fighter.0.stats;
        let key = (row.tempo.init, stats.reflex, stats.coordination);
        groups.entry(key).or_default().push(*id);
    }
    for group in groups.into_values().filter(|group| group.len() > 1) {
        let mut thrown: Vec<(Vec<u16>, CombatantId)> =
            group.into_iter().map(|id| (Vec::new(), id)).collect();
        for ordinal in 0..THROWS {
            let before: Vec<Vec<u16>> = thrown.iter().map(|one| one.0.clone()).collect();
            let mut again = false;
            for (at, (faces, id)) in thrown.iter_mut().enumerate() {
                if before.iter().filter(|other| **other == before[at]).count() > 1 {
                    faces.push(field.dice().face(Throw::nth(*id, "roll off", ordinal), 20));
                    again = true;
                }
            }
            if !again {
                break;
            }
        }
        let mut ranks: Vec<Vec<u16>> = thrown.iter().map(|one| one.0.clone()).collect();
        ranks.sort();
        ranks.dedup();
        for (faces, id) in thrown {
            let rank = ranks.iter().position(|known| *known == faces).unwrap_or(0);
            field.get_mut(id).tempo.rolloff = rank.min(99) as u8;
            let last = faces.last().copied().unwrap_or(0);
            let event = field
                .event(id, EventKind::Note)
                .note("as fast as another: a throw decides who goes first")
                .detail("d20", i32::from(last), "N-006");
            field.say(event);
        }
    }
}
