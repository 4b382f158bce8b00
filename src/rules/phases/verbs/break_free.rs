//! `break free`: out of a Hold or a Pin, one grip at a time (P-232, P-236, P-239).

use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::grapple::hands;
use crate::rules::phases::grapple::struggle::{self, Struggle};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::verbs::declare;

/// The verb.
pub struct BreakFree;

/// One choice for each grip there is.
pub fn choices(scene: &Scene, figure: &Figure) -> Vec<Choice> {
    scene
        .holders(figure.id)
        .map(|holder| Choice::new("break free", Slots::target(holder.id)))
        .collect()
}

/// What the order comes to.
///
/// # Errors
/// Something else was declared, or the one named does not hold him.
pub fn context(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<Struggle, Refusal> {
    if figure.tempo.declared != Declared::BreakFree {
        let words = declare::words(&figure.tempo.declared, &figure.gear, &scene.tables);
        return Err(Refusal::new(
            "P-093",
            format!("declared was `{words}`; anything else needs an abort"),
        ));
    }
    match slots.targets.as_slice() {
        [holder] => hands::struggle(scene, figure, *holder),
        _ => Err(Refusal::form("name the one whose grip is to be broken")),
    }
}

impl Verb for BreakFree {
    fn name(&self) -> &'static str {
        "break free"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["P-232", "P-236", "P-239", "P-240"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let mut list = choices(scene, scene.figure(who));
        list.retain(|choice| self.check(ask, who, &choice.slots).is_ok());
        list
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        context(scene, figure, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let struggle = context(scene, scene.figure(who), slots).ok()?;
        Some(struggle::odds(&struggle))
    }

    fn words(&self, ask: &Ask, _: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let holder = slots.targets.first().and_then(|id| scene.get(*id));
        match holder {
            Some(holder) => format!("break free of {}", holder.label.name),
            None => "break free".to_owned(),
        }
    }
}
