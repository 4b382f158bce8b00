//! What one blow does on average, by the target number, the body map and the damage chart.

use super::{Assess, Pose};
use crate::board::{distance, reach};
use crate::combat::combatant::{Carried, Item, ItemId};
use crate::rules::wounds::armour;
use crate::rules::wounds::attack;
use crate::rules::wounds::check::DIE;
use crate::rules::wounds::gather::{self, How, Stances};
use crate::rules::wounds::missile::{self, Manner};
use crate::rules::wounds::outlook::{in_front, sector_of};
use crate::rules::wounds::scene::Figure;
use crate::rules::wounds::sheet::{Location, Weapon};
use crate::rules::wounds::weapon_use::WeaponUse;
use std::cmp::Reverse;
use std::rc::Rc;

/// A weapon in hand with its figures, in one way of using it.
pub(super) struct Arm<'a> {
    /// How it is sent off; `None` for a weapon of hand.
    pub(super) manner: Option<Manner>,
    pub(super) item: &'a Item,
    pub(super) weapon: &'a Weapon,
    pub(super) usage: WeaponUse,
    pub(super) rec: u8,
}

/// Who strikes whom with what, and whether a shield is in the way.
pub(super) type DoseKey = (ItemId, bool, u16, bool);

/// Mean loss of the one struck summed over the faces up to each, in twentieths of a throw; first
/// without a location called, then by location.
pub(super) struct Dose([[i32; DIE as usize]; 7]);

impl Dose {
    /// Over so many faces from 1 on.
    fn over(&self, faces: i32, called: Option<Location>) -> i32 {
        let row = &self.0[called.map_or(0, |location| 1 + location.index())];
        row[faces.clamp(0, i32::from(DIE) - 1) as usize] / i32::from(DIE)
    }
}

/// Faces that strike (W-002, WH-11).
pub(super) fn strikes(target: i32, helpless: bool) -> i32 {
    if helpless {
        if target >= 2 {
            (2 * target - 1).min(19)
        } else {
            19
        }
    } else {
        (target - 1).clamp(0, 19)
    }
}

/// Faces that fumble (W-005, W-006).
pub(super) fn fumbles(target: i32) -> i32 {
    if target >= 2 {
        21 - (2 * target).min(20)
    } else {
        1
    }
}

/// What a fumble costs, in thousandths of the one who fumbles: the mean of T9.
const FUMBLE: i32 = 90;

/// A blow as it is weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    pub(super) called: Option<Location>,
    /// Worth taken from the one struck.
    pub(super) harm: i32,
    /// Worth at stake by a fumble.
    pub(super) risk: i32,
    /// Chance to strike, in thousandths.
    pub(super) chance: i32,
}

impl Blow {
    pub(super) fn net(&self) -> i32 {
        self.harm - self.risk
    }
}

impl<'a> Assess<'a> {
    /// The weapons in somebody's hands.
    pub(super) fn arms(&self, figure: &'a Figure) -> &[Arm<'a>] {
        self.profile(figure).arms.get_or_init(|| {
            let tables = &*self.scene.tables;
            let arm = |item: &'a Item, weapon: &'a Weapon, manner| Arm {
                manner,
                item,
                weapon,
                usage: gather::usage(self.scene, figure, weapon),
                rec: gather::weapon_rec(self.scene, figure, item.id, weapon),
            };
            let ready = figure.ready(tables);
            let mut arms: Vec<Arm> = ready
                .map(|(item, weapon)| arm(item, weapon, None))
                .collect();
            for manner in Manner::ALL {
                let missiles = missile::ready(self.scene, figure, manner);
                arms.extend(missiles.map(|(item, weapon)| arm(item, weapon, Some(manner))));
            }
            // What does most first: by it his time is reckoned.
            arms.sort_by_key(|arm| {
                let natural = arm.item.carried == Carried::Natural;
                // A weapon of hand is thrown once.
                let once = arm.manner == Some(Manner::Thrown);
                let figures = arm.usage.target() + arm.usage.damage;
                (natural || once, Reverse(figures))
            });
            arms
        })
    }

    /// What a weapon does to somebody by the faces that strike.
    fn dose(&self, striker: &Figure, arm: &Arm, target: &'a Figure, shielded: bool) -> Rc<Dose> {
        let key = (arm.item.id, arm.manner.is_some(), target.id.0, shielded);
        let doses = &self.profile(striker).doses;
        if let Some((_, dose)) = doses.borrow().iter().find(|(known, _)| *known == key) {
            return dose.clone();
        }
        let dose = Rc::new(self.work_out(arm, target, shielded));
        doses.borrow_mut().push((key, dose.clone()));
        dose
    }

    fn work_out(&self, arm: &Arm, target: &'a Figure, shielded: bool) -> Dose {
        let scene = self.scene;
        let charts = &scene.tables.charts;
        let profile = self.profile(target);
        let armour = self.armour(target, shielded);
        let value = self.value(target);
        let worn = if arm.item.wear > 0 {
            i32::from(scene.tables.circumstances.damaged)
        } else {
            0
        };
        let mut map = [0; 6];
        for face in 1..=DIE {
            map[charts.location(face).index()] += 1;
        }
        let mut dose = Dose([[0; DIE as usize]; 7]);
        for face in 1..DIE {
            let at = usize::from(face);
            let wounds = charts.wounds(i32::from(face) + arm.usage.damage + worn);
            let mut mean = 0;
            for location in Location::ALL {
                let index = location.index();
                let through = wounds.saturating_sub(armour[index].into());
                let lost =
                    profile.losses.of(target, location, through, self.traded()) * value / 1000;
                mean += map[index] * lost;
                dose.0[1 + index][at] = dose.0[1 + index][at - 1] + lost;
            }
            dose.0[0][at] = dose.0[0][at - 1] + mean / i32::from(DIE);
        }
        dose
    }

    /// Wounds taken off by location, with the shield in the way or not.
    fn armour(&self, target: &Figure, shielded: bool) -> [u8; 6] {
        let sector = crate::board::Sector::F;
        armour::protection(&target.gear, &self.scene.tables, sector, shielded)
    }

    /// Whether the shield of somebody stands in the way of a blow (WH-09).
    pub(super) fn shielded(
        target: &Figure,
        arm: &Arm,
        pose: Pose,
        from: crate::board::Hex,
    ) -> bool {
        use crate::board::Sector;
        let gone = !target.limb_works(Location::LeftArm);
        let sector = sector_of(pose.place, from);
        !arm.weapon.ignores_shield
            && !target.helpless()
            && armour::shield_ready(&target.shock, gone)
            && matches!(sector, Sector::F | Sector::FR | Sector::FL | Sector::RL)
    }

    /// The target number of a blow between two in these poses, recovery left out; `None` if it cannot
    /// be struck.
    pub(super) fn number(
        &self,
        striker: &'a Figure,
        arm: &Arm,
        pose: Pose,
        target: &'a Figure,
        other: Pose,
    ) -> Option<i32> {
        let (from, to) = (pose.place.hex, other.place.hex);
        let far = distance(from, to);
        let hexes = match arm.manner {
            None => u32::from(arm.usage.reach),
            Some(_) => 4 * u32::from(arm.usage.step),
        };
        if far > hexes || far == 0 || !in_front(pose.place, to) {
            return None;
        }
        let stances = Stances {
            from: pose.place,
            posture: pose.posture,
            to: other.place,
            lies: other.posture,
        };
        let (scene, how) = (self.scene, How::default());
        let attack = if arm.manner.is_some() {
            missile::attack_at(scene, striker, target, arm.item, arm.weapon, how, stances)?
        } else {
            reach::blow(&scene.board, from, to, hexes).ok()?;
            gather::attack_at(scene, striker, target, arm.item, arm.weapon, how, stances)
        };
        Some(attack::number(&attack, &self.scene.tables.circumstances))
    }

    /// A blow by its target number, called or not.
    pub(super) fn called(
        &self,
        striker: &'a Figure,
        arm: &Arm,
        target: &'a Figure,
        shielded: bool,
        number: i32,
        called: Option<Location>,
    ) -> Blow {
        let dose = self.dose(striker, arm, target, shielded);
        // A missile has to be aimed at the helpless, too (WH-11).
        let helpless = target.helpless() && arm.manner.is_none();
        let faces = if number < 2 && !helpless {
            0
        } else {
            strikes(number, helpless)
        };
        Blow {
            called,
            harm: dose.over(faces, called),
            risk: fumbles(number) * FUMBLE * self.value(striker) / 20_000,
            chance: 50 * faces,
        }
    }

    /// A blow by its target number without a call, aimed where it does most if `aims`.
    pub(super) fn aimed(
        &self,
        striker: &'a Figure,
        arm: &Arm,
        target: &'a Figure,
        shielded: bool,
        number: i32,
        aims: bool,
    ) -> Blow {
        let plain = self.called(striker, arm, target, shielded, number, None);
        if !aims {
            return plain;
        }
        let less = if target.helpless() && arm.manner.is_none() {
            0
        } else {
            i32::from(self.scene.tables.circumstances.called)
        };
        let places = Location::ALL.into_iter();
        let blows = places
            .map(|place| self.called(striker, arm, target, shielded, number + less, Some(place)));
        // Of equals the plain one, then those of the body map.
        blows.fold(
            plain,
            |best, blow| {
                if blow.net() > best.net() { blow } else { best }
            },
        )
    }

    /// The best blow of one at another in these poses, with a recovery penalty; `None` if there is
    /// none.
    pub(super) fn blow(
        &self,
        striker: &'a Figure,
        pose: Pose,
        target: &'a Figure,
        other: Pose,
        penalty: i32,
    ) -> Option<Blow> {
        let arms = self.arms(striker).iter();
        let blows = arms.filter_map(|arm| {
            let number = self.number(striker, arm, pose, target, other)?;
            let shielded = Assess::shielded(target, arm, other, pose.place.hex);
            Some(self.aimed(striker, arm, target, shielded, number + penalty, self.aims))
        });
        blows.max_by_key(Blow::net)
    }

    /// Further blows of the same kind, each with its own penalty: what they come to together. A blow
    /// that promises less than its fumble is not struck.
    pub(super) fn blows(
        &self,
        striker: &'a Figure,
        pose: Pose,
        target: &'a Figure,
        other: Pose,
        penalties: &[i32],
    ) -> i32 {
        let mut best = 0;
        for arm in self.arms(striker) {
            let Some(number) = self.number(striker, arm, pose, target, other) else {
                continue;
            };
            let shielded = Assess::shielded(target, arm, other, pose.place.hex);
            let sum = penalties
                .iter()
                .map(|penalty| {
                    let number = number + penalty;
                    self.aimed(striker, arm, target, shielded, number, self.aims)
                        .net()
                        .max(0)
                })
                .sum();
            best = best.max(sum);
        }
        best
    }
}
