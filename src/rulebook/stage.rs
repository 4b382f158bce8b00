//! Sets a case up: board, combatants, switches, snapshot overrides and dice.

use super::fixtures::Fixtures;
use super::format::{RawCase, RawCombatant, Scenario};
use super::ground;
use super::line::{patch_of, tokens};
use super::names::Names;
use super::system::Host;
use super::value::Value;
use crate::board::{Board, Dir, Hex, Orientation};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Gear};
use crate::combat::dice::Script;
use crate::combat::endings::{Goals, Limits};
use crate::combat::flow::Flow;
use crate::combat::setup::{CombatantSetup, Setup, SideSetup};
use std::collections::BTreeMap;

/// Where the fixtures' A and D stand unless a line says otherwise.
const A_AT: (u16, u16) = (5, 5);
const D_AT: (u16, u16) = (6, 5);

/// A case ready to be played.
pub(super) struct Staged {
    /// Names of the case.
    pub names: Names,
    /// The battle, if the case has combatants.
    pub battle: Option<Battle>,
}

/// Sets a case up.
///
/// # Errors
/// Everything that cannot be used.
pub(super) fn stage(
    scenario: &Scenario,
    case: &RawCase,
    fixtures: &Fixtures,
    host: &dyn Host,
) -> Result<Staged, Vec<String>> {
    let board = board(scenario, case, fixtures)?;
    let lines = lines(scenario, case);
    let mut names = Names {
        combatants: lines.iter().map(|(name, _)| name.clone()).collect(),
        sides: Vec::new(),
        items: Vec::new(),
        verbs: Vec::new(),
        board,
    };
    for (name, line) in &lines {
        let side = side_of(name, line);
        if !names.sides.contains(&side) {
            names.sides.push(side);
        }
    }
    if lines.is_empty() {
        return Ok(Staged {
            names,
            battle: None,
        });
    }
    let Some(rules) = host.rules() else {
        return Err(vec![format!(
            "`{}` has no battles: its scenarios ask only",
            scenario.system
        )]);
    };
    let verbs = rules.verbs().iter();
    names.verbs = verbs.map(|verb| verb.name().to_owned()).collect();
    if names.sides.len() == 1 {
        names.sides.push("nobody".to_owned());
    }
    let setup = setup(scenario, case, &lines, &names, fixtures)?;
    let mut battle = Battle::start(rules, &setup, 1)?;
    let mut faults = Vec::new();
    for (id, (name, line)) in lines.iter().enumerate() {
        let sheet = sheet(scenario, name, line, fixtures);
        let who = CombatantId(id as u16);
        if let Err(fault) = host.dress(&mut battle, who, line, sheet.as_deref()) {
            faults.push(format!("{name}: {fault}"));
        }
    }
    names.items = items(&mut battle);
    begin(scenario, case, &mut battle);
    if let Err(fault) = override_parts(scenario, case, &lines, &names, &mut battle) {
        faults.push(fault);
    }
    match script(&case.dice, &names) {
        Ok(script) => battle.script(script),
        Err(fault) => faults.push(fault),
    }
    if faults.is_empty() {
        Ok(Staged {
            names,
            battle: Some(battle),
        })
    } else {
        Err(faults)
    }
}

fn board(scenario: &Scenario, case: &RawCase, fixtures: &Fixtures) -> Result<Board, Vec<String>> {
    if let (Some(map), None) = (&scenario.map, &case.board) {
        return ground::board(map);
    }
    match case.board.as_deref().or(scenario.board.as_deref()) {
        None | Some("open") => Ok(Board::new(24, 16, Orientation::PointyTop)),
        Some(name) => fixtures.boards.get(name).cloned().ok_or_else(|| {
            let known: Vec<_> = fixtures.boards.keys().map(String::as_str).collect();
            vec![format!(
                "there is no board `{name}`; there are: open, {}",
                known.join(", ")
            )]
        }),
    }
}

/// Combatants of a case by name: the scenario's, each with the case's line over it, and the
/// case's own.
fn lines(scenario: &Scenario, case: &RawCase) -> Vec<(String, RawCombatant)> {
    let mut lines = scenario.combatants.clone();
    for (name, over) in &case.combatants {
        let line = lines.entry(name.clone()).or_default();
        *line = line.under(over);
    }
    lines.into_iter().collect()
}

fn side_of(name: &str, line: &RawCombatant) -> String {
    line.side
        .clone()
        .unwrap_or_else(|| if name.starts_with('D') { "D" } else { "A" }.to_owned())
}

/// The sheet of a line as RON: a fixture's; `None` for an archetype.
fn sheet(
    scenario: &Scenario,
    name: &str,
    line: &RawCombatant,
    fixtures: &Fixtures,
) -> Option<String> {
    let sheets = fixtures.sheets.get(&scenario.system)?;
    sheets.get(&sheet_name(name, line)).cloned()
}

fn sheet_name(name: &str, line: &RawCombatant) -> String {
    line.sheet
        .clone()
        .unwrap_or_else(|| if name.starts_with('D') { "D" } else { "A" }.to_owned())
}

fn place(name: &str, line: &RawCombatant, board: &Board) -> Result<(Hex, Dir), String> {
    let at = match (line.at, name) {
        (Some(at), _) => at,
        (None, "A") => A_AT,
        (None, "D") => D_AT,
        (None, _) => return Err(format!("{name}: `at` is missing")),
    };
    let hex = board.hex_of(at.0, at.1);
    if !board.contains(hex) {
        return Err(format!("{name}: {at:?} is off the board"));
    }
    let facing = match &line.facing {
        Some(dir) => board.orientation.dir(dir).ok_or_else(|| {
            let all = board.orientation.names().join(", ");
            format!("{name}: `{dir}` is no direction here: {all}")
        })?,
        None if name.starts_with('D') => Dir::new(3),
        None => Dir::new(0),
    };
    Ok((hex, facing))
}

fn setup(
    scenario: &Scenario,
    case: &RawCase,
    lines: &[(String, RawCombatant)],
    names: &Names,
    fixtures: &Fixtures,
) -> Result<Setup, Vec<String>> {
    let mut faults = Vec::new();
    let mut combatants = Vec::new();
    for (name, line) in lines {
        let (hex, facing) = place(name, line, &names.board).unwrap_or_else(|fault| {
            faults.push(fault);
            (Hex::ZERO, Dir::new(0))
        });
        let side = side_of(name, line);
        let side = names.sides.iter().position(|known| *known == side);
        let archetype = match sheet(scenario, name, line, fixtures) {
            Some(_) => "militia".to_owned(),
            None => sheet_name(name, line),
        };
        let conditions = line.conditions.clone().unwrap_or_default();
        let ridden = |wanted: &String| lines.iter().position(|(other, _)| other == wanted);
        let mount = line.mount.as_ref().and_then(ridden).map(|at| at as u16);
        if let (Some(wanted), None) = (&line.mount, mount) {
            faults.push(format!("{name}: nobody is called `{wanted}`"));
        }
        combatants.push(CombatantSetup {
            name: name.as_str().into(),
            archetype: archetype.into(),
            side: side.unwrap_or(0) as u8,
            hex,
            facing,
            conditions: conditions.into_iter().map(Into::into).collect(),
            gear: BTreeMap::new(),
            extra: Vec::new(),
            own: None,
            dice: None,
            arrives: 0,
            mount,
        });
    }
    let mut switches: BTreeMap<_, _> = scenario.switches.clone();
    switches.extend(case.switches.clone());
    let sides = sides(scenario, case, names).unwrap_or_else(|fault| {
        faults.push(fault);
        Vec::new()
    });
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Setup {
        things: Vec::new(),
        title: scenario.title.clone(),
        board: names.board.clone(),
        sides,
        combatants,
        zones: BTreeMap::new(),
        limits: Limits {
            limit: 3600,
            quiet: 3600,
        },
        preset: scenario.preset.as_str().into(),
        switches: switches
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect(),
    })
}

/// Sides with the words of the scenario, and the case's over them.
fn sides(scenario: &Scenario, case: &RawCase, names: &Names) -> Result<Vec<SideSetup>, String> {
    let mut sides: Vec<SideSetup> = names
        .sides
        .iter()
        .enumerate()
        .map(|(team, name)| SideSetup {
            name: name.as_str().into(),
            team: team as u8,
            goals: Goals::default(),
            surprised: false,
            ambush: false,
            orders: Vec::new(),
        })
        .collect();
    let mut words = scenario.sides.clone();
    words.extend(case.sides.clone());
    for (name, words) in words {
        let at = side_number(&name, names)?;
        for word in words {
            if let Some(ally) = word.strip_prefix("with ") {
                sides[at].team = sides[side_number(ally, names)?].team;
            } else if word == "surprised" {
                sides[at].surprised = true;
            } else if word == "ambush" {
                sides[at].ambush = true;
            } else {
                return Err(format!(
                    "side {name}: `{word}`: write `surprised`, `ambush` or `with A`"
                ));
            }
        }
    }
    Ok(sides)
}

fn side_number(name: &str, names: &Names) -> Result<usize, String> {
    let found = names.sides.iter().position(|known| known == name);
    found.ok_or_else(|| format!("`{name}` is no side; here are: {}", names.sides.join(", ")))
}

fn items(battle: &mut Battle) -> Vec<(u16, usize, String)> {
    let world = battle.world_mut();
    let mut query = world.query::<(&CombatantId, &Gear)>();
    let mut all: Vec<_> = query
        .iter(world)
        .flat_map(|(id, gear)| {
            gear.0
                .iter()
                .map(|item| (item.id.0, usize::from(id.0), item.name.to_string()))
                .collect::<Vec<_>>()
        })
        .collect();
    all.sort();
    all
}

/// The case begins with the unit it names: the clock stands just before it.
fn begin(scenario: &Scenario, case: &RawCase, battle: &mut Battle) {
    if let Some(unit) = case.phase.or(scenario.phase) {
        let flow = Flow {
            unit: unit.saturating_sub(1),
            ..Flow::default()
        };
        battle.world_mut().insert_resource(flow);
    }
}

fn override_parts(
    scenario: &Scenario,
    case: &RawCase,
    lines: &[(String, RawCombatant)],
    names: &Names,
    battle: &mut Battle,
) -> Result<(), String> {
    for (id, (name, line)) in lines.iter().enumerate() {
        for patch in line.set.iter().flat_map(|patches| patches.lines()) {
            let fault = |fault| format!("{name}, `{patch}`: {fault}");
            let value = patch_of(patch, names).map_err(fault)?;
            set_parts(battle, CombatantId(id as u16), &value).map_err(fault)?;
        }
    }
    for (part, patch) in scenario.set.iter().chain(&case.set) {
        let value = patch_of(&format!("{part}: {patch}"), names)?;
        set_resources(battle, &value)?;
    }
    Ok(())
}

fn fields(patch: &Value) -> Result<&[(String, Value)], String> {
    match patch {
        Value::Struct(_, fields) => Ok(fields),
        other => Err(format!("`{other}`: write `part: (field: value)`")),
    }
}

/// Lays a patch over one part's text. `Some` may be left out in patches.
fn patched(text: &str, patch: &Value) -> Result<String, String> {
    let mut value = Value::read(text)?;
    value.merge(patch.clone());
    Ok(format!("#![enable(implicit_some)]\n{value}"))
}

/// Lays a patch over the parts of a combatant's snapshot.
///
/// # Errors
/// If there is no such part or it would no longer be read.
pub(super) fn set_parts(
    battle: &mut Battle,
    who: CombatantId,
    patch: &Value,
) -> Result<(), String> {
    let mut state = battle.snapshot().map_err(|fault| fault.to_string())?;
    let parts = state
        .combatants
        .get_mut(&who)
        .ok_or("there is no such combatant")?;
    for (part, patch) in fields(patch)? {
        let known = parts.keys().cloned().collect::<Vec<_>>().join(", ");
        let text = parts
            .get_mut(part)
            .ok_or_else(|| format!("there is no part `{part}`; there are: {known}"))?;
        *text = patched(text, patch)?;
    }
    battle.restore(&state).map_err(|fault| fault.to_string())
}

fn set_resources(battle: &mut Battle, patch: &Value) -> Result<(), String> {
    let mut state = battle.snapshot().map_err(|fault| fault.to_string())?;
    for (part, patch) in fields(patch)? {
        let known = state
            .resources
            .keys()
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        let text = state
            .resources
            .get_mut(part)
            .ok_or_else(|| format!("there is no part `{part}`; there are: {known}"))?;
        *text = patched(text, patch)?;
    }
    battle.restore(&state).map_err(|fault| fault.to_string())
}

/// Reads `A attack 15; D dodge 11 4`.
fn script(text: &str, names: &Names) -> Result<Script, String> {
    let mut script = Script::default();
    for entry in text
        .split([';', '\n'])
        .filter(|entry| !entry.trim().is_empty())
    {
        let words = tokens(entry);
        let first = words
            .iter()
            .position(|word| word.parse::<u16>().is_ok())
            .filter(|at| *at >= 2)
            .ok_or_else(|| format!("dice `{}`: write for instance `A attack 15`", entry.trim()))?;
        let who = names.need(&words[0])?;
        let purpose = words[1..first].join(" ").replace('_', " ");
        for word in &words[first..] {
            let face = word
                .parse()
                .map_err(|_| format!("dice `{}`: `{word}` is no face", entry.trim()))?;
            let faces = script.faces.entry((who, purpose.clone())).or_default();
            faces.push_back(face);
        }
    }
    Ok(script)
}
