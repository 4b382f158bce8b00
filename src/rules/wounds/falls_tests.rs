use super::*;
use crate::rules::wounds::fixtures::{D, all_thrown, scripted};
use crate::rules::wounds::tables::Tables;

fn fall(metres: u16, uncontrolled: bool) -> Fall {
    Fall {
        metres,
        uncontrolled,
        double_sl: false,
        halved: 0,
    }
}

#[test]
fn the_distance_is_the_damage_level_and_an_uncontrolled_fall_doubles_the_wounds() {
    let charts = &Tables::shipped().charts;
    assert_eq!(wounds(&fall(20, false), charts), 5);
    assert_eq!(wounds(&fall(20, true), charts), 10);
    assert_eq!(wounds(&fall(60, false), charts), 18);
    assert_eq!(wounds(&fall(12, true), charts), 4);
    assert_eq!(wounds(&fall(7, true), charts), 0);
    let mut doubled = fall(7, true);
    doubled.double_sl = true;
    assert_eq!(wounds(&doubled, charts), 3);
}

#[test]
fn checks_and_belts_halve() {
    let charts = &Tables::shipped().charts;
    let mut crash = fall(60, false);
    for (halved, wanted) in [(0, 18), (1, 9), (2, 4)] {
        crash.halved = halved;
        assert_eq!(wounds(&crash, charts), wanted);
    }
}

#[test]
fn two_location_dice_and_equal_ones_once() {
    let charts = &Tables::shipped().charts;
    let struck = |first, second| {
        let faces = [(D, "fall location", first), (D, "fall location", second)];
        let mut dice = scripted(&faces);
        let found = locations(D, charts, &mut dice);
        all_thrown(&dice);
        found
    };
    assert_eq!(struck(4, 10), [Location::RightArm, Location::Torso]);
    assert_eq!(struck(9, 12), [Location::Torso]);
}

#[test]
fn an_uncontrolled_fall_shakes_even_without_wounds() {
    assert_eq!(shock_target(&fall(3, true), 16, 0), Some(13));
    assert_eq!(shock_target(&fall(1, true), 16, 0), None);
    assert_eq!(shock_target(&fall(3, false), 16, 0), None);
}
