//! The cheapest way over states of a mover: hex, facing, gait, turn remainder, running turns left
//! and straight run.
//!
//! What a move is and costs is the rule system's ([`Steps`]). Among ways of equal cost the one
//! with the least bends is taken, and then the one whose moves were listed first; since the model
//! lists them in the mover's own frame, turning the board turns the way and mirroring it keeps the
//! cost. Nothing here depends on where on the board a hex lies.
//!
//! A queue of buckets, first in, first out, over dense tables that are kept between searches.

use super::{Dir, hex_key};
use hexx::Hex;

/// Cost of a move or a way, in the model's own unit (half metres, eighths, …).
pub type Cost = u32;

/// Where a mover is and what limits his next moves. What the four numbers mean is the model's; a
/// model that does not need one leaves it 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Hex.
    pub hex: Hex,
    /// Hexside faced.
    pub facing: Dir,
    /// Gait.
    pub gait: u8,
    /// Turning done that has not been paid for yet.
    pub turned: u8,
    /// Turns at a run left.
    pub run_turns: u8,
    /// Hexes moved straight just before.
    pub straight: u8,
}

/// How many values each part of a state can take: every value lies below its number here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Farthest hex from the start that is looked at.
    pub radius: u32,
    /// Gaits.
    pub gaits: u8,
    /// Turn remainders.
    pub turned: u8,
    /// Counts of running turns.
    pub run_turns: u8,
    /// Counts of straight hexes.
    pub straight: u8,
}

/// The moves of a rule system.
pub trait Steps {
    /// How far states range.
    fn extent(&self) -> Extent;

    /// Adds the moves from a state with their costs, in the mover's own frame: straight on first,
    /// and what goes right before the same to the left. A state beyond the extent is not visited.
    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>);
}

/// A way found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// What it costs.
    pub cost: Cost,
    /// Its states, from the start to the goal.
    pub states: Vec<State>,
}

impl Route {
    /// The hexes entered, one after another.
    pub fn hexes(&self) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.states.iter().map(|state| state.hex).collect();
        hexes.dedup();
        hexes.remove(0);
        hexes
    }
}

/// Bits of a key below the cost: bends, at most as many as fit.
const BEND_BITS: u32 = 6;
const MOST_BENDS: u32 = (1 << BEND_BITS) - 1;
/// Dearest way a key can hold.
const MOST_COST: Cost = u32::MAX >> BEND_BITS;
const NONE: u32 = u32::MAX;

/// A state that was reached.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    cost: Cost,
    /// Cost and bound of the rest, then bends.
    key: u32,
    slot: u32,
    parent: u32,
    /// Next in its bucket.
    next: u32,
}

/// Best key of a state in the search numbered by `epoch`.
#[derive(Clone, Copy, Default)]
struct Slot {
    epoch: u32,
    key: u32,
}

/// The tables of searches; one serves any number of them, one after another.
#[derive(Default)]
pub struct Search {
    epoch: u32,
    slots: Vec<Slot>,
    nodes: Vec<Node>,
    /// First and last node of each bucket.
    buckets: Vec<(u32, u32)>,
    moves: Vec<(State, Cost)>,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

/// Dense numbers of states around a start.
#[derive(Clone, Copy)]
struct Window {
    start: Hex,
    extent: Extent,
}

impl Window {
    fn side(self) -> usize {
        2 * self.extent.radius as usize + 1
    }

    fn len(self) -> usize {
        let of = self.extent;
        let counts = [of.gaits, of.turned, of.run_turns, of.straight];
        let rest: usize = counts.into_iter().map(usize::from).product();
        self.side() * self.side() * 6 * rest
    }

    fn slot(self, state: &State) -> Option<u32> {
        let of = self.extent;
        let radius = of.radius as i32;
        let q = state.hex.x - self.start.x + radius;
        let r = state.hex.y - self.start.y + radius;
        let side = 2 * radius + 1;
        // A hexagon, not the table's rhombus: the same hexes however the board is turned.
        let inside = (0..side).contains(&q)
            && (0..side).contains(&r)
            && (q + r - 2 * radius).abs() <= radius
            && state.gait < of.gaits
            && state.turned < of.turned
            && state.run_turns < of.run_turns
            && state.straight < of.straight;
        if !inside {
            return None;
        }
        let mut place = (q * side + r) as u32;
        place = place * 6 + state.facing.index() as u32;
        place = place * u32::from(of.gaits) + u32::from(state.gait);
        place = place * u32::from(of.turned) + u32::from(state.turned);
        place = place * u32::from(of.run_turns) + u32::from(state.run_turns);
        Some(place * u32::from(of.straight) + u32::from(state.straight))
    }
}

/// How far a move bends: sixths turned, and one for a step that is not straight ahead.
fn bend(from: &State, to: &State) -> u32 {
    let turned = from.facing.sixths_to(to.facing).unsigned_abs();
    let aside = from.hex != to.hex && from.facing.from(from.hex) != to.hex;
    turned + u32::from(aside)
}

impl Search {
    /// Empty tables.
    pub fn new() -> Search {
        Search::default()
    }

    /// The cheapest way to a state that is a goal, if one can be had for the budget.
    pub fn route<M: Steps>(
        &mut self,
        model: &M,
        start: State,
        budget: Cost,
        mut goal: impl FnMut(&State) -> bool,
    ) -> Option<Route> {
        self.route_guided(model, start, budget, |_| 0, &mut goal)
    }

    /// The same way, found sooner by a bound of what a state still costs at the least. The bound
    /// must be 0 at the goal and fall by no more than its cost with any move: two half metres for
    /// each hex of distance, say.
    pub fn route_guided<M: Steps>(
        &mut self,
        model: &M,
        start: State,
        budget: Cost,
        bound: impl Fn(&State) -> Cost,
        mut goal: impl FnMut(&State) -> bool,
    ) -> Option<Route> {
        let found = self.run(model, start, budget, &bound, |state, _, _| goal(state))?;
        Some(self.way_to(found))
    }

    /// The cheapest way to the state that measures least of all that can be had for the budget, the
    /// cheapest of equals, if it measures less than `limit`.
    pub fn route_to_least<M: Steps>(
        &mut self,
        model: &M,
        start: State,
        budget: Cost,
        limit: u32,
        measure: impl Fn(&State) -> u32,
    ) -> Option<Route> {
        let mut least = (limit, None);
        self.run(model, start, budget, &|_| 0, |state, _, node| {
            let measured = measure(state);
            if measured < least.0 {
                least = (measured, Some(node));
            }
            false
        });
        least.1.map(|node| self.way_to(node))
    }

    fn way_to(&self, found: u32) -> Route {
        let cost = self.nodes[found as usize].cost;
        let mut states = Vec::new();
        let mut at = found;
        while at != NONE {
            let node = &self.nodes[at as usize];
            states.push(node.state);
            at = node.parent;
        }
        states.reverse();
        Route { cost, states }
    }

    /// Visits every state that can be had for the budget once, cheapest first, with its cost.
    pub fn reachable<M: Steps>(
        &mut self,
        model: &M,
        start: State,
        budget: Cost,
        mut visit: impl FnMut(&State, Cost),
    ) {
        self.run(model, start, budget, &|_| 0, |state, cost, _| {
            visit(state, cost);
            false
        });
    }

    /// The hexes that can be had for the budget, by row and column, each with its least cost.
    pub fn hexes<M: Steps>(&mut self, model: &M, start: State, budget: Cost) -> Vec<(Hex, Cost)> {
        let mut hexes = Vec::new();
        self.reachable(model, start, budget, |state, cost| {
            hexes.push((state.hex, cost));
        });
        hexes.sort_by_key(|&(hex, cost)| (hex_key(hex), cost));
        hexes.dedup_by_key(|&mut (hex, _)| hex);
        hexes
    }

    /// Settles states in order of their keys until `visit` says stop; that node.
    fn run<M: Steps>(
        &mut self,
        model: &M,
        start: State,
        budget: Cost,
        bound: &impl Fn(&State) -> Cost,
        mut visit: impl FnMut(&State, Cost, u32) -> bool,
    ) -> Option<u32> {
        let window = Window {
            start: start.hex,
            extent: model.extent(),
        };
        let budget = budget.min(MOST_COST);
        self.begin(window);
        let first_key = bound(&start).min(budget) << BEND_BITS;
        self.reach(window, start, 0, first_key, NONE);
        let mut moves = std::mem::take(&mut self.moves);
        let mut found = None;
        let mut bucket = 0;
        while bucket < self.buckets.len() {
            let first = self.buckets[bucket].0;
            if first == NONE {
                bucket += 1;
                continue;
            }
            let node = self.nodes[first as usize];
            self.buckets[bucket].0 = node.next;
            if self.slots[node.slot as usize].key != node.key {
                continue;
            }
            if visit(&node.state, node.cost, first) {
                found = Some(first);
                break;
            }
            moves.clear();
            model.next(&node.state, &mut moves);
            for (next, price) in &moves {
                let cost = node.cost.saturating_add(*price);
                let total = cost.saturating_add(bound(next));
                if total <= budget {
                    let bends = (node.key & MOST_BENDS) + bend(&node.state, next);
                    let key = total << BEND_BITS | bends.min(MOST_BENDS);
                    self.reach(window, *next, cost, key, first);
                }
            }
        }
        self.moves = moves;
        found
    }

    /// Makes the tables ready: a new number, and no more memory than the widest search needs.
    fn begin(&mut self, window: Window) {
        self.nodes.clear();
        self.buckets.clear();
        if self.slots.len() < window.len() {
            self.slots.resize(window.len(), Slot::default());
        }
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::default());
            1
        });
    }

    /// Notes a state if it was never reached with so small a key: the first of equals stays.
    fn reach(&mut self, window: Window, state: State, cost: Cost, key: u32, parent: u32) {
        let Some(slot) = window.slot(&state) else {
            return;
        };
        let known = &mut self.slots[slot as usize];
        if known.epoch == self.epoch && known.key <= key {
            return;
        }
        *known = Slot {
            epoch: self.epoch,
            key,
        };
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            state,
            cost,
            key,
            slot,
            parent,
            next: NONE,
        });
        let place = key as usize;
        if self.buckets.len() <= place {
            self.buckets.resize(place + 1, (NONE, NONE));
        }
        let bucket = &mut self.buckets[place];
        if bucket.0 == NONE {
            bucket.0 = index;
        } else {
            self.nodes[bucket.1 as usize].next = index;
        }
        bucket.1 = index;
    }
}

#[cfg(test)]
mod tests;
