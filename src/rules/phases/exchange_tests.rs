//! Tests of bouts, by rule: attacks, answers and what comes of them.

use super::*;
use crate::board::Dir;
use crate::combat::combatant::Posture;
use crate::rules::phases::attack::{AttackContext, ChargeBlow};
use crate::rules::phases::charge::{ChargeContext, PushContext};
use crate::rules::phases::defence::{Bearing, Incapable, SidestepSkill};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::fixtures::{
    A, B, C, attack, attack_by, bout, defender, dodge, parry, play, scripted, sidestep,
};
use crate::rules::phases::special::Special;

const NOTHING: Answer = Answer::Nothing;
const FRONT: Arc4 = Arc4::Forward;

fn in_mail(mut attack: AttackContext) -> AttackContext {
    (attack.ar, attack.rt) = (5, 5);
    attack
}

fn from(arc: Arc4, mut attack: AttackContext) -> AttackContext {
    attack.arc = arc;
    attack.awareness = Awareness::of(arc, 12, false);
    attack
}

fn special(name: &str, special: Special) -> AttackContext {
    let mut attack = attack(name);
    attack.special = Some(special);
    attack
}

fn refused(context: &BoutContext, faces: &[(u16, &str, u16)], answer: &Answer) -> String {
    let mut dice = scripted(faces);
    let rolled = run_to(
        &Bout::new(context),
        BoutStage::Rolled,
        context,
        None,
        &mut dice,
    );
    check_answer(&rolled, context, answer)
        .err()
        .map_or_else(String::new, |refusal| refusal.rule)
}

#[test]
fn a_hit_in_mail() {
    // P-040.
    let context = bout(vec![in_mail(attack("long_sword"))]);
    let end = play(&context, &NOTHING, &[(0, "attack", 15), (0, "damage", 4)]);
    assert_eq!((end.shp, end.chp), (1, 0));
    let end = play(&context, &NOTHING, &[(0, "attack", 16)]);
    assert_eq!((end.shp, end.attacks[0].band), (0, Band::Miss));
}

#[test]
fn damage_is_rolled_in_resolution() {
    // P-014: before the reaction no damage die has fallen.
    let context = bout(vec![attack("long_sword")]);
    let mut dice = scripted(&[(0, "attack", 15), (0, "damage", 4)]);
    let rolled = run_to(
        &Bout::new(&context),
        BoutStage::Rolled,
        &context,
        None,
        &mut dice,
    );
    assert_eq!(rolled.shp, 0);
    assert_eq!(dice.thrown.len(), 1);
    let end = run_to(&rolled, BoutStage::Resolved, &context, None, &mut dice);
    assert_eq!(end.shp, 6);
}

#[test]
fn a_critical_hit_takes_both_pools() {
    // P-118: d8=5.
    let context = bout(vec![attack("long_sword")]);
    let end = play(&context, &NOTHING, &[(0, "attack", 8), (0, "damage", 5)]);
    assert_eq!((end.shp, end.chp), (7, 0));
    let end = play(&context, &NOTHING, &[(0, "attack", 7), (0, "damage", 5)]);
    assert_eq!((end.shp, end.chp), (7, 7));
}

#[test]
fn the_unconscious_lose_critical_too() {
    // H-4.
    let mut context = bout(vec![attack("long_sword")]);
    context.defender.pools.shp = 0;
    let end = play(&context, &NOTHING, &[(0, "attack", 8), (0, "damage", 5)]);
    assert_eq!((end.shp, end.chp), (7, 7));
}

#[test]
fn armour_counts_against_each_attack() {
    // P-254, P-255 off: 6 and 4 in mail: 1 + 0.
    let context = bout(vec![
        in_mail(attack("long_sword")),
        in_mail(attack_by(B, "long_sword")),
    ]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (0, "damage", 4),
        (2, "damage", 2),
    ];
    assert_eq!(play(&context, &NOTHING, &faces).shp, 1);
}

#[test]
fn armour_once_per_facing() {
    // P-255 on: 6 and 4 from Forward: 5; 6 from Forward and 4 from Back: 1 + 0.
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (0, "damage", 4),
        (2, "damage", 2),
    ];
    let of = |arc| {
        let second = from(arc, in_mail(attack_by(B, "long_sword")));
        let mut context = bout(vec![in_mail(attack("long_sword")), second]);
        context.switches.ar_per_facing_phase = true;
        play(&context, &NOTHING, &faces).shp
    };
    assert_eq!(of(FRONT), 5);
    assert_eq!(of(Arc4::Back), 1);
    // By one creature from two facings: summed against the armour of the first.
    let second = from(Arc4::Back, in_mail(attack("long_sword")));
    let mut context = bout(vec![in_mail(attack("long_sword")), second]);
    context.switches.ar_per_facing_phase = true;
    let one = [
        (0, "attack", 15),
        (0, "attack", 15),
        (0, "damage", 4),
        (0, "damage", 2),
    ];
    assert_eq!(play(&context, &NOTHING, &one).shp, 5);
}

#[test]
fn a_dodge_escapes_all_attacks() {
    // P-051, P-052: sideways 15; the weapon check follows (P-054).
    let context = bout(vec![attack("long_sword"), attack_by(B, "long_sword")]);
    let hits = [(0, "attack", 15), (2, "attack", 15)];
    let escape = [(1, "dodge", 15), (1, "keep weapon", 14)];
    let end = play(
        &context,
        &dodge(Bearing::Sideways),
        &[&hits[..], &escape].concat(),
    );
    assert_eq!(end.shp, 0);
    assert!(end.attacks.iter().all(|state| state.avoided));
    // P-038: a failed one lets both through: 6 and 4.
    let failed = [
        (1, "dodge", 16),
        (1, "keep weapon", 15),
        (0, "damage", 4),
        (2, "damage", 2),
    ];
    let end = play(
        &context,
        &dodge(Bearing::Sideways),
        &[&hits[..], &failed].concat(),
    );
    assert_eq!(end.shp, 10);
    assert!(matches!(end.answer, AnswerState::Dodge { dropped: 1, .. }));
}

#[test]
fn a_dodge_covers_what_is_known() {
    // P-051: the blow from the Back lands.
    let context = bout(vec![
        attack("long_sword"),
        from(Arc4::Back, attack_by(B, "long_sword")),
    ]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (1, "dodge", 15),
        (1, "keep weapon", 14),
        (2, "damage", 2),
    ];
    assert_eq!(play(&context, &dodge(Bearing::Sideways), &faces).shp, 4);
}

#[test]
fn awareness_of_the_rear_side() {
    // P-036: RS 12; Back never; one check per attacker.
    let rear = from(Arc4::LeftRear, attack("long_sword"));
    let context = bout(vec![rear.clone()]);
    let answer = dodge(Bearing::Sideways);
    let hit = (0, "attack", 15);
    assert_eq!(refused(&context, &[hit, (1, "aware", 12)], &answer), "");
    assert_eq!(
        refused(&context, &[hit, (1, "aware", 13)], &answer),
        "P-036"
    );
    let context = bout(vec![from(Arc4::Back, attack("long_sword"))]);
    assert_eq!(refused(&context, &[hit], &answer), "P-036");
    let context = bout(vec![rear.clone(), rear]);
    let mut dice = scripted(&[hit, hit, (1, "aware", 12)]);
    let start = Bout::new(&context);
    let rolled = run_to(&start, BoutStage::Rolled, &context, None, &mut dice);
    assert!(rolled.attacks.iter().all(|state| state.aware));
    crate::rules::phases::fixtures::all_thrown(&dice);
}

#[test]
fn no_reaction_to_a_miss_nor_after_acting() {
    // P-013, P-039.
    let mut context = bout(vec![attack("long_sword")]);
    let answer = dodge(Bearing::Sideways);
    assert_eq!(refused(&context, &[(0, "attack", 16)], &answer), "P-013");
    context.defender.acted = true;
    let hit = [(0, "attack", 15)];
    assert_eq!(refused(&context, &hit, &answer), "P-039");
    context.defender.acted = false;
    context.defender.reacted = true;
    assert_eq!(refused(&context, &hit, &answer), "P-013");
    context.defender.reacted = false;
    context.defender.incapable = Some(Incapable::Stunned);
    assert_eq!(refused(&context, &hit, &answer), "P-188");
}

#[test]
fn which_reactions_need_a_skill() {
    // P-037, P-121, P-123.
    let mut context = bout(vec![attack("long_sword")]);
    let hit = [(0, "attack", 15)];
    let of = |context: &BoutContext, answer: &Answer| refused(context, &hit, answer);
    assert_eq!(of(&context, &parry("long_sword", FRONT)), "");
    assert_eq!(of(&context, &parry("long_sword", Arc4::Back)), "P-123");
    assert_eq!(of(&context, &parry("long_sword", Arc4::LeftRear)), "P-123");
    let Answer::Parry(mut with) = parry("long_sword", FRONT) else {
        unreachable!("it is a parry")
    };
    with.weapon.level = 0;
    assert_eq!(of(&context, &Answer::Parry(with.clone())), "P-037");
    with.weapon.mode = crate::rules::phases::weapon_use::Mode::Shot;
    assert_eq!(of(&context, &Answer::Parry(with)), "P-121");
    assert_eq!(of(&context, &sidestep(&[0])), "");
    context.defender.sidestep.level = 0;
    assert_eq!(of(&context, &sidestep(&[0])), "P-037");
    assert_eq!(of(&context, &dodge(Bearing::Sideways)), "");
}

#[test]
fn a_mover_parries_a_passing_blow_only() {
    // P-067.
    let mut passing = attack("long_sword");
    (passing.en_passant, passing.target_moving) = (true, true);
    let context = bout(vec![passing]);
    let hit = [(0, "attack", 15)];
    assert_eq!(refused(&context, &hit, &dodge(Bearing::Sideways)), "P-067");
    assert_eq!(refused(&context, &hit, &sidestep(&[0])), "P-067");
    assert_eq!(refused(&context, &hit, &parry("long_sword", FRONT)), "");
    let mut standing = attack("long_sword");
    standing.en_passant = true;
    let context = bout(vec![standing]);
    assert_eq!(refused(&context, &hit, &dodge(Bearing::Sideways)), "");
}

#[test]
fn charges_and_bullets_are_not_parried() {
    // P-085, P-105.
    let mut charge = attack("long_sword");
    charge.charge = Some(ChargeBlow::default());
    let context = bout(vec![charge]);
    let hit = [(0, "attack", 15)];
    assert_eq!(
        refused(&context, &hit, &parry("long_sword", FRONT)),
        "P-085"
    );
    assert_eq!(refused(&context, &hit, &dodge(Bearing::Sideways)), "");
    assert_eq!(refused(&context, &hit, &sidestep(&[0])), "");
    let context = bout(vec![attack("pistol")]);
    assert_eq!(
        refused(&context, &hit, &parry("long_sword", FRONT)),
        "P-105"
    );
    let context = bout(vec![attack("long_bow")]);
    assert_eq!(refused(&context, &hit, &parry("long_sword", FRONT)), "");
}

#[test]
fn postures_bar_defences() {
    // P-033, B-068, B-048.
    let mut context = bout(vec![attack("long_sword")]);
    let hit = [(0, "attack", 15)];
    for (posture, rule) in [
        (Posture::Prone, "P-033"),
        (Posture::Kneeling, "B-068"),
        (Posture::Swimming, "B-048"),
        (Posture::Mounted, "H-6"),
        (Posture::Standing, ""),
    ] {
        context.defender.posture = posture;
        assert_eq!(refused(&context, &hit, &sidestep(&[0])), rule);
    }
    context.defender.posture = Posture::Swimming;
    assert_eq!(refused(&context, &hit, &dodge(Bearing::Sideways)), "B-048");
}

#[test]
fn a_parry_raises_the_armour_of_one_facing() {
    // P-123: d8=5 gives 6: A's 9 deals 3, B's 5 deals 0, C's 4 from the Left Rear deals 4.
    let mut rear = from(Arc4::LeftRear, attack_by(C, "long_sword"));
    rear.awareness = Awareness::Aware;
    let context = bout(vec![attack("long_sword"), attack_by(B, "long_sword"), rear]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (3, "attack", 15),
        (1, "parry", 14),
        (1, "parry damage", 5),
        (0, "damage", 7),
        (2, "damage", 3),
        (3, "damage", 2),
    ];
    let end = play(&context, &parry("long_sword", FRONT), &faces);
    let lost: Vec<_> = end.attacks.iter().map(|state| state.shp).collect();
    assert_eq!(lost, [3, 0, 4]);
}

#[test]
fn a_failed_parry_changes_nothing_and_may_fumble() {
    // P-122, P-123, P-204 (Level 4).
    let context = bout(vec![attack("long_sword")]);
    let answer = parry("long_sword", FRONT);
    let hit = (0, "attack", 15);
    let damage = (0, "damage", 4);
    let end = play(&context, &answer, &[hit, (1, "parry", 15), damage]);
    assert_eq!(end.shp, 6);
    let twenty = (1, "parry", 20);
    let save = |face| (1, "fumble save", face);
    let end = play(&context, &answer, &[hit, twenty, save(5), damage]);
    assert!(matches!(
        end.answer,
        AnswerState::Parry {
            band: Band::Fumble,
            ..
        }
    ));
    let end = play(&context, &answer, &[hit, twenty, save(4), damage]);
    assert!(matches!(
        end.answer,
        AnswerState::Parry {
            band: Band::Miss,
            ..
        }
    ));
}

#[test]
fn a_parry_without_a_check() {
    // C-8 parry_requires_check off.
    let mut context = bout(vec![attack("long_sword")]);
    context.switches.parry_requires_check = false;
    let faces = [(0, "attack", 15), (1, "parry damage", 2), (0, "damage", 4)];
    assert_eq!(play(&context, &parry("long_sword", FRONT), &faces).shp, 3);
}

#[test]
fn a_sidestep_avoids_one_attack() {
    // P-210: A's has no effect, B's is taken.
    let context = bout(vec![attack("long_sword"), attack_by(B, "long_sword")]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (1, "sidestep", 16),
        (2, "damage", 2),
    ];
    let end = play(&context, &sidestep(&[0]), &faces);
    assert_eq!(end.shp, 4);
    assert!(end.attacks[0].avoided && !end.attacks[1].avoided);
    let hits = [(0, "attack", 15), (2, "attack", 15)];
    assert_eq!(refused(&context, &hits, &sidestep(&[0, 1])), "P-210");
}

#[test]
fn a_class_sidestep_may_keep_the_action() {
    // P-213: R=4, target 17; 17 avoids, 2 keeps the action.
    let mut context = bout(vec![attack("long_sword")]);
    context.defender.rushed = 4;
    context.defender.sidestep.classes = vec!["sword".into()];
    let of = |face| {
        let faces = [(0, "attack", 15), (1, "sidestep", face)];
        let end = play(&context, &sidestep(&[0]), &faces);
        assert_eq!(end.shp, 0);
        matches!(
            end.answer,
            AnswerState::Sidestep {
                keeps_action: true,
                ..
            }
        )
    };
    assert!(!of(17));
    assert!(of(2));
}

#[test]
fn a_multiple_sidestep() {
    // P-214, P-215.
    let several = SidestepSkill {
        level: 5,
        classes: vec!["sword".into()],
        multiple: true,
    };
    let three = |arc| {
        let mut context = bout(vec![
            attack("long_sword"),
            from(arc, attack_by(B, "long_sword")),
            attack_by(C, "long_sword"),
        ]);
        for assault in &mut context.attacks {
            if let Assault::Blow(attack) = assault {
                attack.awareness = Awareness::Aware;
            }
        }
        context.defender = Defender {
            sidestep: several.clone(),
            ..defender()
        };
        context
    };
    let hits = [(0, "attack", 15), (2, "attack", 15), (3, "attack", 15)];
    let avoided = |context: &BoutContext, attacks: &[u16], face, damages: &[(u16, &str, u16)]| {
        let faces = [&hits[..], &[(1, "sidestep", face)], damages].concat();
        let end = play(context, &sidestep(attacks), &faces);
        let keeps = matches!(
            end.answer,
            AnswerState::Sidestep {
                keeps_action: true,
                ..
            }
        );
        assert!(!keeps);
        end.attacks.iter().filter(|state| state.avoided).count()
    };
    let front = three(FRONT);
    assert_eq!(avoided(&front, &[0, 1, 2], 16, &[(3, "damage", 1)]), 2);
    assert_eq!(avoided(&front, &[0, 1, 2], 2, &[]), 3);
    // One of them from the Left Rear: only the first counts (number 11).
    let mixed = three(Arc4::LeftRear);
    let left = [(2, "damage", 1), (3, "damage", 1)];
    assert_eq!(avoided(&mixed, &[0, 1], 11, &left), 1);
}

#[test]
fn a_feint_cancels_the_answer() {
    // P-170: A's Feint hits for 7.
    let mut feint = attack("long_sword");
    feint.feint = true;
    let context = bout(vec![feint]);
    let hit = (0, "attack", 15);
    let damage = (0, "damage", 5);
    let with = |answer: &Answer, faces: &[(u16, &str, u16)]| {
        let end = play(&context, answer, &[&[hit], faces].concat());
        (end.shp, end.attacks[0].feinted)
    };
    let parried = [(1, "parry", 14), (1, "parry damage", 5), damage];
    assert_eq!(with(&parry("long_sword", FRONT), &parried), (7, true));
    let dodged = [(1, "dodge", 13), (1, "keep weapon", 14)];
    let sideways = [&dodged[..], &[damage]].concat();
    assert_eq!(with(&dodge(Bearing::Sideways), &sideways), (7, true));
    assert_eq!(with(&dodge(Bearing::Away), &dodged), (0, false));
    let stepped = [(1, "sidestep", 16), damage];
    assert_eq!(with(&sidestep(&[0]), &stepped), (7, true));
}

#[test]
fn a_feint_is_otherwise_a_plain_attack() {
    // P-171.
    let mut feint = attack("long_sword");
    feint.feint = true;
    let context = bout(vec![feint.clone()]);
    let end = play(&context, &NOTHING, &[(0, "attack", 16)]);
    assert_eq!(end.attacks[0].band, Band::Miss);
    let end = play(&context, &NOTHING, &[(0, "attack", 7), (0, "damage", 5)]);
    assert_eq!((end.shp, end.chp), (7, 7));
    // The same Parry works against another attack.
    let context = bout(vec![feint, attack_by(B, "long_sword")]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (1, "parry", 14),
        (1, "parry damage", 5),
        (0, "damage", 5),
        (2, "damage", 4),
    ];
    assert_eq!(play(&context, &parry("long_sword", FRONT), &faces).shp, 7);
}

#[test]
fn target_finds_gaps() {
    // P-199: 8 against mail: 6 if it resists, 8 if not. P-257: breastplate.
    let context = bout(vec![in_mail(special("long_sword", Special::Target))]);
    let of = |face| {
        let faces = [
            (0, "attack", 15),
            (0, "damage", 6),
            (1, "resist targeting", face),
        ];
        play(&context, &NOTHING, &faces).shp
    };
    assert_eq!((of(5), of(6)), (6, 8));
    let mut plate = special("long_sword", Special::Target);
    (plate.ar, plate.rt) = (6, 4);
    let context = bout(vec![plate]);
    let of = |face| {
        let faces = [
            (0, "attack", 15),
            (0, "damage", 6),
            (1, "resist targeting", face),
        ];
        let end = play(&context, &NOTHING, &faces);
        end.attacks[0].ar
    };
    assert_eq!((of(4), of(5)), (3, 0));
}

#[test]
fn a_parry_helps_to_resist_targeting() {
    // P-200: RT 5+4 = 9; Parry AR counts only if it resists, unhalved (P-199).
    let context = bout(vec![in_mail(special("long_sword", Special::Target))]);
    let of = |face| {
        let faces = [
            (0, "attack", 15),
            (1, "parry", 14),
            (1, "parry damage", 1),
            (0, "damage", 6),
            (1, "resist targeting", face),
        ];
        let end = play(&context, &parry("long_sword", FRONT), &faces);
        (end.attacks[0].ar, end.shp)
    };
    assert_eq!(of(9), (4, 4));
    assert_eq!(of(10), (0, 8));
}

#[test]
fn target_specialist_halves_the_resistance() {
    // P-202: RT 5: 2 resists, 3 does not.
    let mut target = in_mail(special("long_sword", Special::Target));
    target.specialized = true;
    let context = bout(vec![target]);
    let of = |face| {
        let faces = [
            (0, "attack", 15),
            (0, "damage", 6),
            (1, "resist targeting", face),
        ];
        play(&context, &NOTHING, &faces).attacks[0].resisted
    };
    assert!(of(2));
    assert!(!of(3));
}

#[test]
fn a_critical_target_still_may_be_resisted() {
    // P-199.
    let context = bout(vec![in_mail(special("long_sword", Special::Target))]);
    let faces = [
        (0, "attack", 7),
        (0, "damage", 6),
        (1, "resist targeting", 5),
    ];
    let end = play(&context, &NOTHING, &faces);
    assert_eq!((end.shp, end.chp), (6, 6));
}

#[test]
fn automatic_targeted_attacks() {
    // P-125: a plain, rushed attack for 6 on Stunned D in mail.
    let mut plain = in_mail(attack("long_sword"));
    (plain.automatic, plain.rushed) = (true, 2);
    // A specialization in Target does not work in it.
    plain.specialized = true;
    let mut context = bout(vec![plain]);
    context.defender.incapable = Some(Incapable::Stunned);
    let of = |face| {
        let faces = [
            (0, "attack", 13),
            (0, "damage", 4),
            (1, "resist targeting", face),
        ];
        play(&context, &dodge(Bearing::Sideways), &faces).shp
    };
    assert_eq!((of(6), of(5)), (6, 4));
}

#[test]
fn knockback_distances() {
    // P-174, P-180, P-177.
    let of = |name, fi_bonus, specialized, critical, parry| {
        let mut attack = special(name, Special::Knockback);
        attack.weapon.fi_bonus = fi_bonus;
        attack.specialized = specialized;
        resolution::knockback(&attack, critical, parry)
    };
    assert_eq!(of("mace", 2, false, false, None), 5);
    assert_eq!(of("mace", 2, false, true, None), 7);
    assert_eq!(of("dagger", 2, false, false, None), 1);
    assert_eq!(of("mace", 3, false, false, None), 5);
    assert_eq!(of("mace", 2, true, false, None), 9);
    assert_eq!(of("mace", 2, true, true, None), 13);
    assert_eq!(of("mace", 2, false, false, Some(4)), 1);
    assert_eq!(of("dagger", 2, false, false, Some(4)), 0);
}

#[test]
fn knocked_back_and_on_his_feet() {
    // P-174 (only Stamina), P-176: RS 12.
    let context = bout(vec![special("mace", Special::Knockback)]);
    let of = |attack, feet| {
        let faces = [
            (0, "attack", attack),
            (0, "damage", 4),
            (1, "keep feet", feet),
        ];
        play(&context, &NOTHING, &faces)
    };
    let end = of(15, 12);
    assert_eq!((end.shp, end.chp, end.knock), (6, 0, 5));
    assert!(end.feet.is_some_and(|roll| roll.success));
    let end = of(6, 13);
    assert_eq!((end.shp, end.chp, end.knock), (6, 0, 7));
    assert!(end.feet.is_some_and(|roll| !roll.success));
    assert_eq!(end.knock_from, Some(0));
}

#[test]
fn a_parry_shortens_the_knockback() {
    // P-177: mace 5 m, broadsword 4: 1 m, and the damage is reduced.
    let context = bout(vec![special("mace", Special::Knockback)]);
    let faces = [
        (0, "attack", 15),
        (1, "parry", 14),
        (1, "parry damage", 3),
        (0, "damage", 8),
        (1, "keep feet", 5),
    ];
    let end = play(&context, &parry("long_sword", FRONT), &faces);
    assert_eq!((end.shp, end.knock), (6, 1));
}

#[test]
fn of_equal_knockbacks_a_die_decides() {
    let second = AttackContext {
        attacker: B,
        ..special("mace", Special::Knockback)
    };
    let context = bout(vec![special("mace", Special::Knockback), second]);
    let faces = [
        (0, "attack", 15),
        (2, "attack", 15),
        (0, "damage", 1),
        (2, "damage", 1),
        (1, "longest", 2),
        (1, "keep feet", 5),
    ];
    assert_eq!(play(&context, &NOTHING, &faces).knock_from, Some(1));
}

#[test]
fn charge_to_attack() {
    // P-077: LS 17, d8=4: 8.
    let mut charge = attack("long_sword");
    charge.charge = Some(ChargeBlow::default());
    let context = bout(vec![charge]);
    let end = play(&context, &NOTHING, &[(0, "attack", 17), (0, "damage", 4)]);
    assert_eq!(end.shp, 8);
    let end = play(&context, &NOTHING, &[(0, "attack", 18)]);
    assert_eq!(end.shp, 0);
}

fn push(running: bool) -> BoutContext {
    let mut charge = ChargeContext::plain(A, 13, 13);
    charge.running = running;
    let mut context = bout(Vec::new());
    context.attacks.push(Assault::Push(Box::new(PushContext {
        charge,
        dir: Dir::new(0),
        behind_blocked: false,
        overrun_blocked: false,
        arc: FRONT,
        awareness: Awareness::Aware,
    })));
    context
}

#[test]
fn force_back_by_feats() {
    // P-071, P-072: D's target 5.
    let of = |faces: &[(u16, &str, u16)]| play(&push(false), &NOTHING, faces).pushes[0].1;
    let stands = |face| of(&[(0, "force back", 13), (1, "keep feet", face)]);
    let pushed = |metres, stands| PushEnd::Pushed { metres, stands };
    assert_eq!(stands(5), pushed(1, true));
    assert_eq!(stands(6), pushed(1, false));
    assert_eq!(of(&[(0, "force back", 14)]), PushEnd::ThrownBack(1));
    // P-082: at a run 18, and twice as far.
    let faces = [(0, "force back", 18), (1, "keep feet", 5)];
    let end = play(&push(true), &NOTHING, &faces).pushes[0].1;
    assert_eq!(end, pushed(2, true));
    // P-072: nowhere to go: Difficult (0), and he stays.
    let mut blocked = push(false);
    if let Assault::Push(push) = &mut blocked.attacks[0] {
        push.behind_blocked = true;
    }
    let faces = [(0, "force back", 13), (1, "keep feet", 2)];
    assert_eq!(
        play(&blocked, &NOTHING, &faces).pushes[0].1,
        pushed(0, false)
    );
}

#[test]
fn an_evaded_push_runs_on() {
    // P-073: 2 m, Simple 18; P-082: 4 m.
    let of = |running, face| {
        let faces = [
            (0, "force back", 13),
            (1, "sidestep", 14),
            (0, "keep feet", face),
        ];
        play(&push(running), &sidestep(&[0]), &faces).pushes[0].1
    };
    let overran = |metres, stands| PushEnd::Overran { metres, stands };
    assert_eq!(of(false, 18), overran(2, true));
    assert_eq!(of(false, 19), overran(2, false));
    assert_eq!(of(true, 18), overran(4, true));
}

#[test]
fn a_push_is_not_parried() {
    // P-085.
    let context = push(false);
    let hit = [(0, "force back", 13)];
    assert_eq!(
        refused(&context, &hit, &parry("long_sword", FRONT)),
        "P-085"
    );
}
