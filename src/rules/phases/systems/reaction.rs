//! The Reaction sub-phase: the struck answer, then the answers are rolled (P-013, P-037 to P-055,
//! P-121 to P-123, P-210 to P-215).

use super::bouts::Fight;
use crate::combat::combatant::{Carried, CombatantId};
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::order::Choice;
use crate::rules::phases::defence::{self, Answer};
use crate::rules::phases::exchange::{AnswerState, BoutStage, run_to};
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple::counter;
use crate::rules::phases::reaction::may_react;
use crate::rules::phases::scene::{ReactionOrder, Scene};
use crate::rules::phases::verbs::react;
use bevy::prelude::*;

/// Asks every target that may react. Whoever has no choice is not asked.
pub fn open_reactions(mut field: Field) {
    let scene = field.scene();
    let asked: Vec<_> = scene
        .fights
        .iter()
        .filter(|fight| !fight.passing && fight.awaits_answer())
        .filter(|fight| may_react(&fight.bout, &fight.context).is_ok())
        .map(|fight| {
            let side = scene.figure(fight.target).side;
            (
                fight.target,
                side,
                react::VERBS.iter().map(|verb| (*verb).into()).collect(),
            )
        })
        .collect();
    field.flow.part = 1;
    field.flow.open("reaction", true, asked);
}

/// Takes the answers and rolls them.
pub fn roll_reactions(mut field: Field) {
    let scene = field.scene();
    let orders = std::mem::take(&mut field.flow.answers);
    let mut fights = std::mem::take(&mut field.bouts.0);
    for fight in fights.iter_mut().filter(|fight| fight.awaits_answer()) {
        let choice = orders
            .iter()
            .find(|order| order.who == fight.target)
            .map(|o| &o.choice);
        answer(&mut field, &scene, fight, choice);
    }
    field.bouts.0 = fights;
    field.flow.enter(Stage::Resolution);
}

/// Rolls one target's answer and tells how it went.
pub fn answer(field: &mut Field, scene: &Scene, fight: &mut Fight, choice: Option<&Choice>) {
    let target = scene.figure(fight.target);
    let answer = choice.and_then(|choice| react::answer(scene, target, fight, choice));
    fight.bout = run_to(
        &fight.bout,
        BoutStage::Answered(0),
        &fight.context,
        answer.as_ref(),
        field.dice(),
    );
    fight.answer = answer;
    let Some(answer) = &fight.answer else { return };
    if *answer == Answer::Nothing || matches!(fight.bout.answer, AnswerState::None) {
        return;
    }
    spend(field, fight);
    let defender = &fight.context.defender;
    let (number, modifiers) = match answer {
        Answer::Dodge(dodge) => defence::dodge_score(
            defender,
            dodge,
            &fight.context.attacks,
            |at| fight.bout.attacks[at].band.succeeded() && fight.bout.attacks[at].aware,
            &fight.context.dodge,
        ),
        Answer::Parry(parry) => defence::parry_score(defender, parry),
        Answer::Sidestep(step) => defence::sidestep_score(
            defender,
            step,
            &fight.context.attacks,
            &fight.context.sidestep,
        ),
        Answer::Throw(counter) => counter::score(defender, counter),
        Answer::Nothing => (0, Vec::new()),
    };
    let mut event = field.event(
        fight.target,
        EventKind::Defended {
            manner: answer.word().into(),
            success: fight.bout.answer.success(),
        },
    );
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    event = event.detail("number to roll or less", number, rule(answer));
    if let AnswerState::Parry { value, band, .. } = fight.bout.answer
        && band.succeeded()
    {
        event = event.detail("armour from the parry", i32::from(value), "P-123");
    }
    field.say(event);
}

const fn rule(answer: &Answer) -> &'static str {
    match answer {
        Answer::Dodge(_) => "P-052",
        Answer::Parry(_) => "P-122",
        Answer::Sidestep(_) => "P-211",
        Answer::Throw(_) => "P-245",
        Answer::Nothing => "P-037",
    }
}

/// The reaction of the phase is spent, and the coming action with it (P-039, P-045).
fn spend(field: &mut Field, fight: &Fight) {
    let who: CombatantId = fight.target;
    let keeps = matches!(
        fight.bout.answer,
        AnswerState::Sidestep {
            keeps_action: true,
            ..
        }
    );
    let mut row = field.get_mut(who);
    if let Some(Answer::Parry(parry)) = &fight.answer {
        if parry.is_free() {
            // It costs the other weapon its next attack, and nothing else (P-225).
            row.tempo.second_spent = true;
            return;
        }
        let main = |item: &crate::combat::combatant::Item| {
            item.carried == Carried::Main && Some(item.id) == parry.weapon.item
        };
        if row.gear.0.iter().any(main) {
            row.tempo.second_spent = false;
        }
    }
    row.tempo.reacted = true;
    row.tempo.refire = None;
    row.tempo.refire_due = None;
    if !keeps {
        row.tempo.declares = true;
        row.tempo.recovers = true;
        row.tempo.carried = 0;
        row.let_go();
    }
    super::grips::react(field, who);
}

/// What a target's standing order answers; `None` where the player is to be asked.
pub fn standing_answer(scene: &Scene, fight: &Fight) -> Option<Choice> {
    let target = scene.figure(fight.target);
    match target.standing.reaction {
        ReactionOrder::Ask => None,
        _ => Some(react::by_standing_order(scene, target, fight).0),
    }
}
