//! Two combatants and their time: a small game of striking now or waiting, solved by repeated
//! improvement.
//!
//! A state is how many units either has still to wait for his action. In a unit both choose at once
//! to strike (early, if need be, for less) or to wait; who waited and is hit may answer, which costs
//! him what he prepared. What the game is worth is harm done less harm taken, later harm counting
//! less. Plain integers: the same table on any machine.

use super::tempo::{Blows, MOST_EARLY};
use crate::combat::assess::Gauge;

/// Rounds of improvement; what lies beyond counts for less than a fiftieth.
const ROUNDS: u32 = 24;
/// Rounds after which flows of harm stand.
const FLOWS: u32 = 60;
/// What the next unit counts for against this one, in hundredths.
const LATER: i64 = 92;
/// Values are kept in so many parts of a thousandth of a combatant.
const FINE: i64 = 16;
/// Waits of one man that blows differ in.
const STATES: usize = MOST_EARLY + 1;
/// Waits of one man that are told apart at most: a slow one who has hurried waits longest.
const MOST_WAIT: usize = 28;

/// One of the two: his blows by how early they come.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    /// Harm if the other does nothing.
    pub(super) open: Blows,
    /// Harm if the other answers.
    pub(super) answered: Blows,
    /// Chance to hit, in thousandths.
    pub(super) chance: Blows,
    /// Units from one action to the next.
    turn: usize,
    /// Hundredths of a unit that a unit of hurry adds.
    carry: usize,
    hurries: bool,
    /// Answering costs the action prepared.
    spends: bool,
}

impl Fighter {
    pub(super) fn new(gauge: &Gauge, open: Blows, answered: Blows, chance: Blows) -> Fighter {
        Fighter {
            open,
            answered,
            chance,
            turn: ((gauge.turn as usize + 50) / 100).clamp(1, MOST_WAIT),
            carry: gauge.carry as usize,
            hurries: gauge.hurries || gauge.ready == 0,
            spends: gauge.answer_spends,
        }
    }

    /// Units to wait at the beginning of the next unit after acting so early.
    fn after(&self, early: usize) -> usize {
        self.turn - 1 + self.carry * early / 100
    }

    fn may(&self, early: usize) -> bool {
        early == 0 || (self.hurries && early < STATES)
    }

    /// Waits of his that are told apart: no hurry may seem cheaper than it is.
    fn waits(&self) -> usize {
        (self.after(MOST_EARLY) + 1).clamp(STATES, MOST_WAIT)
    }
}

/// The game solved.
pub(super) struct Duel {
    me: Fighter,
    foe: Fighter,
    /// Waits of either that are told apart.
    waits: [usize; 2],
    /// Worth for me by my wait and his, in [`FINE`] parts.
    worth: Vec<i64>,
}

/// What striking now and waiting come to, in thousandths of a combatant, and how often the one who
/// plays it best strikes, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) strike: i32,
    pub(super) wait: i32,
    pub(super) often: i32,
}

impl Duel {
    pub(super) fn solve(me: Fighter, foe: Fighter) -> Duel {
        let waits = [me.waits(), foe.waits()];
        let mut duel = Duel {
            me,
            foe,
            waits,
            worth: vec![0; waits[0] * waits[1]],
        };
        for _ in 0..ROUNDS {
            let next = (0..duel.worth.len())
                .map(|at| {
                    let cells = duel.cells(at / waits[1], at % waits[1]);
                    solve(cells).0
                })
                .collect();
            duel.worth = next;
        }
        duel
    }

    /// The place of a pair of waits in a table.
    fn at(&self, mine: usize, his: usize) -> usize {
        mine.min(self.waits[0] - 1) * self.waits[1] + his.min(self.waits[1] - 1)
    }

    fn worth(&self, mine: usize, his: usize) -> i64 {
        self.worth[self.at(mine, his)] * LATER / 100
    }

    /// Worth of the four pairs of choices: rows mine (strike, wait), columns his.
    fn cells(&self, mine: usize, his: usize) -> [[i64; 2]; 2] {
        let (me, foe) = (&self.me, &self.foe);
        let waited = (mine.saturating_sub(1), his.saturating_sub(1));
        // Nobody strikes earlier than blows are known.
        let (may, he_may) = (me.may(mine), foe.may(his));
        let (mine, his) = (mine.min(MOST_EARLY), his.min(MOST_EARLY));
        let fine = |value: i32| i64::from(value) * FINE;
        let nothing = self.worth(waited.0, waited.1);
        let both = {
            let harm = fine(me.open[mine]) - fine(foe.open[his]);
            harm + self.worth(me.after(mine), foe.after(his))
        };
        // Only I strike: he takes it or answers, whichever is worse for me.
        let mine_only = {
            let after = me.after(mine);
            let missed = self.worth(after, waited.1);
            let taken = fine(me.open[mine]) * 1000 / i64::from(me.chance[mine].max(1)) + missed;
            let reset = if foe.spends { foe.after(0) } else { waited.1 };
            let answered = fine(me.answered[mine]) * 1000 / i64::from(me.chance[mine].max(1))
                + self.worth(after, reset);
            mix(me.chance[mine], taken.min(answered), missed)
        };
        let his_only = {
            let after = foe.after(his);
            let missed = self.worth(waited.0, after);
            let taken = missed - fine(foe.open[his]) * 1000 / i64::from(foe.chance[his].max(1));
            let reset = if me.spends { me.after(0) } else { waited.0 };
            let answered = self.worth(reset, after)
                - fine(foe.answered[his]) * 1000 / i64::from(foe.chance[his].max(1));
            mix(foe.chance[his], taken.max(answered), missed)
        };
        let mut cells = [[both, mine_only], [his_only, nothing]];
        if !may {
            cells[0] = cells[1];
        }
        if !he_may {
            cells[0][0] = cells[0][1];
            cells[1][0] = cells[1][1];
        }
        cells
    }

    /// Harm each does the other in a unit if both play it best, in millionths of a combatant: what
    /// they come to from the beginning of a turn on, later units counting less.
    pub(super) fn rates(&self) -> (i32, i32) {
        let mut flows = vec![(0i64, 0i64); self.worth.len()];
        for _ in 0..FLOWS {
            let later = |mine: usize, his: usize| {
                let (one, other) = flows[self.at(mine, his)];
                (one * LATER / 100, other * LATER / 100)
            };
            let next = (0..flows.len())
                .map(|state| self.flow(state / self.waits[1], state % self.waits[1], &later))
                .collect();
            flows = next;
        }
        let (one, other) = flows[self.at(self.me.after(0), self.foe.after(0))];
        let unit = |sum: i64| (sum * 1000 * (100 - LATER) / 100 / FINE) as i32;
        (unit(one), unit(other))
    }

    /// Harm done and taken from a state on, both playing it best.
    fn flow(
        &self,
        mine: usize,
        his: usize,
        later: &dyn Fn(usize, usize) -> (i64, i64),
    ) -> (i64, i64) {
        let (me, foe) = (&self.me, &self.foe);
        let (_, strike, theirs) = solve(self.cells(mine, his));
        let strike = if me.may(mine) { strike } else { 0 };
        let theirs = if foe.may(his) { theirs } else { 0 };
        let waited = (mine.saturating_sub(1), his.saturating_sub(1));
        let (mine, his) = (mine.min(MOST_EARLY), his.min(MOST_EARLY));
        let fine = |value: i32| i64::from(value) * FINE;
        let add = |one: (i64, i64), other: (i64, i64)| (one.0 + other.0, one.1 + other.1);
        let both = add(
            (fine(me.open[mine]), fine(foe.open[his])),
            later(me.after(mine), foe.after(his)),
        );
        // The one who is struck at takes it or answers, whichever [`Duel::cells`] found better.
        let answers = |blow: i32, answered: i32, lost: i64| fine(blow - answered) > lost;
        let mine_only = {
            let reset = if foe.spends { foe.after(0) } else { waited.1 };
            let after = me.after(mine);
            let lost = self.worth(after, reset) - self.worth(after, waited.1);
            let hit = i64::from(me.chance[mine].max(1));
            if answers(me.open[mine], me.answered[mine], lost * hit / 1000) {
                let reset = later(after, reset);
                let missed = later(after, waited.1);
                let mixed = |hit: i64, miss: i64| mix(me.chance[mine], hit, miss);
                let harm = (fine(me.answered[mine]), 0);
                add(harm, (mixed(reset.0, missed.0), mixed(reset.1, missed.1)))
            } else {
                add((fine(me.open[mine]), 0), later(after, waited.1))
            }
        };
        let his_only = {
            let reset = if me.spends { me.after(0) } else { waited.0 };
            let after = foe.after(his);
            let lost = self.worth(waited.0, after) - self.worth(reset, after);
            let hit = i64::from(foe.chance[his].max(1));
            if answers(foe.open[his], foe.answered[his], lost * hit / 1000) {
                let reset = later(reset, after);
                let missed = later(waited.0, after);
                let mixed = |hit: i64, miss: i64| mix(foe.chance[his], hit, miss);
                let harm = (0, fine(foe.answered[his]));
                add(harm, (mixed(reset.0, missed.0), mixed(reset.1, missed.1)))
            } else {
                add((0, fine(foe.open[his])), later(waited.0, after))
            }
        };
        let nothing = later(waited.0, waited.1);
        let row = |one: (i64, i64), other: (i64, i64)| {
            (mix(theirs, one.0, other.0), mix(theirs, one.1, other.1))
        };
        let (one, other) = (row(both, mine_only), row(his_only, nothing));
        (mix(strike, one.0, other.0), mix(strike, one.1, other.1))
    }

    /// What to do with so many units to wait on either side.
    pub(super) fn choice(&self, mine: usize, his: usize) -> Choice {
        let cells = self.cells(mine, his);
        let (_, often, theirs) = solve(cells);
        let often = if self.me.may(mine) { often } else { 0 };
        let row = |row: usize| {
            let value = mix(theirs, cells[row][0], cells[row][1]);
            (value / FINE) as i32
        };
        Choice {
            strike: row(0),
            wait: row(1),
            often,
        }
    }
}

fn mix(chance: i32, hit: i64, miss: i64) -> i64 {
    let chance = i64::from(chance.clamp(0, 1000));
    (chance * hit + (1000 - chance) * miss) / 1000
}

/// Value of a game of two choices a side, and how often either takes his first, in thousandths.
fn solve(cells: [[i64; 2]; 2]) -> (i64, i32, i32) {
    let [[a, b], [c, d]] = cells;
    let low = [a.min(b), c.min(d)];
    let high = [a.max(c), b.max(d)];
    let (row, column) = (usize::from(low[1] > low[0]), usize::from(high[1] < high[0]));
    let often = |first: bool| if first { 1000 } else { 0 };
    if low[row] >= high[column] {
        return (low[row], often(row == 0), often(column == 0));
    }
    let sum = a - b - c + d;
    if sum == 0 {
        return (low[row], often(row == 0), often(column == 0));
    }
    let mine = ((d - c) * 1000 / sum).clamp(0, 1000) as i32;
    let his = ((d - b) * 1000 / sum).clamp(0, 1000) as i32;
    let value = (a * d - b * c) / sum;
    (value, mine, his)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_games_are_solved() {
        // Matching pennies: nobody wins, both mix evenly.
        assert_eq!(solve([[100, -100], [-100, 100]]), (0, 500, 500));
        // A first choice that is always better.
        assert_eq!(solve([[50, 40], [10, 0]]), (40, 1000, 0));
        // By hand: value 5/2, first row 3/4 of the time, first column half.
        assert_eq!(solve([[3, 2], [1, 4]]), (2, 750, 500));
    }

    fn fighter(turn: u32, hurries: bool, blow: impl Fn(i32) -> i32) -> Fighter {
        let mut blows = [0; STATES];
        for (early, value) in blows.iter_mut().enumerate() {
            *value = blow(early as i32).max(0);
        }
        Fighter {
            open: blows,
            answered: blows.map(|blow| blow / 2),
            chance: [700; STATES],
            turn: turn as usize,
            carry: 50,
            hurries,
            spends: true,
        }
    }

    #[test]
    fn equals_have_nothing_to_gain() {
        let one = || fighter(5, true, |early| 100 - 6 * early);
        let duel = Duel::solve(one(), one());
        for wait in 0..STATES {
            assert!(duel.worth(wait, wait).abs() <= FINE, "{wait}");
        }
    }

    #[test]
    fn equals_do_each_other_the_same_harm_and_stronger_blows_do_more() {
        let one = |blow: i32| fighter(5, true, move |early| blow - 6 * early);
        let (mine, his) = Duel::solve(one(100), one(100)).rates();
        assert_eq!(mine, his);
        assert!(mine > 0);
        let (mine, his) = Duel::solve(one(150), one(100)).rates();
        assert!(mine > his, "{mine} {his}");
        // Who never hurries strikes once a turn: less than his blow a unit, more than nothing.
        let slow = || fighter(5, false, |_| 100);
        let (mine, _) = Duel::solve(slow(), slow()).rates();
        assert!((8_000..=20_000).contains(&mine), "{mine}");
    }

    #[test]
    fn whoever_loses_little_by_haste_strikes_early() {
        let hasty = fighter(8, true, |early| 100 - 2 * early);
        let slow = fighter(8, true, |early| 100 - 40 * early);
        assert!(Duel::solve(hasty, slow.clone()).choice(3, 3).often > 500);
        let hasty = fighter(8, true, |early| 100 - 2 * early);
        assert!(Duel::solve(slow, hasty).choice(3, 3).often < 500);
    }
}
