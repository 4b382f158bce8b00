//! What is thrown at a hex: rolled with all other actions, bursting in Resolution (P-104, P-130,
//! P-057).

use super::action::spend;
use super::resolution::lose;
use crate::board::Hex;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::combat::order::Slots;
use crate::rules::phases::attack;
use crate::rules::phases::blast::{self, Burst};
use crate::rules::phases::check::Band;
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::Declared;
use crate::rules::phases::verbs::burst;
use crate::rules::phases::verbs::declare::weapon_words;

/// A hex in words: column and row.
fn place(field: &Field, hex: Hex) -> String {
    let (column, row) = field.terrain.0.column_row(hex);
    format!("({column}, {row})")
}

/// Rolls a throw at a hex; what was thrown is out of the hand.
///
/// # Errors
/// Why it cannot be made.
pub fn throw(field: &mut Field, who: CombatantId, slots: &Slots) -> Result<(), String> {
    let scene = field.scene();
    let lob = burst::context(&scene, scene.figure(who), slots).map_err(|no| no.to_string())?;
    spend(field, &scene, who);
    let board = field.terrain.0.clone();
    let (band, _, hex) = blast::roll(&board, &lob, field.dice());
    let weapon = lob.attack.weapon.name.clone();
    let mut row = field.get_mut(who);
    row.gear
        .0
        .retain(|held| Some(held.id) != lob.attack.weapon.item);
    row.tempo.burst = Some(Burst {
        weapon: weapon.clone(),
        hex,
        meant: lob.hex,
        critical: band == Band::Critical,
    });
    let (number, modifiers) = attack::score(&lob.attack);
    let words = weapon_words(&weapon, &scene.tables);
    let (meant, ends) = (place(field, lob.hex), place(field, hex));
    let note = if band.succeeded() {
        format!("throws the {words} at {meant}: {}", band.word())
    } else {
        format!(
            "throws the {words} at {meant}: {}, it flies to {ends} (P-130)",
            band.word()
        )
    };
    let mut event = field.event(who, EventKind::Note).note(note);
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    field.say(event.detail("number to roll or less", number, "P-114"));
    Ok(())
}

/// Whether somebody has primed an item for his coming throw (P-057).
pub fn is_primed(field: &Field, who: CombatantId, item: ItemId) -> bool {
    let row = field.get(who);
    row.tempo.declared == Declared::Throw(item)
        && row.gear.item(item).is_some_and(|held| {
            let weapon = field.tables().weapons.get(&held.name);
            weapon.is_some_and(|weapon| weapon.radius() > 0)
        })
}

/// A primed grenade whose throw is given up is used up all the same (P-057). Whether it was one.
pub fn use_up(field: &mut Field, who: CombatantId, item: ItemId) -> bool {
    if !is_primed(field, who, item) {
        return false;
    }
    let row = field.get(who);
    let name = row.gear.item(item).map(|held| held.name.clone());
    let words = weapon_words(&name.unwrap_or_default(), field.tables());
    field.get_mut(who).gear.0.retain(|held| held.id != item);
    let kind = EventKind::Handled {
        item,
        manner: "used up".into(),
    };
    let event = field.event(who, kind);
    field.say(event.note(format!("the {words} was primed (P-057)")));
    true
}

/// Everything thrown bursts: one damage roll each, and whoever is in it takes his share.
pub fn burst(mut field: Field) {
    let throwers = field.those(|row| row.tempo.burst.is_some());
    if throwers.is_empty() {
        return;
    }
    // All see the same ground, for bursts of one phase are simultaneous.
    let scene = field.scene();
    let mut all = Vec::new();
    for who in throwers {
        let Some(burst) = field.get_mut(who).tempo.burst.take() else {
            continue;
        };
        let Some(weapon) = scene.tables.weapons.get(&burst.weapon) else {
            continue;
        };
        let radius = weapon.radius();
        let rolled = field.dice().sum(Throw::new(who, "blast"), weapon.damage);
        let at = place(&field, burst.hex);
        let event = field
            .event(who, EventKind::Note)
            .note(format!(
                "the {} bursts at {at}",
                weapon_words(&burst.weapon, &scene.tables)
            ))
            .detail("damage", rolled, "P-104");
        field.say(event);
        for (victim, shp, chp) in blast::losses(&scene, &burst, radius, rolled) {
            all.push((who, victim, shp, chp));
        }
    }
    for (by, victim, shp, chp) in all {
        lose(&mut field, victim, shp, chp);
        let mut lost = vec![("Stamina".into(), shp)];
        if chp > 0 {
            lost.push(("Critical".into(), chp));
        }
        let kind = if shp > 0 || chp > 0 {
            EventKind::Harmed {
                by: Some(by),
                losses: lost,
            }
        } else {
            EventKind::Nothing
        };
        let event = field.event(victim, kind).note("in the burst (P-104)");
        field.say(event);
    }
}
