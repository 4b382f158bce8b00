//! Blows in passing: whoever enters a Forward hex within reach may be struck (P-064 to P-069).

use super::action::{add_assault, roll, spend};
use super::reaction;
use super::rounds::RoundPlan;
use crate::combat::combatant::CombatantId;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::exchange::{Assault, BoutStage};
use crate::rules::phases::field::Field;
use crate::rules::phases::gather;
use crate::rules::phases::passing;
use crate::rules::phases::scene::Figure;
use crate::rules::phases::verbs::react;
use bevy::prelude::*;

/// Strikes at the first step that meets a standing order; effects wait for Resolution (P-069).
pub fn strike(mut field: Field, plan: Res<RoundPlan>) {
    if plan.steps.is_empty() {
        return;
    }
    let scene = field.scene();
    // Most of a walk passes before the sides come near each other.
    if passing::are_apart(&scene, gather::MOST_REACH.into()) {
        return;
    }
    let mut blows: Vec<(CombatantId, CombatantId, AttackContext)> = Vec::new();
    let stirred = |striker: &Figure| {
        let mut foes = scene.foes_near(striker, gather::MOST_REACH.into());
        let moves = plan.stepped(striker.id);
        foes.any(|foe| moves || plan.stepped(foe.id))
    };
    for striker in scene.figures.iter().filter(|one| passing::is_ready(one)) {
        if !stirred(striker) {
            continue;
        }
        let Some(item) = gather::melee_item(striker, &scene.tables) else {
            continue;
        };
        let best = passing::blows(&scene, striker, item, |id| plan.stepped(id))
            .map(|(target, context)| (passing::chance(&context), target.id, context))
            .filter(|(chance, ..)| passing::is_wanted(striker, *chance))
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
