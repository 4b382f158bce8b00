//! What is still to come: the blows others may strike at somebody where he would be, and his own
//! further ones, in the rest of this round and in the next.

use super::{Assess, Pose, apart};
use crate::board::arc::bearing;
use crate::combat::combatant::{Place, Posture};
use crate::rules::wounds::contact::{first_contact, strikes_fleer};
use crate::rules::wounds::missile::Manner;
use crate::rules::wounds::outlook::{can_threaten, facing_towards, in_front};
use crate::rules::wounds::route::HALVES;
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::state::{Initiative, Turn};
use crate::rules::wounds::{agenda, gather, initiative, pace, walk};

/// How likely a blow comes to pass that needs a walk first, in thousandths.
const WALKS: i32 = 850;
/// What the next round counts for beside this one, in thousandths.
pub(super) const NEXT: i32 = 400;
/// Further actions looked at.
const MOST: usize = 6;

/// The blow somebody has taken off another one: at whom, and the share of him that it takes, in
/// thousandths.
pub(super) type Weakened = Option<(crate::combat::combatant::CombatantId, i32)>;

impl<'a> Assess<'a> {
    /// Recovery penalties of the actions that a turn still allows (W-051, W-054, W-060).
    pub(super) fn penalties(&self, figure: &'a Figure, turn: &Turn) -> Vec<i32> {
        let rec = self.pace(figure);
        let mut list = Vec::new();
        let (mut count, mut owed) = (turn.count, i32::from(turn.owed));
        if turn.over {
            return list;
        }
        if turn.actions == 0 {
            list.push(-i32::from(turn.undrawn));
        }
        if !matches!(turn.initiative, Initiative::Count(_)) || gather::single(self.scene) {
            return list;
        }
        while list.len() < MOST {
            count -= i16::from(rec);
            owed += i32::from(rec);
            if count < 1 {
                break;
            }
            list.push(-owed);
        }
        list
    }

    /// Counts from one blow of somebody to the next; a weapon that is loaded for each shot takes that
    /// time, too.
    fn pace(&self, figure: &'a Figure) -> u8 {
        let Some(arm) = self.arms(figure).first() else {
            return gather::plain_rec(self.scene);
        };
        let load = if arm.weapon.shots == Some(1) {
            arm.weapon.load
        } else {
            0
        };
        (arm.rec + load).max(1)
    }

    /// Hexes at which somebody shoots with some hope; 0 if he does not.
    pub(super) fn range(&self, figure: &'a Figure) -> u32 {
        let arms = self.arms(figure).iter();
        let shots = arms.filter(|arm| arm.manner == Some(Manner::Shot));
        shots
            .map(|arm| 3 * u32::from(arm.usage.step))
            .max()
            .unwrap_or(0)
    }

    /// Those of the actions somebody may still take in this round.
    fn coming(&self, figure: &'a Figure) -> &[i32] {
        self.profile(figure).coming.get_or_init(|| {
            if agenda::slot(self.scene, figure).is_none() || figure.acts().is_err() {
                return Vec::new();
            }
            let mut turn = figure.turn.clone();
            if turn.actions == 0
                && let Some(at) = figure.agenda.at
            {
                turn.count = at;
            }
            self.penalties(figure, &turn)
        })
    }

    /// Penalties of the actions of a mean round, each with how likely it comes to it, in twentieths.
    fn round(&self, figure: &'a Figure) -> &[(i32, i32)] {
        self.profile(figure).round.get_or_init(|| {
            if figure.free().is_err() {
                return Vec::new();
            }
            let item = self.arms(figure).first().map(|arm| arm.item.id);
            let (context, _) =
                crate::rules::wounds::verbs::intend::context(self.scene, figure, item);
            let (number, _) = initiative::target(&context);
            let good = (number - 1).clamp(0, 19);
            let mean = (number / 2).clamp(1, 10) + context.level;
            let turn = Turn {
                initiative: Initiative::Count(mean as i16),
                count: mean as i16,
                ..Turn::default()
            };
            let penalties = self.penalties(figure, &turn);
            // Whoever is winded has to get his wind back first.
            let winded = if figure.shock.winded() { 2 } else { 1 };
            let likely = |at: usize| if at == 0 { 20 } else { good };
            penalties
                .into_iter()
                .enumerate()
                .map(|(at, penalty)| (penalty, likely(at) / winded))
                .collect()
        })
    }

    fn full(&self, figure: &'a Figure) -> i16 {
        let full = &self.profile(figure).full;
        *full.get_or_init(|| walk::allowance(self.scene, figure))
    }

    /// Where somebody would strike another from who is there, and how likely he gets to it, in
    /// thousandths; as the crow flies.
    pub(super) fn approach(
        &self,
        figure: &'a Figure,
        pose: Pose,
        at: Place,
    ) -> Option<(Pose, i32)> {
        let reach = u32::from(figure.reach(&self.scene.tables));
        let far = apart(pose.place, at);
        let turned = Place {
            facing: facing_towards(pose.place, at.hex, 1),
            ..pose.place
        };
        if far <= self.range(figure) && in_front(turned, at.hex) {
            let pose = Pose {
                place: turned,
                ..pose
            };
            return Some((pose, 1000));
        }
        if reach == 0 {
            return None;
        }
        let open = |place: Place| {
            crate::board::reach::blow(&self.scene.board, place.hex, at.hex, reach).is_ok()
        };
        if far <= reach && in_front(turned, at.hex) && open(turned) {
            let pose = Pose {
                place: turned,
                ..pose
            };
            return Some((pose, 1000));
        }
        // Round him or up to him; who lies crawls a hex.
        let hexes = if far > reach { far - reach } else { 2 };
        let left = u32::try_from(pose.left / HALVES).unwrap_or(0);
        if hexes > left || (pose.posture == Posture::Prone && hexes > 1) {
            return None;
        }
        let dir = bearing(at.hex, pose.place.hex, true)?;
        let mut hex = at.hex;
        for _ in 0..reach.min(far.max(1)) {
            hex = dir.from(hex);
        }
        let place = Place {
            hex,
            facing: dir.opposite(),
        };
        open(place).then_some((Pose { place, ..pose }, WALKS))
    }

    /// How many others of a party a striker could strike as well, the nearest first: a share of his
    /// blows in thousandths.
    fn share(&self, striker: &Figure, target: &Figure, at: Place) -> i32 {
        let mine = apart(striker.place, at);
        let others = self
            .scene
            .foes(striker)
            .filter(|other| other.id != target.id && !other.helpless())
            .filter(|other| apart(striker.place, other.place) <= mine)
            .count();
        1000 / (1 + others as i32)
    }

    /// Worth of what enemies may take from somebody in a pose: in the rest of this round and, at a
    /// discount, in the next.
    pub(super) fn danger(&self, me: &'a Figure, pose: Pose, weakened: Weakened) -> (i32, i32) {
        let (mut now, mut next) = (0, 0);
        for foe in self.scene.foes(me) {
            if foe.free().is_err() {
                continue;
            }
            let left = match weakened {
                Some((who, share)) if who == foe.id => 1000 - share,
                _ => 1000,
            };
            let share = self.share(foe, me, pose.place) * left / 1000;
            let coming = self.coming(foe);
            if !coming.is_empty()
                && let Some((there, likely)) = self.approach(foe, Pose::of(foe), pose.place)
            {
                let blows = self.blows(foe, there, me, pose, coming);
                now += thousandths(blows, likely, share);
            }
            let fresh = Pose {
                left: self.full(foe),
                ..Pose::of(foe)
            };
            if let Some((there, likely)) = self.approach(foe, fresh, pose.place) {
                let blows = self.round_of_blows(foe, there, me, pose);
                next += thousandths(blows, likely, share);
            }
        }
        let left = self.left(me);
        (now.min(left), (next * NEXT / 1000).min(left))
    }

    /// What the blows of a mean round come to.
    fn round_of_blows(&self, a: &'a Figure, from: Pose, b: &'a Figure, to: Pose) -> i32 {
        let round = self.round(a);
        let Some((first, _)) = round.first() else {
            return 0;
        };
        let one = self.blows(a, from, b, to, &[*first]);
        let further: Vec<i32> = round[1..].iter().map(|(penalty, _)| *penalty).collect();
        let good = round.get(1).map_or(0, |(_, good)| *good);
        one + self.blows(a, from, b, to, &further) * good / 20
    }

    /// Worth of somebody's own blows to come from a pose: in the rest of this round with these
    /// penalties and, at a discount, in the next.
    pub(super) fn prospects(&self, me: &'a Figure, pose: Pose, penalties: &[i32]) -> (i32, i32) {
        let (mut now, mut next) = (0, 0);
        let fresh = Pose {
            left: self.full(me).max(pose.left),
            ..pose
        };
        for foe in self.scene.foes(me) {
            let other = Pose::of(foe);
            if !penalties.is_empty()
                && let Some((there, likely)) = self.approach(me, pose, foe.place)
            {
                let blows = self.blows(me, there, foe, other, penalties);
                now = now.max(thousandths(blows, likely, 1000).min(self.left(foe)));
            }
            if let Some((there, likely)) = self.approach(me, fresh, foe.place) {
                let blows = self.round_of_blows(me, there, foe, other);
                next = next.max(thousandths(blows, likely, 1000).min(self.left(foe)));
            }
        }
        (now, next * NEXT / 1000)
    }

    /// Worth of the blows that enemies strike at somebody who leaves their reach (W-019, WH-07).
    pub(super) fn parting(&self, me: &'a Figure, from: Pose, to: Place) -> i32 {
        if from.place.hex == to.hex {
            return 0;
        }
        let mut sum = 0;
        for foe in self.scene.foes(me) {
            let hexes = u32::from(foe.reach(&self.scene.tables));
            let covers = |place: Place| {
                crate::board::reach::threatens(
                    &self.scene.board,
                    foe.place.hex,
                    foe.place.facing,
                    hexes,
                    place.hex,
                )
            };
            let strikes = can_threaten(foe)
                && covers(from.place)
                && !covers(to)
                && strikes_fleer(foe.turn.initiative, me.turn.initiative);
            let rec = self.arms(foe).first().map_or(3, |arm| arm.rec);
            let Ok(action) = pace::next(&foe.turn, rec, gather::single(self.scene)) else {
                continue;
            };
            if strikes {
                sum += self.blows(foe, Pose::of(foe), me, from, &[action.penalty]);
            }
        }
        sum
    }

    /// Share of somebody, in thousandths, that long weapons take before he can strike where he goes
    /// (WH-06).
    pub(super) fn met(&self, me: &'a Figure, to: Pose) -> i32 {
        let mut sum = 0;
        for foe in self.scene.foes(me) {
            let reach = foe.reach(&self.scene.tables);
            if reach < 2 || !can_threaten(foe) {
                continue;
            }
            let covers = |place: Place| {
                crate::board::reach::threatens(
                    &self.scene.board,
                    foe.place.hex,
                    foe.place.facing,
                    reach.into(),
                    place.hex,
                )
            };
            let meets = first_contact(&foe.turn, reach, me.turn.initiative);
            if meets && covers(to.place) && !covers(me.place) {
                sum += self.blows(foe, Pose::of(foe), me, to, &[0]);
            }
        }
        (1000 * sum / self.left(me).max(1)).min(900)
    }
}

fn thousandths(value: i32, one: i32, other: i32) -> i32 {
    (i64::from(value) * i64::from(one) * i64::from(other) / 1_000_000) as i32
}
