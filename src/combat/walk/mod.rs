//! One step round of simultaneous movement, as a pure function (P-024, B-062, B-064 to B-066).
//!
//! The resolver works out what everybody wants (a hex that terrain, edges and cost allow, or to
//! stay) and asks [`Round::new`]. Enemies who clash are handed back as [`Contest`] and [`HeadOn`];
//! the rule system throws its dice and calls [`Round::settle`] or [`Round::settle_head_on`], after
//! which the round runs on as soon as nothing is open, so the order of settling does not matter.
//! When nothing is open after that, every mover has its outcome.
//!
//! Invariants: nobody ends in a hex that another fills; the outcome depends neither on the order of
//! the list nor on ids nor on how the board lies, only on wants and keyed dice.

mod decide;
mod turn;

#[cfg(test)]
mod tests;

pub use turn::walk_in_turn;

use super::combatant::CombatantId;
use super::dice::Dice;
use super::occupancy::Footprint;
use super::tangle::{Links, Mover};
use crate::board::Hex;

/// The word under which the die between equals is thrown.
pub const WAY: &str = "way";

/// What one mover wants in this step round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// Who.
    pub who: CombatantId,
    /// Those of one team are allies.
    pub team: u8,
    /// His hex (the centre of a footprint of seven).
    pub from: Hex,
    /// The hex he steps into, allowed by terrain, edge and cost; `None` stays.
    pub to: Option<Hex>,
    /// His size.
    pub footprint: Footprint,
    /// He plotted a charge at whoever stands in `to` (B-065).
    pub charging: bool,
    /// He gives way in a contest (P-025).
    pub yielding: bool,
    /// He changes places with this ally (B-066). Feet, holds, edge and gait are checked before.
    pub swap_with: Option<CombatantId>,
    /// What is left of his movement, in the system's own unit: ranks allies.
    pub movement_left: i16,
}

/// Why a step is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody stands there who stays.
    Filled,
    /// The one ahead meant to leave but did not get away.
    NotLeft,
    /// An ally with more movement left, or the better die, goes first.
    AllyFirst,
    /// Allies whom not even the dice could part.
    EvenAllies,
    /// Somebody else has just taken the hex.
    Taken,
    /// He gave way to an enemy (P-025).
    Yielded,
    /// The enemy took the contested hex (P-025).
    LostContest,
    /// Both charges succeeded, or none did: nobody gets the hex (P-025).
    EvenContest,
    /// Two enemies walked into each other (B-065).
    HeadOn,
    /// Two allies walked into each other and did not agree to change places (B-066).
    Crossing,
    /// The other does not want to change places (B-066).
    SwapDeclined,
}

impl Reason {
    /// The words a player reads after "does not step on:".
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Filled => "somebody stands there",
            Reason::NotLeft => "the one ahead did not get away",
            Reason::AllyFirst => "an ally goes first",
            Reason::EvenAllies => "allies got in each other's way",
            Reason::Taken => "somebody else took the hex",
            Reason::Yielded => "gave way",
            Reason::LostContest => "was pushed back from the contested hex",
            Reason::EvenContest => "both were pushed back from the contested hex",
            Reason::HeadOn => "met an enemy head-on",
            Reason::Crossing => "an ally came the other way",
            Reason::SwapDeclined => "the other did not want to change places",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            Reason::Filled => "P-023",
            Reason::Yielded | Reason::LostContest | Reason::EvenContest => "P-025",
            Reason::HeadOn => "B-065",
            Reason::Crossing | Reason::SwapDeclined => "B-066",
            _ => "B-062",
        }
    }
}

/// What became of a want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// He wanted to stay.
    Stay,
    /// He steps.
    Go {
        /// Into this hex.
        to: Hex,
    },
    /// An ally goes first: he tries again at the next step, whatever his plot says of taken hexes.
    Wait {
        /// Who goes first.
        by: Option<CombatantId>,
        /// Why.
        reason: Reason,
    },
    /// The step is not taken; his plot says what then.
    Blocked {
        /// Who is in the way.
        by: Option<CombatantId>,
        /// Why.
        reason: Reason,
    },
    /// An enemy's charge met head-on pushed him back (B-065).
    ForcedBack {
        /// By whom.
        by: CombatantId,
        /// Into this hex.
        to: Hex,
    },
    /// Waits for a contest or a head-on that is not settled yet.
    Open,
}

/// Enemies who want one free hex (P-025). All of them are charging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The hex.
    pub hex: Hex,
    /// Who, by id: one of each team.
    pub movers: Vec<CombatantId>,
}

/// Two enemies who step into each other's hexes (B-065).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadOn {
    /// The one with the lower id.
    pub a: CombatantId,
    /// The other.
    pub b: CombatantId,
    /// One of them plotted a charge at the other, so both roll. Otherwise both stop and nothing
    /// is thrown.
    pub charged: bool,
}

impl HeadOn {
    /// The winner and the loser if exactly one of the two succeeded.
    pub fn decided(&self, winners: &[CombatantId]) -> Option<(CombatantId, CombatantId)> {
        match (winners.contains(&self.a), winners.contains(&self.b)) {
            (true, false) => Some((self.a, self.b)),
            (false, true) => Some((self.b, self.a)),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not decided yet.
    Pending,
    /// In an open contest or head-on.
    Clash,
    /// Gets where he wants to be.
    Gone,
    /// Keeps his hex.
    Halted(Outcome),
}

/// A step round on its way.
#[derive(Clone, Debug)]
pub struct Round {
    wants: Vec<Want>,
    states: Vec<State>,
    /// Who stands in the wanted hexes and does not move at all.
    standing: Vec<Option<CombatantId>>,
    /// His right to the hex is settled: he won it, or was forced into it.
    claims: Vec<bool>,
    /// Forced back by whom.
    forced: Vec<Option<CombatantId>>,
    links: Links,
    contests: Vec<Contest>,
    head_ons: Vec<HeadOn>,
    met: Vec<HeadOn>,
    swaps: Vec<(CombatantId, CombatantId)>,
}

impl Round {
    /// A step round of `wants`. `filled` tells who fills a hex of those not in the list.
    pub fn new(
        wants: &[Want],
        filled: &dyn Fn(Hex) -> Option<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Round {
        let mut wants = wants.to_vec();
        // Orders the log and the throws; no decision below looks at it.
        wants.sort_unstable_by_key(|want| want.who);
        let standing = wants
            .iter()
            .map(|want| want.footprint.hexes(want.to?).find_map(filled))
            .collect();
        let count = wants.len();
        let mut round = Round {
            states: wants
                .iter()
                .map(|want| match want.to {
                    Some(_) => State::Pending,
                    None => State::Halted(Outcome::Stay),
                })
                .collect(),
            wants,
            standing,
            claims: vec![false; count],
            forced: vec![None; count],
            links: Links::default(),
            contests: Vec::new(),
            head_ons: Vec::new(),
            met: Vec::new(),
            swaps: Vec::new(),
        };
        round.link();
        round.decline_swaps();
        round.run(dice);
        round
    }

    fn link(&mut self) {
        let movers: Vec<Mover> = self
            .wants
            .iter()
            .map(|want| Mover {
                from: want.from,
                to: want.to,
                footprint: want.footprint,
                fills: true,
            })
            .collect();
        self.links = Links::of(&movers);
    }

    /// Contests that wait for dice.
    pub fn contests(&self) -> &[Contest] {
        &self.contests
    }

    /// Head-on meetings that wait for dice: at least one plotted a charge.
    pub fn head_ons(&self) -> &[HeadOn] {
        &self.head_ons
    }

    /// All head-on meetings so far, also those without a charge and those settled.
    pub fn met(&self) -> &[HeadOn] {
        &self.met
    }

    /// Allies who changed places (B-066), the lower id first.
    pub fn swaps(&self) -> &[(CombatantId, CombatantId)] {
        &self.swaps
    }

    /// Whether something waits for dice.
    pub fn open(&self) -> bool {
        !self.contests.is_empty() || !self.head_ons.is_empty()
    }

    /// Everybody's outcome, by id.
    pub fn outcomes(&self) -> Vec<(CombatantId, Outcome)> {
        (0..self.wants.len())
            .map(|index| (self.wants[index].who, self.outcome_at(index)))
            .collect()
    }

    /// One mover's outcome; `None` for somebody who is not in the round.
    pub fn outcome(&self, who: CombatantId) -> Option<Outcome> {
        self.find(who).map(|index| self.outcome_at(index))
    }

    fn outcome_at(&self, index: usize) -> Outcome {
        match (self.states[index], self.wants[index].to, self.forced[index]) {
            (State::Halted(outcome), ..) => outcome,
            (State::Gone, Some(to), Some(by)) => Outcome::ForcedBack { by, to },
            (State::Gone, Some(to), None) => Outcome::Go { to },
            _ => Outcome::Open,
        }
    }

    fn find(&self, who: CombatantId) -> Option<usize> {
        self.wants.binary_search_by_key(&who, |want| want.who).ok()
    }

    /// Settles the contest for a hex (P-025): `winners` are all whose charge succeeded. Exactly
    /// one takes the hex; otherwise nobody does. The losers stay where they stepped from.
    /// Whether there was such a contest.
    pub fn settle(&mut self, hex: Hex, winners: &[CombatantId], dice: &mut dyn Dice) -> bool {
        let Some(at) = self.contests.iter().position(|known| known.hex == hex) else {
            return false;
        };
        let contest = self.contests.remove(at);
        let mut successes = contest.movers.iter().filter(|who| winners.contains(who));
        let winner = match (successes.next(), successes.next()) {
            (Some(only), None) => Some(*only),
            _ => None,
        };
        for who in &contest.movers {
            let Some(index) = self.find(*who) else {
                continue;
            };
            if winner == Some(*who) {
                self.states[index] = State::Pending;
                self.claims[index] = true;
            } else {
                let reason = match winner {
                    Some(_) => Reason::LostContest,
                    None => Reason::EvenContest,
                };
                let by = winner.or_else(|| contest.movers.iter().copied().find(|o| o != who));
                self.halt(index, by, reason);
            }
        }
        self.run_when_settled(dice);
        true
    }

    /// Settles a head-on (B-065): `winners` are those whose Feat succeeded. Exactly one success
    /// forces the other into `back`, the hex behind the loser where ground and standing people
    /// allow it, and takes his hex; with `back` `None` or taken both keep their hexes, and so they
    /// do with two successes or none. Whether there was such a head-on.
    pub fn settle_head_on(
        &mut self,
        a: CombatantId,
        b: CombatantId,
        winners: &[CombatantId],
        back: Option<Hex>,
        dice: &mut dyn Dice,
    ) -> bool {
        let same = |met: &HeadOn| (met.a, met.b) == (a, b) || (met.a, met.b) == (b, a);
        let Some(at) = self.head_ons.iter().position(same) else {
            return false;
        };
        let met = self.head_ons.remove(at);
        let (Some(one), Some(other)) = (self.find(met.a), self.find(met.b)) else {
            return false;
        };
        match (met.decided(winners), back) {
            (Some((winner, _)), Some(back)) => {
                let (winner, loser) = if winner == met.a {
                    (one, other)
                } else {
                    (other, one)
                };
                self.wants[loser].to = Some(back);
                self.standing[loser] = None;
                self.forced[loser] = Some(self.wants[winner].who);
                for index in [winner, loser] {
                    self.states[index] = State::Pending;
                    self.claims[index] = true;
                }
                self.link();
            }
            _ => {
                self.halt(one, Some(met.b), Reason::HeadOn);
                self.halt(other, Some(met.a), Reason::HeadOn);
            }
        }
        self.run_when_settled(dice);
        true
    }

    /// Clashes of one stage take effect together.
    fn run_when_settled(&mut self, dice: &mut dyn Dice) {
        if !self.open() {
            self.run(dice);
        }
    }
}
