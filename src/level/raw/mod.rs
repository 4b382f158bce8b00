//! A level as it is written: the fields of the file with their places, nothing looked up yet.
//!
//! Reading notes every field that is unknown, repeated, missing or of the wrong kind and goes
//! on, so that one pass finds them all. Whether the words mean anything is `check`'s work.

mod ground;
mod objectives;
mod people;

pub(super) use ground::{RawEdge, RawHexKind, RawLight, RawRow};
pub(super) use objectives::RawObjective;
pub(super) use people::{RawCombatant, RawGear, RawItem, RawPlace, RawSide, RawWave, too_many};

use super::words::ORIENTATIONS;
use crate::board::Orientation;
use crate::reading::fault::Notes;
use crate::reading::node::Node;
use crate::reading::source::Spot;
use std::collections::BTreeSet;

/// Longest time a level may name, in seconds: a day.
pub(super) const MAX_SECONDS: i64 = 86_400;

/// The whole file.
#[derive(Debug)]
pub(super) struct RawLevel<'a> {
    pub name: Option<Spot<String>>,
    pub author: Option<Spot<String>>,
    pub briefing: Option<Spot<String>>,
    pub orientation: Orientation,
    pub map: Option<Spot<Vec<RawRow>>>,
    pub legend: Vec<(Spot<char>, RawHexKind)>,
    pub heights: Option<Spot<Vec<RawRow>>>,
    pub edges: Vec<RawEdge>,
    pub light: RawLight,
    pub level_mm: Option<Spot<i64>>,
    pub sides: Option<Spot<Vec<RawSide>>>,
    pub combatants: Option<Spot<Vec<RawCombatant<'a>>>>,
    pub reinforcements: Vec<RawWave<'a>>,
    pub zones: Vec<(Spot<String>, Spot<Vec<RawHexes>>)>,
    pub items: Vec<RawItem>,
    pub limit: Option<Spot<i64>>,
    pub system: Option<Spot<String>>,
    pub rules: Vec<RawRules<'a>>,
    pub points: Option<Spot<i64>>,
}

/// Column and row of the map picture, from 0 at the top left; may lie off the map.
pub(super) type RawHex = Spot<(i64, i64)>;

/// One entry of a list of hexes.
#[derive(Clone, Debug)]
pub(super) enum RawHexes {
    /// One hex.
    One(RawHex),
    /// `Box((c, r), (c, r))`: all hexes between two corners of the map picture.
    Box(RawHex, RawHex),
}

/// Preset and switches for one system.
#[derive(Debug)]
pub(super) struct RawRules<'a> {
    pub system: Spot<String>,
    pub preset: Option<Spot<String>>,
    pub switches: Vec<(Spot<String>, Node<'a>)>,
}

const FIELDS: &[&str] = &[
    "name",
    "author",
    "briefing",
    "orientation",
    "map",
    "legend",
    "heights",
    "edges",
    "light",
    "level_mm",
    "sides",
    "combatants",
    "reinforcements",
    "zones",
    "items",
    "limit",
    "system",
    "rules",
    "points",
];

/// Reads the fields of a file that passed the check of syntax.
pub(super) fn read<'a>(notes: &mut Notes<'a>, text: &'a str) -> Option<RawLevel<'a>> {
    let mut fields = notes.fields(Node::new(text), "Level", FIELDS)?;
    let mut text_of = |name: &str, what: &str| {
        let node = fields.take(name)?;
        notes.text(node, what)
    };
    let name = text_of("name", "the level's name");
    let author = text_of("author", "the author");
    let briefing = text_of("briefing", "the briefing");
    let orientation = fields.take("orientation");
    let orientation = orientation
        .and_then(|node| notes.choice(node, "orientation", &ORIENTATIONS))
        .unwrap_or_default();
    let map = fields.need("map", notes);
    let map = map.and_then(|node| ground::rows(notes, node));
    let legend = fields.take("legend");
    let legend = legend.map_or_else(Vec::new, |node| ground::legend(notes, node));
    let heights = fields.take("heights");
    let heights = heights.and_then(|node| ground::rows(notes, node));
    let edges = fields.take("edges");
    let edges = edges.map_or_else(Vec::new, |node| ground::edges(notes, node));
    let light = fields.take("light");
    let light = light.map_or_else(RawLight::default, |node| ground::light(notes, node));
    let level_mm = fields.take("level_mm");
    let level_mm = level_mm.and_then(|node| notes.number(node, "level_mm", 300, 3000));
    let sides = fields.need("sides", notes);
    let sides = sides.and_then(|node| people::sides(notes, node));
    let combatants = fields.need("combatants", notes).and_then(|node| {
        let list = people::combatants(notes, node)?;
        Some(Spot::new(list, notes.span(node)))
    });
    let reinforcements = fields.take("reinforcements");
    let reinforcements = reinforcements.map_or_else(Vec::new, |node| people::waves(notes, node));
    let zones = fields.take("zones");
    let zones = zones.map_or_else(Vec::new, |node| read_zones(notes, node));
    let items = fields.take("items");
    let items = items.map_or_else(Vec::new, |node| people::items(notes, node));
    let limit = fields.take("limit");
    let limit = limit.and_then(|node| seconds(notes, node, "the limit in seconds"));
    let system = fields.take("system");
    let system = system.and_then(|node| notes.word(node, "a rule system"));
    let rules = fields.take("rules");
    let rules = rules.map_or_else(Vec::new, |node| read_rules(notes, node));
    let points = fields.take("points");
    let points = points.and_then(|node| notes.number(node, "points", 1, 100_000));
    Some(RawLevel {
        name,
        author,
        briefing,
        orientation,
        map,
        legend,
        heights,
        edges,
        light,
        level_mm,
        sides,
        combatants,
        reinforcements,
        zones,
        items,
        limit,
        system,
        rules,
        points,
    })
}

/// A time in whole seconds, at least one.
fn seconds<'a>(notes: &mut Notes<'a>, node: Node<'a>, what: &str) -> Option<Spot<i64>> {
    notes.number(node, what, 1, MAX_SECONDS)
}

/// `(column, row)`.
fn hex<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<RawHex> {
    let items = notes.tuple(node, "a hex as (column, row)", 2)?;
    let far = i64::from(u16::MAX);
    let column = notes.number(items[0], "column", -far, far)?;
    let row = notes.number(items[1], "row", -far, far)?;
    Some(Spot::new((column.value, row.value), notes.span(node)))
}

/// One hex, or a list of hexes and boxes.
fn hexes<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<RawHexes> {
    use crate::reading::node::Shape;
    let items = notes.one_or_more(node, "hexes");
    let mut found = Vec::new();
    for item in items {
        if let Shape::Named("Box", _) = item.shape() {
            let Some(corners) = notes.tuple(item, "Box((column, row), (column, row))", 2) else {
                continue;
            };
            let first = hex(notes, corners[0]);
            let second = hex(notes, corners[1]);
            if let (Some(first), Some(second)) = (first, second) {
                found.push(RawHexes::Box(first, second));
            }
        } else if let Some(one) = hex(notes, item) {
            found.push(RawHexes::One(one));
        }
    }
    found
}

/// A word as the key of a map; keys given twice are faults.
fn keys<'a>(
    notes: &mut Notes<'a>,
    node: Node<'a>,
    what: &str,
    list: &str,
) -> Vec<(Spot<String>, Node<'a>)> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (key, value) in notes.map(node, list).unwrap_or_default() {
        let Some(key) = notes.word(key, what) else {
            continue;
        };
        if !seen.insert(key.value.clone()) {
            notes.fault(key.span, format!("{what} `{}` is given twice", key.value));
        } else {
            found.push((key, value));
        }
    }
    found
}

fn read_zones<'a>(
    notes: &mut Notes<'a>,
    node: Node<'a>,
) -> Vec<(Spot<String>, Spot<Vec<RawHexes>>)> {
    let mut zones = Vec::new();
    for (name, value) in keys(notes, node, "the zone", "zones by name") {
        let area = Spot::new(hexes(notes, value), notes.span(value));
        zones.push((name, area));
    }
    zones
}

fn read_rules<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<RawRules<'a>> {
    let mut rules = Vec::new();
    for (system, value) in keys(notes, node, "the rule system", "rules by system") {
        let Some(mut fields) = notes.fields(value, "Rules", &["preset", "switches"]) else {
            continue;
        };
        let preset = fields.take("preset");
        let preset = preset.and_then(|node| notes.word(node, "a preset"));
        let switches = fields.take("switches").map_or_else(Vec::new, |node| {
            keys(notes, node, "the switch", "switches by name")
        });
        rules.push(RawRules {
            system,
            preset,
            switches,
        });
    }
    rules
}
