//! What a side saw since it sat here last: told in a list while it is played, at a pace of its own.

use super::{Mode, Over, Play};
use crate::client::battle::layout::{Layout, Size};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Id, Key, Rect, Sense, pos2};

/// The least pace of it, in hundredths: whoever likes it quicker has it quicker.
pub(super) const PACE: u32 = 200;

impl Play {
    /// Whether a side is being told what it saw.
    pub(super) fn is_recap(&self) -> bool {
        self.recap && matches!(self.mode, Mode::Watching)
    }

    /// Where the list stands; nothing where there is no room for it.
    pub(super) fn recap_place(&self, layout: &Layout) -> Option<Rect> {
        if !self.is_recap() || layout.size < Size::Compact {
            return None;
        }
        let left = layout.card.left();
        let rect = Rect::from_min_max(
            pos2(left, layout.board.top() + 38.0),
            pos2(left + 320.0, layout.card.top() - 12.0),
        );
        (rect.height() > 120.0).then_some(rect)
    }

    /// Its keys, before anything else takes them.
    pub(super) fn recap_keys(&mut self, pen: &mut Pen) {
        if !self.is_recap() || self.over != Over::Nothing {
            return;
        }
        if pen.pressed(Press::of(Key::Space)) {
            self.stage.playback.paused = !self.stage.playback.paused;
        }
        if pen.pressed(Press::of(Key::Escape)) {
            self.skip();
        }
    }

    /// The list of what was seen so far, the newest at the bottom.
    pub(super) fn recap_list(&self, pen: &Pen, layout: &Layout) {
        let Some(rect) = self.recap_place(layout) else {
            return;
        };
        let painter = pen.painter();
        pen.ui
            .interact(rect, Id::new("what you saw"), Sense::click());
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "What you saw",
            fonts::name(21.0),
            p::TEXT,
        );
        let top = inner.top() + 34.0;
        let seen = &self.books[self.open].since;
        if seen.is_empty() {
            let words = "Nothing so far.";
            painter.text(
                pos2(inner.left(), top),
                Align2::LEFT_TOP,
                words,
                fonts::prose(16.0),
                p::DIM,
            );
        }
        let mut y = inner.bottom();
        for line in seen.iter().rev() {
            let (font, colour) = if line.weighty {
                (fonts::medium(14.0), p::TEXT)
            } else {
                (fonts::plain(13.5), p::DIM)
            };
            let words = format!("{}  {}", line.unit, line.words);
            let galley = paint::wrapped(&painter, &words, font, colour, inner.width(), 3);
            y -= galley.size().y + 4.0;
            if y < top {
                break;
            }
            painter.galley(pos2(inner.left(), y), galley, colour);
        }
    }

    /// Buttons of the bar while it is told: pause and skip, each with its key.
    pub(super) fn recap_buttons(&mut self, pen: &mut Pen, pause: Rect, skip: Rect) {
        let word = if self.stage.playback.paused {
            "Play"
        } else {
            "Pause"
        };
        if pen.button(
            pause,
            &Button::new(word).key(Press::of(Key::Space)).size(14.0),
        ) {
            self.stage.playback.paused = !self.stage.playback.paused;
        }
        if pen.button(
            skip,
            &Button::new("Skip")
                .key(Press::of(Key::Escape))
                .size(14.0)
                .rank(Rank::Main),
        ) {
            self.skip();
        }
    }
}
