//! Leaving the field over a marked exit (B-117).

use super::rounds::RoundPlan;
use crate::combat::combatant::{Fitness, OutBy};
use crate::combat::event::EventKind;
use crate::combat::plot::{Intent, Plot};
use crate::rules::phases::field::Field;
use bevy::prelude::*;

/// Those who stand at an exit and mean to leave take the step outward, at the price of the hex they
/// stand in (B-117). What they carry goes with them.
pub fn leave(mut field: Field, mut plan: ResMut<RoundPlan>) {
    let leaving = field.those(|row| {
        row.motion.plot.intent == Intent::Leave && !row.motion.over && row.fitness.is_able()
    });
    for who in leaving {
        let row = field.get(who);
        let board = field.terrain.0.clone();
        let Some(cell) = board.cell(row.place.hex).filter(|cell| cell.exit) else {
            continue;
        };
        let price = i16::try_from(cell.cost_halves()).unwrap_or(i16::MAX);
        let mut row = field.get_mut(who);
        if row.motion.left < price {
            row.motion.over = true;
            continue;
        }
        *row.fitness = Fitness::Out(OutBy::Fled);
        row.let_go();
        row.motion.over = true;
        row.motion.plot = Plot::default();
        row.tempo.declares = false;
        let mount = row.saddle.mount;
        let event = field
            .event(who, EventKind::Out(OutBy::Fled))
            .note("leaves the field (B-117)");
        field.say(event);
        if let Some(mount) = mount {
            *field.get_mut(mount).fitness = Fitness::Out(OutBy::Fled);
            let event = field
                .event(mount, EventKind::Out(OutBy::Fled))
                .note("leaves the field (B-117)");
            field.say(event);
            super::riding::untie(&mut field, who, mount);
        }
        // His hex is free: others may go on.
        plan.turned = true;
    }
}
