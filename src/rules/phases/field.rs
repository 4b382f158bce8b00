//! Between components and scenes: what every system of `phases` gathers from and writes to.
#![expect(
    missing_docs,
    reason = "the query derive writes public items without documentation"
)]

use super::body::Body;
use super::dark::Senses;
use super::derive;
use super::exchange::Assault;
use super::figures::Figures;
use super::grapple::{self, Grapple};
use super::saddle::Saddle;
use super::scene::{
    Fighter, Figure, Lying, Motion, Pools, Scene, Standing, Statement, Switches, Tables, Tempo,
};
use super::sheet::Sheet;
use super::special;
use super::systems::bouts::Bouts;
use super::systems::hiding;
use crate::board::Board;
use crate::combat::combatant::{
    CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, Label, Place, Posture, SideId,
};
use crate::combat::dice::BattleDice;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Flow;
use crate::combat::log::EventLog;
use crate::combat::resolve::{DiceBox, Edits};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    pub body: &'static mut Body,
    pub senses: &'static mut Senses,
    pub saddle: &'static mut Saddle,
    pub tempo: &'static mut Tempo,
    pub motion: &'static mut Motion,
    pub standing: &'static mut Standing,
    pub statement: &'static mut Statement,
}

impl FigureRowReadOnlyItem<'_, '_> {
    /// His numbers as his body leaves them (P-161).
    pub fn sheet(&self) -> Arc<Sheet> {
        derive::with_losses(&self.fighter.0, self.body)
    }
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

/// What a step changes of a combatant, to write.
pub struct Walking<'w> {
    pub place: Mut<'w, Place>,
    pub motion: Mut<'w, Motion>,
    pub tempo: Mut<'w, Tempo>,
}

/// The scene as it was gathered last; not part of the state, for all of it can be gathered anew.
#[derive(Resource, Default)]
pub struct Gathered {
    scene: Option<Arc<Scene>>,
    /// Who was written since.
    written: Vec<CombatantId>,
    /// Of whom no more than a step changes was written since, see [`Field::get_walking`].
    walked: Vec<CombatantId>,
    /// The count of [`Edits`] it belongs to.
    edits: u64,
    /// Nobody lies hidden, and nobody did at this count of [`Edits`]: no rule hides anybody, so
    /// nobody will before the next edit.
    open_since: Option<u64>,
}

/// The scene as each side knows it, see [`Field::known`].
pub struct Known {
    /// With everybody who is there.
    pub whole: Arc<Scene>,
    /// For each side, if anybody lies hidden.
    by_side: BTreeMap<SideId, Arc<Scene>>,
}

impl Known {
    /// As a side knows it.
    pub fn to(&self, side: SideId) -> &Arc<Scene> {
        self.by_side.get(&side).unwrap_or(&self.whole)
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
    gathered: ResMut<'w, Gathered>,
    edits: Res<'w, Edits>,
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
        if self.gathered.written.last() != Some(&id) {
            self.gathered.written.push(id);
        }
        let entity = self.roster.0[usize::from(id.0)];
        self.rows
            .get_mut(entity)
            .expect("every combatant keeps all components of its kind")
    }

    /// What a step changes of somebody, to write: the scene is sooner up to date than after
    /// [`get_mut`](Field::get_mut).
    pub fn get_walking(&mut self, id: CombatantId) -> Walking<'_> {
        self.gathered.walked.push(id);
        let entity = self.roster.0[usize::from(id.0)];
        let row = self
            .rows
            .get_mut(entity)
            .expect("every combatant keeps all components of its kind");
        Walking {
            place: row.place,
            motion: row.motion,
            tempo: row.tempo,
        }
    }

    /// The switches in force.
    pub fn switches(&self) -> &Switches {
        &self.constants.switches
    }

    /// The tables in force.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.constants.tables
    }

    /// Everything as it is, nothing hidden. Only who was written since it was asked for last is
    /// gathered anew.
    pub fn scene(&mut self) -> Arc<Scene> {
        let known = self.gathered.scene.take();
        let scene = match known.filter(|_| self.gathered.edits == self.edits.0) {
            Some(scene) if self.is_current(&scene) => scene,
            Some(scene) => self.refreshed(scene),
            None => Arc::new(self.whole_scene()),
        };
        self.gathered.edits = self.edits.0;
        self.gathered.written.clear();
        self.gathered.walked.clear();
        self.gathered.scene = Some(scene.clone());
        scene
    }

    fn is_current(&self, scene: &Scene) -> bool {
        self.gathered.written.is_empty()
            && self.gathered.walked.is_empty()
            && scene.phase == self.flow.unit
            && Arc::ptr_eq(&scene.board, &self.terrain.0)
            && scene.ground == self.ground.0
            && scene.fights == self.bouts.0
    }

    fn refreshed(&mut self, mut scene: Arc<Scene>) -> Arc<Scene> {
        let mut written = std::mem::take(&mut self.gathered.written);
        let mut walked = std::mem::take(&mut self.gathered.walked);
        for list in [&mut written, &mut walked] {
            list.sort_unstable();
            list.dedup();
        }
        let new = Arc::make_mut(&mut scene);
        let bring = |figures: &mut Figures, row: &FigureRowReadOnlyItem| {
            let at = usize::from(row.id.0);
            if written.binary_search(row.id).is_ok() {
                figures.write(at, |figure| gather_anew(figure, row));
            } else if walked.binary_search(row.id).is_ok() {
                figures.write(at, |figure| follow(figure, row));
            }
        };
        // To look at everybody costs less than to ask for many one by one.
        if ONE_BY_ONE * (written.len() + walked.len()) < self.count() {
            for id in written.iter().chain(&walked) {
                bring(&mut new.figures, &self.get(*id));
            }
        } else {
            for row in &self.rows {
                bring(&mut new.figures, &row);
            }
        }
        new.phase = self.flow.unit;
        new.board.clone_from(&self.terrain.0);
        if new.ground != self.ground.0 {
            new.ground.clone_from(&self.ground.0);
        }
        if new.fights != self.bouts.0 {
            new.fights.clone_from(&self.bouts.0);
        }
        (self.gathered.written, self.gathered.walked) = (written, walked);
        scene
    }

    fn whole_scene(&self) -> Scene {
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

    /// Whether anybody lies hidden.
    pub fn somebody_hides(&mut self) -> bool {
        if self.nobody_hides() {
            return false;
        }
        let hides = self.any(|row| row.conditions.has(Condition::Hidden));
        self.gathered.open_since = (!hides).then_some(self.edits.0);
        hides
    }

    /// Whether it is known that nobody lies hidden.
    pub fn nobody_hides(&self) -> bool {
        self.gathered.open_since == Some(self.edits.0)
    }

    /// Of whom something is true, by id: cheaper than to [`get`](Field::get) everybody.
    pub fn those(&self, test: impl Fn(&FigureRowReadOnlyItem<'_, 's>) -> bool) -> Vec<CombatantId> {
        let rows = self.rows.iter().filter(|row| test(row));
        let mut ids: Vec<CombatantId> = rows.map(|row| *row.id).collect();
        ids.sort_unstable();
        ids
    }

    /// Whether something is true of anybody.
    pub fn any(&self, test: impl Fn(&FigureRowReadOnlyItem<'_, 's>) -> bool) -> bool {
        self.rows.iter().any(|row| test(&row))
    }

    /// Everything as each side knows it where bodies are concerned: without its hidden enemies.
    pub fn known(&mut self) -> Known {
        let whole = self.scene();
        let mut by_side = BTreeMap::new();
        if self.constants.switches.fog || self.somebody_hides() {
            for side in (0..).map(SideId).take(whole.teams.len()) {
                let mut scene = whole.clone();
                hide(Arc::make_mut(&mut scene), side);
                by_side.insert(side, scene);
            }
        }
        Known { whole, by_side }
    }

    /// Says that something happened; dice thrown since the last event go with it.
    pub fn say(&mut self, event: Event) {
        let mut event = event;
        hiding::guard(self, &mut event);
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
        sheet: row.sheet(),
        pools: *row.pools,
        body: row.body.clone(),
        senses: *row.senses,
        saddle: *row.saddle,
        tempo: row.tempo.clone(),
        motion: row.motion.clone(),
        standing: row.standing.clone(),
        statement: row.statement.0.clone(),
        dice: row.dice.0,
        open: true,
    }
}

/// Combatants that are looked at in the time in which one is asked for.
const ONE_BY_ONE: usize = 8;

/// Brings a figure up to date of whom no more was written than a step changes.
fn follow(figure: &mut Figure, row: &FigureRowReadOnlyItem<'_, '_>) {
    figure.place = *row.place;
    figure.tempo.clone_from(row.tempo);
    figure.motion.clone_from(row.motion);
}

/// Brings a figure up to date, in the memory it has.
fn gather_anew(figure: &mut Figure, row: &FigureRowReadOnlyItem<'_, '_>) {
    figure.place = *row.place;
    figure.posture = *row.posture;
    figure.fitness = *row.fitness;
    figure.conditions.0.clone_from(&row.conditions.0);
    figure.gear.0.clone_from(&row.gear.0);
    figure.pools = *row.pools;
    figure.body.clone_from(row.body);
    figure.senses = *row.senses;
    figure.saddle = *row.saddle;
    figure.sheet = row.sheet();
    figure.tempo.clone_from(row.tempo);
    figure.motion.clone_from(row.motion);
    figure.standing.clone_from(row.standing);
    figure.statement.clone_from(&row.statement.0);
}

/// The scene of a world as a side may know it: others' plots, statements, standing orders and
/// preparations are left out (design: hidden are plots, specials, preparation).
pub fn scene_for(world: &mut World, reader: Option<SideId>) -> Arc<Scene> {
    let mut scene = world
        .run_system_cached(|mut field: Field| field.scene())
        .expect("the rule system installed all that a field reads");
    if let Some(reader) = reader {
        mask(Arc::make_mut(&mut scene), reader);
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
            Arc::make_mut(&mut fight.context).defender.guarded = 0;
        }
        for (at, assault) in Arc::make_mut(&mut fight.context)
            .attacks
            .iter_mut()
            .enumerate()
        {
            let attacker = assault.attacker();
            if let Assault::Blow(attack) = assault
                && hidden.get(usize::from(attacker.0)).copied().unwrap_or(true)
            {
                let bare = attack.weapon.class == grapple::WEAPON && attack.special.is_some();
                if bare || attack.grapple.as_ref().is_some_and(Grapple::is_special) {
                    // Which of them is told at Resolution, and where a throw would lead (P-172).
                    attack.grapple = Some(Grapple::Pin);
                    attack.extra.retain(|modifier| modifier.rule != "P-241");
                }
                attack.special = None;
                attack.feint = false;
                attack.knock_dir = None;
                attack.turned = false;
                attack.meant = None;
                attack.place = None;
                attack.through = false;
                attack.specialized = false;
                attack.kind = special::best_type(&attack.weapon, None).unwrap_or(attack.kind);
                fight.bout.attacks[at].noticed = false;
            }
        }
    }
}

/// Takes a side's hidden enemies off its board, and with them all that could tell of them.
fn hide(scene: &mut Scene, reader: SideId) {
    let own = scene.teams.get(usize::from(reader.0)).copied();
    let unseen: Vec<usize> = scene
        .figures
        .iter()
        .filter(|figure| scene.teams.get(usize::from(figure.side.0)).copied() != own)
        .filter(|figure| figure.fitness.on_board())
        .filter(|figure| hiding::unseen(scene, figure, reader))
        .map(|figure| usize::from(figure.id.0))
        .collect();
    for index in unseen {
        let figure = &mut scene.figures[index];
        *figure = Figure {
            place: Place {
                hex: crate::board::Hex::default(),
                facing: crate::board::Dir::default(),
            },
            posture: Posture::Standing,
            fitness: Fitness::Reserve,
            conditions: Conditions::default(),
            gear: Gear::default(),
            pools: Pools {
                shp: figure.sheet.shp,
                chp: figure.sheet.chp,
            },
            body: Body::default(),
            senses: Senses::default(),
            saddle: Saddle::default(),
            tempo: Tempo::default(),
            motion: Motion::default(),
            standing: Standing::default(),
            statement: None,
            open: false,
            ..figure.clone()
        };
    }
}

fn mask(scene: &mut Scene, reader: SideId) {
    hide(scene, reader);
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
