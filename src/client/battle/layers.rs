//! Which overlays lie on the board, and the row of keys that shows and switches them: each with a
//! swatch of its pattern, so that the row is their legend.

use super::layout::{Layout, Size};
use crate::client::field::screens::{Screen, Screens};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, Stroke, StrokeKind, pos2, vec2};

/// The overlays that are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Where the one who is asked gets to.
    pub reach: bool,
    /// Hexes that are threatened.
    pub threats: bool,
    /// What he sees, and the line to the hex pointed at.
    pub sight: bool,
    /// Front, flanks and back of whoever is pointed at.
    pub arcs: bool,
    /// The map in small; `None`: where the board is larger than the screen.
    pub map: Option<bool>,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            reach: true,
            threats: true,
            sight: false,
            arcs: false,
            map: None,
        }
    }
}

/// What the keys of the row are for, in its order.
const ROW: [(Key, &str, &[Screen]); 5] = [
    (Key::C, "reach", &[Screen::Dots, Screen::Rings]),
    (Key::T, "threat", &[Screen::Hatch, Screen::Cross]),
    (Key::V, "not seen", &[Screen::Stipple]),
    (Key::F, "flank, back", &[Screen::Flank, Screen::Back]),
    (Key::M, "map", &[]),
];

impl Layers {
    fn is_on(&self, index: usize, map: bool) -> bool {
        [self.reach, self.threats, self.sight, self.arcs, map][index]
    }

    fn switch(&mut self, index: usize, map: bool) {
        match index {
            0 => self.reach = !self.reach,
            1 => self.threats = !self.threats,
            2 => self.sight = !self.sight,
            3 => self.arcs = !self.arcs,
            _ => self.map = Some(!map),
        }
    }

    /// Takes the keys of the row.
    pub fn keys(&mut self, pen: &mut Pen, map: bool) {
        for (index, (key, _, _)) in ROW.iter().enumerate() {
            if pen.pressed(Press::of(*key)) {
                self.switch(index, map);
            }
        }
    }

    /// Draws the row in the upper left corner of the board.
    pub fn row(&mut self, pen: &mut Pen, layout: &Layout, screens: &Screens, map: bool) {
        if layout.size < Size::Compact {
            return;
        }
        let painter = pen.painter();
        let rect = place(layout);
        let mut x = rect.left();
        for (index, (key, words, swatches)) in ROW.iter().enumerate() {
            let on = self.is_on(index, map);
            let ink = if on { p::TEXT } else { p::OFF };
            let galley = painter.layout_no_wrap((*words).to_owned(), fonts::medium(12.5), ink);
            let name = crate::client::keys::cap(*key);
            let cap = paint::key_width(&painter, &name);
            let wide = 6.0 + cap + 5.0 + swatches.len() as f32 * 19.0 + galley.size().x + 8.0;
            let chip = Rect::from_min_size(pos2(x, rect.top()), vec2(wide, rect.height()));
            if chip.right() > layout.board.right() {
                break;
            }
            painter.rect_filled(chip, 2.0, p::faded(p::PANEL, 236));
            let line = if on { p::GILT } else { p::RULE };
            painter.rect_stroke(chip, 2.0, Stroke::new(1.0, line), StrokeKind::Inside);
            let middle = chip.center().y;
            let mut at = paint::key_cap(&painter, pos2(chip.left() + 5.0, middle), &name, false)
                .right()
                + 5.0;
            for screen in *swatches {
                let swatch = Rect::from_center_size(pos2(at + 8.0, middle), vec2(16.0, 14.0));
                painter.rect_filled(swatch, 0.0, p::SWATCH);
                screens.swatch(&painter, swatch, *screen);
                at += 19.0;
            }
            painter.text(
                pos2(at, middle),
                Align2::LEFT_CENTER,
                *words,
                fonts::medium(12.5),
                ink,
            );
            if pen.area(chip, ("layer", index)).clicked() {
                self.switch(index, map);
            }
            x = chip.right() + 6.0;
        }
    }
}

/// Where the row lies.
pub fn place(layout: &Layout) -> Rect {
    let left = layout.all.left() + 12.0;
    Rect::from_min_max(
        pos2(left, layout.timeline.bottom() + 7.0),
        pos2(layout.board.right(), layout.timeline.bottom() + 33.0),
    )
}
