//! What scenarios may ask the rule system `wounds`.

use super::asks::{Args, RuleAsks, all_thrown, answer, faces, field, table};
use super::board::BoardBook;
use super::value::Value;
use super::wounds::Wounds;
use crate::board::Sector;
use crate::combat::combatant::{Carried, CombatantId, Gear, Item, ItemId, Posture};
use crate::combat::dice::Throw;
use crate::rules::wounds::attack::{self, Attack, Situation};
use crate::rules::wounds::check::{self, Contestant};
use crate::rules::wounds::defence::DefenceContext;
use crate::rules::wounds::initiative::{self, InitiativeContext};
use crate::rules::wounds::scene::{Figure, Scene};
use crate::rules::wounds::sheet::{Boxes, Field, Location, Sheet, Skill, Weapon};
use crate::rules::wounds::state::{Initiative, Injuries, Shock, Turn};
use crate::rules::wounds::tables::{Switches, Tables};
use crate::rules::wounds::weapon_use::{WeaponUse, weapon_use};
use crate::rules::wounds::{
    armour, content, derive, falls, fumble, injury, movement, pace, recovery,
};
use std::collections::BTreeMap;

/// Whoever is asked about without a battle.
const NOBODY: CombatantId = CombatantId(0);

const QUESTIONS: &[(&str, &str)] = &[
    (
        "verdict",
        "d20, target; skill: how a roll goes (W-002 to W-006)",
    ),
    ("offered", "target: whether an attempt may be made (W-006)"),
    (
        "contest",
        "targets, skills, d20: pairs, a second pair of dice after equal failures (W-007, W-009)",
    ),
    (
        "initiative",
        "d20, reflexes, level; injury, undrawn, quick (W-011 to W-017)",
    ),
    (
        "order",
        "of: initiatives; reflexes: places in the list, the first to act first (W-012 to W-014)",
    ),
    (
        "is_before",
        "one, other: whether one has the initiative (W-019)",
    ),
    ("defence", "reflexes, martial_arts, best; base (W-023)"),
    (
        "sheet",
        "a sheet's numbers; field: a derived figure (W-022, W-088, T3)",
    ),
    (
        "weapon_use",
        "a sheet's numbers, weapon, field: target, damage, rec, skill (W-027 to W-038)",
    ),
    (
        "to_hit",
        "a sheet's numbers, weapon; defence, from, posture, injury, recovery (W-025 to W-037)",
    ),
    ("damage_sl", "a sheet's numbers, weapon, d20 (W-039)"),
    ("wounds", "sl (T1)"),
    ("location", "d20 (T2)"),
    (
        "protection",
        "location; armour, helmet, shield, from (W-045, W-047)",
    ),
    (
        "recovery",
        "weapon or rec; martial_arts, other (W-048, W-055)",
    ),
    (
        "counts",
        "from, recs: counts of the actions there are (W-060)",
    ),
    ("penalties", "from, recs: their recovery penalties (W-051)"),
    ("boxes", "body, field (T3)"),
    ("severity", "points, boxes (W-064)"),
    ("penalty", "points, boxes (W-066 to W-075)"),
    (
        "injury",
        "points: by location; body: the whole penalty (W-080)",
    ),
    (
        "mark",
        "points: by location; body, at, hit, field: a location (W-079)",
    ),
    (
        "bleed",
        "points: by location; body, field: a location (W-071)",
    ),
    (
        "lost",
        "points: by location; body, field: boxes lost when healed (W-074)",
    ),
    ("dead", "points: by location; body (W-087)"),
    (
        "healed_penalty",
        "points: by location; body: penalty when healed (W-086)",
    ),
    ("shock_check", "d20, shock; injury (W-090)"),
    (
        "recovers",
        "d20, shock, since, round; injury, location (W-096)",
    ),
    (
        "hexes",
        "movement; encumbrance, posture, points, body (WH-03)",
    ),
    ("fumble", "d20; natural (T9)"),
    (
        "fall",
        "metres; uncontrolled, double_sl, halved (W-116, W-118)",
    ),
    ("fall_locations", "d20: two dice (W-117)"),
    ("weapon", "name, field: a figure of T4"),
    ("armour", "name, field: a figure of T5"),
    ("shield", "name, field: a figure of T5"),
    ("archetype", "name, field: a figure of BT-12 or BT-16"),
    ("circumstance", "name: a figure of T6"),
    ("action_rec", "name: a REC of T7"),
    ("switch", "name, preset: a switch's value"),
    ("set_switch", "name, value: a switch set, as it is then"),
    ("seconds", "rounds; round_seconds (W-020)"),
    ("number", "who, field: a figure of a combatant of the case"),
];

impl RuleAsks for Wounds {
    fn list(&self) -> Vec<(&'static str, &'static str)> {
        let own = |name: &str| QUESTIONS.iter().any(|(known, _)| *known == name);
        let board = BoardBook.list().into_iter().filter(|(name, _)| !own(name));
        QUESTIONS.iter().copied().chain(board).collect()
    }

    fn ask(&self, name: &str, args: &Args) -> Result<String, String> {
        let tables = Tables::shipped();
        match name {
            "verdict" | "offered" | "contest" | "initiative" | "order" | "is_before" => {
                rolls(name, args)
            }
            "sheet" | "weapon_use" | "to_hit" | "damage_sl" => figures(name, args, &tables),
            "severity" | "penalty" | "injury" | "mark" | "bleed" | "lost" | "dead"
            | "healed_penalty" | "recovers" | "shock_check" | "hexes" => {
                injuries(name, args, &tables)
            }
            "defence" => answer(&derive::defence(
                args.or("base", 20)?,
                args.get("reflexes")?,
                args.get("martial_arts")?,
                args.get("best")?,
            )),
            "wounds" => answer(&tables.charts.wounds(args.get("sl")?)),
            "location" => answer(&tables.charts.location(args.get("d20")?)),
            "protection" => protection(args, &tables),
            "recovery" => {
                let weapon = weapon(args, &tables)?;
                let (arts, other) = (args.or("martial_arts", 0)?, args.or("other", false)?);
                answer(&pace::recovery(&weapon, arts, other))
            }
            "counts" | "penalties" => {
                let all = actions(args.get("from")?, &args.get::<Vec<u8>>("recs")?);
                if name == "counts" {
                    answer(&all.iter().map(|next| next.count).collect::<Vec<_>>())
                } else {
                    answer(&all.iter().map(|next| next.penalty).collect::<Vec<_>>())
                }
            }
            "boxes" => {
                let boxes = tables.charts.boxes(args.get("body")?);
                field(&Value::of(&boxes)?, &args.word("field")?)
            }
            "fumble" => {
                let result = tables.charts.fumble(args.get("d20")?);
                answer(&fumble::for_weapon(result, args.or("natural", false)?))
            }
            "fall" => {
                let fall = falls::Fall {
                    metres: args.get("metres")?,
                    uncontrolled: args.or("uncontrolled", false)?,
                    double_sl: args.or("double_sl", false)?,
                    halved: args.or("halved", 0)?,
                };
                answer(&falls::wounds(&fall, &tables.charts))
            }
            "fall_locations" => {
                let (first, second): (u16, u16) = args.get("d20")?;
                let mut dice = faces(&[("fall location", first), ("fall location", second)]);
                let struck = falls::locations(NOBODY, &tables.charts, &mut dice);
                all_thrown(&dice)?;
                answer(&struck)
            }
            "weapon" => table(&tables.weapons, "T4", args),
            "armour" => table(&tables.armour, "T5", args),
            "shield" => table(&tables.shields, "T5", args),
            "archetype" => table(&tables.archetypes, "BT-12", args),
            "circumstance" => field(&Value::of(&tables.circumstances)?, &args.word("name")?),
            "action_rec" => field(&Value::of(&tables.recs)?, &args.word("name")?),
            "switch" => {
                let preset = args.word("preset").unwrap_or_else(|_| "literal".to_owned());
                field(&Value::of(&tables.preset(&preset))?, &args.word("name")?)
            }
            "set_switch" => {
                let mut switches = Switches::default();
                let name = args.word("name")?;
                let value = args
                    .values
                    .get("value")
                    .ok_or("the argument `value` is missing")?;
                content::set_switch(&mut switches, &name, &value.to_string())?;
                field(&Value::of(&switches)?, &name)
            }
            "seconds" => {
                let seconds: u8 = args.or("round_seconds", 6)?;
                let length = crate::combat::clock::UnitLength::of_seconds(seconds.into());
                answer(&length.end(args.get("rounds")?))
            }
            "number" => {
                let (scene, figure) = figure(args)?;
                number(scene, figure, &args.word("field")?)
            }
            _ => BoardBook.ask(name, args),
        }
    }
}

/// Rolls and their order.
fn rolls(name: &str, args: &Args) -> Result<String, String> {
    match name {
        "verdict" => answer(&check::judge(
            args.get("d20")?,
            args.get("target")?,
            args.or("skill", 0)?,
        )),
        "offered" => answer(&check::offered(args.get("target")?)),
        "contest" => {
            let (active, passive): (i32, i32) = args.get("targets")?;
            let skills: (i32, i32) = args.or("skills", (0, 0))?;
            let pairs: Vec<u16> = args.get("d20")?;
            let purposes = ["active", "passive"];
            let thrown: Vec<(&str, u16)> = pairs
                .iter()
                .enumerate()
                .map(|(at, face)| (purposes[at % 2], *face))
                .collect();
            let mut dice = faces(&thrown);
            let side = |purpose, target, skill| Contestant {
                throw: Throw::new(NOBODY, purpose),
                target,
                skill,
            };
            let (winner, _) = check::contest(
                side(purposes[0], active, skills.0),
                side(purposes[1], passive, skills.1),
                &mut dice,
            );
            all_thrown(&dice)?;
            answer(&winner)
        }
        "initiative" => {
            let context = InitiativeContext {
                who: NOBODY,
                stat: args.get("reflexes")?,
                level: args.get("level")?,
                injury: args.or("injury", 0)?,
                undrawn: args.or("undrawn", 0)?,
                undrawn_rec: 0,
                quick: args.or("quick", false)?,
            };
            let mut dice = faces(&[("initiative", args.get("d20")?)]);
            let rolled = initiative::roll(&context, &mut dice);
            all_thrown(&dice)?;
            answer(&rolled.initiative)
        }
        "order" => {
            let all: Vec<Initiative> = args.get("of")?;
            let reflexes: Vec<i32> = args.or("reflexes", vec![10; all.len()])?;
            let mut order: Vec<_> = all
                .iter()
                .enumerate()
                .map(|(at, one)| {
                    let reflexes = reflexes.get(at).copied().unwrap_or(10);
                    (initiative::rank(*one, reflexes), at + 1)
                })
                .collect();
            order.sort();
            answer(&order.into_iter().map(|(_, at)| at).collect::<Vec<_>>())
        }
        _ => answer(&initiative::is_before(args.get("one")?, args.get("other")?)),
    }
}

/// The sheet that a question's numbers give.
fn sheet(args: &Args, tables: &Tables) -> Result<Sheet, String> {
    let mut sheet = Sheet {
        reflexes: args.or("reflexes", 10)?,
        strength: args.or("strength", 10)?,
        body: args.or("body", 10)?,
        sanity: 10,
        darkness: 0,
        magic: 0,
        skills: args.or("skills", BTreeMap::<Skill, u8>::new())?,
        specialised: args.or("specialised", None::<Field>)?,
        away: args.or("away", None::<Field>)?,
        defence: 0,
        shock: 0,
        boxes: Boxes::default(),
        movement: 0,
        rating: None,
    };
    let small = |value: i32| i8::try_from(value).map_err(|_| format!("{value} is too much"));
    sheet.defence = small(derive::sheet_defence(&sheet, args.or("base", 20)?))?;
    sheet.shock = small(derive::shock(&sheet, tables))?;
    sheet.movement = small(derive::movement(&sheet))?.unsigned_abs();
    sheet.boxes = tables.charts.boxes(sheet.body);
    Ok(sheet)
}

/// A weapon by name, or one that is nothing but its REC.
fn weapon(args: &Args, tables: &Tables) -> Result<Weapon, String> {
    let name = args.word("weapon").unwrap_or_else(|_| "club".to_owned());
    let mut weapon = tables
        .weapons
        .get(name.as_str())
        .cloned()
        .ok_or_else(|| format!("T4 has no `{name}`"))?;
    weapon.rec = args.or("rec", weapon.rec)?;
    Ok(weapon)
}

/// Figures of sheets and weapons.
fn figures(name: &str, args: &Args, tables: &Tables) -> Result<String, String> {
    let sheet = sheet(args, tables)?;
    if name == "sheet" {
        let value = Value::of(&sheet)?;
        return field(&value, &args.word("field")?);
    }
    let weapon = weapon(args, tables)?;
    let usage: WeaponUse = weapon_use(&sheet, &weapon, tables);
    if name == "weapon_use" {
        return match args.word("field")?.as_str() {
            "target" => answer(&usage.target()),
            "damage" => answer(&usage.damage),
            "rec" => answer(&usage.rec),
            "ready" => answer(&usage.ready),
            "level" => answer(&usage.skill.level),
            "skill" => answer(&usage.skill.used),
            other => Err(format!("a weapon in use has no `{other}`")),
        };
    }
    let attack = Attack {
        who: NOBODY,
        target: NOBODY,
        ordinal: 0,
        usage,
        crowded: 0,
        unhandy: 0,
        dam_per_step: weapon.dam_per_step,
        natural: weapon.is_natural(),
        defence: DefenceContext {
            from: args.or("from", Sector::F)?,
            posture: args.or("posture", Posture::Standing)?,
            ..DefenceContext::plain(args.or("defence", 0)?, 0)
        },
        helpless: args.or("helpless", false)?,
        situation: Situation {
            distance: args.or("distance", 1)?,
            ..args.or("situation", Situation::default())?
        },
        injury: args.or("injury", 0)?,
        recovery: args.or("recovery", 0)?,
        called: args.or("called", None::<Location>)?,
    };
    if name == "to_hit" {
        answer(&attack::score(&attack, &tables.circumstances).0)
    } else {
        let face = args.get("d20")?;
        answer(&attack::damage_sl(&attack, face, &tables.circumstances))
    }
}

/// Injuries that a question's points give.
fn marked(args: &Args) -> Result<Injuries, String> {
    let mut injuries = Injuries::default();
    for (location, points) in args.or("points", BTreeMap::<Location, u8>::new())? {
        injuries.points[location.index()] = points;
    }
    Ok(injuries)
}

/// Wounds, shock, and what they do to movement.
fn injuries(name: &str, args: &Args, tables: &Tables) -> Result<String, String> {
    let boxes = tables.charts.boxes(args.or("body", 10)?);
    let at = |injuries: &Injuries| {
        let location: Location = args.get("field")?;
        answer(&injuries.points[location.index()])
    };
    match name {
        "severity" => answer(&injury::severity(args.get("points")?, args.get("boxes")?)),
        "penalty" => answer(&injury::penalty_of(args.get("points")?, args.get("boxes")?)),
        "injury" => answer(&marked(args)?.penalty(&boxes)),
        "mark" => {
            let (after, _) = marked(args)?.mark(&boxes, args.get("at")?, args.get("hit")?);
            at(&after)
        }
        "bleed" => {
            let mut before = marked(args)?;
            for location in args.or("treated", Vec::<Location>::new())? {
                before = before.treat(location);
            }
            at(&before.bleed(&boxes).0)
        }
        "lost" => {
            let location: Location = args.get("field")?;
            answer(&marked(args)?.healed(&boxes).lost[location.index()])
        }
        "dead" => answer(&marked(args)?.dead(&boxes)),
        "healed_penalty" => answer(&marked(args)?.healed(&boxes).penalty(&boxes)),
        "shock_check" => {
            let (shock, injury): (i32, i32) = (args.get("shock")?, args.or("injury", 0)?);
            answer(&check::judge(args.get("d20")?, shock + injury, 0).succeeded())
        }
        "recovers" => {
            let location = args.or("location", Location::Torso)?;
            let states = Shock([(location, args.get("since")?)].into());
            let mut dice = faces(&[("recovery", args.get("d20")?)]);
            let (shock, injury) = (args.get("shock")?, args.or("injury", 0)?);
            let round = args.get("round")?;
            let (after, _) = recovery::recover(NOBODY, shock, injury, &states, round, &mut dice);
            answer(&!after.has(location))
        }
        _ => {
            let mover = movement::Mover {
                movement: args.get("movement")?,
                encumbrance: args.or("encumbrance", 0)?,
                boxes: &boxes,
                injuries: &marked(args)?,
                shock: &Shock::default(),
                posture: args.or("posture", Posture::Standing)?,
            };
            answer(&movement::hexes(&mover))
        }
    }
}

/// The actions that there are with these RECs.
fn actions(from: i16, recs: &[u8]) -> Vec<pace::Next> {
    let mut turn = Turn {
        initiative: Initiative::Count(from),
        count: from,
        ..Turn::default()
    };
    let mut all = Vec::new();
    for rec in recs {
        let Ok(next) = pace::next(&turn, *rec, false) else {
            break;
        };
        turn = pace::take(&turn, &next, None);
        all.push(next);
    }
    all
}

fn protection(args: &Args, tables: &Tables) -> Result<String, String> {
    let mut items = Vec::new();
    for (slot, carried) in [
        ("armour", Carried::Worn),
        ("helmet", Carried::Worn),
        ("shield", Carried::Arm),
    ] {
        if args.values.get(slot).is_some() {
            items.push(Item {
                id: ItemId(items.len() as u16),
                name: args.word(slot)?.into(),
                carried,
                wear: 0,
                ammunition: None,
            });
        }
    }
    let location: Location = args.get("location")?;
    let from = args.or("from", Sector::F)?;
    let all = armour::protection(&Gear(items), tables, from, args.or("use_shield", true)?);
    answer(&all[location.index()])
}

fn figure<'a>(args: &'a Args) -> Result<(&'a Scene, &'a Figure), String> {
    let scene = args
        .scene
        .and_then(|scene| scene.downcast_ref::<Scene>())
        .ok_or("this question needs combatants in the scenario")?;
    let who: u16 = args.get("who")?;
    let figure = scene.get(CombatantId(who)).ok_or("no such combatant")?;
    Ok((scene, figure))
}

fn number(scene: &Scene, figure: &Figure, name: &str) -> Result<String, String> {
    let tables = &*scene.tables;
    let enc = i32::from(armour::encumbrance(&figure.gear, tables));
    match name {
        "defence" => answer(&(i32::from(figure.sheet.defence) + enc)),
        "shock" => answer(&figure.sheet.shock),
        "penalty" => answer(&figure.injuries.penalty(&figure.sheet.boxes)),
        other => Err(format!("`{other}`: there are defence, shock, penalty")),
    }
}
