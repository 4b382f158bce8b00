//! `grapple`: with bare hands at a neighbour: hold him, force him down together, and once he is
//! held pin or throw him (P-230 to P-241).

use crate::board::distance;
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::grapple::hands::{self, Want};
use crate::rules::phases::grapple::{Grapple, Way};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::verbs::{declare, odds};

/// The verb.
pub struct Wrestle;

/// Flags of the verb; without one it is a Hold.
const FLAGS: [&str; 3] = ["overbear", "pin", "throw"];

/// What slots ask for.
///
/// # Errors
/// Unknown flags, two aims at once (P-173), a Throw without a direction (P-241).
pub fn want(slots: &Slots) -> Result<Want, Refusal> {
    let stranger = slots
        .flags
        .iter()
        .find(|flag| !FLAGS.contains(&flag.as_str()));
    if let Some(stranger) = stranger {
        return Err(Refusal::form(format!(
            "`{stranger}` is unknown here; allowed: {}",
            FLAGS.join(", ")
        )));
    }
    if slots.flags.len() > 1 {
        return Err(Refusal::new("P-173", "one thing at a time"));
    }
    if slots.flag("overbear") {
        Ok(Want::Overbear)
    } else if slots.flag("pin") {
        Ok(Want::Pin)
    } else if slots.flag("throw") {
        slots
            .dir
            .map(Want::Throw)
            .ok_or_else(|| Refusal::new("P-241", "name the direction to throw him in"))
    } else {
        Ok(Want::Hold)
    }
}

/// The slots of a grapple at somebody.
fn slots(target: CombatantId, want: Want) -> Slots {
    let plain = Slots::target(target);
    match want {
        Want::Hold => plain,
        Want::Overbear => plain.with_flag("overbear"),
        Want::Pin => plain.with_flag("pin"),
        Want::Throw(dir) => Slots {
            dir: Some(dir),
            ..plain.with_flag("throw")
        },
    }
}

/// Everything that may be tried with somebody, in the thrower's own frame.
fn wants(figure: &Figure) -> Vec<Want> {
    let mut list = vec![Want::Hold, Want::Overbear, Want::Pin];
    let turned = [0, 1, -1, 2, -2, 3].map(|sixths| figure.place.facing.turned(sixths));
    list.extend(turned.map(Want::Throw));
    list
}

/// Grapples worth naming ahead: what the grip allows, else a Hold on every enemy, the nearest first.
pub fn ahead(scene: &Scene, figure: &Figure) -> Vec<Choice> {
    let choice = |target, want| Choice::new("grapple", slots(target, want));
    if let Some(grip) = figure.grip() {
        return wants(figure)
            .into_iter()
            .skip(2)
            .map(|want| choice(grip.whom, want))
            .collect();
    }
    let mut foes: Vec<&Figure> = scene.foes(figure).collect();
    foes.sort_by_key(|foe| distance(figure.place.hex, foe.place.hex));
    foes.into_iter()
        .flat_map(|foe| [Want::Hold, Want::Overbear].map(|want| choice(foe.id, want)))
        .collect()
}

/// The attack that slots describe.
///
/// # Errors
/// Why it cannot be tried.
pub fn context(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<AttackContext, Refusal> {
    if figure.tempo.declared != Declared::Grapple {
        let words = declare::words(&figure.tempo.declared, &figure.gear, &scene.tables);
        return Err(Refusal::new(
            "P-093",
            format!("declared was `{words}`; anything else needs an abort"),
        ));
    }
    let want = want(slots)?;
    let [target] = slots.targets.as_slice() else {
        return Err(Refusal::form("`grapple` needs one target"));
    };
    let target = scene
        .get(*target)
        .ok_or_else(|| Refusal::form("there is no such combatant"))?;
    hands::attack(scene, figure, target, want)
}

/// All grapples possible now.
pub fn possible(scene: &Scene, figure: &Figure) -> Vec<Slots> {
    hands::candidates(scene, figure)
        .into_iter()
        .flat_map(|target| {
            wants(figure)
                .into_iter()
                .map(move |want| slots(target.id, want))
        })
        .filter(|slots| context(scene, figure, slots).is_ok())
        .collect()
}

/// Where a throw ends, for a player.
fn end_of(way: &Way) -> String {
    let mut words = format!("{} m", way.hexes);
    if way.drop > 0 {
        words = format!("{words}, down {} level(s)", way.drop);
    } else if way.water {
        words.push_str(", into deep water");
    } else if way.wall > 0 {
        words = format!("{words}, against a wall after {}", way.hexes - way.wall);
    }
    words
}

impl Verb for Wrestle {
    fn name(&self) -> &'static str {
        "grapple"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["P-230", "P-231", "P-234", "P-235", "P-239", "P-241"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.may_act(scene.phase).is_err() {
            return Vec::new();
        }
        possible(scene, figure)
            .into_iter()
            .map(|slots| Choice::new("grapple", slots))
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        context(scene, figure, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let context = context(scene, scene.figure(who), slots).ok()?;
        let target = scene.get(*slots.targets.first()?)?;
        Some(odds::of_attack(scene, target, context))
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let name = slots
            .targets
            .first()
            .and_then(|id| scene.get(*id))
            .map_or("somebody unknown", |target| target.label.name.as_str());
        match want(slots) {
            Ok(Want::Hold) => format!("get hold of {name}"),
            Ok(Want::Overbear) => format!("force {name} down together with the others"),
            Ok(Want::Pin) => format!("pin {name}"),
            Ok(Want::Throw(dir)) => {
                let towards = scene.board.orientation.name(dir);
                let ends = match context(scene, scene.figure(who), slots) {
                    Ok(AttackContext {
                        grapple: Some(Grapple::Throw(way)),
                        ..
                    }) => format!(" ({})", end_of(&way)),
                    _ => String::new(),
                };
                format!("throw {name} {towards}{ends}")
            }
            Err(_) => format!("grapple {name}"),
        }
    }
}
