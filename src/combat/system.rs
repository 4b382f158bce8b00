//! What a rule system is to everybody who must not know which one it is.

use super::assess::{Assessment, PlainAssessment};
use super::combatant::{CombatantId, Condition, Fitness, ItemId, Label, Place, Posture, SideId};
use super::odds::Odds;
use super::order::{Ask, Choice, Decision, Order, Preset, Verb};
use super::plot::Gait;
use super::refusal::Refusal;
use super::setup::Setup;
use crate::board::Board;
use crate::combat::clock::UnitLength;
use bevy::prelude::{App, Resource, World};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A bar of a combatant's vitals: what a system calls its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bar {
    /// Its name.
    pub name: SmolStr,
    /// Points now.
    pub now: i32,
    /// Points when unhurt.
    pub full: i32,
}

/// What anybody may be told of a combatant, in words and figures every system shares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureView {
    /// Identity.
    pub id: CombatantId,
    /// Side.
    pub side: SideId,
    /// Name and archetype.
    pub label: Label,
    /// Hex and facing.
    pub place: Place,
    /// Posture.
    pub posture: Posture,
    /// Able, disabled, out.
    pub fitness: Fitness,
    /// Conditions in force.
    pub conditions: Vec<Condition>,
    /// Vitals.
    pub bars: Vec<Bar>,
    /// When it acts next, in the system's own count ([`RuleSystem::due_place`]); `None` where the
    /// reader may not know.
    pub due: Option<u32>,
    /// What it prepares, in words, as far as the reader may know.
    pub doing: String,
    /// Hexes its ready weapon reaches; 0 without one.
    pub reach: u8,
    /// What it carries ready, in words.
    pub armed: String,
    /// Longer figures for a look: name and value.
    pub figures: Vec<(SmolStr, String)>,
    /// The other of a mounted pair; the rider is the one who is mounted (B-087).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<CombatantId>,
}

/// A standing order as a player reads and sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingTopic {
    /// What it is about: `reaction`, `passing blow`, `facing`, …
    pub name: SmolStr,
    /// What holds now, in words.
    pub now: String,
    /// What may be set: words, and the choice of the side order that sets it.
    pub values: Vec<(String, Choice)>,
}

/// A moment at which somebody acts, as far as the reader knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// When, in words: `phase 4`, `count 18`; empty for those of whom it is not known.
    pub when: String,
    /// Who, with what each prepares as far as the reader knows.
    pub who: Vec<CombatantId>,
}

/// A rule system: its plugin's face towards drivers, players, records and controllers.
pub trait RuleSystem: Send + Sync {
    /// Its id, as levels name it.
    fn id(&self) -> &'static str;

    /// Version of its rules: records of another one are kept as read-only events.
    fn version(&self) -> u32;

    /// The same system by other tables, as [`RuleSystem::tables`] gave them.
    ///
    /// # Errors
    /// Every fault found in them, in words with its place.
    fn with_tables(
        &self,
        _tables: &[(String, String)],
    ) -> Result<Arc<dyn RuleSystem>, Vec<String>> {
        Err(vec![format!("`{}` has one set of tables only", self.id())])
    }

    /// What players call a unit of time.
    fn unit_name(&self) -> &'static str;

    /// What a window of a kind asks, as a question to a player; empty if its word says enough.
    fn question(&self, _kind: &str) -> &'static str {
        ""
    }

    /// What protects a combatant against a blow from one of his arcs, in a word; `None` where his
    /// protection does not hang on the arc.
    fn armour(&self, _ask: &Ask, _who: CombatantId, _arc: crate::board::Arc) -> Option<String> {
        None
    }

    /// How a unit goes and what a player must know to begin with, a line for each thing.
    fn primer(&self) -> &'static [&'static str] {
        &[]
    }

    /// The parts of a unit in their order: how the word of each begins in the log, and its short name.
    fn unit_parts(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How long a unit is.
    fn unit_length(&self) -> UnitLength;

    /// How long a unit of this battle is, where a switch of the level changes it.
    fn unit_length_of(&self, _setup: &Setup) -> UnitLength {
        self.unit_length()
    }

    /// A unit by its number, as players read it: `phase 4`, or with the round it belongs to.
    fn unit_words(&self, unit: u32) -> String {
        format!("{} {unit}", self.unit_name())
    }

    /// The moment of [`FigureView::due`], as a sentence goes on after "acts" or "will act".
    fn due_place(&self, due: u32) -> String {
        format!("in {}", self.unit_words(due))
    }

    /// When somebody acts, seen from the current unit, with its verb.
    fn due_words(&self, due: u32, unit: u32) -> String {
        match due.checked_sub(unit) {
            Some(0) => format!("acts in this {}", self.unit_name()),
            Some(1) => format!("acts in the next {} ({due})", self.unit_name()),
            Some(_) => format!("acts {}", self.due_place(due)),
            // Held back: the time is past, and he may at any time.
            None => format!("may act since {}", self.unit_words(due)),
        }
    }

    /// Who acts when, the earliest first; those of whom it is not known stand last.
    fn timeline(&self, figures: &[FigureView]) -> Vec<TimelineEntry> {
        let mut known: BTreeMap<u32, Vec<CombatantId>> = BTreeMap::new();
        let mut unknown = Vec::new();
        for figure in figures {
            match figure.due {
                _ if figure.fitness.is_out() => {}
                Some(due) => known.entry(due).or_default().push(figure.id),
                None => unknown.push(figure.id),
            }
        }
        let mut entries: Vec<TimelineEntry> = known
            .into_iter()
            .map(|(due, who)| TimelineEntry {
                when: self.unit_words(due),
                who,
            })
            .collect();
        if !unknown.is_empty() {
            entries.push(TimelineEntry {
                when: String::new(),
                who: unknown,
            });
        }
        entries
    }

    /// Losses of an event in words, with their verb: `loses 5 Stamina and 1 Critical`.
    fn harm_words(&self, losses: &[(SmolStr, i32)]) -> String {
        let losses: Vec<String> = losses
            .iter()
            .map(|(pool, points)| format!("{points} {pool}"))
            .collect();
        if losses.is_empty() {
            "loses nothing".to_owned()
        } else {
            format!("loses {}", losses.join(" and "))
        }
    }

    /// Bars in words, for a list that has a line for each combatant.
    fn vitals_words(&self, figure: &FigureView) -> String {
        let bars: Vec<String> = figure
            .bars
            .iter()
            .map(|bar| format!("{} {} of {}", bar.name, bar.now, bar.full))
            .collect();
        bars.join(", ")
    }

    /// Adds systems and resources to the app that `CombatPlugin` prepared.
    fn install(&self, app: &mut App);

    /// Puts the combatants of a setup into the world.
    ///
    /// # Errors
    /// Every fault found, in words with the combatant's name.
    fn spawn(&self, world: &mut World, setup: &Setup) -> Result<(), Vec<String>>;

    /// The scene as a side may know it; `None` knows all.
    fn scene(&self, world: &mut World, reader: Option<SideId>) -> Arc<dyn Any + Send + Sync>;

    /// Every verb, in the order they are listed.
    fn verbs(&self) -> &[Box<dyn Verb>];

    /// What a decision comes to if nobody answers.
    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset;

    /// All combatants as the scene's reader may know them.
    fn figures(&self, ask: &Ask) -> Vec<FigureView>;

    /// Whether a side order (standing orders) may be given.
    ///
    /// # Errors
    /// A refusal with the reason.
    fn check_side_order(&self, ask: &Ask, order: &Order) -> Result<(), Refusal>;

    /// What a computer player asks: worth, tempo, threat, in measures all systems share. Made for
    /// one scene and asked often, so it may keep what it has worked out. The default knows points
    /// and distances only.
    fn assess<'a>(&'a self, ask: Ask<'a>) -> Box<dyn Assessment + 'a> {
        Box::new(PlainAssessment::new(self.figures(&ask)))
    }

    /// Standing orders of a combatant of the reader's side; empty where the system has none.
    fn standing(&self, _ask: &Ask, _who: CombatantId) -> Vec<StandingTopic> {
        Vec::new()
    }

    /// The ground as the reader knows it; `None` where no battle changes it.
    fn board(&self, _ask: &Ask) -> Option<Arc<Board>> {
        None
    }

    /// What an item is called, if the reader may know.
    fn item_name(&self, _ask: &Ask, _item: ItemId) -> Option<SmolStr> {
        None
    }

    /// Items on the ground, each with its hex, as the reader knows them.
    fn lying(&self, _ask: &Ask) -> Vec<(crate::board::Hex, ItemId)> {
        Vec::new()
    }

    /// Presets, the default first.
    fn presets(&self) -> Vec<SmolStr> {
        Vec::new()
    }

    /// Switches a level may set.
    fn switches(&self) -> Vec<SmolStr> {
        Vec::new()
    }

    /// Whether a switch takes a value, a RON text.
    ///
    /// # Errors
    /// What is allowed.
    fn check_switch(&self, _switch: &str, _value: &str) -> Result<(), String> {
        Ok(())
    }

    /// Archetypes (B-105).
    fn archetypes(&self) -> Vec<SmolStr> {
        Vec::new()
    }

    /// Gear by board name (B-103): weapons, armour, shields.
    fn gear(&self) -> [Vec<SmolStr>; 3] {
        Default::default()
    }

    /// Whether a combatant's own numbers, a RON text, can be used (B-108).
    ///
    /// # Errors
    /// What is wrong with them.
    fn check_own(&self, _archetype: &str, _numbers: &str) -> Result<(), String> {
        Ok(())
    }

    /// Carries out a side order.
    fn apply_side_order(&self, world: &mut World, order: &Order);

    /// What a combatant is worth in points under a preset, by archetype (B-107).
    fn price(&self, archetype: &str, preset: &str) -> u32;

    /// The tables in use, whole: file name and text. Records keep them.
    fn tables(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Hexes somebody can be in after his next movement at a gait if nobody else moves, his own among
    /// them, by row and column: what a player is shown before he plots. Empty where that gait is not
    /// to be had, or nobody plots ways.
    fn reachable(&self, _ask: &Ask, _who: CombatantId, _gait: Gait) -> Vec<crate::board::Hex> {
        Vec::new()
    }

    /// Who may strike at somebody of the reader's as he comes to a place on his way, while nobody else
    /// moves: by the id of the striker. Without rules of its own a system tells who threatens the hex.
    fn passing(&self, ask: &Ask, who: CombatantId, stride: &Stride) -> Vec<PassingBlow> {
        let side = self
            .figures(ask)
            .into_iter()
            .find(|figure| figure.id == who);
        let Some(side) = side.map(|figure| figure.side) else {
            return Vec::new();
        };
        let told = |(who, words)| PassingBlow {
            who,
            words,
            odds: None,
        };
        let threats = self.threats(ask, stride.place.hex, side);
        threats.into_iter().map(told).collect()
    }

    /// Side orders by which somebody strikes nobody out of turn: a look ahead at a way leaves out what
    /// the other side has resolved to do.
    fn lets_pass(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Who threatens a hex and how, in words, for the reader.
    fn threats(
        &self,
        ask: &Ask,
        hex: crate::board::Hex,
        against: SideId,
    ) -> Vec<(CombatantId, String)>;
}

/// A place on somebody's way, as he comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Where, and how he faces there.
    pub place: Place,
    /// His posture.
    pub posture: Posture,
    /// How fast he goes.
    pub gait: Gait,
}

/// A blow that may fall on somebody on his way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassingBlow {
    /// Whose.
    pub who: CombatantId,
    /// With what, in words.
    pub words: String,
    /// Its odds per answer, where the system tells them.
    pub odds: Option<Odds>,
}

/// The rule system of this battle.
#[derive(Resource, Clone)]
pub struct Rules(pub Arc<dyn RuleSystem>);

/// A verb by name.
pub fn verb<'a>(rules: &'a dyn RuleSystem, name: &str) -> Option<&'a dyn Verb> {
    rules
        .verbs()
        .iter()
        .find(|verb| verb.name() == name)
        .map(|verb| &**verb)
}
