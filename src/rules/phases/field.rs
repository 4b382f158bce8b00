//! Between components and scenes: what every system of `phases` gathers from and writes to.
#![expect(
    missing_docs,
    reason = "the query derive writes public items without documentation"
)]

use super::exchange::Assault;
use super::scene::{
    Fighter, Figure, Lying, Motion, Pools, Scene, Standing, Statement, Switches, Tables, Tempo,
};
use super::special;
use super::systems::bouts::Bouts;
use crate::board::Board;
use crate::combat::combatant::{
    CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, Label, Place, Posture, SideId,
};
use crate::combat::dice::BattleDice;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Flow;
use crate::combat::log::EventLog;
use crate::combat::resolve::DiceBox;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Entities by combatant id. Written once, at the start; never part of a snapshot.
#[derive(Resource, Clone, Debug)]
pub struct Roster(pub Vec<Entity>);

/// The ground as it is now (doors open and close).
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Terrain(pub Arc<Board>);

/// Items on the ground, in order of arrival (B-084).
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroundItems(pub Vec<Lying>);

/// What no battle changes: tables, switches, teams.
#[derive(Resource, Clone, Debug)]
pub struct Constants {
    /// Tables.
    pub tables: Arc<Tables>,
    /// Switches.
    pub switches: Switches,
    /// Team of each side.
    pub teams: Arc<Vec<u8>>,
}

/// What a level says of sides and arrivals.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sides {
    /// Surprised at the start, by side (B-100).
    pub surprised: Vec<bool>,
    /// Phase in which each reserve arrives, by combatant (B-099).
    pub arrivals: Vec<(CombatantId, u32)>,
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
    pub motion: &'static mut Motion,
    pub standing: &'static mut Standing,
    pub statement: &'static mut Statement,
}

impl FigureRowItem<'_, '_> {
    /// Ends a hold and what it shows: the preparation is lost (P-012).
    pub fn let_go(&mut self) {
        self.tempo.hold = None;
        self.tempo.held = 0;
        for condition in [
            Condition::Holding,
            Condition::Overpreparing,
            Condition::Guarding,
        ] {
            self.conditions.lift(condition);
        }
    }
}

/// What the systems of `phases` read and write.
#[derive(SystemParam)]
pub struct Field<'w, 's> {
    rows: Query<'w, 's, FigureRow>,
    roster: Res<'w, Roster>,
    constants: Res<'w, Constants>,
    /// The ground.
    pub terrain: ResMut<'w, Terrain>,
    /// Items on the ground.
    pub ground: ResMut<'w, GroundItems>,
    /// Fights of this phase.
    pub bouts: ResMut<'w, Bouts>,
    /// Where the battle stands.
    pub flow: ResMut<'w, Flow>,
    log: ResMut<'w, EventLog>,
    dice: ResMut<'w, DiceBox>,
}

impl<'s> Field<'_, 's> {
    /// Number of combatants; ids run from 0 to this.
    pub fn count(&self) -> usize {
        self.roster.0.len()
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = CombatantId> + use<> {
        (0..self.roster.0.len() as u16).map(CombatantId)
    }

    /// A combatant's entity.
    pub fn entity(&self, id: CombatantId) -> Entity {
        self.roster.0[usize::from(id.0)]
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

    /// The switches in force.
    pub fn switches(&self) -> &Switches {
        &self.constants.switches
    }

    /// The tables in force.
    pub fn tables(&self) -> &Tables {
        &self.constants.tables
    }

    /// Everything as it is, nothing hidden.
    pub fn scene(&self) -> Scene {
        Scene {
            phase: self.flow.unit,
            board: self.terrain.0.clone(),
            figures: self.ids().map(|id| figure(&self.get(id))).collect(),
            teams: self.constants.teams.clone(),
            ground: self.ground.0.clone(),
            fights: self.bouts.0.clone(),
            tables: self.constants.tables.clone(),
            switches: self.constants.switches.clone(),
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

    /// An event of somebody, in this phase.
    pub fn event(&self, who: CombatantId, kind: EventKind) -> Event {
        Event::of(self.flow.unit, who, kind)
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
        motion: row.motion.clone(),
        standing: row.standing.clone(),
        statement: row.statement.0.clone(),
        dice: row.dice.0,
        open: true,
    }
}

/// The scene of a world as a side may know it: others' plots, statements, standing orders and
/// preparations are left out (design: hidden are plots, specials, preparation).
pub fn scene_for(world: &mut World, reader: Option<SideId>) -> Scene {
    let mut state: bevy::ecs::system::SystemState<Field> =
        bevy::ecs::system::SystemState::new(world);
    let field = state
        .get_mut(world)
        .expect("the rule system installed all that a field reads");
    let mut scene = field.scene();
    if let Some(reader) = reader {
        mask(&mut scene, reader);
    }
    scene
}

/// Special Attacks of others are shown simply as attacks until Resolution (P-172), with the damage
/// type a plain attack has; what a target prepared is no more open in a fight than on himself.
fn mask_fights(scene: &mut Scene, hidden: &[bool]) {
    for fight in &mut scene.fights {
        if hidden
            .get(usize::from(fight.target.0))
            .copied()
            .unwrap_or(true)
        {
            fight.context.defender.guarded = 0;
        }
        for assault in &mut fight.context.attacks {
            let attacker = assault.attacker();
            if let Assault::Blow(attack) = assault
                && hidden.get(usize::from(attacker.0)).copied().unwrap_or(true)
            {
                attack.special = None;
                attack.feint = false;
                attack.knock_dir = None;
                attack.specialized = false;
                attack.kind = special::best_type(&attack.weapon, None).unwrap_or(attack.kind);
            }
        }
    }
}

fn mask(scene: &mut Scene, reader: SideId) {
    let team_of = |side: SideId| scene.teams.get(usize::from(side.0)).copied();
    let own = team_of(reader);
    let hidden: Vec<bool> = scene
        .figures
        .iter()
        .map(|figure| team_of(figure.side) != own)
        .collect();
    mask_fights(scene, &hidden);
    for (figure, hidden) in scene.figures.iter_mut().zip(hidden) {
        if !hidden {
            continue;
        }
        figure.open = false;
        figure.statement = None;
        figure.standing = Standing::default();
        figure.motion.plot = crate::combat::plot::Plot::default();
        // Both follow from the plot: whether it still fits, and where a run is meant to end.
        figure.motion.fresh = false;
        figure.motion.stopping = None;
        figure.tempo.aborted = false;
        if figure.tempo.hold.is_some() {
            figure.tempo.hold = Some(super::scene::HoldMode::Plain);
            figure.tempo.held = 0;
        }
        for secret in [Condition::Guarding, Condition::Overpreparing] {
            if figure.conditions.lift(secret) {
                figure.conditions.add(Condition::Holding, None);
            }
        }
    }
}
