//! What a table's entries must hold beyond their shape: limits, names of other entries, derived
//! figures (B-106). Called by [`super::tables`] alone.

use super::derive;
use super::gather::MOST_REACH;
use super::house::Archetype;
use super::scene::Tables;
use super::sheet::{Armour, PointBlank, Weapon};
use super::tables::FILES;
use crate::rules::table_file::{Source, TableFault, field_place};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Weapon classes (H-12, H-13): the skills that use weapons.
const CLASSES: [&str; 17] = [
    "axe",
    "bludgeon",
    "bow",
    "crossbow",
    "dagger",
    "explosive",
    "firearm",
    "flail",
    "grappling",
    "natural",
    "polearm",
    "sling",
    "staff",
    "striking",
    "sword",
    "throwing",
    "whip_and_net",
];

pub(super) fn check_weapons(
    source: &Source,
    weapons: &BTreeMap<SmolStr, (usize, Weapon)>,
    faults: &mut Vec<TableFault>,
) {
    for (name, (place, weapon)) in weapons {
        let mut wrong = |field: &str, found: String, allowed: &str| {
            let place = field_place(source, *place, field);
            faults.push(source.fault(place, format!("`{name}`: {found}"), allowed));
        };
        if weapon.hands > 2 {
            wrong("hands", format!("{} hands", weapon.hands), "0, 1 or 2");
        }
        if !CLASSES.contains(&weapon.class.as_str()) {
            let place = field_place(source, *place, "class");
            let found = format!("`{name}`: there is no class `{}`", weapon.class);
            faults.push(source.unknown(place, found, &weapon.class, CLASSES));
        }
        let mut wrong = |field: &str, found: String, allowed: &str| {
            let place = field_place(source, *place, field);
            faults.push(source.fault(place, format!("`{name}`: {found}"), allowed));
        };
        if weapon.types.is_empty() {
            wrong("types", "no damage type".to_owned(), "some of B, C, P, E");
        }
        if weapon.cn > 10 {
            wrong("cn", format!("Critical Number {}", weapon.cn), "0 to 10");
        }
        if !(1..=12).contains(&weapon.speed) {
            wrong("speed", format!("Speed {}", weapon.speed), "1 to 12");
        }
        if weapon.reach.is_none() && weapon.range.is_none() {
            wrong("name", "neither reach nor range".to_owned(), "one of them");
        }
        // Whoever looks for those who threaten looks no farther (P-102).
        let reaches = 1..=MOST_REACH;
        if weapon.reach.is_some_and(|reach| !reaches.contains(&reach)) {
            wrong("reach", "no such reach".to_owned(), "1 to 4");
        }
        if weapon.one_handed.is_some() && weapon.hands != 2 {
            let found = "one-handed figures on a weapon of one hand".to_owned();
            wrong("one_handed", found, "only with hands: 2");
        }
        if let Some(range) = &weapon.range {
            let nearest = match range.point_blank {
                PointBlank::UpTo(limit) => limit,
                PointBlank::NoUseUnder(limit) => limit.saturating_sub(1),
                PointBlank::None => 0,
            };
            let rising = range.bands.windows(2).all(|pair| pair[0] < pair[1]);
            if !rising || range.bands[0] <= nearest {
                wrong(
                    "bands",
                    "bands that do not rise".to_owned(),
                    "rising limits",
                );
            }
            if range.rate == 0 || range.refire == 0 {
                wrong("range", "a rate or refire of 0".to_owned(), "1 or more");
            }
        }
        if let Some(thrown) = &weapon.thrown {
            let known = match weapons.get(thrown) {
                Some((_, mode)) => mode.range.is_some(),
                None => source.may_have(thrown),
            };
            if !known {
                let found = format!("`{name}`: thrown mode `{thrown}` is no range weapon here");
                let ranged = weapons.iter().filter(|(_, (_, mode))| mode.range.is_some());
                let ranged = ranged.map(|(name, _)| name.as_str());
                let place = field_place(source, *place, "thrown");
                faults.push(source.unknown(place, found, thrown, ranged));
            }
        }
    }
}

pub(super) fn check_suits(
    source: &Source,
    suits: &BTreeMap<SmolStr, (usize, Armour)>,
    faults: &mut Vec<TableFault>,
) {
    for (name, (place, suit)) in suits {
        for (field, value) in [("ar", suit.ar), ("rb", suit.rb), ("rt", suit.rt)] {
            if !(0..=30).contains(&value) {
                let place = field_place(source, *place, field);
                let found = format!("`{name}`: {field} {value}");
                faults.push(source.fault(place, found, "0 to 30"));
            }
        }
        if suit.speed > 20 {
            let place = field_place(source, *place, "speed");
            let found = format!("`{name}`: Speed {}", suit.speed);
            faults.push(source.fault(place, found, "0 to 20"));
        }
    }
}

pub(super) fn check_archetypes(
    given: &BTreeMap<&str, Source>,
    archetypes: &BTreeMap<SmolStr, (usize, Archetype)>,
    tables: &Tables,
    faults: &mut Vec<TableFault>,
) {
    let Some(source) = given.get(FILES[3]) else {
        return;
    };
    for (name, (place, archetype)) in archetypes {
        for (field, found, wanted) in derive::faults(&archetype.sheet) {
            let place = field_place(source, *place, field);
            let found = format!("`{name}`: {field} {found}");
            faults.push(source.fault(place, found, &format!("{wanted} (B-106)")));
        }
        for preset in archetype.repriced.keys() {
            if !tables.presets.contains_key(preset) && !tables.presets.is_empty() {
                let place = field_place(source, *place, "repriced");
                let found = format!("`{name}`: there is no preset `{preset}`");
                let presets = tables.presets.keys().map(SmolStr::as_str);
                faults.push(source.unknown(place, found, preset, presets));
            }
        }
        let worn = &archetype.load_out;
        let mut known = |field: &str, gear: &SmolStr, names: &[&str], file: &str| {
            let broken = || given.get(file).is_none_or(|source| source.may_have(gear));
            if !names.contains(&gear.as_str()) && !broken() {
                let place = field_place(source, *place, field);
                let found = format!("`{name}`: {field} `{gear}` is no entry of {file}");
                faults.push(source.unknown(place, found, gear, names.iter().copied()));
            }
        };
        let weapons: Vec<&str> = tables.weapons.keys().map(SmolStr::as_str).collect();
        known("main", &worn.main, &weapons, FILES[0]);
        if let Some(second) = &worn.second {
            known("second", second, &weapons, FILES[0]);
        }
        if let Some(shield) = &worn.shield {
            let shields: Vec<&str> = tables.shields.keys().map(SmolStr::as_str).collect();
            known("shield", shield, &shields, FILES[2]);
        }
        let armour: Vec<&str> = tables.armour.keys().map(SmolStr::as_str).collect();
        known("armour", &worn.armour, &armour, FILES[1]);
    }
}
