//! Tests of what scenarios do not reach: attacks that come to nothing, several on one piece of gear.

use super::*;
use crate::combat::combatant::CombatantId;
use crate::rules::phases::defence::Answer;
use crate::rules::phases::fixtures::{B, C, attack, attack_by, bout, parry, play};
use crate::rules::phases::scene::Pools;

const NOTHING: Answer = Answer::Nothing;

fn special(name: &str, special: Special) -> AttackContext {
    let mut attack = attack(name);
    attack.special = Some(special);
    attack
}

fn mail() -> Option<Piece> {
    Some(Piece {
        item: ItemId(7),
        ar: 5,
        rb: 5,
        pierce: 2,
    })
}

#[test]
fn nobody_is_disarmed_who_holds_nothing() {
    // P-167: even a natural 1, a Critical Hit, does nothing.
    let mut context = bout(vec![special("long_sword", Special::Disarm)]);
    context.defender.weapons.clear();
    let end = play(&context, &NOTHING, &[(0, "attack", 1)]);
    assert_eq!(end.attacks[0].band, Band::Critical);
    assert!(end.effects.is_empty());
    assert_eq!((end.shp, end.chp), (0, 0));
}

#[test]
fn the_legless_and_the_lying_are_not_swept() {
    // P-197: Critical Hit or not.
    let mut context = bout(vec![special("long_sword", Special::Sweep)]);
    context.defender.build = Build::Legless;
    assert!(
        play(&context, &NOTHING, &[(0, "attack", 1)])
            .effects
            .is_empty()
    );
    context.defender.build = Build::Humanoid;
    context.defender.posture = Posture::Prone;
    assert!(
        play(&context, &NOTHING, &[(0, "attack", 1)])
            .effects
            .is_empty()
    );
}

#[test]
fn several_pierces_wear_no_more_than_half_the_armour() {
    // P-182: three of one phase on mail (5): two points, all three go through.
    let by = |who| {
        let mut attack = attack_by(who, "long_sword");
        (attack.special, attack.ar) = (Some(Special::Pierce), 5);
        attack
    };
    let mut context = bout(vec![by(CombatantId(0)), by(B), by(C)]);
    context.defender.suit = mail();
    context.defender.pools = Pools { shp: 99, chp: 99 };
    let faces = [0, 2, 3].map(|who| [(who, "attack", 12), (who, "damage", 4)]);
    let mut faces = faces.concat();
    faces.extend([(1, "resist breaking", 6); 3]);
    let end = play(&context, &NOTHING, &faces);
    let worn = Worn {
        item: ItemId(7),
        points: 2,
        pierce: 2,
    };
    assert_eq!((end.shp, end.effects.worn.as_slice()), (18, &[worn][..]));
}

#[test]
fn what_one_break_ruins_the_next_does_not_find() {
    // P-144, P-147: 6 and 6 on mail of 5: five points of mail, the rest strikes the body.
    let by = |who| {
        let mut attack = attack_by(who, "mace");
        (attack.special, attack.ar) = (Some(Special::Break), 5);
        attack
    };
    let mut context = bout(vec![by(CombatantId(0)), by(B)]);
    context.defender.suit = mail();
    let faces = [
        (0, "attack", 12),
        (2, "attack", 12),
        (1, "resist breaking", 6),
        (1, "resist breaking", 6),
        (0, "body target", 9),
        (2, "body target", 9),
    ];
    let end = play(&context, &NOTHING, &faces);
    assert_eq!(
        end.effects.worn.iter().map(|worn| worn.points).sum::<u8>(),
        5
    );
    let body: u8 = end.effects.wounds.iter().map(|wound| wound.points).sum();
    assert_eq!((body, end.shp, end.chp), (7, 12, 7));
}

#[test]
fn bare_hands_that_parry_a_cleave_feel_it() {
    // P-143, P-154: a greatsword's 9: one for the hands, the rest goes on.
    let mut context = bout(vec![special("great_sword", Special::Cleave)]);
    context.defender.weapons.clear();
    let faces = [
        (0, "attack", 12),
        (1, "parry", 10),
        (1, "parry damage", 1),
        (0, "damage", 1),
        (0, "damage", 1),
        (0, "body target", 9),
    ];
    let end = play(&context, &parry("fists", Arc4::Forward), &faces);
    assert!(end.effects.worn.is_empty());
    let points: u8 = end.effects.wounds.iter().map(|wound| wound.points).sum();
    // 2 + 2 less a parry of 1, 1 for the hands, 8 for the leg.
    assert_eq!((points, end.shp, end.chp), (8, 12, 8));
}

#[test]
fn a_backstab_that_is_noticed_before_it_misses() {
    // P-138: awareness is rolled before the attack, and takes the modifiers.
    let mut stab = special("dagger", Special::Backstab);
    stab.arc = Arc4::LeftRear;
    stab.awareness = crate::rules::phases::facing::Awareness::Check(12);
    let context = bout(vec![stab]);
    let end = play(&context, &NOTHING, &[(1, "aware", 12), (0, "attack", 16)]);
    assert_eq!(
        (end.attacks[0].band, end.attacks[0].noticed),
        (Band::Miss, true)
    );
    let faces = [(1, "aware", 13), (0, "attack", 16), (0, "damage", 3)];
    let end = play(&context, &NOTHING, &faces);
    assert_eq!((end.shp, end.chp), (4, 4));
}
