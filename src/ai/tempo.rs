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
