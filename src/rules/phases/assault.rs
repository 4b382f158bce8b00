//! One attack of a bout, by weapon or by weight, and what every defence asks of it.

use super::attack::AttackContext;
use super::charge::PushContext;
use super::facing::{Arc4, Awareness};
use super::sheet::MissileKind;
use crate::combat::combatant::CombatantId;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// One attack of a bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assault {
    /// By weapon, a charge to attack among them.
    Blow(Box<AttackContext>),
    /// A charge to force back.
    Push(Box<PushContext>),
}

impl Assault {
    /// Who attacks.
    pub fn attacker(&self) -> CombatantId {
        match self {
            Assault::Blow(attack) => attack.attacker,
            Assault::Push(push) => push.charge.who,
        }
    }

    /// Arc of the target it comes from.
    pub fn arc(&self) -> Arc4 {
        match self {
            Assault::Blow(attack) => attack.arc,
            Assault::Push(push) => push.arc,
        }
    }

    /// Whether the target knows of it.
    pub fn awareness(&self) -> Awareness {
        match self {
            Assault::Blow(attack) => attack.awareness,
            Assault::Push(push) => push.awareness,
        }
    }

    /// How a missile comes; `None` for a blow or push.
    pub fn missile(&self) -> Option<MissileKind> {
        match self {
            Assault::Blow(attack) => attack.missile(),
            Assault::Push(_) => None,
        }
    }

    /// For a charge, whether it comes at a run.
    pub fn charge_running(&self) -> Option<bool> {
        match self {
            Assault::Blow(attack) => attack.charge.map(|charge| charge.running),
            Assault::Push(push) => Some(push.charge.running),
        }
    }

    /// An en passant attack on somebody in motion (P-067).
    pub fn on_the_move(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.en_passant && attack.target_moving,
            Assault::Push(_) => false,
        }
    }

    /// Hand to hand from the next hex.
    pub fn is_beside(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.weapon.is_melee() && attack.distance == 1,
            Assault::Push(_) => true,
        }
    }

    /// Weapon class (P-213).
    pub fn weapon_class(&self) -> Option<&SmolStr> {
        match self {
            Assault::Blow(attack) => Some(&attack.weapon.class),
            Assault::Push(_) => None,
        }
    }

    /// Whether it is a Feint (P-170).
    pub fn feint(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.feint,
            Assault::Push(_) => false,
        }
    }
}
