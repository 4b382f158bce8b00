//! The register's test fixtures Z and D (conventions of its tests) and dice that follow a script.

use super::armour;
use super::attack::{Attack, Situation};
use super::defence::DefenceContext;
use super::exchange::{ExchangeContext, Target};
use super::sheet::{Location, Sheet, Skill};
use super::state::{Injuries, Shock};
use super::tables::Tables;
use super::weapon_use::weapon_use;
use super::{derive, own};
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId};
use crate::combat::dice::{BattleDice, Script};
use std::collections::BTreeMap;

/// Z's id in every test.
pub(crate) const Z: CombatantId = CombatantId(0);
/// D's id in every test.
pub(crate) const D: CombatantId = CombatantId(1);

/// A sheet with its derived figures.
pub(crate) fn sheet(reflexes: i8, strength: i8, body: i8, skills: &[(Skill, u8)]) -> Sheet {
    let tables = Tables::shipped();
    let mut sheet = Sheet {
        reflexes,
        strength,
        body,
        sanity: 12,
        darkness: 0,
        magic: 0,
        skills: skills.iter().copied().collect(),
        specialised: None,
        away: None,
        defence: 0,
        shock: 0,
        boxes: tables.charts.boxes(body),
        movement: 4,
        rating: None,
    };
    sheet.defence = derive::sheet_defence(&sheet, 20) as i8;
    sheet.shock = derive::shock(&sheet, &tables) as i8;
    sheet.movement = derive::movement(&sheet) as u8;
    sheet
}

/// Z: REF 12, Strength 9, Body 11, Combat Armed 8, Martial Arts 8.
pub(crate) fn z() -> Sheet {
    sheet(
        12,
        9,
        11,
        &[
            (Skill::CombatArmed, 8),
            (Skill::MartialArts, 8),
            (Skill::Athletics, 5),
            (Skill::Thrown, 5),
        ],
    )
}

/// D: Defence 0, Shock 16, boxes 3/6/4/5, Sanity 12.
pub(crate) fn d() -> Sheet {
    sheet(16, 10, 11, &[(Skill::CombatArmed, 4)])
}

/// Injuries with points at some locations.
pub(crate) fn hurt(points: &[(Location, u8)]) -> Injuries {
    let mut injuries = Injuries::default();
    for (location, value) in points {
        injuries.points[location.index()] = *value;
    }
    injuries
}

/// Things worn and held.
pub(crate) fn gear(items: &[(&str, Carried)]) -> Gear {
    let item = |(at, (name, carried)): (usize, &(&str, Carried))| Item {
        id: ItemId(at as u16),
        name: (*name).into(),
        carried: *carried,
        wear: 0,
        ammunition: None,
    };
    Gear(items.iter().enumerate().map(item).collect())
}

/// An attack by somebody with a weapon on a plain D, face to face.
pub(crate) fn attack(sheet: &Sheet, weapon: &str, target: &Sheet) -> Attack {
    let tables = Tables::shipped();
    let weapon = &tables.weapons[weapon];
    let usage = weapon_use(sheet, weapon, &tables);
    Attack {
        who: Z,
        target: D,
        ordinal: 0,
        usage,
        crowded: 0,
        unhandy: 0,
        dam_per_step: 0,
        natural: weapon.is_natural(),
        defence: DefenceContext::plain(target.defence.into(), 0),
        helpless: false,
        situation: Situation {
            distance: 1,
            ..Situation::default()
        },
        injury: 0,
        recovery: 0,
        called: None,
    }
}

/// A target with injuries and gear, struck from straight ahead.
pub(crate) fn target(sheet: &Sheet, injuries: Injuries, gear: &Gear) -> Target {
    let tables = Tables::shipped();
    Target {
        who: D,
        boxes: sheet.boxes,
        injuries,
        shock_value: sheet.shock.into(),
        shock: Shock::default(),
        armour: armour::protection(gear, &tables, crate::board::Sector::F, true),
    }
}

/// The whole context.
pub(crate) fn context(attack: Attack, target: Target) -> ExchangeContext {
    let tables = Tables::shipped();
    ExchangeContext {
        attack,
        target,
        charts: tables.charts.clone(),
        circumstances: tables.circumstances,
    }
}

/// Z with a long sword on plain D.
pub(crate) fn z_on_d() -> ExchangeContext {
    let target = target(&d(), Injuries::default(), &Gear::default());
    context(attack(&z(), "long_sword", &d()), target)
}

/// Dice that follow a script: owner, purpose, face, in order.
pub(crate) fn scripted(faces: &[(CombatantId, &str, u16)]) -> BattleDice {
    let mut script = Script {
        faces: BTreeMap::new(),
        faults: Vec::new(),
    };
    for (who, purpose, face) in faces {
        let key = (*who, (*purpose).to_owned());
        script.faces.entry(key).or_default().push_back(*face);
    }
    let mut dice = BattleDice::seeded(0, Vec::new());
    dice.script = Some(script);
    dice
}

/// Asserts that a script was thrown whole and nothing else was.
pub(crate) fn all_thrown(dice: &BattleDice) {
    let script = dice.script.as_ref().unwrap();
    assert_eq!(script.faults, Vec::<String>::new());
    assert_eq!(script.unused(), Vec::<String>::new());
}

/// Own numbers over a sheet, as a level gives them.
pub(crate) fn over(base: &Sheet, numbers: &str) -> Result<Sheet, String> {
    own::OwnNumbers::read(&format!("({numbers})"))?.sheet_over(base, &Tables::shipped())
}
