//! What a hex and a hexside can hold (B-031, B-043, BT-3, BT-6).

use serde::{Deserialize, Serialize};

/// The ground of a hex (BT-6).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-6)")]
pub enum Ground {
    #[default]
    Grass,
    Road,
    Floor,
    Bridge,
    Stairs,
    Plank,
    Sand,
    Snow,
    Mud,
    Rough,
    Rubble,
    Ice,
    Undergrowth,
    TallGrass,
    Forest,
    ShallowWater,
    Marsh,
    DeepWater,
    Crawlway,
    Pit,
    Rock,
}

/// The object standing in a hex, at most one (BT-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-6)")]
pub enum Object {
    Tree,
    Pillar,
    Table,
    Crate,
    Barrel,
    Cart,
    Carcass,
}

/// What can lie over a hex, any number at once (BT-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-6)")]
pub enum Overlay {
    Fire,
    SmokeThin,
    SmokeThick,
    Fog,
}

/// The set of overlays of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Overlays(u8);

impl Overlays {
    /// No overlay.
    pub const NONE: Overlays = Overlays(0);

    /// With one more.
    pub const fn with(self, overlay: Overlay) -> Overlays {
        Overlays(self.0 | 1 << overlay as u8)
    }

    /// Without one.
    pub const fn without(self, overlay: Overlay) -> Overlays {
        Overlays(self.0 & !(1 << overlay as u8))
    }

    /// Whether it is there.
    pub const fn has(self, overlay: Overlay) -> bool {
        self.0 & 1 << overlay as u8 != 0
    }
}

/// The light of a hex (B-018).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LightGrade {
    /// No light at all.
    Black,
    /// Night.
    Dark,
    /// Dusk.
    Dim,
    /// Day.
    #[default]
    Bright,
}

/// A light that stands on the board (B-019).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LightSource {
    /// Bright to 2, Dim to 5.
    Torch,
    /// Bright to 3, Dim to 6.
    Lantern,
    /// Bright to 3, Dim to 8.
    Brazier,
}

/// One hex of the board (B-043). Passable defaults; figures of each kind are in `terrain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The ground.
    pub ground: Ground,
    /// The object standing on it.
    pub object: Option<Object>,
    /// Fire, smoke, fog.
    pub overlays: Overlays,
    /// Ground height in levels of `level_mm` (B-036).
    pub level: i8,
    /// A light standing here.
    pub light: Option<LightSource>,
    /// A border exit by which combatants may leave (B-117).
    pub exit: bool,
}

/// What stands on a hexside (BT-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (BT-3)")]
pub enum EdgeKind {
    Wall,
    Palisade,
    LowWall,
    Fence,
    Railing,
    Hedge,
    Breastwork,
    Window,
    ArrowSlit,
    Bars,
    Door,
    Ladder,
}

/// A hexside's feature and its state (B-030, B-033).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// What it is.
    pub kind: EdgeKind,
    /// A door that stands open; false for everything else.
    pub open: bool,
    /// A door that must be forced (B-034); false for everything else.
    pub locked: bool,
}

impl Edge {
    /// A feature as it is built: doors closed and unlocked.
    pub const fn new(kind: EdgeKind) -> Edge {
        Edge {
            kind,
            open: false,
            locked: false,
        }
    }
}
