//! Arcs, sectors, bearings and angles (B-004 to B-009), all by integer products.
//!
//! With facing `f` and offset `a`, the doubled scalar product `D` and the norm `Q` say how far `a`
//! lies off `f`; the cross product `X` says on which side. Offsets are those between hexes of a
//! board; every tie belongs to the arc that is better for the one whose facing it is.

use super::Dir;
use hexx::Hex;
use serde::{Deserialize, Serialize};

/// The three arcs of a facing, the flank split by side (B-004).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    /// Up to 90° off.
    Front,
    /// Beyond 90° up to 150°, counter-clockwise.
    LeftFlank,
    /// Beyond 90° up to 150°, clockwise.
    RightFlank,
    /// Beyond 150°.
    Rear,
}

impl Arc {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Arc::Front => "front",
            Arc::LeftFlank => "left flank",
            Arc::RightFlank => "right flank",
            Arc::Rear => "rear",
        }
    }
}

/// The six sectors of 60° (B-005): front, front right, rear right, back, rear left, front left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each name is the register's own (B-005)")]
pub enum Sector {
    F,
    FR,
    RR,
    B,
    RL,
    FL,
}

impl Sector {
    /// The arc the sector belongs to (B-005).
    pub const fn arc(self) -> Arc {
        match self {
            Sector::F | Sector::FR | Sector::FL => Arc::Front,
            Sector::RR => Arc::RightFlank,
            Sector::RL => Arc::LeftFlank,
            Sector::B => Arc::Rear,
        }
    }
}

/// The norm: the squared length of an offset.
fn norm(a: Hex) -> i64 {
    let (q, r) = (i64::from(a.x), i64::from(a.y));
    q * q + q * r + r * r
}

/// Twice the scalar product of two offsets.
fn doubled_dot(a: Hex, b: Hex) -> i64 {
    let (aq, ar) = (i64::from(a.x), i64::from(a.y));
    let (bq, br) = (i64::from(b.x), i64::from(b.y));
    2 * aq * bq + 2 * ar * br + aq * br + ar * bq
}

/// The cross product of a heading and an offset: positive if the offset lies to the right.
pub(super) fn cross(heading: Hex, a: Hex) -> i64 {
    i64::from(heading.x) * i64::from(a.y) - i64::from(heading.y) * i64::from(a.x)
}

/// The arc in which an offset lies (B-004); the own hex is front.
pub fn arc(facing: Dir, offset: Hex) -> Arc {
    sector(facing, offset).arc()
}

/// The sector in which an offset lies (B-005); the own hex is F.
pub fn sector(facing: Dir, offset: Hex) -> Sector {
    let f = facing.vector();
    let d = doubled_dot(offset, f);
    let along = d * d >= 3 * norm(offset);
    let right = cross(f, offset) > 0;
    match (d >= 0, along, right) {
        (true, true, _) => Sector::F,
        (true, false, true) => Sector::FR,
        (true, false, false) => Sector::FL,
        // Exactly 150° is still flank: the back begins beyond it.
        (false, _, _) if d * d > 3 * norm(offset) => Sector::B,
        (false, _, true) => Sector::RR,
        (false, _, false) => Sector::RL,
    }
}

/// The directions from one hex to another: the clockwise one first, then the other one of a tie
/// (B-007). `None` for the same hex.
pub fn bearings(from: Hex, to: Hex) -> Option<(Dir, Option<Dir>)> {
    let offset = to - from;
    if offset == Hex::ZERO {
        return None;
    }
    // Opposite directions have opposite products, and one between two others the sum of theirs.
    let [first, third] = [0, 2].map(|index| doubled_dot(offset, Dir::new(index).vector()));
    let second = first + third;
    let products = [first, second, third, -first, -second, -third];
    let mut best = 0;
    for index in 1..6 {
        if products[index] > products[best] {
            best = index;
        }
    }
    // Of two equal ones the second is the clockwise one, but for the last and the first.
    let dir = |index: usize| Dir::new(index as i32);
    let next = (best + 1) % 6;
    let before = (best + 5) % 6;
    Some(if products[next] == products[best] {
        (dir(next), Some(dir(best)))
    } else if products[before] == products[best] {
        (dir(best), Some(dir(before)))
    } else {
        (dir(best), None)
    })
}

/// The direction from one hex to another (B-007); of two equal ones the one the causer chose.
/// `None` for the same hex.
pub fn bearing(from: Hex, to: Hex, clockwise_tie: bool) -> Option<Dir> {
    let (clockwise, other) = bearings(from, to)?;
    Some(match other {
        Some(other) if !clockwise_tie => other,
        _ => clockwise,
    })
}

/// Whether two offsets differ by at most 30° (B-008). An offset of nothing has no direction.
pub fn within_30(a: Hex, b: Hex) -> bool {
    within(a, b, 3)
}

/// Whether two offsets differ by at most 60° (B-008). An offset of nothing has no direction.
pub fn within_60(a: Hex, b: Hex) -> bool {
    within(a, b, 1)
}

fn within(a: Hex, b: Hex, times: i128) -> bool {
    let d = i128::from(doubled_dot(a, b));
    d > 0 && d * d >= times * i128::from(norm(a)) * i128::from(norm(b))
}

/// The direction of a die of facing, 1 to 6 clockwise from a facing (B-009).
pub fn random_dir(facing: Dir, sixth: u8) -> Dir {
    facing.turned(i32::from(sixth) - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Orientation, distance};
    use super::*;

    fn dir(name: &str) -> Dir {
        Orientation::FlatTop.dir(name).unwrap()
    }

    fn north() -> Dir {
        dir("N")
    }

    fn around(radius: i32) -> impl Iterator<Item = Hex> {
        (-radius..=radius)
            .flat_map(move |q| (-radius..=radius).map(move |r| Hex::new(q, r)))
            .filter(move |&hex| distance(Hex::ZERO, hex) <= radius as u32)
    }

    #[test]
    fn exactly_90_is_front_and_exactly_150_is_flank() {
        assert_eq!(arc(north(), Hex::new(2, -1)), Arc::Front);
        assert_eq!(arc(north(), Hex::new(1, 1)), Arc::RightFlank);
        assert_eq!(arc(north(), Hex::new(-1, 2)), Arc::LeftFlank);
        assert_eq!(arc(north(), Hex::new(0, 3)), Arc::Rear);
        assert_eq!(arc(north(), Hex::ZERO), Arc::Front);
    }

    #[test]
    fn hexes_of_each_arc_at_distance_one_to_three() {
        for facing in Dir::ALL {
            for (radius, front, flank, rear) in [(1, 3, 2, 1), (2, 7, 4, 1), (3, 9, 6, 3)] {
                let ring: Vec<_> = around(radius)
                    .filter(|&hex| distance(Hex::ZERO, hex) == radius as u32)
                    .map(|hex| arc(facing, hex))
                    .collect();
                let count = |wanted: &[Arc]| ring.iter().filter(|a| wanted.contains(a)).count();
                assert_eq!(count(&[Arc::Front]), front);
                assert_eq!(count(&[Arc::LeftFlank, Arc::RightFlank]), flank);
                assert_eq!(count(&[Arc::LeftFlank]), flank / 2);
                assert_eq!(count(&[Arc::Rear]), rear);
            }
        }
    }

    #[test]
    fn six_sectors_with_ties_to_the_better() {
        for (q, r, expected) in [
            (1, -2, Sector::F),
            (2, -1, Sector::FR),
            (1, 1, Sector::RR),
            (0, 1, Sector::B),
            (-1, 0, Sector::FL),
            (-1, 1, Sector::RL),
        ] {
            assert_eq!(sector(north(), Hex::new(q, r)), expected, "({q},{r})");
        }
    }

    #[test]
    fn a_neighbour_to_the_south_east_of_north_is_right_flank() {
        let offset = dir("SE").vector();
        assert_eq!(arc(north(), offset), Arc::RightFlank);
        assert_eq!(sector(north(), offset), Sector::RR);
    }

    #[test]
    fn bearing_with_its_ties() {
        for (q, r, passing, other) in [
            (3, -1, "SE", None),
            (1, -2, "NE", Some("N")),
            (2, -1, "SE", Some("NE")),
            (1, 1, "S", Some("SE")),
        ] {
            let to = Hex::new(q, r);
            let both = bearings(Hex::ZERO, to);
            assert_eq!(both, Some((dir(passing), other.map(dir))), "({q},{r})");
            assert_eq!(bearing(Hex::ZERO, to, true), Some(dir(passing)));
            assert_eq!(
                bearing(Hex::ZERO, to, false),
                Some(dir(other.unwrap_or(passing)))
            );
        }
        assert_eq!(bearing(Hex::ZERO, Hex::ZERO, true), None);
    }

    #[test]
    fn mirrored_board_and_choice_give_the_mirrored_bearing() {
        // Mirrored at the line through direction 0: (q, r) becomes (q + r, −r).
        for hex in around(8).filter(|&hex| hex != Hex::ZERO) {
            let mirrored = Hex::new(hex.x + hex.y, -hex.y);
            let plain = bearing(Hex::ZERO, hex, true).unwrap();
            let other = bearing(Hex::ZERO, mirrored, false).unwrap();
            assert_eq!(other, Dir::new(-(plain.index() as i32)));
        }
    }

    #[test]
    fn within_30_and_60_with_their_limits() {
        let n = Hex::new(0, -1);
        assert!(within_30(n, Hex::new(1, -2)));
        assert!(!within_30(n, Hex::new(1, -1)));
        assert!(within_60(n, Hex::new(1, -1)));
        assert!(!within_60(n, Hex::new(2, -1)));
        assert!(!within_60(n, Hex::new(0, 1)));
    }

    #[test]
    fn dice_of_facing_count_clockwise() {
        assert_eq!(random_dir(north(), 1), north());
        assert_eq!(random_dir(north(), 3), dir("SE"));
        assert_eq!(random_dir(north(), 6), dir("NW"));
    }
}
