//! What is offered and what is accepted, by brute force on small boards: all that is offered is
//! accepted; all that is accepted is offered, or ends equal to something offered.

use super::{Chooser, decisions, nearest, next_window, order, seal_all};
use crate::combat::battle::Battle;
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// What a system must say of its orders to be compared.
pub(crate) trait Orders {
    /// A battle of the system.
    fn start(&self, setup: &Setup, seed: u64) -> Battle;

    /// Answers a window by chance.
    fn answer(&self, battle: &mut Battle, chooser: &mut Chooser);

    /// Slots to try with a verb: everything a small board holds, strangers among it.
    fn slots(&self, battle: &mut Battle, decision: &Decision, verb: &str) -> Vec<Slots>;

    /// What slots come to: choices with the same essence are the same order to every rule.
    fn essence(&self, battle: &mut Battle, decision: &Decision, choice: &Choice) -> String;

    /// Whether nothing is lost by not offering a choice, since a better one is offered.
    fn needless(&self, _choice: &Choice, _offered: &[Choice]) -> bool {
        false
    }

    /// Whether the state at a window tells what came of an earlier choice.
    fn told(&self, battle: &Battle) -> bool;
}

/// Every set of some words.
pub(crate) fn sets(words: &[&str]) -> Vec<Vec<SmolStr>> {
    (0..1usize << words.len())
        .map(|bits| {
            let chosen = words.iter().enumerate();
            chosen
                .filter(|(at, _)| bits >> at & 1 == 1)
                .map(|(_, word)| SmolStr::new(word))
                .collect()
        })
        .collect()
}

/// How it ends if this is ordered and everything else goes by presets: the state at the next window
/// that tells, without the orders themselves.
fn ends(
    orders: &dyn Orders,
    battle: &mut Battle,
    state: &Snapshot,
    decision: &Decision,
    choice: &Choice,
) -> Snapshot {
    battle.restore(state).unwrap();
    battle
        .draft(decision.side, order(decision, choice))
        .unwrap();
    seal_all(battle);
    while next_window(battle) && !orders.told(battle) {
        seal_all(battle);
    }
    let mut flow = battle.world_mut().resource_mut::<Flow>();
    flow.answers.clear();
    flow.beats = 0;
    let mut end = battle.snapshot().unwrap();
    end.resources.remove("orders");
    battle.restore(state).unwrap();
    end
}

/// Compares offer and acceptance for one decision; how many accepted choices were looked at.
fn compare(
    orders: &dyn Orders,
    battle: &mut Battle,
    decision: &Decision,
    missing: &mut BTreeSet<String>,
) -> usize {
    let unit = battle.flow().unit;
    let offered = battle.options(decision);
    for choice in &offered {
        if let Err(refusal) = battle.check(decision, choice) {
            panic!("{choice:?} is offered and refused: {refusal}");
        }
    }
    // One choice of each essence is enough to play.
    let mut accepted: BTreeMap<String, Choice> = BTreeMap::new();
    for verb in &decision.verbs {
        for slots in orders.slots(battle, decision, verb) {
            let choice = Choice::new(verb, slots);
            if battle.check(decision, &choice).is_ok() {
                let essence = orders.essence(battle, decision, &choice);
                accepted.entry(essence).or_insert(choice);
            }
        }
    }
    let state = battle.snapshot().unwrap();
    let mut known: BTreeMap<String, Snapshot> = BTreeMap::new();
    for choice in &offered {
        let essence = orders.essence(battle, decision, choice);
        let end = ends(orders, battle, &state, decision, choice);
        known.insert(essence, end);
    }
    for (essence, choice) in &accepted {
        if known.contains_key(essence) || orders.needless(choice, &offered) {
            continue;
        }
        let end = ends(orders, battle, &state, decision, choice);
        if !known.values().any(|other| *other == end) {
            let nearest = nearest(&end, known.values());
            missing.insert(format!(
                "{essence} by {} of unit {unit}: {nearest}",
                decision.who
            ));
        }
    }
    accepted.len()
}

/// Plays battles by chance and compares at every window of a kind; how many choices were met.
pub(crate) fn compare_all(orders: &dyn Orders, setups: &[Setup], kind: &str, seeds: u64) -> usize {
    let (mut met, mut missing) = (0, BTreeSet::new());
    for setup in setups {
        for seed in 1..=seeds {
            let mut battle = orders.start(setup, seed);
            let mut chooser = Chooser::new(seed);
            for _ in 0..24 {
                if !next_window(&mut battle) {
                    break;
                }
                if battle.window().unwrap().kind == kind {
                    for decision in decisions(&battle) {
                        met += compare(orders, &mut battle, &decision, &mut missing);
                    }
                }
                orders.answer(&mut battle, &mut chooser);
            }
        }
    }
    assert!(
        missing.is_empty(),
        "accepted, neither offered nor equal to what is: {missing:#?}"
    );
    met
}
