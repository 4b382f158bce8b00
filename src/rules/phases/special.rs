//! Special Attacks: which may be made, what they cost and what specialization does (P-131 to
//! P-135, P-139, P-148, P-155, P-167, P-169, P-173, P-179, P-185, P-192, P-197, P-201, section 7).

use super::derive;
use super::scene::Tables;
use super::sheet::{DamageType, Sheet};
use super::weapon_use::WeaponUse;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A Special Attack that changes what a hit does. A Feint is a flag beside it (P-173).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// From where he does not look (P-136).
    Backstab,
    /// At his armour, shield or weapon (P-141).
    Break,
    /// At the body itself (P-150).
    Cleave,
    /// The weapon out of his hand (P-164).
    Disarm,
    /// Away with him (P-174).
    Knockback,
    /// Through the armour (P-181).
    Pierce,
    /// So that he cannot act (P-187).
    Stun,
    /// Off his feet (P-194).
    Sweep,
    /// At the gaps of the armour (P-199).
    Target,
}

impl Special {
    /// All of them, in the order of their names.
    pub const ALL: [Special; 9] = [
        Special::Backstab,
        Special::Break,
        Special::Cleave,
        Special::Disarm,
        Special::Knockback,
        Special::Pierce,
        Special::Stun,
        Special::Sweep,
        Special::Target,
    ];

    /// The word orders and specializations use.
    pub const fn word(self) -> &'static str {
        match self {
            Special::Backstab => "backstab",
            Special::Break => "break",
            Special::Cleave => "cleave",
            Special::Disarm => "disarm",
            Special::Knockback => "knockback",
            Special::Pierce => "pierce",
            Special::Stun => "stun",
            Special::Sweep => "sweep",
            Special::Target => "target",
        }
    }

    /// The rule of its modifiers.
    pub const fn rule(self) -> &'static str {
        match self {
            Special::Backstab => "P-139",
            Special::Break => "P-148",
            Special::Cleave => "P-155",
            Special::Disarm => "P-167",
            Special::Knockback => "P-179",
            Special::Pierce => "P-185",
            Special::Stun => "P-192",
            Special::Sweep => "P-197",
            Special::Target => "P-201",
        }
    }

    /// The rule of what it does.
    pub const fn effect_rule(self) -> &'static str {
        match self {
            Special::Backstab => "P-136",
            Special::Break => "P-141",
            Special::Cleave => "P-150",
            Special::Disarm => "P-164",
            Special::Knockback => "P-174",
            Special::Pierce => "P-181",
            Special::Stun => "P-187",
            Special::Sweep => "P-194",
            Special::Target => "P-199",
        }
    }

    /// Whether it has a direction: where the other goes, or his weapon (P-165, P-174).
    pub const fn has_direction(self) -> bool {
        matches!(self, Special::Disarm | Special::Knockback)
    }

    /// Whether a place of the body may be called with it (P-202).
    pub const fn has_place(self) -> bool {
        matches!(self, Special::Break | Special::Cleave | Special::Pierce)
    }

    /// Whether missiles have it too (P-134).
    const fn by_missile(self) -> bool {
        matches!(self, Special::Pierce | Special::Target)
    }
}

/// Circumstances that allow or bar a Special Attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialContext {
    /// Special Attacks are in use (C-8).
    pub in_use: bool,
    /// Phases rushed.
    pub rushed: u32,
    /// As a charge.
    pub charging: bool,
}

/// Whether the attack may be made so (P-131, P-134, P-169, P-173).
///
/// # Errors
/// Why not.
pub fn check_special(
    sheet: &Sheet,
    weapon: &WeaponUse,
    special: Option<Special>,
    feint: bool,
    kind: DamageType,
    context: &SpecialContext,
) -> Result<(), Refusal> {
    if special.is_none() && !feint {
        return Ok(());
    }
    if !context.in_use {
        return Err(Refusal::new("C-8", "Special Attacks are not in use here"));
    }
    if context.charging {
        return Err(Refusal::new("P-070", "no Special Attack in a charge"));
    }
    if context.rushed > 0 {
        let words = "a Special Attack needs its full preparation: wait for the Action Phase";
        return Err(Refusal::new("P-131", words));
    }
    if feint && !weapon.is_melee() {
        return Err(Refusal::new("P-169", "no range weapon can feint"));
    }
    if feint && special.is_some() && !is_specialized(sheet, weapon, "feint") {
        let words = "only a specialist in Feint adds it to another Special Attack";
        return Err(Refusal::new("P-173", words));
    }
    special.map_or(Ok(0), |special| modifier(weapon, special, kind))?;
    Ok(())
}

/// What the weapon's type does to a Special Attack's Level Score (P-133, section 7).
///
/// # Errors
/// The weapon cannot make it.
pub fn modifier(weapon: &WeaponUse, special: Special, kind: DamageType) -> Result<i32, Refusal> {
    if !weapon.is_melee() && !special.by_missile() {
        let words = "range weapons have Pierce and Target only";
        return Err(Refusal::new("P-134", words));
    }
    let when = |is: bool, value: i32| if is { value } else { 0 };
    let single = |value| when(weapon.is_single(), value);
    let two = |value| when(weapon.two_handed, value);
    let of = |wanted: DamageType, value| when(kind == wanted, value);
    let barred = |words: &str| Err(Refusal::new(special.rule(), words));
    match (special, kind) {
        (Special::Break, DamageType::E) => barred("an entangling weapon breaks nothing"),
        (Special::Cleave, DamageType::E) => barred("an entangling weapon cleaves nobody"),
        (Special::Knockback, DamageType::E) => barred("an entangling weapon knocks nobody back"),
        (Special::Target, DamageType::E) => barred("an entangling weapon finds no gap"),
        (Special::Pierce, DamageType::E) => barred("an entangling weapon pierces nothing"),
        (Special::Pierce, DamageType::B) => barred("a blunt weapon pierces nothing"),
        (Special::Backstab, _) => Ok(single(5) + two(-5)),
        (Special::Break, _) => Ok(single(-5) + two(of(DamageType::B, 5))),
        (Special::Cleave, _) => Ok(single(-5) + two(of(DamageType::C, 5))),
        (Special::Disarm | Special::Sweep, _) => Ok(of(DamageType::E, 5)),
        (Special::Knockback, _) => Ok(single(-5) + two(5)),
        (Special::Pierce, _) => Ok(of(DamageType::P, 5)),
        (Special::Stun, _) => Ok(of(DamageType::B, 5)),
        (Special::Target, _) => Ok(of(DamageType::P, 5) + of(DamageType::B, -5)),
    }
}

/// The damage type that suits best: the highest modifier, ties to the first of the code; the
/// first of the code for a plain attack (P-105).
pub fn best_type(weapon: &WeaponUse, special: Option<Special>) -> Option<DamageType> {
    let first = weapon.types.first().copied()?;
    let Some(special) = special else {
        return Some(first);
    };
    let mut best: Option<(i32, DamageType)> = None;
    for kind in &weapon.types {
        if let Ok(value) = modifier(weapon, special, *kind)
            && best.is_none_or(|(top, _)| value > top)
        {
            best = Some((value, *kind));
        }
    }
    Some(best.map_or(first, |(_, kind)| kind))
}

/// What Weapon Handling is specialized in (H-20).
const HANDLING: [&str; 5] = [
    "fast_draw",
    "throw",
    "dazzle",
    "quick_recovery",
    "offhand_use",
];

/// Whether these specializations may stand together, and how many of them are for Special Attacks:
/// those come only after one for a weapon (P-135), and those of Weapon Handling with Level 6 in it
/// (P-253).
///
/// # Errors
/// Which comes too early.
pub fn check_specializations(
    tables: &Tables,
    list: &[SmolStr],
    handling: u8,
) -> Result<usize, Refusal> {
    let early = list.iter().find(|name| HANDLING.contains(&name.as_str()));
    if let Some(early) = early.filter(|_| handling < 6) {
        let words = format!("`{early}` needs Weapon Handling 6; it is {handling}");
        return Err(Refusal::new("P-253", words));
    }
    let is_special = |name: &SmolStr| {
        name == "feint" || Special::ALL.iter().any(|special| special.word() == name)
    };
    let armed = list.iter().any(|name| tables.weapons.contains_key(name));
    let mut specials = list.iter().filter(|name| is_special(name));
    match specials.clone().next() {
        Some(first) if !armed => Err(Refusal::new(
            "P-135",
            format!("`{first}` comes only after a specialization in a weapon"),
        )),
        _ => Ok(specials.by_ref().count()),
    }
}

/// Whether a specialization in a Special Attack works with this weapon (P-135).
pub fn is_specialized(sheet: &Sheet, weapon: &WeaponUse, special: &str) -> bool {
    derive::specialized(sheet, special) && derive::specialized(sheet, &weapon.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::combatant::ItemId;
    use crate::rules::phases::fixtures;
    use crate::rules::phases::scene::Tables;
    use crate::rules::phases::weapon_use::{Mode, weapon_use};

    fn used(name: &str) -> WeaponUse {
        let tables = Tables::shipped();
        let gear = fixtures::gear(&[name], None, None);
        let mode = match tables.weapons[name].reach {
            Some(_) => Mode::Melee,
            None => Mode::Shot,
        };
        weapon_use(&tables, &fixtures::a(), &gear, ItemId(0), mode).unwrap()
    }

    fn refused(
        sheet: &Sheet,
        name: &str,
        special: Option<Special>,
        feint: bool,
        rushed: u32,
    ) -> String {
        let weapon = used(name);
        let kind = best_type(&weapon, special).unwrap();
        let context = SpecialContext {
            in_use: true,
            rushed,
            charging: false,
        };
        check_special(sheet, &weapon, special, feint, kind, &context)
            .err()
            .map_or_else(String::new, |refusal| refusal.rule)
    }

    #[test]
    fn never_rushed_nor_charging() {
        // P-131, P-070.
        let a = fixtures::a();
        let target = Some(Special::Target);
        assert_eq!(refused(&a, "long_sword", target, false, 3), "P-131");
        assert_eq!(refused(&a, "long_sword", None, false, 3), "");
        assert_eq!(refused(&a, "long_sword", target, false, 0), "");
        let context = SpecialContext {
            in_use: true,
            rushed: 0,
            charging: true,
        };
        let weapon = used("long_sword");
        let refusal = check_special(&a, &weapon, target, false, DamageType::C, &context);
        assert_eq!(refusal.unwrap_err().rule, "P-070");
    }

    #[test]
    fn range_weapons_only_target() {
        // P-134, P-169, P-179.
        let a = fixtures::a();
        let knockback = Some(Special::Knockback);
        assert_eq!(refused(&a, "long_bow", Some(Special::Target), false, 0), "");
        assert_eq!(refused(&a, "long_bow", knockback, false, 0), "P-134");
        assert_eq!(refused(&a, "long_bow", None, true, 0), "P-169");
        assert_eq!(refused(&a, "whip", knockback, false, 0), "P-179");
        assert_eq!(
            refused(&a, "whip", Some(Special::Target), false, 0),
            "P-201"
        );
    }

    #[test]
    fn two_specials_need_the_feint_specialist() {
        // P-173, P-135.
        let mut a = fixtures::a();
        let target = Some(Special::Target);
        assert_eq!(refused(&a, "long_sword", target, true, 0), "P-173");
        a.specializations = vec!["feint".into(), "long_sword".into()];
        assert_eq!(refused(&a, "long_sword", target, true, 0), "");
        assert_eq!(refused(&a, "short_sword", target, true, 0), "P-173");
    }

    #[test]
    fn type_modifiers() {
        // P-179, P-201 on LS 15.
        let score = |name, special| {
            let weapon = used(name);
            let kind = best_type(&weapon, Some(special)).unwrap();
            15 + modifier(&weapon, special, kind).unwrap()
        };
        assert_eq!(score("dagger", Special::Knockback), 10);
        assert_eq!(score("mace", Special::Knockback), 15);
        assert_eq!(score("spear", Special::Knockback), 20);
        assert_eq!(score("great_sword", Special::Knockback), 20);
        assert_eq!(score("mace", Special::Target), 10);
        assert_eq!(score("long_sword", Special::Target), 15);
        assert_eq!(score("rapier", Special::Target), 20);
        assert_eq!(score("long_bow", Special::Target), 20);
        assert_eq!(score("halberd", Special::Target), 20);
    }
}
