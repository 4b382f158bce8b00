//! Those who act go their way, a place at a time; a threatened hex ends it (WH-03 to WH-07, B-046,
//! B-063).

use super::openings;
use super::states::{fall, wound_by_ground};
use crate::board::step::step;
use crate::board::{Cell, Dir, Footing, Hex};
use crate::combat::combatant::{CombatantId, Place, Posture};
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::occupancy::Footprint;
use crate::combat::precedence;
use crate::combat::walk::{Outcome, WAY, Want, walk_in_turn};
use crate::rules::wounds::check;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::route::{Ground, mover};
use crate::rules::wounds::scene::Scene;
use crate::rules::wounds::sheet::Skill;

/// The next place on somebody's way, as long as he can go.
fn next_place(field: &Field, who: CombatantId) -> Option<Place> {
    let row = field.get(who);
    let next = *row.deed.0.as_ref()?.way.first()?;
    let stands = row.place.hex == next.hex;
    let free = field.figure(who).free().is_ok();
    (free && (stands || !row.turn.stopped)).then_some(next)
}

/// One place for everybody who is on his way; then blows out of turn, the next place, or the deed.
pub fn take_steps(mut field: Field) {
    let scene = field.scene();
    let mut movers: Vec<(CombatantId, Place)> = Vec::new();
    for who in field.round.acting.clone() {
        match next_place(&field, who) {
            Some(next) => movers.push((who, next)),
            None => {
                if let Some(doing) = &mut field.get_mut(who).deed.0 {
                    doing.way.clear();
                }
            }
        }
    }
    if movers.is_empty() {
        let open = field.round.acting.iter().any(|who| {
            field
                .get(*who)
                .deed
                .0
                .as_ref()
                .is_some_and(|doing| !doing.done)
        });
        field.enter(Stage::Action, if open { 2 } else { 0 });
        return;
    }
    // By count they are equal; then Reflexes, then a die (B-063).
    let quantities: Vec<(CombatantId, i32)> = movers
        .iter()
        .map(|(who, _)| (*who, i32::from(scene.figure(*who).sheet.reflexes)))
        .collect();
    let order = precedence::in_order(&quantities, WAY, field.dice());
    field.dice().thrown.clear();
    movers.sort_by_key(|(who, _)| order.iter().position(|known| known == who));
    let wants: Vec<Want> = movers
        .iter()
        .map(|(who, next)| want(&scene, *who, *next))
        .collect();
    let moving: Vec<CombatantId> = movers.iter().map(|(who, _)| *who).collect();
    let filled = |hex: Hex| {
        scene
            .occupant(hex)
            .map(|other| other.id)
            .filter(|other| !moving.contains(other))
    };
    let outcomes = walk_in_turn(&wants, &filled);
    for ((who, next), (_, outcome)) in movers.into_iter().zip(outcomes) {
        if let Some(doing) = &mut field.get_mut(who).deed.0
            && !doing.way.is_empty()
        {
            doing.way.remove(0);
        }
        match outcome {
            Outcome::Stay => turn(&mut field, who, next.facing),
            Outcome::Go { .. } => enter(&mut field, &scene, who, next),
            _ => halt(&mut field, who, "somebody stands there"),
        }
    }
    openings::find(&mut field, &scene, &moving);
    if field.round.openings.is_empty() {
        field.enter(Stage::Movement, 0);
    } else {
        field.enter(Stage::Reaction, 0);
    }
}

fn want(scene: &Scene, who: CombatantId, next: Place) -> Want {
    let figure = scene.figure(who);
    let team = scene.teams.get(usize::from(figure.side.0)).copied();
    Want {
        who,
        team: team.unwrap_or(0),
        from: figure.place.hex,
        to: (next.hex != figure.place.hex).then_some(next.hex),
        footprint: Footprint::One,
        charging: false,
        yielding: false,
        swap_with: None,
        movement_left: figure.turn.left,
    }
}

fn turn(field: &mut Field, who: CombatantId, to: Dir) {
    let from = field.get(who).place.facing;
    if from == to {
        return;
    }
    field.get_mut(who).place.facing = to;
    let event = field.event(who, EventKind::Turned { from, to });
    field.say(event);
}

/// Ends somebody's way at this action.
pub fn halt(field: &mut Field, who: CombatantId, why: &str) {
    let mut row = field.get_mut(who);
    row.course.fresh = true;
    if let Some(doing) = &mut row.deed.0 {
        doing.way.clear();
    }
    let event = field.event(who, EventKind::Stopped).note(why);
    field.say(event);
}

fn enter(field: &mut Field, scene: &Scene, who: CombatantId, next: Place) {
    let figure = scene.figure(who);
    let from = figure.place;
    let run = figure.deed.as_ref().is_some_and(|doing| doing.run);
    let Some(dir) = Dir::between(from.hex, next.hex) else {
        halt(field, who, "the way is broken");
        return;
    };
    let ground = Ground::new(scene, figure, run, false);
    let Some((_, halves)) = ground.step(from, dir) else {
        halt(field, who, "the ground is in the way");
        return;
    };
    let taken = step(&scene.board, from.hex, dir, mover(figure, run)).ok();
    let mut row = field.get_mut(who);
    row.place.hex = next.hex;
    row.turn.left = (row.turn.left - halves).max(0);
    if taken.is_some_and(|taken| taken.uses_all) {
        row.turn.left = 0;
    }
    row.turn.stopped = ground.threatens(next.hex);
    if *row.posture == Posture::Swimming {
        *row.posture = Posture::Standing;
    }
    let event = field.event(
        who,
        EventKind::Moved {
            from: from.hex,
            to: next.hex,
            run,
        },
    );
    field.say(event);
    turn(field, who, next.facing);
    // At a walk only the worst ground is checked for (BT-4).
    let footing = taken
        .and_then(|taken| taken.footing)
        .filter(|footing| run || *footing == Footing::Three);
    arrive(field, scene, who, footing);
}

/// What the ground does to whoever enters it: water, footing, fire (B-046, B-048, B-049).
fn arrive(field: &mut Field, scene: &Scene, who: CombatantId, footing: Option<Footing>) {
    let hex = field.get(who).place.hex;
    let cell = scene.board.cell(hex);
    if cell.is_some_and(|cell| cell.ground == crate::board::Ground::DeepWater) {
        field.posture(who, Posture::Swimming, "");
    }
    if let Some(footing) = footing {
        let harder = match footing {
            Footing::One => 0,
            Footing::Two => -4,
            Footing::Three => -8,
        };
        let figure = field.figure(who);
        let skill = figure.sheet.skill(Skill::Athletics);
        let target = i32::from(figure.sheet.reflexes) + skill + figure.penalty() + harder;
        let roll = check::roll(Throw::new(who, "footing"), target, skill, field.dice());
        let stays = roll.verdict.succeeded();
        let event = field
            .event(who, EventKind::Note)
            .note(if stays { "keeps his feet" } else { "slips" })
            .detail("to stay under", target, "B-046");
        field.say(event);
        if !stays {
            fall(field, who, "lost his footing");
            field.get_mut(who).turn.stopped = true;
        }
    }
    if cell.is_some_and(Cell::is_burning) {
        wound_by_ground(field, who, 2, "enters fire (B-049)");
    }
}
