//! Who stands out on the board: those asked, those due, whoever strikes.

use super::{Mode, Play};
use crate::client::battle::prompt::Asked;
use crate::client::battle::stage::Casting;
use crate::combat::combatant::CombatantId;
use crate::combat::event::EventKind;
use std::collections::BTreeSet;

impl Play {
    pub(super) fn casting(&self) -> Casting {
        let selected = match &self.mode {
            Mode::Asking(prompt) => Some(prompt.who()),
            _ => None,
        };
        let due = match &self.mode {
            Mode::Asking(prompt) => prompt
                .card
                .entries
                .iter()
                .filter(|entry| entry.is_due())
                .map(|entry| entry.decision.who)
                .collect(),
            _ => Vec::new(),
        };
        let mut casting = Casting {
            selected,
            due,
            bright: Vec::new(),
            told: self.told_hexes(),
            ground: 255,
        };
        if let Mode::Asking(prompt) = &self.mode
            && prompt.asked == Asked::Answer
        {
            // The rest steps back behind the blows.
            casting.ground = 110;
            casting.bright = vec![prompt.who()];
            casting.bright.extend(self.strikers(prompt.who()));
        }
        casting
    }

    /// Whoever struck at somebody in this unit.
    pub(super) fn strikers(&self, who: CombatantId) -> Vec<CombatantId> {
        let Some(engine) = self.engine.as_deref() else {
            return Vec::new();
        };
        let unit = engine.battle.flow().unit;
        let reader = self.sight.reader;
        let struck: BTreeSet<CombatantId> = engine
            .battle
            .events(reader)
            .filter(|event| event.unit == unit)
            .filter_map(|event| match &event.kind {
                EventKind::Swung { target, result, .. }
                    if *target == who && matches!(result.as_str(), "hit" | "critical") =>
                {
                    event.who
                }
                _ => None,
            })
            .collect();
        struck.into_iter().collect()
    }

    /// The blows that come at somebody, in words.
    pub(super) fn blows(&self, who: CombatantId) -> Vec<String> {
        let Some(engine) = self.engine.as_deref() else {
            return Vec::new();
        };
        let unit = engine.battle.flow().unit;
        engine
            .battle
            .events(self.sight.reader)
            .filter(|event| event.unit == unit)
            .filter_map(|event| match &event.kind {
                EventKind::Swung {
                    target,
                    weapon,
                    result,
                    ..
                } if *target == who && matches!(result.as_str(), "hit" | "critical") => {
                    let name = event.who.map_or("somebody", |by| self.sight.name(by));
                    let roll = event.dice.first().and_then(|thrown| thrown.faces.first());
                    let roll = roll.map_or(String::new(), |face| format!(", rolled {face}"));
                    Some(format!(
                        "{name}, {} ({result}{roll})",
                        weapon.replace('_', " ")
                    ))
                }
                _ => None,
            })
            .collect()
    }
}
