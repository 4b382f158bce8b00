//! Standing proofs over whole battles: the odds oracle, secrets, determinism, completeness of what
//! is offered, resuming. They ask the game through the same doors as drivers do.

mod completeness;
mod determinism;
mod holds;
mod oracle;
mod plot_completeness;
mod resume;
mod secrets;

use super::Phases;
use crate::combat::battle::Battle;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::combat::setup::Setup;
use crate::rules::proofs;
use std::sync::Arc;

pub(super) use crate::rules::proofs::{Chooser, decisions, nearest, next_window, order, seal_all};

pub(super) fn start(setup: &Setup, seed: u64) -> Battle {
    Battle::start(Arc::new(Phases::shipped()), setup, seed).unwrap()
}

/// Closes with the nearest enemy: what makes battles come to blows.
pub(super) fn close_in(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    if decision.kind != "plot" {
        return None;
    }
    let slots = Slots {
        plot: Some(Plot::new(Intent::Close(
            proofs::nearest_foe(battle, decision)?,
            1,
        ))),
        ..Slots::default()
    };
    Some(Choice::new("plot", slots))
}

/// Answers the open window by chance.
pub(super) fn answer_by_chance(battle: &mut Battle, chooser: &mut Chooser) {
    proofs::answer_by_chance(battle, chooser, close_in);
}
