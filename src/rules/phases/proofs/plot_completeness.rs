//! Plots by brute force on small boards: over the intents of one phase, all that is accepted is
//! offered, or ends the phase equal to something offered. Longer paths and far goals are a
//! generator with the same check behind it.

use super::completeness::small;
use super::{Chooser, answer_by_chance, decisions, nearest, next_window, order, seal_all, start};
use crate::board::Dir;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{ChargeKind, Intent, Plot};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use crate::rules::phases::gather::longest_reach;
use crate::rules::phases::scene::{Motion, Scene};
use std::collections::BTreeSet;

/// The state at the next plots, whatever each plot was called: only what it led to counts.
fn ends(battle: &mut Battle, state: &Snapshot, decision: &Decision, choice: &Choice) -> Snapshot {
    battle.restore(state).unwrap();
    battle
        .draft(decision.side, order(decision, choice))
        .unwrap();
    seal_all(battle);
    while next_window(battle) && battle.window().unwrap().kind != "plot" {
        seal_all(battle);
    }
    let world = battle.world_mut();
    let mut flow = world.resource_mut::<Flow>();
    flow.answers.clear();
    flow.beats = 0;
    let mut motions = world.query::<(&CombatantId, &mut Motion)>();
    for (id, mut motion) in motions.iter_mut(world) {
        if *id == decision.who {
            motion.plot = Plot::default();
            motion.fresh = false;
        }
    }
    let mut end = battle.snapshot().unwrap();
    end.resources.remove("orders");
    battle.restore(state).unwrap();
    end
}

fn intents(battle: &mut Battle, who: CombatantId) -> Vec<Intent> {
    let scene = battle.scene(None);
    let scene: &Scene = scene.downcast_ref().unwrap();
    let figure = scene.figure(who);
    let reach = longest_reach(figure, &scene.tables).max(1);
    let mut list = vec![Intent::Hold, Intent::Face(CombatantId(99))];
    for dir in Dir::ALL {
        let hex = dir.from(figure.place.hex);
        list.extend([Intent::Goto(hex), Intent::Path(vec![hex])]);
    }
    for other in &scene.figures {
        // Whoever looks at an ally or at the fallen names a direction.
        if other.id == who || (scene.enemies(who, other.id) && !other.fitness.is_out()) {
            list.push(Intent::Face(other.id));
            list.push(Intent::Close(other.id, reach));
            for kind in [
                ChargeKind::Attack,
                ChargeKind::ForceBack,
                ChargeKind::ForceThrough,
                ChargeKind::Trample,
            ] {
                list.push(Intent::Charge(other.id, kind));
            }
        }
    }
    list
}

/// Compares offer and acceptance for one decision; how many plots were accepted.
fn compare(battle: &mut Battle, decision: &Decision, missing: &mut BTreeSet<String>) -> usize {
    let unit = battle.flow().unit;
    let offered = battle.options(decision);
    let state = battle.snapshot().unwrap();
    let mut known: Option<Vec<Snapshot>> = None;
    let mut accepted = 0;
    for intent in intents(battle, decision.who) {
        let slots = Slots {
            plot: Some(Plot::new(intent)),
            ..Slots::default()
        };
        let choice = Choice::new("plot", slots);
        if battle.check(decision, &choice).is_err() {
            continue;
        }
        accepted += 1;
        if offered.contains(&choice) {
            continue;
        }
        let end = ends(battle, &state, decision, &choice);
        let known = known.get_or_insert_with(|| {
            offered
                .iter()
                .map(|offer| ends(battle, &state, decision, offer))
                .collect()
        });
        if !known.contains(&end) {
            let words = choice.slots.plot.map(|plot| plot.intent);
            let nearest = nearest(&end, known.iter());
            missing.insert(format!(
                "{} of unit {unit}: {words:?}: {nearest}",
                decision.who
            ));
        }
    }
    accepted
}

fn compare_all(setup: &Setup, seed: u64, missing: &mut BTreeSet<String>) -> usize {
    let mut battle = start(setup, seed);
    let mut chooser = Chooser::new(seed);
    let mut accepted = 0;
    for _ in 0..16 {
        if !next_window(&mut battle) {
            break;
        }
        if battle.window().unwrap().kind == "plot" {
            for decision in decisions(&battle) {
                accepted += compare(&mut battle, &decision, missing);
            }
        }
        answer_by_chance(&mut battle, &mut chooser);
    }
    accepted
}

#[test]
fn plots_offered_are_those_accepted() {
    let (mut accepted, mut missing) = (0, BTreeSet::new());
    for (azure, gules) in [
        (&["duelist"][..], &["man_at_arms", "militia"][..]),
        (&["brawler", "pikeman"][..], &["berserker", "archer"][..]),
        (&["lancer"][..], &["militia", "pikeman"][..]),
    ] {
        for seed in 1..6 {
            accepted += compare_all(&small(azure, gules), seed, &mut missing);
        }
    }
    assert!(
        missing.is_empty(),
        "accepted, neither offered nor equal to what is: {missing:#?}"
    );
    assert!(accepted > 200, "{accepted}");
}
