//! The attacks of somebody who declared both his weapons: two of them at one target or at two, one
//! alone, or both fists in one blow (P-216, P-222 to P-224, P-251). Called by the verb `attack`.

use crate::combat::combatant::CombatantId;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::gather::{self, Occasion};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::two_weapons;
use crate::rules::phases::verbs::attack::aim;
use crate::rules::phases::weapon_use::Mode;

/// Both fists in one blow (P-251).
const COMBINED: &str = "combined";
/// The Primary alone: the other hand stays free to parry (P-224, P-225).
const ALONE: &str = "one hand";
/// What stands before the flags of the other hand (P-222).
const SECOND: &str = "second ";

/// Whether somebody declared both his weapons.
pub fn declared(figure: &Figure) -> bool {
    matches!(figure.tempo.declared, Declared::Both(_))
}

/// Slots of each hand: each picks its own Special Attack (P-222).
fn parted(slots: &Slots) -> (Slots, Slots) {
    let mut first = slots.clone();
    let mut second = slots.clone();
    first
        .flags
        .retain(|flag| ![COMBINED, ALONE].contains(&flag.as_str()) && !flag.starts_with(SECOND));
    second.flags = slots
        .flags
        .iter()
        .filter_map(|flag| flag.strip_prefix(SECOND).map(Into::into))
        .collect();
    (first, second)
}

/// Whether the words of both hands can be read.
///
/// # Errors
/// The first that cannot.
pub fn check_words(slots: &Slots) -> Result<(), Refusal> {
    let (first, second) = parted(slots);
    aim(&first)?;
    aim(&second).map(|_| ())
}

/// The attacks of both hands.
///
/// # Errors
/// Why they cannot be made.
pub fn contexts(
    scene: &Scene,
    figure: &Figure,
    slots: &Slots,
) -> Result<Vec<(CombatantId, AttackContext)>, Refusal> {
    let Declared::Both(item) = figure.tempo.declared else {
        return Err(Refusal::new("P-093", "only one weapon was declared"));
    };
    let pair = two_weapons::pair(figure, &scene.tables)?;
    let (first, second) = parted(slots);
    let mut targets = Vec::new();
    for id in &slots.targets {
        let target = scene.get(*id);
        targets.push(target.ok_or_else(|| Refusal::form("there is no such combatant"))?);
    }
    let (one, other) = match targets.as_slice() {
        [one] => (*one, *one),
        [one, other] => (*one, *other),
        _ => {
            return Err(Refusal::new(
                "P-223",
                "two weapons have two targets at most",
            ));
        }
    };
    let first_aim = aim(&first)?;
    if slots.flag(COMBINED) {
        if targets.len() > 1 || !second.flags.is_empty() || slots.flag(ALONE) {
            return Err(Refusal::new(
                "P-251",
                "both fists strike as one, at one target",
            ));
        }
        let weapon = two_weapons::combined(&pair)?;
        let context =
            gather::attack_with(scene, figure, one, weapon, &first_aim, Occasion::Action)?;
        return Ok(vec![(one.id, context)]);
    }
    let mut primary = gather::attack(
        scene,
        figure,
        one,
        item,
        Mode::Melee,
        &first_aim,
        Occasion::Action,
    )?;
    if slots.flag(ALONE) {
        if targets.len() > 1 || !second.flags.is_empty() {
            return Err(Refusal::new("P-224", "one hand strikes once"));
        }
        return Ok(vec![(one.id, primary)]);
    }
    if one.id != other.id {
        check_arc(figure, one, other)?;
    }
    match second_attack(scene, figure, other, &pair, &second) {
        Ok(mut secondary) => {
            primary.paired = one.id == other.id;
            secondary.paired = primary.paired;
            Ok(vec![(one.id, primary), (other.id, secondary)])
        }
        Err(refusal) if one.id != other.id || !second.flags.is_empty() => Err(refusal),
        // Where just one attack can be made the other is forfeited (P-224).
        Err(_) => Ok(vec![(one.id, primary)]),
    }
}

fn second_attack(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    pair: &two_weapons::Pair,
    slots: &Slots,
) -> Result<AttackContext, Refusal> {
    if figure.tempo.second_spent {
        return Err(Refusal::new(
            "P-225",
            "the other weapon parried: not before the Primary has attacked or parried",
        ));
    }
    let mut aim = aim(slots)?;
    aim.ordinal = 1;
    let weapon = pair.secondary.clone();
    let mut context = gather::attack_with(scene, figure, target, weapon, &aim, Occasion::Action)?;
    context.extra.extend(pair.modifiers.iter().cloned());
    Ok(context)
}

/// Two targets lie in neighbouring Forward directions: within 120° (P-223).
fn check_arc(figure: &Figure, one: &Figure, other: &Figure) -> Result<(), Refusal> {
    let line = |target: &Figure| target.place.hex - figure.place.hex;
    if crate::board::arc::within_60(line(one), line(other)) {
        Ok(())
    } else {
        Err(Refusal::new(
            "P-223",
            format!(
                "{} and {} stand too far apart for one attack of two weapons",
                one.label.name, other.label.name
            ),
        ))
    }
}

/// Ways of using both hands beside those of one, for each target: together, apart, alone, and the
/// Special Attacks of the other hand.
pub fn manners(targets: &[CombatantId]) -> Vec<Slots> {
    let mut list = Vec::new();
    for target in targets {
        let plain = Slots::target(*target);
        list.push(plain.clone().with_flag(COMBINED));
        list.push(plain.clone().with_flag(ALONE));
        for special in ["target", "feint", "disarm", "stun", "sweep"] {
            let second = format!("{SECOND}{special}");
            list.push(plain.clone().with_flag(&second));
            list.push(plain.clone().with_flag(special).with_flag(&second));
        }
        for other in targets.iter().filter(|other| *other != target) {
            list.push(Slots {
                targets: vec![*target, *other],
                ..Slots::default()
            });
        }
    }
    list
}

/// What slots say of the other hand, for a player.
pub fn words(scene: &Scene, slots: &Slots) -> String {
    if slots.flag(COMBINED) {
        return ", both fists in one blow".to_owned();
    }
    if slots.flag(ALONE) {
        return ", with one hand alone".to_owned();
    }
    let (_, second) = parted(slots);
    let mut words = String::new();
    if let Some(other) = slots.targets.get(1).and_then(|id| scene.get(*id)) {
        words = format!(", the other hand at {}", other.label.name);
    }
    for flag in &second.flags {
        words = format!("{words}, the other hand: {flag}");
    }
    words
}
