//! A combatant's numbers given outright by a level (B-108): any field of sheet and load-out.

use super::derive;
use super::sheet::{Boxes, Field, Sheet, Skill};
use super::tables::{Archetype, LoadOut, Tables};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Fields a level may give; what is left out comes from the archetype, and what is derived from a
/// given field is derived anew unless it is given too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnNumbers {
    reflexes: Option<i8>,
    strength: Option<i8>,
    body: Option<i8>,
    sanity: Option<i8>,
    darkness: Option<i8>,
    magic: Option<i8>,
    skills: Option<BTreeMap<Skill, u8>>,
    specialised: Option<Field>,
    away: Option<Field>,
    defence: Option<i8>,
    shock: Option<i8>,
    boxes: Option<Boxes>,
    movement: Option<u8>,
    pub(super) load_out: Option<LoadOut>,
}

impl OwnNumbers {
    /// Reads them from RON.
    ///
    /// # Errors
    /// What is wrong, with line and column inside the text.
    pub fn read(text: &str) -> Result<OwnNumbers, String> {
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(text).map_err(|fault| fault.to_string())
    }

    /// The sheet and load-out of an archetype with these numbers over it.
    ///
    /// # Errors
    /// Numbers out of bounds or gear that the tables do not know.
    pub fn over(&self, archetype: &Archetype, tables: &Tables) -> Result<(Sheet, LoadOut), String> {
        let sheet = self.sheet_over(&archetype.sheet, tables)?;
        let load_out = self
            .load_out
            .clone()
            .unwrap_or_else(|| archetype.load_out.clone());
        check_load_out(&load_out, tables)?;
        Ok((sheet, load_out))
    }

    /// These numbers over a sheet.
    ///
    /// # Errors
    /// Numbers out of bounds.
    pub fn sheet_over(&self, sheet: &Sheet, tables: &Tables) -> Result<Sheet, String> {
        let mut sheet = sheet.clone();
        let stats = [
            ("reflexes", self.reflexes, &mut sheet.reflexes),
            ("strength", self.strength, &mut sheet.strength),
            ("body", self.body, &mut sheet.body),
            ("sanity", self.sanity, &mut sheet.sanity),
            ("darkness", self.darkness, &mut sheet.darkness),
            ("magic", self.magic, &mut sheet.magic),
        ];
        for (name, given, slot) in stats {
            let Some(value) = given else { continue };
            let least = i8::from(matches!(name, "reflexes" | "strength" | "body"));
            if !(least..=40).contains(&value) {
                return Err(format!("{name} must be {least} to 40"));
            }
            *slot = value;
        }
        if let Some(skills) = &self.skills {
            sheet.skills.clone_from(skills);
        }
        if let Some((skill, level)) = sheet.skills.iter().find(|(_, level)| **level > 10) {
            return Err(format!("{} is {level}; skills are 0 to 10", skill.word()));
        }
        sheet.specialised = self.specialised.or(sheet.specialised);
        sheet.away = self.away.or(sheet.away);
        if self.skills.is_some() || self.reflexes.is_some() {
            sheet.defence = small(derive::sheet_defence(&sheet, 20));
        }
        if self.skills.is_some() || self.specialised.is_some() || self.away.is_some() {
            sheet.shock = small(derive::shock(&sheet, tables));
            sheet.movement = u8::try_from(derive::movement(&sheet)).unwrap_or(4);
        }
        if self.body.is_some() {
            sheet.boxes = tables.charts.boxes(sheet.body);
        }
        sheet.defence = self.defence.unwrap_or(sheet.defence);
        sheet.shock = self.shock.unwrap_or(sheet.shock);
        sheet.boxes = self.boxes.unwrap_or(sheet.boxes);
        sheet.movement = self.movement.unwrap_or(sheet.movement);
        let boxes = sheet.boxes;
        let most = [boxes.head, boxes.torso, boxes.arm, boxes.leg];
        if most.iter().any(|boxes| !(1..=30).contains(boxes)) {
            return Err("every location needs 1 to 30 boxes".to_owned());
        }
        if !(-20..=20).contains(&sheet.defence) || !(1..=40).contains(&sheet.shock) {
            return Err("defence must be −20 to 20, shock 1 to 40".to_owned());
        }
        if !(1..=30).contains(&sheet.movement) {
            return Err("movement must be 1 to 30".to_owned());
        }
        Ok(sheet)
    }
}

fn small(value: i32) -> i8 {
    i8::try_from(value).unwrap_or(if value < 0 { i8::MIN } else { i8::MAX })
}

/// The sheet with Defence from another base, unless the base is the register's (WA-02). The shift
/// keeps what a level gave outright.
#[must_use]
pub fn for_base(sheet: &Sheet, base: i8) -> Sheet {
    let shift = derive::sheet_defence(sheet, base.into()) - derive::sheet_defence(sheet, 20);
    let mut sheet = sheet.clone();
    sheet.defence = small(i32::from(sheet.defence) + shift);
    sheet
}

/// Whether a load-out names only gear of the tables.
///
/// # Errors
/// The first name that is unknown.
pub fn check_load_out(load_out: &LoadOut, tables: &Tables) -> Result<(), String> {
    for name in [Some(&load_out.main), load_out.second.as_ref()]
        .into_iter()
        .flatten()
    {
        if !tables.weapons.contains_key(name) {
            return Err(format!("`{name}` is no weapon of these tables"));
        }
    }
    if let Some(name) = &load_out.shield
        && !tables.shields.contains_key(name)
    {
        return Err(format!("`{name}` is no shield of these tables"));
    }
    for name in [Some(&load_out.armour), load_out.helmet.as_ref()]
        .into_iter()
        .flatten()
    {
        if name != "no_armour" && !tables.armour.contains_key(name) {
            return Err(format!("`{name}` is no armour of these tables"));
        }
    }
    Ok(())
}
