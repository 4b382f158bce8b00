//! Dice with three makers: seeded (play), scripted (scenarios), exhaustive (odds).
//!
//! A rule asks for what it needs: a check by bands where a band will do, a sum where the number
//! matters. A seeded draw is keyed by (battle seed, clock, stage, step, owner, purpose, ordinal):
//! that key is the 256-bit seed of a generator of its own, so a new rule shifts no other roll.

use super::combatant::CombatantId;
use super::fraction::{Fraction, Weight};
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::rc::Rc;

/// Who throws, and what for. `ordinal` tells apart several throws of one purpose in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    /// The owner of the dice.
    pub who: CombatantId,
    /// What the throw is for: a stable word such as `attack`, `damage`, `dodge`.
    pub purpose: &'static str,
    /// 0 for the first.
    pub ordinal: u16,
}

impl Throw {
    /// The first throw of its purpose.
    pub const fn new(who: CombatantId, purpose: &'static str) -> Throw {
        Throw {
            who,
            purpose,
            ordinal: 0,
        }
    }

    /// A further throw of the same purpose.
    pub const fn nth(who: CombatantId, purpose: &'static str, ordinal: u16) -> Throw {
        Throw {
            who,
            purpose,
            ordinal,
        }
    }
}

/// Dice to add up: `2d6+1`, or a plain number (`count` 0).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct DiceSum {
    /// How many dice.
    pub count: u8,
    /// Faces of each.
    pub sides: u8,
    /// Added to their sum.
    pub plus: i8,
}

impl DiceSum {
    /// `count`d`sides` + `plus`.
    pub const fn new(count: u8, sides: u8, plus: i8) -> DiceSum {
        DiceSum { count, sides, plus }
    }

    /// Largest sum.
    pub fn max(self) -> i32 {
        i32::from(self.count) * i32::from(self.sides) + i32::from(self.plus)
    }

    /// Twice the mean, an integer.
    pub fn twice_mean(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) + 2 * i32::from(self.plus)
    }
}

impl fmt::Display for DiceSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

impl From<DiceSum> for String {
    fn from(dice: DiceSum) -> String {
        dice.to_string()
    }
}

impl TryFrom<String> for DiceSum {
    type Error = String;

    fn try_from(text: String) -> Result<DiceSum, String> {
        let fault = || format!("`{text}` is no dice: write `1d8`, `2d6+1` or a number");
        let Some((count, rest)) = text.split_once('d') else {
            let plus = text.parse().map_err(|_| fault())?;
            return Ok(DiceSum::new(0, 1, plus));
        };
        let cut = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at(cut);
        let dice = DiceSum {
            count: count.parse().map_err(|_| fault())?,
            sides: sides.parse().map_err(|_| fault())?,
            plus: if plus.is_empty() {
                0
            } else {
                plus.parse().map_err(|_| fault())?
            },
        };
        let sane = (1..=12).contains(&dice.count) && (2..=100).contains(&dice.sides);
        if sane { Ok(dice) } else { Err(fault()) }
    }
}

/// What a check gave: its class, and the face for the log (the lowest of the class for odds).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// The class the caller's bands put the face in.
    pub class: u8,
    /// The face thrown.
    pub face: u16,
}

/// Where rules get chance from.
pub trait Dice {
    /// One die of `sides` faces, read by bands: `classify` maps each face to a class.
    fn check(&mut self, throw: Throw, sides: u16, classify: &dyn Fn(u16) -> u8) -> Rolled;

    /// A sum of dice.
    fn sum(&mut self, throw: Throw, dice: DiceSum) -> i32;

    /// One die's face, where every face matters.
    fn face(&mut self, throw: Throw, sides: u16) -> u16 {
        self.sum(throw, DiceSum::new(1, sides.min(255) as u8, 0)) as u16
    }
}

/// A throw that was made, for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// Whose dice.
    pub who: CombatantId,
    /// What for.
    pub purpose: String,
    /// Faces of the die or dice.
    pub sides: u16,
    /// Each face thrown.
    pub faces: Vec<u16>,
}

/// The moment a seeded throw is keyed by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Unit of time (phase, row, second, round).
    pub unit: u32,
    /// Stage inside the unit.
    pub stage: u8,
    /// Step inside the stage.
    pub step: u16,
}

/// FNV-1a: a purpose's stable number.
const fn purpose_number(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut at = 0;
    while at < bytes.len() {
        hash ^= bytes[at] as u64;
        hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Dice of play: every throw is a function of the seed, the moment and its key, and of nothing
/// else. No stream is carried.
#[derive(Clone, Debug, Default)]
pub struct Seeded {
    /// The battle's seed.
    pub seed: u64,
    /// Where the battle stands; set by the resolver before each stage.
    pub moment: Moment,
    /// Dice owners by combatant id (index), see `DiceKey`; ids beyond it are their own owners.
    pub owners: Vec<u16>,
}

impl Seeded {
    fn generator(&self, throw: Throw) -> ChaCha8Rng {
        let owner = self
            .owners
            .get(usize::from(throw.who.0))
            .copied()
            .unwrap_or(throw.who.0);
        let mut key = [0u8; 32];
        key[0..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..12].copy_from_slice(&self.moment.unit.to_le_bytes());
        key[12] = self.moment.stage;
        key[13..15].copy_from_slice(&self.moment.step.to_le_bytes());
        key[15..17].copy_from_slice(&owner.to_le_bytes());
        key[17..19].copy_from_slice(&throw.ordinal.to_le_bytes());
        key[19..27].copy_from_slice(&purpose_number(throw.purpose).to_le_bytes());
        ChaCha8Rng::from_seed(key)
    }
}

/// A face of an even die: the top range that does not divide evenly is thrown again.
fn even_face(generator: &mut ChaCha8Rng, sides: u16) -> u16 {
    let sides = u32::from(sides.max(1));
    let limit = u32::MAX - u32::MAX % sides;
    loop {
        let raw = generator.next_u32();
        if raw < limit {
            return (raw % sides + 1) as u16;
        }
    }
}

/// The dice a battle throws: seeded, or scripted by a scenario; both keep what was thrown.
#[derive(Clone, Debug)]
pub struct BattleDice {
    /// Seeded keys; also the moment.
    pub seeded: Seeded,
    /// Faces by owner and purpose, taken before the seed is asked.
    pub script: Option<Script>,
    /// Everything thrown since it was last taken.
    pub thrown: Vec<Thrown>,
}

/// Faces that a scenario prescribes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Faces left, by owner and purpose.
    pub faces: BTreeMap<(CombatantId, String), VecDeque<u16>>,
    /// Throws asked for that the script did not hold, and faces that did not fit their die.
    pub faults: Vec<String>,
}

impl BattleDice {
    /// Seeded dice.
    pub fn seeded(seed: u64, owners: Vec<u16>) -> BattleDice {
        let seeded = Seeded {
            seed,
            moment: Moment::default(),
            owners,
        };
        BattleDice {
            seeded,
            script: None,
            thrown: Vec::new(),
        }
    }

    fn faces(&mut self, throw: Throw, count: u8, sides: u16) -> Vec<u16> {
        let mut generator = None;
        let mut faces = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let scripted = self
                .script
                .as_mut()
                .and_then(|script| script.next(throw, sides));
            faces.push(scripted.unwrap_or_else(|| {
                let generator = generator.get_or_insert_with(|| self.seeded.generator(throw));
                even_face(generator, sides)
            }));
        }
        self.thrown.push(Thrown {
            who: throw.who,
            purpose: throw.purpose.to_owned(),
            sides,
            faces: faces.clone(),
        });
        faces
    }
}

impl Script {
    fn next(&mut self, throw: Throw, sides: u16) -> Option<u16> {
        let key = (throw.who, throw.purpose.to_owned());
        let face = self.faces.get_mut(&key).and_then(VecDeque::pop_front);
        match face {
            Some(face) if (1..=sides).contains(&face) => Some(face),
            Some(face) => {
                self.faults.push(format!(
                    "{}: {} is no face of a d{sides}",
                    throw.purpose, face
                ));
                None
            }
            None => {
                self.faults
                    .push(format!("no die left for {} {}", throw.who, throw.purpose));
                None
            }
        }
    }

    /// Faces that were never thrown.
    pub fn unused(&self) -> Vec<String> {
        self.faces
            .iter()
            .filter(|(_, faces)| !faces.is_empty())
            .map(|((who, purpose), faces)| format!("{who} {purpose}: {faces:?}"))
            .collect()
    }
}

impl Dice for BattleDice {
    fn check(&mut self, throw: Throw, sides: u16, classify: &dyn Fn(u16) -> u8) -> Rolled {
        let face = self.faces(throw, 1, sides)[0];
        Rolled {
            class: classify(face),
            face,
        }
    }

    fn sum(&mut self, throw: Throw, dice: DiceSum) -> i32 {
        if dice.count == 0 {
            return i32::from(dice.plus);
        }
        let faces = self.faces(throw, dice.count, u16::from(dice.sides));
        faces.iter().map(|face| i32::from(*face)).sum::<i32>() + i32::from(dice.plus)
    }
}

/// A distribution: every state reachable, with its exact chance.
pub type Distribution<S> = BTreeMap<S, Fraction>;

/// A distribution in the making.
pub type Weights<S> = BTreeMap<S, Weight>;

/// Adds a way that leads to a state.
pub fn merge<S: Ord>(weights: &mut Weights<S>, state: S, weight: Weight) {
    weights
        .entry(state)
        .and_modify(|sum| sum.add(weight))
        .or_insert(weight);
}

/// A distribution that is made.
pub fn reduced<S: Ord>(weights: Weights<S>) -> Distribution<S> {
    weights
        .into_iter()
        .map(|(state, weight)| (state, weight.reduced()))
        .collect()
}

/// Walks every outcome of `advance` from every state, and hands each with its chance to `reach`.
///
/// `advance` is the very function that play calls; it must be pure but for the dice.
pub fn exhaust<S, T>(
    states: &Weights<S>,
    mut advance: impl FnMut(&S, &mut dyn Dice) -> T,
    mut reach: impl FnMut(T, Weight),
) {
    let mut dice = Branches::default();
    for (state, chance) in states {
        dice.forks.clear();
        loop {
            dice.cursor = 0;
            let result = advance(state, &mut dice);
            let (num, den) = dice.chance();
            reach(result, chance.times(num, den));
            if !dice.next_branch() {
                break;
            }
        }
    }
}

/// What a die or dice may show, each with its number of ways.
type Faces = Rc<[(i32, u64)]>;

/// One decision of chance on the way: the possible outcomes with weights, and the one taken.
#[derive(Debug)]
struct Fork {
    outcomes: Faces,
    total: u64,
    taken: usize,
}

/// Dice that take every way in turn (depth first).
#[derive(Debug, Default)]
struct Branches {
    forks: Vec<Fork>,
    cursor: usize,
    /// Sums that were asked for before.
    sums: Vec<(DiceSum, Faces)>,
}

impl Branches {
    /// The fork that comes next on the way, if it was come to before.
    fn known(&mut self) -> Option<i32> {
        let fork = self.forks.get(self.cursor)?;
        self.cursor += 1;
        Some(fork.outcomes[fork.taken].0)
    }

    /// Comes to a fork for the first time.
    fn fork(&mut self, outcomes: Faces) -> i32 {
        let first = outcomes[0].0;
        self.forks.push(Fork {
            total: outcomes.iter().map(|(_, weight)| weight).sum(),
            outcomes,
            taken: 0,
        });
        self.cursor += 1;
        first
    }

    fn sum_of(&mut self, dice: DiceSum) -> Faces {
        if let Some((_, known)) = self.sums.iter().find(|(sum, _)| *sum == dice) {
            return known.clone();
        }
        let faces: Faces = sum_weights(dice).into();
        self.sums.push((dice, faces.clone()));
        faces
    }

    /// Chance of the way taken, as numerator and denominator.
    fn chance(&self) -> (u128, u128) {
        self.forks.iter().fold((1u128, 1u128), |(num, den), fork| {
            (
                num * u128::from(fork.outcomes[fork.taken].1),
                den * u128::from(fork.total),
            )
        })
    }

    fn next_branch(&mut self) -> bool {
        self.forks.truncate(self.cursor);
        while let Some(last) = self.forks.last_mut() {
            last.taken += 1;
            if last.taken < last.outcomes.len() {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

/// Every sum of some dice with its number of ways.
pub fn sum_weights(dice: DiceSum) -> Vec<(i32, u64)> {
    let mut ways = vec![1u64];
    for _ in 0..dice.count {
        let mut next = vec![0u64; ways.len() + usize::from(dice.sides)];
        for (sum, count) in ways.iter().enumerate() {
            for face in 1..=usize::from(dice.sides) {
                next[sum + face] += count;
            }
        }
        ways = next;
    }
    ways.into_iter()
        .enumerate()
        .filter(|(_, count)| *count > 0)
        .map(|(sum, count)| (sum as i32 + i32::from(dice.plus), count))
        .collect()
}

/// One fork for each class, not for each face; the lowest face of a class stands for it.
fn classes(sides: u16, classify: &dyn Fn(u16) -> u8) -> Faces {
    let mut classes: Vec<(u8, (i32, u64))> = Vec::with_capacity(4);
    for face in 1..=sides {
        let class = classify(face);
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, (_, ways))) => *ways += 1,
            None => classes.push((class, (i32::from(face), 1))),
        }
    }
    classes.sort_unstable_by_key(|(class, _)| *class);
    classes.into_iter().map(|(_, faces)| faces).collect()
}

impl Dice for Branches {
    fn check(&mut self, _: Throw, sides: u16, classify: &dyn Fn(u16) -> u8) -> Rolled {
        let known = self.known();
        let face = known.unwrap_or_else(|| self.fork(classes(sides, classify))) as u16;
        Rolled {
            class: classify(face),
            face,
        }
    }

    fn sum(&mut self, _: Throw, dice: DiceSum) -> i32 {
        let known = self.known();
        known.unwrap_or_else(|| {
            let faces = self.sum_of(dice);
            self.fork(faces)
        })
    }
}

#[cfg(test)]
#[path = "dice_tests.rs"]
mod joint_tests;

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(who: u16) -> Throw {
        Throw::new(CombatantId(who), "test")
    }

    /// Everything that may come of some throws.
    fn every<T: Ord>(mut throws: impl FnMut(&mut dyn Dice) -> T) -> Distribution<T> {
        let mut results = Weights::new();
        let start = Weights::from([((), Weight::ONE)]);
        let reach = |result, weight| merge(&mut results, result, weight);
        exhaust(&start, |(), dice| throws(dice), reach);
        reduced(results)
    }

    #[test]
    fn two_dice_add_up_to_one() {
        let sums = every(|dice| dice.sum(throw(0), DiceSum::new(2, 6, 1)));
        assert_eq!(sums[&8], Fraction::new(6, 36));
        assert_eq!(
            sums.values().fold(Fraction::ZERO, |a, b| a + *b),
            Fraction::ONE
        );
    }

    #[test]
    fn bands_branch_once_each() {
        let mut runs = 0;
        let result = every(|dice| {
            runs += 1;
            let first = dice.check(throw(0), 20, &|face| u8::from(face <= 15));
            let second = if first.class == 1 {
                dice.check(throw(1), 20, &|f| u8::from(f <= 5)).class
            } else {
                0
            };
            (first.class, second)
        });
        assert_eq!(runs, 3);
        assert_eq!(result[&(1, 1)], Fraction::new(15 * 5, 400));
    }

    #[test]
    fn a_seeded_throw_depends_on_its_key_alone() {
        let mut dice = BattleDice::seeded(7, Vec::new());
        dice.seeded.moment = Moment {
            unit: 3,
            stage: 2,
            step: 0,
        };
        let alone = dice.sum(throw(4), DiceSum::new(1, 20, 0));
        dice.sum(throw(5), DiceSum::new(3, 6, 0));
        assert_eq!(alone, dice.sum(throw(4), DiceSum::new(1, 20, 0)));
    }

    #[test]
    fn text_of_dice() {
        for text in ["1d8", "2d6+1", "1d4-1", "1"] {
            assert_eq!(
                DiceSum::try_from(text.to_owned()).unwrap().to_string(),
                text
            );
        }
        for text in ["2d", "d6", "0d6", "1d1", "99d6", "1d8+", "x", ""] {
            assert!(DiceSum::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
