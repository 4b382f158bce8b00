//! Random boards for properties that must hold on every board, the same ones every time.

use super::{Board, Dir, Edge, EdgeKind, Ground, Object, Orientation, Overlay};
use hexx::Hex;

/// A small deterministic generator (a 64-bit congruence, high bits used).
pub struct Draws(pub u64);

impl Draws {
    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// A hex of a board.
    pub fn hex(&mut self, board: &Board) -> Hex {
        board.hex_at(self.below(board.len() as u64) as usize)
    }
}

/// A board with a bit of everything on it.
pub fn random_board(draws: &mut Draws, width: u16, height: u16) -> Board {
    use EdgeKind as E;
    use Ground as G;
    let orientation = draws.one_of(&[Orientation::PointyTop, Orientation::FlatTop]);
    let mut board = Board::new(width, height, orientation);
    for index in 0..board.len() {
        let hex = board.hex_at(index);
        let cell = board.cell_mut(hex).expect("the index lies on the board");
        cell.ground = draws.one_of(&[
            G::Grass,
            G::Grass,
            G::Grass,
            G::Road,
            G::Undergrowth,
            G::TallGrass,
            G::Forest,
            G::Mud,
            G::Marsh,
            G::Rubble,
            G::Stairs,
            G::Rock,
        ]);
        cell.level = draws.one_of(&[0, 0, 0, 0, 1, 1, 2, 3]);
        if draws.below(6) == 0 {
            cell.object = Some(draws.one_of(&[
                Object::Tree,
                Object::Pillar,
                Object::Table,
                Object::Crate,
                Object::Barrel,
            ]));
        }
        if draws.below(6) == 0 {
            let overlay = draws.one_of(&Overlay::ALL);
            cell.overlays = cell.overlays.with(overlay);
        }
        if draws.below(3) == 0 {
            let kind = draws.one_of(&[
                E::Wall,
                E::LowWall,
                E::Fence,
                E::Hedge,
                E::Breastwork,
                E::Window,
                E::ArrowSlit,
                E::Bars,
                E::Door,
                E::Palisade,
            ]);
            let side = Dir::new(draws.below(6) as i32);
            board.set_edge(hex, side, Some(Edge::new(kind)));
        }
    }
    board
}
