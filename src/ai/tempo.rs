//! When to strike: what a turn is worth, and whether to take it early.
//!
//! A striker who always acts `e` units early gets a blow of `blow(e)` every `turn − (1 − carry)·e`
//! units. The best such rate is what a unit of his time is worth, and he should act early as soon
//! as the blow and the time won come to more than the blow he would get by waiting.

use crate::combat::assess::Gauge;

/// Units ahead that are looked at.
pub(super) const MOST_EARLY: usize = 12;

/// Blows by how early they are struck, in thousandths of a combatant.
pub(super) type Blows = [i32; MOST_EARLY + 1];

/// Worth of a hundred units of somebody's time: the best rate he could strike at.
pub(super) fn rate(gauge: &Gauge, blows: &Blows) -> i32 {
    let mut best = 0;
    for (early, blow) in blows.iter().enumerate() {
        if early > 0 && !gauge.hurries {
            break;
        }
        let won = (100 - gauge.carry as i32) * early as i32;
        let every = (gauge.turn as i32 - won).max(100);
        best = best.max(blow * 10_000 / every);
    }
    best
}

/// What acting now is worth, against having a whole turn still to come: the blow and the time it
/// wins.
pub(super) fn acting(gauge: &Gauge, blows: &Blows, rate: i32, early: usize) -> i32 {
    let won = (100 - gauge.carry as i32) * early as i32;
    blows[early.min(MOST_EARLY)] + won * rate / 10_000
}

/// The best that waiting can come to from `early` units before one's time.
pub(super) fn waiting(gauge: &Gauge, blows: &Blows, rate: i32, early: usize) -> i32 {
    (0..early)
        .map(|later| acting(gauge, blows, rate, later))
        .max()
        .unwrap_or(blows[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Dir, Hex};
    use crate::combat::combatant::{CombatantId, Place, SideId};

    fn gauge(turn: u32, carry: u32) -> Gauge {
        Gauge {
            who: CombatantId(0),
            side: SideId(0),
            place: Place {
                hex: Hex::ZERO,
                facing: Dir::new(0),
            },
            stands: true,
            helpless: false,
            down: false,
            value: 1000,
            life: 1000,
            ready: 0,
            hurries: true,
            turn,
            carry,
            prepared: 0,
            answers: true,
            answer_spends: true,
            walk: 5,
            run: 10,
            reach: 1,
            range: 0,
            charges: true,
        }
    }

    fn blows(first: i32, less: i32) -> Blows {
        let mut blows = [0; MOST_EARLY + 1];
        for (early, blow) in blows.iter_mut().enumerate() {
            *blow = (first - less * early as i32).max(0);
        }
        blows
    }

    #[test]
    fn the_rate_is_that_of_the_best_haste() {
        let me = gauge(500, 50);
        // In its time: 100 in five units.
        assert_eq!(rate(&me, &blows(100, 100)), 2_000);
        // Eight units early: 60 in a single one.
        assert_eq!(rate(&me, &blows(100, 5)), 6000);
    }

    #[test]
    fn cheap_haste_is_taken_and_dear_haste_is_not() {
        let me = gauge(500, 50);
        for (less, hastens) in [(2, true), (40, false)] {
            let blows = blows(100, less);
            let rate = rate(&me, &blows);
            let acts = acting(&me, &blows, rate, 3) > waiting(&me, &blows, rate, 3);
            assert_eq!(acts, hastens, "{less}");
        }
    }
}
