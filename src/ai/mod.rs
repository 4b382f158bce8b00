//! Who decides for a side without a person.
//!
//! A controller is a pure function of its side's view and its own dice key: the same answers on
//! any machine. It picks from verbs like everybody else and knows no rule system. Drivers call
//! [`answer_side`]; an answer that is refused falls back to the preset and is counted.

mod charge;
mod choose;
mod danger;
mod duel;
mod footing;
mod key;
mod mind;
mod moves;
mod place;
mod random;
mod resolve;
mod rusher;
mod spots;
mod stand_off;
mod tactician;
mod tempo;
mod view;

pub use random::Random;
pub use rusher::Rusher;
pub use stand_off::{StandOff, stand_off};
pub use tactician::{Tactician, Weighed};
pub use view::SeatView;

use crate::combat::battle::Battle;
use crate::combat::combatant::SideId;
use crate::combat::order::{Choice, Decision, Order};

/// Somebody who answers a side's decisions.
pub trait Controller: Send {
    /// The name a command line or a menu uses.
    fn name(&self) -> &'static str;

    /// The answer to a decision of the view's side; `None` takes the preset.
    fn answer(&mut self, view: &SeatView, decision: &Decision) -> Option<Choice>;

    /// The answers to all decisions of the side in a window, in their order, one after another
    /// unless the controller thinks them over together; and side orders (standing orders, giving
    /// up) to give with them.
    fn decide(&mut self, view: &SeatView, decisions: &[Decision]) -> Decided {
        Decided {
            answers: decisions
                .iter()
                .map(|decision| self.answer(view, decision))
                .collect(),
            side_orders: Vec::new(),
        }
    }

    /// The alternatives of a decision with their scores, the best first; empty for a controller
    /// that does not weigh.
    fn weigh(&mut self, _view: &SeatView, _decision: &Decision) -> Vec<Weighed> {
        Vec::new()
    }
}

/// What a controller decides in a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// An answer for each decision, in order; `None` takes the preset.
    pub answers: Vec<Option<Choice>>,
    /// Orders that answer no decision.
    pub side_orders: Vec<Order>,
}

/// Names of all controllers with what each does, in the order menus list them.
pub const CONTROLLERS: [(&str, &str); 4] = [
    ("quick", "weighs blows, places and time, and is soon done"),
    ("normal", "looks further: every hex in reach, every answer"),
    ("rusher", "goes at the nearest enemy with plain attacks"),
    ("random", "does anything that is allowed"),
];

/// A controller by name.
pub fn by_name(name: &str) -> Option<Box<dyn Controller>> {
    match name {
        "quick" => Some(Box::new(Tactician::QUICK)),
        "normal" => Some(Box::new(Tactician::NORMAL)),
        "random" => Some(Box::new(Random)),
        "rusher" => Some(Box::new(Rusher)),
        _ => None,
    }
}

/// What a controller's answers came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Decisions put to it.
    pub asked: u32,
    /// Left to the preset.
    pub presets: u32,
    /// Refused, and so left to the preset.
    pub refused: u32,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: Tally) {
        self.asked += other.asked;
        self.presets += other.presets;
        self.refused += other.refused;
    }
}

/// What a controller would weigh in a decision of the open window, the best first, from what the
/// decision's own side may know; its dice are not those of the battle.
pub fn advice(
    battle: &mut Battle,
    decision: &Decision,
    controller: &mut dyn Controller,
) -> Vec<Weighed> {
    let number = battle.flow().windows;
    let scene = battle.scene(Some(decision.side));
    let view = SeatView::new(battle, &*scene, decision.side, 0, number);
    controller.weigh(&view, decision)
}

/// Answers everything a side has to decide in the open window, and seals it. Does nothing if the
/// side has nothing to decide or has sealed.
pub fn answer_side(
    battle: &mut Battle,
    side: SideId,
    controller: &mut dyn Controller,
    seed: u64,
) -> Tally {
    let mut tally = Tally::default();
    let Some(window) = battle.window() else {
        return tally;
    };
    if !window.waiting().any(|waiting| waiting == side) {
        return tally;
    }
    let number = window.number;
    let decisions: Vec<Decision> = window
        .decisions
        .iter()
        .filter(|decision| decision.side == side)
        .cloned()
        .collect();
    let scene = battle.scene(Some(side));
    let Decided {
        answers,
        side_orders,
    } = {
        let view = SeatView::new(battle, &*scene, side, seed, number);
        controller.decide(&view, &decisions)
    };
    for order in side_orders {
        tally.asked += 1;
        tally.refused += u32::from(battle.draft(side, order).is_err());
    }
    for (decision, answer) in decisions.iter().zip(answers) {
        tally.asked += 1;
        let Some(choice) = answer else {
            tally.presets += 1;
            continue;
        };
        let order = Order {
            decision: decision.id,
            who: decision.who,
            choice,
        };
        if battle.draft(side, order).is_err() {
            tally.refused += 1;
        }
    }
    battle
        .seal(side)
        .expect("the side was waiting and nothing has sealed it since");
    tally
}
