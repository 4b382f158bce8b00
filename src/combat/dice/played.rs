//! Dice that a battle throws: seeded, or scripted by a scenario.

use super::{Dice, DiceSum, Rolled, Throw};
use crate::combat::combatant::CombatantId;
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

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
