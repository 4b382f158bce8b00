//! The lane of a charge (B-070): the same direction step after step over ground that lets a
//! charger keep his stride.

use super::step::{Bar, Mover, quiet};
use super::terrain::Footing;
use super::{Barred, Board, Dir, distance};
use hexx::Hex;

/// Dearest hex of a lane, in half metres: rubble and mud may be charged over, marsh may not.
const DEAREST_HALVES: u16 = 4;

/// One hex of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneStep {
    /// The hex entered.
    pub hex: Hex,
    /// Half metres to enter it.
    pub cost_halves: u16,
    /// Grade of the footing check, which a charger makes whatever his gait (B-046).
    pub footing: Option<Footing>,
}

/// The hexes of a straight lane from a hex, in order. The last one may be the target's own; then
/// `filled` leaves the target out.
///
/// # Errors
/// The first thing in the way: a hexside with a crossing surcharge, a hex of cost above 2, more
/// than one level, a filled hex, or ground the mover may not enter.
pub fn lane(
    board: &Board,
    from: Hex,
    dir: Dir,
    hexes: u32,
    mover: Mover,
    filled: &dyn Fn(Hex) -> bool,
) -> Result<Vec<LaneStep>, Barred> {
    let mut lane = Vec::new();
    let mut at = from;
    for _ in 0..hexes {
        let step = quiet(board, at, dir, mover).map_err(in_lane)?;
        // A surcharge bars the lane even where it would not bar the step.
        let edge = board.edge(at, dir).map(|edge| (edge, edge.figures()));
        if let Some((edge, figures)) = edge
            && figures.crossing != super::edges::Crossing::Free
            && !matches!(figures.crossing, super::edges::Crossing::Ladder(_))
        {
            return Err(in_lane(Bar::EdgeRunning(edge.kind)));
        }
        let rise = board.cell(step.to).map_or(0, |cell| i32::from(cell.level))
            - board.cell(at).map_or(0, |cell| i32::from(cell.level));
        if rise.abs() > 1 {
            return Err(in_lane(if rise > 0 {
                Bar::Up(rise)
            } else {
                Bar::Down(-rise)
            }));
        }
        let cost = board.cell(step.to).map_or(0, super::Cell::cost_halves);
        if cost > DEAREST_HALVES {
            return Err(Barred::new(
                "B-070",
                "The ground in the lane is too heavy for a charge: cost 2 is the most.",
            ));
        }
        if filled(step.to) {
            return Err(Barred::new("B-070", "Somebody stands in the lane."));
        }
        at = step.to;
        lane.push(LaneStep {
            hex: at,
            cost_halves: step.cost_halves,
            footing: step.footing,
        });
    }
    Ok(lane)
}

/// A bar of the ground as a reason why a lane is not open: nothing is offered instead.
fn in_lane(bar: Bar) -> Barred {
    let words = match bar {
        Bar::EdgeRunning(kind) | Bar::EdgeProne(kind) | Bar::EdgeMounted(kind) => {
            format!("The lane is not clear: {} lies across it.", kind.word())
        }
        bar => format!("The lane is not clear. {}", bar.barred().words),
    };
    Barred::new("B-070", words)
}

/// Direction and length of the straight way to a hex; `None` if it does not lie in one of the six
/// directions.
pub fn straight(from: Hex, to: Hex) -> Option<(Dir, u32)> {
    let hexes = distance(from, to);
    let dir = Dir::ALL
        .into_iter()
        .find(|dir| hexes > 0 && from + dir.vector() * hexes as i32 == to)?;
    Some((dir, hexes))
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Ground, Orientation};
    use super::*;

    const EAST: Dir = Dir::ALL[0];

    fn board() -> Board {
        Board::new(10, 3, Orientation::PointyTop)
    }

    fn at(q: i32) -> Hex {
        Hex::new(q, 0)
    }

    fn charge(board: &Board, hexes: u32) -> Result<Vec<LaneStep>, Barred> {
        lane(board, at(0), EAST, hexes, Mover::default(), &|_| false)
    }

    #[test]
    fn a_lane_is_straight_and_counts_its_hexes() {
        let hexes: Vec<_> = charge(&board(), 3).unwrap().iter().map(|s| s.hex).collect();
        assert_eq!(hexes, [at(1), at(2), at(3)]);
        assert_eq!(straight(at(0), at(3)), Some((EAST, 3)));
        assert_eq!(straight(at(0), Hex::new(1, 1)), None);
        assert_eq!(straight(at(0), at(0)), None);
    }

    #[test]
    fn a_fence_refuses_and_rubble_asks_for_footing() {
        let mut fenced = board();
        fenced.set_edge(at(1), EAST, Some(Edge::new(EdgeKind::Fence)));
        assert_eq!(charge(&fenced, 3).unwrap_err().rule, "B-070");
        assert!(charge(&fenced, 1).is_ok());
        let mut rubble = board();
        for q in 1..=3 {
            rubble.cell_mut(at(q)).unwrap().ground = Ground::Rubble;
        }
        let steps = charge(&rubble, 3).unwrap();
        assert!(steps.iter().all(|step| step.footing == Some(Footing::One)));
        assert!(steps.iter().all(|step| step.cost_halves == 4));
    }

    #[test]
    fn cost_two_is_the_most_and_one_level_between_hexes() {
        let mut heavy = board();
        heavy.cell_mut(at(2)).unwrap().ground = Ground::Marsh;
        assert!(charge(&heavy, 2).is_err());
        let mut hilly = board();
        hilly.cell_mut(at(2)).unwrap().level = 1;
        assert!(charge(&hilly, 3).is_ok());
        hilly.cell_mut(at(2)).unwrap().level = 2;
        assert!(charge(&hilly, 3).is_err());
        assert!(charge(&hilly, 1).is_ok());
    }

    #[test]
    fn nobody_may_stand_in_it() {
        let filled = |hex: Hex| hex == at(2);
        let mover = Mover::default();
        assert!(lane(&board(), at(0), EAST, 1, mover, &filled).is_ok());
        assert!(lane(&board(), at(0), EAST, 2, mover, &filled).is_err());
    }

    #[test]
    fn a_horse_needs_ground_for_horses() {
        let mut wood = board();
        wood.cell_mut(at(2)).unwrap().object = Some(super::super::Object::Tree);
        let mounted = Mover {
            mounted: true,
            ..Mover::default()
        };
        assert!(lane(&wood, at(0), EAST, 3, mounted, &|_| false).is_err());
        assert!(charge(&wood, 3).is_ok());
    }
}
