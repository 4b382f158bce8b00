//! Displacement and what it causes: knockback, pushes, run-ons, walls, falls (P-072, P-073,
//! P-174 to P-176, B-071 to B-083).

use super::resolution::{go_prone, lose, lose_stance};
use super::rounds::footing_feat;
use crate::board::push::{PushStep, over_low, push_step, trips};
use crate::board::terrain::Footing;
use crate::board::{Board, Cell, Dir, Hex};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::displacement::{Beyond, Displaced, Push, Shove, StoppedBy, displace as pulses};
use crate::combat::event::EventKind;
use crate::combat::occupancy::Footprint;
use crate::rules::phases::exchange::{Assault, PushEnd};
use crate::rules::phases::feat::{Difficulty, dexterity};
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::{Figure, Scene};
use bevy::prelude::*;

const KNOCKBACK: &str = "knockback";
const FORCE_BACK: &str = "force back";
const THROWN_BACK: &str = "thrown back";
const RUNS_ON: &str = "runs on";

fn shove(
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
        alive: !figure
            .conditions
            .has(crate::combat::combatant::Condition::Dead),
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
            let Some(Assault::Push(push)) = attacks.get(usize::from(*at)) else {
                continue;
            };
            let (charger, dir) = (push.charge.who, push.dir);
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
    let scene = field.scene();
    let list = shoves(&scene);
    let mut ended = Vec::new();
    if !list.is_empty() {
        let displaced: Vec<CombatantId> = list.iter().map(|shove| shove.who).collect();
        let board = scene.board.clone();
        let standing = |hex: Hex| {
            scene
                .figures
                .iter()
                .find(|figure| {
                    figure.place.hex == hex
                        && figure.fitness.fills_hex()
                        && !displaced.contains(&figure.id)
                })
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
    overruns(&mut field);
    push_feet(&mut field, &scene);
    for displaced in &ended {
        end_footing(&mut field, displaced);
    }
}

/// Who ends a push on his feet checks the ground he ends on, and grade 1 if he was pushed off
/// something (B-046, B-050, B-079).
fn end_footing(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    let upright = matches!(
        *field.get(who).posture,
        Posture::Standing | Posture::Kneeling
    );
    if !displaced.shove.on_feet || !upright || displaced.entered().is_empty() {
        return;
    }
    let height = |hex: Hex| field.terrain.0.cell(hex).map_or(0, Cell::stand_on_cm);
    let (from, end) = (displaced.shove.from, displaced.end());
    let off = height(from) > 0 && height(end) == 0;
    let ground = field.terrain.0.cell(end).and_then(Cell::footing);
    let Some(grade) = ground.max(off.then_some(Footing::One)) else {
        return;
    };
    let sheet = field.get(who).fighter.0.clone();
    let feat =
        dexterity(&sheet, footing_feat(grade), 0).roll(field.dice(), Throw::nth(who, "footing", 1));
    let mut event = field.event(who, EventKind::Note).note(if feat.success {
        "finds his footing (B-079)"
    } else {
        "finds no footing (B-079)"
    });
    event.details.push(feat.detail());
    field.say(event);
    if !feat.success {
        go_prone(field, who, "pushed onto bad ground (B-079)");
    }
}

fn carry_out(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    let mut end = displaced.end();
    if displaced.landed_on.is_some() {
        let scene = field.scene();
        let free = |hex: Hex| scene.occupant(hex).is_none();
        end = crate::board::push::nearest_free(&scene.board, end, displaced.shove.dir, 6, &free)
            .unwrap_or(displaced.shove.from);
    }
    field.get_mut(who).place.hex = end;
    let stopped_by =
        (displaced.stopped != StoppedBy::Done).then(|| displaced.stopped.word().into());
    let mut event = field
        .event(
            who,
            EventKind::Displaced {
                path: displaced.path.clone(),
                stopped_by,
            },
        )
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

/// Walls, falls, and those who were struck (P-175, B-040, B-075).
fn consequences(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    for (nth, hex) in (1..).zip(displaced.entered()) {
        if field.terrain.0.cell(*hex).is_some_and(Cell::is_burning) && displaced.shove.alive {
            super::upkeep::enter_fire(field, who, nth);
        }
    }
    if displaced.shove.kind == KNOCKBACK {
        let hexes = i32::from(displaced.collision_hexes());
        if hexes > 0 {
            lose(field, who, 0, hexes);
            let event = field
                .event(
                    who,
                    EventKind::Harmed {
                        by: displaced.shove.by,
                        losses: vec![("Critical".into(), hexes)],
                    },
                )
                .note(format!(
                    "thrown against {}: 1 for each metre left, armour does not count (P-175)",
                    displaced.stopped.word()
                ));
            field.say(event);
        }
    }
    if let Some(fallen) = displaced.fallen_levels() {
        let harm = fall_damage(field, who, fallen, displaced.shove.alive);
        if let Some(below) = displaced.landed_on {
            land_on(field, below, harm);
        }
    }
    if displaced.stopped == StoppedBy::Water {
        let mut row = field.get_mut(who);
        let from = *row.posture;
        *row.posture = Posture::Swimming;
        let event = field.event(
            who,
            EventKind::Posture {
                from,
                to: Posture::Swimming,
            },
        );
        field.say(event);
    }
    let scene = field.scene();
    let lands_badly = displaced.shove.on_feet && trips(&scene.board, displaced.end());
    if displaced.prone() || lands_badly {
        go_prone(field, who, "goes down (B-076, B-040)");
    }
    if displaced.struck_check_footing(2) {
        for struck in &displaced.struck {
            footing(field, *struck, "struck by a body");
        }
    }
}

/// Falling h metres: (h − 1)d4 Stamina, from 4 m half of it Critical too; armour does not count
/// (B-040, BT-5).
///
/// Returns the Stamina and Critical Points lost.
pub fn fall_damage(field: &mut Field, who: CombatantId, fallen: u8, alive: bool) -> (i32, i32) {
    let metres = u32::from(fallen) * u32::from(field.terrain.0.level_mm) / 1000;
    if !alive || metres < 2 {
        return (0, 0);
    }
    let dice = DiceSum::new(metres.saturating_sub(1).min(12) as u8, 4, 0);
    let shp = field.dice().sum(Throw::new(who, "fall"), dice);
    let chp = if metres >= 4 { shp / 2 } else { 0 };
    lose(field, who, shp, chp);
    let mut losses = vec![("Stamina".into(), shp)];
    if chp > 0 {
        losses.push(("Critical".into(), chp));
    }
    let event = field
        .event(who, EventKind::Harmed { by: None, losses })
        .note(format!("falls {metres} m (B-040)"));
    field.say(event);
    super::resolution::lose_initiative(field, who);
    (shp, chp)
}

/// Who is fallen upon takes half the fall of the other and checks his footing (B-078).
fn land_on(field: &mut Field, below: CombatantId, (shp, chp): (i32, i32)) {
    let (shp, chp) = (shp / 2, chp / 2);
    if shp > 0 {
        lose(field, below, shp, chp);
        let mut losses = vec![("Stamina".into(), shp)];
        if chp > 0 {
            losses.push(("Critical".into(), chp));
        }
        let event = field
            .event(below, EventKind::Harmed { by: None, losses })
            .note("somebody fell on him: half of that fall (B-078)");
        field.say(event);
    }
    footing(field, below, "somebody fell on him");
}

/// A Normal Dexterity Feat or down (B-046 grade 2, B-075, B-078).
fn footing(field: &mut Field, who: CombatantId, words: &str) {
    if !matches!(
        *field.get(who).posture,
        Posture::Standing | Posture::Kneeling
    ) {
        return;
    }
    let sheet = field.get(who).fighter.0.clone();
    let feat =
        dexterity(&sheet, Difficulty::Normal, 0).roll(field.dice(), Throw::new(who, "footing"));
    let mut event = field.event(who, EventKind::Note).note(format!(
        "{words}: {} (B-075)",
        if feat.success {
            "stays up"
        } else {
            "goes down"
        }
    ));
    event.details.push(feat.detail());
    field.say(event);
    if !feat.success {
        go_prone(field, who, words);
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
    let event = field
        .event(
            who,
            EventKind::Displaced {
                path,
                stopped_by: None,
            },
        )
        .note(format!("{RUNS_ON} past the one who gave way (P-073)"));
    field.say(event);
    if !stands {
        go_prone(field, who, "stumbles on (P-073)");
    }
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
