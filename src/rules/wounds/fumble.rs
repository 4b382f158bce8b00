//! Attack fumbles (T9, W-005): the die and what its rows mean for a weapon.

use super::check::DIE;
use super::tables::{Charts, FumbleResult};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};

/// What the rows mean for a part of the body: nothing to drop or to damage, so he is off balance.
pub const fn for_weapon(result: FumbleResult, natural: bool) -> FumbleResult {
    match result {
        FumbleResult::WeaponDropped | FumbleResult::WeaponDamaged if natural => {
            FumbleResult::OffBalance
        }
        other => other,
    }
}

/// Throws on the table: one result, or two after "roll twice", in the order thrown (a further one of
/// those is off balance). The same row may come twice: a weapon damaged twice is broken.
pub fn roll(
    who: CombatantId,
    ordinal: u16,
    natural: bool,
    charts: &Charts,
    dice: &mut dyn Dice,
) -> Vec<FumbleResult> {
    let mut throw = |nth: u16| {
        let class = |face| charts.fumble(face) as u8;
        let throw = Throw::nth(who, "fumble", 3 * ordinal + nth);
        let face = dice.check(throw, DIE, &class).face;
        for_weapon(charts.fumble(face), natural)
    };
    let first = throw(0);
    if first != FumbleResult::Twice {
        return vec![first];
    }
    (1..3)
        .map(throw)
        .map(|result| match result {
            FumbleResult::Twice => FumbleResult::OffBalance,
            other => other,
        })
        .collect()
}
