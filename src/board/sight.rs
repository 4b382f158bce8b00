//! Line of sight by height, the same from both ends (B-013 to B-017, B-035).
//!
//! A line of sight runs straight from one height to another over the hexes of either form of the
//! line. Heights are compared by whole products, so that both directions give the same answer.
//! Combatants never block it; light is judged afterwards, in `light`.

use super::edges::{EdgeFigures, EdgeSight, OPENING_CM};
use super::line::{Walk, walks};
use super::{Board, Cell, Dir, Edge, Overlay, distance};
use hexx::Hex;

/// Where somebody looks from and is seen at: his hex and his height in centimetres (B-013).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    /// The hex.
    pub hex: Hex,
    /// Height above level 0: ground, object stood on and posture.
    pub height_cm: i32,
}

/// The eye of somebody in a hex: ground, object stood on and the height of his posture (B-013).
pub fn eye(board: &Board, hex: Hex, posture_eye_cm: i32) -> Eye {
    Eye {
        hex,
        height_cm: board.footing_cm(hex) + posture_eye_cm,
    }
}

/// Whether each sees the other, light apart (B-014 to B-016).
pub fn visible(board: &Board, a: Eye, b: Eye) -> bool {
    walks(a.hex, b.hex).any(|form| {
        let passage = passage(board, form, Ray::new(a, b));
        !passage.solid && !passage.hidden
    })
}

/// A straight line through the air between two heights, over `n` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    a: i64,
    b: i64,
    n: i64,
}

impl Ray {
    pub(super) fn new(a: Eye, b: Eye) -> Ray {
        Ray {
            a: i64::from(a.height_cm),
            b: i64::from(b.height_cm),
            n: i64::from(distance(a.hex, b.hex)),
        }
    }

    /// The lower of its ends, in centimetres.
    pub(super) fn lower_cm(self) -> i32 {
        self.a.min(self.b) as i32
    }

    /// Whether something of this top reaches the line in the i-th hex.
    pub(super) fn reached_in(self, i: i64, top_cm: i32) -> bool {
        i64::from(top_cm) * self.n >= self.a * (self.n - i) + self.b * i
    }

    /// Whether the line passes below something of this top in the i-th hex.
    fn below_in(self, i: i64, top_cm: i32) -> bool {
        i64::from(top_cm) * self.n > self.a * (self.n - i) + self.b * i
    }

    /// The line's height at the hexside before the i-th hex, times 2n.
    fn at_side(self, i: i64) -> i64 {
        self.a * (2 * self.n - 2 * i + 1) + self.b * (2 * i - 1)
    }

    /// Whether something of this top reaches the line at the hexside before the i-th hex.
    pub(super) fn reached_at_side(self, i: i64, top_cm: i32) -> bool {
        i64::from(top_cm) * 2 * self.n >= self.at_side(i)
    }

    /// Whether the line passes through an opening with its foot at this height (B-035).
    fn through_opening(self, i: i64, foot_cm: i32) -> bool {
        let times = |cm: i32| i64::from(foot_cm + cm) * 2 * self.n;
        (times(OPENING_CM.0)..=times(OPENING_CM.1)).contains(&self.at_side(i))
    }
}

/// The hexside between two neighbours of a line: its figures and the higher of the two grounds.
pub(super) fn side(board: &Board, from: Hex, to: Hex) -> Option<(Edge, EdgeFigures, i32)> {
    let edge = board.edge(from, Dir::between(from, to)?)?;
    let foot = board.ground_cm(from).max(board.ground_cm(to));
    Some((edge, edge.figures(), foot))
}

/// What a form of a line meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passage {
    /// Ground, rock, an object or a built hexside stands in the way.
    pub(super) solid: bool,
    /// Leaves or smoke do.
    pub(super) hidden: bool,
}

/// Follows one form of a line (B-014, B-015, B-035).
pub(super) fn passage(board: &Board, form: Walk, ray: Ray) -> Passage {
    let mut met = Passage::default();
    let mut opacity = 0;
    let mut before = None;
    for (i, hex) in (0..).zip(form) {
        // Ground below both ends never reaches the line.
        if board.is_bare(hex) && board.ground_cm(hex) < ray.lower_cm() {
            before = Some(hex);
            continue;
        }
        if let Some((_, figures, foot)) = before.and_then(|before| side(board, before, hex))
            && blocks_side(figures, foot, i, ray)
        {
            // A hedge hides and stops nothing.
            met.solid |= figures.physical > 0;
            met.hidden |= figures.physical == 0;
        }
        if 0 < i
            && i < ray.n
            && let Some(cell) = board.cell(hex)
        {
            let ground = board.level_cm(cell);
            met.solid |= ray.reached_in(i, ground + cell.blocks_cm());
            opacity += opacity_met(cell, ground, i, ray);
        }
        before = Some(hex);
    }
    met.hidden |= opacity >= 100;
    met
}

/// Whether a hexside blocks the line at its place (B-014, B-035).
fn blocks_side(figures: EdgeFigures, foot_cm: i32, i: i64, ray: Ray) -> bool {
    let below_top = ray.reached_at_side(i, foot_cm + figures.height_cm);
    match figures.sight {
        EdgeSight::Free => false,
        EdgeSight::ByHeight => below_top,
        EdgeSight::Opening { one_end_adjacent } => {
            let near_enough = !one_end_adjacent || i == 1 || i == ray.n;
            below_top && !(near_enough && ray.through_opening(i, foot_cm))
        }
    }
}

/// Opacity of the layers the line passes below the top of (B-015).
fn opacity_met(cell: &Cell, ground_cm: i32, i: i64, ray: Ray) -> u32 {
    let below = |height_cm: i32| ray.below_in(i, ground_cm + height_cm);
    let mut sum = 0;
    let ground = cell.ground.figures();
    if ground.opacity > 0 && ground.cover.height_cm.is_none_or(below) {
        sum += u32::from(ground.opacity);
    }
    for overlay in Overlay::ALL {
        let figures = overlay.figures();
        if cell.overlays.has(overlay) && below(figures.height_cm) {
            sum += u32::from(figures.opacity);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Draws, random_board};
    use super::super::{EdgeKind, Ground, Object, Orientation};
    use super::*;

    const STANDING: i32 = 160;
    const KNEELING: i32 = 90;
    const PRONE: i32 = 30;

    /// A row of hexes along direction 0, from (0,0).
    fn row() -> Board {
        Board::new(16, 3, Orientation::PointyTop)
    }

    fn at(q: i32) -> Hex {
        Hex::new(q, 0)
    }

    fn raise(board: &mut Board, q: i32, level: i8) {
        board.cell_mut(at(q)).unwrap().level = level;
    }

    /// Something on the hexside between `q` and `q + 1`.
    fn put(board: &mut Board, q: i32, kind: EdgeKind) {
        assert!(board.set_edge(at(q), Dir::ALL[0], Some(Edge::new(kind))));
    }

    fn sees(board: &Board, from: (i32, i32), to: (i32, i32)) -> bool {
        let eyes = [from, to].map(|(q, posture)| eye(board, at(q), posture));
        visible(board, eyes[0], eyes[1])
    }

    #[test]
    fn height_is_ground_object_and_posture() {
        let mut board = row();
        raise(&mut board, 1, 2);
        board.cell_mut(at(1)).unwrap().object = Some(Object::Table);
        assert_eq!(eye(&board, at(1), KNEELING).height_cm, 365);
    }

    #[test]
    fn ground_two_levels_high_blocks_and_one_level_does_not() {
        let mut board = row();
        raise(&mut board, 2, 2);
        assert!(!sees(&board, (0, STANDING), (4, STANDING)));
        raise(&mut board, 2, 1);
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
    }

    #[test]
    fn a_low_wall_hides_the_kneeling_from_afar() {
        let mut board = row();
        put(&mut board, 3, EdgeKind::LowWall);
        assert!(!sees(&board, (0, STANDING), (4, KNEELING)));
        assert!(sees(&board, (2, STANDING), (4, KNEELING)));
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
    }

    #[test]
    fn dead_ground_lies_under_the_edge() {
        let mut board = row();
        for q in 2..=5 {
            raise(&mut board, q, 3);
        }
        assert!(!sees(&board, (0, STANDING), (5, STANDING)));
        assert!(sees(&board, (0, STANDING), (2, STANDING)));
    }

    #[test]
    fn three_hexes_of_forest_block_and_two_do_not() {
        let mut board = row();
        for q in 1..=2 {
            board.cell_mut(at(q)).unwrap().ground = Ground::Forest;
        }
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
        board.cell_mut(at(3)).unwrap().ground = Ground::Forest;
        assert!(!sees(&board, (0, STANDING), (4, STANDING)));
        raise(&mut board, 0, 9);
        raise(&mut board, 4, 9);
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
    }

    #[test]
    fn a_hedge_is_looked_over_by_the_standing() {
        let mut board = row();
        put(&mut board, 0, EdgeKind::Hedge);
        assert!(sees(&board, (0, STANDING), (1, STANDING)));
        assert!(!sees(&board, (0, STANDING), (1, KNEELING)));
    }

    #[test]
    fn rock_in_both_hexes_of_a_tie_blocks_and_in_one_does_not() {
        let mut board = Board::new(4, 4, Orientation::PointyTop);
        let eyes = [Hex::new(0, 0), Hex::new(1, 1)].map(|hex| eye(&board, hex, STANDING));
        board.cell_mut(Hex::new(1, 0)).unwrap().ground = Ground::Rock;
        assert!(visible(&board, eyes[0], eyes[1]));
        board.cell_mut(Hex::new(0, 1)).unwrap().ground = Ground::Rock;
        assert!(!visible(&board, eyes[0], eyes[1]));
    }

    #[test]
    fn windows_and_slits() {
        let mut board = row();
        put(&mut board, 3, EdgeKind::Window);
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
        assert!(
            !sees(&board, (0, STANDING), (4, PRONE)),
            "46 is under the sill"
        );
        let mut board = Board::new(16, 3, Orientation::PointyTop);
        put(&mut board, 5, EdgeKind::ArrowSlit);
        assert!(!sees(&board, (1, STANDING), (10, STANDING)));
        assert!(sees(&board, (5, STANDING), (10, STANDING)));
        assert!(sees(&board, (1, STANDING), (6, STANDING)));
    }

    #[test]
    fn from_a_tower_one_looks_over_a_wall() {
        let mut board = row();
        put(&mut board, 3, EdgeKind::Wall);
        assert!(!sees(&board, (0, STANDING), (8, STANDING)));
        raise(&mut board, 0, 9);
        assert!(sees(&board, (0, STANDING), (8, STANDING)));
    }

    #[test]
    fn open_doors_are_seen_through() {
        let mut board = row();
        put(&mut board, 1, EdgeKind::Door);
        assert!(!sees(&board, (0, STANDING), (4, STANDING)));
        let open = Edge {
            open: true,
            ..Edge::new(EdgeKind::Door)
        };
        board.set_edge(at(1), Dir::ALL[0], Some(open));
        assert!(sees(&board, (0, STANDING), (4, STANDING)));
    }

    #[test]
    fn sight_is_mutual_on_ten_thousand_random_pairs() {
        let mut draws = Draws(7);
        let mut seen = 0;
        for _ in 0..200 {
            let board = random_board(&mut draws, 12, 12);
            for _ in 0..50 {
                let mut somebody = || {
                    let hex = draws.hex(&board);
                    eye(&board, hex, draws.one_of(&[STANDING, KNEELING, PRONE, 250]))
                };
                let (a, b) = (somebody(), somebody());
                let there = visible(&board, a, b);
                assert_eq!(there, visible(&board, b, a), "{a:?} {b:?}");
                seen += usize::from(there);
            }
        }
        assert!(
            (1000..9000).contains(&seen),
            "{seen} of 10000 pairs see each other"
        );
    }

    #[test]
    fn what_bare_ground_leaves_out_changes_nothing() {
        let mut draws = Draws(29);
        let (mut seen, mut covered) = (0, 0);
        for _ in 0..40 {
            let board = random_board(&mut draws, 16, 14);
            let mut long = board.clone();
            long.bare = super::super::bare::Bare::none(board.len());
            for _ in 0..60 {
                let mut end = || {
                    let hex = draws.hex(&board);
                    eye(&board, hex, draws.one_of(&[STANDING, KNEELING, PRONE]))
                };
                let (a, b) = (end(), end());
                assert_eq!(visible(&board, a, b), visible(&long, a, b));
                let cover =
                    |board: &Board| super::super::cover::ranged_cover(board, a, b, |_| None);
                assert_eq!(cover(&board), cover(&long));
                seen += usize::from(visible(&board, a, b));
                covered += usize::from(cover(&board).worst() > 0);
            }
        }
        assert!(seen > 200 && covered > 200, "{seen} {covered}");
    }
}
