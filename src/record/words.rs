//! Events in plain words: what `replay` prints, and what names the first difference.

use crate::board::{Board, Dir, Hex};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::event::{Audience, Detail, Event, EventKind};
use crate::combat::setup::Setup;

/// What combatants, sides, hexes and directions are called.
pub struct Names<'a> {
    combatants: Vec<&'a str>,
    sides: Vec<&'a str>,
    board: &'a Board,
}

impl<'a> Names<'a> {
    /// The names of a battle.
    pub fn of(setup: &'a Setup) -> Names<'a> {
        let combatants = setup.combatants.iter();
        Names {
            combatants: combatants.map(|one| one.name.as_str()).collect(),
            sides: setup.sides.iter().map(|side| side.name.as_str()).collect(),
            board: &setup.board,
        }
    }

    /// A combatant's name, or its number if there is none.
    pub fn combatant(&self, id: CombatantId) -> String {
        let name = self.combatants.get(usize::from(id.0));
        name.map_or_else(|| id.to_string(), |name| (*name).to_owned())
    }

    /// A side's name, or its number if there is none.
    pub fn side(&self, id: SideId) -> String {
        let name = self.sides.get(usize::from(id.0));
        name.map_or_else(|| id.to_string(), |name| (*name).to_owned())
    }

    /// A hex by its column and row in the level's picture.
    pub fn hex(&self, hex: Hex) -> String {
        let (column, row) = self.board.column_row(hex);
        format!("{column},{row}")
    }

    /// A direction by the names of the board's orientation.
    pub fn dir(&self, dir: Dir) -> &'static str {
        self.board.orientation.name(dir)
    }
}

/// An event in one line, with its figures and dice.
pub fn sentence(event: &Event, names: &Names) -> String {
    let mut text = match event.who {
        Some(who) => names.combatant(who),
        None => String::new(),
    };
    let kind = kind(&event.kind, names);
    let parts = [kind.as_str(), event.note.as_str()];
    for (index, part) in parts.into_iter().enumerate() {
        if part.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text += if index == 1 && !kind.is_empty() {
                ": "
            } else {
                " "
            };
        }
        text += part;
    }
    let mut figures: Vec<String> = event.details.iter().map(figure).collect();
    figures.extend(event.dice.iter().map(|thrown| {
        let faces: Vec<String> = thrown.faces.iter().map(u16::to_string).collect();
        let faces = faces.join(" ");
        format!("{} d{}: {faces}", thrown.purpose, thrown.sides)
    }));
    if !figures.is_empty() {
        text += &format!(" [{}]", figures.join("; "));
    }
    if let Audience::Side(side) = event.audience {
        text += &format!(" (known to {} only)", names.side(side));
    }
    text
}

fn figure(detail: &Detail) -> String {
    let Detail { label, value, rule } = detail;
    if rule.is_empty() {
        format!("{label} {value}")
    } else {
        format!("{label} {value}, {rule}")
    }
}

fn kind(kind: &EventKind, names: &Names) -> String {
    match kind {
        EventKind::Moved { from, to, run } => {
            let gait = if *run { "runs" } else { "moves" };
            format!("{gait} from {} to {}", names.hex(*from), names.hex(*to))
        }
        EventKind::Turned { from, to } => {
            format!("turns from {} to {}", names.dir(*from), names.dir(*to))
        }
        EventKind::Posture { from, to } => format!("is {}, was {}", to.word(), from.word()),
        EventKind::Stopped => "stops".to_owned(),
        EventKind::Swung {
            target,
            weapon,
            manner,
            result,
        } => {
            let target = names.combatant(*target);
            format!("strikes at {target} with {weapon} ({manner}): {result}")
        }
        EventKind::Charged { target, result } => match target {
            Some(target) => format!("charges {}: {result}", names.combatant(*target)),
            None => format!("charges: {result}"),
        },
        EventKind::Defended { manner, success } => {
            let result = if *success { "succeeds" } else { "fails" };
            format!("defends ({manner}): {result}")
        }
        EventKind::Harmed { by, losses } => {
            let losses: Vec<String> = losses
                .iter()
                .map(|(pool, points)| format!("{points} {pool}"))
                .collect();
            let by = by.map_or(String::new(), |by| format!(" to {}", names.combatant(by)));
            format!("loses {}{by}", losses.join(" and "))
        }
        EventKind::Nothing => "nothing comes of it".to_owned(),
        EventKind::Condition { condition, begun } => {
            let change = if *begun { "is now" } else { "is no longer" };
            format!("{change} {}", condition.word())
        }
        EventKind::Dropped { item, hex } => {
            format!("drops item {} at {}", item.0, names.hex(*hex))
        }
        EventKind::Handled { item, manner } => format!("item {} {manner}", item.0),
        EventKind::Displaced { path, stopped_by } => {
            let path: Vec<String> = path.iter().map(|hex| names.hex(*hex)).collect();
            let end = stopped_by
                .as_ref()
                .map_or(String::new(), |by| format!(", stopped by {by}"));
            format!("is moved along {}{end}", path.join(" "))
        }
        EventKind::Out(by) => format!("is out: {}", by.word()),
        EventKind::Declared { action } => format!("declares {action}"),
        EventKind::Initiative { due } => format!("acts in {due}"),
        EventKind::Clock { unit, part } => format!("{unit}, {part}"),
        EventKind::Note => String::new(),
        EventKind::Ended { winner } => match winner {
            Some(side) => format!("the battle is over: {} wins", names.side(*side)),
            None => "the battle is over: nobody wins".to_owned(),
        },
    }
}
