//! One step to a neighbour: whether the ground allows it and what it costs (B-032, B-037, B-044,
//! B-046, B-048, B-054, BT-6).
//!
//! Who stands where, and what backing or a rule system's gait adds, is not looked at here: the
//! walk does that with the figures of a [`Step`].

use super::edges::Crossing;
use super::terrain::{Footing, Limit};
use super::{Barred, Board, Dir, EdgeKind, Ground, Object};
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
                format!("{} up is no step: it has to be climbed.", counted(levels)),
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
                format!("{} down is no step: drop on purpose.", counted(levels)),
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

/// A number of levels in words.
fn counted(levels: i32) -> String {
    let plural = if levels == 1 { "" } else { "s" };
    format!("{levels} level{plural}")
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
    let ground = there.ground.figures();
    let object = there.object.map(Object::figures);
    let limits = [Some(ground.limit), object.map(|object| object.limit)];
    if limits.contains(&Some(Limit::Impassable)) {
        return Err(Bar::Impassable);
    }
    let mut footing = ground.footing;
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
    for limit in limits.into_iter().flatten() {
        within(limit, there.ground, mover)?;
    }
    let cost_halves = object.map_or(0, |object| object.cost_halves);
    Ok(Step {
        to,
        cost_halves: ground.cost_halves.max(cost_halves) + extra,
        uses_all: here.ground == Ground::DeepWater && there.ground != Ground::DeepWater,
        footing,
    })
}

/// Whether a mover may be in a hex as he is, however he gets there (BT-6).
///
/// # Errors
/// Why not.
pub fn may_be_in(board: &Board, hex: Hex, mover: Mover) -> Result<(), Bar> {
    let cell = board.cell(hex).ok_or(Bar::Border)?;
    within(cell.ground.figures().limit, cell.ground, mover)?;
    match cell.object {
        Some(object) => within(object.figures().limit, cell.ground, mover),
        None => Ok(()),
    }
}

/// Whether a mover may be in a hex of such a limit.
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
mod tests;
