//! Where combatants stand to one another: riders on mounts, nobody on anybody else, everybody
//! looking somewhere.

use super::Checker;
use super::people::People;
use crate::board::{Dir, Hex, distance, hex_key};
use crate::level::spec::{CombatantSpec, Mount, SideSpec};
use crate::reading::source::Span;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A combatant with the places that later faults point at.
pub(super) struct Placed {
    pub spec: CombatantSpec,
    /// Where its hex is written.
    pub place: Span,
    /// Whether it was given a hex of the board.
    pub on_board: bool,
    /// Where its mount is written.
    pub mount: Span,
}

/// Brings riders to their mounts (B-087).
pub(super) fn join_pairs(checker: &mut Checker<'_, '_>, map_is_whole: bool, specs: &mut [Placed]) {
    let mounts: Vec<(SmolStr, SmolStr, usize, Hex, Dir)> = specs
        .iter()
        .map(|Placed { spec: one, .. }| {
            let key = (one.name.clone(), one.archetype.clone());
            (key.0, key.1, one.side, one.hex, one.facing)
        })
        .collect();
    let mut ridden: Vec<SmolStr> = Vec::new();
    for placed in specs {
        let (rider, span) = (&mut placed.spec, placed.mount);
        let Mount::Named(name) = rider.mount.clone() else {
            continue;
        };
        let Some((_, archetype, side, hex, facing)) =
            mounts.iter().find(|(other, ..)| *other == name)
        else {
            let message = format!("`{}` rides `{name}`, but nobody is called that", rider.name);
            let fault = checker.notes.fault(span, message);
            fault.allow_near(&name, mounts.iter().map(|(other, ..)| other.as_str()));
            continue;
        };
        if archetype.is_empty() {
            // Its archetype is a fault of its own.
        } else if !checker.names.is_mount(archetype) {
            let message = format!("`{name}` is a {archetype} and cannot be ridden");
            checker.notes.fault(span, message);
        } else if *side != rider.side {
            let message = format!("`{name}` is of another side and cannot be ridden");
            checker.notes.fault(span, message);
        } else if ridden.contains(&name) {
            checker
                .notes
                .fault(span, format!("`{name}` has a rider already"));
        } else if map_is_whole && placed.on_board && rider.hex != *hex {
            let message = format!("`{}` must start in the hex of `{name}`", rider.name);
            checker.notes.fault(placed.place, message);
        }
        // From here on the pair shares a hex, so that only strangers count as crowding.
        rider.hex = *hex;
        rider.facing = *facing;
        ridden.push(name);
    }
}

/// Two in one hex (B-055, B-056). Bodies do not fill theirs, and a rider has his mount's.
pub(super) fn crowding(checker: &mut Checker<'_, '_>, specs: &[Placed]) {
    let mut filled: BTreeMap<(i32, i32), (&CombatantSpec, Span)> = BTreeMap::new();
    for placed in specs {
        let (one, span) = (&placed.spec, placed.place);
        let riding = matches!(one.mount, Mount::Named(_));
        if !placed.on_board || one.unconscious || riding {
            continue;
        }
        let Some((other, place)) = filled.get(&hex_key(one.hex)) else {
            filled.insert(hex_key(one.hex), (one, span));
            continue;
        };
        let line = checker.notes.line(*place);
        let message = format!("`{}` stands here already, see line {line}", other.name);
        checker.notes.fault(span, message);
    }
}

/// Turns those without a facing towards the nearest enemy of the start.
pub(super) fn face_the_enemy(people: &mut People, sides: &[SideSpec], open: &[SmolStr]) {
    let team = |side: usize| sides.get(side).map(|side| &side.team);
    let start: Vec<(usize, Hex)> = people.start.iter().map(|one| (one.side, one.hex)).collect();
    let later = people
        .waves
        .iter_mut()
        .flat_map(|wave| wave.combatants.iter_mut());
    for one in people.start.iter_mut().chain(later) {
        if !open.contains(&one.name) || matches!(one.mount, Mount::Named(_)) {
            continue;
        }
        let enemies = start.iter().filter(|(side, hex)| {
            team(*side).is_some_and(|enemy| Some(enemy) != team(one.side)) && *hex != one.hex
        });
        let nearest = enemies.min_by_key(|(_, hex)| (distance(one.hex, *hex), hex_key(*hex)));
        if let Some((_, hex)) = nearest {
            one.facing = bearing(*hex - one.hex);
        }
    }
    // A rider faces as his mount does.
    let facings: BTreeMap<SmolStr, Dir> = people
        .all()
        .map(|one| (one.name.clone(), one.facing))
        .collect();
    let later = people
        .waves
        .iter_mut()
        .flat_map(|wave| wave.combatants.iter_mut());
    for one in people.start.iter_mut().chain(later) {
        if let Mount::Named(name) = &one.mount
            && let Some(facing) = facings.get(name)
        {
            one.facing = *facing;
        }
    }
}

/// The direction of an offset; of two equal ones the clockwise one (B-007).
fn bearing(offset: Hex) -> Dir {
    let score = |dir: Dir| {
        let f = dir.vector();
        2 * offset.x * f.x + 2 * offset.y * f.y + offset.x * f.y + offset.y * f.x
    };
    let most = Dir::ALL.into_iter().map(score).max().unwrap_or(0);
    let tied = |dir: &Dir| score(*dir) == most;
    let second = Dir::ALL
        .into_iter()
        .find(|dir| tied(dir) && tied(&dir.turned(-1)));
    second
        .or_else(|| Dir::ALL.into_iter().find(tied))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearing_takes_the_clockwise_of_two() {
        // B-007 with the flat-top names: 0 SE, 1 S, 4 N, 5 NE.
        assert_eq!(bearing(Hex::new(3, -1)).index(), 0);
        assert_eq!(bearing(Hex::new(1, -2)).index(), 5);
        assert_eq!(bearing(Hex::new(2, -1)).index(), 0);
        assert_eq!(bearing(Hex::new(1, 1)).index(), 1);
    }
}
