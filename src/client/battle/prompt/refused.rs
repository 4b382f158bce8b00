//! What is not on offer, with the reason: the verbs say what one may wish for, their own checks why
//! it cannot be.

use super::{Prompt, Row};
use crate::board::distance;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::verb;

impl Prompt {
    /// Looks at the choices for another one, the nearest enemy if nobody is named, and lists what
    /// is refused for him after what is on offer.
    pub(super) fn focus_on(&mut self, whom: Option<CombatantId>) {
        let whom = whom.or(self.focus).or_else(|| self.nearest_foe());
        if whom.is_some() && whom == self.focus {
            return;
        }
        self.focus = whom;
        self.rows.truncate(self.offered);
        let refused = self.refused();
        self.rows.extend(refused);
    }

    fn nearest_foe(&self) -> Option<CombatantId> {
        let here = self.sight.figure(self.who())?.place.hex;
        self.sight
            .figures
            .iter()
            .filter(|figure| self.enemy(figure.side) && figure.fitness.fills_hex())
            .min_by_key(|figure| (distance(here, figure.place.hex), figure.id))
            .map(|figure| figure.id)
    }

    fn refused(&self) -> Vec<Row> {
        let who = self.who();
        let offered = &self.rows[..self.offered];
        let mut rows: Vec<Row> = Vec::new();
        for name in &self.entry().decision.verbs {
            let Some(found) = verb(self.sight.rules(), name) else {
                continue;
            };
            let kind = |slots: &Slots| (slots.flags.clone(), slots.targets.first().copied());
            let mut told: Vec<Refusal> = Vec::new();
            for slots in found.wishes(&self.sight.ask(), who, self.focus) {
                let on_offer = offered
                    .iter()
                    .any(|row| row.choice.verb == *name && kind(&row.choice.slots) == kind(&slots));
                if on_offer {
                    continue;
                }
                let Err(refusal) = found.check(&self.sight.ask(), who, &slots) else {
                    continue;
                };
                // What only lacks a part of its form is no refusal of a rule; and one reason is
                // told once for a verb.
                if refusal.rule.is_empty() || told.contains(&refusal) {
                    continue;
                }
                told.push(refusal.clone());
                let choice = Choice::new(name, slots);
                rows.push(Row {
                    words: self.sight.words(who, &choice),
                    odds: None,
                    choice,
                    refusal: Some(refusal),
                });
            }
        }
        rows
    }
}
