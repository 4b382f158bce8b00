//! The count-down: who acts next is asked what he does (W-012 to W-014, W-060).

use super::handling::draw;
use super::upkeep::{ended, settle};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::plot::Plot;
use crate::combat::status::Status;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::scene::{Deed, Figure, Scene};
use crate::rules::wounds::verbs::{intend, strike};
use crate::rules::wounds::{agenda, outlook, verbs};
use bevy::prelude::*;

/// Ends the battle between two counts if a side is beaten (B-097).
pub fn judge(mut field: Field, mut status: ResMut<Status>) {
    settle(&field, &mut status, false);
    ended(&mut field, &status);
}

/// Goes on to the next count and asks those who act at it; with nobody left the round ends.
pub fn next_count(mut field: Field) {
    if field.flow.stage == Stage::Over {
        return;
    }
    for who in std::mem::take(&mut field.round.acting) {
        *field.get_mut(who).deed = Deed(None);
    }
    let scene = field.scene();
    let mut acting = agenda::next(&scene);
    if acting.is_empty() {
        field.round.count = None;
        field.enter(Stage::Upkeep, 0);
        return;
    }
    // Ids decide nothing: those who act at once are taken by their dice.
    acting.sort_by_key(|who| scene.figure(*who).dice);
    let count = agenda::next_count(&scene, scene.figure(acting[0]));
    if field.round.count != count {
        let part = match count {
            Some(count) => format!("count {count}"),
            None => "after all others".to_owned(),
        };
        let round = scene.round;
        field.say(Event::general(
            round,
            EventKind::Clock {
                unit: round,
                part: part.into(),
            },
        ));
    }
    field.round.count = count;
    field.round.acting.clone_from(&acting);
    for who in &acting {
        draw_meant(&mut field, &scene, *who);
    }
    let scene = field.scene();
    let mut asked = Vec::new();
    for who in acting {
        let figure = scene.figure(who);
        let threats = known_threats(&scene, figure);
        let idle = idles(&scene, figure);
        let mut row = field.get_mut(who);
        // Movement ended by a threat begins again with the next own action (WH-07).
        row.turn.stopped = false;
        if threats > row.course.threats || idle {
            row.course.fresh = true;
        }
        row.course.threats = threats;
        let verbs: &[&str] = if figure.acts().is_ok() {
            &verbs::ACTIONS
        } else {
            &verbs::WINDED
        };
        asked.push((
            who,
            figure.side,
            verbs.iter().map(|verb| (*verb).into()).collect(),
        ));
    }
    field.enter(Stage::Action, 1);
    field.flow.open("action", false, asked);
}

/// Enemies who threaten somebody or whom he could strike at this count: one more is news.
fn known_threats(scene: &Scene, figure: &Figure) -> u8 {
    let threats = outlook::threats(scene, figure, figure.place.hex).map(|foe| foe.id);
    let mut known: Vec<_> = threats.collect();
    if figure.acts().is_ok() {
        let reached = strike::plain(scene, figure).into_iter();
        known.extend(reached.map(|(_, planned)| planned.context.attack.target));
    }
    known.sort_unstable();
    known.dedup();
    known.len().min(255) as u8
}

/// Rounds after which somebody without a plan is asked about again.
const PATIENCE: u32 = 5;

/// Whether somebody has stood about without a plan long enough to be asked again.
fn idles(scene: &Scene, figure: &Figure) -> bool {
    let nothing = figure.course.plot == Plot::default() && figure.course.target.is_none();
    nothing && figure.turn.actions == 0 && scene.round.is_multiple_of(PATIENCE)
}

/// Draws what somebody meant to use, if he still can: its price was paid with the initiative (W-015).
fn draw_meant(field: &mut Field, scene: &Scene, who: crate::combat::combatant::CombatantId) {
    let figure = scene.figure(who);
    let Some(item) = figure.agenda.draws else {
        return;
    };
    field.get_mut(who).agenda.draws = None;
    let drawable = figure
        .gear
        .item(item)
        .is_some_and(|held| intend::drawable(scene, figure, held).is_ok());
    if drawable && figure.acts().is_ok() {
        draw(field, scene, who, item);
    }
}
