//! Limbs that can strike, block and parry, and what each holds (N-052, N-053, N-056). Pure.

use crate::combat::combatant::{Carried, Gear, Item};
use serde::{Deserialize, Serialize};

/// A limb that counts for Blocks and Parries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limb {
    /// The arm of the main hand.
    Main,
    /// The other arm.
    Off,
    /// Both arms on one weapon: one limb (N-052).
    Both,
}

impl Limb {
    /// All of them.
    pub const ALL: [Limb; 3] = [Limb::Main, Limb::Off, Limb::Both];

    /// The word orders use.
    pub const fn word(self) -> &'static str {
        match self {
            Limb::Main => "main",
            Limb::Off => "off",
            Limb::Both => "both",
        }
    }
}

/// The limbs of somebody with two arms, by what he holds: a two-handed grip makes both one limb.
pub fn limbs(gear: &Gear) -> &'static [Limb] {
    let grip = gear.0.iter().any(|item| item.carried == Carried::Both);
    if grip {
        &[Limb::Both]
    } else {
        &[Limb::Main, Limb::Off]
    }
}

/// What a limb holds; `None` is a bare arm.
pub fn held(gear: &Gear, limb: Limb) -> Option<&Item> {
    gear.0.iter().find(|item| {
        matches!(
            (limb, item.carried),
            (Limb::Main, Carried::Main)
                | (Limb::Off, Carried::Off | Carried::Arm)
                | (Limb::Both, Carried::Both)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::combatant::ItemId;

    fn gear(carried: &[Carried]) -> Gear {
        let item = |(at, carried): (usize, &Carried)| Item {
            id: ItemId(at as u16),
            name: "club".into(),
            carried: *carried,
            wear: 0,
            ammunition: None,
        };
        Gear(carried.iter().enumerate().map(item).collect())
    }

    #[test]
    fn n052_a_grip_of_two_hands_is_one_limb() {
        assert_eq!(limbs(&gear(&[])), [Limb::Main, Limb::Off]);
        assert_eq!(
            limbs(&gear(&[Carried::Main, Carried::Arm])),
            [Limb::Main, Limb::Off]
        );
        assert_eq!(limbs(&gear(&[Carried::Both])), [Limb::Both]);
    }

    #[test]
    fn a_limb_holds_what_is_in_its_hand() {
        let gear = gear(&[Carried::Main, Carried::Arm, Carried::Belt]);
        assert_eq!(held(&gear, Limb::Main).map(|item| item.id), Some(ItemId(0)));
        assert_eq!(held(&gear, Limb::Off).map(|item| item.id), Some(ItemId(1)));
        assert_eq!(held(&gear, Limb::Both), None);
    }
}
