//! The rule system `wounds` as the rulebook plays it.

use super::asks::RuleAsks;
use super::dress;
use super::format::RawCombatant;
use super::system::Host;
use super::value::Value;
use crate::combat::battle::Battle;
use crate::combat::combatant::{Carried, CombatantId};
use crate::combat::order::{Choice, Decision};
use crate::combat::system::RuleSystem;
use crate::rules::wounds::own::OwnNumbers;
use crate::rules::wounds::scene::{Asks, Fighter, OutOfTurn, Standing};
use crate::rules::wounds::sheet::Sheet;
use crate::rules::wounds::tables::Tables;
use std::sync::Arc;

/// `wounds`.
pub struct Wounds;

impl Host for Wounds {
    fn rules(&self) -> Option<Arc<dyn RuleSystem>> {
        Some(Arc::new(crate::rules::wounds::Wounds::shipped()))
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
        let now = entity.get::<Fighter>().map(|fighter| fighter.0.clone());
        if let Some(sheet) = numbers(sheet, line, now, &tables)? {
            entity.insert(Fighter(Arc::new(sheet)));
        }
        let fixture = sheet.is_some();
        if fixture || line.weapon.is_some() || line.armour.is_some() || line.shield.is_some() {
            let known = |name: &str| {
                tables.weapons.contains_key(name)
                    || tables.armour.contains_key(name)
                    || tables.shields.contains_key(name)
            };
            let hold = |name: &str| match tables.weapons.get(name) {
                Some(weapon) if weapon.is_natural() => Carried::Natural,
                Some(weapon) if weapon.hands == 2 => Carried::Both,
                _ => Carried::Main,
            };
            let gear = dress::gear(line, &known, &hold, &old, next, fixture)?;
            entity.insert(gear);
        }
        if let Some(mut standing) = entity.get_mut::<Standing>() {
            *standing = Standing {
                contact: OutOfTurn::Ask,
                fleers: OutOfTurn::Ask,
                asks: Asks::Always,
                ..Standing::default()
            };
        }
        Ok(())
    }

    fn quiet(&self, _: &mut Battle, decision: &Decision) -> Option<Choice> {
        match decision.kind.as_str() {
            "action" => Some(Choice::plain("pass")),
            "first contact" | "blow at a fleer" => Some(Choice::plain("hold_back")),
            _ => None,
        }
    }
}

/// The fixture's sheet with the line's numbers over it, as a level gives them (B-108); `None` if the
/// line changes none.
fn numbers(
    sheet: Option<&str>,
    line: &RawCombatant,
    now: Option<Arc<Sheet>>,
    tables: &Tables,
) -> Result<Option<Sheet>, String> {
    let mut sheet = match (sheet, &line.numbers, now) {
        (Some(sheet), _, _) => ron::from_str(&Value::read(sheet)?.to_string())
            .map_err(|fault| format!("fixture: {}", fault.code))?,
        (None, Some(_), Some(now)) => Sheet::clone(&now),
        _ => return Ok(None),
    };
    for patch in line.numbers.iter().flat_map(|patches| patches.lines()) {
        sheet = OwnNumbers::read(&format!("({patch})"))?.sheet_over(&sheet, tables)?;
    }
    Ok(Some(sheet))
}
