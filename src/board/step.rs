//! One step to a neighbour: whether the ground allows it and what it costs (B-032, B-037, B-044,
//! B-046, B-048, B-054, BT-6).
//!
//! Who stands where, and what backing or a rule system's gait adds, is not looked at here: the
//! walk does that with the figures of a [`Step`].

use super::edges::Crossing;
use super::terrain::{Footing, Limit};
use super::{Barred, Board, Dir, EdgeKind, Ground};
use hexx::Hex;

/// Half metres of one level up, and of one level of a ladder (B-037, B-038).
const LEVEL_HALVES: u16 = 2;

/// Most levels climbed without a ladder or dropped on purpose (B-038, B-039).
pub const MOST_LEVELS: i32 = 3;

/// How somebody moves, as far as the ground cares. On his feet at a walk by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// Prone.
    pub prone: bool,
    /// Kneeling or crouching.
    pub low: bool,
    /// A mounted pair, or a horse alone.
    pub mounted: bool,
    /// At a running gait.
    pub running: bool,
    /// Swimming now.
    pub swimming: bool,
    /// Wears armour that sinks (B-048).
    pub sinking_armour: bool,
}

/// A step the ground allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The hex entered.
    pub to: Hex,
    /// Half metres: the hex, the hexside, the level (B-044).
    pub cost_halves: u16,
    /// Uses up the movement of the unit whatever its cost: out of deep water (B-048).
    pub uses_all: bool,
    /// Grade of the footing check, if the gait calls for one (B-046).
    pub footing: Option<Footing>,
}

/// Why the ground does not allow a step; `Copy`, so that a search can ask without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Off the board (B-054).
    Border,
    /// A hexside that is not crossed (B-031).
    Edge(EdgeKind),
    /// A closed door (B-033).
    ClosedDoor,
    /// A hexside that is climbed (B-038).
    EdgeClimb(EdgeKind),
    /// A hexside not crossed while Prone (B-032).
    EdgeProne(EdgeKind),
    /// A hexside not crossed at a run (B-032).
    EdgeRunning(EdgeKind),
    /// A hexside not crossed mounted (B-032).
    EdgeMounted(EdgeKind),
    /// So many levels up (B-037, B-038).
    Up(i32),
    /// So many levels down (B-037, B-039).
    Down(i32),
    /// Into a hole by a step (BT-6).
    Hole,
    /// Rock or pillar (BT-6).
    Impassable,
    /// Not Prone (BT-6).
    Prone(Ground),
    /// Not at a run (BT-6).
    Running,
    /// Not mounted (BT-6, B-089).
    Mounted,
    /// Only Crouching, Kneeling or Prone (BT-6).
    Upright,
    /// Deep water in armour that sinks (B-048).
    Sinking,
}

impl Bar {
    /// The reason with its words.
    pub fn barred(self) -> Barred {
        let edge = |kind: EdgeKind, rest: &str| format!("{} {rest}", sentence(kind.word()));
        match self {
            Bar::Border => Barred::new("B-054", "The board ends there."),
            Bar::Edge(kind) => Barred::new("B-031", edge(kind, "in the way cannot be crossed.")),
            Bar::ClosedDoor => {
                Barred::new("B-033", "The door is closed: open it first.").offering("door")
            }
            Bar::EdgeClimb(kind) => {
                Barred::new("B-038", edge(kind, "has to be climbed.")).offering("climb")
            }
            Bar::EdgeProne(kind) => Barred::new(
                "B-032",
                edge(kind, "is not crossed while prone: stand up first."),
            ),
            Bar::EdgeRunning(kind) => {
                Barred::new("B-032", edge(kind, "is not crossed at a run: walk."))
            }
            Bar::EdgeMounted(kind) => {
                Barred::new("B-032", edge(kind, "is not crossed on horseback."))
            }
            Bar::Up(levels) if levels <= MOST_LEVELS => Barred::new(
                "B-037",
                format!("{levels} levels up is no step: it has to be climbed."),
            )
            .offering("climb"),
            Bar::Up(levels) => Barred::new(
                "B-038",
                format!(
                    "{levels} levels up need a ladder; without one {MOST_LEVELS} are the most."
                ),
            ),
            Bar::Down(levels) if levels <= MOST_LEVELS => Barred::new(
                "B-037",
                format!("{levels} levels down is no step: drop on purpose."),
            )
            .offering("drop"),
            Bar::Down(levels) => Barred::new(
                "B-039",
                format!("{levels} levels down is too deep to drop; {MOST_LEVELS} are the most."),
            ),
            Bar::Hole => Barred::new("BT-6", "One gets into a pit by dropping.").offering("drop"),
            Bar::Impassable => Barred::new("BT-6", "Nobody can enter that hex."),
            Bar::Prone(_) => {
                Barred::new("BT-6", "That ground is not entered prone: stand up first.")
            }
            Bar::Running => Barred::new("BT-6", "That ground is not entered at a run: walk."),
            Bar::Mounted => {
                Barred::new("BT-6", "That hex is entered on foot only: dismount first.")
            }
            Bar::Upright => {
                Barred::new("BT-6", "Too low to stand: go crouching, kneeling or prone.")
            }
            Bar::Sinking => Barred::new(
                "B-048",
                "Nobody enters deep water by choice in such armour.",
            ),
        }
    }
}

/// A word at the start of a sentence.
fn sentence(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A step in words of refusal: what [`quiet`] says, made readable.
///
/// # Errors
/// Why the ground does not allow it, with what is offered instead.
pub fn step(board: &Board, from: Hex, dir: Dir, mover: Mover) -> Result<Step, Barred> {
    quiet(board, from, dir, mover).map_err(Bar::barred)
}

/// Whether a step is allowed and its figures, without words: for searches.
///
/// # Errors
/// Why the ground does not allow it.
pub fn quiet(board: &Board, from: Hex, dir: Dir, mover: Mover) -> Result<Step, Bar> {
    let here = board.cell(from).ok_or(Bar::Border)?;
    let to = dir.from(from);
    let there = board.cell(to).ok_or(Bar::Border)?;
    if there.is_impassable() {
        return Err(Bar::Impassable);
    }
    let mut footing = there.footing();
    let rise = i32::from(there.level) - i32::from(here.level);
    let mut extra = 0;
    let mut ladder = false;
    if let Some(edge) = board.edge(from, dir) {
        let surcharge = match edge.figures().crossing {
            Crossing::Free => 0,
            Crossing::No => return Err(Bar::Edge(edge.kind)),
            Crossing::Open => return Err(Bar::ClosedDoor),
            Crossing::Climb if mover.mounted => return Err(Bar::EdgeMounted(edge.kind)),
            Crossing::Climb => return Err(Bar::EdgeClimb(edge.kind)),
            // Within one level the ground is stepped as if the ladder were not there.
            Crossing::Ladder(_) if rise.abs() <= 1 => 0,
            Crossing::Ladder(halves) => {
                if mover.mounted {
                    return Err(Bar::EdgeMounted(edge.kind));
                }
                ladder = true;
                halves * rise.unsigned_abs() as u16
            }
            Crossing::Extra(halves) if halves <= 2 => {
                if mover.mounted {
                    footing = footing.max(Some(Footing::One));
                }
                halves
            }
            Crossing::Extra(halves) | Crossing::ExtraOnFoot(halves) => {
                if mover.mounted {
                    return Err(Bar::EdgeMounted(edge.kind));
                }
                halves
            }
        };
        if surcharge > 0 && mover.prone {
            return Err(Bar::EdgeProne(edge.kind));
        }
        if surcharge > 0 && mover.running {
            return Err(Bar::EdgeRunning(edge.kind));
        }
        extra += surcharge;
    }
    let (out_of_pit, into_pit) = (here.ground == Ground::Pit, there.ground == Ground::Pit);
    if !ladder {
        if rise > 1 || (rise == 1 && out_of_pit) {
            return Err(Bar::Up(rise));
        }
        if rise < -1 {
            return Err(Bar::Down(-rise));
        }
        if into_pit && !out_of_pit {
            return Err(Bar::Hole);
        }
        let stairs = here.ground == Ground::Stairs || there.ground == Ground::Stairs;
        if rise == 1 && !stairs {
            extra += LEVEL_HALVES;
        }
    }
    within(there.ground.figures().limit, there.ground, mover)?;
    if let Some(object) = there.object {
        within(object.figures().limit, there.ground, mover)?;
    }
    Ok(Step {
        to,
        cost_halves: there.cost_halves() + extra,
        uses_all: here.ground == Ground::DeepWater && there.ground != Ground::DeepWater,
        footing,
    })
}

/// Whether a mover may be in such a hex (BT-6).
fn within(limit: Limit, ground: Ground, mover: Mover) -> Result<(), Bar> {
    let check = |bad: bool, bar: Bar| if bad { Err(bar) } else { Ok(()) };
    match limit {
        Limit::All | Limit::Hole => Ok(()),
        Limit::NotProne => check(mover.prone, Bar::Prone(ground)),
        Limit::OnFootNoRunning => {
            check(mover.mounted, Bar::Mounted)?;
            check(mover.running, Bar::Running)
        }
        Limit::NotRunningNotProne => {
            check(mover.running, Bar::Running)?;
            check(mover.prone, Bar::Prone(ground))
        }
        Limit::MountedNotRunning => check(mover.mounted && mover.running, Bar::Running),
        Limit::Swimming => {
            check(mover.mounted, Bar::Mounted)?;
            check(mover.running, Bar::Running)?;
            check(mover.sinking_armour && !mover.swimming, Bar::Sinking)
        }
        Limit::Low => {
            check(mover.mounted, Bar::Mounted)?;
            check(!mover.low && !mover.prone, Bar::Upright)
        }
        Limit::OnFoot => check(mover.mounted, Bar::Mounted),
        Limit::Impassable => Err(Bar::Impassable),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Object, Orientation};
    use super::*;

    const FROM: Hex = Hex::new(2, 2);
    const EAST: Dir = Dir::ALL[0];
    const WALK: Mover = Mover {
        prone: false,
        low: false,
        mounted: false,
        running: false,
        swimming: false,
        sinking_armour: false,
    };
    const RUN: Mover = Mover {
        running: true,
        ..WALK
    };
    const RIDE: Mover = Mover {
        mounted: true,
        ..WALK
    };
    const CRAWL: Mover = Mover {
        prone: true,
        ..WALK
    };

    fn board() -> Board {
        Board::new(8, 8, Orientation::PointyTop)
    }

    fn with_ground(ground: Ground) -> Board {
        let mut board = board();
        board.cell_mut(EAST.from(FROM)).unwrap().ground = ground;
        board
    }

    fn with_edge(kind: EdgeKind) -> Board {
        let mut board = board();
        board.set_edge(FROM, EAST, Some(Edge::new(kind)));
        board
    }

    fn with_levels(from: i8, to: i8) -> Board {
        let mut board = board();
        board.cell_mut(FROM).unwrap().level = from;
        board.cell_mut(EAST.from(FROM)).unwrap().level = to;
        board
    }

    fn go(board: &Board, mover: Mover) -> Result<u16, Bar> {
        quiet(board, FROM, EAST, mover).map(|step| step.cost_halves)
    }

    fn offers(board: &Board, mover: Mover) -> Option<&'static str> {
        step(board, FROM, EAST, mover).unwrap_err().offers
    }

    #[test]
    fn a_fence_adds_one_and_a_hedge_two() {
        assert_eq!(go(&with_edge(EdgeKind::Fence), WALK), Ok(4));
        assert_eq!(go(&with_edge(EdgeKind::Hedge), WALK), Ok(6));
        assert_eq!(go(&board(), WALK), Ok(2));
    }

    #[test]
    fn bars_walls_and_closed_doors_are_not_crossed() {
        assert_eq!(
            go(&with_edge(EdgeKind::Bars), WALK),
            Err(Bar::Edge(EdgeKind::Bars))
        );
        assert!(go(&with_edge(EdgeKind::Wall), WALK).is_err());
        assert!(go(&with_edge(EdgeKind::ArrowSlit), WALK).is_err());
        assert_eq!(offers(&with_edge(EdgeKind::Door), WALK), Some("door"));
        assert_eq!(offers(&with_edge(EdgeKind::Palisade), WALK), Some("climb"));
        let mut open = board();
        let door = Edge {
            open: true,
            ..Edge::new(EdgeKind::Door)
        };
        open.set_edge(FROM, EAST, Some(door));
        assert_eq!(go(&open, WALK), Ok(2));
    }

    #[test]
    fn low_edges_stop_runners_and_the_prone() {
        for kind in [
            EdgeKind::Fence,
            EdgeKind::LowWall,
            EdgeKind::Railing,
            EdgeKind::Hedge,
        ] {
            assert_eq!(go(&with_edge(kind), RUN), Err(Bar::EdgeRunning(kind)));
            assert_eq!(go(&with_edge(kind), CRAWL), Err(Bar::EdgeProne(kind)));
        }
    }

    #[test]
    fn a_horse_crosses_plus_one_edges_only_and_checks() {
        let step = quiet(&with_edge(EdgeKind::Fence), FROM, EAST, RIDE).unwrap();
        assert_eq!((step.cost_halves, step.footing), (4, Some(Footing::One)));
        for kind in [EdgeKind::Hedge, EdgeKind::Breastwork, EdgeKind::Window] {
            assert_eq!(go(&with_edge(kind), RIDE), Err(Bar::EdgeMounted(kind)));
        }
        let on_foot = quiet(&with_edge(EdgeKind::Fence), FROM, EAST, WALK).unwrap();
        assert_eq!(on_foot.footing, None);
        assert_eq!(go(&with_edge(EdgeKind::Window), WALK), Ok(6));
    }

    #[test]
    fn one_level_up_costs_one_and_two_are_no_step() {
        assert_eq!(go(&with_levels(0, 1), WALK), Ok(4));
        assert_eq!(go(&with_levels(1, 0), WALK), Ok(2));
        assert_eq!(go(&with_levels(0, 2), WALK), Err(Bar::Up(2)));
        assert_eq!(offers(&with_levels(0, 2), WALK), Some("climb"));
        assert_eq!(offers(&with_levels(0, 3), WALK), Some("climb"));
        assert_eq!(offers(&with_levels(0, 4), WALK), None);
        assert_eq!(offers(&with_levels(2, 0), WALK), Some("drop"));
        assert_eq!(offers(&with_levels(3, 0), WALK), Some("drop"));
        assert_eq!(offers(&with_levels(4, 0), WALK), None);
    }

    #[test]
    fn stairs_in_either_hex_waive_the_plus_one() {
        let mut board = with_levels(0, 1);
        board.cell_mut(FROM).unwrap().ground = Ground::Stairs;
        assert_eq!(go(&board, WALK), Ok(2));
        board.cell_mut(FROM).unwrap().ground = Ground::Grass;
        board.cell_mut(EAST.from(FROM)).unwrap().ground = Ground::Stairs;
        assert_eq!(go(&board, WALK), Ok(2));
    }

    #[test]
    fn a_ladder_costs_one_per_level_at_any_height() {
        let mut board = with_levels(0, 5);
        board.set_edge(FROM, EAST, Some(Edge::new(EdgeKind::Ladder)));
        assert_eq!(go(&board, WALK), Ok(2 + 10));
        assert!(go(&board, RIDE).is_err());
        assert!(go(&board, CRAWL).is_err());
        let back = quiet(&board, EAST.from(FROM), EAST.opposite(), WALK).unwrap();
        assert_eq!(back.cost_halves, 12);
    }

    #[test]
    fn undergrowth_uphill_over_a_fence_is_three_and_a_half() {
        let mut board = with_levels(0, 1);
        board.set_edge(FROM, EAST, Some(Edge::new(EdgeKind::Fence)));
        board.cell_mut(EAST.from(FROM)).unwrap().ground = Ground::Undergrowth;
        assert_eq!(go(&board, WALK), Ok(7));
    }

    #[test]
    fn limits_of_the_ground() {
        let into = |ground: Ground, mover: Mover| go(&with_ground(ground), mover);
        assert_eq!(into(Ground::Plank, RUN), Err(Bar::Running));
        assert_eq!(into(Ground::Plank, RIDE), Err(Bar::Mounted));
        assert_eq!(into(Ground::Marsh, RUN), Err(Bar::Running));
        assert!(into(Ground::Marsh, CRAWL).is_err());
        assert_eq!(into(Ground::Marsh, WALK), Ok(6));
        let gallop = Mover {
            mounted: true,
            ..RUN
        };
        assert_eq!(into(Ground::Forest, gallop), Err(Bar::Running));
        assert_eq!(into(Ground::Forest, RIDE), Ok(4));
        assert_eq!(into(Ground::Forest, RUN), Ok(4));
        assert_eq!(into(Ground::Crawlway, WALK), Err(Bar::Upright));
        assert_eq!(into(Ground::Crawlway, CRAWL), Ok(4));
        assert_eq!(into(Ground::Crawlway, Mover { low: true, ..WALK }), Ok(4));
        assert_eq!(into(Ground::Rock, WALK), Err(Bar::Impassable));
        assert_eq!(into(Ground::Pit, WALK), Err(Bar::Hole));
        assert_eq!(
            quiet(&with_ground(Ground::Ice), FROM, EAST, RUN)
                .unwrap()
                .footing,
            Some(Footing::Two)
        );
    }

    #[test]
    fn objects_are_entered_on_foot() {
        for object in [Object::Tree, Object::Table, Object::Crate, Object::Carcass] {
            let mut board = board();
            board.cell_mut(EAST.from(FROM)).unwrap().object = Some(object);
            assert_eq!(go(&board, WALK), Ok(4));
            assert_eq!(go(&board, RIDE), Err(Bar::Mounted));
        }
        let mut board = board();
        board.cell_mut(EAST.from(FROM)).unwrap().object = Some(Object::Pillar);
        assert_eq!(go(&board, WALK), Err(Bar::Impassable));
    }

    #[test]
    fn deep_water_takes_no_mail_and_getting_out_takes_all() {
        let board = with_ground(Ground::DeepWater);
        let mail = Mover {
            sinking_armour: true,
            ..WALK
        };
        assert_eq!(go(&board, mail), Err(Bar::Sinking));
        assert_eq!(go(&board, WALK), Ok(6));
        let out = quiet(&board, EAST.from(FROM), EAST, WALK).unwrap();
        assert!(out.uses_all);
        assert!(!quiet(&board, FROM, EAST, WALK).unwrap().uses_all);
    }

    #[test]
    fn the_board_ends_at_its_border() {
        let west = Dir::ALL[3];
        let refused = step(&board(), Hex::new(0, 0), west, WALK).unwrap_err();
        assert_eq!(refused.rule, "B-054");
    }
}
