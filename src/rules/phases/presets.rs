//! What a decision comes to if nobody answers it, why, and whether a person is asked.

use super::grapple::hands;
use super::outlook::nearest_threat;
use super::scene::{Declared, Figure, HoldMode, Scene};
use super::systems::reaction::standing_answer;
use super::verbs::{attack, break_free, burst, declare, grapple, hold, odds, react};
use crate::combat::combatant::Condition;
use crate::combat::order::{Ask, Choice, Preset, Slots, Verb};
use crate::combat::plot::Plot;

/// Phases somebody waits with an attack he cannot make before his player is asked again.
const PATIENCE: u8 = 5;

/// Whether somebody waits in vain and his player should look at it: after a while, then rarely.
fn waits_in_vain(figure: &Figure) -> bool {
    let attack = !matches!(figure.tempo.declared, Declared::Guard | Declared::Wait);
    let held = figure.tempo.held;
    attack
        && figure.tempo.hold.is_some()
        && (held == PATIENCE || (held > 0 && held.is_multiple_of(20)))
}

/// The plot stands; a person is asked when something happened that it did not foresee, or when it
/// leads to nothing.
pub fn plot(figure: &Figure) -> Preset {
    let nothing = figure.motion.plot == Plot::default();
    let waits = waits_in_vain(figure);
    let reason = match (waits, figure.motion.fresh, nothing) {
        (true, ..) => "he waits in vain: from where he is he can do nothing",
        (_, true, true) => "he has no plot and stays where he is",
        (_, true, false) => "something new has happened since it was plotted",
        (_, false, _) => "",
    };
    Preset {
        choice: Choice::new("plot", Slots::default()),
        reason: reason.to_owned(),
        ask: figure.motion.fresh || waits,
    }
}

/// What was stated ahead if it still can be done; else the best plain blow; else waiting.
pub fn statement(ask: &Ask, figure: &Figure) -> Preset {
    let scene: &Scene = ask.scene();
    if let Some(choice) = &figure.statement {
        let possible = match choice.verb.as_str() {
            "hold" => hold::check_mode(figure, hold::mode(&choice.slots)).is_ok(),
            "act" => hold::Act.check(ask, figure.id, &choice.slots).is_ok(),
            "grapple" => grapple::context(scene, figure, &choice.slots).is_ok(),
            "break free" => break_free::context(scene, figure, &choice.slots).is_ok(),
            verb => attack::context(scene, figure, verb, &choice.slots).is_ok(),
        };
        if possible {
            return Preset {
                choice: choice.clone(),
                reason: "as stated with the plot".to_owned(),
                ask: false,
            };
        }
    }
    let waits = |reason: String| {
        let mode = match figure.tempo.declared {
            Declared::Guard => HoldMode::Guard,
            _ => figure.tempo.hold.unwrap_or(figure.standing.waiting),
        };
        let mode = if hold::check_mode(figure, mode).is_ok() {
            mode
        } else {
            HoldMode::Plain
        };
        Preset {
            choice: hold::choice(mode),
            reason,
            ask: false,
        }
    };
    let verb = match figure.tempo.declared {
        Declared::Attack(_) | Declared::Both(_) | Declared::DrawAttack(_) => "attack",
        Declared::Shoot(_) => "shoot",
        Declared::Throw(_) if burst::declared(scene, figure).is_some() => {
            return match burst::places(scene, figure)
                .into_iter()
                .map(burst::at)
                .find(|slots| burst::context(scene, figure, slots).is_ok())
            {
                Some(slots) => Preset {
                    choice: Choice::new("burst", slots),
                    reason: "there it meets most enemies and fewest friends".to_owned(),
                    ask: true,
                },
                None => waits("nobody can be reached by it".to_owned()),
            };
        }
        Declared::Throw(_) => "throw",
        Declared::Grapple => match wrestle(scene, figure) {
            Some(preset) => return preset,
            None => return waits("there is nobody to grapple".to_owned()),
        },
        Declared::BreakFree => match break_free::choices(scene, figure).into_iter().next() {
            Some(choice) => {
                return Preset {
                    choice,
                    reason: "to be free again".to_owned(),
                    ask: true,
                };
            }
            None => return waits("nobody holds him any more".to_owned()),
        },
        Declared::Guard | Declared::Wait | Declared::Maintain => {
            return waits("nothing was declared but to wait".to_owned());
        }
        _ => {
            return Preset {
                choice: Choice::plain("act"),
                reason: "as declared".to_owned(),
                ask: false,
            };
        }
    };
    let possible: Vec<_> = attack::candidates(scene, figure, verb)
        .into_iter()
        .filter(|target| target.fitness.fills_hex())
        .filter_map(|target| {
            let slots = Slots::target(target.id);
            let context = attack::context(scene, figure, verb, &slots).ok()?;
            Some((target, slots, context))
        })
        .collect();
    let best = possible.into_iter().map(|(target, slots, context)| {
        let score: i32 = super::attack::tally(&context);
        let harm = odds::expected_harm(scene, target, context);
        (harm, score, std::cmp::Reverse(target.dice), slots, target)
    });
    match best.max_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2))) {
        Some((harm, score, _, slots, target)) => Preset {
            choice: Choice::new(verb, slots),
            reason: format!(
                "{} is the best plain target: {score} or less, {}.{} points expected",
                target.label.name,
                harm / 1000,
                harm % 1000 / 100
            ),
            ask: true,
        },
        None => waits(nobody(scene, figure, verb)),
    }
}

/// The grapple that follows from what he has hold of: down with the held one, else hold of the one
/// who is easiest to get hold of.
fn wrestle(scene: &Scene, figure: &Figure) -> Option<Preset> {
    let possible = grapple::possible(scene, figure, false);
    let slots = match figure.grip() {
        Some(_) => possible.into_iter().find(|slots| slots.flag("pin"))?,
        None => possible
            .into_iter()
            .filter(|slots| slots.flags.is_empty())
            .filter_map(|slots| {
                let target = scene.get(*slots.targets.first()?)?;
                Some((target.sheet.fi, target.dice, slots))
            })
            .min_by_key(|(fi, dice, _)| (*fi, *dice))
            .map(|(.., slots)| slots)?,
    };
    let reason = if slots.flag("pin") {
        "who is held can be forced down"
    } else {
        "the least fit within reach is the easiest to hold"
    };
    Some(Preset {
        choice: Choice::new("grapple", slots),
        reason: reason.to_owned(),
        ask: true,
    })
}

/// Why nobody can be attacked: what stands between him and the nearest enemy.
fn nobody(scene: &Scene, figure: &Figure, verb: &str) -> String {
    let nearest = nearest_threat(scene, figure);
    let refused = nearest.and_then(|foe| {
        let slots = Slots::target(foe.id);
        let refusal = attack::context(scene, figure, verb, &slots).err()?;
        Some(format!("{} cannot be attacked: {refusal}", foe.label.name))
    });
    refused.unwrap_or_else(|| "there is nobody to attack".to_owned())
}

/// The answer by the standing order.
pub fn reaction(scene: &Scene, figure: &Figure) -> Preset {
    let Some(fight) = react::open_fight(scene, figure.id) else {
        return Preset {
            choice: Choice::plain("nothing"),
            reason: "there is nothing to answer".to_owned(),
            ask: false,
        };
    };
    let asked = standing_answer(scene, fight).is_none();
    let (choice, reason) = react::by_standing_order(scene, figure, fight);
    Preset {
        choice,
        reason,
        ask: asked,
    }
}

/// The same again, or the best that is in hand.
pub fn declaration(scene: &Scene, figure: &Figure) -> Preset {
    let action = declare::usual(scene, figure);
    let same = action == figure.tempo.declared;
    let reason = if same {
        "the same again"
    } else {
        "the best that is in hand"
    };
    Preset {
        choice: Choice::new("declare", declare::slots(&action)),
        reason: reason.to_owned(),
        ask: !figure.standing.same_again || figure.tempo.aborted || grips(scene, figure),
    }
}

/// Metres within which a Grappler with free hands thinks of more than the same again.
const GRASP: u32 = 2;

/// Whether hands are to be used, or freed: a held one, or a Grappler beside an enemy (P-231, P-232).
fn grips(scene: &Scene, figure: &Figure) -> bool {
    let held = figure.conditions.has(Condition::Held);
    let near = || scene.foes_near(figure, GRASP).next().is_some();
    let could = hands::throws(scene, figure) && near();
    held || could || figure.grip().is_some_and(|grip| !grip.pin)
}
