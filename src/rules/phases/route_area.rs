//! Every hex that one Movement leads to, before anybody plots (P-019 to P-021, P-026, P-028, P-032).

use super::Walk;
use crate::board::search::{Cost, Extent, Search, State, Steps};
use crate::board::{Hex, hex_key};
use crate::combat::combatant::Posture;
use crate::combat::plot::{Gait, PostureChange};
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::scene::{Figure, Scene};

/// The moves of a walk, with the turns at a run counted.
struct Sweep<'a> {
    walk: Walk<'a>,
    turns: u8,
}

impl Steps for Sweep<'_> {
    fn extent(&self) -> Extent {
        Extent {
            run_turns: self.turns + 1,
            ..self.walk.extent()
        }
    }

    fn next(&self, state: &State, out: &mut Vec<(State, Cost)>) {
        let first = out.len();
        self.walk.next(state, out);
        if self.walk.running {
            for (next, _) in &mut out[first..] {
                next.run_turns = state.run_turns + u8::from(next.facing != state.facing);
            }
        }
    }
}

/// The figure as it sets out, and its half metres: whoever lies gets up first.
fn setting_out(scene: &Scene, figure: &Figure, gait: Gait) -> Option<(Figure, i16)> {
    let mut mover = figure.clone();
    mover.motion.gait = gait;
    let sheet = &scene.legs(figure).sheet;
    let load = scene.tables.encumbrance.of(sheet.load);
    let rate =
        |gait, posture| rates::allowance(sheet.movement, sheet.dx_bonus, load, gait, posture).ok();
    if figure.motion.spent > 0 {
        return Some((mover, figure.motion.left));
    }
    let left = match (figure.posture, gait) {
        (Posture::Prone, Gait::Walk) => {
            mover.posture = Posture::Standing;
            let walk = rate(Gait::Walk, Posture::Standing)?;
            rates::change_posture(walk, Posture::Prone, PostureChange::Stand).ok()?
        }
        (Posture::Standing | Posture::Mounted, _) | (_, Gait::Walk | Gait::Crawl) => {
            rate(gait, figure.posture)?
        }
        (_, Gait::Run) => return None,
    };
    Some((mover, left))
}

/// The hexes a figure can be in after one Movement at a gait, nobody else moving; at a run without
/// the Feats of more turns. Empty where the gait is not to be had.
pub fn reachable(scene: &Scene, figure: &Figure, gait: Gait) -> Vec<Hex> {
    if !figure.is_free() {
        return Vec::new();
    }
    let Some((mover, left)) = setting_out(scene, figure, gait) else {
        return Vec::new();
    };
    let here = mover.place.hex;
    let budget = Cost::try_from(left).unwrap_or(0);
    let sweep = Sweep {
        walk: Walk::new(scene, &mover, budget / rates::METRE as u32 + 1),
        turns: rates::run_turns(scene.legs(figure).sheet.dx_bonus),
    };
    let start = State {
        hex: here,
        facing: mover.place.facing,
        gait: 0,
        turned: mover.motion.turned % 2,
        run_turns: 0,
        straight: 0,
    };
    let mut hexes: Vec<Hex> = Search::new()
        .hexes(&sweep, start, budget)
        .into_iter()
        .map(|(hex, _)| hex)
        .collect();
    // With the phase's movement untouched one step can always be paid (B-045).
    if mover.motion.spent == 0 && left > 0 {
        let mut moves = Vec::new();
        sweep.next(&start, &mut moves);
        hexes.extend(moves.into_iter().map(|(state, _)| state.hex));
    }
    hexes.retain(|hex| {
        scene
            .occupant(*hex)
            .is_none_or(|other| other.id == figure.id)
    });
    hexes.sort_by_key(|hex| hex_key(*hex));
    hexes.dedup();
    hexes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Dir, Orientation, distance};
    use crate::combat::combatant::CombatantId;
    use crate::rules::phases::fixtures::figure;
    use crate::rules::phases::scene::{Switches, Tables};
    use std::sync::Arc;

    fn alone() -> Scene {
        let mut one = figure(CombatantId(0), Hex::new(10, 15));
        one.place.facing = Dir::new(0);
        Scene {
            phase: 1,
            board: Arc::new(Board::new(60, 31, Orientation::PointyTop)),
            figures: std::iter::once(one).collect(),
            teams: Arc::new(vec![0, 1]),
            ground: Vec::new(),
            fights: Vec::new(),
            tables: Tables::shipped(),
            switches: Switches::default(),
        }
    }

    fn farthest(hexes: &[Hex], from: Hex, dir: Dir) -> u32 {
        let on = |hex: &&Hex| {
            let far = distance(from, **hex) as i32;
            **hex - from == dir.vector() * far
        };
        let line = hexes.iter().filter(on);
        line.map(|hex| distance(from, *hex)).max().unwrap_or(0)
    }

    #[test]
    fn a_walk_leads_its_rate_ahead_and_one_metre_less_behind() {
        let scene = alone();
        let one = scene.figure(CombatantId(0));
        let here = one.place.hex;
        let load = scene.tables.encumbrance.of(one.sheet.load);
        let sheet = &one.sheet;
        let metres = |gait| {
            let rate = rates::allowance(
                sheet.movement,
                sheet.dx_bonus,
                load,
                gait,
                Posture::Standing,
            );
            (rate.unwrap() / rates::METRE) as u32
        };
        let walk = reachable(&scene, one, Gait::Walk);
        assert!(walk.contains(&here));
        assert_eq!(farthest(&walk, here, Dir::new(0)), metres(Gait::Walk));
        // Turning round takes 180 degrees: 1 m of them is paid (P-021).
        assert_eq!(farthest(&walk, here, Dir::new(3)), metres(Gait::Walk) - 1);
        let run = reachable(&scene, one, Gait::Run);
        assert_eq!(farthest(&run, here, Dir::new(0)), metres(Gait::Run));
        // Nobody runs backwards: two turns at least are paid before what lies behind is ahead (P-028).
        assert!(farthest(&run, here, Dir::new(3)) + 2 <= metres(Gait::Run));
        assert!(
            walk.iter()
                .all(|hex| distance(here, *hex) <= metres(Gait::Walk))
        );
    }

    #[test]
    fn whoever_lies_gets_up_first_and_nobody_enters_anothers_hex() {
        let mut scene = alone();
        let standing = reachable(&scene, scene.figure(CombatantId(0)), Gait::Walk);
        let mut other = figure(CombatantId(1), Hex::new(11, 15));
        other.side = crate::combat::combatant::SideId(1);
        let mut one = scene.figure(CombatantId(0)).clone();
        one.posture = Posture::Prone;
        scene.figures = [one, other].into_iter().collect();
        let lying = reachable(&scene, scene.figure(CombatantId(0)), Gait::Walk);
        assert!(lying.len() < standing.len());
        assert!(!lying.contains(&Hex::new(11, 15)));
        assert!(reachable(&scene, scene.figure(CombatantId(0)), Gait::Run).is_empty());
    }
}
