//! Hexes that a plan may end in: where one stands, the ground around enemies, the way to them and
//! away from them; at the deeper level every hex a walk reaches.

use super::mind::Mind;
use crate::board::arc::bearing;
use crate::board::step::{Mover, quiet};
use crate::board::{Dir, Hex, distance};
use crate::combat::assess::Gauge;

/// Hexes around an enemy that are looked at.
const MOST_AROUND: usize = 5;
/// Hexes from a flood that are looked at closely.
const CLOSE_LOOKS: usize = 40;

/// A hex with what it takes to get there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) hex: Hex,
    /// Hexes of the way, roughly.
    pub(super) cost: u16,
    /// At a run.
    pub(super) runs: bool,
    /// On the way to somebody who is farther than a walk.
    pub(super) beyond: bool,
    /// The very hex is meant, not the enemy it is beside.
    pub(super) keeps: bool,
}

/// All spots of somebody; the first is where he stands.
pub(super) fn spots(mind: &Mind, me: &Gauge, foes: &[&Gauge], errands: &[(Hex, i32)]) -> Vec<Spot> {
    let here = me.place.hex;
    let mut list = vec![Spot {
        hex: here,
        ..Spot::default()
    }];
    let walk = u32::from(me.walk);
    if walk == 0 {
        return list;
    }
    let free = |hex: Hex| {
        mind.board
            .as_ref()
            .is_some_and(|board| board.cell(hex).is_some_and(|cell| !cell.is_impassable()))
            && mind.occupant(hex).is_none()
    };
    let add = |list: &mut Vec<Spot>, spot: Spot| {
        if free(spot.hex) && !list.iter().any(|known| known.hex == spot.hex) {
            list.push(spot);
        }
    };
    for foe in foes.iter().take(mind.skill.foes) {
        let far = distance(here, foe.place.hex);
        let reach = u32::from(me.reach.max(1));
        if me.reach > 0 && far <= walk + reach {
            for hex in ring(foe, here, reach, walk) {
                let cost = distance(here, hex) as u16;
                add(
                    &mut list,
                    Spot {
                        hex,
                        cost,
                        ..Spot::default()
                    },
                );
            }
        }
        if far > reach {
            // Up to him by the straight way, as far as a walk or a run leads.
            let step = |metres: u32| toward(here, foe.place.hex, metres.min(far - 1));
            let cost = walk.min(far - reach) as u16;
            let hex = step(u32::from(cost));
            add(
                &mut list,
                Spot {
                    hex,
                    cost,
                    beyond: true,
                    ..Spot::default()
                },
            );
            if walk >= 4 {
                let hex = step(walk / 2);
                add(
                    &mut list,
                    Spot {
                        hex,
                        cost: (walk / 2) as u16,
                        keeps: true,
                        ..Spot::default()
                    },
                );
            }
            let run = u32::from(me.run);
            if run > walk && far > reach + 2 * walk + 3 {
                let hex = step(run - 2);
                add(
                    &mut list,
                    Spot {
                        hex,
                        cost: walk as u16,
                        runs: true,
                        beyond: true,
                        ..Spot::default()
                    },
                );
            }
        }
    }
    // Away from the nearest one.
    if let Some(foe) = foes.first()
        && let Some(dir) = bearing(foe.place.hex, here, true)
    {
        let mut hex = here;
        for cost in 1..=walk.min(4) {
            hex = dir.from(hex);
            let spot = Spot {
                hex,
                cost: (2 * cost) as u16,
                keeps: true,
                ..Spot::default()
            };
            if cost == 1 || cost == walk.min(4) {
                add(&mut list, spot);
            }
        }
    }
    for (place, _) in errands {
        let cost = walk.min(distance(here, *place));
        let hex = toward(here, *place, cost);
        let cost = cost as u16;
        add(
            &mut list,
            Spot {
                hex,
                cost,
                keeps: true,
                ..Spot::default()
            },
        );
    }
    // Whoever is at blows stands his ground or goes where he can strike: to look for better places
    // there only opens him to blows in passing.
    let at_hand = foes.first().is_some_and(|foe| {
        let contact = me.reach.max(foe.reach).max(1) + 1;
        distance(here, foe.place.hex) <= u32::from(contact)
    });
    if mind.skill.flood && !at_hand {
        for spot in flood(mind, me, foes) {
            add(&mut list, spot);
        }
    }
    list
}

/// Hexes from which somebody at this reach could strike a foe: all around him with a short weapon,
/// the nearest ones with a long one.
fn ring(foe: &Gauge, here: Hex, reach: u32, walk: u32) -> Vec<Hex> {
    let centre = foe.place.hex;
    let mut hexes: Vec<Hex> = centre
        .range(reach)
        .filter(|hex| *hex != centre && distance(here, *hex) <= walk)
        .filter(|hex| distance(centre, *hex) == reach || distance(centre, *hex) == 1)
        .collect();
    // In the foe's own frame, so that a turned board gives the turned hexes: his back first.
    hexes.sort_by_key(|hex| {
        let turn = bearing(centre, *hex, true).map_or(0, |dir| foe.place.facing.sixths_to(dir));
        (distance(here, *hex), -turn.abs(), foe.place.framed(*hex))
    });
    hexes.truncate(MOST_AROUND);
    hexes
}

/// The hex so many steps along the straight way.
fn toward(from: Hex, to: Hex, metres: u32) -> Hex {
    crate::board::line::walk_on_the_right(from, to)
        .nth(metres as usize)
        .unwrap_or(from)
}

/// Every hex a walk reaches, the promising ones: near the own reach of enemies, higher, behind
/// cover.
fn flood(mind: &Mind, me: &Gauge, foes: &[&Gauge]) -> Vec<Spot> {
    let Some(board) = &mind.board else {
        return Vec::new();
    };
    let budget = 2 * i32::from(me.walk);
    let start = me.place.hex;
    let mut known: Vec<(Hex, i32)> = vec![(start, budget)];
    let mut at = 0;
    while at < known.len() {
        let (hex, left) = known[at];
        at += 1;
        for sixths in [0, 1, -1, 2, -2, 3] {
            let dir = me.place.facing.turned(sixths);
            let Ok(step) = quiet(board, hex, dir, Mover::default()) else {
                continue;
            };
            let rest = left - i32::from(step.cost_halves);
            if rest < 0 || mind.occupant(step.to).is_some() {
                continue;
            }
            match known.iter_mut().find(|(other, _)| *other == step.to) {
                Some((_, old)) if *old >= rest => {}
                Some((_, old)) => *old = rest,
                None => known.push((step.to, rest)),
            }
        }
    }
    mind.spend(known.len() as u32 / 4);
    let near = |hex: Hex| {
        foes.iter()
            .map(|foe| distance(foe.place.hex, hex))
            .min()
            .unwrap_or(0)
    };
    let covered = |hex: Hex| {
        let edges = Dir::ALL
            .into_iter()
            .filter(|dir| board.edge(hex, *dir).is_some())
            .count();
        let objects = Dir::ALL
            .into_iter()
            .filter(|dir| {
                board
                    .cell(dir.from(hex))
                    .is_some_and(|cell| cell.object.is_some())
            })
            .count();
        edges + objects
    };
    let height = board.ground_cm(start);
    let reach = i64::from(me.reach.max(1));
    let mut spots: Vec<(i64, Spot)> = known
        .into_iter()
        .skip(1)
        .map(|(hex, left)| {
            let spot = Spot {
                hex,
                cost: ((budget - left) / 2) as u16,
                keeps: true,
                ..Spot::default()
            };
            let off = (i64::from(near(hex)) - reach).abs();
            let higher = i64::from((board.ground_cm(hex) - height) / 100);
            let rank = 2 * off + i64::from(spot.cost) - 3 * higher - 3 * covered(hex).min(3) as i64;
            (rank, spot)
        })
        .collect();
    // Of equals those found first: the flood spreads in his own frame.
    spots.sort_by_key(|(rank, _)| *rank);
    spots.truncate(CLOSE_LOOKS);
    spots.into_iter().map(|(_, spot)| spot).collect()
}
