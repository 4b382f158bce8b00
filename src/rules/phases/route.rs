//! The way to a goal: the board's search with the prices of this system (P-020, P-021, P-028).

#[path = "route_area.rs"]
mod area;

pub use area::reachable;

use super::gather::sight;
use super::movement_rates as rates;
use super::scene::{Figure, Scene};
use crate::board::search::{Cost, Extent, Route, Search, State, Steps};
use crate::board::step::{Mover, quiet};
use crate::board::{Dir, Ground, Hex, LightGrade, LightSource, distance, light};
use crate::combat::combatant::Posture;
use crate::combat::plot::{Gait, Intent};
use std::cell::Cell;

/// The next thing to do on the way: turn by so many sixths, then step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Sixths to turn first, positive to the right.
    pub turn: i32,
    /// Direction of the step.
    pub step: Dir,
}

/// How a step lies to the facing: 1 into the three Forward hexes, 2 into the others (P-020).
pub fn backing(facing: Dir, step: Dir) -> i16 {
    if facing.sixths_to(step).abs() <= 1 {
        1
    } else {
        2
    }
}

/// How somebody moves over the ground.
pub fn mover(figure: &Figure, gait: Gait) -> Mover {
    Mover {
        prone: figure.posture == Posture::Prone,
        low: figure.posture == Posture::Kneeling,
        mounted: figure.posture == Posture::Mounted,
        running: gait == Gait::Run,
        swimming: figure.posture == Posture::Swimming,
        sinking_armour: figure.sinks(),
    }
}

/// Extra half metres for a hex that an ally may yet leave.
const ALLY_IN_THE_WAY: Cost = 3;
/// Hexes beyond the straight way that are looked at for a way round.
const DETOUR: u32 = 8;
/// Hexes that one look ahead covers; goals beyond are approached.
const STRETCH: u32 = 16;

/// Who fills a hex, as far as the way is concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    MayLeave,
    Stays,
}

/// Filled hexes near the mover, by their place on the board.
struct Crowd(Vec<(usize, Filled)>);

impl Crowd {
    fn at(&self, index: usize) -> Option<Filled> {
        let place = self.0.binary_search_by_key(&index, |(at, _)| *at).ok()?;
        Some(self.0[place].1)
    }
}

/// What the steps from a hex cost, by direction: half metres, and whether an ally is in the way;
/// `None` where ground or somebody who stays bars the step.
type Paces = [Option<(u8, bool)>; 6];

/// The moves of one figure, as the search wants them.
struct Walk<'a> {
    scene: &'a Scene,
    mover: Mover,
    running: bool,
    /// From the ground one scuttles without facing (P-031).
    faceless: bool,
    /// Torches in hand, where running depends on them (P-096).
    lights: Option<Vec<(Hex, LightSource)>>,
    crowd: Crowd,
    start: Hex,
    radius: u32,
    /// By hex around the start; worked out where a search comes by.
    paces: Vec<Cell<Option<Paces>>>,
}

impl<'a> Walk<'a> {
    fn new(scene: &'a Scene, figure: &Figure, radius: u32) -> Walk<'a> {
        let side = 2 * radius as usize + 1;
        let gloomy = figure.motion.gait == Gait::Run && scene.board.ambient < LightGrade::Dim;
        Walk {
            scene,
            mover: mover(figure, figure.motion.gait),
            running: figure.motion.gait == Gait::Run,
            lights: gloomy.then(|| sight::lights(scene)),
            faceless: figure.posture == Posture::Prone,
            crowd: crowd(scene, figure, radius + 1),
            start: figure.place.hex,
            radius,
            paces: vec![Cell::new(None); side * side],
        }
    }

    /// The place of a hex within the radius.
    fn place(&self, hex: Hex) -> Option<usize> {
        let radius = self.radius as i32;
        let (q, r) = (hex.x - self.start.x + radius, hex.y - self.start.y + radius);
        let inside = distance(hex, self.start) <= self.radius;
        inside.then(|| (q * (2 * radius + 1) + r) as usize)
    }

    fn paces(&self, hex: Hex) -> Paces {
        let Some(place) = self.place(hex) else {
            return Paces::default();
        };
        self.paces[place].get().unwrap_or_else(|| {
            let paces = Dir::ALL.map(|dir| self.pace(hex, dir));
            self.paces[place].set(Some(paces));
            paces
        })
    }

    fn pace(&self, hex: Hex, dir: Dir) -> Option<(u8, bool)> {
        let board = &*self.scene.board;
        let step = quiet(board, hex, dir, self.mover).ok()?;
        if let Some(lights) = &self.lights
            && light::grade(board, step.to, lights) < LightGrade::Dim
        {
            return None;
        }
        let ally = match self.crowd.at(board.index(step.to)?) {
            None => false,
            Some(Filled::MayLeave) => true,
            Some(Filled::Stays) => return None,
        };
        Some((u8::try_from(step.cost_halves).unwrap_or(u8::MAX), ally))
    }

    /// Whether a goal can be got to at all, facing and price apart; if none, how near one gets.
    fn opens(&self, towards: Hex, reached: &dyn Fn(Hex) -> bool) -> Result<(), u32> {
        let mut seen = vec![false; self.paces.len()];
        let mut least = distance(self.start, towards);
        // Hexes to go on from, by what is left from there: the nearest first.
        let mut open = vec![Vec::new(); (least + self.radius) as usize + 1];
        open[least as usize].push(self.start);
        let mut nearest = least as usize;
        while nearest < open.len() {
            let Some(hex) = open[nearest].pop() else {
                nearest += 1;
                continue;
            };
            for (dir, pace) in Dir::ALL.into_iter().zip(self.paces(hex)) {
                let to = dir.from(hex);
                let Some(place) = self.place(to).filter(|_| pace.is_some()) else {
                    continue;
                };
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                if reached(to) {
                    return Ok(());
                }
                let left = distance(to, towards);
                least = least.min(left);
                nearest = nearest.min(left as usize);
                open[left as usize].push(to);
            }
        }
        Err(least)
    }
}

impl Steps for Walk<'_> {
    fn extent(&self) -> Extent {
        Extent {
            radius: self.radius,
            gaits: 1,
            turned: 2,
            run_turns: 1,
            straight: 1,
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let paces = self.paces(state.hex);
        for sixths in [0, 1, -1, 2, -2, 3] {
            if self.running && i32::abs(sixths) > 1 {
                continue;
            }
            let dir = state.facing.turned(sixths);
            let Some((halves, ally)) = paces[dir.index()] else {
                continue;
            };
            let factor = if self.faceless {
                1
            } else {
                backing(state.facing, dir) as Cost
            };
            let ally = if ally { ALLY_IN_THE_WAY } else { 0 };
            out.push((
                State {
                    hex: dir.from(state.hex),
                    ..*state
                },
                Cost::from(halves) * factor + ally,
            ));
        }
        if self.faceless {
            return;
        }
        for sixths in [1, -1] {
            let cost = if self.running {
                rates::RUN_TURN
            } else {
                rates::turn_cost(state.turned, 1)
            };
            let turned = State {
                facing: state.facing.turned(sixths),
                turned: 1 - state.turned,
                ..*state
            };
            out.push((turned, cost as Cost));
        }
    }
}

/// Everybody who fills a hex within `radius` of the mover.
fn crowd(scene: &Scene, mover: &Figure, radius: u32) -> Crowd {
    let mut crowd = Vec::new();
    for other in scene.figures.near(mover.place.hex, radius) {
        // A pair is one in its hex, and the rider says where it goes (B-089).
        let own = other.id == mover.id || Some(other.id) == mover.saddle.mount;
        if own || other.is_ridden() || !other.fitness.fills_hex() {
            continue;
        }
        let Some(index) = scene.board.index(other.place.hex) else {
            continue;
        };
        // Who is in a fight, or has nowhere to go, will not make room.
        let leaves = !scene.enemies(mover.id, other.id)
            && !other.motion.over
            && !matches!(other.motion.plot.intent, Intent::Hold | Intent::Face(_))
            && scene.foes_near(other, 2).next().is_none();
        let filled = if leaves {
            Filled::MayLeave
        } else {
            Filled::Stays
        };
        crowd.push((index, filled));
    }
    crowd.sort_unstable_by_key(|(index, _)| *index);
    Crowd(crowd)
}

/// The first step of the straight way and the hex it ends in, if every hex of it is plain free ground
/// in front: nothing can be cheaper, so there is nothing to search.
fn straight_leg(scene: &Scene, figure: &Figure, towards: Hex, within: u32) -> Option<(Leg, Hex)> {
    let (here, facing) = (figure.place.hex, figure.place.facing);
    let board = &*scene.board;
    if figure.motion.gait == Gait::Run && board.ambient < LightGrade::Dim {
        // What is lit enough for running, the search tells (P-096).
        return None;
    }
    let mut at = here;
    let mut cell = board.cell(here)?;
    let mut first = None;
    let steps = distance(at, towards).checked_sub(within)?;
    for next in crate::board::line::walk_on_the_right(here, towards)
        .skip(1)
        .take(steps as usize)
    {
        let dir = Dir::between(at, next)?;
        if backing(facing, dir) != 1 || scene.occupant(next).is_some() {
            return None;
        }
        let (ahead, bare) = board.look(next)?;
        let level = ahead.level == cell.level && cell.ground != Ground::Pit;
        let plain = (level && bare)
            || quiet(board, at, dir, mover(figure, figure.motion.gait))
                .is_ok_and(|step| step.cost_halves == 2);
        if !plain {
            return None;
        }
        first.get_or_insert(dir);
        (at, cell) = (next, ahead);
    }
    first.map(|step| (Leg { turn: 0, step }, at))
}

/// The first leg of the cheapest way to a hex that satisfies `goal`; goals lie within `within`
/// hexes of `towards`. `None` if he is there, or if there is no way nearer.
pub fn first_leg(
    scene: &Scene,
    figure: &Figure,
    towards: Hex,
    within: u32,
    goal: &dyn Fn(Hex) -> bool,
    search: &mut Search,
) -> Option<Leg> {
    let here = figure.place.hex;
    if goal(here) {
        return None;
    }
    let far = distance(here, towards);
    // A distant goal is approached: a way that brings him so much nearer is enough for now.
    let within = within.max(far.saturating_sub(STRETCH));
    let near = far.saturating_sub(within) < STRETCH;
    let reached = |hex: Hex| distance(hex, towards) <= within && (!near || goal(hex));
    if let Some((leg, end)) = straight_leg(scene, figure, towards, within)
        && reached(end)
    {
        return Some(leg);
    }
    let route = way(scene, figure, towards, within, &reached, search)?;
    leg(route.states.first()?, &route.states)
}

/// The cheapest way to a hex that is `reached`, within `within` hexes of `towards`; where no way
/// leads through, as near as he gets.
fn way(
    scene: &Scene,
    figure: &Figure,
    towards: Hex,
    within: u32,
    reached: &dyn Fn(Hex) -> bool,
    search: &mut Search,
) -> Option<Route> {
    let far = distance(figure.place.hex, towards);
    let radius = far.saturating_sub(within) + DETOUR;
    let walk = Walk::new(scene, figure, radius);
    let start = State {
        hex: figure.place.hex,
        facing: figure.place.facing,
        gait: 0,
        turned: figure.motion.turned % 2,
        run_turns: 0,
        straight: 0,
    };
    let budget = 8 * (radius + DETOUR);
    let left = |state: &State| distance(state.hex, towards);
    let route = match walk.opens(towards, reached) {
        Ok(()) => {
            let bound = |state: &State| 2 * left(state).saturating_sub(within);
            search.route_guided(&walk, start, budget, bound, |state| reached(state.hex))
        }
        Err(least) if least < far => {
            search.route(&walk, start, budget, |state| left(state) <= least)
        }
        Err(_) => return None,
    };
    route.or_else(|| search.route_to_least(&walk, start, budget, far, left))
}

/// The turns before the first step, and that step.
fn leg(start: &State, states: &[State]) -> Option<Leg> {
    let at = states.iter().position(|state| state.hex != start.hex)?;
    let before = states.get(at.checked_sub(1)?)?;
    Some(Leg {
        turn: start.facing.sixths_to(before.facing),
        step: Dir::between(before.hex, states[at].hex)?,
    })
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
