//! The Action sub-phase: everybody due states what he does, then everything is rolled (P-011).

use super::bouts::Fight;
use super::declaration::pay;
use super::{bursts, handling, riding, specials};
use crate::combat::combatant::{Carried, CombatantId, Condition, ItemId};
use crate::combat::dice::{Dice, Throw, Thrown};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::order::Choice;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::exchange::{Assault, Bout, BoutContext, BoutStage, run_to};
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::{self, defence::bout_context};
use crate::rules::phases::grapple;
use crate::rules::phases::initiative::completion_cost;
use crate::rules::phases::refire::{ChainContext, earliest_shot, may_refire, next_shot};
use crate::rules::phases::scene::{Declared, Figure, HoldMode, Scene};
use crate::rules::phases::verbs::declare::weapon_words;
use crate::rules::phases::verbs::{attack, burst, grapple as wrestle, hold};
use crate::rules::phases::{attack as attack_rule, sheet::MissileKind};
use bevy::prelude::*;
use std::sync::Arc;

/// Asks everybody who acts in this phase what he does: those due, holding or rushing.
pub fn open_statements(mut field: Field) {
    let scene = field.scene();
    let asked: Vec<_> = scene
        .figures
        .iter()
        .filter(|figure| figure.may_act(scene.phase).is_ok() && !figure.is_steed())
        .map(|figure| {
            let verbs: &[&str] = match figure.tempo.declared {
                Declared::Attack(_) | Declared::Both(_) | Declared::DrawAttack(_) => {
                    &["attack", "hold"]
                }
                Declared::Shoot(_) => &["shoot", "hold"],
                Declared::Throw(_) if burst::declared(&scene, figure).is_some() => {
                    &["burst", "hold"]
                }
                Declared::Throw(_) => &["throw", "hold"],
                Declared::Grapple => &["grapple", "hold"],
                Declared::BreakFree => &["break free", "hold"],
                Declared::Guard | Declared::Wait | Declared::Maintain => &["hold"],
                _ => &["act", "hold"],
            };
            (
                figure.id,
                figure.side,
                verbs.iter().map(|verb| (*verb).into()).collect(),
            )
        })
        .collect();
    field.flow.part = 1;
    field.flow.open("statement", true, asked);
}

/// Takes the statements: holds begin or go on, other actions are done, attacks are written down.
pub fn take_statements(mut field: Field) {
    let scene = field.scene();
    for order in std::mem::take(&mut field.flow.answers) {
        let who = order.who;
        match order.choice.verb.as_str() {
            "hold" => begin_hold(&mut field, &scene, who, hold::mode(&order.choice.slots)),
            "act" => act(&mut field, &scene, who),
            _ => field.get_mut(who).statement.0 = Some(order.choice),
        }
    }
    super::riding::kick(&mut field, &scene);
}

fn begin_hold(field: &mut Field, scene: &Scene, who: CombatantId, mode: HoldMode) {
    let figure = scene.figure(who);
    if figure.tempo.rushing {
        // An announced rush that finds nothing to do is spent all the same (P-042).
        spend(field, scene, who);
        let event = field
            .event(who, EventKind::Nothing)
            .note("rushed, and found nobody to act on (P-042)");
        field.say(event);
        return;
    }
    let mode = if figure.tempo.declared == Declared::Guard {
        HoldMode::Guard
    } else {
        mode
    };
    let mut row = field.get_mut(who);
    if row.tempo.hold != Some(mode) {
        row.let_go();
        row.tempo.hold = Some(mode);
    }
    let condition = match mode {
        HoldMode::Plain => Condition::Holding,
        HoldMode::Overprepare => Condition::Overpreparing,
        HoldMode::Guard => Condition::Guarding,
    };
    let begun = !row.conditions.has(condition);
    row.conditions.add(condition, None);
    let side = *row.side;
    if begun {
        let event = field
            .event(
                who,
                EventKind::Condition {
                    condition,
                    begun: true,
                },
            )
            .only(side);
        field.say(event);
    }
}

/// The action is spent: he has acted and declares anew.
pub fn spend(field: &mut Field, scene: &Scene, who: CombatantId) {
    let rushed = scene.figure(who).rushed(scene.phase);
    let mut row = field.get_mut(who);
    row.tempo.acted = true;
    row.tempo.declares = true;
    row.tempo.carried = rushed;
    row.let_go();
}

/// Does what was declared and is no attack.
fn act(field: &mut Field, scene: &Scene, who: CombatantId) {
    let figure = scene.figure(who);
    let rushed = figure.rushed(scene.phase);
    spend(field, scene, who);
    match figure.tempo.declared {
        Declared::Draw(item) => handling::draw(field, scene, who, item),
        Declared::Shield(item) => handling::shield(field, scene, who, item),
        Declared::Light(item) => handling::light(field, scene, who, item),
        Declared::Door(side) => handling::door(field, who, side),
        Declared::ForceDoor(side) => handling::force_door(field, who, side, rushed),
        Declared::FirstAid(patient) => specials::first_aid(field, scene, who, patient),
        Declared::Mount(onto, ready) => riding::mount(field, scene, who, onto, ready),
        Declared::Dismount(dir, ready) => riding::dismount(field, scene, who, dir, ready),
        _ => {}
    }
    let cost = completion_cost(&scene.tables, &figure.tempo.declared);
    pay(field, who, cost, "what it takes (P-057)");
}

/// Turns statements into attacks, target by target, and rolls every check (P-011, P-040).
pub fn roll_attacks(mut field: Field) {
    // Breaking free is no attack: it is rolled by itself.
    for who in field.those(|row| {
        let stated = row.statement.0.as_ref();
        stated.is_some_and(|choice| choice.verb != "break free")
    }) {
        let mut row = field.get_mut(who);
        let stated = row.statement.0.take().filter(|_| !row.tempo.acted);
        let Some(choice) = stated else { continue };
        state_attack(&mut field, who, &choice);
    }
    let fights = std::mem::take(&mut field.bouts.0);
    let (passing, mut stated): (Vec<_>, Vec<_>) =
        fights.into_iter().partition(|fight| fight.passing);
    for fight in &mut stated {
        roll(&mut field, fight, &passing);
    }
    field.bouts.0 = passing;
    field.bouts.0.append(&mut stated);
}

fn state_attack(field: &mut Field, who: CombatantId, choice: &Choice) {
    if choice.verb == "burst" {
        if let Err(words) = bursts::throw(field, who, &choice.slots) {
            come_to_nothing(field, who, words);
        }
        return;
    }
    let scene = field.scene();
    let figure = scene.figure(who);
    let stated = if choice.verb == "grapple" {
        let target = choice.slots.targets.first().copied().unwrap_or(who);
        let context = wrestle::context(&scene, figure, &choice.slots);
        context.map(|context| vec![(target, context)])
    } else {
        attack::contexts(&scene, figure, &choice.verb, &choice.slots)
    };
    match stated {
        Ok(attacks) => {
            if let Declared::DrawAttack(item) = figure.tempo.declared {
                handling::draw(field, &scene, who, item);
            }
            spend(field, &scene, who);
            two_hands(field, figure, &attacks);
            for (target, context) in attacks {
                let (target, context) = astray(field, &scene, figure, target, context);
                let missile = context.weapon.range.clone();
                let item = context.weapon.item;
                add_assault(
                    field,
                    &scene,
                    target,
                    Assault::Blow(Box::new(context)),
                    false,
                );
                if let (Some(range), Some(item)) = (missile, item) {
                    loose(field, &scene, figure, target, item, &range);
                }
            }
        }
        Err(refusal) => {
            come_to_nothing(field, who, refusal.to_string());
        }
    }
}

/// A statement that cannot be carried out: its target moved away or fell since it was prepared.
fn come_to_nothing(field: &mut Field, who: CombatantId, words: String) {
    let scene = field.scene();
    let rushing = scene.figure(who).tempo.rushing;
    let event = field.event(who, EventKind::Nothing).note(words);
    field.say(event);
    let mode = field.get(who).standing.waiting;
    if rushing {
        spend(field, &scene, who);
    } else {
        begin_hold(field, &scene, who, mode);
    }
}

/// Where a blow struck blindly goes: at one of those who could be met, friend or foe (P-099).
fn astray(
    field: &mut Field,
    scene: &Scene,
    figure: &Figure,
    target: CombatantId,
    context: AttackContext,
) -> (CombatantId, AttackContext) {
    let Some(among @ 2..) = context.blind else {
        return (target, context);
    };
    let met = gather::sight::in_the_way(scene, figure, context.weapon.reach.into());
    let throw = Throw::nth(figure.id, "met blindly", context.ordinal);
    let pick = field.dice().check(throw, among.into(), &|_| 0).face;
    let whom = met.get(usize::from(pick).saturating_sub(1)).copied();
    let whom = whom.unwrap_or(target);
    let aim = gather::Aim {
        special: context.special.filter(|_| whom == target),
        feint: context.feint && whom == target,
        kind: Some(context.kind),
        knock_dir: context.knock_dir.filter(|_| whom == target),
        meant: context.meant.filter(|_| whom == target),
        ordinal: context.ordinal,
        astray: true,
        ..gather::Aim::default()
    };
    let occasion = gather::Occasion::Action;
    let weapon = context.weapon.clone();
    let met = gather::attack_with(scene, figure, scene.figure(whom), weapon, &aim, occasion);
    // What cannot be struck by chance is missed as the one who was meant is.
    met.map_or_else(
        |_| {
            (
                target,
                AttackContext {
                    blind: Some(1),
                    ..context
                },
            )
        },
        |met| (whom, met),
    )
}

/// What an attack means for the other hand: it struck too, or may parry again (P-225).
fn two_hands(field: &mut Field, figure: &Figure, attacks: &[(CombatantId, AttackContext)]) {
    let main = |item: ItemId| {
        let held = figure.gear.item(item);
        held.is_some_and(|held| held.carried == Carried::Main)
    };
    let by_main = attacks
        .iter()
        .any(|(_, attack)| attack.weapon.item.is_some_and(main));
    let both = crate::rules::phases::verbs::two::declared(figure) && attacks.len() > 1;
    let mut row = field.get_mut(figure.id);
    if by_main {
        row.tempo.second_spent = false;
    }
    row.tempo.second_struck |= both;
}

/// Ammunition, reload and the Re-Fire chain (P-112, P-126 to P-129); thrown weapons leave the hand.
fn loose(
    field: &mut Field,
    scene: &Scene,
    figure: &Figure,
    target: CombatantId,
    item: ItemId,
    range: &crate::rules::phases::sheet::Range,
) {
    let phase = scene.phase;
    if range.kind == MissileKind::Thrown {
        let mut row = field.get_mut(figure.id);
        if let Some(at) = row.gear.0.iter().position(|held| held.id == item) {
            let mut thrown = row.gear.0.remove(at);
            thrown.carried = Carried::Main;
            let hex = scene.figure(target).place.hex;
            super::handling::lay_down(field, hex, thrown);
        }
        return;
    }
    let mut row = field.get_mut(figure.id);
    let mut left = u16::MAX;
    if let Some(held) = row.gear.0.iter_mut().find(|held| held.id == item)
        && let Some(ammunition) = held.ammunition.as_mut()
    {
        *ammunition = ammunition.saturating_sub(1);
        left = *ammunition;
    }
    row.tempo.reload = Some((item, earliest_shot(range, phase, 0)));
    let chain = ChainContext {
        rushed: figure.rushed(phase),
        moved: figure.motion.moved,
        turned: figure.motion.turned,
        defended: figure.tempo.reacted,
        ammunition: left,
        magazine_shots: range
            .magazine
            .map_or(0, |rounds| rounds.saturating_sub(left)),
    };
    if may_refire(range, &chain).is_ok() {
        let shots = figure.tempo.refire.unwrap_or(0);
        row.tempo.refire = Some(shots.saturating_add(1));
        row.tempo.refire_due = Some(next_shot(range, phase));
    } else {
        row.tempo.refire = None;
    }
}

/// Puts an attack among those on its target, in the order of the attackers' dice.
pub fn add_assault(
    field: &mut Field,
    scene: &Scene,
    target: CombatantId,
    assault: Assault,
    passing: bool,
) {
    let dice = |assault: &Assault| scene.figure(assault.attacker()).dice;
    let fights = &mut field.bouts.0;
    let at = fights.iter().position(|fight| {
        fight.target == target
            && fight.passing == passing
            && fight.bout.stage == BoutStage::Declared(0)
    });
    match at {
        Some(at) => {
            let context = Arc::make_mut(&mut fights[at].context);
            context.attacks.push(assault);
            let order = |assault: &Assault| (dice(assault), ordinal(assault));
            context.attacks.sort_by_key(order);
            fights[at].bout = Bout::new(context);
        }
        None => {
            let context = Arc::new(bout_context(scene, scene.figure(target), vec![assault]));
            let bout = Bout::new(&context);
            fights.push(Fight {
                target,
                passing,
                context,
                bout,
                answer: None,
            });
            fights.sort_by_key(|fight| (!fight.passing, fight.target));
        }
    }
}

fn ordinal(assault: &Assault) -> u16 {
    match assault {
        Assault::Blow(attack) => attack.ordinal,
        Assault::Push(_) | Assault::Trample(_) => 0,
    }
}

/// Rolls the checks of a fight and tells how they went; specials stay secret (P-172).
///
/// `earlier` are the blows in passing of this phase, whose Parries still protect (P-069).
pub fn roll(field: &mut Field, fight: &mut Fight, earlier: &[Fight]) {
    // The defender as he stands now that every statement is made: who attacks does not react.
    let scene = field.scene();
    let target = scene.figure(fight.target);
    let context = Arc::make_mut(&mut fight.context);
    context.defender = gather::defence::answering(&scene, target, &context.attacks);
    grapple::rule::join(&mut context.attacks);
    add_passing_parry(earlier, context, fight.target);
    fight.bout = run_to(
        &fight.bout,
        BoutStage::Rolled,
        &fight.context,
        None,
        field.dice(),
    );
    let thrown = std::mem::take(&mut field.dice().thrown);
    for (state, assault) in fight.bout.attacks.iter().zip(&fight.context.attacks) {
        let who = assault.attacker();
        let mut event = match assault {
            Assault::Blow(attack) => {
                let (_, modifiers) = attack_rule::score(attack);
                let mut event = field.event(
                    who,
                    EventKind::Swung {
                        target: fight.target,
                        weapon: weapon_words(&attack.weapon.name, &scene.tables).into(),
                        manner: manner(attack),
                        result: state.band.word().into(),
                    },
                );
                for modifier in modifiers {
                    // Hidden until Resolution (P-172).
                    let hidden = attack
                        .special
                        .is_some_and(|special| modifier.rule == special.rule());
                    if hidden || modifier.rule == "P-241" {
                        continue;
                    }
                    event = event.detail(modifier.label, modifier.value, modifier.rule);
                }
                // Neither number nor die, nor what of the cover a miss struck: together they would
                // tell a plain attack from one with a hidden modifier. All follow at Resolution
                // (P-172).
                event
            }
            Assault::Trample(trample) => {
                let (number, modifiers) = crate::rules::phases::charge::trample_number(trample);
                let result = if state.band.succeeded() {
                    "rides at him"
                } else {
                    "shies"
                };
                let kind = EventKind::Charged {
                    target: Some(fight.target),
                    result: result.into(),
                };
                let mut event = field.event(who, kind);
                for modifier in modifiers {
                    event = event.detail(modifier.label, modifier.value, modifier.rule);
                }
                event.detail("number to roll or less", number, "P-087")
            }
            Assault::Push(push) => {
                let (number, _) = crate::rules::phases::charge::fitness_feat(&push.charge);
                let result = if state.band.succeeded() {
                    "pushes"
                } else {
                    "fails"
                };
                field
                    .event(
                        who,
                        EventKind::Charged {
                            target: Some(fight.target),
                            result: result.into(),
                        },
                    )
                    .detail("Fitness Feat, number or less", number, "P-071")
            }
        };
        event.dice = thrown
            .iter()
            .filter(|throw| throw.who == who && is_open(assault, throw))
            .cloned()
            .collect();
        if state.band.succeeded() && !state.aware {
            event.note = "unseen by the target (P-036)".to_owned();
        }
        field.say(event);
    }
}

/// Whether a die of a check may be seen before Resolution: not that of a blow (P-172).
fn is_open(assault: &Assault, throw: &Thrown) -> bool {
    let secret = matches!(assault, Assault::Blow(_)) && throw.purpose == "attack";
    throw.purpose != "aware" && !secret
}

fn manner(attack: &AttackContext) -> smol_str::SmolStr {
    if attack.charge.is_some() {
        "charge".into()
    } else if attack.weapon.class == grapple::WEAPON {
        "grapple".into()
    } else if attack.en_passant {
        "in passing".into()
    } else if attack.weapon.is_melee() {
        "blow".into()
    } else {
        "shot".into()
    }
}

/// The AR of a Parry against a blow in passing lasts to the end of the phase (P-069).
fn add_passing_parry(earlier: &[Fight], context: &mut BoutContext, target: CombatantId) {
    use crate::rules::phases::defence::Answer;
    use crate::rules::phases::exchange::AnswerState;
    for earlier in earlier.iter().filter(|fight| fight.target == target) {
        let (Some(Answer::Parry(parry)), AnswerState::Parry { band, value, .. }) =
            (&earlier.answer, earlier.bout.answer)
        else {
            continue;
        };
        if !band.succeeded() {
            continue;
        }
        for assault in &mut context.attacks {
            if let Assault::Blow(attack) = assault
                && attack.arc == parry.facing
            {
                attack.ar += i32::from(value);
            }
        }
    }
}

/// All rolled: the struck may answer.
pub fn close_action(mut field: Field) {
    let phase = field.flow.unit;
    field.flow.enter(Stage::Reaction);
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "reaction".into(),
        },
    ));
}
