//! The target of an attack answers it: one 3D after another, as long as it fails and more can be
//! paid; then whatever a success triggers (N-045 to N-053).

use crate::combat::combatant::CombatantId;
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::order::{Ask, Verb};
use crate::rules::nar::exchange::{Answer, Pay, Stage as Reached, answered};
use crate::rules::nar::field::Field;
use crate::rules::nar::presets::best_answer;
use crate::rules::nar::scene::{DefenceOrder, Duel};
use crate::rules::nar::verbs::{FOLLOW_UP, THREE_D, ability::UseAbility, defend};
use crate::rules::nar::{answers, plans};
use smol_str::SmolStr;

fn open(field: &mut Field, who: CombatantId, kind: &str, verbs: &[&'static str]) {
    let side = *field.get(who).side;
    let verbs = verbs.iter().map(|verb| SmolStr::new_static(verb)).collect();
    field.flow.open(kind, false, [(who, side, verbs)]);
}

fn resolve(field: &mut Field) {
    field.flow.stage = Stage::Resolution;
    field.flow.part = 0;
}

/// Asks the target for a 3D, or carries out his standing order; without any that can be paid the
/// attack comes through (N-029).
pub fn ask_defence(mut field: Field) {
    let scene = field.scene();
    let Some(duel) = scene.service.duel.as_ref() else {
        resolve(&mut field);
        return;
    };
    let who = duel.context.defender;
    if answers::answers(&scene, duel).is_empty() {
        come_through(&mut field);
        return;
    }
    match scene.figure(who).standing.defence {
        DefenceOrder::Ask => {
            field.flow.part = 1;
            open(&mut field, who, "three_d", &THREE_D);
        }
        DefenceOrder::Never => come_through(&mut field),
        DefenceOrder::Best => match best_answer(&scene, duel) {
            Some((answer, chance)) if chance.num() > 0 => defend(&mut field, &answer),
            _ => come_through(&mut field),
        },
    }
}

/// Takes the answer.
pub fn take_defence(mut field: Field) {
    field.flow.part = 0;
    let scene = field.scene();
    let orders = std::mem::take(&mut field.flow.answers);
    let Some(duel) = scene.service.duel.as_ref() else {
        resolve(&mut field);
        return;
    };
    let order = orders
        .iter()
        .find(|order| order.who == duel.context.defender);
    let answer = order
        .and_then(|order| defend::answer_of(&order.choice))
        .filter(|answer| answers::check_answer(&scene, duel, answer).is_ok());
    match answer {
        Some(answer) => defend(&mut field, &answer),
        None => come_through(&mut field),
    }
}

fn come_through(field: &mut Field) {
    advance(field, None);
    resolve(field);
}

fn advance(field: &mut Field, answer: Option<&Answer>) -> Option<Duel> {
    let mut duel = field.service.duel.clone()?;
    duel.exchange = answered(&duel.exchange, &duel.context, answer, field.dice());
    field.service.duel = Some(duel.clone());
    Some(duel)
}

/// Pays for a 3D, makes it and tells how its total came about (N-045).
fn defend(field: &mut Field, answer: &Answer) {
    let Some(who) = field
        .service
        .duel
        .as_ref()
        .map(|duel| duel.context.defender)
    else {
        return;
    };
    let mut row = field.get_mut(who);
    let (pool, rule) = match answer.pay {
        Pay::Dap => {
            row.tempo.pay_dap(answer.effort);
            ("paid DAP", "N-047")
        }
        Pay::Nar => {
            row.tempo.pay_nar(answer.effort);
            ("paid NAR", "N-049")
        }
    };
    let Some(duel) = advance(field, Some(answer)) else {
        return;
    };
    let Some(made) = duel.exchange.tries.last() else {
        return;
    };
    let manner = answer.defence.word().into();
    let success = made.success;
    let own = answer.defence.rule();
    let mut event = field.event(who, EventKind::Defended { manner, success });
    for part in duel.context.parts(answer) {
        event = event.detail(part.label.clone(), part.value, part.rule.clone());
    }
    event = event
        .detail("d20", i32::from(made.die), own)
        .detail("AR", made.ar, own)
        .detail("AB", made.ab, "N-027")
        .detail(pool, i32::from(answer.effort.points()), rule);
    if made.ab == made.ar {
        event = event.note("a tie (N-055)");
    }
    field.say(event);
    field.flow.part = match duel.exchange.stage {
        Reached::Stopped => 2,
        _ => 0,
    };
}

/// Offers what a success triggers (N-046).
pub fn ask_follow_up(mut field: Field) {
    let scene = field.scene();
    let who = scene
        .service
        .duel
        .as_ref()
        .map(|duel| duel.context.defender);
    let offered = who.filter(|who| {
        scene.figure(*who).fitness.is_able()
            && UseAbility
                .options(&Ask { scene: &scene }, *who)
                .iter()
                .any(|choice| {
                    let plan = plans::ability_plan(&scene, *who, &choice.slots);
                    plan.is_ok_and(|(ability, _)| ability.trigger.is_some())
                })
    });
    match offered {
        Some(who) => {
            field.flow.part = 3;
            open(&mut field, who, "follow_up", &FOLLOW_UP);
        }
        None => resolve(&mut field),
    }
}

/// Notes what was chosen: it follows when the attack is done with.
pub fn take_follow_up(mut field: Field) {
    let scene = field.scene();
    let orders = std::mem::take(&mut field.flow.answers);
    if let Some(duel) = &scene.service.duel {
        let who = duel.context.defender;
        let ability = orders
            .iter()
            .filter(|order| order.who == who && order.choice.verb == "ability")
            .find_map(|order| plans::ability_plan(&scene, who, &order.choice.slots).ok());
        let mut duel = duel.clone();
        duel.follow_up = ability.map(|(ability, _)| ability);
        field.service.duel = Some(duel);
    }
    resolve(&mut field);
}
