//! Where hexes lie in the plane: points of the picture at zoom 1, y downwards. Pure arithmetic.

use crate::board::{Board, Dir, Hex, Orientation};
use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// From a hex's centre to its corner, in points at zoom 1.
pub const RADIUS: f32 = 46.0;

const SQRT3: f32 = 1.732_050_8;

/// The plane of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice(pub Orientation);

impl Lattice {
    /// The plane of a board.
    pub fn of(board: &Board) -> Lattice {
        Lattice(board.orientation)
    }

    /// A hex's centre.
    pub fn centre(self, hex: Hex) -> Pos2 {
        let (q, r) = (hex.x as f32, hex.y as f32);
        match self.0 {
            Orientation::PointyTop => pos2(SQRT3 * RADIUS * (q + r / 2.0), 1.5 * RADIUS * r),
            Orientation::FlatTop => pos2(1.5 * RADIUS * q, SQRT3 * RADIUS * (r + q / 2.0)),
        }
    }

    /// The hex of a point.
    pub fn hex(self, at: Pos2) -> Hex {
        let (x, y) = (at.x / RADIUS, at.y / RADIUS);
        let (q, r) = match self.0 {
            Orientation::PointyTop => (SQRT3 / 3.0 * x - y / 3.0, 2.0 / 3.0 * y),
            Orientation::FlatTop => (2.0 / 3.0 * x, SQRT3 / 3.0 * y - x / 3.0),
        };
        let s = -q - r;
        let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        if dq > dr && dq > ds {
            rq = -rr - rs;
        } else if dr > ds {
            rr = -rq - rs;
        }
        Hex::new(rq as i32, rr as i32)
    }

    /// The six corners of a hex, `grow` times as far out; side `d` runs from corner `d` to the next.
    pub fn corners(self, hex: Hex, grow: f32) -> [Pos2; 6] {
        let centre = self.centre(hex);
        std::array::from_fn(|index| {
            let angle = (60.0 * index as f32 - 30.0).to_radians() + self.turn();
            centre + vec2(angle.cos(), angle.sin()) * RADIUS * grow
        })
    }

    /// The ends of a hex's side.
    pub fn side(self, hex: Hex, dir: Dir) -> (Pos2, Pos2) {
        let corners = self.corners(hex, 1.0);
        (corners[dir.index()], corners[(dir.index() + 1) % 6])
    }

    /// How far the picture is turned against pointy-top hexes.
    fn turn(self) -> f32 {
        match self.0 {
            Orientation::PointyTop => 0.0,
            Orientation::FlatTop => 30f32.to_radians(),
        }
    }

    /// The angle of a direction, clockwise from the right.
    pub fn angle(self, dir: Dir) -> f32 {
        (60.0 * dir.index() as f32).to_radians() + self.turn()
    }

    /// A direction as a vector of length 1.
    pub fn along(self, dir: Dir) -> Vec2 {
        let angle = self.angle(dir);
        vec2(angle.cos(), angle.sin())
    }

    /// All of a board, hexes whole.
    pub fn bounds(self, board: &Board) -> Rect {
        let (columns, rows) = board.size();
        let mut rect = Rect::NOTHING;
        for (column, row) in [
            (0, 0),
            (columns - 1, 0),
            (0, rows - 1),
            (columns - 1, rows - 1),
        ] {
            // Rows and columns stagger, so the neighbours of the corners count as well.
            for (c, r) in [
                (column, row),
                (column, row.saturating_sub(1)),
                (column.saturating_sub(1), row),
            ] {
                for corner in self.corners(board.hex_of(c, r), 1.0) {
                    rect.extend_with(corner);
                }
            }
        }
        rect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picking_is_the_inverse_of_placing_in_both_orientations() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            let lattice = Lattice(orientation);
            for (q, r) in (-9..9).flat_map(|q| (-9..9).map(move |r| (q, r))) {
                let hex = Hex::new(q, r);
                let centre = lattice.centre(hex);
                assert_eq!(lattice.hex(centre), hex);
                for corner in lattice.corners(hex, 0.95) {
                    assert_eq!(lattice.hex(corner), hex);
                }
                for dir in Dir::ALL {
                    let next = lattice.centre(dir.from(hex));
                    let along = (next - centre).normalized();
                    assert!((along - lattice.along(dir)).length() < 0.01);
                    let (a, b) = lattice.side(hex, dir);
                    let middle = a + (b - a) * 0.5;
                    assert!((middle - (centre + (next - centre) * 0.5)).length() < 0.01);
                }
            }
        }
    }

    #[test]
    fn bounds_hold_every_hex() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            let board = Board::new(7, 5, orientation);
            let lattice = Lattice::of(&board);
            let bounds = lattice.bounds(&board).expand(0.1);
            for hex in board.hexes() {
                assert!(
                    lattice
                        .corners(hex, 1.0)
                        .iter()
                        .all(|corner| bounds.contains(*corner))
                );
            }
        }
    }
}
