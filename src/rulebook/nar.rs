//! The rule system `nar` as the rulebook plays it.

use super::asks::{Args, RuleAsks, answer};
use super::board::BoardBook;
use super::format::RawCombatant;
use super::system::Host;
use super::value::Value;
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision};
use crate::combat::system::RuleSystem;
use crate::rules::nar::Nar;
use crate::rules::nar::rows;
use crate::rules::nar::scale::{self, Effort};
use crate::rules::nar::scene::Scene;
use crate::rules::nar::sheet::{OwnNumbers, Sheet};
use crate::rules::nar::spawn::dress;
use crate::rules::nar::tables::{Armour, Tables};
use crate::rules::nar::totals::{self, AttackKind, Defence};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `nar`.
pub struct NarBook;

impl Host for NarBook {
    fn rules(&self) -> Option<Arc<dyn RuleSystem>> {
        Some(Arc::new(Nar::shipped()))
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
        let sheet = match (sheet, &line.sheet) {
            (Some(sheet), _) => sheet,
            (None, None) => "(level: 0)",
            (None, Some(name)) => return Err(format!("there is no sheet `{name}`")),
        };
        let mut value = Value::read(sheet)?;
        for patch in line.numbers.iter().flat_map(|patches| patches.lines()) {
            value.merge(Value::read(&format!("({patch})"))?);
        }
        let numbers =
            OwnNumbers::read(&value.to_string()).map_err(|fault| format!("numbers: {fault}"))?;
        let slot = |name: &Option<String>| {
            let given = name.as_deref().filter(|name| *name != "none");
            given.map(SmolStr::new)
        };
        let slots: BTreeMap<SmolStr, Option<SmolStr>> = [
            ("main", slot(&line.weapon)),
            ("second", slot(&line.off)),
            ("shield", slot(&line.shield)),
            ("armour", slot(&line.armour)),
        ]
        .map(|(name, item)| (SmolStr::new_static(name), item))
        .into();
        let belt: Vec<SmolStr> = line.belt.iter().flatten().map(SmolStr::new).collect();
        dress(battle.world_mut(), who, &numbers, &slots, &belt)
    }

    fn quiet(&self, _: &mut Battle, decision: &Decision) -> Option<Choice> {
        let verb = match decision.kind.as_str() {
            "choice" => "pass",
            _ => "none",
        };
        Some(Choice::plain(verb))
    }
}

const QUESTIONS: &[(&str, &str)] = &[
    ("slots", "nar, row: slots on that row (N-011, N-013)"),
    ("rows", "nar: the rows that have slots, in order (N-011)"),
    ("modifier", "stat (§6.1)"),
    ("nar", "reflex, level: actions a Round (N-009)"),
    ("dap", "reflex, level: points of defence a Round (N-047)"),
    ("hp", "constitution, level (§6.2)"),
    ("life", "hp, nld, constitution (§6.2, §6.7)"),
    ("action", "name, field: timing, effort or kind (N-020)"),
    (
        "timings",
        "kind: every timing of the actions of a kind in the table (N-020)",
    ),
    (
        "ab",
        "numbers: (…); kind: melee, ranged, magic; effort: light, medium, heavy; d20 (N-027, N-028)",
    ),
    (
        "force",
        "numbers, kind, effort: what is added against a Block (N-057 to N-059)",
    ),
    (
        "damage",
        "numbers, effort, die: of a blow, before Damage Reduction (N-028)",
    ),
    (
        "ar",
        "numbers; defence: block, dodge, parry; effort; d20 (N-057, N-060, N-061)",
    ),
    (
        "verdict",
        "ab, ar, rule: attacker, defender, tiebreak; attacker, defender: Stats (N-055)",
    ),
    (
        "points",
        "who: DAP, NAR and debt of a combatant of the case (N-017, N-054)",
    ),
];

fn numbers(args: &Args) -> Result<Sheet, String> {
    let given = args.values.get("numbers").map(ToString::to_string);
    let own = OwnNumbers::read(given.as_deref().unwrap_or("()"))?;
    own.sheet(Armour::NONE)
}

impl RuleAsks for NarBook {
    fn list(&self) -> Vec<(&'static str, &'static str)> {
        let own = |name: &str| QUESTIONS.iter().any(|(known, _)| *known == name);
        let board = BoardBook.list().into_iter().filter(|(name, _)| !own(name));
        QUESTIONS.iter().copied().chain(board).collect()
    }

    fn ask(&self, name: &str, args: &Args) -> Result<String, String> {
        match name {
            "slots" => answer(&rows::slots(args.get("nar")?, args.get("row")?)),
            "rows" => {
                let nar = args.get("nar")?;
                let rows = (1..=rows::ROWS).filter(|row| rows::slots(nar, *row) > 0);
                answer(&rows.collect::<Vec<u8>>())
            }
            "modifier" => answer(&scale::modifier(args.get("stat")?)),
            "nar" => answer(&scale::nar(args.get("reflex")?, args.or("level", 0)?)),
            "dap" => answer(&scale::dap(args.get("reflex")?, args.or("level", 0)?)),
            "hp" => answer(&scale::hp(args.get("constitution")?, args.or("level", 0)?)),
            "life" => answer(&scale::life(
                args.get("hp")?,
                args.or("nld", 0)?,
                args.or("constitution", 10)?,
            )),
            "action" => {
                let action = Tables::shipped().action(&args.word("name")?);
                let field = args.word("field")?;
                let found = Value::of(&action)?.get(&field).map(ToString::to_string);
                found.ok_or_else(|| format!("an action has no `{field}`"))
            }
            "timings" => timings(&args.word("kind")?),
            "ab" => {
                let parts = totals::attack_parts(
                    &numbers(args)?,
                    args.get::<AttackKind>("kind")?,
                    args.get::<Effort>("effort")?,
                );
                answer(&(totals::sum(&parts) + args.get::<i32>("d20")?))
            }
            "force" => {
                let (kind, effort) = (args.get("kind")?, args.get("effort")?);
                answer(&totals::force(&numbers(args)?, kind, effort).value)
            }
            "damage" => {
                let effort: Effort = args.get("effort")?;
                let strength = numbers(args)?.stats.strength;
                answer(&(effort.damage_column(strength) + args.get::<i32>("die")?))
            }
            "ar" => {
                let parts = totals::defence_parts(
                    &numbers(args)?,
                    args.get::<Defence>("defence")?,
                    args.get::<Effort>("effort")?,
                );
                answer(&(totals::sum(&parts) + args.get::<i32>("d20")?))
            }
            "verdict" => answer(&totals::verdict(
                args.get("ab")?,
                args.get("ar")?,
                args.get("rule")?,
                args.or("attacker", 10)?,
                args.or("defender", 10)?,
            )),
            "points" => {
                let scene = args.scene.and_then(|scene| scene.downcast_ref::<Scene>());
                let scene = scene.ok_or("there is no battle in this case")?;
                let figure = scene.figures.get(args.get::<usize>("who")?);
                let tempo = &figure.ok_or("no such combatant")?.tempo;
                let left = tempo.left(scene.row());
                answer(&(tempo.dap, left.max(0), (-left).max(0)))
            }
            _ => BoardBook.ask(name, args),
        }
    }
}

/// Every timing that occurs among the actions of a kind, each once.
fn timings(kind: &str) -> Result<String, String> {
    let tables = Tables::shipped();
    let mut found: Vec<String> = Vec::new();
    for action in tables.actions.values() {
        if Value::of(&action.kind)?.to_string() != kind {
            continue;
        }
        let timing = Value::of(&action.timing)?.to_string();
        if !found.contains(&timing) {
            found.push(timing);
        }
    }
    Ok(format!("[{}]", found.join(",")))
}
