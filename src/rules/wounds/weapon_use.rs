//! A weapon in somebody's hand: skill, target number, +Damage, REC (W-027–W-038, W-048).

use super::check::{self, SkillUse};
use super::sheet::{Sheet, Skill, Weapon};
use super::tables::Tables;
use serde::{Deserialize, Serialize};

/// Figures of one weapon in one way of using it, before anything of the moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WeaponUse {
    /// Skill used, stand-ins counted (W-035, W-036).
    pub skill: SkillUse,
    /// REF (W-028).
    pub reflexes: i32,
    /// +Damage (W-038).
    pub damage: i32,
    /// REC, Martial Arts counted (W-048).
    pub rec: u8,
    /// Taken off the initiative SL while it is not drawn: Ready, or REC (W-015, W-016).
    pub ready: u8,
    /// Reach in hexes; 0 if it is not used hand to hand.
    pub reach: u8,
    /// Hexes of a range step; 0 if it is neither thrown nor shot.
    pub step: u8,
}

impl WeaponUse {
    /// Target number before anything else: Reflexes and skill (W-028).
    pub const fn target(&self) -> i32 {
        self.reflexes + self.skill.level
    }

    /// Used hand to hand: Defence counts (W-026).
    pub const fn is_melee(&self) -> bool {
        self.reach > 0
    }
}

/// +Damage: skill, Strength where muscle counts, DAM, Martial Arts hand to hand (W-038).
pub fn plus_damage(sheet: &Sheet, weapon: &Weapon, level: i32) -> i32 {
    let strength = if weapon.strength {
        i32::from(sheet.strength)
    } else {
        0
    };
    let technique = if weapon.is_melee() {
        sheet.skill(Skill::MartialArts)
    } else {
        0
    };
    level + strength + i32::from(weapon.dam) + technique
}

/// The figures of a weapon for somebody.
pub fn weapon_use(sheet: &Sheet, weapon: &Weapon, tables: &Tables) -> WeaponUse {
    let skill = check::skill_use(sheet, tables, weapon.skill);
    let rec = super::pace::recovery(weapon, sheet.skill(Skill::MartialArts), false);
    WeaponUse {
        skill,
        reflexes: sheet.reflexes.into(),
        damage: plus_damage(sheet, weapon, skill.level),
        rec,
        ready: weapon.ready.unwrap_or(rec),
        reach: weapon.reach.unwrap_or(0),
        step: weapon.step.unwrap_or(0),
    }
}
