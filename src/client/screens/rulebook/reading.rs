//! A case being watched: its board, what is ordered and what comes of it, a step at a time.

use crate::client::battle::logbook;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::livery::Livery;
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use crate::rulebook::{Picture, Reel, Verdict};
use crate::seat::Sight;
use bevy_egui::egui::{Align2, Color32, Key, Rect, pos2, vec2};
use std::sync::Arc;

/// Seconds between two steps that go by themselves.
const PAUSE: f32 = 0.7;

/// What a line of the story is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Order,
    Event,
    Clock,
    Kept,
    Broken,
}

/// A line of the story in words.
struct Told {
    kind: Kind,
    words: String,
    figures: String,
}

/// A case being watched.
pub(super) struct Reading {
    verdict: Verdict,
    told: Vec<Told>,
    pictures: Vec<Picture>,
    stage: Option<(Stage, Shown)>,
    /// The next picture.
    next: usize,
    /// It goes on by itself.
    going: bool,
    waits: f32,
}

impl Reading {
    /// A case from its beginning.
    pub fn new(reel: Reel) -> Reading {
        let Reel {
            verdict,
            board,
            story,
            pictures,
            mut battle,
        } = reel;
        let ground = board.map(Arc::new);
        let sight = match (&mut battle, &ground) {
            (Some(battle), Some(ground)) => Some(Sight::new(battle, ground, None)),
            _ => None,
        };
        let mut events = pictures.iter().flat_map(|picture| &picture.events);
        let told = story
            .iter()
            .map(|line| {
                let line = line.trim();
                let plain = |kind, words: &str| Told {
                    kind,
                    words: words.to_owned(),
                    figures: String::new(),
                };
                if let Some(order) = line.strip_prefix("> ") {
                    return plain(Kind::Order, order);
                }
                if let Some(kept) = line.strip_prefix("as expected: ") {
                    return plain(Kind::Kept, kept);
                }
                if let Some(broken) = line.strip_prefix("NOT as expected: ") {
                    return plain(Kind::Broken, broken);
                }
                let event = events.next();
                let found = sight
                    .as_ref()
                    .zip(event)
                    .and_then(|(sight, event)| logbook::line(sight, event, 0));
                match found {
                    Some(found) => Told {
                        kind: if found.clock {
                            Kind::Clock
                        } else {
                            Kind::Event
                        },
                        words: found.words,
                        figures: found.figures,
                    },
                    None => plain(Kind::Event, ""),
                }
            })
            .collect();
        let stage = ground.zip(pictures.first()).map(|(board, first)| {
            let shown = Shown {
                figures: first.figures.clone(),
                board: board.clone(),
                unit: first.unit,
                part: String::new(),
                counts_units: true,
                told: 0,
            };
            (Stage::new(board), shown)
        });
        Reading {
            verdict,
            told,
            pictures,
            stage,
            next: 1,
            going: true,
            waits: 0.0,
        }
    }

    pub fn is_lively(&self) -> bool {
        let moves = |(stage, _): &(Stage, Shown)| {
            !stage.playback.is_done() || stage.view.is_busy() || stage.view.camera.is_moving()
        };
        (self.going && self.next < self.pictures.len()) || self.stage.as_ref().is_some_and(moves)
    }

    pub fn is_busy(&self) -> bool {
        let busy = |(stage, _): &(Stage, Shown)| stage.view.is_busy();
        self.stage.as_ref().is_some_and(busy)
    }

    /// Whether all of it was told.
    fn is_over(&self) -> bool {
        self.next >= self.pictures.len()
    }

    fn restart(&mut self) {
        if let (Some((stage, shown)), Some(first)) = (&mut self.stage, self.pictures.first()) {
            stage.playback = Default::default();
            shown.figures.clone_from(&first.figures);
            shown.unit = first.unit;
        }
        self.next = 1;
        self.waits = 0.0;
    }

    /// Goes to the next picture; what is still moving has happened then.
    fn step(&mut self) {
        let Some(picture) = self.pictures.get(self.next) else {
            return;
        };
        if let Some((stage, shown)) = &mut self.stage {
            stage.playback.skip(shown);
            if let Some(before) = self.pictures.get(self.next - 1) {
                shown.figures.clone_from(&before.figures);
            }
            stage.playback.push(picture.events.iter().cloned());
        }
        self.next += 1;
        self.waits = 0.0;
    }

    fn advance(&mut self, options: &Options, seconds: f32) {
        let Some((stage, shown)) = &mut self.stage else {
            // What is only asked is told at once.
            self.next = self.pictures.len();
            return;
        };
        stage.playback.step(seconds, 100, options.calm, shown);
        if stage.playback.is_done() {
            if let Some(now) = self.pictures.get(self.next - 1) {
                shown.figures.clone_from(&now.figures);
                shown.unit = now.unit;
            }
            self.waits += seconds;
            if self.going && self.waits > PAUSE && !self.is_over() {
                self.step();
            }
        }
    }

    /// Draws board, buttons and story.
    pub fn draw(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        rect: Rect,
        options: &Options,
        seconds: f32,
    ) {
        self.advance(options, seconds);
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        let buttons = 40.0;
        let high = if self.stage.is_some() {
            (inner.height() * 0.52)
                .min(inner.height() - 150.0)
                .max(60.0)
        } else {
            0.0
        };
        let picture = Rect::from_min_size(inner.min, vec2(inner.width(), high));
        if let Some((stage, shown)) = &mut self.stage {
            tokens.dress(&Livery::default());
            let clipped = painter.with_clip_rect(picture);
            if !stage.view.is_fitted() {
                let mut bounds = Rect::NOTHING;
                for picture in &self.pictures {
                    for figure in &picture.figures {
                        bounds.extend_with(stage.view.lattice.centre(figure.place.hex));
                    }
                }
                stage.view.frame(picture, true);
                if bounds.is_finite() {
                    stage.view.camera.fit(bounds.expand(120.0));
                    let camera = &mut stage.view.camera;
                    camera.zoom = camera.zoom.min(1.2);
                }
            }
            stage.view.frame(picture, false);
            let casting = Casting::default();
            stage.draw_ground(&clipped, shown, &casting);
            stage.draw_tokens(&clipped, pen.icons, tokens, shown, &casting);
            for figure in shown.figures.iter().filter(|one| one.fitness.on_board()) {
                let centre = stage.view.lattice.centre(figure.place.hex);
                let shift = vec2(0.0, 44.0) * stage.view.camera.zoom;
                paint::label(
                    &clipped,
                    stage.view.camera.screen(centre) - shift,
                    &figure.label.name,
                    p::TEXT,
                    p::LABEL,
                    p::OUTER,
                );
            }
        }
        self.controls(
            pen,
            Rect::from_min_max(pos2(inner.left(), inner.bottom() - buttons), inner.max),
        );
        let story = Rect::from_min_max(
            pos2(inner.left(), picture.bottom() + 8.0),
            pos2(inner.right(), inner.bottom() - buttons - 8.0),
        );
        self.story(pen, story);
    }

    fn controls(&mut self, pen: &mut Pen, rect: Rect) {
        let third = (rect.width() - 16.0) / 3.0;
        let place = |at: usize| {
            Rect::from_min_size(
                pos2(rect.left() + at as f32 * (third + 8.0), rect.top()),
                vec2(third, rect.height()),
            )
        };
        let over = self.is_over();
        let words = match (over, self.going) {
            (true, _) => "Show me again",
            (false, true) => "Wait",
            (false, false) => "Show me",
        };
        if pen.button(
            place(0),
            &Button::new(words)
                .key(Press::of(Key::Enter))
                .rank(Rank::Main)
                .size(15.0),
        ) {
            if over {
                self.restart();
                self.going = true;
            } else {
                self.going = !self.going;
            }
        }
        let rank = if over { Rank::Off } else { Rank::Plain };
        if pen.button(
            place(1),
            &Button::new("Step")
                .key(Press::of(Key::ArrowRight))
                .rank(rank)
                .size(14.5),
        ) {
            self.going = false;
            self.step();
        }
        if pen.button(
            place(2),
            &Button::new("From the start")
                .key(Press::of(Key::R))
                .size(14.5),
        ) {
            self.restart();
            self.going = false;
        }
    }

    /// The lines told so far, the newest at the bottom.
    fn story(&self, pen: &Pen, rect: Rect) {
        let painter = pen.painter();
        let lines = match self.pictures.get(self.next - 1) {
            Some(picture) if !self.is_over() => picture.lines,
            _ => self.told.len(),
        };
        let mut y = rect.bottom();
        let mut rows: Vec<(String, Color32, bool)> = Vec::new();
        for told in &self.told[..lines.min(self.told.len())] {
            if told.words.is_empty() {
                continue;
            }
            let (words, colour) = match told.kind {
                Kind::Order => (format!("Ordered: {}", told.words), p::GILT),
                Kind::Event => (told.words.clone(), p::TEXT),
                Kind::Clock => (told.words.clone(), p::DIM),
                Kind::Kept => (format!("As the rule says: {}", told.words), p::GOOD),
                Kind::Broken => (format!("NOT as the rule says: {}", told.words), p::DANGER),
            };
            rows.push((words, colour, false));
            if !told.figures.is_empty() {
                rows.push((told.figures.clone(), p::LINK, true));
            }
        }
        if self.is_over() {
            let (words, colour) = match &self.verdict {
                Verdict::Passed => ("The game does this.".to_owned(), p::GOOD),
                Verdict::Deferred(needs) => (
                    format!("Not to be seen yet: it needs {}.", needs.join(", ")),
                    p::WARN,
                ),
                Verdict::Failed(why) => (
                    format!("The game does not do this: {}", why.join("; ")),
                    p::DANGER,
                ),
            };
            rows.push((words, colour, false));
        }
        for (words, colour, aside) in rows.iter().rev() {
            let (font, shift) = if *aside {
                (fonts::plain(12.5), 14.0)
            } else {
                (fonts::plain(14.5), 0.0)
            };
            let galley = paint::wrapped(&painter, words, font, *colour, rect.width() - shift, 3);
            y -= galley.size().y + 3.0;
            if y < rect.top() {
                break;
            }
            painter.galley(pos2(rect.left() + shift, y), galley, *colour);
        }
        if rows.is_empty() {
            painter.text(
                rect.min,
                Align2::LEFT_TOP,
                "It has not begun yet.",
                fonts::italic(16.0),
                p::DIM,
            );
        }
    }
}
