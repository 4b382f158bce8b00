//! Small windows over the board: the battle rests, keys, giving up.

use super::{Mode, Over, Play, Wish};
use crate::client::battle::layout::Layout;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Sense, pos2, vec2};

impl Play {
    pub(super) fn over_window(&mut self, pen: &mut Pen, layout: &Layout) -> Option<Wish> {
        let painter = pen.painter();
        painter.rect_filled(
            layout.all,
            0.0,
            bevy_egui::egui::Color32::from_black_alpha(120),
        );
        pen.ui.interact(
            layout.all,
            bevy_egui::egui::Id::new("over"),
            Sense::click_and_drag(),
        );
        match self.over {
            Over::Nothing => None,
            Over::Menu => self.pause(pen, layout),
            Over::Keys => {
                if crate::client::screens::help::draw(pen, layout.all, self.sight.rules().primer())
                {
                    self.over = Over::Nothing;
                }
                None
            }
            Over::Standing => {
                self.standing(pen, layout);
                None
            }
            Over::Concede => {
                let rect = Rect::from_center_size(
                    layout.all.center(),
                    vec2(460.0f32.min(layout.all.width() - 20.0), 150.0),
                );
                paint::panel(&painter, rect);
                let inner = inside(rect);
                paint::prose(
                    &painter,
                    inner.min,
                    "Give up the battle? The other side wins.",
                    fonts::name(20.0),
                    p::TEXT,
                    inner.width(),
                    2,
                );
                let (no, yes) = pair(inner);
                if pen.button(no, &Button::new("Fight on").key(Press::of(Key::Escape))) {
                    self.over = Over::Nothing;
                } else if pen.button(
                    yes,
                    &Button::new("Give up")
                        .key(Press::of(Key::Y))
                        .rank(Rank::Main),
                ) {
                    self.over = Over::Nothing;
                    self.concede();
                }
                None
            }
        }
    }

    pub(super) fn pause(&mut self, pen: &mut Pen, layout: &Layout) -> Option<Wish> {
        let asking = matches!(self.mode, Mode::Asking(_));
        let rows: [(&str, Key, bool); 7] = [
            ("Go on", Key::Escape, true),
            ("Rulebook", Key::F1, true),
            ("All keys", Key::Questionmark, true),
            ("Options", Key::O, true),
            ("A picture of the screen", Key::P, true),
            ("Give up the battle", Key::C, asking),
            ("Save and leave", Key::Q, true),
        ];
        let rect = Rect::from_center_size(
            layout.all.center(),
            vec2(
                380.0f32.min(layout.all.width() - 12.0),
                (rows.len() as f32 * 50.0 + 76.0).min(layout.all.height() - 8.0),
            ),
        );
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "The battle rests",
            fonts::name(24.0),
            p::TEXT,
        );
        let high = ((inner.height() - 36.0) / rows.len() as f32).min(50.0);
        let mut chosen = None;
        for (index, (words, key, can)) in rows.iter().enumerate() {
            let row = Rect::from_min_size(
                pos2(inner.left(), inner.top() + 38.0 + index as f32 * high),
                vec2(inner.width(), high - 6.0),
            );
            let rank = match (index, can) {
                (_, false) => Rank::Off,
                (0, _) => Rank::Main,
                _ => Rank::Plain,
            };
            if pen.button(row, &Button::new(words).key(Press::of(*key)).rank(rank)) {
                chosen = Some(index);
            }
        }
        match chosen? {
            0 => self.over = Over::Nothing,
            1 => {
                self.over = Over::Nothing;
                return Some(Wish::Rulebook(None));
            }
            2 => self.over = Over::Keys,
            3 => return Some(Wish::Options),
            4 => {
                self.over = Over::Nothing;
                return Some(Wish::Picture);
            }
            5 => self.over = Over::Concede,
            _ => return Some(Wish::Menu),
        }
        None
    }
}

pub(super) fn pair(inner: Rect) -> (Rect, Rect) {
    let top = inner.bottom() - 42.0;
    let middle = inner.center().x;
    (
        Rect::from_min_max(pos2(inner.left(), top), pos2(middle - 4.0, inner.bottom())),
        Rect::from_min_max(pos2(middle + 4.0, top), inner.max),
    )
}
