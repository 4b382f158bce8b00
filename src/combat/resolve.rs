//! The resolver's schedule: ordered sets of systems over components, run by one loop.
//!
//! `Resolve` is single-threaded and treats ambiguities as errors, so headless and windowed battles
//! are the same battle. It runs only while work is due: see [`super::battle::Battle::advance`].

use super::dice::BattleDice;
use super::flow::{Flow, Stage};
use super::log::{EVENTS_PART, EventLog, ORDERS_PART, OrderLog};
use super::snapshot::StateParts;
use super::status::Status;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// The resolver's schedule.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resolve;

/// The sets of [`Resolve`], in order. A beat runs the one that the [`Stage`] names.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolveSystems {
    /// When it ends the unit has begun: arrivals stand, movement is full.
    Clock,
    /// When it ends one step round is taken, with its charges, contests and blows in passing.
    Movement,
    /// When it ends every action stated has its check, and no damage is done.
    Action,
    /// When it ends every answer has its check.
    Reaction,
    /// When it ends damage, deaths, displacement and their consequences are final (B-071).
    Resolution,
    /// When it ends everybody who must has chosen and rolled for what comes next.
    Declaration,
    /// When it ends ticks and endings are settled (B-102).
    Upkeep,
}

/// Dice of this battle.
#[derive(Resource)]
pub struct DiceBox(pub BattleDice);

/// Counts what is written to the world from outside [`Resolve`]: whoever keeps what he gathered from
/// components throws it away when this has grown.
#[derive(Resource, Default)]
pub struct Edits(pub u64);

/// What this beat works on, taken from [`Flow`] when the beat begins: a stage that is entered
/// during a beat has its work in the next one.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Due {
    /// The stage.
    pub stage: Stage,
    /// Its part.
    pub part: u8,
}

/// Run condition of a set: its stage has work in this beat.
fn due(stage: Stage) -> impl Fn(Res<Due>) -> bool + Clone {
    move |due: Res<Due>| due.stage == stage
}

/// Run condition of a rule system's set inside a stage: its part has work in this beat.
pub fn part(number: u8) -> impl Fn(Res<Due>) -> bool + Clone {
    move |due: Res<Due>| due.part == number
}

/// The schedule and what every rule system needs.
pub struct CombatPlugin;

impl Plugin for CombatPlugin {
    fn build(&self, app: &mut App) {
        app.init_schedule(Resolve);
        app.edit_schedule(Resolve, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
            schedule.configure_sets(
                (
                    ResolveSystems::Clock.run_if(due(Stage::Clock)),
                    ResolveSystems::Movement.run_if(due(Stage::Movement)),
                    ResolveSystems::Action.run_if(due(Stage::Action)),
                    ResolveSystems::Reaction.run_if(due(Stage::Reaction)),
                    ResolveSystems::Resolution.run_if(due(Stage::Resolution)),
                    ResolveSystems::Declaration.run_if(due(Stage::Declaration)),
                    ResolveSystems::Upkeep.run_if(due(Stage::Upkeep)),
                )
                    .chain(),
            );
        });
        app.insert_resource(Due {
            stage: Stage::Clock,
            part: 0,
        });
        app.init_resource::<Edits>();
        app.init_resource::<Flow>();
        app.init_resource::<EventLog>();
        app.init_resource::<OrderLog>();
        // The parts of every battle; rule systems add theirs.
        let mut parts = StateParts::default();
        parts.resource::<Flow>("flow");
        parts.resource::<Status>("status");
        parts.resource::<EventLog>(EVENTS_PART);
        parts.resource::<OrderLog>(ORDERS_PART);
        app.insert_resource(parts);
    }
}
