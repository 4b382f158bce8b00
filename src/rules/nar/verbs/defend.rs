//! `block`, `dodge`, `parry`, `none`: the 3D's against the attack under way, asked for again after
//! each that fails (N-045 to N-061).

use super::pass::nothing_named;
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::nar::answers::{answers, check_answer};
use crate::rules::nar::exchange::{Answer, Pay};
use crate::rules::nar::limbs::Limb;
use crate::rules::nar::outlook;
use crate::rules::nar::plans::only;
use crate::rules::nar::scale::Effort;
use crate::rules::nar::scene::{Duel, Scene};
use crate::rules::nar::totals::Defence;

/// One of the 3D's.
pub struct Defend(Defence);

/// All of them.
pub const ALL: [Defend; 3] = [
    Defend(Defence::Block),
    Defend(Defence::Dodge),
    Defend(Defence::Parry),
];

/// Flags of a 3D: the limb, and `nar` if actions pay for it.
const FLAGS: [&str; 4] = ["main", "off", "both", "nar"];

/// The 3D a choice describes.
///
/// # Errors
/// What its form lacks.
pub fn answer(defence: Defence, slots: &Slots) -> Result<Answer, Refusal> {
    only(slots, &FLAGS)?;
    if !slots.targets.is_empty() {
        return Err(Refusal::form(
            "a 3D is made against the attack under way; name nobody",
        ));
    }
    let effort = slots.amount.and_then(Effort::of);
    let effort =
        effort.ok_or_else(|| Refusal::form("say how much is put into it: amount 1, 2 or 3"))?;
    let mut named = Limb::ALL.into_iter().filter(|limb| slots.flag(limb.word()));
    let limb = named.next();
    if named.next().is_some() {
        return Err(Refusal::form("name one limb"));
    }
    Ok(Answer {
        defence,
        effort,
        limb,
        pay: if slots.flag("nar") {
            Pay::Nar
        } else {
            Pay::Dap
        },
    })
}

/// The 3D of an order, if it is one.
pub fn answer_of(choice: &Choice) -> Option<Answer> {
    let defence = Defence::ALL
        .into_iter()
        .find(|defence| defence.word() == choice.verb.as_str())?;
    answer(defence, &choice.slots).ok()
}

/// A 3D as a choice.
pub fn choice(answer: &Answer) -> Choice {
    let mut slots = Slots {
        amount: Some(i32::from(answer.effort.points())),
        ..Slots::default()
    };
    if let Some(limb) = answer.limb {
        slots = slots.with_flag(limb.word());
    }
    if answer.pay == Pay::Nar {
        slots = slots.with_flag("nar");
    }
    Choice::new(answer.defence.word(), slots)
}

fn duel(scene: &Scene, who: CombatantId) -> Result<&Duel, Refusal> {
    let duel = scene.service.duel.as_ref();
    duel.filter(|duel| duel.context.defender == who)
        .ok_or_else(|| Refusal::form("he is not being attacked"))
}

impl Verb for Defend {
    fn name(&self) -> &'static str {
        self.0.word()
    }

    fn rules(&self) -> &'static [&'static str] {
        match self.0 {
            Defence::Block => &["N-056", "N-057", "N-058", "N-059"],
            Defence::Dodge => &["N-060"],
            Defence::Parry => &["N-061"],
        }
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let Ok(duel) = duel(scene, who) else {
            return Vec::new();
        };
        answers(scene, duel)
            .iter()
            .filter(|answer| answer.defence == self.0)
            .map(choice)
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        check_answer(scene, duel(scene, who)?, &answer(self.0, slots)?)
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let duel = duel(scene, who).ok()?;
        let answer = answer(self.0, slots).ok()?;
        Some(outlook::odds(&duel.exchange, &duel.context, &[answer]))
    }

    fn words(&self, _: &Ask, _: CombatantId, slots: &Slots) -> String {
        match answer(self.0, slots) {
            Ok(answer) => {
                let pay = match answer.pay {
                    Pay::Dap => "DAP",
                    Pay::Nar => "NAR",
                };
                format!("{}, paid in {pay}", outlook::answer_words(&answer))
            }
            Err(_) => self.0.word().to_owned(),
        }
    }
}

/// Letting it come.
pub struct NoDefence;

impl Verb for NoDefence {
    fn name(&self) -> &'static str {
        "none"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["N-029", "N-045"]
    }

    fn options(&self, _: &Ask, _: CombatantId) -> Vec<Choice> {
        vec![Choice::plain("none")]
    }

    fn check(&self, _: &Ask, _: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        nothing_named(slots)
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn same(&self, _: &Ask, _: CombatantId, _: &Slots, _: &Slots) -> bool {
        true
    }

    fn words(&self, _: &Ask, _: CombatantId, _: &Slots) -> String {
        "do nothing about it".to_owned()
    }
}
