//! A controller's own dice, apart from those of the battle.

use crate::combat::combatant::{CombatantId, SideId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Sets a controller's draws apart from every draw of the resolver with the same seed.
const PURPOSE: [u8; 8] = *b"hexf-ctl";

/// Dice keyed by battle seed, side, window and combatant; no stream is carried between decisions.
pub struct Key(ChaCha8Rng);

impl Key {
    /// The dice of one decision.
    pub fn new(seed: u64, side: SideId, window: u32, who: CombatantId) -> Key {
        let mut key = [0u8; 32];
        key[0..8].copy_from_slice(&seed.to_le_bytes());
        key[8] = side.0;
        key[9..13].copy_from_slice(&window.to_le_bytes());
        key[13..15].copy_from_slice(&who.0.to_le_bytes());
        key[24..32].copy_from_slice(&PURPOSE);
        Key(ChaCha8Rng::from_seed(key))
    }

    /// An even draw from 0 up to, not including, `count`; 0 for a count of 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        // The top range that does not divide evenly is drawn again.
        let limit = u32::MAX - u32::MAX % count;
        loop {
            let raw = self.0.next_u32();
            if raw < limit {
                return (raw % count) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64, side: u8, window: u32, who: u16) -> Vec<usize> {
        let mut key = Key::new(seed, SideId(side), window, CombatantId(who));
        (0..8).map(|_| key.below(1000)).collect()
    }

    #[test]
    fn equal_keys_draw_equally_and_every_part_counts() {
        let first = draws(7, 0, 3, 2);
        assert_eq!(first, draws(7, 0, 3, 2));
        for other in [
            draws(8, 0, 3, 2),
            draws(7, 1, 3, 2),
            draws(7, 0, 4, 2),
            draws(7, 0, 3, 1),
        ] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn draws_stay_below_and_reach_all() {
        let mut key = Key::new(1, SideId(0), 1, CombatantId(0));
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[key.below(5)] = true;
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(key.below(1), 0);
        assert_eq!(key.below(0), 0);
    }
}
