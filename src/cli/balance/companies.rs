//! Companies of equal points (B-107), and where they stand on a level.

use crate::board::{Dir, Hex, arc, distance, push};
use crate::level::{CombatantSpec, Level, Objectives};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use smol_str::{SmolStr, format_smolstr};

/// Per cent that two companies of equal points may differ by (B-107).
pub const EQUAL: u32 = 5;
/// Rings around a side's middle in which its company finds room.
const RINGS: u32 = 16;

/// An archetype and its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Its name.
    pub name: SmolStr,
    /// Its points.
    pub points: u32,
}

/// How many of one archetype meet how many of another: the numbers whose points are equal and come
/// nearest to the budget; if none are equal, those that differ least.
pub fn even_numbers(one: u32, other: u32, budget: u32) -> (u32, u32) {
    let most = |price: u32| (budget * 3 / 2 / price.max(1)).max(1);
    let mut best = ((u32::MAX, u32::MAX), (1, 1));
    for a in 1..=most(one) {
        for b in 1..=most(other) {
            let (x, y) = (a * one, b * other);
            let apart = apart(x, y);
            let rest = (x + y).abs_diff(2 * budget);
            let key = if apart <= EQUAL {
                (0, rest)
            } else {
                (apart, rest)
            };
            if key < best.0 {
                best = (key, (a, b));
            }
        }
    }
    best.1
}

/// How far two sums of points are apart, in per cent of the greater, rounded up.
pub fn apart(one: u32, other: u32) -> u32 {
    (one.abs_diff(other) * 100).div_ceil(one.max(other).max(1))
}

/// A company drawn at random: archetypes one after another until no other fits the budget, and
/// again from the beginning if the sum is not equal to the budget.
pub fn drawn(known: &[Priced], budget: u32, dice: &mut ChaCha8Rng) -> Vec<SmolStr> {
    let cheapest = known.iter().map(|one| one.points).min().unwrap_or(u32::MAX);
    // Prices so far apart that no sum is equal to the budget still give a company.
    for _ in 0..100 {
        let (mut company, mut sum) = (Vec::new(), 0);
        while sum + cheapest <= budget {
            let one = &known[dice.random_range(0..known.len())];
            if sum + one.points <= budget {
                sum += one.points;
                company.push(one.name.clone());
            }
        }
        if apart(sum, budget) <= EQUAL {
            return company;
        }
    }
    let fit = known.iter().filter(|one| one.points <= budget);
    let fallback = fit.min_by_key(|one| (budget % one.points, one.points));
    fallback.map_or_else(Vec::new, |one| {
        vec![one.name.clone(); (budget / one.points) as usize]
    })
}

/// The level with these companies in place of its combatants, each around the middle of where its
/// side stood, facing the other; the sides fight to the end, and nobody comes later. `None` if the
/// ground has no room for them, or the level has not two sides.
pub fn on_ground(
    level: &Level,
    companies: [&[SmolStr]; 2],
    comes_mounted: &dyn Fn(&str) -> bool,
) -> Option<Level> {
    let mut ground = level.clone();
    if ground.sides.len() != 2 {
        return None;
    }
    for side in &mut ground.sides {
        side.objectives = Objectives::default();
        (side.surprised, side.ambush) = (false, false);
    }
    ground.reinforcements.clear();
    ground.items.clear();
    let middles = [middle(level, 0)?, middle(level, 1)?];
    let mut taken: Vec<Hex> = Vec::new();
    ground.combatants.clear();
    for (side, company) in companies.into_iter().enumerate() {
        let facing = arc::bearing(middles[side], middles[1 - side], true).unwrap_or(Dir::ALL[0]);
        for (number, archetype) in company.iter().enumerate() {
            let free = |hex: Hex| {
                let bare = ground
                    .board
                    .cell(hex)
                    .is_some_and(|cell| cell.object.is_none());
                bare && !taken.contains(&hex)
            };
            let hex = if free(middles[side]) {
                middles[side]
            } else {
                push::nearest_free(&ground.board, middles[side], facing, RINGS, &free)?
            };
            taken.push(hex);
            let name = format_smolstr!("{} {}", ground.sides[side].name, number + 1);
            ground.combatants.push(CombatantSpec::fresh(
                (name, archetype.clone()),
                side,
                (hex, facing),
                comes_mounted(archetype),
            ));
        }
    }
    Some(ground)
}

/// One against one on the level, the second in the next hex before the first; `None` if there is no
/// room, or the level has not two sides.
pub fn face_to_face(
    level: &Level,
    pair: [&SmolStr; 2],
    comes_mounted: &dyn Fn(&str) -> bool,
) -> Option<Level> {
    let companies = pair.map(std::slice::from_ref);
    let mut ground = on_ground(level, companies, comes_mounted)?;
    let [first, second] = &mut ground.combatants[..] else {
        return None;
    };
    let bare = |hex: Hex| {
        ground
            .board
            .cell(hex)
            .is_some_and(|cell| cell.object.is_none())
    };
    let dir = (0..6)
        .map(|turn| first.facing.turned(turn))
        .find(|dir| bare(dir.from(first.hex)))?;
    first.facing = dir;
    (second.hex, second.facing) = (dir.from(first.hex), dir.opposite());
    Some(ground)
}

/// The hex of a side's own that is nearest to all the others of it.
fn middle(level: &Level, side: usize) -> Option<Hex> {
    let own = level.combatants.iter().filter(|one| one.side == side);
    let hexes: Vec<Hex> = own.map(|one| one.hex).collect();
    let far = |hex: Hex| hexes.iter().map(|&other| distance(hex, other)).sum::<u32>();
    hexes.iter().copied().min_by_key(|&hex| far(hex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn numbers_are_equal_in_points_where_prices_allow() {
        // Militia at 10 against knights at 17: 5 and 3 are 50 and 51.
        assert_eq!(even_numbers(10, 17, 50), (5, 3));
        assert_eq!(even_numbers(17, 10, 50), (3, 5));
        assert_eq!(even_numbers(11, 11, 44), (4, 4));
        // 29 against 27: 1 and 1 differ by 7 per cent, and nothing within reach differs less.
        let (one, other) = even_numbers(29, 27, 60);
        assert!(apart(29 * one, 27 * other) <= 7, "{one} {other}");
        assert_eq!(apart(50, 51), 2);
        assert_eq!(apart(0, 0), 0);
    }

    #[test]
    fn drawn_companies_cost_what_they_may() {
        let known: Vec<Priced> = [("a", 10), ("b", 17), ("c", 29)]
            .map(|(name, points)| Priced {
                name: name.into(),
                points,
            })
            .to_vec();
        let price = |name: &SmolStr| known.iter().find(|one| one.name == *name).unwrap().points;
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let companies: Vec<_> = (0..50).map(|_| drawn(&known, 100, &mut dice)).collect();
        for company in &companies {
            let sum: u32 = company.iter().map(price).sum();
            assert!(sum <= 100 && apart(sum, 100) <= EQUAL, "{company:?}");
        }
        assert!(companies.iter().any(|company| *company != companies[0]));
        // Nothing fits well: as many as can be paid.
        let odd = [Priced {
            name: "d".into(),
            points: 60,
        }];
        assert_eq!(drawn(&odd, 100, &mut dice), ["d"]);
    }
}
