use super::*;
use crate::rules::wounds::content;
use crate::rules::wounds::fixtures::{d, over, sheet, z};
use crate::rules::wounds::own;
use crate::rules::wounds::sheet::Boxes;

#[test]
fn defence_subtracts_reflexes_martial_arts_and_the_best_skill_from_20_and_halves() {
    assert_eq!(defence(20, 12, 8, 8), -4);
    assert_eq!(z().defence, -4);
    assert_eq!(defence(20, 10, 0, 5), 2);
    assert_eq!(defence(20, 13, 7, 7), -3);
    assert_eq!(d().defence, 0);
    let runner = [
        (Skill::CombatArmed, 3),
        (Skill::Athletics, 6),
        (Skill::Firearms, 9),
    ];
    assert_eq!(best_combat(&sheet(10, 10, 10, &runner)), 6);
}

#[test]
fn martial_arts_improve_defence_and_damage() {
    let tables = Tables::shipped();
    let plain = sheet(12, 9, 11, &[(Skill::CombatArmed, 8), (Skill::Athletics, 5)]);
    let damage = |sheet: &Sheet| weapon_use(sheet, &tables.weapons["long_sword"], &tables).damage;
    assert_eq!((plain.defence, damage(&plain)), (0, 22));
    assert_eq!((z().defence, damage(&z())), (-4, 30));
}

#[test]
fn encumbrance_is_added_after_halving() {
    use super::super::defence::standing;
    let man = sheet(10, 11, 13, &[(Skill::CombatArmed, 6)]);
    assert_eq!(standing(man.defence.into(), 1), 3);
}

#[test]
fn another_base_shifts_defence() {
    assert_eq!(own::for_base(&z(), 20).defence, -4);
    assert_eq!(own::for_base(&z(), 24).defence, -2);
}

/// T12: name, attributes, skills, gear, and the figures the register prints.
#[test]
fn every_cell_of_the_ready_combatants_is_reproduced() {
    use Skill::{
        Athletics, CombatArmed, CombatUnarmed, Drive, Firearms, FirstAid, MartialArts, Projectiles,
        Stealth, Thrown,
    };
    struct Row {
        stats: (i8, i8, i8),
        skills: &'static [(Skill, u8)],
        weapons: &'static [(&'static str, i32, i32, u8)],
        armour: (&'static str, Option<&'static str>, Option<&'static str>),
        defence: i32,
        shock: i32,
        boxes: (u8, u8, u8, u8),
        movement: i32,
    }
    let row = |stats, skills, weapons, armour, defence, shock, boxes, movement| Row {
        stats,
        skills,
        weapons,
        armour,
        defence,
        shock,
        boxes,
        movement,
    };
    let small = (3, 6, 4, 5);
    let large = (3, 7, 5, 6);
    let rows = [
        row(
            (12, 9, 11),
            &[
                (CombatArmed, 8),
                (MartialArts, 8),
                (Athletics, 5),
                (Thrown, 5),
            ],
            &[("long_sword", 20, 30, 2), ("dagger", 20, 27, 2)],
            ("leather", None, None),
            -4,
            20,
            small,
            6,
        ),
        row(
            (10, 10, 11),
            &[(CombatArmed, 5), (Projectiles, 4), (Athletics, 3)],
            &[("spear", 15, 20, 4)],
            ("padded", Some("helmet"), Some("round_shield")),
            2,
            17,
            small,
            5,
        ),
        row(
            (10, 11, 13),
            &[(CombatArmed, 6), (Athletics, 4)],
            &[("long_sword", 16, 22, 3)],
            ("mail", None, Some("round_shield")),
            3,
            18,
            large,
            5,
        ),
        row(
            (10, 12, 14),
            &[(CombatArmed, 7), (Athletics, 4)],
            &[("great_sword", 17, 27, 5)],
            ("full_plate", None, None),
            3,
            19,
            large,
            4,
        ),
        row(
            (13, 9, 11),
            &[
                (CombatUnarmed, 7),
                (MartialArts, 7),
                (Athletics, 6),
                (FirstAid, 4),
            ],
            &[("fists", 20, 23, 2)],
            ("no_armour", None, None),
            -3,
            19,
            small,
            7,
        ),
        row(
            (11, 13, 15),
            &[(CombatArmed, 6), (Thrown, 4), (Athletics, 4)],
            &[("battle_axe", 17, 26, 4)],
            ("hard_leather", None, None),
            1,
            18,
            large,
            6,
        ),
        row(
            (12, 8, 10),
            &[(Firearms, 7), (CombatUnarmed, 3), (Drive, 4)],
            &[("revolver", 19, 25, 3), ("fists", 15, 11, 2)],
            ("ballistic_vest", None, None),
            2,
            15,
            small,
            4,
        ),
        row(
            (12, 10, 11),
            &[
                (Projectiles, 7),
                (CombatArmed, 3),
                (Athletics, 4),
                (Stealth, 6),
                (FirstAid, 3),
            ],
            &[("long_bow", 19, 25, 4), ("dagger", 15, 15, 2)],
            ("leather", None, None),
            2,
            16,
            small,
            6,
        ),
    ];
    let tables = Tables::shipped();
    for (nth, row) in rows.iter().enumerate() {
        let (reflexes, strength, body) = row.stats;
        let sheet = sheet(reflexes, strength, body, row.skills);
        let printed = |at: usize| {
            let (_, target, damage, rec) = row.weapons[at];
            Printed {
                target,
                damage,
                rec,
            }
        };
        let (armour, helmet, shield) = row.armour;
        let load_out = LoadOut {
            main: row.weapons[0].0.into(),
            second: row.weapons.get(1).map(|weapon| weapon.0.into()),
            shield: shield.map(Into::into),
            armour: armour.into(),
            helmet: helmet.map(Into::into),
            ..LoadOut::default()
        };
        let wanted = Figures {
            defence: row.defence,
            movement: row.movement,
            main: printed(0),
            second: row.weapons.get(1).map(|_| printed(1)),
        };
        assert_eq!(
            figures(&sheet, &load_out, &tables),
            Some(wanted),
            "column {nth}"
        );
        assert_eq!(shock(&sheet, &tables), row.shock, "column {nth}");
        let (head, torso, arm, leg) = row.boxes;
        let boxes = Boxes {
            head,
            torso,
            arm,
            leg,
        };
        assert_eq!(tables.charts.boxes(body), boxes, "column {nth}");
    }
}

#[test]
fn every_archetype_is_there_and_those_that_wait_say_for_what() {
    let tables = Tables::shipped();
    assert_eq!(tables.archetypes.len(), 12);
    let ready = content::archetypes(&tables);
    assert_eq!(ready.len(), 10);
    let why = |name| content::refused(&tables, name);
    assert_eq!(why("militia"), None);
    assert!(why("warhorse").unwrap().contains("W-100"));
    assert!(why("lancer").unwrap().contains("riding"));
    assert!(why("ghost").unwrap().contains("unknown"));
}

#[test]
fn own_numbers_lie_over_the_archetype_and_derive_the_rest() {
    let knight = &Tables::shipped().archetypes["knight"].sheet.clone();
    let quick = over(knight, "reflexes: 14").unwrap();
    assert_eq!((quick.defence, knight.defence), (0, 1));
    let stout = over(knight, "body: 16").unwrap();
    assert_eq!(stout.boxes.torso, 8);
    let given = over(knight, "skills: {combat_armed: 2}, defence: 4").unwrap();
    assert_eq!((given.defence, given.shock, given.movement), (4, 14, 4));
    for wrong in [
        "reflexes: 0",
        "skills: {combat_armed: 11}",
        "shock: 0",
        "boxes: (head: 0, torso: 1, arm: 1, leg: 1)",
        "speed: 3",
        "skills: {juggling: 3}",
    ] {
        assert!(over(knight, wrong).is_err(), "{wrong}");
    }
}
