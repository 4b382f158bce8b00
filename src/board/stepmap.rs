//! The steps around a hex, worked out once for a search that asks for each of them many times.

use super::step::{Mover, quiet};
use super::{Board, Dir, Footing, distance};
use hexx::Hex;

/// What one step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapStep {
    /// Half metres (B-044), at most 254.
    pub cost_halves: u8,
    /// Uses up the movement of the unit (B-048).
    pub uses_all: bool,
    /// Grade of the footing check (B-046).
    pub footing: Option<Footing>,
}

/// Every step between hexes within a radius, for one way of moving. Filled hexes are closed by
/// the caller.
#[derive(Clone, Debug)]
pub struct StepMap {
    centre: Hex,
    radius: u32,
    steps: Vec<[Option<MapStep>; 6]>,
}

impl StepMap {
    /// The steps within a radius of a hex.
    pub fn new(board: &Board, centre: Hex, radius: u32, mover: Mover) -> StepMap {
        let r = radius as i32;
        let side = 2 * radius as usize + 1;
        let mut steps = vec![[None; 6]; side * side];
        for q in -r..=r {
            for s in (-r).max(-q - r)..=r.min(r - q) {
                let hex = centre + Hex::new(q, s);
                let row = &mut steps[(q + r) as usize * side + (s + r) as usize];
                for dir in Dir::ALL {
                    row[dir.index()] = quiet(board, hex, dir, mover).ok().map(|step| MapStep {
                        cost_halves: step.cost_halves.min(254) as u8,
                        uses_all: step.uses_all,
                        footing: step.footing,
                    });
                }
            }
        }
        StepMap {
            centre,
            radius,
            steps,
        }
    }

    fn place(&self, hex: Hex) -> Option<usize> {
        let r = self.radius as i32;
        let (q, s) = (hex.x - self.centre.x + r, hex.y - self.centre.y + r);
        let side = 2 * r + 1;
        let inside = (0..side).contains(&q) && (0..side).contains(&s);
        inside.then(|| (q * side + s) as usize)
    }

    /// One step; `None` if the ground bars it, it leads into a closed hex or begins outside the
    /// radius.
    pub fn get(&self, from: Hex, dir: Dir) -> Option<MapStep> {
        self.steps[self.place(from)?][dir.index()]
    }

    /// Bars every step into a hex: somebody fills it (B-055).
    pub fn close(&mut self, hex: Hex) {
        for dir in Dir::ALL {
            let from = dir.opposite().from(hex);
            if let Some(place) = self.place(from) {
                self.steps[place][dir.index()] = None;
            }
        }
    }

    /// Makes every step into a hex dearer: over a body (B-044), beside a threat.
    pub fn burden(&mut self, hex: Hex, halves: u8) {
        for dir in Dir::ALL {
            let from = dir.opposite().from(hex);
            if let Some(place) = self.place(from)
                && let Some(step) = &mut self.steps[place][dir.index()]
            {
                step.cost_halves = step.cost_halves.saturating_add(halves).min(254);
            }
        }
    }

    /// The radius it was made for.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// Whether a hex lies within the radius.
    pub fn covers(&self, hex: Hex) -> bool {
        distance(self.centre, hex) <= self.radius
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Draws, random_board};
    use super::*;

    #[test]
    fn the_map_says_what_the_step_says() {
        let mut draws = Draws(3);
        let board = random_board(&mut draws, 12, 12);
        let centre = board.hex_of(6, 6);
        let map = StepMap::new(&board, centre, 4, Mover::default());
        for hex in board.hexes().filter(|&hex| map.covers(hex)) {
            for dir in Dir::ALL {
                let said = quiet(&board, hex, dir, Mover::default()).ok();
                let mapped = map.get(hex, dir);
                assert_eq!(
                    mapped.map(|step| u16::from(step.cost_halves)),
                    said.map(|s| s.cost_halves)
                );
                assert_eq!(
                    mapped.and_then(|step| step.footing),
                    said.and_then(|s| s.footing)
                );
            }
        }
    }

    #[test]
    fn closed_hexes_are_not_entered_and_bodies_cost_one_more() {
        let board = Board::new(9, 9, super::super::Orientation::PointyTop);
        let centre = board.hex_of(4, 4);
        let mut map = StepMap::new(&board, centre, 3, Mover::default());
        let [east, west] = [0, 3].map(|dir| Dir::ALL[dir]);
        map.close(east.from(centre));
        map.burden(west.from(centre), 2);
        assert_eq!(map.get(centre, east), None);
        assert_eq!(map.get(east.from(centre), west).unwrap().cost_halves, 2);
        assert_eq!(map.get(centre, west).unwrap().cost_halves, 4);
    }
}
