//! The next action is chosen and Combat Initiative rolled (P-015 to P-018, P-056, P-092).

use super::bursts::use_up;
use super::resolution::lose;
use super::specials::come_to;
use crate::combat::combatant::{CombatantId, Condition, Gear};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::rules::phases::derive::specialized;
use crate::rules::phases::field::Field;
use crate::rules::phases::initiative::{InitiativeContext, completion_cost, initiative, speed_of};
use crate::rules::phases::scene::{Declared, Scene};
use crate::rules::phases::sheet::Sheet;
use crate::rules::phases::systems::grips;
use crate::rules::phases::verbs::declare::{declared, lets_go};
use bevy::prelude::*;

/// Asks everybody who acted, reacted, lost his action or aborts for his next action.
pub fn open_declarations(mut field: Field) {
    let phase = field.flow.unit;
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "declaration".into(),
        },
    ));
    come_to(&mut field);
    let scene = field.scene();
    let asked: Vec<_> = scene
        .figures
        .iter()
        .filter(|figure| must_declare(&scene, figure.id))
        .map(|figure| (figure.id, figure.side, vec!["declare".into()]))
        .collect();
    field.flow.part = 1;
    field.flow.open("declaration", true, asked);
}

fn must_declare(scene: &Scene, who: CombatantId) -> bool {
    let figure = scene.figure(who);
    let tempo = &figure.tempo;
    // A reaction that keeps the pending action (P-213) does not set `declares`.
    // Who broke free in vain, or kept down somebody who is gone, chooses anew.
    let idle = match tempo.declared {
        Declared::BreakFree => scene.holders(who).next().is_none(),
        Declared::Maintain => !figure.maintains(),
        _ => false,
    };
    let asks = tempo.declares || tempo.acted || tempo.aborted || idle || scene.phase == 0;
    // The stunned begin again when they come to (P-188).
    let awake = !figure.conditions.has(Condition::Stunned);
    awake
        && !figure.is_steed()
        && figure.fitness.fills_hex()
        && !figure.fitness.is_out()
        && asks
        && tempo.refire_due.is_none()
}

/// Takes the answers and rolls. Before the fight nothing is rolled: everybody acts in Phase 1
/// (P-003, P-004).
pub fn roll_initiative(mut field: Field) {
    let phase = field.flow.unit;
    for order in std::mem::take(&mut field.flow.answers) {
        let who = order.who;
        let action = declared(&order.choice.slots).unwrap_or(Declared::Wait);
        if phase == 0 {
            let mut row = field.get_mut(who);
            row.tempo.declared = action;
            row.tempo.due = 1;
            continue;
        }
        settle(&mut field, who, action);
    }
    if phase > 0 {
        // Nobody is asked for a mount: it kicks again when it can (B-092).
        for who in super::riding::declare_anew(&mut field) {
            let action = field.get(who).tempo.declared.clone();
            settle(&mut field, who, action);
        }
    }
    continue_refire(&mut field);
    field.flow.enter(Stage::Upkeep);
}

/// What an aborted action costs all the same: its Stamina, and a primed grenade (P-057).
fn pay_for_aborting(field: &mut Field, who: CombatantId) {
    let tables = field.tables().clone();
    let row = field.get(who);
    let old = row.tempo.declared.clone();
    pay(
        field,
        who,
        completion_cost(&tables, &old),
        "aborting costs as much (P-057)",
    );
    if let Declared::Throw(item) = old {
        use_up(field, who, item);
    }
}

/// Takes the Stamina an action costs (P-057).
pub fn pay(field: &mut Field, who: CombatantId, cost: u8, words: &str) {
    if cost == 0 {
        return;
    }
    let shp = i32::from(cost);
    lose(field, who, shp, 0);
    let kind = EventKind::Harmed {
        by: None,
        losses: vec![("Stamina".into(), shp)],
    };
    let event = field.event(who, kind).note(words);
    field.say(event);
}

fn settle(field: &mut Field, who: CombatantId, action: Declared) {
    let phase = field.flow.unit;
    let tables = field.tables().clone();
    if lets_go(field.get(who).tempo.grip, &action) {
        grips::release(field, who, "turns to something else (P-237)");
    }
    if action == Declared::Maintain {
        maintain(field, who);
        return;
    }
    let row = field.get(who);
    let sheet = row.sheet();
    let mount = match &action {
        Declared::Mount(onto, _) => Some(*onto),
        Declared::Dismount(..) => row.saddle.mount,
        _ => None,
    };
    let steed = mount.map(|mount| field.get(mount).sheet());
    let row = field.get(who);
    let speed = speed_of(&sheet, &tables, row.gear, &action, steed.as_deref()).unwrap_or(0);
    let mut context = InitiativeContext::of(&sheet, row.gear, &tables, speed);
    context.rushed = row.tempo.carried;
    context.rush_carry = field.switches().rush_carry;
    context.recovers = row.tempo.recovers && recovers(&sheet, row.gear, &action);
    let aborted = row.tempo.aborted && !row.tempo.acted && !row.tempo.reacted;
    if aborted {
        pay_for_aborting(field, who);
    }
    let (phases, modifiers) = initiative(who, &context, field.dice());
    let reload = row_reload(field, who, &action);
    let due = (phase + phases).max(reload);
    let mut row = field.get_mut(who);
    row.tempo.declared = action.clone();
    row.tempo.due = due;
    row.let_go();
    row.tempo.carried = 0;
    row.tempo.refire = None;
    row.tempo.declares = false;
    row.tempo.recovers = false;
    row.tempo.aborted = false;
    let words = crate::rules::phases::verbs::declare::words(&action, &row.gear, &tables);
    let verb = if aborted {
        "aborts and declares"
    } else {
        "declares"
    };
    let event = field
        .event(
            who,
            EventKind::Declared {
                action: words.clone().into(),
            },
        )
        .note(format!("{verb} {words}"));
    field.say(event);
    let mut event = field.event(who, EventKind::Initiative { due });
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    if reload > phase + phases {
        event = event.detail(
            "not before the weapon is ready again",
            reload as i32,
            "P-112",
        );
    }
    field.say(event);
}

/// Quick Recovery, with a weapon specialized in (H-20, P-253).
fn recovers(sheet: &Sheet, gear: &Gear, action: &Declared) -> bool {
    let item = match action {
        Declared::Attack(item)
        | Declared::Both(item)
        | Declared::Shoot(item)
        | Declared::Throw(item)
        | Declared::DrawAttack(item) => gear.item(*item),
        _ => None,
    };
    specialized(sheet, "quick_recovery") && item.is_some_and(|item| specialized(sheet, &item.name))
}

/// Keeps somebody pinned: no roll, until something else is declared (P-237).
fn maintain(field: &mut Field, who: CombatantId) {
    let phase = field.flow.unit;
    let mut row = field.get_mut(who);
    row.tempo.declared = Declared::Maintain;
    row.tempo.due = phase;
    row.let_go();
    row.tempo.carried = 0;
    row.tempo.declares = false;
    row.tempo.aborted = false;
    let event = field
        .event(
            who,
            EventKind::Declared {
                action: "maintain the Pin".into(),
            },
        )
        .note("keeps him pinned (P-237)");
    field.say(event);
}

/// First phase in which a fresh shot may come, whatever initiative says (P-112).
fn row_reload(field: &Field, who: CombatantId, action: &Declared) -> u32 {
    match (&field.get(who).tempo.reload, action) {
        (Some((loaded, phase)), Declared::Shoot(item) | Declared::Throw(item))
            if loaded == item =>
        {
            *phase
        }
        _ => 0,
    }
}

/// Re-Fire chains go on without a roll (P-127).
fn continue_refire(field: &mut Field) {
    for who in field.those(|row| row.tempo.refire_due.is_some()) {
        let row = field.get(who);
        let Some(due) = row.tempo.refire_due else {
            continue;
        };
        let mut row = field.get_mut(who);
        row.tempo.refire_due = None;
        row.tempo.due = due;
        row.let_go();
        row.tempo.declares = false;
        let event = field
            .event(who, EventKind::Initiative { due })
            .note("goes on shooting (P-127)");
        field.say(event);
    }
}
