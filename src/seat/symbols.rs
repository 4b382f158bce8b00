//! Signs and words for the ground and what stands on it.

use crate::board::{Cell, Edge, EdgeKind, Ground, LightGrade, Object, Overlay};
use std::fmt::Debug;

/// A name in words: `ShallowWater` is `shallow water`.
///
/// The names are the register's own, written as one word by the code.
pub fn spaced(name: &impl Debug) -> String {
    let mut words = String::new();
    for letter in format!("{name:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// The sign of a hex and its meaning: fire over object over ground. No letters, which are
/// combatants, and no digits, which are heights.
pub fn ground(cell: &Cell) -> (char, String) {
    if cell.overlays.has(Overlay::Fire) {
        return ('+', "fire".to_owned());
    }
    if let Some(object) = cell.object {
        let sign = match object {
            Object::Tree => '&',
            Object::Pillar => '!',
            Object::Table => ']',
            Object::Crate => '$',
            Object::Barrel => '}',
            Object::Cart => '>',
            Object::Carcass => '?',
        };
        return (sign, spaced(&object));
    }
    let sign = match cell.ground {
        Ground::Grass => '.',
        Ground::Road => '=',
        Ground::Floor => '_',
        Ground::Bridge => '#',
        Ground::Stairs => '%',
        Ground::Plank => '-',
        Ground::Sand => ',',
        Ground::Snow => '*',
        Ground::Mud => '~',
        Ground::Rough => ':',
        Ground::Rubble => ';',
        Ground::Ice => '\'',
        Ground::Undergrowth => '"',
        Ground::TallGrass => '`',
        Ground::Forest => '^',
        Ground::ShallowWater => '(',
        Ground::Marsh => '{',
        Ground::DeepWater => '[',
        Ground::Crawlway => '<',
        Ground::Pit => ')',
        Ground::Rock => '@',
    };
    (sign, spaced(&cell.ground))
}

/// A height as one character: 1 to 9 up, a to i down; more than nine is `+`.
pub fn level(level: i8) -> char {
    match level {
        1..=9 => (b'0' + level as u8) as char,
        -9..=-1 => (b'a' + (-level - 1) as u8) as char,
        _ => '+',
    }
}

/// Signs of hexsides by kind: upright, rising to the right, falling to the right, level.
pub const EDGE_SIGNS: [[char; 4]; 4] = [
    ['|', '/', '\\', '-'],
    ['!', ',', '`', '.'],
    ['+', '+', '+', '+'],
    ['\'', '\'', '\'', '\''],
];

/// The row of [`EDGE_SIGNS`] and the meaning of a hexside.
pub fn edge(edge: Edge) -> (usize, String) {
    match edge.kind {
        EdgeKind::Door if edge.open => (3, "open door".to_owned()),
        EdgeKind::Door if edge.locked => (2, "locked door".to_owned()),
        EdgeKind::Door => (2, "closed door".to_owned()),
        EdgeKind::Wall | EdgeKind::Palisade | EdgeKind::ArrowSlit | EdgeKind::Bars => {
            (0, spaced(&edge.kind))
        }
        EdgeKind::Window
        | EdgeKind::LowWall
        | EdgeKind::Fence
        | EdgeKind::Railing
        | EdgeKind::Hedge
        | EdgeKind::Breastwork
        | EdgeKind::Ladder => (1, spaced(&edge.kind)),
    }
}

/// A hex in words: ground, object, height, what hangs over it.
pub fn describe(cell: &Cell, level_mm: u16) -> String {
    let mut parts = vec![spaced(&cell.ground)];
    if let Some(object) = cell.object {
        parts.push(format!("with a {}", spaced(&object)));
    }
    if cell.level != 0 {
        let height = i32::from(cell.level) * i32::from(level_mm) / 10;
        let way = if height > 0 { "up" } else { "down" };
        parts.push(format!("{} cm {way}", height.abs()));
    }
    for (overlay, word) in [
        (Overlay::Fire, "on fire"),
        (Overlay::SmokeThin, "thin smoke"),
        (Overlay::SmokeThick, "thick smoke"),
        (Overlay::Fog, "fog"),
    ] {
        if cell.overlays.has(overlay) {
            parts.push(word.to_owned());
        }
    }
    if let Some(light) = cell.light {
        parts.push(format!("with a {}", spaced(&light)));
    }
    if cell.exit {
        parts.push("a way off the board".to_owned());
    }
    parts.join(", ")
}

/// The light over a board in words; nothing for bright day.
pub fn light(light: LightGrade) -> Option<String> {
    (light != LightGrade::Bright).then(|| format!("The light is {}.", spaced(&light)))
}
