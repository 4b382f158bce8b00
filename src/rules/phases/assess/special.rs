//! What Special Attacks are worth besides the harm they do: time, arms and armour the other loses.

use super::answer::{DROPPED, PRONE};
use super::{Assess, blow::bands};
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::body::{Use, blunt, edged};
use crate::rules::phases::defence::keep_score;
use crate::rules::phases::derive;
use crate::rules::phases::scene::Figure;
use crate::rules::phases::special::Special;

/// What a point of armour broken is worth, in thousandths of a combatant: it lasts for the battle.
pub(super) const ARMOUR: i32 = 14;
/// What a part of the body of less or no use is worth besides the points it costs.
const MAIMED: [i32; 3] = [0, 60, 220];

/// Of twenty faces those that plainly hit, those that are Critical Hits, and the number resisted by.
struct Faces {
    plain: i32,
    critical: i32,
}

impl Faces {
    fn of(attack: &AttackContext) -> Faces {
        let (faces, critical) = bands(attack);
        Faces {
            plain: faces - critical,
            critical,
        }
    }

    /// Chance in thousandths that it comes through a check of this number, which a Critical Hit denies.
    fn past(&self, number: i32) -> i32 {
        let fails = 20 - number.clamp(0, 19);
        (self.plain * fails * 1000 / 20 + self.critical * 1000) / 20
    }

    fn all(&self) -> i32 {
        (self.plain + self.critical) * 50
    }
}

impl Assess<'_> {
    /// What a Special Attack brings besides harm, undefended.
    pub(super) fn effect(&self, attack: &AttackContext, target: &Figure) -> i32 {
        let faces = Faces::of(attack);
        let harder = if attack.specialized { 10 } else { 0 };
        match attack.special {
            Some(Special::Stun) => {
                let number = i32::from(target.sheet.rss) - harder;
                faces.past(number) * self.stunned(attack, target) / 1000
            }
            Some(Special::Disarm) => {
                let kept = self.keeps(attack, target) - harder;
                let anew = self.lost_by_answering(target);
                faces.past(kept) * DROPPED / 1000 + faces.all() * anew / 1000
            }
            Some(Special::Sweep) => {
                let number = i32::from(target.sheet.rs) - harder;
                let falls = PRONE + self.lost_by_answering(target);
                let hurt = faces.past(number) * self.loss(target, 2, 0) / 1000;
                faces.all() * falls / 1000 + hurt
            }
            Some(Special::Cleave) => {
                let points = attack.breaking(attack.specialized);
                faces.all() * self.cleaved(attack, target, points.into()) / 1000
            }
            Some(Special::Break) => self.broken(attack, target, &faces),
            _ => 0,
        }
    }

    /// What it is worth that somebody is stunned: the time he loses, and blows that find him open.
    fn stunned(&self, attack: &AttackContext, target: &Figure) -> i32 {
        let is = |condition| target.conditions.has(condition);
        if is(crate::combat::combatant::Condition::Stunned) {
            return self.loss(target, target.pools.shp.into(), 0);
        }
        let phases = (350 + 100 * i32::from(attack.weapon.fi_bonus)).max(100);
        let turn = self.turn(target).max(1) as i32;
        self.turn_worth(target) * phases / turn + self.lost_by_answering(target) + phases / 10
    }

    /// Number of the check that keeps the weapon (P-164).
    fn keeps(&self, attack: &AttackContext, target: &Figure) -> i32 {
        let tables = &*self.scene.tables;
        let item = attack
            .meant
            .or_else(|| super::gather::melee_item(target, tables));
        let weapon = item
            .and_then(|item| target.gear.item(item))
            .and_then(|item| tables.weapons.get(&item.name));
        let level = weapon.map_or(0, |weapon| derive::level(&target.sheet, &weapon.class));
        keep_score(level, derive::keep_bonus(&target.sheet, &tables.handling))
    }

    /// Breaking Damage of a body: the points, and a part of less use (P-151, H-9).
    fn cleaved(&self, attack: &AttackContext, target: &Figure, points: i32) -> i32 {
        let total = u8::try_from(points).unwrap_or(u8::MAX);
        let left = if attack.is_edged() {
            match edged(total) {
                crate::rules::phases::body::Edged::None => Use::Full,
                crate::rules::phases::body::Edged::Bleeding => Use::Minor,
                _ => Use::No,
            }
        } else {
            match blunt(total) {
                crate::rules::phases::body::Blunt::None => Use::Full,
                crate::rules::phases::body::Blunt::Fractured => Use::Minor,
                _ => Use::No,
            }
        };
        // On top of an ordinary blow: what the points cost a body that has just been struck.
        let mean = attack.weapon.damage.twice_mean() / 2 + attack.weapon.fitness;
        let with = self.loss(target, mean + points, points);
        with - self.loss(target, mean, 0) + MAIMED[left as usize]
    }

    /// A Break: armour or a weapon that is gone, and the points its owner feels (P-141 to P-147).
    fn broken(&self, attack: &AttackContext, target: &Figure, faces: &Faces) -> i32 {
        let points = i32::from(attack.breaking(false));
        let (_, _, rb) = self.armour(target, attack.arc);
        let (number, gain) = match attack.meant.and_then(|item| target.gear.item(item)) {
            Some(item) => {
                let weapon = self.scene.tables.weapons.get(&item.name);
                let number = weapon.and_then(|weapon| weapon.rb).unwrap_or(0);
                let left = weapon.map_or(0, |weapon| weapon.speed.saturating_sub(item.wear));
                let taken = points.min(left.into());
                let ruined = if taken == i32::from(left) { DROPPED } else { 0 };
                let number = i32::from(number) - i32::from(item.wear);
                (number, ruined + self.loss(target, taken, 0))
            }
            None => {
                let taken = points.min(attack.ar);
                (rb, ARMOUR * taken + self.loss(target, taken, 0))
            }
        };
        let number = if attack.specialized {
            number / 2
        } else {
            number
        };
        // What holds sends half of it back.
        let held = faces.all() - faces.past(number);
        let own = i32::from(attack.weapon.rb.unwrap_or(0)).clamp(0, 19);
        let back = held * (20 - own) / 20 * DROPPED / 2000;
        faces.past(number) * gain / 1000 - back
    }
}
