//! The judgement after a beat and at a tick (B-097, B-102, B-110 to B-116).

use super::goals::{self, Listed};
use super::{Ending, Field, Limits, Tally, Why, WhyDraw};
use crate::board::distance;
use crate::combat::combatant::{CombatantId, Fitness, OutBy, SideId};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// So long on end somebody must be pinned to be captured, in seconds (B-110).
const CAPTURE: u32 = 30;
/// Ticks running with nobody able that are a defeat (B-111).
const UNABLE_TICKS: u32 = 2;

/// Defeat by losses, looked at after every beat (B-097, B-111): a side all of whose combatants are
/// out, or that gave up, is defeated at once.
pub fn after_beat(field: &Field, tally: &mut Tally) -> Option<Ending> {
    let defeats = defeats_by_losses(field, tally);
    verdict(field, tally, defeats)
}

fn defeats_by_losses(field: &Field, tally: &Tally) -> BTreeMap<SideId, Why> {
    let mut defeats = BTreeMap::new();
    for party in field.parties {
        let mut own = field
            .fighters
            .iter()
            .filter(|fighter| fighter.side == party.side);
        if tally.conceded.contains(&party.side) {
            defeats.insert(party.side, Why::Conceded);
        } else if !party.expects
            && own.all(|fighter| fighter.fitness.is_out())
            && !goals::has_escaped(field, party)
        {
            defeats.insert(party.side, Why::AllOut);
        }
    }
    defeats
}

/// Adds defeats and tells whether at most one team is left.
fn verdict(field: &Field, tally: &mut Tally, defeats: BTreeMap<SideId, Why>) -> Option<Ending> {
    let mut newest = None;
    for (side, why) in defeats {
        if let Entry::Vacant(place) = tally.defeated.entry(side) {
            newest.get_or_insert(why.clone());
            place.insert(why);
        }
    }
    let standing: Vec<_> = field
        .parties
        .iter()
        .filter(|party| !tally.defeated.contains_key(&party.side))
        .collect();
    let teams: BTreeSet<u8> = field.parties.iter().map(|party| party.team).collect();
    let left: BTreeSet<u8> = standing.iter().map(|party| party.team).collect();
    let why = newest.or_else(|| tally.defeated.values().next().cloned())?;
    match left.len() {
        0 => Some(Ending::Draw {
            why: WhyDraw::BothDefeated,
        }),
        1 if teams.len() > 1 => {
            let side = standing.iter().map(|party| party.side).min()?;
            Some(Ending::Won { side, why })
        }
        _ => None,
    }
}

/// Everything that is looked at on ticks, in the order of the shared tail (B-102): defeat,
/// objectives, stalemate, limit. `now` is the tick in seconds.
pub fn at_tick(field: &Field, tally: &mut Tally, limits: Limits, now: u32) -> Option<Ending> {
    let mut defeats = defeats_by_losses(field, tally);
    defeats.extend(count_unable(field, tally));
    if let Some(ending) = verdict(field, tally, defeats) {
        return Some(ending);
    }
    let progress = goals::count_holds(field, tally);
    if let Some(ending) = judge_lists(field, tally, now, false) {
        return Some(ending);
    }
    count_quiet(field, tally, progress, now);
    let (stalemate, over) = (tally.quiet(now) >= limits.quiet, now >= limits.limit);
    if !stalemate && !over {
        return None;
    }
    // A stalemate is never anybody's success: what is to be kept to the end asks for the limit.
    if over && let Some(ending) = judge_lists(field, tally, now, true) {
        return Some(ending);
    }
    let (winner, scores) = points(field);
    Some(if over {
        Ending::Points { winner, scores }
    } else {
        Ending::Stalemate { winner, scores }
    })
}

/// Sides with nobody able at this and the last tick, while an enemy had somebody (B-111).
fn count_unable(field: &Field, tally: &mut Tally) -> BTreeMap<SideId, Why> {
    let able: BTreeSet<SideId> = field
        .parties
        .iter()
        .filter(|party| {
            let mut own = field
                .fighters
                .iter()
                .filter(|fighter| fighter.side == party.side);
            party.expects || own.any(|fighter| fighter.fitness.is_able())
        })
        .map(|party| party.side)
        .collect();
    let mut defeats = BTreeMap::new();
    for party in field.parties {
        let faced = able
            .iter()
            .any(|other| field.opposed(*other, party.side) && !tally.defeated.contains_key(other));
        if able.contains(&party.side) || !faced {
            tally.unable.remove(&party.side);
            continue;
        }
        let ticks = tally.unable.entry(party.side).or_insert(0);
        *ticks += 1;
        if *ticks >= UNABLE_TICKS {
            defeats.insert(party.side, Why::NoneAble);
        }
    }
    defeats
}

/// The lists of all sides together: who fulfils alone wins, opposed sides that both fulfil draw
/// (B-113, B-114); who failed has lost.
fn judge_lists(field: &Field, tally: &mut Tally, now: u32, end: bool) -> Option<Ending> {
    let mut fulfilled = Vec::new();
    let mut failed = BTreeMap::new();
    for party in field.parties {
        if tally.defeated.contains_key(&party.side) {
            continue;
        }
        match goals::list(party, field, tally, now, end) {
            Listed::Open => {}
            Listed::Fulfilled(list) => fulfilled.push((party.side, list)),
            Listed::Failed(objective) => {
                failed.insert(party.side, Why::Failed(objective));
            }
        }
    }
    fulfilled.sort_by_key(|(side, _)| *side);
    match fulfilled.first() {
        Some((side, list)) => {
            let draw = fulfilled
                .iter()
                .any(|(other, _)| field.opposed(*side, *other));
            Some(if draw {
                Ending::Draw {
                    why: WhyDraw::BothFulfilled,
                }
            } else {
                Ending::Won {
                    side: *side,
                    why: Why::Fulfilled(list.clone()),
                }
            })
        }
        None if failed.is_empty() => None,
        None => verdict(field, tally, failed),
    }
}

/// Harm, contact and progress of the time since the last tick (B-115).
fn count_quiet(field: &Field, tally: &mut Tally, progress: bool, now: u32) {
    let nearest = nearest_enemies(field);
    let stirred = tally.harmed || tally.touched;
    if std::mem::take(&mut tally.harmed) {
        tally.last_harm = now;
    }
    if std::mem::take(&mut tally.touched) {
        tally.last_contact = now;
    }
    let nearer = match (nearest, tally.nearest) {
        (Some(now), Some(before)) => now < before,
        _ => false,
    };
    if progress || nearer {
        tally.last_progress = now;
    }
    // After a fight the approach counts anew; without one, stepping to and fro does not.
    if stirred || nearer || tally.nearest.is_none() {
        tally.nearest = nearest;
    }
}

/// Hexes between the nearest two able enemies.
fn nearest_enemies(field: &Field) -> Option<u32> {
    let able: Vec<_> = field
        .fighters
        .iter()
        .filter(|fighter| fighter.fitness.is_able())
        .filter_map(|fighter| Some((field.team(fighter.side)?, fighter.hex?)))
        .collect();
    let pairs = able.iter().enumerate().flat_map(|(index, (team, hex))| {
        let others = able[index + 1..]
            .iter()
            .filter(move |(other, _)| other != team);
        others.map(|(_, other)| distance(*hex, *other))
    });
    pairs.min()
}

/// Half points of every side with its allies, and who has the most (B-116): enemies out minus own
/// out, the captured double.
fn points(field: &Field) -> (Option<SideId>, Vec<(SideId, i32)>) {
    let lost = |fighter: &super::Fighter| match fighter.fitness {
        Fitness::Out(OutBy::Captured) => 2 * fighter.half_points,
        Fitness::Out(_) => fighter.half_points,
        _ => 0,
    };
    let mut scores: Vec<(SideId, i32)> = field
        .parties
        .iter()
        .map(|party| {
            let score = field.fighters.iter().map(|fighter| {
                if field.opposed(fighter.side, party.side) {
                    lost(fighter)
                } else {
                    -lost(fighter)
                }
            });
            (party.side, score.sum())
        })
        .collect();
    scores.sort_by_key(|(side, _)| *side);
    let most = scores.iter().map(|(_, score)| *score).max();
    let mut first = scores.iter().filter(|(_, score)| Some(*score) == most);
    let winner = first.next().map(|(side, _)| *side);
    let even = first.any(|(side, _)| winner.is_some_and(|other| field.opposed(*side, other)));
    (winner.filter(|_| !even), scores)
}

/// Who is captured at this tick (B-110): pinned, or grappled, by an able enemy for thirty seconds
/// on end. `pinned` are all who are so now; call it once a tick, before [`at_tick`].
pub fn captures(tally: &mut Tally, pinned: &[CombatantId], now: u32) -> Vec<CombatantId> {
    tally.pinned.retain(|who, _| pinned.contains(who));
    for who in pinned {
        tally.pinned.entry(*who).or_insert(now);
    }
    let captured: Vec<CombatantId> = tally
        .pinned
        .iter()
        .filter(|(_, since)| now.saturating_sub(**since) >= CAPTURE)
        .map(|(who, _)| *who)
        .collect();
    tally.pinned.retain(|who, _| !captured.contains(who));
    captured
}
