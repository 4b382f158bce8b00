//! A way drawn by hand, hex by hex: dragging on lengthens it, dragging back shortens it.

use crate::board::{Hex, distance, line};

/// Hexes of a way at the most, as plots have it.
const LONGEST: usize = 64;

/// A way being drawn; the first hex is where its walker stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    hexes: Vec<Hex>,
}

impl Drawn {
    /// Begins at a hex of a walk that is planned, or where the walker stands; `None` elsewhere.
    pub fn start(stands: Hex, walk: &[Hex], at: Hex) -> Option<Drawn> {
        if at == stands {
            return Some(Drawn {
                hexes: vec![stands],
            });
        }
        let place = walk.iter().position(|hex| *hex == at)?;
        (walk.first() == Some(&stands)).then(|| Drawn {
            hexes: walk[..=place].to_vec(),
        })
    }

    /// The hand is over a hex now; whether the way has changed.
    pub fn to(&mut self, hex: Hex) -> bool {
        let before = self.hexes.len();
        let Some(last) = self.hexes.last().copied() else {
            return false;
        };
        if last == hex {
            return false;
        }
        // A quick hand leaves hexes out; the straight way fills them in.
        let steps: Vec<Hex> = line::walk(last, hex, line::on_the_right(last, hex))
            .skip(1)
            .take(distance(last, hex) as usize)
            .collect();
        for step in steps {
            match self.hexes.iter().position(|known| *known == step) {
                Some(place) => self.hexes.truncate(place + 1),
                None if self.hexes.len() <= LONGEST => self.hexes.push(step),
                None => break,
            }
        }
        self.hexes.len() != before || self.hexes.last() != Some(&last)
    }

    /// The way, without the hex it begins in.
    pub fn path(&self) -> &[Hex] {
        &self.hexes[1..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Dir;

    fn at(q: i32, r: i32) -> Hex {
        Hex::new(q, r)
    }

    #[test]
    fn a_way_grows_hex_by_hex_and_shrinks_when_dragged_back() {
        let mut drawn = Drawn::start(at(0, 0), &[], at(0, 0)).unwrap();
        assert!(drawn.to(at(1, 0)) && drawn.to(at(2, 0)) && !drawn.to(at(2, 0)));
        assert_eq!(drawn.path(), [at(1, 0), at(2, 0)]);
        assert!(drawn.to(at(1, 0)));
        assert_eq!(drawn.path(), [at(1, 0)]);
        // Back where it began nothing is left of it.
        assert!(drawn.to(at(0, 0)));
        assert!(drawn.path().is_empty());
    }

    #[test]
    fn a_quick_hand_leaves_no_gap() {
        let mut drawn = Drawn::start(at(0, 0), &[], at(0, 0)).unwrap();
        assert!(drawn.to(at(3, 2)));
        let mut last = at(0, 0);
        for hex in drawn.path() {
            assert!(Dir::between(last, *hex).is_some());
            last = *hex;
        }
        assert_eq!(last, at(3, 2));
    }

    #[test]
    fn a_planned_walk_is_refined_from_any_of_its_hexes() {
        let walk = [at(0, 0), at(1, 0), at(2, 0), at(3, 0)];
        let mut drawn = Drawn::start(at(0, 0), &walk, at(2, 0)).unwrap();
        assert!(drawn.to(at(2, 1)));
        assert_eq!(drawn.path(), [at(1, 0), at(2, 0), at(2, 1)]);
        assert_eq!(Drawn::start(at(0, 0), &walk, at(5, 5)), None);
    }

    #[test]
    fn a_way_is_never_longer_than_a_plot_takes() {
        let mut drawn = Drawn::start(at(0, 0), &[], at(0, 0)).unwrap();
        drawn.to(at(200, 0));
        assert_eq!(drawn.path().len(), LONGEST);
    }
}
