//! What a combatant in some state is still good for, and what points on a location take from that.

use crate::rules::wounds::injury::Severity;
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::sheet::{Boxes, Location};
use crate::rules::wounds::shock;
use crate::rules::wounds::state::Injuries;
use std::cell::Cell;

/// Points of one blow on one location that are told apart; what lies beyond takes no more.
const MOST: usize = 32;

/// Mean worth lost by a location and the points that come through, each worked out when first asked.
pub(super) struct Losses([[Cell<i32>; MOST + 1]; 6]);

impl Default for Losses {
    fn default() -> Losses {
        Losses(std::array::from_fn(|_| {
            std::array::from_fn(|_| Cell::new(-1))
        }))
    }
}

/// Thousandths of a factor.
fn times(value: i32, thousandths: i32) -> i32 {
    value * thousandths / 1000
}

/// What somebody can still do with an injury penalty, in thousandths (W-080): his blows and his
/// initiative both suffer. About how much seldomer he wins a duel with his equal that begins so;
/// where blows are traded one for one (W-018) there is no initiative to lose.
const fn ability(penalty: i32, traded: bool) -> i32 {
    let (full, trade) = match penalty {
        0.. => (1000, 1000),
        -1 => (870, 920),
        -3..=-2 => (700, 800),
        -4 => (500, 700),
        -7..=-5 => (320, 520),
        -8 => (150, 360),
        -9 => (120, 320),
        _ => (90, 250),
    };
    if traded { trade } else { full }
}

/// Which locations are out of action by shock.
pub(super) type Stunned = [bool; 6];

/// The locations of somebody that are out of action by shock now.
pub(super) fn stunned(figure: &Figure) -> Stunned {
    Location::ALL.map(|location| figure.shock.has(location))
}

/// What is left of somebody in a state, in thousandths of what he is unhurt; 0 if he is dead.
pub(super) fn soundness(boxes: &Boxes, injuries: &Injuries, stunned: Stunned, traded: bool) -> i32 {
    if injuries.dead(boxes) {
        return 0;
    }
    let left = |location: Location| {
        let full = 4 * i32::from(injuries.capacity(boxes, location));
        (full - i32::from(injuries.points[location.index()]), full)
    };
    let mut sound = ability(injuries.penalty(boxes), traded);
    // How near death is.
    let (mut margin, mut rounds) = (1000, i32::MAX);
    for location in [Location::Head, Location::Torso] {
        let (points, full) = left(location);
        margin = margin.min(1000 * points / full.max(1));
        if injuries.bleeds(boxes, location) {
            rounds = rounds.min(points);
        }
    }
    for location in Location::ALL {
        let gone = injuries.severity(boxes, location) == Severity::Gone;
        if gone && location.is_limb() && injuries.bleeds(boxes, location) {
            rounds = rounds.min(left(Location::Torso).0);
        }
        let out = stunned[location.index()];
        let keeps = match location {
            Location::Head if out => 120,
            Location::Torso if out => 250,
            Location::RightArm if gone => 600,
            Location::RightArm if out => 750,
            Location::LeftArm if gone => 850,
            Location::LeftArm if out => 920,
            Location::RightLeg | Location::LeftLeg if gone => 300,
            Location::RightLeg | Location::LeftLeg if out => 350,
            _ => 1000,
        };
        sound = times(sound, keeps);
    }
    sound = times(sound, 850 + 150 * margin / 1000);
    let bleeds = match rounds {
        ..=3 => 500,
        4..=6 => 750,
        7..=30 => 900,
        _ => 1000,
    };
    times(sound, bleeds).max(10)
}

impl Losses {
    /// Mean thousandths of soundness that so many points on a location take from somebody, the Shock
    /// checks counted (W-064, W-090 to W-095).
    pub(super) fn of(&self, figure: &Figure, location: Location, points: u16, traded: bool) -> i32 {
        let points = usize::from(points).min(MOST);
        let known = &self.0[location.index()][points];
        if known.get() < 0 {
            known.set(lost(figure, location, points as u16, traded));
        }
        known.get()
    }
}

fn lost(figure: &Figure, location: Location, points: u16, traded: bool) -> i32 {
    if points == 0 {
        return 0;
    }
    let boxes = &figure.sheet.boxes;
    let before = stunned(figure);
    let (after, marked) = figure.injuries.mark(boxes, location, points);
    let mut due = shock::due(&after, boxes, location, marked);
    due.retain(|place| !before[place.index()]);
    let (number, _) = shock::target(figure.sheet.shock.into(), after.penalty(boxes));
    let holds = (number - 1).clamp(0, 19);
    // Each check holds or fails by itself.
    let mut left = 0;
    let mut ways = 1;
    for case in 0..1u32 << due.len() {
        let (mut chance, mut out) = (1, before);
        for (at, place) in due.iter().enumerate() {
            let fails = case >> at & 1 == 1;
            chance *= if fails { 20 - holds } else { holds };
            out[place.index()] |= fails;
        }
        left += chance * soundness(boxes, &after, out, traded);
        ways = 20i32.pow(due.len() as u32);
    }
    (soundness(boxes, &figure.injuries, before, traded) - left / ways).max(0)
}
