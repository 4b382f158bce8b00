//! The interaction matrix of `phases` (register §7): every attack against every defence, and every
//! combination that is forbidden, each played as a scenario. The table is `tests/matrix/phases.ron`.

use hexfray::rulebook::{Library, Scenario, Verdict, find_assets, read_file, run};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    defences: BTreeMap<String, Defence>,
    attacks: Vec<Attack>,
    forbidden: Vec<Forbidden>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Defence {
    step: String,
    dice: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Attack {
    name: String,
    a: String,
    d: String,
    dice: String,
    steps: Vec<String>,
    cells: BTreeMap<String, Cell>,
    needs: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Cell {
    dice: String,
    roll: Option<String>,
    expect: Vec<String>,
    no: String,
    unasked: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Forbidden {
    name: String,
    a: String,
    d: String,
    dice: String,
    steps: Vec<String>,
    refused: Vec<String>,
    absent: Vec<String>,
    needs: Vec<String>,
}

fn table() -> Table {
    let text = include_str!("../matrix/phases.ron");
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).unwrap()
}

/// A scenario with one case; D has learned to sidestep unless his numbers say otherwise.
fn scenario(a: &str, d: &str, dice: &[&str], steps: &[String], expect: &[String]) -> Scenario {
    let skilled = if d.contains("numbers") {
        ""
    } else {
        "numbers: \"skills: {\\\"sidestep\\\": 5}\", "
    };
    let dice: Vec<&str> = dice.iter().copied().filter(|one| !one.is_empty()).collect();
    let dice = dice.join("; ");
    let text = format!(
        "[(id: \"P-131\", title: \"Matrix\", words: \"Matrix.\", phase: 5,
          combatants: {{\"A\": ({a}), \"D\": ({skilled}{d})}},
          cases: [(dice: {dice:?}, steps: {steps:?}, expect: {expect:?})])]"
    );
    let (mut scenarios, faults) = read_file("matrix", &text, "phases");
    assert!(faults.is_empty(), "{faults:?} in {text}");
    scenarios.remove(0)
}

/// What is wrong with the only case, if anything.
fn fault(library: &Library, scenario: &Scenario) -> Option<String> {
    match run(scenario, &library.fixtures).remove(0).verdict {
        Verdict::Passed => None,
        Verdict::Failed(why) => Some(why.join("; ")),
        Verdict::Deferred(needs) => Some(format!("waits for {needs:?}")),
    }
}

/// Plays one cell; what is wrong with it.
fn play(library: &Library, attack: &Attack, defence: &Defence, cell: &Cell) -> Option<String> {
    let mut steps = attack.steps.clone();
    let (a, d) = (&attack.a, &attack.d);
    if cell.unasked {
        // There is no window in which he could answer at all.
        steps.push("until reaction".to_owned());
        let expect = ["flow.unit = 5".to_owned()];
        let found = fault(library, &scenario(a, d, &[&attack.dice], &steps, &expect));
        let unasked = found
            .as_ref()
            .is_some_and(|why| why.contains("no window `reaction`"));
        return (!unasked).then(|| format!("he was asked for an answer: {found:?}"));
    }
    if !cell.no.is_empty() {
        steps.push("until reaction".to_owned());
        let expect = vec![format!("refused {} {}", cell.no, defence.step)];
        return fault(library, &scenario(a, d, &[&attack.dice], &steps, &expect));
    }
    let mut dice = vec![attack.dice.as_str(), cell.dice.as_str()];
    if !defence.step.is_empty() {
        steps.push(defence.step.clone());
        dice.push(cell.roll.as_deref().unwrap_or(&defence.dice));
    }
    steps.push("wait 1".to_owned());
    fault(library, &scenario(a, d, &dice, &steps, &cell.expect))
}

#[test]
fn every_attack_against_every_defence() {
    let library = Library::read(&find_assets());
    let table = table();
    let (mut wrong, mut played, mut deferred) = (Vec::new(), 0, 0);
    for attack in &table.attacks {
        if !attack.needs.is_empty() {
            deferred += 1;
            continue;
        }
        for (name, defence) in &table.defences {
            let Some(cell) = attack.cells.get(name) else {
                wrong.push(format!("{} against {name}: no cell", attack.name));
                continue;
            };
            played += 1;
            if let Some(why) = play(&library, attack, defence, cell) {
                wrong.push(format!("{} against {name}: {why}", attack.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((played, deferred), (108, 6));
}

#[test]
fn every_forbidden_combination_is_refused() {
    let library = Library::read(&find_assets());
    let mut wrong = Vec::new();
    let mut played = 0;
    for forbidden in &table().forbidden {
        if !forbidden.needs.is_empty() {
            continue;
        }
        played += 1;
        let refused = forbidden.refused.iter().map(|one| format!("refused {one}"));
        let absent = forbidden.absent.iter().map(|what| {
            if what.starts_with("asked") {
                format!("not {what}")
            } else {
                format!("no {what}")
            }
        });
        let expect: Vec<String> = refused.chain(absent).collect();
        assert!(!expect.is_empty(), "{} expects nothing", forbidden.name);
        let case = scenario(
            &forbidden.a,
            &forbidden.d,
            &[&forbidden.dice],
            &forbidden.steps,
            &expect,
        );
        if let Some(why) = fault(&library, &case) {
            wrong.push(format!("{}: {why}", forbidden.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(played, 26);
}

#[test]
fn a_wrong_cell_is_noticed() {
    let library = Library::read(&find_assets());
    let table = table();
    let attack = &table.attacks[0];
    let off = Cell {
        dice: "A damage 4".to_owned(),
        expect: vec!["D.pools.shp = 13".to_owned()],
        ..Cell::default()
    };
    assert!(play(&library, attack, &table.defences["none"], &off).is_some());
    let unasked = Cell {
        unasked: true,
        ..Cell::default()
    };
    assert!(play(&library, attack, &table.defences["parry"], &unasked).is_some());
}
