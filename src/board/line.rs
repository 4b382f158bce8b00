//! The line between two hexes (B-010 to B-012): integer, the same hexes both ways, and the same
//! line wherever it is shifted to. Where it runs exactly between two hexes it has two forms.

use super::arc::cross;
use hexx::Hex;

/// Which of the two hexes a line takes where it runs exactly between them (B-011).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tie {
    /// The second coordinate rounded up.
    Up,
    /// The second coordinate rounded down.
    Down,
}

impl Tie {
    /// Both.
    pub const BOTH: [Tie; 2] = [Tie::Up, Tie::Down];
}

/// The steps of a line, both ends included; made by [`walk`].
#[derive(Clone, Debug)]
pub struct Walk {
    /// The hex that came last; before the first one the start.
    at: Hex,
    /// From hex to hex, while the second coordinate stays and when it changes.
    plain: Hex,
    bent: Hex,
    /// By how many 2n-ths the second coordinate was rounded, and how many a step adds.
    rest: i64,
    slope: i64,
    length: i64,
    tie: Tie,
    /// Hexes still to come.
    left: i64,
}

/// Cube coordinates, which sum to nothing.
fn cube(hex: Hex) -> [i64; 3] {
    let (q, r) = (i64::from(hex.x), i64::from(hex.y));
    [q, r, -q - r]
}

/// The change of each cube coordinate from end to end, and the first of those that change most.
fn course(a: Hex, b: Hex) -> ([i64; 3], usize) {
    let (from, to) = (cube(a), cube(b));
    let delta = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    let most = delta[0].abs().max(delta[1].abs()).max(delta[2].abs());
    let main = match delta {
        [q, ..] if q.abs() == most => 0,
        [_, r, _] if r.abs() == most => 1,
        _ => 2,
    };
    (delta, main)
}

/// The vector that changes the main coordinate by one number and the next one of it by another.
fn vector(main: usize, first: i64, second: i64) -> Hex {
    let third = -first - second;
    let (q, r) = match main {
        0 => (first, second),
        1 => (third, first),
        _ => (second, third),
    };
    Hex::new(q as i32, r as i32)
}

/// The hexes of the line one after another, both ends included, without storing them (B-010).
pub fn walk(a: Hex, b: Hex, tie: Tie) -> Walk {
    let (delta, main) = course(a, b);
    let (first, second) = (delta[main], delta[(main + 1) % 3]);
    let length = first.abs();
    // A tie that is rounded down is one rounded up as seen from the other side.
    let slope = match tie {
        Tie::Up => 2 * second,
        Tie::Down => -2 * second,
    };
    Walk {
        at: a,
        plain: vector(main, first.signum(), 0),
        bent: vector(main, first.signum(), second.signum()),
        rest: length,
        slope,
        length,
        tie,
        left: length + 1,
    }
}

/// The line from `a` to `b` in the form that runs on the right of who goes it (B-012).
pub fn walk_on_the_right(a: Hex, b: Hex) -> Walk {
    walk(a, b, Tie::Up).formed(on_the_right(a, b))
}

impl Walk {
    /// Whether some step lies exactly between two hexes, so that the two forms differ (B-011).
    pub fn is_tied(&self) -> bool {
        // In lowest terms the change of a step is a multiple of a half only over an even number.
        self.length > 0 && self.length.trailing_zeros() > (self.slope / 2).trailing_zeros()
    }

    /// The same line from its start, in a form.
    fn formed(self, tie: Tie) -> Walk {
        let turned = tie != self.tie;
        Walk {
            slope: if turned { -self.slope } else { self.slope },
            tie,
            ..self
        }
    }

    /// On by one step, without a division: the rounded coordinate changes by one at most.
    fn step(&mut self) {
        let whole = 2 * self.length;
        self.rest += self.slope;
        let over = if self.rest >= whole {
            whole
        } else if self.rest < 0 {
            -whole
        } else {
            self.at += self.plain;
            return;
        };
        self.rest -= over;
        self.at += self.bent;
    }
}

impl Iterator for Walk {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        if self.left <= 0 {
            return None;
        }
        if self.left <= self.length {
            self.step();
        }
        self.left -= 1;
        Some(self.at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.max(0) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Walk {}

/// The line from one hex to another, both ends included (B-010).
pub fn line(a: Hex, b: Hex, tie: Tie) -> Vec<Hex> {
    walk(a, b, tie).collect()
}

/// Both forms of the line, ties up and ties down; equal where there is no tie (B-011).
pub fn lines(a: Hex, b: Hex) -> [Vec<Hex>; 2] {
    Tie::BOTH.map(|tie| line(a, b, tie))
}

/// The forms of the line that differ: two where there is a tie, else one (B-011).
pub fn walks(a: Hex, b: Hex) -> impl Iterator<Item = Walk> {
    let up = walk(a, b, Tie::Up);
    let down = up.is_tied().then(|| up.clone().formed(Tie::Down));
    std::iter::once(up).chain(down)
}

/// The form of the line that runs on the right of who goes from `a` to `b` (B-012).
pub fn on_the_right(a: Hex, b: Hex) -> Tie {
    let (_, main) = course(a, b);
    // From the hex of a tie rounded down to the one rounded up.
    let up = vector(main, 0, 1);
    if cross(b - a, up) > 0 {
        Tie::Up
    } else {
        Tie::Down
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance;
    use super::*;

    fn hexes(pairs: &[(i32, i32)]) -> Vec<Hex> {
        pairs.iter().map(|&(q, r)| Hex::new(q, r)).collect()
    }

    fn within(radius: i32) -> Vec<Hex> {
        (-radius..=radius)
            .flat_map(|q| (-radius..=radius).map(move |r| Hex::new(q, r)))
            .filter(|&hex| distance(Hex::ZERO, hex) <= radius as u32)
            .collect()
    }

    #[test]
    fn a_line_without_ties_both_ways() {
        let expected = hexes(&[(0, 0), (1, 0), (2, -1), (3, -1), (4, -2), (5, -2)]);
        for tie in Tie::BOTH {
            assert_eq!(line(Hex::ZERO, Hex::new(5, -2), tie), expected);
            let mut back = line(Hex::new(5, -2), Hex::ZERO, tie);
            back.reverse();
            assert_eq!(back, expected);
        }
    }

    #[test]
    fn every_line_is_its_own_reverse_and_stays_itself_when_shifted() {
        let shifts = [(-7, 5), (1, 0), (0, 1), (40, -3)].map(|(q, r)| Hex::new(q, r));
        for b in within(14) {
            for tie in Tie::BOTH {
                let there = line(Hex::ZERO, b, tie);
                assert_eq!(there.len() as u32, distance(Hex::ZERO, b) + 1);
                assert_eq!((there[0], *there.last().unwrap()), (Hex::ZERO, b));
                assert!(there.windows(2).all(|pair| distance(pair[0], pair[1]) == 1));
                let mut back = line(b, Hex::ZERO, tie);
                back.reverse();
                assert_eq!(there, back, "to {b:?}");
                for shift in shifts {
                    let shifted: Vec<_> = there.iter().map(|&hex| hex + shift).collect();
                    assert_eq!(line(shift, b + shift, tie), shifted);
                }
            }
        }
    }

    #[test]
    fn a_tie_has_two_neighbouring_hexes_and_never_three() {
        let middle = |q, r| lines(Hex::ZERO, Hex::new(q, r)).map(|line| line[1]);
        assert_eq!(middle(2, -1), [Hex::new(1, 0), Hex::new(1, -1)]);
        assert_eq!(middle(1, 1), [Hex::new(1, 0), Hex::new(0, 1)]);
        let straight = lines(Hex::ZERO, Hex::new(4, 0));
        assert_eq!(straight[0], straight[1]);
        for b in within(14) {
            let [up, down] = lines(Hex::ZERO, b);
            assert_eq!(walk(Hex::ZERO, b, Tie::Up).is_tied(), up != down, "{b:?}");
            assert_eq!(walks(Hex::ZERO, b).count(), 1 + usize::from(up != down));
            assert!(up.iter().zip(&down).all(|(&a, &b)| distance(a, b) <= 1));
        }
    }

    #[test]
    fn a_slide_passes_on_the_right() {
        let to = Hex::new(2, -1);
        assert_eq!(
            line(Hex::ZERO, to, on_the_right(Hex::ZERO, to))[1],
            Hex::new(1, 0)
        );
        assert_eq!(
            line(to, Hex::ZERO, on_the_right(to, Hex::ZERO))[1],
            Hex::new(1, -1)
        );
    }
}
