//! The scene: everything a rule of `nar` may look at, as plain data, and the components it is
//! gathered from.
//!
//! Everything is open in this system but standing orders; a side's scene lacks those of others.

use super::exchange::{Context, Exchange};
use super::rows::ROWS;
use super::sheet::{Ability, Sheet};
use super::tables::{Switches, Tables};
use super::tempo::Tempo;
use crate::board::{Board, Hex};
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{
    CombatantId, Conditions, Fitness, Gear, Label, Place, Posture, SideId,
};
use bevy::prelude::{Component, Resource};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A row is a second; twelve make a Round (N-010).
pub const LENGTH: UnitLength = UnitLength::rows(ROWS as u16);

/// A combatant's numbers as a component.
#[derive(Component, Clone, Debug)]
pub struct Fighter(pub Arc<Sheet>);

/// Health now. Written by Resolution and by the end of Rounds.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pools {
    /// Health Points, may be negative.
    pub hp: i32,
    /// Non-lethal damage, counted apart (§6.7).
    pub nld: i32,
}

/// How 3D's are decided (N-045).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenceOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// The best by the odds.
    Best,
    /// None.
    Never,
}

/// Standing orders of a combatant. Written by side orders.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// How 3D's are decided.
    pub defence: DefenceOrder,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    /// The plain figures.
    pub context: Context,
    /// How far it has come.
    pub exchange: Exchange,
    /// The defender's blow that follows, for nothing (N-046).
    pub follow_up: Option<Ability>,
}

/// Whose slots are being served on this row, and the attack under way.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Who is served: all his slots of the row, one after another (N-015).
    pub serving: Option<CombatantId>,
    /// The attack under way.
    pub duel: Option<Duel>,
}

/// One combatant as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Identity.
    pub id: CombatantId,
    /// Side.
    pub side: SideId,
    /// Name and archetype.
    pub label: Label,
    /// Hex and facing.
    pub place: Place,
    /// Posture.
    pub posture: Posture,
    /// Able, disabled, out.
    pub fitness: Fitness,
    /// Conditions.
    pub conditions: Conditions,
    /// Gear.
    pub gear: Gear,
    /// Numbers.
    pub sheet: Arc<Sheet>,
    /// Health.
    pub pools: Pools,
    /// Time.
    pub tempo: Tempo,
    /// Standing orders. In another side's scene the defaults.
    pub standing: Standing,
    /// Whose dice it throws.
    pub dice: u16,
    /// Whether the standing orders are real, not masked.
    pub open: bool,
}

/// Everything a rule may look at.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Row, counted from the first Round's first.
    pub unit: u32,
    /// The ground.
    pub board: Arc<Board>,
    /// Figures, by id; an id is its index.
    pub figures: Vec<Figure>,
    /// Team of each side; equal numbers are allies.
    pub teams: Arc<Vec<u8>>,
    /// Who is served, and the attack under way.
    pub service: Service,
    /// Tables.
    pub tables: Arc<Tables>,
    /// Switches.
    pub switches: Switches,
}

impl Scene {
    /// A figure.
    ///
    /// # Panics
    /// If the id is not of this battle: orders are checked for that before they reach a rule.
    pub fn figure(&self, id: CombatantId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }

    /// Whether two combatants are enemies.
    pub fn enemies(&self, a: CombatantId, b: CombatantId) -> bool {
        let team = |id: CombatantId| self.teams.get(usize::from(self.figure(id).side.0));
        team(a) != team(b)
    }

    /// Row of the Round, 1 to 12.
    pub fn row(&self) -> u8 {
        row_of(self.unit)
    }

    /// Who fills a hex (B-055).
    pub fn occupant(&self, hex: Hex) -> Option<&Figure> {
        self.figures
            .iter()
            .find(|figure| figure.place.hex == hex && figure.fitness.fills_hex())
    }
}

/// Row of the Round, 1 to 12.
pub const fn row_of(unit: u32) -> u8 {
    LENGTH.grouped(unit).1 as u8
}

/// A row with its Round, as players read it.
pub fn unit_words(unit: u32) -> String {
    let (round, row) = LENGTH.grouped(unit);
    format!("row {row} of Round {round}")
}
