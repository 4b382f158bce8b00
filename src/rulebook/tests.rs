//! The runner itself: it passes what is right, fails what is wrong, and survives broken files.

use super::fixtures::Fixtures;
use super::format::{Scenario, read_file};
use super::library::{Library, find_assets};
use super::run::{Verdict, run};

fn fixtures() -> Fixtures {
    Library::read(&find_assets()).fixtures
}

fn scenario(cases: &str) -> Scenario {
    let text = format!(
        r#"[(id: "P-040", title: "Weapon attack", words: "A blow.", phase: 5,
            combatants: {{"A": (), "D": (due: 9, armour: "mail")}}, cases: [{cases}])]"#
    );
    let (mut scenarios, faults) = read_file("x.ron", &text, "phases");
    assert_eq!(faults, []);
    scenarios.remove(0)
}

fn verdicts(cases: &str) -> Vec<Verdict> {
    let results = run(&scenario(cases), &fixtures());
    results.into_iter().map(|case| case.verdict).collect()
}

/// The only fault of the only case.
fn fault(case: &str) -> String {
    match verdicts(case).remove(0) {
        Verdict::Failed(mut why) if why.len() == 1 => why.remove(0),
        other => panic!("one fault was expected: {other:?}"),
    }
}

#[test]
fn right_passes_and_wrong_fails() {
    let found = verdicts(
        r#"(dice: "A attack 15; A damage 4", steps: ["A: attack D"], expect: ["D.pools.shp = 19"]),
           (dice: "A attack 16", steps: ["A: attack D"], expect: ["event A swung result=miss"])"#,
    );
    assert_eq!(found, [Verdict::Passed, Verdict::Passed]);
    let wrong = r#"(dice: "A attack 15; A damage 4", steps: ["A: attack D"], expect: ["D.pools.shp = 18"])"#;
    assert!(fault(wrong).contains("it is 19"));
}

#[test]
fn dice_are_neither_left_over_nor_missing() {
    let left = r#"(dice: "A attack 16; A damage 4", steps: ["A: attack D"], expect: ["no event D harmed"])"#;
    assert!(fault(left).contains("dice left over: A damage"));
    let missing = r#"(dice: "A attack 15", steps: ["A: attack D"], expect: ["event A swung"])"#;
    assert!(fault(missing).contains("no die left for A damage"));
    let face = r#"(dice: "A attack 21", steps: ["A: attack D"], expect: ["event A swung"])"#;
    assert!(
        matches!(&verdicts(face)[0], Verdict::Failed(why) if why.iter().any(|one| one.contains("no face of a d20")))
    );
}

#[test]
fn refusals_need_their_rule() {
    let case =
        r#"(steps: ["until statement of A"], expect: ["refused P-131 A: attack D +target"])"#;
    assert!(fault(case).contains("allowed"));
    let far = r#"(combatants: {"D": (at: (9, 5))}, steps: ["until statement of A"], expect: ["refused P-102 A: attack D"])"#;
    assert_eq!(verdicts(far), [Verdict::Passed]);
    let other = r#"(combatants: {"D": (at: (9, 5))}, steps: ["until statement of A"], expect: ["refused P-131 A: attack D"])"#;
    assert!(fault(other).contains("another rule"));
}

#[test]
fn what_waits_is_never_passed() {
    let found = verdicts(r#"(needs: ["P-150"], expect: ["flow.unit = 5"])"#);
    assert_eq!(found, [Verdict::Deferred(vec!["P-150".to_owned()])]);
}

#[test]
fn overrides_reach_every_part_and_tell_what_there_is() {
    let set = r#"(combatants: {"D": (set: "pools: (shp: 3)\nposture: prone")}, steps: ["until statement"], expect: ["D.pools.shp = 3", "D.pools.chp = 15", "D.posture = prone"])"#;
    assert_eq!(verdicts(set), [Verdict::Passed]);
    let unknown = r#"(combatants: {"D": (set: "pulse: (shp: 3)")}, expect: ["flow.unit = 5"])"#;
    assert!(fault(unknown).contains("pools"));
}

#[test]
fn nonsense_fails_and_nothing_more() {
    for case in [
        r#"(steps: ["A: fly D"], expect: ["flow.unit = 5"])"#,
        r#"(steps: ["until doomsday"], expect: ["flow.unit = 5"])"#,
        r#"(board: "nowhere", expect: ["flow.unit = 5"])"#,
        r#"(combatants: {"B": ()}, expect: ["flow.unit = 5"])"#,
        r#"(combatants: {"D": (at: (90, 5))}, expect: ["flow.unit = 5"])"#,
        r#"(combatants: {"D": (sheet: "unicorn")}, expect: ["flow.unit = 5"])"#,
        r#"(combatants: {"D": (weapon: "spoon")}, expect: ["flow.unit = 5"])"#,
        r#"(combatants: {"D": (numbers: "dx: 400")}, expect: ["flow.unit = 5"])"#,
        r#"(switches: {"gravity": "off"}, expect: ["flow.unit = 5"])"#,
        r#"(expect: ["ask riddle(of: sphinx) = man"])"#,
    ] {
        fault(case);
    }
}

#[test]
fn shipped_files_are_without_fault() {
    let library = Library::read(&find_assets());
    assert_eq!(library.faults, []);
    assert!(library.scenarios.len() > 80);
}
