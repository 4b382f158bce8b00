//! Weapons in hand: what somebody strikes with, how far it reaches, whom it threatens (B-048, B-067).

use crate::board::reach::melee_open;
use crate::board::sight::{Eye, eye};
use crate::board::{Hex, distance};
use crate::combat::combatant::{Carried, Gear, Item, ItemId, Posture};
use crate::combat::refusal::Refusal;
use crate::rules::phases::body::{Part, Use};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure, Scene, Tables};
use crate::rules::phases::systems::handling::hand_after;
use crate::rules::phases::weapon_use::{Mode, weapon_use};
use std::borrow::Cow;

/// Gear names that drown their bearer (B-048).
const SINKING: [&str; 7] = [
    "ring_mail",
    "mail",
    "scale",
    "brigandine",
    "breastplate",
    "half_plate",
    "full_plate",
];

impl Figure {
    /// Wears armour that sinks (B-048).
    pub fn sinks(&self) -> bool {
        self.gear
            .0
            .iter()
            .any(|item| item.carried == Carried::Worn && SINKING.contains(&item.name.as_str()))
    }

    /// Eye on the board (B-013).
    pub fn eye(&self, scene: &Scene) -> Eye {
        eye(&scene.board, self.place.hex, self.eye_cm())
    }

    /// Height of the eyes above the ground: a horse's on its feet are as high as its own (B-013).
    pub fn eye_cm(&self) -> i32 {
        if self.is_steed() && self.posture == Posture::Standing {
            180
        } else {
            self.posture.eye_cm()
        }
    }

    /// Height of the top of the body above the ground (B-013).
    pub fn top_cm(&self) -> i32 {
        if self.is_steed() && self.posture == Posture::Standing {
            200
        } else {
            self.posture.top_cm()
        }
    }
}

/// Gear as wounded arms leave it for one item (H-9, P-106): what two hands held and one can hold is
/// in one hand.
///
/// # Errors
/// The arm that holds it is of no use, or it needs both.
pub fn usable_gear<'a>(
    figure: &'a Figure,
    tables: &Tables,
    item: ItemId,
) -> Result<Cow<'a, Gear>, Refusal> {
    let gear = &figure.gear;
    if !figure.body.arm_out() {
        return Ok(Cow::Borrowed(gear));
    }
    let Some(held) = gear.item(item).filter(|held| held.carried.in_hand()) else {
        return Ok(Cow::Borrowed(gear));
    };
    let arms = [Part::RightArm, Part::LeftArm];
    let out = arms
        .into_iter()
        .filter(|arm| figure.body.left(*arm) == Use::No);
    let mut held = held.clone();
    for arm in out {
        held.carried = hand_after(&held, tables, arm).ok_or_else(|| {
            Refusal::new("P-106", format!("the {} is of no use for that", arm.word()))
        })?;
    }
    let mut gear = gear.clone();
    if let Some(place) = gear.0.iter_mut().find(|other| other.id == held.id) {
        *place = held;
    }
    Ok(Cow::Owned(gear))
}

/// What wounded arms do to checks with an item (H-9).
pub fn arm_penalty(figure: &Figure, item: ItemId) -> i32 {
    match figure.gear.item(item).map(|item| item.carried) {
        Some(Carried::Main) => figure.body.arms(true, false),
        Some(Carried::Off | Carried::Arm) => figure.body.arms(false, true),
        Some(Carried::Both) => figure.body.arms(true, true),
        _ => 0,
    }
}

/// Whether a ready item strikes hand to hand; some serve in the saddle only (H-12).
fn is_melee(item: &Item, posture: Posture, tables: &Tables) -> bool {
    let ready = matches!(
        item.carried,
        Carried::Main | Carried::Off | Carried::Both | Carried::Natural
    );
    ready
        && tables.weapons.get(&item.name).is_some_and(|weapon| {
            weapon.reach.is_some() && (!weapon.mounted_only || posture == Posture::Mounted)
        })
}

/// The ready melee weapon somebody would strike with: what he declared, else main hand, off hand,
/// fists.
pub fn melee_item(figure: &Figure, tables: &Tables) -> Option<ItemId> {
    let rank = |item: &&Item| match item.carried {
        Carried::Main | Carried::Both => 0,
        Carried::Off => 1,
        _ => 2,
    };
    let usable = |item: &&Item| is_melee(item, figure.posture, tables);
    let declared = match &figure.tempo.declared {
        Declared::Attack(item) | Declared::Both(item) => figure.gear.item(*item),
        _ => None,
    };
    declared
        .filter(|item| usable(item))
        .or_else(|| figure.gear.0.iter().filter(usable).min_by_key(rank))
        .map(|item| item.id)
}

/// The longest reach of the ready melee weapons, in hexes; 0 without any.
pub fn longest_reach(figure: &Figure, tables: &Tables) -> u16 {
    figure
        .gear
        .0
        .iter()
        .filter(|item| is_melee(item, figure.posture, tables))
        .filter_map(|item| {
            weapon_use(tables, &figure.sheet, &figure.gear, item.id, Mode::Melee).ok()
        })
        .map(|weapon| u16::from(weapon.reach))
        .max()
        .unwrap_or(0)
}

/// Hexes beyond which nobody threatens: no weapon of any table reaches farther (P-102).
pub const MOST_REACH: u8 = 4;

/// The enemies of a figure who threaten his hex (B-067).
pub fn threats<'a>(scene: &'a Scene, figure: &'a Figure) -> impl Iterator<Item = &'a Figure> {
    scene
        .foes_near(figure, MOST_REACH.into())
        .filter(|foe| threatens(scene, foe, figure.place.hex))
}

/// Whether a figure stands well inside the reach and front of an able enemy with a ready melee
/// weapon (B-067): the hex is threatened.
pub fn threatens(scene: &Scene, threat: &Figure, hex: Hex) -> bool {
    if distance(threat.place.hex, hex) > MOST_REACH.into() {
        return false;
    }
    let able = threat.is_free()
        && !threat.is_ridden()
        && threat.grip().is_none()
        && !matches!(threat.posture, Posture::Prone | Posture::Swimming);
    let reach = u32::from(longest_reach(threat, &scene.tables));
    able && reach > 0
        && distance(threat.place.hex, hex) <= reach
        && arc_of(threat.place, hex) == Arc4::Forward
        && melee_open(&scene.board, threat.place.hex, hex, reach).is_ok()
}
