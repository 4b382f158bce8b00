//! What a table's entries must hold beyond their shape: limits, names of other entries, derived
//! figures (B-106). Called by [`super::tables`] alone.

use super::derive;
use super::house::Archetype;
use super::scene::Tables;
use super::sheet::{Armour, PointBlank, Weapon};
use super::tables::FILES;
use crate::rules::table_file::{Source, TableFault, field_place};
use smol_str::SmolStr;
use std::collections::BTreeMap;

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
        if weapon.reach.is_some_and(|reach| !(1..=8).contains(&reach)) {
            wrong("reach", "no such reach".to_owned(), "1 to 8");
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
            let known = weapons
                .get(thrown)
                .is_some_and(|(_, mode)| mode.range.is_some());
            if !known {
                let found = format!("thrown mode `{thrown}` is no range weapon here");
                wrong("thrown", found, "the name of a range weapon of this file");
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
    source: &Source,
    archetypes: &BTreeMap<SmolStr, (usize, Archetype)>,
    tables: &Tables,
    faults: &mut Vec<TableFault>,
) {
    for (name, (place, archetype)) in archetypes {
        for (field, found, wanted) in derive::faults(&archetype.sheet) {
            let place = field_place(source, *place, field);
            let found = format!("`{name}`: {field} {found}");
            faults.push(source.fault(place, found, &format!("{wanted} (B-106)")));
        }
        let worn = &archetype.load_out;
        let mut known = |field: &str, gear: &SmolStr, is: bool, file: &str| {
            if !is {
                let place = field_place(source, *place, field);
                let found = format!("`{name}`: {field} `{gear}`");
                faults.push(source.fault(place, found, &format!("a name of {file}")));
            }
        };
        let weapon = |gear: &SmolStr| tables.weapons.contains_key(gear);
        known("main", &worn.main, weapon(&worn.main), FILES[0]);
        if let Some(second) = &worn.second {
            known("second", second, weapon(second), FILES[0]);
        }
        if let Some(shield) = &worn.shield {
            let is = tables.shields.contains_key(shield);
            known("shield", shield, is, FILES[2]);
        }
        let is = tables.armour.contains_key(&worn.armour);
        known("armour", &worn.armour, is, FILES[1]);
    }
}
