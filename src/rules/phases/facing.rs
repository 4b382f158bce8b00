//! Arcs as the rules of `phases` name them (P-034) and awareness of what comes from them (P-036).
//!
//! Geometry is the board's; the gather layer turns it into these plain values.

use serde::{Deserialize, Serialize};

/// One of the four arcs of a figure (P-034). An attack has the arc of its target it comes from.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Arc4 {
    /// The three front hexsides, 180°.
    #[default]
    Forward,
    /// 60° behind the left shoulder.
    LeftRear,
    /// 60° behind the right shoulder.
    RightRear,
    /// The 60° straight behind.
    Back,
}

impl Arc4 {
    /// All four.
    pub const ALL: [Arc4; 4] = [Arc4::Forward, Arc4::LeftRear, Arc4::RightRear, Arc4::Back];

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Arc4::Forward => "forward",
            Arc4::LeftRear => "left rear",
            Arc4::RightRear => "right rear",
            Arc4::Back => "back",
        }
    }

    /// Left Rear or Right Rear.
    pub const fn is_rear_side(self) -> bool {
        matches!(self, Arc4::LeftRear | Arc4::RightRear)
    }

    /// Outside the Forward facing: the rear half of P-255.
    pub const fn is_rear(self) -> bool {
        !matches!(self, Arc4::Forward)
    }
}

/// Whether the target knows of an attack (P-036).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awareness {
    /// He does.
    Aware,
    /// A Resist Surprise check against this number decides, once per attacker and phase.
    Check(i32),
    /// He does not.
    Unaware,
}

impl Awareness {
    /// By arc: Forward always, the rear sides by the Resist Surprise number, Back never;
    /// `all_round` (a look around P-022, 360-Degree Awareness H-20) makes every arc aware.
    pub const fn of(arc: Arc4, resist_surprise: i32, all_round: bool) -> Awareness {
        match arc {
            _ if all_round => Awareness::Aware,
            Arc4::Forward => Awareness::Aware,
            Arc4::LeftRear | Arc4::RightRear => Awareness::Check(resist_surprise),
            Arc4::Back => Awareness::Unaware,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn awareness_by_arc() {
        assert_eq!(Awareness::of(Arc4::Forward, 12, false), Awareness::Aware);
        assert_eq!(
            Awareness::of(Arc4::LeftRear, 12, false),
            Awareness::Check(12)
        );
        assert_eq!(Awareness::of(Arc4::Back, 12, false), Awareness::Unaware);
        assert_eq!(Awareness::of(Arc4::Back, 12, true), Awareness::Aware);
    }
}
