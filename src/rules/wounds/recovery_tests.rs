use super::*;
use crate::rules::wounds::check::Verdict;
use crate::rules::wounds::derive;
use crate::rules::wounds::fixtures::{D, all_thrown, hurt, scripted, sheet};
use crate::rules::wounds::sheet::{Field, Skill};
use crate::rules::wounds::tables::Tables;

const BOXES: Boxes = Boxes {
    head: 3,
    torso: 6,
    arm: 4,
    leg: 5,
};

fn shocked(location: Location, since: u32) -> Shock {
    Shock([(location, since)].into())
}

#[test]
fn shock_is_twelve_and_the_best_physical_skill() {
    let tables = Tables::shipped();
    let value = |skills: &[(Skill, u8)]| derive::shock(&sheet(10, 10, 10, skills), &tables);
    assert_eq!(value(&[(Skill::Athletics, 6), (Skill::Thrown, 3)]), 18);
    assert_eq!(
        value(&[(Skill::Projectiles, 9), (Skill::Thrown, 3)]),
        15,
        "not physical"
    );
    let mut one = sheet(10, 10, 10, &[]);
    one.away = Some(Field::Physical);
    assert_eq!(derive::shock(&one, &tables), 10);
    let mut one = sheet(10, 10, 10, &[(Skill::MartialArts, 6)]);
    one.specialised = Some(Field::Physical);
    assert_eq!(derive::shock(&one, &tables), 20);
    one.specialised = Some(Field::Arcana);
    assert_eq!(derive::shock(&one, &tables), 18);
}

#[test]
fn the_winded_recover_with_eleven_and_not_with_twelve() {
    let injury = hurt(&[(Location::Torso, 7)]).penalty(&BOXES);
    assert_eq!(injury, -4);
    for (face, wanted) in [(11, true), (12, false)] {
        let mut dice = scripted(&[(D, "recovery", face)]);
        let states = shocked(Location::Torso, 3);
        let (after, done) = recover(D, 16, injury, &states, 4, &mut dice);
        all_thrown(&dice);
        assert_eq!(done[0].recovered, wanted);
        assert_eq!(after.winded(), !wanted);
    }
}

#[test]
fn states_of_this_round_are_not_checked_yet() {
    let states = shocked(Location::Torso, 4);
    let mut dice = scripted(&[]);
    let (after, done) = recover(D, 16, -4, &states, 4, &mut dice);
    assert_eq!((after, done.len()), (states, 0));
    all_thrown(&dice);
}

#[test]
fn shock_ends_by_time_after_ten_rounds_and_for_the_head_after_fifty() {
    for (location, rounds) in [
        (Location::Torso, 10),
        (Location::RightArm, 10),
        (Location::LeftLeg, 10),
        (Location::Head, 50),
    ] {
        let states = shocked(location, 2);
        let mut dice = scripted(&[(D, "recovery", 19)]);
        let (after, _) = recover(D, 16, -4, &states, 2 + rounds - 1, &mut dice);
        assert_eq!(after, states, "{location:?} one round earlier");
        let mut dice = scripted(&[]);
        let (after, done) = recover(D, 16, -4, &states, 2 + rounds, &mut dice);
        assert_eq!(after, Shock::default());
        assert_eq!(done[0].roll, None);
        all_thrown(&dice);
    }
}

#[test]
fn every_state_has_a_check_of_its_own() {
    let states = Shock([(Location::RightArm, 1), (Location::LeftLeg, 1)].into());
    let mut dice = scripted(&[(D, "recovery", 3), (D, "recovery", 18)]);
    let (after, done) = recover(D, 16, -4, &states, 2, &mut dice);
    assert_eq!(done.len(), 2);
    assert!(!after.has(Location::RightArm) && after.has(Location::LeftLeg));
    all_thrown(&dice);
}

#[test]
fn bleeding_is_checked_for_only_where_the_state_becomes_worse() {
    let mut dice = scripted(&[]);
    let at_eight = hurt(&[(Location::Head, 7)]);
    let bled = bleed(D, 16, &BOXES, &at_eight, &Shock::default(), &mut dice);
    assert_eq!((bled.lost, bled.checks.len()), (1, 0));
    all_thrown(&dice);
    // 9 to 10 of 3: Permanent, penalty −9, Shock 16: under 7.
    let edge = hurt(&[(Location::Head, 9)]);
    for (face, holds) in [(6, true), (7, false)] {
        let mut dice = scripted(&[(D, "bleeding", face)]);
        let bled = bleed(D, 16, &BOXES, &edge, &Shock::default(), &mut dice);
        assert_eq!(bled.checks[0].0, Location::Head);
        assert_eq!(bled.checks[0].1.verdict.succeeded(), holds);
    }
    let mut dice = scripted(&[]);
    let last = hurt(&[(Location::Head, 11)]);
    let bled = bleed(D, 16, &BOXES, &last, &Shock::default(), &mut dice);
    assert!(bled.dead, "the next point removes the head");
    assert_eq!(bled.checks.len(), 0);
}

#[test]
fn first_aid_stops_the_bleeding_of_one_location() {
    let patient = hurt(&[(Location::Head, 8)]);
    let target = first_aid_target(12, 3, 0, 0);
    assert_eq!(target, 15);
    let mut dice = scripted(&[(D, "first aid", 14)]);
    let (roll, treated) = first_aid(D, target, 3, &patient, &BOXES, &mut dice);
    assert_eq!(roll.verdict, Verdict::Success(17));
    let (location, after) = treated.unwrap();
    assert_eq!(location, Location::Head);
    assert!(!after.bleeding(&BOXES));
    let mut dice = scripted(&[(D, "first aid", 15)]);
    let (_, treated) = first_aid(D, target, 3, &patient, &BOXES, &mut dice);
    assert_eq!(treated, None);
}
