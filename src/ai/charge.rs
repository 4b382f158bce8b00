//! Charges as plans: the run in a straight line and the blow at its end.

use super::danger::{danger, invited};
use super::mind::Mind;
use super::moves::{Taken, Walker, acts_now, as_choice, stays};
use super::place::position;
use super::spots::Spot;
use super::tactician::Weighed;
use crate::board::Hex;
use crate::combat::assess::{Meeting, Term};
use crate::combat::combatant::CombatantId;
use crate::combat::plot::{ChargeKind, EndFacing, Intent, Plot};
use smol_str::SmolStr;

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
        let Some(threat) = mind.threat(me, foe, &meeting) else {
            continue;
        };
        let blow = if acts_now(foe) {
            threat.open
        } else {
            i32::midpoint(threat.open, threat.answered)
        };
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
            ..Plot::new(Intent::Charge(foe.who, ChargeKind::Attack))
        };
        list.push((Weighed::new(as_choice(verb, plot), terms), hex, foe.who));
    }
    list
}
