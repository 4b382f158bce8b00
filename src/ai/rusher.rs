//! `rusher`: the nearest enemy, plain attacks, a defence when a blow may be the last one.
//!
//! It tells kinds of choice by their slots, which all rule systems share: a plot is a way to go,
//! a target on the other side is an attack, and a choice about neither is a defence or a stance.

use super::{Controller, SeatView};
use crate::board::{Dir, Hex, distance};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{EndFacing, IfTaken, Intent, Plot};
use crate::combat::system::FigureView;
use std::cmp::Reverse;

/// Goes at the nearest enemy.
pub struct Rusher;

impl Controller for Rusher {
    fn name(&self) -> &'static str {
        "rusher"
    }

    fn answer(&mut self, view: &SeatView, decision: &Decision) -> Option<Choice> {
        let me = view.figure(decision.who)?;
        let options: Vec<Choice> = view.options(decision).into_iter().flatten().collect();
        // A reaction may aim at the attacker too; it is no attack.
        if decision.kind == "reaction" {
            return defence(view, decision, &options);
        }
        let foe = nearest_enemy(view, me);
        if let Some(choice) = approach(view, me, foe, &options) {
            return Some(choice);
        }
        attack(view, me, foe, &options)
    }
}

/// How far a bearing is off straight ahead: twice the scalar product in the hex plane, so larger
/// is nearer to the facing. Exact in integers.
fn ahead(facing: Dir, offset: Hex) -> i32 {
    let v = facing.vector();
    2 * (v.x * offset.x + v.y * offset.y) + v.x * offset.y + v.y * offset.x
}

/// The nearest enemy who can still do harm; of equals the one most in front, then the weakest.
fn nearest_enemy<'v>(view: &'v SeatView, me: &FigureView) -> Option<&'v FigureView> {
    view.figures()
        .iter()
        .filter(|other| view.is_enemy(other.id) && other.fitness.fills_hex())
        .min_by_key(|other| {
            let points: i32 = other.bars.iter().map(|bar| bar.now).sum();
            (
                !other.fitness.is_able(),
                distance(me.place.hex, other.place.hex),
                Reverse(ahead(me.place.facing, other.place.hex - me.place.hex)),
                points,
                other.id,
            )
        })
}

/// Closes with the enemy to the reach of the weapon in hand, if the decision is about going.
fn approach(
    view: &SeatView,
    me: &FigureView,
    foe: Option<&FigureView>,
    options: &[Choice],
) -> Option<Choice> {
    let going = options.iter().find(|choice| choice.slots.plot.is_some())?;
    let foe = foe?;
    let mut plot = Plot::new(Intent::Close(foe.id, u16::from(me.reach.max(1))));
    plot.facing = EndFacing::Towards(foe.id);
    plot.if_taken = IfTaken::GoRound;
    let plain = Choice {
        verb: going.verb.clone(),
        slots: Slots {
            plot: Some(plot),
            ..Slots::default()
        },
    };
    if view.allows(me.id, &plain) {
        return Some(plain);
    }
    // Somebody on the ground may have to get up first: whatever is offered and closes with him.
    options
        .iter()
        .find(|choice| {
            let intent = choice.slots.plot.as_ref().map(|plot| &plot.intent);
            matches!(intent, Some(Intent::Close(who, _)) if *who == foe.id)
        })
        .cloned()
}

/// Points an enemy loses on average if he does nothing, in thousandths.
fn harm(view: &SeatView, odds: &Odds) -> u128 {
    let Some(first) = odds.answers.first() else {
        return 0;
    };
    first
        .outcomes
        .iter()
        .filter(|(outcome, _)| outcome.whom.is_some_and(|whom| view.is_enemy(whom)))
        .map(|(outcome, chance)| {
            let lost: i32 = outcome
                .quantities
                .iter()
                .map(|(_, points)| (-points).max(0))
                .sum();
            chance.of(1000) * u128::try_from(lost).unwrap_or(0)
        })
        .sum()
}

/// Harm that is as good as none, in thousandths of a point.
const NO_HARM: u128 = 100;

/// The attack with the most harm: on the nearest enemy if he can be reached, and without flags
/// (flags are what is special) unless such a one cannot hurt him.
fn attack(
    view: &SeatView,
    me: &FigureView,
    foe: Option<&FigureView>,
    options: &[Choice],
) -> Option<Choice> {
    let aims_at = |choice: &Choice, test: &dyn Fn(CombatantId) -> bool| {
        choice.slots.targets.first().is_some_and(|who| test(*who))
    };
    let mut attacks: Vec<&Choice> = options
        .iter()
        .filter(|choice| aims_at(choice, &|who| view.is_enemy(who)))
        .collect();
    let nearest = |choice: &&Choice| foe.is_some_and(|foe| aims_at(choice, &|who| who == foe.id));
    if attacks.iter().any(nearest) {
        attacks.retain(nearest);
    }
    let (plain, special): (Vec<&Choice>, Vec<&Choice>) = attacks
        .into_iter()
        .partition(|choice| choice.slots.flags.is_empty());
    let most = |attacks: &[&Choice]| {
        let mut best: Option<(u128, Choice)> = None;
        for choice in attacks {
            let worth = view.odds(me.id, choice).map_or(0, |odds| harm(view, &odds));
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, (*choice).clone()));
            }
        }
        best
    };
    let plain = most(&plain);
    match plain {
        Some((worth, choice)) if worth >= NO_HARM => Some(choice),
        _ => {
            let plain_worth = plain.as_ref().map_or(0, |(worth, _)| *worth);
            match most(&special) {
                Some((worth, choice)) if worth > plain_worth || plain.is_none() => Some(choice),
                _ => plain.map(|(_, choice)| choice),
            }
        }
    }
}

/// Chance in thousandths that doing nothing puts him out of the fight.
fn danger(view: &SeatView, who: CombatantId, options: &[Choice]) -> u128 {
    let lost = ["unconscious", "dying", "dead"];
    // Doing nothing is among the answers that the odds of any reaction are shown against.
    let shown = options.iter().filter_map(|choice| view.odds(who, choice));
    shown
        .flat_map(|odds| odds.answers)
        .filter(|answered| answered.answer == "nothing")
        .map(|answered| {
            answered
                .outcomes
                .iter()
                .filter(|(outcome, _)| {
                    outcome
                        .notes
                        .iter()
                        .any(|note| lost.contains(&note.as_str()))
                })
                .map(|(_, chance)| chance.of(1000))
                .sum::<u128>()
        })
        .next()
        .unwrap_or(1000)
}

/// The first reaction on offer, in the order of the rule system, when the blow may well be the
/// last one; anything less he takes, to strike back when his time comes.
fn defence(view: &SeatView, decision: &Decision, options: &[Choice]) -> Option<Choice> {
    if danger(view, decision.who, options) < 250 {
        let idle = options
            .iter()
            .find(|choice| choice.slots == Slots::default() && choice.verb == "nothing");
        if let Some(idle) = idle {
            return Some(idle.clone());
        }
    }
    options
        .iter()
        .find(|choice| view.allows(decision.who, choice))
        .cloned()
}
