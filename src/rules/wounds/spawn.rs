//! From a setup to combatants in the world.

use super::field::{Constants, GroundItems, Roster, Round, Sides, Spent, Terrain};
use super::memo::Recall;
use super::own::{self, OwnNumbers};
use super::scene::{Agenda, Course, Deed, Fighter, Lying, Standing};
use super::sheet::{Location, Sheet};
use super::state::{Exposure, Injuries, Shock, Turn};
use super::tables::{LoadOut, Switches, Tables};
use super::verbs::standing;
use super::{content, sheet};
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{
    Carried, CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, Item, ItemId, Label,
    Place, Posture, SideId,
};
use crate::combat::endings::Objective;
use crate::combat::flow::{Flow, Stage};
use crate::combat::setup::{CombatantSetup, Setup, ThingSetup};
use bevy::prelude::World;
use smol_str::SmolStr;
use std::sync::Arc;

/// Numbers of items kept for one combatant, so that nobody's depend on what others carry.
const ITEMS_EACH: u16 = 30;

/// The switches of a setup: its preset, with what the level sets over it.
///
/// # Errors
/// Every switch that does not fit.
pub fn switches(setup: &Setup, tables: &Tables) -> Result<Switches, Vec<String>> {
    let mut switches = tables.preset(&setup.preset);
    let mut faults = Vec::new();
    if !setup.preset.is_empty() && !tables.presets.contains_key(&setup.preset) {
        faults.push(format!(
            "preset `{}` is unknown; allowed: {}",
            setup.preset,
            content::presets(tables).join(", ")
        ));
    }
    for (name, value) in &setup.switches {
        if let Err(fault) = content::set_switch(&mut switches, name, value) {
            faults.push(fault);
        }
    }
    if faults.is_empty() {
        Ok(switches)
    } else {
        Err(faults)
    }
}

/// How long a round of a setup is (W-020, W-021).
pub fn round_length(setup: &Setup, tables: &Tables) -> UnitLength {
    let seconds = switches(setup, tables).map_or(6, |switches| switches.round_seconds);
    UnitLength::of_seconds(seconds.into())
}

/// The sheet and load-out of a combatant.
fn numbers(
    setup: &CombatantSetup,
    tables: &Tables,
    switches: &Switches,
) -> Result<(Sheet, LoadOut), String> {
    let named = |fault: String| format!("{}: {fault}", setup.name);
    if let Some(fault) = content::refused(tables, &setup.archetype) {
        return Err(named(fault));
    }
    let archetype = tables
        .archetypes
        .get(&setup.archetype)
        .ok_or_else(|| named(format!("archetype `{}` is unknown", setup.archetype)))?;
    let (mut sheet, mut load_out) = match &setup.own {
        Some(text) => OwnNumbers::read(text)
            .and_then(|own| own.over(archetype, tables))
            .map_err(named)?,
        None => (archetype.sheet.clone(), archetype.load_out.clone()),
    };
    if switches.defence_base != 20 {
        sheet = own::for_base(&sheet, switches.defence_base);
    }
    for (slot, item) in &setup.gear {
        match (slot.as_str(), item) {
            ("main", Some(item)) => {
                load_out.main = item.clone();
                let ranged = tables
                    .weapons
                    .get(item)
                    .is_some_and(|weapon| weapon.step.is_some() && weapon.hands == 2);
                if load_out.ammunition.is_none() && ranged {
                    load_out.ammunition = Some(20);
                }
            }
            ("main", None) => load_out.main = "fists".into(),
            ("second", item) => {
                load_out.second.clone_from(item);
                load_out.off_hand &= item.is_some();
            }
            ("shield", item) => load_out.shield.clone_from(item),
            ("armour", item) => {
                load_out.armour = item.clone().unwrap_or_else(|| "no_armour".into());
                if item.is_none() {
                    load_out.helmet = None;
                }
            }
            _ => {}
        }
    }
    own::check_load_out(&load_out, tables).map_err(|fault| format!("{}: {fault}", setup.name))?;
    Ok((sheet, load_out))
}

/// Gear in hand at the start (B-104), with fists for everybody who does not fight with them anyway.
fn gear(load_out: &LoadOut, extra: &[SmolStr], tables: &Tables, first: u16) -> Gear {
    let mut gear = load_out.gear(tables, first);
    let mut next = first + gear.0.len() as u16;
    let mut add = |name: &SmolStr, carried| {
        gear.0.push(Item {
            id: ItemId(next),
            name: name.clone(),
            carried,
            wear: 0,
            ammunition: None,
        });
        next += 1;
    };
    for name in extra.iter().take(20) {
        let weapon = tables.weapons.get(name);
        let carried = match weapon {
            Some(weapon) if weapon.is_natural() => Carried::Natural,
            Some(_) => Carried::Belt,
            None => Carried::Slung,
        };
        add(name, carried);
    }
    let natural = |name: &SmolStr| {
        tables
            .weapons
            .get(name)
            .is_some_and(sheet::Weapon::is_natural)
    };
    if !natural(&load_out.main) {
        add(&"fists".into(), Carried::Natural);
    }
    gear
}

/// A thing of the level as an item: carried by the way, nothing to fight with.
fn item_of(index: usize, thing: &ThingSetup) -> Item {
    Item {
        id: Setup::thing(index),
        name: thing.name.clone(),
        carried: Carried::Slung,
        wear: 0,
        ammunition: None,
    }
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
    let mut numbered = Vec::new();
    for combatant in &setup.combatants {
        match numbers(combatant, tables, &switches) {
            Ok(found) => numbered.push(found),
            Err(fault) => faults.push(fault),
        }
    }
    let escapes = setup.sides.iter().any(|side| {
        let list = side.goals.list.iter();
        list.clone()
            .any(|goal| matches!(goal, Objective::Escape { .. }))
    });
    if escapes {
        faults.push(
            "the objective to escape cannot be played by these rules: nobody leaves the field yet"
                .to_owned(),
        );
    }
    for combatant in &setup.combatants {
        if combatant.conditions.iter().any(|word| word == "hidden") {
            faults.push(format!(
                "{} cannot start hidden by these rules: everybody is seen yet",
                combatant.name
            ));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let length = UnitLength::of_seconds(switches.round_seconds.into());
    let mut roster = Vec::new();
    let mut arrivals = Vec::new();
    for (index, (combatant, (sheet, load_out))) in setup.combatants.iter().zip(numbered).enumerate()
    {
        let id = CombatantId(index as u16);
        let mut gear = gear(
            &load_out,
            &combatant.extra,
            tables,
            1 + index as u16 * ITEMS_EACH,
        );
        let things = setup.things.iter().enumerate();
        gear.0.extend(
            things
                .filter(|(_, thing)| thing.holder == Some(id.0))
                .map(|(index, thing)| item_of(index, thing)),
        );
        let orders = &setup.sides[usize::from(combatant.side)].orders;
        roster.push(insert(
            world,
            id,
            combatant,
            sheet,
            gear,
            standing::initial(orders),
        ));
        if combatant.arrives > 0 {
            arrivals.push((id, length.unit_from(combatant.arrives)));
        }
    }
    let teams: Arc<Vec<u8>> = Arc::new(setup.sides.iter().map(|side| side.team).collect());
    world.resource_mut::<Flow>().enter(Stage::Clock);
    world.insert_resource(Roster(roster));
    world.insert_resource(Recall::default());
    world.insert_resource(Terrain(Arc::new(setup.board.clone())));
    let things = setup.things.iter().enumerate();
    let lying = things
        .filter(|(_, thing)| thing.holder.is_none())
        .map(|(index, thing)| Lying {
            hex: thing.hex,
            item: item_of(index, thing),
        });
    world.insert_resource(GroundItems(lying.collect()));
    world.insert_resource(Spent::default());
    world.insert_resource(Round::default());
    world.insert_resource(Sides {
        surprised: setup.sides.iter().map(|side| side.surprised).collect(),
        arrivals,
    });
    world.insert_resource(Constants {
        tables: tables.clone(),
        switches,
        teams,
    });
    Ok(())
}

fn insert(
    world: &mut World,
    id: CombatantId,
    setup: &CombatantSetup,
    sheet: Sheet,
    gear: Gear,
    standing: Standing,
) -> bevy::prelude::Entity {
    let mut conditions = Conditions::default();
    let mut posture = Posture::Standing;
    let mut fitness = if setup.arrives > 0 {
        Fitness::Reserve
    } else {
        Fitness::Able
    };
    let mut shock = Shock::default();
    for word in &setup.conditions {
        match word.as_str() {
            "prone" => posture = Posture::Prone,
            "kneeling" => posture = Posture::Kneeling,
            "bound" => {
                conditions.add(Condition::Bound, None);
                fitness = Fitness::Disabled;
            }
            "unconscious" => {
                conditions.add(Condition::Unconscious, None);
                posture = Posture::Prone;
                shock.0.insert(Location::Head, 0);
                fitness = Fitness::Disabled;
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
        Fighter(Arc::new(sheet)),
        Injuries::default(),
        shock,
        Turn::default(),
        Exposure::default(),
        Agenda::default(),
        Deed::default(),
        Course {
            fresh: true,
            ..Course::default()
        },
        standing,
    );
    world.spawn((who, what)).id()
}
