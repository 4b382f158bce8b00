//! The row ends; with the twelfth, the Round (§6.7, B-096, B-102).

use super::resolution::{end, settle};
use crate::combat::combatant::{CombatantId, Fitness, OutBy};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::status::Status;
use crate::rules::nar::field::Field;
use crate::rules::nar::rows::ROWS;
use crate::rules::nar::scene::row_of;
use bevy::prelude::*;

/// What a physical resistance check of the dying must reach (§6.7).
const HOLDS_ON: i32 = 25;

/// Conditions end; at the end of a Round the dying lose a Health Point unless they hold on.
pub fn tick(mut field: Field) {
    let unit = field.flow.unit;
    for who in field.ids() {
        for condition in field.get_mut(who).conditions.expire(unit) {
            let begun = false;
            let event = field.event(who, EventKind::Condition { condition, begun });
            field.say(event);
        }
        if row_of(unit) == ROWS && *field.get(who).fitness == Fitness::Out(OutBy::Dying) {
            bleed(&mut field, who);
        }
    }
}

fn bleed(field: &mut Field, who: CombatantId) {
    let con = field.get(who).fighter.0.stats.constitution;
    let face = i32::from(field.dice().face(Throw::new(who, "resistance"), 20));
    let holds = face + con >= HOLDS_ON;
    let kind = if holds {
        EventKind::Nothing
    } else {
        EventKind::Harmed {
            by: None,
            losses: vec![("HP".into(), 1)],
        }
    };
    let event = field
        .event(who, kind)
        .detail("d20", face, "§6.7")
        .detail("Constitution", con, "§6.7")
        .note(if holds {
            "dying, and holds on"
        } else {
            "dying"
        });
    field.say(event);
    if !holds {
        field.get_mut(who).pools.hp -= 1;
        settle(field, who);
    }
}

/// Judges defeat, and on ticks everything else; then the next row, or the end.
pub fn end_row(mut field: Field, mut status: ResMut<Status>) {
    let unit = field.flow.unit;
    let standing = field.standings();
    let over = status.judge_beat(unit, &standing, &|_| None)
        || status.judge_tick(unit, field.log(), &standing, &|_| None);
    if over {
        end(&mut field, &status);
    } else {
        field.flow.enter(Stage::Clock);
    }
}
