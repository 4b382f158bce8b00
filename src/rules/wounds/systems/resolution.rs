//! Blows do their harm: wounds, shock, what falls from the hand, what a fumble brings (W-039 to W-047,
//! W-064 to W-095, T9).

use super::fumble;
use super::states::{lose_limb, put_out, settle_state};
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::rules::wounds::attack::Band;
use crate::rules::wounds::field::{Blow, Field};
use crate::rules::wounds::injury::{Marked, Severity};
use crate::rules::wounds::sheet::Location;
use smol_str::SmolStr;

/// Points by location, as events name them.
pub fn losses(location: Location, marked: Marked) -> Vec<(SmolStr, i32)> {
    let mut losses = Vec::new();
    if marked.marked > 0 {
        losses.push((SmolStr::new(location.word()), i32::from(marked.marked)));
    }
    if marked.spilled > 0 {
        losses.push((
            SmolStr::new(Location::Torso.word()),
            i32::from(marked.spilled),
        ));
    }
    losses
}

/// Applies every blow that was rolled; blows of one count fall at once.
pub fn do_harm(mut field: Field) {
    let blows = std::mem::take(&mut field.round.blows);
    for blow in &blows {
        match blow.exchange.band {
            Band::Hit(_) => strike_home(&mut field, blow),
            Band::Fumble => fumble::suffer(&mut field, blow),
            Band::Miss => fumble::stray(&mut field, blow),
        }
    }
    for blow in &blows {
        settle_state(&mut field, blow.attack.target);
        settle_state(&mut field, blow.attack.who);
    }
}

/// Marks a hit on the target as it is now: of two blows at once the second finds the first's marks.
pub fn strike_home(field: &mut Field, blow: &Blow) {
    let (who, target) = (blow.attack.who, blow.attack.target);
    let exchange = &blow.exchange;
    let Some(location) = exchange.location else {
        return;
    };
    let figure = field.figure(target);
    let boxes = figure.sheet.boxes;
    let through = u16::from(exchange.marked.marked) + u16::from(exchange.marked.spilled);
    let (injuries, marked) = figure.injuries.mark(&boxes, location, through);
    let gone: Vec<Location> = Location::ALL
        .into_iter()
        .filter(|limb| {
            limb.is_limb() && injuries.gone(&boxes, *limb) && !figure.injuries.gone(&boxes, *limb)
        })
        .collect();
    *field.get_mut(target).injuries = injuries;
    let losses = losses(location, marked);
    if losses.is_empty() {
        let event = field.event(target, EventKind::Nothing).note(format!(
            "the armour of the {} holds (W-046)",
            location.word()
        ));
        field.say(event);
    } else {
        let mut event = field.event(
            target,
            EventKind::Harmed {
                by: Some(who),
                losses,
            },
        );
        let state = injuries.severity(&boxes, location);
        event = event
            .note(format!("{}: {}", location.word(), state.word()))
            .detail("injury penalty", injuries.penalty(&boxes), "W-080");
        field.say(event);
    }
    // A scratch is no news to a fighter; what hampers him is.
    let before = figure.injuries.severity(&boxes, location);
    let after = injuries.severity(&boxes, location);
    if after > before && after >= Severity::Serious {
        field.get_mut(target).course.fresh = true;
    }
    for check in &exchange.checks {
        let held = check.roll.verdict.succeeded();
        let event = field
            .event(target, EventKind::Note)
            .note(if held {
                "bears the shock"
            } else {
                "does not bear the shock"
            })
            .detail("die", check.roll.face.into(), "W-090")
            .detail("to stay under", check.roll.target, "W-091");
        field.say(event);
    }
    if injuries.dead(&boxes) {
        return;
    }
    for limb in gone {
        lose_limb(field, target, limb);
    }
    for location in exchange.stunned() {
        put_out(field, target, location);
    }
}

/// On with whatever the blows interrupted.
pub fn go_on(mut field: Field) {
    if field.round.openings.is_empty() {
        field.enter(Stage::Movement, 0);
    } else {
        field.enter(Stage::Reaction, 0);
    }
}
