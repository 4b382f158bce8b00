//! What is wrong with a file, in a form that its maker can act on.
//!
//! A [`Fault`] carries its own line of source, so that it can be shown, stored and compared
//! without the file. [`Notes`] collects them during reading and checking.

use super::nearest::nearest;
use super::source::{Source, Span};
use std::fmt;

/// The most faults, and the most warnings, that are kept; further ones are only counted.
const MAX_KEPT: usize = 100;
/// The most allowed names a fault lists.
const MAX_ALLOWED: usize = 40;
/// The longest excerpt of a source line, in characters.
const MAX_EXCERPT: usize = 110;

/// One thing that is wrong, with its place, what is allowed and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file as the caller named it.
    pub file: String,
    /// Line from 1; 0 if the file could not be read as text.
    pub line: u32,
    /// Column in characters from 1.
    pub column: u32,
    /// What was found and why it will not do.
    pub message: String,
    /// What is allowed there; empty if the message says it.
    pub allowed: Vec<String>,
    /// The valid name nearest to what was found.
    pub nearest: Option<String>,
    /// The source line, or a window of it.
    excerpt: String,
    /// Characters before the caret in the excerpt, and its width.
    caret: (usize, usize),
    /// Only counted; what is said of it goes nowhere.
    spare: bool,
}

impl Fault {
    /// A fault of the file as a whole.
    pub fn of_file(file: &str, message: impl Into<String>) -> Fault {
        Fault {
            file: file.to_owned(),
            line: 0,
            column: 0,
            message: message.into(),
            allowed: Vec::new(),
            nearest: None,
            excerpt: String::new(),
            caret: (0, 0),
            spare: false,
        }
    }

    /// A fault at a place of the text.
    pub fn at(source: &Source<'_>, span: Span, message: impl Into<String>) -> Fault {
        let (line, column) = source.line_column(span.start);
        let text = source.line_text(span.start);
        let before = column as usize - 1;
        let covered = source.text.get(span.start..span.start + span.len);
        let covered = covered.unwrap_or("").lines().next().unwrap_or("");
        let skipped = if before > MAX_EXCERPT * 3 / 4 {
            before - MAX_EXCERPT / 2
        } else {
            0
        };
        let excerpt: String = text.chars().skip(skipped).take(MAX_EXCERPT).collect();
        let room = excerpt.chars().count().saturating_sub(before - skipped);
        let width = covered.chars().count().min(room).max(1);
        Fault {
            line,
            column,
            excerpt,
            caret: (before - skipped, width),
            ..Fault::of_file(source.label, message)
        }
    }

    /// Adds the list of what is allowed.
    pub fn allow<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> &mut Fault {
        if !self.spare {
            self.allowed = names.into_iter().map(str::to_owned).collect();
        }
        self
    }

    /// Adds what is allowed and the one of them nearest to what was found.
    pub fn allow_near<'n>(
        &mut self,
        found: &str,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> &mut Fault {
        if !self.spare {
            self.nearest = nearest(found, names.clone()).map(str::to_owned);
        }
        self.allow(names)
    }

    fn key(&self) -> (u32, u32) {
        (self.line, self.column)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.file, self.message)?;
        } else {
            let Fault {
                file, line, column, ..
            } = self;
            write!(f, "{file}:{line}:{column}: {}", self.message)?;
            if !self.excerpt.trim().is_empty() {
                let (before, width) = self.caret;
                let excerpt = self.excerpt.replace('\t', " ");
                write!(f, "\n{line:>5} | {}", excerpt.trim_end())?;
                write!(f, "\n      | {:before$}{}", "", "^".repeat(width))?;
            }
        }
        if !self.allowed.is_empty() {
            let listed = self.allowed.len().min(MAX_ALLOWED);
            write!(f, "\n      allowed: {}", self.allowed[..listed].join(", "))?;
            if self.allowed.len() > listed {
                write!(f, " and {} more", self.allowed.len() - listed)?;
            }
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "\n      did you mean {nearest}?")?;
        }
        Ok(())
    }
}

/// Why a file was refused: every fault found, and the warnings met on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What must be mended, in order of place.
    pub faults: Vec<Fault>,
    /// What is allowed but probably not meant, in order of place.
    pub warnings: Vec<Fault>,
    /// Faults that were only counted.
    pub more: usize,
}

impl Report {
    /// A refusal for one reason.
    pub fn one(fault: Fault) -> Report {
        Report {
            faults: vec![fault],
            warnings: Vec::new(),
            more: 0,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.faults {
            writeln!(f, "{fault}\n")?;
        }
        if self.more > 0 {
            writeln!(f, "… and {} more\n", self.more)?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}\n")?;
        }
        let count = |number: usize, word: &str| match number {
            1 => format!("1 {word}"),
            _ => format!("{number} {word}s"),
        };
        write!(f, "{}", count(self.faults.len() + self.more, "fault"))?;
        if !self.warnings.is_empty() {
            write!(f, ", {}", count(self.warnings.len(), "warning"))?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// Faults and warnings of one file while it is read and checked.
#[derive(Debug)]
pub(crate) struct Notes<'a> {
    pub source: &'a Source<'a>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
    /// Faults beyond those kept. Their places are never worked out, so that a file with a
    /// million faults is refused as fast as one with a hundred.
    more: usize,
    spare: Fault,
}

impl<'a> Notes<'a> {
    pub fn new(source: &'a Source<'a>) -> Notes<'a> {
        let spare = Fault {
            spare: true,
            ..Fault::of_file(source.label, "")
        };
        Notes {
            source,
            faults: Vec::new(),
            warnings: Vec::new(),
            more: 0,
            spare,
        }
    }

    /// Adds a fault and returns it, so that the caller can say what is allowed.
    pub fn fault(&mut self, span: Span, message: impl Into<String>) -> &mut Fault {
        if self.faults.len() >= MAX_KEPT {
            self.more += 1;
            return &mut self.spare;
        }
        self.faults.push(Fault::at(self.source, span, message));
        self.faults.last_mut().expect("one was just pushed")
    }

    /// Adds a warning.
    pub fn warn(&mut self, span: Span, message: impl Into<String>) {
        if self.warnings.len() < MAX_KEPT {
            self.warnings.push(Fault::at(self.source, span, message));
        }
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.len() + self.more
    }

    /// Where a place is, for a message about another place.
    pub fn line(&self, span: Span) -> u32 {
        self.source.line_column(span.start).0
    }

    /// The warnings if there is no fault, else everything.
    pub fn finish(mut self) -> Result<Vec<Fault>, Report> {
        self.faults.sort_by_key(Fault::key);
        self.warnings.sort_by_key(Fault::key);
        if self.faults.is_empty() {
            Ok(self.warnings)
        } else {
            Err(Report {
                faults: self.faults,
                warnings: self.warnings,
                more: self.more,
            })
        }
    }
}
