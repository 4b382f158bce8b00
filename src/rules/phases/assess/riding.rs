//! What riding somebody down and getting into the saddle come to (P-061, P-087 to P-091).

use super::Assess;
use super::answer::PRONE;
use crate::board::distance;
use crate::combat::assess::{Estimate, Threat};
use crate::combat::dice::sum_weights;
use crate::rules::phases::charge::trample_damage;
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::saddle::EQUESTRIAN;
use crate::rules::phases::scene::Figure;
use crate::rules::phases::sheet::Size;

/// Phases of a Trample's stun, on average (P-091).
const STUNNED_FOR: i32 = 20;

impl Assess<'_> {
    /// A Trample at the end of a long enough run; `None` where it cannot be ridden.
    pub(super) fn trample(&self, rider: &Figure, foe: &Figure, early: u32) -> Option<Threat> {
        let mount = self.scene.mount_of(rider).filter(|_| rider.rides())?;
        if !foe.is_on_foot() || !foe.fitness.fills_hex() {
            return None;
        }
        let steed = mount.sheet.steed?;
        let level = i32::from(derive::level(&rider.sheet, EQUESTRIAN));
        let early = i32::try_from(early).unwrap_or(20);
        let faces = (10 + level + i32::from(steed.quality) - early).clamp(1, 19);
        let (ar, _, _) = self.armour(foe, Arc4::Forward);
        let dice = trample_damage(mount.sheet.size == Size::Huge, steed.shod);
        let losses = self.losses(foe);
        let (mut sum, mut ways) = (0i64, 0i64);
        for (rolled, count) in sum_weights(dice) {
            let lost = (rolled - ar).clamp(0, super::MOST_LOST as i32) as usize;
            sum += i64::from(losses[lost][0]) * count as i64;
            ways += count as i64;
        }
        let harm = (sum / ways.max(1)) as i32;
        let shocked = 20 - i32::from(foe.sheet.rss).clamp(1, 19);
        let stun = super::STUNNED * STUNNED_FOR * shocked / 20;
        let open = (harm + stun + PRONE) * faces / 20;
        let dodge = (i32::from(foe.sheet.dx) + 3).clamp(1, 19);
        let answered = if foe.may_react() {
            ((20 - dodge) * open / 20 + PRONE * faces / 20).min(open)
        } else {
            open
        };
        Some(Threat {
            open,
            answered,
            chance: 50 * faces,
        })
    }

    /// Getting into the saddle while nobody is near; off again nobody wants.
    pub(super) fn saddling(&self, figure: &Figure, mounts: bool) -> Estimate {
        if !mounts {
            return Estimate::of("gets off", -40);
        }
        let near = self
            .scene
            .foes_near(figure, 3)
            .any(|foe| distance(foe.place.hex, figure.place.hex) <= 3);
        Estimate::of("is a rider again", if near { 4 } else { 60 })
    }
}
