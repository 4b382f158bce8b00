//! Decisions about anything but going: attacks, holding back, answers to blows, declarations.

use super::duel::{Duel, Fighter};
use super::footing::Footing;
use super::mind::Mind;
use super::tactician::Weighed;
use super::tempo::{self, Blows};
use crate::combat::assess::{Gauge, Meeting, Term, Threat};
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision};

/// Options whose odds are asked in one decision at most.
const ODDS: usize = 12;

/// All choices of a decision with their scores.
pub(super) fn choices(mind: &Mind, decision: &Decision) -> Vec<Weighed> {
    let who = decision.who;
    let mut options: Vec<Choice> = mind
        .assess
        .promising(decision, mind.skill.flood)
        .unwrap_or_else(|| mind.view.options(decision).into_iter().flatten().collect());
    let footing = Footing::of(mind, decision);
    if let Some(footing) = &footing {
        options.extend(footing.ways());
    }
    mind.spend(options.len() as u32);
    let turn = turn_worth(mind, who);
    let mut list: Vec<Weighed> = options
        .into_iter()
        .map(|choice| {
            let mut terms = mind
                .assess
                .estimate(who, &choice)
                .map_or_else(Vec::new, |estimate| estimate.terms);
            let time = mind.assess.tempo(who, &choice) * turn / 1000;
            if time != 0 {
                terms.push(Term::new("the time it takes", -time));
            }
            if let Some(footing) = &footing {
                terms.extend(footing.terms(&choice));
            }
            Weighed::new(choice, terms)
        })
        .collect();
    if mind.skill.odds {
        refine(mind, who, &mut list);
    }
    list
}

/// What a whole turn of somebody is worth: his best rate of blows at the nearest enemy, for as long
/// as a turn lasts.
pub(super) fn turn_worth(mind: &Mind, who: CombatantId) -> i32 {
    let Some(me) = mind.gauge(who) else {
        return 0;
    };
    let foes = mind.foes_by(me.place);
    let Some(foe) = foes.first() else {
        return 0;
    };
    let blows = ladder(mind, me, foe).middle();
    tempo::rate(me, &blows) * me.turn as i32 / 10_000
}

/// Blows of one at another by how early they come.
pub(super) struct Ladder {
    pub(super) open: Blows,
    pub(super) answered: Blows,
    pub(super) chance: Blows,
}

impl Ladder {
    /// What they come to if he answers half of the time.
    pub(super) fn middle(&self) -> Blows {
        let mut blows = self.open;
        for (blow, answered) in blows.iter_mut().zip(&self.answered) {
            *blow = i32::midpoint(*blow, *answered);
        }
        blows
    }
}

/// Every so many units a blow is looked at; between them it changes evenly.
const RUNG: usize = 4;

/// Blows at somebody by how early they come, as if both stood in each other's front, as near as the
/// weapon wants it.
pub(super) fn ladder(mind: &Mind, me: &Gauge, foe: &Gauge) -> Ladder {
    let far = crate::board::distance(me.place.hex, foe.place.hex);
    // From where he is, or from the hex before the foe.
    let hex = if me.reach > 0 && far > u32::from(me.reach) {
        let way = crate::board::arc::bearing(foe.place.hex, me.place.hex, true);
        way.map_or(me.place.hex, |dir| dir.from(foe.place.hex))
    } else {
        me.place.hex
    };
    let from = mind.looking(hex, foe.place.hex, me.place.facing);
    let to = mind.looking(foe.place.hex, hex, foe.place.facing);
    let mut ladder = Ladder {
        open: [0; tempo::MOST_EARLY + 1],
        answered: [0; tempo::MOST_EARLY + 1],
        chance: [0; tempo::MOST_EARLY + 1],
    };
    let mut old: Option<(usize, Threat)> = None;
    // A blow in its time may be a special one; the first rung of haste stands by itself.
    let rungs = std::iter::once(0).chain((1..=tempo::MOST_EARLY).step_by(RUNG));
    let rungs = rungs.chain(std::iter::once(tempo::MOST_EARLY));
    for early in rungs {
        if early > 0 && !me.hurries && me.ready == 0 {
            break;
        }
        let meeting = Meeting {
            early: early as u32,
            ..Meeting::new(from, to)
        };
        let threat = mind.threat(me, foe, &meeting).unwrap_or_default();
        let (start, before) = old.unwrap_or((early, threat));
        let from_one = if start == 0 { early } else { start };
        for at in from_one..=early {
            let part = |old: i32, new: i32| {
                let whole = (early - from_one).max(1) as i32;
                old + (new - old) * (at - from_one) as i32 / whole
            };
            let base = if start == 0 { threat } else { before };
            ladder.open[at] = part(base.open, threat.open).max(0);
            ladder.answered[at] = part(base.answered, threat.answered).max(0);
            ladder.chance[at] = part(base.chance, threat.chance);
        }
        old = Some((early, threat));
    }
    ladder
}

/// The game of time between two, if both could be at each other.
pub(super) fn duel(mind: &Mind, me: &Gauge, foe: &Gauge) -> Option<Duel> {
    if me.shoots() || foe.shoots() || foe.helpless {
        return None;
    }
    let fighter = |one: &Gauge, other: &Gauge| {
        let ladder = ladder(mind, one, other);
        Fighter::new(one, ladder.open, ladder.answered, ladder.chance)
    };
    mind.spend(100);
    Some(Duel::solve(fighter(me, foe), fighter(foe, me)))
}

/// Exact odds in place of the estimate for answers to blows.
fn refine(mind: &Mind, who: CombatantId, list: &mut [Weighed]) {
    let own = |label: &str| label == "blows that come through";
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(list[*at].score));
    for at in order.into_iter().take(ODDS) {
        let weighed = &mut list[at];
        if !weighed.terms.iter().any(|term| own(&term.label)) {
            continue;
        }
        let Some(odds) = mind.view.odds(who, &weighed.choice) else {
            continue;
        };
        mind.spend(20);
        let Some(answered) = odds.answers.first() else {
            continue;
        };
        let mut loss: i64 = 0;
        for (outcome, chance) in &answered.outcomes {
            let worth = i64::from(mind.assess.worth(outcome));
            loss += worth * i64::try_from(chance.of(1_000_000)).unwrap_or(0);
        }
        // The odds know of the ground he lies on and the weapon he drops.
        weighed.terms.retain(|term| {
            !own(&term.label)
                && term.label != "lies on the ground"
                && term.label != "may lose the weapon"
        });
        weighed.terms.insert(
            0,
            Term::new("what comes of the blows", -((loss / 1_000_000) as i32)),
        );
        weighed.score = weighed.terms.iter().map(|term| term.value).sum();
    }
}
