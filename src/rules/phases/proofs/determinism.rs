//! The schedule has no ambiguities, and the order in which a world keeps its entities reaches no
//! outcome. A planted system that does let it through is caught.

use super::start;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::resolve::{DiceBox, Resolve, ResolveSystems};
use crate::rules::phases::Phases;
use crate::rules::phases::battle_tests::{play, skirmish};
use crate::rules::phases::scene::Pools;
use crate::rules::proofs::determinism::{self, build, has_no_ambiguities, plant};
use bevy::prelude::*;

fn heal(mut pools: Query<&mut Pools>) {
    for mut pools in &mut pools {
        pools.shp += 1;
    }
}

#[test]
fn resolve_has_no_ambiguities() {
    has_no_ambiguities(&Phases::shipped());
}

#[test]
fn a_system_without_an_order_is_refused() {
    let planted = build(&Phases::shipped(), true, |app| {
        app.add_systems(Resolve, heal.in_set(ResolveSystems::Upkeep));
    });
    assert!(planted.unwrap_err().contains("heal"));
}

fn is_deterministic(seed: u64, plant: impl Fn(&mut Battle)) -> bool {
    let setup = skirmish(&["militia", "lancer", "archer", "duelist"]);
    determinism::is_deterministic(|| start(&setup, seed), play, plant)
}

/// Draws for whoever comes first in the query: the die that falls out worst costs a point.
fn unlucky_first(mut rows: Query<(&CombatantId, &mut Pools)>, mut dice: ResMut<DiceBox>) {
    let mut ordinal = 0;
    for (_, mut pools) in &mut rows {
        ordinal += 1;
        let throw = Throw::nth(CombatantId(0), "planted", ordinal);
        if dice.0.face(throw, 20) == 1 {
            pools.shp -= 1;
        }
    }
    dice.0.thrown.clear();
}

/// The same by the owner's own key: the order of the query does not show.
fn unlucky_owner(mut rows: Query<(&CombatantId, &mut Pools)>, mut dice: ResMut<DiceBox>) {
    for (id, mut pools) in &mut rows {
        if dice.0.face(Throw::new(*id, "planted"), 20) == 1 {
            pools.shp -= 1;
        }
    }
    dice.0.thrown.clear();
}

#[test]
fn query_order_reaches_no_outcome() {
    for seed in 1..4 {
        assert!(is_deterministic(seed, |_| ()), "seed {seed}");
    }
}

#[test]
fn a_planted_dependence_on_query_order_is_caught() {
    assert!(!is_deterministic(1, |battle| plant(battle, unlucky_first)));
    // The check does not cry wolf at a system that only keys its dice rightly.
    assert!(is_deterministic(1, |battle| plant(battle, unlucky_owner)));
}
