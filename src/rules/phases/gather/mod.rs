//! From the scene to the plain contexts that rules are functions of. Play and odds both come
//! through here, so they read the same figures.

pub mod defence;

use crate::board::cover::{self, Band, Body, melee_cover, ranged_cover};
use crate::board::reach::{high_ground_m, melee_open, solid_neighbour};
use crate::board::sight::{Eye, eye};
use crate::board::{Dir, Ground, distance, light, sight};
use crate::combat::combatant::{Carried, CombatantId, Condition, Item, ItemId, Posture};
use crate::combat::plot::Gait;
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::{AttackContext, ChargeBlow, CoverBand};
use crate::rules::phases::derive;
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Charge, Figure, HoldMode, Scene, Tables};
use crate::rules::phases::sheet::DamageType;
use crate::rules::phases::special::{self, Special, SpecialContext};
use crate::rules::phases::weapon_use::{
    Mode, WeaponUse, check_posture, check_room, range_band, weapon_use,
};

/// What the attacker chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// Special Attack.
    pub special: Option<Special>,
    /// A Feint.
    pub feint: bool,
    /// Damage type, or the best.
    pub kind: Option<DamageType>,
    /// Direction of a Knockback, or straight away.
    pub knock_dir: Option<Dir>,
    /// Which of several attacks by one attacker in one step.
    pub ordinal: u16,
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

/// Gear names that drown their bearer (B-048).
const SINKING: [&str; 7] = [
    "ring_mail",
    "mail",
    "scale",
    "brigandine",
    "breastplate",
    "half_plate",
    "full_plate",
];

impl Figure {
    /// Wears armour that sinks (B-048).
    pub fn sinks(&self) -> bool {
        self.gear
            .0
            .iter()
            .any(|item| item.carried == Carried::Worn && SINKING.contains(&item.name.as_str()))
    }

    /// Eye on the board (B-013).
    pub fn eye(&self, scene: &Scene) -> Eye {
        eye(&scene.board, self.place.hex, self.posture.eye_cm())
    }
}

/// Whether a ready item strikes hand to hand.
fn is_melee(item: &Item, tables: &Tables) -> bool {
    let ready = matches!(
        item.carried,
        Carried::Main | Carried::Off | Carried::Both | Carried::Natural
    );
    ready
        && tables
            .weapons
            .get(&item.name)
            .is_some_and(|weapon| weapon.reach.is_some())
}

/// The ready melee weapon somebody would strike with: what he declared, else main hand, off hand,
/// fists.
pub fn melee_item(figure: &Figure, tables: &Tables) -> Option<ItemId> {
    use crate::rules::phases::scene::Declared;
    let rank = |item: &&Item| match item.carried {
        Carried::Main | Carried::Both => 0,
        Carried::Off => 1,
        _ => 2,
    };
    let usable = |item: &&Item| is_melee(item, tables);
    let declared = match &figure.tempo.declared {
        Declared::Attack(item) => figure.gear.item(*item),
        _ => None,
    };
    declared
        .filter(|item| usable(item))
        .or_else(|| figure.gear.0.iter().filter(usable).min_by_key(rank))
        .map(|item| item.id)
}

/// The longest reach of the ready melee weapons, in hexes; 0 without any.
pub fn longest_reach(figure: &Figure, tables: &Tables) -> u16 {
    figure
        .gear
        .0
        .iter()
        .filter(|item| is_melee(item, tables))
        .filter_map(|item| {
            weapon_use(tables, &figure.sheet, &figure.gear, item.id, Mode::Melee).ok()
        })
        .map(|weapon| u16::from(weapon.reach))
        .max()
        .unwrap_or(0)
}

/// The direction straight from one hex to another as a Knockback goes (P-174): the hex direction
/// nearest the line, of two equal ones the clockwise one.
pub fn straight_away(from: &Figure, to: &Figure) -> Option<Dir> {
    crate::board::arc::bearing(from.place.hex, to.place.hex, true)
}

/// Whether the target knows of an attack from an arc (P-022, P-036).
pub fn awareness(target: &Figure, arc: Arc4) -> Awareness {
    let all_round = target.motion.looked
        || derive::specialized(&target.sheet, "360_degree_defensive_awareness");
    Awareness::of(arc, i32::from(target.sheet.rs), all_round)
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
    let weapon = weapon_use(tables, &attacker.sheet, &attacker.gear, item, mode)?;
    check_target(scene, attacker, target, &weapon)?;
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
        _ => None,
    };
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
    context.special = aim.special;
    context.feint = aim.feint;
    context.specialized = aim
        .special
        .is_some_and(|what| special::is_specialized(&attacker.sheet, &context.weapon, what.word()));
    context.knock_dir = knock_dir;
    context.rushed = rushed;
    context.overprepared = preparing(HoldMode::Overprepare);
    context.guarded = preparing(HoldMode::Guard);
    context.en_passant = en_passant;
    context.moving = moving;
    context.target_moving = target_moving;
    context.running = attacker.motion.gait == Gait::Run;
    context.posture = attacker.posture;
    context.hampered = scene
        .board
        .cell(attacker.place.hex)
        .is_some_and(crate::board::Cell::hampers);
    context.charge = match occasion {
        Occasion::Charge(charge) => Some(ChargeBlow {
            running: charge.running,
        }),
        _ => None,
    };
    context.into_charge = target
        .motion
        .charge
        .as_ref()
        .is_some_and(|charge| charge.target == attacker.id);
    context.distance = distance(attacker.place.hex, target.place.hex) as u16;
    context.cover = cover_between(scene, attacker, target, &context.weapon)?;
    context.higher =
        high_ground_m(&scene.board, attacker.place.hex, target.place.hex).clamp(0, 2) as u8;
    context.refire = if context.weapon.is_melee() {
        0
    } else {
        attacker.tempo.refire.unwrap_or(0)
    };
    context.automatic = [
        Condition::Pinned,
        Condition::Bound,
        Condition::Stunned,
        Condition::Unconscious,
    ]
    .into_iter()
    .any(|condition| target.conditions.has(condition));
    context.target_size = target.sheet.size;
    context.target_posture = target.posture;
    context.arc = arc;
    context.ar = protection.ar;
    context.rt = protection.rt;
    context.awareness = awareness(target, arc);
    context.fumbles = scene.switches.special_attacks;
    Ok(context)
}

fn knock_direction(
    attacker: &Figure,
    target: &Figure,
    wanted: Option<Dir>,
) -> Result<Dir, Refusal> {
    let Some(dir) = wanted else {
        return straight_away(attacker, target)
            .ok_or_else(|| Refusal::new("P-174", "there is no direction away"));
    };
    let line = target.place.hex - attacker.place.hex;
    if crate::board::arc::within_60(line, dir.vector()) {
        Ok(dir)
    } else {
        Err(Refusal::new(
            "P-174",
            "a Knockback goes within 60° of the line from attacker to target",
        ))
    }
}

fn check_target(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    weapon: &WeaponUse,
) -> Result<(), Refusal> {
    let name = &target.label.name;
    if !target.fitness.on_board() || target.conditions.has(Condition::Dead) {
        return Err(Refusal::form(format!(
            "{name} is no longer there to be attacked"
        )));
    }
    if !scene.enemies(attacker.id, target.id) {
        return Err(Refusal::form(format!("{name} is no enemy")));
    }
    if arc_of(attacker.place, target.place.hex) != Arc4::Forward {
        return Err(Refusal::new(
            "P-035",
            format!(
                "{name} is not in front of {}: turn in Movement first",
                attacker.label.name
            ),
        ));
    }
    if weapon.is_melee() {
        let reach = u32::from(weapon.reach);
        melee_open(&scene.board, attacker.place.hex, target.place.hex, reach).map_err(|barred| {
            // The register's own id for reach; the board's for what stands between (P-102).
            let rule = if barred.rule == "B-052" {
                "P-102"
            } else {
                barred.rule
            };
            Refusal::new(rule, barred.words)
        })
    } else {
        let far = distance(attacker.place.hex, target.place.hex) as u16;
        if let Some(range) = &weapon.range {
            range_band(range, far)?;
        }
        let (from, to) = (attacker.eye(scene), target.eye(scene));
        if !sight::visible(&scene.board, from, to) {
            return Err(Refusal::new(
                "B-014",
                format!("{name} cannot be seen from here"),
            ));
        }
        let grade = light::grade(&scene.board, target.place.hex, &[]);
        if light::seen(&scene.board, from, to, grade) {
            Ok(())
        } else {
            Err(Refusal::new(
                "B-020",
                format!("{name} stands in the dark, too far to be seen"),
            ))
        }
    }
}

fn cover_between(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    weapon: &WeaponUse,
) -> Result<CoverBand, Refusal> {
    if weapon.is_melee() {
        let cover = melee_cover(&scene.board, attacker.place.hex, target.place.hex);
        return Ok(band(cover::band(cover.worst()))
            .unwrap_or(CoverBand::Slit)
            .lower());
    }
    let bodies: Vec<Body> = scene
        .figures
        .iter()
        .filter(|other| {
            other.id != attacker.id && other.id != target.id && other.fitness.fills_hex()
        })
        .map(|other| {
            let ground = scene.board.footing_cm(other.place.hex);
            Body {
                hex: other.place.hex,
                top_cm: ground + other.posture.top_cm(),
                percent: 20,
            }
        })
        .collect();
    let cover = ranged_cover(
        &scene.board,
        attacker.eye(scene),
        target.eye(scene),
        &bodies,
    );
    band(cover::band(cover.worst())).ok_or_else(|| {
        Refusal::new(
            "B-024",
            format!("{} is wholly behind cover", target.label.name),
        )
    })
}

fn band(band: Band) -> Option<CoverBand> {
    Some(match band {
        Band::None => CoverBand::None,
        Band::Light => CoverBand::Light,
        Band::Half => CoverBand::Half,
        Band::ThreeQuarter => CoverBand::ThreeQuarter,
        Band::Slit => CoverBand::Slit,
        Band::Full => return None,
    })
}

/// Whether a figure stands well inside the reach and front of an able enemy with a ready melee
/// weapon (B-067): the hex is threatened.
pub fn threatens(scene: &Scene, threat: &Figure, hex: crate::board::Hex) -> bool {
    // No weapon of the tables reaches farther (H-12).
    if distance(threat.place.hex, hex) > 4 {
        return false;
    }
    let able =
        threat.free().is_ok() && !matches!(threat.posture, Posture::Prone | Posture::Swimming);
    let reach = u32::from(longest_reach(threat, &scene.tables));
    able && reach > 0
        && distance(threat.place.hex, hex) <= reach
        && arc_of(threat.place, hex) == Arc4::Forward
        && melee_open(&scene.board, threat.place.hex, hex, reach).is_ok()
}

/// Ids of the enemies whom a figure could strike now with an item, nearest first.
pub fn targets(scene: &Scene, attacker: &Figure, item: ItemId, mode: Mode) -> Vec<CombatantId> {
    let mut found: Vec<_> = scene
        .figures
        .iter()
        .filter(|target| target.fitness.on_board() && !target.conditions.has(Condition::Dead))
        .filter(|target| scene.enemies(attacker.id, target.id))
        .filter(|target| {
            attack(
                scene,
                attacker,
                target,
                item,
                mode,
                &Aim::default(),
                Occasion::Action,
            )
            .is_ok()
        })
        .map(|target| {
            (
                target.fitness.is_out(),
                distance(attacker.place.hex, target.place.hex),
                target.id,
            )
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, id)| id).collect()
}
