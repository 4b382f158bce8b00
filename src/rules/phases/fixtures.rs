//! The register's test fixtures A and D (P §3) and dice that follow a script.

use super::attack::AttackContext;
use super::defence::{
    Answer, Bearing, Defender, Dodge, Hands, HeldWeapon, Parry, Sidestep, SidestepSkill,
};
use super::exchange::{Assault, Bout, BoutContext, BoutStage, run_to};
use super::facing::Arc4;
use super::scene::{Figure, Pools, Switches, Tables};
use super::sheet::Sheet;
use super::weapon_use::{Mode, WeaponUse, weapon_use};
use crate::board::{Dir, Hex};
use crate::combat::combatant::Posture;
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId};
use crate::combat::dice::{BattleDice, Script};
use crate::combat::setup::CombatantSetup;
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
const CLASSES: [&str; 17] = [
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
    "explosive",
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
        build: super::sheet::Build::Humanoid,
        load: super::sheet::Load::None,
        steed: None,
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

/// Somebody with A's numbers and nothing in hand.
pub(crate) fn figure(id: CombatantId, hex: Hex) -> Figure {
    let setup = CombatantSetup {
        name: "somebody".into(),
        archetype: "militia".into(),
        side: 0,
        hex,
        facing: Dir::new(0),
        conditions: Vec::new(),
        gear: BTreeMap::new(),
        extra: Vec::new(),
        own: None,
        dice: None,
        arrives: 0,
        mount: None,
    };
    super::spawn::figure(id, &setup, a(), Gear::default())
}

/// Gear numbered from 0: the first weapon in hand, a second in the other, then shield and armour.
pub(crate) fn gear(weapons: &[&str], shield: Option<&str>, armour: Option<&str>) -> Gear {
    let tables = Tables::shipped();
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

/// A weapon in the hands of somebody.
pub(crate) fn used(sheet: &Sheet, name: &str, mode: Mode) -> WeaponUse {
    let gear = gear(&[name], None, None);
    weapon_use(&Tables::shipped(), sheet, &gear, ItemId(0), mode).expect("the fixture may use it")
}

/// A's plain attack on bare D from the front.
pub(crate) fn attack(name: &str) -> AttackContext {
    let mode = match Tables::shipped().weapons[name].reach {
        Some(_) => Mode::Melee,
        None => Mode::Shot,
    };
    AttackContext::plain(A, used(&a(), name, mode))
}

/// The same by another attacker.
pub(crate) fn attack_by(who: CombatantId, name: &str) -> AttackContext {
    AttackContext {
        attacker: who,
        ..attack(name)
    }
}

/// D, bare, with his broadsword, in his own Action Phase.
pub(crate) fn defender() -> Defender {
    let sheet = d();
    Defender {
        who: D,
        dx: sheet.dx,
        dx_bonus: sheet.dx_bonus,
        rs: sheet.rs.into(),
        rss: sheet.rss.into(),
        build: sheet.build,
        body: super::body::Body::default(),
        suit: None,
        shield: None,
        rushed: 0,
        guarded: 0,
        load: 0,
        posture: Posture::Standing,
        held: false,
        running: false,
        riding: None,
        hampered: false,
        acted: false,
        reacted: false,
        incapable: None,
        weapons: vec![HeldWeapon {
            item: ItemId(0),
            score: 14,
            rb: Some(12),
            speed: 4,
            wear: 0,
        }],
        sidestep: SidestepSkill {
            level: 5,
            ..SidestepSkill::default()
        },
        free_hex: true,
        free_parry: false,
        throws: false,
        pools: Pools {
            shp: sheet.shp,
            chp: sheet.chp,
        },
        gloom: Vec::new(),
        feat_extra: Vec::new(),
        skill_extra: Vec::new(),
    }
}

/// D's bout with these attacks.
pub(crate) fn bout(attacks: Vec<AttackContext>) -> BoutContext {
    let tables = Tables::shipped();
    BoutContext {
        defender: defender(),
        attacks: attacks
            .into_iter()
            .map(|attack| Assault::Blow(Box::new(attack)))
            .collect(),
        switches: Switches::default(),
        dodge: tables.dodge,
        sidestep: tables.sidestep,
    }
}

/// A Dodge with the same bearing from every attacker.
pub(crate) fn dodge(bearing: Bearing) -> Answer {
    Answer::Dodge(Dodge {
        dir: Some(crate::board::Dir::new(0)),
        room: true,
        bearings: vec![bearing; 4],
    })
}

/// D's Parry with a weapon.
pub(crate) fn parry(name: &str, facing: Arc4) -> Answer {
    Answer::Parry(Parry {
        facing,
        weapon: used(&d(), name, Mode::Melee),
        higher: 0,
        hands: Hands::One,
        arm: 0,
    })
}

/// A Sidestep of these attacks.
pub(crate) fn sidestep(attacks: &[u16]) -> Answer {
    Answer::Sidestep(Sidestep {
        attacks: attacks.to_vec(),
    })
}

/// Plays a bout to its end with scripted dice; every die must be thrown and none more.
pub(crate) fn play(context: &BoutContext, answer: &Answer, faces: &[(u16, &str, u16)]) -> Bout {
    let mut dice = scripted(faces);
    let start = Bout::new(context);
    let end = run_to(
        &start,
        BoutStage::Resolved,
        context,
        Some(answer),
        &mut dice,
    );
    all_thrown(&dice);
    end
}
