use super::*;
use crate::board::Sector;
use crate::combat::combatant::{Carried, Gear};
use crate::rules::wounds::fixtures::{
    D, Z, all_thrown, attack, context, d, gear, hurt, scripted, target, z, z_on_d,
};
use crate::rules::wounds::tables::Tables;
use crate::rules::wounds::{armour, check::Verdict, injury::Severity};

type Face = (CombatantId, &'static str, u16);

fn play(context: &ExchangeContext, faces: &[Face]) -> Exchange {
    let mut dice = scripted(faces);
    let end = run(&Exchange::new(context), context, &mut dice);
    all_thrown(&dice);
    end
}

/// A blow of so many wounds at a location of D, who has these injuries.
fn struck(injuries: Injuries, location: Location, wounds: i32, shock: &[u16]) -> Exchange {
    let mut blow = attack(&z(), "long_sword", &d());
    blow.called = Some(location);
    // With a 10 the damage SL is what gives these wounds.
    blow.usage.damage = 3 * wounds + 5 - 10;
    blow.helpless = true;
    let context = context(blow, target(&d(), injuries, &Gear::default()));
    let mut faces = vec![(Z, "attack", 10)];
    faces.extend(shock.iter().map(|face| (D, "shock", *face)));
    play(&context, &faces)
}

#[test]
fn z_rolls_16_under_20_for_46_and_thirteen_wounds() {
    let end = play(
        &z_on_d(),
        &[(Z, "attack", 16), (Z, "location", 10), (D, "shock", 7)],
    );
    assert_eq!(end.band, Band::Hit(13));
    assert_eq!(end.location, Some(Location::Torso));
    assert_eq!(end.marked.marked, 13);
    let state = end.injuries.severity(&d().boxes, Location::Torso);
    assert_eq!(state, Severity::Critical);
}

#[test]
fn the_body_map() {
    let charts = &Tables::shipped().charts;
    let faces = [
        (1, Location::Head),
        (2, Location::Head),
        (3, Location::RightArm),
        (4, Location::RightArm),
        (5, Location::RightArm),
        (6, Location::LeftArm),
        (8, Location::LeftArm),
        (9, Location::Torso),
        (10, Location::Torso),
        (14, Location::Torso),
        (15, Location::RightLeg),
        (16, Location::RightLeg),
        (17, Location::RightLeg),
        (18, Location::LeftLeg),
        (20, Location::LeftLeg),
    ];
    for (face, location) in faces {
        assert_eq!(charts.location(face), location, "{face}");
    }
}

#[test]
fn the_damage_chart_agrees_with_its_rule() {
    let charts = &Tables::shipped().charts;
    let stated = [
        (-3, 0),
        (7, 0),
        (8, 1),
        (10, 1),
        (11, 2),
        (20, 5),
        (44, 13),
        (46, 13),
        (47, 14),
        (61, 18),
        (62, 19),
        (100, 31),
        (305, 100),
    ];
    for (sl, wounds) in stated {
        assert_eq!(charts.wounds(sl), wounds, "SL {sl}");
    }
    for sl in 5..400 {
        assert_eq!(i32::from(charts.wounds(sl)), (sl - 5) / 3, "SL {sl}");
    }
}

#[test]
fn armour_of_the_location_takes_wounds_off() {
    let mut context = z_on_d();
    context.target.armour[Location::Torso.index()] = 4;
    let torso = [(Z, "attack", 16), (Z, "location", 10), (D, "shock", 1)];
    let end = play(&context, &torso);
    assert_eq!((end.absorbed, end.marked.marked), (4, 9));
    let end = play(&context, &[(Z, "attack", 16), (Z, "location", 1)]);
    // Three boxes of a head hold twelve points.
    assert_eq!((end.absorbed, end.marked.marked), (0, 12));
    assert!(end.dead(&context));
}

#[test]
fn armour_can_take_all_and_then_nobody_checks() {
    let mut context = z_on_d();
    context.attack.usage.damage = -2;
    context.target.armour = [4; 6];
    let end = play(&context, &[(Z, "attack", 16), (Z, "location", 10)]);
    assert_eq!(end.band, Band::Hit(3));
    assert_eq!((end.absorbed, end.marked.marked), (3, 0));
    assert_eq!(end.checks, []);
}

#[test]
fn a_shield_adds_its_armour_from_the_front_and_its_side() {
    let tables = Tables::shipped();
    let worn = gear(&[("ring_mail", Carried::Worn), ("round_shield", Carried::Arm)]);
    let from = |sector| armour::protection(&worn, &tables, sector, true);
    let torso = Location::Torso.index();
    assert_eq!((from(Sector::F)[torso], from(Sector::B)[torso]), (5, 3));
    for (sector, value) in [
        (Sector::FR, 5),
        (Sector::FL, 5),
        (Sector::RL, 5),
        (Sector::RR, 3),
    ] {
        assert_eq!(from(sector)[torso], value, "{sector:?}");
    }
    assert_eq!(
        from(Sector::F)[Location::LeftLeg.index()],
        1,
        "not the legs"
    );
    assert_eq!(from(Sector::F)[Location::Head.index()], 2);
    let flail = armour::protection(&worn, &tables, Sector::F, false);
    assert_eq!(flail[torso], 3, "flails and numb arms");
    let mut context = z_on_d();
    let faces = [(Z, "attack", 16), (Z, "location", 10), (D, "shock", 1)];
    context.target.armour = from(Sector::F);
    assert_eq!(play(&context, &faces).marked.marked, 8);
    context.target.armour = from(Sector::B);
    assert_eq!(play(&context, &faces).marked.marked, 10);
}

#[test]
fn a_shield_is_of_no_use_to_the_winded_and_with_a_numb_arm() {
    assert!(armour::shield_ready(&Shock::default(), false));
    assert!(!armour::shield_ready(&Shock::default(), true));
    for (location, ready) in [
        (Location::Head, false),
        (Location::Torso, false),
        (Location::LeftArm, false),
        (Location::RightArm, true),
        (Location::LeftLeg, true),
    ] {
        let states = Shock([(location, 1)].into());
        assert_eq!(armour::shield_ready(&states, false), ready, "{location:?}");
    }
}

#[test]
fn the_highest_counts_where_armour_overlaps() {
    let tables = Tables::shipped();
    let worn = gear(&[("hard_leather", Carried::Worn), ("helmet", Carried::Worn)]);
    assert_eq!(armour::suit(&worn, &tables, Location::Head), 2);
    assert_eq!(armour::suit(&worn, &tables, Location::Torso), 2);
    let tower = gear(&[
        ("full_plate", Carried::Worn),
        ("tower_shield", Carried::Arm),
    ]);
    assert_eq!(armour::encumbrance(&tower, &tables), 3);
}

#[test]
fn shock_is_checked_beyond_minor_with_the_new_penalty() {
    let minor = struck(Injuries::default(), Location::Head, 2, &[]);
    assert_eq!(minor.checks, []);
    let five = struck(Injuries::default(), Location::Head, 5, &[11]);
    assert_eq!(five.checks[0].roll.target, 12);
    assert!(five.checks[0].roll.verdict.succeeded());
    let fails = struck(Injuries::default(), Location::Head, 5, &[12]);
    assert_eq!(fails.stunned().collect::<Vec<_>>(), [Location::Head]);
    let two = hurt(&[(Location::Head, 2)]);
    for (face, holds) in [(7, true), (8, false)] {
        let end = struck(two, Location::Head, 6, &[face]);
        assert_eq!(end.checks[0].roll.target, 8);
        assert_eq!(end.checks[0].roll.verdict.succeeded(), holds);
    }
}

#[test]
fn what_a_failed_check_does_depends_on_the_location() {
    use crate::rules::wounds::shock::{Stun, stun};
    let failed = |location, wounds, face| {
        let end = struck(Injuries::default(), location, wounds, &[face]);
        end.stunned().map(stun).collect::<Vec<_>>()
    };
    assert_eq!(failed(Location::Head, 5, 12), [Stun::Unconscious]);
    assert_eq!(failed(Location::Torso, 7, 13), [Stun::Winded]);
    assert_eq!(failed(Location::RightArm, 5, 15), [Stun::Numb]);
    assert_eq!(failed(Location::LeftLeg, 6, 15), [Stun::Falls]);
    assert_eq!(failed(Location::Torso, 7, 11), []);
}

#[test]
fn a_location_in_shock_is_not_checked_again() {
    let mut context = z_on_d();
    context.target.shock = Shock([(Location::Torso, 1)].into());
    let end = play(&context, &[(Z, "attack", 16), (Z, "location", 10)]);
    assert_eq!(end.checks, []);
    assert_eq!(end.marked.marked, 13);
}

#[test]
fn a_limb_spills_over_and_both_locations_check() {
    // An arm of four boxes with 13 and five more: 16 and 2; the torso had 5 of 6 and gets 2.
    let before = hurt(&[(Location::RightArm, 13), (Location::Torso, 5)]);
    let end = struck(before, Location::RightArm, 5, &[1]);
    assert_eq!((end.marked.marked, end.marked.spilled), (3, 2));
    let checked: Vec<_> = end.checks.iter().map(|check| check.location).collect();
    assert_eq!(
        checked,
        [Location::Torso],
        "the arm is gone: nothing to numb"
    );
    let mut context = z_on_d();
    context.target.injuries = before;
    assert_eq!(
        end.lost_limbs(&context).collect::<Vec<_>>(),
        [Location::RightArm]
    );
}

#[test]
fn the_dead_check_nothing() {
    let end = struck(Injuries::default(), Location::Torso, 24, &[]);
    assert!(end.injuries.dead(&d().boxes));
}

#[test]
fn misses_and_fumbles_leave_the_target_alone() {
    let mut context = z_on_d();
    context.attack.defence.rating = -4;
    let miss = play(&context, &[(Z, "attack", 16)]);
    assert_eq!((miss.band, miss.marked.marked), (Band::Miss, 0));
    let rows = [
        (6, FumbleResult::OffBalance),
        (7, FumbleResult::WeaponDropped),
        (10, FumbleResult::WeaponDropped),
        (11, FumbleResult::Falls),
        (13, FumbleResult::Falls),
        (14, FumbleResult::NoFurtherAction),
        (16, FumbleResult::NoFurtherAction),
        (17, FumbleResult::HitsAlly),
        (18, FumbleResult::HitsAlly),
        (19, FumbleResult::WeaponDamaged),
    ];
    for (face, wanted) in rows {
        let end = play(&context, &[(Z, "attack", 20), (Z, "fumble", face)]);
        assert_eq!(end.band, Band::Fumble);
        assert_eq!(end.fumbles, [wanted], "{face}");
    }
    let twice = [
        (Z, "attack", 20),
        (Z, "fumble", 20),
        (Z, "fumble", 12),
        (Z, "fumble", 20),
    ];
    let both = [FumbleResult::Falls, FumbleResult::OffBalance];
    assert_eq!(play(&context, &twice).fumbles, both);
    context.attack.natural = true;
    let fist = play(&context, &[(Z, "attack", 20), (Z, "fumble", 8)]);
    assert_eq!(fist.fumbles, [FumbleResult::OffBalance]);
}

#[test]
fn a_stray_blow_strikes_with_half_the_roll() {
    let context = z_on_d();
    // Fumbled with a natural 20: half is 10, with 30 a damage SL of 40.
    let stray = Exchange::strike(&context, 20 / 2);
    assert_eq!(stray.band, Band::Hit(11));
    let mut dice = scripted(&[(Z, "location", 10), (D, "shock", 3)]);
    let end = run(&stray, &context, &mut dice);
    all_thrown(&dice);
    assert_eq!(end.marked.marked, 11);
    assert!(matches!(end.checks[0].roll.verdict, Verdict::Success(_)));
}

#[test]
fn a_called_location_throws_no_die() {
    let mut context = z_on_d();
    context.attack.called = Some(Location::Head);
    // Under 14 now: a 13 hits, SL 43, twelve wounds on three boxes.
    let end = play(&context, &[(Z, "attack", 13)]);
    assert_eq!(end.location, Some(Location::Head));
    assert!(end.dead(&context));
    assert_eq!(play(&context, &[(Z, "attack", 14)]).band, Band::Miss);
}
