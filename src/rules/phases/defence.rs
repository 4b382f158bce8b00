//! Numbers of the three defences: Dodge (P-051 to P-055, H-5), Parry (P-121 to P-123), Sidestep
//! (P-210 to P-215, H-6), with rush and guard (P-045, P-049).
//!
//! Which defence may be chosen against what stands in [`super::reaction`].

use super::body::Body;
use super::check::{self, Difficulty, Tally, add};
use super::derive;
use super::exchange::Assault;
use super::facing::Arc4;
use super::grapple::counter::Counter;
use super::house::{DodgeTable, SidestepTable};
use super::saddle::running_penalty;
use super::scene::Pools;
use super::sheet::{Build, MissileKind};
use super::weapon_use::WeaponUse;
use crate::board::Dir;
use crate::combat::combatant::{CombatantId, ItemId, Posture};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// Why somebody cannot react at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the condition's own (P §2)")]
pub enum Incapable {
    Surprised,
    Stunned,
    Pinned,
    Immobilized,
    Unconscious,
    Mount,
}

/// A weapon in hand that a Dodge may cost (P-054).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldWeapon {
    /// The item.
    pub item: ItemId,
    /// Level Score with it plus the bonus of H-11, as [`keep_score`] gives it.
    pub score: i32,
    /// Resist Breaking of the whole weapon; `None` for natural ones (P-110).
    #[serde(default)]
    pub rb: Option<i8>,
    /// Full Speed: what Breaking Damage ruins it (P-206).
    #[serde(default)]
    pub speed: u8,
    /// Breaking Damage so far (P-205).
    #[serde(default)]
    pub wear: u8,
}

/// A suit of armour or a ready shield as blows meet it: figures of now (P-256, P-259, P-260).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The item.
    pub item: ItemId,
    /// Armour Rating left: the Breaking Damage it still takes.
    pub ar: u8,
    /// Resist Breaking.
    pub rb: i32,
    /// Breaking Damage that Pierces may still do to it (P-182).
    pub pierce: u8,
}

/// Sidestep as somebody knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidestepSkill {
    /// Level; 0 gives nothing (H-2).
    pub level: u8,
    /// Weapon classes specialized in (P-213).
    pub classes: Vec<SmolStr>,
    /// Specialized in several attacks (P-214).
    pub multiple: bool,
}

/// The one who is attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defender {
    /// Who; his dice.
    pub who: CombatantId,
    /// Dexterity score.
    pub dx: i8,
    /// Dexterity Bonus.
    pub dx_bonus: i8,
    /// Resist Surprise number.
    pub rs: i32,
    /// Resist System Shock number.
    #[serde(default)]
    pub rss: i32,
    /// Build of the body (P-163, P-197).
    #[serde(default)]
    pub build: Build,
    /// Breaking Damage of the body so far (P-151).
    #[serde(default)]
    pub body: Body,
    /// The suit worn.
    #[serde(default)]
    pub suit: Option<Piece>,
    /// The ready shield: counts in the Forward facing only (P-259).
    #[serde(default)]
    pub shield: Option<Piece>,
    /// Phases a reaction now is rushed by; 0 when due or holding (P-045).
    pub rushed: u32,
    /// Phases guarded (P-049).
    pub guarded: u8,
    /// Initiative value of the load (H-16).
    pub load: i32,
    /// Posture.
    pub posture: Posture,
    /// In a Hold.
    pub held: bool,
    /// Running (P-027).
    pub running: bool,
    /// Level of riding of somebody in the saddle (P-027, P-178).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub riding: Option<u8>,
    /// On hampering ground (B-047).
    pub hampered: bool,
    /// Acted in this phase (P-039).
    pub acted: bool,
    /// Reacted in this phase (P-013).
    pub reacted: bool,
    /// Cannot react at all.
    pub incapable: Option<Incapable>,
    /// Weapons in hand, shields not among them.
    pub weapons: Vec<HeldWeapon>,
    /// Sidestep.
    pub sidestep: SidestepSkill,
    /// A neighbouring hex is free (H-6).
    pub free_hex: bool,
    /// The Secondary weapon may parry at no cost (P-225).
    #[serde(default)]
    pub free_parry: bool,
    /// Knows Grappling and has both hands free for a Defensive Throw (P-245).
    #[serde(default)]
    pub throws: bool,
    /// Hit points before the blows.
    pub pools: Pools,
    /// What poor light takes from his answer: against the hardest seen of those he perceives
    /// (P-101).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gloom: Vec<Modifier>,
    /// Further modifiers of Feats (Dodge, keeping the feet).
    pub feat_extra: Vec<Modifier>,
    /// Further modifiers of Skill Checks (Parry, Sidestep, keeping a weapon).
    pub skill_extra: Vec<Modifier>,
}

/// Where a dodger throws himself, seen from one attacker (H-5).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Bearing {
    /// No direction: from the ground, or at an attacker who stands in that very hex.
    #[default]
    Still,
    /// Directly away.
    Away,
    /// 60° off.
    Sideways,
    /// 120° off.
    Past,
    /// Straight toward a distant attacker.
    Toward,
}

impl Bearing {
    /// Of a Dodge in `dodge`, `away` being the hex direction from the attacker to the dodger.
    pub const fn of(dodge: Dir, away: Dir, adjacent: bool) -> Bearing {
        match away.sixths_to(dodge) {
            0 => Bearing::Away,
            -1 | 1 => Bearing::Sideways,
            -2 | 2 => Bearing::Past,
            _ if adjacent => Bearing::Still,
            _ => Bearing::Toward,
        }
    }

    const fn modifier(self, table: &DodgeTable) -> i32 {
        match self {
            Bearing::Still => 0,
            Bearing::Away => table.away,
            Bearing::Sideways => table.sideways,
            Bearing::Past => table.past,
            Bearing::Toward => table.toward_distant,
        }
    }
}

/// A Dodge (P-051).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dodge {
    /// Direction; `None` from the ground.
    pub dir: Option<Dir>,
    /// That hex is free: he ends in it.
    pub room: bool,
    /// Seen from the attacker of each attack of the bout.
    pub bearings: Vec<Bearing>,
}

/// What a Parry is made with (P-225, P-226).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hands {
    /// One weapon; it spends the coming action.
    #[default]
    One,
    /// The Secondary weapon at no cost but its next attack (P-225).
    Free,
    /// Both weapons together, this one the Secondary (P-226).
    Both(Box<WeaponUse>),
}

/// A Parry (P-121).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parry {
    /// The facing it covers, not Back (P-123).
    pub facing: Arc4,
    /// The parrying weapon as it is used.
    pub weapon: WeaponUse,
    /// Full metres the parrier is higher by (B-041).
    pub higher: u8,
    /// What wounded arms do to it (H-9).
    #[serde(default)]
    pub arm: i32,
    /// With one weapon, or two.
    #[serde(default)]
    pub hands: Hands,
}

impl Parry {
    /// Costs neither the coming action nor the reaction of the phase (P-225).
    pub fn is_free(&self) -> bool {
        self.hands == Hands::Free
    }
}

/// A Sidestep (P-210).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidestep {
    /// Attacks of the bout to avoid, the most wanted first; more than one needs P-214.
    pub attacks: Vec<u16>,
}

/// What the target does about the attacks of a bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// Dodge.
    Dodge(Dodge),
    /// Parry.
    Parry(Parry),
    /// Sidestep.
    Sidestep(Sidestep),
    /// Defensive Throw (P-245).
    Throw(Counter),
}

impl Answer {
    /// The word players read.
    pub const fn word(&self) -> &'static str {
        match self {
            Answer::Nothing => "nothing",
            Answer::Dodge(_) => "dodge",
            Answer::Parry(_) => "parry",
            Answer::Sidestep(_) => "sidestep",
            Answer::Throw(_) => "defensive throw",
        }
    }
}

pub(super) fn rush_and_guard(defender: &Defender, list: &mut impl Tally) {
    let rushed = i32::try_from(defender.rushed).unwrap_or(i32::MAX / 2);
    add(list, "rushed", -rushed, "P-045");
    let guard = 5 * i32::from(defender.guarded.min(5));
    add(list, "guard", guard, "P-049");
}

/// The number of a Dodge (P-052, H-5). With several attackers the one against whom it is hardest
/// counts; `covered` are the attacks it covers.
pub fn dodge_score(
    defender: &Defender,
    dodge: &Dodge,
    attacks: &[Assault],
    covered: impl Fn(usize) -> bool,
    table: &DodgeTable,
) -> (i32, Vec<Modifier>) {
    dodge_tally(defender, dodge, attacks, covered, table)
}

/// That number, told entry by entry or as the sum alone.
pub fn dodge_tally<T: Tally>(
    defender: &Defender,
    dodge: &Dodge,
    attacks: &[Assault],
    covered: impl Fn(usize) -> bool,
    table: &DodgeTable,
) -> T {
    let mut list = T::default();
    list.put("Dexterity", defender.dx.into(), "C-3");
    add(&mut list, "Simple", Difficulty::Simple.modifier(), "P-052");
    rush_and_guard(defender, &mut list);
    let grounded = defender.posture == Posture::Prone;
    let worst = attacks
        .iter()
        .enumerate()
        .filter(|(at, _)| covered(*at))
        .map(|(at, attack)| {
            let bearing = dodge.bearings.get(at).copied().unwrap_or_default();
            let bearing = if grounded { Bearing::Still } else { bearing };
            [
                ("direction", bearing.modifier(table)),
                ("from the rear", rear(attack, table.rear)),
                (
                    "missile",
                    missile(attack, table.thrown, table.shot, table.firearm),
                ),
            ]
        })
        .min_by_key(|entries| entries.iter().map(|(_, value)| value).sum::<i32>());
    for (label, value) in worst.into_iter().flatten() {
        add(&mut list, label, value, "H-5");
    }
    let mut when = |is: bool, label, value, rule| {
        if is {
            add(&mut list, label, value, rule);
        }
    };
    when(!dodge.room && !grounded, "no room", table.no_room, "H-5");
    when(grounded, "prone", table.prone, "H-5");
    let kneels = matches!(defender.posture, Posture::Kneeling | Posture::Crouching);
    when(kneels, "kneeling", table.kneeling, "B-068");
    let rides = defender.posture == Posture::Mounted;
    when(rides, "mounted", table.mounted, "H-5");
    when(defender.held, "held", table.held, "H-5");
    when(defender.hampered, "hampering ground", -1, "B-047");
    when(true, "encumbrance", -defender.load, "H-5");
    list.put_all(&defender.gloom);
    list.put_all(&defender.feat_extra);
    list
}

fn rear(attack: &Assault, value: i32) -> i32 {
    if attack.arc().is_rear_side() {
        value
    } else {
        0
    }
}

fn missile(attack: &Assault, thrown: i32, shot: i32, firearm: i32) -> i32 {
    match attack.missile() {
        None => 0,
        Some(MissileKind::Thrown) => thrown,
        Some(MissileKind::Shot) => shot,
        Some(MissileKind::Firearm) => firearm,
    }
}

/// What posture, ground and gait do to the defender's Skill Checks (P-027, P-033, B-047, B-048).
pub(super) fn skill_state(defender: &Defender, list: &mut impl Tally) {
    let mut when = |is: bool, label, value, rule| {
        if is {
            add(list, label, value, rule);
        }
    };
    let running = running_penalty(defender.riding);
    when(defender.running, "running", running, "P-027");
    when(defender.hampered, "hampering ground", -1, "B-047");
    when(
        defender.posture == Posture::Swimming,
        "swimming",
        -5,
        "B-048",
    );
}

/// The number of a Parry (P-122): no rush, no guard.
pub fn parry_score(defender: &Defender, parry: &Parry) -> (i32, Vec<Modifier>) {
    parry_tally(defender, parry)
}

/// That number, told entry by entry or as the sum alone.
pub fn parry_tally<T: Tally>(defender: &Defender, parry: &Parry) -> T {
    let mut list = T::default();
    let level = derive::level_score(parry.weapon.level);
    list.put("Level Score", level, "H-2");
    skill_state(defender, &mut list);
    if defender.posture == Posture::Prone {
        add(&mut list, "prone", -5, "P-033");
    }
    if matches!(defender.posture, Posture::Kneeling | Posture::Crouching) {
        add(&mut list, "kneeling", -2, "B-068");
    }
    if defender.held {
        add(&mut list, "held", -5, "P-122");
    }
    let higher = i32::from(parry.higher.min(2));
    add(&mut list, "high ground", higher, "B-041");
    add(&mut list, "wounded arm", parry.arm, "H-9");
    list.put_all(&defender.gloom);
    list.put_all(&defender.skill_extra);
    list
}

/// Armour Rating a Parry gives from what its dice show (P-123, P-205): at least 1.
pub fn parry_value(parry: &Parry, rolled: i32) -> i32 {
    (rolled + parry.weapon.fitness - i32::from(parry.weapon.wear)).max(1)
}

/// The number of a Sidestep (P-211, P-213, H-6). Of several attacks the hardest counts.
pub fn sidestep_score(
    defender: &Defender,
    sidestep: &Sidestep,
    attacks: &[Assault],
    table: &SidestepTable,
) -> (i32, Vec<Modifier>) {
    sidestep_tally(defender, sidestep, attacks, table)
}

/// That number, told entry by entry or as the sum alone.
pub fn sidestep_tally<T: Tally>(
    defender: &Defender,
    sidestep: &Sidestep,
    attacks: &[Assault],
    table: &SidestepTable,
) -> T {
    let mut list = T::default();
    let skill = &defender.sidestep;
    let level = derive::level_score(skill.level);
    list.put("Level Score", level, "H-2");
    add(&mut list, "DX Bonus", defender.dx_bonus.into(), "P-211");
    rush_and_guard(defender, &mut list);
    let named = || {
        sidestep
            .attacks
            .iter()
            .filter_map(|at| attacks.get(usize::from(*at)))
    };
    let worst = named()
        .map(|attack| {
            [
                ("from the rear", rear(attack, table.rear)),
                (
                    "missile",
                    missile(attack, table.thrown, table.shot, table.firearm),
                ),
                ("charge", charge_modifier(attack, table)),
            ]
        })
        .min_by_key(|entries| entries.iter().map(|(_, value)| value).sum::<i32>());
    for (label, value) in worst.into_iter().flatten() {
        add(&mut list, label, value, "H-6");
    }
    if is_class_sidestep(defender, sidestep, attacks) {
        add(&mut list, "weapon class", table.weapon_class, "P-213");
    }
    if !defender.free_hex {
        add(&mut list, "no free hex", table.no_free_hex, "H-6");
    }
    if defender.held {
        add(&mut list, "held", table.held, "H-6");
    }
    add(&mut list, "encumbrance", -defender.load, "H-6");
    skill_state(defender, &mut list);
    list.put_all(&defender.gloom);
    list.put_all(&defender.skill_extra);
    list
}

fn charge_modifier(attack: &Assault, table: &SidestepTable) -> i32 {
    match attack.charge_running() {
        None => 0,
        Some(false) => table.charge,
        Some(true) => table.running_charge,
    }
}

/// A Sidestep of one attack of a weapon class specialized in (P-213, P-215).
pub fn is_class_sidestep(defender: &Defender, sidestep: &Sidestep, attacks: &[Assault]) -> bool {
    let [only] = sidestep.attacks.as_slice() else {
        return false;
    };
    attacks
        .get(usize::from(*only))
        .and_then(Assault::weapon_class)
        .is_some_and(|class| defender.sidestep.classes.iter().any(|known| known == class))
}

/// Score of the check to keep a weapon (P-054, H-11), before the defender's further modifiers.
pub const fn keep_score(level: u8, keep_bonus: i32) -> i32 {
    derive::level_score(level) + keep_bonus
}

/// The number of that check as the defender stands: the state of his Skill Checks counts.
pub fn keep_number(defender: &Defender, weapon: &HeldWeapon) -> i32 {
    let mut state = 0;
    skill_state(defender, &mut state);
    weapon.score + state + check::total(&defender.skill_extra)
}

#[cfg(test)]
#[path = "defence_tests.rs"]
mod tests;
