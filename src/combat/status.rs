//! Sides, who fights for whom, what they are after, and whether the battle is over (B-110 to B-117).

use super::clock::{TICK, UnitLength};
use super::combatant::{CombatantId, Fitness, ItemId, OutBy, SideId};
use super::endings::words::Names;
use super::endings::{
    Ending, Field, Fighter, Goals, Limits, Party, Tally, after_beat, at_tick, captures,
};
use super::event::{Event, EventKind};
use super::setup::Setup;
use crate::board::{Hex, hex_key};
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A side in the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideStatus {
    /// Its name.
    pub name: SmolStr,
    /// Equal numbers are allies.
    pub team: u8,
    /// What it is after.
    pub goals: Goals,
}

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// How.
    pub ending: Ending,
    /// Unit in which it ended.
    pub unit: u32,
}

/// A combatant as the end of the battle sees him, gathered by the rule system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub who: CombatantId,
    /// Able, disabled, out, or yet to arrive.
    pub fitness: Fitness,
    /// Where he is; for one who fled, the exit he left by; `None` off the board.
    pub hex: Option<Hex>,
}

/// Sides, membership, objectives and the end. Saved and hashed whole.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Sides, by id.
    pub sides: Vec<SideStatus>,
    /// Side of each combatant, by id.
    pub members: Vec<SideId>,
    /// Name of each combatant, by id.
    pub names: Vec<SmolStr>,
    /// Number of combatants.
    pub combatants: usize,
    /// Price of each combatant in half points (B-116).
    pub prices: Vec<i32>,
    zones: BTreeMap<SmolStr, Vec<Hex>>,
    limits: Limits,
    length: UnitLength,
    /// What is remembered between ticks.
    pub tally: Tally,
    /// Events already looked at for harm and contact.
    seen: usize,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// Everybody's price in half points. A mount that came with its rider has no price of its own: the
/// rider's is for both, half for each (B-109, B-116).
fn prices(setup: &Setup, price: &dyn Fn(&str) -> u32) -> Vec<i32> {
    let full = |at: usize| price(&setup.combatants[at].archetype) as i32;
    let mut prices: Vec<i32> = (0..setup.combatants.len()).map(|at| 2 * full(at)).collect();
    for (rider, combatant) in setup.combatants.iter().enumerate() {
        let mount = combatant.mount.map(usize::from);
        let own = |mount: &usize| *mount < prices.len() && comes_with(setup, rider, *mount);
        if let Some(mount) = mount.filter(own) {
            prices[rider] = full(rider);
            prices[mount] = full(rider);
        }
    }
    prices
}

/// Whether a mount is one that its rider's archetype brings along.
fn comes_with(setup: &Setup, rider: usize, mount: usize) -> bool {
    let (rider, mount) = (&setup.combatants[rider], &setup.combatants[mount]);
    rider.archetype == RIDER && mount.side == rider.side
}

/// The archetype whose price is for rider and mount (B-109).
const RIDER: &str = "lancer";

impl Status {
    /// At the start of a battle; `price` gives an archetype's points.
    pub fn new(setup: &Setup, length: UnitLength, price: &dyn Fn(&str) -> u32) -> Status {
        let mut zones = setup.zones.clone();
        for hexes in zones.values_mut() {
            hexes.sort_by_key(|hex| hex_key(*hex));
        }
        Status {
            sides: setup
                .sides
                .iter()
                .map(|side| SideStatus {
                    name: side.name.clone(),
                    team: side.team,
                    goals: side.goals.clone(),
                })
                .collect(),
            members: setup
                .combatants
                .iter()
                .map(|combatant| SideId(combatant.side))
                .collect(),
            names: setup
                .combatants
                .iter()
                .map(|combatant| combatant.name.clone())
                .collect(),
            combatants: setup.combatants.len(),
            prices: prices(setup, price),
            zones,
            limits: setup.limits,
            length,
            tally: Tally::default(),
            seen: 0,
            outcome: None,
        }
    }

    /// The side of a combatant.
    pub fn side_of(&self, who: CombatantId) -> Option<SideId> {
        self.members.get(usize::from(who.0)).copied()
    }

    /// The team of a side.
    pub fn team(&self, side: SideId) -> Option<u8> {
        self.sides.get(usize::from(side.0)).map(|side| side.team)
    }

    /// The hexes of a zone, in [`hex_key`] order; none for an unknown name.
    pub fn zone(&self, name: &str) -> &[Hex] {
        self.zones.get(name).map_or(&[], Vec::as_slice)
    }

    /// Names of the zones.
    pub fn zones(&self) -> impl Iterator<Item = &str> {
        self.zones.keys().map(SmolStr::as_str)
    }

    /// The second at which points decide (B-115).
    pub const fn limit(&self) -> u32 {
        self.limits.limit
    }

    /// Seconds on the clock when a unit begins.
    pub const fn began(&self, unit: u32) -> u32 {
        self.length.start(unit)
    }

    /// Units since the last tick with harm or contact before it.
    pub fn quiet_units(&self, unit: u32) -> i32 {
        let last = self.tally.last_harm.max(self.tally.last_contact);
        let quiet = self.seconds(unit).saturating_sub(last);
        let length = self
            .seconds(unit.saturating_add(1))
            .saturating_sub(self.seconds(unit));
        i32::try_from(quiet / length.max(1)).unwrap_or(i32::MAX)
    }

    /// Notes that a side gives up; settled at the next end of a beat (B-111).
    pub fn concede(&mut self, side: SideId) {
        self.tally.concede(side);
    }

    /// Seconds on the clock when a unit is over.
    pub fn seconds(&self, unit: u32) -> u32 {
        self.length.end(unit)
    }

    /// How it ended, in words.
    pub fn ending_words(&self) -> Option<String> {
        let outcome = self.outcome.as_ref()?;
        let side = |side: SideId| {
            self.sides
                .get(usize::from(side.0))
                .map_or_else(|| side.to_string(), |found| found.name.to_string())
        };
        let combatant = |who: CombatantId| {
            self.names
                .get(usize::from(who.0))
                .map_or_else(|| who.to_string(), ToString::to_string)
        };
        let item = |item: ItemId| format!("item {}", item.0);
        let names = Names {
            side: &side,
            combatant: &combatant,
            item: &item,
        };
        Some(outcome.ending.words(&names))
    }

    fn with_field<R>(
        &mut self,
        standing: &[Standing],
        holder: &dyn Fn(ItemId) -> Option<CombatantId>,
        judge: impl FnOnce(&Field, &mut Tally) -> R,
    ) -> R {
        let fighters: Vec<Fighter> = standing
            .iter()
            .filter(|one| one.fitness != Fitness::Reserve)
            .map(|one| Fighter {
                who: one.who,
                side: self.members[usize::from(one.who.0)],
                fitness: one.fitness,
                hex: one.hex.filter(|_| one.fitness.on_board()),
                exit: one.hex.filter(|_| one.fitness == Fitness::Out(OutBy::Fled)),
                half_points: self.prices[usize::from(one.who.0)],
            })
            .collect();
        let expects = |side: SideId| {
            standing.iter().any(|one| {
                one.fitness == Fitness::Reserve && self.members[usize::from(one.who.0)] == side
            })
        };
        let parties: Vec<Party> = self
            .sides
            .iter()
            .enumerate()
            .map(|(index, side)| Party {
                side: SideId(index as u8),
                team: side.team,
                goals: side.goals.clone(),
                expects: expects(SideId(index as u8)),
            })
            .collect();
        let zones = &self.zones;
        let in_zone = |zone: &str, hex: Hex| {
            zones.get(zone).is_some_and(|hexes| {
                hexes
                    .binary_search_by_key(&hex_key(hex), |known| hex_key(*known))
                    .is_ok()
            })
        };
        let field = Field {
            fighters: &fighters,
            parties: &parties,
            in_zone: &in_zone,
            holder,
        };
        judge(&field, &mut self.tally)
    }

    /// Looks at defeat by losses after a beat (B-097). Whether the battle is over.
    pub fn judge_beat(
        &mut self,
        unit: u32,
        standing: &[Standing],
        holder: &dyn Fn(ItemId) -> Option<CombatantId>,
    ) -> bool {
        if self.outcome.is_none() {
            let ending = self.with_field(standing, holder, after_beat);
            self.outcome = ending.map(|ending| Outcome { ending, unit });
        }
        self.outcome.is_some()
    }

    /// Who is captured at the end of a unit, if it reaches a tick (B-110): of `pinned`, all whom an
    /// able enemy keeps down now, those who have been so for long enough.
    pub fn captured(&mut self, unit: u32, pinned: &[CombatantId]) -> Vec<CombatantId> {
        let now = self.length.end(unit);
        let reached = now / TICK > self.length.start(unit) / TICK;
        if reached {
            captures(&mut self.tally, pinned, now)
        } else {
            Vec::new()
        }
    }

    /// Looks at everything that is looked at on ticks (B-096, B-102), if the unit reaches one.
    /// `log` is the whole log. Whether the battle is over.
    pub fn judge_tick(
        &mut self,
        unit: u32,
        log: &[Event],
        standing: &[Standing],
        holder: &dyn Fn(ItemId) -> Option<CombatantId>,
    ) -> bool {
        let now = self.length.end(unit);
        let reached = now / TICK > self.length.start(unit) / TICK;
        if self.outcome.is_some() || !reached {
            return self.outcome.is_some();
        }
        for event in &log[self.seen.min(log.len())..] {
            match event.kind {
                EventKind::Harmed { .. } | EventKind::Out(_) => self.tally.note_harm(),
                EventKind::Swung { .. } | EventKind::Charged { .. } => self.tally.note_contact(),
                _ => {}
            }
        }
        self.seen = log.len();
        let limits = self.limits;
        let ending = self.with_field(standing, holder, |field, tally| {
            at_tick(field, tally, limits, now)
        });
        self.outcome = ending.map(|ending| Outcome { ending, unit });
        self.outcome.is_some()
    }
}
