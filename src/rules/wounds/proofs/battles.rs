//! Whole battles come to an end, even ones are even, turned ones are the same, resumed ones go on.

use super::{answer_by_chance, play, run, start};
use crate::board::Dir;
use crate::combat::battle::Battle;
use crate::combat::combatant::Place;
use crate::combat::setup::Setup;
use crate::rules::proofs::determinism::plant;
use crate::rules::proofs::resume::restored_at_any_window_it_ends_the_same;
use crate::rules::proofs::setups::{corridor, skirmish};
use crate::rules::proofs::symmetry::{Image, parting, turned_battles_are_the_same};
use crate::rules::wounds::state::Injuries;
use bevy::prelude::*;

#[test]
fn a_duel_comes_to_an_end() {
    let battle = run(&skirmish(&["militia"]), 1);
    let words = battle.status().ending_words().unwrap();
    assert!(words.contains("has won"), "{words}");
}

#[test]
fn neither_side_of_an_even_duel_is_favoured() {
    let setup = skirmish(&["man_at_arms"]);
    let mut wins = [0, 0];
    for seed in 0..60 {
        let battle = run(&setup, seed);
        if let Some(winner) = battle.outcome().unwrap().ending.winner() {
            wins[usize::from(winner.0)] += 1;
        }
    }
    // Even odds: outside 15 to 45 of 60 fewer than one run in 20,000.
    assert!(wins[0] + wins[1] >= 50, "{wins:?}");
    assert!(wins.iter().all(|won| (15..=45).contains(won)), "{wins:?}");
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let setup = skirmish(&["militia", "knight", "man_at_arms", "pikeman"]);
    let (mut one, mut other) = (run(&setup, 5), run(&setup, 5));
    assert!(one.events(None).eq(other.events(None)));
    assert_eq!(one.digest(), other.digest());
    let different = run(&setup, 6);
    assert!(!one.events(None).eq(different.events(None)));
}

#[test]
fn the_turned_battle_is_the_same_battle() {
    let line_ups: [&[&str]; 3] = [
        &["militia"],
        &["man_at_arms", "brawler", "pikeman", "militia"],
        &["duelist", "berserker", "captain", "knight"],
    ];
    turned_battles_are_the_same(&line_ups, 1..6, run);
}

#[test]
fn restored_at_any_window_a_battle_ends_the_same() {
    let setup = skirmish(&["militia", "brawler", "duelist", "pikeman"]);
    restored_at_any_window_it_ends_the_same(|seed| start(&setup, seed), answer_by_chance, 1..3);
}

const FILES: [&[&str]; 4] = [
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

/// Whoever faces to one hand is hurt by it.
fn hurt_to_a_hand(mut rows: Query<(&Place, &mut Injuries)>) {
    for (place, mut injuries) in &mut rows {
        if place.facing == Dir::new(1) {
            injuries.points[3] = (injuries.points[3] + 1).min(20);
        }
    }
}

/// The same for both hands alike.
fn hurt_to_both(mut rows: Query<(&Place, &mut Injuries)>) {
    for (place, mut injuries) in &mut rows {
        if [Dir::new(1), Dir::new(5)].contains(&place.facing) {
            injuries.points[3] = (injuries.points[3] + 1).min(20);
        }
    }
}

#[test]
fn a_planted_hand_is_caught() {
    let partings = |planted: fn(&mut Battle)| {
        let played = |setup: &Setup| {
            let mut battle = start(setup, 1);
            planted(&mut battle);
            play(&mut battle);
            battle
        };
        let parting = |file: &&[&str]| parting(Image::Mirrored, &corridor(file), played).is_some();
        FILES.iter().filter(|file| parting(file)).count()
    };
    assert!(partings(|battle| plant(battle, hurt_to_a_hand)) > 0);
    assert_eq!(partings(|battle| plant(battle, hurt_to_both)), 0);
}
