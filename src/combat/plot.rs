//! Plots: what somebody means to do in the Movement of the coming units of time.

use super::combatant::CombatantId;
use crate::board::{Dir, Hex};
use serde::{Deserialize, Serialize};

/// What a mover is after; worked out anew before each step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Stay where one is.
    #[default]
    Hold,
    /// Follow these hexes, one after another.
    Path(Vec<Hex>),
    /// Go to a hex by the cheapest way.
    Goto(Hex),
    /// Stay and keep facing somebody.
    Face(CombatantId),
    /// Close with somebody until he is within this many hexes.
    Close(CombatantId, u16),
    /// Keep everybody of the other sides at least this many hexes away.
    Away(CombatantId, u16),
    /// Stay within this many hexes of an ally.
    Follow(CombatantId, u16),
    /// Charge somebody; the kind is the rule system's.
    Charge(CombatantId, ChargeKind),
    /// Charge along a direction at whoever stands in the lane.
    Lane(Dir, ChargeKind),
    /// Climb to the neighbour in a direction (B-038).
    Climb(Dir),
    /// Drop to the neighbour in a direction on purpose (B-039).
    Drop(Dir),
    /// Leave the field by the nearest marked exit (B-117).
    Leave,
}

/// What a charge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// Push the opponent back.
    ForceBack,
    /// Pass between two opponents.
    ForceThrough,
    /// Strike with the weight of the run.
    Attack,
    /// Ride the opponent down.
    Trample,
}

/// Where to look when the walk is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndFacing {
    /// As the walk left it.
    #[default]
    AsWalked,
    /// A direction.
    Dir(Dir),
    /// Towards somebody.
    Towards(CombatantId),
}

/// What to do when the next hex is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IfTaken {
    /// End the walk for this unit.
    #[default]
    Stop,
    /// Try again at the next step.
    Wait,
    /// Look for a way round.
    GoRound,
    /// Charge whoever is there.
    Charge,
}

/// Gait asked for (B-061).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Prone or on the knee.
    Crawl,
    /// At the ordinary rate.
    #[default]
    Walk,
    /// At the doubled rate.
    Run,
}

/// A posture change to make before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostureChange {
    /// Get up.
    Stand,
    /// Go down on a knee.
    Kneel,
    /// Lie down.
    LieDown,
}

/// A plot: an intent with all that goes with it. Stands until it is done or blocked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot {
    /// What the mover is after.
    pub intent: Intent,
    /// How fast.
    #[serde(default)]
    pub gait: Gait,
    /// Where to look at the end.
    #[serde(default)]
    pub facing: EndFacing,
    /// If the next hex is taken.
    #[serde(default)]
    pub if_taken: IfTaken,
    /// Give way in a contest instead of charging (P-025).
    #[serde(default)]
    pub yielding: bool,
    /// First of all, this.
    #[serde(default)]
    pub posture: Option<PostureChange>,
}

impl Plot {
    /// A plot with nothing but an intent.
    pub fn new(intent: Intent) -> Plot {
        Plot {
            intent,
            ..Plot::default()
        }
    }
}
