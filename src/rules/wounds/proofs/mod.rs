//! Standing proofs over whole battles: they come to an end and are the same battle every time, secrets
//! stay secret, what is offered is what is accepted, saving and restoring changes nothing. They ask
//! the game through the same doors as drivers do.

mod battles;
mod completeness;
mod determinism;
mod refusals;
mod secrets;

use super::Wounds;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::combat::setup::Setup;
use crate::rules::proofs::{self, Chooser};
use std::sync::Arc;

pub(super) fn start(setup: &Setup, seed: u64) -> Battle {
    Battle::start(Arc::new(Wounds::shipped()), setup, seed).unwrap()
}

/// The nearest enemy by distance, then name: renumbering changes nothing.
fn foe(battle: &mut Battle, decision: &Decision) -> Option<CombatantId> {
    let figures = battle.figures(Some(decision.side));
    let own = figures[usize::from(decision.who.0)].place.hex;
    let foes = figures
        .iter()
        .filter(|figure| figure.side != decision.side && figure.fitness.fills_hex());
    foes.min_by_key(|figure| {
        let helpless = !figure.fitness.is_able();
        let far = figure.place.hex.unsigned_distance_to(own);
        (helpless, far, figure.label.name.clone())
    })
    .map(|figure| figure.id)
}

/// The ways into a fight: a blow at the nearest, with a walk if need be, else a walk.
pub(super) fn close_in(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    if decision.kind != "action" {
        return None;
    }
    let foe = foe(battle, decision)?;
    let close = |reach| Some(Plot::new(Intent::Close(foe, reach)));
    let tries = [
        Choice::new("strike", Slots::target(foe)),
        Choice::new(
            "strike",
            Slots {
                plot: close(1),
                ..Slots::target(foe)
            },
        ),
        Choice::plain("stand_up"),
        Choice::new(
            "move",
            Slots {
                plot: close(1),
                ..Slots::default()
            },
        ),
    ];
    tries
        .into_iter()
        .find(|choice| battle.check(decision, choice).is_ok())
}

/// Answers the open window by chance.
pub(super) fn answer_by_chance(battle: &mut Battle, chooser: &mut Chooser) {
    proofs::answer_by_chance(battle, chooser, close_in);
}

/// Closes in on everybody and otherwise leaves everything to presets.
pub(super) fn play(battle: &mut Battle) {
    while proofs::next_window(battle) {
        for decision in proofs::decisions(battle) {
            if let Some(choice) = close_in(battle, &decision) {
                let order = proofs::order(&decision, &choice);
                battle.draft(decision.side, order).unwrap();
            }
        }
        proofs::seal_all(battle);
    }
}

/// A whole battle.
pub(super) fn run(setup: &Setup, seed: u64) -> Battle {
    let mut battle = start(setup, seed);
    play(&mut battle);
    battle
}
