//! From a checked level to what a battle starts from, under one rule system.

use super::spec::{
    CombatantSpec, EnPassant, GearChoice, Join, Level, NextDeclaration, ObjectiveSpec, Reacting,
    SideSpec, StandingDefaults, Turning,
};
use crate::combat::combatant::{CombatantId, ItemId, Posture};
use crate::combat::endings::{Goals, Join as GoalJoin, Limits, Objective};
use crate::combat::setup::{CombatantSetup, Setup, SideSetup};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// First number of things a level lays out; far above the gear of combatants.
const FIRST_THING: u16 = 40_000;

/// A setup of the level for a rule system. `preset` and `switches` of the player go over the
/// level's own; `default_preset` is used where neither says anything.
///
/// # Errors
/// If the level cannot be played under that system.
pub fn setup(
    level: &Level,
    system: &str,
    preset: Option<&str>,
    default_preset: &str,
) -> Result<Setup, String> {
    if !level.playable.iter().any(|known| known == system) {
        return Err(format!(
            "`{}` names gear that `{system}` does not know; it plays under: {}",
            level.name,
            level.playable.join(", ")
        ));
    }
    let rules = level.rules.get(system);
    let own_preset = rules.and_then(|rules| rules.preset.clone());
    let preset = preset
        .map(SmolStr::new)
        .or(own_preset)
        .unwrap_or_else(|| default_preset.into());
    let teams = teams(level);
    let id_of = |name: &SmolStr| {
        level
            .everybody()
            .position(|(one, _)| one.name == *name)
            .map(|index| CombatantId(index as u16))
    };
    Ok(Setup {
        title: level.name.to_string(),
        board: level.board.clone(),
        sides: level
            .sides
            .iter()
            .zip(teams)
            .map(|(side, team)| side_setup(level, side, team, &id_of))
            .collect(),
        combatants: level
            .everybody()
            .map(|(one, at)| combatant(one, system, at))
            .collect(),
        zones: level.zones.clone(),
        limits: Limits {
            limit: level.limit_s,
            ..Limits::default()
        },
        preset,
        switches: rules
            .map(|rules| rules.switches.clone())
            .unwrap_or_default(),
    })
}

fn teams(level: &Level) -> Vec<u8> {
    let mut names: Vec<&SmolStr> = Vec::new();
    level
        .sides
        .iter()
        .map(|side| {
            let known = names.iter().position(|name| **name == side.team);
            known.unwrap_or_else(|| {
                names.push(&side.team);
                names.len() - 1
            }) as u8
        })
        .collect()
}

fn side_setup(
    level: &Level,
    side: &SideSpec,
    team: u8,
    id_of: &dyn Fn(&SmolStr) -> Option<CombatantId>,
) -> SideSetup {
    let ids = |names: &[SmolStr]| names.iter().filter_map(id_of).collect();
    let thing = |name: &SmolStr| {
        let at = level
            .items
            .iter()
            .position(|item| item.name == *name)
            .unwrap_or(0);
        ItemId(FIRST_THING + at as u16)
    };
    let list = side
        .objectives
        .list
        .iter()
        .map(|objective| match objective {
            ObjectiveSpec::Rout => Objective::Rout,
            ObjectiveSpec::Kill { names } => Objective::Kill { who: ids(names) },
            ObjectiveSpec::Protect { names, until_s } => Objective::Protect {
                who: ids(names),
                until: *until_s,
            },
            ObjectiveSpec::Hold { zone, seconds } => Objective::Hold {
                zone: zone.clone(),
                seconds: *seconds,
            },
            ObjectiveSpec::Reach { zone, count, by_s } => Objective::Reach {
                zone: zone.clone(),
                count: *count,
                by: *by_s,
            },
            ObjectiveSpec::Escape { count } => Objective::Escape {
                exits: Vec::new(),
                count: *count,
            },
            ObjectiveSpec::Survive { seconds } => Objective::Survive { seconds: *seconds },
            ObjectiveSpec::Carry { item, zone } => Objective::Carry {
                item: thing(item),
                zone: zone.clone(),
            },
        })
        .collect();
    let join = match side.objectives.join {
        Join::All => GoalJoin::All,
        Join::Any => GoalJoin::Any,
    };
    SideSetup {
        name: side.name.clone(),
        team,
        goals: Goals { join, list },
        surprised: side.surprised,
        ambush: side.ambush,
        orders: orders(side.orders),
    }
}

/// Standing orders in the words all rule systems share.
fn orders(defaults: StandingDefaults) -> Vec<(SmolStr, Option<i32>)> {
    let mut list: Vec<(&str, Option<i32>)> = Vec::new();
    list.extend(defaults.en_passant.map(|order| match order {
        EnPassant::Never => ("en passant never", None),
        EnPassant::AtLeast(percent) => ("en passant at least", Some(i32::from(percent))),
        EnPassant::FirstComer => ("en passant first comer", None),
    }));
    list.extend(defaults.reaction.map(|order| match order {
        Reacting::Ask => ("reaction ask", None),
        Reacting::Best => ("reaction best", None),
        Reacting::Parry => ("reaction parry", None),
        Reacting::Never => ("reaction never", None),
    }));
    list.extend(defaults.facing.map(|order| match order {
        Turning::NearestThreat => ("facing nearest threat", None),
        Turning::AsWalked => ("facing keep", None),
    }));
    list.extend(defaults.next.map(|order| match order {
        NextDeclaration::Same => ("declaration same again", None),
        NextDeclaration::Ask => ("declaration ask", None),
    }));
    list.into_iter()
        .map(|(word, amount)| (word.into(), amount))
        .collect()
}

fn combatant(one: &CombatantSpec, system: &str, arrives: u32) -> CombatantSetup {
    let mut conditions: Vec<SmolStr> = Vec::new();
    match one.posture {
        Posture::Prone => conditions.push("prone".into()),
        Posture::Kneeling => conditions.push("kneeling".into()),
        _ => {}
    }
    for (is, word) in [
        (one.bound, "bound"),
        (one.unconscious, "unconscious"),
        (one.hidden, "hidden"),
    ] {
        if is {
            conditions.push(word.into());
        }
    }
    let slots = [
        ("main", &one.gear.main),
        ("second", &one.gear.second),
        ("shield", &one.gear.shield),
        ("armour", &one.gear.armour),
    ];
    let gear: BTreeMap<SmolStr, Option<SmolStr>> = slots
        .into_iter()
        .filter_map(|(slot, choice)| match choice {
            GearChoice::Archetype => None,
            GearChoice::Nothing => Some((slot.into(), None)),
            GearChoice::Item(name) => Some((slot.into(), Some(name.clone()))),
        })
        .collect();
    CombatantSetup {
        name: one.name.clone(),
        archetype: one.archetype.clone(),
        side: one.side as u8,
        hex: one.hex,
        facing: one.facing,
        conditions,
        gear,
        extra: one.gear.extra.clone(),
        own: one.own.get(system).cloned(),
        dice: None,
        arrives,
    }
}
