//! The log's tab and its drawer.

use super::{Play, Wish};
use crate::board::Hex;
use crate::client::battle::drawer::{self, Asked, Book};
use crate::client::battle::layout::Layout;
use crate::client::look::controls::{Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::CombatantId;
use bevy_egui::egui::{Align2, Key, pos2};

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

    /// Hexes of the line the pointer is over.
    pub(super) fn told_hexes(&self) -> Vec<Hex> {
        let book = &self.books[self.open];
        let line = self.drawer.over().and_then(|at| book.log.get(at));
        line.map_or_else(Vec::new, |line| line.places(&book.shown))
    }

    pub(super) fn log_panel(&mut self, pen: &mut Pen, layout: &Layout) -> Option<Wish> {
        let people = self.engine.as_deref().map(|engine| engine.seats.people());
        let people: Vec<_> = people.into_iter().flatten().collect();
        let mut drawer = std::mem::take(&mut self.drawer);
        let book = &self.books[self.open];
        let side = |who: CombatantId| book.shown.figure(who).map(|figure| figure.side);
        let own = |who: CombatantId| match self.viewer.and(side(who)) {
            // Behind a cover only the reader's own side is his.
            Some(side) => usize::from(side.0) == self.open,
            None => side(who).is_some_and(|side| people.contains(&side)),
        };
        // "This one" is who is looked at, else who is asked.
        let one = self.looked.or(self.prompt().map(|prompt| prompt.who()));
        let asked = drawer.draw(
            pen,
            drawer::place(layout),
            &Book {
                log: &book.log,
                own: &own,
                one: one.map(|who| (who, self.sight.name(who))),
                side: &side,
                sides: &self.sight.sides,
                jumps: false,
            },
        );
        self.drawer = drawer;
        match asked {
            Some(Asked::Rule(rule)) => Some(Wish::Rulebook(Some(rule))),
            Some(Asked::Jump(_)) | None => None,
        }
    }
}
