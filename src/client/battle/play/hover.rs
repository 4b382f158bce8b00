//! What the pointer is over, in words.

use super::{Mode, Over, Play};
use crate::board::Arc;
use crate::client::battle::card;
use crate::client::battle::layout::{Layout, Size};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::CombatantId;
use bevy_egui::egui::{Painter, Rect, pos2, vec2};

impl Play {
    /// What protects somebody from each of his sides, in a line; empty where it is all the same
    /// to the rules.
    fn armour(&self, who: CombatantId) -> String {
        let sight = self.sight_now();
        let of = |arc| sight.rules().armour(&sight.ask(), who, arc);
        match (
            of(Arc::Front),
            of(Arc::LeftFlank),
            of(Arc::RightFlank),
            of(Arc::Rear),
        ) {
            (Some(front), Some(left), Some(right), Some(back)) if left == right => {
                format!("Armour: front {front}, flanks {left}, back {back}")
            }
            (Some(front), Some(left), Some(right), Some(back)) => {
                format!("Armour: front {front}, left {left}, right {right}, back {back}")
            }
            _ => String::new(),
        }
    }

    /// What the pointer is over, in words.
    pub(super) fn hover(&self, painter: &Painter, layout: &Layout) {
        let Some(hex) = self.stage.pointed else {
            return;
        };
        if self.over != Over::Nothing || layout.size == Size::Tiny {
            return;
        }
        let board = &self.shown().board;
        let Some(cell) = board.cell(hex) else { return };
        let (column, row) = board.column_row(hex);
        let mut lines = Vec::new();
        if let Some(figure) = self.shown().at(hex) {
            let side = self.sight.side(figure.side);
            lines.push(format!(
                "{} \u{b7} {}, {side}",
                figure.label.name,
                card::spaced(&figure.label.archetype)
            ));
            let bars: Vec<String> = figure
                .bars
                .iter()
                .map(|bar| format!("{} {}/{}", bar.name, bar.now.max(0), bar.full))
                .collect();
            lines.push(bars.join("  "));
            let armour = self.armour(figure.id);
            let more = [
                armour,
                card::state(figure),
                card::intention(figure, self.shown(), self.sight.rules()),
            ];
            lines.extend(more.into_iter().filter(|line| !line.is_empty()));
        }
        lines.push(format!(
            "{column},{row}: {}",
            crate::seat::symbols::describe(cell, board.level_mm)
        ));
        let lying = self.sight.lying().into_iter().filter(|(at, _)| *at == hex);
        lines.extend(lying.map(|(_, name)| format!("Lying here: {name}")));
        for dir in crate::board::Dir::ALL {
            if let Some(edge) = board.edge(hex, dir) {
                lines.push(format!(
                    "{}: {}",
                    self.sight.dir(dir),
                    crate::seat::symbols::edge(edge).1
                ));
            }
        }
        let glimpse = match &self.mode {
            Mode::Asking(prompt) => prompt.glimpse.as_ref().filter(|found| found.hex == hex),
            _ => None,
        };
        let told = lines.len();
        lines.extend(glimpse.iter().flat_map(|glimpse| glimpse.lines.clone()));
        let refused = glimpse.is_some_and(|glimpse| glimpse.refused);
        let at = self
            .stage
            .view
            .camera
            .screen(self.stage.view.lattice.centre(hex));
        let galleys: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let (font, colour) = if index == 0 && told > 1 {
                    (fonts::bold(14.0), p::TEXT)
                } else if index == told {
                    (fonts::bold(13.5), p::GILT)
                } else if index > told && refused {
                    (fonts::plain(13.0), p::DANGER)
                } else {
                    (fonts::plain(13.0), p::DIM)
                };
                paint::wrapped(painter, line, font, colour, 300.0, 2)
            })
            .collect();
        let width = galleys
            .iter()
            .fold(0.0f32, |wide, galley| wide.max(galley.size().x))
            + 18.0;
        let height = galleys.iter().map(|galley| galley.size().y).sum::<f32>() + 10.0;
        let off = 44.0 * self.stage.view.camera.zoom;
        let mut place = at + vec2(off, -off - height * 0.4);
        place.x = place.x.min(layout.board.right() - width).max(4.0);
        place.y = place.y.clamp(
            layout.timeline.bottom() + 4.0,
            layout.bar.top() - height - 4.0,
        );
        let rect = Rect::from_min_size(place, vec2(width, height));
        painter.rect_filled(rect, 3.0, p::LABEL);
        painter.rect_stroke(
            rect,
            3.0,
            (1.0, p::RULE),
            bevy_egui::egui::StrokeKind::Inside,
        );
        let mut y = rect.top() + 5.0;
        for galley in galleys {
            let high = galley.size().y;
            painter.galley(pos2(rect.left() + 9.0, y), galley, p::TEXT);
            y += high;
        }
    }
}
