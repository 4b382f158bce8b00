//! Movement of a round (WH-03, W-093, B-068) and the run (WH-05).

use super::injury::Severity;
use super::sheet::{Boxes, Location};
use super::state::{Injuries, Shock};
use crate::combat::combatant::Posture;

/// Who moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The sheet's hexes a round, without encumbrance.
    pub movement: u8,
    /// Encumbrance (T5).
    pub encumbrance: u8,
    /// Boxes.
    pub boxes: &'a Boxes,
    /// Injuries.
    pub injuries: &'a Injuries,
    /// Shock.
    pub shock: &'a Shock,
    /// Posture.
    pub posture: Posture,
}

/// Hexes of movement in a round, and of a run on top of it (WH-03, WH-05).
pub fn hexes(mover: &Mover) -> u8 {
    if mover.shock.unconscious() {
        return 0;
    }
    let legs = [Location::RightLeg, Location::LeftLeg];
    let state = |leg: Location| mover.injuries.severity(mover.boxes, leg);
    let down = matches!(
        mover.posture,
        Posture::Prone | Posture::Kneeling | Posture::Crouching
    );
    let one = down
        || mover.shock.winded()
        || mover.shock.fallen()
        || legs.iter().any(|leg| state(*leg) == Severity::Gone);
    let whole = mover.movement.saturating_sub(mover.encumbrance).max(1);
    if one {
        1
    } else if legs.iter().any(|leg| state(*leg) >= Severity::Serious) {
        whole.div_ceil(2)
    } else {
        whole
    }
}

/// Whether he can rise: not while a leg is in shock or gone, nor winded or unconscious (W-095, WH-10).
pub fn can_stand(mover: &Mover) -> bool {
    let gone = [Location::RightLeg, Location::LeftLeg]
        .into_iter()
        .any(|leg| mover.injuries.gone(mover.boxes, leg));
    !gone && !mover.shock.fallen() && !mover.shock.winded() && !mover.shock.unconscious()
}

#[cfg(test)]
#[path = "movement_tests.rs"]
mod tests;
