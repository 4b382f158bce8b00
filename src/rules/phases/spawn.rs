//! A setup's combatants become entities with all their components (B-104, P-003).

use super::body::Body;
use super::dark::{DarkMethod, Senses};
use super::field::{Constants, GroundItems, Roster, Sides, Terrain};
use super::house::LoadOut;
use super::own::OwnNumbers;
use super::saddle::Saddle;
use super::scene::{
    Aside, Fighter, Figure, Lying, Motion, Pools, Scene, Standing, Statement, Switches, Tables,
    Tempo,
};
use super::sheet::{MissileKind, Sheet};
use super::systems::handling::open_fists;
use super::verbs::declare::usual;
use super::verbs::standing;
use crate::combat::combatant::{
    Carried, CombatantId, Condition, Conditions, DiceKey, Fitness, Gear, Item, ItemId, Label,
    OutBy, Place, Posture, SideId,
};
use crate::combat::flow::{Flow, Stage};
use crate::combat::setup::{CombatantSetup, Setup};
use bevy::prelude::World;
use smol_str::SmolStr;
use std::sync::Arc;

/// The switches of a setup: its preset with its own switches over it.
///
/// # Errors
/// Unknown presets and switches, values that do not fit.
pub fn switches(setup: &Setup, tables: &Tables) -> Result<Switches, Vec<String>> {
    let Some(preset) = tables.presets.get(&setup.preset) else {
        let known: Vec<_> = tables.presets.keys().map(SmolStr::as_str).collect();
        return Err(vec![format!(
            "preset `{}` is unknown; allowed: {}",
            setup.preset,
            known.join(", ")
        )]);
    };
    let mut switches = preset.clone();
    let mut faults = Vec::new();
    for (name, value) in &setup.switches {
        if let Err(fault) = set_switch(&mut switches, name, value) {
            faults.push(fault);
        }
    }
    if faults.is_empty() {
        Ok(switches)
    } else {
        Err(faults)
    }
}

/// Sets one switch from its text.
///
/// # Errors
/// An unknown name or a value that does not fit, with what is allowed.
pub fn set_switch(switches: &mut Switches, name: &str, value: &str) -> Result<(), String> {
    let slot = match name {
        "parry_requires_check" => &mut switches.parry_requires_check,
        "ar_per_facing_phase" => &mut switches.ar_per_facing_phase,
        "special_attacks" => &mut switches.special_attacks,
        "rush_carry" => {
            switches.rush_carry = value
                .trim()
                .parse()
                .ok()
                .filter(|hundredths| *hundredths <= 100)
                .ok_or_else(|| format!("rush_carry `{value}`: allowed are 0 to 100 hundredths"))?;
            return Ok(());
        }
        "plot" => {
            switches.plot_step = one_of(name, value, "phase", "step")?;
            return Ok(());
        }
        "dark_method" => {
            let flat = one_of(name, value, "sense", "flat")?;
            switches.dark_method = if flat {
                DarkMethod::Flat
            } else {
                DarkMethod::Sense
            };
            return Ok(());
        }
        "fatigue" => &mut switches.fatigue,
        "fog" => {
            switches.fog = one_of(name, value, "off", "sight")?;
            return Ok(());
        }
        other => {
            return Err(format!(
                "switch `{other}` is unknown; allowed: {}",
                super::content::SWITCHES.join(", ")
            ));
        }
    };
    *slot = match value.trim() {
        "true" => true,
        "false" => false,
        other => return Err(format!("switch {name} is `{other}`; allowed: true, false")),
    };
    Ok(())
}

/// Whether a switch of two words, quoted or bare, stands at the second.
fn one_of(name: &str, value: &str, first: &str, second: &str) -> Result<bool, String> {
    match value.trim().trim_matches('"') {
        word if word == first => Ok(false),
        word if word == second => Ok(true),
        other => Err(format!(
            "switch {name} is `{other}`; allowed: {first}, {second}"
        )),
    }
}

/// The sheet and load-out of a combatant.
fn numbers(setup: &CombatantSetup, tables: &Tables) -> Result<(Sheet, LoadOut), String> {
    let archetype = tables.archetypes.get(&setup.archetype).ok_or_else(|| {
        let known: Vec<_> = tables.archetypes.keys().map(SmolStr::as_str).collect();
        format!(
            "{}: archetype `{}` is unknown; allowed: {}",
            setup.name,
            setup.archetype,
            known.join(", ")
        )
    })?;
    let (sheet, mut load_out) = match &setup.own {
        Some(text) => OwnNumbers::read(text)
            .and_then(|own| own.over(archetype, tables))
            .map_err(|fault| format!("{}: {fault}", setup.name))?,
        None => (archetype.sheet.clone(), archetype.load_out.clone()),
    };
    for (slot, item) in &setup.gear {
        match (slot.as_str(), item) {
            ("main", Some(item)) => {
                load_out.main = item.clone();
                let ranged = tables.weapons.get(item).is_some_and(|weapon| {
                    weapon
                        .range
                        .as_ref()
                        .is_some_and(|range| range.kind == MissileKind::Shot)
                });
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
                load_out.armour = item.clone().unwrap_or_else(|| "no_armour".into())
            }
            _ => {}
        }
    }
    super::own::check_load_out(&load_out, tables)
        .map_err(|fault| format!("{}: {fault}", setup.name))?;
    Ok((sheet, load_out))
}

/// Gear in hand at the start, with fists for everybody who does not fight with them anyway.
fn gear(load_out: &LoadOut, extra: &[SmolStr], tables: &Tables, first: u16) -> Gear {
    let mut gear = load_out.gear(tables, first);
    gear.0.retain(|item| item.name != "no_armour");
    let natural = |item: &&Item| !tables.is_natural(&item.name);
    let used = gear.in_hand().filter(natural).map(|item| {
        if item.carried == Carried::Both {
            2u8
        } else {
            1
        }
    });
    let mut hands = 1u8.min(2u8.saturating_sub(used.sum()));
    for (nth, name) in extra.iter().take(20).enumerate() {
        gear.0.push(Item {
            id: ItemId(first + 8 + nth as u16),
            name: name.clone(),
            carried: if super::content::LIGHTS.contains(&name.as_str()) && hands > 0 {
                // Whoever has a hand for it carries it lit (B-019).
                hands -= 1;
                Carried::Off
            } else if tables.weapons.contains_key(name) {
                Carried::Belt
            } else {
                Carried::Slung
            },
            wear: 0,
            ammunition: None,
        });
        if gear
            .0
            .last()
            .is_some_and(|item| item.carried == Carried::Off)
        {
            // That hand is no fist any more.
            let lit = ItemId(first + 8 + nth as u16);
            open_fists(&mut gear.0, tables, lit, Carried::Off);
        }
    }
    // A beast has no fists.
    let natural = tables
        .weapons
        .get(&load_out.main)
        .is_some_and(|weapon| weapon.class == "natural");
    if load_out.main != "fists" && !natural {
        gear.0.push(Item {
            id: ItemId(first + 7),
            name: "fists".into(),
            carried: Carried::Natural,
            wear: 0,
            ammunition: None,
        });
    }
    gear
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
    let mut figures = Vec::new();
    let mut next_item = 1;
    for (index, combatant) in setup.combatants.iter().enumerate() {
        match numbers(combatant, tables) {
            Ok((sheet, load_out)) => {
                let gear = gear(&load_out, &combatant.extra, tables, next_item);
                next_item += 30;
                figures.push(figure(CombatantId(index as u16), combatant, sheet, gear));
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        seat(setup, &mut figures, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut lying = Vec::new();
    for (index, thing) in setup.things.iter().enumerate() {
        let item = Item {
            id: Setup::thing(index),
            name: thing.name.clone(),
            carried: Carried::Slung,
            wear: 0,
            ammunition: None,
        };
        match thing
            .holder
            .and_then(|holder| figures.get_mut(usize::from(holder)))
        {
            Some(holder) => holder.gear.0.push(item),
            None => lying.push(Lying {
                hex: thing.hex,
                item,
                left_by: None,
            }),
        }
    }
    let teams: Arc<Vec<u8>> = Arc::new(setup.sides.iter().map(|side| side.team).collect());
    let mut scene = Scene {
        phase: 0,
        board: Arc::new(setup.board.clone()),
        figures: figures.into_iter().collect(),
        teams: teams.clone(),
        ground: lying.clone(),
        fights: Vec::new(),
        tables: tables.clone(),
        switches: switches.clone(),
    };
    for index in 0..scene.figures.len() {
        let declared = usual(&scene, &scene.figures[index]);
        scene.figures[index].tempo.declared = declared;
        scene.figures[index].standing =
            standing::initial(&setup.sides[usize::from(scene.figures[index].side.0)].orders);
        let ambush = setup.sides[usize::from(scene.figures[index].side.0)].ambush;
        if ambush {
            // A prepared ambush starts with a Held Action (P-007).
            scene.figures[index].tempo.hold = Some(super::scene::HoldMode::Plain);
            let conditions = &mut scene.figures[index].conditions;
            conditions.add(Condition::Holding, None);
        }
    }
    let mut roster = Vec::new();
    for figure in &scene.figures {
        roster.push(insert(world, figure));
    }
    let arrivals = setup
        .combatants
        .iter()
        .enumerate()
        .filter(|(_, combatant)| combatant.arrives > 0)
        .map(|(index, combatant)| (CombatantId(index as u16), combatant.arrives.div_ceil(6) + 1))
        .collect();
    // Everybody declares before the fight (P-004).
    world.resource_mut::<Flow>().enter(Stage::Declaration);
    world.insert_resource(Roster(roster));
    world.insert_resource(Terrain(scene.board));
    world.insert_resource(GroundItems(lying.clone()));
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

/// Puts riders onto their mounts: in one hex, with one facing (B-087).
fn seat(setup: &Setup, figures: &mut [Figure], faults: &mut Vec<String>) {
    for (index, combatant) in setup.combatants.iter().enumerate() {
        let Some(mount) = combatant.mount.map(usize::from) else {
            continue;
        };
        let name = &combatant.name;
        let (rider, id) = (CombatantId(index as u16), CombatantId(mount as u16));
        let Some(found) = figures.get(mount).filter(|_| mount != index) else {
            faults.push(format!("{name}: the mount is not there"));
            continue;
        };
        if !found.is_steed() || found.saddle.rider.is_some() || figures[index].is_steed() {
            let other = &found.label.name;
            faults.push(format!("{name}: {other} cannot be ridden by him"));
            continue;
        }
        let place = found.place;
        figures[mount].saddle.rider = Some(rider);
        let hides = figures[index].conditions.has(Condition::Hidden)
            || figures[mount].conditions.has(Condition::Hidden);
        if hides {
            for one in [index, mount] {
                figures[one].conditions.add(Condition::Hidden, None);
            }
        }
        let figure = &mut figures[index];
        figure.saddle.mount = Some(id);
        figure.posture = Posture::Mounted;
        figure.place = place;
    }
}

fn insert(world: &mut World, figure: &Figure) -> bevy::prelude::Entity {
    let who = (
        figure.id,
        figure.side,
        DiceKey(figure.dice),
        figure.label.clone(),
        figure.place,
        figure.posture,
        figure.fitness,
        figure.conditions.clone(),
        figure.gear.clone(),
    );
    let what = (
        Fighter(figure.sheet.clone()),
        figure.pools,
        figure.body.clone(),
        figure.senses,
        figure.saddle,
        figure.tempo.clone(),
        figure.motion.clone(),
        figure.standing.clone(),
        Statement::default(),
        Aside::default(),
    );
    world.spawn((who, what)).id()
}

/// Somebody as he stands at the start.
pub(super) fn figure(id: CombatantId, setup: &CombatantSetup, sheet: Sheet, gear: Gear) -> Figure {
    let mut conditions = Conditions::default();
    let mut posture = Posture::Standing;
    let mut fitness = if setup.arrives > 0 {
        Fitness::Reserve
    } else {
        Fitness::Able
    };
    let mut shp = sheet.shp;
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
                shp = 0;
                fitness = Fitness::Out(OutBy::Unconscious);
            }
            _ => {}
        }
    }
    let pools = Pools {
        shp,
        chp: sheet.chp,
    };
    Figure {
        id,
        side: SideId(setup.side),
        label: Label {
            name: setup.name.clone(),
            archetype: setup.archetype.clone(),
        },
        place: Place {
            hex: setup.hex,
            facing: setup.facing,
        },
        posture,
        fitness,
        conditions,
        gear,
        sheet: Arc::new(sheet),
        pools,
        body: Body::default(),
        senses: Senses::default(),
        saddle: Saddle::default(),
        tempo: Tempo::default(),
        motion: Motion {
            fresh: true,
            ..Motion::default()
        },
        standing: Standing::default(),
        statement: None,
        dice: setup.dice.unwrap_or(id.0),
        open: true,
    }
}
