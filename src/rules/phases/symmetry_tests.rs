//! Ids order the log and decide nothing, and neither does the hand.

use super::battle_tests::{play, run, skirmish};
use super::proofs::start;
use super::scene::Motion;
use crate::board::{Dir, LightGrade};
use crate::combat::battle::Battle;
use crate::combat::event::Event;
use crate::combat::setup::Setup;
use crate::rules::proofs::determinism::plant;
use crate::rules::proofs::setups::corridor;
use crate::rules::proofs::symmetry::{Image, parting, turned_battles_are_the_same};
use bevy::prelude::*;
use std::cell::Cell;

#[test]
fn the_turned_battle_is_the_same_battle() {
    let line_ups: [&[&str]; 4] = [
        &["lancer", "pikeman", "militia"],
        &["militia"],
        &["man_at_arms", "archer", "pikeman", "militia"],
        &["duelist", "berserker", "crossbowman", "knight"],
    ];
    turned_battles_are_the_same(&line_ups, 1..6, run);
}

#[test]
fn the_turned_battle_by_night_with_grenades_is_the_same_battle() {
    let (bursts, gropings) = (Cell::new(0), Cell::new(0));
    for seed in 1..9 {
        let mut setup = skirmish(&["man_at_arms", "militia", "militia"]);
        setup.board.ambient = LightGrade::Dark;
        for (number, combatant) in setup.combatants.iter_mut().enumerate() {
            match number / 2 {
                0 => combatant.extra.push("torch".into()),
                1 => {
                    combatant.gear.insert("main".into(), Some("grenade".into()));
                    combatant.gear.insert("shield".into(), None);
                }
                _ => {}
            }
        }
        let played = |setup: &Setup| {
            let battle = run(setup, seed);
            bursts.set(bursts.get() + told(&battle, "P-104"));
            gropings.set(gropings.get() + told(&battle, "P-098"));
            battle
        };
        let parting = parting(Image::Turned, &setup, played);
        assert_eq!(parting, None, "seed {seed}");
    }
    // Bursts and gropings there were, or nothing was shown.
    assert!(
        bursts.get() > 0 && gropings.get() > 0,
        "{bursts:?} {gropings:?}"
    );
}

/// How many events of a battle name a rule.
fn told(battle: &Battle, rule: &str) -> usize {
    let named = |event: &&Event| {
        event.note.contains(rule) || event.details.iter().any(|detail| detail.rule == rule)
    };
    battle.events(None).filter(named).count()
}

const FILES: [&[&str]; 5] = [
    &["lancer", "militia"],
    &["militia"],
    &["pikeman", "archer"],
    &["berserker", "man_at_arms", "pikeman"],
    &["knight", "duelist", "crossbowman"],
];

#[test]
fn the_mirrored_battle_is_the_same_battle() {
    for file in FILES {
        for seed in 1..5 {
            let parting = parting(Image::Mirrored, &corridor(file), |setup| run(setup, seed));
            assert_eq!(parting, None, "{file:?}, seed {seed}");
        }
    }
}

/// A step to one hand costs less.
fn favour_a_hand(mut rows: Query<&mut Motion>) {
    for mut motion in &mut rows {
        if motion.heading == Some(Dir::new(1)) {
            motion.left += 1;
        }
    }
}

/// The same for both hands alike.
fn favour_neither(mut rows: Query<&mut Motion>) {
    for mut motion in &mut rows {
        if [1, 5]
            .map(|dir| Some(Dir::new(dir)))
            .contains(&motion.heading)
        {
            motion.left += 1;
        }
    }
}

#[test]
fn a_planted_hand_is_caught() {
    let partings = |planted: fn(&mut crate::combat::battle::Battle)| {
        let played = |setup: &Setup| {
            let mut battle = start(setup, 1);
            planted(&mut battle);
            play(&mut battle);
            battle
        };
        let parting = |file: &&[&str]| parting(Image::Mirrored, &corridor(file), played).is_some();
        FILES.iter().filter(|file| parting(file)).count()
    };
    assert!(partings(|battle| plant(battle, favour_a_hand)) > 0);
    assert_eq!(partings(|battle| plant(battle, favour_neither)), 0);
}
