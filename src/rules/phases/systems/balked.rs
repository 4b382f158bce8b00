//! Steps that come to nothing: no ground, no movement, somebody in the way (P-023, P-030, B-062).

use super::feet::{fall, stop_running};
use super::rounds::{RoundPlan, make_contact};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::plot::{ChargeKind, Gait, IfTaken, Intent};
use crate::rules::phases::feat::numbered;
use crate::rules::phases::field::Field;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::steer::contact;

/// The walk goes on in the next phase; nothing worth an event.
pub(super) const NO_MOVEMENT: &str = "not enough movement left";

/// A step that ground, edge or what is left of the movement does not allow.
pub(super) fn refuse_step(field: &mut Field, who: CombatantId, reason: &str) {
    let running = field.get(who).motion.gait == Gait::Run;
    let left = field.get(who).motion.left;
    if running && left >= rates::METRE {
        // A blocked stop path: Normal Dexterity Feat or prone in the last free hex (P-030).
        let row = field.get(who);
        let number = rates::blocked_stop(row.fighter.0.dx) + row.body.burden();
        let feat = numbered(number).roll(field.dice(), Throw::new(who, "stand"));
        if feat.success {
            let mut row = field.get_mut(who);
            stop_running(&mut row);
            row.motion.over = true;
        } else {
            fall(
                field,
                who,
                "cannot stop in time and falls",
                "P-030",
                feat.detail(),
            );
        }
        return;
    }
    let mut row = field.get_mut(who);
    row.motion.over = true;
    row.motion.running_on = running;
    if reason == NO_MOVEMENT {
        return;
    }
    if !stuck(field, who) {
        return;
    }
    let event = field.event(who, EventKind::Stopped).note(reason.to_owned());
    field.say(event);
}

/// Ends a walk that finds no way on; whether it is the first phase in a row, which is news.
fn stuck(field: &mut Field, who: CombatantId) -> bool {
    let mut row = field.get_mut(who);
    row.motion.over = true;
    row.motion.stuck = row.motion.stuck.saturating_add(1);
    let first = row.motion.stuck == 1;
    row.motion.fresh |= first;
    first
}

/// A step that somebody else bars: the plot says what then (P-023).
pub(super) fn blocked(
    field: &mut Field,
    plan: &mut RoundPlan,
    who: CombatantId,
    by: Option<CombatantId>,
    reason: &str,
    rule: &str,
) {
    let scene = field.scene();
    let figure = scene.figure(who);
    if figure.motion.gait == Gait::Run {
        refuse_step(field, who, reason);
        return;
    }
    let policy = figure.motion.plot.if_taken;
    let enemy = by.filter(|other| scene.enemies(who, *other));
    if let (IfTaken::Charge, Some(other)) = (policy, enemy)
        && let Some(charge) = contact(&scene, figure, scene.figure(other), ChargeKind::ForceBack)
    {
        make_contact(field, plan, who, charge);
        return;
    }
    let open_ended = !matches!(
        figure.motion.plot.intent,
        Intent::Path(_) | Intent::Lane(..)
    );
    match policy {
        IfTaken::Wait => {}
        IfTaken::GoRound if open_ended => {}
        _ => {
            let first = stuck(field, who);
            if first {
                let event = field
                    .event(who, EventKind::Stopped)
                    .note(format!("{reason} ({rule})"));
                field.say(event);
            }
        }
    }
}
