//! The panels around the board, and what is done at them.

use super::{Mode, Over, Play, Wish};
use crate::board::Arc;
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::panels::Deed;
use crate::client::battle::prompt::{Asked, Prompt};
use crate::client::battle::{card, panels, reaction, strip};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use crate::seat::Sight;
use bevy_egui::egui::{Key, Rect, pos2, vec2};

impl Play {
    pub(super) fn frame_panels(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        layout: &Layout,
        options: &mut Options,
    ) -> Option<Wish> {
        let mut wish = None;
        self.recap_keys(pen);
        let right = layout.all.right()
            - if layout.size == Size::Narrow {
                92.0
            } else {
                306.0
            };
        let mut extra = strip::Extra {
            selected: self.prompt().map(Prompt::who),
            stage: "",
            when: Vec::new(),
            what: String::new(),
            place: self.title.clone(),
        };
        if let Mode::Asking(prompt) = &self.mode {
            extra.when.clone_from(&prompt.when);
            if let (Some(first), Some(last)) = (prompt.when.first(), prompt.when.last()) {
                let name = prompt.sight.name(prompt.who());
                extra.what = if first.0 == last.0 {
                    format!("{name}: {}", first.0)
                } else {
                    format!("{name}: {} to {}", first.0, last.0)
                };
            }
            let engine = self.engine.as_deref();
            extra.stage = engine.map_or("", |engine| engine.battle.flow().stage.word());
        }
        let face = strip::draw(
            pen,
            tokens,
            layout,
            &self.books[self.open].shown,
            self.sight.rules(),
            &extra,
            right - 10.0,
        );
        if let Some(who) = face {
            self.looked = Some(who);
            if let Some(figure) = self.shown().figure(who) {
                let at = self.stage.view.lattice.centre(figure.place.hex);
                self.stage.view.camera.follow(at);
            }
        }
        let mut deeds = Vec::new();
        let mut sheet = false;
        if let Mode::Asking(prompt) = &self.mode {
            if prompt.asked == Asked::Answer && layout.size >= Size::Narrow {
                sheet = true;
                let blows = self.blows(prompt.who());
                deeds = reaction::draw(pen, tokens, layout, prompt, &blows, &mut self.sheet_first);
            } else {
                let commit = commit_words(prompt);
                deeds = panels::choices(pen, layout, prompt, &mut self.panel, commit);
            }
        }
        self.corner_buttons(pen, layout);
        if !sheet {
            self.looked_card(pen, tokens, layout);
            deeds.extend(self.bar(pen, layout, options));
            self.log_tab(pen, layout);
            self.recap_list(pen, layout);
        }
        if self.drawer.open {
            wish = self.log_panel(pen, layout).or(wish);
        }
        if self.over == Over::Nothing {
            for deed in deeds {
                match deed {
                    Deed::Rule(id) => wish = Some(Wish::Rulebook(Some(id))),
                    other => self.obey(other),
                }
            }
            if pen.pressed(Press::of(Key::F1)) {
                wish = Some(Wish::Rulebook(None));
            }
            if pen.pressed(Press::of(Key::Tab)) {
                self.obey(Deed::Turn(1));
            }
            if pen.pressed(Press::shift(Key::Tab)) {
                self.obey(Deed::Turn(-1));
            }
            if pen.pressed(Press::shift(Key::Enter)) {
                self.obey(Deed::TakeAll);
            }
            self.common_keys(pen, options);
        }
        if let Mode::Stuck(fault) = &self.mode {
            let painter = pen.painter();
            let rect = Rect::from_center_size(layout.all.center(), vec2(560.0, 150.0));
            paint::panel(&painter, rect);
            let inner = inside(rect);
            paint::prose(
                &painter,
                inner.min,
                &format!("The game is at fault: {fault}. The battle is kept where it stood."),
                fonts::plain(16.0),
                p::TEXT,
                inner.width(),
                4,
            );
            let button = Rect::from_min_max(
                pos2(inner.right() - 160.0, inner.bottom() - 40.0),
                inner.max,
            );
            if pen.button(button, &Button::new("Menu").key(Press::of(Key::Escape))) {
                wish = Some(Wish::Menu);
            }
        }
        wish
    }

    /// What is known now: to the question that stands, else as the battle began.
    pub(super) fn sight_now(&self) -> &Sight {
        match &self.mode {
            Mode::Asking(prompt) => &prompt.sight,
            _ => &self.sight,
        }
    }

    pub(super) fn looked_card(&self, pen: &Pen, tokens: &mut Tokens, layout: &Layout) {
        let who = self
            .looked
            .or(self
                .stage
                .pointed
                .and_then(|hex| self.shown().at(hex))
                .map(|figure| figure.id))
            .or_else(|| {
                let asked = self.prompt().map(Prompt::who);
                asked.or_else(|| self.shown().figures.first().map(|figure| figure.id))
            });
        if let Some(figure) = who.and_then(|who| self.shown().figure(who)) {
            let side = self.sight.side(figure.side).to_owned();
            let sight = self.sight_now();
            let of = |arc| sight.rules().armour(&sight.ask(), figure.id, arc);
            let armour = of(Arc::Front)
                .zip(of(Arc::Rear))
                .map(|(front, back)| format!("{front} | {back}"));
            card::draw(
                pen,
                tokens,
                layout,
                self.shown(),
                figure,
                &side,
                self.sight.rules(),
                armour,
            );
        }
    }
}

/// What the main button says.
pub(super) fn commit_words(prompt: &Prompt) -> &'static str {
    let (done, all) = prompt.progress();
    let last = all <= done + 1;
    match (prompt.asked, last) {
        (_, false) => "Keep, next",
        (Asked::Plan, true) if prompt.odds.is_none() => "Commit moves",
        (_, true) => "Do it",
    }
}
