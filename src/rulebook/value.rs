//! Values as text: a small reader of RON that keeps names of variants, so that parts of a snapshot
//! can be patched, looked into and compared without knowing their types.
//!
//! The rules' own types still judge a patched part when it is put back; this only cuts and joins.

use std::fmt;

/// A value as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, a word such as `true`, `prone` or `None`, or a character in its quotes.
    Atom(String),
    /// A text, without quotes and escapes.
    Text(String),
    /// `[a, b]`.
    List(Vec<Value>),
    /// `{a: b}`.
    Map(Vec<(Value, Value)>),
    /// `(a, b)` or `Name(a, b)`.
    Tuple(Option<String>, Vec<Value>),
    /// `(a: b)` or `Name(a: b)`.
    Struct(Option<String>, Vec<(String, Value)>),
}

/// Brackets within brackets; scenarios need about five.
const MAX_DEPTH: usize = 40;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Value {
    /// Reads one value that fills the text.
    ///
    /// # Errors
    /// What was wrong, in words.
    pub fn read(text: &str) -> Result<Value, String> {
        let mut reader = Reader {
            text,
            at: 0,
            depth: 0,
        };
        let value = reader.value()?;
        reader.blank();
        match reader.rest() {
            "" => Ok(value),
            rest => Err(format!("`{}` is left over after a value", short(rest))),
        }
    }

    /// Writes any serializable value as a [`Value`].
    ///
    /// # Errors
    /// If it cannot be written as RON.
    pub fn of<T: serde::Serialize>(value: &T) -> Result<Value, String> {
        let text = ron::to_string(value).map_err(|fault| fault.to_string())?;
        Value::read(&text)
    }

    /// `Some(x)` as x; everything else as it is.
    pub fn unwrapped(&self) -> &Value {
        match self {
            Value::Tuple(Some(name), items) if name == "Some" && items.len() == 1 => {
                items[0].unwrapped()
            }
            other => other,
        }
    }

    /// A part by field, index or key; `Some` and one-item variants are looked through.
    pub fn get(&self, step: &str) -> Option<&Value> {
        match self.unwrapped() {
            Value::Struct(_, fields) => fields
                .iter()
                .find(|(name, _)| name == step)
                .map(|(_, value)| value),
            Value::List(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
            Value::Tuple(_, items) => match step.parse::<usize>() {
                Ok(at) => items.get(at),
                Err(_) if items.len() == 1 => items[0].get(step),
                Err(_) => None,
            },
            Value::Map(pairs) => pairs
                .iter()
                .find(|(key, _)| key.to_string().trim_matches('"') == step)
                .map(|(_, value)| value),
            Value::Atom(_) | Value::Text(_) => None,
        }
    }

    /// A part by a path such as `tempo.due`.
    pub fn path<'a, 'b>(&'a self, mut steps: impl Iterator<Item = &'b str>) -> Option<&'a Value> {
        steps.try_fold(self, |value, step| value.get(step))
    }

    /// Lays a patch over this value: fields of structs and keys of maps one by one, all else whole.
    /// A struct of another name replaces.
    pub fn merge(&mut self, patch: Value) {
        match (&mut *self, patch) {
            (Value::Struct(old_name, old), Value::Struct(new_name, new))
                if new_name.is_none() || *old_name == new_name =>
            {
                for (name, value) in new {
                    match old.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, known)) => known.merge(value),
                        None => old.push((name, value)),
                    }
                }
            }
            (Value::Map(old), Value::Map(new)) if !new.is_empty() => {
                for (key, value) in new {
                    match old.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, known)) => known.merge(value),
                        None => old.push((key, value)),
                    }
                }
            }
            (old, patch) => *old = patch,
        }
    }
}

fn short(text: &str) -> String {
    let cut: String = text.trim().chars().take(24).collect();
    if cut.len() < text.trim().len() {
        cut + "…"
    } else {
        cut
    }
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, sign: char) -> bool {
        self.blank();
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(match self.rest() {
            "" => format!("`{sign}` is missing at the end"),
            rest => format!("`{sign}` is missing before `{}`", short(rest)),
        })
    }

    fn value(&mut self) -> Result<Value, String> {
        self.blank();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("brackets are nested deeper than {MAX_DEPTH}"));
        }
        let value = match self.peek() {
            None => Err("a value is missing at the end".to_owned()),
            Some('"') => self.quoted().map(Value::Text),
            Some('[') => self.list(),
            Some('{') => self.map(),
            Some('(') => self.round(None),
            Some(_) => self.word(),
        }?;
        self.depth -= 1;
        Ok(value)
    }

    fn quoted(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut text = String::new();
        let mut escaped = false;
        for (at, letter) in self.rest().char_indices() {
            match (escaped, letter) {
                (true, 'n') => text.push('\n'),
                (true, other) => text.push(other),
                (false, '\\') => {
                    escaped = true;
                    continue;
                }
                (false, '"') => {
                    self.at += at + 1;
                    return Ok(text);
                }
                (false, other) => text.push(other),
            }
            escaped = false;
        }
        Err("a text has no closing quote".to_owned())
    }

    fn word(&mut self) -> Result<Value, String> {
        let rest = self.rest();
        let end = rest
            .find(|letter: char| !(letter.is_alphanumeric() || "_-+.#'/".contains(letter)))
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(format!("`{}` is no value", short(rest)));
        }
        let word = rest[..end].to_owned();
        self.at += end;
        if self.peek() == Some('(') {
            return self.round(Some(word));
        }
        Ok(Value::Atom(word))
    }

    fn list(&mut self) -> Result<Value, String> {
        self.expect('[')?;
        let mut items = Vec::new();
        while !self.eat(']') {
            items.push(self.value()?);
            if !self.eat(',') {
                self.expect(']')?;
                break;
            }
        }
        Ok(Value::List(items))
    }

    fn map(&mut self) -> Result<Value, String> {
        self.expect('{')?;
        let mut pairs = Vec::new();
        while !self.eat('}') {
            let key = self.value()?;
            self.expect(':')?;
            pairs.push((key, self.value()?));
            if !self.eat(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(Value::Map(pairs))
    }

    fn field_name(&mut self) -> Option<String> {
        self.blank();
        let rest = self.rest();
        let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))?;
        let after = rest[end..].trim_start();
        if end == 0 || !after.starts_with(':') {
            return None;
        }
        self.at = self.text.len() - after.len() + 1;
        Some(rest[..end].to_owned())
    }

    fn round(&mut self, name: Option<String>) -> Result<Value, String> {
        self.expect('(')?;
        let mut fields = Vec::new();
        let mut items = Vec::new();
        while !self.eat(')') {
            match self.field_name() {
                Some(field) => fields.push((field, self.value()?)),
                None => items.push(self.value()?),
            }
            if !self.eat(',') {
                self.expect(')')?;
                break;
            }
        }
        match (fields.is_empty(), items.is_empty()) {
            (false, false) => Err("a bracket mixes named and unnamed values".to_owned()),
            (false, true) => Ok(Value::Struct(name, fields)),
            (true, _) => Ok(Value::Tuple(name, items)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn join<T>(
            f: &mut fmt::Formatter<'_>,
            (open, close): (&str, &str),
            items: &[T],
            each: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
        ) -> fmt::Result {
            f.write_str(open)?;
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    f.write_str(",")?;
                }
                each(f, item)?;
            }
            f.write_str(close)
        }
        match self {
            Value::Atom(word) => f.write_str(word),
            Value::Text(text) => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{}\"", escaped.replace('\n', "\\n"))
            }
            Value::List(items) => join(f, ("[", "]"), items, |f, item| write!(f, "{item}")),
            Value::Map(pairs) => join(f, ("{", "}"), pairs, |f, (key, value)| {
                write!(f, "{key}:{value}")
            }),
            Value::Tuple(name, items) => {
                f.write_str(name.as_deref().unwrap_or(""))?;
                join(f, ("(", ")"), items, |f, item| write!(f, "{item}"))
            }
            Value::Struct(name, fields) => {
                f.write_str(name.as_deref().unwrap_or(""))?;
                join(f, ("(", ")"), fields, |f, (field, value)| {
                    write!(f, "{field}:{value}")
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_same() {
        for text in [
            "(declared:attack(3),due:9,hold:Some(plain),left:-4)",
            "{stunned:Some(9),\"two words\":None}",
            "Swung(target:1,weapon:\"long \\\"x\\\"\",losses:[(\"shp\",6)])",
            "()",
            "Out(dead)",
        ] {
            assert_eq!(Value::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_patch_changes_only_what_it_names() {
        let mut value =
            Value::read("(declared:attack(3),due:9,motion:(left:4,gait:walk))").unwrap();
        value.merge(Value::read("(due: 2, declared: shoot(1), motion: (gait: run))").unwrap());
        let wanted = "(declared:shoot(1),due:2,motion:(left:4,gait:run))";
        assert_eq!(value.to_string(), wanted);
    }

    #[test]
    fn paths_look_through_some() {
        let value = Value::read("(charge:Some((target:1)),list:[5,6])").unwrap();
        let at = |path: &str| value.path(path.split('.')).map(ToString::to_string);
        assert_eq!(at("charge.target"), Some("1".to_owned()));
        assert_eq!(at("list.1"), Some("6".to_owned()));
        assert_eq!(at("list.2"), None);
    }

    #[test]
    fn broken_texts_are_faults() {
        for text in ["(a:1", "[1,,2]", "\"open", "(a:1,2)", "1 2", ""] {
            assert!(Value::read(text).is_err(), "{text}");
        }
        assert!(Value::read(&"(".repeat(100_000)).is_err());
    }
}
