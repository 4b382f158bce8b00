use super::*;
use crate::rules::wounds::fixtures::hurt;
use crate::rules::wounds::tables::Tables;

/// Body 11.
const BOXES: Boxes = Boxes {
    head: 3,
    torso: 6,
    arm: 4,
    leg: 5,
};

fn head(points: u8) -> Injuries {
    hurt(&[(Location::Head, points)])
}

#[test]
fn boxes_fill_in_four_passes() {
    let wanted = [
        (0, Severity::Unhurt),
        (1, Severity::Minor),
        (6, Severity::Minor),
        (7, Severity::Serious),
        (12, Severity::Serious),
        (13, Severity::Critical),
        (18, Severity::Critical),
        (19, Severity::Permanent),
        (23, Severity::Permanent),
        (24, Severity::Gone),
    ];
    for (points, state) in wanted {
        assert_eq!(severity(points, 6), state, "{points} of 6");
    }
}

#[test]
fn a_location_never_holds_more_than_four_times_its_boxes() {
    let (after, marked) = hurt(&[(Location::Torso, 20)]).mark(&BOXES, Location::Torso, 9);
    assert_eq!(after.points[Location::Torso.index()], 24);
    assert_eq!((marked.marked, marked.spilled), (4, 0));
}

#[test]
fn boxes_by_body() {
    let boxes = |body| {
        let b = Tables::shipped().charts.boxes(body);
        (b.head, b.torso, b.arm, b.leg)
    };
    assert_eq!(boxes(10), (3, 6, 4, 5));
    assert_eq!(boxes(16), (4, 8, 6, 7));
    assert_eq!((boxes(6), boxes(7)), ((2, 5, 3, 4), (3, 6, 4, 5)));
    assert_eq!((boxes(12), boxes(13)), ((3, 6, 4, 5), (3, 7, 5, 6)));
    assert_eq!((boxes(15), boxes(16)), ((3, 7, 5, 6), (4, 8, 6, 7)));
    assert_eq!((boxes(18), boxes(19)), ((4, 8, 6, 7), (4, 10, 7, 8)));
    assert_eq!(boxes(30), (4, 10, 7, 8));
}

#[test]
fn penalties_of_the_four_passes() {
    let wanted = [
        (2, -1),
        (3, -1),
        (4, -4),
        (5, -4),
        (6, -4),
        (7, -8),
        (8, -8),
        (9, -8),
        (10, -9),
        (11, -10),
    ];
    for (points, penalty) in wanted {
        assert_eq!(head(points).penalty(&BOXES), penalty, "{points} of 3");
    }
}

#[test]
fn a_healed_head_keeps_one_box_and_two_off_every_roll() {
    let healed = head(11).healed(&BOXES);
    assert_eq!(healed.capacity(&BOXES, Location::Head), 1);
    assert_eq!(healed.penalty(&BOXES), -2);
    assert_eq!(healed.severity(&BOXES, Location::Head), Severity::Unhurt);
    let whole = head(9).healed(&BOXES);
    assert_eq!(whole.penalty(&BOXES), 0);
}

#[test]
fn a_head_of_twelve_is_gone_and_its_owner_dead() {
    assert!(!head(11).dead(&BOXES));
    assert!(head(12).dead(&BOXES));
    assert!(hurt(&[(Location::Torso, 24)]).dead(&BOXES));
    let arm = hurt(&[(Location::LeftArm, 16)]);
    assert!(arm.gone(&BOXES, Location::LeftArm) && !arm.dead(&BOXES));
}

#[test]
fn a_full_limb_spills_over_to_the_torso() {
    let arm = hurt(&[(Location::RightArm, 14)]);
    let (after, marked) = arm.mark(&BOXES, Location::RightArm, 5);
    assert_eq!(after.points[Location::RightArm.index()], 16);
    assert_eq!(after.points[Location::Torso.index()], 3);
    assert_eq!((marked.marked, marked.spilled), (2, 3));
    let (after, marked) = after.mark(&BOXES, Location::RightArm, 4);
    assert_eq!(after.points[Location::Torso.index()], 7);
    assert_eq!((marked.marked, marked.spilled), (0, 4));
}

#[test]
fn only_the_highest_penalty_counts() {
    let both = hurt(&[(Location::RightArm, 2), (Location::LeftLeg, 6)]);
    assert_eq!(both.penalty(&BOXES), -4);
}

#[test]
fn critical_wounds_bleed_one_a_round_until_treated() {
    let mut now = head(8);
    for wanted in [9, 10] {
        now = now.bleed(&BOXES).0;
        assert_eq!(now.points[0], wanted);
    }
    let treated = head(8).treat(Location::Head);
    assert_eq!(treated.bleed(&BOXES).0, treated);
    let (again, _) = treated.mark(&BOXES, Location::Head, 1);
    assert!(again.bleeds(&BOXES, Location::Head), "a new mark bleeds");
    assert!(!head(6).bleeds(&BOXES, Location::Head), "serious does not");
    assert!(head(7).bleeds(&BOXES, Location::Head));
}

#[test]
fn each_location_bleeds_and_a_full_limb_into_the_torso() {
    let two = hurt(&[(Location::Head, 7), (Location::Torso, 13)]);
    let (after, _) = two.bleed(&BOXES);
    assert_eq!(after.total(), two.total() + 2);
    let limb = hurt(&[(Location::LeftLeg, 20)]);
    let (after, worse) = limb.bleed(&BOXES);
    assert_eq!(after.points[Location::Torso.index()], 1);
    assert_eq!(worse, [Location::Torso]);
    let at_the_edge = head(9);
    assert_eq!(at_the_edge.bleed(&BOXES).1, [Location::Head]);
    assert_eq!(head(8).bleed(&BOXES).1, []);
}

#[test]
fn first_aid_sees_to_what_kills_first() {
    let wounds = hurt(&[
        (Location::RightArm, 15),
        (Location::Torso, 14),
        (Location::Head, 7),
    ]);
    assert_eq!(wounds.worst_bleeding(&BOXES), Some(Location::Head));
    let head = wounds.treat(Location::Head);
    assert_eq!(head.worst_bleeding(&BOXES), Some(Location::Torso));
    let torso = head.treat(Location::Torso);
    assert_eq!(torso.worst_bleeding(&BOXES), Some(Location::RightArm));
    assert_eq!(torso.treat(Location::RightArm).worst_bleeding(&BOXES), None);
}
