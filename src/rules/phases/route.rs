//! The way to a goal: cheapest walk over hex, facing and turning remainder (P-020, P-021, P-028).
//!
//! Ties are broken in the mover's own frame: straight before turning, fewer turns, right before
//! left. So a rotated board gives the rotated way.

use super::movement_rates as rates;
use super::scene::{Figure, Scene};
use crate::board::step::{Mover, quiet};
use crate::board::{Dir, Hex, distance};
use crate::combat::combatant::Posture;
use crate::combat::plot::{Gait, Intent};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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

/// States looked at before the search gives up and takes the best found so far.
const MOST_STATES: usize = 12_000;
/// Extra half metres for a hex that an ally may yet leave.
const ALLY_IN_THE_WAY: u32 = 3;
/// Weight of one half metre against the tie-breaking order.
const HALF: u32 = 1 << 12;

/// The first leg of the cheapest way to a hex that satisfies `goal`, for somebody heading for
/// `towards`. `None` if he is there, or if there is no way nearer.
pub fn first_leg(
    scene: &Scene,
    figure: &Figure,
    towards: Hex,
    goal: &dyn Fn(Hex) -> bool,
) -> Option<Leg> {
    let board = &*scene.board;
    let gait = figure.motion.gait;
    let moves = mover(figure, gait);
    let free_facing = figure.posture == Posture::Prone;
    let start = figure.place.hex;
    if goal(start) {
        return None;
    }
    let filled = filled(scene, figure);
    let mut nodes: Vec<Node> = Vec::with_capacity(256);
    let mut best = vec![u32::MAX; board.len() * 12];
    let mut heap = BinaryHeap::new();
    nodes.push(Node {
        hex: start,
        facing: figure.place.facing,
        odd: figure.motion.turned % 2 == 1,
        cost: 0,
        parent: usize::MAX,
        stepped: None,
    });
    let estimate = |hex: Hex| distance(hex, towards) * 2 * HALF;
    heap.push(Reverse((estimate(start), 0usize)));
    let mut nearest = (distance(start, towards), usize::MAX);
    while let Some(Reverse((_, at))) = heap.pop() {
        let node = nodes[at];
        let Some(slot) = slot(scene, &node) else {
            continue;
        };
        if node.cost > best[slot] {
            continue;
        }
        if goal(node.hex) {
            return leg(&nodes, at, figure.place.facing);
        }
        if node.stepped.is_some() {
            let far = distance(node.hex, towards);
            if far < nearest.0 {
                nearest = (far, at);
            }
        }
        if nodes.len() > MOST_STATES {
            break;
        }
        for relative in [0, 1, -1, 2, -2, 3] {
            let dir = node.facing.turned(relative);
            if gait == Gait::Run && relative.abs() > 1 {
                continue;
            }
            let Ok(step) = quiet(board, node.hex, dir, moves) else {
                continue;
            };
            let Some(index) = board.index(step.to) else {
                continue;
            };
            let taken = match filled[index] {
                Filled::Free => 0,
                Filled::MayLeave => ALLY_IN_THE_WAY,
                Filled::Stays if goal(step.to) => 0,
                Filled::Stays => continue,
            };
            let factor = if free_facing {
                1
            } else {
                backing(node.facing, dir) as u32
            };
            let halves = u32::from(step.cost_halves) * factor + taken;
            let order = match relative {
                0 => 0,
                1 => 1,
                -1 => 2,
                _ => 3,
            };
            let next = Node {
                hex: step.to,
                cost: node.cost + halves * HALF + order,
                parent: at,
                stepped: Some(dir),
                ..node
            };
            push(
                scene,
                &mut nodes,
                &mut best,
                &mut heap,
                next,
                estimate(step.to),
            );
        }
        if free_facing {
            continue;
        }
        for (turn, order) in [(1, 4), (-1, 5)] {
            let halves = match gait {
                Gait::Run => rates::METRE as u32,
                _ if node.odd => rates::METRE as u32,
                _ => 0,
            };
            let next = Node {
                facing: node.facing.turned(turn),
                odd: !node.odd,
                cost: node.cost + halves * HALF + order,
                parent: at,
                stepped: None,
                ..node
            };
            push(
                scene,
                &mut nodes,
                &mut best,
                &mut heap,
                next,
                estimate(node.hex),
            );
        }
    }
    // No way all through: as near as it gets.
    (nearest.1 != usize::MAX).then(|| leg(&nodes, nearest.1, figure.place.facing))?
}

#[derive(Clone, Copy)]
struct Node {
    hex: Hex,
    facing: Dir,
    odd: bool,
    cost: u32,
    parent: usize,
    stepped: Option<Dir>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    Free,
    MayLeave,
    Stays,
}

fn filled(scene: &Scene, mover: &Figure) -> Vec<Filled> {
    let mut filled = vec![Filled::Free; scene.board.len()];
    for other in &scene.figures {
        if other.id == mover.id || !other.fitness.fills_hex() {
            continue;
        }
        if let Some(index) = scene.board.index(other.place.hex) {
            let ally = !scene.enemies(mover.id, other.id);
            let leaves = ally
                && !other.motion.over
                && !matches!(other.motion.plot.intent, Intent::Hold | Intent::Face(_));
            filled[index] = if leaves {
                Filled::MayLeave
            } else {
                Filled::Stays
            };
        }
    }
    filled
}

fn slot(scene: &Scene, node: &Node) -> Option<usize> {
    let index = scene.board.index(node.hex)?;
    Some(index * 12 + node.facing.index() * 2 + usize::from(node.odd))
}

fn push(
    scene: &Scene,
    nodes: &mut Vec<Node>,
    best: &mut [u32],
    heap: &mut BinaryHeap<Reverse<(u32, usize)>>,
    next: Node,
    estimate: u32,
) {
    let Some(slot) = slot(scene, &next) else {
        return;
    };
    if next.cost >= best[slot] {
        return;
    }
    best[slot] = next.cost;
    heap.push(Reverse((next.cost + estimate, nodes.len())));
    nodes.push(next);
}

/// Walks back from a node to the first step and gathers the turns before it.
fn leg(nodes: &[Node], end: usize, facing: Dir) -> Option<Leg> {
    let mut at = end;
    let mut first = None;
    while nodes[at].parent != usize::MAX {
        if let Some(step) = nodes[at].stepped {
            first = Some((step, nodes[at].facing));
        }
        at = nodes[at].parent;
    }
    let (step, faced) = first?;
    Some(Leg {
        turn: facing.sixths_to(faced),
        step,
    })
}
