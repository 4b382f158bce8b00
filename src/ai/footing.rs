//! Where choices leave somebody, in decisions about going and all else at once: what the place is
//! worth, and ways to ground that is wanted.

use super::mind::Mind;
use super::moves::{Walker, as_choice};
use super::place::{ground, position};
use super::spots::Spot;
use super::tempo::MOST_EARLY;
use crate::board::{Hex, distance};
use crate::combat::assess::{Gauge, Term};
use crate::combat::order::{Choice, Decision};
use crate::combat::plot::{Intent, Plot};
use smol_str::SmolStr;

/// Hexes of wanted ground, and places to fetch something from, that ways lead to.
const PLACES: usize = 2;

/// The ground as it concerns one decision.
pub(super) struct Footing<'m> {
    mind: &'m Mind<'m>,
    walker: Walker<'m>,
    verb: SmolStr,
}

impl<'m> Footing<'m> {
    /// Of a decision about going and all else at once; `None` for any other.
    pub(super) fn of(mind: &'m Mind<'m>, decision: &Decision) -> Option<Footing<'m>> {
        let verb = mind.assess.going(decision)?;
        let me = mind.gauge(decision.who)?;
        let foes = mind.foes_by(me.place);
        foes.first()?;
        let grounds = mind.grounds.iter();
        let walker = Walker {
            me,
            foes,
            // Time is the rule system's in such a decision.
            blows: [0; MOST_EARLY + 1],
            rate: 0,
            waiting: 0,
            turn: 0,
            errands: mind.assess.errands(me.who),
            grounds: grounds
                .map(|found| (found.hexes.as_slice(), ground(mind, me, found)))
                .collect(),
            duel: None,
        };
        Some(Footing { mind, walker, verb })
    }

    /// Ways to the nearest places that are wanted for themselves.
    pub(super) fn ways(&self) -> Vec<Choice> {
        let me: &Gauge = self.walker.me;
        let mut places: Vec<Hex> = Vec::new();
        for (hexes, _) in &self.walker.grounds {
            if hexes.contains(&me.place.hex) {
                continue;
            }
            let free = hexes.iter().copied();
            let mut free: Vec<Hex> = free
                .filter(|hex| self.mind.occupant(*hex).is_none())
                .collect();
            free.sort_by_key(|hex| (distance(me.place.hex, *hex), me.place.framed(*hex)));
            places.extend(free.into_iter().take(PLACES));
        }
        let errands = self.walker.errands.iter().map(|(hex, _)| *hex);
        places.extend(errands.filter(|hex| *hex != me.place.hex).take(PLACES));
        places
            .into_iter()
            .map(|hex| as_choice(&self.verb, Plot::new(Intent::Goto(hex))))
            .collect()
    }

    /// What the place is worth that a choice leads to.
    pub(super) fn terms(&self, choice: &Choice) -> Vec<Term> {
        let Some(stand) = self.mind.assess.stand(self.walker.me.who, choice) else {
            return Vec::new();
        };
        let spot = Spot {
            hex: stand.hex,
            cost: stand.way,
            ..Spot::default()
        };
        position(self.mind, &self.walker, &spot, stand.strikes)
    }
}
