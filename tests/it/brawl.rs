//! The smallest rule system with all that records care about: sealed windows, units without a
//! window, dice, presets, side orders, tables, an end. Its battles run in microseconds.

use bevy::prelude::*;
use hexfray::board::{Board, Dir, Hex, Orientation};
use hexfray::combat::clock::UnitLength;
use hexfray::combat::combatant::{
    CombatantId, DiceKey, Fitness, Label, OutBy, Place, Posture, SideId,
};
use hexfray::combat::dice::{Dice, DiceSum, Throw};
use hexfray::combat::endings::{Goals, Limits};
use hexfray::combat::event::{Event, EventKind};
use hexfray::combat::flow::{Flow, Stage};
use hexfray::combat::log::EventLog;
use hexfray::combat::odds::Odds;
use hexfray::combat::order::{Ask, Choice, Decision, Order, Preset, Slots, Verb};
use hexfray::combat::refusal::Refusal;
use hexfray::combat::resolve::{DiceBox, Resolve, ResolveSystems};
use hexfray::combat::setup::{CombatantSetup, Setup, SideSetup};
use hexfray::combat::snapshot::StateParts;
use hexfray::combat::status::{Standing, Status};
use hexfray::combat::system::{FigureView, RuleSystem};
use hexfray::record::Systems;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Points left, and whether the one who is hit grunts.
#[derive(Component, Clone, Copy, Debug, Serialize, Deserialize)]
struct Points(i32);

/// Side order `loud`: events say more.
#[derive(Resource, Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Loud(bool);

/// Dice of damage, from the table.
#[derive(Resource, Clone, Copy)]
struct Damage(DiceSum);

struct Brawl {
    damage: DiceSum,
    version: u32,
    verbs: Vec<Box<dyn Verb>>,
}

struct Hit;
struct Rest;

/// What a side sees: points and sides.
struct Seen(Vec<(CombatantId, SideId, i32)>);

fn enemies(seen: &Seen, who: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
    let own = seen.0[usize::from(who.0)].1;
    let standing = seen
        .0
        .iter()
        .filter(move |(_, side, points)| *side != own && *points > 0);
    standing.map(|(id, ..)| *id)
}

impl Verb for Hit {
    fn name(&self) -> &'static str {
        "hit"
    }
    fn rules(&self) -> &'static [&'static str] {
        &[]
    }
    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let targets = enemies(ask.scene::<Seen>(), who);
        targets
            .map(|target| Choice::new("hit", Slots::target(target)))
            .collect()
    }
    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let target = slots.targets.first();
        if enemies(ask.scene::<Seen>(), who).any(|enemy| Some(&enemy) == target) {
            Ok(())
        } else {
            Err(Refusal::form("hit an enemy who stands"))
        }
    }
    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }
    fn words(&self, _: &Ask, _: CombatantId, _: &Slots) -> String {
        "hit".to_owned()
    }
}

impl Verb for Rest {
    fn name(&self) -> &'static str {
        "rest"
    }
    fn rules(&self) -> &'static [&'static str] {
        &[]
    }
    fn options(&self, _: &Ask, _: CombatantId) -> Vec<Choice> {
        vec![Choice::plain("rest")]
    }
    fn check(&self, _: &Ask, _: CombatantId, _: &Slots) -> Result<(), Refusal> {
        Ok(())
    }
    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }
    fn words(&self, _: &Ask, _: CombatantId, _: &Slots) -> String {
        "rest".to_owned()
    }
}

fn sorted(world: &mut World) -> Vec<(CombatantId, SideId, Entity, i32)> {
    let mut query = world.query::<(&CombatantId, &SideId, Entity, &Points)>();
    let mut all: Vec<_> = query
        .iter(world)
        .map(|(id, side, entity, points)| (*id, *side, entity, points.0))
        .collect();
    all.sort_by_key(|one| one.0);
    all
}

/// Every third unit passes without a question.
fn begin(world: &mut World) {
    let all = sorted(world);
    let mut flow = world.resource_mut::<Flow>();
    flow.unit += 1;
    flow.enter(Stage::Action);
    if flow.unit.is_multiple_of(3) {
        flow.answers.clear();
        return;
    }
    let able = all.iter().filter(|one| one.3 > 0);
    let verbs = || vec!["hit".into(), "rest".into()];
    flow.open("blow", true, able.map(|one| (one.0, one.1, verbs())));
}

fn act(world: &mut World) {
    let flow = world.resource::<Flow>();
    let (unit, answers) = (flow.unit, flow.answers.clone());
    let damage = world.resource::<Damage>().0;
    let loud = world.resource::<Loud>().0;
    for order in answers {
        let mut event = Event::of(unit, order.who, EventKind::Nothing);
        if order.choice.verb == "hit" {
            let target = order.choice.slots.targets[0];
            let throw = Throw::new(order.who, "damage");
            let lost = world.resource_mut::<DiceBox>().0.sum(throw, damage);
            let entity = sorted(world)[usize::from(target.0)].2;
            world.get_mut::<Points>(entity).expect("all have points").0 -= lost;
            let losses = vec![("points".into(), lost)];
            event = Event::of(
                unit,
                target,
                EventKind::Harmed {
                    by: Some(order.who),
                    losses,
                },
            );
            if loud {
                event = event.note("ouch");
            }
        }
        let dice = std::mem::take(&mut world.resource_mut::<DiceBox>().0.thrown);
        world.resource_mut::<EventLog>().push(event.dice(dice));
    }
    world.resource_mut::<Flow>().enter(Stage::Upkeep);
}

fn fitness(points: i32) -> Fitness {
    if points > 0 {
        Fitness::Able
    } else {
        Fitness::Out(OutBy::Dead)
    }
}

fn settle(world: &mut World) {
    let all = sorted(world);
    let unit = world.resource::<Flow>().unit;
    let standings: Vec<Standing> = all
        .iter()
        .map(|(who, _, _, points)| Standing {
            who: *who,
            fitness: fitness(*points),
            hex: Some(Hex::ZERO),
        })
        .collect();
    let mut status = world.resource_mut::<Status>();
    if !status.judge_beat(unit, &standings, &|_| None) {
        world.resource_mut::<Flow>().enter(Stage::Clock);
        return;
    }
    let winner = status.outcome.as_ref().and_then(|end| end.ending.winner());
    let end = Event::general(unit, EventKind::Ended { winner });
    world.resource_mut::<EventLog>().push(end);
    world.resource_mut::<Flow>().enter(Stage::Over);
}

impl Brawl {
    fn by(damage: &str, version: u32) -> Result<Brawl, String> {
        Ok(Brawl {
            damage: DiceSum::try_from(damage.to_owned())?,
            version,
            verbs: vec![Box::new(Hit), Box::new(Rest)],
        })
    }
}

impl RuleSystem for Brawl {
    fn id(&self) -> &'static str {
        "brawl"
    }
    fn version(&self) -> u32 {
        self.version
    }
    fn tables(&self) -> Vec<(String, String)> {
        vec![("brawl/damage.ron".to_owned(), self.damage.to_string())]
    }
    fn with_tables(&self, tables: &[(String, String)]) -> Result<Arc<dyn RuleSystem>, Vec<String>> {
        match tables {
            [(path, text)] if path == "brawl/damage.ron" => {
                let brawl = Brawl::by(text, self.version).map_err(|fault| vec![fault])?;
                Ok(Arc::new(brawl))
            }
            _ => Err(vec!["one table is needed: brawl/damage.ron".to_owned()]),
        }
    }
    fn unit_name(&self) -> &'static str {
        "bout"
    }
    fn unit_length(&self) -> UnitLength {
        UnitLength::of_seconds(6)
    }
    fn install(&self, app: &mut App) {
        app.insert_resource(Damage(self.damage))
            .init_resource::<Loud>();
        app.add_systems(
            Resolve,
            (
                begin.in_set(ResolveSystems::Clock),
                act.in_set(ResolveSystems::Action),
                settle.in_set(ResolveSystems::Upkeep),
            ),
        );
        let mut parts = app.world_mut().resource_mut::<StateParts>();
        parts.component::<Points>("points");
        parts.resource::<Loud>("loud");
    }
    fn spawn(&self, world: &mut World, setup: &Setup) -> Result<(), Vec<String>> {
        for (index, one) in setup.combatants.iter().enumerate() {
            let id = index as u16;
            world.spawn((
                CombatantId(id),
                SideId(one.side),
                DiceKey(one.dice.unwrap_or(id)),
                Points(20),
            ));
        }
        Ok(())
    }
    fn scene(&self, world: &mut World, _: Option<SideId>) -> Arc<dyn Any + Send + Sync> {
        let all = sorted(world).into_iter();
        Arc::new(Seen(
            all.map(|(id, side, _, points)| (id, side, points))
                .collect(),
        ))
    }
    fn verbs(&self) -> &[Box<dyn Verb>] {
        &self.verbs
    }
    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset {
        let target = enemies(ask.scene::<Seen>(), decision.who).next();
        let choice = target.map_or(Choice::plain("rest"), |target| {
            Choice::new("hit", Slots::target(target))
        });
        Preset {
            choice,
            reason: "the first who stands".to_owned(),
            ask: decision.id.0.is_multiple_of(2),
        }
    }
    fn figures(&self, ask: &Ask) -> Vec<FigureView> {
        let seen = ask.scene::<Seen>().0.iter();
        seen.map(|(id, side, points)| FigureView {
            seat: None,
            id: *id,
            side: *side,
            label: Label {
                name: format!("n{}", id.0).into(),
                archetype: "brawler".into(),
            },
            place: Place {
                hex: Hex::ZERO,
                facing: Dir::new(0),
            },
            posture: Posture::Standing,
            fitness: fitness(*points),
            conditions: Vec::new(),
            bars: Vec::new(),
            due: None,
            doing: String::new(),
            reach: 1,
            armed: String::new(),
            figures: Vec::new(),
        })
        .collect()
    }
    fn check_side_order(&self, _: &Ask, order: &Order) -> Result<(), Refusal> {
        if order.choice.verb == "loud" {
            Ok(())
        } else {
            Err(Refusal::form("the one side order is `loud`"))
        }
    }
    fn apply_side_order(&self, world: &mut World, _: &Order) {
        world.resource_mut::<Loud>().0 = true;
    }
    fn price(&self, _: &str, _: &str) -> u32 {
        1
    }
    fn threats(&self, _: &Ask, _: Hex, _: SideId) -> Vec<(CombatantId, String)> {
        Vec::new()
    }
}

fn by_id(damage: &str, version: u32, id: &str) -> Option<Arc<dyn RuleSystem>> {
    (id == "brawl").then(|| Arc::new(Brawl::by(damage, version).unwrap()) as _)
}

/// The system as it is.
pub const SYSTEMS: Systems = Systems {
    ids: &["brawl"],
    by_id: |id| by_id("1d6", 1, id),
};

/// The system with another table.
pub const OTHER_TABLES: Systems = Systems {
    ids: &["brawl"],
    by_id: |id| by_id("1d4", 1, id),
};

/// A program that has no such system.
pub const NO_SYSTEMS: Systems = Systems {
    ids: &["chess"],
    by_id: |_| None,
};

/// Two against two.
pub fn setup() -> Setup {
    let side = |name: &str, team| SideSetup {
        name: name.into(),
        team,
        goals: Goals::default(),
        surprised: false,
        ambush: false,
        orders: Vec::new(),
    };
    let board = Board::new(8, 6, Orientation::PointyTop);
    let one = |name: &str, side: u8, column: u16| CombatantSetup {
        name: name.into(),
        archetype: "brawler".into(),
        side,
        hex: board.hex_of(column, u16::from(side)),
        facing: Dir::new(0),
        conditions: Vec::new(),
        gear: Default::default(),
        extra: Vec::new(),
        own: None,
        dice: None,
        arrives: 0,
        mount: None,
    };
    Setup {
        things: Vec::new(),
        title: "A Brawl".to_owned(),
        sides: vec![side("red", 0), side("blue", 1)],
        combatants: vec![
            one("Ada", 0, 0),
            one("Bo", 1, 1),
            one("Cy", 0, 2),
            one("Di", 1, 3),
        ],
        zones: BTreeMap::new(),
        limits: Limits::default(),
        preset: "tuned".into(),
        switches: BTreeMap::new(),
        board,
    }
}
