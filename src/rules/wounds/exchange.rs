//! The exchange: one attack on one target, as plain data walked by one pure [`advance`] through
//! declared, rolled, struck, resolved.
//!
//! Systems gather an [`ExchangeContext`], call [`run`] with the battle's dice and apply what stands in
//! the [`Exchange`]; odds fold the same function (see [`super::odds`]). One call makes one small step,
//! so that equal states merge between them. Nobody answers an attack in this system: Defence is part
//! of the target number, and a shield counts by itself.
//!
//! Dice come in the order attack, location, shock, others.

use super::attack::{self, Attack, Band};
use super::check::{DIE, Roll};
use super::fumble;
use super::injury::Marked;
use super::sheet::{Boxes, Location};
use super::shock;
use super::state::{Injuries, Shock};
use super::tables::{Charts, Circumstances, FumbleResult};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The target as the blow finds him.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Target {
    /// Who: his are the shock dice.
    pub who: CombatantId,
    /// Boxes.
    pub boxes: Boxes,
    /// Injuries before.
    pub injuries: Injuries,
    /// Shock value (W-088).
    pub shock_value: i32,
    /// Locations out of action before.
    pub shock: Shock,
    /// Wounds taken off by location, as [`super::armour::protection`] gives them.
    pub armour: [u8; 6],
}

/// What does not change while an exchange is walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeContext {
    /// The attack.
    pub attack: Attack,
    /// The target.
    pub target: Target,
    /// T1, T2, T9.
    pub charts: Arc<Charts>,
    /// T6.
    pub circumstances: Circumstances,
}

/// Where an exchange stands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The attack is to be rolled.
    #[default]
    Declared,
    /// Rolled: a hit looks for its location, a fumble for its row of T9.
    Rolled,
    /// Wounds are marked; the next Shock check that is due.
    Struck(u8),
    /// Over.
    Resolved,
}

/// A Shock check that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShockCheck {
    /// For which location.
    pub location: Location,
    /// The roll; success holds.
    pub roll: Roll,
}

/// An exchange as far as it has come. Ordered, so that odds can merge equal states.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Exchange {
    /// Where it stands.
    pub stage: Stage,
    /// How the attack went; `Miss` until rolled.
    pub band: Band,
    /// Face of the attack.
    pub face: u16,
    /// Where it struck.
    pub location: Option<Location>,
    /// Face of the location die; 0 if the location was called.
    pub location_face: u16,
    /// Wounds that armour took off.
    pub absorbed: u16,
    /// What was marked.
    pub marked: Marked,
    /// The target's injuries after; before the hit those before.
    pub injuries: Injuries,
    /// Shock checks, in order.
    pub checks: Vec<ShockCheck>,
    /// Rows of T9, in order.
    pub fumbles: Vec<FumbleResult>,
}

impl Exchange {
    /// Before anything is rolled.
    pub fn new(context: &ExchangeContext) -> Exchange {
        Exchange {
            injuries: context.target.injuries,
            ..Exchange::default()
        }
    }

    /// A hit that needs no roll: a stray blow with this face, such as half the roll of T9.
    pub fn strike(context: &ExchangeContext, face: u16) -> Exchange {
        let sl = attack::damage_sl(&context.attack, face, &context.circumstances);
        Exchange {
            stage: Stage::Rolled,
            band: Band::Hit(context.charts.wounds(sl)),
            face,
            ..Exchange::new(context)
        }
    }

    /// Dead of it (W-087).
    pub fn dead(&self, context: &ExchangeContext) -> bool {
        self.injuries.dead(&context.target.boxes)
    }

    /// Locations whose check failed (W-092–W-095).
    pub fn stunned(&self) -> impl Iterator<Item = Location> + '_ {
        self.checks
            .iter()
            .filter(|check| !check.roll.verdict.succeeded())
            .map(|check| check.location)
    }

    /// Limbs that this blow made useless for good (W-079): an arm drops what it holds, without a leg
    /// he falls.
    pub fn lost_limbs<'a>(
        &'a self,
        context: &'a ExchangeContext,
    ) -> impl Iterator<Item = Location> + 'a {
        let target = &context.target;
        Location::ALL.into_iter().filter(move |location| {
            location.is_limb()
                && self.injuries.gone(&target.boxes, *location)
                && !target.injuries.gone(&target.boxes, *location)
        })
    }
}

/// One step of an exchange. Pure but for the dice.
#[must_use]
pub fn advance(exchange: &Exchange, context: &ExchangeContext, dice: &mut dyn Dice) -> Exchange {
    let mut next = exchange.clone();
    match exchange.stage {
        Stage::Declared => {
            let table = &context.circumstances;
            (next.band, next.face) = attack::roll(&context.attack, table, &context.charts, dice);
            next.stage = match next.band {
                Band::Miss => Stage::Resolved,
                Band::Hit(_) | Band::Fumble => Stage::Rolled,
            };
        }
        Stage::Rolled => match exchange.band {
            Band::Hit(wounds) => {
                land(&mut next, context, wounds, dice);
                next.stage = if due(&next, context).is_empty() {
                    Stage::Resolved
                } else {
                    Stage::Struck(0)
                };
            }
            Band::Fumble => {
                let attack = &context.attack;
                next.fumbles = fumble::roll(
                    attack.who,
                    attack.ordinal,
                    attack.natural,
                    &context.charts,
                    dice,
                );
                next.stage = Stage::Resolved;
            }
            Band::Miss => next.stage = Stage::Resolved,
        },
        Stage::Struck(at) => {
            let due = due(&next, context);
            if let Some(location) = due.get(usize::from(at)) {
                check_shock(&mut next, context, *location, dice);
            }
            next.stage = if usize::from(at) + 1 < due.len() {
                Stage::Struck(at + 1)
            } else {
                Stage::Resolved
            };
        }
        Stage::Resolved => {}
    }
    next
}

/// Walks an exchange to its end.
#[must_use]
pub fn run(exchange: &Exchange, context: &ExchangeContext, dice: &mut dyn Dice) -> Exchange {
    let mut exchange = exchange.clone();
    while exchange.stage != Stage::Resolved {
        exchange = advance(&exchange, context, dice);
    }
    exchange
}

/// Location, armour, marks (W-044–W-046, W-064).
fn land(next: &mut Exchange, context: &ExchangeContext, wounds: u16, dice: &mut dyn Dice) {
    let location = context.attack.called.unwrap_or_else(|| {
        let class = |face| context.charts.location(face).index() as u8;
        let throw = Throw::nth(context.attack.who, "location", context.attack.ordinal);
        next.location_face = dice.check(throw, DIE, &class).face;
        context.charts.location(next.location_face)
    });
    let armour = u16::from(context.target.armour[location.index()]);
    next.location = Some(location);
    next.absorbed = wounds.min(armour);
    let boxes = &context.target.boxes;
    let through = wounds - next.absorbed;
    (next.injuries, next.marked) = context.target.injuries.mark(boxes, location, through);
}

/// Locations that check for shock now: those in shock already have nothing to lose.
fn due(exchange: &Exchange, context: &ExchangeContext) -> Vec<Location> {
    let Some(location) = exchange.location else {
        return Vec::new();
    };
    let boxes = &context.target.boxes;
    let mut due = shock::due(&exchange.injuries, boxes, location, exchange.marked);
    due.retain(|location| !context.target.shock.has(*location));
    due
}

fn check_shock(
    next: &mut Exchange,
    context: &ExchangeContext,
    location: Location,
    dice: &mut dyn Dice,
) {
    let target = &context.target;
    let injury = next.injuries.penalty(&target.boxes);
    let (number, _) = shock::target(target.shock_value, injury);
    let ordinal = 2 * context.attack.ordinal + next.checks.len() as u16;
    let roll = shock::check(target.who, ordinal, number, dice);
    next.checks.push(ShockCheck { location, roll });
}

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod tests;
