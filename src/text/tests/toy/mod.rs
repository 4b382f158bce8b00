//! A rule system small enough to know by heart: plans, then a blow at a neighbour, then an answer.
//! Every blow that is not parried takes one point of three.

mod verbs;

use crate::board::{Board, Dir, Hex, Orientation, distance};
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{CombatantId, Fitness, Label, OutBy, Place, Posture, SideId};
use crate::combat::endings::{Ending, Goals, Limits, Why, WhyDraw};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::{Flow, Stage};
use crate::combat::log::EventLog;
use crate::combat::order::{Ask, Choice, Decision, Order, Preset, Slots, Verb};
use crate::combat::plot::{Intent, Plot};
use crate::combat::refusal::Refusal;
use crate::combat::resolve::{Resolve, ResolveSystems};
use crate::combat::setup::{CombatantSetup, Setup, SideSetup};
use crate::combat::status::{Outcome, Status};
use crate::combat::system::{Bar, FigureView, RuleSystem, StandingTopic};
use bevy::prelude::*;
use smol_str::SmolStr;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use verbs::{Go, Strike, Wait};

/// Somebody in the toy.
#[derive(Clone, Debug)]
pub struct Man {
    id: CombatantId,
    side: SideId,
    team: u8,
    name: SmolStr,
    hex: Hex,
    points: i32,
    plan: Plot,
    careful: bool,
}

/// The whole state.
#[derive(Resource, Clone, Debug)]
pub struct Men {
    men: Vec<Man>,
    phase: u32,
}

impl Men {
    fn foe_beside(&self, who: CombatantId) -> Option<CombatantId> {
        let me = &self.men[usize::from(who.0)];
        let mut foes = self.men.iter().filter(|other| {
            other.team != me.team && other.points > 0 && distance(me.hex, other.hex) == 1
        });
        foes.next().map(|foe| foe.id)
    }
}

fn scene<'a>(ask: &Ask<'a>) -> &'a Men {
    ask.scene::<Men>()
}

/// The rule system.
pub struct Toy {
    verbs: Vec<Box<dyn Verb>>,
}

impl Toy {
    /// The rule system.
    pub fn new() -> Toy {
        Toy {
            verbs: vec![Box::new(Go), Box::new(Strike), Box::new(Wait)],
        }
    }
}

/// The toy's board.
pub fn ground() -> Board {
    Board::new(8, 5, Orientation::PointyTop)
}

/// Two or more sides; a side is a name, a team and names of its men.
pub fn setup(sides: &[(&str, u8, &[&str])]) -> Setup {
    let board = ground();
    let mut combatants = Vec::new();
    for (index, (_, _, names)) in sides.iter().enumerate() {
        for (place, name) in names.iter().enumerate() {
            combatants.push(CombatantSetup {
                name: SmolStr::new(name),
                archetype: SmolStr::new("man_at_arms"),
                side: index as u8,
                hex: board.hex_of(
                    if index % 2 == 0 { 1 } else { 6 },
                    (index / 2 * 3 + place * 2) as u16,
                ),
                facing: Dir::new(0),
                conditions: Vec::new(),
                gear: Default::default(),
                extra: Vec::new(),
                own: None,
                dice: None,
                arrives: 0,
                mount: None,
            });
        }
    }
    Setup {
        things: Vec::new(),
        title: "Toy".to_owned(),
        board,
        sides: sides
            .iter()
            .map(|(name, team, _)| SideSetup {
                name: SmolStr::new(name),
                team: *team,
                goals: Goals::default(),
                surprised: false,
                ambush: false,
                orders: Vec::new(),
            })
            .collect(),
        combatants,
        zones: BTreeMap::new(),
        limits: Limits::default(),
        preset: SmolStr::new("toy"),
        switches: BTreeMap::new(),
    }
}

type Asked = (CombatantId, SideId, Vec<SmolStr>);

fn asked<'m>(men: impl Iterator<Item = &'m Man>, verbs: &[&str]) -> Vec<Asked> {
    men.filter(|man| man.points > 0)
        .map(|man| {
            let verbs = verbs.iter().map(SmolStr::new).collect();
            (man.id, man.side, verbs)
        })
        .collect()
}

fn plans(mut flow: ResMut<Flow>, mut men: ResMut<Men>, mut log: ResMut<EventLog>) {
    flow.unit += 1;
    men.phase = flow.unit;
    let unit = flow.unit;
    let part = SmolStr::new("plans");
    log.push(Event::general(unit, EventKind::Clock { unit, part }));
    let asked = asked(men.men.iter(), &["go"]);
    flow.open("plot", true, asked);
    flow.enter(Stage::Movement);
}

fn walk(mut flow: ResMut<Flow>, mut men: ResMut<Men>, mut log: ResMut<EventLog>) {
    let unit = flow.unit;
    let ids: Vec<CombatantId> = men.men.iter().map(|man| man.id).collect();
    for id in ids {
        let Some(plan) = flow.answer(id).and_then(|choice| choice.slots.plot.clone()) else {
            continue;
        };
        let at = usize::from(id.0);
        men.men[at].plan = plan.clone();
        let name = men.men[at].name.clone();
        let side = men.men[at].side;
        log.push(
            Event::of(unit, id, EventKind::Note)
                .note(format!("{name} has a plan known to his side alone"))
                .only(side),
        );
        if let Intent::Close(foe, _) = plan.intent {
            let goal = men.men[usize::from(foe.0)].hex;
            let from = men.men[at].hex;
            let free = |hex: &Hex| men.men.iter().all(|man| man.points <= 0 || man.hex != *hex);
            let best = Dir::ALL
                .iter()
                .map(|dir| dir.from(from))
                .filter(free)
                .min_by_key(|hex| (distance(*hex, goal), hex.y, hex.x));
            if let Some(to) = best.filter(|_| distance(from, goal) > 1) {
                men.men[at].hex = to;
                let run = false;
                log.push(Event::of(unit, id, EventKind::Moved { from, to, run }));
            }
        }
    }
    flow.enter(Stage::Action);
    let near: Vec<CombatantId> = men
        .men
        .iter()
        .filter(|man| man.points > 0 && men.foe_beside(man.id).is_some())
        .map(|man| man.id)
        .collect();
    let asked = asked(
        men.men.iter().filter(|man| near.contains(&man.id)),
        &["strike", "wait"],
    );
    flow.open("reaction", false, asked);
}

fn blows(
    mut flow: ResMut<Flow>,
    mut men: ResMut<Men>,
    mut log: ResMut<EventLog>,
    mut status: ResMut<Status>,
) {
    let unit = flow.unit;
    let blows: Vec<(CombatantId, CombatantId)> = flow
        .answers
        .iter()
        .filter(|order| order.choice.verb == "strike")
        .filter_map(|order| Some((order.who, *order.choice.slots.targets.first()?)))
        .collect();
    for (who, target) in blows {
        // Blows fall one after another here, so that a duel can be won.
        if men.men[usize::from(who.0)].points <= 0 {
            continue;
        }
        let whom = &mut men.men[usize::from(target.0)];
        whom.points -= 1;
        let left = whom.points;
        log.push(
            Event::of(
                unit,
                who,
                EventKind::Swung {
                    target,
                    weapon: SmolStr::new("long_sword"),
                    manner: SmolStr::new("attack"),
                    result: SmolStr::new("hit"),
                },
            )
            .detail("need", 13, "T-3"),
        );
        if left <= 0 {
            log.push(Event::of(unit, target, EventKind::Out(OutBy::Dead)));
        }
    }
    let mut sides: Vec<SideId> = men
        .men
        .iter()
        .filter(|man| man.points > 0 && !status.tally.conceded.contains(&man.side))
        .map(|man| man.side)
        .collect();
    sides.dedup_by_key(|side| status.team(*side));
    let over = sides.len() <= 1 || unit >= 30;
    if over {
        let ending = match sides.first() {
            Some(side) if sides.len() == 1 => Ending::Won {
                side: *side,
                why: Why::AllOut,
            },
            _ => Ending::Draw {
                why: WhyDraw::BothDefeated,
            },
        };
        status.outcome = Some(Outcome { ending, unit });
    }
    flow.enter(if over { Stage::Over } else { Stage::Clock });
}

impl RuleSystem for Toy {
    fn id(&self) -> &'static str {
        "toy"
    }
    fn version(&self) -> u32 {
        1
    }
    fn tables(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn unit_name(&self) -> &'static str {
        "phase"
    }
    fn unit_length(&self) -> UnitLength {
        UnitLength::of_seconds(6)
    }
    fn install(&self, app: &mut App) {
        app.add_systems(
            Resolve,
            (
                plans.in_set(ResolveSystems::Clock),
                walk.in_set(ResolveSystems::Movement),
                blows.in_set(ResolveSystems::Action),
            ),
        );
    }
    fn spawn(&self, world: &mut World, setup: &Setup) -> Result<(), Vec<String>> {
        let men = setup
            .combatants
            .iter()
            .enumerate()
            .map(|(index, one)| Man {
                id: CombatantId(index as u16),
                side: SideId(one.side),
                team: setup.sides[usize::from(one.side)].team,
                name: one.name.clone(),
                hex: one.hex,
                points: 3,
                plan: Plot::default(),
                careful: false,
            })
            .collect();
        world.insert_resource(Men { men, phase: 0 });
        Ok(())
    }
    fn scene(&self, world: &mut World, reader: Option<SideId>) -> Arc<dyn Any + Send + Sync> {
        let mut men = world.resource::<Men>().clone();
        for man in &mut men.men {
            if reader.is_some_and(|reader| reader != man.side) {
                man.plan = Plot::default();
                man.careful = false;
            }
        }
        Arc::new(men)
    }
    fn verbs(&self) -> &[Box<dyn Verb>] {
        &self.verbs
    }
    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset {
        let men = scene(ask);
        if decision.kind == "plot" {
            let plan = men.men[usize::from(decision.who.0)].plan.clone();
            return Preset {
                choice: Choice::new(
                    "go",
                    Slots {
                        plot: Some(plan),
                        ..Slots::default()
                    },
                ),
                reason: "the plan stands".to_owned(),
                ask: men.foe_beside(decision.who).is_none(),
            };
        }
        match men.foe_beside(decision.who) {
            Some(foe) => Preset {
                choice: Choice::new("strike", Slots::target(foe)),
                reason: "he is near".to_owned(),
                ask: true,
            },
            None => Preset {
                choice: Choice::plain("wait"),
                reason: "nobody is near".to_owned(),
                ask: false,
            },
        }
    }
    fn figures(&self, ask: &Ask) -> Vec<FigureView> {
        let men = scene(ask);
        men.men
            .iter()
            .map(|man| FigureView {
                seat: None,
                id: man.id,
                side: man.side,
                label: Label {
                    name: man.name.clone(),
                    archetype: SmolStr::new("man_at_arms"),
                },
                place: Place {
                    hex: man.hex,
                    facing: Dir::new(0),
                },
                posture: Posture::Standing,
                fitness: if man.points > 0 {
                    Fitness::Able
                } else {
                    Fitness::Out(OutBy::Dead)
                },
                conditions: Vec::new(),
                bars: vec![Bar {
                    name: SmolStr::new("Points"),
                    now: man.points,
                    full: 3,
                }],
                due: None,
                doing: match man.plan.intent {
                    Intent::Hold => String::new(),
                    _ => "a secret plan".to_owned(),
                },
                reach: 1,
                armed: "long sword".to_owned(),
                figures: vec![(SmolStr::new("Skill"), "13".to_owned())],
            })
            .collect()
    }
    fn check_side_order(&self, _ask: &Ask, order: &Order) -> Result<(), Refusal> {
        if order.choice.verb == "careful" {
            Ok(())
        } else {
            Err(Refusal::form("there is no such standing order"))
        }
    }
    fn standing(&self, ask: &Ask, who: CombatantId) -> Vec<StandingTopic> {
        let careful = scene(ask).men[usize::from(who.0)].careful;
        vec![StandingTopic {
            name: SmolStr::new("reaction"),
            now: if careful { "parry" } else { "never" }.to_owned(),
            values: vec![("parry".to_owned(), Choice::plain("careful"))],
        }]
    }
    fn apply_side_order(&self, world: &mut World, order: &Order) {
        let mut men = world.resource_mut::<Men>();
        men.men[usize::from(order.who.0)].careful = true;
    }
    fn price(&self, _archetype: &str, _preset: &str) -> u32 {
        1
    }
    fn threats(&self, ask: &Ask, hex: Hex, against: SideId) -> Vec<(CombatantId, String)> {
        let men = scene(ask);
        men.men
            .iter()
            .filter(|man| man.side != against && distance(man.hex, hex) == 1)
            .map(|man| (man.id, "with a long sword".to_owned()))
            .collect()
    }
}
