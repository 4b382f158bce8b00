//! Odds of an exchange, by folding the very [`advance`] that play calls: exact.
//!
//! The fold goes step by step and merges equal states after each.

use super::attack::{self, Band};
use super::exchange::{Exchange, ExchangeContext, Stage, advance};
use super::sheet::Location;
use super::shock::{self, Stun};
use super::tables::FumbleResult;
use crate::combat::dice::{Distribution, Weights, exhaust, merge, reduced};
use crate::combat::fraction::{Fraction, Weight};
use crate::combat::odds::{Answered, Odds, Outcome};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// What an exchange comes to, as far as odds tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExchangeResult {
    /// Struck at all.
    pub hit: bool,
    /// Points marked, those that went on to the torso included.
    pub points: u8,
    /// Where it struck.
    pub location: Option<Location>,
    /// Injury penalty after.
    pub penalty: i32,
    /// Dead of it.
    pub dead: bool,
    /// What failed Shock checks did.
    pub stuns: Vec<Stun>,
    /// A limb is gone.
    pub maimed: bool,
    /// Rows of T9.
    pub fumbles: Vec<FumbleResult>,
}

impl ExchangeResult {
    /// Read off a resolved exchange.
    pub fn of(exchange: &Exchange, context: &ExchangeContext) -> ExchangeResult {
        ExchangeResult {
            hit: matches!(exchange.band, Band::Hit(_)),
            points: exchange.marked.marked + exchange.marked.spilled,
            location: exchange.location,
            penalty: exchange.injuries.penalty(&context.target.boxes),
            dead: exchange.dead(context),
            stuns: exchange.stunned().map(shock::stun).collect(),
            maimed: exchange.lost_limbs(context).next().is_some(),
            fumbles: exchange.fumbles.clone(),
        }
    }

    /// Whether it did anything to the target.
    pub fn has_effect(&self) -> bool {
        self.points > 0 || !self.stuns.is_empty()
    }
}

/// Lets go of what only the log wants, so that more states merge.
fn forget(exchange: &mut Exchange) {
    exchange.location_face = 0;
    exchange.absorbed = 0;
    if exchange.stage != Stage::Rolled {
        exchange.face = 0;
    }
    for check in &mut exchange.checks {
        check.roll.face = 0;
        check.roll.verdict = match check.roll.verdict {
            super::check::Verdict::Success(_) => super::check::Verdict::Success(0),
            _ => super::check::Verdict::Failure(0),
        };
    }
}

/// The exact distribution of results from here on, and the most states that were alive at once.
pub fn results(
    exchange: &Exchange,
    context: &ExchangeContext,
) -> (Distribution<ExchangeResult>, usize) {
    let mut states = Weights::from([(exchange.clone(), Weight::ONE)]);
    let mut results = Weights::new();
    let mut most = 1;
    while !states.is_empty() {
        let mut next = Weights::new();
        exhaust(
            &states,
            |state, dice| advance(state, context, dice),
            |mut state, weight| {
                if state.stage == Stage::Resolved {
                    merge(&mut results, ExchangeResult::of(&state, context), weight);
                } else {
                    forget(&mut state);
                    merge(&mut next, state, weight);
                }
            },
        );
        most = most.max(next.len() + results.len());
        states = next;
    }
    (reduced(results), most)
}

/// What a result costs the target, in points that a marked one is one of: unconscious 12, winded 6,
/// a fall 4, a numb arm 5, a limb 15, dead 30, the injury penalty it adds one each. A rough value for
/// whoever compares attacks.
pub fn cost(result: &ExchangeResult, context: &ExchangeContext) -> i32 {
    let before = context.target.injuries.penalty(&context.target.boxes);
    let stuns: i32 = result
        .stuns
        .iter()
        .map(|stun| match stun {
            Stun::Unconscious => 12,
            Stun::Winded => 6,
            Stun::Numb => 5,
            Stun::Falls => 4,
        })
        .sum();
    let dead = if result.dead { 30 } else { 0 };
    let maimed = if result.maimed { 15 } else { 0 };
    i32::from(result.points) + stuns + dead + maimed + (before - result.penalty)
}

/// Expected cost to the target.
pub fn expected_cost(
    results: &Distribution<ExchangeResult>,
    context: &ExchangeContext,
) -> Fraction {
    results
        .iter()
        .fold(Fraction::ZERO, |sum, (result, chance)| {
            let points = u128::try_from(cost(result, context)).unwrap_or(0);
            sum + *chance * Fraction::new(points, 1)
        })
}

fn outcome(result: &ExchangeResult, context: &ExchangeContext) -> Outcome {
    let mut quantities = Vec::new();
    if result.points > 0 {
        quantities.push((SmolStr::new("Wounds"), -i32::from(result.points)));
    }
    let mut notes: Vec<SmolStr> = Vec::new();
    if let Some(location) = result.location.filter(|_| result.has_effect()) {
        notes.push(location.word().into());
    }
    for stun in &result.stuns {
        notes.push(SmolStr::new_static(match stun {
            Stun::Unconscious => "unconscious",
            Stun::Winded => "winded",
            Stun::Numb => "arm numb",
            Stun::Falls => "falls",
        }));
    }
    if result.maimed {
        notes.push("limb gone".into());
    }
    if result.dead {
        notes.push("dead".into());
    }
    if !result.fumbles.is_empty() {
        notes.push("fumble".into());
    }
    Outcome {
        whom: Some(context.target.who),
        quantities,
        notes,
    }
}

/// Odds of an exchange for whoever asks.
pub fn odds(exchange: &Exchange, context: &ExchangeContext) -> Odds {
    let (target, modifiers) = attack::score(&context.attack, &context.circumstances);
    let (results, _) = results(exchange, context);
    let mut outcomes: Distribution<Outcome> = Distribution::new();
    let mut success = Fraction::ZERO;
    for (result, chance) in &results {
        if result.has_effect() {
            success = success + *chance;
        }
        outcomes
            .entry(outcome(result, context))
            .and_modify(|sum| *sum = *sum + *chance)
            .or_insert(*chance);
    }
    Odds {
        sure: 0,
        // The die must be lower than the target number: the number to roll or less is one below.
        target: (exchange.stage == Stage::Declared).then_some((target - 1, 20)),
        modifiers,
        answers: vec![Answered {
            answer: SmolStr::new_static("nothing"),
            success,
            outcomes: outcomes.into_iter().collect(),
        }],
        proviso: SmolStr::new_static("as if nobody else struck or moved"),
    }
}

#[cfg(test)]
#[path = "odds_tests.rs"]
mod tests;
