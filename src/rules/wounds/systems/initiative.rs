//! Initiative is rolled and the timeline stands (W-011 to W-017).

use super::clock::surprised_round;
use crate::combat::combatant::CombatantId;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::rules::wounds::agenda::takes_part;
use crate::rules::wounds::field::{Field, Sides};
use crate::rules::wounds::initiative::{self, Rolled};
use crate::rules::wounds::scene::Scene;
use crate::rules::wounds::state::Initiative;
use crate::rules::wounds::tables::InitiativeMode;
use crate::rules::wounds::verbs::intend;
use bevy::prelude::*;

/// Rolls for everybody who takes part, by what he said he would use.
pub fn roll_initiative(mut field: Field, sides: Res<Sides>) {
    let scene = field.scene();
    let rolled = scene.switches.initiative != InitiativeMode::Trade;
    let surprise = surprised_round(&field, &sides);
    if rolled && !surprise {
        for who in field.ids() {
            if takes_part(scene.figure(who)) {
                roll_one(&mut field, &scene, who);
            }
        }
    } else if surprise {
        let event = Event::general(scene.round, EventKind::Note)
            .note("one side is surprised: the other acts before it, and nobody rolls (W-010)");
        field.say(event);
    }
    field.enter(Stage::Action, 0);
}

fn roll_one(field: &mut Field, scene: &Scene, who: CombatantId) {
    let item = field.flow.answer(who).and_then(|choice| choice.slots.item);
    let figure = scene.figure(who);
    let (context, skill) = intend::context(scene, figure, item);
    let Rolled {
        face: _,
        initiative,
        undrawn,
    } = initiative::roll(&context, field.dice());
    let (target, modifiers) = initiative::target(&context);
    let sheathed = item
        .and_then(|item| figure.gear.item(item))
        .filter(|item| intend::is_sheathed(item))
        .map(|item| item.id);
    let due = match initiative {
        Initiative::Count(count) => count,
        _ => 0,
    };
    let mut row = field.get_mut(who);
    row.turn.intended = Some(skill);
    row.turn.initiative = initiative;
    row.turn.undrawn = undrawn;
    row.turn.count = due;
    row.agenda.draws = sheathed;
    let mut event = field.event(
        who,
        EventKind::Initiative {
            due: u32::try_from(due).unwrap_or(0),
        },
    );
    event = match initiative {
        Initiative::Failed(degree) => {
            event.note(format!("the initiative failed by {degree}: one action"))
        }
        Initiative::Fumbled => event.note("the initiative was fumbled: last of all, one action"),
        _ => event,
    };
    event = event.detail("to stay under", target, "W-011");
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    if context.undrawn > 0 {
        event = event.detail("weapon undrawn", -i32::from(context.undrawn), "W-015");
    }
    field.say(event);
}
