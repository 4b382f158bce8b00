//! Which 3D's are open against the attack under way (N-047 to N-053, N-056). Verbs, presets and the
//! system that asks for them call it.

use super::exchange::{Answer, Pay};
use super::limbs::{Limb, held, limbs};
use super::scale::Effort;
use super::scene::{Duel, Scene};
use super::totals::Defence;
use crate::combat::refusal::Refusal;

/// Whether a 3D may be made against the attack under way (N-047 to N-053, N-056).
///
/// # Errors
/// Why not.
pub fn check_answer(scene: &Scene, duel: &Duel, answer: &Answer) -> Result<(), Refusal> {
    let figure = scene.figure(duel.context.defender);
    if !figure.fitness.is_able() {
        return Err(Refusal::new("§6.7", "who is helpless makes no 3D"));
    }
    if !duel.exchange.awaits_answer() {
        return Err(Refusal::form("there is nothing to answer now"));
    }
    let made =
        |test: &dyn Fn(&Answer) -> bool| duel.exchange.tries.iter().any(|made| test(&made.answer));
    match answer.limb {
        None if answer.defence != Defence::Dodge => {
            return Err(Refusal::form("name the limb: main, off or both"));
        }
        None if made(&|one| one.defence == Defence::Dodge) => {
            return Err(Refusal::new("N-052", "one Dodge against one attack"));
        }
        None => {}
        Some(_) if answer.defence == Defence::Dodge => {
            return Err(Refusal::form("a Dodge names no limb"));
        }
        Some(limb) => {
            if !limbs(&figure.gear).contains(&limb) {
                let words = format!("there is no limb `{}` in this grip", limb.word());
                return Err(Refusal::new("N-052", words));
            }
            if made(&|one| one.limb == Some(limb)) {
                return Err(Refusal::new(
                    "N-052",
                    "every limb blocks or parries once against one attack",
                ));
            }
            let rigid = held(&figure.gear, limb)
                .and_then(|item| scene.tables.weapons.get(&item.name))
                .is_none_or(|weapon| weapon.rigid);
            if answer.defence == Defence::Block && !rigid {
                return Err(Refusal::new("N-056", "only something stiff blocks"));
            }
        }
    }
    match answer.pay {
        Pay::Dap => figure.tempo.may_pay_dap(answer.effort),
        Pay::Nar => figure.tempo.may_pay_nar(answer.limb, scene.row()),
    }
}

/// Every 3D that may be made against the attack under way.
pub fn answers(scene: &Scene, duel: &Duel) -> Vec<Answer> {
    let figure = scene.figure(duel.context.defender);
    let mut list = Vec::new();
    for defence in Defence::ALL {
        let limbs: Vec<Option<Limb>> = match defence {
            Defence::Dodge => vec![None],
            _ => limbs(&figure.gear).iter().copied().map(Some).collect(),
        };
        for limb in limbs {
            for pay in [Pay::Dap, Pay::Nar] {
                for effort in Effort::ALL {
                    let answer = Answer {
                        defence,
                        effort,
                        limb,
                        pay,
                    };
                    if check_answer(scene, duel, &answer).is_ok() {
                        list.push(answer);
                    }
                }
            }
        }
    }
    list
}
