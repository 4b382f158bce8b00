//! Who may do what now, and why not.

use super::scene::{Declared, Figure, Scene};
use crate::combat::combatant::{Condition, Fitness, Posture};
use crate::combat::refusal::Refusal;

/// Conditions under which nothing can be done at all, with the rule that says so.
const HELPLESS: [(Condition, &str); 4] = [
    (Condition::Stunned, "P-188"),
    (Condition::Pinned, "P-236"),
    (Condition::Bound, "B-094"),
    (Condition::Unconscious, "H-4"),
];

impl Figure {
    /// Cannot move, act or react, whatever the phase: stunned, pinned, bound, out.
    pub fn is_helpless(&self) -> bool {
        self.fitness.is_out()
            || HELPLESS
                .iter()
                .any(|(condition, _)| self.conditions.has(*condition))
    }

    /// On the board, conscious and free to do something in this phase: [`Figure::free`] in one word.
    pub fn is_free(&self) -> bool {
        !self.is_helpless()
            && self.fitness != Fitness::Reserve
            && !self.conditions.has(Condition::Surprised)
    }

    /// On the board, conscious and free to do something in this phase.
    ///
    /// # Errors
    /// What holds him, with its rule.
    pub fn free(&self) -> Result<(), Refusal> {
        let name = &self.label.name;
        match self.fitness {
            Fitness::Out(by) => {
                return Err(Refusal::new("B-093", format!("{name} is {}", by.word())));
            }
            Fitness::Reserve => {
                return Err(Refusal::new("B-099", format!("{name} has not arrived yet")));
            }
            Fitness::Able | Fitness::Disabled => {}
        }
        if self.conditions.has(Condition::Surprised) {
            return Err(Refusal::new(
                "P-005",
                format!("{name} is surprised: no move, action or reaction in Phase 1"),
            ));
        }
        for (condition, rule) in HELPLESS {
            if self.conditions.has(condition) {
                return Err(Refusal::new(
                    rule,
                    format!("{name} is {}", condition.word()),
                ));
            }
        }
        Ok(())
    }

    /// Pinned and held back by nothing else, with his mind on breaking free: all he may try (P-236).
    pub fn struggles(&self) -> bool {
        let other = HELPLESS.iter().any(|(condition, _)| {
            *condition != Condition::Pinned && self.conditions.has(*condition)
        });
        self.tempo.declared == Declared::BreakFree
            && self.conditions.has(Condition::Pinned)
            && self.fitness.fills_hex()
            && !other
    }

    /// May act in the Action sub-phase of this phase: due, holding or rushing, and not spent.
    ///
    /// # Errors
    /// Why not, with the rule.
    pub fn may_act(&self, phase: u32) -> Result<(), Refusal> {
        if !self.struggles() {
            self.free()?;
        }
        let name = &self.label.name;
        if self.maintains() {
            return Err(Refusal::new(
                "P-237",
                format!("{name} keeps his Pin; to act he has to abort, and lets go"),
            ));
        }
        if self.tempo.acted {
            return Err(Refusal::new(
                "P-039",
                format!("{name} has already acted in this phase"),
            ));
        }
        if self.tempo.due > phase && self.tempo.hold.is_none() && !self.tempo.rushing {
            let due = self.tempo.due;
            return Err(Refusal::new(
                "P-042",
                format!(
                    "{name} acts in Phase {due}; to act now a rush must be announced before Movement closes"
                ),
            ));
        }
        Ok(())
    }

    /// Phases by which an action taken now would be early (P-041); 0 when due or held.
    pub fn rushed(&self, phase: u32) -> u32 {
        if self.tempo.hold.is_some() {
            0
        } else {
            self.tempo.due.saturating_sub(phase)
        }
    }

    /// May still react in this phase as far as he himself goes (P-013, P-039).
    pub fn may_react(&self) -> bool {
        self.is_free() && !self.tempo.acted && !self.tempo.reacted && !self.is_steed()
    }

    /// Upright on his own feet.
    pub fn on_feet(&self) -> bool {
        !matches!(self.posture, Posture::Prone | Posture::Swimming) && !self.fitness.is_out()
    }
}

impl Scene {
    /// Enemies on the board and conscious, by id.
    pub fn foes<'a>(&'a self, of: &'a Figure) -> impl Iterator<Item = &'a Figure> + 'a {
        let team = self.teams.get(usize::from(of.side.0));
        self.figures.iter().filter(move |other| {
            other.fitness.fills_hex() && self.teams.get(usize::from(other.side.0)) != team
        })
    }

    /// The same within so many hexes of him, by row, column and id.
    pub fn foes_near<'a>(
        &'a self,
        of: &'a Figure,
        radius: u32,
    ) -> impl Iterator<Item = &'a Figure> + 'a {
        let team = self.teams.get(usize::from(of.side.0));
        self.figures
            .near(of.place.hex, radius)
            .filter(move |other| {
                other.fitness.fills_hex() && self.teams.get(usize::from(other.side.0)) != team
            })
    }

    /// Allies on the board and conscious, by id, himself left out.
    pub fn friends<'a>(&'a self, of: &'a Figure) -> impl Iterator<Item = &'a Figure> + 'a {
        let team = self.teams.get(usize::from(of.side.0));
        self.figures.iter().filter(move |other| {
            other.id != of.id
                && other.fitness.fills_hex()
                && self.teams.get(usize::from(other.side.0)) == team
        })
    }
}
