//! Objectives: the names, zones and times they need, and whether they can be fulfilled at all.

use super::footing::bad_footing;
use super::ground::Ground;
use super::people::People;
use super::{Checker, MAX_OBJECTIVES, MAX_SIDES, TICK_SECONDS};
use crate::board::{Hex, distance};
use crate::combat::combatant::Posture;
use crate::level::raw::{RawLevel, RawObjective};
use crate::level::spec::{ItemSpec, Mount, ObjectiveSpec, Objectives, SideSpec};
use crate::reading::source::{Span, Spot};
use smol_str::SmolStr;

/// Zones of more hexes than this are not looked at for being too far to walk to.
const FAR_ZONE_HEXES: usize = 1024;

/// What objectives may refer to.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub ground: &'k Ground,
    pub people: &'k People,
    pub items: &'k [ItemSpec],
    pub limit_s: u32,
}

/// The sides with their objectives.
pub(super) fn check(
    checker: &mut Checker<'_, '_>,
    raw: &RawLevel<'_>,
    known: Known<'_>,
    mut sides: Vec<SideSpec>,
) -> Vec<SideSpec> {
    if known.people.incomplete {
        // Names could not be looked up; the level is refused for another reason.
        return sides;
    }
    let list = raw.sides.iter().flat_map(|list| list.value.iter());
    for (index, raw_side) in list.enumerate().take(MAX_SIDES) {
        let Some(objectives) = &raw_side.objectives else {
            continue;
        };
        let count = objectives.list.len();
        if count > MAX_OBJECTIVES {
            let message = format!("there are {count} objectives; at most {MAX_OBJECTIVES} a side");
            checker.notes.fault(objectives.span, message);
            continue;
        }
        let mut found = Vec::new();
        for raw in &objectives.list {
            found.extend(one(checker, raw, known, &sides, index, objectives.span));
        }
        if let Some(side) = sides.get_mut(index)
            && !found.is_empty()
        {
            side.objectives = Objectives {
                join: objectives.join,
                list: found,
            };
        }
    }
    sides
}

fn one(
    checker: &mut Checker<'_, '_>,
    raw: &RawObjective,
    known: Known<'_>,
    sides: &[SideSpec],
    side: usize,
    list: Span,
) -> Option<ObjectiveSpec> {
    match raw {
        RawObjective::Rout => Some(ObjectiveSpec::Rout),
        RawObjective::Kill(words) => {
            let names = combatants(checker, known, words);
            for word in words {
                let target = known.people.named(&word.value);
                if let Some(target) = target
                    && sides.get(target.side).map(|s| &s.team) == sides.get(side).map(|s| &s.team)
                {
                    let message = format!("`{}` fights on the same team", word.value);
                    checker.notes.fault(word.span, message);
                }
            }
            Some(ObjectiveSpec::Kill { names })
        }
        RawObjective::Protect(words, until) => {
            let names = combatants(checker, known, words);
            let until = until.as_ref();
            let until_s = until.map(|time| before_limit(checker, known, time, "`until`"));
            Some(ObjectiveSpec::Protect { names, until_s })
        }
        RawObjective::Hold(zone, time) => {
            let zone = zone_of(checker, known, zone);
            let seconds = before_limit(checker, known, time, "a hold");
            Some(ObjectiveSpec::Hold {
                zone: zone?,
                seconds,
            })
        }
        RawObjective::Reach(zone, count, by) => {
            let name = zone_of(checker, known, zone);
            let by_s = by
                .as_ref()
                .map(|time| before_limit(checker, known, time, "`by`"));
            enough(checker, known, side, count);
            if let Some(name) = &name {
                in_reach(checker, known, side, name, count, by.as_ref());
            }
            Some(ObjectiveSpec::Reach {
                zone: name?,
                count: u16::try_from(count.value).unwrap_or(u16::MAX),
                by_s,
            })
        }
        RawObjective::Escape(count) => {
            if known.ground.whole && !known.ground.has_exit {
                let message = "nobody can escape: no hex of the map is an exit";
                checker.notes.fault(list, message);
            }
            enough(checker, known, side, count);
            Some(ObjectiveSpec::Escape {
                count: u16::try_from(count.value).unwrap_or(u16::MAX),
            })
        }
        RawObjective::Survive(time) => Some(ObjectiveSpec::Survive {
            seconds: before_limit(checker, known, time, "surviving"),
        }),
        RawObjective::Carry(item, zone) => {
            let names: Vec<&str> = known.items.iter().map(|item| item.name.as_str()).collect();
            let item = checker.known(item, "item", &names);
            let zone = zone_of(checker, known, zone);
            Some(ObjectiveSpec::Carry {
                item: item?,
                zone: zone?,
            })
        }
    }
}

fn combatants(
    checker: &mut Checker<'_, '_>,
    known: Known<'_>,
    words: &[Spot<String>],
) -> Vec<SmolStr> {
    let names: Vec<&str> = known.people.all().map(|one| one.name.as_str()).collect();
    let words = words.iter();
    words
        .filter_map(|word| checker.known(word, "combatant", &names))
        .collect()
}

fn zone_of(
    checker: &mut Checker<'_, '_>,
    known: Known<'_>,
    word: &Spot<String>,
) -> Option<SmolStr> {
    let names: Vec<&str> = known.ground.zones.keys().map(SmolStr::as_str).collect();
    checker.known(word, "zone", &names)
}

/// A time, with a warning if the level ends first.
fn before_limit(
    checker: &mut Checker<'_, '_>,
    known: Known<'_>,
    time: &Spot<i64>,
    what: &str,
) -> u32 {
    let seconds = checker.time(time, what);
    if seconds > known.limit_s {
        let limit = known.limit_s;
        let message = format!("{what} of {seconds} s lies behind the level's limit of {limit} s");
        checker.notes.warn(time.span, message);
    }
    seconds
}

/// A count of own combatants must not exceed their number.
fn enough(checker: &mut Checker<'_, '_>, known: Known<'_>, side: usize, count: &Spot<i64>) {
    let own = known.people.all().filter(|one| one.side == side);
    let own: i64 = own
        .map(|one| if one.mount == Mount::Own { 2 } else { 1 })
        .sum();
    if own > 0 && count.value > own {
        let message = format!("{} are asked for, but the side has only {own}", count.value);
        checker.notes.fault(count.span, message);
    }
}

/// Whether a zone has room for so many, and whether so many can walk there in time (B-098).
fn in_reach(
    checker: &mut Checker<'_, '_>,
    known: Known<'_>,
    side: usize,
    zone: &SmolStr,
    count: &Spot<i64>,
    by: Option<&Spot<i64>>,
) {
    let empty = Vec::new();
    let hexes = known.ground.zones.get(zone).unwrap_or(&empty);
    let enterable = |hex: &&Hex| {
        let cell = known.ground.board.cell(**hex).copied().unwrap_or_default();
        bad_footing(&cell, Posture::Kneeling, false).is_none()
    };
    let pairs = known
        .people
        .all()
        .any(|one| one.side == side && one.mount != Mount::None);
    let in_a_hex = if pairs { 2 } else { 1 };
    let room = hexes.iter().filter(enterable).count() * in_a_hex;
    if known.ground.whole && !hexes.is_empty() && count.value > room as i64 {
        let message = format!(
            "{} cannot stand in the zone `{zone}`: it has room for {room}",
            count.value
        );
        checker.notes.fault(count.span, message);
    }
    let Some(by) = by.filter(|_| hexes.len() <= FAR_ZONE_HEXES) else {
        return;
    };
    let start = known.people.start.iter().map(|one| (one, 0));
    let waves = known.people.waves.iter();
    let later = waves.flat_map(|wave| wave.combatants.iter().map(|one| (one, wave.at_s)));
    let mut times: Vec<(u32, &str)> = start
        .chain(later)
        .filter(|(one, _)| one.side == side)
        .filter_map(|(one, from)| {
            let steps = hexes.iter().map(|hex| distance(one.hex, *hex)).min()?;
            let legs = match &one.mount {
                Mount::Named(mount) => known.people.named(mount).unwrap_or(one),
                _ => one,
            };
            let walk = checker.names.walk(&legs.archetype).max(1);
            let seconds = from + steps.div_ceil(walk) * TICK_SECONDS;
            Some((seconds, legs.archetype.as_str()))
        })
        .collect();
    times.sort_unstable();
    let last = usize::try_from(count.value - 1).unwrap_or(usize::MAX);
    if let Some((seconds, archetype)) = times.get(last)
        && i64::from(*seconds) > by.value
    {
        let message = format!(
            "the zone `{zone}` cannot be walked to by {} s: {archetype} needs {seconds} s over \
             open ground",
            by.value
        );
        checker.notes.warn(by.span, message);
    }
}
