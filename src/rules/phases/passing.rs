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
