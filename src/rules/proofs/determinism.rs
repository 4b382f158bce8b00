//! The schedule has no ambiguities, and the order in which a world keeps its entities reaches no
//! outcome.

use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::resolve::{CombatPlugin, Resolve, ResolveSystems};
use crate::combat::system::RuleSystem;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;

/// Builds `Resolve` of a rule system with further systems; what the build says.
pub(crate) fn build(
    rules: &dyn RuleSystem,
    sync_points: bool,
    add: impl FnOnce(&mut App),
) -> Result<(), String> {
    let mut app = App::new();
    app.add_plugins(CombatPlugin);
    rules.install(&mut app);
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

/// No ambiguities, with and without the sync points that could hide one.
pub(crate) fn has_no_ambiguities(rules: &dyn RuleSystem) {
    for sync_points in [true, false] {
        assert_eq!(build(rules, sync_points, |_| ()), Ok(()));
    }
}

#[derive(Component)]
struct Mark;

/// Moves every other combatant to another row of the world: query order is no longer spawn order.
fn churn(battle: &mut Battle) {
    let world = battle.world_mut();
    let mut rows = world.query::<(Entity, &CombatantId)>();
    let mut roster: Vec<(CombatantId, Entity)> =
        rows.iter(world).map(|(entity, id)| (*id, entity)).collect();
    roster.sort_by_key(|(id, _)| *id);
    let roster: Vec<Entity> = roster.into_iter().map(|(_, entity)| entity).collect();
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
pub(crate) fn is_deterministic(
    start: impl Fn() -> Battle,
    play: impl Fn(&mut Battle),
    plant: impl Fn(&mut Battle),
) -> bool {
    let run = |stir: bool| {
        let mut battle = start();
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

/// Adds a system to the resolver of a battle, before everything else.
pub(crate) fn plant<M>(battle: &mut Battle, system: impl IntoScheduleConfigs<ScheduleSystem, M>) {
    let world = battle.world_mut();
    world.schedule_scope(Resolve, |_, schedule| {
        schedule.add_systems(system.before(ResolveSystems::Clock));
    });
}
