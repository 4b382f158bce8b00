//! A combatant's numbers that no blow changes: attributes, skills, boxes, gear figures (W §1.3, T3–T5).

use crate::board::Sector;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Where a blow can land (T2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (T2)")]
pub enum Location {
    Head,
    RightArm,
    LeftArm,
    Torso,
    RightLeg,
    LeftLeg,
}

/// Kinds of location: the columns of T3 and T5, and what a failed Shock check does (W-092–W-095).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (T3)")]
pub enum Part {
    Head,
    Torso,
    Arm,
    Leg,
}

impl Location {
    /// All six, in the order of the body map.
    pub const ALL: [Location; 6] = [
        Location::Head,
        Location::RightArm,
        Location::LeftArm,
        Location::Torso,
        Location::RightLeg,
        Location::LeftLeg,
    ];

    /// Its kind.
    pub const fn part(self) -> Part {
        match self {
            Location::Head => Part::Head,
            Location::Torso => Part::Torso,
            Location::RightArm | Location::LeftArm => Part::Arm,
            Location::RightLeg | Location::LeftLeg => Part::Leg,
        }
    }

    /// An arm or a leg.
    pub const fn is_limb(self) -> bool {
        matches!(self.part(), Part::Arm | Part::Leg)
    }

    /// Its place in [`Location::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Location::Head => "head",
            Location::RightArm => "right arm",
            Location::LeftArm => "left arm",
            Location::Torso => "torso",
            Location::RightLeg => "right leg",
            Location::LeftLeg => "left leg",
        }
    }
}

/// A skill of T11; Riding is the board's (BT-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (T11)")]
pub enum Skill {
    CombatArmed,
    CombatUnarmed,
    Firearms,
    Projectiles,
    Thrown,
    MartialArts,
    Athletics,
    Stealth,
    Awareness,
    Arcana,
    FirstAid,
    Drive,
    Riding,
}

impl Skill {
    /// Used hand to hand: Defence counts (W-026), Martial Arts help (W-038, W-048).
    pub const fn is_melee(self) -> bool {
        matches!(self, Skill::CombatArmed | Skill::CombatUnarmed)
    }

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Skill::CombatArmed => "Combat Armed",
            Skill::CombatUnarmed => "Combat Unarmed",
            Skill::Firearms => "Firearms",
            Skill::Projectiles => "Projectiles",
            Skill::Thrown => "Thrown",
            Skill::MartialArts => "Martial Arts",
            Skill::Athletics => "Athletics",
            Skill::Stealth => "Stealth",
            Skill::Awareness => "Awareness",
            Skill::Arcana => "Arcana",
            Skill::FirstAid => "First Aid",
            Skill::Drive => "Drive",
            Skill::Riding => "Riding",
        }
    }
}

/// A field somebody may be specialised in or away from (W-089, T11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Physical skills.
    Physical,
    /// Magic; whoever is specialised away from it is Magic Inept.
    Arcana,
}

/// Boxes of each kind of location (W-064, T3).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each name is the register's own (T3)")]
pub struct Boxes {
    pub head: u8,
    pub torso: u8,
    pub arm: u8,
    pub leg: u8,
}

impl Boxes {
    /// Boxes of a location.
    pub const fn of(&self, location: Location) -> u8 {
        match location.part() {
            Part::Head => self.head,
            Part::Torso => self.torso,
            Part::Arm => self.arm,
            Part::Leg => self.leg,
        }
    }
}

/// When a weapon demands a Shock check of its own (W-099, T4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShockDemand {
    /// On any hit, with this modifier.
    Hit(i8),
    /// On any wound.
    Wound,
}

/// A weapon in one way of using it (T4). The thrown way of a melee weapon is an entry of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The register's name.
    pub name: SmolStr,
    /// The skill that uses it (W-027).
    pub skill: Skill,
    /// DAM (W-038).
    pub dam: i8,
    /// Damage SL of an area weapon, in place of roll and +Damage (WH-13).
    #[serde(default)]
    pub area_sl: Option<u8>,
    /// Recovery (W-052).
    pub rec: u8,
    /// Taken off the initiative SL in place of REC if it is not drawn (W-016).
    #[serde(default)]
    pub ready: Option<u8>,
    /// Hands it needs at least; 0 for a part of the body.
    pub hands: u8,
    /// Reach in hexes; `None` for a weapon that is not used hand to hand.
    #[serde(default)]
    pub reach: Option<u8>,
    /// Hexes of a range step; `None` for a weapon that is not thrown or shot (T6).
    #[serde(default)]
    pub step: Option<u8>,
    /// Strength counts in +Damage (W-038).
    #[serde(default)]
    pub strength: bool,
    /// The entry of its thrown way, if it can be thrown.
    #[serde(default)]
    pub thrown: Option<SmolStr>,
    /// Shields do not count against it (flail).
    #[serde(default)]
    pub ignores_shield: bool,
    /// Modifier of an attack nearer than its reach (WH-06, halberd).
    #[serde(default)]
    pub crowded: i8,
    /// Shock checks it demands (W-099).
    #[serde(default)]
    pub shock: Option<ShockDemand>,
    /// DAM lost for each range step beyond the first (shotgun).
    #[serde(default)]
    pub dam_per_step: i8,
    /// Modifier and farthest distance of a weapon that is slow to bring to bear (sniper rifle).
    #[serde(default)]
    pub close: Option<(i8, u8)>,
    /// Neighbours are hard to hit with it (T6: bow, crossbow, rifle).
    #[serde(default)]
    pub unhandy: bool,
    /// Shots before it must be loaded: 1 for a crossbow, `None` where loading costs nothing.
    #[serde(default)]
    pub shots: Option<u16>,
    /// REC of loading it (T4, T7).
    #[serde(default)]
    pub load: u8,
    /// Modifier and shots of a burst (assault rifle).
    #[serde(default)]
    pub burst: Option<(i8, u8)>,
    /// Pre-Fall technology (W-112).
    #[serde(default)]
    pub pre_fall: bool,
}

impl Weapon {
    /// Used hand to hand.
    pub const fn is_melee(&self) -> bool {
        self.reach.is_some()
    }

    /// A part of the body: never drawn, dropped or damaged.
    pub const fn is_natural(&self) -> bool {
        self.hands == 0 || (self.hands == 1 && matches!(self.skill, Skill::CombatUnarmed))
    }
}

/// A suit of armour or a helmet (T5): wounds it takes off at each kind of location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each name is the register's own (T5)")]
pub struct Armour {
    pub name: SmolStr,
    pub head: u8,
    pub torso: u8,
    pub arms: u8,
    pub legs: u8,
    /// Encumbrance: added to Defence, taken off movement.
    pub enc: u8,
    /// Pre-Fall technology (W-112).
    #[serde(default)]
    pub pre_fall: bool,
}

impl Armour {
    /// Wounds it takes off at a location.
    pub const fn of(&self, location: Location) -> u8 {
        match location.part() {
            Part::Head => self.head,
            Part::Torso => self.torso,
            Part::Arm => self.arms,
            Part::Leg => self.legs,
        }
    }
}

/// A shield (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// The register's name.
    pub name: SmolStr,
    /// Wounds it takes off.
    pub armour: u8,
    /// Kinds of location it may protect (W-047).
    pub protects: Vec<Part>,
    /// Encumbrance.
    pub enc: u8,
}

impl Shield {
    /// Whether it stands between a blow from a sector and a location (W-047, WH-09): front and the
    /// shield side. The shield is worn on the left arm.
    pub fn covers(&self, location: Location, from: Sector) -> bool {
        matches!(from, Sector::F | Sector::FR | Sector::FL | Sector::RL)
            && self.protects.contains(&location.part())
    }
}

/// A combatant's numbers. Derived figures are stored as the tables give them and recomputed by the
/// loader (B-106); a level may give any of them outright (B-108).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// REF.
    pub reflexes: i8,
    /// Strength.
    pub strength: i8,
    /// Body.
    pub body: i8,
    /// Sanity.
    #[serde(default)]
    pub sanity: i8,
    /// Darkness.
    #[serde(default)]
    pub darkness: i8,
    /// Magic Points.
    #[serde(default)]
    pub magic: i8,
    /// Skills, 0 to 10; what is not there is missing (W-035).
    #[serde(default)]
    pub skills: BTreeMap<Skill, u8>,
    /// Specialised in (W-089).
    #[serde(default)]
    pub specialised: Option<Field>,
    /// Specialised away from (W-089).
    #[serde(default)]
    pub away: Option<Field>,
    /// Defence without encumbrance (W-022, W-023).
    pub defence: i8,
    /// Shock (W-088).
    pub shock: i8,
    /// Boxes (T3).
    pub boxes: Boxes,
    /// Hexes of movement a round without encumbrance (WH-03).
    pub movement: u8,
    /// Wound rating in place of boxes: a creature (W-100).
    #[serde(default)]
    pub rating: Option<u8>,
}

impl Sheet {
    /// A skill; 0 if missing.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills.get(&skill).copied().unwrap_or(0).into()
    }
}
