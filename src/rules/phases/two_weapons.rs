//! Two Weapon Fighting: what the Secondary Hand does, and how it is worse than the Primary
//! (P-216 to P-229, P-251, H-10).
//!
//! The Primary weapon is the one in the main hand, the Secondary the one in the other.

use super::derive;
use super::scene::{Figure, Tables};
use super::sheet::{DamageType, Sheet};
use super::weapon_use::{Mode, WeaponUse, fitness_share, weapon_use};
use crate::combat::combatant::{Carried, Item};
use crate::combat::dice::DiceSum;
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;

/// The skill.
pub const SKILL: &str = "two_weapon_fighting";

/// A weapon in each hand as somebody uses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the main hand.
    pub primary: WeaponUse,
    /// In the other hand, with its own shares (P-221, P-227).
    pub secondary: WeaponUse,
    /// What the other hand costs an attack (P-218, P-219).
    pub modifiers: Vec<Modifier>,
}

/// The weapon in a hand, if it is one for one hand and hand to hand.
fn in_hand<'a>(figure: &'a Figure, tables: &Tables, carried: Carried) -> Option<&'a Item> {
    figure.gear.0.iter().find(|item| {
        let weapon = tables.weapons.get(&item.name);
        item.carried == carried
            && weapon.is_some_and(|weapon| weapon.hands == 1 && weapon.reach.is_some())
    })
}

/// The item in the Secondary Hand, if somebody can fight with two weapons (P-216).
///
/// # Errors
/// What is missing: the skill, or a weapon in each hand.
pub fn items<'a>(figure: &'a Figure, tables: &Tables) -> Result<[&'a Item; 2], Refusal> {
    if derive::level(&figure.sheet, SKILL) == 0 {
        let words = "fighting with two weapons has to be learned";
        return Err(Refusal::new("P-216", words));
    }
    // An empty hand is a fist (P-251).
    let fist =
        || in_hand(figure, tables, Carried::Natural).filter(|_| figure.gear.free_hands() > 0);
    let hands = (
        in_hand(figure, tables, Carried::Main),
        in_hand(figure, tables, Carried::Off).or_else(fist),
    );
    match hands {
        (Some(primary), Some(secondary)) => Ok([primary, secondary]),
        _ => Err(Refusal::new(
            "P-216",
            "it takes a one-handed weapon in each hand",
        )),
    }
}

/// Both weapons as they are used.
///
/// # Errors
/// As [`items`] and [`weapon_use`].
pub fn pair(figure: &Figure, tables: &Tables) -> Result<Pair, Refusal> {
    let [primary, secondary] = items(figure, tables)?;
    let used = |item: &Item| weapon_use(tables, &figure.sheet, &figure.gear, item.id, Mode::Melee);
    let primary = used(primary)?;
    let level = derive::level(&figure.sheet, SKILL);
    let full = mastered(
        &figure.sheet,
        &primary,
        &used(secondary)?,
        "secondary_attack",
    );
    let secondary = second_hand(used(secondary)?, figure.sheet.fi_bonus, level, full);
    let modifiers = hand_modifiers(level, secondary.full_speed);
    Ok(Pair {
        primary,
        secondary,
        modifiers,
    })
}

/// Whether a specialization in the Secondary weapon of this very combination works (P-229).
pub fn mastered(sheet: &Sheet, primary: &WeaponUse, secondary: &WeaponUse, what: &str) -> bool {
    let combination = format!("combination:{}:{}", primary.name, secondary.name);
    derive::specialized(sheet, &combination) && derive::specialized(sheet, what)
}

/// What the Secondary Hand costs an attack: −5, less 1 a Level up to 5, and 5 more for a weapon of
/// Speed 3 and up (P-218, P-219, H-10).
pub fn hand_modifiers(level: u8, full_speed: u8) -> Vec<Modifier> {
    let mut list = Vec::new();
    let hand = i32::from(level.min(5)) - 5;
    if hand != 0 {
        list.push(Modifier::new("second hand", hand, "P-218"));
    }
    if full_speed >= 3 {
        list.push(Modifier::new("heavy in the second hand", -5, "P-219"));
    }
    list
}

/// Share of the FI Bonus in the Secondary Hand: none below Level 5, then half (a quarter for
/// Speed 1), with the specialization the whole (half for Speed 1) (P-221, P-227, P-229).
pub const fn second_share(fi_bonus: i8, single: bool, level: u8, full: bool) -> i32 {
    if level < 5 {
        return 0;
    }
    if full {
        return fitness_share(fi_bonus, single, false);
    }
    let bonus = fi_bonus as i32;
    if single { bonus / 4 } else { bonus / 2 }
}

/// A weapon as the Secondary Hand attacks with it: its share of the FI Bonus, and half its Critical
/// Number below Level 5 (P-221, P-227).
pub fn second_hand(weapon: WeaponUse, fi_bonus: i8, level: u8, full: bool) -> WeaponUse {
    let fitness = second_share(fi_bonus, weapon.is_single(), level, full);
    let cn = if level < 5 { weapon.cn / 2 } else { weapon.cn };
    WeaponUse {
        fitness,
        cn,
        ..weapon
    }
}

/// Both fists in one blow: a single check for 2d4 and the FI Bonus (P-251).
///
/// # Errors
/// Somebody does not fight with two fists.
pub fn combined(pair: &Pair) -> Result<WeaponUse, Refusal> {
    let fists = |weapon: &WeaponUse| weapon.class == "striking";
    if !fists(&pair.primary) || !fists(&pair.secondary) {
        let words = "only two fists strike together";
        return Err(Refusal::new("P-251", words));
    }
    let dice = pair.primary.damage;
    Ok(WeaponUse {
        damage: DiceSum {
            count: dice.count.saturating_mul(2),
            plus: dice.plus.saturating_mul(2),
            ..dice
        },
        fitness: pair.primary.fi_bonus.into(),
        types: vec![DamageType::B],
        ..pair.primary.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::check;

    fn cost(level: u8, speed: u8) -> i32 {
        check::total(&hand_modifiers(level, speed))
    }

    #[test]
    fn the_second_hand_by_level() {
        // H-10: −4 to 0 for light weapons, −9 to −5 for heavy ones.
        for (level, light) in [(1, -4), (2, -3), (3, -2), (4, -1), (5, 0), (8, 0)] {
            assert_eq!(cost(level, 2), light);
            assert_eq!(cost(level, 3), light - 5);
        }
    }

    #[test]
    fn shares_of_the_second_hand() {
        // P-221: none. P-227: FI Bonus +4: a shortsword +2, a dagger +1. P-229: +4 and +2.
        assert_eq!(second_share(4, false, 4, false), 0);
        assert_eq!(second_share(4, false, 5, false), 2);
        assert_eq!(second_share(4, true, 5, false), 1);
        assert_eq!(second_share(4, false, 6, true), 4);
        assert_eq!(second_share(4, true, 6, true), 2);
    }
}
