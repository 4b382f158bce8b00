//! Who looks where: arcs between figures, threats, the turn that brings somebody into view.

use super::facing::Arc4;
use super::scene::{Figure, Scene};
use crate::board::arc::{Arc, arc, bearings};
use crate::board::{Dir, Hex, distance};
use crate::combat::combatant::Place;

/// The arc of a figure in which a hex lies (P-034); its own hex is Forward.
pub fn arc_of(place: Place, hex: Hex) -> Arc4 {
    match arc(place.facing, hex - place.hex) {
        Arc::Front => Arc4::Forward,
        Arc::LeftFlank => Arc4::LeftRear,
        Arc::RightFlank => Arc4::RightRear,
        Arc::Rear => Arc4::Back,
    }
}

/// The facing with the least turn that brings a hex into the middle of the view; `None` if it lies
/// in the Forward facing already or is the own hex.
pub fn turn_towards(place: Place, hex: Hex) -> Option<Dir> {
    if place.hex == hex || arc_of(place, hex) == Arc4::Forward {
        return None;
    }
    let (one, other) = bearings(place.hex, hex)?;
    let turn = |dir: Dir| {
        (
            place.facing.sixths_to(dir).abs(),
            place.facing.sixths_to(dir) < 0,
        )
    };
    Some(match other {
        Some(other) if turn(other) < turn(one) => other,
        _ => one,
    })
}

/// The enemy to look at: the nearest able one; of equals the one that needs the least turn, then
/// the one on the right.
pub fn nearest_threat<'a>(scene: &'a Scene, figure: &'a Figure) -> Option<&'a Figure> {
    let order = |foe: &&Figure| {
        let turn = turn_towards(figure.place, foe.place.hex)
            .map_or(0, |dir| figure.place.facing.sixths_to(dir));
        let far = distance(figure.place.hex, foe.place.hex);
        (far, turn.abs(), turn < 0, foe.id)
    };
    let (columns, rows) = scene.board.size();
    let whole = u32::from(columns) + u32::from(rows);
    // In ever wider circles: whoever is in one is nearer than all outside it.
    let mut radius = 4;
    loop {
        let foes = scene.foes_near(figure, radius);
        let nearest = foes.filter(|foe| foe.fitness.is_able()).min_by_key(order);
        if nearest.is_some() || radius >= whole {
            return nearest;
        }
        radius *= 4;
    }
}
