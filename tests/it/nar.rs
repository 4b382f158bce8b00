//! A system whose unit is a row: its battles are recorded, replayed and taken up like all others.

use hexfray::board::{Board, Dir, Orientation};
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::clock::UnitLength;
use hexfray::combat::endings::{Goals, Limits};
use hexfray::combat::setup::{CombatantSetup, Setup, SideSetup};
use hexfray::record::{LevelText, Recorder, Systems, load, parse, text, verify};
use hexfray::rules::nar::Nar;
use std::collections::BTreeMap;
use std::sync::Arc;

const SYSTEMS: Systems = Systems {
    ids: &["nar"],
    by_id: |id| (id == "nar").then(|| Arc::new(Nar::shipped()) as _),
};

fn setup() -> Setup {
    let board = Board::new(8, 6, Orientation::PointyTop);
    let side = |name: &str, team| SideSetup {
        name: name.into(),
        team,
        goals: Goals::default(),
        surprised: false,
        ambush: false,
        orders: Vec::new(),
    };
    let one = |name: &str, side: u8, at: (u16, u16), own: &str| CombatantSetup {
        name: name.into(),
        archetype: "average".into(),
        side,
        hex: board.hex_of(at.0, at.1),
        facing: Dir::new(if side == 0 { 0 } else { 3 }),
        conditions: Vec::new(),
        gear: BTreeMap::from([("main".into(), Some("long_sword".into()))]),
        extra: Vec::new(),
        own: Some(own.to_owned()),
        dice: None,
        arrives: 0,
        mount: None,
    };
    let combatants = vec![
        one("A", 0, (3, 3), "(hp: 60, nar: 14)"),
        one("B", 1, (4, 3), "(hp: 60)"),
        one("C", 1, (6, 1), "(hp: 60, charged: [\"fire_lance\"])"),
    ];
    Setup {
        title: "rows".to_owned(),
        board,
        sides: vec![side("Azure", 0), side("Gules", 1)],
        combatants,
        zones: BTreeMap::new(),
        limits: Limits::default(),
        preset: "tuned".into(),
        switches: BTreeMap::new(),
        things: Vec::new(),
    }
}

fn seal(battle: &mut Battle) {
    let sides: Vec<_> = battle.window().unwrap().waiting().collect();
    for side in sides {
        battle.seal(side).unwrap();
    }
}

fn begin() -> (Battle, Recorder) {
    let rules = (SYSTEMS.by_id)("nar").unwrap();
    let battle = Battle::start(rules, &setup(), 5).unwrap();
    let level = LevelText::new("levels/rows.ron", "()");
    let controllers = vec!["human".to_owned(), "random".to_owned()];
    let recorder = Recorder::new(level, &setup(), 5, controllers, false);
    (battle, recorder)
}

#[test]
fn a_battle_in_rows_is_recorded_replayed_and_taken_up() {
    let (mut battle, mut recorder) = begin();
    let mut middle = None;
    while recorder.advance(&mut battle).unwrap() == Progress::Waiting {
        if battle.window().unwrap().number == 12 {
            let record = recorder.record(&mut battle).unwrap();
            middle = Some(text(&record).unwrap());
        }
        seal(&mut battle);
    }
    assert!(battle.outcome().is_some());
    let written = text(&recorder.record(&mut battle).unwrap()).unwrap();
    let whole = parse(&written).unwrap();
    assert!(verify(&whole, &SYSTEMS).unwrap().is_equal());

    let middle = parse(&middle.expect("there are more than twelve windows")).unwrap();
    let mut loaded = load(&middle, &SYSTEMS).unwrap();
    while loaded.battle.advance().unwrap() == Progress::Waiting {
        seal(&mut loaded.battle);
    }
    assert_eq!(loaded.battle.digest(), battle.digest());
    assert!(loaded.battle.events(None).eq(battle.events(None)));
}

#[test]
fn its_unit_is_a_second_and_twelve_make_a_round() {
    let (mut battle, _) = begin();
    assert_eq!(battle.rules().unit_length(), UnitLength::rows(12));
    battle.advance().unwrap();
    let rules = battle.rules().clone();
    assert_eq!(rules.unit_words(15), "row 3 of Round 2");
    assert_eq!(rules.due_words(15, 1), "acts in row 3 of Round 2");
    let figures = battle.figures(None);
    let when: Vec<String> = rules
        .timeline(&figures)
        .into_iter()
        .map(|entry| entry.when)
        .collect();
    assert_eq!(when, ["row 1 of Round 1"]);
}
