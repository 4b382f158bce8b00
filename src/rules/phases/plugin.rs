//! The plugin: which systems run in which set and part, what a snapshot holds.
//!
//! | Stage | part 0 | part 1 | part 2 |
//! |---|---|---|---|
//! | Clock | the phase begins, then the plot window | | |
//! | Movement | plots are taken | one step round per beat | answers to blows in passing |
//! | Action | the statement window | statements are rolled | |
//! | Reaction | the reaction window | answers are rolled | |
//! | Resolution | damage, displacement, states | | |
//! | Declaration | the declaration window | initiative is rolled | |
//! | Upkeep | ticks, ends, the phase closes | | |

use super::body::Body;
use super::dark::Senses;
use super::field::{Gathered, GroundItems, Terrain};
use super::saddle::Saddle;
use super::scene::{Aside, Motion, Pools, Standing, Statement, Tempo};
use super::systems::{
    action, bouts::Bouts, bursts, charge, clock, declaration, en_passant, facing, grapple, grips,
    handling, heights, hiding, knockback, leaving, plots, reaction, resolution, riding, rounds,
    senses, states, steps, upkeep,
};
use crate::combat::combatant::{Conditions, Fitness, Gear, Place, Posture};
use crate::combat::resolve::{Resolve, ResolveSystems, part};
use crate::combat::snapshot::StateParts;
use bevy::prelude::*;

/// Parts of the stages that have more than one.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// When it ends every mover has his plot, gait and posture.
    TakePlots,
    /// When it ends one step round is taken.
    StepRound,
    /// When it ends blows in passing have their answers.
    PassingAnswers,
    /// When it ends the statements are asked for.
    AskStatements,
    /// When it ends every action stated is rolled.
    RollActions,
    /// When it ends the reactions are asked for.
    AskReactions,
    /// When it ends every reaction is rolled.
    RollReactions,
    /// When it ends the next actions are asked for.
    AskDeclarations,
    /// When it ends initiative is rolled.
    RollInitiative,
}

/// Adds the systems of `phases`.
pub fn install(app: &mut App) {
    app.init_resource::<Bouts>();
    app.init_resource::<Gathered>();
    app.init_resource::<charge::Points>();
    app.init_resource::<rounds::RoundPlan>();
    register_state(app);
    app.configure_sets(
        Resolve,
        (
            (
                Part::TakePlots.run_if(part(0)),
                Part::StepRound.run_if(part(1)),
                Part::PassingAnswers.run_if(part(2)),
            )
                .chain()
                .in_set(ResolveSystems::Movement),
            (
                Part::AskStatements.run_if(part(0)),
                Part::RollActions.run_if(part(1)),
            )
                .chain()
                .in_set(ResolveSystems::Action),
            (
                Part::AskReactions.run_if(part(0)),
                Part::RollReactions.run_if(part(1)),
            )
                .chain()
                .in_set(ResolveSystems::Reaction),
            (
                Part::AskDeclarations.run_if(part(0)),
                Part::RollInitiative.run_if(part(1)),
            )
                .chain()
                .in_set(ResolveSystems::Declaration),
        ),
    );
    app.add_systems(
        Resolve,
        (
            (
                clock::begin_phase,
                clock::arrive,
                clock::surprise,
                senses::listen,
                hiding::notice,
                clock::open_plots,
            )
                .chain()
                .in_set(ResolveSystems::Clock),
            (plots::take_plots, plots::change_postures)
                .chain()
                .in_set(Part::TakePlots),
            (
                rounds::decide_stops,
                rounds::steer_movers,
                heights::climb_and_drop,
                leaving::leave,
                facing::turn_movers,
                steps::take_steps,
                riding::go_along,
                grips::follow_steps,
                hiding::notice,
                charge::meet_points,
                en_passant::strike,
                rounds::close_round,
            )
                .chain()
                .in_set(Part::StepRound),
            en_passant::take_answers.in_set(Part::PassingAnswers),
            action::open_statements.in_set(Part::AskStatements),
            (
                handling::do_asides,
                action::take_statements,
                charge::roll_charges,
                action::roll_attacks,
                grapple::contest,
                grapple::break_free,
                action::close_action,
            )
                .chain()
                .in_set(Part::RollActions),
            reaction::open_reactions.in_set(Part::AskReactions),
            reaction::roll_reactions.in_set(Part::RollReactions),
            (
                resolution::apply_damage,
                bursts::burst,
                grips::squeeze,
                states::settle_states,
                riding::part_pairs,
                charge::shift_blockers,
                knockback::displace,
                states::settle_states_after_displacement,
                states::lose_holds,
                grips::settle,
                riding::part_pairs_after_displacement,
                resolution::close,
            )
                .chain()
                .in_set(ResolveSystems::Resolution),
            declaration::open_declarations.in_set(Part::AskDeclarations),
            declaration::roll_initiative.in_set(Part::RollInitiative),
            (
                senses::tire,
                upkeep::tick,
                riding::part_pairs_at_the_end,
                upkeep::settle_end,
                upkeep::end_phase,
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
    parts.component::<Pools>("pools");
    parts.default_component::<Body>("body");
    parts.default_component::<Senses>("senses");
    parts.default_component::<Saddle>("saddle");
    parts.component::<Tempo>("tempo");
    parts.component::<Motion>("motion");
    parts.component::<Standing>("standing");
    parts.component::<Statement>("statement");
    parts.component::<Aside>("aside");
    parts.resource::<Terrain>("terrain");
    parts.resource::<GroundItems>("ground_items");
    parts.resource::<Bouts>("bouts");
    parts.resource::<charge::Points>("points");
}
