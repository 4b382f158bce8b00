//! What rounds bring by themselves: recovery from shock, bleeding, First Aid (W-071, W-090, W-096).

use super::check::{self, Roll};
use super::sheet::{Boxes, Location};
use super::state::{Injuries, Shock};
use super::{injury, shock};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};

/// Rounds after which a state ends without success (W-096).
pub const fn rounds(location: Location) -> u32 {
    match location {
        Location::Head => 50,
        _ => 10,
    }
}

/// What became of one state at the start of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recovery {
    /// The location.
    pub location: Location,
    /// Its check; `None` if its time is over.
    pub roll: Option<Roll>,
    /// Back in action.
    pub recovered: bool,
}

/// The start of a round: one check for each state that an earlier round left, or its end by time
/// (W-096).
pub fn recover(
    who: CombatantId,
    value: i32,
    injury: i32,
    states: &Shock,
    round: u32,
    dice: &mut dyn Dice,
) -> (Shock, Vec<Recovery>) {
    let mut after = states.clone();
    let (target, _) = shock::target(value, injury);
    let mut done = Vec::new();
    for (location, since) in &states.0 {
        if *since >= round {
            continue;
        }
        let over = round - since >= rounds(*location);
        let roll = (!over).then(|| {
            let throw = Throw::nth(who, "recovery", location.index() as u16);
            check::holds(throw, target, dice)
        });
        let recovered = roll.is_none_or(|roll| roll.verdict.succeeded());
        if recovered {
            after.0.remove(location);
        }
        done.push(Recovery {
            location: *location,
            roll,
            recovered,
        });
    }
    (after, done)
}

/// A round's end for one combatant: what bled and the Shock checks that brought (W-071, W-090).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bled {
    /// Injuries after.
    pub injuries: Injuries,
    /// Points lost.
    pub lost: u8,
    /// Checks, with their locations.
    pub checks: Vec<(Location, Roll)>,
    /// Dead of it (W-087).
    pub dead: bool,
}

/// Bleeding at the end of a round. A check falls due only where the state became worse.
pub fn bleed(
    who: CombatantId,
    value: i32,
    boxes: &Boxes,
    injuries: &Injuries,
    states: &Shock,
    dice: &mut dyn Dice,
) -> Bled {
    let (after, worse) = injuries.bleed(boxes);
    let dead = after.dead(boxes);
    let (target, _) = shock::target(value, after.penalty(boxes));
    let mut checks = Vec::new();
    for location in worse {
        let due = !dead && !states.has(location) && shock::checks(&after, boxes, location);
        if due {
            let throw = Throw::nth(who, "bleeding", location.index() as u16);
            checks.push((location, check::holds(throw, target, dice)));
        }
    }
    let lost = u8::try_from(after.total() - injuries.total()).unwrap_or(u8::MAX);
    Bled {
        injuries: after,
        lost,
        checks,
        dead,
    }
}

/// Target number of First Aid: Reflexes, First Aid (0 if missing: W-036), injury, recovery (W-071).
pub const fn first_aid_target(reflexes: i32, skill: i32, injury: i32, recovery: i32) -> i32 {
    reflexes + skill + injury + recovery
}

/// Rolls First Aid; success stops the bleeding of one location ([`Injuries::worst_bleeding`]).
pub fn first_aid(
    who: CombatantId,
    target: i32,
    skill: i32,
    patient: &Injuries,
    boxes: &Boxes,
    dice: &mut dyn Dice,
) -> (Roll, Option<(Location, Injuries)>) {
    let roll = check::roll(Throw::new(who, "first aid"), target, skill, dice);
    let treated = patient
        .worst_bleeding(boxes)
        .filter(|_| roll.verdict.succeeded())
        .map(|location| (location, patient.treat(location)));
    (roll, treated)
}

/// The state shown as light, heavy or grave (BT-8 `hurt`): that of the worst location.
pub fn worst(injuries: &Injuries, boxes: &Boxes) -> injury::Severity {
    Location::ALL
        .into_iter()
        .map(|location| injuries.severity(boxes, location))
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
#[path = "recovery_tests.rs"]
mod tests;
