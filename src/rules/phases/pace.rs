//! Movement in figures: rates, the price of steps and turns, getting up (P-019 to P-032).
//!
//! All lengths are half metres, because ground may cost one and a half.

use super::house::EncumbranceTable;
use super::sheet::Sheet;
use crate::board::Dir;
use crate::combat::combatant::Posture;
use crate::combat::plot::Gait;

/// Half metres of one metre.
pub const METRE: i16 = 2;
/// Half metres that getting up takes (P-032).
pub const STAND_UP: i16 = 5 * METRE;
/// Half metres from the knee to the feet (B-069).
pub const FROM_KNEE: i16 = 2 * METRE;
/// Half metres from lying to the knee (B-069).
pub const TO_KNEE_FROM_PRONE: i16 = 3 * METRE;
/// Half metres down to the knee (B-069).
pub const TO_KNEE: i16 = METRE;
/// Least half metres before a run is stopped (P-030).
pub const STOPPING: i16 = 3 * METRE;

/// Half metres a phase at a walk (P-019, H-16): never below one metre.
pub fn walk_rate(sheet: &Sheet, loads: &EncumbranceTable) -> i16 {
    let load = loads.of(sheet.load);
    if !load.act {
        return 0;
    }
    (i16::from(sheet.movement) - i16::from(load.movement)).max(1) * METRE
}

/// Half metres a phase in a posture and gait (P-026, P-031, B-068).
pub fn rate(sheet: &Sheet, loads: &EncumbranceTable, posture: Posture, gait: Gait) -> i16 {
    match (posture, gait) {
        (Posture::Prone, _) => scuttle(sheet),
        (Posture::Kneeling | Posture::Swimming, _) => METRE,
        (_, Gait::Run) => walk_rate(sheet, loads) * 2,
        _ => walk_rate(sheet, loads),
    }
}

/// Half metres a prone one may scuttle: 1 m and 1 m per 3 points of DX Bonus (P-031).
pub fn scuttle(sheet: &Sheet) -> i16 {
    (1 + i16::from(sheet.dx_bonus.max(0)) / 3) * METRE
}

/// How a step lies to the facing: 1 into the three Forward hexes, 2 into the others (P-020).
pub fn backing(facing: Dir, step: Dir) -> i16 {
    if facing.sixths_to(step).abs() <= 1 {
        1
    } else {
        2
    }
}

/// Half metres that turning costs when so many sixths were turned in the phase before (P-021):
/// one metre for each full 120°, left and right added.
pub fn turn_cost(turned: u8, sixths: u8) -> i16 {
    let metres = i16::from(turned + sixths) / 2 - i16::from(turned) / 2;
    metres * METRE
}

/// Turns of 60° at a run that need no Feat (P-028).
pub fn free_run_turns(sheet: &Sheet) -> u8 {
    sheet.dx_bonus.max(0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_costs_a_metre_for_each_full_120_degrees() {
        assert_eq!(turn_cost(0, 1), 0);
        assert_eq!(turn_cost(1, 1), METRE);
        assert_eq!(turn_cost(0, 4), 2 * METRE);
        assert_eq!(turn_cost(2, 1), 0);
    }

    #[test]
    fn a_step_back_costs_double() {
        let north = Dir::new(4);
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|d| backing(north, Dir::new(d))),
            [2, 2, 2, 1, 1, 1]
        );
    }
}
