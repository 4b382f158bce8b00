//! What combatants carry, their own numbers, and things that lie about.

use super::footing::bad_footing;
use super::ground::{Ground, hex_on_board};
use super::people::People;
use super::{Checker, MAX_ITEMS};
use crate::board::Hex;
use crate::combat::combatant::Posture;
use crate::level::names::GearSlot;
use crate::level::raw::{RawCombatant, RawGear, RawLevel};
use crate::level::spec::{GearChoice, GearSpec, ItemPlace, ItemSpec};
use crate::reading::source::Spot;
use smol_str::SmolStr;
use std::collections::BTreeMap;

pub(super) fn gear_of(checker: &mut Checker<'_, '_>, raw: &RawGear) -> GearSpec {
    let mut one = |word: &Option<Spot<String>>, slot: GearSlot, what: &str| match word {
        None => GearChoice::Archetype,
        Some(word) if word.value == "none" => GearChoice::Nothing,
        Some(word) => {
            let found = known_gear(checker, word, what, &[slot]);
            found.map_or(GearChoice::Archetype, GearChoice::Item)
        }
    };
    let main = one(&raw.main, GearSlot::Weapon, "weapon");
    let second = one(&raw.second, GearSlot::Weapon, "weapon");
    let shield = one(&raw.shield, GearSlot::Shield, "shield");
    let armour = one(&raw.armour, GearSlot::Armour, "armour");
    let slots = [GearSlot::Weapon, GearSlot::Armour, GearSlot::Shield];
    let extra = raw.extra.iter();
    GearSpec {
        main,
        second,
        shield,
        armour,
        extra: extra
            .filter_map(|word| known_gear(checker, word, "gear", &slots))
            .collect(),
    }
}

/// A name of the board's list, or of one that only some systems have (B-103). The latter leaves
/// the level to these systems.
fn known_gear(
    checker: &mut Checker<'_, '_>,
    word: &Spot<String>,
    what: &str,
    slots: &[GearSlot],
) -> Option<SmolStr> {
    let names = checker.names;
    let of_all = || {
        slots
            .iter()
            .flat_map(|slot| names.gear_names(*slot).iter().copied())
    };
    let name = word.value.as_str();
    if of_all().any(|known| known == name) {
        return Some(SmolStr::new(name));
    }
    let knows = |system: &str| {
        let mut lists = slots.iter().map(|slot| names.own_gear(system, *slot));
        lists.any(|list| list.contains(&name))
    };
    let systems: Vec<&str> = names
        .systems()
        .iter()
        .copied()
        .filter(|id| knows(id))
        .collect();
    if systems.is_empty() {
        let all: Vec<&str> = of_all().collect();
        return checker.known(word, what, &all);
    }
    checker.playable.retain(|id| systems.contains(&id.as_str()));
    let list = systems.join(", ");
    if checker.playable.is_empty() {
        let message =
            format!("`{name}` is known to {list} only, where other gear of the level is not");
        checker.notes.fault(word.span, message);
    } else if checker.meant.is_none_or(|meant| !systems.contains(&meant)) {
        // A level that says it is for that system has been told.
        let message =
            format!("`{name}` is known to {list} only; no other system can play the level");
        checker.notes.warn(word.span, message);
    }
    Some(SmolStr::new(name))
}

/// A combatant's own numbers, judged by the rule system they are for (B-108).
pub(super) fn own_numbers<'a>(
    checker: &mut Checker<'_, 'a>,
    raw: &RawCombatant<'a>,
    archetype: Option<&str>,
) -> BTreeMap<SmolStr, String> {
    let mut own = BTreeMap::new();
    for (system, numbers) in &raw.own {
        let Some(system) = checker.system(system) else {
            continue;
        };
        if let Some(archetype) = archetype {
            let faults = checker
                .names
                .check_own_numbers(&system, archetype, numbers.text);
            checker.rule_faults(numbers.text, faults);
        }
        own.insert(system, numbers.text.to_owned());
    }
    own
}

/// Items on the ground or with a combatant.
pub(super) fn items(
    checker: &mut Checker<'_, '_>,
    raw: &RawLevel<'_>,
    ground: &Ground,
    people: &People,
) -> Vec<ItemSpec> {
    let mut items: Vec<ItemSpec> = Vec::new();
    if let Some(item) = raw.items.get(MAX_ITEMS) {
        let message = format!("there are {} items; at most {MAX_ITEMS}", raw.items.len());
        checker.notes.fault(item.name.span, message);
        return items;
    }
    for item in &raw.items {
        let name = checker.label(&item.name, "the item's name");
        if items.iter().any(|other| other.name == name) {
            checker
                .notes
                .fault(item.name.span, format!("there are two items `{name}`"));
        }
        let mut place = ItemPlace::Ground(Hex::ZERO);
        if let Some(at) = item.at.as_ref().filter(|_| ground.whole)
            && let Some(hex) = hex_on_board(checker, &ground.board, at)
        {
            let cell = ground.board.cell(hex).copied().unwrap_or_default();
            if let Some(reason) = bad_footing(&cell, Posture::Kneeling, false) {
                checker
                    .notes
                    .fault(at.span, format!("nobody can reach `{name}`: {reason}"));
            }
            place = ItemPlace::Ground(hex);
        }
        if let Some(holder) = item.holder.as_ref().filter(|_| !people.incomplete) {
            let names: Vec<&str> = people.all().map(|one| one.name.as_str()).collect();
            if let Some(holder) = checker.known(holder, "combatant", &names) {
                place = ItemPlace::Holder(holder);
            }
        }
        items.push(ItemSpec { name, place });
    }
    items
}
