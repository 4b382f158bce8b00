//! One clock for every rule system: seconds from 0, units of time, ticks (B-095, B-096, B-098,
//! B-101).
//!
//! A rule system states its [`UnitLength`]; everything a level times is in seconds and happens on
//! ticks. Units are plain numbers that never restart: rows and slots inside a round are read with
//! [`UnitLength::grouped`].

use serde::{Deserialize, Serialize};

/// Seconds between ticks (B-096).
pub const TICK: u32 = 6;

/// How a rule system cuts time (B-095).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitLength {
    /// Seconds of one unit, at least 1.
    pub seconds: u16,
    /// Number of the unit that begins at second 0.
    pub first: u16,
    /// Units that make a round, for systems that count units inside rounds; otherwise 1.
    pub per_round: u16,
}

impl UnitLength {
    /// Units of a length numbered from 1, not grouped: phases and rounds.
    pub const fn of_seconds(seconds: u16) -> UnitLength {
        UnitLength {
            seconds: if seconds == 0 { 1 } else { seconds },
            first: 1,
            per_round: 1,
        }
    }

    /// Units of one second numbered from 1, `per_round` to a round: rows.
    pub const fn rows(per_round: u16) -> UnitLength {
        UnitLength {
            seconds: 1,
            first: 1,
            per_round: if per_round == 0 { 1 } else { per_round },
        }
    }

    /// Units of one second numbered from 0: counts.
    pub const fn counts() -> UnitLength {
        UnitLength {
            seconds: 1,
            first: 0,
            per_round: 1,
        }
    }

    const fn length(self) -> u32 {
        if self.seconds == 0 {
            1
        } else {
            self.seconds as u32
        }
    }

    /// The second at which a unit begins.
    pub const fn start(self, unit: u32) -> u32 {
        unit.saturating_sub(self.first as u32)
            .saturating_mul(self.length())
    }

    /// The second the clock shows when a unit is over.
    pub const fn end(self, unit: u32) -> u32 {
        self.start(unit).saturating_add(self.length())
    }

    /// The unit that covers a second.
    pub const fn unit_at(self, second: u32) -> u32 {
        second / self.length() + self.first as u32
    }

    /// The unit that begins at a second, or the next one to begin (B-099).
    pub const fn unit_from(self, second: u32) -> u32 {
        second.div_ceil(self.length()) + self.first as u32
    }

    /// Ticks due at the end of a unit: 0 or 1, more where a unit covers several (B-096).
    pub const fn ticks_at_end(self, unit: u32) -> u32 {
        self.end(unit) / TICK - self.start(unit) / TICK
    }

    /// A duration given in seconds, in units of the system, rounded up (B-101).
    pub const fn units(self, seconds: u32) -> u32 {
        seconds.div_ceil(self.length())
    }

    /// Round and unit inside it, both from 1 (rows of a round).
    pub const fn grouped(self, unit: u32) -> (u32, u32) {
        let per_round = if self.per_round == 0 {
            1
        } else {
            self.per_round as u32
        };
        let passed = unit.saturating_sub(self.first as u32);
        (passed / per_round + 1, passed % per_round + 1)
    }

    /// The unit of a round and a place inside it, both from 1.
    pub const fn ungrouped(self, round: u32, place: u32) -> u32 {
        let rounds = round
            .saturating_sub(1)
            .saturating_mul(self.per_round as u32);
        rounds + place.saturating_sub(1) + self.first as u32
    }
}

/// A level's time, rounded up to a tick: when it acts (B-098).
pub const fn on_tick(seconds: u32) -> u32 {
    seconds.div_ceil(TICK) * TICK
}

/// Ticks that a level's time covers (B-098).
pub const fn ticks(seconds: u32) -> u32 {
    seconds.div_ceil(TICK)
}

/// Whether a level's time is on a tick as it stands; the checker proposes the next one otherwise.
pub const fn is_on_tick(seconds: u32) -> bool {
    seconds.is_multiple_of(TICK)
}

/// Seconds somebody needs to walk so many hexes at `per_tick` hexes in six seconds (B-061, B-098);
/// `None` for one who does not walk.
pub const fn seconds_to_walk(hexes: u32, per_tick: u32) -> Option<u32> {
    if per_tick == 0 {
        return None;
    }
    Some(hexes.div_ceil(per_tick) * TICK)
}

/// A clock's reading as players see it: minutes and seconds.
pub fn reading(second: u32) -> String {
    format!("{}:{:02}", second / 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHASES: UnitLength = UnitLength::of_seconds(6);
    const ROWS: UnitLength = UnitLength::rows(12);
    const COUNTS: UnitLength = UnitLength::counts();

    #[test]
    fn b095_the_clock_shows_thirty_after_each_systems_unit() {
        assert_eq!(PHASES.end(5), 30);
        assert_eq!(ROWS.end(ROWS.ungrouped(3, 6)), 30);
        assert_eq!(COUNTS.end(29), 30);
        assert_eq!(reading(630), "10:30");
    }

    #[test]
    fn b095_sixty_seconds_are() {
        assert_eq!(PHASES.units(60), 10);
        assert_eq!(ROWS.units(60), 60);
        assert_eq!(ROWS.grouped(60), (5, 12));
        assert_eq!(COUNTS.units(60), 60);
        assert_eq!((PHASES.start(1), ROWS.start(1), COUNTS.start(0)), (0, 0, 0));
        assert_eq!(ROWS.start(ROWS.ungrouped(2, 1)), 12);
        assert_eq!((PHASES.unit_at(5), PHASES.unit_at(6)), (1, 2));
    }

    #[test]
    fn b096_ticks_fall_at_the_end_of_units() {
        assert!((1..50).all(|phase| PHASES.ticks_at_end(phase) == 1));
        let with_tick = |length: UnitLength, units: std::ops::Range<u32>| -> Vec<u32> {
            units
                .filter(|unit| length.ticks_at_end(*unit) == 1)
                .collect()
        };
        assert_eq!(with_tick(COUNTS, 0..20), [5, 11, 17]);
        let rows: Vec<u32> = with_tick(ROWS, 1..25)
            .into_iter()
            .map(|row| ROWS.grouped(row).1)
            .collect();
        assert_eq!(rows, [6, 12, 6, 12]);
        // Rounds of 5 seconds: at the first round end at or past each multiple of six.
        assert_eq!(with_tick(UnitLength::of_seconds(5), 1..8), [2, 3, 4, 5, 6]);
        let ten = UnitLength::of_seconds(10);
        assert_eq!(
            (1..4)
                .map(|round| ten.ticks_at_end(round))
                .collect::<Vec<_>>(),
            [1, 2, 2]
        );
    }

    #[test]
    fn b098_level_times_are_rounded_up_to_a_tick() {
        assert_eq!(ticks(60), 10);
        assert_eq!(on_tick(20), 24);
        assert_eq!((on_tick(24), on_tick(25)), (24, 30));
        assert!(is_on_tick(24) && !is_on_tick(20));
        // A gate 30 hexes off for militia, who walk 5 hexes in six seconds.
        let needed = seconds_to_walk(30, 5);
        assert_eq!(needed, Some(36));
        assert!(needed > Some(30));
        assert_eq!(seconds_to_walk(30, 0), None);
    }

    #[test]
    fn b099_units_in_which_reinforcements_arrive() {
        assert_eq!(PHASES.unit_from(30), 6);
        assert_eq!(ROWS.grouped(ROWS.unit_from(30)), (3, 7));
        assert_eq!(COUNTS.unit_from(30), 30);
        assert_eq!((PHASES.unit_from(31), PHASES.unit_from(36)), (7, 7));
    }

    #[test]
    fn b101_shared_durations_in_each_systems_units() {
        assert_eq!(
            (PHASES.units(45), ROWS.units(45), COUNTS.units(45)),
            (8, 45, 45)
        );
        assert_eq!((PHASES.units(48), PHASES.units(49)), (8, 9));
    }
}
