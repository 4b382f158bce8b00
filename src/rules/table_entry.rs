//! One entry of a table, read so that every field at fault is told and not only the first.
//!
//! RON stops at the first fault. So an entry that cannot be read is taken apart, and each of its
//! fields is read in the company of a sound entry's fields: what fails then is that field's own
//! fault. Called by `table_file` alone.

use super::table_file::Source;
use crate::reading::fault::Fault;
use crate::reading::parts::Entries;
use crate::reading::scan::skip_blank;
use crate::reading::source::{self, Span};
use ron::error::{Error, SpannedError};
use serde::de::DeserializeOwned;
use std::fmt::Write as _;

/// How tables are written: an optional field needs no `Some`.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Reads an entry; `whose` begins every message, and `sound` are texts of entries, of which the
/// first that can be read lends its fields.
pub(super) fn read<T: DeserializeOwned>(
    source: &Source,
    text: &str,
    whose: &str,
    sound: &[&str],
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let error = match options().from_str::<T>(text) {
        Ok(entry) => return Some(entry),
        Err(error) => error,
    };
    let before = faults.len();
    if let Ok(Entries(fields)) = options().from_str::<Entries>(text) {
        let fields: Vec<(&str, &str)> = fields
            .into_iter()
            .map(|(name, raw)| (name, raw.get_ron().trim()))
            .collect();
        let lender = sound
            .iter()
            .find(|text| options().from_str::<T>(text).is_ok());
        let lent = lender.and_then(|text| options().from_str::<Entries>(text).ok());
        if let Some(Entries(lent)) = lent {
            let lent = lent.into_iter().map(|(name, raw)| (name, raw.get_ron()));
            let lent: Vec<(&str, &str)> = lent.collect();
            field_by_field::<T>(source, &fields, &lent, whose, faults);
            missing::<T>(source, text, &fields, &lent, whose, faults);
        }
    }
    if faults.len() == before {
        // The fields are sound one by one, or there was none to compare with.
        let at = text_offset(text, &error);
        let start = source.span_of(text).start + at;
        faults.push(told(source, Span { start, len: 0 }, whose, &error.code));
    }
    None
}

fn field_by_field<T: DeserializeOwned>(
    source: &Source,
    fields: &[(&str, &str)],
    lent: &[(&str, &str)],
    whose: &str,
    faults: &mut Vec<Fault>,
) {
    for (index, (name, value)) in fields.iter().enumerate() {
        if fields[..index].iter().any(|(earlier, _)| earlier == name) {
            let found = format!("{whose}the field `{name}` is given twice");
            faults.push(source.fault_over(source.span_of(name), found));
            continue;
        }
        let mut probe = String::from("(");
        for (other, theirs) in lent.iter().filter(|(other, _)| other != name) {
            let _ = write!(probe, "{other}: {theirs}, ");
        }
        let _ = write!(probe, "{name}: ");
        let from = probe.len();
        let _ = write!(probe, "{value})");
        let Err(error) = options().from_str::<T>(&probe) else {
            continue;
        };
        let at = text_offset(&probe, &error);
        let own = source.span_of(value);
        let whose = format!("{whose}{name}: ");
        let fault = match &error.code {
            Error::NoSuchStructField { found, .. } if found == name => {
                let whose = whose.trim_end_matches(&format!("{name}: "));
                told(source, source.span_of(name), whose, &error.code)
            }
            // Inside a value of several lines the place is that of RON, else the whole value.
            code if at > from && at - from < own.len && value.contains('(') => {
                let start = own.start + at - from;
                told(source, Span { start, len: 0 }, &whose, code)
            }
            code => {
                let mut fault = told(source, own, &whose, code);
                if fault.allowed.is_empty()
                    && let Some((_, example)) = lent.iter().find(|(other, _)| other == name)
                {
                    let example = example.split_whitespace().collect::<Vec<_>>().join(" ");
                    fault.allow([format!("a value like {example}").as_str()]);
                }
                fault
            }
        };
        faults.push(fault);
    }
}

/// Fields that an entry needs and does not have.
fn missing<T: DeserializeOwned>(
    source: &Source,
    text: &str,
    fields: &[(&str, &str)],
    lent: &[(&str, &str)],
    whose: &str,
    faults: &mut Vec<Fault>,
) {
    for (name, _) in lent {
        if fields.iter().any(|(own, _)| own == name) {
            continue;
        }
        let mut probe = String::from("(");
        for (other, theirs) in lent.iter().filter(|(other, _)| other != name) {
            let _ = write!(probe, "{other}: {theirs}, ");
        }
        probe.push(')');
        if let Err(error) = options().from_str::<T>(&probe)
            && matches!(error.code, Error::MissingStructField { field, .. } if field == *name)
        {
            let start = source.span_of(skip_blank(text)).start;
            faults.push(told(source, Span { start, len: 1 }, whose, &error.code));
        }
    }
}

/// The byte at which an error stands, from the start of the text that was read.
fn text_offset(text: &str, error: &SpannedError) -> usize {
    source::Source::new("", text).offset(error.span.start.line, error.span.start.col)
}

/// A fault in words, with what is allowed where RON knows it.
fn told(source: &Source, span: Span, whose: &str, code: &Error) -> Fault {
    let (message, found, known): (String, &str, &[&str]) = match code {
        Error::NoSuchStructField {
            expected, found, ..
        } => (format!("there is no field `{found}`"), found, expected),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => (format!("there is no `{found}`"), found, expected),
        Error::MissingStructField { field, .. } => {
            (format!("the field `{field}` is missing"), "", &[])
        }
        Error::DuplicateStructField { field, .. } => {
            (format!("the field `{field}` is given twice"), "", &[])
        }
        Error::IntegerOutOfBounds => ("the number is too large or too small".to_owned(), "", &[]),
        other => (other.to_string(), "", &[]),
    };
    let mut fault = source.fault_over(span, format!("{whose}{message}"));
    if !known.is_empty() {
        fault.allow_near(found, known.iter().copied());
    }
    fault
}
