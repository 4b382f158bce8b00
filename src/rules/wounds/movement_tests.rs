use super::*;
use crate::rules::wounds::contact;
use crate::rules::wounds::fixtures::{hurt, sheet, z};
use crate::rules::wounds::sheet::Skill;
use crate::rules::wounds::state::{Initiative, Turn};
use crate::rules::wounds::{derive, injury};

fn moved(injuries: Injuries, shock: &Shock, posture: Posture, encumbrance: u8) -> (u8, bool) {
    let z = z();
    let mover = Mover {
        movement: z.movement,
        encumbrance,
        boxes: &z.boxes,
        injuries: &injuries,
        shock,
        posture,
    };
    (hexes(&mover), can_stand(&mover))
}

#[test]
fn movement_is_four_and_half_of_athletics_less_encumbrance() {
    assert_eq!(derive::movement(&z()), 6);
    assert_eq!(
        derive::movement(&sheet(10, 10, 10, &[(Skill::Athletics, 4)])),
        6
    );
    let none = Shock::default();
    let unhurt = Injuries::default();
    assert_eq!(moved(unhurt, &none, Posture::Standing, 0), (6, true));
    assert_eq!(moved(unhurt, &none, Posture::Standing, 2).0, 4);
}

#[test]
fn a_bad_leg_halves_it_and_the_ground_leaves_one_hex() {
    let none = Shock::default();
    let leg = |points| hurt(&[(Location::LeftLeg, points)]);
    assert_eq!(injury::severity(6, 5), Severity::Serious);
    assert_eq!(moved(leg(5), &none, Posture::Standing, 0).0, 6);
    assert_eq!(moved(leg(6), &none, Posture::Standing, 0).0, 3);
    assert_eq!(
        moved(leg(6), &none, Posture::Standing, 1).0,
        3,
        "5 halves to 3"
    );
    assert_eq!(moved(leg(20), &none, Posture::Standing, 0), (1, false));
    assert_eq!(moved(leg(0), &none, Posture::Prone, 0), (1, true));
    assert_eq!(moved(leg(0), &none, Posture::Kneeling, 0).0, 1);
}

#[test]
fn shock_holds_down() {
    let states = |location| Shock([(location, 1)].into());
    let unhurt = Injuries::default();
    let of = |location| moved(unhurt, &states(location), Posture::Standing, 0);
    assert_eq!(of(Location::Torso), (1, false));
    assert_eq!(of(Location::RightLeg), (1, false));
    assert_eq!(of(Location::Head), (0, false));
    assert_eq!(of(Location::RightArm), (6, true));
}

#[test]
fn a_waiting_spear_strikes_first() {
    let waiting = Turn {
        initiative: Initiative::Count(18),
        ..Turn::default()
    };
    assert!(contact::first_contact(&waiting, 2, Initiative::Count(15)));
    assert!(
        !contact::first_contact(&waiting, 1, Initiative::Count(15)),
        "no reach"
    );
    assert!(!contact::first_contact(&waiting, 2, Initiative::Count(18)));
    let delayed = Turn {
        delayed: true,
        ..waiting.clone()
    };
    assert!(contact::first_contact(&delayed, 2, Initiative::Count(20)));
    let used = Turn {
        actions: 1,
        ..waiting
    };
    assert!(!contact::first_contact(&used, 2, Initiative::Count(15)));
}

#[test]
fn only_who_has_the_initiative_strikes_at_the_fleeing() {
    let fleeing = Initiative::Count(15);
    assert!(contact::strikes_fleer(Initiative::Count(18), fleeing));
    assert!(!contact::strikes_fleer(Initiative::Count(12), fleeing));
    assert!(!contact::strikes_fleer(Initiative::Count(15), fleeing));
}
