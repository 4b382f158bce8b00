//! Decisions about anything but going: attacks, holding back, answers to blows, declarations.

use super::mind::Mind;
use super::tactician::Weighed;
use super::tempo;
use crate::combat::assess::{Meeting, Term};
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision};

/// Options whose odds are asked in one decision at most.
const ODDS: usize = 12;

/// All choices of a decision with their scores.
pub(super) fn choices(mind: &Mind, decision: &Decision) -> Vec<Weighed> {
    let who = decision.who;
    let options: Vec<Choice> = mind.view.options(decision).into_iter().flatten().collect();
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
    let foes = mind.foes_by(me.place.hex);
    let Some(foe) = foes.first() else {
        return 0;
    };
    let blows = blows_at(mind, me, foe);
    tempo::rate(me, &blows) * me.turn as i32 / 10_000
}

/// Blows at somebody by how early they come, as if both stood in each other's front.
pub(super) fn blows_at(
    mind: &Mind,
    me: &crate::combat::assess::Gauge,
    foe: &crate::combat::assess::Gauge,
) -> tempo::Blows {
    let reach = i32::from(me.reach.max(1));
    let far = crate::board::distance(me.place.hex, foe.place.hex) as i32;
    // From where he is, or from one step into the open at the reach of his weapon.
    let hex = if me.reach > 0 && far > reach {
        let way = crate::board::arc::bearing(foe.place.hex, me.place.hex, true);
        way.map_or(me.place.hex, |dir| dir.from(foe.place.hex))
    } else {
        me.place.hex
    };
    let from = mind.looking(hex, foe.place.hex, me.place.facing);
    let to = mind.looking(foe.place.hex, hex, foe.place.facing);
    let mut blows = [0; tempo::MOST_EARLY + 1];
    let most = if me.hurries { tempo::MOST_EARLY } else { 0 };
    for (early, blow) in blows.iter_mut().enumerate().take(most + 1) {
        let meeting = Meeting {
            early: early as u32,
            ..Meeting::new(from, to)
        };
        *blow = mind
            .threat(me, foe, &meeting)
            .map_or(0, |threat| i32::midpoint(threat.open, threat.answered));
    }
    blows
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
