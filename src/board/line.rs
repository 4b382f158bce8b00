//! The line between two hexes (B-010 to B-012): integer, the same hexes both ways, and the same
//! line wherever it is shifted to. Where it runs exactly between two hexes it has two forms.

use super::arc::cross;
use super::distance;
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
    /// The coordinate that changes by one each step, and the next one of it.
    main: usize,
    first: i64,
    /// The coordinate after it, rounded, and by how many 2n-ths it was.
    second: i64,
    rest: i64,
    /// Change of both from end to end.
    delta: [i64; 2],
    length: i64,
    tie: Tie,
    next: i64,
}

/// Cube coordinates, which sum to nothing.
fn cube(hex: Hex) -> [i64; 3] {
    let (q, r) = (i64::from(hex.x), i64::from(hex.y));
    [q, r, -q - r]
}

/// The hexes of the line one after another, both ends included, without storing them (B-010).
pub fn walk(a: Hex, b: Hex, tie: Tie) -> Walk {
    let (from, to) = (cube(a), cube(b));
    let delta = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    let length = i64::from(distance(a, b));
    let main = delta
        .iter()
        .position(|change| change.abs() == length)
        .expect("the distance is the greatest change of a coordinate");
    let second = (main + 1) % 3;
    Walk {
        main,
        first: from[main],
        second: from[second],
        rest: length,
        delta: [delta[main], delta[second]],
        length,
        tie,
        next: 0,
    }
}

impl Walk {
    /// Whether some step lies exactly between two hexes, so that the two forms differ (B-011).
    pub fn is_tied(&self) -> bool {
        // In lowest terms the change of a step is a multiple of a half only over an even number.
        self.length > 0 && self.length.trailing_zeros() > self.delta[1].trailing_zeros()
    }

    fn here(&self) -> Hex {
        let mut at = [0; 3];
        at[self.main] = self.first;
        at[(self.main + 1) % 3] = self.second;
        at[(self.main + 2) % 3] = -self.first - self.second;
        Hex::new(at[0] as i32, at[1] as i32)
    }

    /// On by one step, without a division: the rounded coordinate changes by one at most.
    fn step(&mut self) {
        self.first += self.delta[0].signum();
        // A tie that is rounded down is one rounded up as seen from the other side.
        let way = match self.tie {
            Tie::Up => 1,
            Tie::Down => -1,
        };
        let whole = 2 * self.length;
        self.rest += way * 2 * self.delta[1];
        if self.rest >= whole {
            self.rest -= whole;
            self.second += way;
        } else if self.rest < 0 {
            self.rest += whole;
            self.second -= way;
        }
    }
}

impl Iterator for Walk {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        if self.next > self.length {
            return None;
        }
        if self.next > 0 {
            self.step();
        }
        self.next += 1;
        Some(self.here())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.length + 1 - self.next).max(0) as usize;
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
    let down = up.is_tied().then(|| Walk {
        tie: Tie::Down,
        ..up.clone()
    });
    std::iter::once(up).chain(down)
}

/// The form of the line that runs on the right of who goes from `a` to `b` (B-012).
pub fn on_the_right(a: Hex, b: Hex) -> Tie {
    let form = walk(a, b, Tie::Up);
    // From the hex of a tie rounded down to the one rounded up.
    let mut up = [0; 3];
    up[(form.main + 1) % 3] = 1;
    up[(form.main + 2) % 3] = -1;
    if cross(b - a, Hex::new(up[0], up[1])) > 0 {
        Tie::Up
    } else {
        Tie::Down
    }
}

#[cfg(test)]
mod tests {
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
