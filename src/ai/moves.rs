//! Where to go, and whether to strike at the end of it: plans of one combatant, weighed.
//!
//! A plan is a hex to end in with somebody to look at. What speaks for it is the blow it allows now
//! or soon; what speaks against it are the blows that it invites.

use super::charge::charges;
use super::danger::{danger, invited};
use super::mind::Mind;
use super::place::{ground, position};
use super::spots::{Spot, spots};
use super::tactician::Weighed;
use super::tempo::{self, Blows};
use super::{choose, duel};
use crate::board::{Arc, Hex, arc, distance};
use crate::combat::assess::{Gauge, Meeting, Term, Threat};
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{EndFacing, Gait, IfTaken, Intent, Plot};
use smol_str::SmolStr;

/// Ends of plans that are made in a window: hexes others of the side stay out of, enemies they
/// already strike at.
#[derive(Default)]
pub(super) struct Taken {
    hexes: Vec<(CombatantId, Hex)>,
    aims: Vec<CombatantId>,
    /// Plans of the combatant thought over last, with where they end and at whom they strike.
    open: Vec<(Choice, Hex, Option<CombatantId>)>,
}

impl Taken {
    /// A plan was chosen.
    pub(super) fn take(&mut self, who: CombatantId, choice: &Choice) {
        let open = std::mem::take(&mut self.open);
        let Some((_, hex, aim)) = open.into_iter().find(|(known, ..)| known == choice) else {
            return;
        };
        self.hexes.push((who, hex));
        self.aims.extend(aim);
    }

    pub(super) fn by_other(&self, who: CombatantId, hex: Hex) -> bool {
        self.hexes
            .iter()
            .any(|(other, taken)| *other != who && *taken == hex)
    }
}

/// Somebody with what does not depend on where he goes.
pub(super) struct Walker<'m> {
    pub(super) me: &'m Gauge,
    pub(super) foes: Vec<&'m Gauge>,
    pub(super) blows: Blows,
    pub(super) rate: i32,
    /// The best he can get by waiting for his time.
    pub(super) waiting: i32,
    /// Worth of a turn.
    pub(super) turn: i32,
    /// Places to go to for something else.
    pub(super) errands: Vec<(Hex, i32)>,
    /// Ground that is wanted, and what it is worth that he stands there.
    pub(super) grounds: Vec<(&'m [Hex], i32)>,
    /// The game of time with the nearest enemy: striking and waiting, and which of equals it is to
    /// be this time.
    pub(super) duel: Option<(CombatantId, duel::Choice, bool)>,
}

impl Walker<'_> {
    /// The game with somebody, if he is the one.
    fn game(&self, foe: Option<CombatantId>) -> Option<(duel::Choice, bool)> {
        let (who, choice, strikes) = self.duel?;
        (Some(who) == foe).then_some((choice, strikes))
    }
}

/// Every plan worth a thought, weighed.
pub(super) fn plans(
    mind: &Mind,
    decision: &Decision,
    verb: &SmolStr,
    taken: &mut Taken,
) -> Vec<Weighed> {
    taken.open.clear();
    let Some(me) = mind.gauge(decision.who) else {
        return Vec::new();
    };
    let foes = mind.foes_by(me.place);
    let Some(nearest) = foes.first().copied() else {
        return march(mind, me, verb, taken);
    };
    let blows = choose::ladder(mind, me, nearest).middle();
    let grasp = u32::from(me.reach.max(nearest.reach) + me.walk.max(nearest.walk)) + 1;
    let close = distance(me.place.hex, nearest.place.hex) <= grasp;
    let duel = if mind.skill.duel && close {
        choose::duel(mind, me, nearest).map(|duel| {
            let choice = duel.choice(me.ready as usize, nearest.ready as usize);
            let strikes = mind.view.key(me.who).below(1000) < choice.often as usize;
            (nearest.who, choice, strikes)
        })
    } else {
        None
    };
    let rate = tempo::rate(me, &blows);
    let walker = Walker {
        me,
        blows,
        rate,
        waiting: tempo::waiting(me, &blows, rate, me.ready as usize),
        turn: rate * me.turn as i32 / 10_000,
        foes,
        errands: mind.assess.errands(me.who),
        grounds: mind
            .grounds
            .iter()
            .map(|found| (found.hexes.as_slice(), ground(mind, me, found)))
            .collect(),
        duel,
    };
    let mut list = Vec::new();
    for spot in spots(mind, me, &walker.foes, &walker.errands) {
        if taken.by_other(me.who, spot.hex) {
            continue;
        }
        for (weighed, aim) in weigh(mind, &walker, &spot, verb, taken) {
            taken.open.push((weighed.choice.clone(), spot.hex, aim));
            list.push(weighed);
        }
        if !mind.may_work() {
            break;
        }
    }
    for (weighed, hex, aim) in charges(mind, &walker, verb, taken) {
        taken.open.push((weighed.choice.clone(), hex, Some(aim)));
        list.push(weighed);
    }
    list
}

/// Where to go while no enemy is in sight: to ground the objectives are about.
fn march(mind: &Mind, me: &Gauge, verb: &SmolStr, taken: &mut Taken) -> Vec<Weighed> {
    let mut list = Vec::new();
    for found in &mind.grounds {
        let worth = ground(mind, me, found);
        let free = |hex: &&Hex| {
            **hex == me.place.hex
                || (mind.occupant(**hex).is_none() && !taken.by_other(me.who, **hex))
        };
        let nearest = found
            .hexes
            .iter()
            .filter(free)
            .min_by_key(|hex| (distance(**hex, me.place.hex), me.place.framed(**hex)));
        let Some(hex) = nearest.copied() else {
            continue;
        };
        let intent = if hex == me.place.hex {
            Intent::Hold
        } else {
            Intent::Goto(hex)
        };
        let plot = Plot {
            if_taken: IfTaken::GoRound,
            ..Plot::new(intent)
        };
        let choice = as_choice(verb, plot);
        taken.open.push((choice.clone(), hex, None));
        list.push(Weighed::new(
            choice,
            vec![Term::new("ground to be held", worth)],
        ));
    }
    list
}

/// The plot that leads to a spot.
fn plot(walker: &Walker, spot: &Spot, aim: &Gauge, strikes: bool) -> Plot {
    let me = walker.me;
    let facing = EndFacing::Towards(aim.who);
    let front = arc::arc(aim.place.facing, spot.hex - aim.place.hex) == Arc::Front;
    let intent = if spot.hex == me.place.hex {
        Intent::Hold
    } else if (strikes && front && me.reach > 0 && !spot.keeps) || spot.beyond {
        Intent::Close(aim.who, me.reach.max(1))
    } else {
        Intent::Goto(spot.hex)
    };
    Plot {
        facing,
        if_taken: IfTaken::GoRound,
        gait: if spot.runs { Gait::Run } else { Gait::Walk },
        yielding: !strikes,
        ..Plot::new(intent)
    }
}

pub(super) fn as_choice(verb: &SmolStr, plot: Plot) -> Choice {
    Choice {
        verb: verb.clone(),
        slots: Slots {
            plot: Some(plot),
            ..Slots::default()
        },
    }
}

/// How sure it is that somebody is still within reach when the blow comes, in thousandths: whoever
/// fights hand to hand comes on; whoever shoots may go.
pub(super) fn stays(me: &Gauge, foe: &Gauge, spot: &Spot) -> i32 {
    if foe.helpless || foe.down || me.shoots() {
        return 1000;
    }
    let far = distance(spot.hex, foe.place.hex);
    if spot.hex == me.place.hex && far <= u32::from(foe.reach) {
        1000
    } else if foe.shoots() {
        850
    } else {
        950
    }
}

/// A spot as a plan to wait there and, where it can be, as a plan to strike there early.
fn weigh(
    mind: &Mind,
    walker: &Walker,
    spot: &Spot,
    verb: &SmolStr,
    taken: &Taken,
) -> Vec<(Weighed, Option<CombatantId>)> {
    let me = walker.me;
    let mut best: Option<(i32, &Gauge, Threat, i32)> = None;
    let near = u32::from(me.reach.max(me.range));
    let considered = walker
        .foes
        .iter()
        .filter(|foe| distance(foe.place.hex, spot.hex) <= near)
        .take(mind.skill.foes + 1);
    for foe in considered {
        let place = mind.looking(spot.hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            prepared: me.prepared,
            ..Meeting::new(place, mind.faced(foe, me.who, spot.hex))
        };
        let Some(threat) = mind.threat(me, foe, &meeting) else {
            continue;
        };
        let blow = if acts_now(foe) {
            threat.open
        } else {
            i32::midpoint(threat.open, threat.answered)
        };
        let sure = stays(me, foe, spot);
        // Two on one make an end of him sooner.
        let together = if taken.aims.contains(&foe.who) {
            blow / 8
        } else {
            0
        };
        let value = (blow + together) * sure / 1000;
        if best.is_none_or(|(top, ..)| value > top) {
            best = Some((value, *foe, threat, sure));
        }
    }
    let position = position(mind, walker, spot, best.is_some());
    let blows = invited(mind, walker, spot);
    let mut list = Vec::new();
    let aim = best.map_or(walker.foes[0], |(_, foe, ..)| foe);
    let plan = as_choice(verb, plot(walker, spot, aim, best.is_some()));
    let ready = me.ready as usize;
    // To wait, or to strike in one's time.
    let mut terms = position.clone();
    let strikes_now = ready == 0 && best.is_some() && !spot.runs;
    let game = walker.game(best.map(|(_, foe, ..)| foe.who));
    let against = game.and(best).map(|(_, foe, ..)| foe.who);
    match best {
        Some((value, ..)) if let Some((game, strikes)) = game => {
            let better = value - walker.blows[0];
            if ready == 0 {
                terms.push(Term::new(
                    "striking now",
                    game.strike.max(game.wait) + better,
                ));
            } else {
                terms.push(Term::new("waiting for his time", game.wait + better / 3));
                terms.push(Term::new("of equals this one", i32::from(!strikes)));
            }
        }
        Some((value, ..)) if ready == 0 => {
            terms.push(Term::new(
                "the blow from there",
                value.max(walker.waiting / 2),
            ));
        }
        // A place that promises more than the common one is worth it later, too.
        Some((value, ..)) => {
            let common = walker.blows[0];
            terms.push(Term::new(
                "the blow to come",
                walker.waiting + (value - common) / 3,
            ));
        }
        None => {
            let later = 750 + 40 * (me.ready as i32).min(6);
            terms.push(Term::new("the blow to come", walker.waiting * later / 1000));
        }
    }
    terms.push(Term::new(
        "blows invited",
        -danger(walker, &blows, strikes_now, against),
    ));
    list.push((
        Weighed::new(plan.clone(), terms),
        best.map(|(_, foe, ..)| foe.who),
    ));
    // To strike before one's time.
    if ready > 0
        && me.ready <= mind.skill.haste
        && ready <= tempo::MOST_EARLY
        && me.hurries
        && !spot.runs
        && let Some((_, foe, _, sure)) = best
        && let Some(hurried) = mind.assess.hurried(me.who, &plan)
    {
        let place = mind.looking(spot.hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            early: me.ready,
            ..Meeting::new(place, mind.faced(foe, me.who, spot.hex))
        };
        if let Some(threat) = mind.threat(me, foe, &meeting) {
            let blow = if acts_now(foe) {
                threat.open
            } else {
                i32::midpoint(threat.open, threat.answered)
            };
            let won = (100 - me.carry as i32) * ready as i32 * walker.rate / 10_000;
            let mut terms = position;
            if let Some((game, strikes)) = game {
                let common = walker.blows[ready.min(tempo::MOST_EARLY)];
                let better = blow * sure / 1000 - common;
                terms.push(Term::new(
                    "striking before his time",
                    game.strike + better / 2,
                ));
                terms.push(Term::new("of equals this one", i32::from(strikes)));
            } else {
                terms.push(Term::new("the blow before his time", blow * sure / 1000));
                terms.push(Term::new("time won", won * sure / 1000));
            }
            terms.push(Term::new(
                "blows invited",
                -danger(walker, &blows, true, against),
            ));
            list.push((Weighed::new(hurried, terms), Some(foe.who)));
        }
    }
    list
}

/// Whether a foe most likely acts in this unit, and so cannot answer.
pub(super) fn acts_now(foe: &Gauge) -> bool {
    !foe.answers || (foe.ready == 0 && !foe.helpless)
}
