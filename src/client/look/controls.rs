//! Controls: each shows its key, and pressing the key is the same as clicking.

use super::icons::Icons;
use super::{fonts, paint, palette as p};
use crate::client::keys::{Keys, Stroke as Press, cap_of};
use bevy_egui::egui::{
    Align2, Color32, Id, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The one main button.
    Main,
    /// Any other.
    Plain,
    /// One of several, chosen.
    Chosen,
    /// Cannot be had now.
    Off,
    /// On paper.
    Paper,
}

/// What a button is.
pub struct Button<'b> {
    /// Its words.
    pub words: &'b str,
    /// Its icon, or none.
    pub icon: &'b str,
    /// Its key, if it has one.
    pub key: Option<Press>,
    /// How it looks.
    pub rank: Rank,
    /// Size of the words.
    pub size: f32,
}

impl<'b> Button<'b> {
    /// A button of words.
    pub fn new(words: &'b str) -> Button<'b> {
        Button {
            words,
            icon: "",
            key: None,
            rank: Rank::Plain,
            size: 16.0,
        }
    }

    /// With a key.
    #[must_use]
    pub fn key(mut self, key: Press) -> Button<'b> {
        self.key = Some(key);
        self
    }

    /// With a rank.
    #[must_use]
    pub fn rank(mut self, rank: Rank) -> Button<'b> {
        self.rank = rank;
        self
    }

    /// With an icon.
    #[must_use]
    pub fn icon(mut self, icon: &'b str) -> Button<'b> {
        self.icon = icon;
        self
    }

    /// With words of a size.
    #[must_use]
    pub fn size(mut self, size: f32) -> Button<'b> {
        self.size = size;
        self
    }
}

/// A context of drawing: where, with which icons, which keys are down this frame.
pub struct Pen<'a> {
    /// The surface and its input.
    pub ui: &'a mut Ui,
    /// Icons.
    pub icons: &'a Icons,
    /// Keys pressed this frame that nobody has taken yet.
    pub keys: &'a mut Keys,
}

impl Pen<'_> {
    /// The painter of the surface.
    pub fn painter(&self) -> Painter {
        self.ui.painter().clone()
    }

    /// A place that can be clicked.
    pub fn area(&mut self, rect: Rect, id: impl std::hash::Hash + std::fmt::Debug) -> Response {
        self.ui
            .interact(rect, Id::new(("area", id)), Sense::click())
    }

    /// Whether a key was pressed; nobody else gets it then.
    pub fn pressed(&mut self, key: Press) -> bool {
        self.keys.take(key)
    }

    /// A button; whether it was clicked or its key pressed.
    pub fn button(&mut self, rect: Rect, button: &Button) -> bool {
        let response = self.area(rect, (button.words, rect.min.x as i32, rect.min.y as i32));
        let off = button.rank == Rank::Off;
        let painter = self.painter();
        let (ground, ink, line) = match button.rank {
            Rank::Main => (p::GILT, p::ON_GILT, Color32::from_rgb(0xFF, 0xE3, 0xA0)),
            Rank::Plain | Rank::Chosen => {
                (p::CONTROL, p::TEXT, Color32::from_rgb(0x67, 0x70, 0x6E))
            }
            Rank::Off => (
                Color32::from_rgb(0x23, 0x28, 0x2C),
                p::OFF,
                Color32::from_rgb(0x3C, 0x44, 0x46),
            ),
            Rank::Paper => (p::PAPER_CONTROL, p::INK, p::PAPER_RULE),
        };
        let ground = if response.hovered() && !off {
            lighter(ground)
        } else {
            ground
        };
        painter.rect_filled(rect, 2.0, ground);
        painter.rect_stroke(rect, 2.0, Stroke::new(1.0, line), StrokeKind::Inside);
        if button.rank == Rank::Chosen || (response.has_focus() && !off) {
            painter.rect_stroke(
                rect.shrink(1.0),
                2.0,
                Stroke::new(2.0, p::GILT),
                StrokeKind::Inside,
            );
        }
        self.face(rect, button, ink);
        if off {
            // A key of what cannot be had does nothing else either.
            if let Some(key) = button.key {
                self.keys.take(key);
            }
            return false;
        }
        response.clicked() || button.key.is_some_and(|key| self.keys.take(key))
    }

    /// Icon, words and key of a button, in the middle.
    fn face(&self, rect: Rect, button: &Button, ink: Color32) {
        let painter = self.painter();
        let font = if button.rank == Rank::Main && button.size >= 18.0 {
            fonts::name(button.size)
        } else {
            fonts::bold(button.size)
        };
        let cap = button.key.map(|key| key.cap());
        let cap_width = cap
            .as_ref()
            .map_or(0.0, |cap| paint::key_width(&painter, cap) + 9.0);
        let icon_width = if button.icon.is_empty() {
            0.0
        } else {
            button.size + 9.0
        };
        let room = (rect.width() - cap_width - icon_width - 12.0).max(8.0);
        let galley = paint::wrapped(&painter, button.words, font, ink, room, 1);
        let words = if button.words.is_empty() {
            0.0
        } else {
            galley.size().x
        };
        let mut x = rect.center().x - (words + cap_width + icon_width) / 2.0;
        if icon_width > 0.0 {
            self.icons.draw(
                &painter,
                button.icon,
                pos2(x + button.size / 2.0, rect.center().y),
                button.size + 3.0,
                ink,
            );
            x += icon_width;
        }
        if !button.words.is_empty() {
            painter.galley(
                pos2(x, rect.center().y - galley.size().y / 2.0),
                galley,
                ink,
            );
            x += words + 9.0;
        }
        if let Some(cap) = cap {
            paint::key_cap(
                &painter,
                pos2(x.min(rect.right() - cap_width), rect.center().y),
                &cap,
                button.rank == Rank::Paper,
            );
        }
    }

    /// Which of several ways this is, with an arrow to each side; the place it took, left of a
    /// point, and which arrow was clicked.
    pub fn stepper(
        &mut self,
        right_centre: Pos2,
        at: usize,
        of: usize,
        ink: Color32,
        id: impl std::hash::Hash + std::fmt::Debug + Copy,
    ) -> (Rect, i32) {
        const ARM: f32 = 16.0;
        let painter = self.painter();
        let words = format!("{}/{of}", at + 1);
        let galley = painter.layout_no_wrap(words, fonts::medium(12.0), ink);
        let size = vec2(galley.size().x + 2.0 * ARM, 22.0);
        let rect = Rect::from_min_size(right_centre - vec2(size.x, size.y / 2.0), size);
        painter.galley(rect.center() - galley.size() / 2.0, galley, ink);
        let mut turned = 0;
        for (side, by) in [(rect.left() + ARM / 2.0, -1), (rect.right() - ARM / 2.0, 1)] {
            let middle = pos2(side, rect.center().y);
            let arm = Rect::from_center_size(middle, vec2(ARM, size.y));
            let response = self.area(arm, (id, by));
            let reach = 4.0 * by as f32;
            let grow = if response.hovered() { 1.3 } else { 1.0 };
            paint::filled(
                &painter,
                vec![
                    middle + vec2(reach, 0.0) * grow,
                    middle + vec2(-reach * 0.6, 4.5) * grow,
                    middle + vec2(-reach * 0.6, -4.5) * grow,
                ],
                ink,
            );
            if response.clicked() {
                turned = by;
            }
        }
        (rect, turned)
    }

    /// A row of a list: ground by state; whether it was clicked.
    pub fn row(
        &mut self,
        rect: Rect,
        id: impl std::hash::Hash + std::fmt::Debug,
        chosen: bool,
    ) -> Response {
        let response = self.area(rect, id);
        let painter = self.painter();
        let ground = if chosen {
            p::GILT
        } else if response.hovered() {
            p::CONTROL
        } else {
            p::CARD
        };
        painter.rect_filled(rect, 0.0, ground);
        response
    }

    /// A small heading.
    pub fn caption(&self, x: f32, y: f32, text: &str) {
        let painter = self.painter();
        painter.text(
            pos2(x, y),
            Align2::LEFT_TOP,
            fonts::shown(&text.to_uppercase()),
            fonts::bold(12.5),
            p::DIM,
        );
    }
}

fn lighter(colour: Color32) -> Color32 {
    let up = |value: u8| value.saturating_add(14);
    Color32::from_rgb(up(colour.r()), up(colour.g()), up(colour.b()))
}

/// A line of keys with what they do, from left to right; how far it reaches.
pub fn legend(
    painter: &Painter,
    icons: &Icons,
    at: bevy_egui::egui::Pos2,
    width: f32,
    entries: &[(&str, &[&str], &str)],
) -> f32 {
    let mut x = at.x;
    for (icon, keys, words) in entries {
        let start = x;
        let text = painter.layout_no_wrap((*words).to_owned(), fonts::plain(14.0), p::DIM);
        let names: Vec<String> = keys.iter().map(|key| cap_of(key)).collect();
        let caps: f32 = names
            .iter()
            .map(|key| paint::key_width(painter, key) + 3.0)
            .sum();
        let icon_width = if icon.is_empty() { 0.0 } else { 20.0 };
        if start + caps + text.size().x + icon_width > at.x + width {
            break;
        }
        if !icon.is_empty() {
            icons.draw(painter, icon, pos2(x + 8.0, at.y), 16.0, p::DIM);
            x += icon_width;
        }
        for key in &names {
            x = paint::key_cap(painter, pos2(x, at.y), key, false).right() + 3.0;
        }
        let size = text.size();
        painter.galley(pos2(x + 2.0, at.y - size.y / 2.0), text, p::DIM);
        x += size.x + 14.0;
    }
    x
}

/// A thin rule across a panel.
pub fn rule(painter: &Painter, rect: Rect, y: f32) {
    painter.line_segment(
        [pos2(rect.left() + 14.0, y), pos2(rect.right() - 14.0, y)],
        Stroke::new(1.0, p::RULE),
    );
}

/// The rectangle inside a panel's frame.
pub fn inside(rect: Rect) -> Rect {
    rect.shrink2(vec2(15.0, 13.0))
}
