//! The tools at the left, one of them in hand.

use super::EditorState;
use crate::client::keys::{DIGITS, Stroke as Press, cap};
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Rect, Stroke, StrokeKind, pos2, vec2};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// Looks at who stands there.
    Select,
    /// Paints ground and what stands on it.
    Terrain,
    /// Raises or lowers.
    Height,
    /// Builds on the nearest side of the hex.
    Wall,
    /// Places people.
    People,
    /// Paints a zone.
    Zone,
    /// Says what has to be done.
    Objective,
    /// Makes plain grass.
    Erase,
    /// Paints all that hangs together.
    Fill,
}

/// The tools with icon and name, each with its number key.
pub(super) const TOOLS: [(Tool, &str, &str, usize); 9] = [
    (Tool::Select, "spyglass", "Select", 1),
    (Tool::Terrain, "high-grass", "Terrain", 2),
    (Tool::Height, "hills", "Height", 3),
    (Tool::Wall, "brick-wall", "Walls", 4),
    (Tool::People, "person", "People", 5),
    (Tool::Zone, "flag-objective", "Zones", 6),
    (Tool::Objective, "laurels-trophy", "Goals", 7),
    (Tool::Erase, "cancel", "Erase", 8),
    (Tool::Fill, "wheat", "Fill", 9),
];

pub(super) fn draw(pen: &mut Pen, rect: Rect, state: &mut EditorState) {
    let painter = pen.painter();
    painter.rect_filled(rect, 0.0, p::PANEL);
    let high = (rect.height() / TOOLS.len() as f32).min(62.0);
    for (index, (tool, icon, name, number)) in TOOLS.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(rect.left() + 3.0, rect.top() + index as f32 * high + 2.0),
            vec2(rect.width() - 6.0, high - 4.0),
        );
        let chosen = state.tool == *tool;
        let key = DIGITS[number - 1];
        if pen.row(place, ("tool", index), false).clicked() || pen.pressed(Press::of(key)) {
            state.tool = *tool;
        }
        if chosen {
            let line = Stroke::new(2.0, p::GILT);
            painter.rect_stroke(place, 0.0, line, StrokeKind::Inside);
        }
        let ink = if chosen { p::GILT } else { p::TEXT };
        let roomy = high > 50.0;
        let middle = if roomy {
            place.top() + 17.0
        } else {
            place.center().y
        };
        let size = (high - 12.0).clamp(14.0, 24.0);
        let left = pos2(place.left() + 13.0, middle);
        pen.icons.draw(&painter, icon, left, size.min(22.0), ink);
        paint::key_cap(
            &painter,
            pos2(place.right() - 20.0, middle),
            &cap(key),
            false,
        );
        if roomy {
            painter.text(
                pos2(place.center().x, place.bottom() - 4.0),
                Align2::CENTER_BOTTOM,
                name,
                fonts::plain(12.5),
                ink,
            );
        }
    }
}
