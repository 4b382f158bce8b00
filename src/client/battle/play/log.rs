//! The log: its tab, and the drawer it opens in.

use super::Play;
use crate::client::battle::layout::Layout;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Sense, pos2, vec2};

impl Play {
    pub(super) fn log_tab(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = layout.log;
        if !rect.is_positive() {
            return;
        }
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            pos2(inner.left(), inner.top() - 4.0),
            Align2::LEFT_TOP,
            "LOG",
            fonts::bold(12.5),
            p::DIM,
        );
        paint::key_cap(
            &painter,
            pos2(inner.left() + 30.0, inner.top() + 4.0),
            "G",
            false,
        );
        let lines = ((inner.height() - 14.0) / 17.0).max(1.0) as usize;
        let book = &self.books[self.open];
        let mut y = inner.bottom() - 1.0;
        for line in book.log.iter().rev().filter(|line| !line.clock).take(lines) {
            let words = format!("{}  {}", line.unit, line.words);
            let colour = if line.weighty { p::TEXT } else { p::DIM };
            paint::line(
                &painter,
                pos2(inner.left(), y),
                Align2::LEFT_BOTTOM,
                &words,
                fonts::plain(13.5),
                colour,
                inner.width(),
            );
            y -= 17.0;
        }
        if book.log.is_empty() {
            painter.text(
                pos2(inner.left(), y),
                Align2::LEFT_BOTTOM,
                "Nothing has happened yet.",
                fonts::plain(13.5),
                p::OFF,
            );
        }
        if pen.area(rect, "log tab").clicked() {
            self.log_open = !self.log_open;
            self.log_from = 0;
        }
    }

    pub(super) fn log_panel(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = log_drawer(layout);
        let painter = pen.painter();
        pen.ui
            .interact(rect, bevy_egui::egui::Id::new("log drawer"), Sense::click());
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "Log",
            fonts::name(22.0),
            p::TEXT,
        );
        let close = Rect::from_min_size(
            pos2(inner.right() - 96.0, inner.top() - 4.0),
            vec2(96.0, 32.0),
        );
        if pen.button(
            close,
            &Button::new("Close").key(Press::of(Key::G)).size(13.5),
        ) {
            self.log_open = false;
        }
        let (over, scroll) = pen.ui.input(|input| {
            let over = input
                .pointer
                .hover_pos()
                .is_some_and(|at| rect.contains(at));
            (over, input.smooth_scroll_delta().y)
        });
        let page = if pen.pressed(Press::of(Key::PageUp)) {
            8
        } else if pen.pressed(Press::of(Key::PageDown)) {
            -8
        } else {
            0
        };
        let wheel = if over {
            (scroll / 8.0).round() as i64
        } else {
            0
        };
        let log = &self.books[self.open].log;
        let from =
            (self.log_from as i64 + page + wheel).clamp(0, log.len().saturating_sub(4) as i64);
        self.log_from = from as usize;
        let mut y = inner.bottom();
        for line in log.iter().rev().skip(self.log_from) {
            let (font, colour) = if line.clock {
                (fonts::bold(13.0), p::GILT)
            } else if line.weighty {
                (fonts::medium(14.5), p::TEXT)
            } else {
                (fonts::plain(14.0), p::DIM)
            };
            let words = paint::wrapped(&painter, &line.words, font, colour, inner.width(), 3);
            let figures = if line.figures.is_empty() {
                None
            } else {
                Some(paint::wrapped(
                    &painter,
                    &line.figures,
                    fonts::plain(12.5),
                    p::LINK,
                    inner.width() - 10.0,
                    4,
                ))
            };
            let high =
                words.size().y + figures.as_ref().map_or(0.0, |figures| figures.size().y) + 5.0;
            y -= high;
            if y < inner.top() + 34.0 {
                break;
            }
            let below = y + words.size().y;
            painter.galley(pos2(inner.left(), y), words, colour);
            if let Some(figures) = figures {
                painter.galley(pos2(inner.left() + 10.0, below), figures, p::LINK);
            }
        }
    }
}

/// Where the log opens.
pub(super) fn log_drawer(layout: &Layout) -> Rect {
    let all = layout.all;
    let wide = 430.0f32.min(all.width() - 8.0);
    Rect::from_min_max(
        pos2(all.right() - wide - 4.0, layout.timeline.bottom() + 6.0),
        pos2(all.right() - 4.0, all.bottom() - 6.0),
    )
}
