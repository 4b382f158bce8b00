//! Where everything stands in a battle, by the size of the window. Pure: tested without one.

use bevy_egui::egui::{Rect, Vec2, pos2, vec2};

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// The board, the prompt and the main button only.
    Tiny,
    /// One panel at a time, as a sheet from below.
    Narrow,
    /// Below 1440 points.
    Compact,
    /// As the pictures.
    Regular,
    /// Above 2200.
    Wide,
}

/// The places of a battle's panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// How much room there is.
    pub size: Size,
    /// The whole window.
    pub all: Rect,
    /// The strip above.
    pub timeline: Rect,
    /// The card of whoever is looked at, lower left.
    pub card: Rect,
    /// The panel of choices, right.
    pub panel: Rect,
    /// The prompt, below.
    pub bar: Rect,
    /// The log, lower right.
    pub log: Rect,
    /// The sheet of reactions, below.
    pub sheet: Rect,
    /// What is left for the board.
    pub board: Rect,
}

const GAP: f32 = 12.0;

impl Layout {
    /// The places in a window of a size.
    pub fn new(all: Rect) -> Layout {
        let (w, h) = (all.width(), all.height());
        let size = if w < 480.0 || h < 320.0 {
            Size::Tiny
        } else if w < 1000.0 || h < 560.0 {
            Size::Narrow
        } else if w < 1440.0 || h < 800.0 {
            Size::Compact
        } else if w < 2200.0 {
            Size::Regular
        } else {
            Size::Wide
        };
        let place = |x: f32, y: f32, size: Vec2| Rect::from_min_size(all.min + vec2(x, y), size);
        let (strip, panel, card, bar, log) = match size {
            Size::Tiny => (0.0, vec2(0.0, 0.0), vec2(0.0, 0.0), 48.0, vec2(0.0, 0.0)),
            Size::Narrow => (
                52.0,
                vec2(w - 2.0 * GAP, (h * 0.5).min(h - 230.0).round()),
                vec2(0.0, 0.0),
                58.0,
                vec2(0.0, 0.0),
            ),
            Size::Compact => (
                74.0,
                vec2(320.0, 0.0),
                vec2(262.0, 172.0),
                68.0,
                vec2(320.0, 68.0),
            ),
            Size::Regular => (
                92.0,
                vec2(372.0, 0.0),
                vec2(330.0, 222.0),
                82.0,
                vec2(372.0, 82.0),
            ),
            Size::Wide => (
                108.0,
                vec2(460.0, 0.0),
                vec2(420.0, 300.0),
                92.0,
                vec2(460.0, 300.0),
            ),
        };
        let timeline = place(0.0, 0.0, vec2(w, strip));
        let bottom = h - GAP;
        let card_rect = place(GAP, bottom - card.y, card);
        let (panel_rect, log_rect, bar_rect, board) = match size {
            Size::Tiny => {
                let none = place(0.0, 0.0, Vec2::ZERO);
                (
                    none,
                    none,
                    place(0.0, h - bar, vec2(w, bar)),
                    Rect::from_min_max(all.min, pos2(all.max.x, all.max.y - bar)),
                )
            }
            Size::Narrow => {
                let bar_rect = place(GAP, bottom - bar, vec2(w - 2.0 * GAP, bar));
                let sheet = place(GAP, bottom - bar - 6.0 - panel.y, panel);
                let board = Rect::from_min_max(
                    pos2(all.min.x, timeline.max.y),
                    pos2(all.max.x, sheet.min.y),
                );
                (sheet, place(0.0, 0.0, Vec2::ZERO), bar_rect, board)
            }
            _ => {
                let x = w - GAP - panel.x;
                let top = strip + GAP;
                let log_rect = place(x, bottom - log.y, log);
                let tall = log_rect.min.y - GAP - (all.min.y + top);
                let panel_rect = place(x, top, vec2(panel.x, tall));
                let left = GAP + card.x + GAP;
                let bar_rect = place(left, bottom - bar, vec2(x - GAP - left, bar));
                let board = Rect::from_min_max(
                    pos2(all.min.x + GAP, timeline.max.y + 8.0),
                    pos2(panel_rect.min.x - 8.0, bar_rect.min.y - 8.0),
                );
                (panel_rect, log_rect, bar_rect, board)
            }
        };
        let sheet_size = vec2(
            (w - 2.0 * GAP).min(if size == Size::Wide { 1500.0 } else { 1180.0 }),
            if size == Size::Wide {
                372.0
            } else {
                (h * 0.40).clamp(200.0, 316.0)
            },
        );
        let sheet = Rect::from_min_size(
            pos2(
                all.center().x - sheet_size.x / 2.0,
                all.max.y - GAP - sheet_size.y,
            ),
            sheet_size,
        );
        Layout {
            size,
            all,
            timeline,
            card: card_rect,
            panel: panel_rect,
            bar: bar_rect,
            log: log_rect,
            sheet,
            board,
        }
    }

    /// The panels that are there at this size.
    pub fn panels(&self) -> Vec<Rect> {
        [self.timeline, self.card, self.panel, self.bar, self.log]
            .into_iter()
            .filter(|rect| rect.is_positive())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_panel_lies_over_another_or_leaves_the_window() {
        for (w, h) in [
            (1280.0, 720.0),
            (1920.0, 1080.0),
            (2560.0, 1440.0),
            (3840.0, 2160.0),
        ] {
            for scale in [0.75, 1.0, 1.5, 2.0, 3.0] {
                let all = Rect::from_min_size(pos2(0.0, 0.0), vec2(w / scale, h / scale));
                let layout = Layout::new(all);
                let panels = layout.panels();
                for (index, panel) in panels.iter().enumerate() {
                    assert!(all.contains_rect(*panel), "{w}x{h} at {scale}: {panel:?}");
                    for other in &panels[index + 1..] {
                        assert!(
                            !panel.shrink(0.5).intersects(other.shrink(0.5)),
                            "{w}x{h} at {scale}"
                        );
                    }
                }
                assert!(all.contains_rect(layout.sheet));
                assert!(
                    layout.board.width() > 180.0 && layout.board.height() > 80.0,
                    "{w}x{h} at {scale}: {:?}",
                    layout.board
                );
                assert!(
                    layout.size == Size::Narrow
                        || layout.size == Size::Tiny
                        || layout.panel.height() > 380.0,
                    "{w}x{h} at {scale}: {:?}",
                    layout.panel
                );
            }
        }
        assert_eq!(
            Layout::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(320.0, 200.0))).size,
            Size::Tiny
        );
    }
}
