//! The scenario format as it stands in a file: raw shapes, read with the place of every fault.
//!
//! A file is a list of scenarios; each scenario and each case is read on its own, so one broken
//! case takes nothing else down. What the lines mean is [`super::line`]'s matter.

use super::fault::{Fault, Source};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A board drawn in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawMap {
    /// Rows of characters from the top; see `README.md` of the rulebook for the built-in legend.
    pub rows: Vec<String>,
    /// What further characters stand for: words such as `mud`, `table`, `level 2`, `exit`.
    #[serde(default)]
    pub legend: BTreeMap<char, Vec<String>>,
    /// Hexsides: hex, direction, what stands there (`wall`, `door open`, `door locked`).
    #[serde(default)]
    pub edges: Vec<((u16, u16), String, String)>,
    /// Drawn flat-top instead of pointy-top.
    #[serde(default)]
    pub flat: bool,
    /// Ambient light: `bright`, `dim`, `dark`, `black`.
    #[serde(default)]
    pub light: Option<String>,
}

/// A combatant's line. What a case gives replaces what the scenario gives, field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RawCombatant {
    /// Side; by default that of the fixture letter (`D…` against everybody else).
    pub side: Option<String>,
    /// Column and row of the map.
    pub at: Option<(u16, u16)>,
    /// Direction faced, by the board's names.
    pub facing: Option<String>,
    /// A fixture of `fixtures.ron` or an archetype.
    pub sheet: Option<String>,
    /// Numbers over the fixture's, as the rule system writes its sheets.
    pub numbers: Option<String>,
    /// Weapon in the main hand (or both); `none` for empty hands.
    pub weapon: Option<String>,
    /// Item in the other hand.
    pub off: Option<String>,
    /// Items at the belt.
    pub belt: Option<Vec<String>>,
    /// Shield on the arm.
    pub shield: Option<String>,
    /// Armour worn.
    pub armour: Option<String>,
    /// Missiles for the main weapon.
    pub ammunition: Option<u16>,
    /// Words it starts with, as levels have them (`prone`, `unconscious`, …).
    pub conditions: Option<Vec<String>>,
    /// Unit of its next action.
    pub due: Option<u32>,
    /// Name of the combatant it rides.
    pub mount: Option<String>,
    /// Changes to any part of its snapshot: `pools: (shp: 3), posture: prone`.
    pub set: Option<String>,
}

impl RawCombatant {
    /// This line with everything the other one gives laid over it.
    #[must_use]
    pub fn under(&self, over: &RawCombatant) -> RawCombatant {
        fn pick<T: Clone>(over: &Option<T>, base: &Option<T>) -> Option<T> {
            over.as_ref().or(base.as_ref()).cloned()
        }
        let joined = |over: &Option<String>, base: &Option<String>| match (base, over) {
            (Some(base), Some(over)) => Some(format!("{base}\n{over}")),
            _ => pick(over, base),
        };
        RawCombatant {
            side: pick(&over.side, &self.side),
            at: over.at.or(self.at),
            facing: pick(&over.facing, &self.facing),
            sheet: pick(&over.sheet, &self.sheet),
            numbers: joined(&over.numbers, &self.numbers),
            weapon: pick(&over.weapon, &self.weapon),
            off: pick(&over.off, &self.off),
            belt: pick(&over.belt, &self.belt),
            shield: pick(&over.shield, &self.shield),
            armour: pick(&over.armour, &self.armour),
            ammunition: over.ammunition.or(self.ammunition),
            conditions: pick(&over.conditions, &self.conditions),
            due: over.due.or(self.due),
            mount: pick(&over.mount, &self.mount),
            set: joined(&over.set, &self.set),
        }
    }
}

/// A case: its own beginning, what is done, what must come of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RawCase {
    /// The case in words.
    pub given: String,
    /// Numbers of the stated cases it shows, from 1; by default its own place in the list.
    pub stated: Option<Vec<u8>>,
    /// Changes to combatants, and further ones.
    pub combatants: BTreeMap<String, RawCombatant>,
    /// Sides in a word: `surprised`, `ambush`, `with A` (allied).
    pub sides: BTreeMap<String, Vec<String>>,
    /// Another board fixture.
    pub board: Option<String>,
    /// Another unit to begin in.
    pub phase: Option<u32>,
    /// Switches over the scenario's.
    pub switches: BTreeMap<String, String>,
    /// Changes to resources of the snapshot, by part.
    pub set: BTreeMap<String, String>,
    /// Dice, `A attack 15; D dodge 11`: none may be left over and no other may be thrown.
    pub dice: String,
    /// Purposes of dice that may be thrown without being listed, beside `initiative`.
    pub free: Vec<String>,
    /// What is done.
    pub steps: Vec<String>,
    /// What must be so at the end.
    pub expect: Vec<String>,
    /// Rules it waits for: it is reported deferred.
    pub needs: Vec<String>,
}

/// A scenario's head; its cases are read one by one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenario<'a> {
    id: String,
    #[serde(default)]
    also: Vec<String>,
    title: String,
    words: String,
    #[serde(default)]
    system: Option<String>,
    #[serde(default)]
    preset: Option<String>,
    #[serde(default)]
    switches: BTreeMap<String, String>,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    map: Option<RawMap>,
    #[serde(default)]
    phase: Option<u32>,
    #[serde(default)]
    combatants: BTreeMap<String, RawCombatant>,
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
}

/// A scenario that was read. What it means is judged when it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// File it stands in.
    pub file: String,
    /// Line of the file, from 1.
    pub line: usize,
    /// The rule it shows and is counted for.
    pub id: String,
    /// Other rules it shows.
    pub also: Vec<String>,
    /// The rule's short name.
    pub title: String,
    /// The rule in our words.
    pub words: String,
    /// Rule system.
    pub system: String,
    /// Preset.
    pub preset: String,
    /// Switches over the preset.
    pub switches: BTreeMap<String, String>,
    /// Board fixture.
    pub board: Option<String>,
    /// Own board.
    pub map: Option<RawMap>,
    /// Unit to begin in.
    pub phase: Option<u32>,
    /// Combatants by name.
    pub combatants: BTreeMap<String, RawCombatant>,
    /// Sides in a word: `surprised`, `ambush`, `with A` (allied).
    pub sides: BTreeMap<String, Vec<String>>,
    /// Changes to resources of the snapshot, by part.
    pub set: BTreeMap<String, String>,
    /// Cases with the line each stands in.
    pub cases: Vec<(usize, RawCase)>,
}

/// How scenario files are read: `Some` may be left out.
pub(super) fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES)
}

/// Reads a file of scenarios.
///
/// Everything that can be read is returned, with all faults beside it.
pub fn read_file(file: &str, text: &str, system: &str) -> (Vec<Scenario>, Vec<Fault>) {
    let source = Source { file, text };
    let raw: Vec<&RawValue> = match options().from_str(text) {
        Ok(raw) => raw,
        Err(fault) => return (Vec::new(), vec![source.ron(0, &fault)]),
    };
    let mut scenarios = Vec::new();
    let mut faults = Vec::new();
    for value in raw {
        let offset = source.offset_of(value.get_ron());
        match options().from_str::<RawScenario>(value.get_ron()) {
            Ok(head) => {
                let cases = read_cases(&source, &head.cases, &mut faults);
                scenarios.push(checked(&source, offset, head, cases, system, &mut faults));
            }
            Err(fault) => faults.push(source.ron(offset, &fault)),
        }
    }
    (scenarios, faults)
}

fn read_cases(
    source: &Source,
    raw: &[&RawValue],
    faults: &mut Vec<Fault>,
) -> Vec<(usize, RawCase)> {
    let mut cases = Vec::new();
    for value in raw {
        let offset = source.offset_of(value.get_ron());
        match options().from_str::<RawCase>(value.get_ron()) {
            Ok(case) => cases.push((source.line_column(offset).0, case)),
            Err(fault) => faults.push(source.ron(offset, &fault)),
        }
    }
    cases
}

fn checked(
    source: &Source,
    offset: usize,
    head: RawScenario,
    cases: Vec<(usize, RawCase)>,
    system: &str,
    faults: &mut Vec<Fault>,
) -> Scenario {
    for id in std::iter::once(&head.id).chain(&head.also) {
        if !is_rule_id(id) {
            let message = format!("`{id}` is no rule id; write for instance P-072 or H-5");
            faults.push(source.fault(offset, message));
        }
    }
    if head.cases.is_empty() {
        faults.push(source.fault(offset, "a scenario needs at least one case".to_owned()));
    }
    for (line, case) in &cases {
        if case.expect.is_empty() && case.needs.is_empty() && !asks_something(&case.steps) {
            faults.push(Fault {
                file: source.file.to_owned(),
                line: *line,
                column: 1,
                message: "a case without expectations cannot fail; give `expect`".to_owned(),
            });
        }
    }
    Scenario {
        file: source.file.to_owned(),
        line: source.line_column(offset).0,
        id: head.id,
        also: head.also,
        title: head.title,
        words: head.words,
        system: head.system.unwrap_or_else(|| system.to_owned()),
        preset: head.preset.unwrap_or_else(|| "literal".to_owned()),
        switches: head.switches,
        board: head.board,
        map: head.map,
        phase: head.phase,
        combatants: head.combatants,
        sides: head.sides,
        set: head.set,
        cases,
    }
}

fn asks_something(steps: &[String]) -> bool {
    steps
        .iter()
        .any(|step| step.trim_start().starts_with("expect "))
}

/// Whether a text looks like a rule id: letters, a dash, digits.
pub fn is_rule_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(letters, digits)| {
        !letters.is_empty()
            && letters.chars().all(|letter| letter.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.chars().all(|digit| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"[
    (id: "P-017", title: "Base", words: "One die less the bonus.", cases: [
        (given: "nine", expect: ["ask x() = 7"]),
        (given: "one", expects: ["ask x() = 1"]),
        (given: "nothing"),
    ]),
    (id: "P017", title: "Base", words: "", cases: []),
    (id: "P-018", tittle: "Base", cases: []),
]"#;

    #[test]
    fn every_fault_of_a_file_is_told_with_its_place() {
        let (scenarios, faults) = read_file("x.ron", GOOD, "phases");
        assert_eq!(scenarios.len(), 2);
        assert_eq!(scenarios[0].cases.len(), 2);
        let told: Vec<_> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(told, [4, 5, 7, 7, 8], "{faults:#?}");
        assert!(faults[0].message.contains("expects"));
    }

    #[test]
    fn a_broken_file_is_one_fault() {
        let (scenarios, faults) = read_file("x.ron", "[ (id: \"P-001\", ", "phases");
        assert!(scenarios.is_empty());
        assert_eq!(faults.len(), 1);
        let deep = "(".repeat(200_000);
        assert_eq!(read_file("x.ron", &deep, "phases").1.len(), 1);
    }

    #[test]
    fn a_case_lays_its_line_over_the_scenarios() {
        let base = RawCombatant {
            weapon: Some("mace".into()),
            at: Some((1, 1)),
            set: Some("pools: (shp: 3)".into()),
            ..RawCombatant::default()
        };
        let over = RawCombatant {
            weapon: Some("dagger".into()),
            set: Some("posture: prone".into()),
            ..RawCombatant::default()
        };
        let line = base.under(&over);
        assert_eq!(line.weapon.as_deref(), Some("dagger"));
        assert_eq!(line.at, Some((1, 1)));
        assert_eq!(line.set.as_deref(), Some("pools: (shp: 3)\nposture: prone"));
    }
}
