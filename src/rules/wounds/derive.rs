//! Figures that the register derives from others (B-106): Defence, Shock, boxes, movement.

use super::armour;
use super::check;
use super::sheet::{Field, Sheet, Skill};
use super::tables::{Figures, LoadOut, Printed, Tables};
use super::weapon_use::weapon_use;
use crate::combat::combatant::{Carried, Gear, Item, ItemId};

/// Defence without encumbrance: what is left of the base after Reflexes, Martial Arts and the best
/// combat skill or Athletics, halved towards zero (W-023, W-024).
pub const fn defence(base: i32, reflexes: i32, martial_arts: i32, best: i32) -> i32 {
    (base - reflexes - martial_arts - best) / 2
}

/// The best of the combat skills and Athletics (W-023).
pub fn best_combat(sheet: &Sheet) -> i32 {
    [Skill::CombatArmed, Skill::CombatUnarmed, Skill::Athletics]
        .map(|skill| sheet.skill(skill))
        .into_iter()
        .max()
        .unwrap_or(0)
}

/// Defence of a sheet (W-023).
pub fn sheet_defence(sheet: &Sheet, base: i32) -> i32 {
    let martial_arts = sheet.skill(Skill::MartialArts);
    defence(
        base,
        sheet.reflexes.into(),
        martial_arts,
        best_combat(sheet),
    )
}

/// Shock: 12 and the best physical skill, 2 more or less by specialisation (W-088, W-089).
pub fn shock(sheet: &Sheet, tables: &Tables) -> i32 {
    let best = tables
        .skills
        .physical
        .iter()
        .map(|skill| sheet.skill(*skill));
    let special = match (sheet.specialised, sheet.away) {
        (Some(Field::Physical), _) => 2,
        (_, Some(Field::Physical)) => -2,
        _ => 0,
    };
    12 + best.max().unwrap_or(0) + special
}

/// Hexes a round without encumbrance (WH-03).
pub fn movement(sheet: &Sheet) -> i32 {
    4 + sheet.skill(Skill::Athletics) / 2
}

/// What a load-out comes to in somebody's hands, as BT-16 prints it.
pub fn figures(sheet: &Sheet, load_out: &LoadOut, tables: &Tables) -> Option<Figures> {
    let gear = load_out.gear(tables, 0);
    let enc = i32::from(armour::encumbrance(&gear, tables));
    let printed = |name: &str| {
        let weapon = tables.weapons.get(name)?;
        let usage = weapon_use(sheet, weapon, tables);
        Some(Printed {
            target: usage.target(),
            damage: usage.damage,
            rec: usage.rec,
        })
    };
    let second = match &load_out.second {
        Some(name) => Some(printed(name)?),
        None => None,
    };
    Some(Figures {
        defence: i32::from(sheet.defence) + enc,
        movement: (i32::from(sheet.movement) - enc).max(1),
        main: printed(&load_out.main)?,
        second,
    })
}

/// Stored figures that differ from the formulas: field, found, wanted (B-106).
pub fn faults(sheet: &Sheet, tables: &Tables) -> Vec<(&'static str, String, String)> {
    let mut faults = Vec::new();
    let mut compare = |field: &'static str, found: i32, wanted: i32| {
        if found != wanted {
            faults.push((field, found.to_string(), wanted.to_string()));
        }
    };
    compare("defence", sheet.defence.into(), sheet_defence(sheet, 20));
    compare("shock", sheet.shock.into(), shock(sheet, tables));
    if sheet.rating.is_none() {
        // Creatures move by their kind (T12).
        compare("movement", sheet.movement.into(), movement(sheet));
    }
    let wanted = tables.charts.boxes(sheet.body);
    if sheet.rating.is_none() && sheet.boxes != wanted {
        faults.push(("boxes", format!("{:?}", sheet.boxes), format!("{wanted:?}")));
    }
    faults
}

impl LoadOut {
    /// Gear in hand at the start (B-104): main weapon and shield ready, the second weapon at the belt
    /// or in the other hand; a shield for which no hand is left is slung.
    pub fn gear(&self, tables: &Tables, first: u16) -> Gear {
        let hands = |name: &str| tables.weapons.get(name).map_or(1, |weapon| weapon.hands);
        let natural = |name: &str| {
            tables
                .weapons
                .get(name)
                .is_some_and(super::sheet::Weapon::is_natural)
        };
        let mut items = Vec::new();
        let mut add = |name: &str, carried, ammunition| {
            items.push(Item {
                id: ItemId(first + items.len() as u16),
                name: name.into(),
                carried,
                wear: 0,
                ammunition,
            });
        };
        let main = if natural(&self.main) {
            Carried::Natural
        } else if hands(&self.main) == 2 {
            Carried::Both
        } else {
            Carried::Main
        };
        add(&self.main, main, self.ammunition);
        let mut free = match main {
            Carried::Both => 0,
            Carried::Main => 1,
            _ => 2,
        };
        if let Some(second) = &self.second {
            let in_hand = self.off_hand && free > 0 && hands(second) == 1 && !natural(second);
            free -= u8::from(in_hand);
            let carried = match (natural(second), in_hand) {
                (true, _) => Carried::Natural,
                (_, true) => Carried::Off,
                _ => Carried::Belt,
            };
            add(second, carried, None);
        }
        if let Some(shield) = &self.shield {
            add(
                shield,
                if free > 0 {
                    Carried::Arm
                } else {
                    Carried::Slung
                },
                None,
            );
        }
        for worn in [Some(&self.armour), self.helmet.as_ref()]
            .into_iter()
            .flatten()
        {
            if worn != "no_armour" {
                add(worn, Carried::Worn, None);
            }
        }
        Gear(items)
    }
}

/// Whether a skill is used at its own level: `false` where it stands in or is missing (W-035).
pub fn has_skill(sheet: &Sheet, tables: &Tables, skill: Skill) -> bool {
    check::skill_use(sheet, tables, skill).used == Some(skill)
}

#[cfg(test)]
#[path = "derive_tests.rs"]
mod tests;
