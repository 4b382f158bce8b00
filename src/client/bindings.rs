//! Which key does what: a player may put the work of any key on any other. Controls ask for keys by
//! the name they are shipped with; what is pressed and what stands on their caps goes through here.

use bevy_egui::egui::Key;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// The player's own arrangement: an exchange of keys, so that no work is ever without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(String, String)>", into = "Vec<(String, String)>")]
pub struct Bindings(Vec<(Key, Key)>);

impl Bindings {
    /// The key on which the work of a shipped one lies.
    pub fn of(&self, shipped: Key) -> Key {
        let found = self.0.iter().find(|(from, _)| *from == shipped);
        found.map_or(shipped, |(_, to)| *to)
    }

    /// The shipped key whose work lies on a key.
    pub fn on(&self, key: Key) -> Key {
        let found = self.0.iter().find(|(_, to)| *to == key);
        found.map_or(key, |(from, _)| *from)
    }

    /// Puts the work of a shipped key on a key; what lay there goes where that work was before.
    pub fn put(&mut self, shipped: Key, key: Key) {
        let (before, other) = (self.of(shipped), self.on(key));
        self.set(shipped, key);
        if other != shipped {
            self.set(other, before);
        }
    }

    fn set(&mut self, shipped: Key, key: Key) {
        self.0.retain(|(from, _)| *from != shipped);
        if shipped != key {
            self.0.push((shipped, key));
        }
    }

    /// Whether everything is as it was shipped.
    pub fn is_shipped(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<Vec<(String, String)>> for Bindings {
    type Error = String;

    fn try_from(names: Vec<(String, String)>) -> Result<Bindings, String> {
        let key = |name: &String| Key::from_name(name).ok_or(format!("`{name}` is no key"));
        let mut found = Bindings::default();
        for (from, to) in &names {
            found.0.push((key(from)?, key(to)?));
        }
        for (index, (from, to)) in found.0.iter().enumerate() {
            let twice = |(other, on): &(Key, Key)| other == from || on == to;
            if found.0[..index].iter().any(twice) {
                return Err(format!("`{}` has two places or two tasks", from.name()));
            }
            // Whatever is put elsewhere makes room for something: no work is left without a key.
            if !found.0.iter().any(|(_, on)| on == from) {
                return Err(format!("nothing lies on `{}` any more", from.name()));
            }
        }
        Ok(found)
    }
}

impl From<Bindings> for Vec<(String, String)> {
    fn from(bindings: Bindings) -> Vec<(String, String)> {
        let name = |key: &Key| key.name().to_owned();
        let pairs = bindings.0.iter();
        pairs.map(|(from, to)| (name(from), name(to))).collect()
    }
}

thread_local! {
    /// The arrangement in force on the thread of the window.
    static NOW: RefCell<Bindings> = RefCell::default();
}

/// Puts an arrangement in force.
pub fn bind(bindings: &Bindings) {
    NOW.with_borrow_mut(|now| {
        if now != bindings {
            now.clone_from(bindings);
        }
    });
}

/// The key on which the work of a shipped one lies now.
pub fn bound(shipped: Key) -> Key {
    NOW.with_borrow(|now| now.of(shipped))
}

/// Keys in the order in which they are listed, with what they do: in a battle first, then elsewhere.
pub const TASKS: [(Key, &str); 63] = [
    (Key::Enter, "the main button: keep, commit, do it"),
    (Key::Escape, "back; the menu of a battle"),
    (
        Key::Backspace,
        "undo the order of this one; back in the rulebook",
    ),
    (
        Key::Tab,
        "the next one on the card; with Shift the one before",
    ),
    (Key::W, "the hex to the upper left"),
    (Key::E, "the hex to the upper right; the level editor"),
    (Key::D, "the hex to the right; other dice in the set-up"),
    (Key::X, "the hex to the lower right"),
    (Key::Z, "the hex to the lower left"),
    (Key::A, "the hex to the left; again at the end"),
    (Key::S, "keep what is pointed at; swap the sides"),
    (Key::ArrowUp, "the choice before"),
    (Key::ArrowDown, "the next choice"),
    (
        Key::ArrowLeft,
        "turn to the left; the way before; a step back",
    ),
    (
        Key::ArrowRight,
        "turn to the right; the next way; a step on",
    ),
    (
        Key::R,
        "run, or walk again; the rulebook, as they were made",
    ),
    (Key::J, "charge: each way there is"),
    (Key::K, "kneel, or stand up"),
    (Key::L, "look around; load and replays"),
    (Key::Q, "rush; quick battle; save and leave, quit"),
    (Key::N, "say what comes after the walk; a new skirmish"),
    (Key::I, "what the other one may answer"),
    (Key::O, "standing orders; options"),
    (Key::U, "back to the card before, in practice"),
    (Key::G, "the log; with Shift, what of it is wanted"),
    (Key::C, "where he gets to; go on with the last battle"),
    (Key::T, "threatened hexes; first steps, practice"),
    (Key::V, "what he sees; whose view a replay shows"),
    (Key::F, "front, flanks and back"),
    (Key::M, "the map in small"),
    (Key::H, "the grid; hotseat"),
    (Key::P, "pause; a picture, the preset"),
    (Key::Y, "yes, give up"),
    (Key::B, "the board of a quick battle"),
    (Key::Space, "skip; play a replay"),
    (Key::Comma, "slower"),
    (Key::Period, "faster"),
    (Key::Home, "all of the board"),
    (Key::Plus, "nearer"),
    (Key::Minus, "farther"),
    (Key::PageUp, "a page up"),
    (Key::PageDown, "a page down"),
    (Key::Slash, "search"),
    (Key::Questionmark, "all keys"),
    (
        Key::Delete,
        "delete a saved battle; take somebody away in the editor",
    ),
    (Key::OpenBracket, "lower the ground in the editor"),
    (Key::CloseBracket, "raise the ground in the editor"),
    (Key::F1, "the rulebook; who plays the first side"),
    (Key::F2, "who plays the second side"),
    (Key::F3, "who plays the third side"),
    (Key::F4, "who plays the fourth side"),
    (Key::F5, "save; who plays the fifth side"),
    (Key::F11, "full screen"),
    (Key::Num1, "the first choice"),
    (Key::Num2, "the second choice"),
    (Key::Num3, "the third choice"),
    (Key::Num4, "the fourth choice"),
    (Key::Num5, "the fifth choice"),
    (Key::Num6, "the sixth choice"),
    (Key::Num7, "the seventh choice"),
    (Key::Num8, "the eighth choice"),
    (Key::Num9, "the ninth choice"),
    (Key::Num0, "all sides of a replay"),
];

/// What a shipped key does, if it does anything.
pub fn task(shipped: Key) -> Option<&'static str> {
    let found = TASKS.iter().find(|(key, _)| *key == shipped);
    found.map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_taken_changes_places_with_the_one_that_takes_it() {
        let mut bindings = Bindings::default();
        bindings.put(Key::R, Key::T);
        assert_eq!((bindings.of(Key::R), bindings.of(Key::T)), (Key::T, Key::R));
        // A third one takes it from the first.
        bindings.put(Key::J, Key::T);
        assert_eq!(bindings.on(Key::T), Key::J);
        assert_eq!(bindings.of(Key::R), Key::J);
        assert_eq!(bindings.of(Key::T), Key::R);
        bindings.put(Key::J, Key::J);
        bindings.put(Key::R, Key::R);
        assert!(bindings.is_shipped(), "{bindings:?}");
    }

    #[test]
    fn an_arrangement_of_a_file_leaves_no_work_without_a_key() {
        let read = |text: &str| ron::from_str::<Bindings>(text);
        let swapped = read(r#"[("R", "T"), ("T", "R")]"#).unwrap();
        assert_eq!(swapped.of(Key::R), Key::T);
        let text = ron::to_string(&swapped).unwrap();
        assert_eq!(read(&text).unwrap(), swapped);
        assert!(read(r#"[("R", "T")]"#).is_err());
        assert!(read(r#"[("R", "T"), ("T", "R"), ("J", "T")]"#).is_err());
        assert!(read(r#"[("R", "Sausage")]"#).is_err());
    }

    #[test]
    fn every_task_has_one_key() {
        for (index, (key, _)) in TASKS.iter().enumerate() {
            assert!(
                TASKS[..index].iter().all(|(other, _)| other != key),
                "{key:?}"
            );
        }
    }
}
