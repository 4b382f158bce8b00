//! What a click would do, before it is done: the way there and who may strike on it, or the chance.

use super::pointing::Meant;
use super::{Asked, Prompt};
use crate::board::Hex;
use crate::client::battle::chances;
use crate::client::battle::engine::Engine;
use crate::seat::foresight::{Threat, Walk};

/// What pointing at a hex would choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    /// The hex.
    pub hex: Hex,
    /// At a run.
    pub run: bool,
    /// The choice in words, what it comes to, why it cannot be: a line each.
    pub lines: Vec<String>,
    /// It is refused.
    pub refused: bool,
    /// The walk it would be.
    pub walk: Option<Walk>,
    /// Who may strike on the way.
    pub threats: Vec<Threat>,
}

impl Prompt {
    /// Looks at what a click on a hex would choose. Worked out once for a hex.
    pub fn look_at(&mut self, engine: &mut Engine, hex: Hex, run: bool) {
        let known = self.glimpse.as_ref();
        if known.is_some_and(|glimpse| glimpse.hex == hex && glimpse.run == run) {
            return;
        }
        let mut glimpse = Glimpse {
            hex,
            run,
            lines: Vec::new(),
            refused: false,
            walk: None,
            threats: Vec::new(),
        };
        let (choice, odds) = match self.meant(hex, run) {
            Some(Meant::Row(row)) => (self.rows[row].choice.clone(), self.rows[row].odds.clone()),
            Some(Meant::Choice(choice)) => (*choice, None),
            None => {
                self.glimpse = Some(glimpse);
                return;
            }
        };
        if choice == self.choice {
            self.glimpse = Some(glimpse);
            return;
        }
        let who = self.who();
        let words = self.sight.words(who, &choice);
        let chance = odds.as_ref().and_then(chances::short);
        glimpse.lines.push(match chance {
            Some(chance) => format!("Click: {words}, {chance}"),
            None => format!("Click: {words}"),
        });
        let decision = self.entry().decision.clone();
        if let Err(refusal) = engine.battle.check(&decision, &choice) {
            glimpse.lines.push(refusal.to_string());
            glimpse.refused = true;
        } else if self.asked == Asked::Plan && odds.is_none() {
            (glimpse.walk, glimpse.threats) = self.foreseen(engine, &choice);
            if let Some(walk) = &glimpse.walk {
                glimpse.lines.extend(self.told_of(walk));
            }
            let names = glimpse.threats.iter().map(|threat| {
                let name = self.sight.name(threat.who);
                match threat.first().and_then(chances::short) {
                    Some(chance) => format!("{name} may strike in passing, {chance}"),
                    None => format!("{name} may strike in passing"),
                }
            });
            glimpse.lines.extend(names);
        } else if let Some(now) = odds.as_ref().and_then(|odds| odds.answers.first()) {
            let spreads = chances::of(now).spreads;
            let means = spreads
                .iter()
                .map(|spread| format!("{} {:.1}", spread.name, spread.mean));
            let words: Vec<String> = means.collect();
            if !words.is_empty() {
                glimpse
                    .lines
                    .push(format!("On average {}", words.join(", ")));
            }
        }
        self.glimpse = Some(glimpse);
    }

    /// A walk in a line: how far it comes now, where it ends.
    fn told_of(&self, walk: &Walk) -> Option<String> {
        if walk.metres() == 0 && walk.turned == 0 {
            return (!walk.stops.is_empty()).then(|| walk.stops.clone());
        }
        let gait = if walk.run { "runs" } else { "walks" };
        let unit = self.sight.rules().unit_name();
        let mut words = format!("This {unit}: {gait} {} m", walk.metres());
        if let Some(facing) = walk.facing {
            words.push_str(&format!(", ends facing {}", self.sight.dir(facing)));
        }
        Some(words)
    }
}
