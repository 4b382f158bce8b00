//! What a controller may look at: its side's scene, figures and events, and nothing else.

use super::key::Key;
use crate::board::{Board, Hex};
use crate::combat::assess::Assessment;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::endings::Objective;
use crate::combat::event::Event;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Decision, Preset};
use crate::combat::system::{FigureView, RuleSystem, verb};
use std::any::Any;
use std::cell::OnceCell;
use std::sync::Arc;

/// One side's view of an open window.
pub struct SeatView<'a> {
    battle: &'a Battle,
    ask: Ask<'a>,
    side: SideId,
    seed: u64,
    window: u32,
    figures: OnceCell<Vec<FigureView>>,
}

impl<'a> SeatView<'a> {
    /// The view of a side; the scene must be that side's.
    pub(super) fn new(
        battle: &'a Battle,
        scene: &'a (dyn Any + Send + Sync),
        side: SideId,
        seed: u64,
        window: u32,
    ) -> SeatView<'a> {
        SeatView {
            battle,
            ask: Ask { scene },
            side,
            seed,
            window,
            figures: OnceCell::new(),
        }
    }

    /// The side looked from.
    pub fn side(&self) -> SideId {
        self.side
    }

    /// The rule system.
    pub fn rules(&self) -> &dyn RuleSystem {
        &**self.battle.rules()
    }

    /// What verbs are asked with.
    pub fn ask(&self) -> &Ask<'a> {
        &self.ask
    }

    /// Unit of time.
    pub fn unit(&self) -> u32 {
        self.battle.flow().unit
    }

    /// All combatants as the side may know them, by id.
    pub fn figures(&self) -> &[FigureView] {
        self.figures.get_or_init(|| self.rules().figures(&self.ask))
    }

    /// One combatant.
    pub fn figure(&self, who: CombatantId) -> Option<&FigureView> {
        self.figures().iter().find(|figure| figure.id == who)
    }

    /// Everything that happened and that the side may know, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.battle.events(Some(self.side))
    }

    /// Whether a combatant fights against the side.
    pub fn is_enemy(&self, who: CombatantId) -> bool {
        let status = self.battle.status();
        status
            .side_of(who)
            .is_some_and(|side| status.team(side) != status.team(self.side))
    }

    /// Number of combatants; ids run from 0 to this.
    pub fn combatants(&self) -> u16 {
        u16::try_from(self.battle.status().combatants).unwrap_or(u16::MAX)
    }

    /// What the side asks of its rule system.
    pub fn assess(&self) -> Box<dyn Assessment + '_> {
        self.battle.rules().assess(self.ask)
    }

    /// The ground as the side knows it.
    pub fn board(&self) -> Option<Arc<Board>> {
        self.rules().board(&self.ask)
    }

    /// Objectives of all sides: whether the own side (or an ally) is after it, and how much of it is
    /// done, in thousandths, where that is counted.
    pub fn goals(&self) -> impl Iterator<Item = (bool, &Objective, i32)> {
        let status = self.battle.status();
        let own = status.team(self.side);
        status.sides.iter().enumerate().flat_map(move |(at, side)| {
            let id = SideId(u8::try_from(at).unwrap_or(u8::MAX));
            let goals = side.goals.list.iter().enumerate();
            goals.map(move |(place, objective)| {
                let done = match objective {
                    Objective::Hold { seconds, .. } => {
                        let held = status.tally.held_seconds(id, place as u16);
                        1000 * u64::from(held) / u64::from((*seconds).max(1))
                    }
                    _ => 0,
                };
                (Some(side.team) == own, objective, done.min(1000) as i32)
            })
        })
    }

    /// The hexes of a zone of the level.
    pub fn zone(&self, name: &str) -> &[Hex] {
        self.battle.status().zone(name)
    }

    /// Units since somebody was last harmed or swung at.
    pub fn quiet_units(&self) -> i32 {
        self.battle.status().quiet_units(self.unit())
    }

    /// What a decision comes to if nobody answers.
    pub fn preset(&self, decision: &Decision) -> Preset {
        self.rules().preset(&self.ask, decision)
    }

    /// Choices worth offering, verb by verb in the order the decision lists them.
    pub fn options(&self, decision: &Decision) -> Vec<Vec<Choice>> {
        let verbs = decision.verbs.iter();
        verbs
            .map(|name| match verb(self.rules(), name) {
                Some(verb) => verb.options(&self.ask, decision.who),
                None => Vec::new(),
            })
            .collect()
    }

    /// What a choice would come to.
    pub fn odds(&self, who: CombatantId, choice: &Choice) -> Option<Odds> {
        verb(self.rules(), &choice.verb)?.odds(&self.ask, who, &choice.slots)
    }

    /// Whether a choice is allowed now.
    pub fn allows(&self, who: CombatantId, choice: &Choice) -> bool {
        verb(self.rules(), &choice.verb)
            .is_some_and(|verb| verb.check(&self.ask, who, &choice.slots).is_ok())
    }

    /// The controller's own dice for a combatant in this window.
    pub(super) fn key(&self, who: CombatantId) -> Key {
        Key::new(self.seed, self.side, self.window, who)
    }
}
