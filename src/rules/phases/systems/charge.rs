//! Charges: the point of a polearm at contact, pushes, passing between two (P-070 to P-082).

use super::action::add_assault;
use crate::board::Dir;
use crate::combat::combatant::{CombatantId, Condition, Posture};
use crate::combat::event::EventKind;
use crate::combat::plot::ChargeKind;
use crate::rules::phases::charge::{
    ChargeContext, Gap, PointContext, PushContext, TrampleContext, check_gap, fitness_feat, force,
    past_point, point_loss, spur, trample_damage,
};
use crate::rules::phases::derive;
use crate::rules::phases::exchange::Assault;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::saddle::EQUESTRIAN;
use crate::rules::phases::scene::{Charge, Figure, HoldMode, Scene};
use crate::rules::phases::sheet::Size;
use crate::rules::phases::systems::rounds::RoundPlan;
use crate::rules::phases::weapon_use::{Mode, WeaponUse, check_posture, weapon_use};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A charger who did not get past a polearm's point: the loss is rolled in Resolution (P-081).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnThePoint {
    /// The charger.
    pub charger: CombatantId,
    /// The polearm's bearer.
    pub wielder: CombatantId,
    /// The polearm as he holds it.
    pub weapon: WeaponUse,
    /// The charger's Armour Rating towards him.
    pub ar: i32,
    /// The point struck home; otherwise the charger got past it.
    pub struck: bool,
}

/// Chargers on points, in this phase.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(pub Vec<OnThePoint>);

/// The charger's side of a Feat.
pub fn charge_context(scene: &Scene, figure: &Figure, charge: &Charge) -> ChargeContext {
    let mut context = ChargeContext::plain(figure.id, figure.sheet.fi, figure.sheet.dx);
    context.running = charge.running;
    context.mounted = figure.rides();
    context.at_rider = scene.figure(charge.target).rides();
    context.no_run_up = charge.no_run_up;
    context.rushed = charge.rushed;
    context.extra = gather::defence::burden(figure);
    context.hampered = scene
        .board
        .cell(figure.place.hex)
        .is_some_and(crate::board::Cell::hampers);
    context
}

/// A ready polearm in hand.
fn polearm(scene: &Scene, figure: &Figure) -> Option<WeaponUse> {
    figure
        .gear
        .in_hand()
        .filter_map(|item| {
            weapon_use(
                &scene.tables,
                &figure.sheet,
                &figure.gear,
                item.id,
                Mode::Melee,
            )
            .ok()
        })
        .find(|weapon| weapon.polearm && check_posture(weapon, figure.posture).is_ok())
}

/// At contact, a charger must get past the point of a polearm ahead of him (P-081).
pub fn meet_points(mut field: Field, plan: Res<RoundPlan>, mut points: ResMut<Points>) {
    if plan.contacts.is_empty() {
        return;
    }
    let scene = field.scene();
    for who in &plan.contacts {
        let charger = scene.figure(*who);
        let Some(charge) = &charger.motion.charge else {
            continue;
        };
        let wielder = scene.figure(charge.target);
        // Once per wielder and phase, whether it struck home or not.
        let met = points.0.iter().any(|point| point.wielder == wielder.id);
        let through_front = arc_of(wielder.place, charger.place.hex) == Arc4::Forward;
        if met || !through_front || !wielder.is_free() {
            continue;
        }
        let Some(weapon) = polearm(&scene, wielder) else {
            continue;
        };
        let context = charge_context(&scene, charger, charge);
        let roll = past_point(&context, 0, field.dice());
        let number = crate::rules::phases::charge::point_number(&context);
        let words = if roll.success {
            "gets past the point"
        } else {
            "runs onto the point"
        };
        let event = field
            .event(*who, EventKind::Note)
            .note(format!(
                "{words} of {}'s polearm (P-081)",
                wielder.label.name
            ))
            .detail("Dexterity Feat, number or less", number, "P-081");
        field.say(event);
        let arc = arc_of(charger.place, wielder.place.hex);
        // The rider sees to getting past it; his mount takes the point.
        let meets = scene.legs(charger);
        let ar = crate::rules::phases::derive::protection(&scene.tables, &meets.gear, arc).ar;
        let struck = !roll.success;
        points.0.push(OnThePoint {
            charger: meets.id,
            wielder: wielder.id,
            weapon,
            ar,
            struck,
        });
    }
}

/// Losses of those who ran onto a point, rolled in Resolution.
pub fn point_losses(
    field: &mut Field,
    points: &mut Points,
) -> Vec<(CombatantId, CombatantId, i32)> {
    let mut losses = Vec::new();
    for point in std::mem::take(&mut points.0) {
        if !point.struck {
            continue;
        }
        let context = PointContext {
            wielder: point.wielder,
            weapon: point.weapon,
            ar: point.ar,
        };
        let loss = point_loss(&context, 0, field.dice());
        losses.push((point.charger, point.wielder, loss));
    }
    losses
}

/// Turns charges in contact into attacks and pushes, and rolls those between two opponents.
pub fn roll_charges(mut field: Field) {
    let scene = field.scene();
    for figure in &scene.figures {
        let Some(charge) = &figure.motion.charge else {
            continue;
        };
        if !figure.is_free() {
            continue;
        }
        let struck = scene.fights.iter().any(|fight| {
            let attacks = &fight.context.attacks;
            fight.passing && attacks.iter().any(|blow| blow.attacker() == figure.id)
        });
        if struck || figure.tempo.reacted {
            let event = field
                .event(figure.id, EventKind::Nothing)
                .note("cannot charge: has acted or reacted in this phase (P-039, P-064)");
            field.say(event);
            continue;
        }
        field.get_mut(figure.id).tempo.carried = charge.rushed;
        match charge.kind {
            ChargeKind::Attack => strike(&mut field, &scene, figure, charge),
            ChargeKind::ForceBack => push(&mut field, &scene, figure, charge),
            ChargeKind::ForceThrough => pass(&mut field, &scene, figure, charge),
            ChargeKind::Trample => trample(&mut field, &scene, figure, charge),
        }
    }
}

/// Whether a charging mount goes in (P-083); said either way.
fn spurs(field: &mut Field, scene: &Scene, figure: &Figure, charge: &Charge) -> bool {
    let context = charge_context(scene, figure, charge);
    let roll = spur(&context, field.dice());
    let (number, modifiers) = fitness_feat(&context);
    let result = if roll.success {
        "spurs his mount in"
    } else {
        "the mount baulks"
    };
    let kind = EventKind::Charged {
        target: Some(charge.target),
        result: result.into(),
    };
    let mut event = field.event(figure.id, kind);
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    let event = event
        .detail("number to roll or less", number, "P-083")
        .detail("d20", i32::from(roll.face), "P-083");
    field.say(event);
    roll.success
}

/// A mount that rides somebody down (P-086 to P-091).
fn trample(field: &mut Field, scene: &Scene, figure: &Figure, charge: &Charge) {
    let (target, Some(mount)) = (scene.figure(charge.target), scene.mount_of(figure)) else {
        return;
    };
    let arc = arc_of(target.place, figure.place.hex);
    let steed = mount.sheet.steed.unwrap_or_default();
    let trample = TrampleContext {
        charge: charge_context(scene, figure, charge),
        mount: mount.id,
        level: derive::level(&figure.sheet, EQUESTRIAN),
        quality: steed.quality,
        damage: trample_damage(mount.sheet.size == Size::Huge, steed.shod),
        dir: charge.dir,
        ar: derive::protection(&scene.tables, &target.gear, arc).ar,
        arc,
        awareness: gather::awareness(target, arc),
    };
    let assault = Assault::Trample(Box::new(trample));
    add_assault(field, scene, target.id, assault, false);
}

fn strike(field: &mut Field, scene: &Scene, figure: &Figure, charge: &Charge) {
    if figure.rides() && !spurs(field, scene, figure, charge) {
        return;
    }
    let context = gather::melee_item(figure, &scene.tables).map(|item| {
        gather::attack(
            scene,
            figure,
            scene.figure(charge.target),
            item,
            Mode::Melee,
            &Aim::default(),
            Occasion::Charge(charge),
        )
    });
    match context {
        Some(Ok(context)) => {
            add_assault(
                field,
                scene,
                charge.target,
                Assault::Blow(Box::new(context)),
                false,
            );
        }
        Some(Err(refusal)) => {
            let event = field
                .event(figure.id, EventKind::Nothing)
                .note(refusal.to_string());
            field.say(event);
        }
        None => {}
    }
}

fn blocked(scene: &Scene, from: crate::board::Hex, dir: Dir, metres: u8) -> bool {
    let mut at = from;
    for _ in 0..metres {
        let next = dir.from(at);
        let open = matches!(
            crate::board::push::push_step(&scene.board, at, dir),
            crate::board::push::PushStep::Free { .. }
        );
        if !open || scene.occupant(next).is_some() {
            return true;
        }
        at = next;
    }
    false
}

fn push(field: &mut Field, scene: &Scene, figure: &Figure, charge: &Charge) {
    let target = scene.figure(charge.target);
    let arc = arc_of(target.place, figure.place.hex);
    let context = charge_context(scene, figure, charge);
    let beyond = target.place.hex;
    let push = PushContext {
        dir: charge.dir,
        behind_blocked: blocked(scene, beyond, charge.dir, 1),
        overrun_blocked: blocked(scene, beyond, charge.dir, context.overrun() - 1),
        arc,
        awareness: gather::awareness(target, arc),
        charge: context,
    };
    add_assault(
        field,
        scene,
        target.id,
        Assault::Push(Box::new(push)),
        false,
    );
}

/// Force through: the Feat is rolled here, the blockers' answers do not stop it (P-076).
fn pass(field: &mut Field, scene: &Scene, figure: &Figure, charge: &Charge) {
    let (Some(second), Some(exit)) = (charge.second, charge.exit) else {
        return;
    };
    let blockers = [charge.target, second].map(|id| scene.figure(id));
    let guards = |figure: &Figure| {
        figure.tempo.hold == Some(HoldMode::Guard)
            && crate::rules::phases::derive::shield(&scene.tables, &figure.gear).is_some()
    };
    let gap = Gap {
        two_blockers: blockers.iter().all(|blocker| blocker.fitness.fills_hex()),
        exit_free: scene.occupant(exit).is_none(),
        large: blockers
            .iter()
            .any(|blocker| scene.legs(blocker).sheet.size > Size::Medium),
        shield_wall: blockers.iter().all(|blocker| guards(blocker)),
        straight: !charge.no_run_up,
    };
    if let Err(refusal) = check_gap(&gap, charge.no_run_up) {
        let event = field
            .event(figure.id, EventKind::Nothing)
            .note(refusal.to_string());
        field.say(event);
        return;
    }
    let context = charge_context(scene, figure, charge);
    let roll = force(&context, field.dice());
    let (number, _) = fitness_feat(&context);
    let result = if roll.success {
        "forces his way through"
    } else {
        "is thrown back"
    };
    let event = field
        .event(
            figure.id,
            EventKind::Charged {
                target: Some(charge.target),
                result: result.into(),
            },
        )
        .detail("Fitness Feat, number or less", number, "P-076");
    field.say(event);
    let mut row = field.get_mut(figure.id);
    if let Some(charge) = row.motion.charge.as_mut() {
        charge.forced = Some(roll.success);
    }
}

/// Moves those who forced their way through, or were thrown back from the gap (P-076).
pub fn shift_blockers(mut field: Field) {
    let scene = field.scene();
    for figure in &scene.figures {
        let Some(charge) = &figure.motion.charge else {
            continue;
        };
        let Some(success) = charge.forced else {
            continue;
        };
        if !figure.fitness.fills_hex() || figure.posture == Posture::Prone {
            continue;
        }
        let from = figure.place.hex;
        let to = if success {
            charge.exit
        } else {
            Some(charge.dir.opposite().from(from))
        };
        let Some(to) = to.filter(|to| {
            scene.occupant(*to).is_none()
                && scene
                    .board
                    .cell(*to)
                    .is_some_and(|cell| !cell.is_impassable())
        }) else {
            continue;
        };
        field.get_mut(figure.id).place.hex = to;
        super::riding::take_along(&mut field, figure.id);
        let event = field.event(
            figure.id,
            EventKind::Displaced {
                path: vec![from, to],
                stopped_by: None,
            },
        );
        field.say(event);
    }
    for who in field.those(|row| row.conditions.has(Condition::Charging)) {
        field.get_mut(who).conditions.lift(Condition::Charging);
    }
}
