//! Which key does what, and how it is given to another one.

use crate::client::bindings::{TASKS, task};
use crate::client::keys::{Stroke as Press, cap};
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

/// What is being done to the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeysState {
    at: usize,
    first: usize,
    /// The shipped key whose work waits for its new key.
    waiting: Option<Key>,
    /// It was given one that has work of its own: to be confirmed.
    taken: Option<(Key, Key)>,
}

impl KeysState {
    /// Takes the key that is waited for, before anything else does.
    pub(super) fn take(&mut self, pen: &mut Pen, options: &mut Options) {
        if let Some((shipped, key)) = self.taken {
            if pen.pressed(Press::of(Key::Enter)) {
                options.keys.put(shipped, key);
                self.taken = None;
            } else if pen.pressed(Press::of(Key::Escape)) {
                self.taken = None;
            }
            return;
        }
        let Some(shipped) = self.waiting else { return };
        let Some(key) = pen.keys.take_any().filter(|key| !is_held(*key)) else {
            return;
        };
        self.waiting = None;
        if key == Key::Escape {
            return;
        }
        let other = options.keys.on(key);
        if other != shipped && task(other).is_some() {
            self.taken = Some((shipped, key));
        } else {
            options.keys.put(shipped, key);
        }
    }
}

/// Keys that are held to others and do nothing alone.
fn is_held(key: Key) -> bool {
    use Key::{
        AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight,
    };
    matches!(
        key,
        AltLeft
            | AltRight
            | ControlLeft
            | ControlRight
            | ShiftLeft
            | ShiftRight
            | SuperLeft
            | SuperRight
    )
}

/// The list of all keys.
pub(super) fn draw(pen: &mut Pen, body: Rect, options: &mut Options, state: &mut KeysState) {
    let painter = pen.painter();
    let foot = 52.0f32.min(body.height() * 0.3);
    let high = 34.0;
    let fit = (((body.height() - foot) / high) as usize).clamp(1, TASKS.len());
    let last = TASKS.len() - 1;
    let busy = state.waiting.is_some() || state.taken.is_some();
    if !busy {
        let steps = [
            (Key::ArrowDown, 1),
            (Key::ArrowUp, -1),
            (Key::PageDown, fit as i64),
            (Key::PageUp, -(fit as i64)),
        ];
        for (key, by) in steps {
            if pen.pressed(Press::of(key)) {
                state.at = (state.at as i64 + by).clamp(0, last as i64) as usize;
                state.first = state
                    .first
                    .clamp((state.at + 1).saturating_sub(fit), state.at);
            }
        }
        let wheel = pen.ui.input(|input| {
            let over = input.pointer.hover_pos();
            let over = over.is_some_and(|at| body.contains(at));
            if over {
                input.smooth_scroll_delta().y
            } else {
                0.0
            }
        });
        if wheel.abs() > 1.0 {
            let by = if wheel < 0.0 { 1 } else { -1 };
            state.first = (state.first as i64 + by).max(0) as usize;
        }
        if pen.pressed(Press::of(Key::Enter)) {
            state.waiting = Some(TASKS[state.at.min(last)].0);
        }
    }
    state.first = state.first.min(TASKS.len() - fit);
    for place in 0..fit {
        let at = state.first + place;
        let Some((shipped, words)) = TASKS.get(at) else {
            break;
        };
        let row = Rect::from_min_size(
            pos2(body.left(), body.top() + place as f32 * high),
            vec2(body.width(), high - 3.0),
        );
        let chosen = at == state.at;
        if pen.row(row, ("key", at), chosen).clicked() && !busy {
            state.at = at;
            state.waiting = Some(*shipped);
        }
        let ink = if chosen { p::ON_GILT } else { p::TEXT };
        let waits = state.waiting == Some(*shipped);
        let name = if waits {
            "press it".to_owned()
        } else {
            cap(*shipped)
        };
        let key = paint::key_cap(
            &painter,
            pos2(row.left() + 8.0, row.center().y),
            &name,
            false,
        );
        let moved = options.keys.of(*shipped) != *shipped;
        let words = if moved {
            format!("{words} (was made for {})", shipped.name())
        } else {
            (*words).to_owned()
        };
        let x = (row.left() + 96.0).max(key.right() + 10.0);
        paint::line(
            &painter,
            pos2(x, row.center().y),
            Align2::LEFT_CENTER,
            &words,
            fonts::plain(14.5),
            ink,
            row.right() - x - 8.0,
        );
    }
    let words = match (state.taken, state.waiting) {
        (Some((shipped, key)), _) => format!(
            "{} does this now: {}. {} gives it this work: {}; the other goes to {}. {} leaves both.",
            key.name(),
            task(options.keys.on(key)).unwrap_or("nothing"),
            cap(Key::Enter),
            task(shipped).unwrap_or("nothing"),
            cap(shipped),
            cap(Key::Escape),
        ),
        (None, Some(shipped)) => format!(
            "Press the key for this: {}. Esc leaves it as it is.",
            task(shipped).unwrap_or("nothing")
        ),
        (None, None) => format!(
            "{} of {} keys. A click, or {}, gives the marked work another key.",
            (state.first + fit).min(TASKS.len()),
            TASKS.len(),
            cap(Key::Enter)
        ),
    };
    let colour = if state.taken.is_some() {
        p::WARN
    } else {
        p::DIM
    };
    let room = Rect::from_min_max(pos2(body.left(), body.bottom() - foot + 8.0), body.max);
    paint::within(
        &painter,
        room,
        room.top(),
        &words,
        fonts::plain(14.0),
        colour,
        3,
    );
}
