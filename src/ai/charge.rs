//! Charges as plans: the run in a straight line and the blow at its end.

use super::danger::{danger, invited};
use super::mind::Mind;
use super::moves::{Taken, Walker, acts_now, as_choice, stays};
use super::place::position;
use super::spots::Spot;
use super::tactician::Weighed;
use crate::board::Hex;
use crate::combat::assess::{Meeting, Term, Threat};
use crate::combat::combatant::CombatantId;
use crate::combat::plot::{ChargeKind, EndFacing, Intent, Plot};
use smol_str::SmolStr;

/// Where a rider ends who rides somebody down: three hexes on, if that is free.
fn beyond(mind: &Mind, dir: crate::board::Dir, over: Hex) -> Option<Hex> {
    let end = dir.from(dir.from(dir.from(over)));
    let board = mind.board.as_ref()?;
    let stands = board.cell(end).is_some_and(|cell| !cell.is_impassable());
    (stands && mind.occupant(end).is_none()).then_some(end)
}

/// Hexes of a straight way from which somebody may be ridden down (P-086).
const LONG_RUN: u32 = 5;

/// Charges at whoever stands in a straight line: the blow at the end, before one's time or in it.
pub(super) fn charges(
    mind: &Mind,
    walker: &Walker,
    verb: &SmolStr,
    taken: &Taken,
) -> Vec<(Weighed, Hex, CombatantId)> {
    let me = walker.me;
    if !me.charges || me.down || me.reach == 0 {
        return Vec::new();
    }
    let mut list = Vec::new();
    for foe in walker.foes.iter().take(mind.skill.foes) {
        let Some((dir, far)) = crate::board::lane::straight(me.place.hex, foe.place.hex) else {
            continue;
        };
        if far < 2 || far > u32::from(me.walk) + 1 {
            continue;
        }
        let mut hex = me.place.hex;
        for _ in 1..far {
            hex = dir.from(hex);
        }
        let barred =
            (mind.occupant(hex).is_some() && hex != me.place.hex) || taken.by_other(me.who, hex);
        if barred {
            continue;
        }
        let place = mind.looking(hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            early: me.ready,
            charge: true,
            ..Meeting::new(place, mind.faced(foe, me.who, hex))
        };
        let worth = |threat: Threat| {
            if acts_now(foe) {
                threat.open
            } else {
                i32::midpoint(threat.open, threat.answered)
            }
        };
        let struck = mind.threat(me, foe, &meeting).map(worth);
        // With a long run-up a mount may ride him down instead.
        let ridden = (far > LONG_RUN)
            .then(|| mind.assess.overrun(me.who, foe.who, me.ready))
            .flatten()
            .map(worth);
        let (blow, kind) = match (struck, ridden) {
            (Some(struck), Some(ridden)) if ridden > struck => (ridden, ChargeKind::Trample),
            (None, Some(ridden)) => (ridden, ChargeKind::Trample),
            (Some(struck), _) => (struck, ChargeKind::Attack),
            (None, None) => continue,
        };
        if kind == ChargeKind::Trample {
            // He rides on and ends beyond him (P-089).
            hex = beyond(mind, dir, foe.place.hex).unwrap_or(hex);
        }
        let won = (100 - me.carry as i32) * me.ready as i32 * walker.rate / 10_000;
        let spot = Spot {
            hex,
            cost: far as u16,
            ..Spot::default()
        };
        let mut terms = position(mind, walker, &spot, true);
        terms.push(Term::new("the charge", blow * stays(me, foe, &spot) / 1000));
        terms.push(Term::new("time won", won));
        let mut invited = danger(walker, &invited(mind, walker, &spot), true, None);
        // A point held ready takes whoever runs into it.
        if foe.reach > 1 {
            let meets = Meeting::new(mind.looking(foe.place.hex, hex, foe.place.facing), place);
            let point = mind.threat(foe, me, &meets).map_or(0, |threat| threat.open);
            invited += point / 2;
        }
        terms.push(Term::new("blows invited", -invited));
        let plot = Plot {
            facing: EndFacing::Towards(foe.who),
            ..Plot::new(Intent::Charge(foe.who, kind))
        };
        list.push((Weighed::new(as_choice(verb, plot), terms), hex, foe.who));
    }
    list
}
