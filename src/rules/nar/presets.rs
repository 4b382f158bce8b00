//! What a decision comes to if nobody answers.

use super::answers::answers;
use super::exchange::Answer;
use super::outlook::stops;
use super::scene::{Duel, Scene};
use super::verbs::{all, defend};
use crate::board::distance;
use crate::combat::combatant::CombatantId;
use crate::combat::fraction::Fraction;
use crate::combat::order::{Ask, Choice, Decision, Preset};

/// In a free slot: an attack of middle strength at the nearest enemy, of equals the weakest; or
/// nothing.
pub fn choice(ask: &Ask, decision: &Decision) -> Preset {
    let verbs = all();
    let offered = |name: &&&str| decision.verbs.iter().any(|verb| verb == **name);
    let order = ["medium", "light", "regular", "hasty", "cast"];
    let scene: &Scene = ask.scene();
    let place = scene.figure(decision.who).place.hex;
    // Ids decide nothing: whoever is equal in all else is told apart by his dice.
    let rank = |choice: &Choice| {
        let foe = choice.slots.targets.first().map(|foe| scene.figure(*foe));
        foe.map(|foe| (distance(place, foe.place.hex), foe.pools.hp, foe.dice))
    };
    let found = order.iter().filter(offered).find_map(|name| {
        let verb = verbs.iter().find(|verb| verb.name() == *name)?;
        let options = verb.options(ask, decision.who);
        options.into_iter().min_by_key(rank)
    });
    match found {
        Some(choice) => Preset {
            choice,
            reason: "an enemy is in reach".to_owned(),
            ask: true,
        },
        None => Preset {
            choice: Choice::plain("pass"),
            reason: "nobody can be attacked from here".to_owned(),
            ask: true,
        },
    }
}

/// The 3D that stops the attack most surely; of equal ones the cheapest.
pub fn best_answer(scene: &Scene, duel: &Duel) -> Option<(Answer, Fraction)> {
    let mut best: Option<(Answer, Fraction)> = None;
    for answer in answers(scene, duel) {
        let chance = stops(&duel.exchange, &duel.context, &answer);
        let key = |answer: &Answer, chance: Fraction| {
            (
                chance.of(1_000_000),
                std::cmp::Reverse((answer.pay, answer.effort)),
            )
        };
        let better = best
            .as_ref()
            .is_none_or(|(old, of_old)| key(&answer, chance) > key(old, *of_old));
        if better {
            best = Some((answer, chance));
        }
    }
    best
}

/// Against an attack: the best 3D.
pub fn three_d(scene: &Scene) -> Preset {
    let best = scene
        .service
        .duel
        .as_ref()
        .and_then(|duel| best_answer(scene, duel));
    match best {
        Some((answer, chance)) => Preset {
            choice: defend::choice(&answer),
            reason: format!("it holds in {} of 100 cases", chance.of(100)),
            ask: true,
        },
        None => Preset {
            choice: Choice::plain("none"),
            reason: "nothing can be paid".to_owned(),
            ask: false,
        },
    }
}

/// After a success: the first ability that answers it.
pub fn follow_up(ask: &Ask, who: CombatantId) -> Preset {
    let verbs = all();
    let ability = verbs.iter().find(|verb| verb.name() == "ability");
    let first = ability.and_then(|verb| verb.options(ask, who).into_iter().next());
    Preset {
        choice: first.unwrap_or_else(|| Choice::plain("none")),
        reason: "it costs nothing".to_owned(),
        ask: true,
    }
}
