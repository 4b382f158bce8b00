//! The tables of `wounds` as types (T1–T7, T9, T11, T12): every field is a number a player may tune.
//!
//! [`super::content`] reads them from RON; battles hold the checked [`Tables`].

use super::sheet::{Armour, Boxes, Location, Sheet, Shield, Skill, Weapon};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Off the end of the damage chart: so much less, divided by so much, rounded down (W-042).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    /// Subtracted first.
    pub less: u16,
    /// Divided by then.
    pub by: u16,
}

/// The charts a blow walks through: damage T1, body map T2, boxes T3, fumbles T9.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// T1: up to this SL so many wounds, rising.
    pub damage: Vec<(u16, u16)>,
    /// T1, beyond its last row.
    pub beyond: Beyond,
    /// T2: up to this face that location, rising to 20.
    pub body_map: Vec<(u16, Location)>,
    /// T3: up to this Body so many boxes; the last row is for all above.
    pub boxes: Vec<(u8, Boxes)>,
    /// T9: up to this face that result, rising to 20.
    pub fumbles: Vec<(u16, FumbleResult)>,
}

/// What an attack fumble does (T9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FumbleResult {
    /// Defence +4 until the next own action.
    OffBalance,
    /// The weapon lies in the own hex; a firearm is jammed.
    WeaponDropped,
    /// Falls prone.
    Falls,
    /// No further action this round.
    NoFurtherAction,
    /// Half the roll with the same +Damage strikes the nearest ally in reach or line.
    HitsAlly,
    /// DAM −2; the second time it breaks.
    WeaponDamaged,
    /// Two results.
    Twice,
}

/// Range and circumstances (T6), with those of the board (B-068) and of T9 and WH-17.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    /// Range steps 1 to 4.
    pub range: [i8; 4],
    /// A neighbour shot at with bow, crossbow or rifle.
    pub adjacent: i8,
    /// The target ran this round.
    pub target_ran: i8,
    /// Light cover (BT-2).
    pub light_cover: i8,
    /// A slit (BT-2).
    pub slit: i8,
    /// Half cover.
    pub half_cover: i8,
    /// Three-quarter cover.
    pub three_quarter_cover: i8,
    /// From the sector B.
    pub from_behind: i8,
    /// A location named beforehand.
    pub called: i8,
    /// The target is prone, hand to hand.
    pub prone_melee: i8,
    /// The target is prone and more than two hexes away.
    pub prone_ranged: i8,
    /// The attacker is prone.
    pub attacker_prone: i8,
    /// The attacker ran this round.
    pub attacker_ran: i8,
    /// No light, or the target unseen.
    pub darkness: i8,
    /// A dark hex (BT-1).
    pub dark: i8,
    /// A dim hex (BT-1).
    pub dim: i8,
    /// The attacker stands one level higher.
    pub higher: i8,
    /// Shooting into a melee.
    pub into_melee: i8,
    /// A kneeling attacker, hand to hand (B-068).
    pub attacker_kneels: i8,
    /// A kneeling target, hand to hand (B-068).
    pub kneeling_melee: i8,
    /// A kneeling target more than two hexes away (B-068).
    pub kneeling_ranged: i8,
    /// Attacks on hampering ground (B-047).
    pub hampered: i8,
    /// Defence on hampering ground (B-047).
    pub hampered_defence: i8,
    /// Attacks of a swimmer (B-048).
    pub swimming: i8,
    /// With the off hand, without Martial Arts (WH-21).
    pub off_hand: i8,
    /// Defence of somebody off balance (T9).
    pub off_balance: i8,
    /// Defence of somebody who charged (WH-17).
    pub charged: i8,
    /// DAM of a damaged weapon (T9).
    pub damaged: i8,
    /// The closest skill in place of a missing one (W-035).
    pub borrowed: i8,
    /// Counts lost by using another skill than the one initiative was rolled with (W-011).
    pub changed_skill: i8,
}

/// REC of actions without a weapon (T7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each name is the register's own (T7)")]
pub struct ActionRecs {
    pub draw: u8,
    pub reload: u8,
    pub load: u8,
    pub stand_up: u8,
    pub run: u8,
    pub pick_up: u8,
    pub first_aid: u8,
    pub open: u8,
    pub use_item: u8,
    pub cast: u8,
    /// Changing places with an ally (B-066).
    pub change_places: u8,
    /// Mounting and dismounting (B-069).
    pub mount: u8,
}

/// Which skills stand in for each other and which are physical (T11, W-088).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillTable {
    /// The closest skills (W-035).
    pub closest: BTreeMap<Skill, Vec<Skill>>,
    /// Physical skills (W-088).
    pub physical: Vec<Skill>,
}

/// What an archetype carries (BT-12); gear by board name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadOut {
    /// Main weapon.
    pub main: SmolStr,
    /// Second weapon.
    #[serde(default)]
    pub second: Option<SmolStr>,
    /// The second weapon is in the other hand instead of at the belt.
    #[serde(default)]
    pub off_hand: bool,
    /// Shield.
    #[serde(default)]
    pub shield: Option<SmolStr>,
    /// Armour worn.
    pub armour: SmolStr,
    /// Helmet worn with it.
    #[serde(default)]
    pub helmet: Option<SmolStr>,
    /// Missiles for the main weapon.
    #[serde(default)]
    pub ammunition: Option<u16>,
}

/// Figures of a weapon in its owner's hand, as BT-16 prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Target number before anything else (W-028).
    pub target: i32,
    /// +Damage (W-038).
    pub damage: i32,
    /// REC (W-048).
    pub rec: u8,
}

/// Figures of the sheet with the load-out, as BT-16 prints them; the loader works them out again
/// (B-106).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Defence, encumbrance counted.
    pub defence: i32,
    /// Hexes a round, encumbrance counted.
    pub movement: i32,
    /// Main weapon.
    pub main: Printed,
    /// Second weapon.
    #[serde(default)]
    pub second: Option<Printed>,
}

/// An archetype (B-105): its words, price, numbers and gear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// One sentence.
    pub portrait: SmolStr,
    /// Price (BT-17).
    pub points: u16,
    /// Numbers (BT-16).
    pub sheet: Sheet,
    /// Gear (BT-12).
    pub load_out: LoadOut,
    /// What they come to (BT-16).
    pub figures: Figures,
    /// Rules it waits for, in words: until then it is refused.
    #[serde(default)]
    pub waits: Option<SmolStr>,
}

/// How initiative is settled (W-011, W-017, W-018).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum InitiativeMode {
    /// Rolled against stat and skill.
    #[default]
    Full,
    /// Die and skill added.
    Quick,
    /// Sides alternate, one action each, no dice.
    Trade,
}

/// When further actions of a round come (W-058–W-060).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// At the initiative SL less the RECs.
    #[default]
    Timeline,
    /// After everybody's earlier ones.
    Passes,
}

/// The option keys of the register (§4). A level or a skirmish may set each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// `full`, `quick` or `trade`.
    pub initiative: InitiativeMode,
    /// `timeline` or `passes`.
    pub timing: Timing,
    /// Seconds of a round, 5 to 10 (W-021).
    pub round_seconds: u8,
    /// What Defence is subtracted from (WA-02).
    pub defence_base: i8,
    /// Uncontrolled falls double the SL in place of the wounds (WA-29).
    pub fall_double_sl: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            initiative: InitiativeMode::Full,
            timing: Timing::Timeline,
            round_seconds: 6,
            defence_base: 20,
            fall_double_sl: false,
        }
    }
}

/// All tables of the system. Gear by board name (B-103); the system's own besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    /// T4.
    pub weapons: BTreeMap<SmolStr, Weapon>,
    /// T5, suits and helmets.
    pub armour: BTreeMap<SmolStr, Armour>,
    /// T5.
    pub shields: BTreeMap<SmolStr, Shield>,
    /// T12 in the board's form (BT-12, BT-16).
    pub archetypes: BTreeMap<SmolStr, Archetype>,
    /// T1, T2, T3, T9.
    pub charts: Arc<Charts>,
    /// T6.
    pub circumstances: Circumstances,
    /// T7.
    pub recs: ActionRecs,
    /// T11.
    pub skills: SkillTable,
    /// Switches by preset.
    pub presets: BTreeMap<SmolStr, Switches>,
}

impl Charts {
    /// Wounds of a damage SL (W-041, W-042).
    pub fn wounds(&self, sl: i32) -> u16 {
        let Ok(sl) = u16::try_from(sl) else {
            return 0;
        };
        let row = self.damage.iter().find(|(up_to, _)| sl <= *up_to);
        row.map_or_else(
            || sl.saturating_sub(self.beyond.less) / self.beyond.by.max(1),
            |(_, wounds)| *wounds,
        )
    }

    /// Where a face of the location die lands (W-044).
    pub fn location(&self, face: u16) -> Location {
        let row = self.body_map.iter().find(|(up_to, _)| face <= *up_to);
        row.map_or(Location::Torso, |(_, location)| *location)
    }

    /// Boxes of a Body (W-065).
    pub fn boxes(&self, body: i8) -> Boxes {
        let row = self.boxes.iter().find(|(up_to, _)| body <= *up_to as i8);
        row.or(self.boxes.last())
            .map_or_else(Boxes::default, |(_, boxes)| *boxes)
    }

    /// What a face of the fumble die means (T9).
    pub fn fumble(&self, face: u16) -> FumbleResult {
        let row = self.fumbles.iter().find(|(up_to, _)| face <= *up_to);
        row.map_or(FumbleResult::OffBalance, |(_, result)| *result)
    }
}

impl Tables {
    /// The switches of a preset; the register's defaults for an unknown name.
    pub fn preset(&self, name: &str) -> Switches {
        self.presets.get(name).cloned().unwrap_or_default()
    }
}
