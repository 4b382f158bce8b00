//! Charges as plans: the run in a straight line and the blow at its end.

use super::danger::{danger, invited};
use super::mind::Mind;
use super::moves::{Taken, Walker, acts_now, as_choice, stays};
use super::place::position;
use super::spots::Spot;
use super::tactician::Weighed;
use crate::board::arc::bearing;
use crate::board::lane::straight;
use crate::board::{Dir, Hex, distance};
use crate::combat::assess::{Gauge, Meeting, Term, Threat};
use crate::combat::combatant::CombatantId;
use crate::combat::plot::{ChargeKind, EndFacing, Gait, Intent, Plot};
use smol_str::SmolStr;

/// Where a rider ends who rides somebody down: three hexes on, if that is free.
fn beyond(mind: &Mind, dir: Dir, over: Hex) -> Option<Hex> {
    let end = dir.from(dir.from(dir.from(over)));
    let board = mind.board.as_ref()?;
    let stands = board.cell(end).is_some_and(|cell| !cell.is_impassable());
    (stands && mind.occupant(end).is_none()).then_some(end)
}

/// Hexes of a straight way from which somebody may be ridden down (P-086).
const LONG_RUN: u32 = 5;

/// How sure a charge is that begins with a way to where a straight line leads from, in thousandths.
const BENT: i32 = 850;

/// A charge that may be ridden or run: at whom, along which line, where it ends and how.
struct Run<'m> {
    foe: &'m Gauge,
    dir: Dir,
    far: u32,
    hex: Hex,
    gait: Gait,
    /// How sure it comes to pass, in thousandths.
    sure: i32,
}

/// Charges at whoever is near enough for it: in a straight line; for riders at a run, too, and, looked at
/// thoroughly, from a way to such a line.
fn runs<'m>(mind: &Mind, walker: &Walker<'m>, taken: &Taken) -> Vec<Run<'m>> {
    let me = walker.me;
    let mut list = Vec::new();
    for foe in walker.foes.iter().copied().take(mind.skill.foes) {
        let far = distance(me.place.hex, foe.place.hex);
        // On foot a charge at a run, or round corners, costs more than it brings.
        let rides = mind.assess.overrun(me.who, foe.who, me.ready).is_some();
        let lane = straight(me.place.hex, foe.place.hex).map(|(dir, _)| (dir, 1000));
        let bent = || {
            let dir = bearing(foe.place.hex, me.place.hex, true)?.opposite();
            (mind.skill.flood && rides && far > 2).then_some((dir, BENT))
        };
        let Some((dir, sure)) = lane.or_else(bent) else {
            continue;
        };
        let hex = dir.opposite().from(foe.place.hex);
        let barred =
            (mind.occupant(hex).is_some() && hex != me.place.hex) || taken.by_other(me.who, hex);
        if far < 2 || barred {
            continue;
        }
        let way = far + u32::from(sure < 1000);
        let gaits = [(Gait::Walk, me.walk), (Gait::Run, me.run)];
        for (gait, rate) in gaits {
            let faster = gait == Gait::Walk || (rides && rate > me.walk);
            if faster && way <= u32::from(rate) + 1 {
                let run = Run {
                    foe,
                    dir,
                    far,
                    hex,
                    gait,
                    sure,
                };
                list.push(run);
            }
        }
    }
    list
}

/// Charges: the blow at the end, before one's time or in it.
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
    let runs = runs(mind, walker, taken).into_iter();
    let weighed = runs.filter_map(|run| weigh(mind, walker, verb, &run));
    weighed.collect()
}

fn weigh(
    mind: &Mind,
    walker: &Walker,
    verb: &SmolStr,
    run: &Run,
) -> Option<(Weighed, Hex, CombatantId)> {
    let (me, foe) = (walker.me, run.foe);
    let mut hex = run.hex;
    let place = mind.looking(hex, foe.place.hex, me.place.facing);
    let meeting = Meeting {
        early: me.ready,
        charge: true,
        runs: run.gait == Gait::Run,
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
    let ridden = (run.far > LONG_RUN && run.sure == 1000)
        .then(|| mind.assess.overrun(me.who, foe.who, me.ready))
        .flatten()
        .map(worth);
    let (blow, kind) = match (struck, ridden) {
        (Some(struck), Some(ridden)) if ridden > struck => (ridden, ChargeKind::Trample),
        (None, Some(ridden)) => (ridden, ChargeKind::Trample),
        (Some(struck), _) => (struck, ChargeKind::Attack),
        (None, None) => return None,
    };
    if kind == ChargeKind::Trample {
        // He rides on and ends beyond him (P-089).
        hex = beyond(mind, run.dir, foe.place.hex).unwrap_or(hex);
    }
    let won = (100 - me.carry as i32) * me.ready as i32 * walker.rate / 10_000;
    let spot = Spot {
        hex,
        cost: run.far as u16,
        ..Spot::default()
    };
    let mut terms = position(mind, walker, &spot, true);
    let sure = stays(me, foe, &spot) * run.sure / 1000;
    terms.push(Term::new("the charge", blow * sure / 1000));
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
        gait: run.gait,
        ..Plot::new(Intent::Charge(foe.who, kind))
    };
    Some((Weighed::new(as_choice(verb, plot), terms), hex, foe.who))
}
