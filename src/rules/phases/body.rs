//! Breaking Damage of a body: which part is struck (H-8), what it does to the part (H-9, P-151 to
//! P-163), and what the part does to its owner.
//!
//! Pure: blows write a [`Wound`], systems let a [`Body`] take it and read what is left of it.

use super::harm::Life;
use crate::combat::combatant::ItemId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A part of a humanoid body (H-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-8)")]
pub enum Part {
    Head,
    RightArm,
    LeftArm,
    UpperTorso,
    LowerTorso,
    RightLeg,
    LeftLeg,
}

impl Part {
    /// All of them, in the order of the chart.
    pub const ALL: [Part; 7] = [
        Part::Head,
        Part::RightArm,
        Part::LeftArm,
        Part::UpperTorso,
        Part::LowerTorso,
        Part::RightLeg,
        Part::LeftLeg,
    ];

    /// The word players read and orders use.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Head => "head",
            Part::RightArm => "right arm",
            Part::LeftArm => "left arm",
            Part::UpperTorso => "upper torso",
            Part::LowerTorso => "lower torso",
            Part::RightLeg => "right leg",
            Part::LeftLeg => "left leg",
        }
    }

    /// The part a d10 names (H-8).
    pub const fn of_die(face: u16) -> Part {
        match face {
            ..=1 => Part::Head,
            2 => Part::RightArm,
            3 => Part::LeftArm,
            4..=6 => Part::UpperTorso,
            7 | 8 => Part::LowerTorso,
            9 => Part::RightLeg,
            _ => Part::LeftLeg,
        }
    }

    /// Its place in the chart, for dice that tell parts and not faces.
    pub const fn place(self) -> u8 {
        self as u8
    }

    /// The part of a place.
    pub fn at(place: u8) -> Part {
        Part::ALL
            .get(usize::from(place))
            .copied()
            .unwrap_or(Part::LeftLeg)
    }

    const fn is_torso(self) -> bool {
        matches!(self, Part::UpperTorso | Part::LowerTorso)
    }

    const fn is_arm(self) -> bool {
        matches!(self, Part::RightArm | Part::LeftArm)
    }

    const fn is_leg(self) -> bool {
        matches!(self, Part::RightLeg | Part::LeftLeg)
    }
}

/// What edge and point do to a part, least first (H-9).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-9)")]
pub enum Edged {
    #[default]
    None,
    Bleeding,
    Cleaved,
    Severed,
}

/// What blunt weapons do to a part, least first (H-9).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is the register's own (H-9)")]
pub enum Blunt {
    #[default]
    None,
    Fractured,
    Broken,
    Crushed,
    Destroyed,
}

/// Reads the chart in the column of edge and point (H-9).
pub const fn edged(total: u8) -> Edged {
    match total {
        0..=3 => Edged::None,
        4..=7 => Edged::Bleeding,
        8..=12 => Edged::Cleaved,
        13.. => Edged::Severed,
    }
}

/// Reads the chart in the blunt column (H-9).
pub const fn blunt(total: u8) -> Blunt {
    match total {
        0..=3 => Blunt::None,
        4..=7 => Blunt::Fractured,
        8..=12 => Blunt::Broken,
        13..=17 => Blunt::Crushed,
        18.. => Blunt::Destroyed,
    }
}

/// What a part is still good for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// As if whole.
    #[default]
    Full,
    /// Minor use.
    Minor,
    /// No use.
    No,
}

/// Breaking Damage that strikes a body; without parts (P-163) where no part is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Wound {
    /// The part struck.
    pub part: Option<Part>,
    /// By edge or point, not blunt.
    pub edged: bool,
    /// Points.
    pub points: u8,
}

/// One part as far as it is hurt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hurt {
    /// Breaking Damage in all (P-151).
    pub total: u8,
    /// Effect of edge and point.
    pub edged: Edged,
    /// Effect of blunt blows.
    pub blunt: Blunt,
    /// Phase from which its bleeding is counted (P-157).
    pub since: u32,
    /// Treated: it bleeds no more.
    pub treated: bool,
}

impl Hurt {
    /// What the part is still good for (P-157, P-158, P-160).
    pub const fn left(&self) -> Use {
        match (self.edged, self.blunt) {
            (Edged::None, Blunt::None) => Use::Full,
            (Edged::None | Edged::Bleeding, Blunt::None | Blunt::Fractured) => Use::Minor,
            _ => Use::No,
        }
    }

    /// Stamina and Critical each that it loses a minute (H-9).
    pub const fn bleeds(&self, part: Part) -> i32 {
        if self.treated {
            return 0;
        }
        let open = match (self.edged, part) {
            (Edged::None, _) => 0,
            (Edged::Bleeding, _) => 1,
            (Edged::Cleaved, Part::UpperTorso) => 4,
            (Edged::Cleaved | Edged::Severed, _) => 2,
        };
        let inner = match self.blunt {
            Blunt::Crushed if part.is_torso() => 1,
            Blunt::Destroyed if part.is_torso() => 2,
            _ => 0,
        };
        open + inner
    }

    /// Permanent losses of Dexterity and Fitness Bonus (P-161, P-162).
    const fn losses(&self) -> (i8, i8) {
        match self.blunt {
            Blunt::Crushed => (2, 1),
            Blunt::Destroyed => (3, 2),
            _ => (0, 0),
        }
    }

    /// The words players read, with the rule of each.
    pub fn words(&self, part: Part) -> Vec<(&'static str, &'static str)> {
        let edged = match (self.edged, part) {
            (Edged::None, _) => None,
            (Edged::Bleeding, _) => Some(("bleeding", "P-157")),
            (Edged::Cleaved, Part::Head) => Some(("throat cut", "P-158")),
            (Edged::Cleaved, Part::UpperTorso) => Some(("lung pierced", "P-158")),
            (Edged::Cleaved, _) => Some(("cleaved", "P-158")),
            (Edged::Severed, part) if part.is_torso() => Some(("disembowelled", "P-159")),
            (Edged::Severed, _) => Some(("severed", "P-159")),
        };
        let blunt = match (self.blunt, part) {
            (Blunt::None, _) => None,
            (Blunt::Fractured, _) => Some(("fractured", "P-160")),
            (Blunt::Broken, _) => Some(("broken", "P-160")),
            (Blunt::Crushed, _) => Some(("crushed", "P-161")),
            (Blunt::Destroyed, Part::Head) => Some(("skull crushed", "P-162")),
            (Blunt::Destroyed, _) => Some(("destroyed", "P-162")),
        };
        edged.into_iter().chain(blunt).collect()
    }
}

/// Phases of a minute (P-001), and how long somebody lives with his throat cut (P-158).
pub const MINUTE: u32 = 10;

/// Breaking Damage at which a body without parts is dying (P-163).
const LOOSE_DYING: u8 = 18;

/// Fatigue of a long fight (P-095).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tired {
    /// Activity Penalty: taken from all checks and Feats.
    pub penalty: u8,
    /// Phases of complete rest in a row.
    pub rested: u8,
}

/// Breaking Damage of somebody's body and what his gear took by Pierces; written by Resolution.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// Parts with Breaking Damage.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<Part, Hurt>,
    /// Breaking Damage of a body without parts (P-163).
    #[serde(skip_serializing_if = "is_default")]
    pub loose: u8,
    /// Dead of a part: the head off or crushed, or a throat that was cut too long ago.
    #[serde(skip_serializing_if = "is_default")]
    pub dead: bool,
    /// Dying no more: somebody gave first aid (H-4, H-7).
    #[serde(skip_serializing_if = "is_default")]
    pub stable: bool,
    /// Losses of Dexterity and Fitness Bonus that are in force (P-161).
    #[serde(skip_serializing_if = "is_default")]
    pub losses: (i8, i8),
    /// Fatigue (P-095).
    #[serde(skip_serializing_if = "is_default")]
    pub tired: Tired,
    /// Breaking Damage that Pierces did to armour and shield (P-182).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pierced: BTreeMap<ItemId, u8>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Body {
    /// Nothing was ever broken.
    pub fn is_whole(&self) -> bool {
        *self == Body::default()
    }

    /// A part as far as it is hurt.
    pub fn part(&self, part: Part) -> Hurt {
        self.parts.get(&part).copied().unwrap_or_default()
    }

    /// What a part is still good for.
    pub fn left(&self, part: Part) -> Use {
        self.parts.get(&part).map_or(Use::Full, Hurt::left)
    }

    /// Takes Breaking Damage: the part's total is read in the column of this blow, a higher effect
    /// replaces a lower one, those of the other column stay (H-9). A new wound opens a treated one.
    pub fn take(&mut self, wound: Wound, phase: u32) {
        let Some(part) = wound.part else {
            self.loose = self.loose.saturating_add(wound.points);
            return;
        };
        let hurt = self.parts.entry(part).or_default();
        self.stable = false;
        let bled = hurt.bleeds(part) > 0;
        hurt.total = hurt.total.saturating_add(wound.points);
        if wound.edged {
            hurt.edged = hurt.edged.max(edged(hurt.total));
        } else {
            hurt.blunt = hurt.blunt.max(blunt(hurt.total));
        }
        hurt.treated = false;
        if !bled {
            hurt.since = phase;
        }
        let lost = hurt.edged == Edged::Severed || hurt.blunt == Blunt::Destroyed;
        self.dead |= part == Part::Head && lost;
    }

    /// The state its parts mean (P-158 to P-163, H-9).
    pub fn life(&self) -> Life {
        let head = self.part(Part::Head);
        let torso = |part| self.part(part).edged == Edged::Severed;
        if self.dead {
            Life::Dead
        } else if torso(Part::UpperTorso) || torso(Part::LowerTorso) || self.loose >= LOOSE_DYING {
            Life::Dying
        } else if head.left() == Use::No {
            Life::Unconscious
        } else {
            Life::Able
        }
    }

    /// On all checks and Feats: head and torso in minor use, and fatigue (H-9, P-095).
    pub fn burden(&self) -> i32 {
        let of = |part, value: i32| {
            if self.left(part) == Use::Full {
                0
            } else {
                value
            }
        };
        let wounds = of(Part::Head, -5) + of(Part::UpperTorso, -2) + of(Part::LowerTorso, -2);
        wounds - i32::from(self.tired.penalty)
    }

    /// On checks that use these arms (H-9).
    pub fn arms(&self, right: bool, left: bool) -> i32 {
        let of = |is: bool, part| {
            if is && self.left(part) != Use::Full {
                -5
            } else {
                0
            }
        };
        of(right, Part::RightArm).min(of(left, Part::LeftArm))
    }

    /// Arms that are of no use.
    pub fn arms_out(&self) -> u8 {
        let out = |part| u8::from(self.left(part) == Use::No);
        out(Part::RightArm) + out(Part::LeftArm)
    }

    /// No running: a leg or the lower torso is hurt (H-9).
    pub fn is_lame(&self) -> bool {
        [Part::LowerTorso, Part::RightLeg, Part::LeftLeg]
            .into_iter()
            .any(|part| self.left(part) != Use::Full)
    }

    /// Legs whose minor use halves the Move.
    pub fn limps(&self) -> bool {
        self.parts
            .iter()
            .any(|(part, hurt)| part.is_leg() && hurt.left() == Use::Minor)
    }

    /// Cannot stand: a leg or the lower torso is of no use (H-9).
    pub fn is_down(&self) -> bool {
        [Part::LowerTorso, Part::RightLeg, Part::LeftLeg]
            .into_iter()
            .any(|part| self.left(part) == Use::No)
    }

    /// A leg is of no use: scuttles 1 m (H-9).
    pub fn leg_out(&self) -> bool {
        self.parts
            .iter()
            .any(|(part, hurt)| part.is_leg() && hurt.left() == Use::No)
    }

    /// The chest is of no use: scuttles only, no attacks (H-9).
    pub fn winded(&self) -> bool {
        self.left(Part::UpperTorso) == Use::No
    }

    /// The belly is of no use: attacks as from the ground (H-9).
    pub fn doubled_up(&self) -> bool {
        self.left(Part::LowerTorso) == Use::No
    }

    /// An arm is of no use.
    pub fn arm_out(&self) -> bool {
        self.parts
            .iter()
            .any(|(part, hurt)| part.is_arm() && hurt.left() == Use::No)
    }

    /// Stamina and Critical each that its wounds lose at the end of a phase: each counts its minutes
    /// from the blow that opened it (P-157, P-158).
    pub fn bleeding(&self, phase: u32) -> i32 {
        let due = |hurt: &Hurt| phase > hurt.since && (phase - hurt.since).is_multiple_of(MINUTE);
        let parts = self.parts.iter();
        parts
            .filter(|(_, hurt)| due(hurt))
            .map(|(part, hurt)| hurt.bleeds(*part))
            .sum()
    }

    /// Whether any wound is open.
    pub fn bleeds(&self) -> bool {
        self.parts.iter().any(|(part, hurt)| hurt.bleeds(*part) > 0)
    }

    /// A cut throat that nobody treated kills after ten phases (P-158).
    pub fn choke(&mut self, phase: u32) -> bool {
        let head = self.part(Part::Head);
        let cut = head.edged == Edged::Cleaved && !head.treated;
        let chokes = cut && phase >= head.since + MINUTE && !self.dead;
        self.dead |= chokes;
        chokes
    }

    /// First aid: the wound that bleeds most, the upper ones first (H-7, P-157).
    pub fn treat(&mut self) -> Option<Part> {
        let mut open: Vec<(i32, Part)> = self
            .parts
            .iter()
            .map(|(part, hurt)| (-hurt.bleeds(*part), *part))
            .filter(|(bleeds, _)| *bleeds < 0)
            .collect();
        open.sort_unstable();
        let (_, part) = open.first()?;
        if let Some(hurt) = self.parts.get_mut(part) {
            hurt.treated = true;
        }
        Some(*part)
    }

    /// Losses of Dexterity and Fitness Bonus that its parts mean, once for each part (P-161, P-162).
    pub fn meant_losses(&self) -> (i8, i8) {
        let sum = |(dx, fi): (i8, i8), (more_dx, more_fi): (i8, i8)| (dx + more_dx, fi + more_fi);
        self.parts.values().map(Hurt::losses).fold((0, 0), sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wound(part: Part, edged: bool, points: u8) -> Wound {
        Wound {
            part: Some(part),
            edged,
            points,
        }
    }

    #[test]
    fn the_chart_of_parts() {
        // H-8.
        let of = |faces: &[u16]| {
            faces
                .iter()
                .map(|face| Part::of_die(*face))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&[1, 2, 3]), [Part::Head, Part::RightArm, Part::LeftArm]);
        assert_eq!(of(&[4, 5, 6]), [Part::UpperTorso; 3]);
        assert_eq!(of(&[7, 8]), [Part::LowerTorso; 2]);
        assert_eq!(of(&[9, 10]), [Part::RightLeg, Part::LeftLeg]);
        for part in Part::ALL {
            assert_eq!(Part::at(part.place()), part);
        }
    }

    #[test]
    fn the_chart_of_effects() {
        // H-9, both columns at their bounds.
        assert_eq!(
            [3, 4, 7, 8, 12, 13].map(edged),
            [
                Edged::None,
                Edged::Bleeding,
                Edged::Bleeding,
                Edged::Cleaved,
                Edged::Cleaved,
                Edged::Severed
            ]
        );
        assert_eq!(
            [3, 4, 8, 13, 17, 18].map(blunt),
            [
                Blunt::None,
                Blunt::Fractured,
                Blunt::Broken,
                Blunt::Crushed,
                Blunt::Crushed,
                Blunt::Destroyed
            ]
        );
    }

    #[test]
    fn damage_adds_up_by_part_and_is_read_in_the_column_of_the_last_blow() {
        // P-151: 9 and 5 are 14. H-9: what the other column did stays.
        let mut body = Body::default();
        body.take(wound(Part::RightLeg, true, 9), 5);
        body.take(wound(Part::RightLeg, false, 5), 7);
        let leg = body.part(Part::RightLeg);
        assert_eq!(
            (leg.total, leg.edged, leg.blunt),
            (14, Edged::Cleaved, Blunt::Crushed)
        );
        assert_eq!(body.left(Part::LeftLeg), Use::Full);
        assert!(body.is_down() && body.leg_out() && body.is_lame());
        // It bleeds from the blow that opened it.
        assert_eq!(
            (body.bleeding(14), body.bleeding(15), body.bleeding(25)),
            (0, 2, 2)
        );
        assert_eq!(body.treat(), Some(Part::RightLeg));
        assert_eq!(body.bleeding(35), 0);
        body.take(wound(Part::RightLeg, true, 1), 36);
        assert_eq!((body.bleeding(45), body.bleeding(46)), (0, 2));
    }

    #[test]
    fn wounds_of_the_head() {
        // P-158 to P-162.
        let with = |edged, points| {
            let mut body = Body::default();
            body.take(wound(Part::Head, edged, points), 1);
            body
        };
        assert_eq!(with(true, 4).burden(), -5);
        assert_eq!(with(true, 7).life(), Life::Able);
        assert_eq!(with(true, 8).life(), Life::Unconscious);
        assert_eq!(with(true, 13).life(), Life::Dead);
        assert_eq!(with(false, 17).life(), Life::Unconscious);
        assert_eq!(with(false, 18).life(), Life::Dead);
        let mut cut = with(true, 8);
        assert!(!cut.choke(10));
        assert!(cut.choke(11));
        assert_eq!(cut.life(), Life::Dead);
    }

    #[test]
    fn wounds_of_the_torso() {
        let with = |part, edged, points| {
            let mut body = Body::default();
            body.take(wound(part, edged, points), 1);
            body
        };
        let chest = with(Part::UpperTorso, true, 8);
        assert_eq!((chest.bleeding(11), chest.winded()), (4, true));
        assert_eq!(chest.life(), Life::Able);
        let belly = with(Part::LowerTorso, true, 13);
        assert_eq!((belly.bleeding(11), belly.life()), (2, Life::Dying));
        assert_eq!(with(Part::LowerTorso, false, 13).bleeding(11), 1);
        assert_eq!(with(Part::UpperTorso, false, 18).bleeding(11), 2);
        assert_eq!(with(Part::UpperTorso, true, 4).burden(), -2);
    }

    #[test]
    fn permanent_losses_once_for_each_part() {
        // P-161, P-162: Destroyed replaces Crushed.
        let mut body = Body::default();
        body.take(wound(Part::LeftArm, false, 13), 1);
        assert_eq!(body.meant_losses(), (2, 1));
        body.take(wound(Part::LeftArm, false, 5), 2);
        assert_eq!(body.meant_losses(), (3, 2));
        body.take(wound(Part::RightArm, false, 13), 2);
        assert_eq!(body.meant_losses(), (5, 3));
        assert_eq!((body.arms(true, false), body.arms_out()), (-5, 2));
    }

    #[test]
    fn bodies_without_parts_only_add_up() {
        // P-163.
        let mut body = Body::default();
        let loose = |points| Wound {
            part: None,
            edged: false,
            points,
        };
        body.take(loose(17), 1);
        assert_eq!(body.life(), Life::Able);
        body.take(loose(1), 2);
        assert_eq!(body.life(), Life::Dying);
    }
}
