//! Directions by name, and who may start on what ground.

use super::Checker;
use crate::board::{Cell, Dir, Ground as Kind, Object, Orientation};
use crate::combat::combatant::Posture;
use crate::reading::source::Spot;

/// A direction by its name in the level's orientation.
pub(super) fn direction(
    checker: &mut Checker<'_, '_>,
    orientation: Orientation,
    word: &Spot<String>,
) -> Option<Dir> {
    let found = orientation.dir(&word.value);
    if found.is_none() {
        let (own, other) = match orientation {
            Orientation::PointyTop => ("pointy_top", Orientation::FlatTop),
            Orientation::FlatTop => ("flat_top", Orientation::PointyTop),
        };
        let message = match other.dir(&word.value) {
            Some(_) => format!("`{}` is no direction of a {own} level", word.value),
            None => format!("there is no direction `{}`", word.value),
        };
        checker
            .notes
            .fault(word.span, message)
            .allow(orientation.names());
    }
    found
}

/// Why nobody can start in a hex in a posture, if so (BT-6).
pub(super) fn bad_footing(cell: &Cell, posture: Posture, unconscious: bool) -> Option<String> {
    let blocked = match (cell.ground, cell.object) {
        (_, Some(Object::Pillar)) => Some("a pillar"),
        (Kind::Rock, _) => Some("rock"),
        (Kind::DeepWater, _) => Some("deep water"),
        _ => None,
    };
    if let Some(what) = blocked {
        return Some(format!("nobody can start in {what}"));
    }
    let mounted = posture == Posture::Mounted;
    if mounted && (cell.object.is_some() || cell.ground == Kind::Plank) {
        return Some("nobody can be mounted there: the hex is for those on foot".to_owned());
    }
    let low = matches!(
        posture,
        Posture::Crouching | Posture::Kneeling | Posture::Prone
    );
    if cell.ground == Kind::Crawlway && !low && !unconscious {
        return Some(format!(
            "nobody can be {} in a crawlway, only crouching, kneeling or prone",
            posture.word()
        ));
    }
    let prone = posture == Posture::Prone || unconscious;
    if cell.ground == Kind::Marsh && prone {
        return Some("nobody can lie in a marsh".to_owned());
    }
    None
}
