//! What is not on offer, with the reason: the verbs say what one may wish for, their own checks why
//! it cannot be.

use super::sight::Sight;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::verb;

/// What somebody may wish for in a decision, with his eye on another one, and cannot have: each with
/// its rule, one reason once for a verb.
pub fn refused(
    sight: &Sight,
    decision: &Decision,
    offered: &[&Choice],
    focus: Option<CombatantId>,
) -> Vec<(Choice, Refusal)> {
    let who = decision.who;
    let kind = |slots: &Slots| (slots.flags.clone(), slots.targets.first().copied());
    let mut rows = Vec::new();
    for name in &decision.verbs {
        let Some(found) = verb(sight.rules(), name) else {
            continue;
        };
        let mut told: Vec<Refusal> = Vec::new();
        for slots in found.wishes(&sight.ask(), who, focus) {
            let on_offer = offered
                .iter()
                .any(|choice| choice.verb == *name && kind(&choice.slots) == kind(&slots));
            if on_offer {
                continue;
            }
            let Err(refusal) = found.check(&sight.ask(), who, &slots) else {
                continue;
            };
            // What only lacks a part of its form is no refusal of a rule.
            if refusal.rule.is_empty() || told.contains(&refusal) {
                continue;
            }
            told.push(refusal.clone());
            rows.push((Choice::new(name, slots), refusal));
        }
    }
    rows
}

/// The enemy nearest to somebody, whom wishes are about unless he names another.
pub fn nearest_foe(sight: &Sight, who: CombatantId) -> Option<CombatantId> {
    let me = sight.figure(who)?;
    let foes = sight
        .figures
        .iter()
        .filter(|figure| !sight.allied(me.side, figure.side) && figure.fitness.fills_hex());
    foes.min_by_key(|figure| {
        (
            crate::board::distance(me.place.hex, figure.place.hex),
            figure.id,
        )
    })
    .map(|figure| figure.id)
}
