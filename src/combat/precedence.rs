//! Who comes first: a quantity that the rule names, then a keyed die, never an id.
//!
//! Called by the walk, by displacement and by rule systems that put several in order.

use super::combatant::CombatantId;
use super::dice::{Dice, Throw};

/// Throws of equals before they count as equal for good: with a hundred faces nobody gets here.
const THROWS: u16 = 8;

/// The one with the highest quantity; equals throw a die of a hundred for `purpose` until one is
/// highest. `None` if nobody stands for it, or if the dice never part the equals.
///
/// The result does not depend on the order of the slice.
pub fn best(
    candidates: &[(CombatantId, i32)],
    purpose: &'static str,
    dice: &mut dyn Dice,
) -> Option<CombatantId> {
    let top = candidates.iter().map(|(_, quantity)| *quantity).max()?;
    let mut equals: Vec<CombatantId> = candidates
        .iter()
        .filter(|(_, quantity)| *quantity == top)
        .map(|(who, _)| *who)
        .collect();
    // The log shows throws by id; who wins does not depend on it.
    equals.sort_unstable();
    for ordinal in 0..THROWS {
        if equals.len() < 2 {
            break;
        }
        let faces: Vec<u16> = equals
            .iter()
            .map(|who| dice.face(Throw::nth(*who, purpose, ordinal), 100))
            .collect();
        let highest = faces.iter().copied().max()?;
        equals = equals
            .into_iter()
            .zip(faces)
            .filter(|(_, face)| *face == highest)
            .map(|(who, _)| who)
            .collect();
    }
    match equals[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// All of them, the highest quantity first; equals by dice of a hundred thrown for `purpose`
/// (B-063, B-071).
pub fn in_order(
    candidates: &[(CombatantId, i32)],
    purpose: &'static str,
    dice: &mut dyn Dice,
) -> Vec<CombatantId> {
    let mut list: Vec<(i32, Vec<u16>, CombatantId)> = candidates
        .iter()
        .map(|(who, quantity)| (*quantity, Vec::new(), *who))
        .collect();
    list.sort_unstable_by_key(|(_, _, who)| *who);
    for ordinal in 0..THROWS {
        let keys: Vec<(i32, Vec<u16>)> = list.iter().map(|(q, f, _)| (*q, f.clone())).collect();
        let mut thrown = false;
        for (at, (_, faces, who)) in list.iter_mut().enumerate() {
            let shared = keys.iter().filter(|key| **key == keys[at]).count() > 1;
            if shared {
                faces.push(dice.face(Throw::nth(*who, purpose, ordinal), 100));
                thrown = true;
            }
        }
        if !thrown {
            break;
        }
    }
    list.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    list.into_iter().map(|(_, _, who)| who).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::dice::{BattleDice, Script};
    use std::collections::{BTreeMap, VecDeque};

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);
    const C: CombatantId = CombatantId(2);

    fn scripted(faces: &[(CombatantId, &[u16])]) -> BattleDice {
        let mut dice = BattleDice::seeded(1, Vec::new());
        dice.script = Some(Script {
            faces: faces
                .iter()
                .map(|(who, faces)| {
                    let faces: VecDeque<u16> = faces.iter().copied().collect();
                    ((*who, "way".to_owned()), faces)
                })
                .collect::<BTreeMap<_, _>>(),
            faults: Vec::new(),
        });
        dice
    }

    #[test]
    fn the_quantity_decides_before_any_die() {
        let mut dice = scripted(&[]);
        assert_eq!(best(&[(A, 3), (B, 4)], "way", &mut dice), Some(B));
        assert!(dice.thrown.is_empty());
    }

    #[test]
    fn equals_throw_again_until_one_is_highest() {
        let mut dice = scripted(&[(A, &[7, 2]), (B, &[7, 3]), (C, &[6])]);
        assert_eq!(best(&[(C, 4), (A, 4), (B, 4)], "way", &mut dice), Some(B));
        let script = dice.script.unwrap();
        assert!(script.faults.is_empty() && script.unused().is_empty());
    }

    #[test]
    fn order_is_quantity_then_dice() {
        let mut dice = scripted(&[(A, &[10]), (C, &[90])]);
        let order = in_order(&[(A, 4), (B, 5), (C, 4)], "way", &mut dice);
        assert_eq!(order, [B, C, A]);
    }
}
