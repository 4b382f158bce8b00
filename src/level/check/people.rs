//! Combatants and reinforcements: names, sides, places, postures.

use super::footing::{bad_footing, direction};
use super::ground::{Ground, hex_on_board};
use super::kit::{gear_of, own_numbers};
use super::pairs::{Placed, crowding, face_the_enemy, join_pairs};
use super::{Checker, MAX_COMBATANTS};
use crate::board::Hex;
use crate::combat::combatant::Posture;
use crate::level::raw::{RawCombatant, RawLevel, RawPlace, too_many};
use crate::level::spec::{CombatantSpec, Mount, SideSpec, Wave};
use crate::reading::source::{Span, Spot};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Stands for a side that was not found; such a level is refused, so it never leaves the check.
pub(super) const NO_SIDE: usize = usize::MAX;

/// Everybody who takes part, with what later checks need to know.
#[derive(Default)]
pub(super) struct People {
    pub start: Vec<CombatantSpec>,
    pub waves: Vec<Wave>,
    /// The list is missing or too long to be looked at.
    pub incomplete: bool,
    /// Names with the place where each is written.
    taken: BTreeMap<SmolStr, Span>,
    /// Combatants placed by the name of a place so far.
    placed: BTreeMap<SmolStr, usize>,
    /// Unnamed combatants so far, by archetype.
    unnamed: BTreeMap<SmolStr, usize>,
}

impl People {
    /// Everybody, those of the start first.
    pub fn all(&self) -> impl Iterator<Item = &CombatantSpec> {
        let later = self.waves.iter().flat_map(|wave| &wave.combatants);
        self.start.iter().chain(later)
    }

    /// The combatant of a name.
    pub fn named(&self, name: &str) -> Option<&CombatantSpec> {
        self.all().find(|one| one.name == name)
    }
}

/// Checks those of the start and of every wave.
pub(super) fn everybody<'a>(
    checker: &mut Checker<'_, 'a>,
    raw: &RawLevel<'a>,
    ground: &Ground,
    sides: &[SideSpec],
    people: &mut People,
) {
    let Some(list) = &raw.combatants else {
        people.incomplete = true;
        return;
    };
    let waves = raw.reinforcements.iter();
    let listed = list.value.len() + waves.map(|wave| wave.combatants.len()).sum::<usize>();
    if listed > MAX_COMBATANTS {
        people.incomplete = true;
        checker.notes.fault(list.span, too_many(listed));
        return;
    }
    let start = group(checker, &list.value, None, ground, sides, people);
    let mut facings = start.1;
    people.start = start.0;
    let mut waves: Vec<(u32, Vec<CombatantSpec>)> = Vec::new();
    for wave in &raw.reinforcements {
        let at_s = wave.at.as_ref().map(|at| checker.time(at, "an arrival"));
        let side = wave
            .side
            .as_ref()
            .and_then(|word| side_of(checker, sides, word));
        if wave.combatants.is_empty() {
            checker.notes.warn(wave.span, "this wave brings nobody");
        }
        let (specs, open) = group(checker, &wave.combatants, side, ground, sides, people);
        facings.extend(open);
        waves.push((at_s.unwrap_or(0), specs));
    }
    waves.sort_by_key(|(at_s, _)| *at_s);
    people.waves = waves
        .into_iter()
        .map(|(at_s, combatants)| Wave { at_s, combatants })
        .collect();
    face_the_enemy(people, sides, &facings);
    let mounts = people.all().filter(|one| one.mount == Mount::Own).count();
    let count = people.all().count() + mounts;
    if count > MAX_COMBATANTS {
        checker.notes.fault(list.span, too_many(count));
    }
    super::sides::manned(checker, raw, sides, people);
}

/// A list of combatants, and the names of those whose facing is left to the default.
fn group<'a>(
    checker: &mut Checker<'_, 'a>,
    list: &[RawCombatant<'a>],
    side: Option<usize>,
    ground: &Ground,
    sides: &[SideSpec],
    people: &mut People,
) -> (Vec<CombatantSpec>, Vec<SmolStr>) {
    let mut specs: Vec<Placed> = Vec::new();
    let mut open = Vec::new();
    for raw in list {
        if raw.side_left_out && side.is_none() {
            checker
                .notes
                .fault(raw.span, "Combatant needs the field `side`");
        }
        let named = raw
            .side
            .as_ref()
            .and_then(|word| side_of(checker, sides, word));
        let own_side = named.or(if raw.side_left_out { side } else { None });
        let archetype = raw.archetype.as_ref();
        let archetype = archetype.and_then(|word| known_archetype(checker, word));
        let name = name_of(checker, raw, archetype.as_ref(), people);
        let (posture, mount) = posture_and_mount(checker, raw, archetype.as_deref());
        let facing = raw.facing.as_ref();
        let facing = facing.map(|word| direction(checker, ground.board.orientation, word));
        let place = raw.at.as_ref().map(|at| match at {
            RawPlace::Hex(hex) => hex.span,
            RawPlace::Start(word) => word.span,
        });
        let hex = place_of(checker, raw, ground, people);
        let gear = gear_of(checker, &raw.gear);
        let own = own_numbers(checker, raw, archetype.as_deref());
        if facing.is_none() {
            open.push(name.clone());
        }
        if let (Some(hex), Some(place)) = (hex, place)
            && let Some(cell) = ground.board.cell(hex)
            && let Some(reason) = bad_footing(cell, posture, raw.unconscious)
        {
            checker.notes.fault(place, reason);
        }
        let spec = CombatantSpec {
            name,
            archetype: archetype.unwrap_or_default(),
            side: own_side.unwrap_or(NO_SIDE),
            hex: hex.unwrap_or_default(),
            facing: facing.flatten().unwrap_or_default(),
            posture,
            bound: raw.bound,
            unconscious: raw.unconscious,
            hidden: raw.hidden,
            mount,
            gear,
            own,
        };
        specs.push(Placed {
            spec,
            place: place.unwrap_or(raw.span),
            on_board: hex.is_some(),
            mount: raw.mount.as_ref().map_or(raw.span, |mount| mount.span),
        });
    }
    join_pairs(checker, ground.whole, &mut specs);
    crowding(checker, &specs);
    (specs.into_iter().map(|placed| placed.spec).collect(), open)
}

/// An archetype of all systems, or of some: the latter leaves the level to these.
fn known_archetype(checker: &mut Checker<'_, '_>, word: &Spot<String>) -> Option<SmolStr> {
    let names = checker.names;
    let name = word.value.as_str();
    if names.archetypes().contains(&name) {
        return Some(SmolStr::new(name));
    }
    let knows = |system: &&str| names.own_archetypes(system).contains(&name);
    let systems: Vec<&str> = names.systems().iter().copied().filter(knows).collect();
    if systems.is_empty() {
        let mut all = names.archetypes().to_vec();
        for system in names.systems() {
            let own = names.own_archetypes(system).iter();
            all.extend(own.filter(|own| !names.archetypes().contains(own)));
        }
        all.dedup();
        return checker.known(word, "archetype", &all);
    }
    checker.playable.retain(|id| systems.contains(&id.as_str()));
    if checker.playable.is_empty() {
        let list = systems.join(", ");
        let message =
            format!("`{name}` is known to {list} only, where something else of the level is not");
        checker.notes.fault(word.span, message);
    }
    Some(SmolStr::new(name))
}

fn side_of(
    checker: &mut Checker<'_, '_>,
    sides: &[SideSpec],
    word: &Spot<String>,
) -> Option<usize> {
    if sides.is_empty() {
        // That is a fault of its own, once and not at every combatant.
        return None;
    }
    let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
    let name = checker.known(word, "side", &names)?;
    names.iter().position(|known| *known == name)
}

/// The combatant's name, made up from the archetype if it has none.
fn name_of(
    checker: &mut Checker<'_, '_>,
    raw: &RawCombatant<'_>,
    archetype: Option<&SmolStr>,
    people: &mut People,
) -> SmolStr {
    let Some(given) = &raw.name else {
        let archetype = archetype
            .cloned()
            .unwrap_or_else(|| SmolStr::new("somebody"));
        let mut words = archetype.replace('_', " ");
        if let Some(first) = words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        let number = people.unnamed.entry(archetype).or_default();
        loop {
            *number += 1;
            let name = SmolStr::new(format!("{words} {number}"));
            if !people.taken.contains_key(&name) {
                people.taken.insert(name.clone(), raw.span);
                return name;
            }
        }
    };
    let name = checker.label(given, "the combatant's name");
    if let Some(other) = people.taken.get(&name) {
        let line = checker.notes.line(*other);
        let message = format!("the name `{name}` is already taken on line {line}");
        checker.notes.fault(given.span, message);
    } else {
        people.taken.insert(name.clone(), given.span);
    }
    name
}

fn posture_and_mount(
    checker: &mut Checker<'_, '_>,
    raw: &RawCombatant<'_>,
    archetype: Option<&str>,
) -> (Posture, Mount) {
    let rides = archetype.is_some_and(|name| checker.names.comes_mounted(name));
    let mount = match &raw.mount {
        Some(name) => Mount::Named(SmolStr::new(&name.value)),
        None if rides => Mount::Own,
        None => Mount::None,
    };
    let saddled = mount != Mount::None;
    match &raw.posture {
        None if saddled => (Posture::Mounted, mount),
        None => (Posture::Standing, mount),
        Some(posture) => {
            let mounted = posture.value == Posture::Mounted;
            if mounted && !saddled && archetype.is_some() {
                let message = "somebody mounted needs a `mount`: the name of a combatant to ride";
                checker.notes.fault(posture.span, message);
            }
            if !mounted && saddled {
                let message = format!("a rider cannot be {} at the start", posture.value.word());
                checker.notes.fault(posture.span, message);
            }
            (posture.value, mount)
        }
    }
}

/// The hex somebody starts in; riders of another combatant may leave it out.
fn place_of(
    checker: &mut Checker<'_, '_>,
    raw: &RawCombatant<'_>,
    ground: &Ground,
    people: &mut People,
) -> Option<Hex> {
    if !ground.whole {
        return None;
    }
    match raw.at.as_ref()? {
        RawPlace::Hex(at) => hex_on_board(checker, &ground.board, at),
        RawPlace::Start(word) => {
            let Some(hexes) = ground.starts.get(word.value.as_str()) else {
                let names: Vec<&str> = ground.starts.keys().map(SmolStr::as_str).collect();
                let message = format!("no place of the legend is called `{}`", word.value);
                let fault = checker.notes.fault(word.span, message);
                fault.allow_near(&word.value, names.iter().copied());
                return None;
            };
            let used = people.placed.entry(SmolStr::new(&word.value)).or_default();
            *used += 1;
            let found = hexes.get(*used - 1).copied();
            if found.is_none() {
                let message = format!(
                    "the place `{}` has {} hexes, this is combatant {used} there",
                    word.value,
                    hexes.len()
                );
                checker.notes.fault(word.span, message);
            }
            found
        }
    }
}
