//! The attack: everything its roll needs, the score it comes to and the damage it does (P-040,
//! P-041, P-046, P-050, P-068, P-077 to P-082, P-107 to P-109, P-114, P-119, P-128, B-025 to B-047).
//!
//! A gather layer fills [`AttackContext`] from the scene; [`score`] and [`damage`] read nothing else.

use super::body::Part;
use super::charge::AT_RIDER;
use super::check::{self, Band, SkillCheck, Tally, add};
use super::derive;
use super::facing::{Arc4, Awareness};
use super::grapple::{self, Grapple};
use super::refire;
use super::saddle::running_penalty;
use super::sheet::{DamageType, MissileKind, Size};
use super::special::{self, Special};
use super::weapon_use::{WeaponUse, fitness_share, range_band, size_modifier};
use crate::board::Dir;
use crate::combat::combatant::{CombatantId, ItemId, Posture};
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};

/// Cover of the target as the attacker's check meets it (B-025); for a melee attack already one
/// band lower (B-026).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (B-025)")]
pub enum CoverBand {
    #[default]
    None,
    Light,
    Half,
    ThreeQuarter,
    Slit,
}

impl CoverBand {
    /// On the attacker's check (B-025).
    pub const fn modifier(self) -> i32 {
        match self {
            CoverBand::None => 0,
            CoverBand::Light => -2,
            CoverBand::Half => -5,
            CoverBand::ThreeQuarter => -10,
            CoverBand::Slit => -15,
        }
    }

    /// One band lower: melee over cover (B-026).
    #[must_use]
    pub const fn lower(self) -> CoverBand {
        match self {
            CoverBand::None | CoverBand::Light => CoverBand::None,
            CoverBand::Half => CoverBand::Light,
            CoverBand::ThreeQuarter => CoverBand::Half,
            CoverBand::Slit => CoverBand::ThreeQuarter,
        }
    }
}

/// A charge to attack (P-077, P-078, P-082).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargeBlow {
    /// At a run: the damage bonus is doubled.
    pub running: bool,
    /// On a mount: more damage, after any doubling (P-083).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mounted: bool,
    /// On foot at somebody in the saddle (P-084); a rider's own charge has that in its first roll.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_rider: bool,
}

/// Everything one attack needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackContext {
    /// Who attacks; his dice.
    pub attacker: CombatantId,
    /// Which of his attacks in this step: tells his throws apart.
    pub ordinal: u16,
    /// The weapon as he uses it.
    pub weapon: WeaponUse,
    /// Damage type chosen (P-105).
    pub kind: DamageType,
    /// Special Attack, if any.
    pub special: Option<Special>,
    /// A Feint (P-169).
    pub feint: bool,
    /// The specialization in that Special Attack works (P-135).
    pub specialized: bool,
    /// Direction of a Knockback (P-174), or in which a weapon flies (P-165).
    pub knock_dir: Option<Dir>,
    /// What bare hands are after, if they grapple (P-230).
    #[serde(default)]
    pub grapple: Option<Grapple>,
    /// One of two weapons at one target: their damages are added before armour (P-223).
    #[serde(default)]
    pub paired: bool,
    /// A Break of somebody unarmoured made as a Cleave, or the other way round: the modifiers of
    /// neither apply (P-148, P-155).
    #[serde(default)]
    pub turned: bool,
    /// The weapon meant by a Break or a Disarm; a Break without one goes at the armour (P-141).
    #[serde(default)]
    pub meant: Option<ItemId>,
    /// The place called (P-202).
    #[serde(default)]
    pub place: Option<Part>,
    /// An Automatic Targeted Attack that goes through the armour, not at its gaps (P-125).
    #[serde(default)]
    pub through: bool,
    /// Phases rushed (P-041).
    pub rushed: u32,
    /// Phases overprepared (P-046).
    pub overprepared: u8,
    /// Phases guarded (P-050).
    pub guarded: u8,
    /// En passant (P-064).
    pub en_passant: bool,
    /// En passant, and the target himself is in motion (P-067).
    pub target_moving: bool,
    /// En passant, and the striker is in motion (P-068).
    pub moving: bool,
    /// The attacker runs (P-027).
    pub running: bool,
    /// Level of riding of an attacker in the saddle (P-027).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub riding: Option<u8>,
    /// The attacker's posture.
    pub posture: Posture,
    /// Stands in mud, marsh or shallow water (B-047).
    pub hampered: bool,
    /// A charge to attack.
    pub charge: Option<ChargeBlow>,
    /// The target charges the attacker in this phase (P-080).
    pub into_charge: bool,
    /// Metres to the target.
    pub distance: u16,
    /// Cover on the way (B-025, B-026).
    pub cover: CoverBand,
    /// Full metres the attacker is higher by (B-041).
    pub higher: u8,
    /// Rounds fired before this one in this phase (P-109).
    pub round: u8,
    /// Re-Fire shots of the chain up to and including this one; 0 for the first shot (P-128).
    pub refire: u8,
    /// The target is pinned, immobilized, Stunned or unconscious: Automatic Targeted (P-125).
    pub automatic: bool,
    /// The target's size (H-17).
    pub target_size: Size,
    /// The target's posture.
    pub target_posture: Posture,
    /// Arc of the target the attack comes from.
    pub arc: Arc4,
    /// Armour Rating of that arc, shield included.
    pub ar: i32,
    /// Resist Targeting of that arc, shield included.
    pub rt: i32,
    /// Whether the target knows of it (P-036).
    pub awareness: Awareness,
    /// Struck at without being perceived: only a natural 1 hits, and chance picks one of so many
    /// who could be met (P-096, P-099).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blind: Option<u8>,
    /// Special Attacks are in use: a natural 20 may be a Fumble (P-115).
    pub fumbles: bool,
    /// Further modifiers: darkness, fatigue, wounds, Holds.
    pub extra: Vec<Modifier>,
}

impl AttackContext {
    /// A plain attack by a ready weapon, standing, front to front, with nothing else in play.
    pub fn plain(attacker: CombatantId, weapon: WeaponUse) -> AttackContext {
        let kind = special::best_type(&weapon, None).unwrap_or(DamageType::B);
        AttackContext {
            attacker,
            ordinal: 0,
            weapon,
            kind,
            special: None,
            feint: false,
            specialized: false,
            knock_dir: None,
            grapple: None,
            paired: false,
            turned: false,
            meant: None,
            place: None,
            through: false,
            rushed: 0,
            overprepared: 0,
            guarded: 0,
            en_passant: false,
            target_moving: false,
            moving: false,
            running: false,
            riding: None,
            posture: Posture::Standing,
            hampered: false,
            charge: None,
            into_charge: false,
            distance: 1,
            cover: CoverBand::None,
            higher: 0,
            round: 0,
            refire: 0,
            automatic: false,
            target_size: Size::Medium,
            target_posture: Posture::Standing,
            arc: Arc4::Forward,
            ar: 0,
            rt: 0,
            awareness: Awareness::Aware,
            blind: None,
            fumbles: true,
            extra: Vec::new(),
        }
    }

    /// How a missile comes; `None` for a blow.
    pub fn missile(&self) -> Option<MissileKind> {
        self.weapon.range.as_ref().map(|range| range.kind)
    }

    /// The same without its Special Attack: a Backstab that is noticed (P-138).
    #[must_use]
    pub fn plainly(&self) -> AttackContext {
        AttackContext {
            special: None,
            specialized: false,
            ..self.clone()
        }
    }

    /// Breaking Damage of a Break or Cleave (P-141, P-150): full Speed and Fitness share; with the
    /// specialization twice the Speed in a Cleave, and in a Break that is a Critical Hit (P-149,
    /// P-156).
    pub fn breaking(&self, twice: bool) -> u8 {
        let times = if twice { 2 } else { 1 };
        let share = fitness_share(self.weapon.fi_bonus, self.weapon.is_single(), false);
        let sum = times * i32::from(self.weapon.full_speed) + share;
        u8::try_from(sum.max(1)).unwrap_or(u8::MAX)
    }

    /// Whether it wounds by an edge or point (H-9).
    pub fn is_edged(&self) -> bool {
        matches!(self.kind, DamageType::C | DamageType::P)
    }

    /// A Rushed Action in the sense of P-043 and P-070: early, or a charge.
    pub fn is_rushed(&self) -> bool {
        self.rushed > 0 || self.charge.is_some()
    }
}

/// The modified Level Score and how it came to be; the first entry is the Level Score itself.
pub fn score(attack: &AttackContext) -> (i32, Vec<Modifier>) {
    tally(attack)
}

/// The modified Level Score, told entry by entry or as the sum alone.
pub fn tally<T: Tally>(attack: &AttackContext) -> T {
    let mut list = T::default();
    if attack.blind.is_some() {
        let rule = if attack.weapon.is_melee() {
            "P-099"
        } else {
            "P-096"
        };
        list.put("blindly: a natural 1 alone", 1, rule);
        return list;
    }
    let weapon = &attack.weapon;
    list.put("Level Score", derive::level_score(weapon.level), "H-2");
    let rushed = i32::try_from(attack.rushed).unwrap_or(i32::MAX / 2);
    add(&mut list, "rushed", -rushed, "P-041");
    let prepared = 5 * i32::from(attack.overprepared.min(5));
    add(&mut list, "overprepared", prepared, "P-046");
    let guarded = i32::from(attack.guarded.min(5));
    add(&mut list, "from guard", guarded, "P-050");
    if attack.charge.is_some() {
        let (bonus, rule) = charge_bonus(weapon);
        add(&mut list, "charge", bonus, rule);
    }
    if attack.charge.is_some_and(|charge| charge.at_rider) {
        add(&mut list, "mounted opponent", AT_RIDER, "P-084");
    }
    if let Some(special) = attack.special.filter(|_| !attack.turned) {
        let value = special::modifier(weapon, special, attack.kind).unwrap_or(0);
        add(&mut list, special.word(), value, special.rule());
    }
    grapple::rule::modifiers(attack, &mut list);
    attacker_state(attack, &mut list);
    add(&mut list, "cover", attack.cover.modifier(), "B-025");
    if weapon.is_melee() {
        let higher = i32::from(attack.higher.min(2));
        add(&mut list, "high ground", higher, "B-041");
    } else {
        range_modifiers(attack, &mut list);
    }
    list.put_all(&attack.extra);
    list
}

fn attacker_state(attack: &AttackContext, list: &mut impl Tally) {
    let mut when = |is: bool, label, value, rule| {
        if is {
            add(list, label, value, rule);
        }
    };
    let running = running_penalty(attack.riding);
    when(attack.running, "running", running, "P-027");
    let striding = attack.en_passant && attack.moving;
    when(striding, "striking in motion", -5, "P-068");
    when(attack.posture == Posture::Prone, "prone", -5, "P-033");
    let kneels = matches!(attack.posture, Posture::Kneeling | Posture::Crouching);
    when(kneels && attack.weapon.is_melee(), "kneeling", -2, "B-068");
    when(attack.posture == Posture::Swimming, "swimming", -5, "B-048");
    when(attack.hampered, "hampering ground", -1, "B-047");
}

fn range_modifiers(attack: &AttackContext, list: &mut impl Tally) {
    if let Some(range) = &attack.weapon.range
        && let Ok((label, value)) = range_band(range, attack.distance)
    {
        add(list, label, value, "P-107");
    }
    add(list, "size", size_modifier(attack.target_size), "H-17");
    let low = matches!(
        attack.target_posture,
        Posture::Kneeling | Posture::Crouching
    );
    if low && attack.distance > 2 {
        add(list, "target kneels", -2, "B-068");
    }
    add(list, "rate of fire", -i32::from(attack.round), "P-109");
    let refire = refire::penalty(attack.refire);
    add(list, "re-fire", refire, "P-128");
}

/// Bonus of a charge to check and damage alike (P-077, P-078).
fn charge_bonus(weapon: &WeaponUse) -> (i32, &'static str) {
    if weapon.polearm {
        (4, "P-078")
    } else {
        (2, "P-077")
    }
}

/// The check the attack is decided by.
pub fn attack_check(attack: &AttackContext) -> SkillCheck {
    SkillCheck {
        who: attack.attacker,
        purpose: "attack",
        ordinal: attack.ordinal,
        level: attack.weapon.level,
        cn: attack.weapon.cn,
        score: tally(attack),
        fumbles: attack.fumbles || attack.is_rushed(),
        unsaved: attack.is_rushed(),
    }
}

/// Rolls the attack. Whom a blind one meets is left to chance (P-099).
pub fn roll(attack: &AttackContext, dice: &mut dyn Dice) -> (Band, u16) {
    let (band, face) = check::skill(&attack_check(attack), dice);
    let among = u16::from(attack.blind.unwrap_or(1));
    if !band.succeeded() || among < 2 {
        return (band, face);
    }
    let throw = Throw::nth(attack.attacker, "met blindly", attack.ordinal);
    let met = dice.check(throw, among, &|face| u8::from(face == 1));
    let band = if met.class == 1 { band } else { Band::Miss };
    (band, face)
}

/// Label, value and rule of what is added to the damage dice.
fn damage_entries(attack: &AttackContext) -> [(&'static str, i32, &'static str); 5] {
    let charge = attack.charge.map(|charge| {
        let (bonus, rule) = charge_bonus(&attack.weapon);
        if charge.running {
            (2 * bonus, "P-082")
        } else {
            (bonus, rule)
        }
    });
    let (charge, charge_rule) = charge.unwrap_or_default();
    let mounted = attack.charge.is_some_and(|charge| charge.mounted);
    [
        ("FI Bonus", attack.weapon.fitness, "P-119"),
        ("charge", charge, charge_rule),
        ("mounted charge", if mounted { 2 } else { 0 }, "P-083"),
        (
            "target charges",
            if attack.into_charge { 2 } else { 0 },
            "P-080",
        ),
        ("wear", -i32::from(attack.weapon.wear), "P-205"),
    ]
}

/// What is added to the damage dice, entry by entry (C-5): Fitness share, charge, wear.
pub fn damage_modifiers(attack: &AttackContext) -> Vec<Modifier> {
    let mut list = Vec::new();
    for (label, value, rule) in damage_entries(attack) {
        add(&mut list, label, value, rule);
    }
    list
}

/// Damage before armour from what the dice show (C-5): at least 1.
pub fn damage(attack: &AttackContext, rolled: i32) -> i32 {
    let added: i32 = damage_entries(attack).iter().map(|entry| entry.1).sum();
    (rolled + added).max(1)
}

#[cfg(test)]
#[path = "attack_tests.rs"]
mod tests;
