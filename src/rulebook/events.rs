//! Events as lines: the same words a scenario writes are what the rulebook prints.

use super::line::{Pattern, Test};
use super::names::Names;
use super::value::Value;
use crate::combat::event::Event;

/// Kinds of events, as lines write them.
pub const KINDS: [&str; 19] = [
    "moved",
    "turned",
    "posture",
    "stopped",
    "swung",
    "charged",
    "defended",
    "harmed",
    "nothing",
    "condition",
    "dropped",
    "handled",
    "displaced",
    "out",
    "declared",
    "initiative",
    "clock",
    "note",
    "ended",
];

/// An event taken apart.
pub(super) struct Told {
    who: Option<u16>,
    pub kind: String,
    body: Value,
    whole: Value,
}

/// Takes an event apart.
///
/// # Errors
/// If it cannot be written down.
pub(super) fn told(event: &Event) -> Result<Told, String> {
    let whole = Value::of(event)?;
    let body = whole.get("kind").cloned().ok_or("an event has a kind")?;
    let kind = match &body {
        Value::Atom(name) | Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => {
            name.to_lowercase()
        }
        other => return Err(format!("`{other}` is no kind of event")),
    };
    Ok(Told {
        who: event.who.map(|id| id.0),
        kind,
        body,
        whole,
    })
}

impl Told {
    /// A field of the kind, a loss, a detail, or a field of the event itself.
    fn field(&self, name: &str) -> Option<Value> {
        if name == "is" {
            return match &self.body {
                Value::Tuple(_, items) => items.first().cloned(),
                _ => None,
            };
        }
        if let Some(found) = self.body.get(name) {
            return Some(found.clone());
        }
        if let Some(Value::List(losses)) = self.body.get("losses") {
            let loss = losses.iter().find_map(|loss| match loss {
                Value::Tuple(None, pair) if pair.len() == 2 && is_text(&pair[0], name) => {
                    Some(pair[1].clone())
                }
                _ => None,
            });
            if loss.is_some() {
                return loss;
            }
        }
        if let Some(Value::List(details)) = self.whole.get("details") {
            let detail = details
                .iter()
                .find(|detail| {
                    detail
                        .get("label")
                        .is_some_and(|label| is_text(label, name))
                })
                .and_then(|detail| detail.get("value"));
            if detail.is_some() {
                return detail.cloned();
            }
        }
        match name {
            "unit" | "note" | "audience" => self.whole.get(name).cloned(),
            _ => None,
        }
    }

    /// Whether some detail comes from a rule, or the note names it.
    fn cites(&self, rule: &str) -> bool {
        let details = match self.whole.get("details") {
            Some(Value::List(details)) => details.as_slice(),
            _ => &[],
        };
        let note = self.whole.get("note").map(ToString::to_string);
        details
            .iter()
            .any(|detail| detail.get("rule").is_some_and(|found| is_text(found, rule)))
            || note.is_some_and(|note| note.contains(rule))
    }
}

fn is_text(value: &Value, want: &str) -> bool {
    matches!(value, Value::Text(text) | Value::Atom(text)
        if text.eq_ignore_ascii_case(want) || text.replace(' ', "_").eq_ignore_ascii_case(want))
}

/// Whether a value passes a test.
pub(super) fn passes(names: &Names, found: Option<&Value>, test: Test, want: &Value) -> bool {
    let none = matches!(want, Value::Atom(word) if word.eq_ignore_ascii_case("none"));
    match (found, test) {
        (None, Test::Is) => none,
        (None, Test::IsNot) => !none,
        (None, Test::Holds) => false,
        (Some(found), Test::Is) => names.fits(found, want),
        (Some(found), Test::IsNot) => !names.fits(found, want),
        (Some(found), Test::Holds) => holds(found, want),
    }
}

/// Whether a text holds another, or a list or map something.
fn holds(found: &Value, want: &Value) -> bool {
    let plain = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    };
    plain(found)
        .to_lowercase()
        .contains(&plain(want).to_lowercase())
}

impl Pattern {
    /// Whether an event is meant.
    pub(super) fn matches(&self, told: &Told, names: &Names) -> bool {
        if self.kind != told.kind || self.who.is_some_and(|who| told.who != Some(who.0)) {
            return false;
        }
        self.fields.iter().all(|(field, test, want)| {
            if field == "rule" {
                let rule = match want {
                    Value::Text(text) | Value::Atom(text) => text.clone(),
                    other => other.to_string(),
                };
                return told.cites(&rule) == (*test != Test::IsNot);
            }
            passes(names, told.field(field).as_ref(), *test, want)
        })
    }
}

/// An event as a line, with its dice and note.
pub fn event_line(event: &Event, names: &Names) -> String {
    let Ok(told) = told(event) else {
        return "an event that cannot be shown".to_owned();
    };
    let mut line = String::new();
    if let Some(who) = event.who {
        line.push_str(names.name(who));
        line.push(' ');
    }
    line.push_str(&told.kind);
    match &told.body {
        Value::Struct(_, fields) => {
            for (field, value) in fields {
                line.push_str(&field_line(&told.kind, field, value, names));
            }
        }
        Value::Tuple(_, items) => {
            for value in items {
                line.push_str(&format!(" is={}", names.show(value)));
            }
        }
        _ => {}
    }
    if let Some(Value::List(details)) = told.whole.get("details") {
        for detail in details {
            let text = |field: &str| detail.get(field).map(|value| names.show(value));
            let (label, value) = (text("label"), text("value"));
            let label = label
                .unwrap_or_default()
                .trim_matches('"')
                .replace(' ', "_");
            line.push_str(&format!(" {label}={}", value.unwrap_or_default()));
            if let Some(rule) = text("rule").filter(|rule| !rule.is_empty() && rule != "\"\"") {
                line.push_str(&format!(" ({rule})"));
            }
        }
    }
    if !event.note.is_empty() {
        line.push_str(&format!(" — {}", event.note));
    }
    for thrown in &event.dice {
        let faces: Vec<_> = thrown.faces.iter().map(ToString::to_string).collect();
        line.push_str(&format!(
            " [{} {} d{}: {}]",
            names.name(thrown.who),
            thrown.purpose,
            thrown.sides,
            faces.join(" ")
        ));
    }
    line
}

/// Fields that hold a combatant's or a direction's number.
fn field_line(kind: &str, field: &str, value: &Value, names: &Names) -> String {
    let number = match value.unwrapped() {
        Value::Atom(word) => word.parse::<u16>().ok(),
        _ => None,
    };
    if let Value::List(losses) = value
        && field == "losses"
    {
        return losses
            .iter()
            .map(|loss| match loss {
                Value::Tuple(_, pair) if pair.len() == 2 => {
                    format!(" {}={}", names.show(&pair[0]), names.show(&pair[1]))
                }
                other => format!(" {other}"),
            })
            .collect();
    }
    let shown = match (field, number) {
        ("target" | "by", Some(id)) => names
            .combatants
            .get(usize::from(id))
            .cloned()
            .unwrap_or_else(|| format!("#{id}")),
        ("item", Some(id)) => names
            .items
            .iter()
            .find(|(item, _, _)| *item == id)
            .map_or_else(|| format!("#{id}"), |(_, _, name)| name.clone()),
        ("from" | "to", Some(dir)) if kind == "turned" => names
            .board
            .orientation
            .names()
            .get(usize::from(dir))
            .map_or_else(|| dir.to_string(), |name| (*name).to_owned()),
        _ => names.show(value),
    };
    format!(" {field}={shown}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Orientation};
    use crate::combat::combatant::{CombatantId, OutBy};
    use crate::combat::event::EventKind;

    fn names() -> Names {
        Names {
            combatants: vec!["A".into(), "D".into()],
            sides: vec!["A".into(), "D".into()],
            items: vec![(3, 0, "long_sword".into())],
            verbs: Vec::new(),
            board: Board::new(9, 9, Orientation::PointyTop),
        }
    }

    #[test]
    fn a_printed_event_is_its_own_pattern() {
        let names = names();
        let hex = names.board.hex_of(2, 3);
        for (kind, line) in [
            (
                EventKind::Swung {
                    target: CombatantId(1),
                    weapon: "long_sword".into(),
                    manner: "attack".into(),
                    result: "hit".into(),
                },
                "A swung target=D weapon=long_sword manner=attack result=hit LS=15",
            ),
            (
                EventKind::Harmed {
                    by: Some(CombatantId(1)),
                    losses: vec![("shp".into(), 6), ("chp".into(), 0)],
                },
                "A harmed by=D shp=6 chp=0 LS=15",
            ),
            (
                EventKind::Moved {
                    from: hex,
                    to: hex,
                    run: false,
                },
                "A moved from=(2,3) to=(2,3) run=false LS=15",
            ),
            (EventKind::Out(OutBy::Dead), "A out is=dead LS=15"),
        ] {
            let event = Event::of(4, CombatantId(0), kind).detail("LS", 15, "");
            assert_eq!(event_line(&event, &names), line);
            let pattern = Pattern::parse(line, &names).unwrap();
            assert!(pattern.matches(&told(&event).unwrap(), &names), "{line}");
            let other = line.replace("=15", "=14");
            let pattern = Pattern::parse(&other, &names).unwrap();
            assert!(!pattern.matches(&told(&event).unwrap(), &names), "{other}");
        }
    }
}
