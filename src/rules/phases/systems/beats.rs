//! What runs in one beat: each part of a stage is one system, its steps one after another. A system
//! of its own for each step would ask the world for the same things a dozen times in a beat.

use super::charge::{self, Points};
use super::rounds::{self, RoundPlan};
use super::{
    action, bursts, clock, en_passant, facing, grapple, grips, handling, heights, hiding,
    knockback, leaving, plots, resolution, riding, senses, states, steps, upkeep,
};
use crate::board::search::Search;
use crate::combat::status::Status;
use crate::rules::phases::field::{Field, Sides};
use crate::rules::phases::scene::Aside;
use bevy::prelude::*;

/// The phase begins: whoever comes is there, who is surprised is known, plots are asked for.
pub fn begin(mut field: Field, sides: Res<Sides>) {
    let field = &mut field;
    clock::begin_phase(field);
    clock::arrive(field, &sides);
    clock::surprise(field, &sides);
    senses::listen(field);
    hiding::notice(field);
    clock::open_plots(field);
}

/// Plots are taken up, postures changed.
pub fn take_plots(mut field: Field) {
    plots::take_plots(&mut field);
    plots::change_postures(&mut field);
}

/// One step round, from intents to blows in passing.
pub fn take_step_round(
    mut field: Field,
    mut plan: ResMut<RoundPlan>,
    mut points: ResMut<Points>,
    mut search: Local<Search>,
) {
    let (field, plan) = (&mut field, &mut *plan);
    rounds::decide_stops(field);
    rounds::steer_movers(field, plan, &mut search);
    heights::climb_and_drop(field, plan);
    leaving::leave(field, plan);
    facing::turn_movers(field, plan);
    steps::take_steps(field, plan);
    riding::go_along(field, plan);
    grips::follow_steps(field, plan);
    hiding::notice(field);
    charge::meet_points(field, plan, &mut points);
    en_passant::strike(field, plan);
    rounds::close_round(field, plan, &mut search);
}

/// Statements are taken and rolled.
pub fn roll_actions(mut field: Field, mut asides: Query<&mut Aside>) {
    let field = &mut field;
    handling::do_asides(field, &mut asides);
    action::take_statements(field);
    charge::roll_charges(field);
    action::roll_attacks(field);
    grapple::contest(field);
    grapple::break_free(field);
    action::close_action(field);
}

/// Damage, then deaths, then displacement, then what it causes.
pub fn resolve(mut field: Field, mut points: ResMut<Points>) {
    let field = &mut field;
    resolution::apply_damage(field, &mut points);
    bursts::burst(field);
    grips::squeeze(field);
    states::settle_all_states(field);
    riding::part(field);
    charge::shift_blockers(field);
    knockback::displace(field);
    states::settle_all_states(field);
    states::lose_holds(field);
    grips::settle(field);
    riding::part(field);
    resolution::close(field);
}

/// Ticks and ends; the phase closes.
pub fn end(mut field: Field, mut status: ResMut<Status>) {
    let field = &mut field;
    senses::tire(field);
    upkeep::tick(field);
    riding::part(field);
    upkeep::settle_end(field, &mut status);
    upkeep::end_phase(field, &status);
}
