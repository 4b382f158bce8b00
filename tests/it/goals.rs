//! Objectives that need more than blows: leaving by an exit, carrying a thing to a place.

use hexfray::board::Hex;
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::{CombatantId, Fitness, OutBy, SideId};
use hexfray::combat::endings::Ending;
use hexfray::combat::order::{Choice, DecisionId, Order, Slots};
use hexfray::combat::plot::{Gait, Intent, Plot};
use hexfray::combat::setup::Setup;
use hexfray::start::start;
use std::fs;

fn battle(objective: &str, more: &str, gear: &str) -> Battle {
    let level = format!(
        "Level(
    name: \"The Road Out\",
    map: [
        \". . . . . . . . . .\",
         \". . . . . . . . . .\",
        \": : : : : : : : : Y\",
         \". . . . . . . . . .\",
        \". . . . . . . . . .\",
    ],
    zones: {{ \"gate\": [Box((8, 1), (9, 3))] }},
    {more}
    sides: [
        Side(name: \"Azure\", objectives: [{objective}]),
        \"Crimson\",
    ],
    combatants: [
        Combatant(name: \"Runner\", archetype: \"militia\", side: \"Azure\", at: (3, 2), facing: \"E\", gear: {gear}),
        Combatant(name: \"Guard\", archetype: \"militia\", side: \"Crimson\", at: (0, 0), facing: \"E\"),
    ],
)"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("road.ron");
    fs::write(&path, level).unwrap();
    let start = start(&path, None, None).unwrap();
    Battle::start(start.rules, &start.setup, 3).unwrap()
}

const RUNNER: CombatantId = CombatantId(0);
const AZURE: SideId = SideId(0);

/// Plays on with the runner's plots until the end; nobody else does anything.
fn run(battle: &mut Battle, plot: &Plot, mut aside: impl FnMut(&mut Battle)) -> Option<Ending> {
    for _ in 0..60 {
        if battle.advance().unwrap() == Progress::Over {
            return battle.outcome().map(|outcome| outcome.ending.clone());
        }
        let window = battle.window().unwrap().clone();
        for decision in &window.decisions {
            if decision.who == RUNNER && decision.kind == "plot" {
                let slots = Slots {
                    plot: Some(plot.clone()),
                    ..Slots::default()
                };
                let order = Order {
                    decision: decision.id,
                    who: RUNNER,
                    choice: Choice::new("plot", slots),
                };
                battle.draft(AZURE, order).unwrap();
            }
        }
        aside(battle);
        for side in window.waiting() {
            battle.seal(side).unwrap();
        }
    }
    None
}

#[test]
fn who_leaves_by_an_exit_is_gone_and_has_escaped() {
    let mut battle = battle("Escape(count: 1)", "", "Gear()");
    let plot = Plot {
        gait: Gait::Run,
        ..Plot::new(Intent::Leave)
    };
    let ending = run(&mut battle, &plot, |_| ());
    assert!(
        matches!(ending, Some(Ending::Won { side: AZURE, .. })),
        "{ending:?}"
    );
    let runner = &battle.figures(None)[0];
    assert_eq!(runner.fitness, Fitness::Out(OutBy::Fled));
    assert_eq!(runner.place.hex, Hex::new(8, 2), "by the marked exit");
}

#[test]
fn without_an_exit_nobody_leaves() {
    let mut battle = battle("Rout", "", "Gear()");
    // With an exit he is gone, and with him his side.
    let plot = Plot::new(Intent::Leave);
    assert!(
        run(&mut battle, &plot, |_| ()).is_some(),
        "alone on his side he has fled the field"
    );
    let plain = include_str!("../../levels/duel.ron");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.ron");
    fs::write(&path, plain).unwrap();
    let start = start(&path, None, None).unwrap();
    let mut battle = Battle::start(start.rules, &start.setup, 3).unwrap();
    while battle.advance().unwrap() == Progress::Waiting {
        let window = battle.window().unwrap().clone();
        if let Some(decision) = window.decisions.iter().find(|asked| asked.kind == "plot") {
            let slots = Slots {
                plot: Some(Plot::new(Intent::Leave)),
                ..Slots::default()
            };
            let order = Order {
                decision: decision.id,
                who: decision.who,
                choice: Choice::new("plot", slots),
            };
            let refusal = battle.draft(decision.side, order).unwrap_err();
            assert!(refusal.to_string().contains("no exit"), "{refusal}");
            assert!(battle.options(decision).iter().all(|choice| {
                choice
                    .slots
                    .plot
                    .as_ref()
                    .is_none_or(|plot| plot.intent != Intent::Leave)
            }));
            return;
        }
        for side in window.waiting() {
            battle.seal(side).unwrap();
        }
    }
    panic!("nobody was asked for a plot");
}

#[test]
fn a_thing_carried_to_its_place_wins() {
    let carry = "Carry(item: \"banner\", zone: \"gate\")";
    let held = "items: [Item(name: \"banner\", holder: \"Runner\")],";
    let mut battle = battle(carry, held, "Gear()");
    let ending = run(
        &mut battle,
        &Plot::new(Intent::Goto(Hex::new(7, 2))),
        |_| (),
    );
    assert!(
        matches!(ending, Some(Ending::Won { side: AZURE, .. })),
        "{ending:?}"
    );
}

#[test]
fn a_thing_on_the_ground_is_picked_up_first() {
    let carry = "Carry(item: \"banner\", zone: \"gate\")";
    let lying = "items: [Item(name: \"banner\", at: (5, 2))],";
    let gear = "Gear(main: dagger, second: none, shield: none)";
    let goal = Plot::new(Intent::Goto(Hex::new(7, 2)));
    // Whoever walks past it has nothing to carry.
    let mut past = battle(carry, lying, gear);
    assert_eq!(run(&mut past, &goal, |_| ()), None);
    let mut battle = battle(carry, lying, gear);
    let mut taken = false;
    let to_it = Plot::new(Intent::Goto(Hex::new(4, 2)));
    let ending = run(&mut battle, &to_it, |battle| {
        let pick = Order {
            decision: DecisionId::NONE,
            who: RUNNER,
            choice: Choice::new(
                "pick up",
                Slots {
                    item: Some(Setup::thing(0)),
                    ..Slots::default()
                },
            ),
        };
        taken |= battle.draft(AZURE, pick).is_ok();
    });
    assert!(taken, "it could never be picked up");
    assert_eq!(ending, None, "he stands where it lay, not at the gate");
    let ending = run(&mut battle, &goal, |_| ());
    assert!(
        matches!(ending, Some(Ending::Won { side: AZURE, .. })),
        "{ending:?}"
    );
}
