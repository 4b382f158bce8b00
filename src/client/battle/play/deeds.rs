//! What a player does: chooses, keeps, seals, takes back, gives up.

use super::{Mode, Play};
use crate::client::battle::engine::Stop;
use crate::client::battle::panels::Deed;
use crate::client::sounds::Cue;
use crate::combat::battle::CONCEDE;
use crate::combat::order::{Choice, DecisionId, Order};
use crate::seat::Keeper;

impl Play {
    /// Carries out what was done at a panel.
    pub(super) fn obey(&mut self, deed: Deed) {
        let Mode::Asking(prompt) = &mut self.mode else {
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        self.said = None;
        match deed {
            Deed::Choose(row) => {
                prompt.choose(engine, row);
                prompt.answer = 0;
            }
            Deed::Answer(answer) => prompt.answer = answer,
            Deed::Sideways(by) => {
                prompt.sideways(engine, by);
                prompt.answer = 0;
            }
            Deed::Scroll(by) => {
                let first = self.panel.first as i32 + by;
                self.panel.first = first.clamp(0, prompt.rows.len() as i32) as usize;
                // The chosen row may leave the view then.
                prompt.row = None;
                return;
            }
            Deed::Undo => {
                prompt.undo(engine);
                self.panel.first = 0;
            }
            Deed::Turn(by) => {
                let count = prompt.card.entries.len() as i32;
                let next = (prompt.card.current as i32 + by).rem_euclid(count);
                prompt.turn_to(engine, next as usize);
                self.panel.first = 0;
            }
            Deed::Go => match prompt.keep(engine) {
                Err(refusal) => {
                    self.cues.push(Cue::Refusal);
                    self.said = Some(refusal);
                }
                Ok(()) => match prompt.next_due() {
                    Some(next) => {
                        prompt.turn_to(engine, next);
                        self.panel.first = 0;
                    }
                    None => self.seal(),
                },
            },
            Deed::TakeAll => self.seal(),
            // The book lies beyond the battle.
            Deed::Rule(_) => {}
        }
        self.show_choice();
    }

    /// Seals the card and lets the battle go on.
    pub(super) fn seal(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let side = prompt.side;
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        match engine.battle.seal(side) {
            Ok(()) => {
                self.cues.push(Cue::Commit);
                if self.secrets && engine.battle.window().is_some() {
                    engine.autosave();
                }
                self.go_on();
            }
            Err(refusal) => self.said = Some(refusal.to_string()),
        }
    }

    /// Back to the window before, where the battle allows it.
    pub(super) fn take_back(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let side = prompt.side;
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        match engine.keeper.take_back(&mut engine.battle, side) {
            Err(fault) => self.said = Some(fault),
            Ok(()) => {
                let told = engine.battle.events(None).count();
                for book in &mut self.books {
                    book.shown.told = told.min(book.shown.told);
                    book.log.retain(|line| line.event < told);
                    book.since.retain(|line| line.event < told);
                    book.waiting.clear();
                }
                self.stage.playback = Default::default();
                self.pending = Some(Stop::Asked(side));
                self.mode = Mode::Watching;
                self.settle();
                self.said = Some(
                    "Taken back. What came after has not happened; the dice stay the same."
                        .to_owned(),
                );
            }
        }
    }

    pub(super) fn concede(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let (side, who) = (prompt.side, prompt.who());
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        let order = Order {
            decision: DecisionId::NONE,
            who,
            choice: Choice::plain(CONCEDE),
        };
        match engine.battle.draft(side, order) {
            Ok(()) => self.seal(),
            Err(refusal) => self.said = Some(refusal.to_string()),
        }
    }
}
