//! Seeded dice alone and in pairs: every face as often as every other, and no throw that tells
//! anything of its neighbour's.
//!
//! All in integers. A statistic is compared with fixed thresholds that a fair die misses about once
//! in a million tables; the keys are fixed, so a table that passes once passes for ever.

use super::*;
use crate::combat::combatant::CombatantId;

/// Purposes that rules use, and some that differ in one letter.
const PURPOSES: [&str; 8] = [
    "attack", "attacl", "parry", "damage", "dodge", "sidestep", "aware", "a",
];

fn dice(seed: u64, moment: Moment) -> BattleDice {
    let mut dice = BattleDice::seeded(seed, Vec::new());
    dice.seeded.moment = moment;
    dice
}

fn moment(unit: u32, stage: u8, step: u16) -> Moment {
    Moment { unit, stage, step }
}

fn d20(seed: u64, at: Moment, throw: Throw) -> u16 {
    dice(seed, at).face(throw, 20)
}

fn throw(who: u16, purpose: &'static str) -> Throw {
    Throw::new(CombatantId(who), purpose)
}

/// Counts of a table with equally likely cells.
struct Table {
    counts: Vec<u64>,
}

impl Table {
    fn new(cells: usize) -> Table {
        Table {
            counts: vec![0; cells],
        }
    }

    /// Chi-square in thousandths: Σ (k·O − n)² / (k·n) for k cells and n counts.
    fn chi_thousandths(&self) -> u64 {
        let cells = self.counts.len() as u64;
        let total: u64 = self.counts.iter().sum();
        assert!(total >= 20 * cells, "too few throws to say anything");
        let squares: u64 = self
            .counts
            .iter()
            .map(|count| (cells * count).abs_diff(total).pow(2))
            .sum();
        squares * 1000 / (cells * total)
    }
}

/// Chi-square that a fair die of so many faces exceeds about once in a million tables (degrees of
/// freedom: faces − 1).
const fn limit(faces: usize) -> u64 {
    match faces {
        4 => 30_665,
        6 => 35_888,
        8 => 40_522,
        10 => 44_811,
        12 => 48_866,
        20 => 63_850,
        _ => panic!("no such die in the rules"),
    }
}

/// The same for a table of pairs of d20 (399 degrees of freedom), above and below.
const PAIRS: (u64, u64) = (274_000, 547_000);

/// Throws of each table of pairs: fifty a cell.
const THROWS: u32 = 20_000;

/// What a table of pairs is asked of: the two faces of the n-th pair.
fn pairs(name: &str, pair: impl Fn(u32) -> (u16, u16)) {
    let mut table = Table::new(400);
    let mut equal = 0u32;
    for n in 0..THROWS {
        let (a, b) = pair(n);
        table.counts[usize::from(a - 1) * 20 + usize::from(b - 1)] += 1;
        equal += u32::from(a == b);
    }
    let chi = table.chi_thousandths();
    assert!((PAIRS.0..PAIRS.1).contains(&chi), "{name}: {chi}");
    // One pair in twenty is equal; five standard deviations of 20,000 throws are 155.
    assert!(equal.abs_diff(THROWS / 20) < 155, "{name}: {equal} equal");
}

#[test]
fn every_die_is_even() {
    for faces in [4, 6, 8, 10, 12, 20] {
        let mut table = Table::new(faces);
        for n in 0..40_000u32 {
            let face = dice(9, moment(n, 2, 0)).face(throw(3, "damage"), faces as u16);
            table.counts[usize::from(face - 1)] += 1;
        }
        let chi = table.chi_thousandths();
        assert!(chi < limit(faces), "d{faces}: {chi}");
    }
}

#[test]
fn faces_are_even_over_every_part_of_the_key() {
    let over = |name: &str, face: &dyn Fn(u32) -> u16| {
        let mut table = Table::new(20);
        for n in 0..10_000 {
            table.counts[usize::from(face(n) - 1)] += 1;
        }
        let chi = table.chi_thousandths();
        assert!(chi < limit(20), "{name}: {chi}");
    };
    let here = moment(4, 2, 1);
    over("owners", &|n| d20(1, here, throw(n as u16, "attack")));
    over("units", &|n| d20(1, moment(n, 2, 0), throw(0, "attack")));
    over("seeds", &|n| d20(n.into(), here, throw(0, "attack")));
    over("high seeds", &|n| {
        d20(u64::from(n) << 32, here, throw(0, "attack"))
    });
    over("steps", &|n| {
        d20(1, moment(4, 1, n as u16), throw(0, "aware"))
    });
    over("ordinals", &|n| {
        let throw = Throw::nth(CombatantId(0), "aware", n as u16);
        d20(1, here, throw)
    });
    over("purposes and stages", &|n| {
        let purpose = PURPOSES[n as usize % 8];
        d20(1, moment(n / 56, (n / 8 % 7) as u8, 0), throw(0, purpose))
    });
    over("dice of one throw", &|n| {
        let mut dice = dice(1, moment(n / 5, 2, 0));
        dice.sum(throw(0, "damage"), DiceSum::new(5, 20, 0));
        dice.thrown[0].faces[n as usize % 5]
    });
}

#[test]
fn owners_are_told_apart_by_their_dice_not_their_ids() {
    let here = moment(4, 2, 1);
    let mut carried = BattleDice::seeded(1, vec![7, 5, 3]);
    carried.seeded.moment = here;
    for (id, owner) in [(0, 7), (1, 5), (2, 3), (3, 3)] {
        assert_eq!(
            carried.face(throw(id, "attack"), 20),
            d20(1, here, throw(owner, "attack"))
        );
    }
}

#[test]
fn attack_and_parry_of_one_moment() {
    for (name, one, other) in [
        ("attack and parry", "attack", "parry"),
        ("attack and damage", "attack", "damage"),
        ("dodge and aware", "dodge", "aware"),
        ("words that differ in a letter", "attack", "attacl"),
    ] {
        pairs(name, |n| {
            let at = moment(n, 2, 0);
            (d20(5, at, throw(0, one)), d20(5, at, throw(1, other)))
        });
        pairs(name, |n| {
            let at = moment(n, 2, 0);
            (d20(5, at, throw(0, one)), d20(5, at, throw(0, other)))
        });
    }
}

#[test]
fn neighbours_in_every_part_of_the_key() {
    let attack = |seed: u64, at: Moment, who: u16| d20(seed, at, throw(who, "attack"));
    pairs("neighbouring ids", |n| {
        let (at, who) = (moment(n / 12, 2, 0), (n % 12) as u16);
        (attack(5, at, who), attack(5, at, who + 1))
    });
    pairs("ids one bit apart", |n| {
        let at = moment(n / 8, 2, 0);
        (attack(5, at, 0), attack(5, at, 1 << (n % 8)))
    });
    pairs("neighbouring units", |n| {
        let at = |unit| moment(unit, 2, 0);
        (attack(5, at(n), 3), attack(5, at(n + 1), 3))
    });
    pairs("neighbouring stages", |n| {
        (attack(5, moment(n, 2, 0), 3), attack(5, moment(n, 3, 0), 3))
    });
    pairs("neighbouring steps", |n| {
        let at = |step| moment(n / 40, 1, step);
        let step = (n % 40) as u16;
        (attack(5, at(step), 3), attack(5, at(step + 1), 3))
    });
    pairs("neighbouring seeds", |n| {
        let at = moment(n % 50, 2, 0);
        let seed = u64::from(n / 50);
        (attack(seed, at, 3), attack(seed + 1, at, 3))
    });
    pairs("seeds one bit apart", |n| {
        let at = moment(n, 2, 0);
        (attack(5, at, 3), attack(5 ^ 1 << (n % 64), at, 3))
    });
    pairs("neighbouring ordinals", |n| {
        let nth = |ordinal| {
            let throw = Throw::nth(CombatantId(3), "aware", ordinal);
            d20(5, moment(n, 2, 0), throw)
        };
        (nth(0), nth(1))
    });
    pairs("seed and unit changed together", |n| {
        let unit = n % 200;
        let seed = u64::from(n / 200);
        (
            attack(seed, moment(unit, 2, 0), 3),
            attack(seed + 1, moment(unit + 1, 2, 0), 3),
        )
    });
    pairs("dice of one throw", |n| {
        let mut dice = dice(5, moment(n, 2, 0));
        dice.sum(throw(3, "damage"), DiceSum::new(2, 20, 0));
        (dice.thrown[0].faces[0], dice.thrown[0].faces[1])
    });
}

#[test]
fn the_tables_notice_bad_dice() {
    let caught = |pair: &dyn Fn(u32) -> (u16, u16)| {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pairs("planted", pair);
        }));
        assert!(outcome.is_err());
    };
    let face = |n: u32| d20(5, moment(n, 2, 0), throw(0, "attack"));
    // The same die twice; a die that follows the other; one face in ten thrown again if it is 20.
    caught(&|n| (face(n), face(n)));
    caught(&|n| (face(n), (face(n) + 6) % 20 + 1));
    caught(&|n| {
        let other = d20(5, moment(n, 3, 0), throw(0, "attack"));
        let kinder = if n % 10 == 0 && other > 10 { 10 } else { other };
        (face(n), kinder)
    });
}
