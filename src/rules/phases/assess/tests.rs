//! Assessments say of blows what the rules make of them.

use super::Assess;
use crate::board::{Dir, Hex, distance};
use crate::combat::assess::{Assessment, Meeting, Threat};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Place};
use crate::combat::odds::Outcome;
use crate::combat::order::{Choice, Slots};
use crate::rules::phases::Phases;
use crate::rules::phases::battle_tests::skirmish;
use crate::rules::phases::scene::Scene;
use std::sync::Arc;

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

/// A scene of two of an archetype in the first phase, with what a test changes.
fn scene(archetype: &str, change: impl FnOnce(&mut Scene)) -> Scene {
    let setup = skirmish(&[archetype]);
    let mut battle = Battle::start(Arc::new(Phases::shipped()), &setup, 1).unwrap();
    let scene = battle.scene(None);
    let mut scene = scene.downcast_ref::<Scene>().unwrap().clone();
    scene.phase = 5;
    change(&mut scene);
    scene
}

/// Everybody acts in a phase.
fn due(scene: &mut Scene, phase: u32) {
    for figure in scene.figures.iter_mut() {
        figure.tempo.due = phase;
    }
}

/// A beside B, B facing so.
fn beside(facing: i32) -> Meeting {
    let at = Hex::new(3, 3);
    let from = Place {
        hex: at,
        facing: Dir::new(0),
    };
    let to = Place {
        hex: Dir::new(0).from(at),
        facing: Dir::new(facing),
    };
    Meeting::new(from, to)
}

fn threat(scene: &Scene, meeting: &Meeting) -> Option<Threat> {
    Assess::new(scene).threat(A, B, meeting)
}

#[test]
fn nobody_answers_a_blow_from_behind() {
    let scene = scene("man_at_arms", |_| ());
    let front = threat(&scene, &beside(3)).unwrap();
    let back = threat(&scene, &beside(0)).unwrap();
    assert!(front.answered < front.open, "{front:?}");
    assert_eq!(back.answered, back.open);
    // The shield is in front only (P-259).
    assert!(back.open > front.open, "{front:?} {back:?}");
}

#[test]
fn haste_costs_and_preparation_pays() {
    let scene = scene("militia", |_| ());
    let of = |early, prepared| {
        let meeting = Meeting {
            early,
            prepared,
            ..beside(3)
        };
        threat(&scene, &meeting).unwrap()
    };
    // Level 2: 12 or less, one less for each phase rushed.
    assert_eq!(of(4, 0).chance, 400);
    assert_eq!(of(5, 0).chance, 350);
    assert!(of(0, 1).open > of(0, 0).open);
    assert!(of(4, 0).open < of(0, 0).open);
}

#[test]
fn out_of_reach_or_view_there_is_no_blow() {
    let scene = scene("man_at_arms", |_| ());
    let mut meeting = beside(3);
    meeting.to.hex = Dir::new(0).from(meeting.to.hex);
    assert_eq!(distance(meeting.from.hex, meeting.to.hex), 2);
    assert_eq!(threat(&scene, &meeting), None);
    let mut meeting = beside(3);
    meeting.from.facing = Dir::new(3);
    assert_eq!(threat(&scene, &meeting), None);
}

#[test]
fn an_end_is_worth_more_than_its_points() {
    let scene = scene("man_at_arms", |_| ());
    let assess = Assess::new(&scene);
    let outcome = |stamina: i32| Outcome {
        whom: Some(B),
        quantities: vec![("Stamina".into(), -stamina)],
        notes: Vec::new(),
    };
    let full = i32::from(scene.figure(B).sheet.shp);
    let (scratch, end) = (assess.worth(&outcome(1)), assess.worth(&outcome(full)));
    assert!(scratch > 0);
    assert!(end > full * scratch, "{scratch} {end}");
    assert_eq!(end, assess.gauge(B).unwrap().left());
}

#[test]
fn an_answer_costs_what_is_left_of_the_turn() {
    let scene = scene("man_at_arms", |scene| due(scene, 5));
    let owing = Assess::new(&scene).tempo(B, &Choice::plain("parry"));
    assert_eq!(owing, 1000);
    let mut later = scene.clone();
    due(&mut later, 500);
    let late = Assess::new(&later).tempo(B, &Choice::plain("parry"));
    assert_eq!(late, 0);
    assert_eq!(Assess::new(&scene).tempo(B, &Choice::plain("nothing")), 0);
}

#[test]
fn what_is_promising_is_told_for_statements_alone() {
    let scene = scene("man_at_arms", |scene| {
        let places = [beside(3).from, beside(3).to];
        for (figure, place) in scene.figures.iter_mut().zip(places) {
            figure.place = place;
        }
        due(scene, 5);
    });
    let assess = Assess::new(&scene);
    let figure = scene.figure(A);
    let list = assess.promising(figure);
    assert!(list.contains(&Choice::new("attack", Slots::target(B))));
    let aimed = Slots::target(B).with_flag("target");
    assert!(list.contains(&Choice::new("attack", aimed)));
    assert!(list.iter().any(|choice| choice.verb == "hold"));
}
