//! The switch `plot` = `step`: a new plot after each hex, P-024 taken literally.

use hexfray::board::Hex;
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::{CombatantId, SideId};
use hexfray::combat::order::{Choice, Order, Slots};
use hexfray::combat::plot::{Intent, Plot};
use hexfray::start::start;
use std::fs;

const WALKER: CombatantId = CombatantId(0);

fn battle(plot: &str) -> Battle {
    let level = format!(
        "Level(
    name: \"A Field\",
    map: [
        \". . . . . . . . . . . . . . . .\",
         \". . . . . . . . . . . . . . . .\",
        \". . . . . . . . . . . . . . . .\",
    ],
    rules: {{ \"phases\": Rules(switches: {{ \"plot\": \"{plot}\" }}) }},
    sides: [\"Azure\", \"Crimson\"],
    combatants: [
        Combatant(name: \"Walker\", archetype: \"militia\", side: \"Azure\", at: (2, 1), facing: \"E\"),
        Combatant(name: \"Other\", archetype: \"militia\", side: \"Crimson\", at: (15, 0), facing: \"W\"),
    ],
)"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("field.ron");
    fs::write(&path, level).unwrap();
    let start = start(&path, None, None).unwrap();
    Battle::start(start.rules, &start.setup, 9).unwrap()
}

/// Plays Phase 1 with these plots, one a window, the last one ever after; where he stood each time.
fn phase_one(battle: &mut Battle, plots: &[Intent]) -> Vec<(i32, i32)> {
    let mut stood = Vec::new();
    while battle.advance().unwrap() == Progress::Waiting && battle.flow().unit <= 1 {
        let window = battle.window().unwrap().clone();
        let asked = window
            .decisions
            .iter()
            .find(|decision| decision.who == WALKER);
        if let Some(decision) = asked.filter(|decision| decision.kind == "plot") {
            let here = battle.figures(None)[0].place.hex;
            let intent = plots[stood.len().min(plots.len() - 1)].clone();
            stood.push((here.x, here.y));
            let slots = Slots {
                plot: Some(Plot::new(intent)),
                ..Slots::default()
            };
            let order = Order {
                decision: decision.id,
                who: WALKER,
                choice: Choice::new("plot", slots),
            };
            battle.draft(SideId(0), order).unwrap();
        }
        for side in window.waiting() {
            battle.seal(side).unwrap();
        }
    }
    stood
}

#[test]
fn after_each_hex_there_is_a_new_plot() {
    let far = Intent::Goto(Hex::new(12, 1));
    let mut once = battle("phase");
    assert_eq!(phase_one(&mut once, std::slice::from_ref(&far)).len(), 1);
    let end = once.figures(None)[0].place.hex;
    let mut each = battle("step");
    let stood = phase_one(&mut each, std::slice::from_ref(&far));
    let from = stood[0].0;
    let columns: Vec<i32> = stood.iter().map(|(column, _)| column - from).collect();
    assert_eq!(
        columns,
        (0..i32::try_from(stood.len()).unwrap()).collect::<Vec<_>>()
    );
    assert!(stood.len() >= 4, "{stood:?}");
    assert_eq!(
        each.figures(None)[0].place.hex,
        end,
        "the same plot leads as far"
    );
}

#[test]
fn a_later_plot_changes_the_walk_and_pays_from_what_is_left() {
    let east = Intent::Goto(Hex::new(12, 1));
    let mut battle = battle("step");
    let stood = phase_one(&mut battle, &[east.clone(), east, Intent::Hold]);
    assert_eq!(stood.len(), 3, "who holds is not asked again: nobody steps");
    let hex = battle.figures(None)[0].place.hex;
    assert_eq!((hex.x, hex.y), stood[2]);
    assert_eq!(stood[2].0 - stood[0].0, 2);
}
