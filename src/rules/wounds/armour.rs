//! What armour and shield take off a blow, by location (W-045–W-047, WH-09), and their encumbrance.

use super::sheet::{Armour, Location, Shield};
use super::state::Shock;
use super::tables::Tables;
use crate::board::Sector;
use crate::combat::combatant::{Carried, Gear};

/// Suits and helmets worn.
fn worn<'a>(gear: &'a Gear, tables: &'a Tables) -> impl Iterator<Item = &'a Armour> {
    gear.0
        .iter()
        .filter(|item| item.carried == Carried::Worn)
        .filter_map(|item| tables.armour.get(&item.name))
}

/// The shield on the arm.
pub fn shield<'a>(gear: &Gear, tables: &'a Tables) -> Option<&'a Shield> {
    gear.0
        .iter()
        .filter(|item| item.carried == Carried::Arm)
        .find_map(|item| tables.shields.get(&item.name))
}

/// Whether the shield is of use: not winded or unconscious, the arm not numb (WH-09).
pub fn shield_ready(shock: &Shock, arm_gone: bool) -> bool {
    !shock.winded() && !shock.unconscious() && !shock.has(Location::LeftArm) && !arm_gone
}

/// Armour of a location without a shield: the highest of what is worn (T5).
pub fn suit(gear: &Gear, tables: &Tables, location: Location) -> u8 {
    worn(gear, tables)
        .map(|armour| armour.of(location))
        .max()
        .unwrap_or(0)
}

/// Wounds taken off at each location from a blow out of a sector. `use_shield` is false against
/// flails and for those who cannot use one ([`shield_ready`]).
pub fn protection(gear: &Gear, tables: &Tables, from: Sector, use_shield: bool) -> [u8; 6] {
    let shield = shield(gear, tables).filter(|_| use_shield);
    Location::ALL.map(|location| {
        let held = shield
            .filter(|shield| shield.covers(location, from))
            .map_or(0, |shield| shield.armour);
        suit(gear, tables, location) + held
    })
}

/// Encumbrance of what is worn and of the shield on the arm (T5).
pub fn encumbrance(gear: &Gear, tables: &Tables) -> u8 {
    let shield = shield(gear, tables).map_or(0, |shield| shield.enc);
    worn(gear, tables).map(|armour| armour.enc).sum::<u8>() + shield
}
