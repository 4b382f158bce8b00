//! Gear that takes Breaking Damage: when it is ruined, and what can be mended (P-205, P-206, P-260).

use super::scene::Tables;
use crate::combat::refusal::Refusal;

/// Breaking Damage at which an item is beyond repair: a weapon at its full Speed, armour and shields
/// without a rating left; `None` for what has neither.
fn bound(tables: &Tables, name: &str) -> Option<u8> {
    let suit = tables.armour.get(name).or_else(|| tables.shields.get(name));
    let weapon = || tables.weapons.get(name).map(|weapon| weapon.speed);
    suit.map(|suit| u8::try_from(suit.ar).unwrap_or(0))
        .or_else(weapon)
}

/// Whether an item with so much Breaking Damage is ruined (P-206, P-260).
pub fn is_ruined(tables: &Tables, name: &str, wear: u8) -> bool {
    bound(tables, name).is_some_and(|bound| wear >= bound)
}

/// The rule by which an item wears.
pub fn rule_of(tables: &Tables, name: &str) -> &'static str {
    if tables.weapons.contains_key(name) {
        "P-205"
    } else {
        "P-260"
    }
}

/// What is left of its Breaking Damage when an item is mended between battles: nothing (P-206, P-260).
///
/// # Errors
/// It is beyond repair, or nothing that is mended.
pub fn repaired(tables: &Tables, name: &str, wear: u8) -> Result<u8, Refusal> {
    let rule = if rule_of(tables, name) == "P-205" {
        "P-206"
    } else {
        "P-260"
    };
    if bound(tables, name).is_none() {
        return Err(Refusal::form(format!("`{name}` is nothing that is mended")));
    }
    if is_ruined(tables, name, wear) {
        return Err(Refusal::new(rule, "it is beyond repair"));
    }
    Ok(0)
}
