//! The round ends: bleeding, conditions, fire, endings (W-071, W-079, B-049, B-096, B-102).

use super::states::{put_out, settle_state, wound_by_ground};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::status::{Standing, Status};
use crate::rules::wounds::field::Field;
use crate::rules::wounds::recovery::bleed as bleed_once;
use crate::rules::wounds::sheet::Location;
use bevy::prelude::*;

/// Untreated Critical wounds go on (W-071).
pub fn bleed(mut field: Field) {
    for who in field.ids() {
        let figure = field.figure(who);
        let boxes = figure.sheet.boxes;
        if figure.fitness.is_out()
            || !figure.fitness.on_board()
            || !figure.injuries.bleeding(&boxes)
        {
            continue;
        }
        let value = figure.sheet.shock.into();
        let bled = bleed_once(
            who,
            value,
            &boxes,
            &figure.injuries,
            &figure.shock,
            field.dice(),
        );
        *field.get_mut(who).injuries = bled.injuries;
        let losses = Location::ALL
            .into_iter()
            .filter_map(|location| {
                let at = location.index();
                let lost = bled.injuries.points[at].saturating_sub(figure.injuries.points[at]);
                (lost > 0).then(|| (location.word().into(), i32::from(lost)))
            })
            .collect();
        let event = field
            .event(who, EventKind::Harmed { by: None, losses })
            .note("bleeds (W-071)");
        field.say(event);
        for (location, roll) in bled.checks {
            let held = roll.verdict.succeeded();
            let event = field
                .event(who, EventKind::Note)
                .note(if held {
                    "bears the shock"
                } else {
                    "does not bear the shock"
                })
                .detail("to stay under", roll.target, "W-091");
            field.say(event);
            if !held {
                put_out(&mut field, who, location);
            }
        }
        settle_state(&mut field, who);
    }
}

/// Conditions end with their last round; fire burns.
pub fn tick(mut field: Field) {
    let round = field.flow.unit;
    for who in field.ids() {
        let over = field.get_mut(who).conditions.expire(round);
        for condition in over {
            let event = field.event(
                who,
                EventKind::Condition {
                    condition,
                    begun: false,
                },
            );
            field.say(event);
        }
        let hex = field.get(who).place.hex;
        let burning = field
            .terrain
            .0
            .cell(hex)
            .is_some_and(crate::board::Cell::is_burning);
        if burning {
            wound_by_ground(&mut field, who, 2, "stands in fire (B-049)");
        }
    }
    let board = field.terrain.0.clone();
    field.ground.0.retain(|lying| {
        !board
            .cell(lying.hex)
            .is_some_and(crate::board::Cell::is_burning)
    });
}

/// Everybody as the end of the battle sees him.
fn standings(field: &Field) -> Vec<Standing> {
    field
        .ids()
        .map(|who| {
            let row = field.get(who);
            Standing {
                who,
                fitness: *row.fitness,
                hex: row.fitness.on_board().then_some(row.place.hex),
            }
        })
        .collect()
}

/// Looks at defeat, and at the round's end at everything that ticks.
pub fn settle(field: &Field, status: &mut Status, round_over: bool) {
    let round = field.flow.unit;
    let standing = standings(field);
    let held: Vec<(ItemId, CombatantId)> = field
        .ids()
        .filter(|who| field.get(*who).fitness.is_able())
        .flat_map(|who| {
            let items: Vec<ItemId> = field.get(who).gear.0.iter().map(|item| item.id).collect();
            items.into_iter().map(move |item| (item, who))
        })
        .collect();
    let holder = |item: ItemId| held.iter().find(|(id, _)| *id == item).map(|(_, who)| *who);
    let over = status.judge_beat(round, &standing, &holder);
    if !over && round_over && round > 0 {
        status.judge_tick(round, field.log(), &standing, &holder);
    }
}

/// Says that the battle is over, if it is.
pub fn ended(field: &mut Field, status: &Status) -> bool {
    let Some(outcome) = &status.outcome else {
        return false;
    };
    let words = status.ending_words().unwrap_or_default();
    let winner = outcome.ending.winner();
    let round = field.flow.unit;
    field.say(Event::general(round, EventKind::Ended { winner }).note(words));
    field.enter(Stage::Over, 0);
    true
}

/// Judges defeat, objectives, stalemate and limit.
pub fn settle_end(field: Field, mut status: ResMut<Status>) {
    settle(&field, &mut status, true);
}

/// On to the next round, or to the end.
pub fn end_round(mut field: Field, status: Res<Status>) {
    if !ended(&mut field, &status) {
        field.enter(Stage::Clock, 0);
    }
}
