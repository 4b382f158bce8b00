//! A checked level with its choices made, as a battle's setup.

use crate::board::Hex;
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::endings::{Goals, Join, Limits, Objective};
use crate::combat::setup::{CombatantSetup, Setup, SideSetup, ThingSetup};
use crate::combat::system::RuleSystem;
use crate::level::{
    self, CombatantSpec, EnPassant, GearChoice, ItemPlace, ItemSpec, Level, Mount, NextDeclaration,
    ObjectiveSpec, Reacting, StandingDefaults, Turning,
};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The setup of a level under a rule system; `preset` goes over the level's own.
///
/// # Errors
/// What the level asks for and this rule system cannot do.
pub fn setup(
    level: &Level,
    rules: &dyn RuleSystem,
    preset: Option<SmolStr>,
) -> Result<Setup, String> {
    let own = level.rules.get(rules.id()).cloned().unwrap_or_default();
    let usual = rules.presets().into_iter().next();
    let preset = preset.or(own.preset).or(usual).unwrap_or_default();
    let mut combatants = Vec::new();
    for (spec, arrives) in level.everybody() {
        combatants.push(combatant(spec, arrives, rules));
    }
    saddle_up(level, &mut combatants);
    let sides: Result<Vec<_>, String> = (0..level.sides.len())
        .map(|index| side(level, index))
        .collect();
    Ok(Setup {
        title: level.name.to_string(),
        board: level.board.clone(),
        sides: sides?,
        combatants,
        zones: level.zones.clone(),
        limits: Limits {
            limit: level.limit_s,
            ..Limits::default()
        },
        preset,
        switches: own.switches,
        things: level.items.iter().map(|item| thing(level, item)).collect(),
    })
}

/// Sides of one team are allies; teams are numbered in the order the level names them.
fn team(level: &Level, name: &str) -> u8 {
    let mut teams: Vec<&str> = Vec::new();
    for side in &level.sides {
        if !teams.contains(&side.team.as_str()) {
            teams.push(&side.team);
        }
    }
    teams.iter().position(|team| *team == name).unwrap_or(0) as u8
}

fn side(level: &Level, index: usize) -> Result<SideSetup, String> {
    let spec = &level.sides[index];
    let list: Result<Vec<_>, String> = spec
        .objectives
        .list
        .iter()
        .map(|objective| goal(level, objective))
        .collect();
    Ok(SideSetup {
        name: spec.name.clone(),
        team: team(level, &spec.team),
        goals: Goals {
            join: match spec.objectives.join {
                level::Join::All => Join::All,
                level::Join::Any => Join::Any,
            },
            list: list?,
        },
        surprised: spec.surprised,
        ambush: spec.ambush,
        orders: orders(spec.orders),
    })
}

fn ids(level: &Level, names: &[SmolStr]) -> Vec<CombatantId> {
    level
        .everybody()
        .enumerate()
        .filter(|(_, (spec, _))| names.contains(&spec.name))
        .map(|(index, _)| CombatantId(index as u16))
        .collect()
}

fn thing(level: &Level, item: &ItemSpec) -> ThingSetup {
    let (hex, holder) = match &item.place {
        ItemPlace::Ground(hex) => (*hex, None),
        ItemPlace::Holder(name) => {
            let holder = level
                .everybody()
                .position(|(spec, _)| spec.name == *name)
                .and_then(|index| u16::try_from(index).ok());
            (Hex::default(), holder)
        }
    };
    ThingSetup {
        name: item.name.clone(),
        hex,
        holder,
    }
}

fn goal(level: &Level, spec: &ObjectiveSpec) -> Result<Objective, String> {
    Ok(match spec {
        ObjectiveSpec::Rout => Objective::Rout,
        ObjectiveSpec::Kill { names } => Objective::Kill {
            who: ids(level, names),
        },
        ObjectiveSpec::Protect { names, until_s } => Objective::Protect {
            who: ids(level, names),
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
        ObjectiveSpec::Carry { item, zone } => {
            let index = level.items.iter().position(|known| known.name == *item);
            Objective::Carry {
                item: Setup::thing(index.ok_or_else(|| format!("there is no item `{item}`"))?),
                zone: zone.clone(),
            }
        }
    })
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

fn combatant(spec: &CombatantSpec, arrives: u32, rules: &dyn RuleSystem) -> CombatantSetup {
    let slots = [
        ("main", &spec.gear.main),
        ("second", &spec.gear.second),
        ("shield", &spec.gear.shield),
        ("armour", &spec.gear.armour),
    ];
    let gear = slots
        .into_iter()
        .filter_map(|(slot, choice)| match choice {
            GearChoice::Archetype => None,
            GearChoice::Nothing => Some((slot.into(), None)),
            GearChoice::Item(name) => Some((slot.into(), Some(name.clone()))),
        })
        .collect();
    let mut conditions = Vec::new();
    match spec.posture {
        Posture::Prone => conditions.push(SmolStr::new_static("prone")),
        Posture::Kneeling => conditions.push(SmolStr::new_static("kneeling")),
        _ => {}
    }
    let words = [
        (spec.bound, "bound"),
        (spec.unconscious, "unconscious"),
        (spec.hidden, "hidden"),
    ];
    for (is, word) in words {
        if is {
            conditions.push(SmolStr::new_static(word));
        }
    }
    CombatantSetup {
        name: spec.name.clone(),
        archetype: spec.archetype.clone(),
        side: spec.side as u8,
        hex: spec.hex,
        facing: spec.facing,
        conditions,
        gear,
        extra: spec.gear.extra.clone(),
        own: spec.own.get(rules.id()).cloned(),
        dice: None,
        arrives,
        mount: None,
    }
}

/// Riders get their mounts (B-087, B-109): the one a level names, or one of their own, which stands
/// behind all the others in the list, so that names and ids of the level stay as they are.
fn saddle_up(level: &Level, combatants: &mut Vec<CombatantSetup>) {
    for (index, (spec, arrives)) in level.everybody().enumerate() {
        let mount = match &spec.mount {
            Mount::None => continue,
            Mount::Named(name) => level.everybody().position(|(other, _)| other.name == *name),
            Mount::Own => {
                let rider = &combatants[index];
                let own = CombatantSetup {
                    name: horse_name(&rider.name, combatants),
                    archetype: HORSE.into(),
                    conditions: Vec::new(),
                    gear: BTreeMap::new(),
                    extra: Vec::new(),
                    own: None,
                    arrives,
                    ..rider.clone()
                };
                combatants.push(own);
                Some(combatants.len() - 1)
            }
        };
        combatants[index].mount = mount.and_then(|at| u16::try_from(at).ok());
    }
}

/// The mount that an archetype of riders brings along (B-109).
const HORSE: &str = "warhorse";

fn horse_name(rider: &str, combatants: &[CombatantSetup]) -> SmolStr {
    let taken = |name: &str| combatants.iter().any(|one| one.name == name);
    let plain = format!("{rider}'s horse");
    let mut name = plain.clone();
    let mut nth = 2;
    while taken(&name) {
        name = format!("{plain} {nth}");
        nth += 1;
    }
    name.into()
}
