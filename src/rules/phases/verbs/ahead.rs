//! Statements named ahead with a plot, so that one sitting takes both; called by the verb `plot`.
//! What was named is the statement's preset as long as it can still be done when its time comes.

use crate::board::distance;
use crate::combat::order::{Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::scene::{Declared, Figure, HoldMode, Scene};
use crate::rules::phases::verbs::attack::{self, Strike};
use crate::rules::phases::verbs::break_free::{self, BreakFree};
use crate::rules::phases::verbs::burst::{self, BurstVerb};
use crate::rules::phases::verbs::grapple::{self, Wrestle};
use crate::rules::phases::verbs::{declare, hold, two};

/// Hexes to throw at that are named ahead, the best first.
const PLACES: usize = 24;

/// The verb of a statement, by its name.
pub fn statement_verb(name: &str) -> Option<&'static dyn Verb> {
    const VERBS: [&dyn Verb; 8] = [
        &Strike::MELEE,
        &Strike::SHOT,
        &Strike::THROW,
        &BurstVerb,
        &Wrestle,
        &BreakFree,
        &hold::Hold,
        &hold::Act,
    ];
    VERBS.into_iter().find(|verb| verb.name() == name)
}

/// The verb that does what was declared; nothing was declared but to wait without one.
fn declared_verb(scene: &Scene, figure: &Figure) -> Option<&'static str> {
    match figure.tempo.declared {
        Declared::Attack(_) | Declared::Both(_) | Declared::DrawAttack(_) => Some("attack"),
        Declared::Shoot(_) => Some("shoot"),
        Declared::Throw(_) if burst::declared(scene, figure).is_some() => Some("burst"),
        Declared::Throw(_) => Some("throw"),
        Declared::Grapple => Some("grapple"),
        Declared::BreakFree => Some("break free"),
        Declared::Maintain => None,
        Declared::Guard | Declared::Wait => None,
        _ => Some("act"),
    }
}

/// Statements worth naming ahead: the declared one at every enemy, the nearest first, and holding.
pub fn statements(scene: &Scene, figure: &Figure) -> Vec<Choice> {
    let mut choices = Vec::new();
    match declared_verb(scene, figure) {
        Some("act") => choices.push(Choice::plain("act")),
        Some("burst") => {
            let hexes = burst::places(scene, figure).into_iter().take(PLACES);
            choices.extend(hexes.map(|hex| Choice::new("burst", burst::at(hex))));
        }
        Some("grapple") => choices.extend(grapple::ahead(scene, figure)),
        Some("break free") => choices.extend(break_free::choices(scene, figure)),
        Some(verb) => {
            let mut foes: Vec<_> = scene.foes(figure).collect();
            foes.sort_by_key(|foe| distance(figure.place.hex, foe.place.hex));
            for foe in foes {
                for manner in attack::manners(scene, figure, foe, verb == "attack", false) {
                    let targets = vec![foe.id];
                    choices.push(Choice::new(verb, Slots { targets, ..manner }));
                }
            }
        }
        None => {}
    }
    choices.extend([HoldMode::Overprepare, HoldMode::Guard, HoldMode::Plain].map(hold::choice));
    choices
}

/// Whether a statement may be named ahead. Reach and sight are those of the moment it is made in
/// and no business here.
///
/// # Errors
/// Why not.
pub fn check_ahead(
    scene: &Scene,
    figure: &Figure,
    slots: &Slots,
    then: &Choice,
) -> Result<(), Refusal> {
    if !slots.flag("rush") {
        figure.may_act(scene.phase)?;
    }
    if then.slots.then.is_some() || then.slots.plot.is_some() {
        return Err(Refusal::form("a statement holds no other order"));
    }
    if then.verb == "hold" {
        if slots.flag("rush") {
            return Err(Refusal::new(
                "P-042",
                "an announced rush cannot be withdrawn: it has to be acted out",
            ));
        }
        return hold::check_mode(figure, hold::mode(&then.slots));
    }
    if declared_verb(scene, figure) != Some(then.verb.as_str()) {
        let words = declare::words(&figure.tempo.declared, &figure.gear, &scene.tables);
        return Err(Refusal::new(
            "P-093",
            format!("declared was `{words}`; anything else needs an abort"),
        ));
    }
    match then.verb.as_str() {
        "act" => return Ok(()),
        "break free" => return break_free::context(scene, figure, &then.slots).map(|_| ()),
        "burst" => return burst::named(scene, &then.slots),
        "grapple" => {
            grapple::want(&then.slots)?;
        }
        _ if two::declared(figure) => two::check_words(&then.slots)?,
        _ => {
            attack::aim(&then.slots)?;
        }
    }
    if then.slots.targets.is_empty() {
        return Err(Refusal::form(format!("`{}` needs a target", then.verb)));
    }
    for id in &then.slots.targets {
        let target = scene
            .get(*id)
            .ok_or_else(|| Refusal::form("there is no such combatant"))?;
        if !scene.enemies(figure.id, *id) {
            return Err(Refusal::form(format!("{} is no enemy", target.label.name)));
        }
    }
    Ok(())
}
