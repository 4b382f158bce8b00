//! Skill options that are learned only from a Level on (P-209, P-213, P-214, P-228, P-253), and those
//! of grappling, which come after Grappling itself (P-135).
//!
//! Called where a sheet is read, so that nobody enters a battle with what he cannot have learned.

use super::sheet::Sheet;
use super::{derive, two_weapons};
use crate::combat::refusal::Refusal;

/// Options of Blindfighting (P-209).
const BLIND: [&str; 3] = [
    "unseen_opponent",
    "total_darkness",
    "360_degree_defensive_awareness",
];
/// Options of Weapon Handling (P-253).
const HANDLING: [&str; 5] = [
    "fast_draw",
    "throw",
    "dazzle",
    "quick_recovery",
    "offhand_use",
];
/// Options of Two Weapon Fighting that need a combination first (P-228).
const COMBINED: [&str; 2] = ["secondary_parry", "secondary_attack"];
/// Options of Grappling (P-240, P-244, P-248).
const GRAPPLING: [&str; 3] = ["pin", "grapple_throw", "defensive_throw"];

fn from_level(
    sheet: &Sheet,
    skill: &str,
    level: u8,
    rule: &str,
    name: &str,
) -> Result<(), Refusal> {
    let has = derive::level(sheet, skill);
    if has >= level {
        return Ok(());
    }
    let skill = skill.replace('_', " ");
    Err(Refusal::new(
        rule,
        format!("`{name}` is learned from Level {level} of {skill} on; this is Level {has}"),
    ))
}

fn check_one(sheet: &Sheet, name: &str) -> Result<(), Refusal> {
    let from = |skill, level, rule| from_level(sheet, skill, level, rule, name);
    if BLIND.contains(&name) {
        return from("blindfighting", 5, "P-209");
    }
    if name.starts_with("sidestep:") {
        return from("sidestep", 5, "P-213");
    }
    if HANDLING.contains(&name) {
        return from("weapon_handling", 6, "P-253");
    }
    if name.starts_with("combination:") {
        return from(two_weapons::SKILL, 6, "P-228");
    }
    if COMBINED.contains(&name) {
        from(two_weapons::SKILL, 6, "P-228")?;
        let combined = |known: &smol_str::SmolStr| known.starts_with("combination:");
        if !sheet.specializations.iter().any(combined) {
            let words = format!("`{name}` comes only after a combination of two weapons");
            return Err(Refusal::new("P-228", words));
        }
    }
    if GRAPPLING.contains(&name) && !derive::specialized(sheet, super::grapple::WEAPON) {
        let words = format!("`{name}` comes only after `grappling`");
        return Err(Refusal::new("P-135", words));
    }
    Ok(())
}

/// Whether somebody can have learned all his specializations.
///
/// # Errors
/// The first that he cannot.
pub fn check(sheet: &Sheet) -> Result<(), Refusal> {
    sheet
        .specializations
        .iter()
        .try_for_each(|name| check_one(sheet, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures;
    use crate::rules::phases::scene::Tables;

    fn refused(skill: &str, level: u8, list: &[&str]) -> Option<String> {
        let mut sheet = fixtures::a();
        sheet.skills.insert(skill.into(), level);
        sheet.specializations = list.iter().map(|name| (*name).into()).collect();
        check(&sheet).err().map(|refusal| refusal.rule)
    }

    #[test]
    fn options_come_with_their_level() {
        let is = |rule: &str| Some(rule.to_owned());
        assert_eq!(
            refused("blindfighting", 4, &["total_darkness"]),
            is("P-209")
        );
        assert_eq!(refused("blindfighting", 5, &["total_darkness"]), None);
        assert_eq!(refused("weapon_handling", 5, &["fast_draw"]), is("P-253"));
        assert_eq!(refused("weapon_handling", 6, &["fast_draw"]), None);
        let skill = two_weapons::SKILL;
        let pair = "combination:rapier:dagger";
        assert_eq!(refused(skill, 5, &[pair]), is("P-228"));
        assert_eq!(refused(skill, 6, &["secondary_parry"]), is("P-228"));
        assert_eq!(refused(skill, 6, &[pair, "secondary_parry"]), None);
        assert_eq!(refused("grappling", 6, &["pin"]), is("P-135"));
        assert_eq!(refused("grappling", 6, &["grappling", "pin"]), None);
    }

    #[test]
    fn shipped_archetypes_have_learned_what_they_can() {
        for (name, archetype) in &Tables::shipped().archetypes {
            assert_eq!(check(&archetype.sheet), Ok(()), "{name}");
        }
    }
}
