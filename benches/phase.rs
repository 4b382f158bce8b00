//! A phase with all its beats, deciding in it and apart; a run with nothing due; 200 combatants on
//! 200×200 hexes; 500 in a crowd.

use hexfray::board::{Board, Dir, Orientation};
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::endings::{Goals, Limits};
use hexfray::combat::flow::Stage;
use hexfray::combat::order::{Choice, Order, Slots};
use hexfray::combat::plot::{Intent, Plot};
use hexfray::combat::resolve::{Due, Resolve};
use hexfray::combat::setup::{CombatantSetup, Setup, SideSetup};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn main() {
    divan::main();
    if std::env::args().any(|arg| arg == "--bench") {
        deciding_apart();
    }
}

/// The time of a phase's beats alone: what sides and standing orders decide is left out, which no
/// timer around a whole phase can do.
fn deciding_apart() {
    println!("beats of a phase, deciding apart (median of its runs)");
    let cases = [
        ("20, approaching", 10, (30, 20), 0, 60),
        ("20, fighting", 10, (30, 20), 8, 60),
        ("200 on 200x200, approaching", 100, (200, 200), 0, 10),
        ("200 on 40x40, fighting", 100, (40, 40), 8, 10),
        ("500 on 60x60, fighting", 250, (60, 60), 8, 5),
    ];
    for (name, a_side, (columns, rows), before, runs) in cases {
        let mut times: Vec<Duration> = (0..runs)
            .map(|_| {
                let mut battle = approaching(a_side, columns, rows);
                (0..before).for_each(|_| phase(&mut battle));
                beats(&mut battle)
            })
            .collect();
        times.sort();
        println!("  {name}: {:?}", times[times.len() / 2]);
    }
}

/// The time of the beats of one phase.
fn beats(battle: &mut Battle) -> Duration {
    let unit = battle.flow().unit;
    let mut sum = Duration::ZERO;
    while battle.flow().unit == unit && battle.outcome().is_none() {
        let start = Instant::now();
        let progress = battle.advance().expect("no hang");
        sum += start.elapsed();
        if progress == Progress::Waiting && battle.flow().unit == unit {
            seal_all(battle);
        }
    }
    sum
}

fn setup(a_side: u16, board: Board) -> Setup {
    let (columns, rows) = board.size();
    let names = ["militia", "man_at_arms", "pikeman", "archer", "berserker"];
    let mut combatants = Vec::new();
    for index in 0..a_side * 2 {
        let (side, place) = ((index % 2) as u8, index / 2);
        let row = place % (rows - 2) + 1;
        let back = place / (rows - 2);
        let column = if side == 0 {
            3 + back
        } else {
            columns - 4 - back
        };
        combatants.push(CombatantSetup {
            name: format!("c{index}").into(),
            archetype: names[usize::from(place) % names.len()].into(),
            side,
            hex: board.hex_of(column, row),
            facing: Dir::new(i32::from(side) * 3),
            conditions: Vec::new(),
            gear: BTreeMap::new(),
            extra: Vec::new(),
            own: None,
            dice: None,
            arrives: 0,
            mount: None,
        });
    }
    let side = |name: &str, team| SideSetup {
        name: name.into(),
        team,
        goals: Goals::default(),
        surprised: false,
        ambush: false,
        orders: Vec::new(),
    };
    Setup {
        things: Vec::new(),
        title: "bench".to_owned(),
        board,
        sides: vec![side("Azure", 0), side("Gules", 1)],
        combatants,
        zones: BTreeMap::new(),
        limits: Limits::default(),
        preset: "tuned".into(),
        switches: BTreeMap::new(),
    }
}

/// A battle whose combatants have plotted to close, in the middle of the approach.
fn approaching(a_side: u16, columns: u16, rows: u16) -> Battle {
    let rules = hexfray::rules::by_id("phases").expect("the shipped system");
    let setup = setup(a_side, Board::new(columns, rows, Orientation::PointyTop));
    let mut battle = Battle::start(rules, &setup, 1).expect("a sound setup");
    loop {
        battle.advance().expect("no hang");
        if battle.window().is_some_and(|window| window.kind == "plot") {
            break;
        }
        seal_all(&mut battle);
    }
    let window = battle.window().expect("the plot window").clone();
    for decision in &window.decisions {
        let foe = if decision.who.0.is_multiple_of(2) {
            decision.who.0 + 1
        } else {
            decision.who.0 - 1
        };
        let plot = Plot::new(Intent::Close(
            hexfray::combat::combatant::CombatantId(foe),
            1,
        ));
        let choice = Choice::new(
            "plot",
            Slots {
                plot: Some(plot),
                ..Slots::default()
            },
        );
        let order = Order {
            decision: decision.id,
            who: decision.who,
            choice,
        };
        battle.draft(decision.side, order).expect("a legal plot");
    }
    battle
}

fn seal_all(battle: &mut Battle) {
    let sides = battle.window().expect("an open window").sides();
    for side in sides {
        battle.seal(side).expect("an open window");
    }
}

fn next(battle: &mut Battle) {
    if battle.advance().expect("no hang") == Progress::Waiting {
        seal_all(battle);
    }
}

fn phase(battle: &mut Battle) {
    let unit = battle.flow().unit;
    while battle.flow().unit == unit && battle.outcome().is_none() {
        next(battle);
    }
}

#[divan::bench]
fn nothing_due(bencher: divan::Bencher) {
    let mut battle = approaching(10, 30, 20);
    let world = battle.world_mut();
    let due = Due {
        stage: Stage::Over,
        part: 0,
    };
    world.insert_resource(due);
    bencher.bench_local(move || world.run_schedule(Resolve));
}

#[divan::bench(sample_count = 40)]
fn phase_of_20(bencher: divan::Bencher) {
    bencher
        .with_inputs(|| approaching(10, 30, 20))
        .bench_local_refs(phase);
}

#[divan::bench(sample_count = 20)]
fn five_phases_of_20(bencher: divan::Bencher) {
    bencher
        .with_inputs(|| {
            let mut battle = approaching(10, 30, 20);
            for _ in 0..8 {
                phase(&mut battle);
            }
            battle
        })
        .bench_local_refs(|battle| (0..5).for_each(|_| phase(battle)));
}

/// A crowd in the thick of it: everybody wants to where everybody is.
#[divan::bench(sample_count = 5, args = [(100, 40), (250, 60)])]
fn phase_of_a_crowd(bencher: divan::Bencher, (a_side, size): (u16, u16)) {
    bencher
        .with_inputs(|| {
            let mut battle = approaching(a_side, size, size);
            for _ in 0..8 {
                phase(&mut battle);
            }
            battle
        })
        .bench_local_refs(phase);
}

#[divan::bench(sample_count = 10)]
fn phase_of_200_on_200x200(bencher: divan::Bencher) {
    bencher
        .with_inputs(|| approaching(100, 200, 200))
        .bench_local_refs(phase);
}
