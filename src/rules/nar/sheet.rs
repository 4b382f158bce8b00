//! A combatant's numbers: attributes, what is derived from them (§6.2), and numbers given outright
//! (B-108). Written once, at the start.

use super::scale::{self, Effort};
use super::tables::Armour;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// What an ability waits for (N-046).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// A Parry that stopped an attack.
    ParrySuccess,
}

/// A learned blow (N-021, N-026, N-046).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Its name.
    pub name: SmolStr,
    /// Column of the blow, and its NAR where it is used as an action.
    pub effort: Effort,
    /// May be used in slots of recovery (N-021).
    #[serde(default)]
    pub ignores_cd: bool,
    /// Offered for nothing when this happens, and at no other time (N-046).
    #[serde(default)]
    pub trigger: Option<Trigger>,
}

/// The five attributes, as Stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Strength.
    #[serde(rename = "str")]
    pub strength: i32,
    /// Coordination.
    #[serde(rename = "coord")]
    pub coordination: i32,
    /// Reflex, armour's penalty taken off (§6.2).
    #[serde(rename = "ref")]
    pub reflex: i32,
    /// Constitution.
    #[serde(rename = "con")]
    pub constitution: i32,
    /// Intuition.
    #[serde(rename = "intu")]
    pub intuition: i32,
}

/// A combatant's numbers, everything derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Attributes.
    pub stats: Stats,
    /// Level.
    pub level: i32,
    /// Added to attacks.
    pub level_ab: i32,
    /// Added to 3D's.
    pub level_ar: i32,
    /// Skill with its attacks (N-001).
    pub skill_ab: i32,
    /// Skill with its 3D's.
    pub skill_ar: i32,
    /// Actions a Round.
    pub nar: u8,
    /// Points of defence a Round.
    pub dap: i32,
    /// Added to the d20 of Initiative.
    pub init: i32,
    /// Health Points when unhurt.
    pub hp: i32,
    /// Share of each limb.
    pub limb_hp: i32,
    /// Damage Reduction.
    pub dr: i32,
    /// Learned blows.
    pub abilities: Vec<Ability>,
    /// Charged actions it knows, by their names in the table (§6.8).
    pub charged: Vec<SmolStr>,
}

/// Numbers given outright (B-108); what is left out is the average person's (register §3), and
/// what is derived from a given number is derived anew unless it is given too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "each name is that of the sheet")]
pub struct OwnNumbers {
    #[serde(rename = "str")]
    pub strength: Option<i32>,
    #[serde(rename = "coord")]
    pub coordination: Option<i32>,
    #[serde(rename = "ref")]
    pub reflex: Option<i32>,
    #[serde(rename = "con")]
    pub constitution: Option<i32>,
    #[serde(rename = "intu")]
    pub intuition: Option<i32>,
    pub level: Option<i32>,
    pub level_ab: Option<i32>,
    pub level_ar: Option<i32>,
    pub skill_ab: Option<i32>,
    pub skill_ar: Option<i32>,
    pub nar: Option<u8>,
    pub dap: Option<i32>,
    pub init: Option<i32>,
    pub hp: Option<i32>,
    pub dr: Option<i32>,
    pub abilities: Option<Vec<Ability>>,
    pub charged: Option<Vec<SmolStr>>,
}

/// The average Stat (§6.1).
const AVERAGE: i32 = 10;

/// Most slots a Round may have: five on every row.
const MOST_NAR: u8 = 60;

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

    /// The sheet they give, in this armour.
    ///
    /// # Errors
    /// A number out of bounds, with what is allowed.
    pub fn sheet(&self, armour: Armour) -> Result<Sheet, String> {
        let within = |name: &str, value: Option<i32>, from: i32, to: i32| match value {
            Some(value) if !(from..=to).contains(&value) => {
                Err(format!("{name} is {value}; it must be {from} to {to}"))
            }
            _ => Ok(()),
        };
        for (name, stat) in [
            ("str", self.strength),
            ("coord", self.coordination),
            ("ref", self.reflex),
            ("con", self.constitution),
            ("intu", self.intuition),
        ] {
            within(name, stat, 1, 100)?;
        }
        within("level", self.level, 0, 100)?;
        within("nar", self.nar.map(i32::from), 1, i32::from(MOST_NAR))?;
        within("hp", self.hp, 1, 10_000)?;
        for (name, value) in [
            ("level_ab", self.level_ab),
            ("level_ar", self.level_ar),
            ("skill_ab", self.skill_ab),
            ("skill_ar", self.skill_ar),
            ("dap", self.dap),
            ("init", self.init),
            ("dr", self.dr),
        ] {
            within(name, value, -100, 1000)?;
        }
        let stats = Stats {
            strength: self.strength.unwrap_or(AVERAGE),
            coordination: self.coordination.unwrap_or(AVERAGE),
            reflex: (self.reflex.unwrap_or(AVERAGE) - armour.reflex_penalty).max(1),
            constitution: self.constitution.unwrap_or(AVERAGE),
            intuition: self.intuition.unwrap_or(AVERAGE),
        };
        let level = self.level.unwrap_or(0);
        let hp = self
            .hp
            .unwrap_or_else(|| scale::hp(stats.constitution, level));
        let nar = scale::nar(stats.reflex, level).clamp(1, i32::from(MOST_NAR)) as u8;
        Ok(Sheet {
            stats,
            level,
            level_ab: self.level_ab.unwrap_or(level),
            level_ar: self.level_ar.unwrap_or(level),
            skill_ab: self.skill_ab.unwrap_or(0),
            skill_ar: self.skill_ar.unwrap_or(0),
            nar: self.nar.unwrap_or(nar),
            dap: self.dap.unwrap_or_else(|| scale::dap(stats.reflex, level)),
            init: self.init.unwrap_or_else(|| scale::modifier(stats.reflex)),
            hp,
            limb_hp: scale::limb_hp(hp),
            dr: self.dr.unwrap_or(armour.dr),
            abilities: self.abilities.clone().unwrap_or_default(),
            charged: self.charged.clone().unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::nar::tables::Tables;

    #[test]
    fn the_average_person() {
        let sheet = OwnNumbers::default().sheet(Armour::NONE).unwrap();
        assert_eq!(
            (sheet.nar, sheet.dap, sheet.hp, sheet.limb_hp),
            (12, 12, 60, 15)
        );
        assert_eq!(
            (sheet.init, sheet.level_ab, sheet.level_ar, sheet.dr),
            (5, 0, 0, 0)
        );
    }

    #[test]
    fn a_given_number_stands_and_the_rest_is_derived() {
        let own = OwnNumbers::read("(ref: 18, level: 3, hp: 42)").unwrap();
        let sheet = own.sheet(Armour::NONE).unwrap();
        assert_eq!(
            (sheet.nar, sheet.dap, sheet.hp, sheet.init),
            (14, 15, 42, 9)
        );
        assert!(OwnNumbers::read("(speed: 3)").is_err());
        let wrong = OwnNumbers::read("(nar: 61)").unwrap();
        assert!(wrong.sheet(Armour::NONE).unwrap_err().contains("1 to 60"));
    }

    /// §6.9: name; Level, Str, Coord, Ref, Con, Intu; armour; Skill AB; then NAR, DAP, HP, limb,
    /// Init, AB 2, Dodge 2.
    type Template = (&'static str, [i32; 6], &'static str, i32, [i32; 7]);

    const TEMPLATES: [Template; 8] = [
        (
            "townsfolk",
            [0, 10, 10, 10, 10, 10],
            "no_armour",
            0,
            [12, 12, 60, 15, 5, 10, 10],
        ),
        (
            "spearman",
            [1, 11, 10, 10, 11, 10],
            "padded",
            1,
            [12, 12, 68, 17, 5, 12, 11],
        ),
        (
            "man-at-arms",
            [3, 14, 12, 13, 13, 10],
            "mail",
            2,
            [12, 13, 84, 21, 5, 17, 14],
        ),
        (
            "champion",
            [5, 18, 14, 13, 14, 10],
            "half_plate",
            3,
            [13, 14, 95, 23, 5, 22, 15],
        ),
        (
            "archer",
            [2, 12, 15, 12, 10, 12],
            "leather",
            2,
            [13, 14, 66, 16, 6, 19, 14],
        ),
        (
            "skirmisher",
            [3, 10, 14, 18, 10, 12],
            "padded",
            2,
            [14, 15, 69, 17, 9, 19, 21],
        ),
        (
            "ogre",
            [3, 26, 8, 3, 22, 6],
            "no_armour",
            1,
            [10, 11, 129, 32, 1, 12, 6],
        ),
        (
            "caster",
            [2, 8, 10, 12, 10, 18],
            "no_armour",
            0,
            [13, 14, 66, 16, 6, 12, 14],
        ),
    ];

    #[test]
    fn every_cell_of_the_templates() {
        let tables = Tables::shipped();
        for (name, [level, strength, coord, reflex, con, intu], armour, skill, want) in TEMPLATES {
            let own = OwnNumbers {
                strength: Some(strength),
                coordination: Some(coord),
                reflex: Some(reflex),
                constitution: Some(con),
                intuition: Some(intu),
                level: Some(level),
                skill_ab: Some(skill),
                ..OwnNumbers::default()
            };
            let sheet = own.sheet(tables.armour[armour]).unwrap();
            let medium = sheet.level_ab + Effort::Medium.column(sheet.stats.coordination);
            let dodge = sheet.level_ar + Effort::Medium.column(sheet.stats.reflex);
            let found = [
                i32::from(sheet.nar),
                sheet.dap,
                sheet.hp,
                sheet.limb_hp,
                sheet.init,
                medium + sheet.skill_ab,
                dodge,
            ];
            assert_eq!(found, want, "{name}");
        }
    }
}
