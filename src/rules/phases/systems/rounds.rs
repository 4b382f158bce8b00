//! One step round: what everybody wants, who gets it, what it costs (P-020, P-024, B-062).
//!
//! Order inside a beat: steer → turn → step (with contests) → contact → passing → close.

use super::contest::settle;
use super::facing::end_facings;
use super::feet::{fall, stop_running};
use crate::board::step::{Step, quiet};
use crate::board::terrain::Footing;
use crate::board::{Cell, Dir, Ground, Hex};
use crate::combat::combatant::{CombatantId, Condition, Posture};
use crate::combat::dice::Throw;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::occupancy::Footprint;
use crate::combat::plot::{Gait, IfTaken, Intent};
use crate::combat::walk::{Outcome, Round, Want};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::feat::{Difficulty, numbered};
use crate::rules::phases::field::Field;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::route::{Leg, mover};
use crate::rules::phases::scene::{Charge, Figure, Scene};
use crate::rules::phases::steer::{Steer, charges_if_taken, contact, steer};
use bevy::prelude::*;

/// Rounds after which a Movement sub-phase closes whatever happens; no walk needs as many.
const MOST_ROUNDS: u16 = 120;

/// The walk goes on in the next phase; nothing worth an event.
const NO_MOVEMENT: &str = "not enough movement left";

/// Price of changing places with a comrade (B-066).
const SWAP: i16 = 2 * rates::METRE;

/// What the systems of one beat hand to each other; empty between beats.
#[derive(Resource, Default)]
pub struct RoundPlan {
    /// Legs of this round.
    pub legs: Vec<(CombatantId, Leg)>,
    /// Steps taken in this round: who, from, to.
    pub steps: Vec<(CombatantId, Hex, Hex)>,
    /// Charges that came into contact in this round.
    pub contacts: Vec<CombatantId>,
    /// Somebody turned in this round.
    pub turned: bool,
}

/// Works out every intent anew (design: plots and the walk).
pub fn steer_movers(mut field: Field, mut plan: ResMut<RoundPlan>) {
    *plan = RoundPlan::default();
    let scene = field.scene();
    for figure in &scene.figures {
        if figure.free().is_err() || figure.motion.over || figure.motion.charge.is_some() {
            continue;
        }
        match steer(&scene, figure) {
            Steer::Go(leg) => plan.legs.push((figure.id, leg)),
            // Who is charged and steps at the charger himself meets him head-on (B-065).
            Steer::Contact(charge) if steps_at(&scene, charge.target, figure.place.hex) => {
                plan.legs.push((
                    figure.id,
                    Leg {
                        turn: 0,
                        step: charge.dir,
                    },
                ));
            }
            Steer::Contact(charge) => make_contact(&mut field, &mut plan, figure.id, charge),
            Steer::Done(_) => {}
        }
    }
}

/// Whether somebody's next step leads into a hex.
fn steps_at(scene: &Scene, who: CombatantId, hex: Hex) -> bool {
    let figure = scene.figure(who);
    let moves = figure.free().is_ok() && !figure.motion.over && figure.motion.charge.is_none();
    moves
        && match steer(scene, figure) {
            Steer::Go(leg) => {
                leg.step.from(figure.place.hex) == hex
                    && affordable(scene, figure, leg.step).is_ok()
            }
            _ => false,
        }
}

fn make_contact(field: &mut Field, plan: &mut RoundPlan, who: CombatantId, charge: Charge) {
    let event = field
        .event(
            who,
            EventKind::Charged {
                target: Some(charge.target),
                result: "contact".into(),
            },
        )
        .note(if charge.running { "at a run" } else { "" });
    let mut row = field.get_mut(who);
    row.motion.charge = Some(charge);
    row.motion.over = true;
    row.tempo.acted = true;
    row.tempo.declares = true;
    row.conditions.add(Condition::Charging, None);
    plan.contacts.push(who);
    field.say(event);
}

/// A step somebody can take: ground, edge, cost and gait allow it.
fn affordable(scene: &Scene, figure: &Figure, dir: Dir) -> Result<(Step, i16), String> {
    let motion = &figure.motion;
    let step = quiet(
        &scene.board,
        figure.place.hex,
        dir,
        mover(figure, motion.gait),
    )
    .map_err(|bar| bar.barred().words)?;
    // From the ground one scuttles without facing (P-031).
    let arc = if figure.posture == Posture::Prone {
        Arc4::Forward
    } else {
        arc_of(figure.place, step.to)
    };
    if motion.gait == Gait::Run && arc.is_rear() {
        return Err("nobody runs backwards".to_owned());
    }
    // Backing doubles the hex's own price, not what edge, height and bodies add (B-059, B-056).
    let hex = scene
        .board
        .cell(step.to)
        .map_or(0, |cell| cell.cost_halves() as i16);
    let over_body = scene
        .figures
        .iter()
        .any(|body| body.place.hex == step.to && body.fitness.is_out() && body.fitness.on_board());
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
        if !figure.fitness.fills_hex() {
            continue;
        }
        let leg = plan
            .legs
            .iter()
            .find(|(who, _)| *who == figure.id)
            .map(|(_, leg)| *leg);
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
        if let Some(leg) = leg {
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
        let moved = plan.legs.iter().any(|(mover, _)| *mover == who);
        if let (Outcome::ForcedBack { to, .. }, false) = (outcome, moved) {
            field.get_mut(who).place.hex = to;
        }
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
        && other.motion.gait != Gait::Run;
    willing.then_some(other.id)
}

fn refuse_step(field: &mut Field, who: CombatantId, reason: &str) {
    let running = field.get(who).motion.gait == Gait::Run;
    let left = field.get(who).motion.left;
    if running && left >= rates::METRE {
        // A blocked stop path: Normal Dexterity Feat or prone in the last free hex (P-030).
        let sheet = field.get(who).fighter.0.clone();
        let number = rates::blocked_stop(sheet.dx);
        let feat = numbered(number).roll(field.dice(), Throw::new(who, "stand"));
        if feat.success {
            stop_running(&mut field.get_mut(who));
            field.get_mut(who).motion.over = true;
        } else {
            fall(
                field,
                who,
                "cannot stop in time and falls",
                "P-030",
                feat.detail(),
            );
        }
        return;
    }
    let mut row = field.get_mut(who);
    row.motion.over = true;
    row.motion.running_on = running;
    if reason == NO_MOVEMENT {
        return;
    }
    if !stuck(field, who) {
        return;
    }
    let event = field.event(who, EventKind::Stopped).note(reason.to_owned());
    field.say(event);
}

/// Ends a walk that finds no way on; whether it is the first phase in a row, which is news.
fn stuck(field: &mut Field, who: CombatantId) -> bool {
    let mut row = field.get_mut(who);
    row.motion.over = true;
    row.motion.stuck = row.motion.stuck.saturating_add(1);
    let first = row.motion.stuck == 1;
    row.motion.fresh |= first;
    first
}

fn blocked(
    field: &mut Field,
    plan: &mut RoundPlan,
    who: CombatantId,
    by: Option<CombatantId>,
    reason: &str,
    rule: &str,
) {
    let scene = field.scene();
    let figure = scene.figure(who);
    if figure.motion.gait == Gait::Run {
        refuse_step(field, who, reason);
        return;
    }
    let policy = figure.motion.plot.if_taken;
    let enemy = by.filter(|other| scene.enemies(who, *other));
    if let (IfTaken::Charge, Some(other)) = (policy, enemy)
        && let Some(charge) = contact(
            &scene,
            figure,
            scene.figure(other),
            crate::combat::plot::ChargeKind::ForceBack,
        )
    {
        make_contact(field, plan, who, charge);
        return;
    }
    let open_ended = !matches!(
        figure.motion.plot.intent,
        Intent::Path(_) | Intent::Lane(..)
    );
    match policy {
        IfTaken::Wait => {}
        IfTaken::GoRound if open_ended => {}
        _ => {
            let first = stuck(field, who);
            if first {
                let event = field
                    .event(who, EventKind::Stopped)
                    .note(format!("{reason} ({rule})"));
                field.say(event);
            }
        }
    }
}

/// Makes a step: place, price, straightness, footing (B-046).
fn commit(field: &mut Field, scene: &Scene, who: CombatantId, dir: Dir, step: Step, cost: i16) {
    let from = scene.figure(who).place.hex;
    // Over a fence or through heavy ground there is no run-up (B-070).
    let laned = crate::board::lane::lane(
        &scene.board,
        from,
        dir,
        1,
        crate::board::step::Mover::default(),
        &|_| false,
    )
    .is_ok();
    let mut row = field.get_mut(who);
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
    row.tempo.refire = None;
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
                stop_running(&mut row);
                row.motion.over = true;
                stopped = true;
            }
        }
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
    }
    let sheet = scene.figure(who).sheet.clone();
    let number = step
        .footing
        .and_then(|grade| rates::footing(grade as u8 + 1, sheet.dx, run || charging));
    if let Some(number) = number {
        let feat = numbered(number).roll(field.dice(), Throw::new(who, "footing"));
        if !feat.success {
            fall(field, who, "loses his footing", "B-046", feat.detail());
        }
    }
}

/// The Feat of a footing grade (BT-4).
pub fn footing_feat(footing: Footing) -> Difficulty {
    match footing {
        Footing::One => Difficulty::Simple,
        Footing::Two => Difficulty::Normal,
        Footing::Three => Difficulty::Challenging,
    }
}

/// Deep water is swum in, and the step into it ends the movement; out of it one stands (B-048).
fn wade(field: &mut Field, scene: &Scene, who: CombatantId, to: Hex) {
    let deep = scene
        .board
        .cell(to)
        .is_some_and(|cell| cell.ground == Ground::DeepWater);
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

/// Begins the stopping metres of runners whose plot is nearly done (P-030).
pub fn decide_stops(mut field: Field) {
    if field
        .ids()
        .all(|who| field.get(who).motion.gait != Gait::Run)
    {
        return;
    }
    let scene = field.scene();
    for figure in &scene.figures {
        let motion = &figure.motion;
        let runs = motion.gait == Gait::Run && !motion.over && motion.charge.is_none();
        if runs
            && motion.stopping.is_none()
            && rates::can_stop(motion.left)
            && crate::rules::phases::steer::wants_to_stop(&scene, figure)
        {
            field.get_mut(figure.id).motion.stopping = Some(3);
        }
    }
}

/// Ends the round: another one while somebody moved, else the last turns and the Action sub-phase.
pub fn close_round(mut field: Field, plan: Res<RoundPlan>) {
    if field.flow.part != 1 {
        // Somebody is asked about a blow in passing; the round closes after the answers.
        return;
    }
    let went_on = !plan.steps.is_empty() || plan.turned || !plan.contacts.is_empty();
    if went_on && field.flow.step < MOST_ROUNDS {
        field.flow.step += 1;
        return;
    }
    end_facings(&mut field);
    note_news(&mut field);
    let phase = field.flow.unit;
    field.flow.enter(Stage::Action);
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "action".into(),
        },
    ));
}

/// Marks those whose plot no longer fits: a new enemy in reach, a goal reached (design: a plot
/// stands until it is done or blocked, its owner is hit, a new enemy enters reach).
fn note_news(field: &mut Field) {
    let scene = field.scene();
    for figure in &scene.figures {
        if figure.free().is_err() {
            continue;
        }
        let threats = scene
            .foes(figure)
            .filter(|foe| crate::rules::phases::gather::threatens(&scene, foe, figure.place.hex))
            .count() as u8;
        let motion = &figure.motion;
        let reached = matches!(
            motion.plot.intent,
            Intent::Goto(_) | Intent::Path(_) | Intent::Away(..) | Intent::Follow(..)
        ) && motion.moved
            && matches!(steer(&scene, figure), Steer::Done(_));
        let mut row = field.get_mut(figure.id);
        row.motion.fresh |= threats > row.motion.threats || reached;
        row.motion.threats = threats;
    }
}
