//! Who stands in whose way when several step at once.
//!
//! Shared by the walk (B-062) and by displacement (B-080): both ask the same two questions of
//! everybody's old and new hexes and settle the answers by their own rules.

use super::occupancy::Footprint;
use crate::board::Hex;

/// One who steps: the hexes he leaves and enters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    /// Centre left.
    pub from: Hex,
    /// Centre wanted; `None` stays.
    pub to: Option<Hex>,
    /// Size.
    pub footprint: Footprint,
    /// Whether he fills his hexes (B-055, B-056).
    pub fills: bool,
}

/// For every mover, by place in the list: whose old hexes he wants, and who wants the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// Others who stand now where he wants to be.
    pub blockers: Vec<Vec<usize>>,
    /// Others who want to be where he wants to be.
    pub rivals: Vec<Vec<usize>>,
}

type Spots = Vec<(u64, usize)>;

/// A hex as one number: equal for equal hexes, which is all that is asked of it.
fn number(hex: Hex) -> u64 {
    u64::from(hex.y as u32) << 32 | u64::from(hex.x as u32)
}

fn at(spots: &Spots, hex: Hex) -> impl Iterator<Item = usize> + '_ {
    let key = number(hex);
    let start = spots.partition_point(|(known, _)| *known < key);
    spots[start..]
        .iter()
        .take_while(move |(known, _)| *known == key)
        .map(|(_, index)| *index)
}

impl Links {
    /// Links of all movers. Those who do not fill a hex are in nobody's way.
    pub fn of(movers: &[Mover]) -> Links {
        let (mut left, mut wanted) = (Spots::new(), Spots::new());
        for (index, mover) in movers.iter().enumerate().filter(|(_, mover)| mover.fills) {
            left.extend(
                mover
                    .footprint
                    .hexes(mover.from)
                    .map(|hex| (number(hex), index)),
            );
            if let Some(to) = mover.to {
                wanted.extend(mover.footprint.hexes(to).map(|hex| (number(hex), index)));
            }
        }
        left.sort_unstable();
        wanted.sort_unstable();
        let mut links = Links {
            blockers: vec![Vec::new(); movers.len()],
            rivals: vec![Vec::new(); movers.len()],
        };
        for (index, mover) in movers.iter().enumerate() {
            let Some(to) = mover.to else { continue };
            for hex in mover.footprint.hexes(to) {
                links.blockers[index].extend(at(&left, hex).filter(|other| *other != index));
                if mover.fills {
                    links.rivals[index].extend(at(&wanted, hex).filter(|other| *other != index));
                }
            }
            for list in [&mut links.blockers[index], &mut links.rivals[index]] {
                list.sort_unstable();
                list.dedup();
            }
        }
        links
    }

    /// Pairs of those still `pending` who want each other's hexes.
    pub fn crossings(&self, pending: &dyn Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (one, blockers) in self.blockers.iter().enumerate() {
            for &other in blockers.iter().filter(|other| **other > one) {
                if pending(one) && pending(other) && self.blockers[other].contains(&one) {
                    pairs.push((one, other));
                }
            }
        }
        pairs
    }

    /// Rings among those still `pending`: sets in which everybody waits for another of the set.
    pub fn rings(&self, pending: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let count = self.blockers.len();
        if !(0..count).any(pending) {
            return Vec::new();
        }
        let reach: Vec<Vec<bool>> = (0..count)
            .map(|start| {
                let mut seen = vec![false; if pending(start) { count } else { 0 }];
                let mut open = if pending(start) {
                    vec![start]
                } else {
                    Vec::new()
                };
                while let Some(one) = open.pop() {
                    for &next in self.blockers[one].iter().filter(|next| pending(**next)) {
                        if !seen[next] {
                            seen[next] = true;
                            open.push(next);
                        }
                    }
                }
                seen
            })
            .collect();
        let waits = |one: usize, other: usize| reach[one].get(other).copied().unwrap_or(false);
        let mut rings: Vec<Vec<usize>> = Vec::new();
        for one in (0..count).filter(|one| waits(*one, *one)) {
            match rings
                .iter_mut()
                .find(|ring| waits(one, ring[0]) && waits(ring[0], one))
            {
                Some(ring) => ring.push(one),
                None => rings.push(vec![one]),
            }
        }
        rings
    }
}
