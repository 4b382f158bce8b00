//! A setup's combatants become entities with all their components (B-104, B-108).
//!
//! There are no archetypes yet: whoever is given no numbers of his own is the average person.

use super::field::{Constants, Roster};
use super::scene::{Fighter, LENGTH, Pools};
use super::sheet::{OwnNumbers, Sheet};
use super::tables::{Armour, Switches, Tables};
use super::tempo::Tempo;
use super::verbs::standing;
use crate::combat::combatant::{
    Carried, CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, Item, ItemId, Label,
    OutBy, Place, Posture, SideId,
};
use crate::combat::setup::{CombatantSetup, Setup};
use bevy::prelude::World;
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The switches of a setup: its preset with its own switches over it.
///
/// # Errors
/// Unknown presets and switches, values that do not fit.
fn switches(setup: &Setup, tables: &Tables) -> Result<Switches, Vec<String>> {
    let Some(preset) = tables.presets.get(&setup.preset) else {
        let known: Vec<_> = tables.presets.keys().map(SmolStr::as_str).collect();
        return Err(vec![format!(
            "preset `{}` is unknown; allowed: {}",
            setup.preset,
            known.join(", ")
        )]);
    };
    let mut switches = *preset;
    let faults: Vec<String> = setup
        .switches
        .iter()
        .filter_map(|(name, value)| switches.set(name, value).err())
        .collect();
    if faults.is_empty() {
        Ok(switches)
    } else {
        Err(faults)
    }
}

/// Whether an item of a name can be carried.
pub fn known_item(tables: &Tables, name: &str) -> bool {
    tables.weapons.contains_key(name)
        || tables.armour.contains_key(name)
        || tables.shields.contains_key(name)
}

/// Gear by slot: `main`, `second` (in the other hand if that is free), `shield`, `armour`.
///
/// # Errors
/// The first name no table holds.
pub fn gear(
    slots: &BTreeMap<SmolStr, Option<SmolStr>>,
    extra: &[SmolStr],
    tables: &Tables,
    first: u16,
) -> Result<Gear, String> {
    let named = |slot: &str| slots.get(slot).cloned().flatten();
    let main = named("main");
    let two_handed = main
        .as_ref()
        .and_then(|main| tables.weapons.get(main))
        .is_some_and(|weapon| weapon.hands == 2);
    let shield = named("shield");
    let grip = if two_handed {
        Carried::Both
    } else {
        Carried::Main
    };
    let arm = if two_handed {
        Carried::Slung
    } else {
        Carried::Arm
    };
    let off = if two_handed || shield.is_some() {
        Carried::Belt
    } else {
        Carried::Off
    };
    let carried = [
        (main, grip),
        (named("second"), off),
        (shield, arm),
        (named("armour"), Carried::Worn),
    ];
    let more = extra
        .iter()
        .cloned()
        .map(|name| (Some(name), Carried::Belt));
    let mut items = Vec::new();
    for (name, carried) in carried.into_iter().chain(more) {
        let Some(name) = name else { continue };
        if !known_item(tables, &name) {
            return Err(format!("`{name}` is in no table of gear"));
        }
        items.push(Item {
            id: ItemId(first + items.len() as u16),
            name,
            carried,
            wear: 0,
            ammunition: None,
        });
    }
    Ok(Gear(items))
}

/// What is worn.
pub fn armour(gear: &Gear, tables: &Tables) -> Armour {
    let worn = gear.0.iter().find(|item| item.carried == Carried::Worn);
    worn.and_then(|item| tables.armour.get(&item.name))
        .copied()
        .unwrap_or(Armour::NONE)
}

fn sheet(setup: &CombatantSetup, gear: &Gear, tables: &Tables) -> Result<Sheet, String> {
    let own = match &setup.own {
        Some(text) => OwnNumbers::read(text)?,
        None => OwnNumbers::default(),
    };
    own.sheet(armour(gear, tables))
}

/// Puts everybody into the world.
///
/// # Errors
/// Every fault of the setup, with names.
pub fn spawn(world: &mut World, setup: &Setup, tables: &Arc<Tables>) -> Result<(), Vec<String>> {
    let mut faults = Vec::new();
    let switches = switches(setup, tables).unwrap_or_else(|mut found| {
        faults.append(&mut found);
        Switches::default()
    });
    if !setup.things.is_empty() {
        faults.push("things of a level cannot be carried yet in `nar`".to_owned());
    }
    let mut built = Vec::new();
    let mut next_item = 1;
    for combatant in &setup.combatants {
        let made = gear(&combatant.gear, &combatant.extra, tables, next_item)
            .and_then(|gear| Ok((sheet(combatant, &gear, tables)?, gear)));
        next_item += 30;
        match made {
            Ok(made) => built.push(made),
            Err(fault) => faults.push(format!("{}: {fault}", combatant.name)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut roster = Vec::new();
    let mut arrivals = Vec::new();
    for (index, (combatant, (sheet, gear))) in setup.combatants.iter().zip(built).enumerate() {
        let id = CombatantId(index as u16);
        if combatant.arrives > 0 {
            arrivals.push((id, LENGTH.unit_from(combatant.arrives)));
        }
        let words = &setup.sides[usize::from(combatant.side)].orders;
        let orders = standing::initial(words);
        roster.push(insert(world, id, combatant, sheet, gear, orders));
    }
    world.insert_resource(Roster(roster));
    world.insert_resource(Constants {
        board: Arc::new(setup.board.clone()),
        tables: tables.clone(),
        switches,
        teams: Arc::new(setup.sides.iter().map(|side| side.team).collect()),
        arrivals: Arc::new(arrivals),
    });
    Ok(())
}

fn insert(
    world: &mut World,
    id: CombatantId,
    setup: &CombatantSetup,
    sheet: Sheet,
    gear: Gear,
    orders: super::scene::Standing,
) -> bevy::prelude::Entity {
    let mut conditions = Conditions::default();
    let mut posture = Posture::Standing;
    let mut fitness = if setup.arrives > 0 {
        Fitness::Reserve
    } else {
        Fitness::Able
    };
    for word in &setup.conditions {
        match word.as_str() {
            "prone" => posture = Posture::Prone,
            "kneeling" => posture = Posture::Kneeling,
            "bound" => {
                conditions.add(Condition::Bound, None);
                fitness = Fitness::Disabled;
            }
            "hidden" => conditions.add(Condition::Hidden, None),
            "unconscious" => {
                conditions.add(Condition::Unconscious, None);
                posture = Posture::Prone;
                fitness = Fitness::Out(OutBy::Unconscious);
            }
            _ => {}
        }
    }
    let who = (
        id,
        SideId(setup.side),
        DiceKey(setup.dice.unwrap_or(id.0)),
        Label {
            name: setup.name.clone(),
            archetype: setup.archetype.clone(),
        },
        Place {
            hex: setup.hex,
            facing: setup.facing,
        },
        posture,
        fitness,
        conditions,
        gear,
    );
    let what = (
        Pools {
            hp: sheet.hp,
            nld: 0,
        },
        Tempo::new(sheet.nar, sheet.dap, sheet.init),
        orders,
        Fighter(Arc::new(sheet)),
    );
    world.spawn((who, what)).id()
}

/// Gives a combatant other numbers and gear, as if he had been put into the battle with them. Until
/// a Round begins those named first go first.
///
/// # Errors
/// What of them cannot be used.
pub fn dress(
    world: &mut World,
    who: CombatantId,
    numbers: &OwnNumbers,
    slots: &BTreeMap<SmolStr, Option<SmolStr>>,
    extra: &[SmolStr],
) -> Result<(), String> {
    let tables = world.resource::<Constants>().tables.clone();
    let entity = world.resource::<Roster>().0[usize::from(who.0)];
    let gear = gear(slots, extra, &tables, 1 + who.0 * 30)?;
    let sheet = numbers.sheet(armour(&gear, &tables))?;
    let pools = Pools {
        hp: sheet.hp,
        nld: 0,
    };
    let tempo = Tempo::new(sheet.nar, sheet.dap, 30 - i32::from(who.0));
    let mut entity = world.entity_mut(entity);
    entity.insert((gear, pools, tempo, Fighter(Arc::new(sheet))));
    Ok(())
}
