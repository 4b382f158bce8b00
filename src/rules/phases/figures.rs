//! The combatants of a scene, by id and by hex.
//!
//! Scenes share figures until one of them is written, so a side's scene or a copy costs little. Who
//! stands where is worked out at the first question and forgotten with the next write.

use super::scene::Figure;
use crate::board::{Hex, distance, hex_key};
use std::iter::Map;
use std::ops::{Index, IndexMut};
use std::slice;
use std::sync::{Arc, OnceLock};

/// Figures in order of their ids; an id is its index.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    list: Vec<Arc<Figure>>,
    spots: OnceLock<Spots>,
}

/// Who stands where.
#[derive(Clone, Debug, Default)]
struct Spots {
    /// Everybody's hex by row and column, with his place in the list; in that order.
    list: Vec<((i32, i32), u16)>,
    /// A bit for each hex of the box around all of them, set where somebody is: most hexes that are
    /// asked for are empty.
    taken: Vec<u64>,
    /// Where each row of the box begins in the list, and where the last one ends.
    rows: Vec<u16>,
    /// The box: its first row and column, its rows and columns.
    from: (i32, i32),
    size: (i32, i32),
}

impl Spots {
    fn new(figures: &[Arc<Figure>]) -> Spots {
        let mut list: Vec<_> = (0..)
            .zip(figures)
            .map(|(index, figure)| (hex_key(figure.place.hex), index))
            .collect();
        list.sort_unstable();
        let columns = list.iter().map(|((_, column), _)| *column);
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
            return Spots::default();
        };
        let (top, bottom) = (list[0].0.0, list[list.len() - 1].0.0);
        let mut rows = vec![0; (bottom - top) as usize + 2];
        for (at, ((row, _), _)) in (1..).zip(&list) {
            rows[(row - top) as usize + 1] = at;
        }
        // Rows without anybody begin where the one before ends.
        for row in 1..rows.len() {
            rows[row] = rows[row].max(rows[row - 1]);
        }
        let mut spots = Spots {
            taken: Vec::new(),
            rows,
            from: (top, left),
            size: (bottom - top + 1, right - left + 1),
            list,
        };
        let bits = spots.size.0 as usize * spots.size.1 as usize;
        spots.taken = vec![0; bits.div_ceil(64)];
        for at in 0..spots.list.len() {
            if let Some(bit) = spots.bit(spots.list[at].0) {
                spots.taken[bit / 64] |= 1 << (bit % 64);
            }
        }
        spots
    }

    fn bit(&self, (row, column): (i32, i32)) -> Option<usize> {
        // Orders may name any hex; far out the difference wraps, and lies outside all the same.
        let (row, column) = (
            row.wrapping_sub(self.from.0),
            column.wrapping_sub(self.from.1),
        );
        let inside = (0..self.size.0).contains(&row) && (0..self.size.1).contains(&column);
        inside.then(|| row as usize * self.size.1 as usize + column as usize)
    }

    fn is_taken(&self, at: (i32, i32)) -> bool {
        self.bit(at)
            .is_some_and(|bit| self.taken[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Those of some rows, both ends included.
    fn between(&self, first: i32, last: i32) -> &[((i32, i32), u16)] {
        let first = first.saturating_sub(self.from.0).max(0);
        let last = last.saturating_sub(self.from.0).min(self.size.0 - 1);
        if first > last {
            return &[];
        }
        let (start, end) = (self.rows[first as usize], self.rows[last as usize + 1]);
        &self.list[usize::from(start)..usize::from(end)]
    }
}

/// All figures, by id.
pub type Iter<'a> = Map<slice::Iter<'a, Arc<Figure>>, fn(&'a Arc<Figure>) -> &'a Figure>;

impl Figures {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One of them, by id.
    pub fn get(&self, index: usize) -> Option<&Figure> {
        self.list.get(index).map(Arc::as_ref)
    }

    /// All of them, by id.
    pub fn iter(&self) -> Iter<'_> {
        self.list.iter().map(Arc::as_ref)
    }

    /// All of them to be written, by id.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Figure> {
        self.spots.take();
        self.list.iter_mut().map(Arc::make_mut)
    }

    /// Writes one of them, by id; who stands where is forgotten only if that changes.
    pub fn write(&mut self, index: usize, write: impl FnOnce(&mut Figure)) {
        let figure = Arc::make_mut(&mut self.list[index]);
        let before = figure.place.hex;
        write(figure);
        if figure.place.hex != before {
            self.spots.take();
        }
    }

    /// Whether a hex is nobody's place.
    pub fn nobody_at(&self, hex: Hex) -> bool {
        !self.spots().is_taken(hex_key(hex))
    }

    /// Everybody whose place is a hex, by id: the standing, the fallen, those not yet arrived.
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = &Figure> {
        let key = hex_key(hex);
        let spots = self.spots();
        let row = if spots.is_taken(key) {
            spots.between(hex.y, hex.y)
        } else {
            &[]
        };
        let start = row.partition_point(|(at, _)| *at < key);
        row[start..]
            .iter()
            .take_while(move |(at, _)| *at == key)
            .map(|(_, index)| &*self.list[usize::from(*index)])
    }

    /// Everybody within so many hexes of a hex, by row, column and id.
    pub fn near(&self, hex: Hex, radius: u32) -> impl Iterator<Item = &Figure> {
        let reach = i32::try_from(radius).unwrap_or(i32::MAX);
        let (first, last) = (hex.y.saturating_sub(reach), hex.y.saturating_add(reach));
        self.spots()
            .between(first, last)
            .iter()
            .filter(move |(at, _)| distance(Hex::new(at.1, at.0), hex) <= radius)
            .map(|(_, index)| &*self.list[usize::from(*index)])
    }

    fn spots(&self) -> &Spots {
        self.spots.get_or_init(|| Spots::new(&self.list))
    }
}

impl Index<usize> for Figures {
    type Output = Figure;

    fn index(&self, index: usize) -> &Figure {
        &self.list[index]
    }
}

impl IndexMut<usize> for Figures {
    fn index_mut(&mut self, index: usize) -> &mut Figure {
        self.spots.take();
        Arc::make_mut(&mut self.list[index])
    }
}

impl FromIterator<Figure> for Figures {
    fn from_iter<I: IntoIterator<Item = Figure>>(figures: I) -> Figures {
        Figures {
            list: figures.into_iter().map(Arc::new).collect(),
            spots: OnceLock::new(),
        }
    }
}

impl<'a> IntoIterator for &'a Figures {
    type Item = &'a Figure;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::combatant::CombatantId;
    use crate::rules::phases::fixtures::figure;

    fn ids<'a>(figures: impl Iterator<Item = &'a Figure>) -> Vec<u16> {
        figures.map(|figure| figure.id.0).collect()
    }

    fn row(columns: &[i32]) -> Figures {
        (0..)
            .zip(columns)
            .map(|(id, column)| figure(CombatantId(id), Hex::new(*column, 0)))
            .collect()
    }

    #[test]
    fn a_hex_names_all_who_are_in_it_by_id() {
        let figures = row(&[3, 1, 3, 9]);
        assert_eq!(ids(figures.at(Hex::new(3, 0))), [0, 2]);
        assert_eq!(ids(figures.at(Hex::new(2, 0))), [0u16; 0]);
    }

    #[test]
    fn near_ends_with_its_radius() {
        let figures = row(&[3, 1, 3, 9, 6]);
        assert_eq!(ids(figures.near(Hex::new(3, 0), 2)), [1, 0, 2]);
        assert_eq!(ids(figures.near(Hex::new(3, 0), 3)), [1, 0, 2, 4]);
        assert_eq!(ids(figures.near(Hex::new(3, 3), 2)), [0u16; 0]);
    }

    #[test]
    fn whoever_is_written_is_found_where_he_is_now() {
        let mut figures = row(&[3, 1]);
        assert_eq!(ids(figures.at(Hex::new(3, 0))), [0]);
        figures[0].place.hex = Hex::new(5, 0);
        assert_eq!(ids(figures.at(Hex::new(5, 0))), [0]);
        figures.write(1, |figure| figure.place.hex = Hex::new(5, 0));
        assert_eq!(ids(figures.at(Hex::new(5, 0))), [0, 1]);
    }

    #[test]
    fn a_copy_keeps_what_the_other_loses() {
        let mut figures = row(&[3]);
        let copy = figures.clone();
        figures.iter_mut().for_each(|figure| figure.dice = 7);
        assert_eq!((copy[0].dice, figures[0].dice), (0, 7));
    }
}
