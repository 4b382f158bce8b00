//! The rule system `phases` as the rulebook plays it.

use super::asks::{Args, RuleAsks, all_thrown, answer, faces, field, table};
use super::board::BoardBook;
use super::dress;
use super::format::RawCombatant;
use super::system::Host;
use super::value::Value;
use crate::board::Dir;
use crate::combat::battle::Battle;
use crate::combat::combatant::{Carried, CombatantId, Gear, Posture};
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{Gait, Plot};
use crate::combat::system::RuleSystem;
use crate::rules::phases::blast;
use crate::rules::phases::breaking;
use crate::rules::phases::check::{self, Difficulty, SkillCheck};
use crate::rules::phases::content::LIGHTS;
use crate::rules::phases::dark;
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::initiative::{self, InitiativeContext};
use crate::rules::phases::learned;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{
    Declared, EnPassant, Fighter, Figure, HoldMode, Pools, ReactionOrder, Scene, Standing, Tables,
    Tempo,
};
use crate::rules::phases::sheet::Sheet;
use crate::rules::phases::special;
use crate::rules::phases::verbs::declare;
use smol_str::SmolStr;
use std::sync::Arc;

/// `phases`.
pub struct Phases;

impl Host for Phases {
    fn rules(&self) -> Option<Arc<dyn RuleSystem>> {
        Some(Arc::new(crate::rules::phases::system::Phases::shipped()))
    }

    fn asks(&self) -> &dyn RuleAsks {
        self
    }

    fn dress(
        &self,
        battle: &mut Battle,
        who: CombatantId,
        line: &RawCombatant,
        sheet: Option<&str>,
    ) -> Result<(), String> {
        let tables = Tables::shipped();
        let (entity, old, next) = dress::find(battle, who)?;
        let mut entity = battle.world_mut().entity_mut(entity);
        if let Some(sheet) = numbers(sheet, line, entity.get::<Fighter>())? {
            entity.insert(Pools {
                shp: sheet.shp,
                chp: sheet.chp,
            });
            entity.insert(Fighter(Arc::new(sheet)));
        }
        let fixture = sheet.is_some();
        if fixture || line.weapon.is_some() || line.armour.is_some() || line.shield.is_some() {
            let known = |name: &str| {
                tables.weapons.contains_key(name)
                    || tables.armour.contains_key(name)
                    || tables.shields.contains_key(name)
                    || LIGHTS.contains(&name)
            };
            let single = line.off.is_some() || line.shield.is_some();
            let hold = |name: &str| match tables.weapons.get(name) {
                Some(weapon) if weapon.hands == 2 => {
                    let one = weapon.one_handed.is_some() && single;
                    if one { Carried::Main } else { Carried::Both }
                }
                _ => Carried::Main,
            };
            let gear = dress::gear(line, &known, &hold, &old, next, fixture)?;
            entity.insert(gear);
        }
        let main = entity
            .get::<Gear>()
            .and_then(|gear| main_action(gear, &tables));
        if let (Some(main), Some(mut tempo)) = (main, entity.get_mut::<Tempo>()) {
            tempo.declared = main;
        }
        if let (Some(due), Some(mut tempo)) = (line.due, entity.get_mut::<Tempo>()) {
            tempo.due = due;
        }
        if let Some(mut standing) = entity.get_mut::<Standing>() {
            *standing = Standing {
                retrieve: false,
                en_passant: EnPassant::Never,
                reaction: ReactionOrder::Ask,
                waiting: HoldMode::Plain,
                face_threat: false,
                same_again: true,
            };
        }
        Ok(())
    }

    fn quiet(&self, battle: &mut Battle, decision: &Decision) -> Option<Choice> {
        match decision.kind.as_str() {
            "reaction" => Some(Choice::plain("nothing")),
            "plot" => {
                // The plot that stands goes on, and whoever lies stays there.
                let scene = battle.scene(None);
                let figure = scene.downcast_ref::<Scene>()?.get(decision.who)?;
                let plot = (figure.posture == Posture::Prone).then(|| Plot {
                    gait: Gait::Crawl,
                    ..figure.motion.plot.clone()
                });
                let slots = Slots {
                    plot,
                    ..Slots::default()
                };
                Some(Choice::new("plot", slots))
            }
            "statement" => {
                let scene = battle.scene(None);
                let scene = scene.downcast_ref::<Scene>()?;
                let figure = scene.get(decision.who)?;
                if figure.tempo.rushing || figure.statement.is_some() {
                    return None;
                }
                let flag = match figure.tempo.hold {
                    Some(HoldMode::Overprepare) => Some("overprepare"),
                    Some(HoldMode::Guard) => Some("guard"),
                    _ => None,
                };
                let slots = Slots::default();
                let slots = flag.map_or(slots.clone(), |flag| slots.with_flag(flag));
                Some(Choice::new("hold", slots))
            }
            _ => None,
        }
    }
}

/// The fixture's sheet with the line's numbers over it; `None` if the line changes none.
fn numbers(
    sheet: Option<&str>,
    line: &RawCombatant,
    now: Option<&Fighter>,
) -> Result<Option<Sheet>, String> {
    let base = match (sheet, &line.numbers, now) {
        (Some(sheet), _, _) => Value::read(sheet)?,
        (None, Some(_), Some(now)) => Value::of(&*now.0)?,
        _ => return Ok(None),
    };
    let mut value = base;
    for patch in line.numbers.iter().flat_map(|patches| patches.lines()) {
        value.merge(Value::read(&format!("({patch})"))?);
    }
    // `Some` may be left out, as in overrides.
    ron::from_str::<Sheet>(&format!("#![enable(implicit_some)]\n{value}"))
        .map(Some)
        .map_err(|fault| format!("numbers: {}", fault.code))
}

/// What somebody with this gear has declared unless told otherwise.
fn main_action(gear: &Gear, tables: &Tables) -> Option<Declared> {
    let item = gear
        .0
        .iter()
        .find(|item| matches!(item.carried, Carried::Main | Carried::Both))?;
    let weapon = tables.weapons.get(&item.name)?;
    Some(match weapon.reach {
        Some(_) => Declared::Attack(item.id),
        None if weapon.radius() > 0 => Declared::Throw(item.id),
        None => Declared::Shoot(item.id),
    })
}

const QUESTIONS: &[(&str, &str)] = &[
    ("bonus", "score: DX or FI score (H-1)"),
    ("movement", "dx_bonus: metres at a walk (H-1)"),
    ("resist_surprise", "dx_bonus, seeing, hearing (H-4)"),
    ("resist_system_shock", "fi_bonus (H-4)"),
    ("stamina", "fi, size (H-4)"),
    ("critical_points", "fi, size (H-4)"),
    ("level_score", "level (H-2)"),
    ("special_success", "level: highest natural roll (H-2)"),
    ("feat_number", "score, difficulty (H-3)"),
    (
        "scatter",
        "metres, d6, d10: sixths to the right, hexes (P-130)",
    ),
    (
        "completion_cost",
        "action: a door, cost: of its entry (P-057)",
    ),
    (
        "perceived",
        "light, seeing, hearing: Levels; d20: faces of Seeing and Hearing; noise; what it takes, or blind (P-097, P-098)",
    ),
    ("succeeds", "d20, number (C-2)"),
    (
        "critical_below",
        "level, cn, score: None if there is none (P-116, P-117)",
    ),
    (
        "attack_band",
        "level, cn, score, d20; save: d10 of P-204; rushed, special_attacks",
    ),
    (
        "initiative",
        "d10, dx_bonus; armour, load, action: Speeds; rushed, rush_carry (P-017, P-018)",
    ),
    ("weapon", "name, field: a figure of H-12 or H-13"),
    ("armour", "name, field: a figure of H-14"),
    ("shield", "name, field: a figure of H-15"),
    ("action", "name, field: speed or hands of H-7"),
    ("dodge", "name: a modifier of H-5"),
    ("sidestep", "name: a modifier of H-6"),
    (
        "repair",
        "name, wear: Breaking Damage left when it is mended between battles (P-206, P-260)",
    ),
    (
        "specializations",
        "list: names of specializations; weapon_handling: Level: how many are for Special Attacks (P-135, P-253)",
    ),
    (
        "learned",
        "skill, level, list: whether these specializations can be learned with it (P-209, P-228, P-253)",
    ),
    ("load", "name, field: a figure of H-16"),
    ("load_of", "kilograms, fi (H-16)"),
    ("handling", "level, field: speed or keep (H-11)"),
    ("switch", "name, preset: a switch's value"),
    ("archetype", "name, field: a figure of BT-12 or BT-13"),
    (
        "protection",
        "who, arc, field: ar, rb or rt of a combatant of the case",
    ),
    (
        "action_speed",
        "who, declared: Speed of an action of a combatant of the case",
    ),
    (
        "arc",
        "who, of: the arc of `of` in which `who` stands (P-034)",
    ),
    ("seconds", "phases: how long they are (P-001)"),
    (
        "turn_cost",
        "turned, sixths: metres of a turn at a walk after so many sixths (P-021)",
    ),
    ("scuttle", "dx_bonus: metres on the ground (P-031)"),
    ("can_stop", "metres: left to a runner (P-030)"),
    (
        "run_turns",
        "dx_bonus: turns at a run without a Feat (P-028)",
    ),
    (
        "run_turn_feat",
        "dx, dx_bonus, made: number of the Feat of the next turn (P-029)",
    ),
];

impl RuleAsks for Phases {
    fn list(&self) -> Vec<(&'static str, &'static str)> {
        // What the board answers may be asked beside a battle; the same name is the system's own.
        let own = |name: &str| QUESTIONS.iter().any(|(known, _)| *known == name);
        let board = BoardBook.list().into_iter().filter(|(name, _)| !own(name));
        QUESTIONS.iter().copied().chain(board).collect()
    }

    fn ask(&self, name: &str, args: &Args) -> Result<String, String> {
        let tables = Tables::shipped();
        match name {
            "bonus" => answer(&derive::bonus(args.get("score")?)),
            "movement" => answer(&derive::movement(args.get("dx_bonus")?)),
            "resist_surprise" => answer(&derive::resist_surprise(
                args.get("dx_bonus")?,
                args.get("seeing")?,
                args.get("hearing")?,
            )),
            "resist_system_shock" => answer(&derive::resist_system_shock(args.get("fi_bonus")?)),
            "stamina" => answer(&derive::stamina(args.get("fi")?, args.get("size")?)),
            "critical_points" => answer(&derive::critical(args.get("fi")?, args.get("size")?)),
            "level_score" => answer(&derive::level_score(args.get("level")?)),
            "special_success" => answer(&derive::special_success(args.get("level")?)),
            "feat_number" => {
                let difficulty: Difficulty = args.get("difficulty")?;
                answer(&difficulty.number(args.get("score")?))
            }
            "succeeds" => answer(&check::succeeds(args.get("d20")?, args.get("number")?)),
            "critical_below" => answer(&check::critical_below(
                args.get("level")?,
                args.get("cn")?,
                args.get("score")?,
            )),
            "attack_band" => attack_band(args),
            "perceived" => perceived(args),
            "scatter" => {
                let facing = Dir::new(0);
                let (metres, d6, d10) = (args.get("metres")?, args.get("d6")?, args.get("d10")?);
                let (dir, hexes) = blast::scatter(facing, metres, d6, d10);
                answer(&(dir.index(), hexes))
            }
            "completion_cost" => {
                let action = args.word("action")?;
                let mut tables = (*tables).clone();
                let entry = tables.actions.get_mut(action.as_str());
                entry.ok_or("there is no such action")?.completion_cost = args.get("cost")?;
                let door = Declared::Door(Dir::new(0));
                answer(&initiative::completion_cost(&tables, &door))
            }
            "initiative" => ask_initiative(args),
            "weapon" => table(&tables.weapons, "H-12", args),
            "armour" => table(&tables.armour, "H-14", args),
            "shield" => table(&tables.shields, "H-15", args),
            "action" => table(&tables.actions, "H-7", args),
            "repair" => breaking::repaired(&tables, &args.word("name")?, args.get("wear")?)
                .map_err(|refusal| refusal.to_string())
                .and_then(|left| answer(&left)),
            "specializations" => {
                let list: Vec<SmolStr> = args.get("list")?;
                special::check_specializations(&tables, &list, args.or("weapon_handling", 0)?)
                    .map_err(|refusal| refusal.to_string())
                    .and_then(|count| answer(&count))
            }
            "learned" => {
                let mut sheet = tables.archetypes["militia"].sheet.clone();
                sheet.skills = [(args.word("skill")?.into(), args.get("level")?)].into();
                sheet.specializations = args.get("list")?;
                learned::check(&sheet)
                    .map_err(|refusal| refusal.to_string())
                    .and_then(|()| answer(&true))
            }
            "dodge" => field(&Value::of(&tables.dodge)?, &args.word("name")?),
            "sidestep" => field(&Value::of(&tables.sidestep)?, &args.word("name")?),
            "load" => {
                let all = Value::of(&tables.encumbrance)?;
                let row = all.get(&args.word("name")?).ok_or("no such load")?;
                field(row, &args.word("field")?)
            }
            "load_of" => answer(
                &tables
                    .encumbrance
                    .load(args.get("kilograms")?, args.get("fi")?),
            ),
            "handling" => {
                let all = Value::of(&tables.handling)?;
                let row = all.get(&args.word("field")?).ok_or("no such figure")?;
                field(row, &args.get::<u8>("level")?.to_string())
            }
            "switch" => {
                let preset = args.word("preset").unwrap_or_else(|_| "literal".to_owned());
                field(&Value::of(&tables.preset(&preset))?, &args.word("name")?)
            }
            "archetype" => {
                let row = tables.archetypes.get(args.word("name")?.as_str());
                let row = Value::of(row.ok_or("no such archetype")?)?;
                let wanted = args.word("field")?;
                row.path(wanted.split('.'))
                    .map(ToString::to_string)
                    .ok_or_else(|| format!("an archetype has no `{wanted}`"))
            }
            "protection" => {
                let (scene, figure) = figure(args)?;
                let arc: Arc4 = args.get("arc")?;
                let all = derive::protection(&scene.tables, &figure.gear, arc);
                field(&Value::of(&all)?, &args.word("field")?)
            }
            "action_speed" => {
                let (scene, figure) = figure(args)?;
                let declared: Declared = args.get("declared")?;
                declare::speed(scene, figure, &declared)
                    .map_err(|refusal| refusal.to_string())
                    .and_then(|speed| answer(&speed))
            }
            "arc" => {
                let (scene, who) = figure(args)?;
                let of: u16 = args.get("of")?;
                let of = scene.get(CombatantId(of)).ok_or("no such combatant")?;
                answer(&arc_of(of.place, who.place.hex))
            }
            "seconds" => {
                let rules = self.rules().ok_or("there are no battles")?;
                answer(&rules.unit_length().end(args.get("phases")?))
            }
            "turn_cost" => {
                let (turned, sixths) = (args.get("turned")?, args.get("sixths")?);
                answer(&(rates::turn_cost(turned, sixths) / rates::METRE))
            }
            "scuttle" => answer(&(rates::scuttle(args.get("dx_bonus")?) / rates::METRE)),
            "can_stop" => {
                let metres: i16 = args.get("metres")?;
                answer(&rates::can_stop(metres * rates::METRE))
            }
            "run_turns" => answer(&rates::run_turns(args.get("dx_bonus")?)),
            "run_turn_feat" => answer(&rates::run_turn_feat(
                args.get("dx")?,
                args.get("dx_bonus")?,
                args.get("made")?,
            )),
            _ => BoardBook.ask(name, args),
        }
    }
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

fn ask_initiative(args: &Args) -> Result<String, String> {
    let context = InitiativeContext {
        dx_bonus: args.get("dx_bonus")?,
        armour_speed: args.or("armour", 0)?,
        load: args.or("load", 0)?,
        action_speed: args.or("action", 0)?,
        rushed: args.or("rushed", 0)?,
        rush_carry: args.or("rush_carry", 0)?,
        recovers: args.or("recovers", false)?,
    };
    let mut dice = faces(&[("initiative", args.get("d10")?)]);
    let (sum, _) = initiative::initiative(CombatantId(0), &context, &mut dice);
    all_thrown(&dice)?;
    answer(&sum)
}

/// What the light takes from a check of somebody with these Levels and dice (P-097, P-098).
fn perceived(args: &Args) -> Result<String, String> {
    let archetypes = &Tables::shipped().archetypes;
    let mut sheet = archetypes
        .first_key_value()
        .map(|(_, archetype)| archetype.sheet.clone())
        .ok_or("there are no archetypes")?;
    (sheet.seeing, sheet.hearing) = (args.get("seeing")?, args.get("hearing")?);
    sheet.skills.remove("blindfighting");
    sheet.specializations.clear();
    let senses = dark::Senses {
        faces: Some(args.get("d20")?),
        fought: false,
    };
    let seen = dark::Seen {
        grade: args.get("light")?,
        distance: 1,
        in_reach: true,
        noise: args.or("noise", 0)?,
        shot: false,
    };
    match dark::perceive(dark::DarkMethod::Sense, &sheet, senses, &seen) {
        dark::Sight::Clear => answer(&0),
        dark::Sight::Poor(modifiers) => answer(&check::total(&modifiers)),
        dark::Sight::Blind => Ok("blind".to_owned()),
    }
}

/// How a weapon Skill Check with this face goes, its saving die included (P-115 to P-117, P-204).
fn attack_band(args: &Args) -> Result<String, String> {
    let check = SkillCheck {
        who: CombatantId(0),
        purpose: "attack",
        ordinal: 0,
        level: args.get("level")?,
        cn: args.get("cn")?,
        score: args.get("score")?,
        fumbles: args.or("special_attacks", true)?,
        unsaved: args.or("rushed", false)?,
    };
    let mut thrown = vec![("attack", args.get("d20")?)];
    if args.values.get("save").is_some() {
        thrown.push(("fumble save", args.get("save")?));
    }
    let mut dice = faces(&thrown);
    let (band, _) = check::skill(&check, &mut dice);
    all_thrown(&dice)?;
    answer(&band)
}
