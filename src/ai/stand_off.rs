//! Two who stand before each other and do not move: what each does the other, both playing it best.

use super::choose;
use super::mind::Mind;
use super::tactician::Tactician;
use super::view::SeatView;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;

/// Harm each does the other in a unit of time, in thousandths of what the other can bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandOff {
    /// The first to the second.
    pub done: i32,
    /// The second to the first.
    pub taken: i32,
}

/// The game of striking and waiting between two enemies in a battle with an open window, solved over
/// the odds of the rules; `None` if either shoots or cannot fight.
pub fn stand_off(battle: &mut Battle, one: CombatantId, other: CombatantId) -> Option<StandOff> {
    let side = battle.figures(None).get(usize::from(one.0))?.side;
    let number = battle.flow().windows;
    let scene = battle.scene(Some(side));
    let view = SeatView::new(battle, &*scene, side, 0, number);
    let mind = Mind::new(&view, Tactician::NORMAL.skill());
    let (me, foe) = (*mind.gauge(one)?, *mind.gauge(other)?);
    let (done, taken) = choose::duel(&mind, &me, &foe)?.rates();
    let part = |harm: i32, value: i32| harm * 1000 / value.max(1);
    Some(StandOff {
        done: part(done, foe.value),
        taken: part(taken, me.value),
    })
}
