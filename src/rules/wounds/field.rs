//! Between components and scenes: what every system of `wounds` gathers from and writes to.
#![expect(
    missing_docs,
    reason = "the query derive writes public items without documentation"
)]

use super::attack::Attack;
use super::exchange::Exchange;
use super::memo::Recall;
use super::scene::{Agenda, Course, Deed, Fighter, Figure, Lying, Opening, Scene, Standing};
use super::state::{Exposure, Injuries, Shock, Turn};
use super::tables::{Switches, Tables};
use crate::board::Board;
use crate::combat::combatant::{
    CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, ItemId, Label, Place, Posture,
    SideId,
};
use crate::combat::dice::BattleDice;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::{Flow, Stage};
use crate::combat::log::EventLog;
use crate::combat::resolve::DiceBox;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

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

/// Shots of weapons since they were last loaded, by item; a jammed one has spent more than it holds.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spent(pub BTreeMap<ItemId, u16>);

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
    /// Round in which each reserve arrives, by combatant (B-099).
    pub arrivals: Vec<(CombatantId, u32)>,
}

/// A blow that was rolled and has not done its harm yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// With what.
    pub item: ItemId,
    /// The attack.
    pub attack: Attack,
    /// What came of it.
    pub exchange: Exchange,
}

/// Where the round goes on when harm is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// With the steps of those who move.
    #[default]
    Movement,
    /// With the way after the action.
    After,
}

/// The round under way.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Round {
    /// Stages entered in this round: keys the dice, so that no two throws of a round are one.
    pub beat: u16,
    /// The count at hand; `None` for those who failed, and outside the count-down.
    pub count: Option<i16>,
    /// Who acts at it.
    pub acting: Vec<CombatantId>,
    /// Who may strike out of turn and has not been asked.
    pub openings: Vec<Opening>,
    /// Blows rolled, harm to be done.
    pub blows: Vec<Blow>,
    /// Where it goes on then.
    pub resume: Resume,
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
    pub injuries: &'static mut Injuries,
    pub shock: &'static mut Shock,
    pub turn: &'static mut Turn,
    pub exposure: &'static mut Exposure,
    pub agenda: &'static mut Agenda,
    pub deed: &'static mut Deed,
    pub course: &'static mut Course,
    pub standing: &'static mut Standing,
}

/// What the systems of `wounds` read and write.
#[derive(SystemParam)]
pub struct Field<'w, 's> {
    rows: Query<'w, 's, FigureRow>,
    roster: Res<'w, Roster>,
    recall: Res<'w, Recall>,
    constants: Res<'w, Constants>,
    /// The ground.
    pub terrain: ResMut<'w, Terrain>,
    /// Items on the ground.
    pub ground: ResMut<'w, GroundItems>,
    /// Shots since weapons were loaded.
    pub spent: ResMut<'w, Spent>,
    /// The round.
    pub round: ResMut<'w, Round>,
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

    /// The switches in force.
    pub fn switches(&self) -> &Switches {
        &self.constants.switches
    }

    /// The tables in force.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.constants.tables
    }

    /// Goes on with a stage; each entry of a round has dice of its own.
    pub fn enter(&mut self, stage: Stage, part: u8) {
        self.round.beat += 1;
        let beat = self.round.beat;
        self.flow.enter(stage);
        self.flow.part = part;
        self.flow.step = beat;
    }

    /// Everything as it is, nothing hidden.
    pub fn scene(&self) -> Scene {
        Scene {
            round: self.flow.unit,
            count: self.round.count,
            board: self.terrain.0.clone(),
            figures: self.ids().map(|id| figure(&self.get(id))).collect(),
            teams: self.constants.teams.clone(),
            ground: self.ground.0.clone(),
            spent: self.spent.0.clone(),
            openings: self.round.openings.clone(),
            tables: self.constants.tables.clone(),
            switches: self.constants.switches.clone(),
            recall: self.recall.clone(),
            memo: OnceLock::new(),
        }
    }

    /// One combatant as the rules see him.
    pub fn figure(&self, id: CombatantId) -> Figure {
        figure(&self.get(id))
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

    /// An event of somebody, in this round.
    pub fn event(&self, who: CombatantId, kind: EventKind) -> Event {
        Event::of(self.flow.unit, who, kind)
    }

    /// Says that a condition began or ended, where it did.
    pub fn condition(&mut self, who: CombatantId, condition: Condition, begun: bool) {
        let mut row = self.get_mut(who);
        let had = row.conditions.has(condition);
        if had == begun {
            return;
        }
        if begun {
            row.conditions.add(condition, None);
        } else {
            row.conditions.lift(condition);
        }
        let event = self.event(who, EventKind::Condition { condition, begun });
        self.say(event);
    }

    /// Changes a posture and says so.
    pub fn posture(&mut self, who: CombatantId, to: Posture, why: &str) {
        let mut row = self.get_mut(who);
        let from = *row.posture;
        if from == to {
            return;
        }
        *row.posture = to;
        let event = self.event(who, EventKind::Posture { from, to }).note(why);
        self.say(event);
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
        injuries: *row.injuries,
        shock: row.shock.clone(),
        turn: row.turn.clone(),
        exposure: *row.exposure,
        agenda: row.agenda.clone(),
        deed: row.deed.0.clone(),
        course: row.course.clone(),
        standing: row.standing.clone(),
        dice: row.dice.0,
        open: true,
    }
}

/// The scene of a world as a side may know it: what others are after, their standing orders and what
/// they mean to do before it is rolled are left out.
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

fn mask(scene: &mut Scene, reader: SideId) {
    let team_of = |side: SideId| scene.teams.get(usize::from(side.0)).copied();
    let own = team_of(reader);
    let hidden: Vec<bool> = scene
        .figures
        .iter()
        .map(|figure| team_of(figure.side) != own)
        .collect();
    for (figure, hidden) in scene.figures.iter_mut().zip(hidden) {
        if hidden {
            figure.open = false;
            figure.standing = Standing::default();
            figure.course = Course::default();
        }
    }
}
