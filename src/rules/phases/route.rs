//! The way to a goal: the board's search with the prices of this system (P-020, P-021, P-028).

use super::movement_rates as rates;
use super::scene::{Figure, Scene};
use crate::board::search::{Cost, Extent, Search, State, Steps};
use crate::board::step::{Mover, quiet};
use crate::board::{Dir, Hex, distance};
use crate::combat::combatant::Posture;
use crate::combat::plot::{Gait, Intent};

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
/// Farthest hex from the mover that is looked at; goals beyond are approached.
const FARTHEST: u32 = 40;

/// Who is in the way, by hex of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    Free,
    MayLeave,
    Stays,
}

/// The moves of one figure, as the search wants them.
struct Walk<'a> {
    scene: &'a Scene,
    mover: Mover,
    running: bool,
    /// From the ground one scuttles without facing (P-031).
    faceless: bool,
    filled: Vec<Filled>,
    radius: u32,
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
        let board = &*self.scene.board;
        for sixths in [0, 1, -1, 2, -2, 3] {
            if self.running && i32::abs(sixths) > 1 {
                continue;
            }
            let dir = state.facing.turned(sixths);
            let Ok(step) = quiet(board, state.hex, dir, self.mover) else {
                continue;
            };
            let Some(index) = board.index(step.to) else {
                continue;
            };
            let ally = match self.filled[index] {
                Filled::Free => 0,
                Filled::MayLeave => ALLY_IN_THE_WAY,
                Filled::Stays => continue,
            };
            let factor = if self.faceless {
                1
            } else {
                backing(state.facing, dir) as Cost
            };
            let cost = Cost::from(step.cost_halves) * factor + ally;
            out.push((
                State {
                    hex: step.to,
                    ..*state
                },
                cost,
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

fn filled(scene: &Scene, mover: &Figure) -> Vec<Filled> {
    let mut filled = vec![Filled::Free; scene.board.len()];
    for other in &scene.figures {
        if other.id == mover.id || !other.fitness.fills_hex() {
            continue;
        }
        let Some(index) = scene.board.index(other.place.hex) else {
            continue;
        };
        // Who is in a fight, or has nowhere to go, will not make room.
        let engaged = scene
            .foes(other)
            .any(|foe| distance(foe.place.hex, other.place.hex) <= 2);
        let leaves = !scene.enemies(mover.id, other.id)
            && !engaged
            && !other.motion.over
            && !matches!(other.motion.plot.intent, Intent::Hold | Intent::Face(_));
        filled[index] = if leaves {
            Filled::MayLeave
        } else {
            Filled::Stays
        };
    }
    filled
}

/// The first leg of the cheapest way to a hex that satisfies `goal`; goals lie within `within`
/// hexes of `towards`. `None` if he is there, or if there is no way nearer.
pub fn first_leg(
    scene: &Scene,
    figure: &Figure,
    towards: Hex,
    within: u32,
    goal: &dyn Fn(Hex) -> bool,
) -> Option<Leg> {
    let here = figure.place.hex;
    if goal(here) {
        return None;
    }
    let far = distance(here, towards);
    let walk = Walk {
        scene,
        mover: mover(figure, figure.motion.gait),
        running: figure.motion.gait == Gait::Run,
        faceless: figure.posture == Posture::Prone,
        filled: filled(scene, figure),
        radius: (far + DETOUR).min(FARTHEST),
    };
    let start = State {
        hex: here,
        facing: figure.place.facing,
        gait: 0,
        turned: figure.motion.turned % 2,
        run_turns: 0,
        straight: 0,
    };
    let budget = 8 * (walk.radius + DETOUR);
    let bound = |state: &State| 2 * distance(state.hex, towards).saturating_sub(within);
    let mut search = Search::new();
    if far <= FARTHEST
        && let Some(route) =
            search.route_guided(&walk, start, budget, bound, |state| goal(state.hex))
    {
        return leg(&start, &route.states);
    }
    // No way all through: the state that is nearest, the cheapest of equals.
    let mut nearest = (far, None);
    search.reachable(&walk, start, budget, |state, _| {
        let left = distance(state.hex, towards);
        if left < nearest.0 {
            nearest = (left, Some(*state));
        }
    });
    let nearest = nearest.1?;
    let route = search.route(&walk, start, budget, |state| *state == nearest)?;
    leg(&start, &route.states)
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
