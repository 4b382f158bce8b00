//! Whether a text is RON at all: brackets, depth, then RON's own reading.
//!
//! The brackets are walked first and without recursion. That bounds the depth before anything
//! recursive looks at the text, and it can say where an unclosed bracket was opened, which RON
//! cannot.

use super::fault::Fault;
use super::scan::{
    char_end, closing, comment_end, last_text, line_end, raw_text_end, raw_text_hashes, text_end,
    trim_blank_end,
};
use super::source::{Source, Span};
use serde::de::IgnoredAny;

/// Brackets within brackets; a level needs about six.
pub const MAX_DEPTH: usize = 60;

/// The first fault of syntax, if there is one.
pub(crate) fn check(source: &Source<'_>) -> Option<Fault> {
    let walked = walk_brackets(source);
    if let Err(Trouble::TooDeep(span)) = walked {
        let message = format!("brackets are nested deeper than {MAX_DEPTH}, the limit of a file");
        return Some(Fault::at(source, span, message));
    }
    let read = ron::Options::default().from_str::<IgnoredAny>(source.text);
    match (walked, read) {
        (Ok(()), Ok(_)) => None,
        (Ok(()), Err(error)) => Some(ron_fault(source, &error)),
        (Err(trouble), Ok(_)) => Some(trouble.fault(source)),
        (Err(trouble), Err(error)) => {
            let other = ron_fault(source, &error);
            let ours = trouble.fault(source);
            let earlier = (other.line, other.column) < (ours.line, ours.column);
            Some(if earlier && !trouble.explains_all() {
                other
            } else {
                ours
            })
        }
    }
}

/// What a walk over the brackets can meet.
enum Trouble {
    TooDeep(Span),
    /// A closing bracket, and the opening one it does not fit, if any.
    Mismatch(Span, char, Option<(char, usize)>),
    /// The end of the text inside a bracket.
    Unclosed(char, usize),
    /// A text that runs to the end of the file.
    OpenText(Span),
    /// A comment that runs to the end of the file.
    OpenComment(Span),
}

impl Trouble {
    /// Whether a fault RON reports elsewhere is only a consequence.
    fn explains_all(&self) -> bool {
        matches!(self, Trouble::OpenComment(_))
    }

    fn fault(&self, source: &Source<'_>) -> Fault {
        let line = |offset: usize| source.line_column(offset).0;
        match *self {
            Trouble::TooDeep(span) => Fault::at(source, span, "brackets are nested too deep"),
            Trouble::Mismatch(span, found, None) => {
                Fault::at(source, span, format!("`{found}` closes nothing"))
            }
            Trouble::Mismatch(span, found, Some((open, offset))) => {
                let message = format!(
                    "`{found}` does not close the `{open}` opened on line {}",
                    line(offset)
                );
                Fault::at(source, span, message)
            }
            Trouble::Unclosed(open, offset) => {
                let end = Span {
                    start: source.text.trim_end().len(),
                    len: 0,
                };
                let message = format!(
                    "the file ends inside the `{open}` opened on line {}",
                    line(offset)
                );
                Fault::at(source, end, message)
            }
            Trouble::OpenText(span) => {
                Fault::at(source, span, "this text has no closing quotation mark")
            }
            Trouble::OpenComment(span) => Fault::at(source, span, "this comment is never closed"),
        }
    }
}

fn walk_brackets(source: &Source<'_>) -> Result<(), Trouble> {
    let bytes = source.text.as_bytes();
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let one = Span { start: at, len: 1 };
        match bytes[at] {
            b'"' => at = text_end(bytes, at).ok_or(Trouble::OpenText(one))?,
            b'r' if raw_text_hashes(bytes, at).is_some() => {
                at = raw_text_end(bytes, at).ok_or(Trouble::OpenText(one))?;
            }
            b'\'' => at = char_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = comment_end(bytes, at).ok_or(Trouble::OpenComment(one))?;
            }
            byte @ (b'(' | b'[' | b'{') => {
                open.push((char::from(byte), at));
                if open.len() > MAX_DEPTH {
                    return Err(Trouble::TooDeep(one));
                }
                at += 1;
            }
            byte @ (b')' | b']' | b'}') => {
                let last = open.pop();
                let fits = last.is_some_and(|(opened, _)| closing(opened) == char::from(byte));
                if !fits {
                    return Err(Trouble::Mismatch(one, char::from(byte), last));
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    match open.last() {
        Some(&(opened, offset)) => Err(Trouble::Unclosed(opened, offset)),
        None => Ok(()),
    }
}

/// RON's own complaint in words.
fn ron_fault(source: &Source<'_>, error: &ron::error::SpannedError) -> Fault {
    use ron::Error;
    let place = error.span.end;
    let start = source.offset(place.line, place.col).min(source.text.len());
    let here = source.text[start..].chars().next();
    let span = Span {
        start,
        len: here.map_or(0, char::len_utf8),
    };
    let found = match here {
        Some(letter) if !letter.is_whitespace() => format!(", found `{letter}`"),
        Some(_) => String::new(),
        None => ", found the end of the file".to_owned(),
    };
    let message = match &error.code {
        Error::Eof => "the file ends too early".to_owned(),
        Error::ExpectedComma => missing_comma(source.text, start, &found),
        Error::ExpectedArrayEnd => format!("expected `,` or `]`{found}"),
        Error::ExpectedMapEnd => format!("expected `,` or `}}`{found}"),
        Error::ExpectedStructLikeEnd => format!("expected `,` or `)`{found}"),
        Error::ExpectedMapColon => format!("expected `:` after the name of a field{found}"),
        Error::ExpectedChar => "expected a single character in quotes".to_owned(),
        Error::ExpectedStringEnd => "this text has no closing quotation mark".to_owned(),
        Error::ExpectedIdentifier => format!("expected the name of a field{found}"),
        Error::UnexpectedChar(letter) => format!("`{letter}` cannot stand here"),
        Error::TrailingCharacters => {
            format!("the file is complete here, but more follows{found}")
        }
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            first.into_iter().chain(letters).collect()
        }
    };
    Fault::at(source, span, message)
}

/// RON stops at the first thing it cannot join to what stands before it.
fn missing_comma(text: &str, start: usize, found: &str) -> String {
    let before = trim_blank_end(&text[..start]);
    let last = before.chars().next_back();
    if last.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
        return format!("`:` or `,` is missing before this{found}");
    }
    // A forgotten quotation mark makes a text end where the next one begins.
    let long_text = (last == Some('"')).then(|| last_text(before)).flatten();
    match long_text.filter(|text| text.contains('\n')) {
        Some(text) => {
            let opened = before[..before.len() - text.len()].matches('\n').count() + 1;
            format!(
                "a comma is missing before this{found}; or the text opened on line {opened} has \
                 no closing quotation mark"
            )
        }
        None => format!("a comma is missing before this{found}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Option<String> {
        let source = Source::new("t", text);
        let fault = check(&source)?;
        Some(format!(
            "{}:{}: {}",
            fault.line, fault.column, fault.message
        ))
    }

    #[test]
    fn brackets_in_texts_and_comments_do_not_count() {
        assert_eq!(
            first(r##"(a: "([{", b: '(', c: r#"")("#, /* ( /* [ */ */ d: 1) // )"##),
            None
        );
    }

    #[test]
    fn depth_stops_at_the_limit() {
        let nested = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(first(&nested(MAX_DEPTH)), None);
        assert!(
            first(&nested(MAX_DEPTH + 1))
                .unwrap()
                .contains("nested deeper")
        );
        assert!(
            first(&"(".repeat(100_000))
                .unwrap()
                .contains("nested deeper")
        );
        assert!(
            first(&"a(".repeat(100_000))
                .unwrap()
                .contains("nested deeper")
        );
        assert!(first(&nested(100_000)).unwrap().contains("nested deeper"));
    }

    #[test]
    fn every_truncation_is_a_fault_and_never_a_panic() {
        let text = "(a: \"x\\\"y\", b: [(1, 'ä'), {\"k\": r#\"v\"#}], /* c */ c: -3)";
        assert_eq!(first(text), None);
        for (cut, _) in text.char_indices().skip(1) {
            assert!(first(&text[..cut]).is_some(), "{}", &text[..cut]);
        }
    }
}
