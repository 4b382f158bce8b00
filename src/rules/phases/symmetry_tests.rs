//! Ids order the log and decide nothing.

use super::battle_tests::run;
use crate::rules::proofs::symmetry::turned_battles_are_the_same;

#[test]
fn the_turned_battle_is_the_same_battle() {
    let line_ups: [&[&str]; 3] = [
        &["militia"],
        &["man_at_arms", "archer", "pikeman", "militia"],
        &["duelist", "berserker", "crossbowman", "knight"],
    ];
    turned_battles_are_the_same(&line_ups, 1..6, run);
}
