use super::*;
use crate::board::Sector;
use crate::rules::wounds::fixtures::{self, D, Z, d, sheet, z};
use crate::rules::wounds::sheet::{Sheet, Skill};
use crate::rules::wounds::tables::Tables;

fn target_of(attack: &Attack) -> i32 {
    score(attack, &Tables::shipped().circumstances).0
}

fn with(sheet: &Sheet, weapon: &str) -> Attack {
    fixtures::attack(sheet, weapon, &d())
}

fn band_of(attack: &Attack, face: u16) -> Band {
    let tables = Tables::shipped();
    band(attack, face, &tables.circumstances, &tables.charts)
}

fn is_hit(attack: &Attack, face: u16) -> bool {
    matches!(band_of(attack, face), Band::Hit(_))
}

#[test]
fn defence_is_a_modifier_of_the_attackers_number() {
    let mut attack = with(&z(), "long_sword");
    attack.defence.rating = -4;
    assert_eq!(target_of(&attack), 16);
    assert!(is_hit(&attack, 15) && !is_hit(&attack, 16));
    attack.defence.rating = 2;
    assert_eq!(target_of(&attack), 22);
    assert!(is_hit(&attack, 19));
    assert_eq!(band_of(&attack, 20), Band::Fumble);
}

#[test]
fn defence_does_not_count_against_missiles() {
    let archer = sheet(12, 10, 11, &[(Skill::Projectiles, 7)]);
    let mut attack = with(&archer, "long_bow");
    attack.situation.distance = 5;
    attack.defence.rating = -4;
    assert_eq!(target_of(&attack), 19);
}

#[test]
fn the_weapon_says_which_skill_is_used() {
    let sheet = sheet(12, 10, 11, &[(Skill::CombatArmed, 6), (Skill::Thrown, 3)]);
    let hand = with(&sheet, "dagger");
    assert_eq!(hand.usage.skill.used, Some(Skill::CombatArmed));
    let thrown = Tables::shipped().weapons["dagger"].thrown.clone().unwrap();
    let throw = with(&sheet, &thrown);
    assert_eq!(throw.usage.skill.used, Some(Skill::Thrown));
    assert_eq!((target_of(&hand), target_of(&throw)), (18, 15));
}

#[test]
fn z_against_d_hits_under_20() {
    let attack = with(&z(), "long_sword");
    assert_eq!(target_of(&attack), 20);
    assert!(is_hit(&attack, 16) && is_hit(&attack, 19));
    assert_eq!(band_of(&attack, 20), Band::Fumble);
}

#[test]
fn each_weapon_skill_adds_to_reflexes() {
    let number = |reflexes, skill, level, weapon| {
        target_of(&with(&sheet(reflexes, 10, 10, &[(skill, level)]), weapon))
    };
    assert_eq!(number(12, Skill::CombatArmed, 8, "long_sword"), 20);
    assert_eq!(number(13, Skill::CombatUnarmed, 7, "fists"), 20);
    let mut far = with(&sheet(12, 8, 10, &[(Skill::Firearms, 7)]), "revolver");
    far.situation.distance = 8;
    assert_eq!(target_of(&far), 19);
    let mut far = with(
        &sheet(10, 8, 10, &[(Skill::Projectiles, 4)]),
        "light_crossbow",
    );
    far.situation.distance = 8;
    assert_eq!(target_of(&far), 14);
    assert_eq!(number(10, Skill::Thrown, 3, "grenade"), 13);
}

#[test]
fn martial_arts_change_the_damage_and_not_the_number() {
    let plain = sheet(12, 9, 11, &[(Skill::CombatArmed, 8)]);
    let (a, b) = (with(&plain, "long_sword"), with(&z(), "long_sword"));
    assert_eq!(target_of(&a), target_of(&b));
    assert_eq!(b.usage.damage - a.usage.damage, 8);
}

#[test]
fn a_borrowed_skill_counts_two_less_in_number_and_damage() {
    let sheet = sheet(10, 10, 10, &[(Skill::Projectiles, 6)]);
    let attack = with(&sheet, "throwing_knife");
    assert_eq!(target_of(&attack), 14);
    assert_eq!(attack.usage.damage, 4 + 10 + 2);
    let (_, modifiers) = score(&attack, &Tables::shipped().circumstances);
    assert!(modifiers.iter().any(|m| m.rule == "W-035" && m.value == 4));
}

#[test]
fn without_any_skill_reflexes_alone_are_rolled() {
    let attack = with(&sheet(10, 10, 10, &[]), "throwing_knife");
    assert_eq!(target_of(&attack), 10);
    assert_eq!(
        crate::rules::wounds::check::judge(7, 10, attack.usage.skill.level),
        Verdict::Success(7)
    );
}

#[test]
fn all_modifiers_are_summed_and_listed() {
    let mut attack = with(&z(), "long_sword");
    attack.injury = -4;
    attack.defence.posture = Posture::Prone;
    let (number, modifiers) = score(&attack, &Tables::shipped().circumstances);
    assert_eq!(number, 20);
    let sum: i32 = modifiers.iter().map(|modifier| modifier.value).sum();
    assert_eq!(sum, number);
    for (label, value) in [("injury", -4), ("target prone", 4)] {
        assert!(
            modifiers
                .iter()
                .any(|m| m.label == label && m.value == value)
        );
    }
}

#[test]
fn from_behind_a_negative_defence_counts_nothing_and_the_back_gives_two() {
    let guard = sheet(10, 10, 11, &[(Skill::CombatArmed, 5)]);
    let mut attack = with(&guard, "long_sword");
    attack.defence.rating = z().defence.into();
    assert_eq!(target_of(&attack), 11);
    let mut from = |sector| {
        attack.defence.from = sector;
        target_of(&attack)
    };
    for front in [Sector::F, Sector::FR, Sector::FL] {
        assert_eq!(from(front), 11);
    }
    assert_eq!(
        (from(Sector::RR), from(Sector::RL), from(Sector::B)),
        (15, 15, 17)
    );
    attack.defence.rating = 3;
    attack.defence.from = Sector::RL;
    assert_eq!(target_of(&attack), 18, "a positive Defence stays");
}

#[test]
fn an_unnoticed_attacker_is_as_good_as_behind() {
    let mut attack = with(&z(), "long_sword");
    attack.defence.rating = -4;
    attack.defence.unaware = true;
    assert_eq!(target_of(&attack), 22);
}

#[test]
fn the_prone_and_the_winded_are_laid_open() {
    let mut attack = with(&z(), "long_sword");
    attack.defence.rating = -4;
    attack.defence.posture = Posture::Prone;
    assert_eq!(target_of(&attack), 24);
    attack.defence.posture = Posture::Standing;
    attack.defence.dazed = true;
    assert_eq!(target_of(&attack), 20);
    attack.defence.rating = 2;
    assert_eq!(target_of(&attack), 22);
}

#[test]
fn off_balance_gives_four_and_a_charge_two() {
    let mut attack = with(&z(), "long_sword");
    attack.defence.rating = -4;
    attack.defence.off_balance = true;
    assert_eq!(target_of(&attack), 20);
    attack.defence.charged = true;
    assert_eq!(target_of(&attack), 22);
}

#[test]
fn kneeling_costs_two_and_offers_two_with_half_the_defence() {
    let mut attack = with(&z(), "long_sword");
    attack.defence.rating = -4;
    attack.defence.posture = Posture::Kneeling;
    assert_eq!(target_of(&attack), 20 - 2 + 2);
    attack.defence.posture = Posture::Standing;
    attack.situation.posture = Posture::Kneeling;
    assert_eq!(target_of(&attack), 16 - 2);
}

#[test]
fn circumstances_of_t6() {
    let sword = with(&z(), "long_sword");
    let changed = |change: &dyn Fn(&mut Attack)| {
        let mut attack = sword.clone();
        change(&mut attack);
        target_of(&attack) - target_of(&sword)
    };
    assert_eq!(changed(&|a| a.situation.posture = Posture::Prone), -4);
    assert_eq!(changed(&|a| a.situation.ran = true), -3);
    assert_eq!(changed(&|a| a.situation.target_ran = true), -2);
    assert_eq!(changed(&|a| a.situation.cover = Cover::Half), -3);
    assert_eq!(changed(&|a| a.situation.cover = Cover::ThreeQuarters), -6);
    assert_eq!(changed(&|a| a.situation.cover = Cover::Light), -1);
    assert_eq!(changed(&|a| a.situation.cover = Cover::Slit), -8);
    assert_eq!(changed(&|a| a.situation.hampered = true), -1);
    assert_eq!(changed(&|a| a.defence.hampered = true), 1);
    assert_eq!(changed(&|a| a.situation.posture = Posture::Swimming), -4);
    assert_eq!(changed(&|a| a.situation.unseen = true), -6);
    let light = |grade| changed(&|a| a.situation.light = grade);
    assert_eq!((light(LightGrade::Dim), light(LightGrade::Dark)), (-2, -4));
    assert_eq!(
        (light(LightGrade::Black), light(LightGrade::Bright)),
        (-6, 0)
    );
    assert_eq!(changed(&|a| a.situation.higher = true), 1);
    assert_eq!(changed(&|a| a.called = Some(Location::Head)), -6);
    assert_eq!(changed(&|a| a.crowded = -2), -2);
    assert_eq!(changed(&|a| a.situation.off_hand = true), -2);
    assert_eq!(changed(&|a| a.recovery = -3), -3);
}

#[test]
fn circumstances_of_missiles() {
    let archer = sheet(12, 10, 11, &[(Skill::Projectiles, 7)]);
    let number = |distance, change: &dyn Fn(&mut Attack)| {
        let mut attack = with(&archer, "short_bow");
        attack.situation.distance = distance;
        change(&mut attack);
        target_of(&attack)
    };
    let plain = |distance| number(distance, &|_| {});
    assert_eq!(
        (plain(12), plain(13), plain(24), plain(25)),
        (19, 17, 17, 15)
    );
    assert_eq!((plain(36), plain(37), plain(48)), (15, 11, 11));
    assert_eq!(number(12, &|a| a.defence.posture = Posture::Prone), 17);
    assert_eq!(number(2, &|a| a.defence.posture = Posture::Prone), 19);
    assert_eq!(number(12, &|a| a.defence.posture = Posture::Kneeling), 18);
    assert_eq!(number(12, &|a| a.situation.target_ran = true), 17);
    assert_eq!(number(12, &|a| a.situation.into_melee = true), 16);
    assert_eq!(number(1, &|a| a.unhandy = -2), 17);
    let mut far = with(&archer, "short_bow");
    far.situation.distance = 49;
    let table = Tables::shipped().circumstances;
    assert_eq!(possible(&far, &table).unwrap_err().rule, "WH-12");
    far.situation.distance = 48;
    assert!(possible(&far, &table).is_ok());
}

#[test]
fn an_attack_needs_a_number_of_two_at_least() {
    let table = Tables::shipped().circumstances;
    let mut attack = with(&sheet(10, 10, 10, &[]), "long_sword");
    attack.recovery = -8;
    assert!(possible(&attack, &table).is_ok());
    attack.recovery = -9;
    assert_eq!(possible(&attack, &table).unwrap_err().rule, "W-006");
}

#[test]
fn hand_to_hand_all_but_a_fumble_strikes_the_helpless() {
    let mut attack = with(&sheet(10, 10, 10, &[(Skill::CombatArmed, 2)]), "long_sword");
    attack.defence.rating = 0;
    assert_eq!(target_of(&attack), 12);
    assert!(!is_hit(&attack, 15));
    attack.helpless = true;
    assert!(is_hit(&attack, 15) && is_hit(&attack, 19));
    assert_eq!(band_of(&attack, 20), Band::Fumble);
    attack.called = Some(Location::Head);
    assert_eq!(target_of(&attack), 12, "the location is free to choose");
}

#[test]
fn the_die_and_plus_damage_are_the_damage_level() {
    let tables = Tables::shipped();
    let attack = with(&z(), "long_sword");
    assert_eq!(attack.usage.damage, 30);
    assert_eq!(damage_sl(&attack, 16, &tables.circumstances), 46);
    assert_eq!(band_of(&attack, 16), Band::Hit(13));
    let mut damaged = attack.clone();
    damaged.situation.damaged = true;
    assert_eq!(damage_sl(&damaged, 16, &tables.circumstances), 44);
}

#[test]
fn strength_counts_for_muscle_and_martial_arts_hand_to_hand() {
    let all = [
        (Skill::CombatArmed, 5),
        (Skill::Projectiles, 5),
        (Skill::Thrown, 5),
        (Skill::Firearms, 5),
        (Skill::MartialArts, 4),
    ];
    let sheet = sheet(10, 10, 10, &all);
    let damage = |weapon| with(&sheet, weapon).usage.damage;
    assert_eq!(damage("long_sword"), 5 + 10 + 5 + 4);
    assert_eq!(damage("throwing_spear"), 5 + 10 + 5);
    assert_eq!(damage("long_bow"), 5 + 10 + 8);
    assert_eq!(damage("sling"), 5 + 10 + 3);
    assert_eq!(damage("light_crossbow"), 5 + 17);
    assert_eq!(damage("revolver"), 5 + 18);
}

#[test]
fn the_owner_throws_under_the_name_of_the_attack() {
    let tables = Tables::shipped();
    let mut dice = fixtures::scripted(&[(Z, "attack", 16)]);
    let attack = with(&z(), "long_sword");
    assert_eq!((attack.who, attack.target), (Z, D));
    let (band, face) = roll(&attack, &tables.circumstances, &tables.charts, &mut dice);
    assert_eq!((band, face), (Band::Hit(13), 16));
    fixtures::all_thrown(&dice);
}
