//! The screen of the end, over the board as it was left.

use super::{Mode, Play, Wish};
use crate::client::battle::layout::Layout;
use crate::client::battle::results;
use crate::client::battle::stage::Casting;
use crate::client::field::tokens::Tokens;
use crate::client::look::controls::Pen;
use crate::client::look::palette as p;

impl Play {
    pub(super) fn over_screen(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        layout: &Layout,
    ) -> Option<Wish> {
        let painter = pen.painter();
        painter.rect_filled(layout.all, 0.0, p::BACK);
        self.stage.view.frame(layout.all, false);
        self.stage.view.cover();
        let casting = Casting {
            ground: 90,
            ..Casting::default()
        };
        self.stage
            .draw_ground(&painter, &self.books[self.open].shown, &casting);
        painter.rect_filled(
            layout.all,
            0.0,
            bevy_egui::egui::Color32::from_black_alpha(70),
        );
        let Mode::Over(results) = &mut self.mode else {
            return None;
        };
        let kept = self
            .engine
            .as_deref()
            .map(|engine| match (&engine.unsaved, &engine.kept) {
                (Some(fault), _) => format!("Not kept: {fault}"),
                (None, Some(path)) => format!("Kept in {}", path.display()),
                (None, None) => String::new(),
            });
        results::draw(pen, tokens, layout, results, kept.as_deref().unwrap_or(""))
    }
}
