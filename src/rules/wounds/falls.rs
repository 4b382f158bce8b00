//! Falls and other area damage (W-116–W-118, B-040): the distance is the damage SL.

use super::check::DIE;
use super::sheet::Location;
use super::tables::Charts;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};

/// A fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// Metres fallen.
    pub metres: u16,
    /// Pushed, thrown, shot down or unconscious: the wounds are doubled.
    pub uncontrolled: bool,
    /// The SL is doubled in place of the wounds (WA-29).
    pub double_sl: bool,
    /// How often the damage is halved: by an Athletics check, a belt (W-118).
    pub halved: u8,
}

/// Wounds of a fall before armour (W-116, W-118).
pub fn wounds(fall: &Fall, charts: &Charts) -> u16 {
    let twice = if fall.uncontrolled { 2 } else { 1 };
    let sl = i32::from(fall.metres);
    let wounds = if fall.double_sl {
        charts.wounds(sl * i32::from(twice))
    } else {
        charts.wounds(sl).saturating_mul(twice)
    };
    wounds >> fall.halved.min(15)
}

/// Locations that area damage strikes: two dice, equal ones once (W-117).
pub fn locations(who: CombatantId, charts: &Charts, dice: &mut dyn Dice) -> Vec<Location> {
    let mut throw = |nth| {
        let class = |face| charts.location(face).index() as u8;
        let face = dice.check(Throw::nth(who, "fall location", nth), DIE, &class);
        charts.location(face.face)
    };
    let mut struck = vec![throw(0), throw(1)];
    struck.dedup();
    struck
}

/// The number a Shock check must stay under after an uncontrolled fall that left no wounds, from two
/// metres on; failure winds (B-040).
pub fn shock_target(fall: &Fall, value: i32, injury: i32) -> Option<i32> {
    (fall.uncontrolled && fall.metres >= 2).then(|| value + injury - i32::from(fall.metres))
}

#[cfg(test)]
#[path = "falls_tests.rs"]
mod tests;
