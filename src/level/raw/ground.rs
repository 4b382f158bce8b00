//! The written form of the ground: rows of characters, legend, edges, light.

use super::{RawHex, RawHexes, hex, hexes};
use crate::board::{EdgeKind, Ground, LightGrade, LightSource, Object, Overlay};
use crate::level::words::{EDGES, GROUNDS, LIGHTS, OBJECTS, OVERLAYS, SOURCES};
use crate::reading::fault::Notes;
use crate::reading::node::{Node, Shape, letters};
use crate::reading::source::{Span, Spot};
use std::collections::BTreeSet;

/// One row of the map picture or of the heights: characters with their offsets, blanks left out.
#[derive(Clone, Debug)]
pub(in crate::level) struct RawRow {
    pub cells: Vec<(char, usize)>,
    pub span: Span,
}

/// What a character of the legend stands for; what is not given is left to the default.
#[derive(Clone, Debug, Default)]
pub(in crate::level) struct RawHexKind {
    pub ground: Option<Ground>,
    pub object: Option<Object>,
    pub overlays: Vec<Overlay>,
    pub level: Option<i8>,
    pub light: Option<LightSource>,
    pub exit: bool,
    pub start: Option<Spot<String>>,
}

/// One entry of the edges: every hex of the list gets every side of the list.
#[derive(Clone, Debug)]
pub(in crate::level) struct RawEdge {
    pub at: Vec<RawHexes>,
    pub sides: Vec<Spot<String>>,
    pub kind: EdgeKind,
    pub open: bool,
    pub locked: bool,
    pub span: Span,
}

/// Light of the board and lights that stand on it.
#[derive(Clone, Debug, Default)]
pub(in crate::level) struct RawLight {
    pub ambient: LightGrade,
    pub sources: Vec<(RawHex, LightSource)>,
}

/// Rows of characters: a list of texts.
pub(super) fn rows<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<Spot<Vec<RawRow>>> {
    let items = notes.list(node, "rows in quotes")?;
    let mut rows = Vec::new();
    for item in items {
        let Some(text) = notes.text(item, "a row of characters") else {
            continue;
        };
        let mut cells = letters(notes, item, &text.value);
        cells.retain(|(letter, _)| !letter.is_whitespace());
        rows.push(RawRow {
            cells,
            span: text.span,
        });
    }
    Some(Spot::new(rows, notes.span(node)))
}

pub(super) fn legend<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<(Spot<char>, RawHexKind)> {
    let mut legend = Vec::new();
    let mut seen = BTreeSet::new();
    for (key, value) in notes
        .map(node, "characters with their meaning")
        .unwrap_or_default()
    {
        let letter = notes.letter(key, "a legend character");
        let kind = hex_kind(notes, value);
        let (Some(letter), Some(kind)) = (letter, kind) else {
            continue;
        };
        if letter.value.is_whitespace() {
            notes.fault(
                letter.span,
                "blanks are not hexes: rows may use them freely",
            );
        } else if !seen.insert(letter.value) {
            let message = format!("the character `{}` is given twice", letter.value);
            notes.fault(letter.span, message);
        } else {
            legend.push((letter, kind));
        }
    }
    legend
}

const HEX_FIELDS: &[&str] = &[
    "ground", "object", "overlays", "level", "light", "exit", "start",
];

/// `Hex(…)`, or the bare name of a ground or an object.
fn hex_kind<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<RawHexKind> {
    if matches!(node.shape(), Shape::Word(_) | Shape::Text) {
        return bare_kind(notes, node);
    }
    let mut fields = notes.fields(node, "Hex", HEX_FIELDS)?;
    let ground = fields.take("ground");
    let object = fields.take("object");
    let overlays = fields.take("overlays");
    let overlays = overlays.map_or_else(Vec::new, |node| notes.one_or_more(node, "overlays"));
    let level = fields.take("level");
    let light = fields.take("light");
    let exit = fields.take("exit");
    let start = fields.take("start");
    Some(RawHexKind {
        ground: ground.and_then(|node| notes.choice(node, "ground", &GROUNDS)),
        object: object.and_then(|node| notes.choice(node, "object", &OBJECTS)),
        overlays: overlays
            .into_iter()
            .filter_map(|node| notes.choice(node, "overlay", &OVERLAYS))
            .collect(),
        level: level
            .and_then(|node| notes.number(node, "level", -100, 100))
            .and_then(|level| i8::try_from(level.value).ok()),
        light: light.and_then(|node| notes.choice(node, "light", &SOURCES)),
        exit: exit
            .and_then(|node| notes.flag(node, "exit"))
            .unwrap_or(false),
        start: start.and_then(|node| notes.word(node, "a name for the place")),
    })
}

fn bare_kind<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<RawHexKind> {
    let word = notes.word(node, "a ground or object")?;
    let found = |name: &str| name == word.value;
    if let Some((_, ground)) = GROUNDS.iter().find(|(name, _)| found(name)) {
        return Some(RawHexKind {
            ground: Some(*ground),
            ..RawHexKind::default()
        });
    }
    if let Some((_, object)) = OBJECTS.iter().find(|(name, _)| found(name)) {
        return Some(RawHexKind {
            object: Some(*object),
            ..RawHexKind::default()
        });
    }
    let names = GROUNDS.iter().map(|(name, _)| *name);
    let names = names.chain(OBJECTS.iter().map(|(name, _)| *name));
    let message = format!("there is no ground or object `{}`", word.value);
    notes
        .fault(word.span, message)
        .allow_near(&word.value, names);
    None
}

const EDGE_FIELDS: &[&str] = &["at", "side", "kind", "open", "locked"];

pub(super) fn edges<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<RawEdge> {
    let mut edges = Vec::new();
    for item in notes.list(node, "Edge(…)").unwrap_or_default() {
        let Some(mut fields) = notes.fields(item, "Edge", EDGE_FIELDS) else {
            continue;
        };
        let span = fields.span;
        let at = fields.need("at", notes).map(|node| hexes(notes, node));
        let sides = fields.need("side", notes).map(|node| {
            let words = notes.one_or_more(node, "sides");
            let words = words.into_iter();
            words
                .filter_map(|word| notes.word(word, "a side of the hex"))
                .collect()
        });
        let kind = fields.need("kind", notes);
        let kind = kind.and_then(|node| notes.choice(node, "edge", &EDGES));
        let mut flag = |name: &str| {
            let node = fields.take(name)?;
            let value = notes.flag(node, name)?;
            Some((value, notes.span(node)))
        };
        let open = flag("open");
        let locked = flag("locked");
        let (Some(at), Some(sides), Some(kind)) = (at, sides, kind) else {
            continue;
        };
        for (name, given) in [("open", open), ("locked", locked)] {
            if let Some((true, place)) = given
                && kind != EdgeKind::Door
            {
                notes.fault(place, format!("only a door can be {name}"));
            }
        }
        let (open, locked) = (open.is_some_and(|o| o.0), locked.is_some_and(|l| l.0));
        if open && locked && kind == EdgeKind::Door {
            notes.fault(span, "a door cannot be both open and locked");
        }
        edges.push(RawEdge {
            at,
            sides,
            kind,
            open,
            locked,
            span,
        });
    }
    edges
}

/// `Light(ambient: …, sources: […])`, or the bare grade.
pub(super) fn light<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> RawLight {
    if matches!(node.shape(), Shape::Word(_) | Shape::Text) {
        let ambient = notes.choice(node, "light", &LIGHTS).unwrap_or_default();
        return RawLight {
            ambient,
            sources: Vec::new(),
        };
    }
    let Some(mut fields) = notes.fields(node, "Light", &["ambient", "sources"]) else {
        return RawLight::default();
    };
    let ambient = fields.take("ambient");
    let ambient = ambient.and_then(|node| notes.choice(node, "light", &LIGHTS));
    let list = fields.take("sources");
    let list = list
        .and_then(|node| notes.list(node, "Source(…)"))
        .unwrap_or_default();
    let mut sources = Vec::new();
    for item in list {
        let Some(mut fields) = notes.fields(item, "Source", &["at", "kind"]) else {
            continue;
        };
        let at = fields.need("at", notes).and_then(|node| hex(notes, node));
        let kind = fields.need("kind", notes);
        let kind = kind.and_then(|node| notes.choice(node, "light source", &SOURCES));
        if let (Some(at), Some(kind)) = (at, kind) {
            sources.push((at, kind));
        }
    }
    RawLight {
        ambient: ambient.unwrap_or_default(),
        sources,
    }
}
