//! Where somebody is put who cannot stay where he came down (B-078, B-090, B-099).

use crate::board::{Dir, Hex, distance};

/// The nearest free hex around `from`: ring by ring up to `rings`, inside a ring the least turn
/// from `dir`, then right (B-078).
///
/// `free` tells whether a hex may be ended in; `passable` whether one gets from a hex to its
/// neighbour in a direction, whoever stands there: not uphill by two, not through walls. Hexes that
/// walls cut off from their ring are left out.
pub fn nearest_free(
    from: Hex,
    dir: Dir,
    rings: u32,
    free: &dyn Fn(Hex) -> bool,
    passable: &dyn Fn(Hex, Dir) -> bool,
) -> Option<Hex> {
    let mut inner = vec![from];
    for ring in 1..=rings {
        let mut reached: Vec<(u32, bool, Hex)> = Vec::new();
        for &hex in &inner {
            for side in Dir::ALL {
                let next = side.from(hex);
                if distance(from, next) == ring && passable(hex, side) {
                    let (turn, left) = turn_from(dir, next - from, ring);
                    if !reached.iter().any(|(_, _, known)| *known == next) {
                        reached.push((turn, left, next));
                    }
                }
            }
        }
        reached.sort_by_key(|(turn, left, _)| (*turn, *left));
        if let Some((_, _, hex)) = reached.iter().find(|(_, _, hex)| free(*hex)) {
            return Some(*hex);
        }
        inner = reached.into_iter().map(|(_, _, hex)| hex).collect();
    }
    None
}

/// How far round the ring an offset lies from the corner at `dir`, in hexes, and whether it is to
/// the left. Straight back counts as right.
fn turn_from(dir: Dir, offset: Hex, ring: u32) -> (u32, bool) {
    let steps = ring as i32;
    for sixth in 0..6 {
        let corner = dir.turned(sixth).vector() * steps;
        let along = dir.turned(sixth + 2).vector();
        for step in 0..steps {
            if corner + along * step == offset {
                let clockwise = (sixth * steps + step) as u32;
                let counter = 6 * ring - clockwise;
                return (clockwise.min(counter), counter < clockwise);
            }
        }
    }
    (0, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;

    fn flat(name: &str) -> Dir {
        Orientation::FlatTop.dir(name).unwrap()
    }

    #[test]
    fn b078_placed_by_the_least_turn_then_right() {
        let from = Hex::new(4, 4);
        let mut filled = Vec::new();
        for name in ["N", "NE", "NW", "SE", "SW", "S"] {
            let free = |hex: Hex| !filled.contains(&hex);
            let placed = nearest_free(from, flat("N"), 3, &free, &|_, _| true);
            assert_eq!(placed, Some(flat(name).from(from)), "{name}");
            filled.push(flat(name).from(from));
        }
        // The second ring: straight on first, then one hex to the right of it, then to the left.
        let (n, ne, nw) = (flat("N").vector(), flat("NE").vector(), flat("NW").vector());
        for offset in [n + n, n + ne, n + nw, ne + ne, nw + nw] {
            let free = |hex: Hex| !filled.contains(&hex);
            let placed = nearest_free(from, flat("N"), 3, &free, &|_, _| true);
            assert_eq!(placed, Some(from + offset));
            filled.push(from + offset);
        }
    }

    #[test]
    fn b078_not_through_walls_and_b099_none_within_three() {
        let from = Hex::new(0, 0);
        let walled = |hex: Hex, dir: Dir| hex != from || dir == Dir::new(3);
        let placed = nearest_free(from, Dir::new(0), 3, &|_| true, &walled);
        assert_eq!(placed, Some(Dir::new(3).from(from)));
        let far = |hex: Hex| distance(from, hex) > 3;
        assert_eq!(nearest_free(from, Dir::new(0), 3, &far, &|_, _| true), None);
        assert!(nearest_free(from, Dir::new(0), 4, &far, &|_, _| true).is_some());
    }
}
