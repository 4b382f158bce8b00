//! Attacks on an area: where a failed one comes down, and whom a burst harms (P-104, P-130, B-029).
//!
//! The thrower's check is an attack like any other; there is no defence against what bursts (P-212).

use super::attack::{self, AttackContext};
use super::check::Band;
use super::derive;
use super::facing::Arc4;
use super::outlook::arc_of;
use super::scene::{Figure, Scene};
use crate::board::cover::blast_protection;
use crate::board::push::{PushStep, push_step};
use crate::board::sight::eye;
use crate::board::{Board, Dir, Hex};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};

/// Everything one attack on an area needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lob {
    /// The check.
    pub attack: AttackContext,
    /// The hex it is meant for.
    pub hex: Hex,
    /// The thrower's facing: scatter is counted from it (P-130).
    pub facing: Dir,
    /// Radius of the Area of Effect in hexes (P-104).
    pub radius: u8,
}

/// What has been thrown and bursts in Resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burst {
    /// The weapon's name in the tables.
    pub weapon: smol_str::SmolStr,
    /// Where it bursts.
    pub hex: Hex,
    /// Where it was meant to.
    pub meant: Hex,
    /// A Critical Hit: those in the hex it was meant for lose Critical as well (H-13).
    pub critical: bool,
}

/// Direction and hexes of a failed attack on an area: a d6 clockwise from the thrower's Forward, and
/// 2 % of the distance for each pip of a d10; halves up, at least one hex (P-130).
pub fn scatter(facing: Dir, metres: u32, d6: u16, d10: u16) -> (Dir, u32) {
    let sixths = i32::from(d6.clamp(1, 6)) - 1;
    let hexes = (metres * 2 * u32::from(d10) + 50) / 100;
    (facing.turned(sixths), hexes.max(1))
}

/// Where something comes down that flies so far: a wall stops it in the last free hex (P-130), the
/// border does not.
pub fn flight(board: &Board, from: Hex, dir: Dir, hexes: u32) -> Hex {
    let mut at = from;
    for _ in 0..hexes {
        match push_step(board, at, dir) {
            PushStep::Wall if board.contains(at) => break,
            _ => at = dir.from(at),
        }
    }
    at
}

/// Rolls the throw: how it went, its face, and where it bursts (P-104, P-130).
pub fn roll(board: &Board, lob: &Lob, dice: &mut dyn Dice) -> (Band, u16, Hex) {
    let (band, face) = attack::roll(&lob.attack, dice);
    if band.succeeded() {
        return (band, face, lob.hex);
    }
    let who = lob.attack.attacker;
    let mut pip = |purpose, sides| {
        // Every face tells, so every face is a class of its own.
        let own = |face: u16| u8::try_from(face).unwrap_or(u8::MAX);
        dice.check(Throw::new(who, purpose), sides, &own).face
    };
    let (d6, d10) = (pip("scatter", 6), pip("scatter metres", 10));
    let (dir, hexes) = scatter(lob.facing, lob.attack.distance.into(), d6, d10);
    (band, face, flight(board, lob.hex, dir, hexes))
}

/// Whom a burst reaches, with the facing that lies toward it and whether cover halves it (P-104,
/// B-029), in order of their dice.
pub fn victims(scene: &Scene, centre: Hex, radius: u8) -> Vec<(&Figure, Arc4, bool)> {
    let mut list: Vec<_> = scene
        .figures
        .near(centre, radius.into())
        .filter(|figure| figure.fitness.on_board())
        .filter_map(|figure| {
            let here = figure.place.hex;
            let top = eye(&scene.board, here, figure.posture.eye_cm());
            let cover = blast_protection(&scene.board, centre, top);
            let arc = if here == centre {
                Arc4::Forward
            } else {
                arc_of(figure.place, centre)
            };
            (cover < 100).then_some((figure, arc, cover >= 50))
        })
        .collect();
    list.sort_by_key(|(figure, ..)| figure.dice);
    list
}

/// What of a damage roll gets through: half behind cover, then the armour of the facing (P-104,
/// B-029, C-5).
pub fn through(scene: &Scene, victim: &Figure, arc: Arc4, halved: bool, rolled: i32) -> i32 {
    let force = if halved { rolled / 2 } else { rolled };
    let ar = derive::protection(&scene.tables, &victim.gear, arc).ar;
    (force - ar).max(0)
}

/// Everybody in a burst with what he loses to a damage roll.
pub fn losses(
    scene: &Scene,
    burst: &Burst,
    radius: u8,
    rolled: i32,
) -> Vec<(CombatantId, i32, i32)> {
    victims(scene, burst.hex, radius)
        .into_iter()
        .map(|(victim, arc, halved)| {
            let shp = through(scene, victim, arc, halved, rolled);
            let struck = burst.critical && victim.place.hex == burst.meant;
            // Whoever is out already is wounded to the core by anything (H-4).
            let deep = struck || victim.fitness.is_out();
            (victim.id, shp, if deep { shp } else { 0 })
        })
        .collect()
}

/// Chance in thousandths that a lob bursts where it is meant to.
pub fn accuracy(lob: &Lob) -> i32 {
    let (score, _) = attack::score(&lob.attack);
    50 * score.clamp(1, 19)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;

    #[test]
    fn scatter_goes_by_the_throwers_facing() {
        // P-130: at 20 m d6 = 2 and d10 = 6: 12 % is 2.4, two hexes to the Right Forward.
        let facing = Dir::new(4);
        assert_eq!(scatter(facing, 20, 2, 6), (facing.turned(1), 2));
        // At 40 m 4 and 10: 8 hexes toward his rear.
        assert_eq!(scatter(facing, 40, 4, 10), (facing.turned(3), 8));
        // Halves go up, and it is never less than one.
        assert_eq!(scatter(facing, 25, 1, 5).1, 3);
        assert_eq!(scatter(facing, 5, 1, 1).1, 1);
    }

    #[test]
    fn the_border_does_not_stop_it() {
        let board = Board::new(10, 10, Orientation::PointyTop);
        let from = board.hex_of(8, 5);
        let beyond = from + Dir::new(0).vector() * 5;
        assert_eq!(flight(&board, from, Dir::new(0), 5), beyond);
        assert!(!board.contains(beyond));
        assert_eq!(flight(&board, from, Dir::new(3), 5), board.hex_of(3, 5));
    }
}
