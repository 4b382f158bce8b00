//! Ways over the ground with the prices of this system (WH-02, WH-03, WH-05, WH-07, WH-20, B-044,
//! B-059, B-060).
//!
//! Each hex entered gives a turn of 60°, each own action one more on the spot; a step into a flank or
//! rear hex keeps the facing and costs 1 more. A threatened hex ends the way. At a run one goes
//! straight ahead, with a turn after two hexes at the soonest.

use super::outlook;
use super::scene::{Figure, Scene};
use crate::board::search::{Cost, Extent, State, Steps};
use crate::board::step::{Mover, quiet};
use crate::board::stepmap::StepMap;
use crate::board::{Dir, Hex, distance, hex_key};
use crate::combat::combatant::{Place, Posture};
use std::cell::OnceCell;

/// Half hexes of Move in a hex.
pub const HALVES: i16 = 2;
/// Cost of half a hex; what is left over counts turns on the spot, which are free but not wanted.
pub const SCALE: Cost = 8;
/// Hexes beyond the straight way that are looked at for a way round.
const DETOUR: u32 = 7;
/// Hexes that one look ahead covers; goals beyond are approached.
const STRETCH: u32 = 16;

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
    /// A way of nothing: he is there already.
    pub fn none() -> Way {
        Way {
            arrives: true,
            ..Way::default()
        }
    }

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
    /// Looks far ahead: hexes alone, no facings.
    far: Option<u32>,
    /// The steps around him, where they will be asked for many times.
    map: OnceCell<StepMap>,
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
        bodies.dedup();
        Ground {
            scene,
            start: figure.place,
            mover: mover(figure, run),
            run,
            turn_left,
            filled,
            bodies,
            threatened: outlook::threatened(scene, figure),
            far: None,
            map: OnceCell::new(),
        }
    }

    /// Works out every step within a radius beforehand, for a sweep.
    pub fn map(&self, radius: u32) {
        self.map.get_or_init(|| {
            let mut map = StepMap::new(&self.scene.board, self.start.hex, radius, self.mover);
            for (y, x) in &self.filled {
                map.close(Hex::new(*x, *y));
            }
            for (y, x) in &self.bodies {
                map.burden(Hex::new(*x, *y), HALVES as u8);
            }
            map
        });
    }

    /// Half hexes of one step, facing apart.
    fn bare_step(&self, from: Hex, dir: Dir) -> Option<(Hex, i16)> {
        if let Some(map) = self.map.get().filter(|map| map.covers(from)) {
            let step = map.get(from, dir)?;
            return Some((dir.from(from), i16::from(step.cost_halves)));
        }
        let to = dir.from(from);
        if Self::is_in(&self.filled, to) {
            return None;
        }
        let step = quiet(&self.scene.board, from, dir, self.mover).ok()?;
        let mut halves = i16::try_from(step.cost_halves).unwrap_or(i16::MAX / 2);
        if Self::is_in(&self.bodies, step.to) {
            halves += HALVES;
        }
        Some((step.to, halves))
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
        let (to, mut halves) = self.bare_step(place.hex, dir)?;
        let backs = place.facing.sixths_to(dir).abs() > 1;
        if backs && !self.mover.prone && self.far.is_none() {
            halves += HALVES;
        }
        Some((to, halves))
    }

    /// The mover as a search begins with him.
    pub fn start(&self) -> State {
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

    /// The first part of the way to a hex within `within` hexes of `towards`, over more than one action:
    /// hexes alone are looked at, facings follow. With no way all through, the way to where it is
    /// nearest. `None` if there is nothing to walk.
    pub fn far_way(&mut self, towards: Hex, within: u32) -> Option<Way> {
        let away = distance(self.start.hex, towards);
        // A distant goal is approached: a way that brings him so much nearer is enough for now.
        let within = within.max(away.saturating_sub(STRETCH));
        let radius = away.saturating_sub(within) + DETOUR;
        self.far = Some(radius);
        let budget = SCALE * 4 * (radius + DETOUR);
        let start = State {
            turned: 0,
            straight: 0,
            ..self.start()
        };
        let bound = |state: &State| 2 * SCALE * distance(state.hex, towards).saturating_sub(within);
        let hexes = self.scene.recall.search(|search| {
            let reached = |state: &State| distance(state.hex, towards) <= within;
            if let Some(route) = search.route_guided(self, start, budget, bound, reached) {
                return Some(route.hexes());
            }
            let mut nearest = (away, None);
            search.reachable(self, start, budget, |state, _| {
                let left = distance(state.hex, towards);
                if left < nearest.0 {
                    nearest = (left, Some(*state));
                }
            });
            let nearest = nearest.1?;
            let route = search.route(self, start, budget, |state| *state == nearest)?;
            Some(route.hexes())
        });
        self.far = None;
        let hexes = hexes?;
        let way = match self.along(&hexes) {
            Ok(way) => way,
            Err(at) => self.along(&hexes[..at]).ok()?,
        };
        Some(Way {
            arrives: false,
            ..way
        })
    }

    /// The way along given hexes, each a neighbour of the one before; `Err` with the place in the list
    /// where it cannot go on.
    ///
    /// # Errors
    /// The number of hexes that can be walked.
    pub fn along(&self, path: &[Hex]) -> Result<Way, usize> {
        let mut way = Way::none();
        let (mut place, mut spent) = (self.start, 0);
        let towards = |place: Place, dir: Dir| {
            let off = place.facing.sixths_to(dir);
            place.facing.turned(off.clamp(-1, 1))
        };
        let first = path.first().and_then(|next| Dir::between(place.hex, *next));
        if let Some(dir) = first
            && self.turn_left
            && !self.mover.prone
            && place.facing.sixths_to(dir).abs() > i32::from(!self.run)
        {
            place.facing = towards(place, dir);
            way.places.push(place);
            way.spent.push(0);
        }
        for (at, hex) in path.iter().enumerate() {
            let dir = Dir::between(place.hex, *hex).ok_or(at)?;
            let stopped = at > 0 && self.threatens(place.hex);
            if stopped || (self.run && place.facing != dir) {
                return Err(at);
            }
            let (to, halves) = self.step(place, dir).ok_or(at)?;
            spent += halves;
            // The turn of each hex is taken where the path bends next.
            let bend = path.get(at + 1).and_then(|next| Dir::between(to, *next));
            let facing = bend.map_or(place.facing, |next| towards(place, next));
            place = Place { hex: to, facing };
            way.places.push(place);
            way.spent.push(spent);
        }
        Ok(way)
    }

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

impl Steps for Ground<'_> {
    fn extent(&self) -> Extent {
        Extent {
            radius: self.far.unwrap_or(0),
            gaits: 1,
            turned: 1,
            run_turns: 1,
            straight: 1,
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let started = state.hex != self.start.hex;
        let place = Place {
            hex: state.hex,
            facing: state.facing,
        };
        let stopped = started && self.threatens(state.hex);
        let cost = |halves: i16| Cost::try_from(halves).unwrap_or(1) * SCALE;
        if self.far.is_some() {
            for sixths in [0, 1, -1, 2, -2, 3] {
                let dir = state.facing.turned(sixths);
                if let Some((hex, halves)) = self.step(place, dir)
                    && !stopped
                {
                    out.push((State { hex, ..*state }, cost(halves)));
                }
            }
            return;
        }
        // In a threatened hex movement of this action is over (WH-07); a turn may still be had.
        let ways: &[i32] = match (stopped, self.run) {
            (true, _) => &[],
            (_, true) => &[0],
            _ => &[0, 1, -1, 2, -2, 3],
        };
        for sixths in ways {
            let dir = state.facing.turned(*sixths);
            let Some((to, halves)) = self.step(place, dir) else {
                continue;
            };
            let turns: &[i32] = match self.run && state.straight < 2 {
                true => &[0],
                false => &[0, 1, -1],
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
                    cost(halves) + Cost::from(*turn != 0),
                ));
            }
        }
        if state.turned == 0 {
            self.turns(state, out);
        }
    }
}
