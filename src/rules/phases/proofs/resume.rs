//! A battle saved at any window and restored into a fresh world goes on as if nothing had been.

use super::{answer_by_chance, start};
use crate::rules::phases::battle_tests::skirmish;
use crate::rules::proofs::resume;

#[test]
fn restored_at_any_window_it_ends_the_same() {
    let setup = skirmish(&["militia", "archer", "duelist", "lancer"]);
    resume::restored_at_any_window_it_ends_the_same(
        |seed| start(&setup, seed),
        answer_by_chance,
        1..3,
    );
}
