//! Hexes that hold nothing a step, a line of sight or cover asks about: most of a battlefield.

use super::Board;
use super::cell::{Cell, Overlays};
use super::terrain::Limit;
use hexx::Hex;
use std::sync::OnceLock;

/// A bit for each hex of a board, by its place: set where it is bare. Worked out at the first
/// question and forgotten with every change; no part of what a board is, so no two boards differ in
/// it.
#[derive(Clone, Debug, Default)]
pub(super) struct Bare(OnceLock<Vec<u64>>);

impl PartialEq for Bare {
    fn eq(&self, _: &Bare) -> bool {
        true
    }
}

impl Eq for Bare {}

impl Bare {
    /// The board changes.
    pub(super) fn forget(&mut self) {
        self.0.take();
    }

    /// Treats no hex as bare: to compare the long way with the short one.
    #[cfg(test)]
    pub(super) fn none(count: usize) -> Bare {
        Bare(OnceLock::from(vec![0; count.div_ceil(64)]))
    }
}

/// A metre to enter for anybody however he moves, and neither cover nor anything in the way of sight.
fn is_bare(cell: &Cell) -> bool {
    let ground = cell.ground.figures();
    let covers = ground.cover.physical > 0 || ground.cover.visual > 0;
    ground.cost_halves == 2
        && ground.limit == Limit::All
        && !covers
        && ground.opacity == 0
        && ground.blocks_cm == 0
        && cell.object.is_none()
        && cell.overlays == Overlays::NONE
}

impl Board {
    /// Whether nothing stands in a hex, lies over it or on any of its sides, and its ground is plain:
    /// from a neighbour of its level that is no hole it is entered for a metre, and only its height
    /// can matter to a line over it.
    pub fn is_bare(&self, hex: Hex) -> bool {
        let bits = self.bare.0.get_or_init(|| self.bare_hexes());
        self.index(hex)
            .is_some_and(|index| bits[index / 64] >> (index % 64) & 1 == 1)
    }

    /// What is in a hex, and whether it is bare.
    pub fn look(&self, hex: Hex) -> Option<(&Cell, bool)> {
        let bits = self.bare.0.get_or_init(|| self.bare_hexes());
        let index = self.index(hex)?;
        Some((
            &self.cells[index],
            bits[index / 64] >> (index % 64) & 1 == 1,
        ))
    }

    fn bare_hexes(&self) -> Vec<u64> {
        let mut bits = vec![0u64; self.len().div_ceil(64)];
        for (index, cell) in self.cells.iter().enumerate() {
            if is_bare(cell) {
                bits[index / 64] |= 1 << (index % 64);
            }
        }
        let mut spoil = |index: usize| bits[index / 64] &= !(1 << (index % 64));
        for (hex, side) in self.built_sides() {
            for end in [hex, side.from(hex)] {
                if let Some(index) = self.index(end) {
                    spoil(index);
                }
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Draws, random_board};
    use super::super::step::{Mover, quiet};
    use super::super::{Dir, Edge, EdgeKind, Ground};
    use super::*;

    #[test]
    fn a_bare_hex_costs_a_metre_whoever_comes_and_has_no_sides() {
        let mut draws = Draws(17);
        let mut met = 0;
        let movers = [0, 1, 2, 3, 4].map(|which| Mover {
            prone: which == 1,
            low: which == 2,
            mounted: which == 3,
            running: which == 4,
            ..Mover::default()
        });
        for _ in 0..20 {
            let board = random_board(&mut draws, 14, 11);
            for hex in board.hexes().filter(|hex| board.is_bare(*hex)) {
                for dir in Dir::ALL {
                    assert_eq!(board.edge(hex, dir), None);
                    let from = dir.from(hex);
                    let Some(cell) = board.cell(from) else {
                        continue;
                    };
                    let level = board.cell(hex).unwrap().level == cell.level;
                    if !level || cell.ground == Ground::Pit {
                        continue;
                    }
                    for mover in movers {
                        let step = quiet(&board, from, dir.opposite(), mover);
                        assert_eq!(step.map(|step| step.cost_halves), Ok(2));
                        met += 1;
                    }
                }
            }
        }
        assert!(met > 1000, "{met}");
    }

    #[test]
    fn what_is_built_or_strewn_spoils_it_at_once() {
        let mut board = Board::new(6, 6, super::super::Orientation::PointyTop);
        let hex = board.hex_of(3, 3);
        for dir in Dir::ALL {
            assert!(board.is_bare(hex) && board.is_bare(dir.from(hex)));
            board.set_edge(hex, dir, Some(Edge::new(EdgeKind::Fence)));
            assert!(!board.is_bare(hex) && !board.is_bare(dir.from(hex)));
            board.set_edge(hex, dir, None);
        }
        board.cell_mut(hex).unwrap().ground = Ground::Undergrowth;
        assert!(!board.is_bare(hex));
        assert!(!board.is_bare(Hex::new(90, 90)), "off the board");
    }
}
