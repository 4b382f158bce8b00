//! Ways over the ground with the prices of this system (WH-02, WH-03, WH-05, WH-07, WH-20, B-044,
//! B-059, B-060).
//!
//! Each hex entered gives a turn of 60°, each own action one more on the spot; a step into a flank or
//! rear hex keeps the facing and costs 1 more. A threatened hex ends the way. At a run one goes
//! straight ahead, with a turn after two hexes at the soonest.

use super::outlook;
use super::scene::{Figure, Scene};
use crate::board::search::{Cost, Extent, Route, Search, State, Steps};
use crate::board::step::{Mover, quiet};
use crate::board::{Dir, Hex, distance, hex_key};
use crate::combat::combatant::{Place, Posture};

/// Half hexes of Move in a hex.
pub const HALVES: i16 = 2;
/// Cost of half a hex; what is left over counts turns on the spot, which are free but not wanted.
const SCALE: Cost = 8;
/// Hexes beyond the straight way that are looked at for a way round.
const DETOUR: u32 = 7;
/// Hexes that one look ahead covers; goals beyond are approached.
const STRETCH: u32 = 14;

/// How somebody moves over the ground.
pub fn mover(figure: &Figure, run: bool) -> Mover {
    Mover {
        prone: figure.posture == Posture::Prone,
        low: figure.posture == Posture::Kneeling,
        mounted: false,
        running: run,
        swimming: figure.posture == Posture::Swimming,
        sinking_armour: figure.sinks(),
    }
}

/// A way: places one after another, turns on the spot among them, and the half hexes each costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Places, the start left out.
    pub places: Vec<Place>,
    /// Half hexes up to and with each place.
    pub spent: Vec<i16>,
    /// Whether it leads to its goal, not only nearer.
    pub arrives: bool,
}

impl Way {
    /// The part that can be walked with so much movement. With all of it untouched the first step is
    /// always allowed (B-045).
    #[must_use]
    pub fn within(mut self, left: i16, untouched: bool) -> Way {
        let steps = |way: &Way, at: usize| {
            let mut before = 0;
            let taken = way.spent[..=at].iter().filter(|spent| {
                let step = **spent > before;
                before = **spent;
                step
            });
            taken.count()
        };
        let fits = |way: &Way, at: usize| {
            way.spent[at] <= left || (untouched && left > 0 && steps(way, at) <= 1)
        };
        let whole = self.places.len();
        let kept = (0..whole).take_while(|at| fits(&self, *at)).count();
        self.places.truncate(kept);
        self.spent.truncate(kept);
        self.arrives &= kept == whole;
        self
    }

    /// Where it ends.
    pub fn end(&self, start: Place) -> Place {
        self.places.last().copied().unwrap_or(start)
    }
}

/// The ground as one mover finds it.
pub struct Ground<'s> {
    scene: &'s Scene,
    start: Place,
    mover: Mover,
    run: bool,
    /// Whether the turn of the own action is still to be had.
    turn_left: bool,
    filled: Vec<(i32, i32)>,
    bodies: Vec<(i32, i32)>,
    threatened: Vec<(i32, i32)>,
    radius: u32,
}

impl<'s> Ground<'s> {
    /// The ground around somebody. `turn_left`: the free turn of this action has not been used.
    pub fn new(scene: &'s Scene, figure: &Figure, run: bool, turn_left: bool) -> Ground<'s> {
        let mut filled = Vec::new();
        let mut bodies = Vec::new();
        for other in &scene.figures {
            if other.id == figure.id || !other.fitness.on_board() {
                continue;
            }
            let key = hex_key(other.place.hex);
            if other.fills() {
                filled.push(key);
            } else {
                bodies.push(key);
            }
        }
        filled.sort_unstable();
        bodies.sort_unstable();
        Ground {
            scene,
            start: figure.place,
            mover: mover(figure, run),
            run,
            turn_left,
            filled,
            bodies,
            threatened: outlook::threatened(scene, figure),
            radius: 0,
        }
    }

    fn is_in(keys: &[(i32, i32)], hex: Hex) -> bool {
        keys.binary_search(&hex_key(hex)).is_ok()
    }

    /// Whether a hex is threatened for the mover.
    pub fn threatens(&self, hex: Hex) -> bool {
        Self::is_in(&self.threatened, hex)
    }

    /// Half hexes of one step with a facing, if the ground allows it and nobody stands there.
    pub fn step(&self, place: Place, dir: Dir) -> Option<(Hex, i16)> {
        let step = quiet(&self.scene.board, place.hex, dir, self.mover).ok()?;
        if Self::is_in(&self.filled, step.to) {
            return None;
        }
        let mut halves = i16::try_from(step.cost_halves).unwrap_or(i16::MAX / 2);
        if Self::is_in(&self.bodies, step.to) {
            halves += HALVES;
        }
        if place.facing.sixths_to(dir).abs() > 1 && !self.mover.prone {
            halves += HALVES;
        }
        Some((step.to, halves))
    }

    fn start_state(&self) -> State {
        State {
            hex: self.start.hex,
            facing: self.start.facing,
            gait: 0,
            turned: u8::from(!self.turn_left),
            run_turns: 0,
            // The first turn of a run needs no run-up.
            straight: if self.run { 2 } else { 0 },
        }
    }

    /// Every place that can be had for so many half hexes, with its cost, the cheapest first.
    pub fn places(&mut self, left: i16) -> Vec<(Place, i16)> {
        self.radius = u32::try_from(left / HALVES).unwrap_or(0) + 1;
        let budget = Cost::try_from(left.max(0)).unwrap_or(0) * SCALE + SCALE - 1;
        let mut found: Vec<(Place, i16)> = Vec::new();
        let start = self.start_state();
        Search::new().reachable(self, start, budget, |state, cost| {
            let place = Place {
                hex: state.hex,
                facing: state.facing,
            };
            found.push((place, (cost / SCALE) as i16));
        });
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|(place, _)| seen.insert((hex_key(place.hex), place.facing.index())));
        found
    }

    /// The cheapest way to a place that is a goal; goals lie within `within` hexes of `towards`. With no
    /// way all through, the way to where it is nearest. `None` if there is nothing to walk.
    pub fn way(&mut self, towards: Hex, within: u32, goal: &dyn Fn(Place) -> bool) -> Option<Way> {
        if goal(self.start) {
            return Some(Way {
                arrives: true,
                ..Way::default()
            });
        }
        let far = distance(self.start.hex, towards);
        // A distant goal is approached: a way that brings him so much nearer is enough for now.
        let within = within.max(far.saturating_sub(STRETCH));
        let near = far.saturating_sub(within) < STRETCH;
        self.radius = far.saturating_sub(within) + DETOUR;
        let budget = SCALE * 4 * (self.radius + DETOUR);
        let start = self.start_state();
        let reached = |state: &State| {
            let place = Place {
                hex: state.hex,
                facing: state.facing,
            };
            distance(state.hex, towards) <= within && (!near || goal(place))
        };
        let bound = |state: &State| 2 * SCALE * distance(state.hex, towards).saturating_sub(within);
        let mut search = Search::new();
        if let Some(route) = search.route_guided(self, start, budget, bound, reached) {
            return Some(self.told(&route, near));
        }
        let mut nearest = (far, None);
        search.reachable(self, start, budget, |state, _| {
            let left = distance(state.hex, towards);
            if left < nearest.0 {
                nearest = (left, Some(*state));
            }
        });
        let nearest = nearest.1?;
        let route = search.route(self, start, budget, |state| *state == nearest)?;
        Some(self.told(&route, false))
    }

    fn told(&self, route: &Route, arrives: bool) -> Way {
        let mut way = Way {
            arrives,
            ..Way::default()
        };
        let mut spent = 0;
        for pair in route.states.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if to.hex != from.hex {
                let place = Place {
                    hex: from.hex,
                    facing: from.facing,
                };
                let step = Dir::between(from.hex, to.hex).and_then(|dir| self.step(place, dir));
                spent += step.map_or(0, |(_, halves)| halves);
            }
            way.places.push(Place {
                hex: to.hex,
                facing: to.facing,
            });
            way.spent.push(spent);
        }
        way
    }

    /// The way along given hexes, each a neighbour of the one before; `Err` with the place in the list
    /// where it cannot go on.
    ///
    /// # Errors
    /// The number of hexes that can be walked.
    pub fn along(&self, path: &[Hex]) -> Result<Way, usize> {
        let mut way = Way {
            arrives: true,
            ..Way::default()
        };
        let (mut place, mut spent) = (self.start, 0);
        for (at, hex) in path.iter().enumerate() {
            let dir = Dir::between(place.hex, *hex).ok_or(at)?;
            let stopped = at > 0 && self.threatens(place.hex);
            if stopped || (self.run && place.facing != dir) {
                return Err(at);
            }
            let (to, halves) = self.step(place, dir).ok_or(at)?;
            spent += halves;
            // The turn of each hex is taken where the path bends next.
            let bend = path
                .get(at + 1)
                .and_then(|next| Dir::between(to, *next))
                .filter(|next| place.facing.sixths_to(*next).abs() <= 3);
            let facing = bend.map_or(place.facing, |next| {
                place
                    .facing
                    .turned(place.facing.sixths_to(next).clamp(-1, 1))
            });
            place = Place { hex: to, facing };
            way.places.push(place);
            way.spent.push(spent);
        }
        Ok(way)
    }
}

impl Steps for Ground<'_> {
    fn extent(&self) -> Extent {
        Extent {
            radius: self.radius,
            gaits: 1,
            turned: 2,
            run_turns: 1,
            straight: if self.run { 3 } else { 1 },
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let started = state.hex != self.start.hex;
        if started && self.threatens(state.hex) {
            // Movement of this action is over here (WH-07); a turn may still be had.
            if state.turned == 0 {
                self.turns(state, out);
            }
            return;
        }
        let place = Place {
            hex: state.hex,
            facing: state.facing,
        };
        let ways: &[i32] = if self.run {
            &[0]
        } else {
            &[0, 1, -1, 2, -2, 3]
        };
        for sixths in ways {
            let dir = state.facing.turned(*sixths);
            let Some((to, halves)) = self.step(place, dir) else {
                continue;
            };
            let turns: &[i32] = match (self.run, self.mover.prone) {
                (true, _) if state.straight < 2 => &[0],
                _ => &[0, 1, -1],
            };
            for turn in turns {
                let straight = match (self.run, *turn) {
                    (false, _) => 0,
                    (true, 0) => (state.straight + 1).min(2),
                    (true, _) => 1,
                };
                out.push((
                    State {
                        hex: to,
                        facing: state.facing.turned(*turn),
                        straight,
                        ..*state
                    },
                    Cost::try_from(halves).unwrap_or(1) * SCALE + Cost::from(*turn != 0),
                ));
            }
        }
        if state.turned == 0 {
            self.turns(state, out);
        }
    }
}

impl Ground<'_> {
    /// The turn of the own action (WH-02).
    fn turns(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        for turn in [1, -1] {
            out.push((
                State {
                    facing: state.facing.turned(turn),
                    turned: 1,
                    ..*state
                },
                1,
            ));
        }
    }
}
