//! One side's picture of a window: everybody's gauge, the ground, what blows would do. Made once a
//! window by the tactician; counts the work that is asked of it.

use super::SeatView;
use super::tactician::Skill;
use crate::board::{Board, Dir, Hex, distance};
use crate::combat::assess::{Assessment, Gauge, Meeting, Threat};
use crate::combat::combatant::{CombatantId, Place};
use crate::combat::endings::Objective;
use std::cell::Cell;
use std::sync::Arc;

/// The picture.
pub(super) struct Mind<'v> {
    pub(super) view: &'v SeatView<'v>,
    pub(super) assess: Box<dyn Assessment + 'v>,
    pub(super) board: Option<Arc<Board>>,
    /// Everybody who stands, by id.
    pub(super) gauges: Vec<Gauge>,
    pub(super) skill: Skill,
    /// Units without harm or contact: the longer, the bolder.
    pub(super) quiet: i32,
    /// Blows looked at so far.
    work: Cell<u32>,
}

impl<'v> Mind<'v> {
    pub(super) fn new(view: &'v SeatView<'v>, skill: Skill) -> Mind<'v> {
        let assess = view.assess();
        let gauges = (0..view.combatants())
            .filter_map(|id| assess.gauge(CombatantId(id)))
            .filter(|gauge| gauge.stands)
            .collect();
        Mind {
            view,
            board: view.board(),
            gauges,
            skill,
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

    /// Enemies of the own side, nearest to a hex first; of equally near ones the weaker.
    pub(super) fn foes_by(&self, from: Hex) -> Vec<&Gauge> {
        let mut foes: Vec<&Gauge> = self.foes().collect();
        foes.sort_by_key(|foe| (distance(from, foe.place.hex), foe.left(), foe.who));
        foes
    }

    pub(super) fn foes(&self) -> impl Iterator<Item = &Gauge> {
        self.gauges
            .iter()
            .filter(|gauge| self.view.is_enemy(gauge.who))
    }

    /// The own side and its allies.
    pub(super) fn friends(&self) -> impl Iterator<Item = &Gauge> {
        self.gauges
            .iter()
            .filter(|gauge| !self.view.is_enemy(gauge.who))
    }

    /// What a blow would do.
    pub(super) fn threat(&self, a: &Gauge, b: &Gauge, meeting: &Meeting) -> Option<Threat> {
        self.spend(1);
        self.assess.threat(a.who, b.who, meeting)
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
            .friends()
            .any(|friend| friend.who != me && distance(friend.place.hex, foe.place.hex) <= mine);
        let sees = crate::board::arc::arc(foe.place.facing, at - foe.place.hex)
            == crate::board::Arc::Front;
        if busy || sees || foe.helpless || foe.down {
            foe.place
        } else {
            self.looking(foe.place.hex, at, foe.place.facing)
        }
    }

    /// Hexes of zones the own side wants to stand in, with what a man there is worth.
    pub(super) fn wanted(&self) -> Vec<Hex> {
        let mut hexes = Vec::new();
        for objective in self.view.goals() {
            if let Objective::Hold { zone, .. }
            | Objective::Reach { zone, .. }
            | Objective::Carry { zone, .. } = objective
            {
                hexes.extend_from_slice(self.view.zone(zone));
            }
        }
        hexes
    }
}
