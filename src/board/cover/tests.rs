use super::super::{Dir, Edge, EdgeKind, Object, Orientation};
use super::*;

const STANDING: i32 = 160;

fn row() -> Board {
    Board::new(16, 3, Orientation::PointyTop)
}

fn at(q: i32) -> Hex {
    Hex::new(q, 0)
}

/// Something on the hexside between `q` and `q + 1`.
fn put(board: &mut Board, q: i32, kind: EdgeKind) {
    assert!(board.set_edge(at(q), Dir::ALL[0], Some(Edge::new(kind))));
}

fn object(board: &mut Board, q: i32, object: Object) {
    board.cell_mut(at(q)).unwrap().object = Some(object);
}

fn overlay(board: &mut Board, q: i32, overlay: Overlay) {
    let cell = board.cell_mut(at(q)).unwrap();
    cell.overlays = cell.overlays.with(overlay);
}

/// Cover from a standing man at one hex for a standing man at another.
fn shot(board: &Board, from: i32, to: i32) -> (u8, u8) {
    let eyes = [from, to].map(|q| eye(board, at(q), STANDING));
    let cover = ranged_cover(board, eyes[0], eyes[1], |_| None);
    (cover.physical, cover.visual)
}

#[test]
fn a_low_wall_covers_from_its_own_side_only() {
    let mut board = row();
    put(&mut board, 4, EdgeKind::LowWall);
    assert_eq!(shot(&board, 0, 5), (50, 0));
    assert_eq!(shot(&board, 9, 5), (0, 0));
}

#[test]
fn a_line_far_above_the_top_meets_no_cover() {
    let mut board = row();
    put(&mut board, 2, EdgeKind::LowWall);
    board.cell_mut(at(0)).unwrap().level = 2;
    assert_eq!(shot(&board, 0, 3), (50, 0));
    board.cell_mut(at(0)).unwrap().level = 3;
    assert_eq!(shot(&board, 0, 3), (0, 0));
}

#[test]
fn who_stands_at_a_window_shoots_out_freely() {
    let mut board = row();
    put(&mut board, 3, EdgeKind::Window);
    assert_eq!(shot(&board, 3, 9), (0, 0));
    assert_eq!(shot(&board, 9, 3), (60, 0));
    assert_eq!(shot(&board, 3, 4), (60, 0), "it touches both");
}

#[test]
fn per_cents_add_up_and_of_visual_the_highest_counts() {
    let mut board = row();
    put(&mut board, 6, EdgeKind::LowWall);
    object(&mut board, 4, Object::Barrel);
    assert_eq!(shot(&board, 0, 7), (70, 0));
    overlay(&mut board, 2, Overlay::SmokeThin);
    overlay(&mut board, 3, Overlay::Fog);
    assert_eq!(shot(&board, 0, 7), (70, 40));
    object(&mut board, 5, Object::Tree);
    assert_eq!(shot(&board, 0, 7), (100, 40));
}

#[test]
fn a_tree_covers_against_bows_and_not_against_the_sword_beside_it() {
    let mut board = row();
    object(&mut board, 5, Object::Tree);
    assert_eq!(shot(&board, 0, 5), (40, 0));
    assert_eq!(melee_cover(&board, at(4), at(5)), Cover::default());
    assert_eq!(melee_cover(&board, at(4), at(6)).physical, 40);
    assert_eq!(
        shot(&board, 5, 9),
        (0, 0),
        "the attacker's own hex does not count"
    );
}

#[test]
fn the_better_of_two_lines_is_used() {
    let mut board = Board::new(6, 6, Orientation::PointyTop);
    let eyes = [Hex::new(0, 0), Hex::new(1, 1)].map(|hex| eye(&board, hex, STANDING));
    board.cell_mut(Hex::new(1, 0)).unwrap().object = Some(Object::Tree);
    assert_eq!(ranged_cover(&board, eyes[0], eyes[1], |_| None).physical, 0);
    board.cell_mut(Hex::new(0, 1)).unwrap().ground = Ground::Rock;
    assert_eq!(
        ranged_cover(&board, eyes[0], eyes[1], |_| None).physical,
        40
    );
}

#[test]
fn bands_of_cover_and_their_limits() {
    for (percent, expected) in [
        (0, Band::None),
        (9, Band::None),
        (10, Band::Light),
        (29, Band::Light),
        (30, Band::Half),
        (50, Band::Half),
        (59, Band::Half),
        (60, Band::ThreeQuarter),
        (89, Band::ThreeQuarter),
        (90, Band::Slit),
        (99, Band::Slit),
        (100, Band::Full),
    ] {
        assert_eq!(band(percent), expected, "{percent}");
    }
    assert_eq!(band(50).lower(), Band::Light);
    assert_eq!(band(20).lower(), Band::None);
}

#[test]
fn leaves_cover_and_light_does_not() {
    let mut board = row();
    board.cell_mut(at(5)).unwrap().ground = Ground::Undergrowth;
    board.ambient = super::super::LightGrade::Dark;
    assert_eq!(shot(&board, 0, 5), (0, 20));
    assert_eq!(band(20), Band::Light);
}

#[test]
fn tall_grass_hides_the_kneeling() {
    let mut board = row();
    board.cell_mut(at(5)).unwrap().ground = Ground::TallGrass;
    assert_eq!(shot(&board, 2, 5), (0, 20));
    let from = eye(&board, at(2), STANDING);
    let kneeling = eye(&board, at(5), 90);
    assert_eq!(ranged_cover(&board, from, kneeling, |_| None).visual, 60);
}

#[test]
fn two_swordsmen_across_a_low_wall() {
    let mut board = row();
    put(&mut board, 4, EdgeKind::LowWall);
    for (from, to) in [(4, 5), (5, 4)] {
        assert_eq!(melee_cover(&board, at(from), at(to)).physical, 50);
    }
}

#[test]
fn bodies_between_give_twenty_each_if_their_tops_reach_the_line() {
    let board = row();
    let eyes = [0, 6].map(|q| eye(&board, at(q), STANDING));
    let man = |q: i32, top_cm: i32| {
        let percent = 20;
        (at(q), Body { top_cm, percent })
    };
    let physical = |bodies: &[(Hex, Body)]| {
        let standing = |hex: Hex| {
            bodies
                .iter()
                .filter(move |(at, _)| *at == hex)
                .map(|(_, body)| *body)
        };
        ranged_cover(&board, eyes[0], eyes[1], standing).physical
    };
    assert_eq!(physical(&[man(2, 180)]), 20);
    assert_eq!(physical(&[man(2, 180), man(4, 180)]), 40);
    assert_eq!(physical(&[man(2, 180), man(3, 180), man(4, 180)]), 60);
    assert_eq!(physical(&[man(3, 40)]), 0, "prone");
    assert_eq!(
        physical(&[man(6, 180), man(0, 180)]),
        0,
        "not strictly between"
    );
    assert_eq!(hexes_between(at(0), at(3)), [at(1), at(2)]);
}

#[test]
fn fences_bars_and_hedges_against_a_bow() {
    for (kind, expected) in [
        (EdgeKind::Fence, (20, 0)),
        (EdgeKind::Bars, (20, 0)),
        (EdgeKind::Hedge, (0, 40)),
        (EdgeKind::Railing, (10, 0)),
        (EdgeKind::Breastwork, (60, 0)),
        (EdgeKind::Wall, (100, 0)),
    ] {
        let mut board = row();
        put(&mut board, 4, kind);
        assert_eq!(shot(&board, 0, 5), expected, "{kind:?}");
    }
}

#[test]
fn hidden_by_leaves_is_not_stopped() {
    let mut board = row();
    for q in 1..=5 {
        board.cell_mut(at(q)).unwrap().ground = Ground::Forest;
    }
    assert_eq!(shot(&board, 0, 7), (100, 99));
    let mut board = row();
    for q in 1..=2 {
        overlay(&mut board, q, Overlay::SmokeThick);
    }
    assert_eq!(shot(&board, 0, 7), (0, 99));
}

#[test]
fn walls_and_ground_protect_wholly_from_blasts() {
    let victim = |board: &Board, q: i32| eye(board, at(q), STANDING);
    let mut board = row();
    assert_eq!(blast_protection(&board, at(2), victim(&board, 4)), 0);
    assert_eq!(blast_protection(&board, at(2), victim(&board, 2)), 0);
    put(&mut board, 2, EdgeKind::LowWall);
    assert_eq!(blast_protection(&board, at(2), victim(&board, 4)), 50);
    assert_eq!(blast_protection(&board, at(2), victim(&board, 3)), 50);
    put(&mut board, 2, EdgeKind::Door);
    assert_eq!(blast_protection(&board, at(2), victim(&board, 4)), 100);
    put(&mut board, 2, EdgeKind::Window);
    assert_eq!(blast_protection(&board, at(2), victim(&board, 4)), 60);
    board.set_edge(at(2), Dir::ALL[0], None);
    board.cell_mut(at(3)).unwrap().level = 2;
    assert_eq!(blast_protection(&board, at(2), victim(&board, 4)), 100);
    board.cell_mut(at(3)).unwrap().level = 0;
    board.cell_mut(at(3)).unwrap().ground = Ground::Undergrowth;
    assert_eq!(
        blast_protection(&board, at(2), victim(&board, 4)),
        0,
        "leaves do not help"
    );
}
