//! Pairs on their way and at their end: the mount goes where its rider goes, riders get on and off,
//! are thrown, and mounts that are down or alone do what is left to them (P-061, P-062, P-087,
//! P-089, P-178, B-087 to B-092).

use super::feet::stop_running;
use super::handling::drop_item;
use super::resolution::{lose, lose_initiative};
use super::rounds::RoundPlan;
use super::states::settle_all_states;
use crate::board::push::nearest_free;
use crate::board::{Dir, Hex, Object, distance};
use crate::combat::combatant::{Carried, CombatantId, Fitness, ItemId, Posture};
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::event::EventKind;
use crate::combat::order::{Choice, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::rules::phases::check;
use crate::rules::phases::derive;
use crate::rules::phases::exchange::PushEnd;
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::saddle::{EQUESTRIAN, Saddle, in_hand, riding_number};
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::weapon_use::Mode;
use bevy::prelude::*;
use std::sync::Arc;

/// Whether anybody rides: most battles have no mounts at all.
fn somebody_rides(field: &Field) -> bool {
    field.any(|row| row.saddle.mount.is_some())
}

/// Brings every mount to where its rider is (B-087); whom it moved.
pub fn keep_together(field: &mut Field) -> Vec<(CombatantId, Hex, Hex)> {
    if !somebody_rides(field) {
        return Vec::new();
    }
    let mut moved = Vec::new();
    for rider in field.those(|row| row.saddle.mount.is_some()) {
        let row = field.get(rider);
        let (place, seated) = (*row.place, *row.posture == Posture::Mounted);
        let Some(mount) = row.saddle.mount.filter(|_| seated) else {
            continue;
        };
        let from = field.get(mount).place.hex;
        if *field.get(mount).place == place {
            continue;
        }
        let mut row = field.get_mut(mount);
        *row.place = place;
        if from != place.hex {
            row.motion.moved = true;
            moved.push((mount, from, place.hex));
        }
    }
    moved
}

/// After the steps of a round: mounts have gone along, and whoever fell has left the saddle.
pub fn go_along(mut field: Field, mut plan: ResMut<RoundPlan>) {
    let moved = keep_together(&mut field);
    if !moved.is_empty() {
        plan.steps.extend(moved);
        plan.steps.sort_unstable_by_key(|(who, ..)| *who);
    }
    part(&mut field);
}

/// Parts the pairs of which one is down.
pub fn part_pairs(mut field: Field) {
    part(&mut field);
}

/// The same after displacement.
pub fn part_pairs_after_displacement(mut field: Field) {
    part(&mut field);
}

/// The same when the phase ends.
pub fn part_pairs_at_the_end(mut field: Field) {
    part(&mut field);
}

/// Parts the pairs of which one is down: a rider who is prone or out has left the saddle (B-090),
/// one whose mount is, looks where he lands (B-091).
pub fn part(field: &mut Field) {
    if !somebody_rides(field) {
        return;
    }
    for rider in field.those(|row| row.saddle.mount.is_some()) {
        let row = field.get(rider);
        let Some(mount) = row.saddle.mount.filter(|_| row.fitness.on_board()) else {
            continue;
        };
        let seated = *row.posture == Posture::Mounted && !row.fitness.is_out();
        let under = field.get(mount);
        let carried = under.fitness.fills_hex() && *under.posture != Posture::Prone;
        if !seated {
            throw_off(field, rider, mount);
        } else if !carried {
            mount_down(field, rider, mount);
        }
    }
}

/// Nobody is tied to anybody any more; where both were.
pub fn untie(field: &mut Field, rider: CombatantId, mount: CombatantId) -> Hex {
    *field.get_mut(rider).saddle = Saddle::default();
    let mut row = field.get_mut(mount);
    *row.saddle = Saddle::default();
    row.motion.plot = Plot::default();
    row.motion.over = true;
    row.motion.left = 0;
    let hex = row.place.hex;
    let mut row = field.get_mut(rider);
    stop_running(&mut row);
    row.motion.over = true;
    row.motion.left = 0;
    row.motion.charge = None;
    row.motion.fresh = true;
    hex
}

/// The direction of the blow that a rider was struck by in this phase; backwards without one.
fn blow_dir(scene: &Scene, rider: &Figure) -> Dir {
    let struck = scene
        .fights
        .iter()
        .filter(|fight| fight.target == rider.id || Some(fight.target) == rider.saddle.mount)
        .flat_map(|fight| fight.bout.attacks.iter().zip(&fight.context.attacks))
        .find(|(state, _)| state.band.succeeded() && !state.avoided)
        .and_then(|(_, assault)| scene.get(assault.attacker()))
        .and_then(|attacker| gather::straight_away(attacker, rider));
    struck.unwrap_or_else(|| rider.place.facing.opposite())
}

/// The nearest free hex beside a pair, from a direction on (B-078, B-090).
fn beside(scene: &Scene, hex: Hex, dir: Dir, both: [CombatantId; 2]) -> Option<Hex> {
    let free = |at: Hex| {
        at != hex
            && scene
                .occupant(at)
                .is_none_or(|other| both.contains(&other.id))
    };
    nearest_free(&scene.board, hex, dir, 6, &free)
}

fn land(field: &mut Field, rider: CombatantId, hex: Hex, words: &str) {
    let from = field.get(rider).place.hex;
    if from == hex {
        return;
    }
    field.get_mut(rider).place.hex = hex;
    let kind = EventKind::Displaced {
        path: vec![from, hex],
        stopped_by: None,
    };
    let event = field.event(rider, kind).note(words);
    field.say(event);
}

/// What serves riders only falls from the hand of one who is none any more.
fn let_the_lance_fall(field: &mut Field, rider: CombatantId) {
    let tables = field.tables().clone();
    let held: Vec<ItemId> = field
        .get(rider)
        .gear
        .in_hand()
        .filter(|item| {
            tables
                .weapons
                .get(&item.name)
                .is_some_and(|weapon| weapon.mounted_only)
        })
        .map(|item| item.id)
        .collect();
    for item in held {
        drop_item(field, rider, item);
    }
}

/// Unhorsed: prone in the nearest free hex, from the blow's direction on, 1d4 that armour does not
/// lessen (B-090, P-087).
fn throw_off(field: &mut Field, rider: CombatantId, mount: CombatantId) {
    let scene = field.scene();
    let figure = scene.figure(rider);
    let dir = blow_dir(&scene, figure);
    let hex = untie(field, rider, mount);
    let from = *field.get(rider).posture;
    if from != Posture::Prone {
        *field.get_mut(rider).posture = Posture::Prone;
        let kind = EventKind::Posture {
            from,
            to: Posture::Prone,
        };
        let event = field
            .event(rider, kind)
            .note("falls from the saddle (B-090)");
        field.say(event);
    }
    if figure.place.hex == hex
        && let Some(to) = beside(&scene, hex, dir, [rider, mount])
    {
        land(field, rider, to, "falls from the saddle (B-090)");
    }
    let_the_lance_fall(field, rider);
    if *field.get(rider).fitness == Fitness::Out(crate::combat::combatant::OutBy::Dead) {
        return;
    }
    let throw = Throw::new(rider, "saddle fall");
    let shp = field.dice().sum(throw, DiceSum::new(1, 4, 0));
    let out = field.get(rider).fitness.is_out();
    let chp = if out { shp } else { 0 };
    lose(field, rider, shp, chp);
    let mut losses = vec![("Stamina".into(), shp)];
    if chp > 0 {
        losses.push(("Critical".into(), chp));
    }
    let event = field
        .event(rider, EventKind::Harmed { by: None, losses })
        .note("unhorsed: armour does not count (B-090)");
    field.say(event);
    if !out {
        lose_initiative(field, rider);
    }
    settle_all_states(field);
}

/// The mount is down under its rider: a riding check brings him onto his feet beside it (B-091).
fn mount_down(field: &mut Field, rider: CombatantId, mount: CombatantId) {
    let scene = field.scene();
    let figure = scene.figure(rider);
    let level = derive::level(&figure.sheet, EQUESTRIAN);
    let number = riding_number(level, figure.body.burden());
    let roll = check::feat(Throw::new(rider, "riding"), number, field.dice());
    let words = if roll.success {
        "the mount goes down: he comes off on his feet (B-091)"
    } else {
        "the mount goes down, and he with it (B-091)"
    };
    let event = field
        .event(rider, EventKind::Note)
        .note(words)
        .detail("riding check, number or less", number, "B-091")
        .detail("d20", i32::from(roll.face), "B-091");
    field.say(event);
    if !roll.success {
        throw_off(field, rider, mount);
        return;
    }
    let dir = blow_dir(&scene, figure);
    let hex = untie(field, rider, mount);
    *field.get_mut(rider).posture = Posture::Standing;
    let kind = EventKind::Posture {
        from: Posture::Mounted,
        to: Posture::Standing,
    };
    let event = field.event(rider, kind);
    field.say(event);
    if let Some(to) = beside(&scene, hex, dir, [rider, mount]) {
        land(field, rider, to, "comes off beside his mount (B-091)");
    }
    let_the_lance_fall(field, rider);
}

/// A dead mount is something to stumble over and to hide behind (B-091).
pub fn leave_carcass(field: &mut Field, mount: CombatantId) {
    let hex = field.get(mount).place.hex;
    let terrain = &mut field.terrain;
    let bare = terrain
        .0
        .cell(hex)
        .is_some_and(|cell| cell.object.is_none() && !cell.is_impassable());
    if bare && let Some(cell) = Arc::make_mut(&mut terrain.0).cell_mut(hex) {
        cell.object = Some(Object::Carcass);
    }
}

/// Gets into the saddle (P-061); what is not kept ready is put away first (P-062).
pub fn mount(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    onto: CombatantId,
    ready: Option<ItemId>,
) {
    let place = match scene.check_mounting(scene.figure(who), onto) {
        Ok(found) => found.place,
        Err(refusal) => return nothing(field, who, &refusal.to_string()),
    };
    // Two who want one horse: neither gets it but by being the only one.
    if field.get(onto).saddle.rider.is_some() {
        return nothing(field, who, "somebody else is in that saddle already");
    }
    put_away(field, scene, who, ready);
    *field.get_mut(onto).saddle = Saddle {
        mount: None,
        rider: Some(who),
    };
    let mut row = field.get_mut(who);
    row.saddle.mount = Some(onto);
    *row.posture = Posture::Mounted;
    let from = row.place.hex;
    *row.place = place;
    row.motion.fresh = true;
    let kind = EventKind::Moved {
        from,
        to: place.hex,
        run: false,
    };
    let event = field.event(who, kind).note("mounts (P-061)");
    field.say(event);
    let kind = EventKind::Posture {
        from: Posture::Standing,
        to: Posture::Mounted,
    };
    let event = field.event(who, kind);
    field.say(event);
}

/// Gets off into a free neighbouring hex (P-061, B-087).
pub fn dismount(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    wanted: Option<Dir>,
    ready: Option<ItemId>,
) {
    let figure = scene.figure(who);
    let free = scene
        .check_dismounting(figure, wanted)
        .or_else(|_| scene.check_dismounting(figure, None));
    let (to, mount) = match (free, figure.saddle.mount) {
        (Ok(to), Some(mount)) => (to, mount),
        (Err(refusal), _) => return nothing(field, who, &refusal.to_string()),
        (_, None) => return,
    };
    put_away(field, scene, who, ready);
    untie(field, who, mount);
    let mut row = field.get_mut(who);
    *row.posture = Posture::Standing;
    row.place.hex = to;
    let kind = EventKind::Posture {
        from: Posture::Mounted,
        to: Posture::Standing,
    };
    let event = field.event(who, kind);
    field.say(event);
    let kind = EventKind::Moved {
        from: figure.place.hex,
        to,
        run: false,
    };
    let event = field.event(who, kind).note("dismounts (P-061)");
    field.say(event);
}

fn nothing(field: &mut Field, who: CombatantId, words: &str) {
    let event = field.event(who, EventKind::Nothing).note(words.to_owned());
    field.say(event);
}

fn put_away(field: &mut Field, scene: &Scene, who: CombatantId, ready: Option<ItemId>) {
    let figure = scene.figure(who);
    let held: Vec<ItemId> = in_hand(&figure.gear, &scene.tables)
        .map(|item| item.id)
        .filter(|item| Some(*item) != ready)
        .collect();
    for item in held {
        super::handling::handle(field, who, item, Carried::Belt, "put away");
    }
}

/// The rest of a displacement: where a rider or his mount was moved, the other goes along.
pub fn take_along(field: &mut Field, who: CombatantId) {
    let row = field.get(who);
    let (hex, seat) = (row.place.hex, *row.saddle);
    if let Some(other) = seat.mount.or(seat.rider) {
        field.get_mut(other).place.hex = hex;
    }
}

/// Riders go on over those they rode down, and end two metres beyond them (P-089).
pub fn ride_over(field: &mut Field) {
    let scene = field.scene();
    for fight in &scene.fights {
        for (at, end) in &fight.bout.pushes {
            let Some(crate::rules::phases::exchange::Assault::Trample(trample)) =
                fight.context.attacks.get(usize::from(*at))
            else {
                continue;
            };
            let who = trample.charge.who;
            if *end == (PushEnd::Shied { stays: false }) {
                super::resolution::go_prone(field, who, "the mount shies, and he falls (P-087)");
            }
            if *end == PushEnd::RiddenDown && scene.figure(who).rides() {
                let victim = scene.figure(fight.target).place.hex;
                let far = distance(scene.figure(who).place.hex, victim) as u8;
                super::knockback::ride_on(
                    field,
                    who,
                    trample.dir,
                    far + 2,
                    "rides over him (P-089)",
                );
            }
        }
    }
}

/// Those ridden down lie (P-089).
pub fn lay_down_the_ridden(field: &mut Field) {
    for fight in field.bouts.0.clone() {
        let down = fight
            .bout
            .pushes
            .iter()
            .any(|(_, end)| *end == PushEnd::RiddenDown);
        if down {
            super::resolution::go_prone(field, fight.target, "ridden down (P-089)");
        }
    }
}

/// Mounts alone that do not stay make for the nearest exit (B-092).
pub fn send_strays(field: &mut Field) {
    let scene = field.scene();
    for figure in &scene.figures {
        let strays = figure.sheet.steed.is_some_and(|steed| !steed.stays);
        if !strays || figure.is_ridden() || !figure.is_free() {
            continue;
        }
        let intent = if scene.board.exits().next().is_some() {
            Intent::Leave
        } else {
            Intent::Hold
        };
        field.get_mut(figure.id).motion.plot = Plot::new(intent);
    }
}

/// What a mount alone does by itself in the Action sub-phase: it kicks an enemy before it, whom it
/// faces best, of equals whom a die says (B-092).
pub fn kick(field: &mut Field, scene: &Scene) {
    for figure in &scene.figures {
        let stays = figure.sheet.steed.is_some_and(|steed| steed.stays);
        if !stays || figure.is_ridden() || figure.may_act(scene.phase).is_err() {
            continue;
        }
        let Some(item) = gather::melee_item(figure, &scene.tables) else {
            continue;
        };
        let turn = |other: &Figure| {
            let dir = Dir::between(figure.place.hex, other.place.hex);
            dir.map_or(3, |dir| figure.place.facing.sixths_to(dir).abs())
        };
        let mut before: Vec<&Figure> = scene
            .foes_near(figure, 1)
            .filter(|foe| {
                let aim = Aim::default();
                arc_of(figure.place, foe.place.hex) == super::super::facing::Arc4::Forward
                    && gather::attack(
                        scene,
                        figure,
                        foe,
                        item,
                        Mode::Melee,
                        &aim,
                        Occasion::Action,
                    )
                    .is_ok()
            })
            .collect();
        before.sort_by_key(|foe| (turn(foe), foe.dice));
        let Some(best) = before.first().map(|foe| turn(foe)) else {
            continue;
        };
        before.retain(|foe| turn(foe) == best);
        let at = if before.len() > 1 {
            let throw = Throw::new(figure.id, "kick");
            usize::from(field.dice().face(throw, before.len() as u16)) - 1
        } else {
            0
        };
        let slots = Slots {
            targets: vec![before[at].id],
            ..Slots::default()
        };
        field.get_mut(figure.id).statement.0 = Some(Choice::new("attack", slots));
    }
}

/// Mounts that declare anew in this phase: nobody is asked for them (B-092).
pub fn declare_anew(field: &mut Field) -> Vec<CombatantId> {
    let scene = field.scene();
    scene
        .figures
        .iter()
        .filter(|figure| figure.is_steed() && figure.fitness.fills_hex())
        .filter(|figure| figure.tempo.declares || figure.tempo.acted)
        .map(|figure| figure.id)
        .collect()
}
