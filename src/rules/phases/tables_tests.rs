//! Tests of reading and checking tables.

use super::*;

#[test]
fn shipped_tables_have_no_fault() {
    if let Err(faults) = load(&SHIPPED) {
        for fault in &faults {
            eprintln!("{fault}");
        }
        panic!("{} faults", faults.len());
    }
}

#[test]
fn tuned_carries_half_of_the_rush() {
    let tables = Tables::shipped();
    assert_eq!(tables.preset("literal"), Switches::default());
    assert_eq!(tables.preset("tuned").rush_carry, 50);
}

#[test]
fn every_name_of_the_boards_list_is_there() {
    let tables = Tables::shipped();
    let weapons = "fists dagger baton club short_sword long_sword rapier great_sword hand_axe \
        battle_axe great_axe mace war_hammer maul flail quarterstaff spear long_spear halberd \
        glaive pike lance hooves throwing_knife throwing_axe throwing_spear javelin sling \
        short_bow long_bow light_crossbow heavy_crossbow whip";
    for name in weapons.split_whitespace() {
        assert!(tables.weapons.contains_key(name), "{name}");
    }
    let armour = "no_armour padded leather hard_leather ring_mail mail scale brigandine \
        breastplate half_plate full_plate hide helmet";
    for name in armour.split_whitespace() {
        assert!(tables.armour.contains_key(name), "{name}");
    }
    for name in [
        "buckler",
        "round_shield",
        "heater_shield",
        "kite_shield",
        "tower_shield",
    ] {
        assert!(tables.shields.contains_key(name), "{name}");
    }
}

#[test]
fn all_faults_of_a_file_with_their_places() {
    let text = "{\n    \"club\": (name: \"Club\", class: \"bludgeon\", hands: 3, types: [B], \
        cn: 1, damage: \"1d6\", speed: 3, reach: 1),\n    \"stick\": (nam: \"Stick\"),\n    \
        \"axe\": (name: \"Axe\", class: \"axe\", hands: 1, types: [C], cn: 1, damage: \"6\", \
        speed: 3, reach: 1, thrown: \"nothing\"),\n    \"club\": (name: \"Club\", class: \
        \"bludgeon\", hands: 1, types: [B], cn: 1, damage: \"1d6\", speed: 3, reach: 1),\n}";
    let faults = load_over_shipped(&[("mine/weapons.ron", text)]).unwrap_err();
    let places: Vec<_> = faults
        .iter()
        .filter(|fault| fault.file == "mine/weapons.ron")
        .map(|fault| (fault.line, fault.message.as_str()))
        .collect();
    assert!(
        places
            .iter()
            .any(|(line, found)| *line == 3 && found.contains("nam"))
    );
    assert!(
        places
            .iter()
            .any(|(line, found)| *line == 4 && found.contains("nothing"))
    );
    assert!(
        places
            .iter()
            .any(|(line, found)| *line == 5 && found.contains("second time"))
    );
    // Archetypes lose the weapons this file does not hold.
    assert!(faults.iter().any(|fault| fault.file == "archetypes.ron"));
}

#[test]
fn a_field_fault_has_its_column() {
    let text = SHIPPED[1].1.replace(
        "\"mail\": (name: \"Chain mail\", ar: 5",
        "\"mail\": (name: \"Chain mail\", ar: 99",
    );
    let faults = load_over_shipped(&[("armour.ron", &text)]).unwrap_err();
    assert_eq!(faults.len(), 1);
    let line = text.lines().nth(faults[0].line as usize - 1).unwrap();
    assert!(
        line[faults[0].column as usize - 1..].starts_with("ar: 99"),
        "{}",
        faults[0]
    );
}

#[test]
fn a_derived_figure_that_differs_is_a_fault() {
    let text = SHIPPED[3].1.replacen("rs: 12", "rs: 14", 1);
    let faults = load_over_shipped(&[("archetypes.ron", &text)]).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].message.contains("rs 14"), "{}", faults[0]);
}

#[test]
fn missing_and_unknown_files_are_faults() {
    let mut files = SHIPPED.to_vec();
    files[0].0 = "weapon.ron";
    let faults = load(&files).unwrap_err();
    assert!(
        faults
            .iter()
            .any(|fault| fault.message.contains("is no table"))
    );
    assert!(faults.iter().any(|fault| fault.message.contains("missing")));
}

#[test]
fn prices_that_play_has_shown_are_those_of_tuned_alone() {
    use crate::combat::system::RuleSystem;
    let rules = crate::rules::phases::Phases::shipped();
    let prices = |name| [rules.price(name, "literal"), rules.price(name, "tuned")];
    assert_eq!(prices("brawler"), [29, 20]);
    assert_eq!(prices("militia"), [10, 10]);
    assert_eq!(prices("nobody"), [0, 0]);
}
