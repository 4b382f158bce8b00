//! Plots are taken up: intents, gaits, rushes, changes of posture, a look around.

use crate::board::LightGrade;
use crate::combat::combatant::{CombatantId, Condition, Posture};
use crate::combat::event::EventKind;
use crate::combat::plot::{Gait, Intent, PostureChange};
use crate::rules::phases::derive::with_losses;
use crate::rules::phases::field::Field;
use crate::rules::phases::gather::sight;
use crate::rules::phases::movement_rates as rates;

/// Takes the answers of the plot window: rushes are announced here and cannot be withdrawn (P-042).
pub fn take_plots(mut field: Field) {
    let moving_on = field.flow.step > 0;
    for order in std::mem::take(&mut field.flow.answers) {
        let slots = order.choice.slots;
        let who = order.who;
        let mut row = field.get_mut(who);
        let was_rushing = row.tempo.rushing;
        if let Some(plot) = slots.plot.clone() {
            if plot.intent != row.motion.plot.intent {
                // Whoever changes his mind climbs down again.
                row.motion.climbed = 0;
            }
            row.motion.plot = plot;
        }
        row.motion.fresh = false;
        if slots.flags.contains("rush") && row.tempo.due > 0 {
            row.tempo.rushing = true;
        }
        // A later hex changes the walk; what was said with an earlier one stands.
        let again = moving_on && slots.then.is_none();
        if !again {
            row.statement.0 = slots.then.map(|then| *then);
        }
        if row.tempo.rushing && !was_rushing {
            let event = field
                .event(
                    who,
                    EventKind::Declared {
                        action: "rush".into(),
                    },
                )
                .note("announces a Rushed Action (P-042)");
            field.say(event);
        }
        if slots.flags.contains("look") {
            look_around(&mut field, who);
        }
        // A run doubles the rate from the start of Movement or not at all (P-026).
        if !moving_on {
            set_gait(&mut field, who);
        }
    }
    field.flow.part = 1;
}

/// Gives the phase's movement up for a full view (P-022).
fn look_around(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.motion.looked = true;
    row.motion.over = true;
    row.motion.left = 0;
    let event = field
        .event(who, EventKind::Note)
        .note("looks around: no movement, aware of every side (P-022)");
    field.say(event);
}

/// A run doubles the rate from the start of Movement (P-026); one still running goes on (P-030).
fn set_gait(field: &mut Field, who: CombatantId) {
    let loads = field.tables().encumbrance;
    let lit = may_run_here(field, who);
    let mut row = field.get_mut(who);
    let wants = row.motion.plot.gait == Gait::Run && row.motion.plot.intent != Intent::Hold;
    let upright = matches!(*row.posture, Posture::Standing | Posture::Mounted);
    let may = lit && upright && loads.of(row.fighter.0.load).run && !row.body.is_lame();
    let carried = row.motion.carried_run && lit;
    let runs = carried || (wants && lit && upright && !row.motion.looked);
    if let Some(mount) = row.saddle.mount {
        let rate = super::clock::mounted_rate(field, mount, Gait::Run);
        if runs && rate > 0 {
            let mut row = field.get_mut(who);
            row.motion.gait = Gait::Run;
            row.motion.left = rate;
            row.conditions.add(Condition::Running, None);
        }
        return;
    }
    if carried || (wants && may && !row.motion.looked) {
        row.motion.gait = Gait::Run;
        let sheet = with_losses(&row.fighter.0, &row.body);
        let load = loads.of(sheet.load);
        let rate = rates::allowance_of(&sheet, &row.body, load, Gait::Run, Posture::Standing);
        row.motion.left = rate.unwrap_or(row.motion.left);
        row.conditions.add(Condition::Running, None);
    }
}

/// Whether his hex is lit enough for running (P-096).
fn may_run_here(field: &mut Field, who: CombatantId) -> bool {
    if field.terrain.0.ambient >= LightGrade::Dim {
        return true;
    }
    let scene = field.scene();
    sight::may_run(&scene, scene.figure(who).place.hex)
}

/// Whoever lies gets up first, whatever he plots, unless he means to crawl.
fn rises(posture: Posture, plot: &crate::combat::plot::Plot) -> Option<PostureChange> {
    let lies = posture == Posture::Prone && plot.gait != Gait::Crawl;
    lies.then_some(PostureChange::Stand)
}

/// Changes of posture come before the first step (P-032, B-069).
pub fn change_postures(mut field: Field) {
    if field.flow.step != 0 {
        return;
    }
    let scene = field.scene();
    for who in field.ids() {
        let row = field.get(who);
        let Some(change) = row
            .motion
            .plot
            .posture
            .or_else(|| rises(*row.posture, &row.motion.plot))
        else {
            continue;
        };
        if row.motion.over || !row.fitness.is_able() || !scene.figure(who).is_free() {
            continue;
        }
        let from = *row.posture;
        let left = row.motion.left;
        if change != PostureChange::LieDown && row.body.is_down() {
            continue;
        }
        let sheet = row.sheet();
        let load = field.tables().encumbrance.of(sheet.load);
        let walk =
            rates::allowance_of(&sheet, row.body, load, Gait::Walk, Posture::Standing).unwrap_or(0);
        // Getting up is paid from the whole walking rate, not from what one makes on the ground.
        let low = matches!(
            from,
            Posture::Prone | Posture::Kneeling | Posture::Crouching
        );
        let budget = if low { walk } else { left };
        let Ok(rest) = rates::change_posture(budget, from, change) else {
            continue;
        };
        let to = match change {
            PostureChange::Stand => Posture::Standing,
            PostureChange::Kneel => Posture::Kneeling,
            PostureChange::LieDown => Posture::Prone,
        };
        if to != Posture::Prone && scene.pinned_down(who) {
            let event = field
                .event(who, EventKind::Stopped)
                .note("cannot rise: somebody stands over him (B-056)");
            field.say(event);
            continue;
        }
        let mut row = field.get_mut(who);
        row.motion.plot.posture = None;
        if to == Posture::Prone {
            // Who lies down on purpose stays down until he plots to rise.
            row.motion.plot.gait = Gait::Crawl;
        }
        *row.posture = to;
        row.motion.left = match to {
            Posture::Prone => row.motion.left.min(rates::scuttle(sheet.dx_bonus)),
            Posture::Kneeling => rest.min(rates::METRE),
            _ => rest,
        };
        row.motion.spent += budget - rest;
        if to == Posture::Standing
            && let crate::combat::plot::EndFacing::Dir(dir) = row.motion.plot.facing
        {
            // He may face any way when rising (P-032).
            row.place.facing = dir;
        }
        let event = field.event(who, EventKind::Posture { from, to });
        field.say(event);
    }
}
