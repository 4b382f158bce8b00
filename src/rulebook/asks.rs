//! Named rule functions that a scenario may ask: `ask initiative(dx_bonus: 2, d10: 9) = 7`.

use super::names::Names;
use super::value::Value;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{BattleDice, Script};
use serde::de::DeserializeOwned;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// What a rule system answers when asked by name.
pub trait RuleAsks: Sync {
    /// Names with their arguments, for the documentation and for faults.
    fn list(&self) -> Vec<(&'static str, &'static str)>;

    /// The answer as RON.
    ///
    /// # Errors
    /// If there is no such function, its arguments do not fit, or the rules refuse.
    fn ask(&self, name: &str, args: &Args) -> Result<String, String>;
}

/// Arguments of a question: `(name: value, …)`, and the battle it is asked in, if there is one.
pub struct Args<'a> {
    /// The arguments.
    pub values: &'a Value,
    /// Names of the case.
    pub names: &'a Names,
    /// The battle as its rule system sees it, nothing hidden.
    pub scene: Option<&'a (dyn std::any::Any + Send + Sync)>,
}

impl Args<'_> {
    /// An argument as a type of the rules.
    ///
    /// # Errors
    /// If it is missing or does not fit.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, String> {
        let found = self
            .values
            .get(name)
            .ok_or_else(|| format!("the argument `{name}` is missing"))?;
        ron::from_str(&found.to_string()).map_err(|fault| format!("`{name}`: {}", fault.code))
    }

    /// An argument that may be left out.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn or<T: DeserializeOwned>(&self, name: &str, fallback: T) -> Result<T, String> {
        match self.values.get(name) {
            Some(_) => self.get(name),
            None => Ok(fallback),
        }
    }

    /// An argument as a bare word or a text.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn word(&self, name: &str) -> Result<String, String> {
        match self.values.get(name) {
            Some(Value::Atom(word) | Value::Text(word)) => Ok(word.clone()),
            Some(other) => Err(format!("`{name}`: `{other}` is no word")),
            None => Err(format!("the argument `{name}` is missing")),
        }
    }
}

/// Shows an answer.
///
/// # Errors
/// If it cannot be written as RON.
pub fn answer<T: serde::Serialize>(value: &T) -> Result<String, String> {
    ron::to_string(value).map_err(|fault| fault.to_string())
}

/// Asks a rule system in a battle or outside one.
///
/// # Errors
/// As [`RuleAsks::ask`].
pub(super) fn ask(
    asks: &dyn RuleAsks,
    name: &str,
    values: &Value,
    names: &Names,
    battle: Option<&mut Battle>,
) -> Result<Value, String> {
    let known = asks.list();
    if !known.iter().any(|(found, _)| *found == name) {
        let all: Vec<_> = known.iter().map(|(found, _)| *found).collect();
        return Err(format!(
            "there is no question `{name}`; there are: {}",
            all.join(", ")
        ));
    }
    let scene = battle.map(|battle| battle.scene(None));
    let args = Args {
        values,
        names,
        scene: scene.as_deref(),
    };
    Value::read(&asks.ask(name, &args)?)
}

/// A field of a struct or a map.
///
/// # Errors
/// If it is not there.
pub(super) fn field(value: &Value, name: &str) -> Result<String, String> {
    let found = value.get(name).map(ToString::to_string);
    found.ok_or_else(|| format!("there is no `{name}` in {value}"))
}

/// A column (`field: a.b`) of a table's row (`name`); `id` is the rule that the table stands under.
///
/// # Errors
/// If row or column are not there.
pub(super) fn table<T: serde::Serialize>(
    table: &BTreeMap<SmolStr, T>,
    id: &str,
    args: &Args,
) -> Result<String, String> {
    let name = args.word("name")?;
    let row = table
        .get(name.as_str())
        .ok_or_else(|| format!("{id} has no `{name}`"))?;
    let row = Value::of(row)?;
    let wanted = args.word("field")?;
    row.path(wanted.split('.'))
        .map(ToString::to_string)
        .ok_or_else(|| format!("{id} has no column `{wanted}`: {row}"))
}

/// Dice of nobody in particular that show these faces.
pub(super) fn faces(faces: &[(&str, u16)]) -> BattleDice {
    let mut script = Script::default();
    for (purpose, face) in faces {
        let key = (CombatantId(0), (*purpose).to_owned());
        script.faces.entry(key).or_default().push_back(*face);
    }
    let mut dice = BattleDice::seeded(0, Vec::new());
    dice.script = Some(script);
    dice
}

/// Whether every face was thrown and no other asked for.
///
/// # Errors
/// What was left over or missing.
pub(super) fn all_thrown(dice: &BattleDice) -> Result<(), String> {
    let script = dice.script.as_ref().ok_or("the dice are scripted")?;
    let faults: Vec<String> = script
        .faults
        .iter()
        .cloned()
        .chain(script.unused())
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("; "))
    }
}
