//! The odds oracle: thirty blows worked out from the register alone (`tests/oracle/`), against the
//! game's own odds, fraction by fraction.

use crate::board::cover;
use crate::combat::combatant::{CombatantId, Gear, ItemId, Posture};
use crate::combat::dice::Distribution;
use crate::combat::fraction::Fraction;
use crate::rules::phases::attack::{AttackContext, ChargeBlow, CoverBand};
use crate::rules::phases::check::Band;
use crate::rules::phases::defence::{
    Answer, Bearing, Defender, Hands, HeldWeapon, Incapable, Parry, SidestepSkill, keep_score,
};
use crate::rules::phases::exchange::{Assault, Bout, BoutContext};
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::fixtures;
use crate::rules::phases::odds::bout_odds;
use crate::rules::phases::scene::{Pools, Switches, Tables};
use crate::rules::phases::sheet::{MissileKind, Sheet};
use crate::rules::phases::special::{self, Special};
use crate::rules::phases::weapon_use::{Mode, WeaponUse, check_distance, weapon_use};
use crate::rules::phases::{derive, special as special_rule};
use serde::Deserialize;
use smol_str::SmolStr;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    #[serde(rename = "words")]
    _words: String,
    #[serde(rename = "rules")]
    _rules: Vec<String>,
    attacker: Striker,
    defender: Target,
    cover_percent: u8,
    denominator: u128,
    outcomes: Vec<Counted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Striker {
    fixture: String,
    weapon: String,
    skill_level: u8,
    armour: String,
    shield: String,
    specialised: Vec<SmolStr>,
    running: bool,
    prone: bool,
    rushed: u32,
    overprepared: u8,
    guarded: u8,
    charge: String,
    special: String,
    distance: u16,
    #[serde(default)]
    fi: Option<i8>,
    #[serde(default)]
    dx: Option<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    fixture: String,
    weapon: String,
    skill_level: u8,
    armour: String,
    shield: String,
    facing_struck: String,
    answer: String,
    answer_rushed: u32,
    answer_guarded: u8,
    parry_arc: String,
    dodge_direction: String,
    sidestep_level: u8,
    prone: bool,
    condition: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    shp: i32,
    chp: i32,
    knockback: u8,
    note: String,
    count: u128,
}

/// Stamina and Critical lost, metres of Knockback, Fumble.
type Lost = (i32, i32, u8, bool);

fn sheet(fixture: &str, level: u8) -> Sheet {
    let mut sheet = match fixture {
        "A" => fixtures::a(),
        "D" => fixtures::d(),
        other => panic!("there is no fixture {other}"),
    };
    for skill in sheet.skills.values_mut() {
        *skill = level;
    }
    sheet
}

fn gear(weapon: &str, shield: &str, armour: &str) -> Gear {
    let shield = Some(shield).filter(|shield| !shield.is_empty());
    let armour = Some(armour).filter(|armour| *armour != "no_armour");
    fixtures::gear(&[weapon], shield, armour)
}

fn used(sheet: &Sheet, gear: &Gear) -> WeaponUse {
    let tables = Tables::shipped();
    let weapon = &tables.weapons[&gear.0[0].name];
    let kind = weapon.range.as_ref().map(|range| range.kind);
    let mode = match (weapon.reach, kind) {
        (Some(_), _) => Mode::Melee,
        (None, Some(MissileKind::Thrown)) => Mode::Thrown,
        (None, _) => Mode::Shot,
    };
    weapon_use(&tables, sheet, gear, ItemId(0), mode).unwrap()
}

fn arc(word: &str) -> Arc4 {
    match word {
        "front" => Arc4::Forward,
        "left_rear" => Arc4::LeftRear,
        "right_rear" => Arc4::RightRear,
        "back" => Arc4::Back,
        other => panic!("there is no facing {other}"),
    }
}

fn posture(prone: bool) -> Posture {
    if prone {
        Posture::Prone
    } else {
        Posture::Standing
    }
}

fn cover_band(percent: u8) -> CoverBand {
    match cover::band(percent) {
        cover::Band::None => CoverBand::None,
        cover::Band::Light => CoverBand::Light,
        cover::Band::Half => CoverBand::Half,
        cover::Band::ThreeQuarter => CoverBand::ThreeQuarter,
        cover::Band::Slit => CoverBand::Slit,
        cover::Band::Full => panic!("nothing is hit behind full cover"),
    }
}

fn blow(entry: &Entry) -> AttackContext {
    let striker = &entry.attacker;
    let mut sheet = sheet(&striker.fixture, striker.skill_level);
    if let Some(fi) = striker.fi {
        (sheet.fi, sheet.fi_bonus) = (fi, derive::bonus(fi));
    }
    if let Some(dx) = striker.dx {
        (sheet.dx, sheet.dx_bonus) = (dx, derive::bonus(dx));
    }
    sheet.specializations.clone_from(&striker.specialised);
    let weapon = used(
        &sheet,
        &gear(&striker.weapon, &striker.shield, &striker.armour),
    );
    check_distance(&weapon, striker.distance).unwrap();
    let (special, feint) = match striker.special.as_str() {
        "" => (None, false),
        "feint" => (None, true),
        "knockback" => (Some(Special::Knockback), false),
        "target" => (Some(Special::Target), false),
        other => panic!("there is no special attack {other}"),
    };
    let charge = match striker.charge.as_str() {
        "" => None,
        "attack" => Some(ChargeBlow {
            running: striker.running,
            ..ChargeBlow::default()
        }),
        other => panic!("there is no charge {other}"),
    };
    let tables = Tables::shipped();
    let target = &entry.defender;
    let worn = gear(&target.weapon, &target.shield, &target.armour);
    let struck = arc(&target.facing_struck);
    let protection = derive::protection(&tables, &worn, struck);
    let defends = self::sheet(&target.fixture, target.skill_level);
    let mut blow = AttackContext::plain(fixtures::A, weapon);
    blow.kind = special_rule::best_type(&blow.weapon, special).unwrap();
    blow.special = special;
    blow.feint = feint;
    blow.specialized =
        special.is_some_and(|what| special::is_specialized(&sheet, &blow.weapon, what.word()));
    blow.rushed = striker.rushed;
    blow.overprepared = striker.overprepared;
    blow.guarded = striker.guarded;
    blow.running = striker.running;
    blow.posture = posture(striker.prone);
    blow.charge = charge;
    blow.distance = striker.distance;
    blow.cover = cover_band(entry.cover_percent);
    blow.automatic = target.condition == "stunned";
    blow.target_posture = posture(target.prone);
    blow.arc = struck;
    blow.ar = protection.ar;
    blow.rt = protection.rt;
    blow.awareness = Awareness::of(struck, defends.rs.into(), false);
    blow
}

fn defender(target: &Target) -> Defender {
    let sheet = sheet(&target.fixture, target.skill_level);
    let tables = Tables::shipped();
    let keep = derive::keep_bonus(&sheet, &tables.handling);
    Defender {
        dx: sheet.dx,
        dx_bonus: sheet.dx_bonus,
        rs: sheet.rs.into(),
        rushed: target.answer_rushed,
        guarded: target.answer_guarded,
        posture: posture(target.prone),
        incapable: match target.condition.as_str() {
            "" => None,
            "stunned" => Some(Incapable::Stunned),
            other => panic!("the oracle knows no condition {other}"),
        },
        weapons: vec![HeldWeapon {
            item: ItemId(0),
            score: keep_score(target.skill_level, keep),
            rb: Some(12),
            speed: 4,
            wear: 0,
        }],
        sidestep: SidestepSkill {
            level: target.sidestep_level,
            ..SidestepSkill::default()
        },
        pools: Pools {
            shp: 1000,
            chp: 1000,
        },
        ..fixtures::defender()
    }
}

fn answer(target: &Target) -> Answer {
    match target.answer.as_str() {
        "none" => Answer::Nothing,
        "dodge" => fixtures::dodge(match target.dodge_direction.as_str() {
            "away" => Bearing::Away,
            "sideways" => Bearing::Sideways,
            "past" => Bearing::Past,
            other => panic!("nobody dodges {other}"),
        }),
        "parry" => {
            let sheet = sheet(&target.fixture, target.skill_level);
            let gear = gear(&target.weapon, &target.shield, &target.armour);
            Answer::Parry(Parry {
                facing: arc(&target.parry_arc),
                weapon: used(&sheet, &gear),
                higher: 0,
                hands: Hands::One,
                arm: 0,
            })
        }
        "sidestep" => fixtures::sidestep(&[0]),
        other => panic!("there is no answer {other}"),
    }
}

fn game(entry: &Entry) -> Distribution<Lost> {
    let context = BoutContext {
        defender: defender(&entry.defender),
        attacks: vec![Assault::Blow(Box::new(blow(entry)))],
        switches: Switches::default(),
        dodge: Tables::shipped().dodge,
        sidestep: Tables::shipped().sidestep,
    };
    assert_eq!(context.attacks[0].attacker(), CombatantId(0));
    let answer = answer(&entry.defender);
    let mut losses = Distribution::new();
    for (result, chance) in &bout_odds(&Bout::new(&context), &context, &[answer])[0].1 {
        let fumble = result.bands.contains(&Band::Fumble);
        losses
            .entry((result.shp, result.chp, result.knock, fumble))
            .and_modify(|sum| *sum = *sum + *chance)
            .or_insert(*chance);
    }
    losses
}

fn entries() -> Vec<Entry> {
    let text = include_str!("../../../../tests/oracle/expected.ron");
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .unwrap()
}

#[test]
fn the_game_agrees_with_the_oracle() {
    let entries = entries();
    assert_eq!(entries.len(), 30);
    let mut differences = Vec::new();
    for entry in &entries {
        let expected: Distribution<Lost> = entry
            .outcomes
            .iter()
            .map(|outcome| {
                let fumble = match outcome.note.as_str() {
                    "" => false,
                    "fumble" => true,
                    other => panic!("the oracle knows no {other}"),
                };
                let lost = (outcome.shp, outcome.chp, outcome.knockback, fumble);
                (lost, Fraction::new(outcome.count, entry.denominator))
            })
            .collect();
        let found = game(entry);
        if found != expected {
            differences.push(format!(
                "{}\n  oracle {expected:?}\n  game   {found:?}",
                entry.id
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_oracle_notices_one_pip() {
    // With a FI Bonus of 3, the first entry would differ.
    let mut entry = entries().swap_remove(0);
    let right = game(&entry);
    entry.attacker.fi = Some(16);
    assert_ne!(right, game(&entry));
    assert_eq!(
        Fraction::ONE,
        right.values().fold(Fraction::ZERO, |a, b| a + *b)
    );
}
