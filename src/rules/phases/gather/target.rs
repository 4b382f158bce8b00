//! Whom an attack can be aimed at, and what lies between (B-014, B-020, P-035, P-102, P-107, P-174).

use super::{Aim, Occasion, attack};
use crate::board::cover::{self, Band, Body, Cover, cover_in_sight, melee_cover};
use crate::board::reach::melee_open;
use crate::board::{Dir, Hex, distance};
use crate::combat::combatant::{Carried, CombatantId, Condition, Item, ItemId, Posture};
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::CoverBand;
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::sheet::Build;
use crate::rules::phases::special::{self, Special};
use crate::rules::phases::weapon_use::{Mode, WeaponUse, range_band, weapon_use};

/// The direction straight from one hex to another as a Knockback goes (P-174): the hex direction
/// nearest the line, of two equal ones the clockwise one.
pub fn straight_away(from: &Figure, to: &Figure) -> Option<Dir> {
    crate::board::arc::bearing(from.place.hex, to.place.hex, true)
}

/// The enemies who stand in front and in reach or range of an item, by id: whom it is worth looking
/// at more closely. Nobody else can be attacked with it.
pub fn candidates<'a>(
    scene: &'a Scene,
    attacker: &Figure,
    item: ItemId,
    mode: Mode,
) -> Vec<&'a Figure> {
    let Ok(weapon) = weapon_use(&scene.tables, &attacker.sheet, &attacker.gear, item, mode) else {
        return Vec::new();
    };
    let far = weapon
        .range
        .as_ref()
        .map_or(u16::from(weapon.reach), |range| range.farthest());
    let here = attacker.place.hex;
    let mut found: Vec<&Figure> = scene
        .figures
        .near(here, far.into())
        .filter(|other| other.fitness.on_board() && scene.enemies(attacker.id, other.id))
        .filter(|other| arc_of(attacker.place, other.place.hex) == Arc4::Forward)
        .collect();
    found.sort_unstable_by_key(|other| other.id);
    found
}

/// Ids of the enemies whom a figure could strike now with an item, nearest first.
pub fn targets(scene: &Scene, attacker: &Figure, item: ItemId, mode: Mode) -> Vec<CombatantId> {
    let mut found: Vec<_> = candidates(scene, attacker, item, mode)
        .into_iter()
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

/// Whether an attack can go from one to the other, and the cover it meets on the way, in per cent
/// (B-024 to B-026). Only a blind swing can meet `anyone`, friend or foe (P-099).
pub(super) fn check_target(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    weapon: &WeaponUse,
    anyone: bool,
) -> Result<Cover, Refusal> {
    let name = &target.label.name;
    if !target.fitness.on_board() || target.conditions.has(Condition::Dead) {
        return Err(Refusal::form(format!(
            "{name} is no longer there to be attacked"
        )));
    }
    if !anyone && !scene.enemies(attacker.id, target.id) {
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
        within_reach(scene, attacker, target, weapon.reach.into())?;
        let (here, there) = (attacker.place.hex, target.place.hex);
        return Ok(melee_cover(&scene.board, here, there));
    }
    let far = distance(attacker.place.hex, target.place.hex) as u16;
    if let Some(range) = &weapon.range {
        range_band(range, far)?;
    }
    let (from, to) = (attacker.eye(scene), target.eye(scene));
    let bodies = |hex| bodies(scene, hex, [attacker.id, target.id]);
    cover_in_sight(&scene.board, from, to, bodies)
        .ok_or_else(|| Refusal::new("B-014", format!("{name} cannot be seen from here")))
}

/// Whether a melee weapon of such a reach gets from one to the other (P-102).
pub(super) fn within_reach(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    reach: u32,
) -> Result<(), Refusal> {
    let (here, there) = (attacker.place.hex, target.place.hex);
    melee_open(&scene.board, here, there, reach).map_err(|barred| {
        // The register's own id for reach; the board's for what stands between (P-102).
        let rule = if barred.rule == "B-052" {
            "P-102"
        } else {
            barred.rule
        };
        Refusal::new(rule, barred.words)
    })
}

/// Those who stand in a hex and may be in the way of a missile; shooter and target are not (B-027).
fn bodies(scene: &Scene, hex: Hex, apart: [CombatantId; 2]) -> impl Iterator<Item = Body> {
    scene
        .figures
        .at(hex)
        .filter(move |other| !apart.contains(&other.id) && other.fitness.fills_hex())
        // A mounted pair is one body, as high as its rider (B-027).
        .filter(|other| !other.is_ridden())
        .map(move |other| Body {
            top_cm: scene.board.footing_cm(hex) + other.top_cm(),
            percent: if other.rides() { 40 } else { 20 },
        })
}

/// The band of a cover: melee is read one lower (B-025, B-026).
///
/// # Errors
/// The target is wholly behind cover.
pub(super) fn cover_band(
    cover: Cover,
    target: &Figure,
    weapon: &WeaponUse,
) -> Result<CoverBand, Refusal> {
    let band = band(cover::band(cover.worst()));
    if weapon.is_melee() {
        return Ok(band.unwrap_or(CoverBand::Slit).lower());
    }
    band.ok_or_else(|| {
        let words = format!("{} is wholly behind cover", target.label.name);
        Refusal::new("B-024", words)
    })
}

/// The direction of a Knockback: the one wanted if it lies in the half away from the attacker (P-174).
pub(super) fn knock_direction(
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

/// The aim with what it names: whoever names the armour or the shield in front of him strikes at what
/// protects the other there (P-141, P-144).
pub(super) fn named(scene: &Scene, target: &Figure, aim: &Aim, arc: Arc4) -> Result<Aim, Refusal> {
    let mut aim = aim.clone();
    let is = |found: Option<&Item>| aim.meant.is_some() && found.map(|item| item.id) == aim.meant;
    let (tables, gear) = (&scene.tables, &target.gear);
    if aim.special != Some(Special::Break) {
        return Ok(aim);
    }
    if is(derive::shield(tables, gear)) {
        if arc != Arc4::Forward {
            let words = "a shield is in the way from the front only";
            return Err(Refusal::new("P-144", words));
        }
        aim.meant = None;
    } else if is(derive::worn(tables, gear)) {
        aim.meant = None;
    }
    Ok(aim)
}

/// Whether the target is one that such an aim can be taken at (P-125, P-138, P-141, P-167, P-194,
/// P-197, P-202).
pub(super) fn check_aim(
    scene: &Scene,
    attacker: &Figure,
    target: &Figure,
    weapon: &WeaponUse,
    aim: &Aim,
    (arc, automatic): (Arc4, bool),
) -> Result<(), Refusal> {
    let name = &target.label.name;
    let refuse = |rule: &str, words: String| Err(Refusal::new(rule, words));
    if aim.through && (!automatic || aim.special.is_some()) {
        let words = "only a plain attack on somebody helpless chooses between gaps and armour";
        return refuse("P-125", words.to_owned());
    }
    if aim.place.is_some() && !aim.special.is_some_and(Special::has_place) {
        let words = "a place is called with Break, Cleave or Pierce";
        return refuse("P-202", words.to_owned());
    }
    if aim.place.is_some() && !special::is_specialized(&attacker.sheet, weapon, "target") {
        let words = "only a specialist in Target calls the place he strikes";
        return refuse("P-202", words.to_owned());
    }
    let held = |item: ItemId| weapons(scene, target).any(|held| held.id == item);
    if aim.meant.is_some_and(|item| !held(item)) {
        return refuse("P-141", format!("{name} holds no such weapon"));
    }
    match aim.special {
        Some(Special::Backstab) if arc == Arc4::Forward && !automatic => refuse(
            "P-138",
            format!("a Backstab comes from outside {name}'s front, or at somebody helpless"),
        ),
        Some(Special::Disarm) if weapons(scene, target).next().is_none() => refuse(
            "P-167",
            format!("{name} holds no weapon that could be struck away"),
        ),
        Some(Special::Sweep) if target.sheet.build == Build::Legless => {
            refuse("P-197", format!("{name} has no legs to be swept from"))
        }
        Some(Special::Sweep) if target.posture == Posture::Prone => {
            refuse("P-197", format!("{name} lies already"))
        }
        Some(Special::Sweep) if target.posture == Posture::Mounted => {
            refuse("P-194", format!("{name} sits in the saddle"))
        }
        _ => Ok(()),
    }
}

/// Weapons in hand that can be struck away or broken: neither shields nor bare hands (P-167).
pub fn weapons<'a>(scene: &'a Scene, figure: &'a Figure) -> impl Iterator<Item = &'a Item> {
    figure.gear.in_hand().filter(|item| {
        let weapon = scene.tables.weapons.get(&item.name);
        item.carried != Carried::Arm && weapon.is_some_and(|weapon| weapon.rb.is_some())
    })
}
