//! What a place is worth apart from blows: the way still to go, ground that objectives are about,
//! things to fetch, comrades not to be hindered.

use super::mind::{Ground, Mind};
use super::moves::Walker;
use super::spots::Spot;
use crate::board::{Hex, distance};
use crate::combat::assess::{Gauge, Term};

/// What wanted ground is worth by itself, in thousandths of a combatant.
const GROUND: i32 = 40;
/// What a victory counts for beside the harm it spares, in thousandths of a combatant.
const VICTORY: i32 = 2000;

/// Units without harm or contact after which waiting for the others to come is no plan any more.
const PATIENCE: i32 = 12;
/// What every hex of the way to them costs then for each further unit, in thousandths of a combatant.
const BOREDOM: i32 = 8;

/// What it is worth that no enemy knows of somebody.
const HIDING: i32 = 80;

/// What it is worth that somebody stands on ground the objectives are about: most if he is the only
/// one of his side there, so that enemies hold it or the side loses it without him.
pub(super) fn ground(mind: &Mind, me: &Gauge, ground: &Ground) -> i32 {
    let there = |gauge: &&Gauge| !gauge.helpless && ground.hexes.contains(&gauge.place.hex);
    let ours = mind
        .friends()
        .filter(|friend| friend.who != me.who)
        .filter(there)
        .count();
    let theirs = mind.foes().filter(there).count();
    let base = GROUND;
    let stake = VICTORY;
    // Every unit brings it nearer; a tenth is a good guess where nobody counts yet.
    let step = stake / 10;
    if mind.skill.foresight {
        // Nobody wins by standing there while the others are in force: to be first is worth a little,
        // to stay where one stands and what is as good as done are worth all.
        let stands = ground.hexes.contains(&me.place.hex);
        return match (ours, theirs) {
            (0, 0) if stands => base + step + stake * ground.ours / 1000,
            (0, 0) => (base + step) / 4 + stake * ground.ours / 1000,
            (0, _) => (3 * base + step) * 3 / 5 + stake * ground.theirs.max(ground.ours) / 1000,
            (_, 0) => base / 12,
            _ => base / 8 + stake * ground.theirs / 4000,
        };
    }
    match (ours, theirs) {
        (0, 0) => base + step + stake * ground.ours / 1000,
        (0, _) => 3 * base + step + stake * ground.theirs.max(ground.ours) / 1000,
        (_, 0) => base / 3,
        _ => base / 2 + stake * ground.theirs / 4000,
    }
}

/// What the place itself is worth: the way still to go, wanted ground, comrades not to be hindered.
pub(super) fn position(mind: &Mind, walker: &Walker, spot: &Spot, strikes: bool) -> Vec<Term> {
    let me = walker.me;
    let mut terms = Vec::new();
    let mut term = |label, value: i32| {
        if value != 0 {
            terms.push(Term::new(label, value));
        }
    };
    if !strikes {
        let reach = u32::from(me.reach.max(me.range).max(1));
        let way = walker
            .foes
            .iter()
            .map(|foe| distance(foe.place.hex, spot.hex).saturating_sub(reach) as i32)
            .min()
            .unwrap_or(0);
        // There is no hurry to be where one cannot strike yet.
        let haste = if me.ready > 4 { 2 } else { 6 };
        let bored = (mind.quiet - PATIENCE).clamp(0, 40) * BOREDOM;
        term(
            "the way still to go",
            -way * (haste + mind.quiet.min(40) + bored),
        );
    }
    // Steps taken for nothing are tired of last.
    term("the way there", -(spot.cost as i32));
    for (place, worth) in &walker.errands {
        let far = distance(*place, spot.hex) as i32;
        term(
            "something to fetch",
            if far == 0 {
                *worth
            } else {
                worth / 2 - worth * far / 20
            },
        );
    }
    for (hexes, worth) in &walker.grounds {
        let far = hexes
            .iter()
            .map(|hex| distance(*hex, spot.hex) as i32)
            .min();
        let far = far.unwrap_or(0).min(12);
        term(
            "ground to be held",
            if far == 0 { *worth } else { -worth * far / 12 },
        );
    }
    term("in a comrade's way", -in_the_way(mind, me, spot));
    if !strikes && spot.hex != me.place.hex && mind.assess.hides(me.who) {
        // The longer nothing happens, the less a hiding place is worth.
        term(
            "comes out of hiding for nothing",
            -(HIDING - 8 * mind.quiet).max(0),
        );
    }
    terms
}

/// Hindering comrades: standing in the line of one who shoots, or in the only way of one who comes
/// up behind.
fn in_the_way(mind: &Mind, me: &Gauge, spot: &Spot) -> i32 {
    let mut cost = 0;
    for friend in mind.friends().filter(|friend| friend.who != me.who) {
        if friend.helpless {
            continue;
        }
        let from = friend.place.hex;
        let Some(foe) = mind.faces(friend.who) else {
            continue;
        };
        let whole = distance(from, foe.place.hex);
        let between = distance(from, spot.hex) + distance(spot.hex, foe.place.hex) == whole;
        if !between || spot.hex == from {
            continue;
        }
        if friend.shoots() {
            cost += 25;
        } else if narrow(mind, spot.hex) && distance(spot.hex, foe.place.hex) > u32::from(me.reach)
        {
            cost += 80;
        }
    }
    cost
}

/// A hex with hardly a way round it.
fn narrow(mind: &Mind, hex: Hex) -> bool {
    let Some(board) = &mind.board else {
        return false;
    };
    let open = crate::board::Dir::ALL
        .into_iter()
        .filter(|dir| {
            crate::board::step::quiet(board, hex, *dir, crate::board::step::Mover::default())
                .is_ok()
        })
        .count();
    open <= 3
}
