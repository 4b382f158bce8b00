//! Figures of the ground, of objects and of overlays (BT-6), and what a hex as a whole comes to.
//!
//! One row a kind, as in the register; costs in half metres, heights in centimetres. Hexsides are
//! in `edges`.

use super::{Board, Cell, Ground, Object, Overlay};
use hexx::Hex;

/// Grade of a footing check (BT-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footing {
    /// Checked at a run.
    One,
    /// Checked at a run, and in some systems before.
    Two,
    /// Checked at any step.
    Three,
}

/// How a combatant may be in a hex (BT-6, "postures, limits").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Any posture and gait.
    All,
    /// Not Prone by choice.
    NotProne,
    /// On foot and not at a run.
    OnFootNoRunning,
    /// Not at a run and not Prone.
    NotRunningNotProne,
    /// Mounted not at a run.
    MountedNotRunning,
    /// Swimming only (B-048).
    Swimming,
    /// Crouching, Kneeling or Prone.
    Low,
    /// In by a drop or a fall, out by climbing.
    Hole,
    /// Not mounted.
    OnFoot,
    /// Nobody.
    Impassable,
}

/// Cover of a hex for who is inside or behind it, in per cent (B-023).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexCover {
    /// Stops missiles.
    pub physical: u8,
    /// Hides.
    pub visual: u8,
    /// Height above ground; `None` counts at any height.
    pub height_cm: Option<i32>,
}

/// A row of BT-6, ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundFigures {
    /// Half metres to enter.
    pub cost_halves: u16,
    /// Postures and gaits allowed.
    pub limit: Limit,
    /// Cover for one inside.
    pub cover: HexCover,
    /// Opacity, 0–100 (B-015), up to the height of the cover.
    pub opacity: u8,
    /// Noise, −1 to +2 (B-022).
    pub noise: i8,
    /// Footing grade (B-046).
    pub footing: Option<Footing>,
    /// Hampers who fights in it (B-047).
    pub hampers: bool,
    /// Sight-blocking height above ground (B-014); 0 blocks no more than bare ground.
    pub blocks_cm: i32,
}

/// A row of BT-6, objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectFigures {
    /// Half metres to enter.
    pub cost_halves: u16,
    /// Postures and gaits allowed.
    pub limit: Limit,
    /// Height one stands on, if one does (B-050).
    pub stand_on_cm: i32,
    /// Physical cover, up to its blocking height if it has one.
    pub physical: u8,
    /// Sight-blocking height above ground, 0 for none (B-014).
    pub blocks_cm: i32,
    /// Counts for room to swing (B-051) and stops a push (B-074).
    pub solid: bool,
    /// Hit points, where something can be cut down (N).
    pub hit_points: Option<u16>,
}

/// A row of BT-6, overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayFigures {
    /// Visual cover.
    pub visual: u8,
    /// Opacity, 0–100.
    pub opacity: u8,
    /// Height of both above ground.
    pub height_cm: i32,
}

const PLAIN: GroundFigures = GroundFigures {
    cost_halves: 2,
    limit: Limit::All,
    cover: HexCover {
        physical: 0,
        visual: 0,
        height_cm: None,
    },
    opacity: 0,
    noise: 0,
    footing: None,
    hampers: false,
    blocks_cm: 0,
};

const LEAVES: HexCover = HexCover {
    physical: 0,
    visual: 20,
    height_cm: Some(150),
};

/// Visual cover of tall grass for who is Kneeling or lower in it (BT-6).
pub const TALL_GRASS_LOW_VISUAL: u8 = 60;

/// Half metres a body in the hex adds to a step (B-044, B-056).
pub const BODY_HALVES: u16 = 2;

impl Ground {
    /// Its row of BT-6.
    pub const fn figures(self) -> GroundFigures {
        match self {
            Ground::Grass | Ground::Road | Ground::Floor => PLAIN,
            Ground::Bridge => GroundFigures { noise: 1, ..PLAIN },
            Ground::Stairs => GroundFigures {
                limit: Limit::NotProne,
                footing: Some(Footing::One),
                ..PLAIN
            },
            Ground::Plank => GroundFigures {
                limit: Limit::OnFootNoRunning,
                noise: 1,
                footing: Some(Footing::Two),
                ..PLAIN
            },
            Ground::Sand | Ground::Snow => GroundFigures {
                cost_halves: 3,
                noise: -1,
                ..PLAIN
            },
            Ground::Mud => GroundFigures {
                cost_halves: 4,
                hampers: true,
                ..PLAIN
            },
            Ground::Rough => GroundFigures {
                cost_halves: 4,
                footing: Some(Footing::One),
                ..PLAIN
            },
            Ground::Rubble => GroundFigures {
                cost_halves: 4,
                noise: 1,
                footing: Some(Footing::One),
                ..PLAIN
            },
            Ground::Ice => GroundFigures {
                footing: Some(Footing::Two),
                ..PLAIN
            },
            Ground::Undergrowth => GroundFigures {
                cost_halves: 3,
                cover: LEAVES,
                opacity: 10,
                noise: 1,
                ..PLAIN
            },
            Ground::TallGrass => GroundFigures {
                cover: LEAVES,
                opacity: 10,
                ..PLAIN
            },
            Ground::Forest => GroundFigures {
                cost_halves: 4,
                limit: Limit::MountedNotRunning,
                cover: HexCover {
                    physical: 20,
                    visual: 20,
                    height_cm: Some(600),
                },
                opacity: 34,
                noise: 1,
                ..PLAIN
            },
            Ground::ShallowWater => GroundFigures {
                cost_halves: 4,
                noise: 1,
                hampers: true,
                ..PLAIN
            },
            Ground::Marsh => GroundFigures {
                cost_halves: 6,
                limit: Limit::NotRunningNotProne,
                noise: 1,
                footing: Some(Footing::One),
                hampers: true,
                ..PLAIN
            },
            Ground::DeepWater => GroundFigures {
                cost_halves: 6,
                limit: Limit::Swimming,
                ..PLAIN
            },
            Ground::Crawlway => GroundFigures {
                cost_halves: 4,
                limit: Limit::Low,
                ..PLAIN
            },
            Ground::Pit => GroundFigures {
                limit: Limit::Hole,
                ..PLAIN
            },
            Ground::Rock => GroundFigures {
                limit: Limit::Impassable,
                blocks_cm: 300,
                ..PLAIN
            },
        }
    }

    /// Solid for room to swing (B-051), and a wall to whoever is pushed into it (B-074).
    pub const fn is_solid(self) -> bool {
        matches!(self, Ground::Rock)
    }
}

impl Object {
    /// Its row of BT-6.
    pub const fn figures(self) -> ObjectFigures {
        let (stand_on_cm, physical, blocks_cm, solid) = match self {
            Object::Tree => (0, 40, 0, true),
            Object::Pillar => (0, 0, 300, true),
            Object::Table => (75, 40, 0, false),
            Object::Crate => (100, 50, 100, true),
            Object::Barrel => (0, 20, 90, false),
            Object::Cart => (100, 60, 100, true),
            Object::Carcass => (0, 20, 60, false),
        };
        ObjectFigures {
            cost_halves: 4,
            limit: match self {
                Object::Pillar => Limit::Impassable,
                _ => Limit::OnFoot,
            },
            stand_on_cm,
            physical,
            blocks_cm,
            solid,
            hit_points: match self {
                Object::Tree => Some(60),
                _ => None,
            },
        }
    }
}

impl Overlay {
    /// All of them.
    pub const ALL: [Overlay; 4] = [
        Overlay::Fire,
        Overlay::SmokeThin,
        Overlay::SmokeThick,
        Overlay::Fog,
    ];

    /// Its row of BT-6.
    pub const fn figures(self) -> OverlayFigures {
        let (visual, opacity) = match self {
            Overlay::Fire | Overlay::SmokeThin => (40, 25),
            Overlay::SmokeThick => (80, 60),
            Overlay::Fog => (25, 10),
        };
        OverlayFigures {
            visual,
            opacity,
            height_cm: 300,
        }
    }
}

impl Cell {
    /// Half metres to enter: the worse of ground and object (B-043).
    pub fn cost_halves(&self) -> u16 {
        let object = self.object.map_or(0, |object| object.figures().cost_halves);
        self.ground.figures().cost_halves.max(object)
    }

    /// Footing grade: the worse of ground and object (B-043), and no object has one.
    pub fn footing(&self) -> Option<Footing> {
        self.ground.figures().footing
    }

    /// Whether fighting is hampered here (B-047); not on top of an object (B-043).
    pub fn hampers(&self) -> bool {
        self.stand_on_cm() == 0 && self.ground.figures().hampers
    }

    /// Height of the object one stands on here, 0 for none (B-050).
    pub fn stand_on_cm(&self) -> i32 {
        self.object.map_or(0, |object| object.figures().stand_on_cm)
    }

    /// Sight-blocking height above ground of terrain and object, 0 for bare ground (B-014).
    pub fn blocks_cm(&self) -> i32 {
        let object = self.object.map_or(0, |object| object.figures().blocks_cm);
        self.ground.figures().blocks_cm.max(object)
    }

    /// Nobody can be here: rock or pillar.
    pub fn is_impassable(&self) -> bool {
        self.ground.figures().limit == Limit::Impassable
            || self
                .object
                .is_some_and(|object| object.figures().limit == Limit::Impassable)
    }

    /// Solid for room to swing (B-051) and for pushes (B-074).
    pub fn is_solid(&self) -> bool {
        self.ground.is_solid() || self.object.is_some_and(|object| object.figures().solid)
    }

    /// Burns: a fire overlay (B-049).
    pub fn is_burning(&self) -> bool {
        self.overlays.has(Overlay::Fire)
    }
}

impl Board {
    /// Height of the feet of who stands in a hex: ground and object stood on, in centimetres
    /// (B-013, B-041, B-042).
    pub fn footing_cm(&self, hex: Hex) -> i32 {
        self.ground_cm(hex) + self.cell(hex).map_or(0, Cell::stand_on_cm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_on_mud() {
        let cell = Cell {
            ground: Ground::Mud,
            object: Some(Object::Crate),
            ..Cell::default()
        };
        assert_eq!(cell.cost_halves(), 4);
        assert_eq!(cell.stand_on_cm(), 100);
        assert!(!cell.hampers());
        assert!(
            Cell {
                object: None,
                ..cell
            }
            .hampers()
        );
    }

    #[test]
    fn costs_of_the_classes() {
        for (ground, halves) in [
            (Ground::Grass, 2),
            (Ground::Undergrowth, 3),
            (Ground::Sand, 3),
            (Ground::Mud, 4),
            (Ground::Forest, 4),
            (Ground::Rubble, 4),
            (Ground::Marsh, 6),
            (Ground::DeepWater, 6),
            (Ground::Crawlway, 4),
        ] {
            assert_eq!(ground.figures().cost_halves, halves, "{ground:?}");
        }
    }

    #[test]
    fn footing_and_noise_by_ground() {
        let footing = |ground: Ground| ground.figures().footing;
        assert_eq!(footing(Ground::Ice), Some(Footing::Two));
        assert_eq!(footing(Ground::Plank), Some(Footing::Two));
        assert_eq!(footing(Ground::Rubble), Some(Footing::One));
        assert_eq!(footing(Ground::Grass), None);
        assert_eq!(Ground::Undergrowth.figures().noise, 1);
        assert_eq!(Ground::Snow.figures().noise, -1);
    }
}
