//! Staying on one's feet, and falling (P-029, P-030, P-072, B-046).

use crate::board::Ground;
use crate::board::terrain::Footing;
use crate::combat::combatant::{CombatantId, Condition, Posture};
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::plot::Gait;
use crate::rules::phases::feat::{Difficulty, dexterity};
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::Scene;

/// How somebody is who falls where he is: in deep water he swims (B-048).
pub fn down(field: &Field, who: CombatantId) -> Posture {
    let cell = field.terrain.0.cell(field.get(who).place.hex);
    if cell.is_some_and(|cell| cell.ground == Ground::DeepWater) {
        Posture::Swimming
    } else {
        Posture::Prone
    }
}

/// Falls prone in his hex: movement and running are over.
pub fn fall(
    field: &mut Field,
    who: CombatantId,
    words: &str,
    rule: &str,
    detail: crate::combat::event::Detail,
) {
    let to = down(field, who);
    let mut row = field.get_mut(who);
    let from = *row.posture;
    *row.posture = to;
    row.motion.over = true;
    row.motion.left = 0;
    stop_running(&mut row);
    let mut event = field
        .event(who, EventKind::Posture { from, to })
        .note(format!("{words} ({rule})"));
    event.details.push(detail);
    field.say(event);
}

pub fn stop_running(row: &mut crate::rules::phases::field::FigureRowItem<'_, '_>) {
    row.motion.gait = Gait::Walk;
    row.motion.stopping = None;
    row.motion.running_on = false;
    row.conditions.lift(Condition::Running);
}

/// A Dexterity Feat to stay on one's feet.
pub fn keep_feet(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    difficulty: Difficulty,
    rule: &str,
) -> bool {
    let figure = scene.figure(who);
    let feat = dexterity(&figure.sheet, difficulty, figure.body.burden())
        .roll(field.dice(), Throw::new(who, "stand"));
    if feat.success {
        let mut event = field
            .event(who, EventKind::Note)
            .note(format!("stays standing ({rule})"));
        event.details.push(feat.detail());
        field.say(event);
    } else {
        fall(field, who, "falls", rule, feat.detail());
    }
    feat.success
}

/// The Feat of a footing grade (BT-4).
pub fn footing_feat(footing: Footing) -> Difficulty {
    match footing {
        Footing::One => Difficulty::Simple,
        Footing::Two => Difficulty::Normal,
        Footing::Three => Difficulty::Challenging,
    }
}
