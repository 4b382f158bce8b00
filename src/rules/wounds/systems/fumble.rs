//! What a fumbled attack brings on the one who made it (T9).

use super::handling::drop_item;
use super::resolution::strike_home;
use super::states::{fall, settle_state};
use crate::board::line::walks;
use crate::board::{Hex, distance, reach};
use crate::combat::combatant::{CombatantId, Item};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::EventKind;
use crate::rules::wounds::attack;
use crate::rules::wounds::exchange::{Exchange, run};
use crate::rules::wounds::field::{Blow, Field};
use crate::rules::wounds::gather::{self, How};
use crate::rules::wounds::missile::{self, Manner};
use crate::rules::wounds::scene::{Figure, Scene, item_words};
use crate::rules::wounds::sheet::Skill;
use crate::rules::wounds::tables::FumbleResult;

/// Every row that was thrown, one after another.
pub fn suffer(field: &mut Field, blow: &Blow) {
    let who = blow.attack.who;
    for row in &blow.exchange.fumbles {
        match row {
            FumbleResult::OffBalance | FumbleResult::Twice => off_balance(field, who),
            FumbleResult::WeaponDropped if jams(blow) => {
                // More than it holds: it has to be cleared before anything else (T9).
                field.spent.0.insert(blow.item, u16::MAX);
                note(field, who, "jams the weapon (T9)");
            }
            FumbleResult::WeaponDropped => drop_item(field, who, blow.item, "T9"),
            FumbleResult::Falls => fall(field, who, "stumbles over his own blow (T9)"),
            FumbleResult::NoFurtherAction => {
                field.get_mut(who).turn.over = true;
                note(field, who, "can do nothing more in this round (T9)");
            }
            FumbleResult::HitsAlly => {
                let scene = field.scene();
                let ally = if blow.attack.usage.is_melee() {
                    ally_in_reach(&scene, blow)
                } else {
                    ally_in_line(&scene, blow)
                };
                match ally {
                    Some(ally) => hit_ally(field, &scene, blow, ally),
                    None => off_balance(field, who),
                }
            }
            FumbleResult::WeaponDamaged => wear(field, blow),
        }
    }
}

fn note(field: &mut Field, who: CombatantId, words: &str) {
    let event = field.event(who, EventKind::Note).note(words);
    field.say(event);
}

fn off_balance(field: &mut Field, who: CombatantId) {
    field.get_mut(who).exposure.off_balance = true;
    note(field, who, "is off balance until his next action (T9)");
}

fn wear(field: &mut Field, blow: &Blow) {
    let who = blow.attack.who;
    let mut row = field.get_mut(who);
    let Some(item) = row.gear.0.iter_mut().find(|item| item.id == blow.item) else {
        return;
    };
    item.wear = item.wear.saturating_add(1);
    let words = if item.wear >= 2 {
        "the weapon breaks (T9)"
    } else {
        "the weapon is damaged (T9)"
    };
    note(field, who, words);
}

/// The nearest ally whom the weapon reaches; of equals the one whose dice come first.
fn ally_in_reach(scene: &Scene, blow: &Blow) -> Option<CombatantId> {
    let striker = scene.figure(blow.attack.who);
    let hexes = u32::from(blow.attack.usage.reach);
    scene
        .figures
        .iter()
        .filter(|other| {
            other.id != striker.id
                && !scene.enemies(striker.id, other.id)
                && other.fitness.on_board()
                && !other.fitness.is_out()
                && reach::melee_open(&scene.board, striker.place.hex, other.place.hex, hexes)
                    .is_ok()
        })
        .min_by_key(|other| (distance(striker.place.hex, other.place.hex), other.dice))
        .map(|other| other.id)
}

/// A firearm jams where another weapon is dropped.
fn jams(blow: &Blow) -> bool {
    blow.attack.usage.skill.wanted == Skill::Firearms
}

/// The nearest ally in the line of a missile or beside the one it was meant for; of equals the one
/// whose dice come first.
fn ally_in_line(scene: &Scene, blow: &Blow) -> Option<CombatantId> {
    let shooter = scene.figure(blow.attack.who);
    let target = scene.figure(blow.attack.target);
    let (from, to) = (shooter.place.hex, target.place.hex);
    let whole = distance(from, to);
    let in_line = |hex: Hex| {
        let between = walks(from, to).any(|mut form| form.any(|step| step == hex));
        between || distance(hex, to) == 1
    };
    scene
        .figures
        .iter()
        .filter(|other| {
            other.id != shooter.id
                && !scene.enemies(shooter.id, other.id)
                && other.fills()
                && distance(from, other.place.hex) <= whole + 1
                && in_line(other.place.hex)
        })
        .min_by_key(|other| (distance(from, other.place.hex), other.dice))
        .map(|other| other.id)
}

/// A missile into a melee that misses by 1 to 3 strikes somebody who fights beside its target (T6).
pub fn stray(field: &mut Field, blow: &Blow) {
    let attack = &blow.attack;
    if !attack.situation.into_melee {
        return;
    }
    let scene = field.scene();
    let number = attack::number(attack, &scene.tables.circumstances);
    if !(1..=3).contains(&(i32::from(blow.exchange.face) - number)) {
        return;
    }
    let (shooter, target) = (scene.figure(attack.who), scene.figure(attack.target));
    let mut beside: Vec<&Figure> = missile::neighbours(&scene, shooter, target).collect();
    beside.sort_by_key(|other| other.dice);
    let Ok(count @ 1..) = u16::try_from(beside.len()) else {
        return;
    };
    let face = if count == 1 {
        1
    } else {
        let throw = Throw::nth(attack.who, "stray", attack.ordinal);
        field.dice().face(throw, count)
    };
    let struck = beside[usize::from(face - 1)].id;
    let face = blow.exchange.face;
    hit_other(field, &scene, blow, struck, face, ("miss by 1 to 3", "T6"));
}

/// The weapon of a blow, in hand or where it was thrown.
fn weapon_of<'s>(scene: &'s Scene, blow: &Blow) -> Option<&'s Item> {
    let lying = scene.ground.iter().map(|lying| &lying.item);
    let held = scene.figure(blow.attack.who).gear.item(blow.item);
    held.or_else(|| lying.clone().find(|item| item.id == blow.item))
}

/// Half the roll with the same +Damage.
fn hit_ally(field: &mut Field, scene: &Scene, blow: &Blow, ally: CombatantId) {
    let face = blow.exchange.face / 2;
    hit_other(field, scene, blow, ally, face, ("half the roll", "T9"));
}

/// A blow that strikes somebody it was not meant for, with this face.
fn hit_other(
    field: &mut Field,
    scene: &Scene,
    blow: &Blow,
    other: CombatantId,
    face: u16,
    (label, rule): (&'static str, &'static str),
) {
    let how = How {
        called: None,
        penalty: 0,
        ordinal: blow.attack.ordinal + 8,
    };
    let striker = scene.figure(blow.attack.who);
    let item = weapon_of(scene, blow);
    let whom = scene.figure(other);
    let found = if blow.attack.usage.is_melee() {
        gather::stray(scene, striker, whom, blow.item, how).ok()
    } else {
        let manner = match blow.attack.usage.skill.wanted {
            Skill::Thrown => Manner::Thrown,
            _ => Manner::Shot,
        };
        item.and_then(|item| missile::stray(scene, striker, whom, item, manner, how).ok())
    };
    let Some(context) = found else {
        off_balance(field, blow.attack.who);
        return;
    };
    let exchange = run(&Exchange::strike(&context, face), &context, field.dice());
    let weapon = item.map_or_else(String::new, |item| item_words(item, &scene.tables));
    let event = field
        .event(
            blow.attack.who,
            EventKind::Swung {
                target: other,
                weapon: weapon.into(),
                manner: "stray blow".into(),
                result: "hit".into(),
            },
        )
        .detail(label, face.into(), rule);
    field.say(event);
    let stray = Blow {
        item: blow.item,
        attack: context.attack.clone(),
        exchange,
    };
    strike_home(field, &stray);
    settle_state(field, other);
}
