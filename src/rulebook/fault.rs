//! Faults of scenario files, each with its place.

use std::fmt;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            file,
            line,
            column,
            message,
        } = self;
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

/// A file's text with its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    /// Where a part of the text begins; the part must be borrowed from it.
    pub fn offset_of(&self, part: &str) -> usize {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let part = part.trim_start().len().abs_diff(part.len());
        (offset + part).min(self.text.len())
    }

    /// Line and column of an offset, both from 1.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    pub fn fault(&self, offset: usize, message: String) -> Fault {
        let (line, column) = self.line_column(offset);
        Fault {
            file: self.file.to_owned(),
            line,
            column,
            message,
        }
    }

    /// A fault of RON in a part of the text that begins at an offset.
    pub fn ron(&self, offset: usize, error: &ron::error::SpannedError) -> Fault {
        let (line, column) = self.line_column(offset);
        let start = error.span.start;
        let (line, column) = if start.line <= 1 {
            (line, column + start.col.saturating_sub(1))
        } else {
            (line + start.line - 1, start.col)
        };
        Fault {
            file: self.file.to_owned(),
            line,
            column,
            message: error.code.to_string(),
        }
    }
}
