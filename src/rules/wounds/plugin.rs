//! The plugin: which systems run in which set and part, what a snapshot holds.
//!
//! | Stage | part 0 | part 1 | part 2 |
//! |---|---|---|---|
//! | Clock | the round begins, the stunned check, then the window of skills | | |
//! | Declaration | initiative is rolled | | |
//! | Action | the next count, then its window | what was ordered begins | it is carried out |
//! | Movement | one place for everybody on his way | | |
//! | Reaction | windows of blows out of turn | they are struck | |
//! | Resolution | wounds, shock, fumbles | | |
//! | Upkeep | bleeding, ticks, ends | | |
//!
//! A count goes Action 0, 1, Movement (with Reaction and Resolution between steps), Action 2,
//! Resolution, Movement (the way after), Action 0.

use super::field::{GroundItems, Round, Spent, Terrain};
use super::scene::{Agenda, Course, Deed, Standing};
use super::state::{Exposure, Injuries, Shock, Turn};
use super::systems::{action, clock, count, initiative, movement, openings, resolution, upkeep};
use crate::combat::combatant::{Conditions, Fitness, Gear, Place, Posture};
use crate::combat::resolve::{Resolve, ResolveSystems, part};
use crate::combat::snapshot::StateParts;
use bevy::prelude::*;

/// Parts of the stages that have more than one.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// When it ends those of the next count are asked, or the round is over.
    NextCount,
    /// When it ends what was ordered has begun.
    TakeActions,
    /// When it ends what was ordered is rolled.
    Perform,
    /// When it ends those who may strike out of turn are asked.
    AskOpenings,
    /// When it ends blows out of turn are rolled.
    StrikeOpenings,
}

/// Adds the systems of `wounds`.
pub fn install(app: &mut App) {
    register_state(app);
    app.configure_sets(
        Resolve,
        (
            (
                Part::NextCount.run_if(part(0)),
                Part::TakeActions.run_if(part(1)),
                Part::Perform.run_if(part(2)),
            )
                .chain()
                .in_set(ResolveSystems::Action),
            (
                Part::AskOpenings.run_if(part(0)),
                Part::StrikeOpenings.run_if(part(1)),
            )
                .chain()
                .in_set(ResolveSystems::Reaction),
        ),
    );
    app.add_systems(
        Resolve,
        (
            (
                clock::begin_round,
                clock::arrive,
                clock::recover,
                clock::begin_turns,
                clock::open_skills,
            )
                .chain()
                .in_set(ResolveSystems::Clock),
            initiative::roll_initiative.in_set(ResolveSystems::Declaration),
            (count::judge, count::next_count)
                .chain()
                .in_set(Part::NextCount),
            action::take_actions.in_set(Part::TakeActions),
            action::perform.in_set(Part::Perform),
            movement::take_steps.in_set(ResolveSystems::Movement),
            openings::ask_openings.in_set(Part::AskOpenings),
            openings::strike_openings.in_set(Part::StrikeOpenings),
            (resolution::do_harm, resolution::go_on)
                .chain()
                .in_set(ResolveSystems::Resolution),
            (
                upkeep::bleed,
                upkeep::tick,
                upkeep::settle_end,
                upkeep::end_round,
            )
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
    parts.component::<Injuries>("injuries");
    parts.component::<Shock>("shock");
    parts.component::<Turn>("turn");
    parts.component::<Exposure>("exposure");
    parts.component::<Agenda>("agenda");
    parts.component::<Deed>("deed");
    parts.component::<Course>("course");
    parts.component::<Standing>("standing");
    parts.resource::<Terrain>("terrain");
    parts.resource::<GroundItems>("ground_items");
    parts.resource::<Spent>("spent");
    parts.resource::<Round>("round");
}
