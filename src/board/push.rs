//! What a displacement meets, hex by hex, and where somebody who may not stay is placed (B-073 to
//! B-079). Who fills a hex, harm and checks are the walk's and the rule system's.

use super::edges::Pushed;
use super::{Board, Cell, Dir, Ground};
use hexx::Hex;

/// The next hex of a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushStep {
    /// Goes on into this hex: level, one level lower, or off a table.
    Free {
        /// The hex.
        to: Hex,
    },
    /// Barred: stops here and takes the consequence for each hex left (B-074).
    Wall,
    /// A low edge: stops like a wall with one or two hexes left, goes over with three or more
    /// (B-076); what is beyond says [`over_low`].
    Low,
    /// A hedge: stops here without harm (B-074).
    Soft,
    /// The border: stops here without harm (B-054).
    Border,
    /// Two or more levels lower, also into a pit or water: a fall, and the end (B-040, B-077).
    Fall {
        /// The hex below.
        to: Hex,
        /// Levels fallen.
        levels: i32,
    },
    /// Deep water: the end, Swimming (B-077, B-079).
    Water {
        /// The hex.
        to: Hex,
    },
    /// A pit less than two levels deep: the end, without a fall (B-077).
    Pit {
        /// The hex.
        to: Hex,
    },
}

/// What the next hex of a displacement is, occupants apart (B-074 to B-077).
pub fn push_step(board: &Board, from: Hex, dir: Dir) -> PushStep {
    let to = dir.from(from);
    if !board.contains(to) {
        return PushStep::Border;
    }
    match edge_pushed(board, from, dir) {
        Pushed::Wall => PushStep::Wall,
        // Nobody goes over a fence into a tree: then the fence is a wall.
        Pushed::Low if over_low(board, from, dir) == PushStep::Wall => PushStep::Wall,
        Pushed::Low => PushStep::Low,
        Pushed::Soft => PushStep::Soft,
        Pushed::Nothing => over_low(board, from, dir),
    }
}

/// What the hex behind a low edge is for somebody who goes over it (B-076): any step but `Low` and
/// `Soft`.
pub fn over_low(board: &Board, from: Hex, dir: Dir) -> PushStep {
    let to = dir.from(from);
    let (Some(here), Some(there)) = (board.cell(from), board.cell(to)) else {
        return PushStep::Border;
    };
    let drop = i32::from(here.level) - i32::from(there.level);
    if there.is_solid() || there.is_impassable() || drop < 0 {
        return PushStep::Wall;
    }
    if drop >= 2 {
        return PushStep::Fall { to, levels: drop };
    }
    match there.ground {
        Ground::DeepWater => PushStep::Water { to },
        Ground::Pit if here.ground != Ground::Pit => PushStep::Pit { to },
        _ => PushStep::Free { to },
    }
}

fn edge_pushed(board: &Board, from: Hex, dir: Dir) -> Pushed {
    board
        .edge(from, dir)
        .map_or(Pushed::Nothing, |edge| edge.figures().pushed)
}

/// Whether somebody who ends a displacement here on his feet lies down all the same: on a table,
/// barrel or carcass (B-076).
pub fn trips(board: &Board, hex: Hex) -> bool {
    board
        .cell(hex)
        .is_some_and(|cell| cell.object.is_some_and(|object| !object.figures().solid))
}

/// The nearest free hex around a centre (B-078): ring by ring up to `rings`, inside a ring the
/// least turn from `dir`, then right. Outwards from the centre, never through walls or up two
/// levels at once; never onto rock, and into deep water or a pit only from there. `None` if there
/// is none.
pub fn nearest_free(
    board: &Board,
    centre: Hex,
    dir: Dir,
    rings: u32,
    free: &dyn Fn(Hex) -> bool,
) -> Option<Hex> {
    let home = board.cell(centre)?.ground;
    let fits = |hex: Hex| {
        let ground = board.cell(hex).map(|cell| cell.ground);
        let hazard = matches!(ground, Some(Ground::DeepWater | Ground::Pit));
        (!hazard || ground == Some(home)) && free(hex)
    };
    let mut inner = vec![centre];
    for radius in 1..=rings {
        let reached = spread(board, &inner, &ring(centre, dir, radius));
        if let Some(found) = reached.iter().copied().find(|&hex| fits(hex)) {
            return Some(found);
        }
        inner = reached;
    }
    None
}

/// The hexes of a ring: straight on, then right and left in turn, ever further round. On a ring
/// the turn from the direction grows with the place counted from the corner straight ahead.
fn ring(centre: Hex, dir: Dir, radius: u32) -> Vec<Hex> {
    let side = radius as i32;
    let place = |index: i32| {
        let (corner, along) = (index.div_euclid(side), index.rem_euclid(side));
        centre + dir.turned(corner).vector() * side + dir.turned(corner + 2).vector() * along
    };
    let all = 6 * side;
    let mut hexes = vec![place(0)];
    for turn in 1..all / 2 {
        hexes.push(place(turn));
        hexes.push(place(all - turn));
    }
    hexes.push(place(all / 2));
    hexes
}

/// The hexes of a ring that are got to outwards from those of the ring inside it.
fn spread(board: &Board, inner: &[Hex], outer: &[Hex]) -> Vec<Hex> {
    let reached = |to: Hex| {
        inner
            .iter()
            .any(|&from| Dir::between(from, to).is_some_and(|dir| passes(board, from, dir)))
    };
    outer.iter().copied().filter(|&to| reached(to)).collect()
}

/// Whether somebody may be shifted from a hex to its neighbour: no wall, no rock, not up two.
fn passes(board: &Board, from: Hex, dir: Dir) -> bool {
    let (Some(here), Some(there)) = (board.cell(from), board.cell(dir.from(from))) else {
        return false;
    };
    !Cell::is_impassable(there)
        && i32::from(there.level) - i32::from(here.level) < 2
        && edge_pushed(board, from, dir) != Pushed::Wall
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Object, Orientation};
    use super::*;

    fn board() -> Board {
        Board::new(9, 9, Orientation::FlatTop)
    }

    fn dir(name: &str) -> Dir {
        Orientation::FlatTop.dir(name).unwrap()
    }

    fn home() -> Hex {
        board().hex_of(4, 4)
    }

    fn north_of_home() -> Hex {
        dir("N").from(home())
    }

    fn push(change: impl Fn(&mut Board)) -> PushStep {
        let mut board = board();
        change(&mut board);
        push_step(&board, home(), dir("N"))
    }

    fn edge(kind: EdgeKind) -> PushStep {
        push(|board| {
            board.set_edge(home(), dir("N"), Some(Edge::new(kind)));
        })
    }

    fn cell(change: impl Fn(&mut Cell)) -> PushStep {
        push(|board| change(board.cell_mut(north_of_home()).unwrap()))
    }

    #[test]
    fn walls_are_built_edges_solid_hexes_and_every_rise() {
        for kind in [
            EdgeKind::Wall,
            EdgeKind::Palisade,
            EdgeKind::Breastwork,
            EdgeKind::Window,
            EdgeKind::ArrowSlit,
            EdgeKind::Bars,
            EdgeKind::Door,
        ] {
            assert_eq!(edge(kind), PushStep::Wall, "{kind:?}");
        }
        for object in [Object::Tree, Object::Pillar, Object::Crate, Object::Cart] {
            assert_eq!(
                cell(|c| c.object = Some(object)),
                PushStep::Wall,
                "{object:?}"
            );
        }
        assert_eq!(cell(|c| c.ground = Ground::Rock), PushStep::Wall);
        assert_eq!(cell(|c| c.level = 1), PushStep::Wall);
        assert_eq!(edge(EdgeKind::Hedge), PushStep::Soft);
    }

    #[test]
    fn low_edges_and_what_lies_behind() {
        for kind in [EdgeKind::Fence, EdgeKind::Railing, EdgeKind::LowWall] {
            assert_eq!(edge(kind), PushStep::Low);
        }
        let mut battlement = board();
        battlement.set_edge(home(), dir("N"), Some(Edge::new(EdgeKind::Railing)));
        battlement.cell_mut(home()).unwrap().level = 4;
        assert_eq!(push_step(&battlement, home(), dir("N")), PushStep::Low);
        let fall = PushStep::Fall {
            to: north_of_home(),
            levels: 4,
        };
        assert_eq!(over_low(&battlement, home(), dir("N")), fall);
        battlement.cell_mut(north_of_home()).unwrap().ground = Ground::Rock;
        assert_eq!(push_step(&battlement, home(), dir("N")), PushStep::Wall);
    }

    #[test]
    fn tables_barrels_and_carcasses_do_not_stop() {
        for object in [Object::Table, Object::Barrel, Object::Carcass] {
            let to = north_of_home();
            assert_eq!(cell(|c| c.object = Some(object)), PushStep::Free { to });
            let mut board = board();
            board.cell_mut(to).unwrap().object = Some(object);
            assert!(trips(&board, to) && !trips(&board, home()));
        }
    }

    #[test]
    fn one_level_down_goes_on_and_two_are_a_fall() {
        let to = north_of_home();
        assert_eq!(cell(|c| c.level = -1), PushStep::Free { to });
        assert_eq!(cell(|c| c.level = -2), PushStep::Fall { to, levels: 2 });
        let pit = |level: i8| {
            cell(move |c| {
                c.ground = Ground::Pit;
                c.level = level;
            })
        };
        assert_eq!(pit(-2), PushStep::Fall { to, levels: 2 });
        assert_eq!(pit(-1), PushStep::Pit { to });
        assert_eq!(
            cell(|c| c.ground = Ground::DeepWater),
            PushStep::Water { to }
        );
    }

    #[test]
    fn the_border_stops() {
        let corner = board().hex_of(0, 0);
        assert_eq!(push_step(&board(), corner, dir("N")), PushStep::Border);
    }

    #[test]
    fn the_faller_is_placed_with_the_least_turn_then_right() {
        let taken = ["N", "NE", "NW"].map(|name| dir(name).from(home()));
        let free = |hex: Hex| hex != home() && !taken.contains(&hex);
        let placed = nearest_free(&board(), home(), dir("N"), 3, &free);
        assert_eq!(placed, Some(dir("SE").from(home())));
        let free = |hex: Hex| hex != home() && hex != dir("N").from(home());
        let placed = nearest_free(&board(), home(), dir("N"), 3, &free);
        assert_eq!(placed, Some(dir("NE").from(home())));
    }

    #[test]
    fn placing_goes_neither_through_walls_nor_up_two_levels() {
        let mut board = board();
        board.set_edge(home(), dir("N"), Some(Edge::new(EdgeKind::Wall)));
        board.cell_mut(dir("NE").from(home())).unwrap().level = 2;
        board.cell_mut(dir("NW").from(home())).unwrap().ground = Ground::DeepWater;
        let free = |hex: Hex| hex != home();
        let placed = nearest_free(&board, home(), dir("N"), 3, &free);
        assert_eq!(placed, Some(dir("SE").from(home())));
    }

    #[test]
    fn the_second_ring_follows_the_first_and_the_last_ends_it() {
        let near = |hex: Hex| super::super::distance(home(), hex) >= 2;
        let placed = nearest_free(&board(), home(), dir("N"), 3, &near);
        assert_eq!(placed, Some(home() + dir("N").vector() * 2));
        assert_eq!(nearest_free(&board(), home(), dir("N"), 1, &near), None);
    }

    #[test]
    fn a_ring_is_whole_and_turns_ever_further() {
        for radius in 1..=3 {
            let hexes = ring(home(), dir("SE"), radius);
            assert_eq!(hexes.len(), 6 * radius as usize);
            let mut sorted = hexes.clone();
            sorted.sort_by_key(|&hex| super::super::hex_key(hex));
            sorted.dedup();
            assert_eq!(sorted.len(), hexes.len());
            assert!(
                hexes
                    .iter()
                    .all(|&hex| super::super::distance(home(), hex) == radius)
            );
        }
    }
}
