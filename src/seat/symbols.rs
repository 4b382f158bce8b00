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
        return ('¤', "fire".to_owned());
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

/// A height as one character: 1 to 9 up, a to i down; more than nine is `±`.
pub fn level(level: i8) -> char {
    match level {
        1..=9 => (b'0' + level as u8) as char,
        -9..=-1 => (b'a' + (-level - 1) as u8) as char,
        _ => '±',
    }
}

/// The sign of a hexside as it runs (upright, rising to the right, falling to the right, level) and
/// its meaning. Walls alone show how they run; where another sign stands tells which side it is, and
/// every kind needs one that nothing else on a board has.
pub fn edge(edge: Edge) -> ([char; 4], String) {
    let sign = match edge.kind {
        EdgeKind::Wall => return (['|', '/', '\\', '¯'], spaced(&edge.kind)),
        EdgeKind::Door if edge.open => return (['´'; 4], "open door".to_owned()),
        EdgeKind::Door if edge.locked => return (['¢'; 4], "locked door".to_owned()),
        EdgeKind::Door => return (['+'; 4], "closed door".to_owned()),
        EdgeKind::Palisade => '†',
        EdgeKind::ArrowSlit => '¡',
        EdgeKind::Bars => '‡',
        EdgeKind::Window => '¨',
        EdgeKind::LowWall => '¬',
        EdgeKind::Fence => '×',
        EdgeKind::Railing => '÷',
        EdgeKind::Hedge => '°',
        EdgeKind::Breastwork => '»',
        EdgeKind::Ladder => '¦',
    };
    ([sign; 4], spaced(&edge.kind))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::letters::{FOES, FRIENDS};
    use std::collections::BTreeMap;

    #[test]
    fn every_sign_means_one_thing() {
        let mut meanings: BTreeMap<char, String> = BTreeMap::new();
        let mut put = |sign: char, word: &str| {
            assert!(!sign.is_alphanumeric(), "{sign} {word}");
            let known = meanings.insert(sign, word.to_owned());
            assert!(known.is_none(), "{sign} is {known:?} and {word}");
        };
        let mut cell = Cell::default();
        for kind in [
            Ground::Grass,
            Ground::Road,
            Ground::Floor,
            Ground::Bridge,
            Ground::Stairs,
            Ground::Plank,
            Ground::Sand,
            Ground::Snow,
            Ground::Mud,
            Ground::Rough,
            Ground::Rubble,
            Ground::Ice,
            Ground::Undergrowth,
            Ground::TallGrass,
            Ground::Forest,
            Ground::ShallowWater,
            Ground::Marsh,
            Ground::DeepWater,
            Ground::Crawlway,
            Ground::Pit,
            Ground::Rock,
        ] {
            cell.ground = kind;
            let (sign, word) = ground(&cell);
            put(sign, &word);
        }
        for object in [
            Object::Tree,
            Object::Pillar,
            Object::Table,
            Object::Crate,
            Object::Barrel,
            Object::Cart,
            Object::Carcass,
        ] {
            cell.object = Some(object);
            let (sign, word) = ground(&cell);
            put(sign, &word);
        }
        cell.overlays = cell.overlays.with(Overlay::Fire);
        let (sign, word) = ground(&cell);
        put(sign, &word);
        let mut sides: Vec<Edge> = [
            EdgeKind::Wall,
            EdgeKind::Palisade,
            EdgeKind::ArrowSlit,
            EdgeKind::Bars,
            EdgeKind::Window,
            EdgeKind::LowWall,
            EdgeKind::Fence,
            EdgeKind::Railing,
            EdgeKind::Hedge,
            EdgeKind::Breastwork,
            EdgeKind::Ladder,
            EdgeKind::Door,
            EdgeKind::Door,
            EdgeKind::Door,
        ]
        .map(Edge::new)
        .to_vec();
        sides[12].locked = true;
        sides[13].open = true;
        for side in sides {
            let (mut signs, word) = (edge(side).0.to_vec(), edge(side).1);
            signs.dedup();
            signs.iter().for_each(|sign| put(*sign, &word));
        }
        put(level(10), "a great height");
        put(FRIENDS, "own");
        put(FOES, "foes");
    }
}
