//! Keys by name, and those pressed in a frame: each goes to the first control that wants it. They are
//! named as they are shipped; where a player has put their work is looked up here.

use super::bindings::bound;
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
        let name = match bound(self.key) {
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
            Key::Comma => ",",
            Key::Period => ".",
            Key::Plus => "+",
            Key::Minus => "-",
            Key::OpenBracket => "[",
            Key::CloseBracket => "]",
            Key::PageUp => "PgUp",
            Key::PageDown => "PgDn",
            other => other.name(),
        };
        match (self.shift, self.ctrl) {
            (true, _) => format!("Shift {name}"),
            (_, true) => format!("Ctrl {name}"),
            _ => name.to_owned(),
        }
    }
}

/// What stands on the cap of a key.
pub fn cap(key: Key) -> String {
    Stroke::of(key).cap()
}

/// The same for a key by its shipped name, with Shift before it or not; words that are no key stay.
pub fn cap_of(name: &str) -> String {
    let (shift, plain) = match name.strip_prefix("Shift ") {
        Some(plain) => ("Shift ", plain),
        None => ("", name),
    };
    let plain = if plain == "Bksp" { "Backspace" } else { plain };
    match Key::from_name(plain) {
        Some(key) => format!("{shift}{}", cap(key)),
        None => name.to_owned(),
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
                    } if !(*repeat && (*key == bound(Key::Enter) || *key == bound(Key::Space))) => {
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
        let wanted = bound(stroke.key);
        let free = !self.typing || matches!(wanted, Key::Escape | Key::Enter);
        if !free {
            return false;
        }
        let found = self.presses.iter().position(|(key, _, held)| {
            // Some keyboards have the question mark over another sign.
            let asks = *key == Key::Questionmark || (*key == Key::Slash && held.shift);
            if wanted == Key::Questionmark {
                return asks && !held.ctrl;
            }
            *key == wanted
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
        let wanted = bound(wanted);
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

    /// Takes whatever key was pressed alone, whatever it does otherwise: to give it other work.
    pub fn take_any(&mut self) -> Option<Key> {
        let found = self.presses.first().map(|(key, ..)| *key);
        self.presses.clear();
        self.signs.clear();
        found
    }

    /// Whether anything was pressed.
    pub fn any(&self) -> bool {
        !self.presses.is_empty()
    }
}
