//! Sides: names, teams, colours, and whether each has somebody to fight with.

use super::people::{NO_SIDE, People};
use super::{Checker, MAX_SIDES};
use crate::level::raw::RawLevel;
use crate::level::spec::{Objectives, SideSpec};
use crate::level::words::COLOURS;
use smol_str::SmolStr;

/// The sides with default objectives; their own are checked when everybody is known.
pub(super) fn sides(checker: &mut Checker<'_, '_>, raw: &RawLevel<'_>) -> Vec<SideSpec> {
    let Some(list) = &raw.sides else {
        return Vec::new();
    };
    let mut sides: Vec<SideSpec> = Vec::new();
    let before = checker.notes.count();
    for (index, side) in list.value.iter().enumerate().take(MAX_SIDES) {
        let name = checker.label(&side.name, "the side's name");
        if sides.iter().any(|other| other.name == name) {
            let message = format!("there are two sides `{name}`");
            checker.notes.fault(side.name.span, message);
        }
        if side.surprised && side.ambush {
            let message = format!("`{name}` cannot be surprised and lie in ambush");
            checker.notes.fault(side.span, message);
        }
        let named = COLOURS
            .iter()
            .find(|(word, _)| name.eq_ignore_ascii_case(word));
        let default = named.unwrap_or(&COLOURS[index % COLOURS.len()]).1;
        sides.push(SideSpec {
            team: side
                .team
                .as_ref()
                .map_or_else(|| name.clone(), |t| SmolStr::new(&t.value)),
            name,
            colour: side.colour.unwrap_or(default),
            objectives: Objectives::default(),
            surprised: side.surprised,
            ambush: side.ambush,
            controller: side.controller,
            orders: side.orders,
        });
    }
    let count = list.value.len();
    if count > MAX_SIDES {
        let message = format!("there are {count} sides; at most {MAX_SIDES} can fight");
        checker.notes.fault(list.span, message);
    } else if sides.is_empty() {
        if checker.notes.count() == before {
            checker
                .notes
                .fault(list.span, "the level has no side; two are needed");
        }
    } else if sides.len() == 1 {
        let message = format!(
            "`{}` is the only side and has nobody to fight",
            sides[0].name
        );
        checker.notes.fault(list.span, message);
    } else if sides.iter().all(|side| side.team == sides[0].team) {
        checker.notes.fault(
            list.span,
            "all sides are of one team and have nobody to fight",
        );
    }
    if sides.len() > 1 && sides.iter().all(|side| side.surprised) {
        checker.notes.warn(
            list.span,
            "every side is surprised, so nobody surprises anybody",
        );
    }
    sides
}

/// Sides without anybody, or without anybody able to act.
pub(super) fn manned(
    checker: &mut Checker<'_, '_>,
    raw: &RawLevel<'_>,
    sides: &[SideSpec],
    people: &People,
) {
    for (side, raw_side) in raw
        .sides
        .iter()
        .flat_map(|list| list.value.iter())
        .enumerate()
    {
        if sides.iter().position(|one| one.name == raw_side.name.value) != Some(side) {
            // The second of two sides of one name; that is its fault.
            continue;
        }
        let mut own = people.all().filter(|one| one.side == side).peekable();
        // Somebody whose side is misspelt may have been meant for this one.
        let lost = people.all().any(|one| one.side == NO_SIDE);
        if own.peek().is_none() && !lost {
            let message = format!("the side `{}` has no combatant", raw_side.name.value);
            checker.notes.fault(raw_side.span, message);
        } else if people.start.iter().any(|one| one.side == side)
            && own.all(|one| one.bound || one.unconscious)
        {
            let message = format!("nobody of `{}` is able to act", raw_side.name.value);
            checker.notes.warn(raw_side.span, message);
        }
    }
}
