//! Shock checks: when, against what, and what a failed one does (W-088–W-095).

use super::check::{self, Roll};
use super::injury::{Marked, Severity};
use super::sheet::{Boxes, Location, Part};
use super::state::Injuries;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};

/// What a failed check does, by location (W-092–W-095).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stun {
    /// Head: prone, no actions.
    Unconscious,
    /// Torso: no actions, one hex, Defence at least 0.
    Winded,
    /// Arm: what it holds is dropped, it is of no use.
    Numb,
    /// Leg: prone, cannot stand.
    Falls,
}

/// What a failed check on a location does.
pub const fn stun(location: Location) -> Stun {
    match location.part() {
        Part::Head => Stun::Unconscious,
        Part::Torso => Stun::Winded,
        Part::Arm => Stun::Numb,
        Part::Leg => Stun::Falls,
    }
}

/// The number a Shock check must stay under: Shock and the injury penalty that holds once the new
/// damage is marked (W-090, W-091).
pub fn target(value: i32, injury: i32) -> (i32, Vec<Modifier>) {
    let mut modifiers = vec![Modifier::new("Shock", value, "W-088")];
    if injury != 0 {
        modifiers.push(Modifier::new("injury", injury, "W-091"));
    }
    (value + injury, modifiers)
}

/// Locations that must check after a hit: those it marked and left Serious or worse (W-090). Nobody
/// checks for a limb that is gone, nor once dead: there is nothing left to lose.
pub fn due(after: &Injuries, boxes: &Boxes, location: Location, marked: Marked) -> Vec<Location> {
    if after.dead(boxes) {
        return Vec::new();
    }
    let struck = [
        (marked.marked > 0).then_some(location),
        (marked.spilled > 0).then_some(Location::Torso),
    ];
    struck
        .into_iter()
        .flatten()
        .filter(|location| checks(after, boxes, *location))
        .collect()
}

/// Whether the state of a location is one that is checked for.
pub fn checks(after: &Injuries, boxes: &Boxes, location: Location) -> bool {
    let state = after.severity(boxes, location);
    (Severity::Serious..Severity::Gone).contains(&state)
}

/// Throws one check; strictly under the number holds.
pub fn check(who: CombatantId, ordinal: u16, target: i32, dice: &mut dyn Dice) -> Roll {
    check::holds(Throw::nth(who, "shock", ordinal), target, dice)
}
