//! Figures of hexsides (BT-3). An open door counts as its own row.

use super::{Edge, EdgeKind};

/// Whether and how a hexside is crossed on foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// Nothing in the way.
    Free,
    /// So many half metres more (B-032).
    Extra(u16),
    /// So many half metres more, not mounted.
    ExtraOnFoot(u16),
    /// By climbing (B-038).
    Climb,
    /// A ladder: its half metres per level, any height (B-038).
    Ladder(u16),
    /// A closed door: to be opened first (B-033).
    Open,
    /// Not at all.
    No,
}

/// What a hexside does to sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeSight {
    /// Nothing.
    Free,
    /// Blocks up to its height (B-014).
    ByHeight,
    /// Blocks up to its height but for an opening (B-035).
    Opening {
        /// Only with one end in a hex that touches it.
        one_end_adjacent: bool,
    },
}

/// What happens to somebody pushed into a hexside (B-074, B-076).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// Nothing: it does not stop him.
    Nothing,
    /// A wall.
    Wall,
    /// A low edge: over it with three or more hexes left.
    Low,
    /// Stops without harm.
    Soft,
}

/// A row of BT-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFigures {
    /// Height above the higher of the two grounds, in centimetres; 0 where it has none.
    pub height_cm: i32,
    /// Crossing it.
    pub crossing: Crossing,
    /// Seeing through or over it.
    pub sight: EdgeSight,
    /// Physical cover in per cent.
    pub physical: u8,
    /// Visual cover in per cent.
    pub visual: u8,
    /// Whether a melee blow goes through or over it.
    pub melee: bool,
    /// Being pushed into it.
    pub pushed: Pushed,
    /// Hit points (N).
    pub hit_points: Option<u16>,
    /// Solid for room to swing (B-051).
    pub solid: bool,
}

/// Lower and upper limit of an opening above its foot (B-035), in centimetres.
pub const OPENING_CM: (i32, i32) = (50, 250);

impl Edge {
    /// Its row of BT-3, a door by its state.
    pub const fn figures(self) -> EdgeFigures {
        const FREE: EdgeFigures = EdgeFigures {
            height_cm: 0,
            crossing: Crossing::Free,
            sight: EdgeSight::Free,
            physical: 0,
            visual: 0,
            melee: true,
            pushed: Pushed::Nothing,
            hit_points: None,
            solid: false,
        };
        const WALL: EdgeFigures = EdgeFigures {
            height_cm: 300,
            crossing: Crossing::No,
            sight: EdgeSight::ByHeight,
            physical: 100,
            visual: 0,
            melee: false,
            pushed: Pushed::Wall,
            hit_points: Some(150),
            solid: true,
        };
        const LOW: EdgeFigures = EdgeFigures {
            height_cm: 100,
            crossing: Crossing::Extra(2),
            pushed: Pushed::Low,
            ..FREE
        };
        match self.kind {
            EdgeKind::Wall => WALL,
            EdgeKind::Palisade => EdgeFigures {
                height_cm: 220,
                crossing: Crossing::Climb,
                hit_points: Some(80),
                ..WALL
            },
            EdgeKind::LowWall => EdgeFigures {
                sight: EdgeSight::ByHeight,
                physical: 50,
                hit_points: Some(40),
                ..LOW
            },
            EdgeKind::Fence => EdgeFigures {
                physical: 20,
                hit_points: Some(15),
                ..LOW
            },
            EdgeKind::Railing => EdgeFigures {
                physical: 10,
                hit_points: Some(10),
                ..LOW
            },
            EdgeKind::Hedge => EdgeFigures {
                height_cm: 150,
                crossing: Crossing::Extra(4),
                sight: EdgeSight::ByHeight,
                visual: 40,
                pushed: Pushed::Soft,
                hit_points: Some(20),
                ..FREE
            },
            EdgeKind::Breastwork => EdgeFigures {
                height_cm: 130,
                crossing: Crossing::Extra(4),
                sight: EdgeSight::ByHeight,
                physical: 60,
                pushed: Pushed::Wall,
                hit_points: Some(60),
                ..FREE
            },
            EdgeKind::Window => EdgeFigures {
                crossing: Crossing::ExtraOnFoot(4),
                sight: EdgeSight::Opening {
                    one_end_adjacent: false,
                },
                physical: 60,
                melee: true,
                hit_points: Some(60),
                ..WALL
            },
            EdgeKind::ArrowSlit => EdgeFigures {
                sight: EdgeSight::Opening {
                    one_end_adjacent: true,
                },
                physical: 90,
                hit_points: Some(100),
                ..WALL
            },
            EdgeKind::Bars => EdgeFigures {
                height_cm: 250,
                sight: EdgeSight::Opening {
                    one_end_adjacent: false,
                },
                physical: 20,
                hit_points: Some(100),
                ..WALL
            },
            EdgeKind::Door if self.open => EdgeFigures {
                hit_points: Some(60),
                ..FREE
            },
            EdgeKind::Door => EdgeFigures {
                height_cm: 250,
                crossing: Crossing::Open,
                hit_points: Some(60),
                ..WALL
            },
            EdgeKind::Ladder => EdgeFigures {
                crossing: Crossing::Ladder(2),
                ..FREE
            },
        }
    }
}

impl EdgeKind {
    /// The word players read, with its article.
    pub const fn word(self) -> &'static str {
        match self {
            EdgeKind::Wall => "a wall",
            EdgeKind::Palisade => "a palisade",
            EdgeKind::LowWall => "a low wall",
            EdgeKind::Fence => "a fence",
            EdgeKind::Railing => "a railing",
            EdgeKind::Hedge => "a hedge",
            EdgeKind::Breastwork => "a breastwork",
            EdgeKind::Window => "a window",
            EdgeKind::ArrowSlit => "an arrow slit",
            EdgeKind::Bars => "bars",
            EdgeKind::Door => "a door",
            EdgeKind::Ladder => "a ladder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_door_is_no_obstacle_and_a_closed_one_a_wall() {
        let closed = Edge::new(EdgeKind::Door);
        let open = Edge {
            open: true,
            ..closed
        };
        assert_eq!(closed.figures().crossing, Crossing::Open);
        assert_eq!(closed.figures().physical, 100);
        assert!(closed.figures().solid && !closed.figures().melee);
        assert_eq!(open.figures().crossing, Crossing::Free);
        assert_eq!(open.figures().sight, EdgeSight::Free);
        assert_eq!(open.figures().physical, 0);
        assert!(!open.figures().solid && open.figures().melee);
        assert_eq!(open.figures().hit_points, Some(60));
    }

    #[test]
    fn bars_let_sight_and_arrows_through_but_no_blow() {
        let bars = Edge::new(EdgeKind::Bars).figures();
        assert_eq!(bars.physical, 20);
        assert_eq!(bars.crossing, Crossing::No);
        assert!(!bars.melee);
        assert_eq!(bars.pushed, Pushed::Wall);
    }

    #[test]
    fn solid_edges_are_those_named_for_room() {
        use EdgeKind as E;
        let solid = [
            E::Wall,
            E::Palisade,
            E::Window,
            E::ArrowSlit,
            E::Bars,
            E::Door,
        ];
        let not = [
            E::LowWall,
            E::Fence,
            E::Railing,
            E::Hedge,
            E::Breastwork,
            E::Ladder,
        ];
        assert!(solid.iter().all(|&kind| Edge::new(kind).figures().solid));
        assert!(not.iter().all(|&kind| !Edge::new(kind).figures().solid));
    }
}
