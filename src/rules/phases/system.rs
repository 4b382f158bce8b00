//! `phases` towards drivers, players, records and controllers.

use super::assess::Assess;
use super::derive;
use super::facing::Arc4;
use super::field::scene_for;
use super::gather;
use super::scene::{Figure, HoldMode, Scene, Switches, Tables};
use super::verbs::{self, declare, standing};
use super::{content, plugin, presets, spawn};
use crate::board::{Board, Hex, distance};
use crate::combat::assess::Assessment;
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{CombatantId, Condition, ItemId, SideId};
use crate::combat::order::{Ask, Choice, Decision, Order, Preset, Verb};
use crate::combat::plot::Gait;
use crate::combat::refusal::Refusal;
use crate::combat::setup::Setup;
use crate::combat::system::{Bar, FigureView, PassingBlow, RuleSystem, StandingTopic, Stride};
use crate::rules::table_file::{TableFault, last_part};
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
    pub fn with_tables(files: &[(&str, &str)]) -> Result<Phases, Vec<TableFault>> {
        let tables = super::tables::load_over_shipped(files)?;
        let mut phases = Phases::shipped();
        phases.tables = Arc::new(tables);
        for (path, text) in files {
            let name = last_part(path);
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

    fn unit_parts(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("movement", "Move"),
            ("action", "Act"),
            ("reaction", "React"),
            ("resolution", "Resolve"),
            ("declaration", "Declare"),
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
        scene_for(world, reader)
    }

    fn verbs(&self) -> &[Box<dyn Verb>] {
        &self.verbs
    }

    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(decision.who);
        match decision.kind.as_str() {
            "plot" => presets::plot(figure),
            "statement" => presets::statement(ask, figure),
            "reaction" => presets::reaction(scene, figure),
            _ => presets::declaration(scene, figure),
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

    fn assess<'a>(&'a self, ask: Ask<'a>) -> Box<dyn Assessment + 'a> {
        Box::new(Assess::new(ask.scene()))
    }

    fn standing(&self, ask: &Ask, who: CombatantId) -> Vec<StandingTopic> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.open && !figure.is_steed() {
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

    fn lying(&self, ask: &Ask) -> Vec<(Hex, ItemId)> {
        let scene: &Scene = ask.scene();
        scene
            .ground
            .iter()
            .map(|lying| (lying.hex, lying.item.id))
            .collect()
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

    fn price(&self, archetype: &str, preset: &str) -> u32 {
        self.tables.archetypes.get(archetype).map_or(0, |found| {
            let repriced = found.repriced.get(preset).copied();
            repriced.unwrap_or(found.points).into()
        })
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

    fn reachable(&self, ask: &Ask, who: CombatantId, gait: Gait) -> Vec<Hex> {
        let scene: &Scene = ask.scene();
        super::route::reachable(scene, scene.figure(who), gait)
    }

    fn armour(&self, ask: &Ask, who: CombatantId, arc: crate::board::Arc) -> Option<String> {
        use crate::board::Arc as Side;
        let scene: &Scene = ask.scene();
        let figure = scene.get(who)?;
        let arc = match arc {
            Side::Front => Arc4::Forward,
            Side::LeftFlank => Arc4::LeftRear,
            Side::RightFlank => Arc4::RightRear,
            Side::Rear => Arc4::Back,
        };
        let protection = derive::protection(&scene.tables, &figure.gear, arc);
        Some(protection.ar.to_string())
    }

    fn passing(&self, ask: &Ask, who: CombatantId, stride: &Stride) -> Vec<PassingBlow> {
        super::passing::invited(ask.scene(), who, stride)
    }

    fn lets_pass(&self) -> Vec<Choice> {
        vec![standing::order("en passant never", None)]
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
    let mut doing = doing(figure, tables);
    if let Some(grip) = figure.grip()
        && let Some(held) = scene.get(grip.whom)
    {
        let how = if grip.pin {
            "has pinned"
        } else {
            "has hold of"
        };
        doing = format!("{doing}; {how} {}", held.label.name);
    }
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
        (
            "Move".into(),
            format!("{} m", walk(scene.legs(figure), tables) / 2),
        ),
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
    if let Some([seeing, hearing]) = figure.senses.faces {
        let seen = format!(
            "Seeing {seeing} of {}, Hearing {hearing} of {} in this phase",
            10 + sheet.seeing,
            10 + sheet.hearing
        );
        figures.push(("In the dark".into(), seen));
    }
    if figure.body.tired.penalty > 0 {
        figures.push(("Fatigue".into(), format!("-{}", figure.body.tired.penalty)));
    }
    for (skill, level) in &sheet.skills {
        figures.push((
            SmolStr::new(skill.replace('_', " ")),
            format!("Level {level}"),
        ));
    }
    for (part, hurt) in &figure.body.parts {
        let words: Vec<&str> = hurt.words(*part).iter().map(|(words, _)| *words).collect();
        let words = if words.is_empty() {
            "scratched".to_owned()
        } else {
            words.join(", ")
        };
        figures.push((part.word().into(), format!("{words} ({})", hurt.total)));
    }
    let conditions: Vec<Condition> = figure.conditions.0.keys().copied().collect();
    if let Some(mount) = scene.mount_of(figure) {
        let pools = mount.pools;
        figures.push((
            "Rides".into(),
            format!(
                "{}: Stamina {} of {}, Critical {} of {}",
                mount.label.name, pools.shp, mount.sheet.shp, pools.chp, mount.sheet.chp
            ),
        ));
    }
    if figure.is_steed() {
        doing = match figure.saddle.rider.and_then(|rider| scene.get(rider)) {
            Some(rider) => format!("carries {}", rider.label.name),
            None => "stands by itself".to_owned(),
        };
    }
    FigureView {
        seat: figure.saddle.mount.or(figure.saddle.rider),
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
        due: (figure.fitness.is_able() && !figure.maintains() && !figure.is_ridden())
            .then_some(figure.tempo.due),
        doing,
        reach: gather::longest_reach(figure, tables) as u8,
        armed,
        figures,
    }
}

/// Half metres a phase at a walk on the feet (P-019).
fn walk(figure: &Figure, tables: &Tables) -> i16 {
    let sheet = &figure.sheet;
    let load = tables.encumbrance.of(sheet.load);
    let posture = crate::combat::combatant::Posture::Standing;
    let gait = crate::combat::plot::Gait::Walk;
    super::movement_rates::allowance_of(sheet, &figure.body, load, gait, posture).unwrap_or(0)
}

/// A number of phases in words.
fn phases(count: u8) -> String {
    match count {
        1 => "1 phase".to_owned(),
        _ => format!("{count} phases"),
    }
}

fn doing(figure: &Figure, tables: &Tables) -> String {
    let words = declare::words(&figure.tempo.declared, &figure.gear, tables);
    match figure.tempo.hold {
        None => words,
        Some(_) if !figure.open => format!("{words}, held back"),
        Some(HoldMode::Plain) => format!("{words}, held"),
        Some(HoldMode::Overprepare) => {
            format!("{words}, overprepared {}", phases(figure.tempo.held))
        }
        Some(HoldMode::Guard) => format!("{words}, guarding {}", phases(figure.tempo.held)),
    }
}
