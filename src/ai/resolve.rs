//! What concerns a whole side: standing orders that suit it, and giving up when all is lost.

use super::mind::Mind;
use crate::combat::battle::CONCEDE;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision, DecisionId, Order};

/// A side gives up when what is left of it comes to less than one in so many of its enemies'.
const HOPELESS: i32 = 8;

/// Side orders for this window: each is given once and stands, so most windows have none.
pub(super) fn orders(mind: &Mind, decisions: &[Decision]) -> Vec<Order> {
    let Some(first) = decisions.first() else {
        return Vec::new();
    };
    let order = |who: CombatantId, choice: Choice| Order {
        decision: DecisionId::NONE,
        who,
        choice,
    };
    // One look in a unit is enough.
    if !mind.assess.once_a_unit(first) {
        return Vec::new();
    }
    let mut orders: Vec<Order> = decisions
        .iter()
        .flat_map(|decision| {
            let wanted = mind
                .assess
                .standing(decision.who, mind.skill.opportunity)
                .into_iter();
            wanted.map(|(choice, _)| order(decision.who, choice))
        })
        .collect();
    if lost(mind) {
        orders.push(order(first.who, Choice::plain(CONCEDE)));
    }
    orders
}

/// Whether a side has no hope: fewer than its enemies, and next to nothing against them.
pub(super) fn lost(mind: &Mind) -> bool {
    let total = |left: &mut dyn Iterator<Item = i32>| -> (i32, i32) {
        left.fold((0, 0), |(count, sum), left| (count + 1, sum + left))
    };
    let (friends, own) = total(&mut mind.friends().map(strength));
    let (foes, theirs) = total(&mut mind.foes().map(strength));
    friends > 0 && foes >= friends + 2 && own * HOPELESS < theirs
}

/// Worth of somebody for what is still to come.
fn strength(gauge: &crate::combat::assess::Gauge) -> i32 {
    if gauge.helpless {
        0
    } else {
        gauge.value * (100 + 900 * gauge.life / 1000) / 1000
    }
}
