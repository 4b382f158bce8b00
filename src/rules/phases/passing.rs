//! Blows in passing: who may strike, at whom and with what chance (P-064 to P-069). The systems
//! strike by it, and players are told by it what a way invites.

use super::attack::{self, AttackContext};
use super::gather::{self, Aim, Occasion};
use super::scene::{EnPassant, Figure, Scene};
use super::verbs::{declare, odds};
use super::weapon_use::Mode;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::plot::Intent;
use crate::combat::system::{PassingBlow, Stride};

/// Whether somebody could strike in passing at all: free, unspent, on his own feet or in the saddle,
/// his hands not in a hold (P-064, P-065).
pub fn is_able(striker: &Figure) -> bool {
    striker.is_free()
        && !striker.is_steed()
        && !striker.tempo.acted
        && !striker.tempo.reacted
        && striker.motion.charge.is_none()
        && striker.grip().is_none()
}

/// Whether his standing order and his plot leave him to it: whoever charges keeps his blow for the
/// charge, one in passing would spend it (P-064, P-070).
pub fn is_ready(striker: &Figure) -> bool {
    let plot = &striker.motion.plot;
    let charges = matches!(plot.intent, Intent::Charge(..) | Intent::Lane(..));
    striker.standing.en_passant != EnPassant::Never
        && is_able(striker)
        && (!charges || striker.motion.over)
}

/// Chance to hit, in per cent, by the very score that will be rolled.
pub fn chance(context: &AttackContext) -> u8 {
    (attack::tally::<i32>(context).clamp(1, 19) * 5) as u8
}

/// Whether a standing order strikes at a chance.
pub fn is_wanted(striker: &Figure, chance: u8) -> bool {
    match striker.standing.en_passant {
        EnPassant::Never => false,
        EnPassant::AtLeast(least) => chance >= least,
        EnPassant::FirstComer => true,
    }
}

/// Whether no two enemies can be within so many hexes of each other, by the hexes around each team
/// as a whole: false says nothing.
pub fn are_apart(scene: &Scene, hexes: i32) -> bool {
    // The least and the greatest of each cube coordinate.
    let mut teams: Vec<(u8, [(i32, i32); 3])> = Vec::new();
    for figure in &scene.figures {
        if !figure.fitness.fills_hex() {
            continue;
        }
        let hex = figure.place.hex;
        let team = scene.teams[usize::from(figure.side.0)];
        let at = [hex.x, hex.y, -hex.x - hex.y];
        match teams.iter_mut().find(|(known, _)| *known == team) {
            None => teams.push((team, at.map(|coordinate| (coordinate, coordinate)))),
            Some((_, spans)) => {
                for (span, coordinate) in spans.iter_mut().zip(at) {
                    *span = (span.0.min(coordinate), span.1.max(coordinate));
                }
            }
        }
    }
    let apart = |one: &[(i32, i32); 3], other: &[(i32, i32); 3]| {
        let mut both = one.iter().zip(other);
        both.any(|(one, other)| one.0 - other.1 > hexes || other.0 - one.1 > hexes)
    };
    let mut pairs = teams.iter().enumerate();
    pairs.all(|(at, (_, one))| teams[at + 1..].iter().all(|(_, other)| apart(one, other)))
}

/// Blows a striker has at those who fill a hex in front of him within reach, where one of the two
/// has moved in this step: `moves` says who did.
pub fn blows<'s>(
    scene: &'s Scene,
    striker: &'s Figure,
    item: ItemId,
    moves: impl Fn(CombatantId) -> bool,
) -> impl Iterator<Item = (&'s Figure, AttackContext)> {
    let striker_moves = moves(striker.id);
    gather::candidates(scene, striker, item, Mode::Melee)
        .into_iter()
        .filter(|target| target.fitness.fills_hex())
        .filter_map(move |target| {
            let target_moves = moves(target.id);
            if !striker_moves && !target_moves {
                return None;
            }
            let occasion = Occasion::Passing {
                striker_moves,
                target_moves,
            };
            let aim = Aim::default();
            gather::attack(scene, striker, target, item, Mode::Melee, &aim, occasion)
                .ok()
                .map(|context| (target, context))
        })
}

/// Who may strike at somebody as he comes to a place on his way while nobody else moves, at him or
/// at the mount that carries him, each with the better of the two (P-064). Standing orders of others
/// are their secret: whoever is able is told.
pub fn invited(scene: &Scene, who: CombatantId, stride: &Stride) -> Vec<PassingBlow> {
    let mut scene = scene.clone();
    let Some(mount) = scene.get(who).map(|mover| mover.saddle.mount) else {
        return Vec::new();
    };
    let pair = [Some(who), mount];
    for id in pair.into_iter().flatten() {
        scene.figures.write(usize::from(id.0), |figure| {
            figure.place = stride.place;
            figure.motion.moved = true;
            figure.motion.gait = stride.gait;
            if id == who {
                figure.posture = stride.posture;
            }
        });
    }
    let scene = &scene;
    let moves = |id| pair.contains(&Some(id));
    let strikers = scene
        .foes_near(scene.figure(who), gather::MOST_REACH.into())
        .filter(|striker| is_able(striker));
    let mut found: Vec<PassingBlow> = strikers
        .filter_map(|striker| {
            let item = gather::melee_item(striker, &scene.tables)?;
            let (target, context) =
                blows(scene, striker, item, moves).max_by_key(|(target, context)| {
                    (chance(context), std::cmp::Reverse(target.dice))
                })?;
            let weapon = striker.gear.item(item);
            let words =
                weapon.map_or_else(String::new, |item| declare::item_words(item, &scene.tables));
            Some(PassingBlow {
                who: striker.id,
                words,
                odds: Some(odds::of_attack(scene, target, context)),
            })
        })
        .collect();
    found.sort_by_key(|blow| blow.who);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Hex, Orientation, distance};
    use crate::combat::combatant::SideId;
    use crate::rules::phases::fixtures::figure;
    use crate::rules::phases::scene::{Switches, Tables};
    use std::sync::Arc;

    #[test]
    fn sides_are_apart_only_where_no_two_enemies_are_within_reach() {
        let here = Hex::new(10, 10);
        let mut met = [0, 0];
        for other in here.range(9).filter(|hex| *hex != here) {
            let pair = [(here, 0), (other, 1)].map(|(hex, side)| {
                let mut one = figure(CombatantId(side.into()), hex);
                one.side = SideId(side);
                one
            });
            let scene = Scene {
                phase: 1,
                board: Arc::new(Board::new(40, 40, Orientation::PointyTop)),
                figures: pair.into_iter().collect(),
                teams: Arc::new(vec![0, 1]),
                ground: Vec::new(),
                fights: Vec::new(),
                tables: Tables::shipped(),
                switches: Switches::default(),
            };
            // Of two alone the boxes are their hexes.
            let apart = are_apart(&scene, 4);
            assert_eq!(apart, distance(here, other) > 4, "{other:?}");
            met[usize::from(apart)] += 1;
        }
        assert!(met[0] > 0 && met[1] > 0);
    }
}
