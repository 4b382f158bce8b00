//! Facing on the board: the front outlined, the flanks hatched, the back crossed, and as a dashed
//! line how far the weapon reaches.

use super::areas::key;
use super::shown::Shown;
use super::stage::Stage;
use crate::board::arc::arc;
use crate::board::{Arc, Dir, Hex, distance};
use crate::client::field::marks;
use crate::client::field::screens::Screen;
use crate::client::look::{fonts, palette as p};
use crate::combat::combatant::{CombatantId, Place};
use bevy_egui::egui::{Align2, Color32, Painter, Pos2, vec2};
use std::collections::BTreeSet;

/// The hexes next to a place, each with the arc it lies in.
fn around(place: Place) -> impl Iterator<Item = (Hex, Arc)> {
    Dir::ALL
        .into_iter()
        .map(move |dir| (dir.from(place.hex), arc(place.facing, dir.vector())))
}

/// Hexes in front of a place that a weapon of this reach covers.
fn covered(place: Place, reach: u32) -> BTreeSet<(i32, i32)> {
    let far = reach as i32;
    let mut hexes = BTreeSet::new();
    for q in -far..=far {
        for r in (-far).max(-q - far)..=far.min(far - q) {
            let offset = Hex::new(q, r);
            if offset != Hex::ZERO && arc(place.facing, offset) == Arc::Front {
                hexes.insert(key(place.hex + offset));
            }
        }
    }
    hexes
}

/// Draws the arcs of somebody, at another place if he is planned to be there, each with what
/// protects him there.
pub fn draw(
    painter: &Painter,
    stage: &mut Stage,
    shown: &Shown,
    who: CombatantId,
    at: Option<Place>,
    armour: &dyn Fn(Arc) -> Option<String>,
) {
    let Some(figure) = shown.figure(who) else {
        return;
    };
    let place = at.unwrap_or(figure.place);
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let of = |wanted: fn(Arc) -> bool| {
        around(place)
            .filter(move |(_, arc)| wanted(*arc))
            .map(|(hex, _)| hex)
    };
    let is_flank = |arc: Arc| matches!(arc, Arc::LeftFlank | Arc::RightFlank);
    let is_back = |arc: Arc| arc == Arc::Rear;
    let screens = stage.view.screens(painter.ctx());
    screens.lay(painter, &camera, lattice, of(is_flank), Screen::Flank);
    screens.lay(painter, &camera, lattice, of(is_back), Screen::Back);
    let front: BTreeSet<_> = of(|arc| arc == Arc::Front).map(key).collect();
    marks::outline(painter, &camera, lattice, &front, p::CREAM, 2.6, None);
    if figure.reach > 1 {
        let covered = covered(place, figure.reach.into());
        let dash = Some((7.0, 5.0));
        marks::outline(painter, &camera, lattice, &covered, p::CREAM, 1.8, dash);
    }
    if camera.zoom < 0.5 {
        return;
    }
    for (hex, arc) in around(place) {
        let middle = distance(place.hex, hex) == 1 && hex == place.facing.from(place.hex);
        let words = match arc {
            Arc::Front if middle => "front",
            Arc::Front => continue,
            Arc::LeftFlank | Arc::RightFlank => "flank",
            Arc::Rear => "back",
        };
        let centre = camera.screen(lattice.centre(hex));
        let armour = armour(arc).map(|armour| format!("armour {armour}"));
        let lines = [Some(words.to_owned()), armour];
        let count = lines.iter().flatten().count() as f32;
        for (index, line) in lines.iter().flatten().enumerate() {
            let middle = centre + vec2(0.0, (index as f32 - (count - 1.0) / 2.0) * 16.0);
            // Cased, so that it reads on any pattern.
            for (x, y) in [(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2)] {
                text(painter, middle + vec2(x, y), line, p::CASING);
            }
            text(painter, middle, line, p::CREAM);
        }
    }
}

fn text(painter: &Painter, at: Pos2, words: &str, colour: Color32) {
    painter.text(at, Align2::CENTER_CENTER, words, fonts::bold(13.0), colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hexes_are_front_two_flank_one_back() {
        for facing in Dir::ALL {
            let place = Place {
                hex: Hex::new(4, 4),
                facing,
            };
            let arcs: Vec<Arc> = around(place).map(|(_, arc)| arc).collect();
            let count = |wanted: Arc| arcs.iter().filter(|arc| **arc == wanted).count();
            assert_eq!(
                [Arc::Front, Arc::LeftFlank, Arc::RightFlank, Arc::Rear].map(count),
                [3, 1, 1, 1]
            );
            // Half of the hexes around, one of each straight line with the facing and both beside.
            assert_eq!(covered(place, 1).len(), 3);
            assert!(covered(place, 2).contains(&key(facing.from(facing.from(place.hex)))));
        }
    }
}
