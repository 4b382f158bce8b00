//! `wounds` towards drivers, players, records and controllers.

use super::assess::Assess;
use super::field::scene_for;
use super::scene::Scene;
use super::tables::{Switches, Tables};
use super::verbs::{self, standing};
use super::{content, plugin, presets, spawn, view};
use crate::board::{Board, Hex};
use crate::combat::assess::Assessment;
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{CombatantId, ItemId, SideId};
use crate::combat::order::{Ask, Decision, Order, Preset, Verb};
use crate::combat::plot::Gait;
use crate::combat::refusal::Refusal;
use crate::combat::setup::Setup;
use crate::combat::system::{FigureView, RuleSystem, StandingTopic, TimelineEntry};
use bevy::prelude::{App, World};
use smol_str::SmolStr;
use std::any::Any;
use std::sync::Arc;

/// The rule system with its tables.
pub struct Wounds {
    tables: Arc<Tables>,
    texts: Vec<(String, String)>,
    verbs: Vec<Box<dyn Verb>>,
}

impl Wounds {
    /// On the shipped tables.
    pub fn shipped() -> Wounds {
        let texts = content::SHIPPED
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        Wounds {
            tables: Tables::shipped(),
            texts,
            verbs: verbs::all(),
        }
    }

    /// The tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }
}

impl RuleSystem for Wounds {
    fn id(&self) -> &'static str {
        "wounds"
    }

    fn version(&self) -> u32 {
        1
    }

    fn unit_name(&self) -> &'static str {
        "round"
    }

    fn question(&self, kind: &str) -> &'static str {
        match kind {
            "skill" => "what does he mean to use in this round?",
            "action" => "his count has come: what does he do?",
            "first contact" => "an enemy comes into his reach: does he strike at once?",
            "blow at a fleer" => "an enemy leaves his reach: does he strike after him?",
            _ => "",
        }
    }

    fn primer(&self) -> &'static [&'static str] {
        &[
            "A round is about six seconds. Everybody rolls a twenty-sided die under Reflexes and the skill he means to use; die and skill are his count.",
            "The round counts down: at his count each one moves and acts. Who failed the roll comes last and acts once.",
            "Whoever has a count may act again: the weapon's recovery (REC) later, and with that penalty on the die.",
            "A blow strikes if the die stays under Reflexes, skill and the other one's Defence; the higher the die that still strikes, the harder the blow.",
            "Wounds fill the boxes of the place struck. Serious ones ask for a check against shock: whoever fails it is senseless, winded, drops his weapon or falls.",
            "Coming into an enemy's reach ends the way for this action; leaving it lets him strike after you if he has the initiative.",
            "A twenty is always a fumble, and so is twice the number needed: blows with a small number are dangerous.",
        ]
    }

    fn unit_parts(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("initiative", "Initiative"),
            ("count", "Counts"),
            ("after all others", "The last"),
        ]
    }

    fn unit_length(&self) -> UnitLength {
        UnitLength::of_seconds(Switches::default().round_seconds.into())
    }

    fn unit_length_of(&self, setup: &Setup) -> UnitLength {
        spawn::round_length(setup, &self.tables)
    }

    fn due_place(&self, due: u32) -> String {
        match due {
            0 => "after all others".to_owned(),
            count => format!("at count {count}"),
        }
    }

    fn due_words(&self, due: u32, _: u32) -> String {
        format!("acts {}", self.due_place(due))
    }

    fn timeline(&self, figures: &[FigureView]) -> Vec<TimelineEntry> {
        view::timeline(figures)
    }

    fn harm_words(&self, losses: &[(SmolStr, i32)]) -> String {
        let losses: Vec<String> = losses
            .iter()
            .map(|(place, points)| {
                let plural = if *points == 1 { "" } else { "s" };
                format!("{points} wound{plural} on the {place}")
            })
            .collect();
        if losses.is_empty() {
            "takes no wounds".to_owned()
        } else {
            format!("takes {}", losses.join(" and "))
        }
    }

    fn vitals_words(&self, figure: &FigureView) -> String {
        view::vitals_words(figure)
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
            "skill" => presets::skill(figure, scene),
            "action" => presets::action(scene, figure),
            kind => presets::opening(scene, figure, kind),
        }
    }

    fn figures(&self, ask: &Ask) -> Vec<FigureView> {
        view::figures(ask.scene())
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
        view::item_name(ask.scene(), item)
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
        content::set_switch(&mut Switches::default(), switch, value)
    }

    fn archetypes(&self) -> Vec<SmolStr> {
        content::archetypes(&self.tables)
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

    fn price(&self, archetype: &str, _preset: &str) -> u32 {
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
        let read = content::load_over_shipped(&files)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let mut wounds = Wounds::shipped();
        wounds.tables = Arc::new(read);
        for (name, text) in tables {
            if let Some(known) = wounds.texts.iter_mut().find(|(known, _)| known == name) {
                known.1.clone_from(text);
            }
        }
        Ok(Arc::new(wounds))
    }

    fn reachable(&self, ask: &Ask, who: CombatantId, gait: Gait) -> Vec<Hex> {
        let scene: &Scene = ask.scene();
        super::walk::area(scene, scene.figure(who), gait == Gait::Run)
    }

    fn threats(&self, ask: &Ask, hex: Hex, against: SideId) -> Vec<(CombatantId, String)> {
        view::threats(ask.scene(), hex, against)
    }
}
