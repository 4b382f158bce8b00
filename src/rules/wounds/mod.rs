//! `wounds`: rounds counted down from initiative, Success Levels, wound boxes by location, shock.
//!
//! Rule ids in these docs (`W-039`, `WH-06`, T4) are those of the system's register. Pure rules stand
//! one file a family and read plain contexts; [`sheet`] and [`state`] are what they read of a
//! combatant, [`tables`] the figures, [`content`] their files.

pub mod armour;
pub mod attack;
pub mod check;
pub mod contact;
pub mod content;
pub mod defence;
pub mod derive;
pub mod exchange;
pub mod falls;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod fumble;
pub mod initiative;
pub mod injury;
pub mod movement;
pub mod odds;
pub mod own;
pub mod pace;
pub mod recovery;
pub mod sheet;
pub mod shock;
pub mod state;
mod table_checks;
pub mod tables;
pub mod weapon_use;
