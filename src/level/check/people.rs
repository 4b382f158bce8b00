//! Sides, combatants, reinforcements and items: names, places, facing, mounts, gear.

use super::ground::{Ground, bad_footing, direction, hex_on_board};
use super::{Checker, MAX_COMBATANTS, MAX_ITEMS, MAX_SIDES};
use crate::board::{Dir, Hex, distance, hex_key};
use crate::combat::combatant::Posture;
use crate::level::names::GearSlot;
use crate::level::raw::{RawCombatant, RawGear, RawLevel, RawPlace};
use crate::level::source::{Span, Spot};
use crate::level::spec::{
    CombatantSpec, GearChoice, GearSpec, ItemPlace, ItemSpec, Mount, Objectives, SideSpec, Wave,
};
use crate::level::words::COLOURS;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Stands for a side that was not found; such a level is refused, so it never leaves the check.
const NO_SIDE: usize = usize::MAX;

/// Everybody who takes part, with what later checks need to know.
#[derive(Default)]
pub(super) struct People {
    pub start: Vec<CombatantSpec>,
    pub waves: Vec<Wave>,
    /// There were too many to be looked at.
    pub too_many: bool,
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

/// Checks those of the start and of every wave.
pub(super) fn everybody<'a>(
    checker: &mut Checker<'_, 'a>,
    raw: &RawLevel<'a>,
    ground: &Ground,
    sides: &[SideSpec],
    people: &mut People,
) {
    let Some(list) = &raw.combatants else { return };
    let waves = raw.reinforcements.iter();
    let listed = list.value.len() + waves.map(|wave| wave.combatants.len()).sum::<usize>();
    if listed > MAX_COMBATANTS {
        people.too_many = true;
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

fn too_many(count: usize) -> String {
    format!("there are {count} combatants; at most {MAX_COMBATANTS} are allowed")
}

/// A combatant with the places that later faults point at.
struct Placed {
    spec: CombatantSpec,
    /// Where its hex is written.
    place: Span,
    /// Whether it was given a hex of the board.
    on_board: bool,
    /// Where its mount is written.
    mount: Span,
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
        let archetype =
            archetype.and_then(|word| checker.known(word, "archetype", checker.names.archetypes()));
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
    join_pairs(checker, ground, &mut specs);
    crowding(checker, &specs);
    (specs.into_iter().map(|placed| placed.spec).collect(), open)
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

/// Brings riders to their mounts (B-087).
fn join_pairs(checker: &mut Checker<'_, '_>, ground: &Ground, specs: &mut [Placed]) {
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
        } else if ground.whole && placed.on_board && rider.hex != *hex {
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
fn crowding(checker: &mut Checker<'_, '_>, specs: &[Placed]) {
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

fn gear_of(checker: &mut Checker<'_, '_>, raw: &RawGear) -> GearSpec {
    let mut one = |word: &Option<Spot<String>>, slot: GearSlot, what: &str| match word {
        None => GearChoice::Archetype,
        Some(word) if word.value == "none" => GearChoice::Nothing,
        Some(word) => {
            let found = checker.known(word, what, checker.names.gear_names(slot));
            found.map_or(GearChoice::Archetype, GearChoice::Item)
        }
    };
    let main = one(&raw.main, GearSlot::Weapon, "weapon");
    let second = one(&raw.second, GearSlot::Weapon, "weapon");
    let shield = one(&raw.shield, GearSlot::Shield, "shield");
    let armour = one(&raw.armour, GearSlot::Armour, "armour");
    let slots = [GearSlot::Weapon, GearSlot::Armour, GearSlot::Shield];
    let every: Vec<&str> = slots
        .iter()
        .flat_map(|slot| checker.names.gear_names(*slot).iter().copied())
        .collect();
    let extra = raw.extra.iter();
    GearSpec {
        main,
        second,
        shield,
        armour,
        extra: extra
            .filter_map(|word| checker.known(word, "gear", &every))
            .collect(),
    }
}

/// A combatant's own numbers, judged by the rule system they are for (B-108).
fn own_numbers<'a>(
    checker: &mut Checker<'_, 'a>,
    raw: &RawCombatant<'a>,
    archetype: Option<&str>,
) -> BTreeMap<SmolStr, String> {
    let mut own = BTreeMap::new();
    for (system, numbers) in &raw.own {
        let Some(system) = checker.system(system) else {
            continue;
        };
        if let Some(archetype) = archetype {
            let faults = checker
                .names
                .check_own_numbers(&system, archetype, numbers.text);
            checker.rule_faults(numbers.text, faults);
        }
        own.insert(system, numbers.text.to_owned());
    }
    own
}

/// Turns those without a facing towards the nearest enemy of the start.
fn face_the_enemy(people: &mut People, sides: &[SideSpec], open: &[SmolStr]) {
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

/// Items on the ground or with a combatant.
pub(super) fn items(
    checker: &mut Checker<'_, '_>,
    raw: &RawLevel<'_>,
    ground: &Ground,
    people: &People,
) -> Vec<ItemSpec> {
    let mut items: Vec<ItemSpec> = Vec::new();
    if let Some(item) = raw.items.get(MAX_ITEMS) {
        let message = format!("there are {} items; at most {MAX_ITEMS}", raw.items.len());
        checker.notes.fault(item.name.span, message);
        return items;
    }
    for item in &raw.items {
        let name = checker.label(&item.name, "the item's name");
        if items.iter().any(|other| other.name == name) {
            checker
                .notes
                .fault(item.name.span, format!("there are two items `{name}`"));
        }
        let mut place = ItemPlace::Ground(Hex::ZERO);
        if let Some(at) = item.at.as_ref().filter(|_| ground.whole)
            && let Some(hex) = hex_on_board(checker, &ground.board, at)
        {
            let cell = ground.board.cell(hex).copied().unwrap_or_default();
            if let Some(reason) = bad_footing(&cell, Posture::Kneeling, false) {
                checker
                    .notes
                    .fault(at.span, format!("nobody can reach `{name}`: {reason}"));
            }
            place = ItemPlace::Ground(hex);
        }
        if let Some(holder) = &item.holder {
            let names: Vec<&str> = people.all().map(|one| one.name.as_str()).collect();
            if let Some(holder) = checker.known(holder, "combatant", &names) {
                place = ItemPlace::Holder(holder);
            }
        }
        items.push(ItemSpec { name, place });
    }
    items
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
