//! `cast`: a charged action at one target (N-022, §6.8).

use super::{foes, plan_odds};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::nar::plans::cast_plan;
use crate::rules::nar::scene::Scene;

/// A charged action, named by a flag.
pub struct Cast;

impl Verb for Cast {
    fn name(&self) -> &'static str {
        "cast"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["N-022", "N-059"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let known = &scene.figure(who).sheet.charged;
        let mut list = Vec::new();
        for foe in foes(scene, who) {
            for name in known {
                let slots = Slots::target(foe).with_flag(&name.replace('_', " "));
                if self.check(ask, who, &slots).is_ok() {
                    list.push(Choice::new("cast", slots));
                }
            }
        }
        list
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        cast_plan(ask.scene(), who, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let plan = cast_plan(scene, who, slots).ok()?;
        Some(plan_odds(scene, who, &plan))
    }

    fn same(&self, ask: &Ask, who: CombatantId, one: &Slots, other: &Slots) -> bool {
        cast_plan(ask.scene(), who, one) == cast_plan(ask.scene(), who, other)
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        match cast_plan(scene, who, slots) {
            Ok(plan) => {
                let name = &scene.figure(plan.deed.target).label.name;
                let what = plan.deed.name.replace('_', " ");
                format!("charge {what} at {name} ({} NAR)", plan.cost)
            }
            Err(_) => "charge something".to_owned(),
        }
    }
}
