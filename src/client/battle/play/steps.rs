//! First steps: the first time a kind of question comes up, a note says what is asked and how it is
//! answered. It takes no key, and goes when the question is answered or it is closed.

use super::{Mode, Over, Play};
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::prompt::{Asked, Prompt};
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use bevy_egui::egui::{Align2, Rect, Sense, pos2, vec2};

/// A note: title and words. Its place is its bit in [`Options::steps`].
const NOTES: [(&str, &str); 5] = [
    (
        "Where to",
        "Point at a hex or a foe: the way there is shown, and who may strike on it. A click keeps it, \
         Enter commits it. Everybody's plan is carried out at once; nobody moves while you think.",
    ),
    (
        "What to do",
        "The list at the right says what he can do and how likely it is to succeed; below it stands \
         what the number is made of. A click on a foe looks at him. Enter does what is marked.",
    ),
    (
        "Struck at",
        "Each card is an answer, with what he may lose by it. The gilt one is proposed: Enter takes it. \
         Arrows to the sides go through the ways of an answer; hexes of a dodge can be clicked.",
    ),
    (
        "What next",
        "He has acted and prepares his next action. The bars in the strip above show when it may come: \
         quick blows come soon, heavy ones late.",
    ),
    (
        "All of yours",
        "Several of yours are asked. Tab goes to the next, Shift with Enter takes all as they are \
         marked. What goes on as you ordered it is not asked again.",
    ),
];

/// The note a question calls for.
fn note(prompt: &Prompt, read: u8) -> Option<usize> {
    let first = match prompt.asked {
        Asked::Plan => 0,
        Asked::Answer => 2,
        Asked::Deed if !prompt.when.is_empty() => 3,
        Asked::Deed => 1,
    };
    let several = (prompt.card.entries.len() > 1).then_some(4);
    let unread = |note: &usize| read & (1 << note) == 0;
    [Some(first), several].into_iter().flatten().find(unread)
}

/// All notes were read.
pub const ALL: u8 = (1 << NOTES.len()) - 1;

impl Play {
    /// The note stays until the question is answered.
    pub(super) fn first_steps(&mut self, pen: &mut Pen, layout: &Layout, options: &mut Options) {
        let found = match &self.mode {
            Mode::Asking(prompt) => note(prompt, options.steps),
            _ => None,
        };
        // The question of the note before is answered.
        if self.note.is_some() && !matches!(self.mode, Mode::Asking(_)) {
            self.note_read(options);
        }
        let Some(at) = found.filter(|_| self.over == Over::Nothing && !self.drawer.open) else {
            return;
        };
        self.note = Some(at);
        if layout.size < Size::Compact {
            return;
        }
        let (title, words) = NOTES[at];
        let painter = pen.painter();
        let sheet = matches!(&self.mode, Mode::Asking(prompt) if prompt.asked == Asked::Answer);
        let wide = 440.0f32.min(layout.board.width() - 20.0);
        let inner = wide - 32.0;
        let galley = paint::wrapped(&painter, words, fonts::prose(16.0), p::INK, inner, 8);
        let high = galley.size().y + 50.0;
        let corner = if sheet {
            pos2(layout.all.left() + 14.0, layout.timeline.bottom() + 14.0)
        } else {
            pos2(layout.bar.left(), layout.bar.top() - 10.0 - high)
        };
        let rect = Rect::from_min_size(corner, vec2(wide, high));
        let id = bevy_egui::egui::Id::new("note");
        pen.ui.interact(rect, id, Sense::click_and_drag());
        paint::paper(&painter, rect);
        painter.text(
            rect.min + vec2(16.0, 11.0),
            Align2::LEFT_TOP,
            title,
            fonts::name(19.0),
            p::INK,
        );
        painter.galley(rect.min + vec2(16.0, 38.0), galley, p::INK);
        let close = Rect::from_min_size(
            pos2(rect.right() - 86.0, rect.top() + 9.0),
            vec2(74.0, 27.0),
        );
        if pen.button(close, &Button::new("Got it").rank(Rank::Paper).size(13.0)) {
            options.steps |= 1 << at;
            options.keep();
            self.note = None;
        }
    }

    /// The note that is up was answered to.
    pub(super) fn note_read(&mut self, options: &mut Options) {
        if let Some(at) = self.note.take() {
            options.steps |= 1 << at;
            options.keep();
        }
    }
}
