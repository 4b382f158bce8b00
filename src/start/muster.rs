//! A checked level with its choices made, as a battle's setup.

use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::endings::{Goals, Join, Limits, Objective};
use crate::combat::setup::{CombatantSetup, Setup, SideSetup};
use crate::combat::system::{Outfit, RuleSystem};
use crate::level::{self, CombatantSpec, GearChoice, Level, ObjectiveSpec};
use smol_str::SmolStr;

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
        combatants.push(combatant(spec, arrives, rules)?);
    }
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
        ObjectiveSpec::Carry { item, .. } => {
            return Err(format!(
                "the objective to carry `{item}` cannot be played: nobody can carry things of a level yet"
            ));
        }
    })
}

fn worn(choice: &GearChoice) -> Option<Option<SmolStr>> {
    match choice {
        GearChoice::Archetype => None,
        GearChoice::Nothing => Some(None),
        GearChoice::Item(name) => Some(Some(name.clone())),
    }
}

fn combatant(
    spec: &CombatantSpec,
    arrives: u32,
    rules: &dyn RuleSystem,
) -> Result<CombatantSetup, String> {
    let outfit = Outfit {
        main: worn(&spec.gear.main),
        second: worn(&spec.gear.second),
        shield: worn(&spec.gear.shield),
        armour: worn(&spec.gear.armour),
        extra: spec.gear.extra.clone(),
    };
    let numbers = spec.own.get(rules.id()).map(String::as_str);
    let own = rules
        .outfit(&spec.archetype, numbers, &outfit)
        .map_err(|fault| format!("{}: {fault}", spec.name))?;
    let mut conditions = Vec::new();
    match spec.posture {
        Posture::Prone => conditions.push(SmolStr::new_static("prone")),
        Posture::Kneeling => conditions.push(SmolStr::new_static("kneeling")),
        _ => {}
    }
    for (is, word) in [
        (spec.bound, "bound"),
        (spec.unconscious, "unconscious"),
        (spec.hidden, "hidden"),
    ] {
        if is {
            conditions.push(SmolStr::new_static(word));
        }
    }
    Ok(CombatantSetup {
        name: spec.name.clone(),
        archetype: spec.archetype.clone(),
        side: spec.side as u8,
        hex: spec.hex,
        facing: spec.facing,
        conditions,
        own,
        dice: None,
        arrives,
    })
}
