//! Rule systems as the rulebook needs them: started, dressed by a scenario's lines, and asked.

use super::asks::RuleAsks;
use super::format::RawCombatant;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision};
use crate::combat::system::RuleSystem;
use std::sync::Arc;

/// A rule system whose scenarios can be played.
pub trait Host: Sync {
    /// Its battles; `None` for a book that only asks, such as the board's.
    fn rules(&self) -> Option<Arc<dyn RuleSystem>>;

    /// Its questions.
    fn asks(&self) -> &dyn RuleAsks;

    /// Gives a combatant the numbers and gear of its line.
    ///
    /// # Errors
    /// Whatever of the line the system cannot use.
    fn dress(
        &self,
        battle: &mut Battle,
        who: CombatantId,
        line: &RawCombatant,
        sheet: Option<&str>,
    ) -> Result<(), String>;

    /// What somebody does whom the case does not mention; `None` is the game's own preset.
    fn quiet(&self, battle: &mut Battle, decision: &Decision) -> Option<Choice>;
}

/// The host of a system.
pub fn host(system: &str) -> Option<&'static dyn Host> {
    match system {
        "phases" => Some(&super::phases::Phases),
        "wounds" => Some(&super::wounds::Wounds),
        "nar" => Some(&super::nar::NarBook),
        "board" => Some(&super::board::BoardBook),
        _ => None,
    }
}
