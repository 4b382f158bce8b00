//! Hidden combatants: not there for their enemies until they act, are seen or are run into.

use hexfray::board::{Dir, Hex};
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::{CombatantId, Condition, Fitness, SideId};
use hexfray::combat::event::EventKind;
use hexfray::combat::order::{Choice, Order, Slots};
use hexfray::combat::plot::{Intent, Plot};
use hexfray::start::start;
use std::fmt::Write as _;
use std::fs;

const HIDER: SideId = SideId(0);
const SEEKER: SideId = SideId(1);
const ROBIN: CombatantId = CombatantId(0);
const GUARD: CombatantId = CombatantId(1);

/// A lane with a wood across it; Robin hides at `at`, the guard comes from the east.
fn level(at: &str, light: &str) -> String {
    format!(
        "Level(
    name: \"The Wood\",
    {light}
    map: [
        \". . . . . . . . . . . .\",
         \". f f f f . . . . . . .\",
        \". f f f f f . . . . . .\",
         \". f f f f . . . . . . .\",
        \". . . . . . . . . . . .\",
    ],
    sides: [\"Azure\", \"Crimson\"],
    combatants: [
        Combatant(name: \"Robin\", archetype: \"militia\", side: \"Azure\", at: {at}, facing: \"E\", conditions: hidden),
        Combatant(name: \"Guard\", archetype: \"man_at_arms\", side: \"Crimson\", at: (11, 2), facing: \"W\"),
    ],
)"
    )
}

fn battle(level: &str) -> Battle {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wood.ron");
    fs::write(&path, level).unwrap();
    let start = start(&path, None, None).unwrap();
    Battle::start(start.rules, &start.setup, 5).unwrap()
}

fn seal(battle: &mut Battle) {
    let sides: Vec<SideId> = battle.window().unwrap().waiting().collect();
    for side in sides {
        battle.seal(side).unwrap();
    }
}

/// Plots for the guard, everybody else as he would by himself.
fn answer(battle: &mut Battle, intent: &Intent) {
    let decisions = battle.window().unwrap().decisions.clone();
    for decision in decisions {
        if decision.who == GUARD && decision.kind == "plot" {
            let slots = Slots {
                plot: Some(Plot::new(intent.clone())),
                ..Slots::default()
            };
            let order = Order {
                decision: decision.id,
                who: GUARD,
                choice: Choice::new("plot", slots),
            };
            battle.draft(SEEKER, order).unwrap();
        }
    }
    seal(battle);
}

/// Everything the guard's side is shown.
fn shown(battle: &mut Battle) -> String {
    let mut text = String::new();
    for figure in battle.figures(Some(SEEKER)) {
        let _ = writeln!(text, "{figure:?}");
    }
    for event in battle.events(Some(SEEKER)) {
        let _ = writeln!(text, "{event:?}");
    }
    let decisions = battle.window().map(|window| window.decisions.clone());
    for decision in decisions.unwrap_or_default() {
        if decision.side == SEEKER {
            let _ = writeln!(text, "{:?}", battle.preset(&decision));
            let _ = writeln!(text, "{:?}", battle.options(&decision));
        }
    }
    text
}

fn is_hidden(battle: &mut Battle) -> bool {
    let own = &battle.figures(Some(HIDER))[usize::from(ROBIN.0)];
    own.conditions.contains(&Condition::Hidden)
}

#[test]
fn a_hidden_man_is_not_there_until_he_is_seen_and_is_seen_from_near() {
    let mut battle = battle(&level("(2, 2)", ""));
    let there = Intent::Goto(Hex::new(4, 2));
    let mut seen_at = None;
    for _ in 0..40 {
        if battle.advance().unwrap() == Progress::Over {
            break;
        }
        let hidden = is_hidden(&mut battle);
        let robin = battle.figures(Some(SEEKER))[0].clone();
        let guard = battle.figures(None)[1].clone();
        let known = battle
            .events(Some(SEEKER))
            .any(|event| event.who == Some(ROBIN));
        if hidden {
            assert_eq!(robin.fitness, Fitness::Reserve);
            assert_eq!(robin.place.hex, Hex::default());
            assert!(!known, "something is told of him");
        } else {
            assert_eq!(robin.fitness, Fitness::Able);
            assert!(battle.events(Some(SEEKER)).any(|event| {
                let ended = EventKind::Condition {
                    condition: Condition::Hidden,
                    begun: false,
                };
                event.who == Some(ROBIN) && event.kind == ended && event.note.contains("Guard")
            }));
            seen_at = Some((guard.place.hex, robin.place.hex));
            break;
        }
        answer(&mut battle, &there);
    }
    let (guard, robin) = seen_at.expect("nobody found him");
    assert!(guard.unsigned_distance_to(robin) < 6, "{guard:?} {robin:?}");
}

#[test]
fn under_fog_only_who_is_seen_is_shown() {
    let hidden = level("(2, 2)", "").replace(", conditions: hidden", "");
    let foggy = hidden.replace(
        "    sides:",
        "    rules: {\"phases\": Rules(switches: {\"fog\": \"sight\"})},\n    sides:",
    );
    let there = Intent::Goto(Hex::new(4, 2));
    let mut clear = battle(&hidden);
    clear.advance().unwrap();
    assert_eq!(clear.figures(Some(SEEKER))[0].fitness, Fitness::Able);
    let mut battle = battle(&foggy);
    let mut seen = false;
    for _ in 0..40 {
        if battle.advance().unwrap() == Progress::Over {
            break;
        }
        let robin = battle.figures(Some(SEEKER))[0].clone();
        let guard = battle.figures(Some(HIDER))[1].clone();
        assert_eq!(
            robin.fitness == Fitness::Reserve,
            guard.fitness == Fitness::Reserve,
            "sight is mutual (B-016)"
        );
        if robin.fitness == Fitness::Able {
            seen = true;
            break;
        }
        assert!(
            battle
                .events(Some(SEEKER))
                .all(|event| event.who != Some(ROBIN))
        );
        answer(&mut battle, &there);
    }
    assert!(seen, "they never met");
}

#[test]
fn where_somebody_hides_changes_nothing_for_his_enemies() {
    let there = Intent::Goto(Hex::new(8, 2));
    let mut one = battle(&level("(2, 2)", ""));
    let mut other = battle(&level("(1, 2)", ""));
    let mut compared = 0;
    for _ in 0..12 {
        one.advance().unwrap();
        other.advance().unwrap();
        assert!(is_hidden(&mut one) && is_hidden(&mut other));
        assert_eq!(shown(&mut one), shown(&mut other));
        compared += 1;
        answer(&mut one, &there);
        answer(&mut other, &there);
    }
    assert_eq!(compared, 12);
}

#[test]
fn who_backs_away_runs_into_him() {
    let level =
        level("(9, 2)", "").replace("at: (11, 2), facing: \"W\"", "at: (8, 2), facing: \"W\"");
    let decoy = "Combatant(name: \"Decoy\", archetype: \"militia\", side: \"Azure\", \
                 at: (7, 2), facing: \"E\"),\n    ],\n)";
    let level = level.replace("    ],\n)", decoy);
    // Between rocks there is one way only.
    let level = level.replace("f f f f . . . . . . .\",", "f f f f # # # # # # #\",");
    let mut battle = battle(&level);
    let away = Intent::Away(CombatantId(2), 3);
    for _ in 0..6 {
        battle.advance().unwrap();
        if !is_hidden(&mut battle) {
            break;
        }
        assert!(
            battle
                .events(Some(SEEKER))
                .all(|event| event.who != Some(ROBIN))
        );
        answer(&mut battle, &away);
    }
    let told = battle
        .events(Some(SEEKER))
        .find(|event| event.who == Some(ROBIN))
        .map(|event| event.note.clone());
    assert_eq!(told.as_deref(), Some("is run into"));
}

#[test]
fn who_climbs_up_behind_himself_runs_into_him() {
    let level = level("(9, 2)", "")
        .replace(
            "at: (11, 2), facing: \"W\"",
            "at: (8, 2), facing: \"W\", gear: Gear(shield: none)",
        )
        // Too short to strike two levels down (B-042).
        .replace(
            "conditions: hidden",
            "conditions: hidden, gear: Gear(main: dagger, shield: none)",
        )
        .replace("\". f f f f f . . . . . .\"", "\". f f f f f . . . h . .\"")
        .replace(
            "    sides:",
            "    legend: {'h': Hex(ground: grass, level: 2)},\n    sides:",
        );
    let mut battle = battle(&level);
    let up = Intent::Climb(Dir::ALL[0]);
    for _ in 0..60 {
        battle.advance().unwrap();
        if !is_hidden(&mut battle) {
            break;
        }
        answer(&mut battle, &up);
    }
    let told = battle
        .events(Some(SEEKER))
        .find(|event| event.who == Some(ROBIN))
        .map(|event| event.note.clone());
    assert_eq!(told.as_deref(), Some("is run into"));
    assert_eq!(
        battle.figures(None)[1].place.hex,
        Hex::new(7, 2),
        "he is still below"
    );
}

#[test]
fn rules_that_hide_nobody_refuse_him_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wood.ron");
    fs::write(&path, level("(2, 2)", "")).unwrap();
    let start = start(&path, Some("wounds"), None).unwrap();
    let Err(faults) = Battle::start(start.rules, &start.setup, 5) else {
        panic!("he starts hidden where hiding means nothing");
    };
    assert!(
        faults
            .iter()
            .any(|fault| fault.contains("Robin cannot start hidden")),
        "{faults:?}"
    );
}
