//! Gear changes hands: drawing, dropping, picking up, shields; doors; changing places.

use crate::board::{Dir, Ground, Hex};
use crate::combat::combatant::{Carried, CombatantId, ItemId};
use crate::combat::event::EventKind;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::scene::{Lying, Scene};
use crate::rules::wounds::verbs::{handle, walk};
use std::sync::Arc;

fn handled(field: &mut Field, who: CombatantId, item: ItemId, carried: Carried, manner: &str) {
    let mut row = field.get_mut(who);
    if let Some(held) = row.gear.0.iter_mut().find(|held| held.id == item) {
        held.carried = carried;
    }
    let event = field.event(
        who,
        EventKind::Handled {
            item,
            manner: manner.into(),
        },
    );
    field.say(event);
}

/// Draws a weapon (W-057).
pub fn draw(field: &mut Field, scene: &Scene, who: CombatantId, item: ItemId) {
    let figure = scene.figure(who);
    if let Some(held) = figure.gear.item(item) {
        let hand = handle::hand_for(figure, scene, held);
        handled(field, who, item, hand, "drawn");
    }
}

/// Takes a shield on the arm (W-047).
pub fn ready_shield(field: &mut Field, who: CombatantId, item: ItemId) {
    handled(field, who, item, Carried::Arm, "readied");
}

/// Lets go of an item: it lies in the own hex (W-094, T7, B-084).
pub fn drop_item(field: &mut Field, who: CombatantId, item: ItemId, rule: &str) {
    let mut row = field.get_mut(who);
    let hex = row.place.hex;
    let Some(at) = row.gear.0.iter().position(|held| held.id == item) else {
        return;
    };
    let mut dropped = row.gear.0.remove(at);
    dropped.carried = Carried::Main;
    row.course.fresh = true;
    let deep = field
        .terrain
        .0
        .cell(hex)
        .is_some_and(|cell| cell.ground == Ground::DeepWater);
    let mut event = field.event(who, EventKind::Dropped { item, hex });
    if deep {
        event = event.note("lost in deep water (B-084)");
    } else if !rule.is_empty() {
        event = event.note(format!("({rule})"));
    }
    field.say(event);
    if !deep {
        field.ground.0.push(Lying { hex, item: dropped });
    }
}

/// A thrown weapon comes down where it was thrown at (WH-18, B-084).
pub fn land(field: &mut Field, who: CombatantId, item: ItemId, hex: Hex) {
    let mut row = field.get_mut(who);
    let Some(at) = row.gear.0.iter().position(|held| held.id == item) else {
        return;
    };
    let mut thrown = row.gear.0.remove(at);
    thrown.carried = Carried::Main;
    let deep = field
        .terrain
        .0
        .cell(hex)
        .is_some_and(|cell| cell.ground == Ground::DeepWater);
    let mut event = field.event(who, EventKind::Dropped { item, hex });
    if deep {
        event = event.note("lost in deep water (B-084)");
    }
    field.say(event);
    if !deep {
        field.ground.0.push(Lying { hex, item: thrown });
    }
}

/// Picks an item up (WH-18, B-086).
///
/// # Errors
/// Why it cannot be picked up any more.
pub fn pick_up(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    item: ItemId,
) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    figure.acts()?;
    handle::lying(scene, figure, item)?;
    let at = field
        .ground
        .0
        .iter()
        .position(|lying| lying.item.id == item);
    let Some(at) = at else {
        return Err(Refusal::new("B-086", "somebody else has taken it"));
    };
    let mut lying = field.ground.0.remove(at);
    let weapon = scene.tables.weapons.contains_key(&lying.item.name);
    lying.item.carried = if weapon {
        handle::hand_for(figure, scene, &lying.item)
    } else {
        Carried::Slung
    };
    field.get_mut(who).gear.0.push(lying.item);
    let event = field.event(
        who,
        EventKind::Handled {
            item,
            manner: "picked up".into(),
        },
    );
    field.say(event);
    Ok(())
}

/// Opens or closes a door (B-033).
///
/// # Errors
/// Why it cannot be done any more.
pub fn door(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    dir: Option<Dir>,
) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    figure.acts()?;
    let dir = dir.ok_or_else(|| Refusal::form("no door is named"))?;
    let mut edge = handle::door(scene, figure, dir)?;
    edge.open = !edge.open;
    let mut board = (*field.terrain.0).clone();
    board.set_edge(figure.place.hex, dir, Some(edge));
    field.terrain.0 = Arc::new(board);
    let words = if edge.open {
        "opens the door"
    } else {
        "closes the door"
    };
    let event = field.event(who, EventKind::Note).note(words);
    field.say(event);
    Ok(())
}

/// Two allies change places (B-066).
///
/// # Errors
/// Why they cannot any more.
pub fn swap(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    slots: &Slots,
) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    figure.acts()?;
    let ally = walk::partner(scene, figure, slots)?;
    let (one, other) = (figure.place.hex, ally.place.hex);
    for (mover, from, to) in [(who, one, other), (ally.id, other, one)] {
        field.get_mut(mover).place.hex = to;
        let event = field
            .event(
                mover,
                EventKind::Moved {
                    from,
                    to,
                    run: false,
                },
            )
            .note("changes places (B-066)");
        field.say(event);
    }
    Ok(())
}
