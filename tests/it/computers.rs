//! What is asked of every computer player: fair, never refused, the same on any machine.

use hexfray::ai::{self, Tally};
use hexfray::board::{Board, Dir, Hex};
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::{CombatantId, SideId};
use hexfray::combat::endings::Ending;
use hexfray::combat::order::{Choice, Slots};
use hexfray::combat::plot::{ChargeKind, EndFacing, Intent, Plot};
use hexfray::combat::setup::Setup;
use hexfray::rules::phases::scene::{
    EnPassant, HoldMode, Motion, ReactionOrder, Standing, Statement, Tempo,
};
use hexfray::start::{Start, start};
use std::path::Path;

const NAMES: [&str; 4] = ["quick", "normal", "rusher", "random"];

fn level(name: &str) -> Start {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("levels")
        .join(name);
    start(&path, None, None).unwrap()
}

fn begin(start: &Start, seed: u64) -> Battle {
    Battle::start(start.rules.clone(), &start.setup, seed).unwrap()
}

/// One window answered by both sides; `false` when the battle is over.
fn window(battle: &mut Battle, names: [&str; 2], seed: u64, tally: &mut Tally) -> bool {
    if battle.advance().unwrap() == Progress::Over {
        return false;
    }
    for (side, name) in (0..).map(SideId).zip(names) {
        let mut player = ai::by_name(name).unwrap();
        tally.add(ai::answer_side(battle, side, &mut *player, seed));
    }
    true
}

#[test]
fn no_answer_is_refused_and_no_battle_stalls() {
    let duel = level("duel.ron");
    let mut tally = Tally::default();
    let mut stalemates = 0;
    for (seed, first) in (1..).zip(["quick", "normal", "quick", "normal", "quick"]) {
        for second in NAMES {
            let mut battle = begin(&duel, seed);
            while window(&mut battle, [first, second], seed, &mut tally) {}
            let ending = &battle.outcome().unwrap().ending;
            stalemates += u32::from(matches!(ending, Ending::Stalemate { .. }));
        }
    }
    assert!(tally.asked > 1000, "{tally:?}");
    assert_eq!((tally.refused, stalemates), (0, 0), "{tally:?}");
}

/// The answers of both levels of play for a side in the open window, as text.
fn answers(battle: &mut Battle, side: SideId) -> String {
    let decisions: Vec<_> = battle
        .window()
        .into_iter()
        .flat_map(|window| window.decisions.clone())
        .filter(|decision| decision.side == side)
        .collect();
    let mut text = String::new();
    for name in ["quick", "normal"] {
        let mut player = ai::by_name(name).unwrap();
        for decision in &decisions {
            let weighed = ai::advice(battle, decision, &mut *player);
            text += &format!("{name} {}: {weighed:?}\n", decision.who);
        }
    }
    text
}

/// Changes everything about a combatant that the other side may not know.
fn other_secrets(battle: &mut Battle, who: CombatantId) {
    let world = battle.world_mut();
    let mut query = world.query::<(
        &CombatantId,
        &mut Motion,
        &mut Tempo,
        &mut Standing,
        &mut Statement,
    )>();
    for (id, mut motion, mut tempo, mut standing, mut statement) in query.iter_mut(world) {
        if *id != who {
            continue;
        }
        motion.plot = Plot {
            facing: EndFacing::Dir(Dir::new(2)),
            ..Plot::new(Intent::Lane(Dir::new(4), ChargeKind::ForceBack))
        };
        motion.fresh = !motion.fresh;
        if tempo.hold.is_some() {
            tempo.hold = Some(HoldMode::Guard);
            tempo.held = 4;
        }
        standing.en_passant = EnPassant::Never;
        standing.reaction = ReactionOrder::Never;
        statement.0 = Some(Choice::new("hold", Slots::default()));
    }
}

#[test]
fn what_the_enemy_hides_changes_no_thought() {
    for (name, seed) in [("duel.ron", 5), ("broken_ground.ron", 6)] {
        let start = level(name);
        let mut battle = begin(&start, seed);
        let mut tally = Tally::default();
        let mut compared = 0;
        for _ in 0..24 {
            if battle.advance().unwrap() == Progress::Over {
                break;
            }
            let known = answers(&mut battle, SideId(1));
            let state = battle.snapshot().unwrap();
            for id in 0..battle.status().combatants as u16 {
                if battle.status().side_of(CombatantId(id)) == Some(SideId(0)) {
                    other_secrets(&mut battle, CombatantId(id));
                }
            }
            assert_eq!(known, answers(&mut battle, SideId(1)));
            compared += known.lines().count();
            battle.restore(&state).unwrap();
            window(&mut battle, ["quick", "quick"], seed, &mut tally);
        }
        assert!(compared > 10, "{compared}");
    }
}

#[test]
fn the_same_view_gives_the_same_orders_whoever_else_is_thinking() {
    let start = level("broken_ground.ron");
    let told = || {
        let mut battle = begin(&start, 9);
        let mut tally = Tally::default();
        for _ in 0..14 {
            window(&mut battle, ["normal", "quick"], 9, &mut tally);
        }
        battle.digest()
    };
    // On a machine that is busy with the same thing three times over, too.
    let alone = told();
    let busy = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(told)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<Vec<_>>()
    });
    assert_eq!(busy, [alone; 3]);
}

/// Half a turn of a board with an even number of rows, or of one whose rows are odd in number about
/// its middle row.
fn turned_hex(board: &Board, hex: Hex) -> Hex {
    let (width, height) = board.size();
    let (column, row) = board.column_row(hex);
    board.hex_of(width - 1 - column as u16, height - 1 - row as u16)
}

fn turned(setup: &Setup) -> Setup {
    let mut turned = setup.clone();
    let board = &setup.board;
    turned.board = Board::new(board.size().0, board.size().1, board.orientation);
    for one in &mut turned.combatants {
        one.hex = turned_hex(board, one.hex);
        one.facing = one.facing.opposite();
    }
    turned
}

#[test]
fn a_turned_board_gives_the_turned_plan() {
    let mut start = level("broken_ground.ron");
    // Bare ground: what is turned is where they stand and look.
    let (width, height) = start.setup.board.size();
    assert_eq!(
        height % 2,
        0,
        "only an even number of rows turns into itself"
    );
    start.setup.board = Board::new(width, height, start.setup.board.orientation);
    start.setup.zones.clear();
    for one in &mut start.setup.combatants {
        // Near enough to think of each other.
        let (column, row) = start.setup.board.column_row(one.hex);
        let row = if row < 8 { row + 4 } else { row - 4 };
        one.hex = start.setup.board.hex_of(column as u16, row as u16);
    }
    let mut there = Start {
        setup: turned(&start.setup),
        ..level("broken_ground.ron")
    };
    there.setup.zones.clear();
    let board = start.setup.board.clone();
    let plan = |start: &Start, turn: bool| -> Vec<String> {
        let mut battle = begin(start, 3);
        let mut tally = Tally::default();
        // Past the opening, to the first plots.
        while battle.advance().unwrap() == Progress::Waiting
            && battle.window().unwrap().kind != "plot"
        {
            window(&mut battle, ["quick", "quick"], 3, &mut tally);
        }
        let decisions = battle.window().unwrap().decisions.clone();
        let mut player = ai::by_name("quick").unwrap();
        let turned = |hex: Hex| if turn { turned_hex(&board, hex) } else { hex };
        decisions
            .iter()
            .map(|decision| {
                let best = ai::advice(&mut battle, decision, &mut *player);
                let best = best.into_iter().next().unwrap();
                let plot = best.choice.slots.plot.unwrap();
                let intent = match plot.intent {
                    Intent::Goto(hex) => format!("to {:?}", turned(hex)),
                    other => format!("{other:?}"),
                };
                format!("{} {intent} {:?} {}", decision.who, plot.facing, best.score)
            })
            .collect()
    };
    assert_eq!(plan(&start, false), plan(&there, true));
}

#[test]
fn under_wounds_no_answer_is_refused_and_no_battle_stalls() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/duel.ron");
    let duel = start(&path, Some("wounds"), None).unwrap();
    let mut tally = Tally::default();
    let mut stalemates = 0;
    for (seed, first) in (1..).zip(["quick", "normal", "quick"]) {
        for second in NAMES {
            let mut battle = begin(&duel, seed);
            while window(&mut battle, [first, second], seed, &mut tally) {}
            let ending = &battle.outcome().unwrap().ending;
            stalemates += u32::from(matches!(ending, Ending::Stalemate { .. }));
        }
    }
    assert!(tally.asked > 60, "{tally:?}");
    assert_eq!((tally.refused, stalemates), (0, 0), "{tally:?}");
}
