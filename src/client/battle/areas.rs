//! Areas that the board shows for a question: where somebody gets to, what is threatened, what he
//! does not see. Worked out once for a question or a place, never in a frame.

use crate::board::sight::eye;
use crate::board::{Hex, LightSource, distance, light, line, sight};
use crate::combat::combatant::{CombatantId, Posture, SideId};
use crate::combat::plot::Gait;
use crate::seat::Sight;
use std::collections::BTreeSet;

/// A hex as sets hold it.
pub type Key = (i32, i32);

/// A hex's place in a set.
pub fn key(hex: Hex) -> Key {
    (hex.x, hex.y)
}

/// The areas of one question.
#[derive(Default)]
pub struct Areas {
    /// Where a walk leads.
    pub walk: BTreeSet<Key>,
    /// Where a run leads and no walk.
    pub run: BTreeSet<Key>,
    /// Threatened hexes, with how many threaten each.
    pub threatened: Vec<(Hex, usize)>,
    unseen: Option<(Hex, Vec<Hex>)>,
}

/// Hexes around the one who is asked whose threats are always shown, and at the most.
const THREATS: (u32, u32) = (9, 20);

/// How far what is not seen is marked.
const SIGHT: u32 = 30;

impl Areas {
    /// The areas of a combatant; ways only if he may plot one.
    pub fn of(sight: &Sight, who: CombatantId, side: SideId, plots: bool) -> Areas {
        let Some(here) = sight.figure(who).map(|figure| figure.place.hex) else {
            return Areas::default();
        };
        let (rules, ask) = (sight.rules(), sight.ask());
        let hexes = |gait| -> BTreeSet<Key> {
            if plots {
                rules
                    .reachable(&ask, who, gait)
                    .into_iter()
                    .map(key)
                    .collect()
            } else {
                BTreeSet::new()
            }
        };
        let walk = hexes(Gait::Walk);
        let run: BTreeSet<Key> = hexes(Gait::Run).difference(&walk).copied().collect();
        let far = walk
            .iter()
            .chain(&run)
            .map(|&(x, y)| distance(here, Hex::new(x, y)))
            .max()
            .unwrap_or(0);
        let range = far.clamp(THREATS.0, THREATS.1);
        let threatened = sight
            .board
            .hexes()
            .filter(|hex| distance(here, *hex) <= range)
            .map(|hex| (hex, rules.threats(&ask, hex, side).len()))
            .filter(|(_, count)| *count > 0)
            .collect();
        Areas {
            walk,
            run,
            threatened,
            unseen: None,
        }
    }

    /// Hexes near a place that somebody there does not see, light included.
    pub fn unseen(
        &mut self,
        sight: &Sight,
        carried: &[(Hex, LightSource)],
        from: Hex,
        posture: Posture,
    ) -> &[Hex] {
        if self.unseen.as_ref().is_none_or(|(place, _)| *place != from) {
            let board = &*sight.board;
            let grades = light::grades(board, carried);
            let here = eye(board, from, posture.eye_cm());
            let hidden = |hex: &Hex| {
                let there = eye(board, *hex, Posture::Standing.eye_cm());
                let grade = board.index(*hex).map(|index| grades[index]);
                !grade.is_some_and(|grade| light::seen(board, here, there, grade))
            };
            let hexes = board
                .hexes()
                .filter(|hex| *hex != from && distance(from, *hex) <= SIGHT)
                .filter(hidden)
                .collect();
            self.unseen = Some((from, hexes));
        }
        self.unseen
            .as_ref()
            .map_or(&[][..], |(_, hexes)| &hexes[..])
    }
}

/// The first hex of a line of sight that is hidden by ground or what stands on it; `None` if the
/// line is free to its end.
pub fn blocked(sight: &Sight, from: Hex, to: Hex, posture: Posture) -> Option<Hex> {
    let board = &*sight.board;
    let here = eye(board, from, posture.eye_cm());
    let sees = |hex: Hex| {
        let there = eye(board, hex, Posture::Standing.eye_cm());
        sight::visible(board, here, there)
    };
    if sees(to) {
        return None;
    }
    let tie = line::on_the_right(from, to);
    let mut on_the_way = line::walk(from, to, tie).skip(1);
    Some(on_the_way.find(|hex| !sees(*hex)).unwrap_or(to))
}
