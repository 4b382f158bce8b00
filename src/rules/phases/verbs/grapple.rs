//! `grapple`: with bare hands at a neighbour: hold him, force him down together, and once he is
//! held pin or throw him (P-230 to P-241).

use crate::board::{Dir, distance};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::gather;
use crate::rules::phases::grapple::hands::{self, Want};
use crate::rules::phases::grapple::{Grapple, Way};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::special::Special;
use crate::rules::phases::verbs::{declare, odds};

/// The verb.
pub struct Wrestle;

/// Flags of the verb; without one it is a Hold.
const FLAGS: [&str; 6] = ["overbear", "pin", "throw", "disarm", "stun", "sweep"];

/// The Special Attacks of weapons that hands do as well (P-234).
const SPECIALS: [Special; 3] = [Special::Disarm, Special::Stun, Special::Sweep];

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
    let special = SPECIALS.into_iter().find(|one| slots.flag(one.word()));
    if let Some(special) = special {
        let disarms = special == Special::Disarm;
        let dir = slots.dir.filter(|_| disarms);
        Ok(Want::Special(special, dir, slots.item.filter(|_| disarms)))
    } else if slots.flag("overbear") {
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
        Want::Special(special, dir, item) => Slots {
            dir,
            item,
            ..plain.with_flag(special.word())
        },
    }
}

/// Everything that may be tried with somebody, in the thrower's own frame; with `all`, every
/// direction a weapon may be sent in.
fn wants(scene: &Scene, figure: &Figure, target: &Figure, all: bool) -> Vec<Want> {
    let mut list = vec![Want::Hold, Want::Overbear, Want::Pin];
    let turned = [0, 1, -1, 2, -2, 3].map(|sixths| figure.place.facing.turned(sixths));
    list.extend(turned.map(Want::Throw));
    list.extend([Special::Stun, Special::Sweep].map(|one| Want::Special(one, None, None)));
    let weapons: Vec<_> = gather::weapons(scene, target)
        .map(|item| Some(item.id))
        .collect();
    let weapons = if weapons.len() < 2 {
        vec![None]
    } else {
        weapons
    };
    for item in weapons {
        let dirs: &[Option<Dir>] = if all { &turned.map(Some) } else { &[None] };
        let disarms = dirs
            .iter()
            .map(|dir| Want::Special(Special::Disarm, *dir, item));
        list.extend(disarms);
    }
    list
}

/// Grapples worth naming ahead: what the grip allows, else a Hold on every enemy, the nearest first.
pub fn ahead(scene: &Scene, figure: &Figure) -> Vec<Choice> {
    let choice = |target, want| Choice::new("grapple", slots(target, want));
    if let Some(held) = figure.grip().and_then(|grip| scene.get(grip.whom)) {
        return wants(scene, figure, held, true)
            .into_iter()
            .skip(2)
            .map(|want| choice(held.id, want))
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

/// All grapples possible now; with `all`, every direction a weapon may be sent in.
pub fn possible(scene: &Scene, figure: &Figure, all: bool) -> Vec<Slots> {
    hands::candidates(scene, figure)
        .into_iter()
        .flat_map(|target| {
            wants(scene, figure, target, all)
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
        &[
            "P-230", "P-231", "P-234", "P-235", "P-239", "P-241", "P-164", "P-187", "P-194",
        ]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.may_act(scene.phase).is_err() {
            return Vec::new();
        }
        possible(scene, figure, true)
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
            Ok(Want::Special(special, dir, _)) => {
                let towards = dir.map_or_else(String::new, |dir| {
                    format!(", the weapon flying {}", scene.board.orientation.name(dir))
                });
                match special {
                    Special::Stun => format!("choke {name} out of his senses"),
                    Special::Sweep => format!("trip {name}"),
                    _ => format!("wrest the weapon from {name}{towards}"),
                }
            }
            Err(_) => format!("grapple {name}"),
        }
    }
}
