//! `pass`: a slot goes by unused. Nothing is kept of it (keeping it is another action, N-125).

use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::nar::plans::only;

/// Doing nothing in a slot.
pub struct Pass;

/// Slots of a verb that has none.
pub(super) fn nothing_named(slots: &Slots) -> Result<(), Refusal> {
    only(slots, &[])?;
    if slots.targets.is_empty() {
        Ok(())
    } else {
        Err(Refusal::form("this is done to nobody"))
    }
}

impl Verb for Pass {
    fn name(&self) -> &'static str {
        "pass"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["N-019", "N-020"]
    }

    fn options(&self, _: &Ask, _: CombatantId) -> Vec<Choice> {
        vec![Choice::plain("pass")]
    }

    fn check(&self, _: &Ask, _: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        nothing_named(slots)
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn same(&self, _: &Ask, _: CombatantId, _: &Slots, _: &Slots) -> bool {
        true
    }

    fn words(&self, _: &Ask, _: CombatantId, _: &Slots) -> String {
        "let the slot pass".to_owned()
    }
}
