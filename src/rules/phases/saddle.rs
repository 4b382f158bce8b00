//! Riders and mounts: who sits on whom, and the numbers of riding (P-027, P-062, P-063, P-083,
//! P-087, P-178, B-087 to B-092).
//!
//! A pair is two combatants in one hex. The rider decides where it goes, on the mount's legs; the
//! mount is asked nothing. What parts a pair is carried out by [`super::systems::riding`].

use super::derive;
use super::scene::{Figure, Scene, Tables};
use super::sheet::{Sheet, Size};
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId, Posture};
use crate::combat::refusal::Refusal;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

/// The skill of riding.
pub const EQUESTRIAN: &str = "equestrian";

/// Who is tied to somebody in the saddle. Both of a pair name each other; written by
/// [`super::systems::riding`] alone.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saddle {
    /// The mount he sits on.
    pub mount: Option<CombatantId>,
    /// The rider it carries.
    pub rider: Option<CombatantId>,
}

/// What a running mount takes off its rider's Skill Checks, and running off everybody else's
/// (P-027).
pub const fn running_penalty(riding: Option<u8>) -> i32 {
    match riding {
        Some(level) if level >= 5 => 0,
        Some(level) => level as i32 - 5,
        None => -5,
    }
}

/// Number of a riding Skill Check with a modifier (H-2).
pub fn riding_number(level: u8, modifier: i32) -> i32 {
    derive::level_score(level) + modifier
}

/// The action of H-7 that mounting and dismounting this mount is (P-061, P-063).
pub fn action_name(mount: &Sheet) -> &'static str {
    let exotic = mount.steed.is_some_and(|steed| steed.exotic);
    match mount.size {
        Size::Huge => "mount_exotic_huge",
        Size::Large if exotic => "mount_exotic_large",
        _ => "mount",
    }
}

/// Weapons in hand, shields and natural ones left out.
pub fn in_hand<'a>(gear: &'a Gear, tables: &'a Tables) -> impl Iterator<Item = &'a Item> {
    gear.in_hand().filter(|item| {
        item.carried != Carried::Arm
            && tables.weapons.contains_key(&item.name)
            && !tables.is_natural(&item.name)
    })
}

/// Whether a weapon may stay ready while its bearer mounts or dismounts (P-062, P-063).
///
/// # Errors
/// Why it has to be put away first.
pub fn check_ready(
    rider: &Figure,
    mount: &Sheet,
    tables: &Tables,
    item: ItemId,
) -> Result<(), Refusal> {
    if mount.size == Size::Huge {
        return Err(Refusal::new(
            "P-063",
            "so big a mount is climbed with empty hands",
        ));
    }
    if derive::level(&rider.sheet, EQUESTRIAN) == 0 {
        return Err(Refusal::new(
            "P-062",
            "only a trained rider keeps a weapon ready",
        ));
    }
    let mut held = in_hand(&rider.gear, tables);
    let (Some(only), None) = (held.next(), held.next()) else {
        return Err(Refusal::new("P-062", "one weapon in hand, not two or none"));
    };
    let missile = |name: &str| matches!(name, "bow" | "crossbow");
    let weapon = tables.weapons.get(&only.name);
    let fits = weapon.is_some_and(|weapon| missile(&weapon.class) || only.carried != Carried::Both);
    if only.id != item || !fits {
        return Err(Refusal::new(
            "P-062",
            "a single one-handed weapon, a bow or a crossbow stays ready, nothing else",
        ));
    }
    Ok(())
}

impl Figure {
    /// Whether it can be ridden.
    pub fn is_steed(&self) -> bool {
        self.sheet.steed.is_some()
    }

    /// In the saddle.
    pub fn rides(&self) -> bool {
        self.posture == Posture::Mounted
    }

    /// Carries a rider, and does nothing by itself.
    pub fn is_ridden(&self) -> bool {
        self.saddle.rider.is_some()
    }

    /// Level of riding of somebody in the saddle.
    pub fn riding(&self) -> Option<u8> {
        self.rides().then(|| derive::level(&self.sheet, EQUESTRIAN))
    }

    /// On his own feet, so that he can be ridden down (P-086).
    pub fn is_on_foot(&self) -> bool {
        !self.rides() && !self.is_steed()
    }
}

impl Scene {
    /// The mount somebody sits on.
    pub fn mount_of(&self, figure: &Figure) -> Option<&Figure> {
        self.get(figure.saddle.mount?)
    }

    /// Whose legs somebody moves on: his mount's, or his own (B-089).
    pub fn legs<'a>(&'a self, figure: &'a Figure) -> &'a Figure {
        self.mount_of(figure).unwrap_or(figure)
    }

    /// The other of a mounted pair.
    pub fn partner(&self, figure: &Figure) -> Option<&Figure> {
        self.get(figure.saddle.mount.or(figure.saddle.rider)?)
    }

    /// A mount somebody can get onto now (P-061, B-087, B-092).
    ///
    /// # Errors
    /// Why not.
    pub fn check_mounting(&self, figure: &Figure, mount: CombatantId) -> Result<&Figure, Refusal> {
        let found = self
            .get(mount)
            .ok_or_else(|| Refusal::form("there is no such combatant"))?;
        let (name, who) = (&found.label.name, &figure.label.name);
        let refuse = |words: String| Err(Refusal::new("B-087", words));
        if !found.is_steed() {
            return refuse(format!("{name} cannot be ridden"));
        }
        if figure.is_steed() {
            return refuse(format!("{who} rides nobody"));
        }
        if figure.rides() {
            return refuse(format!("{who} sits in the saddle already"));
        }
        if figure.posture != Posture::Standing {
            return refuse(format!("{who} has to stand to mount"));
        }
        if figure.grip().is_some() || self.holders(figure.id).next().is_some() {
            return refuse(format!("{who} is in a grip"));
        }
        if self.enemies(figure.id, mount) {
            return Err(Refusal::new(
                "B-092",
                format!("{name} belongs to the other side"),
            ));
        }
        if found.is_ridden() {
            return refuse(format!("{name} has a rider already"));
        }
        if !found.is_free() || found.posture != Posture::Standing {
            return refuse(format!("{name} does not stand"));
        }
        if crate::board::distance(figure.place.hex, found.place.hex) != 1 {
            return refuse(format!("{name} is not beside {who}"));
        }
        Ok(found)
    }

    /// Where a rider would get off: the free neighbour wanted, else the nearest one from his left
    /// side on (B-087).
    ///
    /// # Errors
    /// No hex is free, or the one wanted is not.
    pub fn check_dismounting(
        &self,
        figure: &Figure,
        wanted: Option<crate::board::Dir>,
    ) -> Result<crate::board::Hex, Refusal> {
        if self.mount_of(figure).is_none() || !figure.rides() {
            return Err(Refusal::new(
                "B-087",
                format!("{} does not ride", figure.label.name),
            ));
        }
        let free = |dir: &crate::board::Dir| super::gather::defence::room(self, figure, *dir);
        if let Some(dir) = wanted {
            return if free(&dir) {
                Ok(dir.from(figure.place.hex))
            } else {
                Err(Refusal::new("B-087", "that hex is not free"))
            };
        }
        [-1, 1, -2, 2, 3, 0]
            .map(|sixths| figure.place.facing.turned(sixths))
            .iter()
            .find(|dir| free(dir))
            .map(|dir| dir.from(figure.place.hex))
            .ok_or_else(|| Refusal::new("B-087", "no neighbouring hex is free to get off into"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_mount_hinders_the_unskilled() {
        // P-027: 5 less Equestrian Level, at least 0; on foot 5.
        assert_eq!(running_penalty(None), -5);
        assert_eq!(running_penalty(Some(0)), -5);
        assert_eq!(running_penalty(Some(3)), -2);
        assert_eq!(running_penalty(Some(6)), 0);
    }

    #[test]
    fn riding_checks() {
        // P-087: LS 16 at −10; P-178: 16 − 5.
        assert_eq!(riding_number(6, -10), 6);
        assert_eq!(riding_number(6, -5), 11);
        assert_eq!(riding_number(0, 0), 5);
    }
}
