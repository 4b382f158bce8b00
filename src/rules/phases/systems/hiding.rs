//! Who lies hidden, and what ends it: acting, being seen, being touched (BT-8; design: events).
//!
//! A hidden combatant is not on the board for his enemies: their scene, prompts, odds, plots and
//! standing orders know nothing of him, and his walk is told to his own side alone.

use super::bouts::Fight;
use crate::board::light;
use crate::combat::combatant::{CombatantId, Condition, SideId};
use crate::combat::event::{Audience, Event, EventKind};
use crate::rules::phases::facing::Awareness;
use crate::rules::phases::field::Field;
use crate::rules::phases::gather;
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

/// Whether somebody able sees another (B-020), who is not behind his back (P-036) unless he has
/// looked around (P-022).
fn sees(scene: &Scene, watcher: &Figure, hidden: &Figure) -> bool {
    let arc = arc_of(watcher.place, hidden.place.hex);
    watcher.fitness.is_able()
        && gather::awareness(watcher, arc) != Awareness::Unaware
        && light_reaches(scene, watcher, hidden)
}

/// Line of sight, and light enough for the distance (B-020).
fn light_reaches(scene: &Scene, watcher: &Figure, other: &Figure) -> bool {
    let (from, to) = (watcher.eye(scene), other.eye(scene));
    let grade = gather::sight::grade(scene, other.place.hex);
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
        // Of a pair nobody sees one alone.
        let seat = *field.get(who).saddle;
        if let Some(other) = seat.mount.or(seat.rider) {
            reveal(field, other, words);
        }
    }
}

/// What nobody of another team sees, before and after it, only the own side is told.
fn guard_in_fog(field: &mut Field, event: &mut Event, who: CombatantId) {
    let scene = field.scene();
    let figure = scene.figure(who);
    let own = scene.teams.get(usize::from(figure.side.0));
    let seen = (0..)
        .map(SideId)
        .zip(scene.teams.iter())
        .filter(|(_, team)| Some(*team) != own)
        .any(|(side, _)| !unseen(&scene, figure, side));
    if !seen && figure.fitness.on_board() {
        event.audience = Audience::Side(figure.side);
    }
}

/// Whether a side knows nothing of an enemy: he hides, or under fog none of its own sees him.
pub fn unseen(scene: &Scene, figure: &Figure, side: SideId) -> bool {
    let team = |side: SideId| scene.teams.get(usize::from(side.0));
    if figure.conditions.has(Condition::Hidden) {
        return true;
    }
    // Whoever strikes shows where he is.
    let strikes = |fight: &Fight| {
        let mut assaults = fight.context.attacks.iter();
        assaults.any(|assault| assault.attacker() == figure.id)
    };
    scene.switches.fog
        && !scene.fights.iter().any(strikes)
        && !scene.figures.iter().any(|watcher| {
            team(watcher.side) == team(side)
                && watcher.fitness.is_able()
                && light_reaches(scene, watcher, figure)
        })
}

/// What an event does to a hiding: whoever strikes, is struck or comes to lie there is hidden no
/// more; anything else he does is known to his own side alone.
pub fn guard(field: &mut Field, event: &mut Event) {
    let Some(who) = event.who else { return };
    if field.nobody_hides() && !field.switches().fog {
        return;
    }
    if !field.get(who).conditions.has(Condition::Hidden) {
        if field.switches().fog && event.audience == Audience::All {
            guard_in_fog(field, event, who);
        }
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
