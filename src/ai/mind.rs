//! One side's picture of a window: everybody's gauge, the ground, what blows would do. Made once a
//! window by the tactician; counts the work that is asked of it.

use super::SeatView;
use super::tactician::Skill;
use crate::board::{Board, Dir, Hex, distance};
use crate::combat::assess::{Assessment, Gauge, Meeting, Threat};
use crate::combat::combatant::{CombatantId, Place};
use crate::combat::endings::Objective;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// What harm to one whose fall decides the battle counts for, in thousandths.
const MARKED: i32 = 1600;

/// Ground that somebody wants to stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) hexes: Vec<Hex>,
    /// How much of what it takes the own side has done there, in thousandths.
    pub(super) ours: i32,
    /// How much the others have.
    pub(super) theirs: i32,
}

/// The picture.
pub(super) struct Mind<'v> {
    pub(super) view: &'v SeatView<'v>,
    pub(super) assess: Box<dyn Assessment + 'v>,
    pub(super) board: Option<Arc<Board>>,
    /// Everybody who stands, by id.
    gauges: Vec<Gauge>,
    /// Which of them are enemies.
    enemies: Vec<bool>,
    /// For each of them everybody of the own party, the nearest to him first, with how far he is.
    near: OnceCell<Vec<Vec<(u32, CombatantId)>>>,
    /// For each of them the nearest enemy of the own party, of equally near ones the weaker.
    faces: OnceCell<Vec<Option<usize>>>,
    /// Ground the objectives of any side are about.
    pub(super) grounds: Vec<Ground>,
    /// Those whose fall decides the battle, by the objectives of either side.
    marked: Vec<CombatantId>,
    pub(super) skill: Skill,
    /// Units without harm or contact: the longer, the bolder.
    pub(super) quiet: i32,
    /// Blows looked at so far.
    work: Cell<u32>,
}

impl<'v> Mind<'v> {
    pub(super) fn new(view: &'v SeatView<'v>, skill: Skill) -> Mind<'v> {
        let mut assess = view.assess();
        if skill.foresight {
            assess.look_further();
        }
        let gauges: Vec<Gauge> = (0..view.combatants())
            .filter_map(|id| assess.gauge(CombatantId(id)))
            .filter(|gauge| gauge.stands)
            .collect();
        let enemies = gauges.iter().map(|one| view.is_enemy(one.who)).collect();
        Mind {
            view,
            board: view.board(),
            gauges,
            enemies,
            near: OnceCell::new(),
            faces: OnceCell::new(),
            skill,
            grounds: grounds(view),
            marked: marked(view),
            quiet: view.quiet_units(),
            work: Cell::new(0),
            assess,
        }
    }

    /// Whether there is work left for this window.
    pub(super) fn may_work(&self) -> bool {
        self.work.get() < self.skill.work
    }

    /// Counts work.
    pub(super) fn spend(&self, work: u32) {
        self.work.set(self.work.get().saturating_add(work));
    }

    pub(super) fn gauge(&self, who: CombatantId) -> Option<&Gauge> {
        self.gauges.iter().find(|gauge| gauge.who == who)
    }

    /// Enemies of the own side, nearest to a place first; of equally near ones the weaker, then by
    /// their place in the looker's own frame.
    pub(super) fn foes_by(&self, from: Place) -> Vec<&Gauge> {
        let mut foes: Vec<&Gauge> = self.foes().collect();
        foes.sort_by_key(|foe| {
            let hex = foe.place.hex;
            (distance(from.hex, hex), foe.left(), from.framed(hex))
        });
        foes
    }

    pub(super) fn foes(&self) -> impl Iterator<Item = &Gauge> {
        self.party(true)
    }

    /// The own side and its allies.
    pub(super) fn friends(&self) -> impl Iterator<Item = &Gauge> {
        self.party(false)
    }

    fn party(&self, enemies: bool) -> impl Iterator<Item = &Gauge> {
        let all = self.gauges.iter().zip(&self.enemies);
        all.filter_map(move |(gauge, enemy)| (*enemy == enemies).then_some(gauge))
    }

    /// Where somebody stands in the list of gauges.
    fn at(&self, who: CombatantId) -> Option<usize> {
        self.gauges.iter().position(|gauge| gauge.who == who)
    }

    /// Everybody of the own party but one, the nearest to a combatant first, with how far he is.
    pub(super) fn near(
        &self,
        whom: CombatantId,
        but: CombatantId,
    ) -> impl Iterator<Item = (u32, CombatantId)> {
        let near = self.near.get_or_init(|| {
            let of = |one: &Gauge| {
                let mut list: Vec<(u32, CombatantId)> = self
                    .friends()
                    .map(|friend| (distance(friend.place.hex, one.place.hex), friend.who))
                    .collect();
                list.sort_unstable();
                list
            };
            self.gauges.iter().map(of).collect()
        });
        let list = self.at(whom).map_or(&[][..], |at| &near[at]);
        list.iter().copied().filter(move |(_, who)| *who != but)
    }

    /// The enemy of the own party who is nearest to a combatant; of equally near ones the weaker.
    pub(super) fn faces(&self, whom: CombatantId) -> Option<&Gauge> {
        let faces = self.faces.get_or_init(|| {
            let of = |one: &Gauge| {
                let foe = self.foes().min_by_key(|foe| {
                    let far = distance(foe.place.hex, one.place.hex);
                    (far, foe.left(), foe.who)
                });
                foe.and_then(|foe| self.at(foe.who))
            };
            self.gauges.iter().map(of).collect()
        });
        let at = self.at(whom)?;
        faces[at].map(|foe| &self.gauges[foe])
    }

    /// What a blow would do; more is at stake in whom the objectives are about.
    pub(super) fn threat(&self, a: &Gauge, b: &Gauge, meeting: &Meeting) -> Option<Threat> {
        self.spend(1);
        let threat = self.assess.threat(a.who, b.who, meeting)?;
        let stake = self.stake(b.who);
        Some(Threat {
            open: threat.open * stake / 1000,
            answered: threat.answered * stake / 1000,
            ..threat
        })
    }

    /// What harm to somebody counts for, in thousandths: more if his fall decides the battle.
    pub(super) fn stake(&self, who: CombatantId) -> i32 {
        if self.marked.contains(&who) {
            MARKED
        } else {
            1000
        }
    }

    /// Who fills a hex now.
    pub(super) fn occupant(&self, hex: Hex) -> Option<&Gauge> {
        self.gauges.iter().find(|gauge| gauge.place.hex == hex)
    }

    /// Somebody placed so that he looks at a hex.
    pub(super) fn looking(&self, from: Hex, at: Hex, otherwise: Dir) -> Place {
        let facing = crate::board::arc::bearing(from, at, true).unwrap_or(otherwise);
        Place { hex: from, facing }
    }

    /// Where a foe would look while somebody of ours is at a hex: he turns to who is nearest, and
    /// keeps his front to one who is as near already.
    pub(super) fn faced(&self, foe: &Gauge, me: CombatantId, at: Hex) -> Place {
        let mine = distance(foe.place.hex, at);
        let busy = self
            .near(foe.who, me)
            .next()
            .is_some_and(|(far, _)| far <= mine);
        let sees = crate::board::arc::arc(foe.place.facing, at - foe.place.hex)
            == crate::board::Arc::Front;
        if busy || sees || foe.helpless || foe.down {
            foe.place
        } else {
            self.looking(foe.place.hex, at, foe.place.facing)
        }
    }
}

/// Those who are to be killed or protected by an objective of any side.
fn marked(view: &SeatView) -> Vec<CombatantId> {
    let mut marked = Vec::new();
    for (_, objective, _) in view.goals() {
        if let Objective::Kill { who } | Objective::Protect { who, .. } = objective {
            marked.extend(who);
        }
    }
    marked
}

/// The zones of objectives: what holding them has come to for either party.
fn grounds(view: &SeatView) -> Vec<Ground> {
    let mut grounds: Vec<(&str, Ground)> = Vec::new();
    for (own, objective, done) in view.goals() {
        let (Objective::Hold { zone, .. }
        | Objective::Reach { zone, .. }
        | Objective::Carry { zone, .. }) = objective
        else {
            continue;
        };
        let at = grounds.iter().position(|(known, _)| known == zone);
        let at = at.unwrap_or_else(|| {
            let ground = Ground {
                hexes: view.zone(zone).to_vec(),
                ours: 0,
                theirs: 0,
            };
            grounds.push((zone, ground));
            grounds.len() - 1
        });
        let ground = &mut grounds[at].1;
        let count = if own {
            &mut ground.ours
        } else {
            &mut ground.theirs
        };
        *count = done.max(*count);
    }
    grounds.into_iter().map(|(_, ground)| ground).collect()
}
