//! The fights of a phase: who is attacked by whom, how far it has come, and the answer given.

use crate::combat::combatant::CombatantId;
use crate::rules::phases::defence::Answer;
use crate::rules::phases::exchange::{Assault, Bout, BoutContext, BoutStage};
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All attacks of one stage on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The target.
    pub target: CombatantId,
    /// Blows in passing: struck and answered during Movement (P-069).
    pub passing: bool,
    /// The plain figures.
    pub context: Arc<BoutContext>,
    /// How far it has come.
    pub bout: Bout,
    /// The target's answer.
    pub answer: Option<Answer>,
}

impl Fight {
    /// Who attacks, in the bout's order.
    pub fn attackers(&self) -> impl Iterator<Item = CombatantId> + '_ {
        self.context.attacks.iter().map(Assault::attacker)
    }

    /// Attacks rolled and not yet answered.
    pub fn awaits_answer(&self) -> bool {
        self.bout.stage == BoutStage::Rolled
    }
}

/// The fights of this phase, those in passing first, then by target.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bouts(pub Vec<Fight>);
