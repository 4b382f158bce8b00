//! Cutting a line: at blanks and signs outside brackets and quotes, tests, values.

use super::Test;
use crate::rulebook::value::Value;

/// Cuts at blanks outside brackets and quotes.
pub(in crate::rulebook) fn tokens(text: &str) -> Vec<String> {
    split(text, |letter| letter.is_whitespace())
}

/// Cuts at a sign outside brackets and quotes.
pub(super) fn split(text: &str, at: impl Fn(char) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted) = (0i32, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth <= 0 && !quoted && at(letter) {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Cuts `left TEST right` at the first test sign outside brackets and quotes.
pub(super) fn cut_test(text: &str) -> Option<(&str, Test, &str)> {
    let (mut depth, mut quoted) = (0i32, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth > 0 || quoted {
            continue;
        }
        let (test, len) = match letter {
            '!' if text[at..].starts_with("!=") => (Test::IsNot, 2),
            '=' => (Test::Is, 1),
            '~' => (Test::Holds, 1),
            _ => continue,
        };
        return Some((text[..at].trim(), test, text[at + len..].trim()));
    }
    None
}

/// What a test compares with: a text for `~`, else a value.
pub(super) fn wanted(test: Test, text: &str) -> Result<Value, String> {
    match test {
        Test::Holds => Ok(Value::Text(text.trim_matches('"').replace("\\\"", "\""))),
        _ => value(text),
    }
}

/// A value in a line: like RON, but a phrase without brackets is a text.
pub(super) fn value(text: &str) -> Result<Value, String> {
    let loose = text
        .chars()
        .all(|letter| letter.is_alphanumeric() || " _-.,'#/".contains(letter));
    if loose && text.contains([' ', ',']) {
        return Ok(Value::Text(text.to_owned()));
    }
    Value::read(text)
}
