//! `skill` and `only_move`: what somebody means to use, before initiative is rolled (W-011, W-015,
//! WH-04).

use super::{Act, bare, only};
use crate::combat::combatant::{Carried, Item, ItemId};
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::gather;
use crate::rules::wounds::initiative::{self, InitiativeContext};
use crate::rules::wounds::missile::{self, Manner};
use crate::rules::wounds::scene::{Figure, Scene, item_words};
use crate::rules::wounds::sheet::{Skill, Weapon};
use crate::rules::wounds::{check, tables::InitiativeMode};

/// The verb `skill`: the coming action is one with this weapon, drawn or not.
pub struct Intend;

/// The verb `only_move`.
pub struct OnlyMove;

/// A weapon that may be meant: ready, or to be drawn with a hand that is free.
///
/// # Errors
/// Why it may not.
pub fn weapon<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    item: ItemId,
) -> Result<(&'s Item, &'s Weapon), Refusal> {
    if let Some(held) = figure.gear.item(item)
        && is_sheathed(held)
    {
        drawable(scene, figure, held)?;
        let weapon = &scene.tables.weapons[&held.name];
        return Ok((held, weapon));
    }
    let missile = Manner::ALL
        .into_iter()
        .find_map(|manner| missile::in_hand(scene, figure, item, manner).ok());
    match (gather::weapon(scene, figure, item), missile) {
        (Ok(melee), _) => Ok(melee),
        (Err(_), Some(missile)) => Ok(missile),
        (Err(why), None) => Err(why),
    }
}

/// Carried but not in hand.
pub fn is_sheathed(item: &Item) -> bool {
    matches!(item.carried, Carried::Belt | Carried::Slung)
}

/// Whether a sheathed weapon can be drawn (W-057): it is one, and hands are free.
///
/// # Errors
/// Why it cannot.
pub fn drawable(scene: &Scene, figure: &Figure, item: &Item) -> Result<(), Refusal> {
    let words = item_words(item, &scene.tables);
    let weapon = scene
        .tables
        .weapons
        .get(&item.name)
        .ok_or_else(|| Refusal::form(format!("{words} is no weapon")))?;
    if !is_sheathed(item) {
        return Err(Refusal::new("W-056", format!("{words} is drawn already")));
    }
    if figure.free_hands() < weapon.hands {
        return Err(Refusal::new(
            "W-056",
            format!(
                "drawing {words} needs {} free hand(s): drop something first",
                weapon.hands
            ),
        ));
    }
    Ok(())
}

/// What the initiative of somebody depends on who means to use an item, or only to move.
pub fn context(scene: &Scene, figure: &Figure, item: Option<ItemId>) -> (InitiativeContext, Skill) {
    let found = item.and_then(|item| weapon(scene, figure, item).ok());
    let skill = found.map_or(Skill::Athletics, |(_, weapon)| weapon.skill);
    let (undrawn, undrawn_rec) =
        found
            .filter(|(held, _)| is_sheathed(held))
            .map_or((0, 0), |(_, weapon)| {
                let usage = gather::usage(scene, figure, weapon);
                (usage.ready, usage.rec)
            });
    let level = check::skill_use(&figure.sheet, &scene.tables, skill).level;
    let context = InitiativeContext {
        who: figure.id,
        stat: figure.sheet.reflexes.into(),
        level,
        injury: figure.penalty(),
        undrawn,
        undrawn_rec,
        quick: scene.switches.initiative == InitiativeMode::Quick,
    };
    (context, skill)
}

impl Act for Intend {
    fn name(&self) -> &'static str {
        "skill"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-011", "W-015", "W-016"]
    }

    fn options(&self, _: &Scene, figure: &Figure) -> Vec<Slots> {
        let items = figure.gear.0.iter();
        items
            .map(|item| Slots {
                item: Some(item.id),
                ..Slots::default()
            })
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("skill", slots, &["item"])?;
        figure.acts()?;
        let item = slots
            .item
            .ok_or_else(|| Refusal::form("`skill` needs a weapon"))?;
        weapon(scene, figure, item).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let item = slots.item.and_then(|item| figure.gear.item(item));
        let Some(item) = item else {
            return "use no weapon".to_owned();
        };
        let (context, skill) = context(scene, figure, Some(item.id));
        let (target, _) = initiative::target(&context);
        let drawn = match context.undrawn {
            0 => String::new(),
            late => format!(", to be drawn: {late} counts later"),
        };
        format!(
            "use {} ({}, initiative under {target}{drawn})",
            item_words(item, &scene.tables),
            skill.word()
        )
    }
}

impl Act for OnlyMove {
    fn name(&self) -> &'static str {
        "only_move"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-04"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, _: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        bare(slots, "only_move")?;
        figure.free()
    }

    fn words(&self, scene: &Scene, figure: &Figure, _: &Slots) -> String {
        let (context, _) = context(scene, figure, None);
        let (target, _) = initiative::target(&context);
        format!("only move (Athletics, initiative under {target})")
    }
}
