//! The cover between two people, and who sits down behind it.

use super::{Mode, Play};
use crate::client::bindings::bound;
use crate::client::field::tokens::Tokens;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::SideId;
use crate::seat::Sight;
use bevy_egui::egui::{Align2, Key, Rect, Response, Sense, vec2};

/// How long the cover is held until it opens, in seconds. The press that sealed the last card must
/// not open this one.
const HOLD: f32 = 0.6;

/// Draws the cover of a side and nothing else: it takes nothing of the battle but the side's name.
/// `share` is how much of the hold is done. The button's response.
pub fn face(
    pen: &Pen,
    tokens: &mut Tokens,
    all: Rect,
    side: SideId,
    name: &str,
    share: f32,
) -> Response {
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    paint::panel(&painter, all.shrink(10.0));
    let centre = all.center();
    let tall = (all.height() * 0.28).min(220.0);
    tokens.shield(&painter, centre - vec2(0.0, tall * 0.55), tall, side);
    let size = if all.width() > 700.0 { 44.0 } else { 28.0 };
    painter.text(
        centre + vec2(0.0, tall * 0.22),
        Align2::CENTER_CENTER,
        format!("{name}, take the seat"),
        fonts::name(size),
        p::TEXT,
    );
    let button = Rect::from_center_size(
        centre + vec2(0.0, tall * 0.22 + 74.0),
        vec2(300.0f32.min(all.width() - 40.0), 58.0),
    );
    painter.rect_filled(button, 2.0, p::CONTROL);
    painter.rect_filled(
        Rect::from_min_size(button.min, vec2(button.width() * share, button.height())),
        2.0,
        p::GILT,
    );
    let ink = if share > 0.5 { p::ON_GILT } else { p::TEXT };
    painter.text(
        button.center(),
        Align2::CENTER_CENTER,
        format!(
            "Hold {}, or hold this, to open",
            crate::client::keys::cap(Key::Enter)
        ),
        fonts::bold(16.0),
        ink,
    );
    pen.ui
        .interact(button, bevy_egui::egui::Id::new("cover"), Sense::click())
}

impl Play {
    /// The cover between two people: nothing else is drawn.
    pub(super) fn cover(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        all: Rect,
        side: SideId,
        seconds: f32,
    ) {
        let name = self.sight.side(side).to_owned();
        let share = (self.held / HOLD).min(1.0);
        let response = face(pen, tokens, all, side, &name, share);
        let down = pen.ui.input(|input| {
            [Key::Enter, Key::Space]
                .iter()
                .any(|key| input.key_down(bound(*key)))
        });
        let held = down || response.is_pointer_button_down_on();
        self.held = if held {
            self.held + seconds.max(0.001)
        } else {
            0.0
        };
        if self.held >= HOLD {
            self.held = 0.0;
            self.uncover(side);
        }
    }

    /// A side sits down: it is shown what it saw since the last time, then asked.
    pub(super) fn uncover(&mut self, side: SideId) {
        self.viewer = self
            .engine
            .as_deref()
            .and_then(|engine| engine.battle.status().team(side));
        self.open = usize::from(side.0);
        if let Some(engine) = self.engine.as_deref_mut() {
            let ground = engine.ground.clone();
            self.sight = Sight::new(&mut engine.battle, &ground, Some(side));
        }
        self.mode = Mode::Watching;
        self.books[self.open].since.clear();
        self.news();
        self.recap = true;
    }
}
