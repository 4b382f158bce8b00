//! An attack is done with: damage, what it makes of its target, and what follows (N-028, N-045,
//! N-046, §6.7). Defeat is looked at at once (B-097).

use super::action::strike;
use crate::combat::combatant::{CombatantId, Condition, Fitness, OutBy, Posture};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::status::Status;
use crate::rules::nar::exchange::{Stage as Reached, advance};
use crate::rules::nar::field::Field;
use crate::rules::nar::gather::can_reach;
use crate::rules::nar::limbs::limbs;
use crate::rules::nar::scale::{Life, life};
use crate::rules::nar::scene::Duel;
use crate::rules::nar::tempo::{Deed, Means};
use bevy::prelude::*;

/// Tells how the attack went and does its damage.
pub fn settle_attack(mut field: Field) {
    field.flow.stage = Stage::Action;
    field.flow.part = 0;
    let Some(mut duel) = field.service.duel.take() else {
        return;
    };
    let stopped = duel.exchange.stopped_by().copied();
    while duel.exchange.stage != Reached::Resolved {
        duel.exchange = advance(&duel.exchange, &duel.context, None, field.dice());
    }
    tell(&mut field, &duel);
    if stopped.is_none() {
        harm(&mut field, &duel);
    }
    if let Some(ability) = duel.follow_up.take() {
        follow(&mut field, &duel, ability);
    }
}

fn tell(field: &mut Field, duel: &Duel) {
    let context = &duel.context;
    let stopped = duel.exchange.stopped_by();
    let kind = EventKind::Swung {
        target: context.defender,
        weapon: context.weapon.clone(),
        manner: context.manner.clone(),
        result: stopped
            .map_or("hit", |made| made.answer.defence.done())
            .into(),
    };
    let thrown = std::mem::take(&mut field.dice().thrown);
    let mut event = field.event(context.attacker, kind);
    match duel.exchange.die {
        None => event = event.note("nothing stands against it (N-029)"),
        Some(die) => {
            for part in &context.ab {
                event = event.detail(part.label.clone(), part.value, part.rule.clone());
            }
            let sum: i32 = context.ab.iter().map(|part| part.value).sum();
            event = event.detail("d20", i32::from(die), "N-030").detail(
                "AB",
                sum + i32::from(die),
                "N-027",
            );
        }
    }
    field.say(event);
    field.dice().thrown = thrown;
}

fn harm(field: &mut Field, duel: &Duel) {
    let context = &duel.context;
    let who = context.defender;
    let damage = duel.exchange.damage;
    let pool = if context.nonlethal { "NLD" } else { "HP" };
    let kind = if damage > 0 {
        EventKind::Harmed {
            by: Some(context.attacker),
            losses: vec![(pool.into(), damage)],
        }
    } else {
        EventKind::Nothing
    };
    let mut event =
        field
            .event(who, kind)
            .detail("damage dice", duel.exchange.thrown.unwrap_or(0), "N-028");
    for part in &context.plus {
        event = event.detail(part.label.clone(), part.value, part.rule.clone());
    }
    if context.dr != 0 {
        event = event.detail("Damage Reduction", -context.dr, "N-045");
    }
    if damage == 0 {
        event = event.note("the hit does nothing");
    }
    field.say(event);
    let mut row = field.get_mut(who);
    if context.nonlethal {
        row.pools.nld += damage;
    } else {
        row.pools.hp -= damage;
    }
    settle(field, who);
}

/// Health becomes a state (§6.2, §6.7): whoever cannot act loses what was under way.
pub fn settle(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    let found = life(
        row.pools.hp,
        row.pools.nld,
        row.fighter.0.stats.constitution,
    );
    let out = match found {
        Life::Able => return,
        Life::Unconscious => OutBy::Unconscious,
        Life::Dying => OutBy::Dying,
        Life::Dead => OutBy::Dead,
    };
    if *row.fitness == Fitness::Out(out) || *row.fitness == Fitness::Out(OutBy::Dead) {
        return;
    }
    *row.fitness = Fitness::Out(out);
    row.tempo.lose_all();
    let condition = match out {
        OutBy::Dead => Condition::Dead,
        OutBy::Dying => Condition::Dying,
        _ => Condition::Unconscious,
    };
    row.conditions.add(condition, None);
    let from = *row.posture;
    let to = Posture::Prone;
    *row.posture = to;
    let event = field.event(who, EventKind::Out(out));
    field.say(event);
    if from != to {
        let event = field.event(who, EventKind::Posture { from, to });
        field.say(event);
    }
}

/// The blow that a success triggered: for nothing, at the one who attacked (N-046).
fn follow(field: &mut Field, duel: &Duel, ability: crate::rules::nar::sheet::Ability) {
    let who = duel.context.defender;
    let scene = field.scene();
    let deed = Deed {
        name: ability.name,
        effort: ability.effort,
        means: Means::Blow(limbs(&scene.figure(who).gear)[0]),
        target: duel.context.attacker,
    };
    if !scene.figure(who).fitness.is_able() || can_reach(&scene, who, &deed).is_err() {
        return;
    }
    // Its dice are told apart from those of the attack it answers.
    field.flow.step += 1;
    let action = deed.name.clone();
    let event = field.event(who, EventKind::Declared { action });
    field.say(event.detail("NAR", 0, "N-046"));
    strike(field, who, &deed);
}

/// Looks at defeat by losses; a battle that is decided ends on this very row (B-097).
pub fn judge(mut field: Field, mut status: ResMut<Status>) {
    let unit = field.flow.unit;
    let standing = field.standings();
    if status.judge_beat(unit, &standing, &|_| None) {
        end(&mut field, &status);
    }
}

/// The battle is over.
pub fn end(field: &mut Field, status: &Status) {
    let Some(outcome) = &status.outcome else {
        return;
    };
    let winner = outcome.ending.winner();
    let words = status.ending_words().unwrap_or_default();
    let event = Event::general(field.flow.unit, EventKind::Ended { winner }).note(words);
    field.say(event);
    field.flow.enter(Stage::Over);
}
