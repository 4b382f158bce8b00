//! Light on the board and what combatants perceive of one another by it (B-018 to B-022, P-096 to
//! P-101).

use super::{longest_reach, target};
use crate::board::{Hex, LightGrade, LightSource, distance, light};
use crate::combat::combatant::{CombatantId, Condition, Item};
use crate::combat::plot::Gait;
use crate::rules::phases::dark::{Seen, Sight, noise, perceive};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Figure, Scene};

/// What an item sheds when it is held (B-019).
pub fn source(item: &Item) -> Option<LightSource> {
    match item.name.as_str() {
        "torch" => Some(LightSource::Torch),
        "lantern" => Some(LightSource::Lantern),
        _ => None,
    }
}

/// Torches and lanterns in hand, by where they are (B-019).
pub fn lights(scene: &Scene) -> Vec<(Hex, LightSource)> {
    let bearers = scene
        .figures
        .iter()
        .filter(|figure| figure.fitness.on_board());
    bearers
        .flat_map(|figure| {
            let held = figure.gear.in_hand().filter_map(source);
            held.map(|source| (figure.place.hex, source))
        })
        .collect()
}

/// The light of a hex, torches in hand included (B-018, B-019).
pub fn grade(scene: &Scene, hex: Hex) -> LightGrade {
    if scene.board.ambient == LightGrade::Bright {
        return LightGrade::Bright;
    }
    light::grade(&scene.board, hex, &lights(scene))
}

/// Whether one may run from one hex into another: not in the dark (P-096).
pub fn may_run(scene: &Scene, hex: Hex) -> bool {
    grade(scene, hex) >= LightGrade::Dim
}

/// What somebody perceives of another: of his target for a blow or a shot, of his attacker for an
/// answer (P-097, P-101). The light is that of the other's hex (B-018).
pub fn perceived(scene: &Scene, who: &Figure, whom: &Figure, shot: bool) -> Sight {
    let blinded = who.conditions.has(Condition::Blinded);
    let grade = if blinded {
        LightGrade::Black
    } else {
        grade(scene, whom.place.hex)
    };
    if grade == LightGrade::Bright {
        return Sight::Clear;
    }
    let far = distance(who.place.hex, whom.place.hex);
    let loud = whom.senses.fought || whom.motion.gait == Gait::Run;
    let ground = scene.board.cell(whom.place.hex);
    let ground = ground.map_or(0, |cell| cell.ground.figures().noise);
    let seen = Seen {
        grade,
        distance: far,
        in_reach: far <= longest_reach(who, &scene.tables).into(),
        noise: noise(whom.motion.moved, loud, ground),
        shot,
    };
    perceive(scene.switches.dark_method, &who.sheet, who.senses, &seen)
}

/// Whom a blind swing may meet: everybody, friend or foe, in front and in reach, in an order that
/// renumbering does not change (P-099).
pub fn in_the_way(scene: &Scene, who: &Figure, reach: u32) -> Vec<CombatantId> {
    let mut met: Vec<&Figure> = scene
        .figures
        .near(who.place.hex, reach)
        .filter(|other| other.id != who.id && other.fitness.on_board())
        .filter(|other| arc_of(who.place, other.place.hex) == Arc4::Forward)
        .filter(|other| target::within_reach(scene, who, other, reach).is_ok())
        .collect();
    met.sort_by_key(|other| other.dice);
    met.into_iter().map(|other| other.id).collect()
}
