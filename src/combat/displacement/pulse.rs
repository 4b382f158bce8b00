//! The pulses: one hex for everybody still moving, until nobody moves (B-080).

use super::{Beyond, Displaced, Push, Shove, StoppedBy};
use crate::board::{Dir, Hex};
use crate::combat::combatant::CombatantId;
use crate::combat::tangle::{Links, Mover};

/// From this many hexes left on, a man goes over a low edge (B-076).
const OVER_A_LOW_EDGE: u16 = 3;

/// What one of the displaced does in this pulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Not moving any more.
    Still,
    /// Wants the next hex.
    Pending(Entry),
    /// Enters it.
    Gone(Entry),
    /// Stopped in this pulse.
    Halted,
}

/// How the next hex is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    to: Hex,
    /// What ends the displacement there.
    ends: Option<StoppedBy>,
    over_edge: bool,
}

impl Entry {
    /// He comes down from above, so those below do not keep him out (B-078).
    fn falls(self) -> bool {
        matches!(
            self.ends,
            Some(StoppedBy::Fall { .. } | StoppedBy::Pit { .. })
        )
    }
}

struct Pulse<'a> {
    all: &'a mut Vec<Displaced>,
    running: &'a mut Vec<bool>,
    steps: Vec<Step>,
    links: Links,
    standing: &'a dyn Fn(Hex) -> Option<CombatantId>,
}

/// Runs all pulses.
pub(super) fn run(
    shoves: Vec<Shove>,
    ground: &dyn Fn(Hex, Dir) -> Push,
    standing: &dyn Fn(Hex) -> Option<CombatantId>,
) -> Vec<Displaced> {
    let mut all: Vec<Displaced> = shoves
        .into_iter()
        .map(|shove| Displaced {
            path: vec![shove.from],
            left: shove.hexes,
            stopped: StoppedBy::Done,
            struck: Vec::new(),
            over_edge: false,
            landed_on: None,
            shove,
        })
        .collect();
    let mut running: Vec<bool> = all.iter().map(|one| one.left > 0).collect();
    while running.contains(&true) {
        let steps = (0..all.len())
            .map(|index| match running[index] {
                true => first_step(&mut all[index], &mut running[index], ground),
                false => Step::Still,
            })
            .collect();
        let mut pulse = Pulse {
            all: &mut all,
            running: &mut running,
            steps,
            links: Links::default(),
            standing,
        };
        pulse.link();
        while pulse.halt_barred() || pulse.halt_crossing() || pulse.enter() || pulse.turn_rings() {}
        pulse.halt_the_rest();
        pulse.commit();
    }
    all
}

/// What the ground allows: a step that is wanted, or an end before it.
fn first_step(one: &mut Displaced, running: &mut bool, ground: &dyn Fn(Hex, Dir) -> Push) -> Step {
    let (at, dir) = (one.end(), one.shove.dir);
    let to = dir.from(at);
    let enter = |ends, over_edge| {
        Step::Pending(Entry {
            to,
            ends,
            over_edge,
        })
    };
    let stopped = match ground(at, dir) {
        Push::Free => return enter(None, false),
        Push::Fall { levels } => return enter(Some(StoppedBy::Fall { levels }), false),
        Push::DeepWater => return enter(Some(StoppedBy::Water), false),
        Push::Pit { levels } => return enter(Some(StoppedBy::Pit { levels }), false),
        Push::Low(beyond) if one.left >= OVER_A_LOW_EDGE => {
            let ends = match beyond {
                Beyond::Ground => StoppedBy::Over,
                Beyond::Fall { levels } => StoppedBy::Fall { levels },
                Beyond::DeepWater => StoppedBy::Water,
                Beyond::Pit { levels } => StoppedBy::Pit { levels },
            };
            return enter(Some(ends), true);
        }
        Push::Low(_) => StoppedBy::Low,
        Push::Wall => StoppedBy::Wall,
        Push::Soft => StoppedBy::Soft,
        Push::Border => StoppedBy::Border,
    };
    one.stopped = stopped;
    *running = false;
    Step::Still
}

impl Pulse<'_> {
    fn link(&mut self) {
        let movers: Vec<Mover> = self
            .all
            .iter()
            .zip(&self.steps)
            .map(|(one, step)| Mover {
                from: one.end(),
                to: match step {
                    Step::Pending(entry) => Some(entry.to),
                    _ => None,
                },
                footprint: one.shove.footprint,
                fills: one.shove.fills,
            })
            .collect();
        self.links = Links::of(&movers);
    }

    fn entry(&self, index: usize) -> Option<Entry> {
        match self.steps[index] {
            Step::Pending(entry) => Some(entry),
            _ => None,
        }
    }

    fn pending(&self, index: usize) -> bool {
        self.entry(index).is_some()
    }

    fn stays(&self, index: usize) -> bool {
        matches!(self.steps[index], Step::Still | Step::Halted)
    }

    fn who(&self, index: usize) -> CombatantId {
        self.all[index].shove.who
    }

    /// Stops one in front of somebody, who counts as struck unless he did the throwing (B-075).
    fn strike(&mut self, index: usize, struck: &[CombatantId]) {
        let one = &mut self.all[index];
        let Some(first) = struck.first() else { return };
        one.stopped = StoppedBy::Combatant(*first);
        one.struck = struck.to_vec();
        one.struck.retain(|who| Some(*who) != one.shove.by);
        self.steps[index] = Step::Halted;
        self.running[index] = false;
    }

    /// Who fills the wanted hexes for good.
    fn in_the_way(&self, index: usize, entry: Entry) -> Option<CombatantId> {
        let mut hexes = self.all[index].shove.footprint.hexes(entry.to);
        let mut movers = self.links.blockers[index].iter();
        hexes.find_map(|hex| (self.standing)(hex)).or_else(|| {
            movers
                .find(|other| self.stays(**other))
                .map(|other| self.who(*other))
        })
    }

    fn halt_barred(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.all.len() {
            let Some(entry) = self.entry(index).filter(|entry| !entry.falls()) else {
                continue;
            };
            if let Some(who) = self.in_the_way(index, entry) {
                self.strike(index, &[who]);
                changed = true;
            }
        }
        changed
    }

    /// Two displaced into each other's hexes both stop (B-080).
    fn halt_crossing(&mut self) -> bool {
        let pairs = self.links.crossings(&|index| self.pending(index));
        self.stop_each_other(&pairs)
    }

    fn stop_each_other(&mut self, pairs: &[(usize, usize)]) -> bool {
        let mut met: Vec<(usize, Vec<CombatantId>)> = Vec::new();
        for &(one, other) in pairs {
            for (index, other) in [(one, other), (other, one)] {
                let who = self.who(other);
                match met.iter_mut().find(|(known, _)| *known == index) {
                    Some((_, list)) => list.push(who),
                    None => met.push((index, vec![who])),
                }
            }
        }
        for (index, mut list) in met {
            list.sort_unstable();
            list.dedup();
            // One who is in already (with footprints of seven) cannot be stopped any more.
            if self.pending(index) {
                self.strike(index, &list);
            }
        }
        !pairs.is_empty()
    }

    /// Nothing that could still change keeps him: what is in his way has left, or he comes down on
    /// it.
    fn ready(&self, index: usize) -> bool {
        let Some(entry) = self.entry(index) else {
            return false;
        };
        self.links.blockers[index]
            .iter()
            .all(|other| match self.steps[*other] {
                Step::Gone(_) => true,
                Step::Pending(_) => false,
                Step::Still | Step::Halted => entry.falls(),
            })
    }

    /// Free hexes are entered by one; two or more who want it stop each other (B-080).
    fn enter(&mut self) -> bool {
        let ready: Vec<usize> = (0..self.all.len())
            .filter(|index| self.ready(*index))
            .collect();
        let mut pairs = Vec::new();
        let mut alone = Vec::new();
        for &index in &ready {
            let rivals = self.links.rivals[index].iter().copied();
            let live: Vec<usize> = rivals.filter(|rival| !self.stays(*rival)).collect();
            match live[..] {
                [] => alone.push(index),
                _ => pairs.extend(live.iter().map(|rival| (index, *rival))),
            }
        }
        self.go(&alone);
        self.stop_each_other(&pairs) || !alone.is_empty()
    }

    fn go(&mut self, indices: &[usize]) {
        for &index in indices {
            if let Some(entry) = self.entry(index) {
                self.steps[index] = Step::Gone(entry);
            }
        }
    }

    /// Rings move; an outsider who wants a hex of one stops it and himself.
    fn turn_rings(&mut self) -> bool {
        let rings = self.links.rings(&|index| self.pending(index));
        let mut pairs = Vec::new();
        let mut changed = false;
        for ring in &rings {
            let wait = ring.iter().flat_map(|member| &self.links.blockers[*member]);
            if wait
                .into_iter()
                .any(|o| self.pending(*o) && !ring.contains(o))
            {
                continue;
            }
            let rivals = ring.iter().flat_map(|member| {
                let live = |rival: &&usize| !self.stays(**rival);
                let rivals = self.links.rivals[*member].iter().filter(live);
                rivals.map(|rival| (*member, *rival))
            });
            let before = pairs.len();
            pairs.extend(rivals);
            if pairs.len() == before {
                self.go(ring);
                changed = true;
            }
        }
        self.stop_each_other(&pairs) || changed
    }

    /// Whoever is still in doubt, which only footprints of seven can bring about, stays.
    fn halt_the_rest(&mut self) {
        for index in 0..self.all.len() {
            if self.pending(index) {
                let others = self.links.blockers[index]
                    .iter()
                    .chain(&self.links.rivals[index]);
                let who: Vec<CombatantId> = others.map(|other| self.who(*other)).take(1).collect();
                self.strike(index, &who);
                self.running[index] = false;
                self.steps[index] = Step::Halted;
            }
        }
    }

    /// Everybody who goes is in his new hex, all together.
    fn commit(&mut self) {
        let movers: Vec<(usize, Entry)> = (0..self.all.len())
            .filter_map(|index| match self.steps[index] {
                Step::Gone(entry) => Some((index, entry)),
                _ => None,
            })
            .collect();
        for &(index, entry) in &movers {
            if entry.falls() {
                self.all[index].landed_on = self.in_the_way(index, entry);
            }
        }
        for (index, entry) in movers {
            let one = &mut self.all[index];
            one.path.push(entry.to);
            one.left -= 1;
            one.over_edge |= entry.over_edge;
            if let Some(stopped) = entry.ends {
                one.stopped = stopped;
            }
            self.running[index] = one.left > 0 && entry.ends.is_none();
        }
    }
}
