//! A battle saved at any window and restored into a fresh world goes on as if nothing had been.

use super::{Chooser, next_window};
use crate::combat::battle::Battle;
use crate::combat::snapshot::Snapshot;

/// Saves a battle at every window and goes on from each save in a fresh world.
pub(crate) fn restored_at_any_window_it_ends_the_same(
    start: impl Fn(u64) -> Battle,
    answer: impl Fn(&mut Battle, &mut Chooser),
    seeds: std::ops::Range<u64>,
) {
    for seed in seeds {
        let mut straight = start(seed);
        let mut saves: Vec<(Snapshot, u64)> = Vec::new();
        while next_window(&mut straight) {
            saves.push((straight.snapshot().unwrap(), straight.digest()));
            let number = saves.len() as u64;
            answer(&mut straight, &mut Chooser::new(seed * 1000 + number));
        }
        assert!(saves.len() > 20, "seed {seed}: {} windows", saves.len());
        // From window to window in fresh worlds; now and then to the very end.
        for (at, (save, digest)) in saves.iter().enumerate() {
            let mut resumed = start(seed);
            resumed.restore(save).unwrap();
            assert_eq!(resumed.digest(), *digest, "seed {seed}, window {at}");
            assert_eq!(resumed.snapshot().unwrap(), *save);
            let steps = if at % 25 == 0 { usize::MAX } else { 1 };
            let mut number = at;
            loop {
                number += 1;
                answer(&mut resumed, &mut Chooser::new(seed * 1000 + number as u64));
                if !next_window(&mut resumed) {
                    assert_eq!(
                        resumed.digest(),
                        straight.digest(),
                        "seed {seed}, from {at}"
                    );
                    break;
                }
                assert_eq!(
                    resumed.digest(),
                    saves[number].1,
                    "seed {seed}, from window {at} to {number}"
                );
                if number - at >= steps {
                    break;
                }
            }
        }
    }
}
