//! What a fumbled attack brings on the one who made it (T9).

use super::handling::drop_item;
use super::resolution::strike_home;
use super::states::{fall, settle_state};
use crate::board::{distance, reach};
use crate::combat::combatant::CombatantId;
use crate::combat::event::EventKind;
use crate::rules::wounds::exchange::{Exchange, run};
use crate::rules::wounds::field::{Blow, Field};
use crate::rules::wounds::gather::{self, How};
use crate::rules::wounds::scene::Scene;
use crate::rules::wounds::tables::FumbleResult;

/// Every row that was thrown, one after another.
pub fn suffer(field: &mut Field, blow: &Blow) {
    let who = blow.attack.who;
    for row in &blow.exchange.fumbles {
        match row {
            FumbleResult::OffBalance | FumbleResult::Twice => off_balance(field, who),
            FumbleResult::WeaponDropped => drop_item(field, who, blow.item, "T9"),
            FumbleResult::Falls => fall(field, who, "stumbles over his own blow (T9)"),
            FumbleResult::NoFurtherAction => {
                field.get_mut(who).turn.over = true;
                note(field, who, "can do nothing more in this round (T9)");
            }
            FumbleResult::HitsAlly => {
                let scene = field.scene();
                match ally_in_reach(&scene, blow) {
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

/// Half the roll with the same +Damage.
fn hit_ally(field: &mut Field, scene: &Scene, blow: &Blow, ally: CombatantId) {
    let how = How {
        called: None,
        penalty: 0,
        ordinal: blow.attack.ordinal + 8,
    };
    let striker = scene.figure(blow.attack.who);
    let Ok(context) = gather::stray(scene, striker, scene.figure(ally), blow.item, how) else {
        off_balance(field, blow.attack.who);
        return;
    };
    let face = blow.exchange.face / 2;
    let exchange = run(&Exchange::strike(&context, face), &context, field.dice());
    let weapon = striker
        .gear
        .item(blow.item)
        .map_or_else(String::new, |item| {
            crate::rules::wounds::scene::item_words(item, &scene.tables)
        });
    let event = field
        .event(
            blow.attack.who,
            EventKind::Swung {
                target: ally,
                weapon: weapon.into(),
                manner: "stray blow".into(),
                result: "hit".into(),
            },
        )
        .detail("half the roll", face.into(), "T9");
    field.say(event);
    let stray = Blow {
        item: blow.item,
        attack: context.attack.clone(),
        exchange,
    };
    strike_home(field, &stray);
    settle_state(field, ally);
}
