//! The steps of one round: who may step, who gets the hex, what it costs and what he steps into
//! (P-020, P-023 to P-025, B-046, B-048, B-059, B-062, B-066).

use super::balked::{NO_MOVEMENT, blocked, refuse_step};
use super::contest::settle;
use super::feet::{fall, stop_running};
use super::hiding::reveal;
use super::rounds::RoundPlan;
use crate::board::step::{Mover, Step, quiet};
use crate::board::{Cell, Dir, Ground, Hex, lane};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::occupancy::Footprint;
use crate::combat::plot::{Gait, Intent};
use crate::combat::walk::{Outcome, Round, Want};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::feat::numbered;
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::sight;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::route::mover;
use crate::rules::phases::saddle::riding_number;
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::steer::charges_if_taken;
use bevy::prelude::*;

/// Price of changing places with a comrade (B-066).
const SWAP: i16 = 2 * rates::METRE;

/// A step somebody can take: ground, edge, cost and gait allow it.
pub(super) fn affordable(scene: &Scene, figure: &Figure, dir: Dir) -> Result<(Step, i16), String> {
    let motion = &figure.motion;
    let step = quiet(
        &scene.board,
        figure.place.hex,
        dir,
        mover(figure, motion.gait),
    )
    .map_err(|bar| bar.barred().words)?;
    scene
        .within_holds(figure, step.to)
        .map_err(|refusal| refusal.to_string())?;
    // From the ground one scuttles without facing (P-031).
    let arc = if figure.posture == Posture::Prone {
        Arc4::Forward
    } else {
        arc_of(figure.place, step.to)
    };
    if motion.gait == Gait::Run && arc.is_rear() {
        return Err("nobody runs backwards".to_owned());
    }
    if motion.gait == Gait::Run && !sight::may_run(scene, step.to) {
        return Err("nobody runs into the dark (P-096)".to_owned());
    }
    // Backing doubles the hex's own price, not what edge, height and bodies add (B-059, B-056).
    let hex = scene
        .board
        .cell(step.to)
        .map_or(0, |cell| cell.cost_halves() as i16);
    let over_body = scene
        .figures
        .at(step.to)
        .any(|body| body.fitness.is_out() && body.fitness.on_board() && !body.is_steed());
    let surcharge = step.cost_halves as i16 - hex + if over_body { rates::METRE } else { 0 };
    let price = rates::step_cost(arc, hex, surcharge);
    let rest =
        rates::pay(motion.left, motion.spent == 0, price).ok_or_else(|| NO_MOVEMENT.to_owned())?;
    let mut cost = motion.left - rest;
    if step.uses_all {
        cost = motion.left;
    }
    Ok((step, cost))
}

/// Takes the round's steps: all that can be taken together, contests by Feats (P-023 to P-025).
pub fn take_steps(mut field: Field, mut plan: ResMut<RoundPlan>) {
    let scene = field.scene();
    let mut wants = Vec::with_capacity(scene.figures.len());
    let mut paid = Vec::with_capacity(plan.legs.len());
    for figure in &scene.figures {
        if !figure.fitness.fills_hex() || figure.is_ridden() {
            continue;
        }
        let mut want = Want {
            who: figure.id,
            team: scene.teams[usize::from(figure.side.0)],
            from: figure.place.hex,
            to: None,
            footprint: Footprint::default(),
            charging: matches!(
                figure.motion.plot.intent,
                Intent::Charge(..) | Intent::Lane(..)
            ) || charges_if_taken(figure),
            yielding: figure.motion.plot.yielding,
            swap_with: None,
            movement_left: figure.motion.left,
        };
        if let Some(leg) = plan.leg(figure.id) {
            match affordable(&scene, figure, leg.step) {
                Ok((step, cost)) => {
                    want.to = Some(step.to);
                    want.swap_with = swaps(&scene, figure, step.to);
                    paid.push((figure.id, leg.step, step, cost));
                }
                Err(reason) => refuse_step(&mut field, figure.id, &reason),
            }
        }
        wants.push(want);
    }
    let mut round = Round::new(&wants, &|_| None, field.dice());
    settle(&mut field, &mut round, &scene);
    touch(&mut field, &scene, &round);
    for (who, dir, step, cost) in paid {
        match round.outcome(who) {
            Some(Outcome::Go { to }) => {
                let from = scene.figure(who).place.hex;
                let changes = scene
                    .occupant(to)
                    .is_some_and(|other| round.outcome(other.id) == Some(Outcome::Go { to: from }));
                // Changing places costs 2 m, whatever the ground (B-066).
                let cost = if changes { SWAP } else { cost };
                commit(&mut field, &scene, who, dir, step, cost);
                plan.steps.push((who, scene.figure(who).place.hex, to));
            }
            Some(Outcome::ForcedBack { to, .. }) => {
                let mut row = field.get_mut(who);
                row.place.hex = to;
                row.motion.over = true;
                let from = scene.figure(who).place.hex;
                let event = field.event(
                    who,
                    EventKind::Displaced {
                        path: vec![from, to],
                        stopped_by: None,
                    },
                );
                field.say(event);
            }
            Some(Outcome::Blocked { by, reason }) => blocked(
                &mut field,
                &mut plan,
                who,
                by,
                reason.words(),
                reason.rule(),
            ),
            _ => {}
        }
    }
    for (who, outcome) in round.outcomes() {
        if let (Outcome::ForcedBack { to, .. }, None) = (outcome, plan.leg(who)) {
            field.get_mut(who).place.hex = to;
        }
    }
}

/// Whoever runs into a hidden enemy finds him, and is found.
fn touch(field: &mut Field, scene: &Scene, round: &Round) {
    let met: Vec<_> = round
        .outcomes()
        .into_iter()
        .filter_map(|(who, outcome)| match outcome {
            Outcome::Blocked { by, .. } => Some((who, by?)),
            _ => None,
        })
        .filter(|(who, by)| scene.enemies(*who, *by))
        .collect();
    for (who, by) in met {
        reveal(field, by, "is run into");
        reveal(field, who, "runs into somebody");
    }
}

/// The ally in the way who wants to change places (B-066): both plotted it.
fn swaps(scene: &Scene, figure: &Figure, to: Hex) -> Option<CombatantId> {
    let other = scene.occupant(to)?;
    let wants = |who: &Figure, hex: Hex| match &who.motion.plot.intent {
        Intent::Goto(goal) => *goal == hex,
        Intent::Path(path) => path.contains(&hex),
        _ => false,
    };
    let here = figure.place.hex;
    let willing = !scene.enemies(figure.id, other.id)
        && wants(figure, to)
        && wants(other, here)
        && figure.motion.left >= SWAP
        && other.motion.left >= SWAP
        && figure.motion.gait != Gait::Run
        && !figure.rides()
        && !other.rides()
        && other.motion.gait != Gait::Run;
    willing.then_some(other.id)
}

/// Makes a step: place, price, straightness, footing (B-046).
fn commit(field: &mut Field, scene: &Scene, who: CombatantId, dir: Dir, step: Step, cost: i16) {
    let from = scene.figure(who).place.hex;
    // Over a fence or through heavy ground there is no run-up (B-070).
    let lane_mover = Mover {
        mounted: scene.figure(who).rides(),
        ..Mover::default()
    };
    let level = |hex| scene.board.cell(hex).map(|cell| cell.level);
    let laned = (scene.board.is_bare(step.to) && level(from) == level(step.to))
        || lane::lane(&scene.board, from, dir, 1, lane_mover, &|_| false).is_ok();
    let mut row = field.get_walking(who);
    row.place.hex = step.to;
    row.motion.left -= cost;
    row.motion.spent += cost;
    row.motion.moved = true;
    row.motion.stuck = 0;
    row.motion.straight = if !laned {
        0
    } else if row.motion.heading == Some(dir) {
        row.motion.straight.saturating_add(1)
    } else {
        1
    };
    row.motion.heading = Some(dir);
    row.tempo.leave_chain();
    let run = row.motion.gait == Gait::Run;
    // A path is used up as it is walked, so that it may come back to a hex.
    if let Intent::Path(path) = &mut row.motion.plot.intent
        && path.first() == Some(&step.to)
    {
        path.remove(0);
    }
    let charging = matches!(
        row.motion.plot.intent,
        Intent::Charge(..) | Intent::Lane(..)
    );
    let mut stopped = false;
    if run {
        row.motion.running_on = true;
        if let Some(left) = row.motion.stopping.as_mut() {
            *left = left.saturating_sub(1);
            if *left == 0 {
                row.motion.over = true;
                stopped = true;
            }
        }
    }
    if stopped {
        stop_running(&mut field.get_mut(who));
    }
    let event = field.event(
        who,
        EventKind::Moved {
            from,
            to: step.to,
            run,
        },
    );
    field.say(event);
    if stopped {
        let event = field
            .event(who, EventKind::Note)
            .note("comes to a stop (P-030)");
        field.say(event);
    }
    wade(field, scene, who, step.to);
    if scene.board.cell(step.to).is_some_and(Cell::is_burning) {
        super::upkeep::enter_fire(field, who, 1);
        if let Some(mount) = scene.figure(who).saddle.mount {
            super::upkeep::enter_fire(field, mount, 1);
        }
    }
    // A mount's feet, or at its rider's option his riding (BT-4).
    let figure = scene.figure(who);
    let legs = scene.legs(figure);
    let skill = figure.riding().map_or(0, |level| riding_number(level, 0));
    let dx = legs.sheet.dx.max(i8::try_from(skill).unwrap_or(0));
    let number = step
        .footing
        .and_then(|grade| rates::footing(grade as u8 + 1, dx, run || charging));
    if let Some(number) = number {
        let feat = numbered(number).roll(field.dice(), Throw::new(who, "footing"));
        if !feat.success {
            fall(field, legs.id, "loses his footing", "B-046", feat.detail());
        }
    }
}

/// Deep water is swum in, and the step into it ends the movement; out of it one stands (B-048).
fn wade(field: &mut Field, scene: &Scene, who: CombatantId, to: Hex) {
    let deep = scene
        .board
        .cell(to)
        .is_some_and(|cell| cell.ground == Ground::DeepWater);
    if !deep && scene.figure(who).posture != Posture::Swimming {
        return;
    }
    let from = *field.get(who).posture;
    let posture = match (deep, from) {
        (true, _) => Posture::Swimming,
        (false, Posture::Swimming) => Posture::Standing,
        (false, _) => return,
    };
    let mut row = field.get_mut(who);
    if deep {
        row.motion.left = 0;
    }
    *row.posture = posture;
    if posture != from {
        let event = field.event(who, EventKind::Posture { from, to: posture });
        field.say(event);
    }
}
