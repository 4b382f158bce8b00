//! What a combatant can be ordered to do: an order a file. A new one is registered in [`all`], and in
//! [`ACTIONS`] if it is one of the things done at a count.

pub mod aid;
pub mod handle;
pub mod intend;
pub mod out_of_turn;
pub mod posture;
pub mod shoot;
pub mod standing;
pub mod strike;
pub mod wait;
pub mod walk;

use super::gather::{self, Due};
use super::missile::Manner;
use super::scene::{Figure, Scene};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;

/// An order as this system writes it: over its own scene and figure.
pub trait Act: Send + Sync {
    /// The name orders use.
    fn name(&self) -> &'static str;

    /// Rule ids that govern it.
    fn rules(&self) -> &'static [&'static str];

    /// Choices worth offering; those that `check` refuses are left out by the caller.
    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots>;

    /// Whether it may be done now.
    ///
    /// # Errors
    /// Why not, with the rule.
    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal>;

    /// What it would come to.
    fn odds(&self, _scene: &Scene, _figure: &Figure, _slots: &Slots) -> Option<Odds> {
        None
    }

    /// What may follow it in the same action.
    fn ahead(&self, _scene: &Scene, _figure: &Figure, _slots: &Slots) -> Vec<Choice> {
        Vec::new()
    }

    /// Ways of it somebody may wish for against another one, whether or not he may take them now.
    fn wishes(&self, _whom: Option<CombatantId>) -> Vec<Slots> {
        Vec::new()
    }

    /// Slots with what goes without saying filled in, so that equal orders are equal.
    fn full(&self, _scene: &Scene, _figure: &Figure, slots: &Slots) -> Slots {
        slots.clone()
    }

    /// It in words.
    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String;
}

/// An order towards everybody else.
struct As<A>(A);

impl<A: Act> Verb for As<A> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn rules(&self) -> &'static [&'static str] {
        self.0.rules()
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        self.0
            .options(scene, figure)
            .into_iter()
            .filter(|slots| self.0.check(scene, figure, slots).is_ok())
            .map(|slots| Choice::new(self.0.name(), slots))
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        self.0.check(scene, scene.figure(who), slots)
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        self.0.odds(scene, scene.figure(who), slots)
    }

    fn same(&self, ask: &Ask, who: CombatantId, one: &Slots, other: &Slots) -> bool {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        self.0.full(scene, figure, one) == self.0.full(scene, figure, other)
    }

    fn wishes(&self, _: &Ask, _: CombatantId, whom: Option<CombatantId>) -> Vec<Slots> {
        self.0.wishes(whom)
    }

    fn ahead(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        self.0.ahead(scene, scene.figure(who), slots)
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        self.0.words(scene, scene.figure(who), slots)
    }
}

/// Every verb, in the order they are listed.
pub fn all() -> Vec<Box<dyn Verb>> {
    vec![
        Box::new(As(intend::Intend)),
        Box::new(As(intend::OnlyMove)),
        Box::new(As(strike::Strike)),
        Box::new(As(shoot::Shoot {
            manner: Manner::Shot,
        })),
        Box::new(As(shoot::Shoot {
            manner: Manner::Thrown,
        })),
        Box::new(As(shoot::Load)),
        Box::new(As(walk::Walk { run: false })),
        Box::new(As(posture::StandUp)),
        Box::new(As(handle::Draw)),
        Box::new(As(handle::PickUp)),
        Box::new(As(handle::ReadyShield)),
        Box::new(As(handle::Door)),
        Box::new(As(aid::FirstAid)),
        Box::new(As(walk::Walk { run: true })),
        Box::new(As(walk::Swap)),
        Box::new(As(posture::Kneel)),
        Box::new(As(posture::LieDown)),
        Box::new(As(wait::Delay)),
        Box::new(As(wait::Pass)),
        Box::new(As(out_of_turn::Blow)),
        Box::new(As(out_of_turn::HoldBack)),
    ]
}

/// Verbs of the window before initiative.
pub const SKILLS: [&str; 2] = ["skill", "only_move"];

/// Verbs of a count.
pub const ACTIONS: [&str; 17] = [
    "strike",
    "shoot",
    "throw",
    "load",
    "move",
    "stand_up",
    "draw",
    "pick_up",
    "ready_shield",
    "door",
    "first_aid",
    "run",
    "swap",
    "kneel",
    "lie_down",
    "delay",
    "pass",
];

/// Verbs of a count for somebody winded (W-093).
pub const WINDED: [&str; 2] = ["move", "pass"];

/// Verbs of a blow out of turn.
pub const OUT_OF_TURN: [&str; 2] = ["blow", "hold_back"];

/// Slots without anything in them.
///
/// # Errors
/// If there is.
fn bare(slots: &Slots, what: &str) -> Result<(), Refusal> {
    if *slots == Slots::default() {
        Ok(())
    } else {
        Err(Refusal::form(format!("`{what}` takes nothing else")))
    }
}

/// Refuses slots that an order does not read, so that one order has one form.
///
/// # Errors
/// If one of them is filled.
fn only(what: &str, slots: &Slots, read: &[&str]) -> Result<(), Refusal> {
    let filled = [
        ("targets", !slots.targets.is_empty()),
        ("hex", slots.hex.is_some()),
        ("dir", slots.dir.is_some()),
        ("plot", slots.plot.is_some()),
        ("item", slots.item.is_some()),
        ("amount", slots.amount.is_some()),
        ("then", slots.then.is_some()),
        ("flags", !slots.flags.is_empty()),
    ];
    match filled
        .into_iter()
        .find(|(name, filled)| *filled && !read.contains(name))
    {
        Some((name, _)) => Err(Refusal::form(format!("`{what}` takes no {name}"))),
        None => Ok(()),
    }
}

/// When an action without a weapon comes (W-051).
///
/// # Errors
/// Why it cannot come in this round.
fn plain_due(scene: &Scene, figure: &Figure) -> Result<Due, Refusal> {
    figure.acts()?;
    gather::due(scene, figure, gather::plain_rec(scene), None)
}

/// Says at which later count something is done, or nothing.
fn at_count(due: Result<Due, Refusal>) -> String {
    match due {
        Ok(due) if !due.now => format!(" at count {}", due.next.count),
        _ => String::new(),
    }
}
