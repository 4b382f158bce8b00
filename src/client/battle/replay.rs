//! A record watched: forward and back, at any pace, from any side.

use super::drawer::{self, Asked, Book, Drawer};
use super::layout::Layout;
use super::logbook::{self, Line};
use super::playback::{Playback, SPEEDS};
use super::shown::Shown;
use super::stage::{Casting, Stage};
use super::{card, strip};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::livery::Livery;
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use crate::client::sounds::Cue;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::event::{Event, EventKind};
use crate::record::{self, Systems};
use crate::seat::Sight;
use bevy_egui::egui::{Align2, Color32, Key, Rect, Sense, Stroke, pos2, vec2};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What comes of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// It was left.
    Leave,
    /// A new battle from here on: of the record, from a window.
    PlayOn(PathBuf, u32),
    /// A rule to be read.
    Rule(String),
}

/// A record being watched.
pub struct Replay {
    stage: Stage,
    start: Shown,
    shown: Shown,
    events: Vec<Event>,
    /// Events shown so far.
    at: usize,
    reader: Option<SideId>,
    sight: Sight,
    log: Vec<Line>,
    drawer: Drawer,
    /// Places in the whole log of the events that wait to be shown.
    fed: VecDeque<usize>,
    path: PathBuf,
    /// Windows in which a battle could branch off, each with the events before it.
    windows: Vec<(u32, usize)>,
    title: String,
    /// What there is to say of the record, such as that it is damaged.
    pub note: String,
    looked: Option<CombatantId>,
    livery: Livery,
    /// What was heard this frame.
    pub cues: Vec<Cue>,
}

impl Replay {
    /// Opens a record.
    ///
    /// # Errors
    /// Why it cannot be watched.
    pub fn open(path: &Path) -> Result<Replay, String> {
        let fault = |why: &dyn std::fmt::Display| format!("{} {why}", path.display());
        let record = record::open(path).map_err(|why| fault(&why))?;
        let mut battle = record::start(&record, &Systems::ALL).map_err(|why| fault(&why))?;
        let ground = Arc::new(record.setup.board.clone());
        let sight = Sight::new(&mut battle, &ground, None);
        let start = Shown::new(&sight, 0);
        let livery = super::engine::worn(&record.level);
        let end = match &record.outcome {
            Some(outcome) => format!("over in {}", sight.rules().unit_words(outcome.unit)),
            None => "not over".to_owned(),
        };
        let now = battle.rules().version();
        let note = if record.rules_version == now {
            String::new()
        } else {
            format!(
                "fought by version {} of the rules; this is version {now}",
                record.rules_version
            )
        };
        let windows = record::branches(&record);
        let windows = windows.map(|(window, events)| (window, events as usize));
        let windows = windows.collect();
        Ok(Replay {
            stage: Stage::new(sight.board.clone()),
            shown: start.clone(),
            start,
            events: record.events,
            at: 0,
            reader: None,
            sight,
            log: Vec::new(),
            drawer: Drawer::default(),
            fed: VecDeque::new(),
            path: path.to_owned(),
            windows,
            title: format!(
                "{} \u{b7} {end} \u{b7} seed {}",
                record.setup.title, record.seed
            ),
            note,
            looked: None,
            livery,
            cues: Vec::new(),
        })
    }

    /// Whether something moves.
    pub fn is_lively(&self) -> bool {
        let over = self.stage.playback.is_done() && self.at >= self.events.len();
        self.stage.view.is_busy() || !(self.stage.playback.paused || over)
    }

    /// Events shown or about to be shown, of how many.
    #[cfg(test)]
    pub(in crate::client) fn progress(&self) -> (usize, usize) {
        (self.at, self.events.len())
    }

    /// Goes to a place in the log: everything before it is folded anew.
    fn jump(&mut self, to: usize) {
        let to = to.min(self.events.len());
        self.shown = self.start.clone();
        self.log.clear();
        let reader = self.reader;
        for (place, event) in self.events[..to]
            .iter()
            .enumerate()
            .filter(|(_, event)| event.visible_to(reader))
        {
            self.shown.fold(event);
            logbook::add(&mut self.log, logbook::line(&self.sight, event, place));
        }
        self.at = to;
        self.fed.clear();
        let paused = self.stage.playback.paused;
        self.stage.playback = Playback::default();
        self.stage.playback.paused = paused;
    }

    /// The first event of the unit before or after the place.
    fn step(&self, forward: bool) -> usize {
        let begins = |place: usize| matches!(self.events[place].kind, EventKind::Clock { .. });
        if forward {
            (self.at + 1..self.events.len())
                .find(|place| begins(*place))
                .unwrap_or(self.events.len())
        } else {
            (0..self.at.saturating_sub(1))
                .rev()
                .find(|place| begins(*place))
                .unwrap_or(0)
        }
    }

    /// The last window before what is shown in which somebody chose, if there is one.
    fn window(&self) -> Option<u32> {
        let shown = self.at - self.fed.len().min(self.at);
        let before = self.windows.iter().rev();
        let mut before = before.filter(|(_, events)| *events <= shown);
        before.next().map(|(window, _)| *window)
    }

    /// One frame; what was chosen.
    pub fn frame(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        options: &mut Options,
        seconds: f32,
    ) -> Option<Chosen> {
        self.cues.clear();
        self.stage.grid = options.grid;
        let all = pen.ui.max_rect();
        let mut layout = Layout::new(all);
        let foot = 64.0;
        layout.board = Rect::from_min_max(
            pos2(all.left() + 8.0, layout.timeline.bottom() + 6.0),
            pos2(all.right() - 8.0, all.bottom() - foot - 10.0),
        );
        // Feed a little ahead, so that steps of several people still go together.
        if !self.stage.playback.paused {
            let reader = self.reader;
            while self.stage.playback.waiting() < 24 && self.at < self.events.len() {
                let event = self.events[self.at].clone();
                if event.visible_to(reader) {
                    self.fed.push_back(self.at);
                    self.stage.playback.push([event]);
                }
                self.at += 1;
            }
        }
        let (begun, cues) =
            self.stage
                .playback
                .step(seconds, options.speed, options.calm, &mut self.shown);
        self.cues.extend(cues);
        for event in &begun {
            let place = self.fed.pop_front().unwrap_or(self.at);
            logbook::add(&mut self.log, logbook::line(&self.sight, event, place));
        }
        tokens.dress(&self.livery);
        let painter = pen.painter();
        painter.rect_filled(all, 0.0, p::BACK);
        let response = pen.ui.interact(
            all,
            bevy_egui::egui::Id::new("replay"),
            Sense::click_and_drag(),
        );
        let fit = pen.pressed(Press::of(Key::Home));
        self.stage.view.frame(layout.board, fit);
        let board = layout.board;
        if let Some(hex) = self
            .stage
            .steer(
                pen.ui,
                &response,
                move |at| board.contains(at),
                &Default::default(),
            )
            .clicked
        {
            self.looked = self.shown.at(hex).map(|figure| figure.id);
        }
        let casting = Casting {
            selected: self.looked,
            told: self
                .drawer
                .over()
                .and_then(|at| self.log.get(at))
                .map_or_else(Vec::new, |line| line.places(&self.shown)),
            ..Casting::default()
        };
        self.stage.draw_ground(&painter, &self.shown, &casting);
        self.stage
            .draw_tokens(&painter, pen.icons, tokens, &self.shown, &casting);
        let extra = strip::Extra {
            selected: self.looked,
            place: String::new(),
            ..strip::Extra::default()
        };
        if let Some(who) = strip::draw(
            pen,
            tokens,
            &layout,
            &self.shown,
            self.sight.rules(),
            &extra,
            all.right() - 14.0,
        ) {
            self.looked = Some(who);
        }
        if let Some(figure) = self.looked.and_then(|who| self.shown.figure(who)) {
            let mut at = layout;
            at.card = layout.card.translate(vec2(0.0, -foot));
            card::draw(
                pen,
                tokens,
                &at,
                &self.shown,
                figure,
                self.sight.side(figure.side),
                self.sight.rules(),
                None,
            );
        }
        let foot = Rect::from_min_max(pos2(all.left(), all.bottom() - foot), all.max);
        let told = self.told(pen, layout, foot);
        self.controls(pen, options, foot).or(told)
    }

    /// The drawer of the log, above the bar.
    fn told(&mut self, pen: &mut Pen, layout: Layout, foot: Rect) -> Option<Chosen> {
        if !self.drawer.open {
            return None;
        }
        let mut rect = drawer::place(&layout);
        rect.max.y = rect.max.y.min(foot.top() - 6.0);
        let mut drawer = std::mem::take(&mut self.drawer);
        let side = |who: CombatantId| self.shown.figure(who).map(|figure| figure.side);
        let own = |who: CombatantId| self.reader.is_some() && side(who) == self.reader;
        let book = Book {
            log: &self.log,
            own: &own,
            one: self.looked.map(|who| (who, self.sight.name(who))),
            side: &side,
            sides: &self.sight.sides,
            jumps: true,
        };
        let asked = drawer.draw(pen, rect, &book);
        self.drawer = drawer;
        match asked? {
            Asked::Rule(rule) => Some(Chosen::Rule(rule)),
            Asked::Jump(place) => {
                self.jump(place + 1);
                None
            }
        }
    }

    fn controls(&mut self, pen: &mut Pen, options: &mut Options, rect: Rect) -> Option<Chosen> {
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = rect.shrink2(vec2(14.0, 11.0));
        let wide = inner.width() > 900.0;
        let mut x = inner.left();
        let mut next = |wide: f32| {
            let found = Rect::from_min_size(pos2(x, inner.top()), vec2(wide, inner.height()));
            x += wide + 6.0;
            found
        };
        let back = next(if wide { 86.0 } else { 52.0 });
        let words = |long: &'static str| if wide { long } else { "" };
        if pen.button(
            back,
            &Button::new(words("Back"))
                .key(Press::of(Key::ArrowLeft))
                .size(14.0),
        ) {
            let to = self.step(false);
            self.jump(to);
        }
        let play = next(if wide { 116.0 } else { 70.0 });
        let paused = self.stage.playback.paused;
        if pen.button(
            play,
            &Button::new(if paused {
                words("Play")
            } else {
                words("Pause")
            })
            .key(Press::of(Key::Space))
            .size(14.0),
        ) {
            if self.at >= self.events.len() && self.stage.playback.is_done() {
                self.jump(0);
                self.stage.playback.paused = false;
            } else {
                self.stage.playback.paused = !paused;
            }
        }
        let step = next(if wide { 92.0 } else { 58.0 });
        if pen.button(
            step,
            &Button::new(words("Step"))
                .key(Press::of(Key::ArrowRight))
                .size(14.0),
        ) {
            let to = self.step(true);
            self.jump(to);
        }
        let pace = next(96.0);
        let label = format!("{}\u{d7}", options.speed as f32 / 100.0);
        if pen.button(
            pace,
            &Button::new(&label).key(Press::of(Key::Period)).size(14.0),
        ) {
            let at = SPEEDS
                .iter()
                .position(|speed| *speed >= options.speed)
                .unwrap_or(0);
            options.speed = SPEEDS[(at + 1) % SPEEDS.len()];
            options.keep();
        }
        if pen.pressed(Press::of(Key::Comma)) {
            let at = SPEEDS
                .iter()
                .position(|speed| *speed >= options.speed)
                .unwrap_or(1);
            options.speed = SPEEDS[at.saturating_sub(1)];
        }
        let view = next(if wide { 150.0 } else { 90.0 });
        let eyes = self.reader.map_or("all sides".to_owned(), |side| {
            self.sight.side(side).to_owned()
        });
        if pen.button(
            view,
            &Button::new(&format!("As {eyes}"))
                .key(Press::of(Key::V))
                .size(13.5),
        ) {
            let count = self.sight.sides.len() as u8;
            self.reader = match self.reader {
                None => Some(SideId(0)),
                Some(SideId(side)) if side + 1 < count => Some(SideId(side + 1)),
                Some(_) => None,
            };
            self.jump(self.at);
        }
        let log = next(if wide { 78.0 } else { 52.0 });
        let rank = if self.drawer.open {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        let button = Button::new(words("Log")).key(Press::of(Key::G)).rank(rank);
        if pen.button(log, &button.size(14.0)) {
            self.drawer.toggle();
        }
        let leave = Rect::from_min_max(pos2(inner.right() - 96.0, inner.top()), inner.max);
        let left = pen.button(
            leave,
            &Button::new("Leave").key(Press::of(Key::Escape)).size(14.0),
        );
        let on = Rect::from_min_max(
            pos2(leave.left() - if wide { 176.0 } else { 76.0 }, inner.top()),
            pos2(leave.left() - 6.0, inner.bottom()),
        );
        let window = self.window();
        let rank = if window.is_some() {
            Rank::Main
        } else {
            Rank::Off
        };
        let button = Button::new(words("Play on from here"))
            .key(Press::of(Key::Enter))
            .rank(rank)
            .size(14.0);
        let plays = pen.button(on, &button);
        let bar = Rect::from_min_max(
            pos2(x + 8.0, inner.top()),
            pos2(on.left() - 14.0, inner.bottom()),
        );
        if bar.width() > 60.0 {
            self.scrubber(pen, bar);
        }
        match window.filter(|_| plays) {
            Some(window) => Some(Chosen::PlayOn(self.path.clone(), window)),
            None => left.then_some(Chosen::Leave),
        }
    }

    fn scrubber(&mut self, pen: &mut Pen, bar: Rect) {
        let painter = pen.painter();
        let count = self.events.len().max(1);
        let line = bar.center().y + 8.0;
        let place = |at: usize| bar.left() + bar.width() * at as f32 / count as f32;
        painter.line_segment(
            [pos2(bar.left(), line), pos2(bar.right(), line)],
            Stroke::new(4.0, p::TROUGH),
        );
        painter.line_segment(
            [pos2(bar.left(), line), pos2(place(self.at), line)],
            Stroke::new(4.0, p::GILT),
        );
        for (index, event) in self.events.iter().enumerate() {
            let (height, colour): (f32, Color32) = match &event.kind {
                EventKind::Out(_) => (11.0, p::DANGER),
                EventKind::Swung { result, .. } if result == "critical" => (8.0, p::GILT),
                EventKind::Harmed { .. } => (5.0, p::WARN),
                _ => continue,
            };
            let x = place(index);
            painter.line_segment(
                [pos2(x, line - 3.0 - height), pos2(x, line - 3.0)],
                Stroke::new(1.5, colour),
            );
        }
        painter.circle_filled(pos2(place(self.at), line), 7.0, p::GILT);
        let words = self
            .log
            .last()
            .map_or(self.title.clone(), |last| last.words.clone());
        paint::line(
            &painter,
            pos2(bar.left(), bar.top() - 2.0),
            Align2::LEFT_TOP,
            &words,
            fonts::plain(13.5),
            p::TEXT,
            bar.width(),
        );
        let response = pen.ui.interact(
            bar,
            bevy_egui::egui::Id::new("scrub"),
            Sense::click_and_drag(),
        );
        if (response.clicked() || response.dragged())
            && let Some(at) = response.interact_pointer_pos()
        {
            let share = ((at.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
            self.jump((share * count as f32) as usize);
        }
        if !self.note.is_empty() {
            painter.text(
                pos2(bar.right(), bar.top() - 2.0),
                Align2::RIGHT_TOP,
                &self.note,
                fonts::plain(12.5),
                p::WARN,
            );
        }
    }
}
