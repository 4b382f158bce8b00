//! Pointing, by mouse or by the ring of keys, and the keys of a plan.

use super::{Mode, Play};
use crate::board::Hex;
use crate::client::battle::panels::Deed;
use crate::client::battle::prompt::Asked;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use bevy_egui::egui::{Event, Key, vec2};

impl Play {
    /// Pointing, by mouse or by the ring of keys, and the keys of a plan.
    pub(super) fn board_keys(&mut self, pen: &mut Pen, clicked: Option<Hex>) {
        let bounds = self.stage.view.bounds;
        let middle = self.stage.view.camera.frame.center();
        for (key, factor) in [(Key::Plus, 1.25), (Key::Equals, 1.25), (Key::Minus, 0.8)] {
            if pen.pressed(Press::of(key)) {
                self.stage.view.camera.zoom_at(middle, factor, bounds);
            }
        }
        for (key, by) in [
            (Key::ArrowLeft, vec2(90.0, 0.0)),
            (Key::ArrowRight, vec2(-90.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, 90.0)),
            (Key::ArrowDown, vec2(0.0, -90.0)),
        ] {
            if pen.pressed(Press::ctrl(key)) {
                self.stage.view.camera.drag(by, bounds);
            }
        }
        let Mode::Asking(prompt) = &mut self.mode else {
            if let Some(hex) = clicked {
                self.looked = self.books[self.open].shown.at(hex).map(|figure| figure.id);
            }
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        let further = pen.ui.input(|input| {
            let shifted = |event: &Event| {
                matches!(event, Event::PointerButton { modifiers, .. } if modifiers.shift)
            };
            input.modifiers.shift || input.events.iter().any(shifted)
        });
        if let Some(hex) = clicked {
            let own = prompt.card.entries.iter().position(|entry| {
                prompt
                    .sight
                    .figure(entry.decision.who)
                    .is_some_and(|figure| figure.place.hex == hex)
            });
            let end = prompt
                .walk
                .as_ref()
                .and_then(|walk| walk.hexes.last().copied());
            match own.filter(|at| *at != prompt.card.current) {
                Some(at) => prompt.turn_to(engine, at),
                // Another click where the walk ends turns the facing on.
                None if !further
                    && prompt.asked == Asked::Plan
                    && end == Some(hex)
                    && prompt.row.is_none() =>
                {
                    prompt.turn_end(engine, 1)
                }
                None if further => prompt.go_further(engine, hex, self.run_gait),
                None => prompt.point(engine, hex, self.run_gait),
            }
            prompt.cursor = Some(hex);
            self.looked = self.books[self.open].shown.at(hex).map(|figure| figure.id);
        }
        if let Some(dir) = pen.keys.take_ring()
            && let Some(cursor) = prompt.cursor
        {
            let next = crate::board::Dir::new(dir as i32).from(cursor);
            if prompt.sight.board.contains(next) {
                prompt.cursor = Some(next);
                prompt.point(engine, next, self.run_gait);
                self.looked = self.books[self.open].shown.at(next).map(|figure| figure.id);
            }
        }
        if prompt.asked == Asked::Plan {
            if pen.pressed(Press::of(Key::R)) {
                self.run_gait = !self.run_gait;
                prompt.toggle_run(engine);
            }
            if pen.pressed(Press::of(Key::K)) {
                prompt.toggle_knee(engine);
            }
            if pen.pressed(Press::of(Key::J)) {
                prompt.cycle_charge(engine);
            }
            if pen.pressed(Press::of(Key::L)) {
                prompt.toggle_look(engine);
            }
            if pen.pressed(Press::of(Key::Q)) {
                prompt.toggle_flag(engine);
            }
            if pen.pressed(Press::of(Key::N)) {
                prompt.cycle_ahead(engine);
            }
            if pen.pressed(Press::of(Key::ArrowLeft)) {
                prompt.turn_end(engine, -1);
            }
            if pen.pressed(Press::of(Key::ArrowRight)) {
                prompt.turn_end(engine, 1);
            }
        }
        let mut moved = false;
        for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1)] {
            if pen.pressed(Press::of(key)) {
                prompt.step(engine, by);
                moved = true;
            }
        }
        for (key, by) in [(Key::ArrowRight, 1), (Key::ArrowLeft, -1)] {
            if prompt.asked != Asked::Plan && pen.pressed(Press::of(key)) {
                prompt.sideways(engine, by);
                moved = true;
            }
        }
        if moved {
            self.show_choice();
        }
        if pen.pressed(Press::of(Key::S)) {
            self.obey(Deed::Go);
        }
    }
}
