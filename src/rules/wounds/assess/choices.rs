//! What a choice of a count comes to: the blow now, the blows still to come, those it invites.

use super::blow::{Arm, Blow};
use super::exposure::{NEXT, Weakened};
use super::{Assess, Pose, apart};
use crate::board::Hex;
use crate::board::arc::bearing;
use crate::combat::assess::{Estimate, Stand};
use crate::combat::combatant::{Item, ItemId, Place, Posture};
use crate::combat::order::{Choice, Slots};
use crate::combat::plot::{Gait, Plot};
use crate::rules::wounds::gather;
use crate::rules::wounds::missile::Manner;
use crate::rules::wounds::outlook::{nearest_foe, threats};
use crate::rules::wounds::pace;
use crate::rules::wounds::route::{HALVES, Way};
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::sheet::{Location, Skill};
use crate::rules::wounds::state::Initiative;
use crate::rules::wounds::verbs::strike::{self, Planned};
use crate::rules::wounds::verbs::{aid, posture, shoot};
use crate::rules::wounds::{agenda, armour, attack, defence, walk};

/// Somebody after a choice: where he is, and what he may still do in the round.
struct After {
    pose: Pose,
    penalties: Vec<i32>,
}

impl<'a> Assess<'a> {
    /// What a choice comes to; `None` for what is not weighed, or cannot be done.
    pub(super) fn promise(&self, figure: &'a Figure, choice: &Choice) -> Option<Estimate> {
        let slots = &choice.slots;
        match choice.verb.as_str() {
            "strike" | "shoot" | "throw" => self.strike(figure, choice),
            "load" => {
                let (item, rec) = shoot::loadable(self.scene, figure, slots).ok()?;
                let after = self.acted(figure, Pose::of(figure), rec)?;
                let held = figure.gear.item(item)?;
                let shot = nearest_foe(self.scene, figure)
                    .zip(self.fresh_arm(figure, held))
                    .map_or(0, |(foe, arm)| self.face_to_face(figure, &arm, foe));
                let estimate = Estimate::default().and("the next shot", shot * 700 / 1000);
                Some(self.still_to_come(figure, &after, None, estimate))
            }
            "move" | "run" => {
                let run = choice.verb == "run";
                let after = self.walked(figure, slots, run)?;
                let parting = self.parting(figure, Pose::of(figure), after.pose.place);
                let mut estimate = Estimate::default().and("blows at his back", -parting);
                estimate = self.still_to_come(figure, &after, None, estimate);
                // Whoever ran strikes badly for the rest of the round (WH-05).
                let worse = if run {
                    self.prospects(figure, after.pose, &after.penalties).0 / 3
                } else {
                    0
                };
                Some(estimate.and("out of breath", -worse))
            }
            "delay" => Some(self.wait(figure, slots)),
            "stand_up" | "kneel" | "lie_down" => {
                let to = match choice.verb.as_str() {
                    "stand_up" => Posture::Standing,
                    "kneel" => Posture::Kneeling,
                    _ => Posture::Prone,
                };
                let left = posture::left_after(self.scene, figure, to);
                let pose = Pose {
                    posture: to,
                    left,
                    ..Pose::of(figure)
                };
                let rec = self.scene.tables.recs.stand_up;
                let after = self.acted(figure, pose, rec)?;
                Some(self.still_to_come(figure, &after, None, Estimate::default()))
            }
            "draw" | "pick_up" => {
                let recs = &self.scene.tables.recs;
                let rec = if choice.verb == "draw" {
                    recs.draw
                } else {
                    recs.pick_up
                };
                let after = self.acted(figure, Pose::of(figure), rec)?;
                let gain = self.better_armed(figure, slots);
                let estimate = Estimate::default().and("the weapon in hand", gain);
                Some(self.still_to_come(figure, &after, None, estimate))
            }
            "first_aid" => {
                let aid = aid::aid(self.scene, figure, slots).ok()?;
                let patient = aid.patient;
                let boxes = &patient.sheet.boxes;
                let worst = patient.injuries.worst_bleeding(boxes)?;
                let treated = patient.injuries.treat(worst);
                let stunned = super::worth::stunned(patient);
                let better = super::worth::soundness(boxes, &treated, stunned, self.traded())
                    - self.soundness(patient);
                let good = (aid.target - 1).clamp(0, 19);
                let gain = self.value(patient) * better / 1000 * good / 20;
                let after =
                    self.acted(figure, Pose::of(figure), self.scene.tables.recs.first_aid)?;
                let estimate = Estimate::default().and("the bleeding stopped", gain);
                Some(self.still_to_come(figure, &after, None, estimate))
            }
            "pass" => {
                let after = After {
                    pose: Pose::of(figure),
                    penalties: Vec::new(),
                };
                Some(self.still_to_come(figure, &after, None, Estimate::default()))
            }
            _ => None,
        }
    }

    /// Where somebody stands after a choice, and how far he has gone.
    pub(super) fn after(&self, figure: &'a Figure, choice: &Choice) -> Option<Stand> {
        let slots = &choice.slots;
        let stay = Stand {
            hex: figure.place.hex,
            way: 0,
            strikes: false,
        };
        match choice.verb.as_str() {
            "strike" | "shoot" | "throw" => {
                let planned = self.planned(figure, choice)?;
                let (there, mut gone) = self.led(figure, &planned.way);
                let mut hex = there.place.hex;
                if let Some(then) = self.then(&there, slots) {
                    hex = then.end(there.place).hex;
                    gone += spent(&then);
                }
                Some(Stand {
                    hex,
                    way: hexes(gone),
                    strikes: true,
                })
            }
            "move" | "run" => {
                let way = self.way(figure, slots, choice.verb == "run")?;
                Some(Stand {
                    hex: way.end(figure.place).hex,
                    way: hexes(spent(&way)),
                    ..stay
                })
            }
            "skill" | "only_move" | "blow" | "hold_back" => None,
            _ => Some(stay),
        }
    }

    /// Adds what is still to come after a choice: own blows, and those it leaves him open to.
    fn still_to_come(
        &self,
        figure: &'a Figure,
        after: &After,
        weakened: Weakened,
        estimate: Estimate,
    ) -> Estimate {
        let (further, next) = self.prospects(figure, after.pose, &after.penalties);
        let (now, later) = self.danger(figure, after.pose, weakened);
        // Whoever is struck before that strikes worse.
        let next = if self.further {
            next - next * now / self.left(figure).max(1)
        } else {
            next
        };
        estimate
            .and("further blows", further)
            .and("blows invited", -now)
            .and("the next round", next - later)
    }

    fn way(&self, figure: &Figure, slots: &Slots, run: bool) -> Option<Way> {
        let mut plot: Plot = slots.plot.clone()?;
        if run {
            plot.gait = Gait::Run;
        }
        walk::way(self.scene, figure, &plot).ok()
    }

    /// The turn after an action without a weapon.
    fn plain(&self, figure: &'a Figure, rec: u8) -> Option<Vec<i32>> {
        if figure.acts().is_err() {
            return Some(Vec::new());
        }
        let due = gather::due(self.scene, figure, rec, None).ok()?;
        let turn = pace::take(&figure.turn, &due.next, None);
        Some(self.penalties(figure, &turn))
    }

    fn acted(&self, figure: &'a Figure, pose: Pose, rec: u8) -> Option<After> {
        Some(After {
            pose,
            penalties: self.plain(figure, rec)?,
        })
    }

    fn walked(&self, figure: &'a Figure, slots: &Slots, run: bool) -> Option<After> {
        let way = self.way(figure, slots, run)?;
        let recs = &self.scene.tables.recs;
        let rec = if run {
            recs.run
        } else {
            gather::plain_rec(self.scene)
        };
        let gone = spent(&way);
        let more = if run {
            walk::allowance(self.scene, figure)
        } else {
            0
        };
        let pose = Pose {
            place: way.end(figure.place),
            left: (figure.turn.left + more - gone).max(0),
            ..Pose::of(figure)
        };
        Some(After {
            pose,
            penalties: self.plain(figure, rec)?,
        })
    }

    /// Somebody at the end of a way, stopped if it led into an enemy's reach (WH-07).
    fn led(&self, figure: &Figure, way: &Way) -> (Figure, i16) {
        let mut there = walk::moved(figure, way, false);
        let hex = there.place.hex;
        there.turn.stopped =
            hex != figure.place.hex && threats(self.scene, figure, hex).next().is_some();
        (there, spent(way))
    }

    /// The way after a blow, where one is ordered and can be gone.
    fn then(&self, there: &Figure, slots: &Slots) -> Option<Way> {
        let plot = slots.then.as_ref()?.slots.plot.as_ref()?;
        if there.turn.stopped || there.turn.left <= 0 {
            return None;
        }
        walk::way(self.scene, there, plot).ok()
    }

    /// A blow, a shot or a throw worked out.
    pub(super) fn planned(&self, figure: &'a Figure, choice: &Choice) -> Option<Planned> {
        let slots = &choice.slots;
        match manner(choice) {
            None => strike::plan(self.scene, figure, slots).ok(),
            Some(manner) => shoot::plan(self.scene, figure, slots, manner).ok(),
        }
    }

    /// The weapon of a choice, in the way it uses it.
    pub(super) fn arm_of(
        &self,
        figure: &'a Figure,
        choice: &Choice,
        item: ItemId,
    ) -> Option<&Arm<'a>> {
        let manner = manner(choice);
        let mut arms = self.arms(figure).iter();
        arms.find(|arm| arm.item.id == item && arm.manner == manner)
    }

    fn strike(&self, figure: &'a Figure, choice: &Choice) -> Option<Estimate> {
        let slots = &choice.slots;
        let planned = self.planned(figure, choice)?;
        let attack = &planned.context.attack;
        let target = self.scene.figure(attack.target);
        let arm = self.arm_of(figure, choice, planned.item)?;
        let (there, _) = self.led(figure, &planned.way);
        let number = attack::number(attack, &planned.context.circumstances);
        let from = there.place.hex;
        let blow = self.struck(figure, arm, target, number, from, attack.called);
        let mut pose = Pose::of(&there);
        let met = if planned.way.places.is_empty() {
            0
        } else {
            self.met(figure, pose)
        };
        let harm = blow.harm.min(self.left(target)) * (1000 - met) / 1000;
        let share = 1000 * harm / self.left(target).max(1);
        let turn = pace::take(&figure.turn, &planned.due.next, Some(planned.item));
        let mut parting = self.parting(figure, Pose::of(figure), pose.place);
        if let Some(then) = self.then(&there, slots) {
            let before = pose;
            pose.place = then.end(pose.place);
            pose.left = (pose.left - spent(&then)).max(0);
            parting += self.parting(figure, before, pose.place) * (1000 - share) / 1000;
        }
        let after = After {
            pose,
            penalties: self.penalties(figure, &turn),
        };
        let estimate = Estimate::default()
            .and("harm", harm)
            .and("may fumble", -blow.risk)
            .and("blows at his back", -parting);
        Some(self.still_to_come(figure, &after, Some((target.id, share)), estimate))
    }

    /// Waiting for a later count: whoever comes may be struck first, and without haste (WH-04, WH-06).
    fn wait(&self, figure: &'a Figure, slots: &Slots) -> Estimate {
        let count = slots.amount.and_then(|count| i16::try_from(count).ok());
        let mut turn = figure.turn.clone();
        if figure.turn.actions == 0 {
            turn.count = count.unwrap_or(1);
        } else {
            let rec = self.arms(figure).first().map_or(3, |arm| arm.rec);
            turn.count = count.unwrap_or(1) + i16::from(rec);
        }
        let mut penalties = self.penalties(figure, &turn);
        let pose = Pose::of(figure);
        let first = penalties.first().copied();
        let reach = u32::from(figure.reach(&self.scene.tables));
        let mut coming = 0;
        let mut weakened: Weakened = None;
        for foe in self.scene.foes(figure) {
            let later = match (foe.turn.initiative, count) {
                (Initiative::Count(_), Some(count)) => {
                    agenda::next_count(self.scene, foe).is_some_and(|next| next > count)
                }
                _ => false,
            };
            let far = apart(pose.place, foe.place);
            let steps = u32::try_from((pose.left + foe.turn.left) / HALVES).unwrap_or(0);
            let Some(penalty) = first.filter(|_| later && far > reach && far <= steps + reach)
            else {
                continue;
            };
            // As if he stood before him.
            let at = bearing(pose.place.hex, foe.place.hex, true);
            let Some(dir) = at else { continue };
            let hex = dir.from(pose.place.hex);
            let there = Pose {
                place: Place {
                    hex,
                    facing: dir.opposite(),
                },
                ..Pose::of(foe)
            };
            let here = Pose {
                place: Place {
                    facing: dir,
                    ..pose.place
                },
                ..pose
            };
            let blow = self.blows(figure, here, foe, there, &[penalty]) * 600 / 1000;
            if blow > coming {
                coming = blow;
                if reach >= 2 {
                    weakened = Some((foe.id, 1000 * blow / self.left(foe).max(1)));
                }
            }
        }
        if coming > 0 {
            penalties.remove(0);
        }
        let after = After { pose, penalties };
        let estimate = Estimate::default().and("the blow at who comes", coming);
        self.still_to_come(figure, &after, weakened, estimate)
    }

    /// A blow by its target number, aimed as it is called.
    fn struck(
        &self,
        figure: &'a Figure,
        arm: &Arm,
        target: &'a Figure,
        number: i32,
        from: Hex,
        called: Option<Location>,
    ) -> Blow {
        let shielded = Assess::shielded(target, arm, Pose::of(target), from);
        self.called(figure, arm, target, shielded, number, called)
    }

    /// What another weapon in hand would be worth over the rounds to come.
    fn better_armed(&self, figure: &'a Figure, slots: &Slots) -> i32 {
        let Some(item) = slots.item else { return 0 };
        let lying = self.scene.ground.iter().map(|lying| &lying.item);
        let Some(item) = figure
            .gear
            .item(item)
            .or_else(|| lying.clone().find(|lying| lying.id == item))
        else {
            return 0;
        };
        let Some(foe) = nearest_foe(self.scene, figure) else {
            return 0;
        };
        let now = self.arms(figure).iter();
        let now = now
            .map(|arm| self.face_to_face(figure, arm, foe))
            .max()
            .unwrap_or(0);
        let new = self.fresh_arm(figure, item);
        let new = new.map_or(0, |arm| self.face_to_face(figure, &arm, foe));
        (new - now).max(0) * (1000 + NEXT) / 1000
    }

    fn fresh_arm<'b>(&'b self, figure: &Figure, item: &'b Item) -> Option<Arm<'b>> {
        let weapon = self.scene.tables.weapons.get(&item.name)?;
        let shot = weapon.step.is_some() && weapon.skill != Skill::Thrown;
        (weapon.is_melee() || shot).then(|| Arm {
            manner: shot.then_some(Manner::Shot),
            item,
            weapon,
            usage: gather::usage(self.scene, figure, weapon),
            rec: pace::recovery(weapon, figure.sheet.skill(Skill::MartialArts), false),
        })
    }

    /// A plain blow with a weapon as if both stood before each other.
    fn face_to_face(&self, figure: &'a Figure, arm: &Arm, foe: &'a Figure) -> i32 {
        let encumbrance = armour::encumbrance(&foe.gear, &self.scene.tables);
        let standing = defence::standing(foe.sheet.defence.into(), encumbrance.into());
        let standing = if arm.manner.is_some() { 0 } else { standing };
        let number = arm.usage.target() + standing + figure.penalty();
        self.aimed(figure, arm, foe, true, number, false).net()
    }
}

/// How a choice sends a missile off; `None` for a blow.
fn manner(choice: &Choice) -> Option<Manner> {
    Manner::ALL
        .into_iter()
        .find(|manner| manner.word() == choice.verb.as_str())
}

/// Half hexes a way takes.
fn spent(way: &Way) -> i16 {
    way.spent.last().copied().unwrap_or(0)
}

fn hexes(halves: i16) -> u16 {
    u16::try_from(halves / HALVES).unwrap_or(0)
}
