//! Names in scenario lines: combatants, hexes, directions and items, both ways.

use super::value::Value;
use crate::board::{Board, Hex};
use crate::combat::combatant::CombatantId;

/// What lines of a case may name.
pub struct Names {
    /// Combatants by id.
    pub combatants: Vec<String>,
    /// Sides by id.
    pub sides: Vec<String>,
    /// Items by number: owner and name.
    pub items: Vec<(u16, usize, String)>,
    /// Verbs of the rule system as it writes them.
    pub verbs: Vec<String>,
    /// The ground, for hexes and directions.
    pub board: Board,
}

impl Names {
    /// A combatant by name.
    pub fn who(&self, name: &str) -> Option<CombatantId> {
        let at = self.combatants.iter().position(|known| known == name)?;
        Some(CombatantId(at as u16))
    }

    /// A combatant by name.
    ///
    /// # Errors
    /// Who there is.
    pub fn need(&self, name: &str) -> Result<CombatantId, String> {
        self.who(name).ok_or_else(|| {
            let all = self.combatants.join(", ");
            format!("nobody is called `{name}`; here are: {all}")
        })
    }

    /// The name of an id.
    pub fn name(&self, id: CombatantId) -> &str {
        self.combatants
            .get(usize::from(id.0))
            .map_or("somebody", String::as_str)
    }

    /// A verb as the rule system writes it: `_` stands for a blank unless its name has one.
    pub fn verb(&self, word: &str) -> String {
        if self.verbs.iter().any(|verb| verb == word) {
            word.to_owned()
        } else {
            word.replace('_', " ")
        }
    }

    /// A hex written as `(column,row)`.
    pub fn hex(&self, text: &str) -> Option<Hex> {
        let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        let (column, row) = inner.split_once(',')?;
        let (column, row) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
        Some(self.board.hex_of(column, row))
    }

    /// Number of an item, by its owner (if said) and its name.
    pub fn item(&self, owner: Option<usize>, name: &str) -> Option<u16> {
        self.items
            .iter()
            .find(|(_, who, known)| owner.is_none_or(|owner| owner == *who) && known == name)
            .map(|(id, _, _)| *id)
    }

    /// Replaces references by the rules' own writing: `@D` a combatant, `@A.long_sword` an item of
    /// his, `@(3,4)` a hex, `@NE` a direction.
    ///
    /// # Errors
    /// What a reference names that is not there.
    pub fn resolve(&self, text: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if rest.starts_with('(') {
                let end = rest.find(')').ok_or("`@(` has no closing bracket")? + 1;
                let hex = self
                    .hex(&rest[..end])
                    .ok_or_else(|| format!("`{}` is no hex; write @(3,4)", &rest[..end]))?;
                out.push_str(&Value::of(&hex)?.to_string());
                rest = &rest[end..];
                continue;
            }
            let end = rest
                .find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.'))
                .unwrap_or(rest.len());
            out.push_str(&self.reference(&rest[..end])?);
            rest = &rest[end..];
        }
        out.push_str(rest);
        Ok(out)
    }

    fn reference(&self, word: &str) -> Result<String, String> {
        if let Some((owner, item)) = word.split_once('.') {
            let owner = usize::from(self.need(owner)?.0);
            let number = self
                .item(Some(owner), item)
                .ok_or_else(|| format!("{} carries no `{item}`", self.combatants[owner]))?;
            return Ok(number.to_string());
        }
        if let Some(id) = self.who(word) {
            return Ok(id.0.to_string());
        }
        if let Some(dir) = self.board.orientation.dir(word) {
            return Ok(dir.index().to_string());
        }
        Err(format!(
            "`@{word}` is neither a combatant nor a direction; here are: {}; {}",
            self.combatants.join(", "),
            self.board.orientation.names().join(", ")
        ))
    }

    /// Whether a value found is what a line wants. Words may stand for numbers: a combatant's,
    /// direction's or item's name; `(3,4)` stands for a hex. Structs and maps wanted may leave
    /// fields out.
    pub fn fits(&self, found: &Value, want: &Value) -> bool {
        let (found, want) = (found.unwrapped(), want.unwrapped());
        match (found, want) {
            (Value::Atom(found), Value::Atom(want)) => {
                found.eq_ignore_ascii_case(want) || self.stands_for(found, want)
            }
            (Value::Text(found), Value::Text(want) | Value::Atom(want)) => {
                found.eq_ignore_ascii_case(want) || found.replace(' ', "_") == *want
            }
            (Value::Atom(found), Value::Text(want)) => found.eq_ignore_ascii_case(want),
            (Value::List(found), Value::List(want)) => {
                found.len() == want.len()
                    && found
                        .iter()
                        .zip(want)
                        .all(|(found, want)| self.fits(found, want))
            }
            (found, Value::Tuple(None, want))
                if want.len() == 2 && self.as_hex(found).is_some() =>
            {
                self.as_hex(found) == self.hex(&Value::Tuple(None, want.clone()).to_string())
            }
            (Value::Tuple(name, found), Value::Tuple(want_name, want)) => {
                name == want_name
                    && found.len() == want.len()
                    && found
                        .iter()
                        .zip(want)
                        .all(|(found, want)| self.fits(found, want))
            }
            (Value::Struct(name, _), Value::Struct(want_name, want)) => {
                (want_name.is_none() || name == want_name)
                    && want.iter().all(|(field, want)| {
                        found.get(field).is_some_and(|found| self.fits(found, want))
                    })
            }
            (Value::Struct(Some(name), _) | Value::Tuple(Some(name), _), Value::Atom(want)) => {
                name.eq_ignore_ascii_case(want)
            }
            (Value::Map(found), Value::Map(want)) => want.iter().all(|(key, want)| {
                found
                    .iter()
                    .any(|(known, found)| self.fits(known, key) && self.fits(found, want))
            }),
            _ => false,
        }
    }

    fn stands_for(&self, found: &str, want: &str) -> bool {
        let Ok(number) = found.parse::<u16>() else {
            return false;
        };
        let item = || {
            self.items
                .iter()
                .any(|(id, _, name)| *id == number && name == want)
        };
        self.who(want).is_some_and(|id| id.0 == number)
            || self
                .board
                .orientation
                .dir(want)
                .is_some_and(|dir| dir.index() == usize::from(number))
            || item()
    }

    /// A value that is written like a hex.
    fn as_hex(&self, value: &Value) -> Option<Hex> {
        ron::from_str::<Hex>(&value.to_string()).ok()
    }

    /// A value for people: hexes as `(column,row)`, the rest as it is.
    pub fn show(&self, value: &Value) -> String {
        let value = value.unwrapped();
        if let Some(hex) = self.as_hex(value) {
            let (column, row) = self.board.column_row(hex);
            return format!("({column},{row})");
        }
        match value {
            Value::Text(text) if !text.contains(' ') => text.clone(),
            Value::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.show(item)).collect();
                format!("[{}]", items.join(","))
            }
            other => other.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;

    fn names() -> Names {
        Names {
            combatants: vec!["A".into(), "D".into()],
            sides: vec!["A".into(), "D".into()],
            items: vec![(0, 0, "long_sword".into()), (1, 1, "mace".into())],
            verbs: Vec::new(),
            board: Board::new(9, 9, Orientation::PointyTop),
        }
    }

    #[test]
    fn references_become_the_rules_own_writing() {
        let names = names();
        let hex = Value::of(&names.board.hex_of(3, 4)).unwrap();
        let text = names.resolve("(target: @D, hex: @(3,4), item: @D.mace, dir: @NE)");
        assert_eq!(
            text.unwrap(),
            format!("(target: 1, hex: {hex}, item: 1, dir: 5)")
        );
        assert!(names.resolve("@Zoe").unwrap_err().contains("A, D"));
    }

    #[test]
    fn words_stand_for_numbers() {
        let names = names();
        let fits = |found: &str, want: &str| {
            names.fits(&Value::read(found).unwrap(), &Value::read(want).unwrap())
        };
        assert!(fits("Some(1)", "D"));
        assert!(!fits("0", "D"));
        assert!(fits("5", "NE"));
        assert!(fits("attack(1)", "attack(mace)"));
        assert!(!fits("attack(1)", "attack(long_sword)"));
        assert!(fits("(a:1,b:2)", "(b: 2)"));
        assert!(!fits("(a:1,b:2)", "(b: 3)"));
        let hex = Value::of(&names.board.hex_of(3, 4)).unwrap();
        assert!(names.fits(&hex, &Value::read("(3,4)").unwrap()));
        assert!(!names.fits(&hex, &Value::read("(4,3)").unwrap()));
    }
}
