//! Fighting in poor light (P-096 to P-101, P-208, H-18): what somebody perceives of another, and what
//! that takes from his checks. The light of a hex is the board's (B-018 to B-020).

use super::check::total;
use super::derive::{level, specialized};
use super::sheet::Sheet;
use crate::board::LightGrade;
use crate::combat::odds::Modifier;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

/// The two Sense dice of a phase, open to all (P-097), and what made noise before it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Senses {
    /// Faces of Seeing and Hearing; `None` where no light is poor.
    pub faces: Option<[u8; 2]>,
    /// Acted or reacted in the phase before: he is heard (H-18).
    pub fought: bool,
}

/// How poor light is played (C-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DarkMethod {
    /// By Sense Feats (P-097 to P-099).
    #[default]
    Sense,
    /// −10, eased by the Sense Levels (P-100).
    Flat,
}

/// What somebody perceives of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Well lit.
    #[default]
    Clear,
    /// Poorly: these modifiers, as a rule less than nothing.
    Poor(Vec<Modifier>),
    /// Not at all (P-096, P-099).
    Blind,
}

/// The other one as light and noise show him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The light he stands in; Black to a blinded looker.
    pub grade: LightGrade,
    /// Metres to him.
    pub distance: u32,
    /// He is within the looker's melee reach.
    pub in_reach: bool,
    /// What noise he makes, on the Hearing Feat (H-18, B-022).
    pub noise: i32,
    /// What for: a shot does not gain by Blindfighting (P-208).
    pub shot: bool,
}

/// The Seeing number (H-18, BT-1); `None` where it always fails.
pub fn seeing_number(level: i8, grade: LightGrade) -> Option<i32> {
    let number = 10 + i32::from(level);
    match grade {
        LightGrade::Bright | LightGrade::Dim => Some(number + 5),
        LightGrade::Dark => Some(number),
        LightGrade::Black => None,
    }
}

/// The Hearing number (H-18).
pub fn hearing_number(level: i8, noise: i32) -> i32 {
    10 + i32::from(level) + noise
}

/// What a combatant's noise is worth to a listener (H-18, B-022): +5 when he ran or fought, −5 when he
/// stood still, and 5 for each point of the ground he moved or fought on.
pub fn noise(moved: bool, loud: bool, ground: i8) -> i32 {
    if !moved && !loud {
        return -5;
    }
    5 * i32::from(ground) + if loud { 5 } else { 0 }
}

/// Whether one succeeds with a Sense die (C-2).
fn succeeds(face: u8, number: i32) -> bool {
    super::check::succeeds(face.into(), number)
}

/// What somebody with these dice perceives of another one (P-097 to P-101, P-208, H-20).
pub fn perceive(method: DarkMethod, sheet: &Sheet, senses: Senses, seen: &Seen) -> Sight {
    if seen.grade == LightGrade::Bright {
        return Sight::Clear;
    }
    let dark = seen.grade < LightGrade::Dim;
    // Only lit targets can be shot at, and who is too far off for his light is not seen (P-096, B-020).
    let unseen = seen
        .grade
        .seen_up_to()
        .is_some_and(|hexes| seen.distance > hexes);
    if unseen || (seen.shot && dark) {
        return Sight::Blind;
    }
    let mut modifiers = match method {
        DarkMethod::Flat => vec![
            Modifier::new("poor light", -10, "P-100"),
            Modifier::new("Seeing", i32::from(sheet.seeing) / 2, "P-100"),
            Modifier::new("Hearing", i32::from(sheet.hearing) / 2, "P-100"),
        ],
        DarkMethod::Sense => match by_senses(sheet, senses, seen) {
            Some(modifier) => vec![modifier],
            None => return Sight::Blind,
        },
    };
    ease(sheet, seen.shot, &mut modifiers);
    modifiers.retain(|modifier| modifier.value != 0);
    Sight::Poor(modifiers)
}

/// By the Sense Feats (P-098); `None` if both failed (P-099).
fn by_senses(sheet: &Sheet, senses: Senses, seen: &Seen) -> Option<Modifier> {
    let [see, hear] = senses.faces.unwrap_or([20, 20]);
    let felt = seen.in_reach && specialized(sheet, "unseen_opponent");
    let sees =
        felt || seeing_number(sheet.seeing, seen.grade).is_some_and(|number| succeeds(see, number));
    let hears = succeeds(hear, hearing_number(sheet.hearing, seen.noise));
    let (label, value) = match (sees, hears) {
        (true, true) => ("seen in poor light", -5),
        (true, false) => ("seen in poor light, not heard", -10),
        (false, true) => ("heard, not seen", -10),
        (false, false) => return None,
    };
    Some(Modifier::new(label, value, "P-098"))
}

/// Blindfighting and its specialization Total Darkness, never above nothing (P-208, H-20).
fn ease(sheet: &Sheet, shot: bool, modifiers: &mut Vec<Modifier>) {
    if shot {
        return;
    }
    let worst = -total(modifiers);
    let skill = i32::from(level(sheet, "blindfighting")).min(worst).max(0);
    modifiers.push(Modifier::new("Blindfighting", skill, "P-208"));
    if specialized(sheet, "total_darkness") {
        let more = (-5 - total(modifiers)).max(0);
        modifiers.push(Modifier::new("Total Darkness", more, "H-20"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures;

    fn sheet(seeing: i8, hearing: i8, blindfighting: u8) -> Sheet {
        let mut sheet = fixtures::a();
        (sheet.seeing, sheet.hearing) = (seeing, hearing);
        sheet.skills.insert("blindfighting".into(), blindfighting);
        sheet
    }

    fn seen(grade: LightGrade) -> Seen {
        Seen {
            grade,
            distance: 1,
            in_reach: true,
            noise: 0,
            shot: false,
        }
    }

    fn sum(method: DarkMethod, sheet: &Sheet, faces: [u8; 2], seen: &Seen) -> Option<i32> {
        let senses = Senses {
            faces: Some(faces),
            fought: false,
        };
        match perceive(method, sheet, senses, seen) {
            Sight::Clear => Some(0),
            Sight::Poor(list) => Some(total(&list)),
            Sight::Blind => None,
        }
    }

    #[test]
    fn each_pair_of_sense_feats_has_its_modifier() {
        let man = sheet(2, 2, 0);
        let by = |faces| sum(DarkMethod::Sense, &man, faces, &seen(LightGrade::Dark));
        assert_eq!(by([12, 12]), Some(-5));
        assert_eq!(by([12, 13]), Some(-10));
        assert_eq!(by([13, 12]), Some(-10));
        assert_eq!(by([13, 13]), None);
        assert_eq!(by([20, 1]), Some(-10));
    }

    #[test]
    fn light_and_noise_move_the_numbers() {
        let man = sheet(2, 2, 0);
        let by = |faces, seen| sum(DarkMethod::Sense, &man, faces, &seen);
        assert_eq!(by([17, 20], seen(LightGrade::Dim)), Some(-10));
        assert_eq!(by([18, 20], seen(LightGrade::Dim)), None);
        assert_eq!(by([2, 20], seen(LightGrade::Black)), None);
        assert_eq!(by([2, 20], seen(LightGrade::Bright)), Some(0));
        let still = Seen {
            noise: noise(false, false, 0),
            ..seen(LightGrade::Black)
        };
        assert_eq!(by([1, 7], still), Some(-10));
        assert_eq!(by([1, 8], still), None);
        assert_eq!(hearing_number(2, noise(true, false, 1)), 17);
        assert_eq!(hearing_number(2, noise(true, false, -1)), 7);
        assert_eq!(hearing_number(2, noise(true, true, 0)), 17);
    }

    #[test]
    fn who_stands_too_deep_in_the_dark_is_not_found() {
        let man = sheet(9, 9, 9);
        let at = |grade, distance| {
            let seen = Seen {
                distance,
                ..seen(grade)
            };
            sum(DarkMethod::Sense, &man, [1, 1], &seen)
        };
        assert_eq!(at(LightGrade::Dark, 12), Some(0));
        assert_eq!(at(LightGrade::Dark, 13), None);
        assert_eq!(at(LightGrade::Black, 2), None);
    }

    #[test]
    fn shots_need_a_lit_target_and_gain_nothing_by_blindfighting() {
        let man = sheet(2, 2, 3);
        let shot = |grade| {
            let seen = Seen {
                shot: true,
                distance: 10,
                ..seen(grade)
            };
            sum(DarkMethod::Sense, &man, [1, 20], &seen)
        };
        assert_eq!(shot(LightGrade::Dim), Some(-10));
        assert_eq!(shot(LightGrade::Dark), None);
        let sword = sum(DarkMethod::Sense, &man, [1, 20], &seen(LightGrade::Dark));
        assert_eq!(sword, Some(-7));
    }

    #[test]
    fn the_flat_method_asks_for_no_dice() {
        let man = sheet(4, 3, 0);
        let flat = sum(DarkMethod::Flat, &man, [20, 20], &seen(LightGrade::Dark));
        assert_eq!(flat, Some(-7));
    }

    #[test]
    fn specialists_find_their_way() {
        let mut man = sheet(0, 2, 5);
        man.specializations = vec!["unseen_opponent".into()];
        let by = |man: &Sheet, faces, seen: &Seen| sum(DarkMethod::Sense, man, faces, seen);
        assert_eq!(by(&man, [19, 20], &seen(LightGrade::Black)), Some(-5));
        let far = Seen {
            in_reach: false,
            ..seen(LightGrade::Dark)
        };
        assert_eq!(by(&man, [19, 19], &far), None);
        let mut man = sheet(2, 2, 3);
        man.specializations = vec!["total_darkness".into()];
        assert_eq!(by(&man, [19, 2], &seen(LightGrade::Dark)), Some(-5));
        assert_eq!(by(&man, [19, 19], &seen(LightGrade::Dark)), None);
    }
}
