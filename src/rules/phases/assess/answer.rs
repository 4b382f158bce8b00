//! What an answer to the blows that came through would leave of the one who gives it.

use super::Assess;
use super::choices::landing;
use crate::combat::assess::Estimate;
use crate::combat::dice::sum_weights;
use crate::combat::order::Choice;
use crate::rules::phases::check::Band;
use crate::rules::phases::defence::{
    Answer, Hands, dodge_score, keep_number, parry_score, parry_value, sidestep_score,
};
use crate::rules::phases::exchange::Assault;
use crate::rules::phases::grapple::counter;
use crate::rules::phases::reaction::{dodgeable, parryable, sidesteppable};
use crate::rules::phases::scene::Figure;
use crate::rules::phases::verbs::react;

/// What lying on the ground costs, in thousandths of a combatant: rising takes most of a walk, and
/// blows from the ground go at −5 (P-032, P-033).
pub(super) const PRONE: i32 = 90;
/// What the weapon lost from one's hand costs.
pub(super) const DROPPED: i32 = 150;

impl Assess<'_> {
    /// Mean loss under an answer to all blows of the phase together.
    pub(super) fn answer(&self, figure: &Figure, choice: &Choice) -> Option<Estimate> {
        let fight = react::open_fight(self.scene, figure.id)?;
        let answer = react::answer(self.scene, figure, fight, choice)?;
        let context = &fight.context;
        let defender = &context.defender;
        let covered = |at: usize| {
            let state = &fight.bout.attacks[at];
            state.band.succeeded() && state.aware
        };
        let number = match &answer {
            Answer::Nothing => 0,
            Answer::Parry(parry) => parry_score(defender, parry).0,
            Answer::Dodge(dodge) => {
                dodge_score(defender, dodge, &context.attacks, covered, &context.dodge).0
            }
            Answer::Sidestep(step) => {
                sidestep_score(defender, step, &context.attacks, &context.sidestep).0
            }
            Answer::Throw(counter) => counter::score(defender, counter).0,
        }
        .clamp(1, 19);
        let mut lost = 0;
        for (at, assault) in context.attacks.iter().enumerate() {
            let Assault::Blow(attack) = assault else {
                // A push that succeeds throws down more often than not.
                let stopped = matches!(answer, Answer::Dodge(_) | Answer::Sidestep(_));
                let through = if stopped && covered(at) {
                    20 - number
                } else {
                    20
                };
                lost += PRONE * through / 20;
                continue;
            };
            let state = &fight.bout.attacks[at];
            if !state.band.succeeded() {
                continue;
            }
            let seizure = self.seizure(attack, figure);
            let faces = match state.band {
                Band::Critical => (20, 20),
                _ => (20, 0),
            };
            let weights = sum_weights(attack.weapon.damage);
            let open = self.harm(attack, &weights, figure, faces, 0) + seizure;
            let through = match &answer {
                Answer::Parry(parry)
                    if attack.arc == parry.facing && parryable(assault).is_ok() && state.aware =>
                {
                    let more = match &parry.hands {
                        Hands::Both(second) => second.damage.twice_mean(),
                        _ => 0,
                    };
                    let mean = (parry.weapon.damage.twice_mean() + more) / 2;
                    self.harm(attack, &weights, figure, faces, parry_value(parry, mean))
                }
                Answer::Dodge(_) if covered(at) && dodgeable(assault).is_ok() => 0,
                Answer::Sidestep(step)
                    if step.attacks.contains(&(at as u16)) && sidesteppable(assault).is_ok() =>
                {
                    0
                }
                Answer::Throw(counter) if usize::from(counter.at) == at => {
                    // A grip of his comes to nothing with it; a specialist takes no harm either.
                    if counter.specialized {
                        0
                    } else {
                        open - seizure
                    }
                }
                _ => open,
            };
            lost += (number * through + (20 - number) * open) / 20;
        }
        let most = crate::combat::assess::left_of(
            self.value(figure),
            super::life(&figure.sheet, figure.pools),
        );
        let mut estimate = Estimate::default().and("blows that come through", -lost.min(most));
        if let Answer::Throw(counter) = &answer
            && let Some(attacker) = self.scene.get(counter.mark.who)
        {
            let worth = self.thrown_worth(attacker, &counter.way) * number / 20;
            estimate = estimate.and("throws the attacker", worth);
        }
        if let Answer::Dodge(dodge) = &answer {
            let risk: i32 = defender
                .weapons
                .iter()
                .map(|weapon| 20 - keep_number(defender, weapon).clamp(1, 19))
                .sum();
            let lies = figure.posture == crate::combat::combatant::Posture::Prone;
            estimate = estimate
                .and("lies on the ground", if lies { 0 } else { -PRONE })
                .and("may lose the weapon", -DROPPED * risk / 20);
            if let Some(dir) = dodge.dir.filter(|_| dodge.room) {
                let place = dir.from(figure.place.hex);
                estimate = estimate.and(
                    "where he would land",
                    -landing(&self.scene.board, figure, figure.place.hex, place),
                );
            }
        }
        Some(estimate)
    }
}
