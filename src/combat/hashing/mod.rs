//! The hash of a battle's state: any `Serialize` value, fed field by field as integers.
//!
//! Called at opened windows and at the ends of units; two machines that hash the same state get
//! the same number. Names of structs and fields are not fed: order, kind and number of the values
//! are, so that a field left out (`skip_serializing_if`) cannot be mistaken for its neighbour.
//! Floats are refused: no state holds one. Nothing is collected on the way, so nothing is allocated
//! but what a value's own `Serialize` allocates.

mod feeder;
mod inside;

#[cfg(test)]
mod tests;

use feeder::Feeder;
use serde::ser::{self, Serialize};
use std::fmt;

const PRIMES: [u64; 5] = [
    0x9e37_79b1_85eb_ca87,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x85eb_ca77_c2b2_ae63,
    0x27d4_eb2f_1656_67c5,
];

/// A running 64-bit hash of words, in the manner of `xxHash64`: fast, well spread, and the same for
/// ever on every machine. Not for secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hasher64 {
    state: u64,
    words: u64,
}

impl Default for Hasher64 {
    fn default() -> Hasher64 {
        Hasher64::new()
    }
}

impl Hasher64 {
    /// A hash of nothing yet.
    pub const fn new() -> Hasher64 {
        Hasher64 {
            state: PRIMES[4],
            words: 0,
        }
    }

    /// Feeds one word.
    pub const fn word(&mut self, word: u64) {
        let mixed = word
            .wrapping_mul(PRIMES[1])
            .rotate_left(31)
            .wrapping_mul(PRIMES[0]);
        let folded = (self.state ^ mixed).rotate_left(27);
        self.state = folded.wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
        self.words = self.words.wrapping_add(1);
    }

    /// Feeds bytes, with their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last));
        self.word(bytes.len() as u64);
    }

    /// Feeds a whole value.
    ///
    /// # Errors
    /// If the value holds a float, or its own `Serialize` refuses.
    pub fn feed<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unhashable> {
        value.serialize(Feeder::new(self))
    }

    /// The hash of everything fed so far; feeding may go on.
    pub const fn finish(&self) -> u64 {
        let mut hash = self.state ^ self.words.wrapping_mul(PRIMES[2]);
        hash = (hash ^ (hash >> 33)).wrapping_mul(PRIMES[1]);
        hash = (hash ^ (hash >> 29)).wrapping_mul(PRIMES[2]);
        hash ^ (hash >> 32)
    }
}

/// Why a value has no hash.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unhashable {
    /// It holds a float.
    #[error("a state holds integers only, no floats")]
    Float,
    /// Its own `Serialize` refused.
    #[error("{0}")]
    Refused(String),
}

impl ser::Error for Unhashable {
    fn custom<T: fmt::Display>(message: T) -> Unhashable {
        Unhashable::Refused(message.to_string())
    }
}

/// The hash of a value.
///
/// # Panics
/// If the value holds a float: states are made of integers, so this is a fault of the program and
/// never of a file. Use [`try_digest`] for values of other makers.
pub fn digest<T: Serialize + ?Sized>(value: &T) -> u64 {
    try_digest(value).expect("states are made of integers and derive their Serialize")
}

/// The hash of a value, if it has one.
///
/// # Errors
/// If the value holds a float, or its own `Serialize` refuses.
pub fn try_digest<T: Serialize + ?Sized>(value: &T) -> Result<u64, Unhashable> {
    let mut hasher = Hasher64::new();
    hasher.feed(value)?;
    Ok(hasher.finish())
}
