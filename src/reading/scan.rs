//! Signs of RON, told apart without reading values: texts, characters, comments, blanks.
//!
//! Offsets are bytes. Nothing here recurses, and nothing is said about faults.

pub(crate) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The offset behind the text that starts at `at`.
pub(crate) fn text_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut next = at + 1;
    loop {
        match bytes.get(next)? {
            b'\\' => next += 2,
            b'"' => return Some(next + 1),
            _ => next += 1,
        }
    }
}

/// The number of `#` of a raw text that starts at `at`, if one does.
pub(crate) fn raw_text_hashes(bytes: &[u8], at: usize) -> Option<usize> {
    let joined = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    let hashes = bytes[at + 1..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    let quoted = bytes.get(at + 1 + hashes) == Some(&b'"');
    (quoted && !joined).then_some(hashes)
}

pub(crate) fn raw_text_end(bytes: &[u8], at: usize) -> Option<usize> {
    let hashes = raw_text_hashes(bytes, at)?;
    let mut next = at + 2 + hashes;
    loop {
        let quote = next + bytes.get(next..)?.iter().position(|byte| *byte == b'"')?;
        let closed = bytes.get(quote + 1..quote + 1 + hashes)?;
        if closed.iter().all(|byte| *byte == b'#') {
            return Some(quote + 1 + hashes);
        }
        next = quote + 1;
    }
}

/// The offset behind a character in quotes; behind the quote alone if it is none.
pub(crate) fn char_end(bytes: &[u8], at: usize) -> usize {
    let first = if bytes.get(at + 1) == Some(&b'\\') {
        at + 3
    } else {
        at + 2
    };
    // A character is at most four bytes; an escape such as \u{10FFFF} a few more.
    let found = (first..first + 10).find(|next| bytes.get(*next) == Some(&b'\''));
    found.map_or(at + 1, |quote| quote + 1)
}

pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    let found = bytes[at..].iter().position(|byte| *byte == b'\n');
    found.map_or(bytes.len(), |index| at + index)
}

pub(crate) fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut next = at;
    loop {
        match bytes.get(next..next + 2)? {
            b"/*" => {
                depth += 1;
                next += 2;
            }
            b"*/" => {
                depth -= 1;
                next += 2;
                if depth == 0 {
                    return Some(next);
                }
            }
            _ => next += 1,
        }
    }
}

/// What follows white space and comments.
pub(crate) fn skip_blank(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let bytes = rest.as_bytes();
        if rest.starts_with("//") {
            rest = &rest[line_end(bytes, 0)..];
        } else if rest.starts_with("/*") {
            match comment_end(bytes, 0) {
                Some(end) => rest = &rest[end..],
                None => return rest,
            }
        } else {
            return rest;
        }
    }
}

/// The text without the white space and comments behind its last sign.
pub(crate) fn trim_blank_end(text: &str) -> &str {
    let bytes = text.as_bytes();
    let (mut at, mut end) = (0, 0);
    while at < bytes.len() {
        let next = match bytes[at] {
            b'"' => text_end(bytes, at),
            b'r' if raw_text_hashes(bytes, at).is_some() => raw_text_end(bytes, at),
            b'\'' => Some(char_end(bytes, at)),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = comment_end(bytes, at).unwrap_or(bytes.len());
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => Some(at + 1),
        };
        at = next.unwrap_or(bytes.len());
        end = at;
    }
    text.get(..end).unwrap_or(text)
}

/// The text in quotes that a piece of RON ends with.
pub(crate) fn last_text(piece: &str) -> Option<&str> {
    let bytes = piece.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let next = match bytes[at] {
            b'"' => text_end(bytes, at)?,
            b'r' if raw_text_hashes(bytes, at).is_some() => raw_text_end(bytes, at)?,
            b'\'' => char_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at)?,
            _ => at + 1,
        };
        if next == bytes.len() {
            return piece.get(at..);
        }
        at = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_white_space_and_comments() {
        assert_eq!(skip_blank(" // x\n /* y /* z */ */ (1)"), "(1)");
        assert_eq!(skip_blank("/* open"), "/* open");
        assert_eq!(trim_blank_end("(1) /* x */ // y\n "), "(1)");
        assert_eq!(trim_blank_end("\"ä // b\" "), "\"ä // b\"");
    }
}
