//! The card: everything one side has to answer in a window, with a choice marked for each.

use super::sight::Sight;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::{Choice, Decision, Preset, Slots};
use smol_str::SmolStr;

/// One combatant on the card.
pub struct Entry {
    /// What is asked.
    pub decision: Decision,
    /// What it comes to if nobody answers.
    pub preset: Preset,
    /// The answer given so far.
    pub draft: Option<Choice>,
    /// Looked at and left as it was.
    pub kept: bool,
    /// Choices by number, the preset first; worked out when first needed.
    options: Option<Vec<Choice>>,
}

impl Entry {
    /// What holds if the card is sealed now.
    pub fn marked(&self) -> &Choice {
        self.draft.as_ref().unwrap_or(&self.preset.choice)
    }

    /// Whether a person still has to look at it.
    pub fn is_due(&self) -> bool {
        self.preset.ask && self.draft.is_none() && !self.kept
    }
}

/// A side's card.
pub struct Card {
    /// Whose it is.
    pub side: SideId,
    /// The window's word.
    pub kind: String,
    /// All own combatants of this window.
    pub entries: Vec<Entry>,
    /// The one who is asked.
    pub current: usize,
}

impl Card {
    /// The card of a side in the open window; `None` if the side has nothing to answer.
    pub fn new(battle: &mut Battle, side: SideId) -> Option<Card> {
        let window = battle.seat(side)?;
        let asked: Vec<_> = window
            .own()
            .map(|decision| {
                let draft = window.draft(decision.id).map(|order| order.choice.clone());
                (decision.clone(), draft)
            })
            .collect();
        let kind = battle.window()?.kind.to_string();
        let mut entries = Vec::new();
        for (decision, draft) in asked {
            entries.push(Entry {
                preset: battle.preset(&decision),
                draft,
                decision,
                kept: false,
                options: None,
            });
        }
        if entries.is_empty() {
            return None;
        }
        let mut card = Card {
            side,
            kind,
            entries,
            current: 0,
        };
        card.current = card.next_due().unwrap_or(0);
        Some(card)
    }

    /// Combatants that a person should be asked about.
    pub fn asked(&self) -> usize {
        self.entries.iter().filter(|entry| entry.preset.ask).count()
    }

    /// The next one nobody has looked at, if there is one.
    pub fn next_due(&self) -> Option<usize> {
        self.entries.iter().position(Entry::is_due)
    }

    /// The one who is asked.
    pub fn entry(&self) -> &Entry {
        &self.entries[self.current]
    }

    /// The place of a combatant on the card.
    pub fn place_of(&self, who: CombatantId) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| entry.decision.who == who)
    }

    /// All choices of an entry by number.
    pub fn options(&mut self, battle: &mut Battle, sight: &Sight, at: usize) -> &[Choice] {
        let entry = &mut self.entries[at];
        if entry.options.is_none() {
            let mut choices = vec![entry.preset.choice.clone()];
            for choice in battle.options(&entry.decision) {
                let who = entry.decision.who;
                if !choices.iter().any(|known| sight.same(who, known, &choice)) {
                    choices.push(choice);
                }
            }
            entry.options = Some(choices);
        }
        entry.options.as_deref().unwrap_or(&[])
    }

    /// The verb of a decision that takes plots, if one does.
    pub fn plot_verb(&mut self, battle: &mut Battle, sight: &Sight, at: usize) -> Option<SmolStr> {
        self.plot_verbs(battle, sight, at).into_iter().next()
    }

    /// The verbs of a decision that take plots: those that need nothing beside one, if there are
    /// such. A blow that is struck at the end of a way is no plan.
    pub fn plot_verbs(&mut self, battle: &mut Battle, sight: &Sight, at: usize) -> Vec<SmolStr> {
        let choices = self.options(battle, sight, at);
        let plots = || choices.iter().filter(|choice| choice.slots.plot.is_some());
        let plain = |choice: &&Choice| {
            let alone = Slots {
                plot: choice.slots.plot.clone(),
                ..Slots::default()
            };
            choice.slots == alone
        };
        let mut verbs: Vec<SmolStr> = Vec::new();
        for choice in plots().filter(plain) {
            if !verbs.contains(&choice.verb) {
                verbs.push(choice.verb.clone());
            }
        }
        if verbs.is_empty() {
            verbs.extend(plots().next().map(|choice| choice.verb.clone()));
        }
        verbs
    }
}
