//! The plugin: which systems run in which set and part, what a snapshot holds.
//!
//! | Stage | part 0 | part 1 | part 2 | part 3 |
//! |---|---|---|---|---|
//! | Clock | the row begins | | | |
//! | Action | the next slot is served; the choice window | the choice begins | | |
//! | Reaction | the 3D window | the 3D is made | the window after a success | it is noted |
//! | Resolution | damage, states, defeat | | | |
//! | Upkeep | the row ends | | | |
//!
//! Action, Reaction and Resolution follow each other for every slot of a row; Movement and
//! Declaration have no work.

use super::scene::{Pools, Service, Standing};
use super::systems::{action, clock, defence, resolution, upkeep};
use super::tempo::Tempo;
use crate::combat::combatant::{Conditions, Fitness, Gear, Place, Posture};
use crate::combat::resolve::{Resolve, ResolveSystems, part};
use crate::combat::snapshot::StateParts;
use bevy::prelude::*;

/// Parts of the stages that have more than one.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// When it ends a slot is used, or its choice is asked for.
    Serve,
    /// When it ends the choice has begun.
    TakeChoice,
    /// When it ends a 3D is asked for, or the attack comes through.
    AskDefence,
    /// When it ends the 3D is made.
    TakeDefence,
    /// When it ends what a success triggers is asked for.
    AskFollowUp,
    /// When it ends that is noted.
    TakeFollowUp,
}

/// Adds the systems of `nar`.
pub fn install(app: &mut App) {
    app.init_resource::<Service>();
    register_state(app);
    app.configure_sets(
        Resolve,
        (
            (
                Part::Serve.run_if(part(0)),
                Part::TakeChoice.run_if(part(1)),
            )
                .chain()
                .in_set(ResolveSystems::Action),
            (
                Part::AskDefence.run_if(part(0)),
                Part::TakeDefence.run_if(part(1)),
                Part::AskFollowUp.run_if(part(2)),
                Part::TakeFollowUp.run_if(part(3)),
            )
                .chain()
                .in_set(ResolveSystems::Reaction),
        ),
    );
    app.add_systems(
        Resolve,
        (
            (clock::begin_row, clock::arrive, clock::place_slots)
                .chain()
                .in_set(ResolveSystems::Clock),
            action::serve.in_set(Part::Serve),
            action::take_choice.in_set(Part::TakeChoice),
            defence::ask_defence.in_set(Part::AskDefence),
            defence::take_defence.in_set(Part::TakeDefence),
            defence::ask_follow_up.in_set(Part::AskFollowUp),
            defence::take_follow_up.in_set(Part::TakeFollowUp),
            (resolution::settle_attack, resolution::judge)
                .chain()
                .in_set(ResolveSystems::Resolution),
            (upkeep::tick, upkeep::end_row)
                .chain()
                .in_set(ResolveSystems::Upkeep),
        ),
    );
}

/// Everything that makes two battles the same battle.
fn register_state(app: &mut App) {
    let mut parts = app.world_mut().resource_mut::<StateParts>();
    parts.component::<Place>("place");
    parts.component::<Posture>("posture");
    parts.component::<Fitness>("fitness");
    parts.component::<Conditions>("conditions");
    parts.component::<Gear>("gear");
    parts.component::<Pools>("pools");
    parts.component::<Tempo>("tempo");
    parts.component::<Standing>("standing");
    parts.resource::<Service>("service");
}
