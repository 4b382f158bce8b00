//! Displacement: everybody who is pushed, knocked or thrown in one stage (B-071 to B-083).
//!
//! The rule system gathers the [`Shove`]s of a stage and calls [`displace`]; all move in pulses of
//! one hex together, each pulse resolved like a step round (B-080). What follows (harm, footing,
//! falls, prone) is read from each [`Displaced`] and is the rule system's.
//!
//! Invariants: nobody ends in a hex that another fills, except who falls onto somebody
//! (`landed_on`), whom the caller places by [`nearest_free`](crate::board::push::nearest_free); the
//! one struck never moves (B-075); neither the order of the list nor ids decide anything.

mod pulse;

#[cfg(test)]
mod tests;

use super::combatant::CombatantId;
use super::dice::{Dice, Throw};
use super::occupancy::Footprint;
use super::precedence;
use crate::board::{Dir, Hex};
use serde::{Deserialize, Serialize};

/// The word under which the die between equal shoves of one man is thrown.
pub const DISPLACE: &str = "displace";

/// Ordinal of the man's own throw, apart from those of the givers.
const SEVERAL_OF_ONE: u16 = 100;

/// What lies on the far side of a low edge (B-076).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// Ground at most one level lower.
    Ground,
    /// A drop of two levels or more.
    Fall {
        /// Levels.
        levels: u8,
    },
    /// Deep water.
    DeepWater,
    /// A pit.
    Pit {
        /// Levels.
        levels: u8,
    },
}

/// What the ground does to somebody pushed from a hex in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Push {
    /// He goes on.
    Free,
    /// A wall, rock, pillar, tree, crate, cart or a rise of a level or more: he stops and collides
    /// (B-074).
    Wall,
    /// A fence, railing or low wall (B-076).
    Low(Beyond),
    /// A hedge: he stops without harm (B-074).
    Soft,
    /// The border of the board: he stops without harm (B-054).
    Border,
    /// A drop of two levels or more (B-077).
    Fall {
        /// Levels.
        levels: u8,
    },
    /// Deep water (B-077, B-079).
    DeepWater,
    /// A pit (B-077).
    Pit {
        /// Levels.
        levels: u8,
    },
}

/// One displacement that a rule asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shove {
    /// Who is moved.
    pub who: CombatantId,
    /// Who moves him, if somebody; he is not struck by the one he throws (B-075).
    pub by: Option<CombatantId>,
    /// Where he is (the centre of a footprint of seven).
    pub from: Hex,
    /// His size.
    pub footprint: Footprint,
    /// The direction, fixed at the start (B-073).
    pub dir: Dir,
    /// Whole hexes (B-072).
    pub hexes: u16,
    /// He is on his feet.
    pub on_feet: bool,
    /// He lives: only then collisions and falls harm him (B-082).
    pub alive: bool,
    /// He is conscious and so fills his hex (B-056).
    pub fills: bool,
    /// What it is, in a word for players: `knockback`, `force back`, `throw`.
    pub kind: String,
}

/// What ended a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// Nothing: all hexes were travelled.
    Done,
    /// A wall or the like (B-074).
    Wall,
    /// A low edge, with too little left to go over (B-076).
    Low,
    /// He went over a low edge and lies behind it (B-076).
    Over,
    /// A hedge (B-074).
    Soft,
    /// The border (B-054).
    Border,
    /// Somebody in the way, or coming the other way (B-075, B-080).
    Combatant(CombatantId),
    /// A fall (B-077).
    Fall {
        /// Levels.
        levels: u8,
    },
    /// Deep water (B-077).
    Water,
    /// A fall into a pit (B-077).
    Pit {
        /// Levels.
        levels: u8,
    },
}

impl StoppedBy {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            StoppedBy::Done => "nothing",
            StoppedBy::Wall => "a wall",
            StoppedBy::Low => "a low edge",
            StoppedBy::Over => "the ground behind a low edge",
            StoppedBy::Soft => "a hedge",
            StoppedBy::Border => "the edge of the field",
            StoppedBy::Combatant(_) => "somebody in the way",
            StoppedBy::Fall { .. } => "a fall",
            StoppedBy::Water => "deep water",
            StoppedBy::Pit { .. } => "a pit",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            StoppedBy::Done => "B-073",
            StoppedBy::Wall | StoppedBy::Soft => "B-074",
            StoppedBy::Low | StoppedBy::Over => "B-076",
            StoppedBy::Border => "B-054",
            StoppedBy::Combatant(_) => "B-075",
            StoppedBy::Fall { .. } | StoppedBy::Water | StoppedBy::Pit { .. } => "B-077",
        }
    }
}

/// How one displacement went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Displaced {
    /// The shove.
    pub shove: Shove,
    /// Every hex in order, the start first, the end last.
    pub path: Vec<Hex>,
    /// Hexes not travelled.
    pub left: u16,
    /// What ended it.
    pub stopped: StoppedBy,
    /// Whom he struck; they keep their hexes (B-075). Two displaced who stop each other are each in
    /// the other's list (B-080).
    pub struck: Vec<CombatantId>,
    /// He went over a low edge and is Prone, or falls (B-076).
    pub over_edge: bool,
    /// He fell onto this one and must be placed (B-078) by
    /// [`nearest_free`](crate::board::push::nearest_free).
    pub landed_on: Option<CombatantId>,
}

impl Displaced {
    /// Where he is now (before he is placed, if he landed on somebody).
    pub fn end(&self) -> Hex {
        self.path.last().copied().unwrap_or(self.shove.from)
    }

    /// Hexes passed or reached, without the start: fire acts in all of them (B-079).
    pub fn entered(&self) -> &[Hex] {
        self.path.get(1..).unwrap_or(&[])
    }

    /// The hex he left for good, which a charger takes (B-083); `None` if he was stopped at once,
    /// so that the charger stays in contact.
    pub fn vacated(&self) -> Option<Hex> {
        (!self.entered().is_empty()).then_some(self.shove.from)
    }

    /// Hexes for which a collision with a wall or a low edge harms him, 0 if he is dead (B-074,
    /// B-076, B-082).
    pub fn collision_hexes(&self) -> u16 {
        match self.stopped {
            StoppedBy::Wall | StoppedBy::Low if self.shove.alive => self.left,
            _ => 0,
        }
    }

    /// Hexes left when he ran into somebody; 0 if he did not (B-075).
    pub fn striking_hexes(&self) -> u16 {
        match self.stopped {
            StoppedBy::Combatant(_) => self.left,
            _ => 0,
        }
    }

    /// Whether those struck check their footing, grade 2, or are Prone: with at least `from` hexes
    /// left, 1 or the system's own figure (B-075).
    pub fn struck_check_footing(&self, from: u16) -> bool {
        !self.struck.is_empty() && self.striking_hexes() >= from.max(1)
    }

    /// Levels fallen, into a pit or down a drop (B-040, B-077).
    pub fn fallen_levels(&self) -> Option<u8> {
        match self.stopped {
            StoppedBy::Fall { levels } | StoppedBy::Pit { levels } => Some(levels),
            _ => None,
        }
    }

    /// He is Prone whatever his rule system says of keeping one's feet (B-040, B-076).
    pub fn prone(&self) -> bool {
        self.shove.on_feet && (self.fallen_levels().is_some() || self.stopped == StoppedBy::Over)
    }
}

/// A shove that did not move its man, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// The shove.
    pub shove: Shove,
    /// The one that moved him instead was longer; otherwise a die decided between equals.
    pub longer: bool,
}

impl Noted {
    /// The words players read.
    pub const fn words(&self) -> &'static str {
        if self.longer {
            "not moved by this one: another blow carried him farther"
        } else {
            "not moved by this one: another blow was as strong and the die chose it"
        }
    }
}

/// A stage's displacements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Displacements {
    /// Those who were moved or stopped, by id.
    pub moved: Vec<Displaced>,
    /// Shoves that gave way to another on the same man (B-080), by id.
    pub noted: Vec<Noted>,
}

/// Moves everybody of a stage together (B-080).
///
/// `ground` tells what happens to a push from a hex in a direction; `standing` who fills a hex
/// among those who are not displaced in this stage (the displaced are known from the shoves).
pub fn displace(
    shoves: &[Shove],
    ground: &dyn Fn(Hex, Dir) -> Push,
    standing: &dyn Fn(Hex) -> Option<CombatantId>,
    dice: &mut dyn Dice,
) -> Displacements {
    let (chosen, noted) = one_each(shoves, dice);
    Displacements {
        moved: pulse::run(chosen, ground, standing),
        noted,
    }
}

/// Of several shoves on one man the longest, then a keyed die of whoever gave them (B-080).
fn one_each(shoves: &[Shove], dice: &mut dyn Dice) -> (Vec<Shove>, Vec<Noted>) {
    let mut sorted = shoves.to_vec();
    // Orders the log only: which one is chosen depends on length and dice.
    sorted.sort_by_key(|shove| (shove.who, shove.by, shove.dir, shove.hexes));
    let (mut chosen, mut noted) = (Vec::new(), Vec::new());
    for group in sorted.chunk_by(|one, other| one.who == other.who) {
        let longest = group.iter().map(|shove| shove.hexes).max().unwrap_or(0);
        let equals: Vec<usize> = (0..group.len())
            .filter(|index| group[*index].hexes == longest)
            .collect();
        let taken = equals[one_of(&equals, group, dice)];
        for (index, shove) in group.iter().enumerate() {
            if index == taken {
                chosen.push(shove.clone());
            } else {
                noted.push(Noted {
                    shove: shove.clone(),
                    longer: shove.hexes < longest,
                });
            }
        }
    }
    (chosen, noted)
}

/// One of several equal shoves on one man, by place in `equals`: the givers throw; where one giver
/// gave several, the man himself throws among them.
fn one_of(equals: &[usize], group: &[Shove], dice: &mut dyn Dice) -> usize {
    let giver = |at: usize| group[equals[at]].by.unwrap_or(group[equals[at]].who);
    let mut givers: Vec<(CombatantId, i32)> = (0..equals.len()).map(|at| (giver(at), 0)).collect();
    givers.dedup();
    let chosen = precedence::best(&givers, DISPLACE, dice);
    let of_giver: Vec<usize> = (0..equals.len())
        .filter(|at| chosen.is_none_or(|who| giver(*at) == who))
        .collect();
    match of_giver[..] {
        [] => 0,
        [only] => only,
        _ => {
            let throw = Throw::nth(group[0].who, DISPLACE, SEVERAL_OF_ONE);
            let face = dice.face(throw, of_giver.len() as u16).max(1);
            of_giver[usize::from(face - 1) % of_giver.len()]
        }
    }
}
