//! What a table's entries must hold beyond their shape: limits, names of other entries, derived
//! figures (B-106). Called by [`super::content`] alone.

use super::content::FILES;
use super::derive;
use super::sheet::{Armour, Shield, Weapon};
use super::tables::{Archetype, Charts, Tables};
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
        if !(1..=12).contains(&weapon.rec) {
            wrong("rec", format!("REC {}", weapon.rec), "1 to 12");
        }
        if !(-20..=60).contains(&weapon.dam) {
            wrong("dam", format!("DAM {}", weapon.dam), "-20 to 60");
        }
        if weapon.reach.is_some() == weapon.step.is_some() {
            let found = "both or neither of reach and step".to_owned();
            wrong("name", found, "reach hand to hand, step for missiles");
        }
        if weapon.reach.is_some_and(|reach| !(1..=8).contains(&reach)) {
            wrong("reach", "no such reach".to_owned(), "1 to 8");
        }
        if weapon.step.is_some_and(|step| !(1..=60).contains(&step)) {
            wrong("step", "no such range step".to_owned(), "1 to 60");
        }
        if weapon.is_melee() && !weapon.skill.is_melee() {
            let found = format!("{} with a reach", weapon.skill.word());
            wrong("skill", found, "a combat skill");
        }
        if let Some(thrown) = &weapon.thrown {
            let known = match weapons.get(thrown) {
                Some((_, way)) => way.step.is_some(),
                None => source.may_have(thrown),
            };
            if !known {
                let found = format!("thrown way `{thrown}` is no missile here");
                wrong("thrown", found, "the name of a missile of this file");
            }
        }
    }
    if !weapons.contains_key("fists") {
        faults.push(source.fault(0, "no `fists`", "everybody has them"));
    }
}

pub(super) fn check_suits(
    source: &Source,
    suits: &BTreeMap<SmolStr, (usize, Armour)>,
    faults: &mut Vec<TableFault>,
) {
    for (name, (place, suit)) in suits {
        for (field, value) in [
            ("head", suit.head),
            ("torso", suit.torso),
            ("arms", suit.arms),
            ("legs", suit.legs),
            ("enc", suit.enc),
        ] {
            if value > 30 {
                let place = field_place(source, *place, field);
                faults.push(source.fault(place, format!("`{name}`: {field} {value}"), "0 to 30"));
            }
        }
    }
}

pub(super) fn check_shields(
    source: &Source,
    shields: &BTreeMap<SmolStr, (usize, Shield)>,
    faults: &mut Vec<TableFault>,
) {
    for (name, (place, shield)) in shields {
        if shield.armour > 30 || shield.enc > 30 {
            let found = format!("`{name}`: armour {} enc {}", shield.armour, shield.enc);
            faults.push(source.fault(*place, found, "0 to 30"));
        }
        if shield.protects.is_empty() {
            let place = field_place(source, *place, "protects");
            faults.push(source.fault(
                place,
                format!("`{name}` protects nothing"),
                "some locations",
            ));
        }
    }
}

/// Limits of a chart rise; those read by a die end at 20.
pub(super) fn check_charts(source: &Source, charts: &Charts, faults: &mut Vec<TableFault>) {
    let mut rising = |field: &str, limits: Vec<u16>, last: Option<u16>| {
        let rises = limits.windows(2).all(|pair| pair[0] < pair[1]);
        let ends = last.is_none_or(|last| limits.last() == Some(&last));
        if limits.is_empty() || !rises || !ends {
            let place = field_place(source, 0, field);
            let allowed = last.map_or("rising limits".to_owned(), |last| {
                format!("rising limits up to {last}")
            });
            faults.push(source.fault(place, format!("{field}: {limits:?}"), &allowed));
        }
    };
    let limits = |rows: &[(u16, u16)]| rows.iter().map(|row| row.0).collect();
    rising("damage", limits(&charts.damage), None);
    let body = charts.body_map.iter().map(|row| row.0).collect();
    rising("body_map", body, Some(20));
    let boxes = charts.boxes.iter().map(|row| row.0.into()).collect();
    rising("boxes", boxes, None);
    let fumbles = charts.fumbles.iter().map(|row| row.0).collect();
    rising("fumbles", fumbles, Some(20));
    for (body, boxes) in &charts.boxes {
        let all = [boxes.head, boxes.torso, boxes.arm, boxes.leg];
        if all.iter().any(|boxes| !(1..=30).contains(boxes)) {
            let place = field_place(source, 0, "boxes");
            let found = format!("boxes up to Body {body}: {all:?}");
            faults.push(source.fault(place, found, "1 to 30"));
        }
    }
    if charts.beyond.by == 0 {
        let place = field_place(source, 0, "beyond");
        faults.push(source.fault(place, "divided by 0", "1 or more"));
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
    let weapons: Vec<&str> = tables.weapons.keys().map(SmolStr::as_str).collect();
    let armour: Vec<&str> = tables.armour.keys().map(SmolStr::as_str).collect();
    let shields: Vec<&str> = tables.shields.keys().map(SmolStr::as_str).collect();
    for (name, (place, archetype)) in archetypes {
        let worn = &archetype.load_out;
        let slots = [
            ("main", Some(&worn.main), &weapons, FILES[0]),
            ("second", worn.second.as_ref(), &weapons, FILES[0]),
            ("shield", worn.shield.as_ref(), &shields, FILES[2]),
            ("armour", Some(&worn.armour), &armour, FILES[1]),
            ("helmet", worn.helmet.as_ref(), &armour, FILES[1]),
        ];
        let mut gear_known = true;
        for (field, gear, names, file) in slots {
            let Some(gear) = gear.filter(|gear| !names.contains(&gear.as_str())) else {
                continue;
            };
            gear_known = false;
            // What is broken in its own file is told there.
            if given.get(file).is_none_or(|source| source.may_have(gear)) {
                continue;
            }
            let place = field_place(source, *place, field);
            let found = format!("`{name}`: {field} `{gear}` is no entry of {file}");
            faults.push(source.unknown(place, found, gear, names.iter().copied()));
        }
        // Figures can only be worked out again if the files they come from could be read.
        let readable = |file: &str| given.contains_key(file);
        if !readable("charts.ron") || !readable("skills.ron") {
            continue;
        }
        for (field, found, wanted) in derive::faults(&archetype.sheet, tables) {
            let place = field_place(source, *place, field);
            let found = format!("`{name}`: {field} {found}");
            faults.push(source.fault(place, found, &format!("{wanted} (B-106)")));
        }
        let wanted = derive::figures(&archetype.sheet, worn, tables);
        if gear_known && wanted != Some(archetype.figures) {
            let place = field_place(source, *place, "figures");
            let found = format!("`{name}`: {:?}", archetype.figures);
            faults.push(source.fault(place, found, &format!("{wanted:?} (B-106)")));
        }
    }
}
