//! Who threatens what, and who looks where (B-005, B-067, WH-02, WH-06, WH-07).

use super::scene::{Figure, Scene};
use crate::board::arc::{Arc, Sector, arc, sector};
use crate::board::{Dir, Hex, distance, reach};
use crate::combat::combatant::{Place, Posture};

/// The sector of somebody in which a hex lies; the own hex counts as front (B-005).
pub fn sector_of(place: Place, hex: Hex) -> Sector {
    if place.hex == hex {
        Sector::F
    } else {
        sector(place.facing, hex - place.hex)
    }
}

/// Whether a hex lies in the three front sectors (WH-02).
pub fn in_front(place: Place, hex: Hex) -> bool {
    place.hex == hex || arc(place.facing, hex - place.hex) == Arc::Front
}

/// Whether somebody can threaten at all: acting, on his feet or a knee, with a ready weapon (B-067).
pub fn can_threaten(figure: &Figure) -> bool {
    figure.acts().is_ok() && !matches!(figure.posture, Posture::Prone | Posture::Swimming)
}

/// Whether somebody threatens a hex (B-067): in reach, in front, and a blow gets there.
pub fn threatens(scene: &Scene, figure: &Figure, hex: Hex) -> bool {
    let hexes = u32::from(figure.reach(&scene.tables));
    hexes > 0
        && distance(figure.place.hex, hex) <= hexes
        && can_threaten(figure)
        && reach::threatens(
            &scene.board,
            figure.place.hex,
            figure.place.facing,
            hexes,
            hex,
        )
}

/// Enemies of somebody who threaten a hex.
pub fn threats<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    hex: Hex,
) -> impl Iterator<Item = &'s Figure> + 's {
    scene
        .foes(figure)
        .filter(move |foe| threatens(scene, foe, hex))
}

/// Every hex that enemies of somebody threaten, as keys in order.
pub fn threatened(scene: &Scene, figure: &Figure) -> Vec<(i32, i32)> {
    let mut keys = Vec::new();
    for foe in scene.foes(figure).filter(|foe| can_threaten(foe)) {
        let hexes = u32::from(foe.reach(&scene.tables));
        let spots = foe.place.hex.range(hexes);
        let reached = spots.filter(|hex| {
            hexes > 0
                && reach::threatens(&scene.board, foe.place.hex, foe.place.facing, hexes, *hex)
        });
        keys.extend(reached.map(crate::board::hex_key));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The nearest enemy who is conscious, else the nearest at all; of equals the one most in front,
/// then by whose dice he throws.
pub fn nearest_foe<'s>(scene: &'s Scene, figure: &'s Figure) -> Option<&'s Figure> {
    scene.foes(figure).min_by_key(|foe| {
        (
            foe.helpless(),
            distance(figure.place.hex, foe.place.hex),
            off_front(figure.place, foe.place.hex),
            foe.dice,
        )
    })
}

/// Sixths between the facing and the bearing of a hex.
pub fn off_front(place: Place, hex: Hex) -> i32 {
    Dir::ALL
        .into_iter()
        .filter(|dir| {
            sector_of(
                Place {
                    facing: *dir,
                    ..place
                },
                hex,
            ) == Sector::F
        })
        .map(|dir| place.facing.sixths_to(dir).abs())
        .min()
        .unwrap_or(0)
}

/// The facing nearest to the present one, at most so many sixths away, that looks best at a hex: into
/// the front hexside if it can be had, else nearer to it; of equals the right turn.
pub fn facing_towards(place: Place, hex: Hex, sixths: i32) -> Dir {
    let mut turns: Vec<i32> = vec![0];
    for turn in 1..=sixths {
        turns.extend([turn, -turn]);
    }
    turns
        .into_iter()
        .map(|turn| place.facing.turned(turn))
        .min_by_key(|dir| {
            off_front(
                Place {
                    facing: *dir,
                    ..place
                },
                hex,
            )
        })
        .unwrap_or(place.facing)
}
