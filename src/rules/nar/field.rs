//! Between components and scenes: what every system of `nar` gathers from and writes to.
#![expect(
    missing_docs,
    reason = "the query derive writes public items without documentation"
)]

use super::scene::{Fighter, Figure, Pools, Scene, Service, Standing};
use super::tables::{Switches, Tables};
use super::tempo::Tempo;
use crate::board::Board;
use crate::combat::combatant::{
    CombatantId, Conditions, DiceKey, Fitness, Gear, Label, Place, Posture, SideId,
};
use crate::combat::dice::BattleDice;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Flow;
use crate::combat::log::EventLog;
use crate::combat::resolve::DiceBox;
use crate::combat::status::Standing as EndStanding;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::sync::Arc;

/// Entities by combatant id. Written once, at the start; never part of a snapshot.
#[derive(Resource, Clone, Debug)]
pub struct Roster(pub Vec<Entity>);

/// What no battle changes: ground, tables, switches, teams, arrivals.
#[derive(Resource, Clone, Debug)]
pub struct Constants {
    /// The ground.
    pub board: Arc<Board>,
    /// Tables.
    pub tables: Arc<Tables>,
    /// Switches.
    pub switches: Switches,
    /// Team of each side.
    pub teams: Arc<Vec<u8>>,
    /// Row in which each reserve arrives, by combatant (B-099).
    pub arrivals: Arc<Vec<(CombatantId, u32)>>,
}

/// All components of a combatant.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct FigureRow {
    pub id: &'static CombatantId,
    pub side: &'static SideId,
    pub dice: &'static DiceKey,
    pub label: &'static Label,
    pub place: &'static mut Place,
    pub posture: &'static mut Posture,
    pub fitness: &'static mut Fitness,
    pub conditions: &'static mut Conditions,
    pub gear: &'static mut Gear,
    pub fighter: &'static Fighter,
    pub pools: &'static mut Pools,
    pub tempo: &'static mut Tempo,
    pub standing: &'static Standing,
}

/// What the systems of `nar` read and write.
#[derive(SystemParam)]
pub struct Field<'w, 's> {
    rows: Query<'w, 's, FigureRow>,
    roster: Res<'w, Roster>,
    constants: Res<'w, Constants>,
    /// Who is served, and the attack under way.
    pub service: ResMut<'w, Service>,
    /// Where the battle stands.
    pub flow: ResMut<'w, Flow>,
    log: ResMut<'w, EventLog>,
    dice: ResMut<'w, DiceBox>,
}

impl<'s> Field<'_, 's> {
    /// All ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = CombatantId> + use<> {
        (0..self.roster.0.len() as u16).map(CombatantId)
    }

    /// A combatant's components, to read.
    pub fn get(&self, id: CombatantId) -> FigureRowReadOnlyItem<'_, 's> {
        let entity = self.roster.0[usize::from(id.0)];
        self.rows
            .get(entity)
            .expect("every combatant keeps all components of its kind")
    }

    /// A combatant's components, to write.
    pub fn get_mut(&mut self, id: CombatantId) -> FigureRowItem<'_, 's> {
        let entity = self.roster.0[usize::from(id.0)];
        self.rows
            .get_mut(entity)
            .expect("every combatant keeps all components of its kind")
    }

    /// What no battle changes.
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// Everything as it is, nothing hidden.
    pub fn scene(&self) -> Scene {
        Scene {
            unit: self.flow.unit,
            board: self.constants.board.clone(),
            figures: self.ids().map(|id| figure(&self.get(id))).collect(),
            teams: self.constants.teams.clone(),
            service: (*self.service).clone(),
            tables: self.constants.tables.clone(),
            switches: self.constants.switches,
        }
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Event] {
        &self.log.0
    }

    /// Dice.
    pub fn dice(&mut self) -> &mut BattleDice {
        &mut self.dice.0
    }

    /// Says that something happened; dice thrown since the last event go with it.
    pub fn say(&mut self, event: Event) {
        let mut event = event;
        event.dice.append(&mut self.dice.0.thrown);
        self.log.push(event);
    }

    /// An event of somebody, on this row.
    pub fn event(&self, who: CombatantId, kind: EventKind) -> Event {
        Event::of(self.flow.unit, who, kind)
    }

    /// Everybody as the end of the battle sees him.
    pub fn standings(&self) -> Vec<EndStanding> {
        self.ids()
            .map(|who| {
                let row = self.get(who);
                let hex = row.fitness.on_board().then_some(row.place.hex);
                EndStanding {
                    who,
                    fitness: *row.fitness,
                    hex,
                }
            })
            .collect()
    }
}

fn figure(row: &FigureRowReadOnlyItem<'_, '_>) -> Figure {
    Figure {
        id: *row.id,
        side: *row.side,
        label: row.label.clone(),
        place: *row.place,
        posture: *row.posture,
        fitness: *row.fitness,
        conditions: row.conditions.clone(),
        gear: row.gear.clone(),
        sheet: row.fighter.0.clone(),
        pools: *row.pools,
        tempo: row.tempo.clone(),
        standing: *row.standing,
        dice: row.dice.0,
        open: true,
    }
}

/// The scene of a world as a side may know it: others' standing orders are left out.
pub fn scene_for(world: &mut World, reader: Option<SideId>) -> Scene {
    let mut state: bevy::ecs::system::SystemState<Field> =
        bevy::ecs::system::SystemState::new(world);
    let field = state
        .get_mut(world)
        .expect("the rule system installed all that a field reads");
    let mut scene = field.scene();
    if let Some(reader) = reader {
        let teams = scene.teams.clone();
        let team = |side: SideId| teams.get(usize::from(side.0)).copied();
        for figure in &mut scene.figures {
            if team(figure.side) != team(reader) {
                figure.open = false;
                figure.standing = Standing::default();
            }
        }
    }
    scene
}
