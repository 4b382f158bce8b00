//! Directions 0–5, their vectors and their names (B-001).

use hexx::Hex;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How the hexes of a level are drawn. Rules never look at it: it only gives names (B-001).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orientation {
    /// Corners up; rows of characters stagger. Directions 0–5 are E SE SW W NW NE.
    #[default]
    PointyTop,
    /// Edges up; columns stagger. Directions 0–5 are SE S SW NW N NE.
    FlatTop,
}

impl Orientation {
    /// The six names, by direction.
    pub const fn names(self) -> [&'static str; 6] {
        match self {
            Orientation::PointyTop => ["E", "SE", "SW", "W", "NW", "NE"],
            Orientation::FlatTop => ["SE", "S", "SW", "NW", "N", "NE"],
        }
    }

    /// The name of one direction.
    pub fn name(self, dir: Dir) -> &'static str {
        self.names()[dir.index()]
    }

    /// The direction of a name, whatever its case; `None` for a name of the other set.
    pub fn dir(self, name: &str) -> Option<Dir> {
        let found = self
            .names()
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name))?;
        Some(Dir::new(found as i32))
    }
}

/// A turn to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Turn {
    /// Clockwise.
    Right,
    /// Counter-clockwise.
    Left,
}

/// One of the six hex directions, clockwise: a facing, a step or a hexside (B-001, C-9).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct Dir(u8);

impl TryFrom<u8> for Dir {
    type Error = String;

    /// What is written must be one of the six: a file is not taken modulo six.
    fn try_from(number: u8) -> Result<Dir, String> {
        if number < 6 {
            Ok(Dir(number))
        } else {
            Err(format!("{number} is no direction; 0 to 5 are"))
        }
    }
}

impl From<Dir> for u8 {
    fn from(dir: Dir) -> u8 {
        dir.0
    }
}

impl Dir {
    /// All six, clockwise from 0.
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    const VECTORS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

    /// The direction of a number, taken modulo six.
    pub const fn new(number: i32) -> Dir {
        Dir(number.rem_euclid(6) as u8)
    }

    /// 0–5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbour's offset.
    pub const fn vector(self) -> Hex {
        let (x, y) = Self::VECTORS[self.0 as usize];
        Hex::new(x, y)
    }

    /// The hex next to `hex` in this direction.
    pub fn from(self, hex: Hex) -> Hex {
        hex + self.vector()
    }

    /// Turned clockwise by `sixths` of a circle; negative is counter-clockwise.
    pub const fn turned(self, sixths: i32) -> Dir {
        Dir::new(self.0 as i32 + sixths)
    }

    /// The direction straight back.
    pub const fn opposite(self) -> Dir {
        self.turned(3)
    }

    /// Sixths of a circle from `self` to `other`, the shorter way: −2 … 3, positive clockwise.
    pub const fn sixths_to(self, other: Dir) -> i32 {
        let raw = (other.0 as i32 - self.0 as i32).rem_euclid(6);
        if raw > 3 { raw - 6 } else { raw }
    }

    /// The direction of a neighbour's offset; `None` for any other offset.
    pub fn of_vector(offset: Hex) -> Option<Dir> {
        Some(Dir(match (offset.x, offset.y) {
            (1, 0) => 0,
            (0, 1) => 1,
            (-1, 1) => 2,
            (-1, 0) => 3,
            (0, -1) => 4,
            (1, -1) => 5,
            _ => return None,
        }))
    }

    /// The direction from a hex to its neighbour; `None` if they are not neighbours.
    pub fn between(from: Hex, to: Hex) -> Option<Dir> {
        Self::of_vector(to - from)
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_names_its_direction_and_no_other_offset_does() {
        for dir in Dir::ALL {
            assert_eq!(Dir::of_vector(dir.vector()), Some(dir));
        }
        let named = (-2..=2).flat_map(|x| (-2..=2).map(move |y| Hex::new(x, y)));
        assert_eq!(named.filter_map(Dir::of_vector).count(), 6);
    }

    #[test]
    fn neighbours_clockwise_from_north() {
        let flat = Orientation::FlatTop;
        let from = Hex::new(3, 2);
        let seen: Vec<_> = ["N", "NE", "SE", "S", "SW", "NW"]
            .iter()
            .map(|name| flat.dir(name).unwrap().from(from))
            .collect();
        let expected =
            [(3, 1), (4, 1), (4, 2), (3, 3), (2, 3), (2, 2)].map(|(x, y)| Hex::new(x, y));
        assert_eq!(seen, expected);
    }

    #[test]
    fn turning_right_from_north_west_is_north() {
        let flat = Orientation::FlatTop;
        assert_eq!(flat.name(flat.dir("NW").unwrap().turned(1)), "N");
        assert_eq!(flat.name(Dir::new(5)), "NE");
        assert_eq!(Orientation::PointyTop.name(Dir::new(5)), "NE");
        assert_eq!(flat.name(Dir::new(1)), "S");
        assert_eq!(Orientation::PointyTop.name(Dir::new(1)), "SE");
    }
}
