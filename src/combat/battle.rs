//! A battle: its own world, the loop that runs `Resolve`, and the only way in for orders.
//!
//! Drivers (text player, simulator, records, scenarios, window) call this; none of them reads
//! components. Every refusal leaves the battle as it was.

use super::combatant::{CombatantId, SideId};
use super::dice::{BattleDice, Moment, Script};
use super::event::Event;
use super::flow::{Flow, SeatWindow, Stage, Window};
use super::log::{EventLog, Given, OrderLog};
use super::order::{Ask, Choice, Decision, DecisionId, Order, Preset};
use super::refusal::Refusal;
use super::resolve::{CombatPlugin, DiceBox, Due, Edits, Resolve};
use super::setup::Setup;
use super::snapshot::{self, Snapshot, SnapshotError};
use super::status::{Outcome, Status};
use super::system::{FigureView, RuleSystem, Rules, verb};
use bevy::prelude::*;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Beats that may follow each other without a window before the battle is called stuck.
///
/// A movement round of 512 hexes, every stage and a few empty units stay far below it.
const MAX_BEATS: u32 = 20_000;

/// What a call of [`Battle::advance`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A window is open: somebody must seal.
    Waiting,
    /// The battle is over.
    Over,
}

/// A battle that cannot go on: a fault of the rules, never of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the battle came to no decision in {MAX_BEATS} beats, in {stage} of unit {unit}")]
pub struct Stuck {
    /// Stage it hung in.
    pub stage: &'static str,
    /// Unit it hung in.
    pub unit: u32,
}

/// The verb of a side that gives up; part of no rule system.
pub const CONCEDE: &str = "concede";

/// A battle.
pub struct Battle {
    world: World,
    rules: Arc<dyn RuleSystem>,
    /// Counts changes, so that scenes are gathered once per change and reader.
    version: u64,
    scenes: BTreeMap<Option<SideId>, (u64, Arc<dyn Any + Send + Sync>)>,
}

impl Battle {
    /// A battle at its beginning: combatants stand, nothing is decided.
    ///
    /// # Errors
    /// Everything in the setup that the rule system cannot use.
    pub fn start(
        rules: Arc<dyn RuleSystem>,
        setup: &Setup,
        seed: u64,
    ) -> Result<Battle, Vec<String>> {
        let mut app = App::new();
        app.add_plugins(CombatPlugin);
        rules.install(&mut app);
        app.finish();
        let mut world = std::mem::take(app.world_mut());
        let owners = setup
            .combatants
            .iter()
            .enumerate()
            .map(|(index, combatant)| combatant.dice.unwrap_or(index as u16))
            .collect();
        world.insert_resource(DiceBox(BattleDice::seeded(seed, owners)));
        world.insert_resource(Rules(rules.clone()));
        let price = |archetype: &str| rules.price(archetype, &setup.preset);
        world.insert_resource(Status::new(setup, rules.unit_length_of(setup), &price));
        rules.spawn(&mut world, setup)?;
        Ok(Battle {
            world,
            rules,
            version: 0,
            scenes: BTreeMap::new(),
        })
    }

    /// The rule system.
    pub fn rules(&self) -> &Arc<dyn RuleSystem> {
        &self.rules
    }

    /// Where the battle stands.
    pub fn flow(&self) -> &Flow {
        self.world.resource::<Flow>()
    }

    /// The open window: what is asked of whom. The drafts in it are each seat's own secret, see
    /// [`Battle::seat`].
    pub fn window(&self) -> Option<&Window> {
        self.flow().window.as_ref()
    }

    /// The open window as a side's seat sees it, with its own drafts.
    pub fn seat(&self, side: SideId) -> Option<SeatWindow<'_>> {
        self.window().map(|window| SeatWindow {
            window,
            status: self.status(),
            side,
        })
    }

    /// Sides, their objectives, and whether and how it ended.
    pub fn status(&self) -> &Status {
        self.world.resource::<Status>()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.status().outcome.as_ref()
    }

    /// Everything that happened that a side may know; `None` knows all. Once the battle is over
    /// everybody does.
    pub fn events(&self, reader: Option<SideId>) -> impl Iterator<Item = &Event> {
        let reader = if self.flow().stage == Stage::Over {
            None
        } else {
            reader
        };
        let log = self.world.resource::<EventLog>();
        log.0.iter().filter(move |event| event.visible_to(reader))
    }

    /// Every order given so far.
    pub fn orders(&self) -> &[Given] {
        &self.world.resource::<OrderLog>().0
    }

    /// Runs the resolver until somebody must choose or the battle is over.
    ///
    /// # Errors
    /// If the rules come to no decision.
    pub fn advance(&mut self) -> Result<Progress, Stuck> {
        self.advance_watched(|_| ())
    }

    /// As [`Battle::advance`], with a look at the battle after every beat. Whoever looks may hash
    /// and write down, and changes nothing.
    ///
    /// # Errors
    /// If the rules come to no decision.
    pub fn advance_watched(
        &mut self,
        mut after_beat: impl FnMut(&mut Battle),
    ) -> Result<Progress, Stuck> {
        for _ in 0..MAX_BEATS {
            let flow = self.world.resource::<Flow>();
            if flow.stage == Stage::Over {
                return Ok(Progress::Over);
            }
            if flow.window.is_some() {
                return Ok(Progress::Waiting);
            }
            self.beat();
            after_beat(self);
        }
        let flow = self.flow();
        Err(Stuck {
            stage: flow.stage.word(),
            unit: flow.unit,
        })
    }

    /// Runs the resolver like [`Battle::advance`], but stops between two beats as soon as `stop` is
    /// satisfied with where the battle stands; then the answer is `None`.
    ///
    /// # Errors
    /// If the rules come to no decision.
    pub fn advance_until(
        &mut self,
        stop: impl Fn(&Flow) -> bool,
    ) -> Result<Option<Progress>, Stuck> {
        for _ in 0..MAX_BEATS {
            let flow = self.world.resource::<Flow>();
            if stop(flow) {
                return Ok(None);
            }
            if flow.stage == Stage::Over {
                return Ok(Some(Progress::Over));
            }
            if flow.window.is_some() {
                return Ok(Some(Progress::Waiting));
            }
            self.beat();
        }
        let flow = self.flow();
        Err(Stuck {
            stage: flow.stage.word(),
            unit: flow.unit,
        })
    }

    /// One run of `Resolve`.
    fn beat(&mut self) {
        self.version += 1;
        // Out of date, and what they share with the scene of the rules is written in place without them.
        self.scenes.clear();
        let flow = self.world.resource::<Flow>();
        let moment = Moment {
            unit: flow.unit,
            stage: flow.stage.number(),
            step: flow.step,
        };
        let due = Due {
            stage: flow.stage,
            part: flow.part,
        };
        *self.world.resource_mut::<Due>() = due;
        self.world.resource_mut::<DiceBox>().0.seeded.moment = moment;
        self.world.run_schedule(Resolve);
        self.world.resource_mut::<Flow>().beats += 1;
    }

    /// The scene as a side may know it.
    pub fn scene(&mut self, reader: Option<SideId>) -> Arc<dyn Any + Send + Sync> {
        if let Some((version, scene)) = self.scenes.get(&reader)
            && *version == self.version
        {
            return scene.clone();
        }
        let scene = self.rules.scene(&mut self.world, reader);
        self.scenes.insert(reader, (self.version, scene.clone()));
        scene
    }

    /// All combatants as a side may know them.
    pub fn figures(&mut self, reader: Option<SideId>) -> Vec<FigureView> {
        let scene = self.scene(reader);
        self.rules.figures(&Ask { scene: &*scene })
    }

    /// What a decision comes to if its side says nothing.
    pub fn preset(&mut self, decision: &Decision) -> Preset {
        let scene = self.scene(Some(decision.side));
        self.rules.preset(&Ask { scene: &*scene }, decision)
    }

    /// Choices worth offering for a decision, by verb.
    pub fn options(&mut self, decision: &Decision) -> Vec<Choice> {
        let scene = self.scene(Some(decision.side));
        let ask = Ask { scene: &*scene };
        decision
            .verbs
            .iter()
            .filter_map(|name| verb(&*self.rules, name))
            .flat_map(|verb| verb.options(&ask, decision.who))
            .collect()
    }

    /// Whether a choice answers a decision.
    ///
    /// # Errors
    /// A refusal that says why not.
    pub fn check(&mut self, decision: &Decision, choice: &Choice) -> Result<(), Refusal> {
        if !decision.verbs.contains(&choice.verb) {
            let offered = decision.verbs.join(", ");
            return Err(Refusal::form(format!(
                "`{}` is not on offer here; on offer: {offered}",
                choice.verb
            )));
        }
        let Some(found) = verb(&*self.rules.clone(), &choice.verb).map(|verb| verb.name()) else {
            return Err(Refusal::form(format!("there is no verb `{}`", choice.verb)));
        };
        self.check_ids(&choice.slots.targets)?;
        let scene = self.scene(Some(decision.side));
        let rules = self.rules.clone();
        let verb = verb(&*rules, found).expect("the verb was found just above");
        verb.check(&Ask { scene: &*scene }, decision.who, &choice.slots)
    }

    fn check_ids(&self, ids: &[CombatantId]) -> Result<(), Refusal> {
        let count = self.status().combatants;
        match ids.iter().find(|id| usize::from(id.0) >= count) {
            Some(stranger) => Err(Refusal::form(format!(
                "there is no combatant {stranger}; they are numbered 0 to {}",
                count - 1
            ))),
            None => Ok(()),
        }
    }

    fn open_window(&self, side: SideId) -> Result<&Window, Refusal> {
        let Some(window) = self.window() else {
            return Err(Refusal::form("nothing is being asked now"));
        };
        if !window.sides().contains(&side) {
            return Err(Refusal::form(format!(
                "{} has nothing to decide now",
                self.side(side)
            )));
        }
        if window.seals.contains(&side) {
            return Err(Refusal::form(format!(
                "{} has sealed its orders; reopen them first",
                self.side(side)
            )));
        }
        Ok(window)
    }

    /// A side's name.
    pub fn side(&self, side: SideId) -> &str {
        self.status()
            .sides
            .get(usize::from(side.0))
            .map_or("an unknown side", |side| side.name.as_str())
    }

    /// Puts down a side's answer as a draft; an earlier one is replaced. Orders without a decision
    /// are side orders: standing orders and concession.
    ///
    /// # Errors
    /// A refusal; nothing is changed then.
    pub fn draft(&mut self, side: SideId, order: Order) -> Result<(), Refusal> {
        let window = self.open_window(side)?;
        if order.decision == DecisionId::NONE {
            return self.draft_side_order(side, order);
        }
        let Some(decision) = window.decision(order.decision).cloned() else {
            return Err(Refusal::form(format!(
                "decision {} is not open now",
                order.decision.0
            )));
        };
        if decision.side != side {
            let owner = self.side(decision.side);
            return Err(Refusal::form(format!("that decision belongs to {owner}")));
        }
        if decision.who != order.who {
            return Err(Refusal::form(format!(
                "decision {} is about {}, not {}",
                order.decision.0, decision.who, order.who
            )));
        }
        self.check(&decision, &order.choice)?;
        let mut flow = self.world.resource_mut::<Flow>();
        let window = flow
            .window
            .as_mut()
            .expect("the window was open just above");
        window.put(order);
        Ok(())
    }

    fn draft_side_order(&mut self, side: SideId, order: Order) -> Result<(), Refusal> {
        self.check_ids(&[order.who])?;
        self.check_ids(&order.choice.slots.targets)?;
        if self.status().side_of(order.who) != Some(side) {
            return Err(Refusal::form(format!(
                "{} does not fight for {}",
                order.who,
                self.side(side)
            )));
        }
        if order.choice.verb != CONCEDE {
            let scene = self.scene(Some(side));
            self.rules
                .check_side_order(&Ask { scene: &*scene }, &order)?;
        }
        let mut flow = self.world.resource_mut::<Flow>();
        let window = flow
            .window
            .as_mut()
            .expect("the window was open just above");
        window.put_side(order);
        Ok(())
    }

    /// Takes a draft back. Nothing happens if there was none.
    ///
    /// # Errors
    /// If the side cannot change its drafts now.
    pub fn withdraw(&mut self, side: SideId, decision: DecisionId) -> Result<(), Refusal> {
        self.open_window(side)?;
        let mut flow = self.world.resource_mut::<Flow>();
        let window = flow
            .window
            .as_mut()
            .expect("the window was open just above");
        let own = window
            .decision(decision)
            .is_some_and(|found| found.side == side);
        if own {
            window.drafts.remove(&decision);
        }
        Ok(())
    }

    /// Seals a side's orders. When the last side has sealed, all are written and the window closes.
    ///
    /// # Errors
    /// If the side has nothing to seal.
    pub fn seal(&mut self, side: SideId) -> Result<(), Refusal> {
        self.open_window(side)?;
        let mut flow = self.world.resource_mut::<Flow>();
        let window = flow
            .window
            .as_mut()
            .expect("the window was open just above");
        window.seal(side);
        if window.waiting().next().is_none() {
            self.close_window();
        }
        Ok(())
    }

    /// Opens a side's own seal again, as long as another side has still to seal.
    ///
    /// # Errors
    /// If there is no seal of that side to open.
    pub fn reopen(&mut self, side: SideId) -> Result<(), Refusal> {
        let mut flow = self.world.resource_mut::<Flow>();
        let opened = flow
            .window
            .as_mut()
            .is_some_and(|window| window.seals.remove(&side));
        if opened {
            Ok(())
        } else {
            Err(Refusal::form(
                "there are no sealed orders of this side to reopen",
            ))
        }
    }

    /// Forgets all drafts and seals of the open window, as if nobody had answered yet.
    pub fn clear_drafts(&mut self) {
        if let Some(window) = &mut self.world.resource_mut::<Flow>().window {
            window.drafts.clear();
            window.side_drafts.clear();
            window.seals.clear();
        }
    }

    /// Writes the drafts to the log, sorted by side and combatant, fills in presets, and carries
    /// out side orders.
    fn close_window(&mut self) {
        let Some(window) = self.window().cloned() else {
            return;
        };
        let mut answers = Vec::with_capacity(window.decisions.len());
        for decision in &window.decisions {
            let order = match window.drafts.get(&decision.id) {
                Some(order) => order.clone(),
                None => Order {
                    decision: decision.id,
                    who: decision.who,
                    choice: self.preset(decision).choice,
                },
            };
            answers.push(order);
        }
        answers.sort_by_key(|order| order.who);
        let side_of = |who: CombatantId| self.status().side_of(who);
        let mut given: Vec<Order> = window.drafts.values().cloned().collect();
        given.extend(window.side_drafts.iter().cloned());
        given.sort_by_key(|order| {
            (
                side_of(order.who),
                order.who,
                order.decision,
                order.choice.verb.clone(),
            )
        });
        let side_orders: Vec<Order> = given
            .iter()
            .filter(|order| order.decision == DecisionId::NONE)
            .cloned()
            .collect();

        self.version += 1;
        let number = window.number;
        let mut log = self.world.resource_mut::<OrderLog>();
        log.0.extend(given.into_iter().map(|order| Given {
            window: number,
            order,
        }));
        let mut flow = self.world.resource_mut::<Flow>();
        flow.answers = answers;
        flow.window = None;
        for order in side_orders {
            if order.choice.verb == CONCEDE {
                if let Some(side) = self.status().side_of(order.who) {
                    self.world.resource_mut::<Status>().concede(side);
                }
            } else {
                self.rules.clone().apply_side_order(&mut self.world, &order);
            }
        }
    }

    /// Writes the whole state down.
    ///
    /// # Errors
    /// If a part cannot be written.
    pub fn snapshot(&mut self) -> Result<Snapshot, SnapshotError> {
        snapshot::capture(&mut self.world)
    }

    /// Puts a state back; the battle must have been started from the same setup.
    ///
    /// # Errors
    /// If the state does not fit; the battle must be thrown away then.
    pub fn restore(&mut self, state: &Snapshot) -> Result<(), SnapshotError> {
        snapshot::restore(self.world_mut(), state)
    }

    /// The state's hash. Drafts and seals are no part of it: they are of one seat, and thinking
    /// leaves no trace.
    pub fn digest(&mut self) -> u64 {
        let open = self.world.resource::<Flow>().window.clone();
        self.clear_drafts();
        let digest = snapshot::digest(&mut self.world);
        self.world.resource_mut::<Flow>().window = open;
        digest
    }

    /// Prescribes dice (scenarios); faces of the seed are used where it holds none, and noted.
    pub fn script(&mut self, script: Script) {
        self.world.resource_mut::<DiceBox>().0.script = Some(script);
    }

    /// What is left of the prescribed dice.
    pub fn script_left(&self) -> Option<&Script> {
        self.world.resource::<DiceBox>().0.script.as_ref()
    }

    /// The world, for tests and scenarios that set what no order can.
    pub fn world_mut(&mut self) -> &mut World {
        self.version += 1;
        self.world.resource_mut::<Edits>().0 += 1;
        &mut self.world
    }
}
