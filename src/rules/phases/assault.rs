//! One attack of a bout, by weapon or by weight, and what every defence asks of it.

use super::attack::AttackContext;
use super::charge::{PushContext, TrampleContext};
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
    /// A mount that rides somebody down.
    Trample(Box<TrampleContext>),
}

impl Assault {
    /// Who attacks.
    pub fn attacker(&self) -> CombatantId {
        match self {
            Assault::Blow(attack) => attack.attacker,
            Assault::Push(push) => push.charge.who,
            Assault::Trample(trample) => trample.charge.who,
        }
    }

    /// Arc of the target it comes from.
    pub fn arc(&self) -> Arc4 {
        match self {
            Assault::Blow(attack) => attack.arc,
            Assault::Push(push) => push.arc,
            Assault::Trample(trample) => trample.arc,
        }
    }

    /// Whether the target knows of it.
    pub fn awareness(&self) -> Awareness {
        match self {
            Assault::Blow(attack) => attack.awareness,
            Assault::Push(push) => push.awareness,
            Assault::Trample(trample) => trample.awareness,
        }
    }

    /// How a missile comes; `None` for a blow or push.
    pub fn missile(&self) -> Option<MissileKind> {
        match self {
            Assault::Blow(attack) => attack.missile(),
            Assault::Push(_) | Assault::Trample(_) => None,
        }
    }

    /// For a charge, whether it comes at a run.
    pub fn charge_running(&self) -> Option<bool> {
        match self {
            Assault::Blow(attack) => attack.charge.map(|charge| charge.running),
            Assault::Push(push) => Some(push.charge.running),
            Assault::Trample(trample) => Some(trample.charge.running),
        }
    }

    /// A mounted charge or a Trample: too massive to step aside from (P-085, P-088, P-212).
    pub fn is_massive(&self) -> Option<&'static str> {
        match self {
            Assault::Blow(attack) => attack
                .charge
                .is_some_and(|charge| charge.mounted)
                .then_some("P-085"),
            Assault::Push(push) => push.charge.mounted.then_some("P-085"),
            Assault::Trample(_) => Some("P-088"),
        }
    }

    /// An en passant attack on somebody in motion (P-067).
    pub fn on_the_move(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.en_passant && attack.target_moving,
            Assault::Push(_) | Assault::Trample(_) => false,
        }
    }

    /// Hand to hand from the next hex.
    pub fn is_beside(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.weapon.is_melee() && attack.distance == 1,
            Assault::Push(_) | Assault::Trample(_) => true,
        }
    }

    /// Weapon class (P-213).
    pub fn weapon_class(&self) -> Option<&SmolStr> {
        match self {
            Assault::Blow(attack) => Some(&attack.weapon.class),
            Assault::Push(_) | Assault::Trample(_) => None,
        }
    }

    /// Whether it is a Feint (P-170).
    pub fn feint(&self) -> bool {
        match self {
            Assault::Blow(attack) => attack.feint,
            Assault::Push(_) | Assault::Trample(_) => false,
        }
    }
}
