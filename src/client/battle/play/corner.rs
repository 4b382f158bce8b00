//! The buttons in the upper right corner.

use super::{Mode, Over, Play};
use crate::client::battle::layout::{Layout, Size};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank};
use bevy_egui::egui::{Key, Rect, pos2, vec2};

impl Play {
    /// The buttons in the upper right corner.
    pub(super) fn corner_buttons(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = layout.timeline;
        if !rect.is_positive() {
            return;
        }
        let narrow = layout.size == Size::Narrow;
        let asking = matches!(self.mode, Mode::Asking(_));
        let practice = self.engine.as_deref().is_some_and(|engine| engine.practice);
        let mut x = rect.right() - 14.0;
        let mut place = |wide: f32| {
            x -= wide;
            let found = Rect::from_min_size(pos2(x, rect.top() + 12.0), vec2(wide, 34.0));
            x -= 6.0;
            found
        };
        let menu = place(78.0);
        if pen.button(
            menu,
            &Button::new("")
                .icon("cog")
                .key(Press::of(Key::Escape))
                .size(15.0),
        ) {
            self.over = if self.over == Over::Nothing {
                Over::Menu
            } else {
                Over::Nothing
            };
        }
        if narrow {
            return;
        }
        let rank = if asking { Rank::Plain } else { Rank::Off };
        let orders = place(110.0);
        if pen.button(
            orders,
            &Button::new("Orders")
                .key(Press::of(Key::O))
                .size(14.0)
                .rank(rank),
        ) && self.over == Over::Nothing
        {
            self.over = Over::Standing;
        }
        let back = place(92.0);
        let rank = if asking && practice {
            Rank::Plain
        } else {
            Rank::Off
        };
        if pen.button(
            back,
            &Button::new("Back")
                .key(Press::of(Key::U))
                .size(14.0)
                .rank(rank),
        ) && self.over == Over::Nothing
        {
            self.take_back();
        }
    }
}
