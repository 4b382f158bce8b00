//! The rulebook: every rule in words, with its cases, each of which can be watched on a board while
//! it is judged. The log, odds and refusals of a battle lead here.

mod list;
mod page;
mod reading;

use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use crate::rulebook::{Library, SYSTEMS, find_assets};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use reading::Reading;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// The open book.
pub struct BookState {
    waits: Option<Receiver<Library>>,
    library: Library,
    /// What is searched for.
    search: String,
    /// Which system's rules are listed; a place in [`SYSTEMS`].
    system: usize,
    /// First row shown.
    first: usize,
    /// The rule that is read shall be seen in the list.
    reveal: bool,
    /// The rule that is read: a place among the scenarios.
    at: Option<usize>,
    /// Its case.
    case: usize,
    reading: Option<Reading>,
    /// Rules read before.
    past: Vec<usize>,
    /// A rule to be opened as soon as the book is there.
    wanted: Option<String>,
}

impl BookState {
    /// The book, read away from the frame; opened at a rule, or at the first of a system.
    pub fn open(system: &str, rule: Option<&str>) -> BookState {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            // Nobody may be there to read it any more.
            let _ = sender.send(Library::read(&find_assets()));
        });
        let system = SYSTEMS.iter().position(|known| *known == system);
        BookState {
            waits: Some(receiver),
            library: Library::default(),
            search: String::new(),
            system: system.unwrap_or(0),
            first: 0,
            reveal: true,
            at: None,
            case: 0,
            reading: None,
            past: Vec::new(),
            wanted: rule.map(str::to_owned),
        }
    }

    /// Opens it at a rule once more.
    pub fn reopen(&mut self, rule: &str) {
        self.wanted = Some(rule.to_owned());
    }

    /// Whether something is awaited or moves.
    pub fn is_lively(&self) -> bool {
        self.waits.is_some() || self.reading.as_ref().is_some_and(Reading::is_lively)
    }

    /// Whether pictures are still being drawn.
    pub fn is_busy(&self) -> bool {
        self.waits.is_some() || self.reading.as_ref().is_some_and(Reading::is_busy)
    }

    /// Whether it is still being fetched.
    #[cfg(test)]
    pub fn is_fetching(&self) -> bool {
        self.waits.is_some()
    }

    /// The rule that is read.
    #[cfg(test)]
    pub fn rule(&self) -> Option<&str> {
        let scenario = self.at.and_then(|at| self.library.scenarios.get(at));
        scenario.map(|scenario| scenario.id.as_str())
    }

    fn collect(&mut self) {
        match self.waits.as_ref().map(Receiver::try_recv) {
            Some(Ok(library)) => {
                self.library = library;
                self.waits = None;
            }
            Some(Err(TryRecvError::Disconnected)) => self.waits = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        if self.waits.is_some() {
            return;
        }
        if let Some(wanted) = self.wanted.take() {
            self.go_to(&wanted);
        }
        if self.at.is_none()
            && let Some(first) = self.listed().first().copied()
        {
            self.read(first);
        }
    }

    /// Goes to the first scenario of a rule, or one that shows it too.
    fn go_to(&mut self, rule: &str) {
        let scenarios = &self.library.scenarios;
        let own = scenarios.iter().position(|one| one.id == rule);
        let also = || {
            let mut all = scenarios.iter();
            all.position(|one| one.also.iter().any(|id| id == rule))
        };
        match own.or_else(also) {
            Some(at) => {
                self.past.extend(self.at);
                self.search.clear();
                self.read(at);
            }
            None => self.search = rule.to_owned(),
        }
    }

    /// Reads a rule from its first case.
    fn read(&mut self, at: usize) {
        let Some(scenario) = self.library.scenarios.get(at) else {
            return;
        };
        let folder = SYSTEMS
            .iter()
            .position(|system| scenario.file.contains(&format!("/{system}/")));
        self.system = folder.unwrap_or(self.system);
        self.at = Some(at);
        self.reveal = true;
        self.look_at(0);
    }

    fn look_at(&mut self, case: usize) {
        self.case = case;
        let scenario = self.at.and_then(|at| self.library.scenarios.get(at));
        self.reading = scenario
            .and_then(|scenario| crate::rulebook::show(scenario, case, &self.library.fixtures))
            .map(Reading::new);
    }
}

/// Draws the book; whether it was closed.
pub fn draw(
    pen: &mut Pen,
    tokens: &mut Tokens,
    state: &mut BookState,
    options: &Options,
    seconds: f32,
) -> bool {
    state.collect();
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let small = all.width() < 1000.0 || all.height() < 560.0;
    let margin = if small { 6.0 } else { 14.0 };
    let head = if small { 42.0 } else { 66.0 };
    let inner = all.shrink(margin);
    painter.text(
        pos2(inner.left() + 8.0, inner.top() + head / 2.0 - 4.0),
        Align2::LEFT_CENTER,
        "Rulebook",
        fonts::title(if small { 28.0 } else { 44.0 }),
        p::TEXT,
    );
    let close = Rect::from_min_size(
        pos2(inner.right() - 110.0, inner.top()),
        vec2(110.0, if small { 32.0 } else { 40.0 }),
    );
    let mut closed = pen.button(
        close,
        &Button::new("Close").key(Press::of(Key::Escape)).size(15.0),
    );
    closed |= pen.pressed(Press::of(Key::F1));
    let body = Rect::from_min_max(pos2(inner.left(), inner.top() + head), inner.max);
    let gap = 10.0;
    let wide = (body.width() * 0.21).clamp(200.0, 400.0);
    let columns = Rect::from_min_size(body.min, vec2(wide, body.height()));
    let rest = Rect::from_min_max(pos2(columns.right() + gap, body.top()), body.max);
    list::draw(pen, columns, state);
    if state.waits.is_some() {
        paint::paper(&painter, rest);
        painter.text(
            rest.center(),
            Align2::CENTER_CENTER,
            "The book is being fetched \u{2026}",
            fonts::italic(22.0),
            p::INK_DIM,
        );
        return closed;
    }
    let (words, show) = if small {
        let split = rest.top() + rest.height() * 0.5;
        (
            Rect::from_min_max(rest.min, pos2(rest.right(), split - 3.0)),
            Rect::from_min_max(pos2(rest.left(), split + 3.0), rest.max),
        )
    } else {
        let split = rest.left() + (rest.width() * 0.44).clamp(360.0, 700.0);
        (
            Rect::from_min_max(rest.min, pos2(split, rest.bottom())),
            Rect::from_min_max(pos2(split + gap, rest.top()), rest.max),
        )
    };
    page::draw(pen, words, state);
    if let Some(reading) = &mut state.reading {
        reading.draw(pen, tokens, show, options, seconds);
    }
    closed
}
