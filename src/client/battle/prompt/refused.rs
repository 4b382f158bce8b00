//! What is not on offer, below the list.

use super::{Prompt, Row};
use crate::combat::combatant::CombatantId;
use crate::combat::order::Choice;
use crate::seat::refused::{nearest_foe, refused};

impl Prompt {
    /// Looks at the choices for another one, the nearest enemy if nobody is named, and lists what
    /// is refused for him after what is on offer.
    pub(super) fn focus_on(&mut self, whom: Option<CombatantId>) {
        let nearest = || nearest_foe(&self.sight, self.who());
        let whom = whom.or(self.focus).or_else(nearest);
        if whom.is_some() && whom == self.focus {
            return;
        }
        self.focus = whom;
        self.rows.truncate(self.offered);
        let refused = self.refused();
        self.rows.extend(refused);
    }

    fn refused(&self) -> Vec<Row> {
        let offered: Vec<&Choice> = self.rows[..self.offered]
            .iter()
            .map(|row| &row.choice)
            .collect();
        refused(&self.sight, &self.entry().decision, &offered, self.focus)
            .into_iter()
            .map(|(choice, refusal)| Row {
                words: self.sight.words(self.who(), &choice),
                odds: None,
                choice,
                refusal: Some(refusal),
            })
            .collect()
    }
}
