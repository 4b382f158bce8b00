//! Derived figures (H-1 to H-4, H-11, H-14 to H-16): pure functions of sheet, gear and tables.
//!
//! The table loader checks stored figures against these (B-106); contexts are filled from them.

use super::body::Body;
use super::facing::Arc4;
use super::house::{Archetype, HandlingTable, LoadOut};
use super::scene::Tables;
use super::sheet::{Sheet, Size, Weapon};
use crate::combat::combatant::{Carried, Gear, Item, ItemId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Bonus of a DX or FI score (H-1): floor((score − 7) / 3), −2 to +6.
pub const fn bonus(score: i8) -> i8 {
    let raw = (score as i32 - 7).div_euclid(3);
    if raw < -2 {
        -2
    } else if raw > 6 {
        6
    } else {
        raw as i8
    }
}

/// Metres a phase at a walk, before load (H-1).
pub const fn movement(dx_bonus: i8) -> u8 {
    let raw = 4 + dx_bonus as i32;
    if raw < 1 { 1 } else { raw as u8 }
}

/// Resist Surprise (H-4).
pub fn resist_surprise(dx_bonus: i8, seeing: i8, hearing: i8) -> i8 {
    10 + dx_bonus + seeing.max(hearing) / 2
}

/// Resist System Shock (H-4).
pub const fn resist_system_shock(fi_bonus: i8) -> i8 {
    10 + 2 * fi_bonus
}

/// Size factor of hit points in halves (H-4).
const fn half_factor(size: Size) -> i16 {
    match size {
        Size::Small => 1,
        Size::Medium => 2,
        Size::Large => 3,
        Size::Huge => 6,
    }
}

/// Stamina Hit Points (H-4).
pub const fn stamina(fi: i8, size: Size) -> i16 {
    2 * fi as i16 * half_factor(size) / 2
}

/// Critical Hit Points (H-4).
pub const fn critical(fi: i8, size: Size) -> i16 {
    (fi as i16 + 5) * half_factor(size) / 2
}

/// Level Score (H-2): 10 + Level, untrained 5.
pub const fn level_score(level: u8) -> i32 {
    if level == 0 { 5 } else { 10 + level as i32 }
}

/// Highest natural roll that is a Special Success (H-2).
pub const fn special_success(level: u8) -> u16 {
    if level < 4 { 1 } else { level as u16 / 2 }
}

/// A skill's Level; 0 if it was never learned.
pub fn level(sheet: &Sheet, skill: &str) -> u8 {
    sheet.skills.get(skill).copied().unwrap_or(0)
}

/// Whether a specialization is there, by its full name.
pub fn specialized(sheet: &Sheet, name: &str) -> bool {
    sheet.specializations.iter().any(|known| known == name)
}

/// A sheet with what crushed and destroyed parts took for good: Bonuses and Move, not the scores
/// (P-161, P-162, H-1).
pub fn with_losses(sheet: &Arc<Sheet>, body: &Body) -> Arc<Sheet> {
    let (dx, fi) = body.losses;
    if (dx, fi) == (0, 0) {
        return sheet.clone();
    }
    let mut less = Sheet::clone(sheet);
    less.dx_bonus = less.dx_bonus.saturating_sub(dx);
    less.fi_bonus = less.fi_bonus.saturating_sub(fi);
    let lost = u8::try_from(dx).unwrap_or(0);
    less.movement = less.movement.saturating_sub(lost).max(1);
    Arc::new(less)
}

/// Stored figures that differ from the formulas: field, found, wanted (B-106).
pub fn faults(sheet: &Sheet) -> Vec<(&'static str, i32, i32)> {
    let (dx, fi) = (sheet.dx_bonus, sheet.fi_bonus);
    let figures: [(&'static str, i32, i32); 7] = [
        ("dx_bonus", dx.into(), bonus(sheet.dx).into()),
        ("fi_bonus", fi.into(), bonus(sheet.fi).into()),
        ("movement", sheet.movement.into(), movement(dx).into()),
        (
            "rs",
            sheet.rs.into(),
            resist_surprise(dx, sheet.seeing, sheet.hearing).into(),
        ),
        ("rss", sheet.rss.into(), resist_system_shock(fi).into()),
        (
            "shp",
            sheet.shp.into(),
            stamina(sheet.fi, sheet.size).into(),
        ),
        (
            "chp",
            sheet.chp.into(),
            critical(sheet.fi, sheet.size).into(),
        ),
    ];
    figures
        .into_iter()
        // Four legs go by a rate of their own (BT-13).
        .filter(|(name, ..)| sheet.steed.is_none() || *name != "movement")
        .filter(|(_, found, wanted)| found != wanted)
        .collect()
}

/// Bonus on checks to keep a weapon (H-11).
pub fn keep_bonus(sheet: &Sheet, handling: &HandlingTable) -> i32 {
    let at = usize::from(level(sheet, "weapon_handling").min(10));
    i32::from(handling.keep[at])
}

/// A Speed as initiative counts it: Weapon Handling lowers it, to 1 at least, for weapons the
/// wielder is skilled with, unarmed combat excepted (P-252, H-11).
pub fn handled_speed(sheet: &Sheet, handling: &HandlingTable, class: &str, speed: u8) -> u8 {
    let unarmed = matches!(class, "striking" | "grappling");
    if unarmed || level(sheet, class) == 0 {
        return speed;
    }
    let at = usize::from(level(sheet, "weapon_handling").min(10));
    speed.saturating_sub(handling.speed[at]).max(1)
}

/// Armour figures of one arc (H-14, H-15): Armour Rating, Resist Breaking, Resist Targeting.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Protection {
    /// Armour Rating, shield included.
    pub ar: i32,
    /// Resist Breaking: the better of armour and shield.
    pub rb: i32,
    /// Resist Targeting, shield included.
    pub rt: i32,
}

/// The suit of armour worn, if any.
pub fn worn<'a>(tables: &Tables, gear: &'a Gear) -> Option<&'a Item> {
    gear.0
        .iter()
        .filter(|item| item.carried == Carried::Worn)
        .filter(|item| tables.armour.contains_key(&item.name))
        .max_by_key(|item| (tables.armour[&item.name].ar, std::cmp::Reverse(item.id)))
}

/// The shield that is ready, if any (P-259).
pub fn shield<'a>(tables: &Tables, gear: &'a Gear) -> Option<&'a Item> {
    gear.in_hand()
        .find(|item| tables.shields.contains_key(&item.name))
}

/// Armour of an arc: the suit everywhere, the ready shield in the Forward facing only (P-259);
/// wear lowers all three figures (P-260).
pub fn protection(tables: &Tables, gear: &Gear, arc: Arc4) -> Protection {
    let mut all = Protection::default();
    let lowered = |figure: i8, wear: u8| (i32::from(figure) - i32::from(wear)).max(0);
    if let Some(item) = worn(tables, gear) {
        let suit = &tables.armour[&item.name];
        all.ar = lowered(suit.ar, item.wear);
        all.rb = lowered(suit.rb, item.wear);
        all.rt = lowered(suit.rt, item.wear);
    }
    if arc == Arc4::Forward
        && let Some(item) = shield(tables, gear)
    {
        let suit = &tables.shields[&item.name];
        all.ar += lowered(suit.ar, item.wear);
        all.rb = all.rb.max(lowered(suit.rb, item.wear));
        all.rt += lowered(suit.rt, item.wear);
    }
    all
}

/// Speed of what is worn (P-018, P-258): armour and the ready shield.
pub fn armour_speed(tables: &Tables, gear: &Gear) -> u8 {
    let suit = worn(tables, gear).map_or(0, |item| tables.armour[&item.name].speed);
    let shield = shield(tables, gear).map_or(0, |item| tables.shields[&item.name].speed);
    suit + shield
}

/// Speed of a primary weapon and, if another is used with it, the other in full (P-217).
pub fn weapons_speed(sheet: &Sheet, tables: &Tables, main: &Weapon, off: Option<&Weapon>) -> u8 {
    handled_speed(sheet, &tables.handling, &main.class, main.speed)
        + off.map_or(0, |weapon| weapon.speed)
}

/// Initiative in words (H-21): `max(1,d10−2)+8`.
pub fn initiative_text(dx_bonus: i8, added: u8) -> String {
    let base = match dx_bonus {
        0 => "max(1,d10)".to_owned(),
        bonus if bonus > 0 => format!("max(1,d10−{bonus})"),
        bonus => format!("max(1,d10+{})", -bonus),
    };
    format!("{base}+{added}")
}

impl LoadOut {
    /// The items, numbered from `first` (B-104): main weapon in hand, the second at the belt or in
    /// the other hand, the shield on the arm unless the main weapon takes both hands.
    pub fn gear(&self, tables: &Tables, first: u16) -> Gear {
        let hands = tables.weapons.get(&self.main).map_or(1, |main| main.hands);
        let mut items: Vec<Item> = Vec::new();
        let mut add = |name: &smol_str::SmolStr, carried, ammunition| {
            items.push(Item {
                id: ItemId(first + items.len() as u16),
                name: name.clone(),
                carried,
                wear: 0,
                ammunition,
            });
        };
        let both = hands == 2;
        let main = if both { Carried::Both } else { Carried::Main };
        // There is no reloading a magazine in a fight (P-129).
        let magazine = tables
            .weapons
            .get(&self.main)
            .and_then(|weapon| weapon.range.as_ref()?.magazine);
        let ammunition = match magazine {
            Some(rounds) => Some(self.ammunition.unwrap_or(rounds).min(rounds)),
            None => self.ammunition,
        };
        add(&self.main, main, ammunition);
        if let Some(second) = &self.second {
            let off = self.off_hand && !both;
            add(second, if off { Carried::Off } else { Carried::Belt }, None);
        }
        if let Some(shield) = &self.shield {
            let ready = !both && !self.off_hand;
            let carried = if ready { Carried::Arm } else { Carried::Slung };
            add(shield, carried, None);
        }
        add(&self.armour, Carried::Worn, None);
        Gear(items)
    }
}

impl Archetype {
    /// Initiative with the weapons in hand, in words (H-21).
    pub fn initiative_text(&self, tables: &Tables) -> String {
        let gear = self.load_out.gear(tables, 0);
        let weapon = |name: &str| tables.weapons.get(name);
        let off = self
            .load_out
            .second
            .as_ref()
            .filter(|_| self.load_out.off_hand);
        let weapons = weapon(&self.load_out.main).map_or(0, |main| {
            let off = off.and_then(|name| weapon(name));
            weapons_speed(&self.sheet, tables, main, off)
        });
        let load = tables.encumbrance.of(self.sheet.load).initiative;
        let added = armour_speed(tables, &gear) + load + weapons;
        initiative_text(self.sheet.dx_bonus, added)
    }
}

#[cfg(test)]
#[path = "derive_tests.rs"]
mod tests;
