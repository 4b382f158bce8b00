//! The written form of objectives (B-112).

use super::seconds;
use crate::level::spec::Join;
use crate::reading::fault::Notes;
use crate::reading::node::{Node, Shape};
use crate::reading::source::{Span, Spot};

/// A side's objectives.
#[derive(Debug)]
pub(in crate::level) struct RawObjectives {
    pub join: Join,
    pub list: Vec<RawObjective>,
    pub span: Span,
}

/// One objective; see [`ObjectiveSpec`](crate::level::ObjectiveSpec).
#[derive(Debug)]
pub(in crate::level) enum RawObjective {
    Rout,
    Kill(Vec<Spot<String>>),
    Protect(Vec<Spot<String>>, Option<Spot<i64>>),
    Hold(Spot<String>, Spot<i64>),
    Reach(Spot<String>, Spot<i64>, Option<Spot<i64>>),
    Escape(Spot<i64>),
    Survive(Spot<i64>),
    Carry(Spot<String>, Spot<String>),
}

const KINDS: [&str; 8] = [
    "Rout", "Kill", "Protect", "Hold", "Reach", "Escape", "Survive", "Carry",
];

/// A single objective, a list (all of them), `All([…])` or `Any([…])`.
pub(super) fn objectives<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> RawObjectives {
    let span = notes.span(node);
    let (join, list) = match node.shape() {
        Shape::Named(word @ ("All" | "Any"), body) => {
            let join = if word == "All" { Join::All } else { Join::Any };
            let shape = format!("{word}([…])");
            let inner = notes.tuple(body, &shape, 1);
            (join, inner.map(|items| items[0]))
        }
        _ => (Join::All, Some(node)),
    };
    let Some(list) = list else {
        return RawObjectives {
            join,
            list: Vec::new(),
            span,
        };
    };
    let items = notes.one_or_more(list, "objectives");
    if items.is_empty() {
        notes.fault(
            span,
            "the list of objectives is empty; leave it out for `Rout`",
        );
    }
    let list = items
        .into_iter()
        .filter_map(|item| objective(notes, item))
        .collect();
    RawObjectives { join, list, span }
}

fn objective<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<RawObjective> {
    let span = notes.span(node);
    let word = match node.shape() {
        Shape::Word(word) | Shape::Named(word, _) => word,
        _ => "",
    };
    let name = Span {
        len: word.len().max(1),
        ..span
    };
    let Some(kind) = KINDS.iter().find(|kind| **kind == word) else {
        let message = match word {
            "" => "expected an objective such as Rout or Hold(…)".to_owned(),
            "All" | "Any" => format!("{word}(…) cannot stand inside a list of objectives"),
            _ => format!("there is no objective `{word}`"),
        };
        notes.fault(name, message).allow_near(word, KINDS);
        return None;
    };
    if *kind == "Rout" {
        if matches!(node.shape(), Shape::Named(..)) {
            notes.fields(node, "Rout", &[]);
        }
        return Some(RawObjective::Rout);
    }
    if matches!(node.shape(), Shape::Word(_)) {
        let needed = fields_of(kind).join(", ");
        notes.fault(
            name,
            format!("{kind} needs its fields in brackets: {needed}"),
        );
        return None;
    }
    let mut fields = notes.fields(node, kind, fields_of(kind))?;
    // Every needed field is asked for before any is used, so that all gaps are reported at once.
    match *kind {
        "Kill" => {
            let list = fields.need("names", notes)?;
            Some(RawObjective::Kill(names(notes, list)?))
        }
        "Protect" => {
            let until = fields.take("until");
            let until = until.and_then(|node| seconds(notes, node, "`until`, a time in seconds,"));
            let list = fields.need("names", notes)?;
            Some(RawObjective::Protect(names(notes, list)?, until))
        }
        "Hold" => {
            let (zone, time) = (fields.need("zone", notes), fields.need("seconds", notes));
            let zone = zone.and_then(|node| notes.word(node, "the name of a zone"));
            let time = time.and_then(|node| seconds(notes, node, "the time in seconds"));
            Some(RawObjective::Hold(zone?, time?))
        }
        "Reach" => {
            let zone = fields.need("zone", notes);
            let zone = zone.and_then(|node| notes.word(node, "the name of a zone"));
            let count = fields.take("count");
            let count = match count {
                Some(node) => notes.number(node, "`count`", 1, 500),
                None => Some(Spot::new(1, name)),
            };
            let by = fields.take("by");
            let by = by.and_then(|node| seconds(notes, node, "`by`, a time in seconds,"));
            Some(RawObjective::Reach(zone?, count?, by))
        }
        "Escape" => {
            let count = match fields.take("count") {
                Some(node) => notes.number(node, "`count`", 1, 500),
                None => Some(Spot::new(1, name)),
            };
            Some(RawObjective::Escape(count?))
        }
        "Survive" => {
            let time = fields.need("seconds", notes)?;
            Some(RawObjective::Survive(seconds(
                notes,
                time,
                "the time in seconds",
            )?))
        }
        _ => {
            let (item, zone) = (fields.need("item", notes), fields.need("zone", notes));
            let item = item.and_then(|node| notes.word(node, "the name of an item"));
            let zone = zone.and_then(|node| notes.word(node, "the name of a zone"));
            Some(RawObjective::Carry(item?, zone?))
        }
    }
}

fn fields_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "Kill" => &["names"],
        "Protect" => &["names", "until"],
        "Hold" => &["zone", "seconds"],
        "Reach" => &["zone", "count", "by"],
        "Escape" => &["count"],
        "Survive" => &["seconds"],
        "Carry" => &["item", "zone"],
        _ => &[],
    }
}

/// One name or a list of names, at least one.
fn names<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<Vec<Spot<String>>> {
    let items = notes.one_or_more(node, "names");
    if items.is_empty() {
        let span = notes.span(node);
        notes.fault(span, "the list of names is empty");
        return None;
    }
    let names = items.into_iter();
    Some(
        names
            .filter_map(|node| notes.word(node, "a combatant's name"))
            .collect(),
    )
}
