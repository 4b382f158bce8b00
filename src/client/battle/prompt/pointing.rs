//! What pointing at a hex means: what stands there decides.

use super::{Asked, Prompt, Row};
use crate::board::Hex;
use crate::client::battle::engine::Engine;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::Choice;
use crate::combat::plot::{Gait, Intent, Plot};
use smol_str::SmolStr;

/// What pointing at a hex means.
pub(super) enum Meant {
    /// A row of the list.
    Row(usize),
    /// A choice that stands in no list.
    Choice(Box<Choice>),
}

impl Prompt {
    /// The verb of plans, on a card that takes them.
    pub(super) fn plan_verb(&self) -> Option<SmolStr> {
        // Where a blow may hold a way to it, the way alone is another verb.
        let plans = |row: &&Row| row.choice.slots.plot.is_some();
        let alone = |row: &&Row| row.choice.slots.targets.is_empty();
        let offered = || self.rows[..self.offered].iter().filter(plans);
        offered()
            .find(alone)
            .or_else(|| offered().next())
            .map(|row| row.choice.verb.clone())
    }

    /// Whether two sides are enemies.
    pub(super) fn enemy(&self, other: SideId) -> bool {
        !self.sight.allied(self.side, other)
    }

    /// The best thing to do about a hex: what stands there decides.
    pub fn point(&mut self, engine: &mut Engine, hex: Hex, run: bool) {
        match self.meant(hex, run) {
            Some(Meant::Row(row)) => self.choose(engine, row),
            Some(Meant::Choice(choice)) => {
                self.row = None;
                self.look(engine, *choice);
            }
            None if self.asked != Asked::Plan => self.point_refused(engine, hex),
            None => {}
        }
    }

    /// What pointing at a hex means; nothing is chosen by it.
    pub(super) fn meant(&self, hex: Hex, run: bool) -> Option<Meant> {
        match self.asked {
            Asked::Plan => self.meant_plan(hex, run),
            Asked::Deed | Asked::Answer => self.meant_deed(hex).map(Meant::Row),
        }
    }

    fn meant_plan(&self, hex: Hex, run: bool) -> Option<Meant> {
        let (who, name) = (self.who(), self.plan_verb()?);
        let there = self
            .sight
            .figures
            .iter()
            .find(|figure| figure.place.hex == hex && figure.fitness.fills_hex())
            .map(|figure| (figure.id, figure.side));
        // Where going and striking are one question, whoever can be struck at is.
        let strikes = self.rows[..self.offered]
            .iter()
            .any(|row| there.is_some_and(|(id, _)| row.choice.slots.targets.contains(&id)));
        if strikes && let Some(row) = self.meant_deed(hex) {
            return Some(Meant::Row(row));
        }
        let found = match there {
            Some((id, side)) if id != who && self.enemy(side) => {
                let reach = self
                    .sight
                    .figure(who)
                    .map_or(1, |figure| figure.reach.max(1));
                let near = self.sight.figure(who).is_some_and(|me| {
                    crate::board::distance(me.place.hex, hex) <= u32::from(reach)
                });
                self.rows
                    .iter()
                    .position(|row| match &row.choice.slots.plot {
                        Some(plot) if near => plot.intent == Intent::Face(id),
                        Some(plot) => {
                            matches!(plot.intent, Intent::Close(whom, _) if whom == id)
                                && (plot.gait == Gait::Run) == run
                        }
                        None => false,
                    })
            }
            Some((id, _)) if id != who => self.rows.iter().position(|row| {
                row.choice.slots.plot.as_ref().is_some_and(
                    |plot| matches!(plot.intent, Intent::Follow(whom, _) if whom == id),
                )
            }),
            Some(_) => self
                .rows
                .iter()
                .position(|row| row.choice.slots.plot.as_ref() == Some(&Plot::default())),
            None => None,
        };
        if let Some(row) = found {
            return Some(Meant::Row(row));
        }
        if there.is_some() {
            return None;
        }
        let mut choice = Choice::plain(&name);
        let plot = Plot {
            gait: if run { Gait::Run } else { Gait::Walk },
            ..Plot::new(Intent::Goto(hex))
        };
        choice.slots.plot = Some(plot);
        choice.slots.flags = self
            .choice
            .slots
            .flags
            .iter()
            .filter(|flag| *flag != "look")
            .cloned()
            .collect();
        Some(Meant::Choice(Box::new(choice)))
    }

    fn there(&self, hex: Hex) -> Vec<CombatantId> {
        self.sight
            .figures
            .iter()
            .filter(|figure| figure.place.hex == hex && figure.fitness.on_board())
            .map(|figure| figure.id)
            .collect()
    }

    /// Whether a row is about a hex or whoever stands there; answers lead into the hex beside.
    fn fits(&self, row: &Row, hex: Hex, there: &[CombatantId]) -> bool {
        let slots = &row.choice.slots;
        let beside = || {
            let me = self.sight.figure(self.who())?;
            Some(slots.dir?.from(me.place.hex))
        };
        slots.targets.iter().any(|target| there.contains(target))
            || slots.hex == Some(hex)
            || (self.asked == Asked::Answer && beside() == Some(hex))
    }

    /// The next choice for what stands in a hex: another click on the same place goes to the next.
    fn meant_deed(&self, hex: Hex) -> Option<usize> {
        let there = self.there(hex);
        let offered = self.offered;
        let from = self.row.map_or(0, |row| row + 1);
        (0..offered)
            .map(|step| (from + step) % offered.max(1))
            .find(|row| self.fits(&self.rows[*row], hex, &there))
    }

    /// Where nothing is on offer the first that is refused says why.
    fn point_refused(&mut self, engine: &mut Engine, hex: Hex) {
        let there = self.there(hex);
        let foe = there
            .iter()
            .find(|id| {
                self.sight
                    .figure(**id)
                    .is_some_and(|figure| self.enemy(figure.side))
            })
            .copied();
        if foe.is_some() {
            self.focus_on(foe);
        }
        let mut refused = self.offered..self.rows.len();
        if let Some(row) = refused.find(|row| self.fits(&self.rows[*row], hex, &there)) {
            self.choose(engine, row);
        }
    }
}
