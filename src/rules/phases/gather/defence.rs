//! The target's side of a bout, and the answers he may give.

use super::{arm_penalty, sight, usable_gear};
use crate::board::{Cell, Dir, distance};
use crate::combat::combatant::{Carried, Condition, Item, Posture};
use crate::combat::odds::Modifier;
use crate::combat::plot::Gait;
use crate::rules::phases::check::total;
use crate::rules::phases::dark::Sight;
use crate::rules::phases::defence::{
    Answer, Bearing, Defender, Dodge, Hands, HeldWeapon, Incapable, Parry, Piece, Sidestep,
    SidestepSkill, keep_score,
};
use crate::rules::phases::derive;
use crate::rules::phases::exchange::{Assault, Bout, BoutContext};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::grapple;
use crate::rules::phases::reaction::check_answer;
use crate::rules::phases::scene::{Figure, HoldMode, Scene};
use crate::rules::phases::sheet::Armour;
use crate::rules::phases::two_weapons;
use crate::rules::phases::weapon_use::{Mode, WeaponUse, weapon_use};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The target as a bout needs him.
pub fn defender(scene: &Scene, target: &Figure) -> Defender {
    let tables = &*scene.tables;
    let sheet = &target.sheet;
    let incapable = [
        (Condition::Surprised, Incapable::Surprised),
        (Condition::Stunned, Incapable::Stunned),
        (Condition::Pinned, Incapable::Pinned),
        (Condition::Bound, Incapable::Immobilized),
        (Condition::Unconscious, Incapable::Unconscious),
    ]
    .into_iter()
    .find(|(condition, _)| target.conditions.has(*condition))
    .map(|(_, incapable)| incapable)
    .or(target.fitness.is_out().then_some(Incapable::Unconscious))
    .or(target.is_steed().then_some(Incapable::Mount));
    let keep_bonus = derive::keep_bonus(sheet, &tables.handling);
    let weapons = target
        .gear
        .in_hand()
        .filter(|item| item.carried != Carried::Arm)
        .filter_map(|item| {
            // Bare hands are part of the body: nothing strikes them away or breaks them.
            let weapon = tables.weapons.get(&item.name)?;
            weapon.rb?;
            let level = derive::level(sheet, &weapon.class);
            Some(HeldWeapon {
                item: item.id,
                score: keep_score(level, keep_bonus) + arm_penalty(target, item.id),
                rb: weapon.rb,
                speed: weapon.speed,
                wear: item.wear,
            })
        })
        .collect();
    let classes = sheet
        .specializations
        .iter()
        .filter_map(|name| name.strip_prefix("sidestep:"))
        .filter(|class| *class != "multiple")
        .map(Into::into)
        .collect();
    let free_hex = Dir::ALL.into_iter().any(|dir| room(scene, target, dir));
    Defender {
        who: target.id,
        dx: sheet.dx,
        dx_bonus: sheet.dx_bonus,
        rs: sheet.rs.into(),
        rss: sheet.rss.into(),
        build: sheet.build,
        body: target.body.clone(),
        suit: piece(target, derive::worn(tables, &target.gear), &tables.armour),
        shield: piece(
            target,
            derive::shield(tables, &target.gear),
            &tables.shields,
        ),
        rushed: target.rushed(scene.phase),
        guarded: if target.tempo.hold == Some(HoldMode::Guard) {
            target.tempo.held
        } else {
            0
        },
        load: tables.encumbrance.of(sheet.load).initiative.into(),
        posture: target.posture,
        held: target.conditions.has(Condition::Held),
        running: target.motion.gait == Gait::Run,
        riding: target.riding(),
        hampered: scene
            .board
            .cell(target.place.hex)
            .is_some_and(Cell::hampers),
        acted: target.tempo.acted,
        reacted: target.tempo.reacted,
        incapable,
        weapons,
        sidestep: SidestepSkill {
            level: derive::level(sheet, "sidestep"),
            classes,
            multiple: derive::specialized(sheet, "sidestep:multiple"),
        },
        free_hex,
        free_parry: free_parry(scene, target, Arc4::Forward).is_some(),
        throws: grapple::hands::throws(scene, target),
        pools: target.pools,
        gloom: Vec::new(),
        feat_extra: burden(target),
        skill_extra: burden(target),
    }
}

/// What wounds of head and torso and fatigue do to all checks and Feats (H-9, P-095).
pub fn burden(figure: &Figure) -> Vec<Modifier> {
    let tired = -i32::from(figure.body.tired.penalty);
    let wounded = figure.body.burden() - tired;
    [("wounds", wounded, "H-9"), ("fatigue", tired, "P-095")]
        .into_iter()
        .filter(|(_, value, _)| *value != 0)
        .map(|(label, value, rule)| Modifier::new(label, value, rule))
        .collect()
}

/// A suit or shield as blows meet it (P-182, P-256, P-260).
fn piece(target: &Figure, item: Option<&Item>, table: &BTreeMap<SmolStr, Armour>) -> Option<Piece> {
    let item = item?;
    let armour = table.get(&item.name)?;
    let left = |figure: i8| u8::try_from(figure).unwrap_or(0).saturating_sub(item.wear);
    let pierced = target.body.pierced.get(&item.id).copied().unwrap_or(0);
    let bound = u8::try_from(armour.ar / 2).unwrap_or(0);
    Some(Piece {
        item: item.id,
        ar: left(armour.ar),
        rb: i32::from(left(armour.rb)),
        pierce: bound.saturating_sub(pierced),
    })
}

/// The target as he answers these attacks: by the light of those who make them (P-101, B-018).
pub fn answering(scene: &Scene, target: &Figure, attacks: &[Assault]) -> Defender {
    let mut defender = defender(scene, target);
    let attackers = attacks
        .iter()
        .filter_map(|attack| scene.get(attack.attacker()));
    let seen = attackers.map(|attacker| sight::perceived(scene, target, attacker, false));
    let gloom = seen.filter_map(|sight| match sight {
        Sight::Poor(modifiers) => Some(modifiers),
        Sight::Clear | Sight::Blind => None,
    });
    defender.gloom = gloom
        .min_by_key(|modifiers| total(modifiers))
        .unwrap_or_default();
    defender
}

/// A bout of attacks on a target, nothing rolled.
pub fn bout_context(scene: &Scene, target: &Figure, attacks: Vec<Assault>) -> BoutContext {
    BoutContext {
        defender: answering(scene, target, &attacks),
        attacks,
        switches: scene.switches.clone(),
        dodge: scene.tables.dodge,
        sidestep: scene.tables.sidestep,
    }
}

/// Whether somebody can leap into the neighbouring hex.
pub fn room(scene: &Scene, target: &Figure, dir: Dir) -> bool {
    // Out of the saddle one leaps on one's own feet.
    let mover = crate::board::step::Mover {
        mounted: false,
        ..crate::rules::phases::route::mover(target, Gait::Walk)
    };
    crate::board::step::quiet(&scene.board, target.place.hex, dir, mover).is_ok_and(|step| {
        scene.occupant(step.to).is_none() && scene.within_holds(target, step.to).is_ok()
    })
}

/// A Dodge in a direction (H-5); without one from the ground.
pub fn dodge(scene: &Scene, target: &Figure, context: &BoutContext, dir: Option<Dir>) -> Dodge {
    let bearings = context
        .attacks
        .iter()
        .map(|assault| {
            let (Some(dir), Some(attacker)) = (dir, scene.get(assault.attacker())) else {
                return Bearing::Still;
            };
            let (from, to) = (attacker.place.hex, target.place.hex);
            match crate::board::arc::bearing(from, to, true) {
                Some(away) => Bearing::of(dir, away, distance(from, to) <= 1),
                None => Bearing::Still,
            }
        })
        .collect();
    Dodge {
        dir,
        room: dir.is_some_and(|dir| room(scene, target, dir)),
        bearings,
    }
}

/// A Parry with an item on a facing, if the item parries at all.
pub fn parry(scene: &Scene, target: &Figure, item: &Item, facing: Arc4) -> Option<Parry> {
    let spent = item.carried == Carried::Off && target.tempo.second_spent;
    if target.tempo.unready == Some(item.id) || target.grip().is_some() || spent {
        return None;
    }
    let tables = &scene.tables;
    let gear = usable_gear(target, tables, item.id).ok()?;
    let weapon: WeaponUse = weapon_use(tables, &target.sheet, &gear, item.id, Mode::Melee).ok()?;
    Some(Parry {
        facing,
        weapon,
        higher: 0,
        hands: Hands::One,
        arm: arm_penalty(target, item.id),
    })
}

/// The other weapon as it parries, and the main one: neither if he does not fight with two (P-216).
fn parrying_pair(scene: &Scene, target: &Figure, facing: Arc4) -> Option<[Parry; 2]> {
    let items = two_weapons::items(target, &scene.tables).ok()?;
    let [primary, secondary] = items.map(|item| parry(scene, target, item, facing));
    let (primary, mut secondary) = (primary?, secondary?);
    let full = two_weapons::mastered(
        &target.sheet,
        &primary.weapon,
        &secondary.weapon,
        "secondary_parry",
    );
    secondary.weapon.fitness = two_weapons::second_share(
        target.sheet.fi_bonus,
        secondary.weapon.is_single(),
        derive::level(&target.sheet, two_weapons::SKILL),
        full,
    );
    Some([primary, secondary])
}

/// A Parry with the Secondary weapon that costs but its next attack (P-225).
pub fn free_parry(scene: &Scene, target: &Figure, facing: Arc4) -> Option<Parry> {
    if target.tempo.second_struck {
        return None;
    }
    let [_, secondary] = parrying_pair(scene, target, facing)?;
    (secondary.weapon.level > 0).then_some(Parry {
        hands: Hands::Free,
        ..secondary
    })
}

/// A Parry with both weapons together (P-226).
pub fn double_parry(scene: &Scene, target: &Figure, facing: Arc4) -> Option<Parry> {
    let [primary, secondary] = parrying_pair(scene, target, facing)?;
    Some(Parry {
        hands: Hands::Both(Box::new(secondary.weapon)),
        ..primary
    })
}

/// Every answer worth offering to what has been rolled, doing nothing first.
pub fn answers(scene: &Scene, target: &Figure, bout: &Bout, context: &BoutContext) -> Vec<Answer> {
    let mut list = vec![Answer::Nothing];
    for item in &target.gear.0 {
        for facing in [Arc4::Forward, Arc4::LeftRear, Arc4::RightRear] {
            if let Some(parry) = parry(scene, target, item, facing) {
                list.push(Answer::Parry(parry));
            }
        }
    }
    for facing in [Arc4::Forward, Arc4::LeftRear, Arc4::RightRear] {
        let pairs = [free_parry, double_parry].map(|parry| parry(scene, target, facing));
        list.extend(pairs.into_iter().flatten().map(Answer::Parry));
    }
    if target.posture == Posture::Prone {
        list.push(Answer::Dodge(dodge(scene, target, context, None)));
    } else {
        // Into a blocked hex, too (H-5, no room): only a Dodge directly away beats a Feint. Of those
        // that end in his own hex one of each bearing is enough. In the dodger's own frame, so that
        // of equal ones a turned board takes the turned one.
        let mut cramped: Vec<Dodge> = Vec::new();
        for sixths in [0, 1, -1, 2, -2, 3] {
            let dir = target.place.facing.turned(sixths);
            let dodge = dodge(scene, target, context, Some(dir));
            if dodge.room {
                list.push(Answer::Dodge(dodge));
            } else if !cramped.iter().any(|known| known.bearings == dodge.bearings) {
                cramped.push(dodge);
            }
        }
        list.extend(cramped.into_iter().map(Answer::Dodge));
    }
    let count = context.attacks.len() as u16;
    for first in 0..count {
        list.push(Answer::Sidestep(Sidestep {
            attacks: vec![first],
        }));
    }
    if context.defender.sidestep.multiple && count >= 2 {
        let mut all: Vec<u16> = (0..count)
            .filter(|at| {
                let attack = &context.attacks[usize::from(*at)];
                bout.attacks[usize::from(*at)].band.succeeded() && attack.arc() == Arc4::Forward
            })
            .collect();
        all.truncate(3);
        if all.len() >= 2 {
            list.push(Answer::Sidestep(Sidestep { attacks: all }));
        }
    }
    if context.defender.throws {
        let counters = (0..count)
            .filter_map(|at| grapple::hands::counter(scene, target, &context.attacks, at));
        list.extend(counters.map(Answer::Throw));
    }
    list.retain(|answer| check_answer(bout, context, answer).is_ok());
    list
}
