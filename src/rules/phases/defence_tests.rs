//! Tests of the defences' numbers, by rule.

use super::*;
use crate::rules::phases::attack::{AttackContext, ChargeBlow};
use crate::rules::phases::fixtures::{self, B, attack, attack_by, defender};
use crate::rules::phases::scene::Tables;
use crate::rules::phases::weapon_use::Mode;

fn blows(attacks: Vec<AttackContext>) -> Vec<Assault> {
    fixtures::bout(attacks).attacks
}

fn dodge_number(defender: &Defender, bearing: Bearing, attacks: Vec<AttackContext>) -> i32 {
    let attacks = blows(attacks);
    let dodge = Dodge {
        dir: Some(Dir::new(0)),
        room: true,
        bearings: vec![bearing; attacks.len()],
    };
    let table = Tables::shipped().dodge;
    let (number, list) = dodge_score(defender, &dodge, &attacks, |_| true, &table);
    assert_eq!(number, check::total(&list));
    number
}

fn step_number(defender: &Defender, attack: AttackContext) -> i32 {
    let step = Sidestep { attacks: vec![0] };
    let table = Tables::shipped().sidestep;
    sidestep_score(defender, &step, &blows(vec![attack]), &table).0
}

fn arrow() -> AttackContext {
    attack("long_bow")
}

#[test]
fn dodge_is_simple_and_rushed() {
    // P-052: DX 10, R=4, sideways: 11.
    let rushed = Defender {
        rushed: 4,
        ..defender()
    };
    let blow = || vec![attack("long_sword")];
    assert_eq!(dodge_number(&rushed, Bearing::Sideways, blow()), 11);
    assert_eq!(dodge_number(&defender(), Bearing::Sideways, blow()), 15);
}

#[test]
fn dodge_by_direction() {
    // P-053, H-5.
    let of = |bearing| dodge_number(&defender(), bearing, vec![attack("long_sword")]);
    assert_eq!(of(Bearing::Away), 13);
    assert_eq!(of(Bearing::Past), 10);
    assert_eq!(of(Bearing::Toward), 10);
    let dirs = (0..6).map(|dir| Bearing::of(Dir::new(dir), Dir::new(0), false));
    let expected = [
        Bearing::Away,
        Bearing::Sideways,
        Bearing::Past,
        Bearing::Toward,
        Bearing::Past,
        Bearing::Sideways,
    ];
    assert_eq!(dirs.collect::<Vec<_>>(), expected);
    assert_eq!(Bearing::of(Dir::new(3), Dir::new(0), true), Bearing::Still);
}

#[test]
fn dodge_under_guard() {
    // P-049: two phases 25, six phases +25.
    let of = |guarded| {
        let defender = Defender {
            guarded,
            ..defender()
        };
        dodge_number(&defender, Bearing::Sideways, vec![attack("long_sword")])
    };
    assert_eq!(of(2), 25);
    assert_eq!(of(6), 40);
}

#[test]
fn dodge_from_the_ground_and_the_knee() {
    // P-033: 10; B-068: −2.
    let of = |posture| {
        let defender = Defender {
            posture,
            ..defender()
        };
        dodge_number(&defender, Bearing::Sideways, vec![attack("long_sword")])
    };
    assert_eq!(of(Posture::Prone), 10);
    assert_eq!(of(Posture::Kneeling), 13);
}

#[test]
fn dodge_table_of_circumstances() {
    // H-5.
    let mut rear = attack("long_sword");
    rear.arc = Arc4::LeftRear;
    assert_eq!(dodge_number(&defender(), Bearing::Sideways, vec![rear]), 13);
    assert_eq!(
        dodge_number(&defender(), Bearing::Sideways, vec![arrow()]),
        10
    );
    let bullet = attack("pistol");
    assert_eq!(
        dodge_number(&defender(), Bearing::Sideways, vec![bullet]),
        5
    );
    let held = Defender {
        held: true,
        load: 3,
        hampered: true,
        ..defender()
    };
    let blow = vec![attack("long_sword")];
    assert_eq!(dodge_number(&held, Bearing::Sideways, blow), 15 - 5 - 3 - 1);
    let attacks = blows(vec![attack("long_sword")]);
    let dodge = Dodge {
        dir: Some(Dir::new(0)),
        room: false,
        bearings: vec![Bearing::Sideways],
    };
    let table = Tables::shipped().dodge;
    let (number, _) = dodge_score(&defender(), &dodge, &attacks, |_| true, &table);
    assert_eq!(number, 10);
}

#[test]
fn the_hardest_of_several_attacks_counts() {
    let attacks = vec![attack("long_sword"), attack_by(B, "long_bow")];
    assert_eq!(dodge_number(&defender(), Bearing::Sideways, attacks), 10);
}

#[test]
fn parry_knows_no_rush_and_no_guard() {
    // P-122: LS 14.
    let parry = Parry {
        facing: Arc4::Forward,
        weapon: fixtures::used(&fixtures::d(), "long_sword", Mode::Melee),
        higher: 0,
        hands: Hands::One,
        arm: 0,
    };
    let of = |defender: Defender| parry_score(&defender, &parry).0;
    assert_eq!(of(defender()), 14);
    let early = Defender {
        rushed: 7,
        guarded: 4,
        ..defender()
    };
    assert_eq!(of(early), 14);
    let running = Defender {
        running: true,
        ..defender()
    };
    assert_eq!(of(running), 9);
    let prone = Defender {
        posture: Posture::Prone,
        ..defender()
    };
    assert_eq!(of(prone), 9);
    let kneeling = Defender {
        posture: Posture::Kneeling,
        ..defender()
    };
    assert_eq!(of(kneeling), 12);
    let high = Parry { higher: 3, ..parry };
    assert_eq!(parry_score(&defender(), &high).0, 16);
}

#[test]
fn parry_is_damage_less_wear() {
    // P-123, P-205.
    let mut parry = Parry {
        facing: Arc4::Forward,
        weapon: fixtures::used(&fixtures::d(), "long_sword", Mode::Melee),
        higher: 0,
        hands: Hands::One,
        arm: 0,
    };
    assert_eq!(parry_value(&parry, 5), 6);
    parry.weapon.wear = 2;
    assert_eq!(parry_value(&parry, 5), 4);
    assert_eq!(parry_value(&parry, 1), 1);
}

#[test]
fn sidestep_by_rush_guard_and_missile() {
    // P-045, P-211: LS 15, DX Bonus +1.
    let rushed = Defender {
        rushed: 4,
        ..defender()
    };
    assert_eq!(step_number(&rushed, attack("long_sword")), 12);
    let guarding = Defender {
        guarded: 2,
        ..defender()
    };
    assert_eq!(step_number(&guarding, attack("long_sword")), 26);
    assert_eq!(step_number(&defender(), arrow()), 11);
}

#[test]
fn sidestep_table_of_circumstances() {
    // H-6.
    let mut rear = attack("long_sword");
    rear.arc = Arc4::RightRear;
    assert_eq!(step_number(&defender(), rear), 11);
    assert_eq!(step_number(&defender(), attack("pistol")), 6);
    let mut charge = attack("long_sword");
    charge.charge = Some(ChargeBlow {
        running: true,
        ..ChargeBlow::default()
    });
    assert_eq!(step_number(&defender(), charge), 14);
    let cornered = Defender {
        free_hex: false,
        running: true,
        load: 1,
        ..defender()
    };
    assert_eq!(step_number(&cornered, attack("long_sword")), 16 - 5 - 5 - 1);
}

#[test]
fn sidestep_of_a_weapon_class() {
    // P-213: R=4, swords: 17; P-215: not with two attacks.
    let specialist = Defender {
        rushed: 4,
        sidestep: SidestepSkill {
            level: 5,
            classes: vec!["sword".into()],
            multiple: true,
        },
        ..defender()
    };
    assert_eq!(step_number(&specialist, attack("long_sword")), 17);
    assert_eq!(step_number(&specialist, attack("mace")), 12);
    let both = Sidestep {
        attacks: vec![0, 1],
    };
    let attacks = blows(vec![attack("long_sword"), attack_by(B, "long_sword")]);
    let table = Tables::shipped().sidestep;
    assert_eq!(sidestep_score(&specialist, &both, &attacks, &table).0, 12);
}

#[test]
fn keeping_the_weapon() {
    // P-054, H-11: LS 14, Weapon Handling 4: +2.
    assert_eq!(keep_score(4, 0), 14);
    assert_eq!(keep_score(4, 2), 16);
}
