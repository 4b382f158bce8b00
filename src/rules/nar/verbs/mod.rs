//! What a combatant can be ordered to do. A new verb is registered in [`all`] and named in the
//! window that offers it.

pub mod ability;
pub mod attack;
pub mod cast;
pub mod defend;
pub mod pass;
pub mod standing;

use super::answers::answers;
use super::gather::duel;
use super::outlook;
use super::plans::Plan;
use super::scene::Scene;
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::Verb;

/// Verbs of a free slot.
pub const CHOICE: [&str; 9] = [
    "light", "medium", "heavy", "hasty", "regular", "steady", "cast", "ability", "pass",
];

/// Verbs of a slot of recovery in which something may be done (N-021).
pub const RECOVERING: [&str; 2] = ["ability", "pass"];

/// Verbs against an attack (N-045).
pub const THREE_D: [&str; 4] = ["block", "dodge", "parry", "none"];

/// Verbs after a success (N-046).
pub const FOLLOW_UP: [&str; 2] = ["ability", "none"];

/// Every verb, in the order they are listed.
pub fn all() -> Vec<Box<dyn Verb>> {
    let mut verbs: Vec<Box<dyn Verb>> = Vec::new();
    for attack in attack::ALL {
        verbs.push(Box::new(attack));
    }
    verbs.push(Box::new(cast::Cast));
    verbs.push(Box::new(ability::UseAbility));
    verbs.push(Box::new(pass::Pass));
    for defend in defend::ALL {
        verbs.push(Box::new(defend));
    }
    verbs.push(Box::new(defend::NoDefence));
    verbs
}

/// The odds of an attack that is planned: for no 3D and for each the target could make now.
fn plan_odds(scene: &Scene, who: CombatantId, plan: &Plan) -> Odds {
    let duel = duel(scene, who, &plan.deed);
    let answers = answers(scene, &duel);
    outlook::odds(&duel.exchange, &duel.context, &answers)
}

/// Enemies who could be meant.
fn foes(scene: &Scene, who: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
    scene
        .figures
        .iter()
        .filter(move |other| scene.enemies(who, other.id) && other.fitness.fills_hex())
        .map(|other| other.id)
}
