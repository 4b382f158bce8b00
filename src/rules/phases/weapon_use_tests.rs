//! Tests of weapons in use, by rule.

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
