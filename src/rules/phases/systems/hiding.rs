//! Who lies hidden, and what ends it: acting, being seen, being touched (BT-8; design: events).
//!
//! A hidden combatant is not on the board for his enemies: their scene, prompts, odds, plots and
//! standing orders know nothing of him, and his walk is told to his own side alone.

use crate::board::light;
use crate::combat::combatant::{CombatantId, Condition};
use crate::combat::event::{Audience, Event, EventKind};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::field::Field;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Figure, Scene};
use bevy::prelude::*;

/// Finds those who have come into an enemy's sight.
pub fn notice(mut field: Field) {
    if !field.somebody_hides() {
        return;
    }
    let scene = field.scene();
    for figure in &scene.figures {
        if !figure.conditions.has(Condition::Hidden) {
            continue;
        }
        let watcher = scene
            .figures
            .iter()
            .find(|watcher| scene.enemies(watcher.id, figure.id) && sees(&scene, watcher, figure));
        if let Some(watcher) = watcher {
            let words = format!("is seen by {}", watcher.label.name);
            reveal(&mut field, figure.id, &words);
        }
    }
}

/// Whether somebody able sees another (B-020), who is not behind his back (P-034).
fn sees(scene: &Scene, watcher: &Figure, hidden: &Figure) -> bool {
    if !watcher.fitness.is_able() || arc_of(watcher.place, hidden.place.hex) == Arc4::Back {
        return false;
    }
    let (from, to) = (watcher.eye(scene), hidden.eye(scene));
    let grade = light::grade(&scene.board, hidden.place.hex, &[]);
    light::seen(&scene.board, from, to, grade)
}

/// Ends somebody's hiding; nothing for one who does not hide.
pub fn reveal(field: &mut Field, who: CombatantId, words: &str) {
    if field.get_mut(who).conditions.lift(Condition::Hidden) {
        let kind = EventKind::Condition {
            condition: Condition::Hidden,
            begun: false,
        };
        let event = field.event(who, kind).note(words.to_owned());
        field.say(event);
    }
}

/// What an event does to a hiding: whoever strikes, is struck or comes to lie there is hidden no
/// more; anything else he does is known to his own side alone.
pub fn guard(field: &mut Field, event: &mut Event) {
    let Some(who) = event.who else { return };
    if !field.get(who).conditions.has(Condition::Hidden) {
        return;
    }
    match event.kind {
        EventKind::Swung { .. }
        | EventKind::Charged { .. }
        | EventKind::Defended { .. }
        | EventKind::Harmed { .. }
        | EventKind::Displaced { .. }
        | EventKind::Out(_) => reveal(field, who, "comes out of hiding"),
        _ if event.audience == Audience::All => {
            event.audience = Audience::Side(*field.get(who).side);
        }
        _ => {}
    }
}
