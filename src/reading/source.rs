//! The text of a file and where things stand in it.
//!
//! Places are byte ranges of the whole text. A value read by RON borrows from that text, so its
//! place is the distance between two addresses: plain arithmetic, and anything that does not lie
//! inside gives the start of the file rather than a wrong place.

/// A byte range of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// Bytes covered; 0 points between two characters.
    pub len: usize,
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spot<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Spot<T> {
        Spot { value, span }
    }
}

/// The text of one file with its label and the start of each line.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// What the reports call the file.
    pub label: &'a str,
    /// The whole text.
    pub text: &'a str,
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Indexes the lines of a text.
    pub fn new(label: &'a str, text: &'a str) -> Source<'a> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0)
            .chain(breaks.map(|(index, _)| index + 1))
            .collect();
        Source { label, text, lines }
    }

    /// The range of a slice of this very text.
    pub fn span_of(&self, part: &str) -> Span {
        let base = self.text.as_ptr() as usize;
        let at = part.as_ptr() as usize;
        match at.checked_sub(base) {
            Some(start) if start + part.len() <= self.text.len() => Span {
                start,
                len: part.len(),
            },
            _ => Span::default(),
        }
    }

    /// Line and column in characters, both from 1.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let line = self.line_index(offset);
        let before = self.text.get(self.lines[line]..offset).unwrap_or("");
        (line as u32 + 1, before.chars().count() as u32 + 1)
    }

    /// The offset of a line and column in characters, both from 1; clamped to the text.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let Some(&start) = self.lines.get(line.saturating_sub(1)) else {
            return self.text.len();
        };
        let rest = &self.text[start..];
        rest.char_indices()
            .nth(column.saturating_sub(1))
            .map_or(self.text.len(), |(index, _)| start + index)
    }

    /// The line an offset lies in, without its line break.
    pub fn line_text(&self, offset: usize) -> &'a str {
        let line = self.line_index(offset);
        let start = self.lines[line];
        let end = self.lines.get(line + 1).copied();
        self.text[start..end.unwrap_or(self.text.len())].trim_end_matches(['\n', '\r'])
    }

    fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        let source = Source::new("x", "ab\näöü d\n\nlast");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(2), (1, 3));
        assert_eq!(source.line_column(3), (2, 1));
        let d = source.text.find('d').unwrap();
        assert_eq!(source.line_column(d), (2, 5));
        assert_eq!(source.offset(2, 5), d);
        assert_eq!(source.line_text(d), "äöü d");
        assert_eq!(source.line_column(source.text.len()), (4, 5));
        assert_eq!(source.span_of(&source.text[3..5]).start, 3);
        assert_eq!(source.span_of("elsewhere"), Span::default());
    }
}
