//! To hit: every modifier of an attack's target number, listed (W-025–W-037, T6, WH-06, WH-08, WH-11).

use super::check::Verdict;
use super::check::{self, DIE};
use super::defence::{self, DefenceContext};
use super::sheet::Location;
use super::tables::{Charts, Circumstances};
use super::weapon_use::WeaponUse;
use crate::board::{LightGrade, Sector};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// How much of a target cover hides (T6, BT-2).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (T6)")]
pub enum Cover {
    #[default]
    None,
    Light,
    Half,
    ThreeQuarters,
    Slit,
}

/// What there is about place and moment (T6). The default is a neighbour in plain sight, both standing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default)]
pub struct Situation {
    /// Hexes between attacker and target.
    pub distance: u8,
    /// Cover of the target.
    pub cover: Cover,
    /// The target cannot be seen.
    pub unseen: bool,
    /// Light of the target's hex (B-018).
    pub light: LightGrade,
    /// The attacker stands one level higher, or more.
    pub higher: bool,
    /// The target ran this round.
    pub target_ran: bool,
    /// The attacker ran this round.
    pub ran: bool,
    /// The attacker's posture.
    pub posture: Posture,
    /// The attacker stands in mud, water or marsh (B-047).
    pub hampered: bool,
    /// A missile into a melee.
    pub into_melee: bool,
    /// Off hand without Martial Arts (WH-21).
    pub off_hand: bool,
    /// The weapon is damaged (T9).
    pub damaged: bool,
}

/// One attack with all that its target number and damage depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks: his are the attack, location and fumble dice.
    pub who: CombatantId,
    /// Whom.
    pub target: CombatantId,
    /// Tells apart several attacks of one step.
    pub ordinal: u16,
    /// The weapon's figures for him.
    pub usage: WeaponUse,
    /// Nearer than its reach (WH-06): the weapon's modifier.
    pub crowded: i8,
    /// A neighbour shot at with an unhandy weapon (T6), or a weapon slow to bring to bear (T4).
    pub unhandy: i8,
    /// DAM lost with distance (shotgun).
    pub dam_per_step: i8,
    /// Part of the body: neither dropped nor damaged (T9).
    pub natural: bool,
    /// The target's Defence.
    pub defence: DefenceContext,
    /// The target cannot act: hand to hand all but a fumble strikes (WH-11).
    pub helpless: bool,
    /// Place and moment.
    pub situation: Situation,
    /// Injury penalty of the attacker, 0 or less (W-080).
    pub injury: i32,
    /// Recovery penalty, 0 or less (W-051).
    pub recovery: i32,
    /// A location named beforehand (T6; free against the helpless, WH-11).
    pub called: Option<Location>,
}

/// Range step from 1 on (T6): how many whole steps away the target is.
pub const fn range_step(distance: u8, step: u8) -> u8 {
    match (distance, step) {
        (_, 0) | (0, _) => 1,
        (distance, step) => distance.div_ceil(step),
    }
}

/// The target number and how it came to be (W-028, W-037).
pub fn score(attack: &Attack, table: &Circumstances) -> (i32, Vec<Modifier>) {
    let mut modifiers = Vec::new();
    each(attack, table, &mut |label, value, rule| {
        modifiers.push(Modifier::new(label, value, rule));
    });
    (modifiers.iter().map(|m| m.value).sum(), modifiers)
}

/// The target number alone.
pub fn number(attack: &Attack, table: &Circumstances) -> i32 {
    let mut sum = 0;
    each(attack, table, &mut |_, value, _| sum += value);
    sum
}

/// Every modifier of the target number, one after another: label, value, rule.
fn each(
    attack: &Attack,
    table: &Circumstances,
    tell: &mut dyn FnMut(&'static str, i32, &'static str),
) {
    let skill = &attack.usage.skill;
    tell("Reflexes", attack.usage.reflexes, "W-028");
    let own = skill.used == Some(skill.wanted);
    tell(
        skill.wanted.word(),
        skill.level,
        if own { "W-028" } else { "W-035" },
    );
    if attack.usage.is_melee() {
        defence::each(&attack.defence, table, tell);
    }
    let mut add = |label, value: i32, rule| {
        if value != 0 {
            tell(label, value, rule);
        }
    };
    add("injury", attack.injury, "W-080");
    add("recovery", attack.recovery, "W-051");
    add("too near", attack.crowded.into(), "WH-06");
    add("unhandy so near", attack.unhandy.into(), "T6");
    let around = &attack.situation;
    let melee = attack.usage.is_melee();
    let mut when = |is: bool, label, value: i8| {
        if is {
            add(label, value.into(), "T6");
        }
    };
    if melee {
        let behind = attack.defence.from == Sector::B || attack.defence.unaware;
        when(behind, "from behind", table.from_behind);
        let prone = attack.defence.posture == Posture::Prone;
        when(prone, "target prone", table.prone_melee);
        let kneels = attack.defence.posture == Posture::Kneeling;
        when(kneels, "target kneels", table.kneeling_melee);
        let knee = around.posture == Posture::Kneeling;
        when(knee, "on one knee", table.attacker_kneels);
    } else {
        let step = usize::from(range_step(around.distance, attack.usage.step));
        let range = table.range[step.clamp(1, table.range.len()) - 1];
        when(true, "range", range);
        let far = around.distance > 2;
        let prone = attack.defence.posture == Posture::Prone;
        when(far && prone, "target prone", table.prone_ranged);
        let kneels = attack.defence.posture == Posture::Kneeling;
        when(far && kneels, "target kneels", table.kneeling_ranged);
        when(around.into_melee, "into a melee", table.into_melee);
    }
    match around.cover {
        Cover::None => {}
        Cover::Light => when(true, "light cover", table.light_cover),
        Cover::Half => when(true, "half cover", table.half_cover),
        Cover::Slit => when(true, "a slit", table.slit),
        Cover::ThreeQuarters => when(true, "three-quarter cover", table.three_quarter_cover),
    }
    when(around.target_ran, "target ran", table.target_ran);
    when(around.ran, "ran this round", table.attacker_ran);
    when(
        around.posture == Posture::Prone,
        "prone",
        table.attacker_prone,
    );
    match around.light {
        _ if around.unseen => when(true, "unseen", table.darkness),
        LightGrade::Black => when(true, "black", table.darkness),
        LightGrade::Dark => when(true, "dark", table.dark),
        LightGrade::Dim => when(true, "dim", table.dim),
        LightGrade::Bright => {}
    }
    when(around.higher, "higher ground", table.higher);
    let swims = around.posture == Posture::Swimming;
    when(swims, "swimming", table.swimming);
    when(around.hampered, "bad ground", table.hampered);
    when(around.off_hand, "off hand", table.off_hand);
    let free = attack.helpless && melee;
    when(attack.called.is_some() && !free, "called", table.called);
}

/// Whether the attack may be made as far as its numbers go: somewhere within four range steps, with a
/// target number that a die can meet (W-006, WH-12).
///
/// # Errors
/// Why not, with the rule.
pub fn possible(attack: &Attack, table: &Circumstances) -> Result<(), Refusal> {
    let steps = range_step(attack.situation.distance, attack.usage.step);
    if !attack.usage.is_melee() && usize::from(steps) > table.range.len() {
        let farthest = usize::from(attack.usage.step) * table.range.len();
        return Err(Refusal::new(
            "WH-12",
            format!("too far: it carries {farthest} hexes"),
        ));
    }
    let target = number(attack, table);
    if check::offered(target) || (attack.helpless && attack.usage.is_melee()) {
        Ok(())
    } else {
        Err(Refusal::new(
            "W-006",
            format!("the target number would be {target}; at least 2 is needed"),
        ))
    }
}

/// Damage SL of a face that hit (W-039), the weapon's state and distance counted.
pub fn damage_sl(attack: &Attack, face: u16, table: &Circumstances) -> i32 {
    let steps = range_step(attack.situation.distance, attack.usage.step);
    let beyond = i32::from(steps.saturating_sub(1));
    let worn = if attack.situation.damaged {
        i32::from(table.damaged)
    } else {
        0
    };
    i32::from(face) + attack.usage.damage + worn + beyond * i32::from(attack.dam_per_step)
}

/// How an attack roll went.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Not struck, or not rolled yet.
    #[default]
    Miss,
    /// Struck, for so many wounds before armour.
    Hit(u16),
    /// Fumbled (T9).
    Fumble,
}

/// What a face comes to: hit with its wounds, miss or fumble (W-028, W-041, WH-11).
pub fn band(attack: &Attack, face: u16, table: &Circumstances, charts: &Charts) -> Band {
    let target = number(attack, table);
    let verdict = check::judge(face, target, attack.usage.skill.level);
    let helpless = attack.helpless && attack.usage.is_melee();
    match verdict {
        Verdict::Fumble(_) => Band::Fumble,
        Verdict::Failure(_) if !helpless => Band::Miss,
        _ => Band::Hit(charts.wounds(damage_sl(attack, face, table))),
    }
}

/// Rolls the attack, read by bands: faces that come to the same are one.
pub fn roll(
    attack: &Attack,
    table: &Circumstances,
    charts: &Charts,
    dice: &mut dyn Dice,
) -> (Band, u16) {
    let class = |face| match band(attack, face, table, charts) {
        Band::Miss => 0,
        Band::Fumble => 1,
        Band::Hit(wounds) => 2 + u8::try_from(wounds).unwrap_or(253).min(253),
    };
    let throw = Throw::nth(attack.who, "attack", attack.ordinal);
    let face = dice.check(throw, DIE, &class).face;
    (band(attack, face, table, charts), face)
}

#[cfg(test)]
#[path = "attack_tests.rs"]
mod tests;
