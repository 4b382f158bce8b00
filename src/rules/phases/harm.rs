//! Hit points and life states (P-118, H-4), and what a Fumble leads to (P-203, H-19).

use super::check::{self, Roll};
use super::scene::Pools;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, Throw};
use serde::{Deserialize, Serialize};

/// State of life (H-4), best first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Stamina left.
    #[default]
    Able,
    /// Stamina 0.
    Unconscious,
    /// Critical 0 or less.
    Dying,
    /// Critical −5 or less.
    Dead,
}

impl Life {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Life::Able => "able",
            Life::Unconscious => "unconscious",
            Life::Dying => "dying",
            Life::Dead => "dead",
        }
    }
}

/// The state these pools mean (H-4).
pub const fn life(pools: Pools) -> Life {
    match pools {
        Pools { chp, .. } if chp <= -5 => Life::Dead,
        Pools { chp, .. } if chp <= 0 => Life::Dying,
        Pools { shp, .. } if shp <= 0 => Life::Unconscious,
        _ => Life::Able,
    }
}

/// Pools after losses (H-4): Stamina never below 0.
pub fn after(pools: Pools, shp: i32, chp: i32) -> Pools {
    let less = |pool: i16, loss: i32| {
        let left = (i32::from(pool) - loss).clamp(i16::MIN.into(), i16::MAX.into());
        left as i16
    };
    Pools {
        shp: less(pools.shp, shp).max(0),
        chp: less(pools.chp, chp),
    }
}

/// The losses beyond which nothing changes (H-4): all the Stamina there is, and Critical to death.
pub fn worst(pools: Pools) -> (i32, i32) {
    let (shp, chp) = (i32::from(pools.shp), i32::from(pools.chp));
    (shp.max(0), (chp + 5).max(0))
}

/// The circumstances of a Fumble (H-19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FumbleContext {
    /// The attacker runs or charges.
    pub running_or_charging: bool,
    /// A missile, and an ally stands within 1 hex of the line of fire.
    pub ally_at_the_line: bool,
    /// A melee attack, and an ally is in reach in the Forward facing.
    pub ally_in_reach: bool,
    /// The target parried.
    pub target_parried: bool,
    /// Armour Rating on the struck facing.
    pub target_ar: i32,
    /// No weapon that could be dropped.
    pub unarmed: bool,
}

/// What comes of a Fumble (H-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FumbleOutcome {
    /// Falls prone in his hex; the attack is lost.
    Falls,
    /// The same shot once against the nearest ally by the line: LS 10, plain hit.
    StrayShot,
    /// The same blow once against the nearest ally: LS 10, plain hit.
    StrikesAlly,
    /// The own weapon must Resist Breaking or takes 1 BD.
    WeaponAtRisk,
    /// The weapon lies in his hex.
    DropsWeapon,
}

/// By context, the first that fits (H-19). The unarmed have no weapon to break or drop: they fall.
pub const fn fumble_outcome(context: &FumbleContext) -> FumbleOutcome {
    if context.running_or_charging {
        FumbleOutcome::Falls
    } else if context.ally_at_the_line {
        FumbleOutcome::StrayShot
    } else if context.ally_in_reach {
        FumbleOutcome::StrikesAlly
    } else if context.unarmed {
        FumbleOutcome::Falls
    } else if context.target_parried || context.target_ar >= 5 {
        FumbleOutcome::WeaponAtRisk
    } else {
        FumbleOutcome::DropsWeapon
    }
}

/// Level Score of a stray blow or shot (H-19); it hits plainly and cannot fumble.
pub const STRAY_SCORE: i32 = 10;

/// Rolls whether a stray blow or shot hits the ally (H-19).
pub fn stray(who: CombatantId, dice: &mut dyn Dice) -> Roll {
    check::feat(Throw::new(who, "stray"), STRAY_SCORE, dice)
}

/// Rolls whether a weapon resists breaking (P-110): its number less its wear (P-205).
pub fn resist_breaking(who: CombatantId, rb: i8, wear: u8, dice: &mut dyn Dice) -> Roll {
    let number = i32::from(rb) - i32::from(wear);
    check::resist(Throw::new(who, "resist breaking"), number, false, dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures::{A, scripted};

    #[test]
    fn life_by_pools() {
        let of = |shp, chp| life(Pools { shp, chp });
        assert_eq!(of(1, 1), Life::Able);
        assert_eq!(of(0, 1), Life::Unconscious);
        assert_eq!(of(5, 0), Life::Dying);
        assert_eq!(of(0, -4), Life::Dying);
        assert_eq!(of(0, -5), Life::Dead);
        let left = after(Pools { shp: 3, chp: 4 }, 9, 6);
        assert_eq!((left.shp, left.chp), (0, -2));
    }

    #[test]
    fn fumbles_by_context_first_that_fits() {
        let mut context = FumbleContext::default();
        assert_eq!(fumble_outcome(&context), FumbleOutcome::DropsWeapon);
        context.target_ar = 4;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::DropsWeapon);
        context.target_ar = 5;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::WeaponAtRisk);
        context.unarmed = true;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::Falls);
        context.ally_in_reach = true;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::StrikesAlly);
        context.ally_at_the_line = true;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::StrayShot);
        context.running_or_charging = true;
        assert_eq!(fumble_outcome(&context), FumbleOutcome::Falls);
    }

    #[test]
    fn weapons_resist_breaking_less_their_wear() {
        // P-110: RB 12; P-205: with 2 BD 10.
        let resists = |wear, face| {
            let faces = [(0, "resist breaking", face)];
            resist_breaking(A, 12, wear, &mut scripted(&faces)).success
        };
        assert!(resists(0, 12));
        assert!(!resists(0, 13));
        assert!(resists(2, 10));
        assert!(!resists(2, 11));
    }
}
