//! `light`, `medium`, `heavy`, `hasty`, `regular`, `steady`: attacks with a weapon (N-028, N-031,
//! N-033, N-053).

use super::{foes, plan_odds};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::nar::plans::attack_plan;
use crate::rules::nar::scene::Scene;

/// An attack by an action of the table.
pub struct Attack {
    name: &'static str,
    rules: &'static [&'static str],
}

const MELEE: &[&str] = &["N-028", "N-029", "N-031", "N-053"];
const RANGED: &[&str] = &["N-028", "N-033", "N-035"];

const fn attack(name: &'static str, rules: &'static [&'static str]) -> Attack {
    Attack { name, rules }
}

/// All of them.
pub const ALL: [Attack; 6] = [
    attack("light", MELEE),
    attack("medium", MELEE),
    attack("heavy", MELEE),
    attack("hasty", RANGED),
    attack("regular", RANGED),
    attack("steady", RANGED),
];

impl Verb for Attack {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> &'static [&'static str] {
        self.rules
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let mut list = Vec::new();
        for foe in foes(scene, who) {
            list.push(Slots::target(foe));
            list.push(Slots::target(foe).with_flag("dual"));
            for other in foes(scene, who).filter(|other| *other != foe) {
                let targets = vec![foe, other];
                let slots = Slots {
                    targets,
                    ..Slots::default()
                };
                list.push(slots.with_flag("dual"));
            }
        }
        list.retain(|slots| self.check(ask, who, slots).is_ok());
        list.into_iter()
            .map(|slots| Choice::new(self.name, slots))
            .collect()
    }

    fn wishes(&self, _: &Ask, _: CombatantId, whom: Option<CombatantId>) -> Vec<Slots> {
        let plain = whom.map(Slots::target);
        let dual = plain.clone().map(|slots| slots.with_flag("dual"));
        plain.into_iter().chain(dual).collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        attack_plan(ask.scene(), who, self.name, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let plan = attack_plan(scene, who, self.name, slots).ok()?;
        Some(plan_odds(scene, who, &plan))
    }

    fn same(&self, ask: &Ask, who: CombatantId, one: &Slots, other: &Slots) -> bool {
        let plan = |slots| attack_plan(ask.scene(), who, self.name, slots);
        plan(one) == plan(other)
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        match attack_plan(scene, who, self.name, slots) {
            Ok(plan) => {
                let name = &scene.figure(plan.deed.target).label.name;
                let both = if plan.second.is_some() {
                    " with both weapons"
                } else {
                    ""
                };
                format!("{} attack on {name}{both} ({} NAR)", self.name, plan.cost)
            }
            Err(_) => format!("{} attack", self.name),
        }
    }
}
