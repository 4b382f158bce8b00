//! How a step round is decided: halt what cannot go, let free hexes be entered, turn rings, until
//! nothing changes (B-062).

use super::{Contest, HeadOn, Outcome, Reason, Round, State, WAY};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::Dice;
use crate::combat::precedence;
use std::collections::BTreeSet;

impl Round {
    /// Runs until everything left waits for a contest or a head-on.
    pub(super) fn run(&mut self, dice: &mut dyn Dice) {
        while self.halt_barred() || self.meet() || self.enter(dice) || self.turn_rings(dice) {}
    }

    fn pending(&self, index: usize) -> bool {
        self.states[index] == State::Pending
    }

    fn halted(&self, index: usize) -> bool {
        matches!(self.states[index], State::Halted(_))
    }

    fn allies(&self, one: usize, other: usize) -> bool {
        self.wants[one].team == self.wants[other].team
    }

    fn who(&self, index: usize) -> CombatantId {
        self.wants[index].who
    }

    pub(super) fn halt(&mut self, index: usize, by: Option<CombatantId>, reason: Reason) {
        let outcome = match reason {
            Reason::AllyFirst | Reason::EvenAllies => Outcome::Wait { by, reason },
            _ => Outcome::Blocked { by, reason },
        };
        self.states[index] = State::Halted(outcome);
    }

    /// The hex is another's: an ally waits for him, an enemy is blocked.
    fn give_up_to(&mut self, index: usize, other: usize) {
        let reason = if self.allies(index, other) {
            Reason::AllyFirst
        } else {
            Reason::Taken
        };
        self.halt(index, Some(self.who(other)), reason);
    }

    /// Two who change places must both say so, and step into each other's hexes (B-066).
    pub(super) fn decline_swaps(&mut self) {
        for index in 0..self.wants.len() {
            let want = self.wants[index];
            let Some(partner) = want.swap_with.filter(|_| self.pending(index)) else {
                continue;
            };
            let agreed = self.find(partner).is_some_and(|other| {
                let theirs = &self.wants[other];
                theirs.swap_with == Some(want.who)
                    && theirs.team == want.team
                    && theirs.to == Some(want.from)
                    && want.to == Some(theirs.from)
            });
            if !agreed {
                self.halt(index, Some(partner), Reason::SwapDeclined);
            }
        }
    }

    fn swapping(&self, one: usize, other: usize) -> bool {
        self.wants[one].swap_with == Some(self.who(other))
            && self.wants[other].swap_with == Some(self.who(one))
    }

    /// Whoever wants a hex that is filled for good stays, and so do all who wait for him.
    fn halt_barred(&mut self) -> bool {
        let mut any = false;
        loop {
            let mut changed = false;
            for index in 0..self.wants.len() {
                changed |= self.pending(index) && self.halt_if_barred(index);
            }
            if !changed {
                return any;
            }
            any = true;
        }
    }

    fn halt_if_barred(&mut self, index: usize) -> bool {
        if let Some(by) = self.standing[index] {
            self.halt(index, Some(by), Reason::Filled);
            return true;
        }
        let links = &self.links;
        let blocker = links.blockers[index]
            .iter()
            .copied()
            .find(|other| self.halted(*other));
        if let Some(other) = blocker {
            let reason = match self.states[other] {
                State::Halted(Outcome::Stay) => Reason::Filled,
                _ => Reason::NotLeft,
            };
            self.halt(index, Some(self.who(other)), reason);
            return true;
        }
        let mut rivals = links.rivals[index].iter().copied();
        if let Some(other) = rivals.find(|other| self.states[*other] == State::Gone) {
            self.give_up_to(index, other);
            return true;
        }
        false
    }

    /// Two who step into each other's hexes: enemies meet head-on (B-065), allies who did not
    /// agree to change places stop (B-066).
    fn meet(&mut self) -> bool {
        let pairs: Vec<_> = self
            .links
            .crossings(&|index| self.pending(index))
            .into_iter()
            .filter(|(one, other)| !self.swapping(*one, *other))
            .collect();
        // With footprints of seven somebody can meet several at once: then all of them stop.
        let times = |index: usize| {
            pairs
                .iter()
                .filter(|(a, b)| *a == index || *b == index)
                .count()
        };
        for &(one, other) in &pairs {
            let (a, b) = (self.who(one), self.who(other));
            if self.allies(one, other) {
                self.halt(one, Some(b), Reason::Crossing);
                self.halt(other, Some(a), Reason::Crossing);
                continue;
            }
            let forced = self.claims[one] || self.claims[other];
            let simple = times(one) == 1 && times(other) == 1 && !forced;
            let charged = simple && (self.wants[one].charging || self.wants[other].charging);
            let met = HeadOn { a, b, charged };
            if !forced {
                self.met.push(met);
            }
            if charged {
                self.head_ons.push(met);
                self.states[one] = State::Clash;
                self.states[other] = State::Clash;
            } else {
                self.halt(one, Some(b), Reason::HeadOn);
                self.halt(other, Some(a), Reason::HeadOn);
            }
        }
        !pairs.is_empty()
    }

    /// Hexes that are free by now are entered, one each.
    fn enter(&mut self, dice: &mut dyn Dice) -> bool {
        let gone = |other: &usize| self.states[*other] == State::Gone;
        let ready: Vec<bool> = (0..self.wants.len())
            .map(|index| self.pending(index) && self.links.blockers[index].iter().all(gone))
            .collect();
        let mut seen = vec![false; ready.len()];
        let mut groups = Vec::new();
        let mut entered = false;
        for start in (0..ready.len()).filter(|index| ready[*index]) {
            if self.links.rivals[start].is_empty() {
                self.states[start] = State::Gone;
                entered = true;
                continue;
            }
            let (mut group, mut open) = (Vec::new(), vec![start]);
            while let Some(index) = open.pop() {
                if !std::mem::replace(&mut seen[index], true) {
                    group.push(index);
                    open.extend(
                        self.links.rivals[index]
                            .iter()
                            .filter(|rival| ready[**rival]),
                    );
                }
            }
            if !group.is_empty() {
                group.sort_unstable();
                groups.push(group);
            }
        }
        for group in &groups {
            if let Some(winner) = self.decide(group, None, dice) {
                self.states[winner] = State::Gone;
            }
        }
        entered || !groups.is_empty()
    }

    /// Decides between several who want one hex: claims first, then one of each team, then those
    /// who do not yield; what is left is a contest. Everybody but the one returned is halted or in
    /// a clash. `first` goes before his allies, because the hex is left only if he steps.
    fn decide(
        &mut self,
        group: &[usize],
        first: Option<usize>,
        dice: &mut dyn Dice,
    ) -> Option<usize> {
        if let [only] = *group {
            return Some(only);
        }
        let claims: Vec<usize> = group.iter().copied().filter(|i| self.claims[*i]).collect();
        match claims[..] {
            [] => {}
            [owner] => {
                for &index in group.iter().filter(|index| **index != owner) {
                    self.give_up_to(index, owner);
                }
                return Some(owner);
            }
            _ => {
                for &index in group {
                    let other = claims.iter().find(|other| **other != index);
                    self.halt(index, other.map(|other| self.who(*other)), Reason::Taken);
                }
                return None;
            }
        }
        let mut contenders = self.yield_to_enemies(group);
        let teams: BTreeSet<u8> = contenders
            .iter()
            .map(|index| self.wants[*index].team)
            .collect();
        for team in teams {
            let (same, rest): (Vec<usize>, Vec<usize>) = contenders
                .iter()
                .partition(|index| self.wants[**index].team == team);
            contenders = rest;
            contenders.extend(self.best_of_team(&same, first, dice));
        }
        contenders.sort_unstable();
        match contenders[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let hex = self.wants[contenders[0]].to?;
                for &index in &contenders {
                    self.states[index] = State::Clash;
                }
                let movers = contenders.iter().map(|index| self.who(*index)).collect();
                self.contests.push(Contest { hex, movers });
                None
            }
        }
    }

    /// Where enemies are in the group, those who yield stop (P-025); returns the others.
    fn yield_to_enemies(&mut self, group: &[usize]) -> Vec<usize> {
        let enemies = group.iter().any(|index| !self.allies(*index, group[0]));
        if !enemies {
            return group.to_vec();
        }
        let (yielding, standing): (Vec<usize>, Vec<usize>) =
            group.iter().partition(|index| self.wants[**index].yielding);
        for &index in &yielding {
            let enemy = group.iter().find(|other| !self.allies(index, **other));
            self.halt(index, enemy.map(|other| self.who(*other)), Reason::Yielded);
        }
        standing
    }

    /// Allies never contest: the one with more movement left, then a keyed die; the others wait.
    fn best_of_team(
        &mut self,
        team: &[usize],
        first: Option<usize>,
        dice: &mut dyn Dice,
    ) -> Option<usize> {
        let best = match first.filter(|index| team.contains(index)) {
            Some(index) => Some(index),
            None => {
                let candidates: Vec<_> = team
                    .iter()
                    .map(|index| {
                        (
                            self.who(*index),
                            i32::from(self.wants[*index].movement_left),
                        )
                    })
                    .collect();
                precedence::best(&candidates, WAY, dice).and_then(|who| self.find(who))
            }
        };
        for &index in team.iter().filter(|index| Some(**index) != best) {
            match best {
                Some(other) => self.halt(index, Some(self.who(other)), Reason::AllyFirst),
                None => self.halt(index, None, Reason::EvenAllies),
            }
        }
        best
    }

    /// Nobody can enter a free hex any more: what still moves are rings, and allies who change
    /// places. All of a ring step together or none does.
    fn turn_rings(&mut self, dice: &mut dyn Dice) -> bool {
        let rings = self.links.rings(&|index| self.pending(index));
        let mut changed = false;
        for ring in rings {
            let outside = |index: &usize| !ring.contains(index);
            let settled = ring.iter().all(|member| {
                let mut others = self.links.blockers[*member].iter().filter(|i| outside(i));
                others.all(|other| self.states[*other] == State::Gone)
            });
            if !settled {
                continue;
            }
            changed = true;
            let tangled = ring.iter().any(|member| {
                let mut rivals = self.links.rivals[*member].iter();
                rivals.any(|rival| ring.contains(rival))
            });
            if tangled {
                for &member in &ring {
                    self.halt(member, None, Reason::NotLeft);
                }
                continue;
            }
            let mut whole = true;
            for &member in &ring {
                let rivals = self.links.rivals[member].iter().copied();
                let mut group: Vec<usize> = rivals.filter(|rival| self.pending(*rival)).collect();
                group.push(member);
                group.sort_unstable();
                whole &= self.decide(&group, Some(member), dice) == Some(member);
            }
            if whole {
                for &member in &ring {
                    self.states[member] = State::Gone;
                }
                if let [one, other] = ring[..] {
                    let (a, b) = (self.who(one), self.who(other));
                    self.swaps.push((a.min(b), a.max(b)));
                }
            }
        }
        changed
    }
}
