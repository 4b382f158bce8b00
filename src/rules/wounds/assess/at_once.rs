//! Those who act at the same count choose at the same time: nobody sees what the other one does before
//! his own way is fixed. So a blow goes where its target was, and whoever is elsewhere by then is not
//! struck (W-012, W-018, WH-03).

use super::blow::{Arm, Blow};
use super::{Assess, Pose, apart};
use crate::board::{Hex, distance, hex_key};
use crate::rules::wounds::outlook::nearest_foe;
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::verbs::strike::Planned;
use crate::rules::wounds::{agenda, walk};

/// How far a guess is trusted while blows are exchanged, in thousandths.
pub(super) const TRUST: i32 = 850;
/// What every round without harm or contact takes from that: the other one guesses, too.
pub(super) const DOUBT: i32 = 120;

/// Hexes that somebody may go and still be met where he was.
const SHORT: u32 = 1;
/// Hexes that somebody steps aside at most.
const ASIDE: u32 = 3;

/// Where an enemy will most likely be when the blows of this count fall.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub(super) pose: Pose,
    /// Comes from afar: whoever goes to meet him does so on the way.
    pub(super) comes: bool,
    way: Vec<Hex>,
    reach: u32,
}

impl Guess {
    /// Whether he comes by there, near enough to stop and strike.
    pub(super) fn passes(&self, hex: Hex) -> bool {
        self.comes && self.way.iter().any(|at| distance(*at, hex) <= self.reach)
    }
}

impl<'a> Assess<'a> {
    /// Where an enemy who acts at this very count goes to strike the nearest of his; `None` for
    /// whoever acts at another time or has nobody to strike, and for players who make no guesses.
    pub(super) fn guess(&self, me: &Figure, foe: &'a Figure) -> Option<&Guess> {
        if !self.further || foe.acts().is_err() {
            return None;
        }
        let slot = agenda::slot(self.scene, me)?;
        if agenda::slot(self.scene, foe) != Some(slot) {
            return None;
        }
        let guess = &self.profile(foe).guess;
        let guess = guess.get_or_init(|| {
            let arm = self.arms(foe).first().filter(|arm| arm.manner.is_none())?;
            let target = nearest_foe(self.scene, foe)?;
            let way = walk::to_strike(self.scene, foe, target, arm.item.id).ok()?;
            let place = way.end(foe.place);
            Some(Guess {
                pose: Pose {
                    place,
                    ..Pose::of(foe)
                },
                comes: apart(place, foe.place) > SHORT,
                way: way.places.iter().map(|place| place.hex).collect(),
                reach: arm.usage.reach.into(),
            })
        });
        guess.as_ref()
    }

    /// What a blow comes to if its target goes where he is guessed to go.
    pub(super) fn foreseen(
        &self,
        figure: &'a Figure,
        pose: Pose,
        arm: &Arm,
        target: &'a Figure,
        planned: &Planned,
        blow: Blow,
    ) -> Blow {
        let Some(guess) = self.guess(figure, target).filter(|guess| !guess.comes) else {
            return blow;
        };
        let attack = &planned.context.attack;
        let called = attack
            .called
            .map_or(0, |_| i32::from(self.scene.tables.circumstances.called));
        let harm = self
            .number(figure, arm, pose, target, guess.pose)
            .map_or(0, |number| {
                let number = number + attack.recovery + called;
                let shielded = Assess::shielded(target, arm, guess.pose, pose.place.hex);
                self.called(figure, arm, target, shielded, number, attack.called)
                    .harm
            });
        Blow {
            harm: (harm * self.trust + blow.harm * (1000 - self.trust)) / 1000,
            ..blow
        }
    }

    /// Hexes near somebody that are out of the way of an enemy who comes at the same time.
    pub(super) fn asides(&self, figure: &'a Figure, foe: &'a Figure) -> Vec<Hex> {
        let here = figure.place.hex;
        let Some(guess) = self.guess(figure, foe).filter(|guess| guess.comes) else {
            return Vec::new();
        };
        let mut hexes: Vec<Hex> = here
            .range(ASIDE)
            .filter(|hex| *hex != here && self.scene.occupant(*hex).is_none())
            .filter(|hex| !guess.passes(*hex))
            .collect();
        let framed =
            |hex: Hex| hex_key((hex - here).rotate_ccw(figure.place.facing.index() as u32));
        hexes.sort_by_key(|hex| (distance(here, *hex), framed(*hex)));
        hexes
    }
}
