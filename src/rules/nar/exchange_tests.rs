//! Exchanges with scripted dice: the register's stated figures, step by step.

use super::exchange::{Answer, Context, Exchange, Guard, Pay, Stage, advance, answered};
use super::limbs::Limb;
use super::scale::Effort;
use super::sheet::{OwnNumbers, Sheet};
use super::tables::{Armour, GoldenRule};
use super::totals::{AttackKind, Defence, attack_parts, defence_parts, force, tie_stats};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{BattleDice, DiceSum, Script};
use crate::combat::odds::Modifier;

const A: CombatantId = CombatantId(0);
const D: CombatantId = CombatantId(1);

fn sheet(numbers: &str) -> Sheet {
    let own = OwnNumbers::read(numbers).unwrap();
    own.sheet(Armour::NONE).unwrap()
}

pub(super) fn context(attacker: &str, defender: &str, effort: Effort) -> Context {
    let (attacker, defender) = (sheet(attacker), sheet(defender));
    let guard = |defence| Guard {
        parts: Effort::ALL.map(|effort| defence_parts(&defender, defence, effort)),
        tie: tie_stats(&attacker, &defender, defence),
    };
    let strength = effort.damage_column(attacker.stats.strength);
    Context {
        attacker: A,
        defender: D,
        manner: "light".into(),
        weapon: "club".into(),
        ab: attack_parts(&attacker, AttackKind::Melee, effort),
        force: force(&attacker, AttackKind::Melee, effort),
        dice: DiceSum::new(1, 6, 0),
        plus: vec![Modifier::new("Strength", strength, "N-028")],
        nonlethal: false,
        dr: defender.dr,
        guards: Defence::ALL.map(guard),
        golden_rule: GoldenRule::Defender,
    }
}

pub(super) fn answer(defence: Defence, effort: Effort) -> Answer {
    Answer {
        defence,
        effort,
        limb: (defence != Defence::Dodge).then_some(Limb::Main),
        pay: Pay::Dap,
    }
}

fn dice(faces: &[(CombatantId, &str, &[u16])]) -> BattleDice {
    let mut dice = BattleDice::seeded(1, Vec::new());
    dice.script = Some(Script {
        faces: faces
            .iter()
            .map(|(who, purpose, faces)| {
                (
                    (*who, (*purpose).to_owned()),
                    faces.iter().copied().collect(),
                )
            })
            .collect(),
        faults: Vec::new(),
    });
    dice
}

/// Whether exactly the prescribed dice were thrown.
fn all_thrown(dice: &BattleDice) -> bool {
    let script = dice.script.as_ref().unwrap();
    script.faults.is_empty() && script.unused().is_empty()
}

#[test]
fn n029_n030_undefended_it_hits_without_a_d20() {
    let context = context("()", "()", Effort::Light);
    let mut dice = dice(&[(A, "damage", &[4])]);
    let struck = answered(&Exchange::declared(), &context, None, &mut dice);
    let done = advance(&struck, &context, None, &mut dice);
    assert_eq!((done.stage, done.damage), (Stage::Resolved, 6));
    assert!(all_thrown(&dice));
}

#[test]
fn n030_n052_one_attack_die_against_every_three_d() {
    let context = context("()", "()", Effort::Medium);
    let mut dice = dice(&[
        (A, "attack", &[8]),
        (D, "block", &[10]),
        (D, "parry", &[7]),
        (D, "dodge", &[4]),
    ]);
    let first = answered(
        &Exchange::declared(),
        &context,
        Some(&answer(Defence::Block, Effort::Light)),
        &mut dice,
    );
    assert_eq!(
        (first.stage, first.tries[0].ar, first.tries[0].ab),
        (Stage::Answered, 17, 23)
    );
    let second = answered(
        &first,
        &context,
        Some(&answer(Defence::Parry, Effort::Medium)),
        &mut dice,
    );
    assert_eq!(
        (second.stage, second.tries[1].ar, second.tries[1].ab),
        (Stage::Answered, 17, 18)
    );
    let third = answered(
        &second,
        &context,
        Some(&answer(Defence::Dodge, Effort::Heavy)),
        &mut dice,
    );
    assert_eq!((third.stage, third.tries[2].ar), (Stage::Stopped, 19));
    let done = advance(&third, &context, None, &mut dice);
    assert_eq!((done.stage, done.damage), (Stage::Resolved, 0));
    assert!(all_thrown(&dice));
}

#[test]
fn n057_block_totals() {
    let context = context("()", "()", Effort::Medium);
    for (effort, die, stopped) in [
        (Effort::Heavy, 3, true),
        (Effort::Heavy, 1, true),
        (Effort::Light, 10, false),
        (Effort::Light, 16, true),
        (Effort::Light, 15, false),
    ] {
        let mut dice = dice(&[(A, "attack", &[8]), (D, "block", &[die])]);
        let found = answered(
            &Exchange::declared(),
            &context,
            Some(&answer(Defence::Block, effort)),
            &mut dice,
        );
        assert_eq!(found.stopped_by().is_some(), stopped, "{effort:?} {die}");
    }
}

#[test]
fn n055_a_tie_of_equal_stats_is_thrown_for_and_thrown_again() {
    let mut context = context("()", "()", Effort::Medium);
    context.golden_rule = GoldenRule::Tiebreak;
    for (attacker, defender, stopped) in [
        (vec![7], vec![12], true),
        (vec![12], vec![7], false),
        (vec![7, 3], vec![7, 4], true),
    ] {
        let mut dice = dice(&[
            (A, "attack", &[8]),
            (D, "parry", &[8]),
            (A, "tie", &attacker),
            (D, "tie", &defender),
        ]);
        let found = answered(
            &Exchange::declared(),
            &context,
            Some(&answer(Defence::Parry, Effort::Medium)),
            &mut dice,
        );
        assert_eq!(found.stopped_by().is_some(), stopped);
        assert!(all_thrown(&dice));
    }
}

#[test]
fn n045_damage_reduction_leaves_no_less_than_nothing() {
    let mut context = context("()", "(dr: 4)", Effort::Medium);
    assert_eq!(context.damage(4), 5);
    context.dr = 40;
    assert_eq!(context.damage(4), 0);
}
