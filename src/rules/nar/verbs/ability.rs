//! `ability`: a learned blow, in a free slot, in recovery if it ignores that (N-021), or for nothing
//! after what triggers it (N-046).

use super::{foes, plan_odds};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::nar::plans::ability_plan;
use crate::rules::nar::scene::Scene;

/// A learned blow, named by a flag.
pub struct UseAbility;

impl Verb for UseAbility {
    fn name(&self) -> &'static str {
        "ability"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["N-021", "N-026", "N-046"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let mut list = Vec::new();
        for foe in foes(scene, who) {
            for ability in &scene.figure(who).sheet.abilities {
                let slots = Slots::target(foe).with_flag(&ability.name.replace('_', " "));
                if self.check(ask, who, &slots).is_ok() {
                    list.push(Choice::new("ability", slots));
                }
            }
        }
        list
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        ability_plan(ask.scene(), who, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let (_, plan) = ability_plan(scene, who, slots).ok()?;
        Some(plan_odds(scene, who, &plan))
    }

    fn same(&self, ask: &Ask, who: CombatantId, one: &Slots, other: &Slots) -> bool {
        ability_plan(ask.scene(), who, one) == ability_plan(ask.scene(), who, other)
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        match ability_plan(scene, who, slots) {
            Ok((ability, plan)) => {
                let name = &scene.figure(plan.deed.target).label.name;
                format!("{} against {name}", ability.name.replace('_', " "))
            }
            Err(_) => "an ability".to_owned(),
        }
    }
}
