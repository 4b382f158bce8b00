//! Weapons in hand: what somebody strikes with, how far it reaches, whom it threatens (B-048, B-067).

use crate::board::reach::melee_open;
use crate::board::sight::{Eye, eye};
use crate::board::{Hex, distance};
use crate::combat::combatant::{Carried, Item, ItemId, Posture};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure, Scene, Tables};
use crate::rules::phases::weapon_use::{Mode, weapon_use};

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
        eye(&scene.board, self.place.hex, self.posture.eye_cm())
    }
}

/// Whether a ready item strikes hand to hand.
fn is_melee(item: &Item, tables: &Tables) -> bool {
    let ready = matches!(
        item.carried,
        Carried::Main | Carried::Off | Carried::Both | Carried::Natural
    );
    ready
        && tables
            .weapons
            .get(&item.name)
            .is_some_and(|weapon| weapon.reach.is_some())
}

/// The ready melee weapon somebody would strike with: what he declared, else main hand, off hand,
/// fists.
pub fn melee_item(figure: &Figure, tables: &Tables) -> Option<ItemId> {
    let rank = |item: &&Item| match item.carried {
        Carried::Main | Carried::Both => 0,
        Carried::Off => 1,
        _ => 2,
    };
    let usable = |item: &&Item| is_melee(item, tables);
    let declared = match &figure.tempo.declared {
        Declared::Attack(item) => figure.gear.item(*item),
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
        .filter(|item| is_melee(item, tables))
        .filter_map(|item| {
            weapon_use(tables, &figure.sheet, &figure.gear, item.id, Mode::Melee).ok()
        })
        .map(|weapon| u16::from(weapon.reach))
        .max()
        .unwrap_or(0)
}

/// Hexes beyond which nobody threatens: no weapon of the tables reaches farther (H-12).
const MOST_REACH: u32 = 4;

/// The enemies of a figure who threaten his hex (B-067).
pub fn threats<'a>(scene: &'a Scene, figure: &'a Figure) -> impl Iterator<Item = &'a Figure> {
    scene
        .foes_near(figure, MOST_REACH)
        .filter(|foe| threatens(scene, foe, figure.place.hex))
}

/// Whether a figure stands well inside the reach and front of an able enemy with a ready melee
/// weapon (B-067): the hex is threatened.
pub fn threatens(scene: &Scene, threat: &Figure, hex: Hex) -> bool {
    if distance(threat.place.hex, hex) > MOST_REACH {
        return false;
    }
    let able = threat.is_free()
        && threat.grip().is_none()
        && !matches!(threat.posture, Posture::Prone | Posture::Swimming);
    let reach = u32::from(longest_reach(threat, &scene.tables));
    able && reach > 0
        && distance(threat.place.hex, hex) <= reach
        && arc_of(threat.place, hex) == Arc4::Forward
        && melee_open(&scene.board, threat.place.hex, hex, reach).is_ok()
}
