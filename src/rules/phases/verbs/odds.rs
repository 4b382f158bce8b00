//! Odds of verbs: contexts from the scene, figures from the rules' own fold.

use crate::combat::fraction::Fraction;
use crate::combat::odds::Odds;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::check::Band;
use crate::rules::phases::defence::{Answer, Bearing};
use crate::rules::phases::exchange::{Assault, Bout, BoutContext, BoutStage};
use crate::rules::phases::facing::Awareness;
use crate::rules::phases::gather::defence::{answers, bout_context};
use crate::rules::phases::gather::sight::in_the_way;
use crate::rules::phases::odds as rule;
use crate::rules::phases::scene::{Figure, Scene};
use crate::rules::phases::systems::bouts::Fight;
use smol_str::SmolStr;

/// An answer's words, with the direction of a Dodge as the attacker sees it.
fn label(answer: &Answer) -> SmolStr {
    match answer {
        Answer::Dodge(dodge) => match dodge.bearings.first() {
            Some(Bearing::Away) => "dodge away".into(),
            Some(Bearing::Sideways) => "dodge sideways".into(),
            Some(Bearing::Past) => "dodge past".into(),
            Some(Bearing::Toward) => "dodge toward".into(),
            _ => "dodge".into(),
        },
        other => other.word().into(),
    }
}

/// Odds of an attack against every kind of answer its target may give, as far as the asker knows.
pub fn of_attack(scene: &Scene, target: &Figure, attack: AttackContext) -> Odds {
    of_attacks(scene, target, vec![attack])
}

/// The same of several attacks of one attacker together (P-223).
pub fn of_attacks(scene: &Scene, target: &Figure, attacks: Vec<AttackContext>) -> Odds {
    let blow = |attack| Assault::Blow(Box::new(attack));
    let context = bout_context(scene, target, attacks.into_iter().map(blow).collect());
    let kinds = kinds_of_answers(scene, target, &context);
    let bout = Bout::new(&context);
    let mut odds = rule::odds(&bout, &context, &kinds);
    for (answered, answer) in odds.answers.iter_mut().zip(&kinds) {
        answered.answer = label(answer);
    }
    if let Some(words) = met_blindly(scene, &context) {
        odds.proviso = words.into();
    }
    odds
}

/// Whom a blind swing may meet besides the one it is meant for, friends named as such (P-099).
fn met_blindly(scene: &Scene, context: &BoutContext) -> Option<String> {
    let blind = context.attacks.iter().find_map(|assault| match assault {
        Assault::Blow(attack) => attack.blind.filter(|among| *among > 1).map(|_| attack),
        _ => None,
    })?;
    let striker = scene.get(blind.attacker)?;
    let names: Vec<String> = in_the_way(scene, striker, blind.weapon.reach.into())
        .into_iter()
        .filter_map(|id| scene.get(id))
        .map(|met| {
            let own = !scene.enemies(striker.id, met.id);
            let mark = if own { " (own side)" } else { "" };
            format!("{}{mark}", met.label.name)
        })
        .collect();
    Some(format!(
        "swung blindly: a natural 1 meets one of {} by chance (P-099)",
        names.join(", ")
    ))
}

/// One answer of each kind that a hit would allow: of Dodges one per direction as seen from the
/// attacker, of Parries the first weapon.
fn kinds_of_answers(scene: &Scene, target: &Figure, context: &BoutContext) -> Vec<Answer> {
    let mut supposed = Bout::new(context);
    supposed.stage = BoutStage::Rolled;
    for (state, assault) in supposed.attacks.iter_mut().zip(&context.attacks) {
        state.band = Band::Hit;
        state.aware = assault.awareness() != Awareness::Unaware;
    }
    let mut kinds: Vec<Answer> = Vec::new();
    for answer in answers(scene, target, &supposed, context) {
        if !kinds.iter().any(|known| label(known) == label(&answer)) {
            kinds.push(answer);
        }
    }
    kinds
}

/// Odds of one answer to the blows that have come through, beside doing nothing.
pub fn of_answer(_: &Scene, fight: &Fight, answer: &Answer) -> Odds {
    let mut kinds = vec![answer.clone()];
    if *answer != Answer::Nothing {
        kinds.push(Answer::Nothing);
    }
    let mut odds = rule::odds(&fight.bout, &fight.context, &kinds);
    for (answered, answer) in odds.answers.iter_mut().zip(&kinds) {
        answered.answer = label(answer);
    }
    odds.proviso = "all known blows of this phase together".into();
    odds
}

/// The answer with the least expected loss, and why in words.
pub fn best_answer(_: &Scene, _: &Figure, fight: &Fight, possible: &[Answer]) -> (Answer, String) {
    let odds = rule::bout_odds(&fight.bout, &fight.context, possible);
    let price = rule::action_price(fight.context.defender.rushed);
    let Some((best, loss)) = rule::best_answer(&odds, price) else {
        return (Answer::Nothing, "there is nothing to do".to_owned());
    };
    let answer = odds[best].0.clone();
    let idle = odds
        .iter()
        .find(|(answer, _)| *answer == Answer::Nothing)
        .map_or(Fraction::ZERO, |(answer, results)| {
            rule::expected_loss(answer, results, price)
        });
    let tenths = |loss: Fraction| {
        let tenths = loss.of(10);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let reason = format!(
        "least expected loss: {} points, against {} if nothing is done",
        tenths(loss),
        tenths(idle)
    );
    (answer, reason)
}

/// Stamina and Critical points an attack is expected to take off a target that does nothing, in
/// thousandths.
pub fn expected_harm(scene: &Scene, target: &Figure, attack: AttackContext) -> u128 {
    let context = bout_context(scene, target, vec![Assault::Blow(Box::new(attack))]);
    let odds = rule::bout_odds(&Bout::new(&context), &context, &[Answer::Nothing]);
    odds.iter()
        .flat_map(|(_, results)| results)
        .map(|(result, chance)| {
            let points = u128::try_from(result.shp.max(0) + result.chp.max(0)).unwrap_or(0);
            chance.of(1000) * points
        })
        .sum()
}
