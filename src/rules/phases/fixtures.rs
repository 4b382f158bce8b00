//! The register's test fixtures A and D (P §3) and dice that follow a script.

use super::sheet::Sheet;
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId};
use crate::combat::dice::{BattleDice, Script};
use std::collections::BTreeMap;

/// A's id in every test.
pub(crate) const A: CombatantId = CombatantId(0);
/// D's id in every test.
pub(crate) const D: CombatantId = CombatantId(1);
/// A further attacker.
pub(crate) const B: CombatantId = CombatantId(2);
/// Another one.
pub(crate) const C: CombatantId = CombatantId(3);

/// Every weapon class, so that A keeps Level 5 and D Level 4 with whatever a test names.
const CLASSES: [&str; 16] = [
    "sword",
    "dagger",
    "axe",
    "bludgeon",
    "flail",
    "staff",
    "polearm",
    "whip_and_net",
    "shield",
    "striking",
    "grappling",
    "throwing",
    "sling",
    "bow",
    "crossbow",
    "firearm",
];

fn sheet(dx: i8, fi: i8, level: u8) -> Sheet {
    let bonus = super::derive::bonus;
    Sheet {
        dx,
        dx_bonus: bonus(dx),
        fi,
        fi_bonus: bonus(fi),
        movement: super::derive::movement(bonus(dx)),
        rs: super::derive::resist_surprise(bonus(dx), 2, 2),
        rss: super::derive::resist_system_shock(bonus(fi)),
        shp: super::derive::stamina(fi, super::sheet::Size::Medium),
        chp: super::derive::critical(fi, super::sheet::Size::Medium),
        seeing: 2,
        hearing: 2,
        size: super::sheet::Size::Medium,
        load: super::sheet::Load::None,
        skills: CLASSES.map(|class| (class.into(), level)).into(),
        specializations: Vec::new(),
    }
}

/// A: DX 13, FI 13, Level 5.
pub(crate) fn a() -> Sheet {
    sheet(13, 13, 5)
}

/// D: DX 10, FI 10, Level 4.
pub(crate) fn d() -> Sheet {
    sheet(10, 10, 4)
}

/// Gear numbered from 0: the first weapon in hand, a second in the other, then shield and armour.
pub(crate) fn gear(weapons: &[&str], shield: Option<&str>, armour: Option<&str>) -> Gear {
    let tables = super::scene::Tables::shipped();
    let mut items = Vec::new();
    let mut add = |name: &str, carried| {
        items.push(Item {
            id: ItemId(items.len() as u16),
            name: name.into(),
            carried,
            wear: 0,
            ammunition: None,
        });
    };
    for (at, name) in weapons.iter().enumerate() {
        let both = tables
            .weapons
            .get(*name)
            .is_some_and(|weapon| weapon.hands == 2);
        let carried = match (at, both) {
            (_, true) => Carried::Both,
            (0, _) => Carried::Main,
            _ => Carried::Off,
        };
        add(name, carried);
    }
    if let Some(name) = shield {
        add(name, Carried::Arm);
    }
    if let Some(name) = armour {
        add(name, Carried::Worn);
    }
    Gear(items)
}

/// Dice that follow a script: owner, purpose, face, in order.
pub(crate) fn scripted(faces: &[(u16, &str, u16)]) -> BattleDice {
    let mut script = Script {
        faces: BTreeMap::new(),
        faults: Vec::new(),
    };
    for (who, purpose, face) in faces {
        let key = (CombatantId(*who), (*purpose).to_owned());
        script.faces.entry(key).or_default().push_back(*face);
    }
    let mut dice = BattleDice::seeded(1, Vec::new());
    dice.script = Some(script);
    dice
}

/// Asserts that a script was followed to the end, no die more and none less.
pub(crate) fn all_thrown(dice: &BattleDice) {
    let script = dice.script.as_ref().expect("the dice are scripted");
    assert_eq!(script.faults, Vec::<String>::new());
    assert_eq!(script.unused(), Vec::<String>::new());
}
