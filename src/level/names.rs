//! What the level module must be told about the rule systems, since it names none of them.

use crate::reading::source::Span;

/// The part of a combatant that a gear name is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GearSlot {
    /// Weapons (BT-9).
    Weapon,
    /// Armour (BT-10).
    Armour,
    /// Shields (BT-11).
    Shield,
}

/// Something a rule system finds wrong in a text of the level that is meant for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleFault {
    /// Byte range within the text that was given for checking.
    pub span: Span,
    /// What was found and why it will not do.
    pub message: String,
    /// The word that was found, if the fault is a wrong name.
    pub found: Option<String>,
    /// What is allowed there.
    pub allowed: Vec<String>,
}

/// The names the rule systems know, and their judgement of what a level says to them.
///
/// Implemented once above the rule systems; tests use a stub with the board's own tables.
pub trait RuleNames {
    /// Ids of the rule systems.
    fn systems(&self) -> &[&str];

    /// Archetypes that every system knows (B-105).
    fn archetypes(&self) -> &[&str];

    /// Archetypes that this system plays and not all others do; a level that names one plays under
    /// no system that does not have it.
    fn own_archetypes(&self, _system: &str) -> &[&str] {
        &[]
    }

    /// Gear on the board's one list (B-103).
    fn gear_names(&self, slot: GearSlot) -> &[&str];

    /// Gear that only this system knows; a level that names it plays under no other (B-103).
    fn own_gear(&self, system: &str, slot: GearSlot) -> &[&str];

    /// Presets of a system, the default first.
    fn presets(&self, system: &str) -> &[&str];

    /// Switches of a system.
    fn switches(&self, system: &str) -> &[&str];

    /// Faults in a combatant's own numbers for a system: RON text in round brackets (B-108).
    fn check_own_numbers(&self, system: &str, archetype: &str, numbers: &str) -> Vec<RuleFault>;

    /// Faults in the value of a switch of a system, a RON value as written.
    fn check_switch(&self, system: &str, switch: &str, value: &str) -> Vec<RuleFault>;

    /// Whether the archetype brings its own mount into the battle (B-109).
    fn comes_mounted(&self, archetype: &str) -> bool {
        archetype == "lancer"
    }

    /// Whether the archetype can be ridden (B-092).
    fn is_mount(&self, archetype: &str) -> bool {
        archetype == "warhorse"
    }

    /// Hexes an archetype walks in 6 s, for the warnings of B-098: the Moves of BT-13.
    fn walk(&self, archetype: &str) -> u32 {
        match archetype {
            "duelist" => 7,
            "knight" | "archer" | "brawler" | "berserker" | "captain" => 6,
            "lancer" | "warhorse" => 12,
            _ => 5,
        }
    }
}
