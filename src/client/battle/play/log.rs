//! The log's tab, and where its drawer opens.

use super::Play;
use crate::client::battle::layout::Layout;
use crate::client::look::controls::{Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, pos2};

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
            &crate::client::keys::cap(Key::G),
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
            self.drawer.toggle();
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
