//! Grappling: Hold, Pin, Overbear, Throw, Defensive Throw and breaking free (P-230 to P-248).
//!
//! A grapple is a blow of bare hands whose [`Grapple`] says what they are after: it is rolled,
//! answered and resolved inside the target's bout like any other. Who has hold of whom is the
//! holder's [`Grip`]; the conditions `held` and `pinned` follow from it. Pure rules stand in
//! [`rule`] (attacks), [`counter`] (Defensive Throw) and [`struggle`] (breaking free); [`hands`]
//! turns a scene into their contexts.

pub mod counter;
pub mod hands;
pub mod rule;
pub mod struggle;

use crate::board::{Dir, Hex};
use crate::combat::combatant::CombatantId;
use serde::{Deserialize, Serialize};

/// The weapon of the tables that bare hands are (H-12).
pub const WEAPON: &str = "grappling";

/// Whom somebody has hold of, with both hands (P-231, P-235).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grip {
    /// Whom.
    pub whom: CombatantId,
    /// Pinned; otherwise Held.
    pub pin: bool,
    /// The phase it began in: its damage begins with the next one.
    pub since: u32,
}

/// What grappling hands are after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grapple {
    /// To hold him (P-231).
    Hold,
    /// To force one down who is held (P-235).
    Pin,
    /// Several at once force one down who need not be held (P-239).
    Overbear {
        /// Who joins in besides.
        others: u8,
    },
    /// To throw one who is held (P-241).
    Throw(Way),
}

impl Grapple {
    /// The word players and orders use.
    pub const fn word(&self) -> &'static str {
        match self {
            Grapple::Hold => "hold fast",
            Grapple::Pin => "pin",
            Grapple::Overbear { .. } => "overbear",
            Grapple::Throw(_) => "throw",
        }
    }

    /// The rule behind it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Grapple::Hold => "P-231",
            Grapple::Pin => "P-235",
            Grapple::Overbear { .. } => "P-239",
            Grapple::Throw(_) => "P-241",
        }
    }

    /// A Special Attack, for which the Hold must stand (P-234); an Overbear is none (P-239).
    pub const fn is_special(&self) -> bool {
        matches!(self, Grapple::Pin | Grapple::Throw(_))
    }

    /// Whether it does Grappling damage in the phase it succeeds (P-231, P-235, P-241).
    pub const fn hurts(&self) -> bool {
        matches!(self, Grapple::Hold | Grapple::Throw(_))
    }

    /// Whether a throw against it, or a grapple back, is a contest of two (P-238, P-247).
    pub const fn is_contest(&self) -> bool {
        !matches!(self, Grapple::Hold)
    }
}

/// Where a throw leads, as the ground is (P-241, P-242, P-245, B-073 to B-077).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// Direction.
    pub dir: Dir,
    /// The hex the flight is counted from: his own, or the thrower's if he goes over him.
    pub from: Hex,
    /// Hexes from there.
    pub hexes: u8,
    /// Full metres still to travel where a wall or the like stops it; 0 without one.
    pub wall: u8,
    /// Levels fallen at its end.
    pub drop: u8,
    /// It ends in deep water.
    pub water: bool,
    /// There is no hex to land in: he goes down where he stands (P-245).
    pub blocked: bool,
}

/// How a throw ended for the one who was thrown (P-242, P-243).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Flight {
    /// Hexes he flies if nobody is in the way.
    pub hexes: u8,
    /// Keeps his feet.
    pub stands: bool,
    /// Face of that Feat; 0 if none was thrown.
    pub face: u16,
    /// Phases he is Stunned if a wall stops him; 0: not.
    pub stunned: u8,
    /// Levels he falls.
    pub drop: u8,
    /// Ends in deep water.
    pub water: bool,
    /// Stamina that a Defensive Throw costs him; a Throw's is counted in his own bout.
    pub harm: i16,
}

/// What a grapple came to.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Clinch {
    /// Nothing, or not decided.
    #[default]
    None,
    /// Two at once, and neither got the better of the other (P-238).
    Locked,
    /// Held.
    Held,
    /// Pinned.
    Pinned,
    /// Thrown.
    Thrown(Flight),
}

/// One who is thrown or must keep his feet: his numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Who; his dice.
    pub who: CombatantId,
    /// Dexterity score.
    pub dx: i8,
    /// Resist System Shock number.
    pub rss: i32,
    /// Further modifiers of his Feats.
    pub feats: i32,
    /// Lies already, or cannot keep his feet.
    pub down: bool,
}
