//! Climbing and dropping to a neighbour: what is offered where a step is refused (B-038, B-039,
//! BT-6 for pits).
//!
//! What a level costs in time and what a failed check or a drop does is the rule system's.

use super::edges::Crossing;
use super::step::{Bar, MOST_LEVELS, Mover, quiet};
use super::terrain::Footing;
use super::{Barred, Board, Dir, Ground};
use hexx::Hex;

/// Levels a palisade on level ground counts for: its 220 cm in whole metres.
const PALISADE_LEVELS: i32 = 2;

/// A climb to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// Where the climber stands at the end.
    pub to: Hex,
    /// Levels to be paid, one after another.
    pub levels: i32,
    /// Grade of the footing check of each level.
    pub footing: Footing,
}

/// A drop on purpose to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Where it ends.
    pub to: Hex,
    /// Levels dropped.
    pub levels: i32,
    /// Half metres, as a step (B-039).
    pub cost_halves: u16,
    /// Grade of the check to stay on one's feet; none in water or for less than two levels.
    pub footing: Option<Footing>,
}

fn rise(board: &Board, from: Hex, to: Hex) -> Option<i32> {
    Some(i32::from(board.cell(to)?.level) - i32::from(board.cell(from)?.level))
}

/// A climb to the neighbour in a direction (B-038): two or three levels up, out of a pit, or over
/// a palisade between grounds at most one level apart. On foot; the free hand is the caller's.
///
/// # Errors
/// Why it cannot be climbed, or that a step would do.
pub fn climb(board: &Board, from: Hex, dir: Dir, mover: Mover) -> Result<Climb, Barred> {
    let Err(bar) = quiet(board, from, dir, mover) else {
        return Err(Barred::new("B-038", "No need to climb: a step will do."));
    };
    if mover.mounted || mover.prone || mover.running {
        return Err(Barred::new(
            "B-038",
            "One climbs on foot, upright, from a standstill.",
        ));
    }
    let to = dir.from(from);
    let palisade = board
        .edge(from, dir)
        .is_some_and(|edge| edge.figures().crossing == Crossing::Climb);
    let rise = rise(board, from, to).unwrap_or(0);
    let (levels, footing) = match bar {
        Bar::EdgeClimb(_) if palisade && rise.abs() <= 1 => (PALISADE_LEVELS, Footing::One),
        Bar::Up(levels) if levels <= MOST_LEVELS => (levels, Footing::Two),
        bar => return Err(bar.barred()),
    };
    landing(board, to, mover)?;
    Ok(Climb {
        to,
        levels,
        footing,
    })
}

/// A drop on purpose to the neighbour in a direction (B-039): two or three levels, or into a pit.
///
/// # Errors
/// Why it cannot be done, or that a step would do.
pub fn drop_down(board: &Board, from: Hex, dir: Dir, mover: Mover) -> Result<Drop, Barred> {
    let to = dir.from(from);
    match quiet(board, from, dir, mover) {
        Ok(_) => return Err(Barred::new("B-039", "No need to drop: a step will do.")),
        Err(Bar::Down(levels)) if levels <= MOST_LEVELS => {}
        Err(Bar::Hole) => {}
        Err(bar) => return Err(bar.barred()),
    }
    if mover.mounted {
        return Err(Barred::new("B-089", "A horse steps one level and no more."));
    }
    landing(board, to, mover)?;
    let levels = rise(board, from, to).unwrap_or(0).abs();
    let cell = board.cell(to).copied().unwrap_or_default();
    let water = cell.ground == Ground::DeepWater;
    Ok(Drop {
        to,
        levels,
        cost_halves: cell.cost_halves(),
        footing: match levels {
            _ if water => None,
            2 => Some(Footing::One),
            3 => Some(Footing::Two),
            _ => None,
        },
    })
}

/// Whether a mover may be where a climb or a drop ends: as if he stepped in from level ground.
fn landing(board: &Board, to: Hex, mover: Mover) -> Result<(), Barred> {
    super::step::may_be_in(board, to, mover).map_err(Bar::barred)
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Orientation};
    use super::*;

    const EAST: Dir = Dir::ALL[0];
    const HOME: Hex = Hex::new(2, 2);

    fn levels(from: i8, to: i8) -> Board {
        let mut board = Board::new(8, 8, Orientation::PointyTop);
        board.cell_mut(HOME).unwrap().level = from;
        board.cell_mut(EAST.from(HOME)).unwrap().level = to;
        board
    }

    fn up(board: &Board) -> Option<(i32, Footing)> {
        let climb = climb(board, HOME, EAST, Mover::default()).ok()?;
        Some((climb.levels, climb.footing))
    }

    fn down(board: &Board) -> Option<(i32, Option<Footing>)> {
        let drop = drop_down(board, HOME, EAST, Mover::default()).ok()?;
        Some((drop.levels, drop.footing))
    }

    #[test]
    fn two_or_three_levels_are_climbed() {
        assert_eq!(up(&levels(0, 1)), None);
        assert_eq!(up(&levels(0, 2)), Some((2, Footing::Two)));
        assert_eq!(up(&levels(0, 3)), Some((3, Footing::Two)));
        assert_eq!(up(&levels(0, 4)), None);
    }

    #[test]
    fn a_palisade_is_climbed_from_either_side_with_grade_one() {
        let mut board = levels(0, 0);
        board.set_edge(HOME, EAST, Some(Edge::new(EdgeKind::Palisade)));
        assert_eq!(up(&board), Some((2, Footing::One)));
        let back = climb(&board, EAST.from(HOME), EAST.opposite(), Mover::default());
        assert_eq!(back.map(|climb| climb.to), Ok(HOME));
    }

    #[test]
    fn a_drop_of_two_levels_checks_grade_one_and_three_grade_two() {
        assert_eq!(down(&levels(1, 0)), None);
        assert_eq!(down(&levels(2, 0)), Some((2, Some(Footing::One))));
        assert_eq!(down(&levels(3, 0)), Some((3, Some(Footing::Two))));
        assert_eq!(down(&levels(4, 0)), None);
        let drop = drop_down(&levels(3, 0), HOME, EAST, Mover::default()).unwrap();
        assert_eq!(drop.cost_halves, 2);
    }

    #[test]
    fn into_a_pit_by_dropping_and_out_by_climbing() {
        let mut board = levels(0, -2);
        board.cell_mut(EAST.from(HOME)).unwrap().ground = Ground::Pit;
        assert_eq!(down(&board), Some((2, Some(Footing::One))));
        let out = climb(&board, EAST.from(HOME), EAST.opposite(), Mover::default());
        assert_eq!(out.map(|climb| climb.levels), Ok(2));
        board.cell_mut(EAST.from(HOME)).unwrap().level = -1;
        assert_eq!(down(&board), Some((1, None)));
        let out = climb(&board, EAST.from(HOME), EAST.opposite(), Mover::default());
        assert_eq!(out.map(|climb| climb.levels), Ok(1));
    }

    #[test]
    fn horses_neither_climb_nor_drop() {
        let horse = Mover {
            mounted: true,
            ..Mover::default()
        };
        assert!(climb(&levels(0, 2), HOME, EAST, horse).is_err());
        assert!(drop_down(&levels(2, 0), HOME, EAST, horse).is_err());
    }

    #[test]
    fn nobody_climbs_through_a_wall() {
        let mut board = levels(0, 2);
        board.set_edge(HOME, EAST, Some(Edge::new(EdgeKind::Wall)));
        assert_eq!(up(&board), None);
    }
}
