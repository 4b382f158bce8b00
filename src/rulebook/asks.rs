//! Named rule functions that a scenario may ask: `ask initiative(dx_bonus: 2, d10: 9) = 7`.

use super::names::Names;
use super::value::Value;
use crate::combat::battle::Battle;
use serde::de::DeserializeOwned;

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
