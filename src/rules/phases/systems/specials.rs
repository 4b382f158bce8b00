//! What Special Attacks leave behind, applied in Resolution: broken gear, hurt parts of the body,
//! weapons struck away, the stunned and the swept (P-136 to P-198, P-205, P-206, P-260).

use super::handling::{hand_after, lay_down, uses};
use super::resolution::{go_prone, lose, lose_initiative};
use crate::board::Dir;
use crate::board::push::{PushStep, push_step};
use crate::combat::combatant::{Carried, CombatantId, Condition, Item, ItemId};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::rules::phases::body::{Blunt, Body, MINUTE, Part, Use, Wound};
use crate::rules::phases::breaking::{is_ruined, rule_of};
use crate::rules::phases::effects::{Lost, Worn};
use crate::rules::phases::exchange::Assault;
use crate::rules::phases::field::{Field, FigureRowItem};
use crate::rules::phases::scene::{Scene, Tables};
use crate::rules::phases::verbs::declare::{item_words, patient_of};

use super::bouts::Fight;

/// Applies what a fight did besides wounding.
pub fn apply(field: &mut Field, fight: &Fight) {
    let effects = &fight.bout.effects;
    if effects.is_empty() {
        return;
    }
    let who = fight.target;
    for worn in &effects.worn {
        wear(field, who, *worn);
    }
    for (at, points) in &effects.own {
        own_weapon(field, fight, usize::from(*at), *points);
    }
    for wound in &effects.wounds {
        wounded(field, who, *wound);
    }
    for lost in &effects.lost {
        fly(field, fight, *lost);
    }
    if effects.swept {
        go_prone(field, who, "swept off his feet (P-194)");
    }
    if effects.anew {
        lose_initiative(field, who);
    }
    if effects.stun > 0 {
        stun(field, who, effects.stun.into());
    }
}

/// Its name, and what it is where the name alone does not say so.
fn gear_words(item: &Item, tables: &Tables) -> String {
    let name = item_words(item, tables);
    let kind = if tables.shields.contains_key(&item.name) {
        "shield"
    } else if tables.armour.contains_key(&item.name) {
        "armour"
    } else {
        return name;
    };
    if name.contains(kind) {
        name
    } else {
        format!("{name} {kind}")
    }
}

/// Breaking Damage of an item: worn down, or ruined and out of hand (P-205, P-206, P-260).
pub fn wear(field: &mut Field, who: CombatantId, worn: Worn) {
    let tables = field.tables().clone();
    let mut row = field.get_mut(who);
    let Some(held) = row.gear.0.iter_mut().find(|held| held.id == worn.item) else {
        return;
    };
    held.wear = held.wear.saturating_add(worn.points);
    let name = gear_words(held, &tables);
    let ruined = is_ruined(&tables, &held.name, held.wear);
    let rule = rule_of(&tables, &held.name);
    let total = held.wear;
    // A ruined suit stays on its wearer; what was in hand is out of it for good.
    let gone = ruined && held.carried != Carried::Worn;
    if gone {
        row.gear.0.retain(|held| held.id != worn.item);
        row.tempo.declares |= uses(&row.tempo.declared, worn.item);
    }
    if worn.pierce > 0 && !gone {
        let pierced = row.body.pierced.entry(worn.item).or_default();
        *pierced = pierced.saturating_add(worn.pierce);
    }
    let words = if ruined {
        format!("the {name} is ruined (P-206, P-260)")
    } else {
        format!("the {name} takes Breaking Damage ({rule})")
    };
    let event = field
        .event(who, EventKind::Note)
        .note(words)
        .detail("Breaking Damage", worn.points.into(), rule)
        .detail("in all", total.into(), rule);
    field.say(event);
}

/// Half of a Break's damage goes back to the weapon that struck; fists feel it (P-143).
fn own_weapon(field: &mut Field, fight: &Fight, at: usize, points: u8) {
    let Some(Assault::Blow(attack)) = fight.context.attacks.get(at) else {
        return;
    };
    let who = attack.attacker;
    match (attack.weapon.item, attack.weapon.rb) {
        (Some(item), Some(_)) => {
            let worn = Worn {
                item,
                points,
                pierce: 0,
            };
            wear(field, who, worn);
        }
        _ => {
            lose(field, who, points.into(), 0);
            let losses = vec![("Stamina".into(), i32::from(points))];
            let event = field
                .event(who, EventKind::Harmed { by: None, losses })
                .note("bare hands feel what they strike (P-143)");
            field.say(event);
        }
    }
}

/// A part of the body takes Breaking Damage, and what follows from it (P-151 to P-163).
fn wounded(field: &mut Field, who: CombatantId, wound: Wound) {
    let phase = field.flow.unit;
    let mut row = field.get_mut(who);
    let before = row.body.clone();
    row.body.take(wound, phase);
    let after = row.body.clone();
    let event = field.event(who, EventKind::Note);
    let Some(part) = wound.part else {
        let event =
            event
                .note("Breaking Damage (P-163)")
                .detail("in all", after.loose.into(), "P-163");
        field.say(event);
        return;
    };
    let hurt = after.part(part);
    let effects: Vec<String> = hurt
        .words(part)
        .iter()
        .map(|(words, rule)| format!("{words} ({rule})"))
        .collect();
    let words = if effects.is_empty() {
        "no lasting effect (H-9)".to_owned()
    } else {
        effects.join(", ")
    };
    let event = event
        .note(format!("{}: {words}", part.word()))
        .detail("Breaking Damage", wound.points.into(), "P-151")
        .detail("in all", hurt.total.into(), "P-151");
    field.say(event);
    follows(field, who, &before);
    let crushed = |body: &Body| body.part(Part::Head).blunt >= Blunt::Crushed;
    if crushed(&after) && !crushed(&before) && !after.dead {
        let die = u32::from(field.dice().face(Throw::new(who, "concussion"), 6));
        stun(field, who, MINUTE * die);
    }
}

/// What newly useless parts bring with them at once (H-9), and the conditions that show it.
fn follows(field: &mut Field, who: CombatantId, before: &Body) {
    let tables = field.tables().clone();
    let after = field.get(who).body.clone();
    let newly = |part| after.left(part) == Use::No && before.left(part) != Use::No;
    let lost: Vec<Part> = [Part::RightArm, Part::LeftArm]
        .into_iter()
        .filter(|part| newly(*part))
        .collect();
    for arm in lost {
        let held: Vec<(ItemId, Carried)> = field
            .get(who)
            .gear
            .in_hand()
            .map(|item| (item.id, item.carried))
            .collect();
        for (item, carried) in held {
            let gear = field.get(who).gear.clone();
            let Some(found) = gear.item(item) else {
                continue;
            };
            match hand_after(found, &tables, arm) {
                Some(hand) if hand == carried => {}
                Some(hand) => {
                    let mut row = field.get_mut(who);
                    if let Some(held) = row.gear.0.iter_mut().find(|held| held.id == item) {
                        held.carried = hand;
                    }
                    let manner = "held in one hand".into();
                    let event = field.event(who, EventKind::Handled { item, manner });
                    field.say(event);
                }
                None => super::handling::drop_item(field, who, item),
            }
        }
    }
    if after.is_down() && !before.is_down() {
        go_prone(field, who, "cannot stand any more (H-9)");
    }
    let mut row = field.get_mut(who);
    if after.is_lame() {
        row.conditions.lift(Condition::Running);
        row.motion.running_on = false;
    }
    let changed = show(&mut row);
    for (condition, begun) in changed {
        let event = field.event(who, EventKind::Condition { condition, begun });
        field.say(event);
    }
}

/// The conditions that a body shows; those that changed.
pub fn show(row: &mut FigureRowItem<'_, '_>) -> Vec<(Condition, bool)> {
    let body = &*row.body;
    let minor = Part::ALL
        .into_iter()
        .any(|part| body.left(part) == Use::Minor);
    let shown = [
        (Condition::Bleeding, body.bleeds()),
        (Condition::ArmOut, body.arm_out()),
        (Condition::LegOut, body.leg_out()),
        (Condition::Hurt, minor),
    ];
    let mut changed = Vec::new();
    for (condition, is) in shown {
        if is != row.conditions.has(condition) {
            if is {
                row.conditions.add(condition, None);
            } else {
                row.conditions.lift(condition);
            }
            changed.push((condition, is));
        }
    }
    changed
}

/// A weapon struck away flies, and lies where it fell; a wall stops it (P-165).
fn fly(field: &mut Field, fight: &Fight, lost: Lost) {
    let who = fight.target;
    let Some(Assault::Blow(attack)) = fight.context.attacks.get(usize::from(lost.at)) else {
        return;
    };
    let mut row = field.get_mut(who);
    let here = row.place.hex;
    let Some(at) = row.gear.0.iter().position(|held| held.id == lost.item) else {
        return;
    };
    let mut item = row.gear.0.remove(at);
    item.carried = Carried::Main;
    row.tempo.declares |= uses(&row.tempo.declared, lost.item);
    let dir = attack.knock_dir.unwrap_or(Dir::new(0));
    let board = field.terrain.0.clone();
    let (mut hex, mut flown) = (here, 0);
    while flown < lost.hexes {
        if let PushStep::Wall | PushStep::Border | PushStep::Soft = push_step(&board, hex, dir) {
            break;
        }
        hex = dir.from(hex);
        flown += 1;
    }
    let kind = EventKind::Dropped {
        item: lost.item,
        hex,
    };
    let mut event = field
        .event(who, kind)
        .detail("metres", flown.into(), "P-165");
    let mut words = "struck from his hand (P-164)".to_owned();
    if !lay_down(field, hex, item) {
        words += "; lost in deep water (B-084)";
    }
    event.note = words;
    field.say(event);
}

/// Stunned for so many phases after this one; whoever is so already, so many longer (P-188, P-190).
pub fn stun(field: &mut Field, who: CombatantId, phases: u32) {
    let phase = field.flow.unit;
    let mut row = field.get_mut(who);
    let from = match row.conditions.0.get(&Condition::Stunned) {
        Some(Some(last)) => (*last).max(phase),
        Some(None) => return,
        None => phase,
    };
    let until = from.saturating_add(phases);
    row.conditions.add(Condition::Stunned, Some(until));
    row.let_go();
    row.tempo.declares = false;
    row.tempo.aborted = false;
    row.tempo.refire = None;
    row.tempo.refire_due = None;
    row.motion.running_on = false;
    row.motion.charge = None;
    row.motion.fresh = true;
    row.conditions.lift(Condition::Running);
    let condition = Condition::Stunned;
    let kind = EventKind::Condition {
        condition,
        begun: true,
    };
    let left = i32::try_from(until - phase).unwrap_or(i32::MAX);
    let event = field.event(who, kind).detail("phases", left, "P-188");
    field.say(event);
}

/// Those whose stun ends with this phase come to, and begin their action again (P-188, C-6).
pub fn come_to(field: &mut Field) {
    let phase = field.flow.unit;
    for who in field.ids() {
        let until = field
            .get(who)
            .conditions
            .0
            .get(&Condition::Stunned)
            .copied();
        if until.flatten().is_none_or(|last| last > phase) {
            continue;
        }
        let mut row = field.get_mut(who);
        row.conditions.lift(Condition::Stunned);
        row.tempo.declares = true;
        row.tempo.recovers = true;
        let kind = EventKind::Condition {
            condition: Condition::Stunned,
            begun: false,
        };
        let event = field.event(who, kind);
        field.say(event);
    }
}

/// First aid: the wound that bleeds most is closed, and whoever is dying dies no more (H-7, P-157).
pub fn first_aid(field: &mut Field, scene: &Scene, who: CombatantId, patient: CombatantId) {
    let name = match patient_of(scene, scene.figure(who), patient) {
        Ok(other) => other.label.name.clone(),
        Err(refusal) => {
            let event = field.event(who, EventKind::Nothing);
            field.say(event.note(refusal.to_string()));
            return;
        }
    };
    let mut row = field.get_mut(patient);
    let part = row.body.treat();
    row.body.stable = true;
    let changed = show(&mut row);
    let at = part.map_or_else(String::new, |part| format!(", {}", part.word()));
    let event = field
        .event(who, EventKind::Note)
        .note(format!("first aid to {name}{at} (H-7, P-157)"));
    field.say(event);
    for (condition, begun) in changed {
        let event = field.event(patient, EventKind::Condition { condition, begun });
        field.say(event);
    }
}

/// At the end of a phase: wounds bleed, and a cut throat kills (P-157, P-158).
pub fn bleed(field: &mut Field, who: CombatantId) {
    let phase = field.flow.unit;
    let row = field.get(who);
    if row.body.parts.is_empty() || !row.fitness.on_board() || row.body.dead {
        return;
    }
    let points = row.body.bleeding(phase);
    if points > 0 {
        lose(field, who, points, points);
        let losses = vec![("Stamina".into(), points), ("Critical".into(), points)];
        let event = field
            .event(who, EventKind::Harmed { by: None, losses })
            .note("bleeds (P-157)");
        field.say(event);
    }
    if field.get_mut(who).body.choke(phase) {
        let event = field.event(who, EventKind::Note);
        field.say(event.note("nobody treated the cut throat (P-158)"));
    }
}
