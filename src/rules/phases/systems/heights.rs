//! Up and down where no step leads: climbing, a level a phase, and dropping on purpose (B-038,
//! B-039).

use super::falls::fall_harm;
use super::feet::footing_feat;
use super::hiding::reveal;
use super::resolution::go_prone;
use super::rounds::RoundPlan;
use crate::board::climb::{self, Climb};
use crate::board::{Barred, Dir};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::plot::{Gait, Intent};
use crate::combat::refusal::Refusal;
use crate::rules::phases::feat::dexterity;
use crate::rules::phases::field::Field;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::route::mover;
use crate::rules::phases::scene::{Figure, Scene};
use bevy::prelude::*;

fn refusal(barred: Barred) -> Refusal {
    Refusal::new(barred.rule, barred.words)
}

/// A climb somebody can begin or go on with (B-038).
///
/// # Errors
/// Why not.
pub fn check_climb(scene: &Scene, figure: &Figure, dir: Dir) -> Result<Climb, Refusal> {
    let moves = mover(figure, Gait::Walk);
    let climb = climb::climb(&scene.board, figure.place.hex, dir, moves).map_err(refusal)?;
    if super::handling::free_hands(figure, &scene.tables) == 0 {
        return Err(Refusal::new("B-038", "climbing needs a free hand"));
    }
    Ok(climb)
}

/// A drop somebody can make (B-039).
///
/// # Errors
/// Why not.
pub fn check_drop(scene: &Scene, figure: &Figure, dir: Dir) -> Result<climb::Drop, Refusal> {
    let moves = mover(figure, Gait::Walk);
    climb::drop_down(&scene.board, figure.place.hex, dir, moves).map_err(refusal)
}

/// Climbs and drops come before the first step; each takes what its rule says of the Movement.
pub fn climb_and_drop(mut field: Field, mut plan: ResMut<RoundPlan>) {
    let goes = |intent: &Intent| matches!(intent, Intent::Climb(_) | Intent::Drop(_));
    if !field.any(|row| goes(&row.motion.plot.intent)) {
        return;
    }
    // Two who want one hex: the places of this beat's start count, so that ids decide nothing.
    let scene = field.scene();
    for figure in &scene.figures {
        if !figure.is_free() || figure.motion.over {
            continue;
        }
        match figure.motion.plot.intent {
            Intent::Climb(dir) => climb_a_level(&mut field, &scene, figure, dir),
            Intent::Drop(dir) => drop_down(&mut field, &scene, figure, dir, &mut plan),
            _ => {}
        }
    }
}

fn stop(field: &mut Field, who: CombatantId, why: &str, rule: &str) {
    let mut row = field.get_mut(who);
    row.motion.over = true;
    row.motion.plot.intent = Intent::Hold;
    row.motion.climbed = 0;
    row.motion.fresh = true;
    let event = field
        .event(who, EventKind::Stopped)
        .note(format!("{why} ({rule})"));
    field.say(event);
}

/// Whether somebody else stands in the hex or wants to come there in the same way.
fn contested(scene: &Scene, figure: &Figure, to: crate::board::Hex) -> bool {
    scene.occupant(to).is_some()
        || scene.figures.iter().any(|other| {
            let theirs = match other.motion.plot.intent {
                Intent::Climb(dir) | Intent::Drop(dir) => Some(dir.from(other.place.hex)),
                _ => None,
            };
            other.id != figure.id && theirs == Some(to)
        })
}

/// Whoever is kept out by a hidden enemy has found him.
fn meet(field: &mut Field, scene: &Scene, figure: &Figure, to: crate::board::Hex) {
    if let Some(other) = scene.occupant(to)
        && scene.enemies(figure.id, other.id)
    {
        reveal(field, other.id, "is run into");
    }
}

fn climb_a_level(field: &mut Field, scene: &Scene, figure: &Figure, dir: Dir) {
    let who = figure.id;
    let climb = match check_climb(scene, figure, dir) {
        Ok(climb) => climb,
        Err(refusal) => return stop(field, who, &refusal.words, &refusal.rule),
    };
    if figure.motion.spent > 0 {
        // A level takes the whole Movement of a phase.
        field.get_mut(who).motion.over = true;
        return;
    }
    let made = figure.motion.climbed;
    let last = i32::from(made) + 1 >= climb.levels;
    if last && contested(scene, figure, climb.to) {
        meet(field, scene, figure, climb.to);
        let mut row = field.get_mut(who);
        row.motion.over = true;
        row.motion.left = 0;
        let event = field
            .event(who, EventKind::Stopped)
            .note("waits below the edge: somebody is in the way (B-038)");
        field.say(event);
        return;
    }
    let feat = dexterity(
        &figure.sheet,
        footing_feat(climb.footing),
        figure.body.burden(),
    )
    .roll(field.dice(), Throw::new(who, "climb"));
    let mut row = field.get_mut(who);
    row.motion.spent += row.motion.left;
    row.motion.left = 0;
    row.motion.over = true;
    if !feat.success {
        row.motion.climbed = 0;
        row.motion.fresh = true;
        row.motion.plot.intent = Intent::Hold;
        let mut event = field
            .event(who, EventKind::Stopped)
            .note(format!("slips, {made} level(s) up (B-038)"));
        event.details.push(feat.detail());
        field.say(event);
        if made > 0 {
            fall_harm(field, who, made, 1);
            go_prone(field, who, "falls to the foot of the climb (B-038)");
        }
        return;
    }
    if !last {
        row.motion.climbed = made + 1;
        let mut event = field.event(who, EventKind::Note).note(format!(
            "climbs, level {} of {} (B-038)",
            made + 1,
            climb.levels
        ));
        event.details.push(feat.detail());
        field.say(event);
        return;
    }
    let from = row.place.hex;
    row.place.hex = climb.to;
    row.motion.climbed = 0;
    row.motion.moved = true;
    row.motion.fresh = true;
    row.motion.plot.intent = Intent::Hold;
    let kind = EventKind::Moved {
        from,
        to: climb.to,
        run: false,
    };
    let mut event = field.event(who, kind).note("climbs up (B-038)");
    event.details.push(feat.detail());
    field.say(event);
}

fn drop_down(field: &mut Field, scene: &Scene, figure: &Figure, dir: Dir, plan: &mut RoundPlan) {
    let who = figure.id;
    let drop = match check_drop(scene, figure, dir) {
        Ok(drop) => drop,
        Err(refusal) => return stop(field, who, &refusal.words, &refusal.rule),
    };
    if contested(scene, figure, drop.to) {
        meet(field, scene, figure, drop.to);
        return stop(field, who, "somebody is in the way", "B-039");
    }
    let price = i16::try_from(drop.cost_halves).unwrap_or(i16::MAX);
    let motion = &figure.motion;
    let Some(left) = rates::pay(motion.left, motion.spent == 0, price) else {
        field.get_mut(who).motion.over = true;
        return;
    };
    let mut row = field.get_mut(who);
    let from = row.place.hex;
    row.place.hex = drop.to;
    row.motion.spent += row.motion.left - left;
    row.motion.left = left;
    row.motion.moved = true;
    row.motion.fresh = true;
    row.motion.plot.intent = Intent::Hold;
    let kind = EventKind::Moved {
        from,
        to: drop.to,
        run: false,
    };
    let event = field.event(who, kind).note("drops down (B-039)");
    field.say(event);
    plan.turned = true;
    let levels = u8::try_from(drop.levels).unwrap_or(u8::MAX);
    fall_harm(field, who, levels, 2);
    let Some(grade) = drop.footing else { return };
    let feat = dexterity(&figure.sheet, footing_feat(grade), figure.body.burden())
        .roll(field.dice(), Throw::new(who, "footing"));
    if !feat.success {
        super::feet::fall(field, who, "lands badly", "B-039", feat.detail());
    }
}
