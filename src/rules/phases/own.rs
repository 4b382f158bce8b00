//! A combatant's numbers given outright by a level (B-108): any field of sheet and load-out.

use super::derive;
use super::house::{Archetype, LoadOut};
use super::scene::Tables;
use super::sheet::{Build, Load, Sheet, Size, Steed};
use super::special;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Fields a level may give; what is left out comes from the archetype, and what is derived from a
/// given field is derived anew unless it is given too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnNumbers {
    dx: Option<i8>,
    fi: Option<i8>,
    movement: Option<u8>,
    rs: Option<i8>,
    rss: Option<i8>,
    shp: Option<i16>,
    chp: Option<i16>,
    seeing: Option<i8>,
    hearing: Option<i8>,
    size: Option<Size>,
    build: Option<Build>,
    load: Option<Load>,
    steed: Option<Steed>,
    skills: Option<BTreeMap<SmolStr, u8>>,
    specializations: Option<Vec<SmolStr>>,
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
        let mut sheet = archetype.sheet.clone();
        for (name, value) in [("dx", self.dx), ("fi", self.fi)] {
            if value.is_some_and(|score| !(1..=40).contains(&score)) {
                return Err(format!("{name} must be 1 to 40"));
            }
        }
        if let Some(dx) = self.dx {
            sheet.dx = dx;
            sheet.dx_bonus = derive::bonus(dx);
            if sheet.steed.is_none() {
                sheet.movement = derive::movement(sheet.dx_bonus);
            }
        }
        if let Some(fi) = self.fi {
            sheet.fi = fi;
            sheet.fi_bonus = derive::bonus(fi);
        }
        if let Some(size) = self.size {
            sheet.size = size;
        }
        if self.fi.is_some() || self.size.is_some() {
            sheet.rss = derive::resist_system_shock(sheet.fi_bonus);
            sheet.shp = derive::stamina(sheet.fi, sheet.size);
            sheet.chp = derive::critical(sheet.fi, sheet.size);
        }
        sheet.seeing = self.seeing.unwrap_or(sheet.seeing);
        sheet.hearing = self.hearing.unwrap_or(sheet.hearing);
        if self.dx.is_some() || self.seeing.is_some() || self.hearing.is_some() {
            sheet.rs = derive::resist_surprise(sheet.dx_bonus, sheet.seeing, sheet.hearing);
        }
        sheet.movement = self.movement.unwrap_or(sheet.movement);
        sheet.rs = self.rs.unwrap_or(sheet.rs);
        sheet.rss = self.rss.unwrap_or(sheet.rss);
        sheet.shp = self.shp.unwrap_or(sheet.shp);
        sheet.chp = self.chp.unwrap_or(sheet.chp);
        sheet.load = self.load.unwrap_or(sheet.load);
        sheet.build = self.build.unwrap_or(sheet.build);
        sheet.steed = self.steed.or(sheet.steed);
        if sheet.shp < 1 || sheet.chp < 1 || sheet.movement > 60 {
            return Err("shp and chp must be at least 1, movement at most 60".to_owned());
        }
        if let Some(skills) = &self.skills {
            sheet.skills.clone_from(skills);
        }
        if let Some((name, level)) = sheet.skills.iter().find(|(_, level)| **level > 10) {
            return Err(format!("skill `{name}` is {level}; Levels are 0 to 10"));
        }
        if let Some(list) = &self.specializations {
            let handling = derive::level(&sheet, "weapon_handling");
            special::check_specializations(tables, list, handling)
                .map_err(|refusal| refusal.to_string())?;
            sheet.specializations.clone_from(list);
            super::learned::check(&sheet).map_err(|refusal| refusal.to_string())?;
        }
        let load_out = self
            .load_out
            .clone()
            .unwrap_or_else(|| archetype.load_out.clone());
        check_load_out(&load_out, tables)?;
        Ok((sheet, load_out))
    }
}

/// Whether a load-out names only gear of the tables.
///
/// # Errors
/// The first name that is unknown.
pub fn check_load_out(load_out: &LoadOut, tables: &Tables) -> Result<(), String> {
    let weapons = [Some(&load_out.main), load_out.second.as_ref()];
    for name in weapons.into_iter().flatten() {
        if *name == super::grapple::WEAPON || !tables.weapons.contains_key(name) {
            return Err(format!("`{name}` is no weapon of these tables"));
        }
    }
    if let Some(name) = &load_out.shield
        && !tables.shields.contains_key(name)
    {
        return Err(format!("`{name}` is no shield of these tables"));
    }
    if load_out.armour != "no_armour" && !tables.armour.contains_key(&load_out.armour) {
        return Err(format!(
            "`{}` is no armour of these tables",
            load_out.armour
        ));
    }
    Ok(())
}
