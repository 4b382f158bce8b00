//! Values of a file as they stand in the text, each with its place.
//!
//! A [`Node`] is one value, kept as a borrowed [`RawValue`] until somebody asks what it is. The
//! text was read whole once (`syntax`), so splitting a node into its parts cannot fail on syntax;
//! what can be wrong is the kind of value, and that is noted as a fault and read on.

use super::fault::Notes;
use super::parts::{Entries, Items, Pairs};
use super::scan::{skip_blank, trim_blank_end};
use super::source::{Span, Spot};
use ron::value::RawValue;

/// One value of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<'a> {
    /// The value's text without blanks around it.
    pub text: &'a str,
}

/// What kind of value a node is, by its first sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape<'a> {
    Text,
    Char,
    Number,
    /// A bare name such as `Rout` or `dim`.
    Word(&'a str),
    /// A name with brackets behind it, such as `Hold(…)`.
    Named(&'a str, Node<'a>),
    Round,
    List,
    Map,
    Other,
}

impl<'a> Node<'a> {
    /// The value in a text; `Some(x)` is read as x.
    pub fn new(text: &'a str) -> Node<'a> {
        let node = Node {
            text: trim_blank_end(skip_blank(text)),
        };
        if let Shape::Named("Some", body) = node.shape()
            && let Some(inner) = body
                .text
                .strip_prefix('(')
                .and_then(|t| t.strip_suffix(')'))
        {
            return Node::new(inner.trim_end().trim_end_matches(','));
        }
        node
    }

    pub fn shape(self) -> Shape<'a> {
        let Some(first) = self.text.chars().next() else {
            return Shape::Other;
        };
        match first {
            '"' => Shape::Text,
            'r' if self.text[1..].trim_start_matches('#').starts_with('"') => Shape::Text,
            '\'' => Shape::Char,
            '0'..='9' | '-' | '+' | '.' => Shape::Number,
            '(' => Shape::Round,
            '[' => Shape::List,
            '{' => Shape::Map,
            letter if letter.is_alphabetic() || letter == '_' => {
                let end = self
                    .text
                    .find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
                let (word, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
                let rest = skip_blank(rest);
                if rest.is_empty() {
                    Shape::Word(word)
                } else if rest.starts_with('(') {
                    Shape::Named(word, Node { text: rest })
                } else {
                    Shape::Other
                }
            }
            _ => Shape::Other,
        }
    }

    /// What a reader of the fault would call it.
    fn described(self) -> String {
        let short = |text: &str| match text.char_indices().nth(30) {
            Some((end, _)) => format!("`{}…`", &text[..end]),
            None => format!("`{text}`"),
        };
        match self.shape() {
            Shape::Round => "a value in ( )".to_owned(),
            Shape::List => "a list".to_owned(),
            Shape::Map => "a map in { }".to_owned(),
            Shape::Named(word, _) => format!("`{word}(…)`"),
            Shape::Text | Shape::Char | Shape::Number | Shape::Word(_) | Shape::Other => {
                short(self.text)
            }
        }
    }
}

/// The fields of a value in round brackets, taken one by one.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    what: &'static str,
    /// Where the value stands: its name if it has one, else its opening bracket.
    pub span: Span,
    entries: Vec<(&'a str, Node<'a>)>,
}

impl<'a> Fields<'a> {
    /// The value of a field; `None` if it is not given or is `None`.
    pub fn take(&mut self, name: &str) -> Option<Node<'a>> {
        let index = self.entries.iter().position(|(key, _)| *key == name)?;
        let (_, node) = self.entries.swap_remove(index);
        (node.shape() != Shape::Word("None")).then_some(node)
    }

    /// The value of a field that must be there.
    pub fn need(&mut self, name: &str, notes: &mut Notes<'_>) -> Option<Node<'a>> {
        let found = self.take(name);
        if found.is_none() {
            notes.fault(self.span, format!("{} needs the field `{name}`", self.what));
        }
        found
    }
}

impl<'a> Notes<'a> {
    /// Where a node stands.
    pub fn span(&self, node: Node<'_>) -> Span {
        self.source.span_of(node.text)
    }

    /// Says that another kind of value was expected.
    fn expected(&mut self, node: Node<'_>, what: &str) {
        let span = self.span(node);
        self.fault(span, format!("expected {what}, found {}", node.described()));
    }

    /// Splits `Name(field: …)` or `(field: …)`; unknown and repeated fields are faults.
    pub fn fields(
        &mut self,
        node: Node<'a>,
        what: &'static str,
        known: &'static [&'static str],
    ) -> Option<Fields<'a>> {
        let (body, span) = match node.shape() {
            Shape::Round => (
                node,
                Span {
                    len: 1,
                    ..self.span(node)
                },
            ),
            Shape::Named(word, body) => {
                let span = Span {
                    len: word.len(),
                    ..self.span(node)
                };
                if word != what {
                    let message = format!("expected {what}(…), found {word}(…)");
                    self.fault(span, message);
                }
                (body, span)
            }
            _ => {
                self.expected(node, &format!("{what}(…)"));
                return None;
            }
        };
        let entries = self.entries(body, what, span)?;
        let mut kept: Vec<(&'a str, Node<'a>)> = Vec::new();
        for (key, value) in entries {
            let place = self.source.span_of(key);
            if !known.contains(&key) {
                let fault = self.fault(place, format!("{what} has no field `{key}`"));
                fault.allow_near(key, known.iter().copied());
            } else if kept.iter().any(|(other, _)| *other == key) {
                self.fault(place, format!("the field `{key}` is given twice"));
            } else {
                kept.push((key, value));
            }
        }
        Some(Fields {
            what,
            span,
            entries: kept,
        })
    }

    fn entries(
        &mut self,
        body: Node<'a>,
        what: &str,
        span: Span,
    ) -> Option<Vec<(&'a str, Node<'a>)>> {
        let inside = skip_blank(&body.text[1..]);
        if inside.starts_with(')') {
            return Some(Vec::new());
        }
        match ron::from_str::<Entries<'a>>(body.text) {
            Ok(Entries(entries)) => {
                let nodes = entries.into_iter();
                Some(
                    nodes
                        .map(|(key, raw)| (key, Node::new(raw.get_ron())))
                        .collect(),
                )
            }
            Err(_) => {
                let message = format!("the fields of {what} need names, as in (name: …)");
                self.fault(span, message);
                None
            }
        }
    }

    /// The items of `[…]`.
    pub fn list(&mut self, node: Node<'a>, what: &str) -> Option<Vec<Node<'a>>> {
        if node.shape() != Shape::List {
            self.expected(node, &format!("a list of {what} in [ ]"));
            return None;
        }
        let items: Vec<&RawValue> = ron::from_str(node.text).unwrap_or_default();
        Some(
            items
                .into_iter()
                .map(|raw| Node::new(raw.get_ron()))
                .collect(),
        )
    }

    /// The items of a list, or the value itself as the only one.
    pub fn one_or_more(&mut self, node: Node<'a>, what: &str) -> Vec<Node<'a>> {
        if node.shape() == Shape::List {
            self.list(node, what).unwrap_or_default()
        } else {
            vec![node]
        }
    }

    /// The items of `(a, b, …)`.
    pub fn tuple(&mut self, node: Node<'a>, what: &str, length: usize) -> Option<Vec<Node<'a>>> {
        let body = match node.shape() {
            Shape::Round => Some(node),
            Shape::Named(_, body) => Some(body),
            _ => None,
        };
        let items = body.and_then(|body| ron::from_str::<Items<'a>>(body.text).ok());
        match items {
            Some(Items(items)) if items.len() == length => Some(
                items
                    .into_iter()
                    .map(|raw| Node::new(raw.get_ron()))
                    .collect(),
            ),
            _ => {
                self.expected(node, what);
                None
            }
        }
    }

    /// Keys and values of `{…}`.
    pub fn map(&mut self, node: Node<'a>, what: &str) -> Option<Vec<(Node<'a>, Node<'a>)>> {
        if node.shape() != Shape::Map {
            self.expected(node, &format!("{what} in {{ }}"));
            return None;
        }
        let Pairs(pairs) = ron::from_str::<Pairs<'a>>(node.text).unwrap_or_default();
        let nodes = pairs.into_iter();
        Some(
            nodes
                .map(|(key, value)| (Node::new(key.get_ron()), Node::new(value.get_ron())))
                .collect(),
        )
    }

    /// A text in quotes.
    pub fn text(&mut self, node: Node<'a>, what: &str) -> Option<Spot<String>> {
        if node.shape() == Shape::Text
            && let Ok(value) = ron::from_str::<String>(node.text)
        {
            return Some(Spot::new(value, self.span(node)));
        }
        self.expected(node, &format!("{what} in quotes"));
        None
    }

    /// A name, in quotes or bare.
    pub fn word(&mut self, node: Node<'a>, what: &str) -> Option<Spot<String>> {
        match node.shape() {
            Shape::Word(word) => Some(Spot::new(word.to_owned(), self.span(node))),
            Shape::Text => {
                let found = self.text(node, what)?;
                if found.value.trim().is_empty() {
                    self.fault(found.span, format!("{what} must not be empty"));
                    return None;
                }
                Some(found)
            }
            _ => {
                self.expected(node, what);
                None
            }
        }
    }

    /// One of a table of names, in quotes or bare.
    pub fn choice<T: Copy>(
        &mut self,
        node: Node<'a>,
        what: &str,
        table: &[(&'static str, T)],
    ) -> Option<T> {
        let word = self.word(node, what)?;
        let found = table.iter().find(|(name, _)| *name == word.value);
        if found.is_none() {
            let fault = self.fault(word.span, format!("there is no {what} `{}`", word.value));
            fault.allow_near(&word.value, table.iter().map(|(name, _)| *name));
        }
        found.map(|(_, value)| *value)
    }

    /// A whole number within limits, both included.
    pub fn number(
        &mut self,
        node: Node<'a>,
        what: &str,
        least: i64,
        most: i64,
    ) -> Option<Spot<i64>> {
        let value = match node.shape() {
            Shape::Number => ron::from_str::<i64>(node.text).ok(),
            _ => None,
        };
        let span = self.span(node);
        match value {
            Some(value) if (least..=most).contains(&value) => Some(Spot::new(value, span)),
            Some(value) => {
                let message = format!("{what} is {value}; it must lie between {least} and {most}");
                self.fault(span, message);
                None
            }
            None => {
                self.expected(node, &format!("{what}, a whole number"));
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, node: Node<'a>, what: &str) -> Option<bool> {
        match node.shape() {
            Shape::Word("true") => Some(true),
            Shape::Word("false") => Some(false),
            _ => {
                self.expected(node, &format!("true or false for {what}"));
                None
            }
        }
    }

    /// A single character, in either kind of quotes.
    pub fn letter(&mut self, node: Node<'a>, what: &str) -> Option<Spot<char>> {
        let found = match node.shape() {
            Shape::Char => ron::from_str::<char>(node.text).ok(),
            Shape::Text => {
                let text = ron::from_str::<String>(node.text).unwrap_or_default();
                let mut letters = text.chars();
                letters.next().filter(|_| letters.next().is_none())
            }
            _ => None,
        };
        if found.is_none() {
            self.expected(node, &format!("{what}, a single character in quotes"));
        }
        found.map(|letter| Spot::new(letter, self.span(node)))
    }
}

/// The letters of a text with their offsets in the file; the start of the text for each letter
/// behind an escape, whose place the text no longer tells.
pub(crate) fn letters(notes: &Notes<'_>, node: Node<'_>, value: &str) -> Vec<(char, usize)> {
    let span = notes.span(node);
    let quote = node.text.find('"').map_or(0, |index| index + 1);
    let plain = node.text.get(quote..).unwrap_or("");
    let exact = plain.starts_with(value);
    value
        .char_indices()
        .map(|(index, letter)| (letter, span.start + if exact { quote + index } else { 0 }))
        .collect()
}
