//! Keys by name, and those pressed in a frame: each goes to the first control that wants it.

use bevy_egui::egui::{Context, Event, Key, Modifiers};

/// A key with what must be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// With Shift.
    pub shift: bool,
    /// With Ctrl.
    pub ctrl: bool,
}

impl Stroke {
    /// A key alone.
    pub const fn of(key: Key) -> Stroke {
        Stroke {
            key,
            shift: false,
            ctrl: false,
        }
    }

    /// With Shift held.
    pub const fn shift(key: Key) -> Stroke {
        Stroke {
            key,
            shift: true,
            ctrl: false,
        }
    }

    /// With Ctrl held.
    pub const fn ctrl(key: Key) -> Stroke {
        Stroke {
            key,
            shift: false,
            ctrl: true,
        }
    }

    /// What stands on its cap.
    pub fn cap(self) -> String {
        let name = match self.key {
            Key::Escape => "Esc",
            Key::Backspace => "Bksp",
            Key::ArrowLeft => "Left",
            Key::ArrowRight => "Right",
            Key::ArrowUp => "Up",
            Key::ArrowDown => "Down",
            Key::Slash => "/",
            Key::Questionmark => "?",
            Key::Num0 => "0",
            Key::Num1 => "1",
            Key::Num2 => "2",
            Key::Num3 => "3",
            Key::Num4 => "4",
            Key::Num5 => "5",
            Key::Num6 => "6",
            Key::Num7 => "7",
            Key::Num8 => "8",
            Key::Num9 => "9",
            Key::Delete => "Del",
            other => other.name(),
        };
        match (self.shift, self.ctrl) {
            (true, _) => format!("Shift {name}"),
            (_, true) => format!("Ctrl {name}"),
            _ => name.to_owned(),
        }
    }
}

/// The number keys from 1 on.
pub const DIGITS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// The ring of six directions from 0 clockwise, by place on the keyboard: W E / A D / Z X.
pub const RING: [Key; 6] = [Key::D, Key::X, Key::Z, Key::A, Key::W, Key::E];

/// What was pressed this frame and is not taken yet.
#[derive(Default)]
pub struct Keys {
    presses: Vec<(Key, Option<Key>, Modifiers)>,
    signs: Vec<String>,
    /// Text fields have the keyboard.
    pub typing: bool,
}

impl Keys {
    /// The presses of this frame.
    pub fn read(ctx: &Context) -> Keys {
        let typing = ctx.egui_wants_keyboard_input()
            && ctx.memory(|memory| memory.focused().is_some())
            && ctx.text_edit_focused();
        let presses = ctx.input(|input| {
            input
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Key {
                        key,
                        physical_key,
                        pressed: true,
                        repeat,
                        modifiers,
                        // A key that is held down answers one question only.
                    } if !(*repeat && matches!(key, Key::Enter | Key::Space)) => {
                        Some((*key, *physical_key, *modifiers))
                    }
                    _ => None,
                })
                .collect()
        });
        let signs = ctx.input(|input| {
            let typed = input.events.iter().filter_map(|event| match event {
                Event::Text(text) => Some(text.clone()),
                _ => None,
            });
            typed.collect()
        });
        Keys {
            presses,
            signs,
            typing,
        }
    }

    /// Nothing pressed.
    pub fn none() -> Keys {
        Keys::default()
    }

    /// Takes a press by the letter on the key.
    pub fn take(&mut self, stroke: Stroke) -> bool {
        let free = !self.typing || matches!(stroke.key, Key::Escape | Key::Enter);
        if !free {
            return false;
        }
        let found = self.presses.iter().position(|(key, _, held)| {
            // Some keyboards have the question mark over another sign.
            let asks = *key == Key::Questionmark || (*key == Key::Slash && held.shift);
            if stroke.key == Key::Questionmark {
                return asks && !held.ctrl;
            }
            *key == stroke.key
                && held.shift == stroke.shift
                && (held.ctrl || held.command) == stroke.ctrl
        });
        found.map(|at| self.presses.remove(at)).is_some()
    }

    /// Takes a press by its place on the keyboard.
    pub fn take_place(&mut self, wanted: Key) -> bool {
        if self.typing {
            return false;
        }
        let found = self.presses.iter().position(|(key, place, held)| {
            place.unwrap_or(*key) == wanted && !held.ctrl && !held.command && !held.shift
        });
        found.map(|at| self.presses.remove(at)).is_some()
    }

    /// Takes a sign that has no key of its own on every keyboard.
    pub fn take_sign(&mut self, sign: &str) -> bool {
        let found = self
            .signs
            .iter()
            .position(|typed| typed == sign)
            .filter(|_| !self.typing);
        found.map(|at| self.signs.remove(at)).is_some()
    }

    /// Takes a number key: 0 for the first.
    pub fn take_digit(&mut self) -> Option<usize> {
        DIGITS.iter().position(|key| self.take(Stroke::of(*key)))
    }

    /// Takes a key of the ring: the direction's number.
    pub fn take_ring(&mut self) -> Option<usize> {
        RING.iter().position(|key| self.take_place(*key))
    }

    /// Whether anything was pressed.
    pub fn any(&self) -> bool {
        !self.presses.is_empty()
    }
}
