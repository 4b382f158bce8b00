//! `phases` towards drivers, players, records and controllers.

use super::derive;
use super::facing::Arc4;
use super::field::scene_for;
use super::gather;
use super::outlook::nearest_threat;
use super::scene::{Declared, Figure, HoldMode, Scene, Switches, Tables};
use super::systems::reaction::standing_answer;
use super::verbs::{self, attack, declare, hold, odds, react, standing};
use super::{content, plugin, spawn};
use crate::board::{Board, Hex, distance};
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{CombatantId, Condition, ItemId, SideId};
use crate::combat::order::{Ask, Choice, Decision, Order, Preset, Slots, Verb};
use crate::combat::plot::Plot;
use crate::combat::refusal::Refusal;
use crate::combat::setup::Setup;
use crate::combat::system::{Bar, FigureView, RuleSystem, StandingTopic};
use bevy::prelude::{App, World};
use smol_str::SmolStr;
use std::any::Any;
use std::sync::Arc;

/// The rule system with its tables.
pub struct Phases {
    tables: Arc<Tables>,
    texts: Vec<(String, String)>,
    verbs: Vec<Box<dyn Verb>>,
}

impl Phases {
    /// On the shipped tables.
    pub fn shipped() -> Phases {
        let texts = super::tables::SHIPPED
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        Phases {
            tables: Tables::shipped(),
            texts,
            verbs: verbs::all(),
        }
    }

    /// On tables given as text, file by file; what is missing is the shipped one.
    ///
    /// # Errors
    /// All faults of the files.
    pub fn with_tables(files: &[(&str, &str)]) -> Result<Phases, Vec<super::tables::TableFault>> {
        let tables = super::tables::load_over_shipped(files)?;
        let mut phases = Phases::shipped();
        phases.tables = Arc::new(tables);
        for (name, text) in files {
            if let Some(known) = phases.texts.iter_mut().find(|(known, _)| known == name) {
                known.1 = (*text).to_owned();
            }
        }
        Ok(phases)
    }

    /// The tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }
}

impl RuleSystem for Phases {
    fn id(&self) -> &'static str {
        "phases"
    }

    fn version(&self) -> u32 {
        1
    }

    fn unit_name(&self) -> &'static str {
        "phase"
    }

    fn question(&self, kind: &str) -> &'static str {
        match kind {
            "plot" => "how does he move, from now until something new happens?",
            "statement" => "his time to act has come: what does he do?",
            "reaction" => "he is being attacked: what does he do against it?",
            "declaration" => "what does he prepare to do next?",
            _ => "",
        }
    }

    fn primer(&self) -> &'static [&'static str] {
        &[
            "A phase is six seconds. First all move at once, each by his plot, which stands until it is changed.",
            "Then all whose phase it is act at once: each states what he does, and dice decide whether it strikes.",
            "Whoever is struck at may react once (parry, dodge, sidestep), but not in a phase in which he acts himself.",
            "Harm is dealt, and whoever acted prepares his next action: a ten-sided die says how many phases it takes.",
            "Who cannot wait announces a rush with his plot (`+ rush`) and acts at once, but worse.",
            "A blow strikes if the twenty-sided die shows the number named or less; `odds` tells what it is made of.",
            "Without Stamina one is unconscious, without Critical dying.",
        ]
    }

    fn unit_length(&self) -> UnitLength {
        UnitLength::of_seconds(6)
    }

    fn install(&self, app: &mut App) {
        plugin::install(app);
    }

    fn spawn(&self, world: &mut World, setup: &Setup) -> Result<(), Vec<String>> {
        spawn::spawn(world, setup, &self.tables)
    }

    fn scene(&self, world: &mut World, reader: Option<SideId>) -> Arc<dyn Any + Send + Sync> {
        Arc::new(scene_for(world, reader))
    }

    fn verbs(&self) -> &[Box<dyn Verb>] {
        &self.verbs
    }

    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(decision.who);
        match decision.kind.as_str() {
            "plot" => plot_preset(figure),
            "statement" => statement_preset(ask, figure),
            "reaction" => reaction_preset(scene, figure),
            _ => declaration_preset(scene, figure),
        }
    }

    fn figures(&self, ask: &Ask) -> Vec<FigureView> {
        let scene: &Scene = ask.scene();
        scene
            .figures
            .iter()
            .map(|figure| view(scene, figure))
            .collect()
    }

    fn check_side_order(&self, ask: &Ask, order: &Order) -> Result<(), Refusal> {
        standing::check(ask, order)
    }

    fn standing(&self, ask: &Ask, who: CombatantId) -> Vec<StandingTopic> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.open {
            standing::topics(scene, figure)
        } else {
            Vec::new()
        }
    }

    fn board(&self, ask: &Ask) -> Option<Arc<Board>> {
        let scene: &Scene = ask.scene();
        Some(scene.board.clone())
    }

    fn item_name(&self, ask: &Ask, item: ItemId) -> Option<SmolStr> {
        let scene: &Scene = ask.scene();
        let carried = scene
            .figures
            .iter()
            .find_map(|figure| figure.gear.item(item));
        let lying = || {
            scene
                .ground
                .iter()
                .map(|lying| &lying.item)
                .find(|lying| lying.id == item)
        };
        let found = carried.or_else(lying)?;
        Some(declare::item_words(found, &scene.tables).into())
    }

    fn presets(&self) -> Vec<SmolStr> {
        content::presets(&self.tables)
    }

    fn switches(&self) -> Vec<SmolStr> {
        content::SWITCHES.map(SmolStr::new_static).to_vec()
    }

    fn check_switch(&self, switch: &str, value: &str) -> Result<(), String> {
        spawn::set_switch(&mut Switches::default(), switch, value)
    }

    fn archetypes(&self) -> Vec<SmolStr> {
        self.tables.archetypes.keys().cloned().collect()
    }

    fn gear(&self) -> [Vec<SmolStr>; 3] {
        content::gear(&self.tables)
    }

    fn check_own(&self, archetype: &str, numbers: &str) -> Result<(), String> {
        content::check_own(&self.tables, archetype, numbers)
    }

    fn apply_side_order(&self, world: &mut World, order: &Order) {
        standing::apply(world, order);
    }

    fn price(&self, archetype: &str) -> u32 {
        self.tables
            .archetypes
            .get(archetype)
            .map_or(0, |found| found.points.into())
    }

    fn tables(&self) -> Vec<(String, String)> {
        self.texts.clone()
    }

    fn with_tables(&self, tables: &[(String, String)]) -> Result<Arc<dyn RuleSystem>, Vec<String>> {
        let files: Vec<(&str, &str)> = tables
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        match Phases::with_tables(&files) {
            Ok(phases) => Ok(Arc::new(phases)),
            Err(faults) => Err(faults.iter().map(ToString::to_string).collect()),
        }
    }

    fn threats(&self, ask: &Ask, hex: Hex, against: SideId) -> Vec<(CombatantId, String)> {
        let scene: &Scene = ask.scene();
        let team = |side: SideId| scene.teams.get(usize::from(side.0));
        scene
            .figures
            .iter()
            .filter(|figure| team(figure.side) != team(against))
            .filter(|figure| gather::threatens(scene, figure, hex))
            .map(|figure| {
                let weapon = gather::melee_item(figure, &scene.tables)
                    .and_then(|item| figure.gear.item(item))
                    .map_or_else(String::new, |item| declare::item_words(item, &scene.tables));
                let far = distance(figure.place.hex, hex);
                (
                    figure.id,
                    format!("{} with {weapon}, {far} m away", figure.label.name),
                )
            })
            .collect()
    }
}

/// Phases somebody waits with an attack he cannot make before his player is asked again.
const PATIENCE: u8 = 5;

/// Whether somebody waits in vain and his player should look at it: after a while, then rarely.
fn waits_in_vain(figure: &Figure) -> bool {
    let attack = !matches!(figure.tempo.declared, Declared::Guard | Declared::Wait);
    let held = figure.tempo.held;
    attack
        && figure.tempo.hold.is_some()
        && (held == PATIENCE || (held > 0 && held.is_multiple_of(20)))
}

/// The plot stands; a person is asked when something happened that it did not foresee, or when it
/// leads to nothing.
fn plot_preset(figure: &Figure) -> Preset {
    let nothing = figure.motion.plot == Plot::default();
    let waits = waits_in_vain(figure);
    let reason = match (waits, figure.motion.fresh, nothing) {
        (true, ..) => "he waits in vain: from where he is he can do nothing",
        (_, true, true) => "he has no plot and stays where he is",
        (_, true, false) => "something new has happened since it was plotted",
        (_, false, _) => "",
    };
    Preset {
        choice: Choice::new("plot", Slots::default()),
        reason: reason.to_owned(),
        ask: figure.motion.fresh || waits,
    }
}

/// What was stated ahead if it still can be done; else the best plain blow; else waiting.
fn statement_preset(ask: &Ask, figure: &Figure) -> Preset {
    let scene: &Scene = ask.scene();
    if let Some(choice) = &figure.statement {
        let possible = match choice.verb.as_str() {
            "hold" => hold::check_mode(figure, hold::mode(&choice.slots)).is_ok(),
            "act" => hold::Act.check(ask, figure.id, &choice.slots).is_ok(),
            verb => attack::context(scene, figure, verb, &choice.slots).is_ok(),
        };
        if possible {
            return Preset {
                choice: choice.clone(),
                reason: "as stated with the plot".to_owned(),
                ask: false,
            };
        }
    }
    let waits = |reason: String| {
        let mode = match figure.tempo.declared {
            Declared::Guard => HoldMode::Guard,
            _ => figure.tempo.hold.unwrap_or(figure.standing.waiting),
        };
        let mode = if hold::check_mode(figure, mode).is_ok() {
            mode
        } else {
            HoldMode::Plain
        };
        Preset {
            choice: hold::choice(mode),
            reason,
            ask: false,
        }
    };
    let verb = match figure.tempo.declared {
        Declared::Attack(_) | Declared::DrawAttack(_) => "attack",
        Declared::Shoot(_) => "shoot",
        Declared::Throw(_) => "throw",
        Declared::Guard | Declared::Wait => {
            return waits("nothing was declared but to wait".to_owned());
        }
        _ => {
            return Preset {
                choice: Choice::plain("act"),
                reason: "as declared".to_owned(),
                ask: false,
            };
        }
    };
    let possible: Vec<_> = scene
        .foes(figure)
        .filter_map(|target| {
            let slots = Slots::target(target.id);
            let context = attack::context(scene, figure, verb, &slots).ok()?;
            Some((target, slots, context))
        })
        .collect();
    let best = possible.into_iter().map(|(target, slots, context)| {
        let (score, _) = super::attack::score(&context);
        let harm = odds::expected_harm(scene, target, context);
        (harm, score, std::cmp::Reverse(target.dice), slots, target)
    });
    match best.max_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2))) {
        Some((harm, score, _, slots, target)) => Preset {
            choice: Choice::new(verb, slots),
            reason: format!(
                "{} is the best plain target: {score} or less, {}.{} points expected",
                target.label.name,
                harm / 1000,
                harm % 1000 / 100
            ),
            ask: true,
        },
        None => waits(nobody(scene, figure, verb)),
    }
}

/// Why nobody can be attacked: what stands between him and the nearest enemy.
fn nobody(scene: &Scene, figure: &Figure, verb: &str) -> String {
    let nearest = nearest_threat(scene, figure);
    let refused = nearest.and_then(|foe| {
        let slots = Slots::target(foe.id);
        let refusal = attack::context(scene, figure, verb, &slots).err()?;
        Some(format!("{} cannot be attacked: {refusal}", foe.label.name))
    });
    refused.unwrap_or_else(|| "there is nobody to attack".to_owned())
}

fn reaction_preset(scene: &Scene, figure: &Figure) -> Preset {
    let Some(fight) = react::open_fight(scene, figure.id) else {
        return Preset {
            choice: Choice::plain("nothing"),
            reason: "there is nothing to answer".to_owned(),
            ask: false,
        };
    };
    let asked = standing_answer(scene, fight).is_none();
    let (choice, reason) = react::by_standing_order(scene, figure, fight);
    Preset {
        choice,
        reason,
        ask: asked,
    }
}

fn declaration_preset(scene: &Scene, figure: &Figure) -> Preset {
    let action = declare::usual(scene, figure);
    let same = action == figure.tempo.declared;
    let reason = if same {
        "the same again"
    } else {
        "the best that is in hand"
    };
    Preset {
        choice: Choice::new("declare", declare::slots(&action)),
        reason: reason.to_owned(),
        ask: !figure.standing.same_again || figure.tempo.aborted,
    }
}

fn view(scene: &Scene, figure: &Figure) -> FigureView {
    let sheet = &figure.sheet;
    let tables = &*scene.tables;
    let bar = |name: &str, now: i16, full: i16| Bar {
        name: SmolStr::new(name),
        now: now.into(),
        full: full.into(),
    };
    let armed: Vec<String> = figure
        .gear
        .in_hand()
        .map(|item| declare::item_words(item, tables))
        .collect();
    let armed = if armed.is_empty() {
        "bare hands".to_owned()
    } else {
        armed.join(" and ")
    };
    let doing = doing(figure, tables);
    let protection = |arc| derive::protection(tables, &figure.gear, arc).ar;
    let mut figures: Vec<(SmolStr, String)> = vec![
        (
            "Dexterity".into(),
            format!("{} ({:+})", sheet.dx, sheet.dx_bonus),
        ),
        (
            "Fitness".into(),
            format!("{} ({:+})", sheet.fi, sheet.fi_bonus),
        ),
        ("Move".into(), format!("{} m", walk(sheet, tables) / 2)),
        (
            "Armour".into(),
            format!(
                "{} in front, {} behind",
                protection(Arc4::Forward),
                protection(Arc4::Back)
            ),
        ),
        ("Resist Surprise".into(), sheet.rs.to_string()),
    ];
    for (skill, level) in &sheet.skills {
        figures.push((
            SmolStr::new(skill.replace('_', " ")),
            format!("Level {level}"),
        ));
    }
    let conditions: Vec<Condition> = figure.conditions.0.keys().copied().collect();
    FigureView {
        id: figure.id,
        side: figure.side,
        label: figure.label.clone(),
        place: figure.place,
        posture: figure.posture,
        fitness: figure.fitness,
        conditions,
        bars: vec![
            bar("Stamina", figure.pools.shp, sheet.shp),
            bar("Critical", figure.pools.chp, sheet.chp),
        ],
        due: figure.fitness.is_able().then_some(figure.tempo.due),
        doing,
        reach: gather::longest_reach(figure, tables) as u8,
        armed,
        figures,
    }
}

/// Half metres a phase at a walk on the feet (P-019).
fn walk(sheet: &super::sheet::Sheet, tables: &Tables) -> i16 {
    let load = tables.encumbrance.of(sheet.load);
    let posture = crate::combat::combatant::Posture::Standing;
    let gait = crate::combat::plot::Gait::Walk;
    super::movement_rates::allowance(sheet.movement, sheet.dx_bonus, load, gait, posture)
        .unwrap_or(0)
}

fn doing(figure: &Figure, tables: &Tables) -> String {
    let words = declare::words(&figure.tempo.declared, &figure.gear, tables);
    match figure.tempo.hold {
        None => words,
        Some(_) if !figure.open => format!("{words}, held back"),
        Some(HoldMode::Plain) => format!("{words}, held"),
        Some(HoldMode::Overprepare) => {
            format!("{words}, overprepared {} phase(s)", figure.tempo.held)
        }
        Some(HoldMode::Guard) => format!("{words}, guarding {} phase(s)", figure.tempo.held),
    }
}
