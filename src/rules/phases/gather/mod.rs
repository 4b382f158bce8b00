//! From the scene to the plain contexts that rules are functions of. Play and odds both come
//! through here, so they read the same figures.

mod arms;
pub mod defence;
pub mod sight;
mod target;

pub use arms::{
    MOST_REACH, arm_penalty, longest_reach, melee_item, threatens, threats, usable_gear,
};
pub use target::{candidates, straight_away, targets, weapons};

use crate::board::reach::{high_ground_m, solid_neighbour};
use crate::board::{Dir, Ground, distance};
use crate::combat::combatant::{Condition, ItemId};
use crate::combat::odds::Modifier;
use crate::combat::plot::Gait;
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::{AttackContext, ChargeBlow, CoverBand};
use crate::rules::phases::body::Part;
use crate::rules::phases::dark::Sight;
use crate::rules::phases::derive;
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Charge, Figure, HoldMode, Scene};
use crate::rules::phases::sheet::DamageType;
use crate::rules::phases::special::{self, Special, SpecialContext};
use crate::rules::phases::weapon_use::{Mode, WeaponUse, check_posture, check_room, weapon_use};
use target::{check_aim, check_target, cover_band, knock_direction, named};

/// What the attacker chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// Special Attack.
    pub special: Option<Special>,
    /// A Feint.
    pub feint: bool,
    /// Damage type, or the best.
    pub kind: Option<DamageType>,
    /// Direction of a Knockback or of a weapon struck away, or straight away.
    pub knock_dir: Option<Dir>,
    /// The weapon a Break or Disarm means.
    pub meant: Option<ItemId>,
    /// The place called (P-202).
    pub place: Option<Part>,
    /// An Automatic Targeted Attack made as a Pierce (P-125).
    pub through: bool,
    /// Which of several attacks by one attacker in one step.
    pub ordinal: u16,
    /// A blind swing that chance has led to whoever stands there, friend or foe (P-099).
    pub astray: bool,
}

/// How the attack comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion<'a> {
    /// In the Action sub-phase.
    Action,
    /// In passing, during Movement (P-064): whether striker and target moved in this step.
    Passing {
        /// The striker moved.
        striker_moves: bool,
        /// The target moved.
        target_moves: bool,
    },
    /// A charge to attack.
    Charge(&'a Charge),
}

/// Whether the target knows of an attack from an arc (P-022, P-036).
pub fn awareness(target: &Figure, arc: Arc4) -> Awareness {
    let all_round = target.motion.looked
        || derive::specialized(&target.sheet, "360_degree_defensive_awareness");
    Awareness::of(arc, i32::from(target.sheet.rs), all_round)
}

/// Pinned, immobilized, Stunned or unconscious: attacks on him are Automatic Targeted (P-125).
pub fn is_helpless_target(target: &Figure) -> bool {
    [
        Condition::Pinned,
        Condition::Bound,
        Condition::Stunned,
        Condition::Unconscious,
    ]
    .into_iter()
    .any(|condition| target.conditions.has(condition))
}

/// The Special Attack as it is carried out: a Break of somebody unarmoured is a Cleave, a Cleave of
/// somebody armoured a Break (P-148, P-155).
fn turned(aim: &Aim, bare: bool) -> (Option<Special>, bool) {
    match aim.special {
        Some(Special::Break) if bare && aim.meant.is_none() => (Some(Special::Cleave), true),
        Some(Special::Cleave) if !bare => (Some(Special::Break), true),
        special => (special, false),
    }
}

/// Everything an attack's roll needs, or why it cannot be made.
///
/// # Errors
/// The rule that forbids it, with what would be allowed.
pub fn attack(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    item: ItemId,
    mode: Mode,
    aim: &Aim,
    occasion: Occasion,
) -> Result<AttackContext, Refusal> {
    let tables = &*scene.tables;
    free_of_grips(scene, attacker)?;
    let gear = usable_gear(attacker, tables, item)?;
    let weapon = weapon_use(tables, &attacker.sheet, &gear, item, mode)?;
    let mut context = attack_with(scene, attacker, target, weapon, aim, occasion)?;
    let arm = arm_penalty(attacker, item);
    if arm != 0 {
        context.extra.push(Modifier::new("wounded arm", arm, "H-9"));
    }
    Ok(context)
}

/// Whoever has hold of somebody has no hand for a weapon (P-230).
fn free_of_grips(scene: &Scene, attacker: &Figure) -> Result<(), Refusal> {
    let Some(grip) = attacker.grip() else {
        return Ok(());
    };
    let held = scene
        .get(grip.whom)
        .map_or("somebody", |held| &held.label.name);
    Err(Refusal::new(
        "P-230",
        format!("{} holds {held} with both hands", attacker.label.name),
    ))
}

/// The same with the weapon as it is used.
///
/// # Errors
/// As [`attack`].
pub fn attack_with(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    weapon: WeaponUse,
    aim: &Aim,
    occasion: Occasion,
) -> Result<AttackContext, Refusal> {
    let tables = &*scene.tables;
    if attacker.body.winded() {
        return Err(Refusal::new("H-9", "with such a chest nobody attacks"));
    }
    let cover = check_target(scene, attacker, target, &weapon, aim.astray)?;
    check_posture(&weapon, attacker.posture)?;
    if aim.kind.is_some_and(|kind| !weapon.has(kind)) {
        return Err(Refusal::new(
            "P-105",
            "the weapon does no damage of that type",
        ));
    }
    let cramped = scene
        .board
        .cell(attacker.place.hex)
        .is_some_and(|cell| cell.ground == Ground::Crawlway);
    let beside = solid_neighbour(&scene.board, attacker.place.hex);
    let room = |kind: DamageType| check_room(&weapon, kind, cramped, beside);
    let best = special::best_type(&weapon, aim.special)
        .ok_or_else(|| Refusal::new("P-105", "this weapon has no damage type"))?;
    // Where the best type lacks room another may have it: a polearm thrusts beside a wall (P-124).
    let roomy = || {
        weapon
            .types
            .iter()
            .copied()
            .find(|kind| room(*kind).is_ok())
    };
    let kind = match aim.kind {
        Some(kind) => kind,
        None if room(best).is_ok() => best,
        None => roomy().unwrap_or(best),
    };
    room(kind)?;
    let charging = matches!(occasion, Occasion::Charge(_));
    let rushed = match occasion {
        // A mounted charge has it in the roll that goes before (P-083).
        Occasion::Charge(_) if attacker.rides() => 0,
        Occasion::Charge(charge) => charge.rushed,
        _ => attacker.rushed(scene.phase),
    };
    let context = SpecialContext {
        in_use: scene.switches.special_attacks,
        rushed,
        charging,
    };
    special::check_special(
        &attacker.sheet,
        &weapon,
        aim.special,
        aim.feint,
        kind,
        &context,
    )?;

    let arc = arc_of(target.place, attacker.place.hex);
    let protection = derive::protection(tables, &target.gear, arc);
    let automatic = is_helpless_target(target);
    let bare = protection.ar == 0;
    let aim = named(scene, target, aim, arc)?;
    let (special, turned) = turned(&aim, bare);
    let held = attacker.tempo.hold;
    let (en_passant, moving, target_moving) = match occasion {
        Occasion::Passing {
            striker_moves,
            target_moves,
        } => (true, striker_moves, target_moves),
        _ => (false, false, false),
    };
    let knock_dir = match aim.special {
        Some(Special::Knockback) => Some(knock_direction(attacker, target, aim.knock_dir)?),
        Some(Special::Disarm) => aim.knock_dir.or_else(|| straight_away(attacker, target)),
        _ => None,
    };
    check_aim(scene, attacker, target, &weapon, &aim, (arc, automatic))?;
    let preparing = |mode| {
        if held == Some(mode) && !en_passant && !charging {
            attacker.tempo.held
        } else {
            0
        }
    };
    let mut context = AttackContext::plain(attacker.id, weapon);
    context.ordinal = aim.ordinal;
    context.kind = kind;
    context.special = special;
    context.turned = turned;
    context.meant = aim.meant;
    context.place = aim.place;
    context.through = aim.through;
    context.feint = aim.feint;
    context.specialized = special
        .is_some_and(|what| special::is_specialized(&attacker.sheet, &context.weapon, what.word()));
    context.knock_dir = knock_dir;
    context.rushed = rushed;
    context.overprepared = preparing(HoldMode::Overprepare);
    context.guarded = preparing(HoldMode::Guard);
    context.en_passant = en_passant;
    context.moving = moving;
    context.target_moving = target_moving;
    context.running = attacker.motion.gait == Gait::Run;
    context.riding = attacker.riding();
    context.posture = attacker.posture;
    context.hampered = scene
        .board
        .cell(attacker.place.hex)
        .is_some_and(crate::board::Cell::hampers);
    context.charge = match occasion {
        Occasion::Charge(charge) => Some(ChargeBlow {
            running: charge.running,
            mounted: attacker.rides(),
            at_rider: target.rides() && !attacker.rides(),
        }),
        _ => None,
    };
    context.into_charge = target
        .motion
        .charge
        .as_ref()
        .is_some_and(|charge| charge.target == attacker.id);
    context.distance = distance(attacker.place.hex, target.place.hex) as u16;
    context.cover = cover_band(cover, target, &context.weapon)?;
    if target.rides() && !attacker.rides() && !context.weapon.is_melee() {
        // The mount is light cover for its rider (B-088).
        context.cover = context.cover.max(CoverBand::Light);
    }
    context.higher =
        high_ground_m(&scene.board, attacker.place.hex, target.place.hex).clamp(0, 2) as u8;
    context.refire = if context.weapon.is_melee() {
        0
    } else {
        attacker.tempo.refire.unwrap_or(0)
    };
    context.automatic = automatic;
    context.target_size = target.sheet.size;
    context.target_posture = target.posture;
    context.arc = arc;
    context.ar = protection.ar;
    context.rt = protection.rt;
    context.awareness = awareness(target, arc);
    in_poor_light(scene, attacker, target, &aim, &mut context);
    context.fumbles = scene.switches.special_attacks;
    context.extra.extend(defence::burden(attacker));
    if attacker.conditions.has(Condition::Held) {
        context.extra.push(Modifier::new("held", -5, "P-233"));
    }
    Ok(context)
}

/// What the light takes from an attack, and whether the target perceives who strikes (P-096 to
/// P-101).
fn in_poor_light(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    aim: &Aim,
    context: &mut AttackContext,
) {
    match sight::perceived(scene, attacker, target, !context.weapon.is_melee()) {
        Sight::Clear => {}
        Sight::Poor(modifiers) => context.extra.extend(modifiers),
        Sight::Blind => {
            let chance_picks = context.weapon.is_melee() && !context.en_passant && !aim.astray;
            let met = if chance_picks && context.charge.is_none() {
                sight::in_the_way(scene, attacker, context.weapon.reach.into()).len()
            } else {
                1
            };
            context.blind = Some(u8::try_from(met.max(1)).unwrap_or(u8::MAX));
        }
    }
    if sight::perceived(scene, target, attacker, false) == Sight::Blind {
        context.awareness = Awareness::Unaware;
    }
}
