//! Events in words: each one sentence, with its dice and figures behind it.

use super::sight::Sight;
use crate::combat::combatant::{CombatantId, Condition};
use crate::combat::event::{Event, EventKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How a reason for nothing begins, if the rule has put it so itself.
const NOTHING: &str = "nothing happened";

/// An event as a sentence. `None` for events that only mark time inside a unit.
pub fn sentence(sight: &Sight, event: &Event) -> Option<String> {
    let mut text = match &event.kind {
        EventKind::Clock { unit, part } => return Some(clock(sight, *unit, part, event)),
        _ => body(sight, event),
    };
    // The reason stands in the sentence, the figures behind it.
    let said = match &event.kind {
        EventKind::Note | EventKind::Nothing => true,
        EventKind::Declared { action } => event.note.contains(action.as_str()),
        _ => event.note.is_empty(),
    };
    if !said {
        let _ = write!(text, ", {}", event.note);
    }
    let figures = figures(sight, event);
    if figures.is_empty() {
        text.push('.');
    } else {
        let _ = write!(text, ". [{figures}]");
    }
    Some(capital(&text))
}

fn clock(sight: &Sight, unit: u32, part: &str, event: &Event) -> String {
    let mut text = format!("== {} {unit}", capital(sight.unit_name));
    if !part.is_empty() {
        let _ = write!(text, ", {part}");
    }
    if !event.note.is_empty() {
        let _ = write!(text, ": {}", event.note);
    }
    text.push_str(" ==");
    text
}

/// With a capital first letter.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => String::new(),
    }
}

fn body(sight: &Sight, event: &Event) -> String {
    let who = event.who.map_or("somebody", |who| sight.name(who));
    match &event.kind {
        EventKind::Moved { from, to, run } => {
            let how = if *run { "runs" } else { "goes" };
            format!(
                "{who} {how} from {} to {}",
                sight.hex(*from),
                sight.hex(*to)
            )
        }
        EventKind::Turned { from, to } => {
            format!(
                "{who} turns from {} to {}",
                sight.dir(*from),
                sight.dir(*to)
            )
        }
        EventKind::Posture { from, to } => {
            format!("{who} is {} now, no longer {}", to.word(), from.word())
        }
        EventKind::Stopped => format!("{who} stops"),
        EventKind::Swung {
            target,
            weapon,
            manner,
            result,
        } => {
            let manner = if manner.is_empty() {
                "attack"
            } else {
                manner.as_str()
            };
            format!(
                "{who}: {manner} at {} with {}: {result}",
                sight.name(*target),
                weapon.replace('_', " ")
            )
        }
        EventKind::Charged { target, result } => match target {
            Some(target) => format!("{who} charges {}: {result}", sight.name(*target)),
            None => format!("{who} charges: {result}"),
        },
        EventKind::Defended { manner, success } => {
            let how = if *success { "succeeds" } else { "fails" };
            format!("{who}: {manner} {how}")
        }
        EventKind::Harmed { by, losses } => {
            let losses = sight.rules().harm_words(losses);
            match by {
                Some(by) => format!("{who} {losses} by {}", sight.name(*by)),
                None => format!("{who} {losses}"),
            }
        }
        EventKind::Nothing => {
            let told = match event.note.as_str() {
                "" => "nothing happened".to_owned(),
                note if note.starts_with(NOTHING) => note.to_owned(),
                note => format!("{NOTHING}, because {note}"),
            };
            match event.who {
                Some(_) => format!("{who}: {told}"),
                None => told,
            }
        }
        EventKind::Condition { condition, begun } => {
            let verb = if *begun { "is" } else { "is no longer" };
            match condition {
                Condition::ArmOut | Condition::LegOut => {
                    let verb = if *begun { "has lost" } else { "has again" };
                    let limb = if *condition == Condition::ArmOut {
                        "an arm"
                    } else {
                        "a leg"
                    };
                    format!("{who} {verb} the use of {limb}")
                }
                _ => format!("{who} {verb} {}", condition.word()),
            }
        }
        EventKind::Dropped { item, hex } => {
            format!("{who} drops {} at {}", sight.item(*item), sight.hex(*hex))
        }
        EventKind::Handled { item, manner } => {
            format!("{who}: {} is {manner}", sight.item(*item))
        }
        EventKind::Displaced { path, stopped_by } => displaced(sight, who, path, stopped_by),
        EventKind::Out(by) => format!("{who} is out of the fight: {}", by.word()),
        EventKind::Declared { action } => format!("{who} prepares: {action}"),
        EventKind::Initiative { due } => {
            format!("{who} will act {}", sight.rules().due_place(*due))
        }
        EventKind::Clock { .. } => String::new(),
        EventKind::Note => match event.who {
            Some(_) if !event.note.starts_with(who) => format!("{who}: {}", event.note),
            _ => event.note.trim_end_matches('.').to_owned(),
        },
        // The reason names the winner, too.
        EventKind::Ended { .. } if !event.note.is_empty() => "the battle is over".to_owned(),
        EventKind::Ended { winner } => match winner {
            Some(side) => format!("the battle is over; {} has won", sight.side(*side)),
            None => "the battle is over; nobody has won".to_owned(),
        },
    }
}

fn displaced(
    sight: &Sight,
    who: &str,
    path: &[crate::board::Hex],
    stopped_by: &Option<smol_str::SmolStr>,
) -> String {
    let mut text = match (path.first(), path.last()) {
        (Some(first), Some(last)) if path.len() > 1 => format!(
            "{who} is moved {} from {} to {}",
            super::figures::hexes((path.len() - 1) as u32),
            sight.hex(*first),
            sight.hex(*last)
        ),
        _ => format!("{who} is pushed but stays"),
    };
    if let Some(reason) = stopped_by {
        let _ = write!(text, ", stopped by {reason}");
    }
    text
}

/// What dice were thrown for, in words.
fn purpose(of: &str) -> String {
    match of {
        "flies" => "metres of flight".to_owned(),
        other => other.replace('_', " "),
    }
}

/// Dice and details: `attack d20 7; skill +6 (P-113)`.
fn figures(sight: &Sight, event: &Event) -> String {
    let mut parts = Vec::new();
    for thrown in &event.dice {
        let faces: Vec<String> = thrown.faces.iter().map(ToString::to_string).collect();
        let count = if thrown.faces.len() > 1 {
            thrown.faces.len().to_string()
        } else {
            String::new()
        };
        let whose = if Some(thrown.who) == event.who {
            String::new()
        } else {
            format!("{}'s ", sight.name(thrown.who))
        };
        parts.push(format!(
            "{whose}{} {count}d{}: {}",
            purpose(&thrown.purpose),
            thrown.sides,
            faces.join("+")
        ));
    }
    for detail in &event.details {
        let rule = if detail.rule.is_empty() {
            String::new()
        } else {
            format!(" ({})", detail.rule)
        };
        parts.push(format!("{} {}{rule}", detail.label, detail.value));
    }
    parts.join("; ")
}

/// Leaves out who still stands where he stood, for the same reason: told once, not every unit.
/// `stops` remembers what was told.
pub fn without_repeats<'e>(
    events: Vec<&'e Event>,
    stops: &mut BTreeMap<CombatantId, String>,
) -> Vec<&'e Event> {
    let mut news = |event: &&Event| {
        let Some(who) = event.who else {
            return true;
        };
        match &event.kind {
            EventKind::Stopped => {
                stops.insert(who, event.note.clone()).as_ref() != Some(&event.note)
            }
            EventKind::Moved { .. } => {
                stops.remove(&who);
                true
            }
            _ => true,
        }
    };
    events.into_iter().filter(|event| news(event)).collect()
}

/// Events as lines. Steps that are taken together are told man by man: the walk of each in one
/// sentence, until something else happens.
pub fn lines<'e>(sight: &Sight, events: impl IntoIterator<Item = &'e Event>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut walks: Vec<Walk> = Vec::new();
    let mut clock: Option<&Event> = None;
    for event in events {
        // Time that passes without anything else is told by where it has come to.
        if matches!(event.kind, EventKind::Clock { .. }) {
            lines.extend(walks.drain(..).map(|walk| walk.sentence(sight)));
            clock = Some(event);
            continue;
        }
        lines.extend(clock.take().and_then(|event| sentence(sight, event)));
        let Some(who) = event.who else {
            lines.extend(walks.drain(..).map(|walk| walk.sentence(sight)));
            lines.extend(sentence(sight, event));
            continue;
        };
        match &event.kind {
            EventKind::Moved { from, to, run } if is_plain(event) => {
                let open = walks.iter_mut().find(|walk| walk.who == who);
                match open {
                    Some(open) if open.run == *run && open.hexes.last() == Some(from) => {
                        open.hexes.push(*to);
                    }
                    _ => {
                        lines.extend(finish(&mut walks, who, sight));
                        walks.push(Walk {
                            who,
                            run: *run,
                            hexes: vec![*from, *to],
                        });
                    }
                }
            }
            // These end one man's walk and no other's.
            EventKind::Turned { .. } | EventKind::Stopped => {
                lines.extend(finish(&mut walks, who, sight));
                lines.extend(sentence(sight, event));
            }
            _ => {
                lines.extend(walks.drain(..).map(|walk| walk.sentence(sight)));
                lines.extend(sentence(sight, event));
            }
        }
    }
    lines.extend(walks.drain(..).map(|walk| walk.sentence(sight)));
    lines.extend(clock.and_then(|event| sentence(sight, event)));
    lines
}

/// Whether there is nothing to say of an event but its kind.
fn is_plain(event: &Event) -> bool {
    event.note.is_empty() && event.details.is_empty() && event.dice.is_empty()
}

/// Ends a combatant's walk and tells it.
fn finish(walks: &mut Vec<Walk>, who: CombatantId, sight: &Sight) -> Option<String> {
    let at = walks.iter().position(|walk| walk.who == who)?;
    Some(walks.remove(at).sentence(sight))
}

/// Steps of one combatant without anything between them.
struct Walk {
    who: CombatantId,
    run: bool,
    hexes: Vec<crate::board::Hex>,
}

impl Walk {
    fn sentence(&self, sight: &Sight) -> String {
        let how = if self.run { "runs" } else { "goes" };
        let hexes: Vec<String> = self.hexes.iter().map(|hex| sight.hex(*hex)).collect();
        let (first, rest) = (&hexes[0], &hexes[1..]);
        let last = &rest[rest.len() - 1];
        let through = &rest[..rest.len() - 1];
        let name = sight.name(self.who);
        if through.is_empty() {
            format!("{name} {how} from {first} to {last}.")
        } else {
            format!(
                "{name} {how} from {first} to {last} through {}.",
                through.join(" ")
            )
        }
    }
}
