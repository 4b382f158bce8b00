//! Where the battle stands: unit, stage, part, and the window in which somebody may choose.
//!
//! A beat is the work between two points where somebody may have to choose. The stage names the
//! set of `Resolve` that has work; it is plain data and part of every snapshot.

use super::combatant::{CombatantId, SideId};
use super::order::{Choice, Decision, DecisionId, Order};
use super::status::Status;
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// The set of `Resolve` that has work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The unit begins.
    Clock,
    /// Steps, turns, charges into contact, blows in passing.
    Movement,
    /// Actions are stated and rolled.
    Action,
    /// The struck answer.
    Reaction,
    /// Damage and what it causes.
    Resolution,
    /// The next action is chosen.
    Declaration,
    /// Ticks, endings, the unit's end.
    Upkeep,
    /// The battle is over.
    Over,
}

impl Stage {
    /// A stable number for dice keys.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Clock => "clock",
            Stage::Movement => "movement",
            Stage::Action => "action",
            Stage::Reaction => "reaction",
            Stage::Resolution => "resolution",
            Stage::Declaration => "declaration",
            Stage::Upkeep => "upkeep",
            Stage::Over => "over",
        }
    }
}

/// A window: decisions that are answered together, each side's as drafts until all have sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Its number, counted from 1 over the battle.
    pub number: u32,
    /// What is decided: `plot`, `statement`, `reaction`, `declaration`, …
    pub kind: SmolStr,
    /// Whether sides answer in secret.
    pub sealed: bool,
    /// What there is to decide.
    pub decisions: Vec<Decision>,
    /// Answers so far, freely changed until their side seals. Secret: [`SeatWindow`] reads them.
    pub(super) drafts: BTreeMap<DecisionId, Order>,
    /// Orders of sides that answer no decision, in the order given. Secret, too.
    pub(super) side_drafts: Vec<Order>,
    /// Sides that have sealed.
    pub(super) seals: BTreeSet<SideId>,
}

/// The open window as a seat sees it: what is asked of everybody, and of the drafts its own.
#[derive(Clone, Copy)]
pub struct SeatWindow<'a> {
    pub(super) window: &'a Window,
    pub(super) status: &'a Status,
    pub(super) side: SideId,
}

impl<'a> SeatWindow<'a> {
    /// What is asked of this side.
    pub fn own(&self) -> impl Iterator<Item = &'a Decision> + use<'a> {
        let side = self.side;
        let decisions = self.window.decisions.iter();
        decisions.filter(move |decision| decision.side == side)
    }

    /// This side's answers so far, by decision.
    pub fn drafts(&self) -> impl Iterator<Item = &'a Order> + use<'a> {
        let drafts = &self.window.drafts;
        self.own().filter_map(|decision| drafts.get(&decision.id))
    }

    /// This side's answer to a decision so far; `None` for a decision of another one.
    pub fn draft(&self, decision: DecisionId) -> Option<&'a Order> {
        self.drafts().find(|order| order.decision == decision)
    }

    /// This side's orders so far that answer no decision, in the order given.
    pub fn side_drafts(&self) -> impl Iterator<Item = &'a Order> + use<'a> {
        let (status, side) = (self.status, self.side);
        let drafts = self.window.side_drafts.iter();
        drafts.filter(move |order| status.side_of(order.who) == Some(side))
    }

    /// Whether this side has sealed.
    pub fn has_sealed(&self) -> bool {
        self.window.seals.contains(&self.side)
    }
}

impl Window {
    /// Sides that have something to decide.
    pub fn sides(&self) -> BTreeSet<SideId> {
        self.decisions
            .iter()
            .map(|decision| decision.side)
            .collect()
    }

    /// Sides that have not sealed yet.
    pub fn waiting(&self) -> impl Iterator<Item = SideId> + '_ {
        self.sides()
            .into_iter()
            .filter(|side| !self.seals.contains(side))
    }

    /// Puts down an answer; an earlier one to the same decision is replaced. What may be put down is
    /// the battle's to check.
    pub(crate) fn put(&mut self, order: Order) {
        self.drafts.insert(order.decision, order);
    }

    /// Puts down an order that answers no decision; an earlier one of the same verb for the same
    /// combatant is replaced.
    pub(crate) fn put_side(&mut self, order: Order) {
        self.side_drafts
            .retain(|old| old.who != order.who || old.choice.verb != order.choice.verb);
        self.side_drafts.push(order);
    }

    /// Seals a side's answers.
    pub(crate) fn seal(&mut self, side: SideId) {
        self.seals.insert(side);
    }

    /// A decision by number.
    pub fn decision(&self, id: DecisionId) -> Option<&Decision> {
        self.decisions.iter().find(|decision| decision.id == id)
    }

    /// The decision that sits on a combatant.
    pub fn of(&self, who: CombatantId) -> Option<&Decision> {
        self.decisions.iter().find(|decision| decision.who == who)
    }
}

/// Where the battle stands.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Unit of time (phase, row, second, round); 0 before the first.
    pub unit: u32,
    /// The set that has work.
    pub stage: Stage,
    /// The part of the stage: rule systems number their own.
    pub part: u8,
    /// Step inside the stage, for dice keys and movement rounds.
    pub step: u16,
    /// The open window.
    pub window: Option<Window>,
    /// Answers of the window that closed last, in order of combatant.
    pub answers: Vec<Order>,
    /// Windows opened so far.
    pub windows: u32,
    /// Decisions numbered so far.
    pub decisions: u32,
    /// Beats run so far; a guard against a battle that never comes to a window.
    pub beats: u64,
}

impl Default for Flow {
    fn default() -> Flow {
        Flow {
            unit: 0,
            stage: Stage::Clock,
            part: 0,
            step: 0,
            window: None,
            answers: Vec::new(),
            windows: 0,
            decisions: 0,
            beats: 0,
        }
    }
}

impl Flow {
    /// Goes on with a stage from its first part.
    pub fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.part = 0;
        self.step = 0;
    }

    /// Opens a window over combatants (who, side, verbs), or nothing if there is nobody to ask.
    /// Whoever comes next finds the answers in [`Flow::answers`].
    pub fn open(
        &mut self,
        kind: &str,
        sealed: bool,
        asked: impl IntoIterator<Item = (CombatantId, SideId, Vec<SmolStr>)>,
    ) {
        self.answers.clear();
        let mut decisions = Vec::new();
        for (who, side, verbs) in asked {
            self.decisions += 1;
            let id = DecisionId(self.decisions);
            decisions.push(Decision {
                id,
                who,
                side,
                kind: SmolStr::new(kind),
                verbs,
            });
        }
        if decisions.is_empty() {
            return;
        }
        self.windows += 1;
        self.window = Some(Window {
            number: self.windows,
            kind: SmolStr::new(kind),
            sealed,
            decisions,
            drafts: BTreeMap::new(),
            side_drafts: Vec::new(),
            seals: BTreeSet::new(),
        });
    }

    /// The answer of a combatant in the window that closed last.
    pub fn answer(&self, who: CombatantId) -> Option<&Choice> {
        self.answers
            .iter()
            .find(|order| order.who == who)
            .map(|order| &order.choice)
    }
}
