//! A look ahead at one's own walk: the movement is run in a second battle, with other dice, where
//! everybody of the other sides stands still. What they mean to do stays their secret.

use super::engine::Engine;
use crate::board::{Dir, Hex};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::dice::{Script, Thrown};
use crate::combat::event::EventKind;
use crate::combat::flow::{Flow, Stage};
use crate::combat::order::{Choice, Order, Slots};
use crate::combat::plot::Plot;
use crate::combat::snapshot::Snapshot;
use crate::seat::Card;
use std::collections::{BTreeMap, VecDeque};

/// A walk as it would go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Hexes in order, the start first.
    pub hexes: Vec<Hex>,
    /// Facing at its end.
    pub facing: Option<Dir>,
    /// Sixths of a circle turned in all.
    pub turned: u32,
    /// At a run.
    pub run: bool,
    /// It comes to a charge.
    pub charges: bool,
    /// Why it stops, if that was told.
    pub stops: String,
}

impl Walk {
    /// Hexes walked.
    pub fn metres(&self) -> usize {
        self.hexes.len().saturating_sub(1)
    }
}

/// A second battle for looking ahead, from the state of an open window.
pub struct Foresight {
    shadow: Battle,
    state: Snapshot,
    events: usize,
    side: SideId,
}

/// The shadow throws other dice, so that no look ahead tells of the real ones.
const OTHER_DICE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Foresight {
    /// From the open window; `None` if the state cannot be written down.
    pub fn new(engine: &mut Engine, side: SideId) -> Option<Foresight> {
        let state = engine.battle.snapshot().ok()?;
        let rules = engine.battle.rules().clone();
        let shadow = Battle::start(rules, engine.keeper.setup(), engine.seed ^ OTHER_DICE).ok()?;
        let events = engine.battle.events(None).count();
        Some(Foresight {
            shadow,
            state,
            events,
            side,
        })
    }

    /// Puts the shadow at the window with the side's answers, `choice` for one of them, and closes it.
    fn answer(&mut self, card: &Card, who: CombatantId, choice: &Choice) -> Option<()> {
        self.shadow.restore(&self.state).ok()?;
        self.shadow.clear_drafts();
        let window = self.shadow.window()?.clone();
        for decision in &window.decisions {
            let own = card
                .entries
                .iter()
                .find(|entry| entry.decision.id == decision.id);
            let choice = match own {
                Some(_) if decision.who == who => choice.clone(),
                Some(entry) => entry.marked().clone(),
                None if decision.side == self.side => continue,
                // A plot of nothing but standing there.
                None => {
                    let slots = Slots {
                        plot: Some(Plot::default()),
                        ..Slots::default()
                    };
                    Choice {
                        verb: choice.verb.clone(),
                        slots,
                    }
                }
            };
            let order = Order {
                decision: decision.id,
                who: decision.who,
                choice,
            };
            if self.shadow.draft(decision.side, order).is_err() && decision.who == who {
                return None;
            }
        }
        for side in window.sides() {
            self.shadow.seal(side).ok()?;
        }
        Some(())
    }

    /// The unit of time in which a declaration would come due, and the die it hangs on.
    fn due(
        &mut self,
        card: &Card,
        who: CombatantId,
        choice: &Choice,
        script: Option<Script>,
    ) -> Option<(u32, Option<Thrown>)> {
        self.answer(card, who, choice)?;
        self.shadow.script(script.unwrap_or_default());
        let unit = self.shadow.flow().unit;
        let over = |flow: &Flow| {
            flow.unit != unit || flow.stage != Stage::Declaration || flow.window.is_some()
        };
        self.shadow.advance_until(over).ok()?;
        let mut die = None;
        let mut due = None;
        for event in self
            .shadow
            .events(None)
            .skip(self.events)
            .filter(|event| event.who == Some(who))
        {
            let single = event
                .dice
                .iter()
                .find(|thrown| thrown.who == who && thrown.faces.len() == 1);
            die = single.cloned().or(die);
            if let EventKind::Initiative { due: unit } = event.kind {
                due = Some(unit);
                break;
            }
        }
        Some((due?, die))
    }

    /// The units of time in which a declaration may come due, each with its share of 1: the die is
    /// thrown once for every face.
    pub fn when(&mut self, card: &Card, who: CombatantId, choice: &Choice) -> Vec<(u32, f32)> {
        /// More faces than this are not gone through.
        const FACES: u16 = 20;
        let Some((due, die)) = self.due(card, who, choice, None) else {
            return Vec::new();
        };
        let Some(die) = die.filter(|die| die.sides <= FACES) else {
            return vec![(due, 1.0)];
        };
        let mut units: BTreeMap<u32, f32> = BTreeMap::new();
        for face in 1..=die.sides {
            let mut script = Script::default();
            script
                .faces
                .insert((who, die.purpose.clone()), VecDeque::from([face]));
            if let Some((due, _)) = self.due(card, who, choice, Some(script)) {
                *units.entry(due).or_default() += 1.0 / f32::from(die.sides);
            }
        }
        units.into_iter().collect()
    }

    /// How the walk of a combatant would go, with what his side has marked for the others.
    pub fn walk(
        &mut self,
        card: &Card,
        who: CombatantId,
        facing: Dir,
        at: Hex,
        choice: &Choice,
    ) -> Option<Walk> {
        self.answer(card, who, choice)?;
        let unit = self.shadow.flow().unit;
        let over = |flow: &Flow| {
            flow.unit != unit
                || !matches!(flow.stage, Stage::Clock | Stage::Movement)
                || flow.window.is_some()
        };
        self.shadow.advance_until(over).ok()?;
        // The whole log is counted, so that nothing of before is taken for the walk.
        let side = Some(self.side);
        let news = self.shadow.events(None).skip(self.events);
        let news = news.filter(|event| event.who == Some(who) && event.visible_to(side));
        let mut walk = Walk {
            hexes: vec![at],
            facing: Some(facing),
            ..Walk::default()
        };
        for event in news {
            match &event.kind {
                EventKind::Moved { from, to, run } if walk.hexes.last() == Some(from) => {
                    walk.hexes.push(*to);
                    walk.run |= run;
                }
                EventKind::Turned { from, to } if walk.facing == Some(*from) => {
                    walk.turned += from.sixths_to(*to).unsigned_abs();
                    walk.facing = Some(*to);
                }
                EventKind::Stopped if walk.stops.is_empty() => walk.stops.clone_from(&event.note),
                EventKind::Charged { .. } => {
                    walk.charges = true;
                    break;
                }
                _ => {}
            }
        }
        Some(walk)
    }
}
