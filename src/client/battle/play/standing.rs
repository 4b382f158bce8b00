//! The window of standing orders.

use super::{Mode, Over, Play};
use crate::client::battle::layout::Layout;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, DecisionId, Order};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

impl Play {
    /// Standing orders of everybody on the card's side.
    pub(super) fn standing(&mut self, pen: &mut Pen, layout: &Layout) {
        let rect = Rect::from_center_size(
            layout.all.center(),
            vec2(
                720.0f32.min(layout.all.width() - 12.0),
                560.0f32.min(layout.all.height() - 12.0),
            ),
        );
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "Standing orders",
            fonts::name(24.0),
            p::TEXT,
        );
        paint::prose(
            &painter,
            pos2(inner.left(), inner.top() + 32.0),
            "They answer for you, from the end of this card on. A click goes to the next value.",
            fonts::plain(14.0),
            p::DIM,
            inner.width() - 130.0,
            2,
        );
        let close =
            Rect::from_min_size(pos2(inner.right() - 110.0, inner.top()), vec2(110.0, 36.0));
        if pen.button(
            close,
            &Button::new("Close").key(Press::of(Key::Escape)).size(14.0),
        ) || pen.pressed(Press::of(Key::O))
        {
            self.over = Over::Nothing;
        }
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        let own: Vec<(CombatantId, String)> = prompt
            .sight
            .figures
            .iter()
            .filter(|figure| figure.side == prompt.side && !figure.fitness.is_out())
            .map(|figure| (figure.id, figure.label.name.to_string()))
            .collect();
        if own.is_empty() {
            return;
        }
        self.standing_at = self.standing_at.min(own.len() - 1);
        let mut y = inner.top() + 72.0;
        let (who, name) = &own[self.standing_at];
        let head = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 38.0));
        let words = format!("{name} ({} of {})", self.standing_at + 1, own.len());
        if pen.button(
            head,
            &Button::new(&words).key(Press::of(Key::Tab)).size(15.0),
        ) {
            self.standing_at = (self.standing_at + 1) % own.len();
        }
        y += 48.0;
        let topics = prompt.sight.rules().standing(&prompt.sight.ask(), *who);
        if topics.is_empty() {
            painter.text(
                pos2(inner.left(), y),
                Align2::LEFT_TOP,
                "There are no standing orders here.",
                fonts::plain(15.0),
                p::DIM,
            );
        }
        let drafted: Vec<Order> = engine
            .battle
            .seat(prompt.side)
            .map(|seat| seat.side_drafts().cloned().collect())
            .unwrap_or_default();
        for (index, topic) in topics.iter().enumerate() {
            if y + 44.0 > inner.bottom() - 50.0 {
                break;
            }
            let now = topic
                .values
                .iter()
                .position(|(_, choice)| {
                    drafted
                        .iter()
                        .any(|order| order.who == *who && order.choice == *choice)
                })
                .or_else(|| {
                    topic
                        .values
                        .iter()
                        .position(|(words, _)| *words == topic.now)
                });
            paint::line(
                &painter,
                pos2(inner.left(), y + 19.0),
                Align2::LEFT_CENTER,
                &crate::seat::tale::capital(&topic.name),
                fonts::medium(15.0),
                p::TEXT,
                190.0,
            );
            let value = Rect::from_min_size(
                pos2(inner.left() + 200.0, y),
                vec2(inner.width() - 200.0, 38.0),
            );
            let words = now
                .and_then(|now| topic.values.get(now))
                .map_or(topic.now.clone(), |(words, _)| words.clone());
            let mut button = Button::new(&words).size(14.0);
            if let Some(key) = crate::client::keys::DIGITS.get(index) {
                button = button.key(Press::of(*key));
            }
            if pen.button(value, &button) && !topic.values.is_empty() {
                let next = now.map_or(0, |now| (now + 1) % topic.values.len());
                let order = Order {
                    decision: DecisionId::NONE,
                    who: *who,
                    choice: topic.values[next].1.clone(),
                };
                if let Err(refusal) = engine.battle.draft(prompt.side, order) {
                    self.said = Some(refusal.to_string());
                }
            }
            y += 44.0;
        }
        let all = Rect::from_min_max(
            pos2(inner.left(), inner.bottom() - 38.0),
            pos2(inner.left() + 300.0, inner.bottom()),
        );
        if own.len() > 1
            && pen.button(
                all,
                &Button::new("The same for everybody")
                    .key(Press::of(Key::A))
                    .size(14.0),
            )
        {
            let mine: Vec<Choice> = drafted
                .iter()
                .filter(|order| order.who == *who)
                .map(|order| order.choice.clone())
                .collect();
            for (other, _) in &own {
                for choice in &mine {
                    // Whoever cannot take an order keeps his own.
                    let order = Order {
                        decision: DecisionId::NONE,
                        who: *other,
                        choice: choice.clone(),
                    };
                    let _ = engine.battle.draft(prompt.side, order);
                }
            }
        }
    }
}
