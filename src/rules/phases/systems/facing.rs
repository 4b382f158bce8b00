//! Turning: before a step, at a run, and when the walk is over (P-021, P-028, P-029).

use super::feet::fall;
use super::rounds::RoundPlan;
use crate::board::Dir;
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::plot::{EndFacing, Gait, Intent};
use crate::rules::phases::feat::numbered;
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::{movement_rates as rates, outlook};
use bevy::prelude::*;

/// Turns before the step, at the price of the gait (P-021, P-028, P-029).
pub fn turn_movers(mut field: Field, mut plan: ResMut<RoundPlan>) {
    let legs = std::mem::take(&mut plan.legs);
    for (who, leg) in legs {
        if leg.turn == 0 || turn(&mut field, who, leg.turn) {
            plan.turned |= leg.turn != 0;
            plan.legs.push((who, leg));
        }
    }
}

/// Turns somebody by sixths if he can pay; whether he may go on.
pub fn turn(field: &mut Field, who: CombatantId, sixths: i32) -> bool {
    let row = field.get(who);
    let from = row.place.facing;
    let count = sixths.unsigned_abs() as u8;
    if row.motion.gait == Gait::Run {
        return turn_running(field, who, sixths);
    }
    let cost = rates::turn_cost(row.motion.turned, count);
    if *row.posture == Posture::Prone || cost > row.motion.left {
        field.get_mut(who).motion.over = true;
        return false;
    }
    let to = from.turned(sixths);
    let mut row = field.get_mut(who);
    row.place.facing = to;
    row.motion.left -= cost;
    row.motion.spent += cost;
    row.motion.turned += count;
    if from != to {
        let event = field.event(who, EventKind::Turned { from, to });
        field.say(event);
    }
    true
}

/// Turns at a run: a metre each, one per DX Bonus, further ones by Feats at −5 more each.
fn turn_running(field: &mut Field, who: CombatantId, sixths: i32) -> bool {
    for _ in 0..sixths.abs() {
        let row = field.get(who);
        if row.motion.left < rates::RUN_TURN {
            field.get_mut(who).motion.over = true;
            return false;
        }
        let from = row.place.facing;
        let to = from.turned(sixths.signum());
        let made = row.motion.run_turns;
        // The mount turns for both (B-089).
        let legs = row.saddle.mount.unwrap_or(who);
        let row = field.get(legs);
        let (sheet, burden) = (row.sheet(), row.body.burden());
        let feat = rates::run_turn_feat(sheet.dx, sheet.dx_bonus, made);
        let feat = feat.map(|number| number + burden);
        let mut row = field.get_mut(who);
        row.motion.run_turns += 1;
        row.motion.left -= rates::RUN_TURN;
        row.motion.spent += rates::RUN_TURN;
        if let Some(number) = feat {
            let throw = Throw::nth(who, "run turn", u16::from(made));
            let feat = numbered(number).roll(field.dice(), throw);
            if !feat.success {
                fall(
                    field,
                    legs,
                    "turns too sharply at a run and falls",
                    "P-029",
                    feat.detail(),
                );
                return false;
            }
        }
        field.get_mut(who).place.facing = to;
        let event = field.event(who, EventKind::Turned { from, to });
        field.say(event);
    }
    true
}

/// Stopped movers turn with what is left: towards whom the plot names, or the nearest threat.
pub fn end_facings(field: &mut Field) {
    let known = field.known();
    for figure in &known.whole.figures {
        let motion = &figure.motion;
        let can = figure.is_free()
            && !figure.is_ridden()
            && motion.gait != Gait::Run
            && !motion.looked
            && motion.charge.is_none()
            && figure.posture != Posture::Prone;
        if !can {
            continue;
        }
        let Some(wanted) = wanted_facing(known.to(figure.side), figure) else {
            continue;
        };
        let sixths = figure.place.facing.sixths_to(wanted);
        let affordable = (1..=sixths.abs())
            .rev()
            .find(|count| rates::turn_cost(motion.turned, *count as u8) <= motion.left);
        if let Some(count) = affordable {
            turn(field, figure.id, count * sixths.signum());
        }
    }
}

fn wanted_facing(scene: &Scene, figure: &Figure) -> Option<Dir> {
    let plot = &figure.motion.plot;
    let named = match (plot.facing, &plot.intent) {
        (EndFacing::Dir(dir), _) => return Some(dir),
        (EndFacing::Towards(who), _) => Some(who),
        (
            EndFacing::AsWalked,
            Intent::Face(who) | Intent::Close(who, _) | Intent::Charge(who, _),
        ) => Some(*who),
        (EndFacing::AsWalked, Intent::Away(who, _)) => Some(*who),
        _ => None,
    };
    let other = match named {
        Some(who) => scene.get(who).filter(|other| other.fitness.on_board())?,
        None if figure.standing.face_threat => outlook::nearest_threat(scene, figure)?,
        None => return None,
    };
    outlook::turn_towards(figure.place, other.place.hex)
}
