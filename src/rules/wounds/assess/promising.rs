//! The choices of a count worth a thought: blows at whoever can be reached, ways to and from, what
//! rises, arms or heals.

use super::blow::Arm;
use super::{Assess, Pose, apart};
use crate::board::arc::bearing;
use crate::board::{Arc, Hex, arc, distance};
use crate::combat::combatant::{Carried, Place, Posture};
use crate::combat::order::{Choice, Slots};
use crate::combat::plot::{EndFacing, Intent, Plot};
use crate::rules::wounds::missile::Manner;
use crate::rules::wounds::outlook::{facing_towards, in_front};
use crate::rules::wounds::route::HALVES;
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::sheet::Weapon;
use crate::rules::wounds::verbs::{Act, aid, handle, posture, shoot, strike, wait};
use crate::rules::wounds::walk;
use std::cmp::Reverse;

/// Places to shoot from that are looked at closely, and enemies looked for from each.
const STANDS: usize = 4;
const TARGETS: usize = 4;
/// Hexes from the nearest enemy beyond which it is all one, and what each before counts for.
const SAFE: u32 = 14;
const ROOM: i32 = 10;

/// Enemies who are walked towards.
const FOES: usize = 3;

impl<'a> Assess<'a> {
    /// Choices of a count; none is listed that its rule refuses at sight.
    pub(super) fn actions(&self, figure: &'a Figure, thorough: bool) -> Vec<Choice> {
        let scene = self.scene;
        let mut list = vec![Choice::plain("pass")];
        let mut foes: Vec<&'a Figure> = scene.foes(figure).collect();
        foes.sort_by_key(|foe| (apart(figure.place, foe.place), foe.helpless(), foe.dice));
        if figure.acts().is_err() {
            list.extend(foes.first().map(|foe| away(figure, foe)));
            return list;
        }
        let mut struck = Vec::new();
        for foe in &foes {
            let blows = self.blows_at(figure, foe, thorough);
            if !blows.is_empty() {
                struck.push(foe.id);
            }
            list.extend(blows);
        }
        let down = figure.posture == Posture::Prone;
        if down
            && posture::StandUp
                .check(scene, figure, &Slots::default())
                .is_ok()
        {
            list.push(Choice::plain("stand_up"));
        } else {
            let far = foes.iter().filter(|foe| !struck.contains(&foe.id));
            list.extend(far.take(FOES).flat_map(|foe| self.towards(figure, foe)));
            if let Some(foe) = foes.first() {
                if thorough || figure.penalty() <= -4 {
                    list.push(away(figure, foe));
                }
                if !in_front(figure.place, foe.place.hex) {
                    let facing = facing_towards(figure.place, foe.place.hex, 1);
                    let plot = Plot {
                        facing: EndFacing::Dir(facing),
                        ..Plot::new(Intent::Hold)
                    };
                    list.push(going("move", plot));
                }
            }
        }
        list.extend(offered(&shoot::Load, self, figure));
        let armed = figure
            .ready(&scene.tables)
            .any(|(item, _)| item.carried != Carried::Natural);
        if !armed {
            list.extend(offered(&handle::Draw, self, figure));
            list.extend(offered(&handle::PickUp, self, figure));
        }
        let bleeds = |other: &&Figure| other.injuries.bleeding(&other.sheet.boxes);
        if scene.figures.iter().any(|other| bleeds(&other)) {
            list.extend(offered(&aid::FirstAid, self, figure));
        }
        if thorough {
            list.extend(self.marksman(figure, &foes));
        }
        if thorough && figure.turn.actions == 0 && struck.is_empty() {
            list.extend(offered(&wait::Delay, self, figure).into_iter().take(2));
        }
        list
    }

    /// Blows at somebody: from here or after closing in, or from his flanks and back, plain and aimed
    /// where it does most; for the thorough with every weapon, and away from him afterwards.
    fn blows_at(&self, figure: &'a Figure, foe: &'a Figure, thorough: bool) -> Vec<Choice> {
        let mut list = Vec::new();
        for arm in self.arms(figure) {
            if let Some(manner) = arm.manner {
                // A weapon of hand is thrown by whoever has another one in hand.
                let other = |other: &Arm| {
                    other.manner.is_none()
                        && other.item.id != arm.item.id
                        && other.item.carried != Carried::Natural
                };
                let tables = &self.scene.tables;
                let of_hand = tables
                    .weapons
                    .get(&arm.item.name)
                    .is_some_and(Weapon::is_melee);
                let spare = !of_hand || self.arms(figure).iter().any(other);
                let slots = strike::slots(foe.id, arm.item.id, None);
                let choice = Choice::new(manner.word(), slots);
                if spare && self.can(figure, &choice) {
                    list.extend(self.aims(figure, foe, choice));
                }
                continue;
            }
            let hexes = u32::from(arm.usage.reach);
            let far = apart(figure.place, foe.place);
            let left = u32::try_from(figure.turn.left / HALVES).unwrap_or(0);
            if far > hexes + left + 1 {
                continue;
            }
            let standing = strike::slots(foe.id, arm.item.id, None);
            let walking = strike::slots(foe.id, arm.item.id, Some(arm.usage.reach));
            let mut ways = Vec::new();
            let blow = |slots: &Slots| Choice::new("strike", slots.clone());
            if self.can(figure, &blow(&standing)) {
                ways.push(standing);
            } else if self.can(figure, &blow(&walking)) {
                ways.push(walking);
            }
            let main = self.arms(figure).first().map(|arm| arm.item.id);
            if !foe.helpless() && (thorough || main == Some(arm.item.id)) {
                let beside = self.beside(figure, foe);
                ways.extend(beside.into_iter().filter_map(|hex| {
                    let plot = Plot {
                        facing: EndFacing::Towards(foe.id),
                        ..Plot::new(Intent::Goto(hex))
                    };
                    let slots = Slots {
                        plot: Some(plot),
                        ..strike::slots(foe.id, arm.item.id, None)
                    };
                    self.can(figure, &blow(&slots)).then_some(slots)
                }));
            }
            for slots in ways {
                list.extend(self.aims(figure, foe, Choice::new("strike", slots)));
            }
        }
        if thorough {
            let then: Vec<Choice> = list
                .iter()
                .filter(|choice| choice.slots.plot.is_none())
                .map(|choice| Choice {
                    slots: Slots {
                        then: Some(Box::new(away(figure, foe))),
                        ..choice.slots.clone()
                    },
                    ..choice.clone()
                })
                .collect();
            list.extend(then);
        }
        list
    }

    fn can(&self, figure: &'a Figure, choice: &Choice) -> bool {
        let planned = self.planned(figure, choice);
        planned.is_some_and(|planned| planned.due.now)
    }

    /// A blow plain, and called where that does most.
    fn aims(&self, figure: &'a Figure, foe: &'a Figure, choice: Choice) -> Vec<Choice> {
        let mut list = vec![choice.clone()];
        let best = self.planned(figure, &choice).and_then(|planned| {
            let arm = self.arm_of(figure, &choice, planned.item)?;
            let attack = &planned.context.attack;
            let number =
                crate::rules::wounds::attack::number(attack, &planned.context.circumstances);
            let end = planned.way.end(figure.place);
            let pose = Pose::of(foe);
            let shielded = Assess::shielded(foe, arm, pose, end.hex);
            self.aimed(figure, arm, foe, shielded, number, true).called
        });
        if let Some(called) = best {
            list.push(Choice {
                slots: choice.slots.with_flag(called.word()),
                ..choice
            });
        }
        list
    }

    /// Hexes at somebody's flanks and back.
    fn beside(&self, figure: &Figure, foe: &Figure) -> Vec<Hex> {
        let around = [3, 2, -2].map(|turn| foe.place.facing.turned(turn).from(foe.place.hex));
        around
            .into_iter()
            .filter(|hex| *hex != figure.place.hex && self.scene.occupant(*hex).is_none())
            .filter(|hex| arc::arc(foe.place.facing, *hex - foe.place.hex) != Arc::Front)
            .collect()
    }

    /// Shots from other places, and ways there: where he sees most and is farthest from everybody.
    fn marksman(&self, figure: &'a Figure, foes: &[&'a Figure]) -> Vec<Choice> {
        let mut arms = self.arms(figure).iter();
        let Some(arm) = arms.find(|arm| arm.manner == Some(Manner::Shot)) else {
            return Vec::new();
        };
        let mut places: Vec<(i32, Hex, &'a Figure)> = Vec::new();
        for hex in walk::area(self.scene, figure, false) {
            if hex == figure.place.hex {
                continue;
            }
            let shots = foes.iter().take(TARGETS).filter_map(|foe| {
                let facing = bearing(hex, foe.place.hex, true)?;
                let pose = Pose {
                    place: Place { hex, facing },
                    ..Pose::of(figure)
                };
                let other = Pose::of(foe);
                let number = self.number(figure, arm, pose, foe, other)?;
                let shielded = Assess::shielded(foe, arm, other, hex);
                let blow = self.aimed(figure, arm, foe, shielded, number, false);
                Some((blow.net(), *foe))
            });
            let Some((harm, foe)) = shots
                .max_by_key(|(net, _)| *net)
                .filter(|(net, _)| *net > 0)
            else {
                continue;
            };
            let near = foes.iter().map(|foe| distance(hex, foe.place.hex)).min();
            let near = near.unwrap_or(0).min(SAFE) as i32;
            places.push((harm + near * ROOM, hex, foe));
        }
        // Of equals the one that is reached first.
        places.sort_by_key(|(rank, ..)| Reverse(*rank));
        let mut list = Vec::new();
        for (_, hex, foe) in places.into_iter().take(STANDS) {
            let plot = Plot {
                facing: EndFacing::Towards(foe.id),
                ..Plot::new(Intent::Goto(hex))
            };
            let slots = Slots {
                plot: Some(plot.clone()),
                ..strike::slots(foe.id, arm.item.id, None)
            };
            let shot = Choice::new(Manner::Shot.word(), slots);
            if self.can(figure, &shot) {
                list.extend(self.aims(figure, foe, shot));
            }
            list.push(going("move", plot));
        }
        list
    }

    /// Ways up to somebody: at a walk, and at a run where a walk is not half of it.
    fn towards(&self, figure: &Figure, foe: &Figure) -> Vec<Choice> {
        let reach = u16::from(figure.reach(&self.scene.tables).max(1));
        let plot = Plot::new(Intent::Close(foe.id, reach));
        let mut list = vec![going("move", plot.clone())];
        let left = u32::try_from(figure.turn.left / HALVES).unwrap_or(0);
        if apart(figure.place, foe.place) > 3 * left + u32::from(reach) {
            list.push(going("run", plot));
        }
        list
    }
}

fn going(verb: &str, plot: Plot) -> Choice {
    Choice::new(
        verb,
        Slots {
            plot: Some(plot),
            ..Slots::default()
        },
    )
}

fn away(figure: &Figure, foe: &Figure) -> Choice {
    let far = apart(figure.place, foe.place) as u16;
    going(
        "move",
        Plot::new(Intent::Away(foe.id, far.saturating_add(6))),
    )
}

fn offered(act: &dyn Act, assess: &Assess, figure: &Figure) -> Vec<Choice> {
    let scene = assess.scene;
    let slots = act.options(scene, figure).into_iter();
    slots
        .filter(|slots| act.check(scene, figure, slots).is_ok())
        .map(|slots| Choice::new(act.name(), slots))
        .collect()
}
