//! Wounds: marking points, what a location comes to, the penalty, bleeding (W-064–W-087).

use super::sheet::{Boxes, Location};
use super::state::Injuries;
use serde::{Deserialize, Serialize};

/// State of a location (W-064): how many times its boxes have been filled.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (W-064)")]
pub enum Severity {
    #[default]
    Unhurt,
    Minor,
    Serious,
    Critical,
    Permanent,
    /// All boxes four times.
    Gone,
}

impl Severity {
    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Unhurt => "unhurt",
            Severity::Minor => "minor",
            Severity::Serious => "serious",
            Severity::Critical => "critical",
            Severity::Permanent => "permanent",
            Severity::Gone => "gone",
        }
    }
}

/// State of D points on N boxes (W-064).
pub fn severity(points: u8, boxes: u8) -> Severity {
    match points.div_ceil(boxes.max(1)) {
        0 => Severity::Unhurt,
        1 => Severity::Minor,
        2 => Severity::Serious,
        3 => Severity::Critical,
        _ if u16::from(points) >= 4 * u16::from(boxes) => Severity::Gone,
        _ => Severity::Permanent,
    }
}

/// Penalty of D points on N boxes, 0 or less (W-066, W-068, W-070, W-075).
pub fn penalty_of(points: u8, boxes: u8) -> i32 {
    match severity(points, boxes) {
        Severity::Unhurt => 0,
        Severity::Minor => -1,
        Severity::Serious => -4,
        Severity::Critical => -8,
        Severity::Permanent | Severity::Gone => -8 - (i32::from(points) - 3 * i32::from(boxes)),
    }
}

/// What a blow did to the locations.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Marked {
    /// Points marked on the location itself.
    pub marked: u8,
    /// Points that went on to the torso (W-079).
    pub spilled: u8,
}

impl Injuries {
    /// Boxes a location has in this battle (W-086): never fewer than one.
    pub fn capacity(&self, boxes: &Boxes, location: Location) -> u8 {
        let lost = self.lost[location.index()];
        boxes.of(location).saturating_sub(lost).max(1)
    }

    /// State of a location.
    pub fn severity(&self, boxes: &Boxes, location: Location) -> Severity {
        let points = self.points[location.index()];
        severity(points, self.capacity(boxes, location))
    }

    /// All points marked (what a bar shows).
    pub fn total(&self) -> i32 {
        self.points.iter().map(|points| i32::from(*points)).sum()
    }

    /// Injury penalty, 0 or less: that of the worst location alone (W-080), boxes lost for good of
    /// head and torso counted (W-086).
    pub fn penalty(&self, boxes: &Boxes) -> i32 {
        let of = |location: Location| {
            let at = location.index();
            let fresh = penalty_of(self.points[at], self.capacity(boxes, location));
            let lasting = if location.is_limb() {
                0
            } else {
                -i32::from(self.lost[at])
            };
            fresh + lasting
        };
        Location::ALL.into_iter().map(of).min().unwrap_or(0)
    }

    /// Dead: head or torso gone (W-087).
    pub fn dead(&self, boxes: &Boxes) -> bool {
        [Location::Head, Location::Torso]
            .into_iter()
            .any(|location| self.severity(boxes, location) == Severity::Gone)
    }

    /// A limb that is gone: useless (W-079).
    pub fn gone(&self, boxes: &Boxes, location: Location) -> bool {
        self.severity(boxes, location) == Severity::Gone
    }

    /// Marks points on a location (W-064); what a limb cannot hold goes to the torso, armour or not
    /// (W-079). Marks of a bleeding kind undo a treatment.
    #[must_use]
    pub fn mark(&self, boxes: &Boxes, location: Location, points: u16) -> (Injuries, Marked) {
        let mut after = *self;
        let marked = after.add(boxes, location, points);
        let rest = points - u16::from(marked);
        let spilled = if location.is_limb() {
            after.add(boxes, Location::Torso, rest)
        } else {
            0
        };
        (after, Marked { marked, spilled })
    }

    fn add(&mut self, boxes: &Boxes, location: Location, points: u16) -> u8 {
        let at = location.index();
        let room = (4 * self.capacity(boxes, location)).saturating_sub(self.points[at]);
        let added = u8::try_from(points).unwrap_or(u8::MAX).min(room);
        self.points[at] += added;
        if added > 0 {
            self.treated[at] = false;
        }
        added
    }

    /// Whether a location bleeds: Critical or worse, untreated (W-071, W-076).
    pub fn bleeds(&self, boxes: &Boxes, location: Location) -> bool {
        self.severity(boxes, location) >= Severity::Critical && !self.treated[location.index()]
    }

    /// Whether any location bleeds.
    pub fn bleeding(&self, boxes: &Boxes) -> bool {
        Location::ALL
            .into_iter()
            .any(|location| self.bleeds(boxes, location))
    }

    /// A round's end: each bleeding location loses 1, a full limb through the torso (W-071, W-079).
    /// With the locations that changed to a worse state (W-090).
    #[must_use]
    pub fn bleed(&self, boxes: &Boxes) -> (Injuries, Vec<Location>) {
        let mut after = *self;
        for location in Location::ALL {
            if self.bleeds(boxes, location) {
                // Bleeding of its own does not undo a treatment elsewhere.
                let treated = after.treated;
                after = after.mark(boxes, location, 1).0;
                after.treated = treated;
            }
        }
        let worse = |location: &Location| {
            after.severity(boxes, *location) > self.severity(boxes, *location)
        };
        let changed = Location::ALL.into_iter().filter(worse).collect();
        (after, changed)
    }

    /// Bleeding of a location stopped (W-071).
    #[must_use]
    pub fn treat(&self, location: Location) -> Injuries {
        let mut after = *self;
        after.treated[location.index()] = true;
        after
    }

    /// The bleeding location in the worst state, head and torso before limbs: what First Aid sees to.
    pub fn worst_bleeding(&self, boxes: &Boxes) -> Option<Location> {
        Location::ALL
            .into_iter()
            .filter(|location| self.bleeds(boxes, *location))
            .max_by_key(|location| {
                let at = location.index();
                let left = (4 * self.capacity(boxes, *location)).saturating_sub(self.points[at]);
                (!location.is_limb(), std::cmp::Reverse(left))
            })
    }

    /// Healed as far as it goes: permanent marks become boxes lost for good (W-074, W-086).
    #[must_use]
    pub fn healed(&self, boxes: &Boxes) -> Injuries {
        let mut after = Injuries {
            lost: self.lost,
            ..Injuries::default()
        };
        for location in Location::ALL {
            let at = location.index();
            let permanent = self.points[at].saturating_sub(3 * self.capacity(boxes, location));
            after.lost[at] += permanent;
        }
        after
    }
}

#[cfg(test)]
#[path = "injury_tests.rs"]
mod tests;
