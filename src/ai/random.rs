//! `random`: anything that is allowed.

use super::{Controller, SeatView};
use crate::combat::order::{Choice, Decision};

/// Draws a verb that has something to offer, then one of its choices.
///
/// Two draws, not one: a verb with forty targets shall not push out one with two.
pub struct Random;

impl Controller for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn answer(&mut self, view: &SeatView, decision: &Decision) -> Option<Choice> {
        let mut verbs = view.options(decision);
        verbs.retain(|choices| !choices.is_empty());
        if verbs.is_empty() {
            return None;
        }
        let mut key = view.key(decision.who);
        let mut choices = verbs.swap_remove(key.below(verbs.len()));
        let at = key.below(choices.len());
        Some(choices.swap_remove(at))
    }
}
