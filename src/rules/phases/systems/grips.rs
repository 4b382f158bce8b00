//! Who has hold of whom: grips begin, press, and end (P-231, P-233, P-235, P-237, P-241 to P-245,
//! B-081, B-110). The conditions `held` and `pinned` are written here alone, after the grips.

use super::resolution::{go_prone, lose, lose_initiative};
use super::rounds::RoundPlan;
use super::states::drop_things;
use crate::board::distance;
use crate::combat::combatant::{CombatantId, Condition, Fitness, OutBy};
use crate::combat::dice::{Dice, Throw};
use crate::combat::displacement::{Displaced, Shove};
use crate::combat::event::EventKind;
use crate::combat::status::Status;
use crate::rules::phases::check::Difficulty;
use crate::rules::phases::exchange::{AnswerState, Assault};
use crate::rules::phases::feat::dexterity;
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple::counter::CounterEnd;
use crate::rules::phases::grapple::{Clinch, Flight, Grapple, Grip, Way, hands, rule};
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::systems::bouts::Fight;
use bevy::prelude::*;

/// The word of a throw among displacements.
pub(super) const THROW: &str = "throw";

/// Lets go, with the reason in words.
pub fn release(field: &mut Field, holder: CombatantId, words: &str) {
    let Some(grip) = field.get(holder).tempo.grip else {
        return;
    };
    field.get_mut(holder).tempo.grip = None;
    let held = field.get(grip.whom).label.name.clone();
    let event = field
        .event(holder, EventKind::Note)
        .note(format!("{words}: no longer has hold of {held}"));
    field.say(event);
    refresh(field, grip.whom);
}

/// Gives somebody the conditions that the grips on him mean.
fn refresh(field: &mut Field, whom: CombatantId) {
    let grips: Vec<Grip> = field
        .ids()
        .filter_map(|id| field.get(id).tempo.grip)
        .filter(|grip| grip.whom == whom)
        .collect();
    let held = grips.iter().any(|grip| !grip.pin);
    let pinned = grips.iter().any(|grip| grip.pin);
    for (condition, begun) in [(Condition::Held, held), (Condition::Pinned, pinned)] {
        if field.get(whom).conditions.has(condition) == begun {
            continue;
        }
        let mut row = field.get_mut(whom);
        if begun {
            row.conditions.add(condition, None);
        } else {
            row.conditions.lift(condition);
        }
        row.motion.fresh = true;
        let event = field.event(whom, EventKind::Condition { condition, begun });
        field.say(event);
    }
}

/// Why a grip cannot last, if it cannot.
fn void(scene: &Scene, holder: &Figure) -> Option<&'static str> {
    let held = scene.get(holder.grip()?.whom)?;
    if !holder.fitness.fills_hex() || holder.is_helpless() {
        Some("loses his grip")
    } else if !held.fitness.fills_hex() {
        Some("lets go of the fallen")
    } else if distance(holder.place.hex, held.place.hex) > 1 {
        Some("is torn away (B-081)")
    } else {
        None
    }
}

/// Ends the grips that cannot last.
fn end_void(field: &mut Field) {
    if field.ids().all(|id| field.get(id).tempo.grip.is_none()) {
        return;
    }
    let scene = field.scene();
    for figure in &scene.figures {
        if let Some(words) = void(&scene, figure) {
            release(field, figure.id, words);
        }
    }
}

/// A pinner who steps lets go (P-237); nobody holds farther than 1 m (P-233).
pub fn follow_steps(mut field: Field, plan: Res<RoundPlan>) {
    if plan.steps.is_empty() {
        return;
    }
    for (who, ..) in &plan.steps {
        if field.get(*who).tempo.grip.is_some_and(|grip| grip.pin) {
            release(&mut field, *who, "moves (P-237)");
        }
    }
    end_void(&mut field);
}

/// A pinner who reacts lets go (P-237).
pub fn react(field: &mut Field, who: CombatantId) {
    if field.get(who).tempo.grip.is_some_and(|grip| grip.pin) {
        release(field, who, "reacts (P-237)");
    }
}

/// What standing grips and Defensive Throws cost those they are about (P-231, P-235, P-241).
pub fn squeeze(mut field: Field) {
    let scene = field.scene();
    let mut losses = Vec::new();
    for figure in &scene.figures {
        let Some((grip, weapon, ar)) = hands::weight(&scene, figure) else {
            continue;
        };
        if grip.since >= scene.phase {
            continue;
        }
        let throw = Throw::new(figure.id, "squeeze");
        let rolled = field.dice().sum(throw, weapon.damage);
        let lost = rule::pressure(rolled, weapon.fitness, ar, grip.pin);
        let words = if grip.pin {
            "pinned: armour does not help (P-235)"
        } else {
            "held fast (P-231)"
        };
        losses.push((grip.whom, figure.id, lost, words));
    }
    for fight in &scene.fights {
        if let Some((attacker, flight)) = countered(fight) {
            let words = "thrown in answer (P-245)";
            losses.push((attacker, fight.target, flight.harm.into(), words));
        }
    }
    for (who, by, lost, words) in losses {
        if lost <= 0 {
            continue;
        }
        // Who is unconscious already loses it from both pools (H-4).
        let deep = if scene.figure(who).pools.shp <= 0 {
            lost
        } else {
            0
        };
        lose(&mut field, who, lost, deep);
        let event = field
            .event(
                who,
                EventKind::Harmed {
                    by: Some(by),
                    losses: vec![("Stamina".into(), lost)],
                },
            )
            .note(words);
        field.say(event);
    }
}

/// The attacker whom a Defensive Throw sent flying, and how.
fn countered(fight: &Fight) -> Option<(CombatantId, Flight)> {
    match fight.bout.answer {
        AnswerState::Throw {
            at,
            works: true,
            end: CounterEnd::Flown(flight),
            ..
        } => {
            let attack = fight.context.attacks.get(usize::from(at))?;
            Some((attack.attacker(), flight))
        }
        _ => None,
    }
}

/// The throws of a fight: who, by whom, on what way, and how it ended.
fn flights(fight: &Fight) -> Vec<(CombatantId, CombatantId, Way, Flight)> {
    let mut list = Vec::new();
    for (state, assault) in fight.bout.attacks.iter().zip(&fight.context.attacks) {
        if let (Assault::Blow(attack), Clinch::Thrown(flight)) = (assault, state.clinch)
            && let Some(Grapple::Throw(way)) = attack.grapple
        {
            list.push((fight.target, attack.attacker, way, flight));
        }
    }
    if let (Some((attacker, flight)), Some(crate::rules::phases::defence::Answer::Throw(counter))) =
        (countered(fight), &fight.answer)
    {
        list.push((attacker, fight.target, counter.way, flight));
    }
    list
}

/// Whether a throw finds its man where it was meant for him: a Hold that was broken throws nobody.
fn still_has(scene: &Scene, fight: &Fight, who: CombatantId, by: CombatantId) -> bool {
    who != fight.target || scene.figure(by).grip().is_some_and(|grip| grip.whom == who)
}

/// The displacements that throws ask for (P-241, P-245).
pub(super) fn shoves(scene: &Scene) -> Vec<Shove> {
    let mut list = Vec::new();
    for fight in &scene.fights {
        for (who, by, way, flight) in flights(fight) {
            let figure = scene.figure(who);
            if flight.hexes == 0 || way.blocked || !still_has(scene, fight, who, by) {
                continue;
            }
            // Over the thrower it is counted from his hex, if he is still there.
            let beside =
                distance(figure.place.hex, way.from) <= 1 && scene.figure(by).place.hex == way.from;
            let mut shove = super::knockback::shove(scene, who, by, way.dir, flight.hexes, THROW);
            if beside {
                shove.from = way.from;
            }
            list.push(shove);
        }
    }
    list
}

/// Whoever is thrown against a wall may be Stunned (P-242).
pub(super) fn into_wall(field: &mut Field, displaced: &Displaced) {
    if displaced.shove.kind != THROW || displaced.collision_hexes() == 0 {
        return;
    }
    let who = displaced.shove.who;
    let fights = &field.bouts.0;
    let mut thrown = fights.iter().flat_map(flights);
    let found = thrown.find(|(whom, by, ..)| *whom == who && displaced.shove.by == Some(*by));
    let stunned = found.map_or(0, |(.., flight)| flight.stunned);
    let words = if stunned == 0 {
        "thrown against a wall, and shakes it off (P-242)"
    } else {
        "thrown against a wall (P-242)"
    };
    let event =
        field
            .event(who, EventKind::Note)
            .note(words)
            .detail("phases", stunned.into(), "P-242");
    field.say(event);
    if stunned > 0 {
        super::specials::stun(field, who, stunned.into());
    }
}

/// Grapples that came through take hold, those that were thrown land, grips that cannot last end
/// (P-231, P-235, P-238, P-243, P-247).
pub fn settle(mut field: Field) {
    let scene = field.scene();
    for fight in &scene.fights {
        for (state, assault) in fight.bout.attacks.iter().zip(&fight.context.attacks) {
            let Assault::Blow(attack) = assault else {
                continue;
            };
            let who = attack.attacker;
            match (state.clinch, attack.grapple) {
                (Clinch::Locked, _) => {
                    let event = field
                        .event(who, EventKind::Nothing)
                        .note("neither gets the better of the other (P-238)");
                    field.say(event);
                    stay_standing(&mut field, who, "P-238");
                }
                (Clinch::Held, _) => take(&mut field, who, fight.target, false, false),
                (Clinch::Pinned, aim) => {
                    let needs = matches!(aim, Some(Grapple::Pin));
                    take(&mut field, who, fight.target, true, needs);
                }
                _ => {}
            }
        }
        for (who, by, _, flight) in flights(fight) {
            if !still_has(&scene, fight, who, by) {
                let event = field
                    .event(by, EventKind::Nothing)
                    .note("nothing happened: the Hold was broken first (P-234)");
                field.say(event);
                continue;
            }
            release(&mut field, by, "throws (P-241)");
            release(&mut field, who, "is thrown");
            land(&mut field, who, &flight);
        }
        if let AnswerState::Throw {
            at,
            end: CounterEnd::Locked { attacker, defender },
            ..
        } = fight.bout.answer
        {
            let other = fight.context.attacks[usize::from(at)].attacker();
            for (who, stands) in [(other, attacker), (fight.target, defender)] {
                let event = field
                    .event(who, EventKind::Nothing)
                    .note("two throws at once: neither prevails (P-247)");
                field.say(event);
                if !stands {
                    go_prone(&mut field, who, "goes down (P-238)");
                }
            }
        }
    }
    end_void(&mut field);
}

/// A Challenging Dexterity Feat or down (P-238).
fn stay_standing(field: &mut Field, who: CombatantId, rule: &str) {
    let scene = field.scene();
    let figure = scene.figure(who);
    if !figure.on_feet() {
        return;
    }
    let feat = dexterity(&figure.sheet, Difficulty::Challenging, 0)
        .roll(field.dice(), Throw::new(who, "stay standing"));
    let words = if feat.success {
        "keeps his feet"
    } else {
        "loses his feet"
    };
    let mut event = field
        .event(who, EventKind::Note)
        .note(format!("{words} ({rule})"));
    event.details.push(feat.detail());
    field.say(event);
    if !feat.success {
        go_prone(field, who, "goes down (P-238)");
    }
}

/// Takes hold of somebody, or forces him down; `needs` the Hold that a Pin follows from.
fn take(field: &mut Field, who: CombatantId, whom: CombatantId, pin: bool, needs: bool) {
    let scene = field.scene();
    let (holder, held) = (scene.figure(who), scene.figure(whom));
    let had = holder.grip().is_some_and(|grip| grip.whom == whom);
    let reaches = distance(holder.place.hex, held.place.hex) <= 1;
    let words = if needs && !had {
        Some("nothing happened: the Hold was broken first (P-234)")
    } else if !holder.is_free() || !held.fitness.fills_hex() || !reaches {
        Some("nothing happened: there is no getting hold of him any more")
    } else {
        None
    };
    if let Some(words) = words {
        let event = field.event(who, EventKind::Nothing).note(words);
        field.say(event);
        return;
    }
    field.get_mut(who).tempo.grip = Some(Grip {
        whom,
        pin,
        since: scene.phase,
    });
    refresh(field, whom);
    if pin {
        go_prone(field, whom, "forced down (P-235)");
        lose_initiative(field, whom);
    }
}

/// Whoever was thrown keeps his feet or lies, and begins anew (P-243).
fn land(field: &mut Field, who: CombatantId, flight: &Flight) {
    if !field.get(who).fitness.fills_hex() {
        return;
    }
    let event = field
        .event(who, EventKind::Note)
        .note(if flight.stands {
            "lands on his feet (P-243)"
        } else {
            "lands badly (P-243)"
        })
        .detail("d20", flight.face.into(), "P-243");
    field.say(event);
    if !flight.stands && field.get(who).posture != &crate::combat::combatant::Posture::Swimming {
        go_prone(field, who, "thrown down (P-243)");
    }
    lose_initiative(field, who);
}

/// Whoever was pinned by an able enemy for thirty seconds on end is captured (B-110).
pub fn capture(field: &mut Field, status: &mut Status) {
    let phase = field.flow.unit;
    let mut pinned: Vec<CombatantId> = field
        .ids()
        .filter(|id| field.get(*id).fitness.is_able())
        .filter_map(|id| field.get(id).tempo.grip)
        .filter(|grip| grip.pin)
        .map(|grip| grip.whom)
        .collect();
    pinned.sort_unstable();
    pinned.dedup();
    for who in status.captured(phase, &pinned) {
        drop_things(field, who);
        for holder in field.ids() {
            if field
                .get(holder)
                .tempo
                .grip
                .is_some_and(|grip| grip.whom == who)
            {
                release(field, holder, "has captured him (B-110)");
            }
        }
        let mut row = field.get_mut(who);
        *row.fitness = Fitness::Out(OutBy::Captured);
        row.let_go();
        row.tempo.declares = false;
        row.motion.over = true;
        let event = field
            .event(who, EventKind::Out(OutBy::Captured))
            .note("pinned for half a minute (B-110)");
        field.say(event);
    }
}
