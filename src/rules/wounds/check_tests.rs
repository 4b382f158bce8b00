use super::*;
use crate::rules::wounds::fixtures::{D, Z, all_thrown, scripted, sheet};

#[test]
fn every_roll_is_a_d20() {
    let mut dice = scripted(&[(Z, "test", 20)]);
    assert_eq!(roll(Throw::new(Z, "test"), 25, 0, &mut dice).face, 20);
    assert_eq!(dice.thrown[0].sides, 20);
    all_thrown(&dice);
    let mut dice = scripted(&[(Z, "test", 21)]);
    roll(Throw::new(Z, "test"), 25, 0, &mut dice);
    let script = dice.script.as_ref().unwrap();
    assert_eq!(script.faults.len(), 1, "21 is no face");
}

#[test]
fn a_roll_must_be_under_stat_and_skill() {
    assert!(judge(16, 12 + 8, 8).succeeded());
    assert!(judge(14, 15, 0).succeeded());
    assert!(!judge(15, 15, 0).succeeded());
}

#[test]
fn the_success_level_is_die_and_skill_and_never_the_stat() {
    assert_eq!(judge(16, 20, 8), Verdict::Success(24));
    assert_eq!(judge(10, 12 + 8, 8), Verdict::Success(18));
    let high = compare(Verdict::Success(24), Verdict::Success(19));
    assert_eq!(high, Some(Winner::Active));
}

#[test]
fn failures_grow_worse_with_the_die() {
    assert_eq!(judge(12, 10, 0), Verdict::Failure(2));
    assert_eq!(judge(18, 10, 0), Verdict::Failure(8));
    assert_eq!(judge(10, 10, 0), Verdict::Failure(0));
}

#[test]
fn a_natural_20_is_a_fumble_whatever_the_number() {
    assert!(judge(20, 24, 8).fumbled());
    assert!(judge(19, 24, 8).succeeded());
}

#[test]
fn double_the_number_is_a_fumble() {
    assert!(judge(14, 7, 0).fumbled());
    assert_eq!(judge(13, 7, 0), Verdict::Failure(6));
    assert_eq!(judge(19, 10, 0), Verdict::Failure(9));
    assert!(judge(20, 10, 0).fumbled());
}

#[test]
fn attempts_below_two_are_not_offered_and_obligatory_ones_fumble_on_20_alone() {
    assert!(offered(2));
    assert!(!offered(1));
    for target in [1, 0, -3] {
        for face in 1..20 {
            let verdict = judge(face, target, 0);
            assert!(
                matches!(verdict, Verdict::Failure(_)),
                "{face} under {target}"
            );
        }
        assert!(judge(20, target, 0).fumbled());
    }
    assert!(judge(4, 2, 0).fumbled());
    assert!(judge(1, 2, 0).succeeded());
}

#[test]
fn in_a_contest_the_higher_success_level_wins_and_ties_are_the_passive_sides() {
    assert_eq!(judge(8, 14, 6), Verdict::Success(14));
    assert_eq!(judge(10, 17, 5), Verdict::Success(15));
    let winner = |a, p| compare(a, p);
    let (fourteen, fifteen) = (Verdict::Success(14), Verdict::Success(15));
    assert_eq!(winner(fourteen, fifteen), Some(Winner::Passive));
    assert_eq!(winner(fifteen, fifteen), Some(Winner::Passive));
    assert_eq!(winner(fourteen, Verdict::Failure(0)), Some(Winner::Active));
    assert_eq!(winner(Verdict::Fumble(9), fourteen), Some(Winner::Passive));
}

#[test]
fn a_pure_stat_contest_has_the_die_as_its_success_level() {
    assert_eq!(judge(9, 12, 0), Verdict::Success(9));
}

#[test]
fn if_both_fail_the_nearer_miss_wins_and_equals_roll_once_more() {
    let side = |who, target| Contestant {
        throw: Throw::new(who, "strength"),
        target,
        skill: 0,
    };
    let mut dice = scripted(&[(Z, "strength", 13), (D, "strength", 14)]);
    let (winner, _) = contest(side(Z, 10), side(D, 12), &mut dice);
    assert_eq!(winner, Some(Winner::Passive));
    all_thrown(&dice);
    let twice = [
        (Z, "strength", 13),
        (D, "strength", 15),
        (Z, "strength", 12),
        (D, "strength", 13),
    ];
    let mut dice = scripted(&twice);
    let (winner, rolls) = contest(side(Z, 10), side(D, 12), &mut dice);
    assert_eq!((winner, rolls.len()), (Some(Winner::Passive), 2));
    let stalemate = [
        (Z, "strength", 13),
        (D, "strength", 15),
        (Z, "strength", 12),
        (D, "strength", 14),
    ];
    let mut dice = scripted(&stalemate);
    let (winner, rolls) = contest(side(Z, 10), side(D, 12), &mut dice);
    assert_eq!((winner, rolls.len()), (None, 2));
    all_thrown(&dice);
}

#[test]
fn the_closest_skill_stands_in_at_minus_two_or_reflexes_alone() {
    let tables = Tables::shipped();
    let used = |skills: &[(Skill, u8)], wanted| {
        let sheet = sheet(10, 10, 10, skills);
        let found = skill_use(&sheet, &tables, wanted);
        (found.used, 10 + found.level)
    };
    let bowman = [(Skill::Projectiles, 6)];
    assert_eq!(used(&bowman, Skill::Thrown), (Some(Skill::Projectiles), 14));
    assert_eq!(used(&[], Skill::Thrown), (None, 10));
    // A stand-in of 2 is no better than nothing, one of 3 is.
    assert_eq!(used(&[(Skill::Thrown, 2)], Skill::Projectiles), (None, 10));
    let thrower = [(Skill::Thrown, 3)];
    assert_eq!(
        used(&thrower, Skill::Projectiles),
        (Some(Skill::Thrown), 11)
    );
    // Thrown and Firearms are two steps apart (T11).
    assert_eq!(used(&[(Skill::Firearms, 9)], Skill::Thrown), (None, 10));
    let both = [(Skill::Firearms, 5), (Skill::Thrown, 6)];
    assert_eq!(used(&both, Skill::Projectiles), (Some(Skill::Thrown), 14));
    let swordsman = [(Skill::CombatArmed, 6)];
    assert_eq!(
        used(&swordsman, Skill::CombatUnarmed),
        (Some(Skill::CombatArmed), 14)
    );
}
