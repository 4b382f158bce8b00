//! Attribute scale and derived values, pure (§6.1, §6.2). Called wherever a figure of a sheet is
//! worked out; every division rounds down.

use serde::{Deserialize, Serialize};

/// How much is put into an attack or a 3D: 1, 2 or 3 NAR or DAP (N-028, N-056, N-060).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Light, Hasty, CT 1: 1 point.
    Light,
    /// Medium, Regular, CT 2: 2 points.
    Medium,
    /// Heavy, Steady, CT 3: 3 points.
    Heavy,
}

impl Effort {
    /// All of them, the cheapest first.
    pub const ALL: [Effort; 3] = [Effort::Light, Effort::Medium, Effort::Heavy];

    /// What it costs, in NAR or DAP.
    pub const fn points(self) -> u8 {
        match self {
            Effort::Light => 1,
            Effort::Medium => 2,
            Effort::Heavy => 3,
        }
    }

    /// By its cost.
    pub const fn of(points: i32) -> Option<Effort> {
        match points {
            1 => Some(Effort::Light),
            2 => Some(Effort::Medium),
            3 => Some(Effort::Heavy),
            _ => None,
        }
    }

    /// What an attribute adds to a total: Mod, Stat, or both (N-028, N-057, N-060, N-061).
    pub fn column(self, stat: i32) -> i32 {
        match self {
            Effort::Light => modifier(stat),
            Effort::Medium => stat,
            Effort::Heavy => stat + modifier(stat),
        }
    }

    /// What an attribute adds to damage: ½Mod, Mod, or both (N-028, N-058).
    pub fn damage_column(self, stat: i32) -> i32 {
        match self {
            Effort::Light => half_modifier(stat),
            Effort::Medium => modifier(stat),
            Effort::Heavy => modifier(stat) + half_modifier(stat),
        }
    }
}

/// The Mod of a Stat (§6.1).
pub const fn modifier(stat: i32) -> i32 {
    stat / 2
}

/// Half of the Mod (§6.1).
pub const fn half_modifier(stat: i32) -> i32 {
    modifier(stat) / 2
}

/// Actions a Round, at least 1 (N-009).
pub const fn nar(reflex: i32, level: i32) -> i32 {
    let nar = 10 + half_modifier(reflex) + level / 4;
    if nar < 1 { 1 } else { nar }
}

/// Defensive Action Points a Round (N-047).
pub const fn dap(reflex: i32, level: i32) -> i32 {
    10 + half_modifier(reflex) + level / 2
}

/// Health Points (§6.2).
pub const fn hp(constitution: i32, level: i32) -> i32 {
    10 + 5 * constitution + 3 * level
}

/// Share of a limb (§6.2).
pub const fn limb_hp(hp: i32) -> i32 {
    hp / 4
}

/// Share of a digit or eye (§6.2).
pub const fn digit_hp(hp: i32) -> i32 {
    hp / 8
}

/// Share of head or neck (§6.2).
pub const fn head_hp(hp: i32) -> i32 {
    hp / 2
}

/// How badly somebody with so many Health Points left is off (§6.2, §6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Able to fight.
    Able,
    /// At exactly 0, or with as much non-lethal damage as Health Points.
    Unconscious,
    /// Below 0.
    Dying,
    /// At minus the Constitution Stat.
    Dead,
}

/// State by Health Points and non-lethal damage (§6.2, §6.7).
pub const fn life(hp: i32, nld: i32, constitution: i32) -> Life {
    if hp <= -constitution {
        Life::Dead
    } else if hp < 0 {
        Life::Dying
    } else if hp == 0 || nld >= hp {
        Life::Unconscious
    } else {
        Life::Able
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attribute_scale() {
        for (stats, mods, half, pools) in [
            (1..=1, 0, 0, 10),
            (2..=3, 1, 0, 10),
            (4..=5, 2, 1, 11),
            (6..=7, 3, 1, 11),
            (8..=9, 4, 2, 12),
            (10..=11, 5, 2, 12),
            (12..=13, 6, 3, 13),
            (14..=15, 7, 3, 13),
            (16..=17, 8, 4, 14),
            (18..=19, 9, 4, 14),
            (20..=21, 10, 5, 15),
            (24..=25, 12, 6, 16),
            (30..=30, 15, 7, 17),
        ] {
            for stat in stats {
                assert_eq!(
                    (modifier(stat), half_modifier(stat)),
                    (mods, half),
                    "{stat}"
                );
                assert_eq!((nar(stat, 0), dap(stat, 0)), (pools, pools), "{stat}");
            }
        }
    }

    #[test]
    fn n009_nar_and_n047_dap() {
        assert_eq!((nar(10, 0), nar(18, 0), nar(3, 0)), (12, 14, 10));
        assert_eq!((dap(10, 0), dap(18, 3)), (12, 15));
        assert_eq!((nar(10, 3), nar(10, 4)), (12, 13));
    }

    #[test]
    fn derived_values() {
        assert_eq!((hp(10, 0), hp(12, 0), hp(10, 2)), (60, 70, 66));
        assert_eq!((limb_hp(60), digit_hp(60), head_hp(60)), (15, 7, 30));
        let at = |hp| life(hp, 0, 10);
        assert_eq!(
            (at(1), at(0), at(-1)),
            (Life::Able, Life::Unconscious, Life::Dying)
        );
        assert_eq!((at(-9), at(-10)), (Life::Dying, Life::Dead));
        assert_eq!(
            (life(5, 4, 10), life(5, 5, 10)),
            (Life::Able, Life::Unconscious)
        );
    }

    #[test]
    fn n028_columns_of_an_average_person() {
        let column = |effort: Effort| (effort.column(10), effort.damage_column(10));
        assert_eq!(Effort::ALL.map(column), [(5, 2), (10, 5), (15, 7)]);
    }
}
