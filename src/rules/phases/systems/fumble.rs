//! What Fumbles lead to, by context (P-203, H-19).

use super::handling::drop_item;
use super::resolution::{go_prone, lose};
use super::specials::wear;
use crate::board::{distance, line};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::check::Band;
use crate::rules::phases::derive;
use crate::rules::phases::effects::Worn;
use crate::rules::phases::exchange::{AnswerState, Assault};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple;
use crate::rules::phases::harm::{
    FumbleContext, FumbleOutcome, fumble_outcome, resist_breaking, stray,
};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::verbs::declare::weapon_words;

/// Settles every Fumble of the phase's attacks and parries.
pub fn settle(field: &mut Field) {
    let scene = field.scene();
    for fight in &scene.fights {
        let parried =
            matches!(fight.bout.answer, AnswerState::Parry { band, .. } if band.succeeded());
        for (state, assault) in fight.bout.attacks.iter().zip(&fight.context.attacks) {
            if let (Assault::Blow(attack), Band::Fumble) = (assault, state.band) {
                outcome(field, &scene, attack, scene.figure(fight.target), parried);
            }
        }
        if let AnswerState::Parry {
            band: Band::Fumble, ..
        } = fight.bout.answer
            && let Some(crate::rules::phases::defence::Answer::Parry(parry)) = &fight.answer
            && let Some(item) = parry.weapon.item
        {
            // A Parry that fumbles has no target to hit: the weapon is dropped (H-19, last line).
            let unarmed = parry.weapon.class == "striking";
            if unarmed {
                go_prone(field, fight.target, "fumbles the Parry and falls (H-19)");
            } else {
                drop_item(field, fight.target, item);
            }
        }
    }
}

fn outcome(
    field: &mut Field,
    scene: &Scene,
    attack: &AttackContext,
    target: &Figure,
    parried: bool,
) {
    let who = attack.attacker;
    let figure = scene.figure(who);
    let near = nearest_ally(scene, figure, attack, target);
    let missile = !attack.weapon.is_melee();
    let unarmed = ["striking", grapple::WEAPON].contains(&attack.weapon.class.as_str());
    let context = FumbleContext {
        running_or_charging: attack.running || attack.charge.is_some(),
        ally_at_the_line: missile && near.is_some(),
        ally_in_reach: !missile && near.is_some(),
        target_parried: parried,
        target_ar: attack.ar,
        unarmed,
    };
    let result = fumble_outcome(&context);
    let words = match result {
        FumbleOutcome::Falls => "fumbles and falls",
        FumbleOutcome::StrayShot => "fumbles: the shot goes astray",
        FumbleOutcome::StrikesAlly => "fumbles: the blow goes at an ally",
        FumbleOutcome::WeaponAtRisk => "fumbles: the weapon is at risk",
        FumbleOutcome::DropsWeapon => "fumbles and drops the weapon",
    };
    let event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (H-19)"));
    field.say(event);
    match result {
        FumbleOutcome::Falls => go_prone(field, who, "falls (H-19)"),
        FumbleOutcome::StrayShot | FumbleOutcome::StrikesAlly => {
            if let Some(ally) = near {
                strike_ally(field, scene, attack, ally);
            }
        }
        FumbleOutcome::WeaponAtRisk => weapon_at_risk(field, scene, attack),
        FumbleOutcome::DropsWeapon => {
            if let Some(item) = attack.weapon.item {
                drop_item(field, who, item);
            }
        }
    }
}

/// The nearest ally in the way of a Fumble: by the line of fire, or in reach in front. Of equally
/// near ones the one whose dice come first (a key, not an id).
fn nearest_ally(
    scene: &Scene,
    figure: &Figure,
    attack: &AttackContext,
    target: &Figure,
) -> Option<CombatantId> {
    let here = figure.place.hex;
    let fits = |ally: &&Figure| {
        if attack.weapon.is_melee() {
            distance(here, ally.place.hex) <= u32::from(attack.weapon.reach)
                && arc_of(figure.place, ally.place.hex) == Arc4::Forward
        } else {
            line::lines(here, target.place.hex)
                .iter()
                .flatten()
                .any(|hex| *hex != here && distance(*hex, ally.place.hex) <= 1)
        }
    };
    scene
        .friends(figure)
        .filter(fits)
        .min_by_key(|ally| (distance(here, ally.place.hex), ally.dice))
        .map(|ally| ally.id)
}

/// The same attack once against an ally: LS 10, plain hit, cannot fumble.
fn strike_ally(field: &mut Field, scene: &Scene, attack: &AttackContext, ally: CombatantId) {
    let who = attack.attacker;
    let roll = stray(who, field.dice());
    let mut event = field.event(
        who,
        EventKind::Swung {
            target: ally,
            weapon: weapon_words(&attack.weapon.name, &scene.tables).into(),
            manner: "astray".into(),
            result: if roll.success { "hit" } else { "miss" }.into(),
        },
    );
    event = event.detail("number to roll or less", 10, "H-19");
    field.say(event);
    if !roll.success {
        return;
    }
    let victim = scene.figure(ally);
    let arc = arc_of(victim.place, scene.figure(who).place.hex);
    let ar = derive::protection(&scene.tables, &victim.gear, arc).ar;
    let rolled = field
        .dice()
        .sum(Throw::new(who, "stray damage"), attack.weapon.damage);
    let lost = (crate::rules::phases::attack::damage(attack, rolled) - ar).max(0);
    lose(field, ally, lost, 0);
    let event = field.event(
        ally,
        EventKind::Harmed {
            by: Some(who),
            losses: vec![("Stamina".into(), lost)],
        },
    );
    field.say(event);
}

fn weapon_at_risk(field: &mut Field, scene: &Scene, attack: &AttackContext) {
    let who = attack.attacker;
    let Some(item) = attack.weapon.item else {
        return;
    };
    let Some(rb) = scene
        .tables
        .weapons
        .get(&attack.weapon.name)
        .and_then(|weapon| weapon.rb)
    else {
        return;
    };
    let roll = resist_breaking(who, rb, attack.weapon.wear, field.dice());
    let event = field
        .event(who, EventKind::Note)
        .note(if roll.success {
            "the weapon holds (P-110)"
        } else {
            "the weapon does not hold (P-110)"
        })
        .detail("d20", i32::from(roll.face), "P-110");
    field.say(event);
    if !roll.success {
        let worn = Worn {
            item,
            points: 1,
            pierce: 0,
        };
        wear(field, who, worn);
    }
}
