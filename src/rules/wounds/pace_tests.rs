use super::*;
use crate::rules::wounds::tables::Tables;

fn turn(count: i16) -> Turn {
    Turn {
        initiative: Initiative::Count(count),
        count,
        ..Turn::default()
    }
}

/// Counts and penalties of actions with these RECs, as many as the round holds.
fn actions(mut turn: Turn, recs: impl IntoIterator<Item = u8>) -> Vec<(i16, i32)> {
    let mut found = Vec::new();
    for rec in recs {
        let Ok(next) = next(&turn, rec, false) else {
            break;
        };
        found.push((next.count, next.penalty));
        turn = take(&turn, &next, None);
    }
    found
}

fn rec(weapon: &str, martial_arts: i32, other: bool) -> u8 {
    recovery(&Tables::shipped().weapons[weapon], martial_arts, other)
}

#[test]
fn further_actions_get_progressively_worse() {
    let targets: Vec<i32> = actions(turn(30), [3; 3])
        .iter()
        .map(|(_, p)| 16 + p)
        .collect();
    assert_eq!(targets, [16, 13, 10]);
}

#[test]
fn weapons_have_a_recovery_of_their_own() {
    let second = |rec| 16 + actions(turn(30), [rec; 2])[1].1;
    assert_eq!(second(2), 14);
    assert_eq!(second(5), 11);
    assert_eq!(
        (rec("dagger", 0, false), rec("great_sword", 0, false)),
        (2, 5)
    );
}

#[test]
fn a_fourth_action_invites_fumbles() {
    use crate::rules::wounds::check::{Verdict, judge};
    let target = 20 + actions(turn(30), [4; 4])[3].1;
    assert_eq!(target, 8);
    assert!(judge(16, target, 8).fumbled());
    assert_eq!(judge(15, target, 8), Verdict::Failure(7));
}

#[test]
fn martial_arts_take_one_off_the_recovery_but_not_below_two() {
    assert_eq!(rec("mace", 1, false), 3);
    assert_eq!(rec("long_sword", 8, false), 2);
    assert_eq!(rec("dagger", 8, false), 2);
    assert_eq!(rec("long_bow", 8, false), 4, "hand to hand only");
    assert_eq!(rec("throwing_spear", 8, false), 4);
}

#[test]
fn several_weapons_recover_faster() {
    assert_eq!(rec("hand_axe", 0, true), 2);
    let axe = rec("hand_axe", 0, true);
    assert_eq!(actions(turn(30), [3, axe])[1].1, -2);
    assert_eq!(rec("mace", 1, true), 2);
    assert_eq!(rec("great_sword", 0, true), 4);
    let first = turn(20);
    assert!(!is_other(&first, ItemId(1)));
    let acted = take(&first, &next(&first, 3, false).unwrap(), Some(ItemId(1)));
    assert!(!is_other(&acted, ItemId(1)));
    assert!(is_other(&acted, ItemId(2)));
}

#[test]
fn drawing_is_an_action_of_recovery_three() {
    let draw = Tables::shipped().recs.draw;
    let penalties: Vec<i32> = actions(turn(24), [3, draw, rec("dagger", 0, false)])
        .iter()
        .map(|(_, penalty)| *penalty)
        .collect();
    assert_eq!(penalties, [0, -3, -5]);
}

#[test]
fn the_timeline_counts_down_by_the_recovery_to_count_one() {
    let counts = |start, rec| -> Vec<i16> {
        let all = actions(turn(start), std::iter::repeat_n(rec, 30));
        all.iter().map(|(count, _)| *count).collect()
    };
    assert_eq!(counts(15, 4), [15, 11, 7, 3]);
    assert_eq!(counts(5, 4), [5, 1], "count 1 is still in the round");
    assert_eq!(counts(4, 4), [4], "count 0 is not");
    assert_eq!(
        next(
            &take(&turn(4), &next(&turn(4), 4, false).unwrap(), None),
            4,
            false
        )
        .unwrap_err()
        .rule,
        "W-060"
    );
}

#[test]
fn z_attacks_at_24_22_20_18_under_20_18_16_14_and_12() {
    let knife = rec("dagger", 8, false);
    let five = actions(turn(24), [knife; 5]);
    let counts: Vec<i16> = five.iter().map(|(count, _)| *count).collect();
    assert_eq!(counts, [24, 22, 20, 18, 16]);
    let targets: Vec<i32> = five.iter().map(|(_, penalty)| 20 + penalty).collect();
    assert_eq!(targets, [20, 18, 16, 14, 12]);
}

#[test]
fn on_the_timeline_two_quick_actions_come_before_a_slower_mans_first() {
    let counts = actions(turn(24), [2, 2]);
    assert!(counts[1].0 > 19);
}

#[test]
fn who_failed_the_initiative_has_one_action() {
    for initiative in [Initiative::Failed(3), Initiative::Fumbled] {
        let turn = Turn {
            initiative,
            ..Turn::default()
        };
        let first = next(&turn, 3, false).unwrap();
        assert_eq!(first.penalty, 0);
        let after = take(&turn, &first, None);
        assert_eq!(next(&after, 2, false).unwrap_err().rule, "W-054");
    }
}

#[test]
fn a_failed_initiative_with_an_undrawn_weapon_costs_its_recovery() {
    let turn = Turn {
        initiative: Initiative::Failed(3),
        undrawn: 3,
        ..Turn::default()
    };
    assert_eq!(next(&turn, 3, false).unwrap().penalty, -3);
}

#[test]
fn traded_blows_are_one_a_round() {
    let turn = turn(0);
    let first = next(&turn, 3, true).unwrap();
    let after = take(&turn, &first, None);
    assert_eq!(next(&after, 2, true).unwrap_err().rule, "W-018");
}

#[test]
fn a_fumble_can_end_the_round() {
    let over = Turn {
        over: true,
        ..turn(20)
    };
    assert_eq!(next(&over, 2, false).unwrap_err().rule, "T9");
}
