//! Blows in passing: whoever enters a Forward hex within reach may be struck (P-064 to P-069).

use super::action::{add_assault, roll, spend};
use super::reaction;
use super::rounds::RoundPlan;
use crate::combat::combatant::CombatantId;
use crate::combat::plot::Intent;
use crate::rules::phases::attack::{self, AttackContext};
use crate::rules::phases::exchange::{Assault, BoutStage};
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::scene::{EnPassant, Figure};
use crate::rules::phases::verbs::react;
use crate::rules::phases::weapon_use::Mode;
use bevy::prelude::*;

/// Strikes at the first step that meets a standing order; effects wait for Resolution (P-069).
pub fn strike(mut field: Field, plan: Res<RoundPlan>) {
    if plan.steps.is_empty() {
        return;
    }
    let scene = field.scene();
    let mut blows: Vec<(CombatantId, CombatantId, AttackContext)> = Vec::new();
    let stirred = |striker: &Figure| {
        let mut foes = scene.foes_near(striker, gather::MOST_REACH.into());
        let moves = plan.stepped(striker.id);
        foes.any(|foe| moves || plan.stepped(foe.id))
    };
    for striker in scene.figures.iter().filter(|striker| ready(striker)) {
        if !stirred(striker) {
            continue;
        }
        let Some(item) = gather::melee_item(striker, &scene.tables) else {
            continue;
        };
        let striker_moves = plan.stepped(striker.id);
        let best = gather::candidates(&scene, striker, item, Mode::Melee)
            .into_iter()
            .filter(|target| target.fitness.fills_hex())
            .filter(|target| striker_moves || plan.stepped(target.id))
            .filter_map(|target| {
                let occasion = Occasion::Passing {
                    striker_moves,
                    target_moves: plan.stepped(target.id),
                };
                let aim = Aim::default();
                let context =
                    gather::attack(&scene, striker, target, item, Mode::Melee, &aim, occasion)
                        .ok()?;
                let chance = chance(&context);
                wanted(striker, chance).then_some((chance, target.id, context))
            })
            .max_by_key(|(chance, target, _)| {
                (*chance, std::cmp::Reverse(scene.figure(*target).dice))
            });
        if let Some((_, target, context)) = best {
            blows.push((striker.id, target, context));
        }
    }
    if blows.is_empty() {
        return;
    }
    for (who, target, context) in blows {
        spend(&mut field, &scene, who);
        add_assault(
            &mut field,
            &scene,
            target,
            Assault::Blow(Box::new(context)),
            true,
        );
    }
    let mut fights = std::mem::take(&mut field.bouts.0);
    let fresh =
        |fight: &super::bouts::Fight| fight.passing && fight.bout.stage == BoutStage::Declared(0);
    for fight in fights.iter_mut().filter(|fight| fresh(fight)) {
        roll(&mut field, fight, &[]);
    }
    field.bouts.0 = fights;
    answer_at_once(&mut field);
}

/// A striker must be free, unspent and bound by an order to strike.
fn ready(striker: &Figure) -> bool {
    striker.standing.en_passant != EnPassant::Never
        && striker.is_free()
        && !striker.is_steed()
        && !striker.tempo.acted
        && !striker.tempo.reacted
        && striker.motion.charge.is_none()
        && !charges(striker)
        && striker.grip().is_none()
}

/// Whoever charges keeps his blow for it: one in passing would spend it (P-064, P-070).
fn charges(striker: &Figure) -> bool {
    let plot = &striker.motion.plot;
    matches!(plot.intent, Intent::Charge(..) | Intent::Lane(..)) && !striker.motion.over
}

/// Chance to hit, in per cent, by the very score that will be rolled.
fn chance(context: &AttackContext) -> u8 {
    (attack::tally::<i32>(context).clamp(1, 19) * 5) as u8
}

fn wanted(striker: &Figure, chance: u8) -> bool {
    match striker.standing.en_passant {
        EnPassant::Never => false,
        EnPassant::AtLeast(least) => chance >= least,
        EnPassant::FirstComer => true,
    }
}

/// Answers by standing orders now; whoever wants to be asked is asked before the walk goes on.
fn answer_at_once(field: &mut Field) {
    let scene = field.scene();
    let mut fights = std::mem::take(&mut field.bouts.0);
    let mut asked = Vec::new();
    for fight in fights
        .iter_mut()
        .filter(|fight| fight.passing && fight.awaits_answer())
    {
        let target = scene.figure(fight.target);
        let may = crate::rules::phases::reaction::may_react(&fight.bout, &fight.context).is_ok();
        match reaction::standing_answer(&scene, fight) {
            None if may => {
                asked.push((
                    fight.target,
                    target.side,
                    react::VERBS.iter().map(|verb| (*verb).into()).collect(),
                ));
            }
            choice => reaction::answer(field, &scene, fight, choice.as_ref()),
        }
    }
    field.bouts.0 = fights;
    if !asked.is_empty() {
        field.flow.part = 2;
        field.flow.open("reaction", true, asked);
    }
}

/// Takes the answers to blows in passing; the walk goes on.
pub fn take_answers(mut field: Field) {
    let scene = field.scene();
    let orders = std::mem::take(&mut field.flow.answers);
    let mut fights = std::mem::take(&mut field.bouts.0);
    for fight in fights
        .iter_mut()
        .filter(|fight| fight.passing && fight.awaits_answer())
    {
        let choice = orders
            .iter()
            .find(|order| order.who == fight.target)
            .map(|o| &o.choice);
        reaction::answer(&mut field, &scene, fight, choice);
    }
    field.bouts.0 = fights;
    field.flow.part = 1;
    field.flow.step += 1;
}
