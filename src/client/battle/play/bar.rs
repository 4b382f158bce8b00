//! The bar below: what is asked, which keys there are, how far one is; or how playback goes.

use super::{Mode, Play};
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::panels::Deed;
use crate::client::battle::playback::SPEEDS;
use crate::client::battle::prompt::Asked;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, legend};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

impl Play {
    /// The prompt below: what is asked, which keys there are, how far one is.
    pub(super) fn bar(
        &mut self,
        pen: &mut Pen,
        layout: &Layout,
        options: &mut Options,
    ) -> Vec<Deed> {
        let mut deeds = Vec::new();
        let rect = layout.bar;
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = rect.shrink2(vec2(
            15.0,
            if layout.size <= Size::Compact {
                8.0
            } else {
                12.0
            },
        ));
        match &self.mode {
            Mode::Asking(prompt) => {
                let name = prompt.sight.name(prompt.who()).to_owned();
                let (done, all) = prompt.progress();
                let count = prompt.card.entries.len();
                let side = prompt.sight.side(prompt.side).to_owned();
                let title = match prompt.asked {
                    Asked::Plan => format!("Plan {name}'s move"),
                    Asked::Answer => format!("{name} answers"),
                    Asked::Deed => format!("Choose for {name}"),
                };
                let button = if count > 1 { 190.0 } else { 0.0 };
                let heading = paint::line(
                    &painter,
                    inner.min,
                    Align2::LEFT_TOP,
                    &title,
                    fonts::name(19.0),
                    p::TEXT,
                    inner.width() - button - 20.0,
                );
                let aside = if all > 1 {
                    format!("{side} \u{b7} {done} of {all} looked at")
                } else {
                    side
                };
                let (words, colour) = match &self.said {
                    Some(said) => (said.clone(), p::DANGER),
                    None => (aside, p::DIM),
                };
                paint::line(
                    &painter,
                    pos2(heading.right() + 12.0, heading.center().y),
                    Align2::LEFT_CENTER,
                    &words,
                    fonts::plain(14.0),
                    colour,
                    inner.right() - button - heading.right() - 30.0,
                );
                if layout.size > Size::Tiny {
                    let keys: &[(&str, &[&str], &str)] = match prompt.asked {
                        Asked::Plan => &[
                            ("", &["W", "E", "A", "D", "Z", "X"], "point"),
                            ("", &["Left", "Right"], "face"),
                            ("", &["R"], "run"),
                            ("", &["J"], "charge"),
                            ("", &["K"], "knee"),
                            ("", &["Q"], "rush"),
                            ("", &["N"], "then"),
                        ],
                        Asked::Answer | Asked::Deed => &[
                            ("", &["1", "9"], "choose"),
                            ("", &["W", "E", "A", "D", "Z", "X"], "point at a target"),
                            ("", &["I"], "his answer"),
                            ("", &["Tab"], "next"),
                        ],
                    };
                    legend(
                        &painter,
                        pen.icons,
                        pos2(inner.left(), inner.bottom() - 10.0),
                        inner.width() - button - 8.0,
                        keys,
                    );
                }
                if count > 1 {
                    let all_rect =
                        Rect::from_min_max(pos2(inner.right() - 182.0, inner.top()), inner.max);
                    let words = if done == all {
                        "Commit all"
                    } else {
                        "Take all"
                    };
                    if pen.button(
                        all_rect,
                        &Button::new(words).key(Press::shift(Key::Enter)).size(13.5),
                    ) {
                        deeds.push(Deed::TakeAll);
                    }
                } else if layout.size == Size::Tiny {
                    let go =
                        Rect::from_min_max(pos2(inner.right() - 120.0, inner.top()), inner.max);
                    if pen.button(
                        go,
                        &Button::new("Go")
                            .key(Press::of(Key::Enter))
                            .rank(Rank::Main),
                    ) {
                        deeds.push(Deed::Go);
                    }
                }
            }
            _ => {
                let waiting = self.stage.playback.waiting();
                let title = if self.running.is_some() && waiting == 0 {
                    "Thinking \u{2026}"
                } else {
                    "Watching"
                };
                let title = if self.is_recap() {
                    "What you saw"
                } else {
                    title
                };
                let heading = paint::line(
                    &painter,
                    inner.min,
                    Align2::LEFT_TOP,
                    title,
                    fonts::name(19.0),
                    p::TEXT,
                    inner.width(),
                );
                let last = self.books[self.open]
                    .log
                    .iter()
                    .rev()
                    .find(|line| !line.clock)
                    .map(|line| line.words.clone())
                    .unwrap_or_default();
                paint::line(
                    &painter,
                    pos2(heading.right() + 12.0, heading.center().y),
                    Align2::LEFT_CENTER,
                    &last,
                    fonts::plain(14.0),
                    p::DIM,
                    inner.right() - heading.right() - 330.0,
                );
                let recap: &[(&str, &[&str], &str)] =
                    &[("", &["Space"], "pause"), ("", &["Esc"], "skip")];
                let keys: &[(&str, &[&str], &str)] = &[
                    ("", &["Space"], "skip"),
                    ("", &[","], "slower"),
                    ("", &["."], "faster"),
                    ("", &["P"], "pause"),
                ];
                legend(
                    &painter,
                    pen.icons,
                    pos2(inner.left(), inner.bottom() - 10.0),
                    inner.width() - 320.0,
                    if self.is_recap() { recap } else { keys },
                );
                if layout.size >= Size::Compact {
                    let mut x = inner.right();
                    let mut next = |wide: f32| {
                        x -= wide;
                        let found = Rect::from_min_max(
                            pos2(x, inner.top()),
                            pos2(x + wide, inner.bottom()),
                        );
                        x -= 6.0;
                        found
                    };
                    let skip = next(110.0);
                    if self.is_recap() {
                        let pause = next(120.0);
                        self.recap_buttons(pen, pause, skip);
                        return deeds;
                    }
                    if pen.button(
                        skip,
                        &Button::new("Skip")
                            .key(Press::of(Key::Space))
                            .size(14.0)
                            .rank(if waiting > 0 { Rank::Main } else { Rank::Off }),
                    ) {
                        self.skip();
                    }
                    let pause = next(96.0);
                    let word = if self.stage.playback.paused {
                        "Play"
                    } else {
                        "Pause"
                    };
                    if pen.button(pause, &Button::new(word).key(Press::of(Key::P)).size(14.0)) {
                        self.stage.playback.paused = !self.stage.playback.paused;
                    }
                    let pace = next(84.0);
                    let words = format!("{}\u{d7}", options.speed as f32 / 100.0);
                    if pen.button(pace, &Button::new(&words).size(14.0)) {
                        faster(options, true);
                    }
                } else if pen.pressed(Press::of(Key::Space)) {
                    self.skip();
                }
            }
        }
        deeds
    }

    pub(super) fn skip(&mut self) {
        let open = self.open;
        self.stage.playback.paused = false;
        let events = self.stage.playback.skip(&mut self.books[open].shown);
        self.log(&events);
    }
}

pub(super) fn faster(options: &mut Options, up: bool) {
    let at = SPEEDS
        .iter()
        .position(|speed| *speed >= options.speed)
        .unwrap_or(SPEEDS.len() - 1);
    let next = if up {
        (at + 1) % SPEEDS.len()
    } else {
        at.saturating_sub(1)
    };
    options.speed = SPEEDS[next];
    options.keep();
}
