use super::super::tables::{InitiativeMode, Timing};
use super::*;

#[test]
fn every_shipped_table_loads() {
    let loaded = load(&SHIPPED);
    assert!(loaded.is_ok(), "{:#?}", loaded.err());
}

#[test]
fn every_name_of_the_boards_list_is_there() {
    let [weapons, armour, shields] = gear(&Tables::shipped());
    let board = "fists dagger baton club short_sword long_sword rapier great_sword hand_axe \
                 battle_axe great_axe mace war_hammer maul flail quarterstaff spear long_spear \
                 halberd glaive pike lance hooves throwing_knife throwing_axe throwing_spear \
                 javelin sling short_bow long_bow light_crossbow heavy_crossbow";
    for name in board.split_whitespace() {
        assert!(weapons.iter().any(|known| known == name), "{name}");
    }
    let board = "no_armour padded leather hard_leather ring_mail mail scale brigandine breastplate \
                 half_plate full_plate hide helmet";
    for name in board.split_whitespace() {
        assert!(armour.iter().any(|known| known == name), "{name}");
    }
    for name in "buckler round_shield heater_shield kite_shield tower_shield".split_whitespace() {
        assert!(shields.iter().any(|known| known == name), "{name}");
    }
    assert!(
        !weapons.iter().any(|known| known == "whip"),
        "another system's own"
    );
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let weapons = r#"{
    "fists": (name: "Fist", skill: combat_unarmed, dam: 0, rec: 0, hands: 1, reach: 1),
    "stick": (name: "Stick", skill: combat_armed, dam: 1, rec: 3, hands: 3, reach: 1),
    "odd": (name: "Odd", skill: juggling, dam: 1, rec: 3, hands: 1, reach: 1),
}"#;
    let charts = r#"(
    damage: [(7, 0), (6, 1)],
    beyond: (less: 5, by: 0),
    body_map: [(2, head)],
    boxes: [(12, (head: 3, torso: 6, arm: 4, leg: 5))],
    fumbles: [(20, falls)],
)"#;
    let faults = load_over_shipped(&[("weapons.ron", weapons), ("charts.ron", charts)]);
    let text: Vec<String> = faults
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect();
    for part in [
        "weapons.ron:2:",
        "weapons.ron:3:",
        "weapons.ron:4:",
        "charts.ron:2:",
        "charts.ron:3:",
        "charts.ron:4:",
        "archetypes.ron:",
    ] {
        assert!(
            text.iter().any(|fault| fault.starts_with(part)),
            "{part}: {text:#?}"
        );
    }
}

#[test]
fn a_derived_figure_that_differs_is_a_fault() {
    let shipped = SHIPPED[3].1;
    for (from, to) in [
        ("shock: 17, boxes: (head: 3", "shock: 18, boxes: (head: 3"),
        (
            "target: 15, damage: 20, rec: 4",
            "target: 15, damage: 21, rec: 4",
        ),
        ("boxes: (head: 4, torso: 8", "boxes: (head: 4, torso: 9"),
    ] {
        let changed = shipped.replacen(from, to, 1);
        assert_ne!(changed, shipped, "{from}");
        let faults = load_over_shipped(&[("archetypes.ron", &changed)]).unwrap_err();
        assert!(
            faults
                .iter()
                .all(|fault| fault.to_string().contains("B-106")),
            "{faults:#?}"
        );
    }
}

#[test]
fn switches_take_the_registers_words() {
    let mut switches = Switches::default();
    for (name, value) in [
        ("initiative", "trade"),
        ("timing", "passes"),
        ("round_seconds", "5"),
        ("round_seconds", "8"),
        ("round_seconds", "10"),
        ("defence_base", "22"),
        ("fall_double_sl", "on"),
    ] {
        assert_eq!(
            set_switch(&mut switches, name, value),
            Ok(()),
            "{name} {value}"
        );
    }
    let wanted = Switches {
        initiative: InitiativeMode::Trade,
        timing: Timing::Passes,
        round_seconds: 10,
        defence_base: 22,
        fall_double_sl: true,
    };
    assert_eq!(switches, wanted);
    for (name, value) in [
        ("round_seconds", "4"),
        ("round_seconds", "11"),
        ("timing", "later"),
        ("fall_double_sl", "maybe"),
        ("sanity", "off"),
    ] {
        assert!(
            set_switch(&mut switches, name, value).is_err(),
            "{name} {value}"
        );
        assert_eq!(switches, wanted);
    }
    assert_eq!(presets(&Tables::shipped()), ["tuned", "literal"]);
}
