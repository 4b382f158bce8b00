//! Odds of a bout, by folding the very [`advance`] that play calls: exact, per answer.
//!
//! Verbs ask for [`bout_odds`] before anything is rolled, a reaction prompt with a bout whose
//! attacks are rolled. The fold goes stage by stage and merges equal states after each.

use super::body::{Body, Part, Use};
use super::check::Band;
use super::defence::Answer;
use super::effects::Effects;
use super::exchange::{AnswerState, Assault, Bout, BoutContext, BoutStage, PushEnd, advance};
use super::grapple::counter::CounterEnd;
use super::grapple::{Clinch, Flight};
use super::harm::{self, Life};
use super::special::Special;
use super::{attack, charge};
use crate::combat::dice::{DiceSum, Distribution, Weights, exhaust, merge, reduced};
use crate::combat::fraction::{Fraction, Weight};
use crate::combat::odds::{Answered, Modifier, Odds, Outcome};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::borrow::Cow;

/// What a bout comes to, as far as odds tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoutResult {
    /// How each attack went, in the bout's order.
    pub bands: Vec<Band>,
    /// Stamina the target loses, no more than he has.
    pub shp: i32,
    /// Critical he loses, no more than it takes to die.
    pub chp: i32,
    /// State he is in after.
    pub life: Life,
    /// Hexes he is knocked back.
    pub knock: u8,
    /// He ends prone.
    pub prone: bool,
    /// Weapons he drops by a Dodge.
    pub dropped: u8,
    /// He loses the saddle (B-090).
    pub unhorsed: bool,
    /// His answer succeeded.
    pub defended: bool,
    /// His Parry fumbled.
    pub parry_fumble: bool,
    /// His Sidestep keeps the pending action (P-213).
    pub keeps_action: bool,
    /// What became of charges to force back.
    pub pushes: Vec<PushEnd>,
    /// He is held (P-231).
    pub held: bool,
    /// So many have him pinned (P-235).
    pub pinned: u8,
    /// He is thrown (P-241).
    pub flight: Option<Flight>,
    /// What became of the attacker he threw (P-245).
    pub counter: CounterEnd,
    /// Phases he is Stunned.
    pub stunned: u8,
    /// Weapons struck from his hand.
    pub disarmed: u8,
    /// Breaking Damage of his gear.
    pub worn: u8,
    /// Breaking Damage of the attackers' own weapons.
    pub own: u8,
    /// He must roll initiative anew, whatever else.
    pub anew: bool,
    /// Parts of his body that are of less use than before.
    pub maimed: Vec<(Part, Use)>,
}

impl BoutResult {
    /// Read off a resolved bout.
    pub fn of(bout: &Bout, context: &BoutContext) -> BoutResult {
        let pools = context.defender.pools;
        let after = harm::after(pools, bout.shp, bout.chp);
        let dodged = matches!(bout.answer, AnswerState::Dodge { .. });
        let pushes: Vec<PushEnd> = bout.pushes.iter().map(|(_, end)| *end).collect();
        let thrown = pushes.iter().any(|end| {
            matches!(
                end,
                PushEnd::Pushed { stands: false, .. } | PushEnd::RiddenDown
            )
        });
        let falls_off = bout.saddle.is_some_and(|roll| !roll.success);
        let clinches = || bout.attacks.iter().map(|state| state.clinch);
        let pinned = clinches()
            .filter(|clinch| *clinch == Clinch::Pinned)
            .count();
        let flight = clinches().find_map(|clinch| match clinch {
            Clinch::Thrown(flight) => Some(Flight { face: 0, ..flight }),
            _ => None,
        });
        let counter = match bout.answer {
            AnswerState::Throw {
                end: CounterEnd::Flown(flight),
                ..
            } => CounterEnd::Flown(Flight { face: 0, ..flight }),
            AnswerState::Throw { end, .. } => end,
            _ => CounterEnd::None,
        };
        let falls = matches!(
            counter,
            CounterEnd::Locked {
                defender: false,
                ..
            }
        );
        let effects = &bout.effects;
        let (body, maimed) = body_after(effects, context);
        let life = harm::life(after).max(body.life());
        let sum = |points: &mut dyn Iterator<Item = u8>| points.fold(0u8, u8::saturating_add);
        let lies = context.defender.posture == crate::combat::combatant::Posture::Prone;
        let mut result = BoutResult {
            bands: bout.attacks.iter().map(|state| state.band).collect(),
            shp: bout.shp.min(harm::worst(pools).0),
            chp: bout.chp.min(harm::worst(pools).1),
            life,
            knock: bout.knock,
            prone: lies
                || dodged
                || thrown
                || pinned > 0
                || falls
                || flight.is_some_and(|flight| !flight.stands)
                || effects.swept
                || falls_off
                || body.is_down()
                || life != Life::Able
                || bout.feet.is_some_and(|roll| !roll.success),
            dropped: match bout.answer {
                AnswerState::Dodge { dropped, .. } => dropped.count_ones() as u8,
                _ => 0,
            },
            defended: bout.answer.success(),
            parry_fumble: matches!(
                bout.answer,
                AnswerState::Parry {
                    band: Band::Fumble,
                    ..
                }
            ),
            keeps_action: matches!(
                bout.answer,
                AnswerState::Sidestep {
                    keeps_action: true,
                    ..
                }
            ),
            pushes,
            held: clinches().any(|clinch| clinch == Clinch::Held),
            pinned: u8::try_from(pinned).unwrap_or(u8::MAX),
            flight,
            counter,
            stunned: effects.stun,
            disarmed: effects.lost.len() as u8,
            worn: sum(&mut effects.worn.iter().map(|worn| worn.points)),
            own: sum(&mut effects.own.iter().map(|(_, points)| *points)),
            anew: effects.anew,
            maimed,
            unhorsed: false,
        };
        result.unhorsed = context.defender.riding.is_some() && result.prone;
        result
    }

    /// Whether the attacks did anything to the target.
    pub fn has_effect(&self) -> bool {
        let pushed = |end: &PushEnd| matches!(end, PushEnd::Pushed { .. } | PushEnd::RiddenDown);
        let harmed = self.shp > 0 || self.chp > 0 || self.worn > 0;
        let pushed = self.knock > 0 || self.pushes.iter().any(pushed);
        let disturbed = self.stunned > 0 || self.anew || self.life == Life::Dead;
        let seized = self.held || self.pinned > 0 || self.flight.is_some();
        harmed || pushed || disturbed || seized
    }
}

/// The target's body after a bout, and the parts of less use than before.
fn body_after<'a>(
    effects: &Effects,
    context: &'a BoutContext,
) -> (Cow<'a, Body>, Vec<(Part, Use)>) {
    let before = &context.defender.body;
    if effects.wounds.is_empty() {
        return (Cow::Borrowed(before), Vec::new());
    }
    let mut body = before.clone();
    for wound in &effects.wounds {
        body.take(*wound, 0);
    }
    let maimed = Part::ALL
        .into_iter()
        .filter(|part| body.left(*part) > before.left(*part))
        .map(|part| (part, body.left(part)))
        .collect();
    (Cow::Owned(body), maimed)
}

/// Walks all states on until each has come to the stage, where `reach` takes it; equal states are
/// merged after every step.
fn fold(
    mut states: Weights<Bout>,
    stage: BoutStage,
    context: &BoutContext,
    answer: Option<&Answer>,
    mut reach: impl FnMut(Bout, Weight),
) {
    while !states.is_empty() {
        let mut next = Weights::new();
        exhaust(
            &states,
            |bout, dice| advance(bout, context, answer, dice),
            |mut bout, weight| {
                bout.forget(context);
                if bout.stage < stage {
                    merge(&mut next, bout, weight);
                } else {
                    reach(bout, weight);
                }
            },
        );
        states = next;
    }
}

/// Attacks on one man whose dice are told apart; exact fractions of more would outgrow 128 bits.
const EXACT: usize = 6;

/// Damage dice of all but the [`EXACT`] heaviest attacks replaced by their mean, without search for
/// gaps. Bouts of up to that many attacks stay as they are.
fn simplified<'a>(bout: &Bout, context: &'a BoutContext) -> Cow<'a, BoutContext> {
    let open = |at: usize| bout.stage < BoutStage::Rolled || bout.attacks[at].band.succeeded();
    let mut heavy: Vec<(i32, usize)> = context
        .attacks
        .iter()
        .enumerate()
        .filter(|(at, _)| open(*at))
        .map(|(at, assault)| match assault {
            Assault::Blow(blow) => (-blow.weapon.damage.twice_mean(), at),
            Assault::Push(_) | Assault::Trample(_) => (i32::MIN, at),
        })
        .collect();
    if heavy.len() <= EXACT {
        return Cow::Borrowed(context);
    }
    heavy.sort_unstable();
    let mut context = context.clone();
    for (_, at) in heavy.split_off(EXACT) {
        if let Assault::Blow(blow) = &mut context.attacks[at] {
            let mean = blow.weapon.damage.twice_mean() / 2;
            blow.weapon.damage = DiceSum::new(0, 1, i8::try_from(mean).unwrap_or(i8::MAX));
            blow.automatic = false;
            blow.special = blow
                .special
                .filter(|special| *special == Special::Knockback);
        }
    }
    Cow::Owned(context)
}

/// The exact distribution of results for each answer, in the order given. Of more than six
/// attacks that can come through, the lightest count at their mean damage.
pub fn bout_odds(
    bout: &Bout,
    context: &BoutContext,
    answers: &[Answer],
) -> Vec<(Answer, Distribution<BoutResult>)> {
    let simplified = simplified(bout, context);
    let context = simplified.as_ref();
    let mut start = bout.clone();
    start.forget(context);
    let mut rolled = Weights::from([(start, Weight::ONE)]);
    if bout.stage < BoutStage::Rolled {
        let start = std::mem::take(&mut rolled);
        fold(start, BoutStage::Rolled, context, None, |bout, weight| {
            merge(&mut rolled, bout, weight);
        });
    }
    answers
        .iter()
        .map(|answer| {
            let mut results = Weights::new();
            let reach = |bout: Bout, weight| {
                merge(&mut results, BoutResult::of(&bout, context), weight);
            };
            fold(
                rolled.clone(),
                BoutStage::Resolved,
                context,
                Some(answer),
                reach,
            );
            (answer.clone(), reduced(results))
        })
        .collect()
}

/// What losing the saddle costs, in halves of a point: the fall of 1d4, and the mount.
const UNHORSED: u128 = 21;

/// What a result costs the target, in points that a Stamina point is one of: Stamina 1 and
/// Critical 2 each, unconscious 10, dying 20, dead 25, prone 3, a weapon lost 4, half a point a
/// metre moved, a phase Stunned 2, a point of Breaking Damage of the gear 1, initiative lost 2, a part
/// of the body in minor use 4, of no use 10; held 4, pinned 12, thrown 2, a level fallen 2. In halves,
/// so that it stays whole.
fn half_cost(result: &BoutResult) -> u128 {
    let points = |value: i32| u128::try_from(value).unwrap_or(0);
    let pushed = result.pushes.iter().map(|end| match end {
        PushEnd::Pushed { metres, .. } => u128::from(*metres),
        _ => 0,
    });
    let state = match result.life {
        Life::Able => 0,
        Life::Unconscious => 20,
        Life::Dying => 40,
        Life::Dead => 50,
    };
    let maimed = result.maimed.iter().map(|(_, left)| match left {
        Use::No => 20,
        Use::Minor => 8,
        Use::Full => 0,
    });
    2 * points(result.shp)
        + 4 * points(result.chp)
        + state
        + maimed.sum::<u128>()
        + 4 * u128::from(result.stunned)
        + 8 * u128::from(result.disarmed)
        + 2 * u128::from(result.worn)
        + if result.anew { 4 } else { 0 }
        + if result.unhorsed { UNHORSED } else { 0 }
        + if result.prone { 6 } else { 0 }
        + 8 * u128::from(result.dropped)
        + u128::from(result.knock)
        + pushed.sum::<u128>()
        + if result.held { 8 } else { 0 }
        + if result.pinned > 0 { 24 } else { 0 }
        + result.flight.map_or(0, |flight| {
            4 + 2 * u128::from(flight.stunned) + 4 * u128::from(flight.drop)
        })
}

/// What giving up the coming action for a reaction costs, in halves of a point: the nearer the
/// action, the more (six points when it is due, one from eight phases on). Who has long to wait
/// loses little by beginning anew.
pub const fn action_price(rushed: u32) -> u128 {
    match rushed {
        0..8 => (4 * (9 - rushed as u128)) / 3,
        _ => 2,
    }
}

/// Expected loss of the target, in points (see `half_cost`), the price of the reaction included
/// ([`action_price`]).
pub fn expected_loss(answer: &Answer, results: &Distribution<BoutResult>, price: u128) -> Fraction {
    results
        .iter()
        .fold(Fraction::ZERO, |sum, (result, chance)| {
            let free = matches!(answer, Answer::Parry(parry) if parry.is_free());
            let spent = *answer != Answer::Nothing && !result.keeps_action && !free;
            let halves = half_cost(result) + if spent { price } else { 0 };
            sum + *chance * Fraction::new(halves, 2)
        })
}

/// The answer with the least expected loss, the first of equals; `None` without answers.
pub fn best_answer(
    odds: &[(Answer, Distribution<BoutResult>)],
    price: u128,
) -> Option<(usize, Fraction)> {
    let losses = odds
        .iter()
        .map(|(answer, results)| expected_loss(answer, results, price));
    losses
        .enumerate()
        .reduce(|best, next| if next.1 < best.1 { next } else { best })
}

fn outcome(result: &BoutResult, context: &BoutContext) -> Outcome {
    let mut quantities = Vec::new();
    let mut quantity = |label: &str, value: i32| {
        if value != 0 {
            quantities.push((SmolStr::new(label), value));
        }
    };
    quantity("Stamina", -result.shp);
    quantity("Critical", -result.chp);
    quantity("knocked back", result.knock.into());
    quantity("phases stunned", result.stunned.into());
    quantity("gear broken", result.worn.into());
    for end in &result.pushes {
        match end {
            PushEnd::Pushed { metres, .. } => quantity("pushed", (*metres).into()),
            PushEnd::ThrownBack(metres) => quantity("charger thrown back", (*metres).into()),
            PushEnd::Overran { metres, .. } => quantity("charger runs on", (*metres).into()),
            PushEnd::RiddenDown => quantity("ridden down", 1),
            PushEnd::Shied { .. } | PushEnd::None => {}
        }
    }
    let flights = |quantity: &mut dyn FnMut(&str, i32), who: &str, flight: &Flight| {
        quantity(&format!("{who}thrown"), flight.hexes.into());
        quantity(&format!("{who}levels fallen"), flight.drop.into());
        quantity(&format!("{who}phases stunned"), flight.stunned.into());
    };
    if let Some(flight) = &result.flight {
        flights(&mut quantity, "", flight);
    }
    if let CounterEnd::Flown(flight) = &result.counter {
        quantity("attacker Stamina", -i32::from(flight.harm));
        flights(&mut quantity, "attacker ", flight);
    }
    let mut notes = Vec::new();
    let mut note = |is: bool, word: &str| {
        if is {
            notes.push(SmolStr::new(word));
        }
    };
    let any = |band: Band| result.bands.contains(&band);
    note(any(Band::Critical), "critical");
    note(result.life != Life::Able, result.life.word());
    note(result.prone && result.life == Life::Able, "prone");
    note(result.unhorsed, "unhorsed");
    note(result.dropped > 0, "drops weapon");
    note(result.disarmed > 0, "disarmed");
    note(result.anew, "rolls initiative anew");
    for (part, left) in &result.maimed {
        let how = if *left == Use::No { "useless" } else { "hurt" };
        note(true, &format!("{} {how}", part.word()));
    }
    note(result.parry_fumble, "parry fumbled");
    note(result.keeps_action, "keeps action");
    note(result.held, "held");
    note(result.pinned > 0, "pinned");
    let water = |flight: Flight| flight.water;
    note(result.flight.is_some_and(water), "into deep water");
    match result.counter {
        CounterEnd::Flown(flight) => {
            note(!flight.stands, "attacker prone");
            note(flight.water, "attacker into deep water");
        }
        CounterEnd::Locked { attacker, .. } => note(!attacker, "attacker prone"),
        CounterEnd::None => {}
    }
    let falls = |end: &PushEnd| matches!(end, PushEnd::Overran { stands: false, .. });
    note(result.pushes.iter().any(falls), "charger falls");
    // An attacker's mishap is told as his where nothing befell the other one.
    let mut whom = context.defender.who;
    let (mut weapon, mut fumble) = ("attacker's weapon broken", "attacker fumbles");
    if let ([only], true, true) = (
        context.attacks.as_slice(),
        quantities.is_empty(),
        notes.is_empty(),
    ) && (result.own > 0 || any(Band::Fumble))
    {
        whom = only.attacker();
        (weapon, fumble) = ("own weapon broken", "fumble");
    }
    if result.own > 0 {
        quantities.push((SmolStr::new(weapon), result.own.into()));
    }
    if any(Band::Fumble) {
        notes.push(SmolStr::new(fumble));
    }
    Outcome {
        whom: Some(whom),
        quantities,
        notes,
    }
}

/// The distribution of one answer as players and computer players read it.
pub fn answered(
    answer: &Answer,
    results: &Distribution<BoutResult>,
    context: &BoutContext,
) -> Answered {
    let mut outcomes: Distribution<Outcome> = Distribution::new();
    let mut success = Fraction::ZERO;
    for (result, chance) in results {
        if result.has_effect() {
            success = success + *chance;
        }
        outcomes
            .entry(outcome(result, context))
            .and_modify(|sum| *sum = *sum + *chance)
            .or_insert(*chance);
    }
    Answered {
        answer: SmolStr::new(answer.word()),
        success,
        outcomes: outcomes.into_iter().collect(),
    }
}

/// The number of one attack and how it came to be.
pub fn number(assault: &Assault) -> (i32, Vec<Modifier>) {
    match assault {
        Assault::Blow(attack) => attack::score(attack),
        Assault::Push(push) => charge::fitness_feat(&push.charge),
        Assault::Trample(trample) => charge::trample_number(trample),
    }
}

/// Odds of a bout for whoever asks: the number is that of its only attack, if there is one only.
/// `answers` should begin with [`Answer::Nothing`].
pub fn odds(bout: &Bout, context: &BoutContext, answers: &[Answer]) -> Odds {
    let (target, modifiers) = match context.attacks.as_slice() {
        [only] if bout.stage < BoutStage::Rolled => {
            let (target, modifiers) = number(only);
            (Some((target, 20)), modifiers)
        }
        _ => (None, Vec::new()),
    };
    Odds {
        // A natural 1 succeeds whatever the number (C-2).
        sure: 1,
        target,
        modifiers,
        answers: bout_odds(bout, context, answers)
            .iter()
            .map(|(answer, results)| answered(answer, results, context))
            .collect(),
        proviso: SmolStr::new("as if nobody else struck or moved"),
    }
}

#[cfg(test)]
#[path = "odds_tests.rs"]
mod tests;
