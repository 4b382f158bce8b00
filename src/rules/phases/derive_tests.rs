//! Tests of derived figures, by rule.

use super::*;
use crate::rules::phases::sheet::Load;

#[test]
fn attribute_chart() {
    let scores: Vec<_> = (1..=27).map(bonus).collect();
    let chart = [
        -2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6,
    ];
    assert_eq!(scores, chart);
    let moves: Vec<_> = (-2..=6).map(movement).collect();
    assert_eq!(moves, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn level_scores_and_special_success() {
    let scores: Vec<_> = (0..=10).map(level_score).collect();
    assert_eq!(scores, [5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    let special: Vec<_> = (0..=10).map(special_success).collect();
    assert_eq!(special, [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
}

#[test]
fn weapon_handling_lowers_speed() {
    // P-252: Level 4 (−2): broadsword 2, dagger 1, unskilled battle axe 5, two fists 2.
    let tables = Tables::shipped();
    let mut sheet = tables.archetypes["knight"].sheet.clone();
    sheet.skills = [
        ("sword", 5),
        ("dagger", 1),
        ("striking", 1),
        ("weapon_handling", 4),
    ]
    .map(|(name, level)| (name.into(), level))
    .into();
    let speed = |name: &str| {
        let weapon = &tables.weapons[name];
        handled_speed(&sheet, &tables.handling, &weapon.class, weapon.speed)
    };
    assert_eq!(speed("long_sword"), 2);
    assert_eq!(speed("dagger"), 1);
    assert_eq!(speed("battle_axe"), 5);
    let fists = &tables.weapons["fists"];
    assert_eq!(weapons_speed(&sheet, &tables, fists, Some(fists)), 2);
    let keep: Vec<_> = (0..=10).map(|at| tables.handling.keep[at]).collect();
    assert_eq!(keep, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
}

#[test]
fn two_weapons_add_their_speeds() {
    // P-217: DX Bonus +2, broadsword 4−2, shortsword 2 in full.
    let tables = Tables::shipped();
    let mut sheet = tables.archetypes["knight"].sheet.clone();
    sheet.skills = [("sword", 5), ("weapon_handling", 3)]
        .map(|(name, level)| (name.into(), level))
        .into();
    let (main, off) = (
        &tables.weapons["long_sword"],
        &tables.weapons["short_sword"],
    );
    assert_eq!(weapons_speed(&sheet, &tables, main, Some(off)), 4);
}

#[test]
fn shields_protect_forward_only() {
    // P-259: kite 3 and mail 5.
    let tables = Tables::shipped();
    let gear = tables.archetypes["man_at_arms"].load_out.gear(&tables, 0);
    let ar = Arc4::ALL.map(|arc| protection(&tables, &gear, arc).ar);
    assert_eq!(ar, [8, 5, 5, 5]);
    assert_eq!(protection(&tables, &gear, Arc4::Forward).rt, 8);
}

#[test]
fn wear_lowers_armour() {
    // P-260: mail 5/5/5 with 2 BD is 3/3/3, with 5 BD nothing.
    let tables = Tables::shipped();
    let mut gear = Gear(vec![Item {
        id: ItemId(0),
        name: "mail".into(),
        carried: Carried::Worn,
        wear: 2,
        ammunition: None,
    }]);
    let (ar, rb, rt) = (3, 3, 3);
    assert_eq!(
        protection(&tables, &gear, Arc4::Back),
        Protection { ar, rb, rt }
    );
    gear.0[0].wear = 5;
    assert_eq!(protection(&tables, &gear, Arc4::Back).ar, 0);
}

#[test]
fn load_by_weight() {
    let table = Tables::shipped().encumbrance;
    for (kilograms, load) in [
        (10, Load::None),
        (11, Load::Light),
        (20, Load::Light),
        (21, Load::Medium),
        (30, Load::Medium),
        (31, Load::Heavy),
        (40, Load::Heavy),
        (41, Load::Overloaded),
    ] {
        assert_eq!(table.load(kilograms, 10), load, "{kilograms} kg");
    }
}

/// One row of BT-13: scores, Move, resistances, pools, senses, AR F/R, RB/RT, initiative.
type Row = (&'static str, [i32; 11], [i32; 4], &'static str);

#[test]
fn b_106_every_cell_of_bt_13_reproduced() {
    let rows: [Row; 12] = [
        (
            "militia",
            [10, 1, 10, 1, 5, 12, 12, 20, 15, 2, 2],
            [1, 1, 1, 1],
            "max(1,d10−1)+4",
        ),
        (
            "man_at_arms",
            [11, 1, 13, 2, 5, 12, 14, 26, 18, 2, 2],
            [8, 5, 5, 5],
            "max(1,d10−1)+8",
        ),
        (
            "knight",
            [13, 2, 16, 3, 6, 13, 16, 32, 21, 3, 2],
            [11, 8, 8, 8],
            "max(1,d10−2)+8",
        ),
        (
            "duelist",
            [18, 3, 11, 1, 7, 15, 12, 22, 16, 4, 3],
            [2, 2, 2, 2],
            "max(1,d10−3)+3",
        ),
        (
            "archer",
            [15, 2, 12, 1, 6, 15, 12, 24, 17, 6, 3],
            [2, 2, 2, 2],
            "max(1,d10−2)+5",
        ),
        (
            "crossbowman",
            [12, 1, 12, 1, 5, 13, 12, 24, 17, 5, 2],
            [3, 3, 3, 3],
            "max(1,d10−1)+5",
        ),
        (
            "pikeman",
            [10, 1, 14, 2, 5, 12, 14, 28, 19, 2, 2],
            [6, 6, 7, 4],
            "max(1,d10−1)+9",
        ),
        (
            "brawler",
            [14, 2, 15, 2, 6, 13, 14, 30, 20, 3, 3],
            [1, 1, 1, 1],
            "max(1,d10−2)+2",
        ),
        (
            "berserker",
            [13, 2, 18, 3, 6, 14, 16, 36, 23, 2, 4],
            [3, 3, 3, 3],
            "max(1,d10−2)+7",
        ),
        (
            "captain",
            [13, 2, 14, 2, 6, 14, 14, 28, 19, 4, 3],
            [10, 7, 8, 6],
            "max(1,d10−2)+7",
        ),
        (
            "lancer",
            [13, 2, 14, 2, 6, 13, 14, 28, 19, 3, 2],
            [8, 5, 5, 5],
            "max(1,d10−2)+10",
        ),
        (
            "warhorse",
            [10, 1, 16, 3, 12, 13, 16, 48, 31, 3, 5],
            [1, 1, 3, 1],
            "max(1,d10−1)+3",
        ),
    ];
    let tables = Tables::shipped();
    assert_eq!(tables.archetypes.len(), rows.len());
    for (name, figures, armour, initiative) in rows {
        let archetype = &tables.archetypes[name];
        let sheet = &archetype.sheet;
        let (dx, fi) = (bonus(sheet.dx), bonus(sheet.fi));
        let derived = [
            i32::from(sheet.dx),
            dx.into(),
            sheet.fi.into(),
            fi.into(),
            // Four legs go by a rate of their own.
            match sheet.steed {
                Some(_) => sheet.movement.into(),
                None => movement(dx).into(),
            },
            resist_surprise(dx, sheet.seeing, sheet.hearing).into(),
            resist_system_shock(fi).into(),
            stamina(sheet.fi, sheet.size).into(),
            critical(sheet.fi, sheet.size).into(),
            sheet.seeing.into(),
            sheet.hearing.into(),
        ];
        assert_eq!(derived, figures, "{name}");
        assert_eq!(faults(sheet), [], "{name}");
        let gear = archetype.load_out.gear(&tables, 0);
        let front = protection(&tables, &gear, Arc4::Forward);
        let back = protection(&tables, &gear, Arc4::Back);
        assert_eq!([front.ar, back.ar, back.rb, back.rt], armour, "{name}");
        assert_eq!(archetype.initiative_text(&tables), initiative, "{name}");
    }
}

#[test]
fn militia_holds_the_spear_in_both_hands() {
    // B-104: the shield is slung, AR 1/1; ready it is AR 3/1.
    let tables = Tables::shipped();
    let mut gear = tables.archetypes["militia"].load_out.gear(&tables, 4);
    assert_eq!(gear.0[0].carried, Carried::Both);
    assert_eq!(gear.0[0].id, ItemId(4));
    assert_eq!(protection(&tables, &gear, Arc4::Forward).ar, 1);
    gear.0[0].carried = Carried::Main;
    gear.0[2].carried = Carried::Arm;
    assert_eq!(protection(&tables, &gear, Arc4::Forward).ar, 3);
    assert_eq!(protection(&tables, &gear, Arc4::Back).ar, 1);
}
