use super::super::{Edge, Object, Orientation};
use super::*;

const FROM: Hex = Hex::new(2, 2);
const EAST: Dir = Dir::ALL[0];
const WALK: Mover = Mover {
    prone: false,
    low: false,
    mounted: false,
    running: false,
    swimming: false,
    sinking_armour: false,
};
const RUN: Mover = Mover {
    running: true,
    ..WALK
};
const RIDE: Mover = Mover {
    mounted: true,
    ..WALK
};
const CRAWL: Mover = Mover {
    prone: true,
    ..WALK
};

fn board() -> Board {
    Board::new(8, 8, Orientation::PointyTop)
}

fn with_ground(ground: Ground) -> Board {
    let mut board = board();
    board.cell_mut(EAST.from(FROM)).unwrap().ground = ground;
    board
}

fn with_edge(kind: EdgeKind) -> Board {
    let mut board = board();
    board.set_edge(FROM, EAST, Some(Edge::new(kind)));
    board
}

fn with_levels(from: i8, to: i8) -> Board {
    let mut board = board();
    board.cell_mut(FROM).unwrap().level = from;
    board.cell_mut(EAST.from(FROM)).unwrap().level = to;
    board
}

fn go(board: &Board, mover: Mover) -> Result<u16, Bar> {
    quiet(board, FROM, EAST, mover).map(|step| step.cost_halves)
}

fn offers(board: &Board, mover: Mover) -> Option<&'static str> {
    step(board, FROM, EAST, mover).unwrap_err().offers
}

#[test]
fn a_fence_adds_one_and_a_hedge_two() {
    assert_eq!(go(&with_edge(EdgeKind::Fence), WALK), Ok(4));
    assert_eq!(go(&with_edge(EdgeKind::Hedge), WALK), Ok(6));
    assert_eq!(go(&board(), WALK), Ok(2));
}

#[test]
fn bars_walls_and_closed_doors_are_not_crossed() {
    assert_eq!(
        go(&with_edge(EdgeKind::Bars), WALK),
        Err(Bar::Edge(EdgeKind::Bars))
    );
    assert!(go(&with_edge(EdgeKind::Wall), WALK).is_err());
    assert!(go(&with_edge(EdgeKind::ArrowSlit), WALK).is_err());
    assert_eq!(offers(&with_edge(EdgeKind::Door), WALK), Some("door"));
    assert_eq!(offers(&with_edge(EdgeKind::Palisade), WALK), Some("climb"));
    let mut open = board();
    let door = Edge {
        open: true,
        ..Edge::new(EdgeKind::Door)
    };
    open.set_edge(FROM, EAST, Some(door));
    assert_eq!(go(&open, WALK), Ok(2));
}

#[test]
fn low_edges_stop_runners_and_the_prone() {
    for kind in [
        EdgeKind::Fence,
        EdgeKind::LowWall,
        EdgeKind::Railing,
        EdgeKind::Hedge,
    ] {
        assert_eq!(go(&with_edge(kind), RUN), Err(Bar::EdgeRunning(kind)));
        assert_eq!(go(&with_edge(kind), CRAWL), Err(Bar::EdgeProne(kind)));
    }
}

#[test]
fn a_horse_crosses_plus_one_edges_only_and_checks() {
    let step = quiet(&with_edge(EdgeKind::Fence), FROM, EAST, RIDE).unwrap();
    assert_eq!((step.cost_halves, step.footing), (4, Some(Footing::One)));
    for kind in [EdgeKind::Hedge, EdgeKind::Breastwork, EdgeKind::Window] {
        assert_eq!(go(&with_edge(kind), RIDE), Err(Bar::EdgeMounted(kind)));
    }
    let on_foot = quiet(&with_edge(EdgeKind::Fence), FROM, EAST, WALK).unwrap();
    assert_eq!(on_foot.footing, None);
    assert_eq!(go(&with_edge(EdgeKind::Window), WALK), Ok(6));
}

#[test]
fn one_level_up_costs_one_and_two_are_no_step() {
    assert_eq!(go(&with_levels(0, 1), WALK), Ok(4));
    assert_eq!(go(&with_levels(1, 0), WALK), Ok(2));
    assert_eq!(go(&with_levels(0, 2), WALK), Err(Bar::Up(2)));
    assert_eq!(offers(&with_levels(0, 2), WALK), Some("climb"));
    assert_eq!(offers(&with_levels(0, 3), WALK), Some("climb"));
    assert_eq!(offers(&with_levels(0, 4), WALK), None);
    assert_eq!(offers(&with_levels(2, 0), WALK), Some("drop"));
    assert_eq!(offers(&with_levels(3, 0), WALK), Some("drop"));
    assert_eq!(offers(&with_levels(4, 0), WALK), None);
}

#[test]
fn stairs_in_either_hex_waive_the_plus_one() {
    let mut board = with_levels(0, 1);
    board.cell_mut(FROM).unwrap().ground = Ground::Stairs;
    assert_eq!(go(&board, WALK), Ok(2));
    board.cell_mut(FROM).unwrap().ground = Ground::Grass;
    board.cell_mut(EAST.from(FROM)).unwrap().ground = Ground::Stairs;
    assert_eq!(go(&board, WALK), Ok(2));
}

#[test]
fn a_ladder_costs_one_per_level_at_any_height() {
    let mut board = with_levels(0, 5);
    board.set_edge(FROM, EAST, Some(Edge::new(EdgeKind::Ladder)));
    assert_eq!(go(&board, WALK), Ok(2 + 10));
    assert!(go(&board, RIDE).is_err());
    assert!(go(&board, CRAWL).is_err());
    let back = quiet(&board, EAST.from(FROM), EAST.opposite(), WALK).unwrap();
    assert_eq!(back.cost_halves, 12);
}

#[test]
fn undergrowth_uphill_over_a_fence_is_three_and_a_half() {
    let mut board = with_levels(0, 1);
    board.set_edge(FROM, EAST, Some(Edge::new(EdgeKind::Fence)));
    board.cell_mut(EAST.from(FROM)).unwrap().ground = Ground::Undergrowth;
    assert_eq!(go(&board, WALK), Ok(7));
}

#[test]
fn limits_of_the_ground() {
    let into = |ground: Ground, mover: Mover| go(&with_ground(ground), mover);
    assert_eq!(into(Ground::Plank, RUN), Err(Bar::Running));
    assert_eq!(into(Ground::Plank, RIDE), Err(Bar::Mounted));
    assert_eq!(into(Ground::Marsh, RUN), Err(Bar::Running));
    assert!(into(Ground::Marsh, CRAWL).is_err());
    assert_eq!(into(Ground::Marsh, WALK), Ok(6));
    let gallop = Mover {
        mounted: true,
        ..RUN
    };
    assert_eq!(into(Ground::Forest, gallop), Err(Bar::Running));
    assert_eq!(into(Ground::Forest, RIDE), Ok(4));
    assert_eq!(into(Ground::Forest, RUN), Ok(4));
    assert_eq!(into(Ground::Crawlway, WALK), Err(Bar::Upright));
    assert_eq!(into(Ground::Crawlway, CRAWL), Ok(4));
    assert_eq!(into(Ground::Crawlway, Mover { low: true, ..WALK }), Ok(4));
    assert_eq!(into(Ground::Rock, WALK), Err(Bar::Impassable));
    assert_eq!(into(Ground::Pit, WALK), Err(Bar::Hole));
    assert_eq!(
        quiet(&with_ground(Ground::Ice), FROM, EAST, RUN)
            .unwrap()
            .footing,
        Some(Footing::Two)
    );
}

#[test]
fn objects_are_entered_on_foot() {
    for object in [Object::Tree, Object::Table, Object::Crate, Object::Carcass] {
        let mut board = board();
        board.cell_mut(EAST.from(FROM)).unwrap().object = Some(object);
        assert_eq!(go(&board, WALK), Ok(4));
        assert_eq!(go(&board, RIDE), Err(Bar::Mounted));
    }
    let mut board = board();
    board.cell_mut(EAST.from(FROM)).unwrap().object = Some(Object::Pillar);
    assert_eq!(go(&board, WALK), Err(Bar::Impassable));
}

#[test]
fn deep_water_takes_no_mail_and_getting_out_takes_all() {
    let board = with_ground(Ground::DeepWater);
    let mail = Mover {
        sinking_armour: true,
        ..WALK
    };
    assert_eq!(go(&board, mail), Err(Bar::Sinking));
    assert_eq!(go(&board, WALK), Ok(6));
    let out = quiet(&board, EAST.from(FROM), EAST, WALK).unwrap();
    assert!(out.uses_all);
    assert!(!quiet(&board, FROM, EAST, WALK).unwrap().uses_all);
}

#[test]
fn the_board_ends_at_its_border() {
    let west = Dir::ALL[3];
    let refused = step(&board(), Hex::new(0, 0), west, WALK).unwrap_err();
    assert_eq!(refused.rule, "B-054");
}
