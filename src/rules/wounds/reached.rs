//! Every place somebody can have in this action, each with the cheapest way to it (WH-02, WH-03, WH-07).
//!
//! One sweep answers all questions about one mover: whom he can strike, where he can step, how far he
//! can get away. Among ways of equal cost the one with the least bends is taken, then the one whose
//! moves were listed first, in the mover's own frame: turning the board turns the way.

use super::route::{Ground, SCALE, Way};
use crate::board::search::{Cost, State, Steps};
use crate::board::{Hex, distance, hex_key};
use crate::combat::combatant::Place;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A place that was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    cost: Cost,
    bends: u16,
    steps: u8,
    parent: u32,
}

/// All places, the cheapest first.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    nodes: Vec<Node>,
    /// Nodes in order of settling.
    settled: Vec<u32>,
}

/// Where a state stands in the table of those seen.
fn slot(centre: Hex, radius: u32, state: &State) -> usize {
    let r = radius as i32;
    let side = 2 * r + 1;
    let (q, s) = (state.hex.x - centre.x + r, state.hex.y - centre.y + r);
    let hex = (q * side + s) as usize;
    let parts = state.facing.index() * 6
        + usize::from(state.turned.min(1)) * 3
        + usize::from(state.straight.min(2));
    hex * 36 + parts
}

impl Reached {
    /// Sweeps the ground for so many half hexes. With movement untouched the first step is always
    /// allowed (B-045).
    pub fn sweep(ground: &Ground, start: State, left: i16, untouched: bool) -> Reached {
        let left = left.max(0);
        let budget = Cost::try_from(left).unwrap_or(0) * SCALE + SCALE - 1;
        let radius = u32::try_from(left / 2).unwrap_or(0) + 1;
        ground.map(radius);
        let side = 2 * radius as usize + 1;
        // The best cost and bends of each state so far; of equals the one listed first stays.
        let mut best = vec![u32::MAX; side * side * 36];
        let mut seen = vec![false; side * side * 36];
        let mut reached = Reached::default();
        let mut open = BinaryHeap::new();
        reached.nodes.push(Node {
            state: start,
            cost: 0,
            bends: 0,
            steps: 0,
            parent: 0,
        });
        open.push(Reverse((0, 0, 0u32)));
        let mut moves = Vec::new();
        while let Some(Reverse((_, _, at))) = open.pop() {
            let node = reached.nodes[at as usize];
            let place = slot(start.hex, radius, &node.state);
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            reached.settled.push(at);
            if node.cost > budget {
                continue;
            }
            moves.clear();
            ground.next(&node.state, &mut moves);
            for (state, cost) in moves.drain(..) {
                let steps = node.steps + u8::from(state.hex != node.state.hex);
                let cost = node.cost + cost;
                let first = untouched && left > 0 && steps == 1;
                let inside = distance(start.hex, state.hex) <= radius;
                if !inside || (cost > budget && !first) {
                    continue;
                }
                let bends = node.bends + u16::from(state.facing != node.state.facing);
                let known = &mut best[slot(start.hex, radius, &state)];
                let key = cost << 8 | u32::from(bends.min(255));
                if *known <= key {
                    continue;
                }
                *known = key;
                let next = reached.nodes.len() as u32;
                reached.nodes.push(Node {
                    state,
                    cost,
                    bends,
                    steps,
                    parent: at,
                });
                open.push(Reverse((cost, bends, next)));
            }
        }
        reached
    }

    /// The cheapest way to a place that is a goal.
    pub fn way(&self, goal: impl Fn(Place) -> bool) -> Option<Way> {
        let found = self.settled.iter().find(|at| goal(self.place(**at)))?;
        Some(self.way_to(*found))
    }

    /// The way to the place of most worth; of equals the cheapest. `None` if none is worth more than
    /// staying.
    pub fn best<K: Ord>(&self, worth: impl Fn(Place) -> K) -> Option<Way> {
        let start = worth(self.place(*self.settled.first()?));
        let mut best: Option<(K, u32)> = None;
        for at in &self.settled {
            let value = worth(self.place(*at));
            if value > start && best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, *at));
            }
        }
        best.map(|(_, at)| self.way_to(at))
    }

    /// The hexes of all places, by row and column.
    pub fn hexes(&self) -> Vec<Hex> {
        let places = self.settled.iter().map(|at| self.place(*at).hex);
        let mut hexes: Vec<Hex> = places.collect();
        hexes.sort_by_key(|hex| hex_key(*hex));
        hexes.dedup();
        hexes
    }

    fn place(&self, at: u32) -> Place {
        let state = self.nodes[at as usize].state;
        Place {
            hex: state.hex,
            facing: state.facing,
        }
    }

    fn way_to(&self, at: u32) -> Way {
        let mut way = Way {
            arrives: true,
            ..Way::default()
        };
        let mut at = at;
        while at != 0 {
            let node = &self.nodes[at as usize];
            way.places.push(self.place(at));
            way.spent.push((node.cost / SCALE) as i16);
            at = node.parent;
        }
        way.places.reverse();
        way.spent.reverse();
        way
    }
}
