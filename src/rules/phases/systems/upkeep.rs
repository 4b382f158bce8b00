//! The phase closes: conditions expire, the dying bleed, fire burns, endings are judged (C-6, H-4,
//! B-049, B-096, B-102).

use super::resolution::lose;
use super::states::settle_all_states;
use crate::combat::combatant::{CombatantId, Fitness, ItemId, OutBy, Posture};
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::status::{Standing, Status};
use crate::rules::phases::feat::{Difficulty, dexterity};
use crate::rules::phases::field::Field;
use bevy::prelude::*;

/// Everybody as the end of the battle sees him.
fn standings(field: &Field) -> Vec<Standing> {
    field
        .ids()
        .map(|who| {
            let row = field.get(who);
            let fled = *row.fitness == Fitness::Out(OutBy::Fled);
            let hex = (row.fitness.on_board() || fled).then_some(row.place.hex);
            Standing {
                who,
                fitness: *row.fitness,
                hex,
            }
        })
        .collect()
}

/// The able one who carries an item.
fn holder(field: &Field, item: ItemId) -> Option<CombatantId> {
    field.ids().find(|who| {
        let row = field.get(*who);
        row.fitness.is_able() && row.gear.item(item).is_some()
    })
}

/// What the tick does: conditions end, fire burns, the dying lose, the sinking drown.
pub fn tick(mut field: Field) {
    let phase = field.flow.unit;
    if phase == 0 {
        return;
    }
    for who in field.ids() {
        let row = field.get(who);
        let nothing_to_do = row.conditions.0.is_empty()
            && row.fitness.is_able()
            && row.body.parts.is_empty()
            && !field.terrain.0.cell(row.place.hex).is_some_and(|cell| {
                cell.is_burning() || cell.ground == crate::board::Ground::DeepWater
            });
        if nothing_to_do {
            continue;
        }
        let over = if row.conditions.0.is_empty() {
            Vec::new()
        } else {
            field.get_mut(who).conditions.expire(phase)
        };
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
        // Who cannot act for a while comes back when nothing holds him any more.
        let scene_free = {
            let row = field.get(who);
            let held = [
                crate::combat::combatant::Condition::Stunned,
                crate::combat::combatant::Condition::Pinned,
                crate::combat::combatant::Condition::Bound,
                crate::combat::combatant::Condition::Surprised,
            ]
            .iter()
            .any(|condition| row.conditions.has(*condition));
            (*row.fitness, held)
        };
        match scene_free {
            (Fitness::Disabled, false) => *field.get_mut(who).fitness = Fitness::Able,
            (Fitness::Able, true) => *field.get_mut(who).fitness = Fitness::Disabled,
            _ => {}
        }
        burn(&mut field, who);
        sink(&mut field, who);
        super::specials::bleed(&mut field, who);
        bleed(&mut field, who, phase);
    }
    settle_all_states(&mut field);
    // What fell into fire is burnt (B-084).
    let board = field.terrain.0.clone();
    field.ground.0.retain(|lying| {
        !board
            .cell(lying.hex)
            .is_some_and(crate::board::Cell::is_burning)
    });
}

/// Fire, each tick in it: 1d6 Stamina, armour does not count (B-049).
fn burn(field: &mut Field, who: CombatantId) {
    let row = field.get(who);
    let burning = row.fitness.on_board()
        && field
            .terrain
            .0
            .cell(row.place.hex)
            .is_some_and(crate::board::Cell::is_burning);
    if !burning || *row.fitness == Fitness::Out(OutBy::Dead) {
        return;
    }
    scorch(field, who, 0, "stands in fire (B-049)");
}

/// Who enters fire is burnt at once (B-049, B-079); `nth` counts the hexes of one way from 1.
pub fn enter_fire(field: &mut Field, who: CombatantId, nth: u16) {
    scorch(field, who, nth, "enters fire (B-049)");
    settle_all_states(field);
}

fn scorch(field: &mut Field, who: CombatantId, nth: u16, words: &str) {
    let shp = field
        .dice()
        .sum(Throw::nth(who, "fire", nth), DiceSum::new(1, 6, 0));
    let out = field.get(who).fitness.is_out();
    lose(field, who, shp, if out { shp } else { 0 });
    let event = field
        .event(
            who,
            EventKind::Harmed {
                by: None,
                losses: vec![("Stamina".into(), shp)],
            },
        )
        .note(words);
    field.say(event);
}

/// In deep water with armour that sinks, a Normal Dexterity Feat a tick; the third failure drowns
/// (B-048).
fn sink(field: &mut Field, who: CombatantId) {
    let deep = field
        .terrain
        .0
        .cell(field.get(who).place.hex)
        .is_some_and(|cell| cell.ground == crate::board::Ground::DeepWater);
    if !deep {
        return;
    }
    let scene = field.scene();
    let figure = scene.figure(who);
    if !figure.fitness.on_board() || figure.fitness.is_out() || !figure.sinks() {
        return;
    }
    let feat = dexterity(&figure.sheet, Difficulty::Normal, figure.body.burden())
        .roll(field.dice(), Throw::new(who, "footing"));
    let mut row = field.get_mut(who);
    *row.posture = Posture::Swimming;
    if !feat.success {
        row.motion.sunk = row.motion.sunk.saturating_add(1);
    }
    let drowned = row.motion.sunk >= 3;
    if drowned {
        *row.fitness = Fitness::Out(OutBy::Drowned);
    }
    let words = match (feat.success, drowned) {
        (true, _) => "keeps above water",
        (false, false) => "goes under",
        (false, true) => "drowns",
    };
    let mut event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (B-048)"));
    event.details.push(feat.detail());
    field.say(event);
    if drowned {
        let event = field.event(who, EventKind::Out(OutBy::Drowned));
        field.say(event);
    }
}

/// The dying lose a Critical Hit Point at the end of every tenth phase (H-4).
fn bleed(field: &mut Field, who: CombatantId, phase: u32) {
    let row = field.get(who);
    let dies = *row.fitness == Fitness::Out(OutBy::Dying) && !row.body.stable;
    if !phase.is_multiple_of(10) || !dies {
        return;
    }
    lose(field, who, 0, 1);
    let event = field
        .event(
            who,
            EventKind::Harmed {
                by: None,
                losses: vec![("Critical".into(), 1)],
            },
        )
        .note("dying (H-4)");
    field.say(event);
}

/// Judges defeat, objectives, stalemate and limit.
pub fn settle_end(mut field: Field, mut status: ResMut<Status>) {
    let phase = field.flow.unit;
    if phase > 0 && status.outcome.is_none() {
        super::grips::capture(&mut field, &mut status);
    }
    let standing = standings(&field);
    let holder = |item| holder(&field, item);
    if !status.judge_beat(phase, &standing, &holder) && phase > 0 {
        status.judge_tick(phase, field.log(), &standing, &holder);
    }
}

/// On to the next phase, or to the end.
pub fn end_phase(mut field: Field, status: Res<Status>) {
    let phase = field.flow.unit;
    if let Some(outcome) = &status.outcome {
        let words = status.ending_words().unwrap_or_default();
        let winner = outcome.ending.winner();
        field.say(Event::general(phase, EventKind::Ended { winner }).note(words));
        field.flow.enter(Stage::Over);
    } else {
        field.flow.enter(Stage::Clock);
    }
}
