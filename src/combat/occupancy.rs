//! Who is in which hex: a sorted list with roles and footprints (B-055, B-056).
//!
//! Built anew by whoever needs it, from components or from a scene; rules ask [`Occupancy::blocks`].

use super::combatant::CombatantId;
use crate::board::{Dir, Hex, hex_key};
use serde::{Deserialize, Serialize};

/// How somebody is in his hex (B-055).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// On his feet or on a knee.
    Standing,
    /// A mount under its rider.
    Mount,
    /// In the saddle.
    Rider,
    /// On the ground, conscious or not.
    Lying,
    /// Carried by another of the same hex.
    Carried,
}

/// Hexes filled (B-055): one each, Huge ones their hex and its six neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Footprint {
    /// One hex.
    #[default]
    One,
    /// A hex and its six neighbours.
    Seven,
}

impl Footprint {
    /// The hexes of a footprint, the centre first.
    pub fn hexes(self, centre: Hex) -> impl Iterator<Item = Hex> {
        let ring: &[Dir] = match self {
            Footprint::One => &[],
            Footprint::Seven => &Dir::ALL,
        };
        std::iter::once(centre).chain(ring.iter().map(move |dir| dir.from(centre)))
    }

    /// Whether a footprint covers a hex.
    pub fn covers(self, centre: Hex, hex: Hex) -> bool {
        self.hexes(centre).any(|own| own == hex)
    }
}

/// One who is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// Who.
    pub who: CombatantId,
    /// The centre of his footprint.
    pub centre: Hex,
    /// How he is there.
    pub role: Role,
    /// His size.
    pub footprint: Footprint,
    /// Whether he keeps others out: conscious and on the board (B-055). Bodies do not.
    pub fills: bool,
}

/// Everybody on the board, by hex; inside a hex by role, then by id (which orders and decides
/// nothing: at most one combatant or one mounted pair fills a hex).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    spots: Vec<((i32, i32), Occupant)>,
}

impl Occupancy {
    /// The board's occupants; each is entered under every hex of his footprint.
    pub fn new(occupants: impl IntoIterator<Item = Occupant>) -> Occupancy {
        let mut occupancy = Occupancy::default();
        for occupant in occupants {
            occupancy.spread(occupant);
        }
        occupancy.sort();
        occupancy
    }

    fn spread(&mut self, occupant: Occupant) {
        let hexes = occupant.footprint.hexes(occupant.centre);
        self.spots.extend(hexes.map(|hex| (hex_key(hex), occupant)));
    }

    fn sort(&mut self) {
        self.spots
            .sort_unstable_by_key(|(key, occupant)| (*key, occupant.role, occupant.who));
    }

    /// Everybody in a hex.
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = &Occupant> {
        let key = hex_key(hex);
        let start = self.spots.partition_point(|(known, _)| *known < key);
        self.spots[start..]
            .iter()
            .take_while(move |(known, _)| *known == key)
            .map(|(_, occupant)| occupant)
    }

    /// Where somebody is.
    pub fn find(&self, who: CombatantId) -> Option<&Occupant> {
        self.spots
            .iter()
            .map(|(_, occupant)| occupant)
            .find(|occupant| occupant.who == who)
    }

    /// Who keeps `mover` out of a hex: somebody who fills it and is neither himself nor of his own
    /// mounted pair or burden (B-055, B-087). A mount is named before its rider.
    pub fn blocks(&self, hex: Hex, mover: CombatantId) -> Option<CombatantId> {
        let own = self.find(mover);
        let together = |other: &Occupant| {
            own.is_some_and(|own| {
                own.centre == other.centre && attached(own.role) | attached(other.role)
            })
        };
        self.at(hex)
            .find(|other| other.fills && other.who != mover && !together(other))
            .map(|other| other.who)
    }

    /// Who keeps `mover` out if he stood there with his whole footprint.
    pub fn blocks_footprint(&self, centre: Hex, mover: CombatantId) -> Option<CombatantId> {
        let footprint = self.find(mover).map_or(Footprint::One, |own| own.footprint);
        footprint
            .hexes(centre)
            .find_map(|hex| self.blocks(hex, mover))
    }

    /// Whoever fills a hex.
    pub fn filled(&self, hex: Hex) -> Option<CombatantId> {
        self.at(hex)
            .find(|other| other.fills)
            .map(|other| other.who)
    }

    /// Bodies on the ground: they cost 1 to enter and keep nobody out (B-056).
    pub fn bodies(&self, hex: Hex) -> impl Iterator<Item = CombatantId> {
        self.at(hex)
            .filter(|other| !other.fills && other.role == Role::Lying)
            .map(|other| other.who)
    }

    /// Who stands over somebody lying in the same hex, so that he cannot rise (B-056).
    pub fn standing_over(&self, lying: CombatantId) -> Option<CombatantId> {
        let own = self.find(lying).filter(|own| own.role == Role::Lying)?;
        self.at(own.centre)
            .find(|other| other.who != lying && other.fills && other.role != Role::Lying)
            .map(|other| other.who)
    }

    /// Enters somebody, or enters him anew after a change.
    pub fn put(&mut self, occupant: Occupant) {
        self.remove(occupant.who);
        self.spread(occupant);
        self.sort();
    }

    /// Takes somebody off the board.
    pub fn remove(&mut self, who: CombatantId) {
        self.spots.retain(|(_, occupant)| occupant.who != who);
    }
}

/// Roles that share a hex with the one they belong to.
const fn attached(role: Role) -> bool {
    matches!(role, Role::Mount | Role::Rider | Role::Carried)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(who: u16, hex: Hex, role: Role, fills: bool) -> Occupant {
        Occupant {
            who: CombatantId(who),
            centre: hex,
            role,
            footprint: Footprint::One,
            fills,
        }
    }

    const HEX: Hex = Hex::new(2, 1);
    const NEXT: Hex = Hex::new(3, 1);

    #[test]
    fn b055_a_conscious_lying_one_blocks_too() {
        let board = Occupancy::new([
            one(0, NEXT, Role::Standing, true),
            one(1, HEX, Role::Lying, true),
        ]);
        assert_eq!(board.blocks(HEX, CombatantId(0)), Some(CombatantId(1)));
        assert_eq!(board.blocks(NEXT, CombatantId(0)), None);
        assert_eq!(board.bodies(HEX).count(), 0);
    }

    #[test]
    fn b056_bodies_do_not_fill_and_who_wakes_under_another_cannot_rise() {
        let (d, z) = (CombatantId(1), CombatantId(0));
        let mut board = Occupancy::new([
            one(0, NEXT, Role::Standing, true),
            one(1, HEX, Role::Lying, false),
        ]);
        assert_eq!(board.blocks(HEX, z), None);
        assert_eq!(board.bodies(HEX).collect::<Vec<_>>(), [d]);
        board.put(one(0, HEX, Role::Standing, true));
        board.put(one(1, HEX, Role::Lying, true));
        assert_eq!(board.standing_over(d), Some(z));
        assert_eq!(board.standing_over(z), None);
        assert_eq!(board.blocks(Hex::new(2, 2), d), None);
        board.remove(z);
        assert_eq!(board.standing_over(d), None);
    }

    #[test]
    fn b087_a_mounted_pair_is_one_in_one_hex() {
        let board = Occupancy::new([
            one(4, HEX, Role::Rider, true),
            one(5, HEX, Role::Mount, true),
            one(6, NEXT, Role::Standing, true),
        ]);
        assert_eq!(board.blocks(HEX, CombatantId(4)), None);
        assert_eq!(board.blocks(HEX, CombatantId(5)), None);
        assert_eq!(board.blocks(HEX, CombatantId(6)), Some(CombatantId(5)));
        assert_eq!(board.at(HEX).count(), 2);
    }

    #[test]
    fn b055_huge_ones_fill_seven_hexes() {
        let huge = Occupant {
            footprint: Footprint::Seven,
            ..one(0, HEX, Role::Standing, true)
        };
        let board = Occupancy::new([huge, one(1, Hex::new(5, 1), Role::Standing, true)]);
        for dir in Dir::ALL {
            let side = board.blocks(dir.from(HEX), CombatantId(1));
            assert_eq!(side, Some(CombatantId(0)));
        }
        assert_eq!(board.blocks(Hex::new(4, 1), CombatantId(1)), None);
        assert_eq!(board.blocks_footprint(NEXT, CombatantId(0)), None);
        let beyond = board.blocks_footprint(Hex::new(4, 1), CombatantId(0));
        assert_eq!(beyond, Some(CombatantId(1)));
    }
}
