//! What a decision comes to if nobody answers it, why, and whether a person is asked.

use super::assess::Assess;
use super::check::{self, DIE, Verdict};
use super::exchange::ExchangeContext;
use super::missile::{self, Manner};
use super::outlook::{self, in_front, nearest_foe};
use super::scene::{Asks, Cause, Figure, Scene};
use super::systems::openings::by_standing_order;
use super::verbs::{self, Act, handle, intend, out_of_turn, shoot, strike, walk as walking};
use super::{agenda, attack};
use crate::board::distance;
use crate::combat::combatant::{Carried, Posture};
use crate::combat::order::{Ask, Choice, Preset, Slots, Verb};
use crate::combat::plot::{EndFacing, Intent, Plot};
use std::sync::LazyLock;

static VERBS: LazyLock<Vec<Box<dyn Verb>>> = LazyLock::new(verbs::all);

/// Whether a choice can be made now, whatever its verb.
fn possible(scene: &Scene, figure: &Figure, choice: &Choice) -> bool {
    VERBS.iter().any(|verb| {
        verb.name() == choice.verb && verb.check(&Ask { scene }, figure.id, &choice.slots).is_ok()
    })
}

fn quiet(choice: Choice, reason: impl Into<String>) -> Preset {
    Preset {
        choice,
        reason: reason.into(),
        ask: false,
    }
}

/// The weapon in hand; one to be drawn if there is none.
pub fn skill(figure: &Figure, scene: &Scene) -> Preset {
    let asks = figure.standing.asks == Asks::Always;
    let preset = |choice, reason: &str| Preset {
        choice,
        reason: reason.to_owned(),
        ask: asks,
    };
    if figure.acts().is_err() {
        return quiet(Choice::plain("only_move"), "he is winded");
    }
    let skill = |item| {
        Choice::new(
            "skill",
            Slots {
                item: Some(item),
                ..Slots::default()
            },
        )
    };
    let main = figure.main_weapon(&scene.tables);
    if let Some((item, _)) = main.filter(|(item, _)| item.carried != Carried::Natural) {
        return preset(skill(item.id), "the weapon in hand");
    }
    if let Some((item, _)) = missile::shooting(scene, figure) {
        return preset(skill(item.id), "the weapon in hand");
    }
    let drawn = figure.gear.0.iter().find(|item| {
        intend::is_sheathed(item)
            && intend::weapon(scene, figure, item.id).is_ok_and(|(_, weapon)| weapon.is_melee())
    });
    if let Some(item) = drawn {
        return preset(skill(item.id), "nothing better is in hand: it is drawn");
    }
    match main {
        Some((item, _)) => preset(skill(item.id), "nothing is left but that"),
        None => preset(Choice::plain("only_move"), "he has nothing to fight with"),
    }
}

/// Wounds a blow marks on average, in thousandths: faces that strike, locations, armour.
fn expected(context: &ExchangeContext) -> u32 {
    let (attack, table) = (&context.attack, &context.circumstances);
    let target = attack::number(attack, table);
    let sure = attack.helpless && attack.usage.is_melee();
    let mut sum = 0;
    for face in 1..DIE {
        let strikes = match check::judge(face, target, 0) {
            Verdict::Success(_) => true,
            Verdict::Failure(_) => sure,
            Verdict::Fumble(_) => false,
        };
        if !strikes {
            continue;
        }
        let wounds = context
            .charts
            .wounds(attack::damage_sl(attack, face, table));
        for place in 1..=DIE {
            let location = context.charts.location(place);
            let armour = u16::from(context.target.armour[location.index()]);
            sum += u32::from(wounds.saturating_sub(armour));
        }
    }
    sum * 1000 / (u32::from(DIE) * u32::from(DIE))
}

/// Missiles to be sent off without a thought: what is made for it, not the sword in his hand.
fn shots(scene: &Scene, figure: &Figure) -> Vec<(Choice, strike::Planned)> {
    let made = |planned: &strike::Planned| {
        let item = figure.gear.item(planned.item);
        let weapon = item.and_then(|item| scene.tables.weapons.get(&item.name));
        weapon.is_some_and(|weapon| !weapon.is_melee())
    };
    Manner::ALL
        .into_iter()
        .flat_map(|manner| {
            let found = shoot::plain(scene, figure, manner).into_iter();
            found.map(move |(slots, planned)| (Choice::new(manner.word(), slots), planned))
        })
        .filter(|(_, planned)| made(planned))
        .collect()
}

/// The blow or shot of most use, its reason, and its target number.
fn best_blow(scene: &Scene, figure: &Figure) -> Option<(Choice, String, i32)> {
    let blows = strike::plain(scene, figure).into_iter();
    let blows = blows.map(|(slots, planned)| (Choice::new("strike", slots), planned));
    let mut found: Vec<_> = blows
        .chain(shots(scene, figure))
        .filter(|(_, planned)| planned.due.now)
        .map(|(slots, planned)| {
            let target = scene.figure(planned.context.attack.target);
            let number = attack::number(&planned.context.attack, &planned.context.circumstances);
            let steps = planned.way.places.len();
            (slots, target, number, steps, expected(&planned.context))
        })
        .collect();
    found.sort_by_key(|(_, target, _, steps, cost)| {
        (
            // Whoever lies senseless can wait.
            target.helpless(),
            std::cmp::Reverse(*cost),
            *steps,
            target.dice,
        )
    });
    let (slots, target, number, _, cost) = found.into_iter().next()?;
    let words = format!(
        "{} is the best target: under {number}, {}.{} wounds expected",
        target.label.name,
        cost / 1000,
        cost % 1000 / 100
    );
    Some((slots, words, number))
}

/// Worth, in thousandths of a combatant, by which another choice must be better for a person to be asked.
const THRESHOLD: i32 = 60;

/// Whether something else would come to more than what is done without a question.
fn differs(scene: &Scene, figure: &Figure, choice: &Choice) -> bool {
    let assess = Assess::new(scene);
    let Some(own) = assess.worth_of(figure, choice) else {
        return true;
    };
    assess
        .best_of(figure)
        .is_some_and(|best| best > own + THRESHOLD)
}

/// Goes on with what was begun: a promised action, the best blow, the way he is on, rising; else
/// nothing. A person is asked when something happened that his last order did not foresee.
pub fn action(scene: &Scene, figure: &Figure) -> Preset {
    let fresh = figure.course.fresh;
    let asks = match figure.standing.asks {
        Asks::Always => true,
        Asks::News => fresh,
        Asks::Never => false,
    };
    let preset = |choice: Choice, reason: String| Preset {
        ask: asks && (figure.standing.asks == Asks::Always || differs(scene, figure, &choice)),
        choice,
        reason,
    };
    // Whoever has no plan is asked for one.
    let pass = |reason: &str| Preset {
        choice: Choice::plain("pass"),
        reason: reason.to_owned(),
        ask: asks,
    };
    if let Some(promised) = &figure.course.promised
        && possible(scene, figure, promised)
    {
        return quiet(promised.clone(), "as stated before");
    }
    if figure.acts().is_err() {
        return quiet(Choice::plain("pass"), "he is winded");
    }
    let first = figure.turn.actions == 0;
    if figure.posture == Posture::Prone {
        let rise = Choice::plain("stand_up");
        if possible(scene, figure, &rise) {
            return preset(rise, "he lies on the ground".to_owned());
        }
    }
    if let Some((blow, reason, number)) = best_blow(scene, figure) {
        let risky = !first && number < i32::from(figure.standing.risk);
        // Nobody leaves his place to strike unless he was told to go, or his player is asked.
        let goes = blow.slots.plot.is_none() || figure.course.plot != Plot::default() || asks;
        if !risky && goes {
            return preset(blow, reason);
        }
        if risky {
            return Preset {
                choice: Choice::plain("pass"),
                reason: format!("a further blow would be under {number}: too likely a fumble"),
                ask: figure.standing.asks == Asks::Always,
            };
        }
    }
    if let Some(choice) = load(scene, figure) {
        return preset(choice, "it has to be loaded".to_owned());
    }
    if let Some(choice) = arm(scene, figure) {
        return preset(choice, "he has no weapon in hand".to_owned());
    }
    let course = Choice::new(
        "move",
        Slots {
            plot: Some(figure.course.plot.clone()),
            ..Slots::default()
        },
    );
    if figure.course.plot != Plot::default() && possible(scene, figure, &course) {
        return preset(course, "on the way he is on".to_owned());
    }
    if let Some(choice) = face(scene, figure) {
        return preset(
            choice,
            "the nearest enemy is not in front of him".to_owned(),
        );
    }
    if !first {
        return quiet(Choice::plain("pass"), "nothing more to do at once");
    }
    pass("nobody can be reached, and he has no plan")
}

/// Hexes within which a fight is near.
const NEAR: u32 = 8;

/// Loads what he shoots with, if it is empty.
fn load(scene: &Scene, figure: &Figure) -> Option<Choice> {
    let (item, weapon) = missile::shooting(scene, figure)?;
    if scene.spent(item.id) < weapon.shots.unwrap_or(u16::MAX) {
        return None;
    }
    let slots = Slots {
        item: Some(item.id),
        ..Slots::default()
    };
    let choice = Choice::new("load", slots);
    possible(scene, figure, &choice).then_some(choice)
}

/// Draws or picks up a weapon for somebody with empty hands.
fn arm(scene: &Scene, figure: &Figure) -> Option<Choice> {
    let armed = figure
        .ready(&scene.tables)
        .any(|(item, _)| item.carried != Carried::Natural)
        || missile::shooting(scene, figure).is_some();
    if armed {
        return None;
    }
    // What is in hand is dropped for it only when a fight is near.
    let near = nearest_foe(scene, figure)
        .is_some_and(|foe| distance(foe.place.hex, figure.place.hex) <= NEAR);
    let own = handle::Draw
        .options(scene, figure)
        .into_iter()
        .filter(|slots| near || !slots.flag(handle::DROP))
        .filter(|slots| {
            let item = slots.item.and_then(|item| figure.gear.item(item));
            let weapon = item.and_then(|item| scene.tables.weapons.get(&item.name));
            weapon.is_some_and(|weapon| weapon.is_melee())
        });
    let own = own.map(|slots| Choice::new("draw", slots));
    let lying = handle::PickUp
        .options(scene, figure)
        .into_iter()
        .filter(|slots| {
            let found = scene
                .ground
                .iter()
                .find(|lying| Some(lying.item.id) == slots.item);
            found.is_some_and(|lying| {
                scene
                    .tables
                    .weapons
                    .get(&lying.item.name)
                    .is_some_and(|weapon| weapon.is_melee())
            })
        })
        .map(|slots| Choice::new("pick_up", slots));
    lying
        .chain(own)
        .find(|choice| possible(scene, figure, choice))
}

/// A turn towards the nearest enemy close by who is not in front.
fn face(scene: &Scene, figure: &Figure) -> Option<Choice> {
    let foe = nearest_foe(scene, figure).filter(|foe| !foe.helpless())?;
    if distance(foe.place.hex, figure.place.hex) > 6 || in_front(figure.place, foe.place.hex) {
        return None;
    }
    let facing = outlook::facing_towards(figure.place, foe.place.hex, 1);
    let plot = Plot {
        facing: EndFacing::Dir(facing),
        ..Plot::new(Intent::Hold)
    };
    let slots = Slots {
        plot: Some(plot),
        ..Slots::default()
    };
    let walk = walking::Walk { run: false };
    walk.check(scene, figure, &slots)
        .is_ok()
        .then(|| Choice::new("move", slots))
}

/// The answer to an opening by the standing order.
pub fn opening(scene: &Scene, figure: &Figure, kind: &str) -> Preset {
    let found = scene
        .openings
        .iter()
        .find(|opening| opening.striker == figure.id && opening.cause.word() == kind);
    let Some(found) = found else {
        return quiet(Choice::plain("hold_back"), "there is no opening");
    };
    if let Some(choice) = by_standing_order(scene, found) {
        return quiet(choice, "by his standing order");
    }
    let reason = match found.cause {
        Cause::Contact => "he comes into reach",
        Cause::Flight => "he turns his back",
    };
    match out_of_turn::best(scene, figure, found) {
        Some((slots, _)) => Preset {
            choice: Choice::new("blow", slots),
            reason: reason.to_owned(),
            ask: true,
        },
        None => quiet(Choice::plain("hold_back"), "he cannot strike"),
    }
}

/// The count of somebody's next action in this round, 0 after all others; `None` if there is none.
pub fn coming(scene: &Scene, figure: &Figure) -> Option<i16> {
    agenda::slot(scene, figure)?;
    Some(agenda::next_count(scene, figure).unwrap_or(0))
}
