//! Tests of the attack's figures, by rule.

use super::*;
use crate::combat::combatant::ItemId;
use crate::rules::phases::fixtures::{self, A, scripted};
use crate::rules::phases::scene::Tables;
use crate::rules::phases::sheet::Sheet;
use crate::rules::phases::weapon_use::{Mode, weapon_use};

fn with_sheet(sheet: &Sheet, name: &str, mode: Mode) -> AttackContext {
    let gear = fixtures::gear(&[name], None, None);
    let weapon = weapon_use(&Tables::shipped(), sheet, &gear, ItemId(0), mode);
    AttackContext::plain(A, weapon.unwrap())
}

fn by(name: &str) -> AttackContext {
    with_sheet(&fixtures::a(), name, Mode::Melee)
}

fn shot(name: &str, level: u8, distance: u16) -> AttackContext {
    let mut attack = with_sheet(&fixtures::a(), name, Mode::Shot);
    attack.weapon.level = level;
    attack.distance = distance;
    attack
}

fn number(attack: &AttackContext) -> i32 {
    let (score, list) = score(attack);
    assert_eq!(score, check::total(&list));
    assert!(list.iter().all(|entry| !entry.rule.is_empty()));
    score
}

fn sword(change: impl FnOnce(&mut AttackContext)) -> i32 {
    let mut attack = by("long_sword");
    change(&mut attack);
    number(&attack)
}

#[test]
fn rush_takes_one_a_phase() {
    // P-041: R=5, LS 10. P-044: R=16, LS −1.
    assert_eq!(sword(|a| a.rushed = 5), 10);
    assert_eq!(sword(|a| a.rushed = 16), -1);
}

#[test]
fn overpreparing_adds_five_a_phase() {
    // P-046, P-048.
    assert_eq!(sword(|a| a.overprepared = 2), 25);
    assert_eq!(sword(|a| a.overprepared = 6), 40);
    assert_eq!(sword(|a| a.overprepared = 0), 15);
}

#[test]
fn attack_out_of_guard() {
    // P-050.
    assert_eq!(sword(|a| a.guarded = 3), 18);
    assert_eq!(sword(|a| a.guarded = 8), 20);
}

#[test]
fn running_and_charging_add_up() {
    // P-027, P-114: LS 12.
    assert_eq!(sword(|a| a.running = true), 10);
    let both = sword(|a| {
        a.running = true;
        a.charge = Some(ChargeBlow {
            running: true,
            ..ChargeBlow::default()
        });
    });
    assert_eq!(both, 12);
}

#[test]
fn a_charge_at_its_time_and_early() {
    // P-070: Action Phase 9, charge in 6: 14, in 9: 17.
    let charge = Some(ChargeBlow::default());
    let early = sword(|a| (a.charge, a.rushed) = (charge, 3));
    let timely = sword(|a| a.charge = charge);
    assert_eq!((early, timely), (14, 17));
}

#[test]
fn charge_damage() {
    // P-077: d8=4: 8; P-078: spear LS 19, d8=4: 10; P-082: running 4 and 8; P-080: 5+2+2.
    let charge = |name, running| {
        let mut attack = by(name);
        attack.charge = Some(ChargeBlow {
            running,
            ..ChargeBlow::default()
        });
        attack
    };
    assert_eq!(damage(&charge("long_sword", false), 4), 8);
    assert_eq!(number(&charge("spear", false)), 19);
    assert_eq!(damage(&charge("spear", false), 4), 10);
    assert_eq!(damage(&charge("long_sword", true), 4), 4 + 2 + 4);
    assert_eq!(damage(&charge("spear", true), 4), 4 + 2 + 8);
    let mut defender = with_sheet(&fixtures::d(), "long_sword", Mode::Melee);
    defender.into_charge = true;
    assert_eq!(damage(&defender, 5), 8);
}

#[test]
fn moving_striker() {
    // P-068: walking 10, running 5; at 5 there is no Critical Hit.
    let walks = sword(|a| (a.en_passant, a.moving) = (true, true));
    assert_eq!(walks, 10);
    let mut runs = by("long_sword");
    (runs.en_passant, runs.moving, runs.running) = (true, true, true);
    assert_eq!(number(&runs), 5);
    assert_eq!(roll(&runs, &mut scripted(&[(0, "attack", 5)])).0, Band::Hit);
    assert_eq!(roll(&runs, &mut scripted(&[(0, "attack", 1)])).0, Band::Hit);
}

#[test]
fn from_ground_and_knee() {
    // P-033: 10; B-068: 13, missiles from the knee 15; B-047, B-048.
    assert_eq!(sword(|a| a.posture = Posture::Prone), 10);
    assert_eq!(sword(|a| a.posture = Posture::Kneeling), 13);
    let mut bow = shot("long_bow", 5, 20);
    bow.posture = Posture::Kneeling;
    assert_eq!(number(&bow), 15);
    assert_eq!(sword(|a| a.hampered = true), 14);
    assert_eq!(sword(|a| a.posture = Posture::Swimming), 10);
}

#[test]
fn range_bands_on_the_check() {
    // P-107: LS 16.
    let at = [10, 40, 41, 120, 160, 200].map(|metres| number(&shot("long_bow", 6, metres)));
    assert_eq!(at, [21, 16, 11, 6, 1, -4]);
}

#[test]
fn size_and_missing_bands() {
    // P-108: LS 15.
    assert_eq!(number(&shot("sling", 5, 4)), 15);
    let sized = |size| {
        let mut bow = shot("long_bow", 5, 20);
        bow.target_size = size;
        number(&bow)
    };
    assert_eq!(sized(Size::Large), 20);
    assert_eq!(sized(Size::Small), 10);
}

#[test]
fn second_round_of_a_pistol() {
    // P-109: 15 and 14.
    let round = |round| {
        let mut pistol = shot("pistol", 5, 10);
        pistol.round = round;
        number(&pistol)
    };
    assert_eq!([round(0), round(1)], [15, 14]);
}

#[test]
fn refire_shots() {
    // P-128: LS 16.
    let at = [0, 1, 10, 11].map(|refire| {
        let mut bow = shot("long_bow", 6, 20);
        bow.refire = refire;
        number(&bow)
    });
    assert_eq!(at, [16, 15, 6, 6]);
}

#[test]
fn fitness_bonus_to_damage() {
    // P-119, P-120.
    let mut strong = fixtures::a();
    strong.fi_bonus = 3;
    let hit = |sheet: &Sheet, name, mode, dice| damage(&with_sheet(sheet, name, mode), dice);
    assert_eq!(hit(&strong, "long_sword", Mode::Melee, 4), 7);
    assert_eq!(hit(&strong, "dagger", Mode::Melee, 2), 3);
    assert_eq!(hit(&strong, "long_bow", Mode::Shot, 6), 6);
    assert_eq!(hit(&strong, "hand_axe", Mode::Thrown, 6), 6);
    let mut weak = fixtures::a();
    weak.fi_bonus = -1;
    assert_eq!(hit(&weak, "long_sword", Mode::Melee, 1), 1);
}

#[test]
fn wear_lowers_damage() {
    // P-205: 2 BD.
    let mut attack = by("long_sword");
    attack.weapon.wear = 2;
    assert_eq!(damage(&attack, 5), 5);
    assert_eq!(damage(&attack, 1), 1);
}

#[test]
fn cover_and_height() {
    // B-025: low wall (half) LS 15: 10. B-026: melee across it −2. B-041: one metre up 16, at
    // most +2; missiles nothing.
    let mut bow = shot("long_bow", 5, 20);
    bow.cover = CoverBand::Half;
    assert_eq!(number(&bow), 10);
    assert_eq!(sword(|a| a.cover = CoverBand::Half.lower()), 13);
    assert_eq!(sword(|a| a.cover = CoverBand::Light.lower()), 15);
    assert_eq!(sword(|a| a.higher = 1), 16);
    assert_eq!(sword(|a| a.higher = 4), 17);
    let mut high = shot("long_bow", 5, 20);
    high.higher = 3;
    assert_eq!(number(&high), 15);
}

#[test]
fn missiles_at_a_kneeling_man() {
    // B-068: −2 beyond 2 hexes.
    let at = |metres| {
        let mut bow = shot("long_bow", 5, metres);
        bow.target_posture = Posture::Kneeling;
        number(&bow)
    };
    assert_eq!(at(20), 13);
    assert_eq!(at(2), 20);
}

#[test]
fn specials_change_the_score() {
    // P-133, P-179, P-201.
    let mut target = by("rapier");
    target.special = Some(Special::Target);
    assert_eq!(number(&target), 20);
    let mut knockback = by("dagger");
    knockback.special = Some(Special::Knockback);
    assert_eq!(number(&knockback), 10);
}

#[test]
fn a_rushed_twenty_fumbles_even_without_specials() {
    // P-043.
    let mut attack = by("long_sword");
    attack.rushed = 2;
    attack.fumbles = false;
    let twenty = [(0, "attack", 20)];
    assert_eq!(roll(&attack, &mut scripted(&twenty)).0, Band::Fumble);
    attack.rushed = 0;
    assert_eq!(roll(&attack, &mut scripted(&twenty)).0, Band::Miss);
}
