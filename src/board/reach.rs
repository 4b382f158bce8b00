//! Melee between hexes: reach, height and what lets a blow through (B-041, B-042, B-051, B-052).

use super::arc::{Arc, arc};
use super::line::{Walk, walks};
use super::sight::side;
use super::{Barred, Board, Cell, Dir, Ground, distance};
use hexx::Hex;

/// Difference of height that a weapon of reach 1 still bridges, and each further metre of reach
/// (B-042), in centimetres.
const BRIDGED_CM: (i32, i32) = (150, 100);

/// Whether a blow passes along one form of a line (B-052).
pub(super) fn blow_passes(board: &Board, form: Walk) -> bool {
    let last = form.len() - 1;
    let mut before = None;
    for (i, hex) in form.enumerate() {
        if let Some((_, figures, _)) = before.and_then(|before| side(board, before, hex))
            && !figures.melee
        {
            return false;
        }
        if 0 < i && i < last && board.cell(hex).is_some_and(Cell::is_impassable) {
            return false;
        }
        before = Some(hex);
    }
    true
}

/// Whether a form of the line runs through a crawlway, ends included.
fn cramped(board: &Board, mut form: Walk) -> bool {
    form.any(|hex| {
        board
            .cell(hex)
            .is_some_and(|cell| cell.ground == Ground::Crawlway)
    })
}

/// What keeps a blow from a hex; `Copy`, so that a search can ask without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBlow {
    /// So many hexes away, for this reach (B-052).
    Far(u32, u32),
    /// The ground differs by so many centimetres, of these at most (B-042).
    Height(i32, i32),
    /// A hexside, rock or pillar stands between (B-052).
    Between,
    /// A crawlway: nothing beyond the next hex (BT-6).
    Cramped,
}

impl NoBlow {
    /// The reason with its words.
    pub fn barred(self) -> Barred {
        match self {
            NoBlow::Far(hexes, reach) => Barred::new(
                "B-052",
                format!("Out of reach: {hexes} hexes away, and the weapon reaches {reach}."),
            ),
            NoBlow::Height(apart, most) => Barred::new(
                "B-042",
                format!("Too high or too low: {apart} cm apart, and the weapon bridges {most}."),
            ),
            NoBlow::Between => Barred::new("B-052", "No blow gets through what stands between."),
            NoBlow::Cramped => Barred::new(
                "BT-6",
                "A crawlway is too low for a blow beyond the next hex.",
            ),
        }
    }
}

/// Whether a melee weapon of this reach can strike from one hex into another: distance, height,
/// and a line that lets the blow through (B-042, B-052). The own hex is always open: whoever lies
/// under another fights from below (B-056). Arc and sight are the rule system's.
///
/// # Errors
/// What stands in the way.
pub fn melee_open(board: &Board, a: Hex, b: Hex, reach: u32) -> Result<(), Barred> {
    blow(board, a, b, reach).map_err(NoBlow::barred)
}

/// [`melee_open`] without words.
///
/// # Errors
/// What stands in the way.
pub fn blow(board: &Board, a: Hex, b: Hex, reach: u32) -> Result<(), NoBlow> {
    let hexes = distance(a, b);
    if hexes > reach {
        return Err(NoBlow::Far(hexes, reach));
    }
    if hexes == 0 {
        return Ok(());
    }
    let apart = (board.footing_cm(a) - board.footing_cm(b)).abs();
    let further = i32::try_from(reach - 1).unwrap_or(i32::MAX);
    let bridged = BRIDGED_CM
        .1
        .saturating_mul(further)
        .saturating_add(BRIDGED_CM.0);
    if apart > bridged {
        return Err(NoBlow::Height(apart, bridged));
    }
    // Of neighbours only the hexside between them matters.
    if hexes == 1 && board.is_bare(b) {
        return Ok(());
    }
    let mut why = NoBlow::Between;
    for form in walks(a, b) {
        if !blow_passes(board, form.clone()) {
            continue;
        }
        if hexes == 1 || !cramped(board, form) {
            return Ok(());
        }
        why = NoBlow::Cramped;
    }
    Err(why)
}

/// Whether a ready melee weapon threatens a hex (B-067): it lies in the front, within reach, and a
/// blow gets there. Whether its bearer is able is the caller's.
pub fn threatens(board: &Board, from: Hex, facing: Dir, reach: u32, hex: Hex) -> bool {
    hex != from
        && distance(from, hex) <= reach
        && arc(facing, hex - from) == Arc::Front
        && blow(board, from, hex, reach).is_ok()
}

/// Whether something solid stands beside a hex, for weapons that need room (B-051): a built
/// hexside of the hex itself, or rock, pillar, tree, crate or cart in a neighbour.
pub fn solid_neighbour(board: &Board, hex: Hex) -> bool {
    Dir::ALL.into_iter().any(|dir| {
        board
            .edge(hex, dir)
            .is_some_and(|edge| edge.figures().solid)
            || board.cell(dir.from(hex)).is_some_and(Cell::is_solid)
    })
}

/// Full metres by which one stands higher than another, ground and object stood on; negative if
/// lower (B-041).
pub fn high_ground_m(board: &Board, a: Hex, b: Hex) -> i32 {
    (board.footing_cm(a) - board.footing_cm(b)) / 100
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Object, Orientation};
    use super::*;

    fn board() -> Board {
        Board::new(10, 10, Orientation::PointyTop)
    }

    fn at(q: i32) -> Hex {
        Hex::new(q, 4)
    }

    fn open(board: &Board, from: i32, to: i32, reach: u32) -> bool {
        melee_open(board, at(from), at(to), reach).is_ok()
    }

    fn levels(level: i8) -> Board {
        let mut board = board();
        board.cell_mut(at(3)).unwrap().level = level;
        board
    }

    #[test]
    fn reach_bridges_one_level_for_each_hex() {
        for (reach, most) in [(1, 1), (2, 2), (3, 3)] {
            assert!(open(&levels(most), 2, 3, reach), "reach {reach} up {most}");
            assert!(
                open(&levels(most), 3, 2, reach),
                "reach {reach} down {most}"
            );
            assert!(!open(&levels(most + 1), 2, 3, reach));
            assert_eq!(
                melee_open(&levels(most + 1), at(2), at(3), reach)
                    .unwrap_err()
                    .rule,
                "B-042"
            );
        }
    }

    #[test]
    fn a_sword_reaches_a_man_on_a_table() {
        let mut board = board();
        board.cell_mut(at(3)).unwrap().object = Some(Object::Table);
        assert!(open(&board, 2, 3, 1));
        board.cell_mut(at(3)).unwrap().level = 1;
        assert!(!open(&board, 2, 3, 1), "175 is more than 150");
    }

    #[test]
    fn distance_up_to_the_reach() {
        assert!(open(&board(), 0, 4, 4));
        assert!(!open(&board(), 0, 4, 3));
        assert!(!open(&board(), 0, 4, 2));
        assert!(open(&board(), 4, 4, 1));
    }

    #[test]
    fn bars_refuse_and_fences_allow() {
        let mut board = board();
        for (kind, through) in [
            (EdgeKind::Bars, false),
            (EdgeKind::ArrowSlit, false),
            (EdgeKind::Door, false),
            (EdgeKind::Wall, false),
            (EdgeKind::Fence, true),
            (EdgeKind::Hedge, true),
            (EdgeKind::Window, true),
        ] {
            board.set_edge(at(2), Dir::ALL[0], Some(Edge::new(kind)));
            assert_eq!(open(&board, 2, 3, 1), through, "{kind:?}");
            assert_eq!(open(&board, 1, 3, 2), through, "{kind:?} for a spear");
        }
    }

    #[test]
    fn rock_between_refuses_unless_the_other_hex_is_free() {
        let (a, b) = (Hex::new(2, 2), Hex::new(3, 3));
        let mut board = board();
        board.cell_mut(Hex::new(3, 2)).unwrap().ground = Ground::Rock;
        assert!(melee_open(&board, a, b, 2).is_ok());
        board.cell_mut(Hex::new(2, 3)).unwrap().object = Some(Object::Pillar);
        assert!(melee_open(&board, a, b, 2).is_err());
    }

    #[test]
    fn no_long_blows_in_a_crawlway() {
        let mut board = board();
        for q in 2..=4 {
            board.cell_mut(at(q)).unwrap().ground = Ground::Crawlway;
        }
        assert!(open(&board, 2, 3, 2));
        assert!(!open(&board, 2, 4, 2));
    }

    #[test]
    fn threatened_are_front_hexes_a_blow_gets_to() {
        let mut board = board();
        let facing = Dir::ALL[0];
        assert!(threatens(&board, at(3), facing, 1, at(4)));
        assert!(
            !threatens(&board, at(3), facing, 1, at(2)),
            "behind the back"
        );
        assert!(!threatens(&board, at(3), facing, 1, at(5)), "out of reach");
        assert!(!threatens(&board, at(3), facing, 1, at(3)));
        board.set_edge(at(3), facing, Some(Edge::new(EdgeKind::Bars)));
        assert!(!threatens(&board, at(3), facing, 1, at(4)), "through bars");
    }

    #[test]
    fn trees_take_the_room_and_fences_and_tables_do_not() {
        let mut board = board();
        assert!(!solid_neighbour(&board, at(3)));
        board.set_edge(at(3), Dir::ALL[1], Some(Edge::new(EdgeKind::Fence)));
        board.cell_mut(at(2)).unwrap().object = Some(Object::Table);
        assert!(!solid_neighbour(&board, at(3)));
        board.cell_mut(at(4)).unwrap().object = Some(Object::Tree);
        assert!(solid_neighbour(&board, at(3)));
        board.cell_mut(at(4)).unwrap().object = None;
        board.set_edge(at(3), Dir::ALL[1], Some(Edge::new(EdgeKind::Wall)));
        assert!(solid_neighbour(&board, at(3)));
    }

    #[test]
    fn high_ground_in_full_metres() {
        assert_eq!(high_ground_m(&levels(1), at(3), at(2)), 1);
        assert_eq!(high_ground_m(&levels(1), at(2), at(3)), -1);
        let mut low_steps = levels(3);
        low_steps.level_mm = 300;
        assert_eq!(high_ground_m(&low_steps, at(3), at(2)), 0);
        low_steps.level_mm = 400;
        assert_eq!(high_ground_m(&low_steps, at(3), at(2)), 1);
    }
}
