//! The board itself: a rectangle of characters turned into axial hexes (B-002), with hexsides
//! stored once each (B-030).

use super::bare::Bare;
use super::runs;
use super::{Cell, Dir, Edge, LightGrade, Orientation};
use hexx::Hex;
use serde::{Deserialize, Serialize};

/// Hexes, hexsides and light of one battlefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BoardText")]
pub struct Board {
    width: u16,
    height: u16,
    /// How it is drawn and named.
    pub orientation: Orientation,
    /// Millimetres of one level, 300–3000 (B-036).
    pub level_mm: u16,
    /// Light where no source reaches (B-018).
    pub ambient: LightGrade,
    #[serde(serialize_with = "runs::serialize")]
    pub(super) cells: Vec<Cell>,
    /// Sides 4, 5 and 0 of each hex, in that order (B-030).
    #[serde(serialize_with = "runs::serialize")]
    edges: Vec<[Option<Edge>; 3]>,
    /// What is known of bare hexes.
    #[serde(skip)]
    pub(super) bare: Bare,
}

/// A board as it is written, before its sizes are known to agree.
#[derive(Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
struct BoardText {
    width: u16,
    height: u16,
    orientation: Orientation,
    level_mm: u16,
    ambient: LightGrade,
    #[serde(deserialize_with = "runs::deserialize")]
    cells: Vec<Cell>,
    #[serde(deserialize_with = "runs::deserialize")]
    edges: Vec<[Option<Edge>; 3]>,
}

impl TryFrom<BoardText> for Board {
    type Error = String;

    fn try_from(text: BoardText) -> Result<Board, String> {
        let (width, height) = (text.width, text.height);
        let count = usize::from(width) * usize::from(height);
        for (what, found) in [("hexes", text.cells.len()), ("hexsides", text.edges.len())] {
            if found != count {
                return Err(format!(
                    "a board of {width} by {height} has {count} {what}, not {found}"
                ));
            }
        }
        Ok(Board {
            width,
            height,
            orientation: text.orientation,
            level_mm: text.level_mm,
            ambient: text.ambient,
            cells: text.cells,
            edges: text.edges,
            bare: Bare::default(),
        })
    }
}

/// No hex of a board lies so far out.
const FARTHEST: i32 = 1 << 18;

/// Whether a hex may lie on some board: with those beyond, sums and distances would overflow.
pub fn is_near(hex: Hex) -> bool {
    let near = -FARTHEST..=FARTHEST;
    near.contains(&hex.x) && near.contains(&hex.y)
}

impl Board {
    /// A board of plain grass, bright and level.
    pub fn new(width: u16, height: u16, orientation: Orientation) -> Board {
        let count = usize::from(width) * usize::from(height);
        Board {
            width,
            height,
            orientation,
            level_mm: 1000,
            ambient: LightGrade::Bright,
            cells: vec![Cell::default(); count],
            edges: vec![[None; 3]; count],
            bare: Bare::default(),
        }
    }

    /// Columns and rows of the map picture.
    pub fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Number of hexes; indices run from 0 to this.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the board has no hex.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The hex of a character of the map picture (B-002): column and row from the top left.
    pub fn hex_of(&self, column: u16, row: u16) -> Hex {
        let (c, w) = (i32::from(column), i32::from(row));
        match self.orientation {
            Orientation::FlatTop => Hex::new(c, w - (c - c.rem_euclid(2)) / 2),
            Orientation::PointyTop => Hex::new(c - (w - w.rem_euclid(2)) / 2, w),
        }
    }

    /// Column and row of a hex in the map picture, also off the board (B-002).
    pub fn column_row(&self, hex: Hex) -> (i32, i32) {
        match self.orientation {
            Orientation::FlatTop => (hex.x, hex.y + (hex.x - hex.x.rem_euclid(2)) / 2),
            Orientation::PointyTop => (hex.x + (hex.y - hex.y.rem_euclid(2)) / 2, hex.y),
        }
    }

    /// The hex's place in dense storage; `None` off the board, whatever the hex.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        // As in `column_row`, with halves rounded down. What wraps is far out and lies outside still:
        // half of a row or column of the board is added at most, or that one is outside itself.
        let (c, w) = match self.orientation {
            Orientation::FlatTop => (hex.x, hex.y.wrapping_add(hex.x >> 1)),
            Orientation::PointyTop => (hex.x.wrapping_add(hex.y >> 1), hex.y),
        };
        // Whatever is negative is greater than any size.
        let (c, w) = (c as u32, w as u32);
        let inside = c < u32::from(self.width) && w < u32::from(self.height);
        inside.then(|| w as usize * usize::from(self.width) + c as usize)
    }

    /// The hex at a place in dense storage.
    pub fn hex_at(&self, index: usize) -> Hex {
        let width = usize::from(self.width);
        self.hex_of((index % width) as u16, (index / width) as u16)
    }

    /// Whether the hex is on the board.
    pub fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// All hexes, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        (0..self.len()).map(|index| self.hex_at(index))
    }

    /// The marked exits, which lie on the border (B-054, B-117), row by row.
    pub fn exits(&self) -> impl Iterator<Item = Hex> + '_ {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let row = move |row: usize| row * width..(row + 1) * width;
        let sides = (1..height.saturating_sub(1)).flat_map(move |row| {
            let first = row * width;
            let last = first + width - 1;
            std::iter::once(first).chain((last > first).then_some(last))
        });
        let bottom = (height > 1).then(|| row(height - 1)).into_iter().flatten();
        row(0)
            .chain(sides)
            .chain(bottom)
            .filter(|index| self.cells[*index].exit)
            .map(|index| self.hex_at(index))
    }

    /// One hex's content.
    pub fn cell(&self, hex: Hex) -> Option<&Cell> {
        self.index(hex).map(|index| &self.cells[index])
    }

    /// One hex's content, to change.
    pub fn cell_mut(&mut self, hex: Hex) -> Option<&mut Cell> {
        self.bare.forget();
        self.index(hex).map(|index| &mut self.cells[index])
    }

    /// Ground height in centimetres, 0 off the board (B-013, B-036).
    pub fn ground_cm(&self, hex: Hex) -> i32 {
        self.cell(hex).map_or(0, |cell| self.level_cm(cell))
    }

    /// Ground height of one of its cells in centimetres (B-036).
    pub fn level_cm(&self, cell: &Cell) -> i32 {
        i32::from(cell.level) * i32::from(self.level_mm) / 10
    }

    /// Whole metres of so many levels, fractions dropped (B-036).
    pub fn metres(&self, levels: i32) -> i32 {
        levels * i32::from(self.level_mm) / 1000
    }

    /// Where a side is stored: the hex that holds it and the slot (B-030).
    fn edge_slot(&self, hex: Hex, side: Dir) -> Option<(usize, usize)> {
        let (owner, slot) = match side.index() {
            4 => (hex, 0),
            5 => (hex, 1),
            0 => (hex, 2),
            1 => (side.from(hex), 0),
            2 => (side.from(hex), 1),
            _ => (side.from(hex), 2),
        };
        Some((self.index(owner)?, slot))
    }

    /// What stands on a side of a hex. Sides whose owner lies off the board are bare.
    pub fn edge(&self, hex: Hex, side: Dir) -> Option<Edge> {
        let (index, slot) = self.edge_slot(hex, side)?;
        self.edges[index][slot]
    }

    /// All sides on which something stands, as they are stored.
    pub(super) fn built_sides(&self) -> impl Iterator<Item = (Hex, Dir)> + '_ {
        let built = self.edges.iter().enumerate();
        built.flat_map(move |(index, slots)| {
            let sides = slots.iter().zip([4, 5, 0]);
            let sides = sides.filter(|(edge, _)| edge.is_some());
            sides.map(move |(_, dir)| (self.hex_at(index), Dir::new(dir)))
        })
    }

    /// Puts something on a side, or clears it. `false` if the side's owner is off the board.
    pub fn set_edge(&mut self, hex: Hex, side: Dir, edge: Option<Edge>) -> bool {
        let Some((index, slot)) = self.edge_slot(hex, side) else {
            return false;
        };
        self.edges[index][slot] = edge;
        self.bare.forget();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_boards_come_back_and_wrong_sizes_are_refused() {
        let mut board = Board::new(40, 30, Orientation::PointyTop);
        let hex = board.hex_of(7, 9);
        board.cell_mut(hex).unwrap().level = 2;
        let text = ron::to_string(&board).unwrap();
        assert!(text.len() < 1_000, "{} bytes", text.len());
        assert_eq!(ron::from_str::<Board>(&text).unwrap(), board);

        let smaller = text.replace("width:40", "width:39");
        let fault = ron::from_str::<Board>(&smaller).unwrap_err().to_string();
        assert!(
            fault.contains("39 by 30 has 1170 hexes, not 1200"),
            "{fault}"
        );
        let start = text.find("cells:[(").unwrap() + "cells:[(".len();
        let end = start + text[start..].find(',').unwrap();
        let bomb = format!("{}4294967295{}", &text[..start], &text[end..]);
        let fault = ron::from_str::<Board>(&bomb).unwrap_err().to_string();
        assert!(fault.contains("at most 262144"), "{fault}");
    }

    #[test]
    fn map_picture_and_back() {
        let flat = Board::new(8, 8, Orientation::FlatTop);
        for ((c, w), (q, r)) in [
            ((0, 0), (0, 0)),
            ((1, 0), (1, 0)),
            ((2, 0), (2, -1)),
            ((3, 2), (3, 1)),
            ((5, 4), (5, 2)),
        ] {
            assert_eq!(flat.hex_of(c, w), Hex::new(q, r));
            assert_eq!(
                flat.column_row(Hex::new(q, r)),
                (i32::from(c), i32::from(w))
            );
        }
        let pointy = Board::new(8, 8, Orientation::PointyTop);
        for ((c, w), (q, r)) in [
            ((0, 0), (0, 0)),
            ((0, 1), (0, 1)),
            ((1, 1), (1, 1)),
            ((0, 2), (-1, 2)),
            ((2, 3), (1, 3)),
        ] {
            assert_eq!(pointy.hex_of(c, w), Hex::new(q, r));
            assert_eq!(
                pointy.column_row(Hex::new(q, r)),
                (i32::from(c), i32::from(w))
            );
        }
    }

    #[test]
    fn metres_of_levels_drop_fractions() {
        let mut board = Board::new(2, 2, Orientation::PointyTop);
        assert_eq!(board.metres(2), 2);
        board.level_mm = 300;
        assert_eq!((board.metres(3), board.metres(4)), (0, 1));
        board.cell_mut(Hex::new(0, 0)).unwrap().level = 2;
        assert_eq!(board.ground_cm(Hex::new(0, 0)), 60);
    }

    #[test]
    fn a_hex_from_nowhere_is_off_the_board() {
        let board = Board::new(8, 8, Orientation::PointyTop);
        let far = [
            i32::MIN,
            i32::MIN / 2,
            -1 << 18,
            1 << 18,
            i32::MAX / 2,
            i32::MAX,
        ];
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            let board = Board::new(8, 8, orientation);
            for hex in far.iter().flat_map(|out| {
                let inner = far.iter().copied().chain(-4..12);
                inner.flat_map(move |other| [Hex::new(*out, other), Hex::new(other, *out)])
            }) {
                assert!(!board.contains(hex), "{hex:?}");
            }
        }
        assert!(board.contains(Hex::new(7, 0)) && !board.contains(Hex::new(8, 0)));
    }

    #[test]
    fn a_side_belongs_to_both_hexes() {
        let mut board = Board::new(6, 6, Orientation::FlatTop);
        let flat = board.orientation;
        let dir = |name: &str| flat.dir(name).unwrap();
        let origin = board.hex_of(2, 2);
        for (side, neighbour_side) in [("S", "N"), ("SW", "NE"), ("NW", "SE")] {
            let wall = Some(Edge::new(super::super::EdgeKind::Wall));
            assert!(board.set_edge(origin, dir(side), wall));
            let other = dir(side).from(origin);
            assert_eq!(board.edge(other, dir(neighbour_side)), wall, "{side}");
        }
    }
}
