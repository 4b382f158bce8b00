//! Whole battles: they come to an end, and they are the same battle every time.

use super::Phases;
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::{Choice, Order, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::combat::setup::Setup;
use std::sync::Arc;

pub(crate) use crate::rules::proofs::setups::skirmish;

/// Closes with the nearest enemy and otherwise leaves everything to presets.
pub(crate) fn run(setup: &Setup, seed: u64) -> Battle {
    let mut battle = Battle::start(Arc::new(Phases::shipped()), setup, seed).unwrap();
    play(&mut battle);
    battle
}

/// The same from wherever a battle stands.
pub(crate) fn play(battle: &mut Battle) {
    while battle.advance().unwrap() == Progress::Waiting {
        let window = battle.window().unwrap().clone();
        for side in window.sides() {
            for decision in window
                .decisions
                .iter()
                .filter(|decision| decision.side == side)
            {
                if decision.kind != "plot" {
                    continue;
                }
                let figures = battle.figures(Some(side));
                let own = figures[usize::from(decision.who.0)].place.hex;
                let foe = figures
                    .iter()
                    .filter(|figure| figure.side != side && figure.fitness.fills_hex())
                    .min_by_key(|figure| {
                        // The name, not the id: renumbering must not change the choice.
                        (
                            figure.place.hex.unsigned_distance_to(own),
                            figure.label.name.clone(),
                        )
                    });
                let Some(foe) = foe else { continue };
                let plot = Plot::new(Intent::Close(foe.id, 1));
                let slots = Slots {
                    plot: Some(plot),
                    ..Slots::default()
                };
                let choice = Choice::new("plot", slots);
                let order = Order {
                    decision: decision.id,
                    who: decision.who,
                    choice,
                };
                battle.draft(side, order).unwrap();
            }
            battle.seal(side).unwrap();
        }
    }
}

#[test]
fn neither_side_of_an_even_duel_is_favoured() {
    let setup = skirmish(&["duelist"]);
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
fn a_duel_comes_to_an_end() {
    let battle = run(&skirmish(&["militia"]), 1);
    let words = battle.status().ending_words().unwrap();
    for event in battle.events(None) {
        println!("{event:?}");
    }
    assert!(words.contains("has won"), "{words}");
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let setup = skirmish(&["militia", "archer", "man_at_arms", "pikeman"]);
    let (mut one, mut other) = (run(&setup, 5), run(&setup, 5));
    assert!(one.events(None).eq(other.events(None)));
    assert_eq!(one.digest(), other.digest());
    let different = run(&setup, 6);
    assert!(!one.events(None).eq(different.events(None)));
}

#[test]
fn orders_for_others_are_refused() {
    let mut battle =
        Battle::start(Arc::new(Phases::shipped()), &skirmish(&["militia"]), 1).unwrap();
    battle.advance().unwrap();
    let window = battle.window().unwrap().clone();
    let decision = &window.decisions[0];
    let order = Order {
        decision: decision.id,
        who: CombatantId(1),
        choice: Choice::plain("declare"),
    };
    assert!(battle.draft(SideId(1), order).is_err());
}
