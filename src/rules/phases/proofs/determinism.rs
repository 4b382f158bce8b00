//! The schedule has no ambiguities, and the order in which a world keeps its entities reaches no
//! outcome. A planted system that does let it through is caught.

use super::start;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::resolve::{CombatPlugin, DiceBox, Resolve, ResolveSystems};
use crate::combat::system::RuleSystem;
use crate::rules::phases::Phases;
use crate::rules::phases::battle_tests::{play, skirmish};
use crate::rules::phases::field::Roster;
use crate::rules::phases::scene::Pools;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;

/// Builds `Resolve` of the rule system with further systems; what the build says.
fn build(sync_points: bool, add: impl FnOnce(&mut App)) -> Result<(), String> {
    let mut app = App::new();
    app.add_plugins(CombatPlugin);
    Phases::shipped().install(&mut app);
    add(&mut app);
    app.edit_schedule(Resolve, |schedule| {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            auto_insert_apply_deferred: sync_points,
            ..default()
        });
    });
    app.finish();
    let world = app.world_mut();
    world.schedule_scope(Resolve, |world, schedule| {
        schedule
            .initialize(world)
            .map(|_| ())
            .map_err(|fault| fault.to_string(schedule.graph(), world))
    })
}

fn heal(mut pools: Query<&mut Pools>) {
    for mut pools in &mut pools {
        pools.shp += 1;
    }
}

#[test]
fn resolve_has_no_ambiguities() {
    for sync_points in [true, false] {
        assert_eq!(build(sync_points, |_| ()), Ok(()));
    }
}

#[test]
fn a_system_without_an_order_is_refused() {
    let planted = build(true, |app| {
        app.add_systems(Resolve, heal.in_set(ResolveSystems::Upkeep));
    });
    assert!(planted.unwrap_err().contains("heal"));
}

#[derive(Component)]
struct Mark;

/// Moves every other combatant to another row of the world: query order is no longer spawn order.
fn churn(battle: &mut Battle) {
    let world = battle.world_mut();
    let roster = world.resource::<Roster>().0.clone();
    for entity in roster.iter().step_by(2) {
        world.entity_mut(*entity).insert(Mark);
    }
    for entity in roster.iter().rev().step_by(3) {
        world.entity_mut(*entity).remove::<Mark>();
    }
    for entity in roster {
        world.entity_mut(entity).remove::<Mark>();
    }
    let mut ids = world.query::<&CombatantId>();
    let order: Vec<CombatantId> = ids.iter(world).copied().collect();
    assert!(!order.is_sorted(), "nothing was stirred");
}

/// Plays the same battle in a fresh world and in a stirred one; whether they are the same.
fn is_deterministic(seed: u64, plant: impl Fn(&mut Battle)) -> bool {
    let setup = skirmish(&["militia", "man_at_arms", "archer", "duelist"]);
    let run = |stir: bool| {
        let mut battle = start(&setup, seed);
        plant(&mut battle);
        if stir {
            churn(&mut battle);
        }
        play(&mut battle);
        battle
    };
    let (mut fresh, mut stirred) = (run(false), run(true));
    fresh.events(None).eq(stirred.events(None)) && fresh.digest() == stirred.digest()
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

fn plant<M>(
    battle: &mut Battle,
    system: impl IntoScheduleConfigs<bevy::ecs::system::ScheduleSystem, M>,
) {
    let world = battle.world_mut();
    world.schedule_scope(Resolve, |_, schedule| {
        schedule.add_systems(system.before(ResolveSystems::Clock));
    });
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
