//! How long the search for a way takes: 12 m at a run on 100×100 hexes.

use divan::{Bencher, black_box};
use hexfray::board::search::{Cost, Extent, Search, State, Steps};
use hexfray::board::step::Mover;
use hexfray::board::stepmap::StepMap;
use hexfray::board::{Board, Dir, Ground, Hex, Orientation, distance};

/// Twelve metres in half metres.
const BUDGET: Cost = 24;
const RADIUS: u32 = 12;
const RUN_TURNS: u8 = 2;

fn main() {
    divan::main();
}

/// Meadow with mud, undergrowth and rocks strewn over it.
fn board() -> Board {
    let mut board = Board::new(100, 100, Orientation::PointyTop);
    for index in 0..board.len() {
        let hex = board.hex_at(index);
        let ground = match index * 7919 % 31 {
            0 | 1 => Ground::Rock,
            2..5 => Ground::Mud,
            5..8 => Ground::Undergrowth,
            _ => Ground::Grass,
        };
        if let Some(cell) = board.cell_mut(hex) {
            cell.ground = ground;
        }
    }
    board
}

/// A mover at a walk or a run with a charge's run-up counted up to `straight` hexes.
struct Mover12 {
    map: StepMap,
    running: bool,
    straight: u8,
}

impl Steps for Mover12 {
    fn extent(&self) -> Extent {
        Extent {
            radius: RADIUS,
            gaits: 2,
            turned: 2,
            run_turns: RUN_TURNS + 1,
            straight: self.straight + 1,
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let sixths: &[i32] = if self.running {
            &[0, 1, -1]
        } else {
            &[0, 1, -1, 2, -2, 3]
        };
        for &sixths in sixths {
            let dir = state.facing.turned(sixths);
            if let Some(step) = self.map.get(state.hex, dir) {
                let times = if sixths.abs() > 1 { 2 } else { 1 };
                let straight = if sixths == 0 {
                    (state.straight + 1).min(self.straight)
                } else {
                    0
                };
                let next = State {
                    hex: dir.from(state.hex),
                    straight,
                    ..*state
                };
                out.push((next, Cost::from(step.cost_halves) * times));
            }
        }
        for sixths in [1, -1] {
            let facing = state.facing.turned(sixths);
            let turned = State {
                facing,
                straight: 0,
                ..*state
            };
            if !self.running {
                let turned_by = 1 - state.turned;
                let next = State {
                    turned: turned_by,
                    ..turned
                };
                out.push((next, 2 * Cost::from(state.turned)));
            } else if state.run_turns > 0 {
                let next = State {
                    run_turns: state.run_turns - 1,
                    ..turned
                };
                out.push((next, 2));
            }
        }
    }
}

fn bench(bencher: Bencher, running: bool, straight: u8, ahead: Option<i32>) {
    let board = board();
    let start = board.hex_of(50, 50);
    let goal = ahead.map(|hexes| start + Dir::new(1).vector() * hexes + Hex::new(1, 0));
    let mover = Mover {
        running,
        ..Mover::default()
    };
    let state = State {
        hex: start,
        facing: Dir::new(0),
        gait: u8::from(running),
        turned: 0,
        run_turns: RUN_TURNS,
        straight: 0,
    };
    let mut search = Search::new();
    bencher.bench_local(|| {
        let model = Mover12 {
            map: StepMap::new(&board, start, RADIUS, mover),
            running,
            straight,
        };
        let rest = |s: &State| goal.map_or(0, |goal| 2 * distance(s.hex, goal));
        search.route_guided(&model, black_box(state), BUDGET, rest, |s| {
            Some(s.hex) == goal
        })
    });
}

/// A run to a hex nine metres off, not straight ahead.
#[divan::bench(args = [1, 5])]
fn run_to_a_hex(bencher: Bencher, straight: u8) {
    bench(bencher, true, straight, Some(8));
}

/// A run with no goal in reach: every state is looked at.
#[divan::bench(args = [1, 5])]
fn run_everywhere(bencher: Bencher, straight: u8) {
    bench(bencher, true, straight, None);
}

/// The same at a walk, twelve metres far.
#[divan::bench(args = [1, 5])]
fn walk_everywhere(bencher: Bencher, straight: u8) {
    bench(bencher, false, straight, None);
}

/// A walk to a hex nine metres off.
#[divan::bench(args = [1, 5])]
fn walk_to_a_hex(bencher: Bencher, straight: u8) {
    bench(bencher, false, straight, Some(8));
}
