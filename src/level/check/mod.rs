//! From the bytes of a file to a checked [`Level`], or to the report of everything wrong in it.

mod footing;
mod ground;
mod kit;
mod objectives;
mod pairs;
mod people;
mod sides;

use super::names::RuleNames;
use super::raw::{self, RawLevel, RawRules};
use super::spec::{Level, SystemRules};
use crate::reading::fault::{Fault, Notes, Report};
use crate::reading::scan::skip_blank;
use crate::reading::source::{Source, Span, Spot};
use crate::reading::syntax;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The largest file that is read.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The most columns and the most rows of a map.
pub const MAX_SIDE_HEXES: usize = 512;
/// The most combatants, those who come later included; a mounted archetype counts twice.
pub const MAX_COMBATANTS: usize = 500;
/// The most sides.
pub const MAX_SIDES: usize = 8;
/// The most hexes that zones and edges list together, those of boxes included.
pub const MAX_LISTED_HEXES: usize = 1_000_000;
/// The most items.
pub const MAX_ITEMS: usize = 100;
/// The most objectives of a side.
pub const MAX_OBJECTIVES: usize = 20;
/// Seconds between two ticks (B-096).
pub const TICK_SECONDS: u32 = 6;

/// The limit of a level that does not set one (B-115).
const DEFAULT_LIMIT_S: u32 = 1200;
/// The longest name of a level, side, combatant, zone or item, in characters.
const MAX_NAME: usize = 40;

/// Reads and checks a level. `label` is what reports call the file.
///
/// Returns the level with its warnings, or everything that is wrong with it.
pub fn read(
    label: &str,
    bytes: &[u8],
    names: &dyn RuleNames,
) -> Result<(Level, Vec<Fault>), Report> {
    let text = text_of(label, bytes)?;
    let source = Source::new(label, text);
    if let Some(fault) = first_fault(&source) {
        return Err(Report::one(fault));
    }
    let mut notes = Notes::new(&source);
    let raw = raw::read(&mut notes, text);
    let level = raw.map(|raw| check(&mut notes, names, &raw));
    let warnings = notes.finish()?;
    match level {
        Some(level) => Ok((level, warnings)),
        // Reading gives no level only after it has noted why.
        None => Err(Report::one(Fault::of_file(label, "this is not a level"))),
    }
}

/// The bytes as text, without a byte-order mark.
fn text_of<'a>(label: &str, bytes: &'a [u8]) -> Result<&'a str, Report> {
    if bytes.len() > MAX_BYTES {
        return Err(Report::one(too_large(label, bytes.len() as u64)));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = error.valid_up_to();
            let text = std::str::from_utf8(&bytes[..good]).unwrap_or("");
            let source = Source::new(label, text);
            let byte = bytes.get(good).copied().unwrap_or(0);
            let message = format!("byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 text");
            let place = Span {
                start: text.len(),
                len: 0,
            };
            Err(Report::one(Fault::at(&source, place, message)))
        }
    }
}

/// The refusal of a file that is too large.
pub(super) fn too_large(label: &str, bytes: u64) -> Fault {
    let limit = MAX_BYTES / (1024 * 1024);
    let message = format!("the file has {bytes} bytes; a level has at most {limit} MiB");
    Fault::of_file(label, message)
}

/// A file that is empty or not RON.
fn first_fault(source: &Source<'_>) -> Option<Fault> {
    let start = Span::default();
    let body = skip_blank(source.text);
    if source.text.trim().is_empty() {
        return Some(Fault::at(source, start, "the file is empty"));
    }
    if body.is_empty() {
        let message = "the file holds nothing but comments";
        return Some(Fault::at(source, start, message));
    }
    if body.starts_with("#!") {
        let message = "a level needs no `#![…]` line; leave it out";
        return Some(Fault::at(source, source.span_of(body), message));
    }
    syntax::check(source)
}

/// Everything that a check of meaning looks at.
struct Checker<'c, 'a> {
    notes: &'c mut Notes<'a>,
    names: &'c dyn RuleNames,
    /// Hexes listed by zones and edges so far.
    listed: usize,
    /// The systems that know all the gear named so far.
    playable: Vec<SmolStr>,
    /// The system the level says it is for, as it was written.
    meant: Option<&'c str>,
}

fn check<'c, 'a>(
    notes: &'c mut Notes<'a>,
    names: &'c dyn RuleNames,
    raw: &'c RawLevel<'a>,
) -> Level {
    let mut checker = Checker {
        notes,
        names,
        listed: 0,
        playable: names.systems().iter().map(SmolStr::new).collect(),
        meant: raw.system.as_ref().map(|word| word.value.as_str()),
    };
    let ground = ground::check(&mut checker, raw);
    let sides = sides::sides(&mut checker, raw);
    let mut people = people::People::default();
    people::everybody(&mut checker, raw, &ground, &sides, &mut people);
    let zones = ground.zones.clone();
    let items = kit::items(&mut checker, raw, &ground, &people);
    let limit_s = checker.limit(raw);
    let sides = objectives::check(
        &mut checker,
        raw,
        objectives::Known {
            ground: &ground,
            people: &people,
            items: &items,
            limit_s,
        },
        sides,
    );
    let system = checker.suggested(raw);
    let rules = checker.rules(&raw.rules);
    Level {
        name: checker.level_name(raw),
        author: raw
            .author
            .as_ref()
            .map_or_else(SmolStr::default, |a| SmolStr::new(&a.value)),
        briefing: raw
            .briefing
            .as_ref()
            .map_or_else(String::new, |b| b.value.trim().to_owned()),
        board: ground.board,
        sides,
        combatants: people.start,
        reinforcements: people.waves,
        zones,
        items,
        limit_s,
        system,
        playable: checker.playable,
        rules,
        points: raw
            .points
            .as_ref()
            .and_then(|p| u32::try_from(p.value).ok()),
    }
}

impl Checker<'_, '_> {
    /// The level's own name, or that of its file.
    fn level_name(&mut self, raw: &RawLevel<'_>) -> SmolStr {
        match &raw.name {
            Some(name) => self.label(name, "the level's name"),
            None => {
                let label = self.notes.source.label;
                let file = label.rsplit(['/', '\\']).next().unwrap_or(label);
                SmolStr::new(file.strip_suffix(".ron").unwrap_or(file))
            }
        }
    }

    /// A name that players read: not empty, not long, on one line.
    fn label(&mut self, name: &Spot<String>, what: &str) -> SmolStr {
        let text = name.value.as_str();
        let length = text.chars().count();
        if text.trim().is_empty() {
            self.notes
                .fault(name.span, format!("{what} must not be empty"));
        } else if length > MAX_NAME {
            let message = format!("{what} has {length} characters; at most {MAX_NAME} are shown");
            self.notes.fault(name.span, message);
        } else if text.chars().any(char::is_control) {
            self.notes
                .fault(name.span, format!("{what} must be plain text on one line"));
        }
        SmolStr::new(text)
    }

    /// A rule system's id.
    fn system(&mut self, word: &Spot<String>) -> Option<SmolStr> {
        self.known(word, "rule system", self.names.systems())
    }

    /// The system the level suggests; it must know the level's gear.
    fn suggested(&mut self, raw: &RawLevel<'_>) -> Option<SmolStr> {
        let word = raw.system.as_ref()?;
        let system = self.system(word)?;
        if !self.playable.is_empty() && !self.playable.contains(&system) {
            let message = format!("`{system}` does not know all the gear this level names");
            let fault = self.notes.fault(word.span, message);
            fault.allow(self.playable.iter().map(SmolStr::as_str));
        }
        Some(system)
    }

    /// A word that must be one of a list.
    fn known(&mut self, word: &Spot<String>, what: &str, list: &[&str]) -> Option<SmolStr> {
        if list.contains(&word.value.as_str()) {
            return Some(SmolStr::new(&word.value));
        }
        let message = format!("there is no {what} `{}`", word.value);
        let fault = self.notes.fault(word.span, message);
        fault.allow_near(&word.value, list.iter().copied());
        None
    }

    /// A time as the clock takes it; one that is no tick is pointed out (B-098).
    fn time(&mut self, time: &Spot<i64>, what: &str) -> u32 {
        let seconds = u32::try_from(time.value).unwrap_or(u32::MAX);
        let tick = seconds.next_multiple_of(TICK_SECONDS);
        if tick != seconds {
            let message = format!(
                "{what} of {seconds} s acts at {tick} s: times are counted in ticks of \
                 {TICK_SECONDS} s"
            );
            self.notes.warn(time.span, message);
        }
        seconds
    }

    fn limit(&mut self, raw: &RawLevel<'_>) -> u32 {
        match &raw.limit {
            Some(limit) => self.time(limit, "the limit"),
            None => DEFAULT_LIMIT_S,
        }
    }

    fn rules(&mut self, raw: &[RawRules<'_>]) -> BTreeMap<SmolStr, SystemRules> {
        let mut rules = BTreeMap::new();
        for entry in raw {
            let Some(system) = self.system(&entry.system) else {
                continue;
            };
            let presets = self.names.presets(&system);
            let preset = entry.preset.as_ref();
            let preset = preset.and_then(|word| self.known(word, "preset", presets));
            let mut switches = BTreeMap::new();
            for (switch, value) in &entry.switches {
                let known = self.names.switches(&system);
                let what = format!("`{system}` switch");
                let Some(name) = self.known(switch, &what, known) else {
                    continue;
                };
                let faults = self.names.check_switch(&system, &name, value.text);
                self.rule_faults(value.text, faults);
                switches.insert(name, value.text.to_owned());
            }
            rules.insert(system, SystemRules { preset, switches });
        }
        rules
    }

    /// Puts what a rule system found in a piece of the text at its place.
    fn rule_faults(&mut self, text: &str, faults: Vec<super::names::RuleFault>) {
        let base = self.notes.source.span_of(text);
        for found in faults {
            let start = found.span.start.min(base.len);
            let span = Span {
                start: base.start + start,
                len: found.span.len.min(base.len - start),
            };
            let fault = self.notes.fault(span, found.message);
            let allowed = found.allowed.iter().map(String::as_str);
            match &found.found {
                Some(word) => fault.allow_near(word, allowed),
                None => fault.allow(allowed),
            };
        }
    }
}
