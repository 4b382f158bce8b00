//! Assessments say of blows what the rules make of them.

use super::Assess;
use crate::board::{Dir, Hex};
use crate::combat::assess::{Assessment, Meeting, Threat};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Condition, Place, Posture};
use crate::rules::proofs::setups::skirmish;
use crate::rules::wounds::Wounds;
use crate::rules::wounds::scene::Scene;
use crate::rules::wounds::sheet::Location;
use std::sync::Arc;

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

/// A scene of two of an archetype, with what a test changes.
fn scene(archetype: &str, change: impl FnOnce(&mut Scene)) -> Scene {
    let setup = skirmish(&[archetype]);
    let mut battle = Battle::start(Arc::new(Wounds::shipped()), &setup, 1).unwrap();
    let scene = battle.scene(None);
    let mut scene = scene.downcast_ref::<Scene>().unwrap().clone();
    change(&mut scene);
    scene
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
fn a_blow_from_behind_takes_more() {
    let scene = scene("man_at_arms", |_| ());
    let (front, back) = (threat(&scene, &beside(3)), threat(&scene, &beside(0)));
    assert!(
        back.unwrap().open > front.unwrap().open,
        "{front:?} {back:?}"
    );
    assert_eq!(
        threat(
            &scene,
            &Meeting {
                from: Place {
                    facing: Dir::new(3),
                    ..beside(3).from
                },
                ..beside(3)
            }
        ),
        None
    );
}

#[test]
fn the_helpless_are_struck_where_it_ends_them() {
    let scene = scene("man_at_arms", |scene| {
        let target = &mut scene.figures[1];
        target.conditions.add(Condition::Unconscious, None);
        target.posture = Posture::Prone;
        target.injuries.points[Location::Head.index()] = 8;
    });
    let assess = Assess::new(&scene);
    let threat = threat(&scene, &beside(3)).unwrap();
    let left = assess.gauge(B).unwrap();
    assert!(threat.chance >= 900, "{threat:?}");
    assert!(
        10 * threat.open > 8 * left.value * left.life / 1000,
        "{threat:?} {left:?}"
    );
}

#[test]
fn wounds_count_for_what_they_hinder() {
    let life = |points: [u8; 6]| {
        let scene = scene("duelist", |scene| scene.figures[0].injuries.points = points);
        Assess::new(&scene).gauge(A).unwrap().life
    };
    assert_eq!(life([0; 6]), 1000);
    // Head of 3 boxes: minor, serious, critical, dead.
    let steps = [1, 4, 7, 12].map(|points| life([points, 0, 0, 0, 0, 0]));
    assert!(steps.is_sorted_by(|more, less| more > less), "{steps:?}");
    assert_eq!(steps[3], 0);
    // The same points weigh less where there are more boxes.
    assert!(life([0, 0, 0, 7, 0, 0]) > life([7, 0, 0, 0, 0, 0]));
}
