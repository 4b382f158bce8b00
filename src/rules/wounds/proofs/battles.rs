//! Whole battles come to an end, even ones are even, turned ones are the same, resumed ones go on.

use super::{answer_by_chance, run, start};
use crate::rules::proofs::resume::restored_at_any_window_it_ends_the_same;
use crate::rules::proofs::setups::skirmish;
use crate::rules::proofs::symmetry::turned_battles_are_the_same;

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
