use super::super::fixture::{Draws, random_board};
use super::super::step::Mover;
use super::super::stepmap::StepMap;
use super::super::{Board, Ground, Orientation, distance};
use super::*;
use std::collections::BTreeMap;

const WALK: u8 = 0;
const RUN: u8 = 1;
const STRAIGHT: u8 = 3;

/// A mover with rules much like a skirmisher's: turning is paid by 120° at a walk and by 60° at a
/// run, a walker may back at double cost, and may break into a run.
struct Skirmisher {
    walk: StepMap,
    run: StepMap,
    radius: u32,
}

impl Skirmisher {
    fn new(board: &Board, start: Hex, radius: u32) -> Skirmisher {
        let mover = Mover::default();
        let running = Mover {
            running: true,
            ..mover
        };
        Skirmisher {
            walk: StepMap::new(board, start, radius, mover),
            run: StepMap::new(board, start, radius, running),
            radius,
        }
    }
}

impl Steps for Skirmisher {
    fn extent(&self) -> Extent {
        Extent {
            radius: self.radius,
            gaits: 2,
            turned: 2,
            run_turns: 3,
            straight: STRAIGHT + 1,
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let running = state.gait == RUN;
        let map = if running { &self.run } else { &self.walk };
        for sixths in [0, 1, -1, 2, -2, 3] {
            let dir = state.facing.turned(sixths);
            let backing = sixths.abs() > 1;
            if backing && running {
                continue;
            }
            if let Some(step) = map.get(state.hex, dir) {
                let cost = Cost::from(step.cost_halves) * if backing { 2 } else { 1 };
                let straight = if sixths == 0 {
                    (state.straight + 1).min(STRAIGHT)
                } else {
                    0
                };
                let next = State {
                    hex: dir.from(state.hex),
                    straight,
                    ..*state
                };
                out.push((next, cost));
            }
        }
        for sixths in [1, -1] {
            let turned = State {
                facing: state.facing.turned(sixths),
                straight: 0,
                ..*state
            };
            if !running {
                let next = State {
                    turned: 1 - state.turned,
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
        if !running && state.straight > 0 {
            out.push((
                State {
                    gait: RUN,
                    ..*state
                },
                1,
            ));
        }
    }
}

fn state(hex: Hex, facing: Dir) -> State {
    State {
        hex,
        facing,
        gait: WALK,
        turned: 0,
        run_turns: 2,
        straight: 0,
    }
}

/// A state as something to sort by.
fn key(s: &State) -> ((i32, i32), Dir, [u8; 4]) {
    (
        hex_key(s.hex),
        s.facing,
        [s.gait, s.turned, s.run_turns, s.straight],
    )
}

/// Costs of all states by relaxing every move until nothing changes, by key.
fn brute_force(model: &impl Steps, start: State, budget: Cost) -> Vec<(State, Cost)> {
    let mut known = BTreeMap::from([(key(&start), (start, 0))]);
    loop {
        let before = known.clone();
        for (from, cost) in before.values() {
            let mut moves = Vec::new();
            model.next(from, &mut moves);
            for (to, price) in moves {
                let total = cost + price;
                let old = known.get(&key(&to)).map(|&(_, old)| old);
                if total <= budget && old.is_none_or(|old| total < old) {
                    known.insert(key(&to), (to, total));
                }
            }
        }
        if known == before {
            return known.into_values().collect();
        }
    }
}

#[test]
fn equal_to_brute_force_on_small_boards() {
    let mut draws = Draws(11);
    let mut search = Search::new();
    let mut compared = 0;
    for _ in 0..12 {
        let (width, height) = draws.one_of(&[(3, 5), (5, 3), (4, 4), (6, 3)]);
        let board = random_board(&mut draws, width, height);
        assert!(board.len() <= 19);
        let start = state(draws.hex(&board), Dir::new(draws.below(6) as i32));
        let model = Skirmisher::new(&board, start.hex, 8);
        for budget in [3, 12, 24] {
            let expected = brute_force(&model, start, budget);
            let mut found = Vec::new();
            search.reachable(&model, start, budget, |s, cost| found.push((*s, cost)));
            assert!(found.windows(2).all(|pair| pair[0].1 <= pair[1].1));
            found.sort_by_key(|(s, _)| key(s));
            assert_eq!(found, expected);
            compared += found.len();
            let hexes = search.hexes(&model, start, budget);
            for &(hex, cost) in &hexes {
                let least = expected.iter().filter(|(s, _)| s.hex == hex);
                assert_eq!(least.map(|&(_, cost)| cost).min(), Some(cost));
                let route = search
                    .route(&model, start, budget, |s| s.hex == hex)
                    .unwrap();
                assert_eq!(route.cost, cost);
                assert_eq!(walked(&model, &route), cost);
                let rest = |s: &State| 2 * distance(s.hex, hex);
                let guided = search.route_guided(&model, start, budget, rest, |s| s.hex == hex);
                assert_eq!(guided.map(|guided| guided.cost), Some(cost));
            }
        }
    }
    assert!(compared > 2000, "{compared} states");
}

#[test]
fn the_way_to_the_least_is_the_first_way_to_what_measures_least() {
    let mut draws = Draws(29);
    let mut search = Search::new();
    let mut found = 0;
    for _ in 0..40 {
        let board = random_board(&mut draws, 6, 6);
        let start = state(draws.hex(&board), Dir::new(draws.below(6) as i32));
        let towards = draws.hex(&board);
        let model = Skirmisher::new(&board, start.hex, 8);
        let measure = |s: &State| distance(s.hex, towards);
        let limit = measure(&start);
        let mut least = (limit, None);
        search.reachable(&model, start, 16, |s, _| {
            if measure(s) < least.0 {
                least = (measure(s), Some(*s));
            }
        });
        let expected = least
            .1
            .and_then(|least| search.route(&model, start, 16, |s| *s == least));
        let route = search.route_to_least(&model, start, 16, limit, measure);
        assert_eq!(route, expected);
        found += usize::from(route.is_some());
    }
    assert!(found > 10, "{found} ways");
}

/// What a way costs move by move; each must be one the model offers.
fn walked(model: &impl Steps, route: &Route) -> Cost {
    route
        .states
        .windows(2)
        .map(|pair| {
            let mut moves = Vec::new();
            model.next(&pair[0], &mut moves);
            let offered = moves.iter().filter(|(to, _)| *to == pair[1]);
            offered
                .map(|&(_, cost)| cost)
                .min()
                .expect("an offered move")
        })
        .sum()
}

/// A hex turned about the centre by sixths of a circle clockwise.
fn turned(centre: Hex, hex: Hex, sixths: i32) -> Hex {
    let mut offset = hex - centre;
    for _ in 0..sixths.rem_euclid(6) {
        offset = Hex::new(-offset.y, offset.x + offset.y);
    }
    centre + offset
}

/// A hex mirrored at the line through the centre along direction 0.
fn mirrored(centre: Hex, hex: Hex) -> Hex {
    let offset = hex - centre;
    centre + Hex::new(offset.x + offset.y, -offset.y)
}

/// A patch of random ground about a centre, and the same patch after a change of place.
fn patches(seed: u64, change: impl Fn(Hex, Hex) -> Hex) -> (Board, Board, Hex) {
    let mut draws = Draws(seed);
    let mut one = Board::new(24, 24, Orientation::PointyTop);
    let mut other = one.clone();
    let centre = one.hex_of(12, 12);
    for hex in one.clone().hexes() {
        if distance(centre, hex) <= 7 {
            let ground = draws.one_of(&[Ground::Grass, Ground::Grass, Ground::Mud, Ground::Rock]);
            one.cell_mut(hex).unwrap().ground = ground;
            other.cell_mut(change(centre, hex)).unwrap().ground = ground;
        }
    }
    (one, other, centre)
}

#[test]
fn turning_the_board_turns_the_way() {
    let mut search = Search::new();
    let mut found = 0;
    for seed in 0..2 {
        for sixths in 1..6 {
            let turn = |centre: Hex, hex: Hex| turned(centre, hex, sixths);
            let (one, other, centre) = patches(seed, turn);
            let start = state(centre, Dir::new(seed as i32));
            let there = state(centre, start.facing.turned(sixths));
            let plain = Skirmisher::new(&one, centre, 7);
            let model = Skirmisher::new(&other, centre, 7);
            for goal in one.hexes().filter(|&hex| distance(centre, hex) <= 6) {
                let route = search.route(&plain, start, 20, |s| s.hex == goal);
                let rest = |s: &State| 2 * distance(s.hex, goal);
                let straight_guided =
                    search.route_guided(&plain, start, 20, rest, |s| s.hex == goal);
                let goal = turn(centre, goal);
                let turned_route = search.route(&model, there, 20, |s| s.hex == goal);
                let rest = |s: &State| 2 * distance(s.hex, goal);
                let guided = search.route_guided(&model, there, 20, rest, |s| s.hex == goal);
                assert_eq!(
                    guided.as_ref().map(|route| route.cost),
                    turned_route.as_ref().map(|route| route.cost)
                );
                let expect = |route: Route| Route {
                    cost: route.cost,
                    states: route
                        .states
                        .iter()
                        .map(|s| State {
                            hex: turn(centre, s.hex),
                            facing: s.facing.turned(sixths),
                            ..*s
                        })
                        .collect(),
                };
                found += usize::from(route.is_some());
                assert_eq!(turned_route, route.map(expect));
                assert_eq!(guided, straight_guided.map(expect));
            }
        }
    }
    assert!(found > 300, "{found} ways");
}

#[test]
fn mirroring_the_board_keeps_the_cost() {
    let mut search = Search::new();
    for seed in 0..10 {
        let (one, other, centre) = patches(seed, mirrored);
        let plain = Skirmisher::new(&one, centre, 7);
        let model = Skirmisher::new(&other, centre, 7);
        let facing = Dir::new(seed as i32);
        let there = Dir::new(-(facing.index() as i32));
        let hexes = search.hexes(&plain, state(centre, facing), 20);
        for (hex, cost) in hexes {
            let goal = mirrored(centre, hex);
            let route = search.route(&model, state(centre, there), 20, |s| s.hex == goal);
            assert_eq!(route.map(|route| route.cost), Some(cost));
        }
    }
}

#[test]
fn of_equal_ways_the_straighter_then_the_right_hand_one() {
    let board = Board::new(24, 24, Orientation::PointyTop);
    let centre = board.hex_of(12, 12);
    let model = Skirmisher::new(&board, centre, 7);
    let mut search = Search::new();
    let start = state(centre, Dir::ALL[0]);
    let ahead = centre + Dir::ALL[0].vector() * 3;
    let route = search.route(&model, start, 24, |s| s.hex == ahead).unwrap();
    assert_eq!(route.states.len(), 4);
    assert!(route.states.iter().all(|s| s.facing == start.facing));
    // Right behind: one turn to the right and one to the left cost the same.
    let behind = |s: &State| s.hex == centre && s.facing == start.facing.opposite();
    let route = search.route(&model, start, 24, behind).unwrap();
    assert_eq!(route.states[1].facing, start.facing.turned(1));
}
