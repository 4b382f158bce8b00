//! Light grades and how far one sees by them (B-018 to B-020).

use super::sight::{Eye, eye, visible};
use super::{Board, LightGrade, LightSource, distance};
use hexx::Hex;

/// Height of a flame above its ground, and of what its light must reach above a hex (B-019).
const FLAME_CM: i32 = 160;

/// Farthest any source shines, in hexes.
const FARTHEST: u32 = 8;

impl LightSource {
    /// Hexes to which it makes Bright, and to which Dim (B-019).
    pub const fn reach(self) -> (u32, u32) {
        match self {
            LightSource::Torch => (2, 5),
            LightSource::Lantern => (3, 6),
            LightSource::Brazier => (3, FARTHEST),
        }
    }

    /// The grade it gives at a distance.
    fn at(self, hexes: u32) -> LightGrade {
        let (bright, dim) = self.reach();
        if hexes <= bright {
            LightGrade::Bright
        } else if hexes <= dim {
            LightGrade::Dim
        } else {
            LightGrade::Black
        }
    }
}

impl LightGrade {
    /// Hexes up to which somebody in such light is seen; `None` for any distance (BT-1).
    pub const fn seen_up_to(self) -> Option<u32> {
        match self {
            LightGrade::Bright => None,
            LightGrade::Dim => Some(40),
            LightGrade::Dark => Some(12),
            LightGrade::Black => Some(1),
        }
    }
}

/// The sources that burn in a hex itself: a light standing there and fire.
fn standing(board: &Board, hex: Hex) -> impl Iterator<Item = LightSource> {
    let cell = board.cell(hex);
    let fire = cell.is_some_and(super::Cell::is_burning);
    let light = cell.and_then(|cell| cell.light);
    light
        .into_iter()
        .chain(fire.then_some(LightSource::Brazier))
}

/// What a source at one hex gives another one, by distance and line of sight (B-019).
fn shed(board: &Board, source: (Hex, LightSource), hex: Hex) -> LightGrade {
    let grade = source.1.at(distance(source.0, hex));
    let flame = Eye {
        hex: source.0,
        height_cm: board.ground_cm(source.0) + FLAME_CM,
    };
    if grade == LightGrade::Black || visible(board, flame, eye(board, hex, FLAME_CM)) {
        grade
    } else {
        LightGrade::Black
    }
}

/// Hexes of the board at most so far from one.
fn around(board: &Board, centre: Hex, radius: u32) -> impl Iterator<Item = Hex> {
    let r = radius as i32;
    (-r..=r)
        .flat_map(move |q| ((-r).max(-q - r)..=r.min(r - q)).map(move |s| Hex::new(q, s)))
        .map(move |offset| centre + offset)
        .filter(|&hex| board.contains(hex))
}

/// The light of one hex: ambient, or better by a source on the board or a carried one (B-018).
pub fn grade(board: &Board, hex: Hex, carried: &[(Hex, LightSource)]) -> LightGrade {
    if board.ambient == LightGrade::Bright || !board.contains(hex) {
        return board.ambient;
    }
    let on_board = around(board, hex, FARTHEST)
        .flat_map(|at| standing(board, at).map(move |source| (at, source)));
    carried
        .iter()
        .copied()
        .chain(on_board)
        .map(|source| shed(board, source, hex))
        .fold(board.ambient, LightGrade::max)
}

/// The light of every hex, by the board's index.
pub fn grades(board: &Board, carried: &[(Hex, LightSource)]) -> Vec<LightGrade> {
    let mut lit = vec![board.ambient; board.len()];
    if board.ambient == LightGrade::Bright {
        return lit;
    }
    let on_board = board
        .hexes()
        .flat_map(|at| standing(board, at).map(move |source| (at, source)));
    for source in carried.iter().copied().chain(on_board) {
        for hex in around(board, source.0, source.1.reach().1) {
            if let Some(index) = board.index(hex) {
                lit[index] = lit[index].max(shed(board, source, hex));
            }
        }
    }
    lit
}

/// Whether somebody sees somebody else, who stands in light of this grade (B-020). For a blinded
/// looker the grade is Black everywhere.
pub fn seen(board: &Board, from: Eye, to: Eye, grade: LightGrade) -> bool {
    let far_enough = grade
        .seen_up_to()
        .is_none_or(|hexes| distance(from.hex, to.hex) <= hexes);
    far_enough && visible(board, from, to)
}

#[cfg(test)]
mod tests {
    use super::super::{Dir, Edge, EdgeKind, Orientation, Overlay};
    use super::*;

    fn night() -> Board {
        let mut board = Board::new(80, 3, Orientation::PointyTop);
        board.ambient = LightGrade::Dark;
        board
    }

    fn at(q: i32) -> Hex {
        Hex::new(q, 0)
    }

    #[test]
    fn a_torch_is_bright_to_two_and_dim_to_five() {
        let mut board = night();
        let torch = [(at(10), LightSource::Torch)];
        let by = |board: &Board, q: i32| grade(board, at(q), &torch);
        assert_eq!(by(&board, 10), LightGrade::Bright);
        assert_eq!(by(&board, 12), LightGrade::Bright);
        assert_eq!(by(&board, 13), LightGrade::Dim);
        assert_eq!(by(&board, 14), LightGrade::Dim);
        assert_eq!(by(&board, 15), LightGrade::Dim);
        assert_eq!(by(&board, 16), LightGrade::Dark);
        board.set_edge(at(11), Dir::ALL[0], Some(Edge::new(EdgeKind::Wall)));
        assert_eq!(by(&board, 11), LightGrade::Bright);
        assert_eq!(by(&board, 12), LightGrade::Dark);
    }

    #[test]
    fn lanterns_braziers_and_fire() {
        let mut board = night();
        let lantern = [(at(10), LightSource::Lantern)];
        assert_eq!(grade(&board, at(13), &lantern), LightGrade::Bright);
        assert_eq!(grade(&board, at(16), &lantern), LightGrade::Dim);
        assert_eq!(grade(&board, at(17), &lantern), LightGrade::Dark);
        board.cell_mut(at(30)).unwrap().light = Some(LightSource::Brazier);
        let cell = board.cell_mut(at(50)).unwrap();
        cell.overlays = cell.overlays.with(Overlay::Fire);
        for centre in [30, 50] {
            assert_eq!(grade(&board, at(centre + 3), &[]), LightGrade::Bright);
            assert_eq!(grade(&board, at(centre + 8), &[]), LightGrade::Dim);
            assert_eq!(grade(&board, at(centre + 9), &[]), LightGrade::Dark);
        }
        let all = grades(&board, &lantern);
        for hex in board.hexes() {
            let index = board.index(hex).unwrap();
            assert_eq!(all[index], grade(&board, hex, &lantern), "{hex:?}");
        }
    }

    #[test]
    fn the_dark_hides_beyond_twelve() {
        let board = night();
        let sees = |hexes: i32, grade| {
            let eyes = [at(0), at(hexes)].map(|hex| eye(&board, hex, 160));
            seen(&board, eyes[0], eyes[1], grade)
        };
        assert!(sees(8, LightGrade::Dark) && sees(12, LightGrade::Dark));
        assert!(!sees(13, LightGrade::Dark));
        assert!(sees(60, LightGrade::Bright));
        assert!(sees(40, LightGrade::Dim) && !sees(41, LightGrade::Dim));
        assert!(sees(1, LightGrade::Black) && !sees(2, LightGrade::Black));
    }

    #[test]
    fn the_torch_bearer_is_seen_and_does_not_see() {
        let board = night();
        let torch = [(at(0), LightSource::Torch)];
        let [bearer, archer] = [at(0), at(40)].map(|hex| eye(&board, hex, 160));
        let light = |who: Eye| grade(&board, who.hex, &torch);
        assert_eq!(light(bearer), LightGrade::Bright);
        assert!(seen(&board, archer, bearer, light(bearer)));
        assert!(!seen(&board, bearer, archer, light(archer)));
    }
}
