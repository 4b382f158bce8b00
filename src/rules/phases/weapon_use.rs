//! A weapon as somebody uses it: mode, hands, Speed, Fitness share, wear, range band, room
//! (P-102 to P-112, P-119, P-120, P-124, P-205 to P-207, H-12, H-13).
//!
//! [`weapon_use`] turns sheet, gear and table into the plain [`WeaponUse`] that attacks and parries
//! are made with.

use super::derive;
use super::scene::Tables;
use super::sheet::{DamageType, PointBlank, Range, Sheet, Size, Weapon};
use crate::combat::combatant::{Carried, Gear, Item, ItemId, Posture};
use crate::combat::dice::DiceSum;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

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

fn check_hands(item: &Item, weapon: &Weapon) -> Result<bool, Refusal> {
    let two = match item.carried {
        Carried::Both => true,
        Carried::Main | Carried::Off => false,
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
/// P-207), for riders only, out of ammunition (P-129).
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
    if held.mounted_only {
        return Err(Refusal::new(
            "H-12",
            "this weapon is used from the saddle only",
        ));
    }
    let two = check_hands(item, held)?;
    if item.wear >= held.speed {
        return Err(Refusal::new("P-206", "the weapon is broken beyond use"));
    }
    let used = mode_of(tables, held, mode)?;
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
mod tests {
    use super::*;
    use crate::rules::phases::fixtures;

    fn used(name: &str, mode: Mode) -> Result<WeaponUse, Refusal> {
        let gear = fixtures::gear(&[name], None, None);
        weapon_use(&Tables::shipped(), &fixtures::a(), &gear, ItemId(0), mode)
    }

    fn rule<T>(result: Result<T, Refusal>) -> String {
        result
            .err()
            .map_or_else(String::new, |refusal| refusal.rule)
    }

    #[test]
    fn reach_by_weapon() {
        // P-102.
        let reach = |name, hexes| check_distance(&used(name, Mode::Melee).unwrap(), hexes).is_ok();
        assert!(!reach("long_sword", 2));
        assert!(reach("great_sword", 2));
        assert!(reach("great_sword", 1));
        assert!(reach("pike", 4));
        assert!(!reach("pike", 5));
    }

    #[test]
    fn a_spear_stabs_or_flies() {
        // P-103: FI Bonus +2 counts in melee only.
        let stab = used("spear", Mode::Melee).unwrap();
        let flight = used("spear", Mode::Thrown).unwrap();
        assert_eq!((stab.fitness, stab.reach), (2, 2));
        assert_eq!((flight.fitness, flight.class.as_str()), (0, "throwing"));
        let range = flight.range.as_ref().unwrap();
        assert_eq!(range_band(range, 8).unwrap(), ("Normal range", 0));
        assert_eq!(rule(used("long_sword", Mode::Thrown)), "P-103");
        assert_eq!(rule(used("long_bow", Mode::Melee)), "P-103");
        assert_eq!(rule(used("javelin", Mode::Shot)), "P-103");
        assert!(used("javelin", Mode::Thrown).is_ok());
    }

    #[test]
    fn two_hands_for_a_greatsword_one_for_a_spear() {
        // P-106, H-12.
        let tables = Tables::shipped();
        let one = |name| {
            let mut gear = fixtures::gear(&[name], None, None);
            gear.0[0].carried = Carried::Main;
            weapon_use(&tables, &fixtures::a(), &gear, ItemId(0), Mode::Melee)
        };
        assert_eq!(rule(one("great_sword")), "P-106");
        let spear = one("spear").unwrap();
        assert_eq!((spear.reach, spear.full_speed), (1, 5));
        assert!(!spear.polearm && !spear.two_handed);
    }

    #[test]
    fn six_range_bands() {
        // P-107.
        let bow = used("long_bow", Mode::Shot).unwrap();
        let range = bow.range.as_ref().unwrap();
        let at = [10, 40, 41, 120, 160, 200].map(|metres| range_band(range, metres).unwrap().1);
        assert_eq!(at, [5, 0, -5, -10, -15, -20]);
        assert_eq!(rule(range_band(range, 201)), "P-107");
    }

    #[test]
    fn missing_point_blank() {
        // P-108: a sling has no Point Blank band; a grenade has no use under 5 m.
        let sling = used("sling", Mode::Shot).unwrap();
        assert_eq!(range_band(sling.range.as_ref().unwrap(), 4).unwrap().1, 0);
        let mut grenade = sling.range.unwrap();
        grenade.point_blank = PointBlank::NoUseUnder(5);
        assert_eq!(rule(range_band(&grenade, 4)), "P-108");
        assert_eq!(range_band(&grenade, 5).unwrap().1, 0);
        assert_eq!(size_modifier(Size::Large), 5);
        assert_eq!(size_modifier(Size::Small), -5);
    }

    #[test]
    fn fitness_bonus_and_single_speed() {
        // P-119.
        assert_eq!(fitness_share(3, false, false), 3);
        assert_eq!(fitness_share(3, true, false), 1);
        assert_eq!(fitness_share(-1, false, false), -1);
        assert_eq!(fitness_share(-1, true, false), 0);
        assert_eq!(fitness_share(3, true, true), 3);
        assert!(used("dagger", Mode::Melee).unwrap().is_single());
        assert!(!used("throwing_knife", Mode::Thrown).unwrap().is_single());
    }

    #[test]
    fn wear_ruins_at_full_speed() {
        // P-206: broadsword 3 BD works, 4 not; dagger 1 not. P-207: a bow with 1 BD not.
        let tables = Tables::shipped();
        let with = |name, wear, mode| {
            let mut gear = fixtures::gear(&[name], None, None);
            gear.0[0].wear = wear;
            rule(weapon_use(&tables, &fixtures::a(), &gear, ItemId(0), mode))
        };
        assert_eq!(with("long_sword", 3, Mode::Melee), "");
        assert_eq!(with("long_sword", 4, Mode::Melee), "P-206");
        assert_eq!(with("dagger", 1, Mode::Melee), "P-206");
        assert_eq!(with("long_bow", 1, Mode::Shot), "P-207");
    }

    #[test]
    fn room_to_swing() {
        // P-124.
        let room = |name, mode, kind, cramped, wall| {
            let weapon = used(name, mode).unwrap();
            check_room(&weapon, kind, cramped, wall).is_ok()
        };
        use DamageType::{C, P};
        assert!(!room("great_sword", Mode::Melee, C, false, true));
        assert!(room("long_sword", Mode::Melee, C, false, true));
        assert!(!room("long_sword", Mode::Melee, C, true, false));
        assert!(!room("great_sword", Mode::Melee, C, true, false));
        assert!(room("halberd", Mode::Melee, P, false, true));
        assert!(!room("halberd", Mode::Melee, C, false, true));
        assert!(!room("long_bow", Mode::Shot, P, false, true));
        assert!(room("light_crossbow", Mode::Shot, P, false, true));
    }

    #[test]
    fn postures_forbid_weapons() {
        // P-033, B-048.
        let posture = |name, mode, posture| {
            let weapon = used(name, mode).unwrap();
            rule(check_posture(&weapon, posture))
        };
        assert_eq!(posture("great_sword", Mode::Melee, Posture::Prone), "P-033");
        assert_eq!(posture("long_bow", Mode::Shot, Posture::Prone), "P-033");
        assert_eq!(posture("light_crossbow", Mode::Shot, Posture::Prone), "");
        assert_eq!(posture("long_sword", Mode::Melee, Posture::Prone), "");
        assert_eq!(posture("spear", Mode::Melee, Posture::Swimming), "B-048");
        assert_eq!(posture("dagger", Mode::Melee, Posture::Swimming), "");
    }

    #[test]
    fn unskilled_class_is_level_zero() {
        // P-113.
        let (tables, mut sheet) = (Tables::shipped(), fixtures::a());
        sheet.skills = [("sword".into(), 5)].into();
        let gear = fixtures::gear(&["long_bow"], None, None);
        let bow = weapon_use(&tables, &sheet, &gear, ItemId(0), Mode::Shot).unwrap();
        assert_eq!(derive::level_score(bow.level), 5);
    }
}
