//! A combatant's numbers that no blow changes: attributes, skills, gear figures (P §2, H-1–H-17).

use crate::combat::dice::DiceSum;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Size (H-17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-17)")]
pub enum Size {
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

/// The build of a body (P-163, P-197).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// Head, arms, torso, legs: the parts of H-8.
    #[default]
    Humanoid,
    /// On legs, but without the parts of H-8 (P-163).
    Beast,
    /// Without legs: cannot be swept (P-197).
    Legless,
}

/// A damage type letter of a weapon's code (P-105).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DamageType {
    /// Blunt.
    B,
    /// Cutting, edged, slashing.
    C,
    /// Piercing.
    P,
    /// Entangling.
    E,
}

/// What makes a beast a mount (P-063, P-087, P-090, B-092).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Steed {
    /// Combat quality: 0 a riding horse, 1 trained, 2 a warhorse (P-087).
    pub quality: u8,
    /// Out of the ordinary: takes longer to get onto (P-063).
    pub exotic: bool,
    /// Wears war shoes (P-090).
    pub shod: bool,
    /// Stays and fights when it has lost its rider; others leave (B-092).
    pub stays: bool,
}

/// How a melee or range weapon works in its listed mode (H-12, H-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The register's name.
    pub name: SmolStr,
    /// Weapon class: the skill that uses it (P-113).
    pub class: SmolStr,
    /// Hands it needs (P-106).
    pub hands: u8,
    /// Damage types, in the order of its code.
    pub types: Vec<DamageType>,
    /// Critical Number (P-116).
    pub cn: u8,
    /// Damage dice.
    pub damage: DiceSum,
    /// Full Speed (P-111), 1 is S1 for a melee weapon.
    pub speed: u8,
    /// Resist Breaking; `None` for natural weapons.
    #[serde(default)]
    pub rb: Option<i8>,
    /// Reach in hexes; `None` for a weapon without a melee mode.
    #[serde(default)]
    pub reach: Option<u8>,
    /// Range figures; `None` for a weapon without a range mode.
    #[serde(default)]
    pub range: Option<Range>,
    /// A polearm (P-078, P-081).
    #[serde(default)]
    pub polearm: bool,
    /// The whole FI Bonus counts although it is Speed 1 or natural (hooves).
    #[serde(default)]
    pub full_fitness: bool,
    /// Usable by riders only (lance).
    #[serde(default)]
    pub mounted_only: bool,
    /// Figures when held in one hand, where a two-handed weapon allows it (P-106, spear).
    #[serde(default)]
    pub one_handed: Option<OneHanded>,
    /// Name of the thrown mode in the table, if it can be thrown.
    #[serde(default)]
    pub thrown: Option<SmolStr>,
}

impl Weapon {
    /// Radius of its Area of Effect in metres; 0 for what strikes one target (P-104).
    pub fn radius(&self) -> u8 {
        self.range.as_ref().map_or(0, |range| range.radius)
    }
}

/// A two-handed weapon used in one hand (H-12, spear).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneHanded {
    /// Reach then.
    pub reach: u8,
    /// Speed then.
    pub speed: u8,
    /// Whether the polearm bonus stays.
    #[serde(default)]
    pub polearm: bool,
}

/// Point Blank of a range weapon (P-108).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointBlank {
    /// Up to this many metres.
    UpTo(u16),
    /// The Normal band starts at 1 m.
    None,
    /// Cannot be used nearer than this.
    NoUseUnder(u16),
}

/// Range figures (H-13): upper limits in metres.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Point Blank.
    pub point_blank: PointBlank,
    /// Normal, Medium, Long, Very Long, Extreme.
    pub bands: [u16; 5],
    /// Rate of Fire (P-109).
    pub rate: u8,
    /// Re-Fire Speed (P-112).
    pub refire: u8,
    /// Thrown, shot or firearm: what Dodge and Sidestep meet (H-5, H-6).
    pub kind: MissileKind,
    /// Radius of the Area of Effect (P-104).
    #[serde(default)]
    pub radius: u8,
    /// Rounds of a magazine (P-129).
    #[serde(default)]
    pub magazine: Option<u16>,
}

impl Range {
    /// Metres beyond which it cannot be used.
    pub fn farthest(&self) -> u16 {
        let blank = match self.point_blank {
            PointBlank::UpTo(limit) => limit,
            _ => 0,
        };
        self.bands.into_iter().fold(blank, u16::max)
    }
}

/// How a missile comes (H-5, H-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-5)")]
pub enum MissileKind {
    Thrown,
    Shot,
    Firearm,
}

/// A suit of armour or a shield (H-14, H-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// The register's name.
    pub name: SmolStr,
    /// Armour Rating.
    pub ar: i8,
    /// Resist Breaking.
    pub rb: i8,
    /// Resist Targeting.
    pub rt: i8,
    /// Speed, added to initiative.
    pub speed: u8,
}

/// Encumbrance (H-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-16)")]
pub enum Load {
    #[default]
    None,
    Light,
    Medium,
    Heavy,
    Overloaded,
}

/// A combatant's numbers. Derived figures are stored as the tables give them and recomputed by the
/// loader (B-106); a level may give any of them outright (B-108).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Dexterity score.
    pub dx: i8,
    /// Dexterity Bonus (H-1).
    pub dx_bonus: i8,
    /// Fitness score.
    pub fi: i8,
    /// Fitness Bonus (H-1).
    pub fi_bonus: i8,
    /// Metres in a Movement sub-phase at a walk, before load.
    pub movement: u8,
    /// Resist Surprise number.
    pub rs: i8,
    /// Resist System Shock number.
    pub rss: i8,
    /// Stamina Hit Points when unhurt.
    pub shp: i16,
    /// Critical Hit Points when unhurt.
    pub chp: i16,
    /// Sense: Seeing.
    pub seeing: i8,
    /// Sense: Hearing.
    pub hearing: i8,
    /// Size.
    #[serde(default)]
    pub size: Size,
    /// Build of the body.
    #[serde(default)]
    pub build: Build,
    /// Load carried.
    #[serde(default)]
    pub load: Load,
    /// Can be ridden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steed: Option<Steed>,
    /// Skill Levels by name: weapon classes in `snake_case`, and `sidestep`, `weapon_handling`,
    /// `two_weapon_fighting`, `blindfighting`, `grappling`, `striking`, `equestrian`, `natural`.
    #[serde(default)]
    pub skills: BTreeMap<SmolStr, u8>,
    /// Specializations: board gear names (`long_sword`), Special Attacks (`feint`, `target`, …),
    /// `sidestep:<class>`, `sidestep:multiple`, of grappling `pin`, `grapple_throw` and `defensive_throw`
    /// beside `grappling` itself, of two weapons `combination:<primary>:<secondary>` with
    /// `secondary_attack` and `secondary_parry`, and the skill options of H-20.
    #[serde(default)]
    pub specializations: Vec<SmolStr>,
}
