//! Gear by a combatant's line, in any rule system.

use super::format::RawCombatant;
use crate::combat::battle::Battle;
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId};
use bevy::prelude::Entity;

/// A combatant's entity and gear, and the first number that no item has.
///
/// # Errors
/// If he is not there.
pub(super) fn find(battle: &mut Battle, who: CombatantId) -> Result<(Entity, Gear, u16), String> {
    let world = battle.world_mut();
    let mut query = world.query::<(Entity, &CombatantId, &Gear)>();
    let all: Vec<_> = query
        .iter(world)
        .map(|(entity, id, gear)| (entity, *id, gear.clone()))
        .collect();
    let items = all.iter().flat_map(|(_, _, gear)| &gear.0);
    let next = items.map(|item| item.id.0).max().map_or(0, |id| id + 1);
    all.into_iter()
        .find(|(_, id, _)| *id == who)
        .map(|(entity, _, gear)| (entity, gear, next))
        .ok_or_else(|| "he was not put into the battle".to_owned())
}

/// Gear by the line; what it does not name stays as the archetype has it, and a fixture wears and
/// carries nothing but its weapon. `known` tells names of gear, `hold` how a main weapon is held.
///
/// # Errors
/// A name that is in no table.
pub(super) fn gear(
    line: &RawCombatant,
    known: &dyn Fn(&str) -> bool,
    hold: &dyn Fn(&str) -> Carried,
    old: &Gear,
    first: u16,
    fixture: bool,
) -> Result<Gear, String> {
    let mut next = first;
    let mut items: Vec<Item> = old
        .0
        .iter()
        .filter(|item| !matches!(item.carried, Carried::Main | Carried::Off | Carried::Both))
        .filter(|item| match item.carried {
            Carried::Worn => !fixture && line.armour.is_none(),
            Carried::Arm => !fixture && line.shield.is_none(),
            Carried::Belt | Carried::Slung => !fixture,
            _ => true,
        })
        .cloned()
        .collect();
    let mut add = |name: &str, carried, ammunition| {
        if !known(name) {
            return Err(format!("`{name}` is in no table of gear"));
        }
        items.push(Item {
            id: ItemId(next),
            name: name.into(),
            carried,
            wear: 0,
            ammunition,
        });
        next += 1;
        Ok(())
    };
    let weapon = line.weapon.as_deref().unwrap_or("long_sword");
    if weapon != "none" {
        add(weapon, hold(weapon), line.ammunition)?;
    }
    if let Some(off) = &line.off {
        add(off, Carried::Off, None)?;
    }
    for belt in line.belt.iter().flatten() {
        add(belt, Carried::Belt, None)?;
    }
    if let Some(shield) = line.shield.as_deref().filter(|shield| *shield != "none") {
        add(shield, Carried::Arm, None)?;
    }
    if let Some(armour) = line.armour.as_deref().filter(|armour| *armour != "none") {
        add(armour, Carried::Worn, None)?;
    }
    items.sort_by_key(|item| item.id);
    Ok(Gear(items))
}
