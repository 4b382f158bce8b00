//! `hold`: instead of acting, wait; plainly, for a better blow, or for defence (P-012, P-046 to
//! P-050). And `act`: do what was declared, where it is no attack.

use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::scene::{Declared, Figure, HoldMode, Scene};
use crate::rules::phases::verbs::declare;

/// The verb `hold`.
pub struct Hold;

/// The mode that flags name; a plain hold without any.
pub fn mode(slots: &Slots) -> HoldMode {
    if slots.flag("overprepare") {
        HoldMode::Overprepare
    } else if slots.flag("guard") {
        HoldMode::Guard
    } else {
        HoldMode::Plain
    }
}

/// A hold as a choice.
pub fn choice(mode: HoldMode) -> Choice {
    let flag = match mode {
        HoldMode::Plain => return Choice::plain("hold"),
        HoldMode::Overprepare => "overprepare",
        HoldMode::Guard => "guard",
    };
    Choice::new("hold", Slots::default().with_flag(flag))
}

/// Whether an action may be held in a mode (P-012, P-047, P-127).
///
/// # Errors
/// Why not.
pub fn check_mode(figure: &Figure, mode: HoldMode) -> Result<(), Refusal> {
    if figure.tempo.refire.is_some_and(|shots| shots > 0) {
        return Err(Refusal::new(
            "P-127",
            "shots of a Re-Fire chain cannot be held or overprepared",
        ));
    }
    if figure.tempo.rushing {
        return Err(Refusal::new(
            "P-042",
            "an announced rush cannot be withdrawn: it has to be acted out",
        ));
    }
    let attack = matches!(
        figure.tempo.declared,
        Declared::Attack(_)
            | Declared::Both(_)
            | Declared::Shoot(_)
            | Declared::Throw(_)
            | Declared::Grapple
    );
    if mode == HoldMode::Overprepare && !attack {
        return Err(Refusal::new(
            "P-047",
            "only attacks are overprepared; holding plainly or guarding is possible",
        ));
    }
    // The mode is chosen when the hold starts (P-012).
    match figure.tempo.hold {
        Some(old) if old != mode && figure.tempo.held > 0 && figure.open => Err(Refusal::new(
            "P-012",
            "the way of holding was chosen when it began; act or go on as begun",
        )),
        _ => Ok(()),
    }
}

impl Verb for Hold {
    fn name(&self) -> &'static str {
        "hold"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["P-012", "P-046", "P-047", "P-048", "P-049"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        [HoldMode::Overprepare, HoldMode::Guard, HoldMode::Plain]
            .map(choice)
            .into_iter()
            .filter(|choice| self.check(ask, who, &choice.slots).is_ok())
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        check_mode(figure, mode(slots))
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let held = scene.figure(who).tempo.held;
        match mode(slots) {
            HoldMode::Plain => "hold the action".to_owned(),
            HoldMode::Overprepare => format!(
                "overprepare: +{} on the attack next phase, at most +25 (P-046)",
                5 * (u32::from(held) + 1).min(5)
            ),
            HoldMode::Guard => format!(
                "guard: +{} on Dodge and Sidestep from next phase, at most +25 (P-049)",
                5 * (u32::from(held) + 1).min(5)
            ),
        }
    }
}

/// The verb `act`: what was declared and is no attack.
pub struct Act;

impl Verb for Act {
    fn name(&self) -> &'static str {
        "act"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["P-093", "P-094", "B-033", "B-034"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let choice = Choice::plain("act");
        let fits = self.check(ask, who, &choice.slots).is_ok();
        fits.then_some(choice).into_iter().collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, _: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        match &figure.tempo.declared {
            Declared::Attack(_)
            | Declared::Both(_)
            | Declared::Shoot(_)
            | Declared::Throw(_)
            | Declared::DrawAttack(_)
            | Declared::Grapple => Err(Refusal::new(
                "P-093",
                "an attack was declared: choose its target",
            )),
            Declared::BreakFree | Declared::Maintain => Err(Refusal::new(
                "P-232",
                "to break free was declared: name whose grip",
            )),
            Declared::Guard | Declared::Wait => Err(Refusal::new(
                "P-093",
                "nothing was declared but to wait: hold",
            )),
            other => declare::check(scene, figure, other),
        }
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn words(&self, ask: &Ask, who: CombatantId, _: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        declare::words(&figure.tempo.declared, &figure.gear, &scene.tables)
    }
}
