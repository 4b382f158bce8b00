//! One combatant's time: slots, Cool Down, Charge Time, points of defence (N-017 to N-025, N-047 to
//! N-053). Plain data with pure steps; the systems call them, nobody else writes the fields.

use super::limbs::Limb;
use super::rows;
use super::scale::Effort;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::refusal::Refusal;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// What an attack is made with (N-032, N-034, §6.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// A blow with the weapon of a limb.
    Blow(Limb),
    /// A shot with an item.
    Shot(ItemId),
    /// A charged action, by its name in the table.
    Charged(SmolStr),
}

/// An attack that is under way: what, how hard, at whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// The name it was ordered by: `light`, `steady`, `cast`, an ability's own.
    pub name: SmolStr,
    /// How much is put into it.
    pub effort: Effort,
    /// What with.
    pub means: Means,
    /// At whom.
    pub target: CombatantId,
}

/// A charge that runs (N-022).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Slots until it takes effect, at least 1.
    pub left: u8,
    /// What takes effect.
    pub deed: Deed,
}

/// A combatant's time in this Round. Written by the systems that serve rows and by 3D's.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tempo {
    /// Initiative total of this Round (N-006).
    pub init: i32,
    /// Place among those of equal Init, Ref and Coord: the higher goes first (N-006).
    pub rolloff: u8,
    /// NAR; a change places the rows not yet reached anew (N-014).
    pub nar: u8,
    /// Defensive points left (N-047).
    pub dap: i32,
    /// Slots of this row still to be served.
    pub due: u8,
    /// Slots of recovery still to pass (N-021, N-049).
    pub cd: u8,
    /// A charge that runs once the recovery is over (N-022, N-051).
    pub charge: Option<Charge>,
    /// The second strike of a dual attack, on the next slot (N-053).
    pub second: Option<Deed>,
}

/// What a slot comes to when its turn comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Recovery: nothing can be chosen (N-021).
    Recovers,
    /// A charge goes on (N-022).
    Charges,
    /// Something takes effect: a charge, or the second strike of a dual attack.
    Falls(Deed),
    /// The combatant chooses.
    Free,
}

impl Tempo {
    /// Before the first Round.
    pub fn new(nar: u8, dap: i32, init: i32) -> Tempo {
        Tempo {
            init,
            rolloff: 0,
            nar,
            dap,
            due: 0,
            cd: 0,
            charge: None,
            second: None,
        }
    }

    /// A Round begins: points are fresh, and what ran past the end of the last one goes on (N-018,
    /// N-024, N-047).
    pub fn begin_round(&mut self, nar: u8, dap: i32, init: i32) {
        self.nar = nar;
        self.dap = dap;
        self.init = init;
        self.rolloff = 0;
    }

    /// A row begins.
    pub fn begin_row(&mut self, row: u8) {
        self.due = rows::slots(self.nar, row);
    }

    /// Slots bound by recovery and charge.
    pub fn bound(&self) -> u8 {
        let charge = self.charge.as_ref().map_or(0, |charge| charge.left);
        self.cd.saturating_add(charge)
    }

    /// NAR that are neither past nor marked in this Round; a debt is negative (N-017, N-024).
    pub fn left(&self, row: u8) -> i32 {
        let to_come = i32::from(self.due) + i32::from(rows::slots_after(self.nar, row));
        to_come - i32::from(self.bound())
    }

    /// Rows from now until the `nth` slot from here, this one counting while it is due.
    pub fn rows_until(&self, row: u8, nth: u32) -> u32 {
        rows::rows_until(self.nar, row, self.due, nth)
    }

    /// Rows from now until the next slot at which something can be chosen.
    pub fn rows_until_free(&self, row: u8) -> u32 {
        self.rows_until(row, u32::from(self.bound()) + 1)
    }

    /// The next slot's turn. A free slot stays due until something is chosen; all others are used.
    pub fn serve(&mut self) -> Slot {
        if self.cd > 0 {
            self.use_slot();
            self.cd -= 1;
            return match self.second.take() {
                Some(deed) => Slot::Falls(deed),
                None => Slot::Recovers,
            };
        }
        let Some(mut charge) = self.charge.take() else {
            return Slot::Free;
        };
        self.use_slot();
        charge.left = charge.left.saturating_sub(1);
        if charge.left == 0 {
            return Slot::Falls(charge.deed);
        }
        self.charge = Some(charge);
        Slot::Charges
    }

    /// The slot whose turn it is has passed.
    pub fn use_slot(&mut self) {
        self.due = self.due.saturating_sub(1);
    }

    /// A Cool Down action of so many NAR begins in this slot (N-021). In a slot of recovery, which
    /// an ability may use, the recovery still owed is owed after it.
    pub fn begin_cd(&mut self, cost: u8) {
        self.use_slot();
        self.cd = self.cd.saturating_add(cost.saturating_sub(1));
    }

    /// A Charge Time action of so many NAR begins in this slot; it is given back if it takes effect
    /// in the same one (N-022).
    pub fn begin_ct(&mut self, cost: u8, deed: Deed) -> Option<Deed> {
        self.use_slot();
        let left = cost.saturating_sub(1);
        if left == 0 {
            return Some(deed);
        }
        self.charge = Some(Charge { left, deed });
        None
    }

    /// Whether a 3D may be paid with DAP, also in CD and CT (N-048).
    ///
    /// # Errors
    /// How many are left.
    pub fn may_pay_dap(&self, effort: Effort) -> Result<(), Refusal> {
        if self.dap >= i32::from(effort.points()) {
            return Ok(());
        }
        Err(Refusal::new(
            "N-047",
            format!("that costs {} DAP; there are {}", effort.points(), self.dap),
        ))
    }

    /// Whether a 3D may be paid with NAR (N-049 to N-051, N-053).
    ///
    /// # Errors
    /// Why not.
    pub fn may_pay_nar(&self, limb: Option<Limb>, row: u8) -> Result<(), Refusal> {
        if let Some(second) = &self.second {
            return match (&second.means, limb) {
                (Means::Blow(striking), Some(limb)) if *striking == limb => Ok(()),
                _ => Err(Refusal::new(
                    "N-053",
                    "in a dual attack only the hand that has still to strike can be used with NAR",
                )),
            };
        }
        if self.cd > 0 {
            return Err(Refusal::new(
                "N-050",
                "the next NAR is in use: no 3D can be paid with it",
            ));
        }
        if self.left(row) < 1 {
            return Err(Refusal::new("N-050", "no NAR is left in this Round"));
        }
        Ok(())
    }

    /// Pays a 3D with DAP.
    pub fn pay_dap(&mut self, effort: Effort) {
        self.dap -= i32::from(effort.points());
    }

    /// Pays a 3D with NAR: a Cool Down of that length, ahead of a charge (N-049, N-051). The hand
    /// that has still to strike gives its strike up, and that slot pays the first NAR (N-053).
    pub fn pay_nar(&mut self, effort: Effort) {
        let forfeited = u8::from(self.second.take().is_some());
        self.cd = self.cd.saturating_add(effort.points() - forfeited);
    }

    /// Everything under way is lost, and the rest of the row with it.
    pub fn lose_all(&mut self) {
        self.due = 0;
        self.cd = 0;
        self.charge = None;
        self.second = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deed() -> Deed {
        Deed {
            name: "steady".into(),
            effort: Effort::Heavy,
            means: Means::Charged("spark".into()),
            target: CombatantId(1),
        }
    }

    fn at(nar: u8, row: u8) -> Tempo {
        let mut tempo = Tempo::new(nar, 12, 20);
        tempo.begin_row(row);
        tempo
    }

    /// Serves the slots of the rows; what each came to.
    fn pass(tempo: &mut Tempo, rows: std::ops::RangeInclusive<u8>) -> Vec<Slot> {
        let mut slots = Vec::new();
        for row in rows {
            tempo.begin_row(row);
            while tempo.due > 0 {
                slots.push(tempo.serve());
                if slots.last() == Some(&Slot::Free) {
                    tempo.use_slot();
                }
            }
        }
        slots
    }

    #[test]
    fn n021_a_heavy_on_row_one_is_free_on_row_four() {
        let mut tempo = at(12, 1);
        assert_eq!(tempo.serve(), Slot::Free);
        tempo.begin_cd(3);
        assert_eq!(tempo.rows_until_free(1), 3);
        assert_eq!(
            pass(&mut tempo, 2..=4),
            [Slot::Recovers, Slot::Recovers, Slot::Free]
        );
    }

    #[test]
    fn n022_a_charge_of_three_takes_effect_on_row_three() {
        let mut tempo = at(12, 1);
        assert_eq!(tempo.begin_ct(3, deed()), None);
        assert_eq!(tempo.rows_until(1, 2), 2);
        assert_eq!(
            pass(&mut tempo, 2..=4),
            [Slot::Charges, Slot::Falls(deed()), Slot::Free]
        );
        assert_eq!(at(12, 9).begin_ct(1, deed()), Some(deed()));
    }

    #[test]
    fn n023_and_n051_a_three_d_prolongs_the_charge() {
        for (effort, fires) in [(Effort::Light, 4), (Effort::Medium, 5)] {
            let mut tempo = at(12, 1);
            tempo.begin_ct(3, deed());
            assert!(tempo.may_pay_nar(None, 1).is_ok());
            tempo.pay_nar(effort);
            // The next NAR is in use now.
            assert_eq!(tempo.may_pay_nar(None, 1).unwrap_err().rule, "N-050");
            let slots = pass(&mut tempo, 2..=fires);
            assert_eq!(slots.last(), Some(&Slot::Falls(deed())));
            assert_eq!(slots.len(), usize::from(fires) - 1);
        }
    }

    #[test]
    fn n024_debt_is_taken_from_the_next_round() {
        let mut tempo = at(9, 9);
        assert_eq!(tempo.left(9), 2);
        tempo.begin_cd(3);
        assert_eq!(tempo.left(9), -1);
        assert_eq!(pass(&mut tempo, 10..=12), [Slot::Recovers]);
        assert_eq!(tempo.left(12), -1);
        tempo.begin_row(1);
        assert_eq!(tempo.left(1), 8);
        assert_eq!(pass(&mut tempo, 1..=2), [Slot::Recovers, Slot::Free]);
    }

    #[test]
    fn n014_a_new_nar_places_only_rows_not_reached() {
        let mut tempo = at(12, 2);
        tempo.nar = 6;
        assert_eq!((tempo.due, tempo.left(2)), (1, 1 + 5));
        assert_eq!(pass(&mut tempo, 3..=12).len(), 5);
    }

    #[test]
    fn n053_the_hand_that_has_still_to_strike_gives_its_strike_up() {
        let mut tempo = at(12, 1);
        tempo.begin_cd(2);
        tempo.second = Some(Deed {
            means: Means::Blow(Limb::Off),
            ..deed()
        });
        assert_eq!(
            tempo.may_pay_nar(Some(Limb::Main), 1).unwrap_err().rule,
            "N-053"
        );
        assert!(tempo.may_pay_nar(Some(Limb::Off), 1).is_ok());
        tempo.pay_nar(Effort::Light);
        assert_eq!(pass(&mut tempo, 2..=3), [Slot::Recovers, Slot::Free]);
    }
}
