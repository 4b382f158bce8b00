//! Displacement: knockback, pushes, run-ons (P-072, P-073, P-174, B-071 to B-083).

use super::falls::{consequences, end_footing};
use super::resolution::{go_prone, lose_stance};
use super::riding::take_along;
use crate::board::push::{PushStep, over_low, push_step};
use crate::board::{Board, Dir, Hex};
use crate::combat::combatant::{CombatantId, Condition};
use crate::combat::displacement::{Beyond, Displaced, Push, Shove, StoppedBy, displace as pulses};
use crate::combat::event::EventKind;
use crate::combat::occupancy::Footprint;
use crate::rules::phases::exchange::{Assault, PushEnd};
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::{Figure, Scene};
use bevy::prelude::*;

pub(super) const KNOCKBACK: &str = "knockback";
const FORCE_BACK: &str = "force back";
const THROWN_BACK: &str = "thrown back";
const RUNS_ON: &str = "runs on";
const RIDDEN_DOWN: &str = "ridden down";

pub(super) fn shove(
    scene: &Scene,
    who: CombatantId,
    by: CombatantId,
    dir: Dir,
    hexes: u8,
    kind: &str,
) -> Shove {
    let figure = scene.figure(who);
    Shove {
        who,
        by: Some(by),
        from: figure.place.hex,
        footprint: Footprint::default(),
        dir,
        hexes: hexes.into(),
        on_feet: figure.on_feet(),
        alive: !figure.conditions.has(Condition::Dead),
        fills: figure.fitness.fills_hex(),
        kind: kind.to_owned(),
    }
}

/// All displacements that the phase's fights ask for.
fn shoves(scene: &Scene) -> Vec<Shove> {
    let mut list = Vec::new();
    for fight in &scene.fights {
        let attacks = &fight.context.attacks;
        for (state, assault) in fight.bout.attacks.iter().zip(attacks) {
            if let Assault::Blow(attack) = assault
                && let Some(dir) = attack.knock_dir
                && state.band.succeeded()
                && !state.avoided
                && state.knock > 0
            {
                list.push(shove(
                    scene,
                    fight.target,
                    attack.attacker,
                    dir,
                    state.knock,
                    KNOCKBACK,
                ));
            }
        }
        for (at, end) in &fight.bout.pushes {
            let (charger, dir) = match attacks.get(usize::from(*at)) {
                Some(Assault::Push(push)) => (push.charge.who, push.dir),
                Some(Assault::Trample(trample)) => (trample.charge.who, trample.dir),
                _ => continue,
            };
            match end {
                PushEnd::Pushed { metres, .. } if *metres > 0 => {
                    list.push(shove(
                        scene,
                        fight.target,
                        charger,
                        dir,
                        *metres,
                        FORCE_BACK,
                    ));
                }
                PushEnd::RiddenDown => {
                    list.push(shove(scene, fight.target, charger, dir, 1, RIDDEN_DOWN));
                }
                PushEnd::ThrownBack(metres) => {
                    list.push(shove(
                        scene,
                        charger,
                        fight.target,
                        dir.opposite(),
                        *metres,
                        THROWN_BACK,
                    ));
                }
                _ => {}
            }
        }
    }
    list.extend(super::grips::shoves(scene));
    list
}

fn levels(levels: i32) -> u8 {
    levels.clamp(0, 255) as u8
}

/// The board's word on a push, as the pulses want it.
pub fn ground(board: &Board, from: Hex, dir: Dir) -> Push {
    match push_step(board, from, dir) {
        PushStep::Free { .. } => Push::Free,
        PushStep::Wall => Push::Wall,
        PushStep::Low => Push::Low(match over_low(board, from, dir) {
            PushStep::Fall { levels: deep, .. } => Beyond::Fall {
                levels: levels(deep),
            },
            PushStep::Water { .. } => Beyond::DeepWater,
            PushStep::Pit { .. } => Beyond::Pit { levels: 1 },
            _ => Beyond::Ground,
        }),
        PushStep::Soft => Push::Soft,
        PushStep::Border => Push::Border,
        PushStep::Fall { levels: deep, .. } => Push::Fall {
            levels: levels(deep),
        },
        PushStep::Water { .. } => Push::DeepWater,
        PushStep::Pit { .. } => Push::Pit { levels: 1 },
    }
}

/// Moves everybody who is displaced, in pulses of one metre together (B-080).
pub fn displace(mut field: Field) {
    super::states::out_of_the_saddle(&mut field);
    let scene = field.scene();
    let list = shoves(&scene);
    let mut ended = Vec::new();
    if !list.is_empty() {
        let displaced: Vec<CombatantId> = list.iter().map(|shove| shove.who).collect();
        let board = scene.board.clone();
        let standing = |hex: Hex| {
            let mut here = scene.figures.at(hex);
            let gone = |figure: &Figure| {
                let other = figure.saddle.mount.or(figure.saddle.rider);
                displaced.contains(&figure.id)
                    || other.is_some_and(|other| displaced.contains(&other))
            };
            here.find(|figure| figure.fitness.fills_hex() && !gone(figure))
                .map(|figure| figure.id)
        };
        let moved = pulses(
            &list,
            &|from, dir| ground(&board, from, dir),
            &standing,
            field.dice(),
        );
        for noted in &moved.noted {
            let event = field
                .event(noted.shove.who, EventKind::Nothing)
                .note(noted.words());
            field.say(event);
        }
        for displaced in &moved.moved {
            carry_out(&mut field, displaced);
        }
        for displaced in &moved.moved {
            consequences(&mut field, displaced);
        }
        follow_up(&mut field, &moved.moved);
        ended = moved.moved;
    }
    super::riding::lay_down_the_ridden(&mut field);
    super::riding::ride_over(&mut field);
    overruns(&mut field);
    push_feet(&mut field, &scene);
    for displaced in &ended {
        end_footing(&mut field, displaced);
    }
}

fn carry_out(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    let mut end = displaced.end();
    let mut path = displaced.path.clone();
    let own = field.get(who).place.hex;
    if displaced.shove.from != own {
        // Thrown over the thrower: the flight is counted from his hex (P-241, P-245).
        path.insert(0, own);
        if displaced.entered().is_empty() {
            (end, path) = (own, vec![own]);
        }
    }
    if displaced.landed_on.is_some() {
        let scene = field.scene();
        let free = |hex: Hex| scene.occupant(hex).is_none();
        end = crate::board::push::nearest_free(&scene.board, end, displaced.shove.dir, 6, &free)
            .unwrap_or(own);
    }
    field.get_mut(who).place.hex = end;
    // A rider whom a Knockback throws leaves his mount where it is (P-178).
    let thrown = displaced.shove.kind == KNOCKBACK && field.get(who).saddle.mount.is_some();
    if !thrown {
        take_along(field, who);
    }
    let stopped_by =
        (displaced.stopped != StoppedBy::Done).then(|| displaced.stopped.word().into());
    let mut event = field
        .event(who, EventKind::Displaced { path, stopped_by })
        .detail("metres", i32::from(displaced.shove.hexes), "B-072")
        .note(format!(
            "{} ({})",
            displaced.shove.kind,
            displaced.stopped.rule()
        ));
    if displaced.left > 0 {
        event = event.detail(
            "metres left",
            i32::from(displaced.left),
            displaced.stopped.rule(),
        );
    }
    field.say(event);
    if !displaced.entered().is_empty() {
        lose_stance(field, who);
    }
}

/// The charger takes the hex he pushed somebody out of, a metre for each metre (P-072, B-083).
fn follow_up(field: &mut Field, moved: &[Displaced]) {
    for displaced in moved
        .iter()
        .filter(|displaced| displaced.shove.kind == FORCE_BACK)
    {
        let Some(by) = displaced.shove.by else {
            continue;
        };
        let scene = field.scene();
        let from = scene.figure(by).place.hex;
        let mut path = vec![from];
        // He follows through the hexes left free, and ends behind the one he pushed.
        for hex in displaced
            .path
            .iter()
            .take(displaced.path.len().saturating_sub(1))
        {
            if scene.occupant(*hex).is_none() && scene.figure(by).on_feet() {
                path.push(*hex);
            }
        }
        if let Some(to) = path.last().copied().filter(|to| *to != from) {
            field.get_mut(by).place.hex = to;
            take_along(field, by);
            let event = field
                .event(
                    by,
                    EventKind::Displaced {
                        path,
                        stopped_by: None,
                    },
                )
                .note("takes the vacated hex (P-072)");
            field.say(event);
        }
    }
}

/// Chargers whose target evaded run on (P-073).
fn overruns(field: &mut Field) {
    let scene = field.scene();
    for fight in &scene.fights {
        for (at, end) in &fight.bout.pushes {
            let Some(Assault::Push(push)) = fight.context.attacks.get(usize::from(*at)) else {
                continue;
            };
            let PushEnd::Overran { metres, stands } = end else {
                continue;
            };
            run_on(field, push.charge.who, push.dir, *metres, *stands);
        }
    }
}

fn run_on(field: &mut Field, who: CombatantId, dir: Dir, metres: u8, stands: bool) {
    ride_on(
        field,
        who,
        dir,
        metres,
        &format!("{RUNS_ON} past the one who gave way (P-073)"),
    );
    if !stands && field.get(who).fitness.fills_hex() {
        // The mount it is that stumbles.
        let legs = field.get(who).saddle.mount.unwrap_or(who);
        go_prone(field, legs, "stumbles on (P-073)");
    }
}

/// Goes on so many metres in a line over or past whoever is in it, to the last free hex.
pub fn ride_on(field: &mut Field, who: CombatantId, dir: Dir, metres: u8, words: &str) {
    let scene = field.scene();
    let figure: &Figure = scene.figure(who);
    if !figure.fitness.fills_hex() {
        return;
    }
    let mut path = vec![figure.place.hex];
    let mut at = figure.place.hex;
    let mut end = at;
    for _ in 0..metres {
        if !matches!(push_step(&scene.board, at, dir), PushStep::Free { .. }) {
            break;
        }
        at = dir.from(at);
        path.push(at);
        // He runs past the one who gave way; the metres end in a free hex.
        if scene.occupant(at).is_none_or(|other| other.id == who) {
            end = at;
        }
    }
    path.truncate(path.iter().position(|hex| *hex == end).unwrap_or(0) + 1);
    field.get_mut(who).place.hex = end;
    take_along(field, who);
    let event = field
        .event(
            who,
            EventKind::Displaced {
                path,
                stopped_by: None,
            },
        )
        .note(words.to_owned());
    field.say(event);
}

/// Those who were pushed and did not keep their feet (P-072).
fn push_feet(field: &mut Field, scene: &Scene) {
    for fight in &scene.fights {
        for (_, end) in &fight.bout.pushes {
            if let PushEnd::Pushed { stands: false, .. } = end {
                go_prone(field, fight.target, "pushed off his feet (P-072)");
            }
        }
    }
}
