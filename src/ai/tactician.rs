//! `quick` and `normal`: one way of thinking at two depths.
//!
//! A tactician weighs what a choice does to either side in thousandths of a combatant. It asks the
//! rule system what blows and answers come to and never which system it is. All of a side's plots
//! of a window are made together, so that nobody takes another's hex. Equal views give equal
//! orders: there is no clock, and the work is counted.

use super::mind::Mind;
use super::{Controller, Decided, Rusher, SeatView, choose, moves, resolve};
use crate::combat::assess::Term;
use crate::combat::order::{Choice, Decision};

/// How deep a level of play looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skill {
    /// Blows looked at in a window at most.
    pub(super) work: u32,
    /// Enemies each combatant considers.
    pub(super) foes: usize,
    /// Looks at every hex in reach of a walk while no enemy is at hand, not only at those next to
    /// enemies.
    pub(super) flood: bool,
    /// Solves the game of time with the enemy who is nearest.
    pub(super) duel: bool,
    /// Leaves what hardly matters to the preset: the same plot far from everybody, the same
    /// declaration again.
    pub(super) habits: bool,
    /// Asks exact odds where a decision hangs on blows that have come through.
    pub(super) odds: bool,
    /// Units before his time that somebody acts at most.
    pub(super) haste: u32,
    /// Chance, in thousandths, from which a blow out of turn is taken.
    pub(super) opportunity: i32,
    /// Has the rule system look further than it has to.
    pub(super) foresight: bool,
}

/// A choice with what speaks for it and against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The choice.
    pub choice: Choice,
    /// Sum of the terms, in thousandths of a combatant.
    pub score: i32,
    /// The terms.
    pub terms: Vec<Term>,
}

impl Weighed {
    pub(super) fn new(choice: Choice, terms: Vec<Term>) -> Weighed {
        Weighed {
            choice,
            score: terms.iter().map(|term| term.value).sum(),
            terms,
        }
    }
}

/// A computer player who weighs his choices.
pub struct Tactician {
    name: &'static str,
    skill: Skill,
}

impl Tactician {
    /// Thinks a little, and fast.
    pub const QUICK: Tactician = Tactician {
        name: "quick",
        skill: Skill {
            work: 4_000,
            foes: 2,
            flood: false,
            duel: false,
            habits: true,
            odds: false,
            haste: 2,
            opportunity: 750,
            foresight: false,
        },
    };

    /// Looks further.
    pub const NORMAL: Tactician = Tactician {
        name: "normal",
        skill: Skill {
            work: 40_000,
            foes: 4,
            flood: true,
            duel: true,
            habits: false,
            odds: true,
            haste: 99,
            opportunity: 900,
            foresight: true,
        },
    };

    /// How far it looks.
    pub(super) fn skill(&self) -> Skill {
        self.skill
    }

    /// All alternatives of a decision, the best first.
    fn weighed(mind: &Mind, decision: &Decision, taken: &mut moves::Taken) -> Vec<Weighed> {
        let mut list = match mind.assess.walks(decision) {
            Some(verb) => moves::plans(mind, decision, &verb, taken),
            None => choose::choices(mind, decision),
        };
        // Of equals the one listed first: no order of ids, hexes or hashes.
        list.sort_by_key(|weighed| std::cmp::Reverse(weighed.score));
        list
    }

    /// Decisions in the order in which they are thought over: who is nearest to an enemy first.
    fn order(mind: &Mind, decisions: &[Decision]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..decisions.len()).collect();
        order.sort_by_key(|at| {
            let who = decisions[*at].who;
            let near = mind.gauge(who).map(|me| {
                mind.foes()
                    .map(|foe| crate::board::distance(foe.place.hex, me.place.hex))
                    .min()
            });
            (near, who)
        });
        order
    }
}

/// Whether a decision is left to its preset without a thought: nobody would be asked, and no enemy
/// is anywhere near.
fn habitual(mind: &Mind, decision: &Decision) -> bool {
    let Some(me) = mind.gauge(decision.who) else {
        return true;
    };
    let walks = mind.assess.walks(decision).is_some();
    if walks {
        let near = mind.foes().any(|foe| {
            let grasp = if foe.shoots() || me.shoots() {
                foe.range.max(me.range).min(40)
            } else {
                me.reach.max(foe.reach) + me.walk + foe.walk + 1
            };
            crate::board::distance(foe.place.hex, me.place.hex) <= u32::from(grasp)
        });
        // Now and then everything is thought over, so that nobody stands about for ever.
        if near || mind.view.unit().is_multiple_of(4) {
            return false;
        }
    } else if decision.kind != "declaration" {
        return false;
    }
    !mind.view.preset(decision).ask
}

impl Controller for Tactician {
    fn name(&self) -> &'static str {
        self.name
    }

    fn answer(&mut self, view: &SeatView, decision: &Decision) -> Option<Choice> {
        let decided = self.decide(view, std::slice::from_ref(decision));
        decided.answers.into_iter().next().flatten()
    }

    fn decide(&mut self, view: &SeatView, decisions: &[Decision]) -> Decided {
        let mind = Mind::new(view, self.skill);
        if mind.assess.is_rough() {
            // Where nothing can be weighed, forward is better than anywhere.
            return Rusher.decide(view, decisions);
        }
        let mut taken = moves::Taken::default();
        let mut answers = vec![None; decisions.len()];
        for at in Tactician::order(&mind, decisions) {
            let decision = &decisions[at];
            if !mind.may_work() {
                break;
            }
            if self.skill.habits && habitual(&mind, decision) {
                continue;
            }
            let list = Tactician::weighed(&mind, decision, &mut taken);
            let best = list
                .into_iter()
                .find(|weighed| view.allows(decision.who, &weighed.choice));
            if let Some(best) = best {
                taken.take(decision.who, &best.choice);
                answers[at] = Some(best.choice);
            }
        }
        Decided {
            answers,
            side_orders: resolve::orders(&mind, decisions),
        }
    }

    fn weigh(&mut self, view: &SeatView, decision: &Decision) -> Vec<Weighed> {
        let mind = Mind::new(view, self.skill);
        let mut list = Tactician::weighed(&mind, decision, &mut moves::Taken::default());
        list.retain(|weighed| view.allows(decision.who, &weighed.choice));
        list
    }
}
