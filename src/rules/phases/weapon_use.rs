//! A weapon as somebody uses it: mode, hands, Speed, Fitness share, wear, range band, room
//! (P-102 to P-112, P-119, P-120, P-124, P-205 to P-207, H-12, H-13).
//!
//! [`weapon_use`] turns sheet, gear and table into the plain [`WeaponUse`] that attacks and parries
//! are made with.

use super::derive;
use super::scene::Tables;
use super::sheet::{DamageType, MissileKind, PointBlank, Range, Sheet, Size, Weapon};
use crate::combat::combatant::{Carried, Gear, Item, ItemId, Posture};
use crate::combat::dice::DiceSum;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::borrow::Cow;

/// How a weapon is used (P-103).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Hand to hand.
    #[default]
    Melee,
    /// Thrown, figures of the thrown mode.
    Thrown,
    /// Shot.
    Shot,
}

/// A weapon in use: figures of table, bearer and item in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeaponUse {
    /// The item.
    pub item: Option<ItemId>,
    /// Its board name: what specializations name.
    pub name: SmolStr,
    /// Weapon class of this use (P-113).
    pub class: SmolStr,
    /// The user's Level in that class.
    pub level: u8,
    /// Melee, thrown or shot.
    pub mode: Mode,
    /// Damage types to choose from (P-105).
    pub types: Vec<DamageType>,
    /// Held in both hands (TH).
    pub two_handed: bool,
    /// Critical Number.
    pub cn: u8,
    /// Damage dice.
    pub damage: DiceSum,
    /// Share of the FI Bonus added to damage (P-119, P-120).
    pub fitness: i32,
    /// The whole FI Bonus: Knockback (P-174).
    pub fi_bonus: i8,
    /// Breaking Damage, taken off damage (P-205).
    pub wear: u8,
    /// Full Speed (P-111).
    pub full_speed: u8,
    /// Reach in hexes; 0 for a missile.
    pub reach: u8,
    /// Range figures of a missile.
    pub range: Option<Range>,
    /// Polearm bonuses apply (P-078, P-081).
    pub polearm: bool,
    /// Resist Breaking of the whole weapon; `None` for natural ones (P-110).
    #[serde(default)]
    pub rb: Option<i8>,
    /// For riders only (H-12, lance).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mounted_only: bool,
}

impl WeaponUse {
    /// Hand to hand.
    pub fn is_melee(&self) -> bool {
        self.mode == Mode::Melee
    }

    /// A Speed 1 melee weapon by its listed Speed (P-111).
    pub fn is_single(&self) -> bool {
        self.is_melee() && self.full_speed == 1
    }

    /// Whether the weapon has this damage type.
    pub fn has(&self, kind: DamageType) -> bool {
        self.types.contains(&kind)
    }
}

/// Share of the FI Bonus in melee damage: full, half toward zero for S1 (P-119, C-1).
pub const fn fitness_share(fi_bonus: i8, single: bool, full: bool) -> i32 {
    let bonus = fi_bonus as i32;
    if single && !full { bonus / 2 } else { bonus }
}

fn check_hands(gear: &Gear, item: &Item, weapon: &Weapon) -> Result<bool, Refusal> {
    let two = match item.carried {
        Carried::Both => true,
        Carried::Main | Carried::Off => false,
        // A fist is always ready, if the hand is free (P-065, P-249).
        Carried::Natural if gear.free_hands() >= weapon.hands => false,
        Carried::Natural => {
            let words = "both hands are full: let go of something first";
            return Err(Refusal::new("P-106", words));
        }
        _ => return Err(Refusal::new("P-106", "the weapon is not in hand")),
    };
    if weapon.hands == 2 && !two && weapon.one_handed.is_none() {
        let words = "this weapon needs both hands: free the other one first";
        return Err(Refusal::new("P-106", words));
    }
    Ok(two)
}

/// The weapon as it would be used now.
///
/// # Errors
/// Not in hand, too few hands (P-106), no such mode (P-103), ruined or out of order (P-206,
/// P-207), out of ammunition (P-129).
pub fn weapon_use(
    tables: &Tables,
    sheet: &Sheet,
    gear: &Gear,
    item: ItemId,
    mode: Mode,
) -> Result<WeaponUse, Refusal> {
    let item = gear
        .item(item)
        .ok_or_else(|| Refusal::form("no such weapon is carried"))?;
    let held = tables
        .weapons
        .get(&item.name)
        .ok_or_else(|| Refusal::form(format!("`{}` is no weapon", item.name)))?;
    let two = check_hands(gear, item, held)?;
    if item.wear >= held.speed {
        return Err(Refusal::new("P-206", "the weapon is broken beyond use"));
    }
    let thrown_by_skill = mode == Mode::Thrown && throws_it(sheet, held, &item.name);
    let used = if thrown_by_skill {
        Cow::Owned(as_missile(held))
    } else {
        Cow::Borrowed(mode_of(tables, held, mode)?)
    };
    let used = used.as_ref();
    if mode == Mode::Shot && item.wear > 0 {
        return Err(Refusal::new("P-207", "damaged, it does not shoot any more"));
    }
    if mode == Mode::Shot && item.ammunition == Some(0) {
        return Err(Refusal::new("P-129", "no ammunition is left"));
    }
    let level = derive::level(sheet, &used.class);
    let mut result = WeaponUse {
        item: Some(item.id),
        name: item.name.clone(),
        class: used.class.clone(),
        level,
        mode,
        types: used.types.clone(),
        two_handed: two && used.hands == 2,
        cn: used.cn,
        damage: used.damage,
        fitness: 0,
        fi_bonus: sheet.fi_bonus,
        wear: item.wear,
        full_speed: used.speed,
        reach: used.reach.unwrap_or(0),
        range: used.range.clone(),
        polearm: used.polearm,
        rb: used.rb,
        mounted_only: used.mounted_only,
    };
    if mode == Mode::Melee {
        result.range = None;
        if let (Some(single), false) = (&used.one_handed, two) {
            result.reach = single.reach;
            result.full_speed = single.speed;
            result.polearm = single.polearm;
        }
        let single = result.is_single();
        result.fitness = fitness_share(sheet.fi_bonus, single, used.full_fitness);
    } else {
        result.reach = 0;
        result.polearm = false;
    }
    Ok(result)
}

/// Whether somebody throws a melee weapon that is not made for it: by the Weapon Handling
/// specialization, with a weapon he is specialized in (H-20).
pub fn throws_it(sheet: &Sheet, weapon: &Weapon, name: &str) -> bool {
    weapon.reach.is_some()
        && weapon.thrown.is_none()
        && weapon.range.is_none()
        && derive::specialized(sheet, "throw")
        && derive::specialized(sheet, name)
}

/// Such a weapon in the air: bands of two metres each, Re-Fire at its Speed (H-20).
fn as_missile(weapon: &Weapon) -> Weapon {
    Weapon {
        range: Some(Range {
            point_blank: PointBlank::UpTo(2),
            bands: [4, 6, 8, 10, 12],
            rate: 1,
            refire: weapon.speed,
            kind: MissileKind::Thrown,
            radius: 0,
            magazine: None,
        }),
        ..weapon.clone()
    }
}

fn mode_of<'a>(tables: &'a Tables, held: &'a Weapon, mode: Mode) -> Result<&'a Weapon, Refusal> {
    let refusal = |words: &str| Err(Refusal::new("P-103", words));
    match mode {
        Mode::Melee if held.reach.is_some() => Ok(held),
        Mode::Melee => refusal("this weapon has no hand-to-hand use"),
        Mode::Thrown => {
            let thrown = held
                .thrown
                .as_ref()
                .and_then(|name| tables.weapons.get(name));
            let itself = held
                .range
                .as_ref()
                .is_some_and(|range| range.kind == super::sheet::MissileKind::Thrown);
            match thrown {
                Some(thrown) => Ok(thrown),
                None if itself => Ok(held),
                None => refusal("this weapon is not made for throwing"),
            }
        }
        Mode::Shot => {
            let shoots = held
                .range
                .as_ref()
                .is_some_and(|range| range.kind != super::sheet::MissileKind::Thrown);
            if shoots {
                Ok(held)
            } else {
                refusal("this weapon does not shoot")
            }
        }
    }
}

/// The range band of a distance in metres and its modifier (P-107, P-108).
///
/// # Errors
/// Out of range, or nearer than the weapon can be used.
pub fn range_band(range: &Range, distance: u16) -> Result<(&'static str, i32), Refusal> {
    match range.point_blank {
        PointBlank::UpTo(limit) if distance <= limit => return Ok(("Point Blank", 5)),
        PointBlank::NoUseUnder(limit) if distance < limit => {
            let words = format!("it cannot be used nearer than {limit} m");
            return Err(Refusal::new("P-108", words));
        }
        _ => {}
    }
    let bands = [
        ("Normal range", 0),
        ("Medium range", -5),
        ("Long range", -10),
        ("Very Long range", -15),
        ("Extreme range", -20),
    ];
    let at = range.bands.iter().position(|limit| distance <= *limit);
    at.map(|at| bands[at]).ok_or_else(|| {
        let words = format!("out of range: at most {} m", range.bands[4]);
        Refusal::new("P-107", words)
    })
}

/// Modifier of range attacks by the target's size (P-108, H-17).
pub const fn size_modifier(size: Size) -> i32 {
    match size {
        Size::Small => -5,
        Size::Medium => 0,
        Size::Large => 5,
        Size::Huge => 10,
    }
}

/// Whether a distance in hexes is in reach or range (P-102, P-107, P-108).
///
/// # Errors
/// Why not.
pub fn check_distance(weapon: &WeaponUse, distance: u16) -> Result<(), Refusal> {
    match &weapon.range {
        Some(range) => range_band(range, distance).map(|_| ()),
        None if distance >= 1 && distance <= u16::from(weapon.reach) => Ok(()),
        None => {
            let words = format!("out of reach: {} m at most", weapon.reach);
            Err(Refusal::new("P-102", words))
        }
    }
}

/// Whether there is room to use the weapon (P-124): `cramped` is the own hex, `solid_beside` a
/// wall or solid object in a neighbouring hex.
///
/// # Errors
/// Why not.
pub fn check_room(
    weapon: &WeaponUse,
    kind: DamageType,
    cramped: bool,
    solid_beside: bool,
) -> Result<(), Refusal> {
    if cramped {
        return Err(Refusal::new("P-124", "this hex is too narrow to fight in"));
    }
    let thrust = weapon.polearm && kind == DamageType::P;
    let drawn = matches!(weapon.class.as_str(), "bow" | "sling");
    let wide = if weapon.is_melee() {
        weapon.two_handed && !thrust
    } else {
        drawn
    };
    if wide && solid_beside {
        let words = "this weapon needs 2 m of room: no wall in a neighbouring hex";
        return Err(Refusal::new("P-124", words));
    }
    Ok(())
}

/// Whether the weapon can be used in this posture (P-033, B-048).
///
/// # Errors
/// Why not.
pub fn check_posture(weapon: &WeaponUse, posture: Posture) -> Result<(), Refusal> {
    if weapon.mounted_only && posture != Posture::Mounted {
        return Err(Refusal::new(
            "H-12",
            "this weapon is used from the saddle only",
        ));
    }
    match posture {
        Posture::Prone if weapon.is_melee() && weapon.two_handed => Err(Refusal::new(
            "P-033",
            "no two-handed weapon from the ground: stand up first",
        )),
        Posture::Prone if weapon.class == "bow" => Err(Refusal::new(
            "P-033",
            "no bow from the ground: stand up first",
        )),
        Posture::Swimming if !weapon.is_melee() || weapon.two_handed || weapon.reach > 1 => Err(
            Refusal::new("B-048", "in deep water only one-handed weapons of reach 1"),
        ),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "weapon_use_tests.rs"]
mod tests;
