//! Blows out of turn: first contact (WH-06) and at those who flee (WH-07, W-019).

use super::action::swing;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::flow::Stage;
use crate::combat::order::Choice;
use crate::rules::wounds::contact::{first_contact, strikes_fleer};
use crate::rules::wounds::exchange::ExchangeContext;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::outlook::threatens;
use crate::rules::wounds::scene::{Cause, Figure, Opening, OutOfTurn, Scene};
use crate::rules::wounds::verbs::{self, out_of_turn, strike};
use crate::rules::wounds::{attack, pace};

/// Finds who may strike after a step: `before` is the scene before it.
pub fn find(field: &mut Field, before: &Scene, movers: &[CombatantId]) {
    let now = field.scene();
    let mut found = Vec::new();
    for who in movers {
        let (old, new) = (before.figure(*who).place.hex, now.figure(*who).place.hex);
        if old == new {
            continue;
        }
        let mover = now.figure(*who);
        for foe in now.foes(mover) {
            let was = threatens(before, before.figure(foe.id), old);
            let is = threatens(&now, foe, new);
            let opening = |cause, hex| Opening {
                cause,
                striker: foe.id,
                mover: *who,
                hex,
            };
            let reach = foe.reach(&now.tables);
            if is && !was && first_contact(&foe.turn, reach, mover.turn.initiative) {
                found.push(opening(Cause::Contact, new));
            } else if was && !is && flees(&now, foe, mover) {
                found.push(opening(Cause::Flight, old));
            }
        }
    }
    found.retain(|opening| out_of_turn::best(&now, now.figure(opening.striker), opening).is_some());
    found.sort_by_key(|opening| {
        (
            opening.cause,
            now.figure(opening.striker).dice,
            now.figure(opening.mover).dice,
        )
    });
    // One blow out of turn at a time.
    let mut seen = Vec::new();
    found.retain(|opening| {
        let first = !seen.contains(&opening.striker);
        seen.push(opening.striker);
        first
    });
    field.round.openings = found;
}

/// Whether a foe has the initiative and an action left for somebody who leaves (W-019).
fn flees(scene: &Scene, foe: &Figure, mover: &Figure) -> bool {
    let rec = foe.main_weapon(&scene.tables).map_or(0, |(item, weapon)| {
        crate::rules::wounds::gather::weapon_rec(scene, foe, item.id, weapon)
    });
    let single = crate::rules::wounds::gather::single(scene);
    strikes_fleer(foe.turn.initiative, mover.turn.initiative)
        && pace::next(&foe.turn, rec, single).is_ok()
}

/// What a standing order says to an opening; `None` asks.
pub fn by_standing_order(scene: &Scene, opening: &Opening) -> Option<Choice> {
    let figure = scene.figure(opening.striker);
    let order = match opening.cause {
        Cause::Contact => figure.standing.contact,
        Cause::Flight => figure.standing.fleers,
    };
    let (slots, context) = out_of_turn::best(scene, figure, opening)?;
    let strikes = match order {
        OutOfTurn::Ask => return None,
        OutOfTurn::HoldBack => false,
        OutOfTurn::Strike => true,
        OutOfTurn::AtLeast(percent) => chance(&context) >= percent,
    };
    Some(if strikes {
        Choice::new("blow", slots)
    } else {
        Choice::plain("hold_back")
    })
}

/// Chance to strike, in per cent.
fn chance(context: &ExchangeContext) -> u8 {
    let target = attack::number(&context.attack, &context.circumstances);
    let good = (target - 1).clamp(0, 19);
    (good * 5) as u8
}

/// Asks those whose standing order says so, one cause after another.
pub fn ask_openings(mut field: Field) {
    let scene = field.scene();
    let Some(cause) = scene.openings.first().map(|opening| opening.cause) else {
        field.enter(Stage::Movement, 0);
        return;
    };
    let asked: Vec<(CombatantId, SideId, Vec<smol_str::SmolStr>)> = scene
        .openings
        .iter()
        .filter(|opening| opening.cause == cause && by_standing_order(&scene, opening).is_none())
        .map(|opening| {
            let figure = scene.figure(opening.striker);
            let verbs = verbs::OUT_OF_TURN.iter().map(|verb| (*verb).into());
            (figure.id, figure.side, verbs.collect())
        })
        .collect();
    field.enter(Stage::Reaction, 1);
    field.flow.answers.clear();
    field.flow.open(cause.word(), false, asked);
}

/// Strikes for everybody who wants to.
pub fn strike_openings(mut field: Field) {
    let scene = field.scene();
    let Some(cause) = scene.openings.first().map(|opening| opening.cause) else {
        field.enter(Stage::Movement, 0);
        return;
    };
    for opening in scene.openings.iter().filter(|one| one.cause == cause) {
        let answer = field.flow.answer(opening.striker).cloned();
        let choice = by_standing_order(&scene, opening).or(answer);
        let Some(choice) = choice.filter(|choice| choice.verb == "blow") else {
            continue;
        };
        let figure = scene.figure(opening.striker);
        let Ok(item) = strike::item(&scene, figure, &choice.slots) else {
            continue;
        };
        let ordinal = field
            .round
            .blows
            .iter()
            .filter(|blow| blow.attack.target == opening.mover)
            .count() as u16;
        let Ok((mut context, next)) = out_of_turn::context(&scene, figure, opening, item) else {
            continue;
        };
        context.attack.ordinal = ordinal;
        let count = scene.count;
        let mut row = field.get_mut(opening.striker);
        let mut turn = pace::take(&row.turn, &next, Some(item));
        turn.count = count.map_or(turn.count, |count| turn.count.min(count));
        *row.turn = turn;
        row.agenda.at = None;
        row.course.target = Some(opening.mover);
        swing(&mut field, &scene, item, &context, cause.word());
    }
    field.round.openings.retain(|one| one.cause != cause);
    field.enter(Stage::Resolution, 0);
}
