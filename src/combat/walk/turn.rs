//! Movers one after another, as the systems without step rounds have it (B-063).

use super::{Outcome, Reason, Want};
use crate::board::Hex;
use crate::combat::combatant::CombatantId;

/// One step each, in the order given: a hex filled at that moment stops the mover there (B-063).
/// Two allies who both want it change places at the turn of the first (B-066). Contests and
/// head-ons cannot arise (B-064, B-065). `filled` tells who fills a hex of those not in the list.
///
/// Order the movers with [`precedence::in_order`](crate::combat::precedence::in_order).
pub fn walk_in_turn(
    wants: &[Want],
    filled: &dyn Fn(Hex) -> Option<CombatantId>,
) -> Vec<(CombatantId, Outcome)> {
    let mut now: Vec<Hex> = wants.iter().map(|want| want.from).collect();
    let mut outcomes = vec![None; wants.len()];
    for (index, want) in wants.iter().enumerate() {
        let (Some(to), None) = (want.to, outcomes[index]) else {
            continue;
        };
        let partner = want.swap_with.map(|who| {
            wants.iter().position(|other| {
                other.who == who
                    && other.swap_with == Some(want.who)
                    && other.team == want.team
                    && other.to == Some(want.from)
                    && other.from == to
            })
        });
        outcomes[index] = Some(match partner {
            Some(Some(other)) => {
                now[index] = to;
                now[other] = want.from;
                outcomes[other] = Some(Outcome::Go { to: want.from });
                Outcome::Go { to }
            }
            Some(None) => Outcome::Blocked {
                by: want.swap_with,
                reason: Reason::SwapDeclined,
            },
            None => {
                let mover = |hex| {
                    let there = |at: &usize| wants[*at].footprint.covers(now[*at], hex);
                    let mut others = (0..wants.len()).filter(|at| *at != index);
                    others.find(there).map(|at| wants[at].who)
                };
                let mut hexes = want.footprint.hexes(to);
                match hexes.find_map(|hex| filled(hex).or_else(|| mover(hex))) {
                    Some(by) => Outcome::Blocked {
                        by: Some(by),
                        reason: Reason::Filled,
                    },
                    None => {
                        now[index] = to;
                        Outcome::Go { to }
                    }
                }
            }
        });
    }
    wants
        .iter()
        .zip(outcomes)
        .map(|(want, outcome)| (want.who, outcome.unwrap_or(Outcome::Stay)))
        .collect()
}
