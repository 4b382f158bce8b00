//! Several actions in one round: recovery, counts and penalties (W-048, W-051–W-060).

use super::sheet::Weapon;
use super::state::{Initiative, Turn};
use crate::combat::combatant::ItemId;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// Least REC that Martial Arts and second weapons can bring it to (W-048, W-055).
const LEAST: u8 = 2;

/// REC of an action with a weapon: Martial Arts take 1 off hand to hand (W-048), another drawn weapon
/// than that of the action before 1 more (W-055), never below 2.
pub fn recovery(weapon: &Weapon, martial_arts: i32, other_weapon: bool) -> u8 {
    let trained = weapon.skill.is_melee() && martial_arts >= 1;
    let less = u8::from(trained) + u8::from(other_weapon);
    weapon.rec.saturating_sub(less).max(LEAST.min(weapon.rec))
}

/// When an action comes and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// Count (W-060); that of the initiative for a first action.
    pub count: i16,
    /// Recovery penalty on its roll, 0 or less (W-051).
    pub penalty: i32,
    /// What it adds to the sum: its REC, 0 for a first action.
    pub rec: u8,
}

/// The next action of a turn if it has this REC. `single` is one action a round (W-018).
///
/// # Errors
/// Why there is none, with the rule.
pub fn next(turn: &Turn, rec: u8, single: bool) -> Result<Next, Refusal> {
    if turn.over {
        return Err(Refusal::new(
            "T9",
            "he fumbled: no further action this round",
        ));
    }
    let undrawn = -i32::from(turn.undrawn);
    if turn.actions == 0 {
        return Ok(Next {
            count: turn.count,
            penalty: undrawn,
            rec: 0,
        });
    }
    if single {
        return Err(Refusal::new("W-018", "blows are traded one for one"));
    }
    if matches!(turn.initiative, Initiative::Failed(_) | Initiative::Fumbled) {
        return Err(Refusal::new(
            "W-054",
            "his initiative failed: one action this round",
        ));
    }
    let count = turn.count - i16::from(rec);
    if count < 1 {
        return Err(Refusal::new(
            "W-060",
            format!("it would come at count {count}; the round ends at count 1"),
        ));
    }
    Ok(Next {
        count,
        penalty: -(i32::from(turn.owed) + i32::from(rec)),
        rec,
    })
}

/// The turn after that action. `weapon` is what it was done with.
#[must_use]
pub fn take(turn: &Turn, next: &Next, weapon: Option<ItemId>) -> Turn {
    Turn {
        count: next.count,
        owed: turn.owed.saturating_add(next.rec),
        actions: turn.actions.saturating_add(1),
        last: weapon,
        delayed: false,
        stirred: true,
        ..turn.clone()
    }
}

/// Whether a weapon differs from that of the action before (W-055). Both must be drawn (W-056), which
/// is for the caller to know.
pub fn is_other(turn: &Turn, weapon: ItemId) -> bool {
    turn.last.is_some_and(|last| last != weapon)
}

#[cfg(test)]
#[path = "pace_tests.rs"]
mod tests;
