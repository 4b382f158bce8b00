//! `blow` and `hold_back`: striking out of turn at first contact and at those who flee (WH-06, WH-07,
//! W-019).

use super::strike::item;
use super::{Act, bare, only};
use crate::combat::combatant::Place;
use crate::combat::odds::Odds;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::exchange::{Exchange, ExchangeContext};
use crate::rules::wounds::gather::{self, How};
use crate::rules::wounds::odds;
use crate::rules::wounds::pace;
use crate::rules::wounds::scene::{Figure, Opening, Scene, item_words};

/// The verb `blow`.
pub struct Blow;
/// The verb `hold_back`.
pub struct HoldBack;

/// What somebody's opening is at: the mover, as he stands where the blow meets him.
pub fn met(scene: &Scene, opening: &Opening) -> Figure {
    let mut mover = scene.figure(opening.mover).clone();
    mover.place = Place {
        hex: opening.hex,
        ..mover.place
    };
    mover
}

/// A blow out of turn with a weapon, at its recovery penalty.
///
/// # Errors
/// Why it cannot be struck.
pub fn context(
    scene: &Scene,
    figure: &Figure,
    opening: &Opening,
    item: crate::combat::combatant::ItemId,
) -> Result<(ExchangeContext, pace::Next), Refusal> {
    let (_, weapon) = gather::weapon(scene, figure, item)?;
    let rec = gather::weapon_rec(scene, figure, item, weapon);
    let next = pace::next(&figure.turn, rec, gather::single(scene))?;
    let how = How {
        called: None,
        penalty: next.penalty,
        ordinal: 0,
    };
    let context = gather::blow(scene, figure, &met(scene, opening), item, how)?;
    Ok((context, next))
}

fn opening<'s>(scene: &'s Scene, figure: &Figure, slots: &Slots) -> Result<&'s Opening, Refusal> {
    let target = super::strike::target(scene, slots)?;
    scene
        .openings
        .iter()
        .find(|opening| opening.striker == figure.id && opening.mover == target.id)
        .ok_or_else(|| Refusal::form("he gives no opening now"))
}

/// The blow out of turn with the weapon he fights with, else with any that reaches.
pub fn best(scene: &Scene, figure: &Figure, at: &Opening) -> Option<(Slots, ExchangeContext)> {
    let main = figure.main_weapon(&scene.tables).map(|(item, _)| item.id);
    let mut found: Vec<_> = figure
        .ready(&scene.tables)
        .filter_map(|(item, _)| {
            let (context, _) = context(scene, figure, at, item.id).ok()?;
            Some((Some(item.id) != main, item.id, context))
        })
        .collect();
    found.sort_by_key(|(second, item, _)| (*second, *item));
    let (_, item, context) = found.into_iter().next()?;
    let slots = Slots {
        item: Some(item),
        ..Slots::target(at.mover)
    };
    Some((slots, context))
}

impl Act for Blow {
    fn name(&self) -> &'static str {
        "blow"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-06", "WH-07", "W-019"]
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let openings = scene
            .openings
            .iter()
            .filter(|opening| opening.striker == figure.id);
        openings
            .flat_map(|opening| {
                figure.ready(&scene.tables).map(|(item, _)| Slots {
                    item: Some(item.id),
                    ..Slots::target(opening.mover)
                })
            })
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("blow", slots, &["targets", "item"])?;
        let opening = opening(scene, figure, slots)?;
        context(scene, figure, opening, item(scene, figure, slots)?).map(|_| ())
    }

    fn odds(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Option<Odds> {
        let opening = opening(scene, figure, slots).ok()?;
        let item = item(scene, figure, slots).ok()?;
        let (context, _) = context(scene, figure, opening, item).ok()?;
        Some(odds::odds(&Exchange::new(&context), &context))
    }

    fn full(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Slots {
        Slots {
            item: item(scene, figure, slots).ok(),
            ..slots.clone()
        }
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let whom = slots.targets.first().and_then(|who| scene.get(*who));
        let whom = whom.map_or("nobody", |whom| whom.label.name.as_str());
        let weapon = item(scene, figure, slots)
            .ok()
            .and_then(|item| figure.gear.item(item))
            .map_or_else(String::new, |item| {
                format!(" with {}", item_words(item, &scene.tables))
            });
        format!("strike {whom}{weapon} at once")
    }
}

impl Act for HoldBack {
    fn name(&self) -> &'static str {
        "hold_back"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-06", "WH-07"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, _: &Scene, _: &Figure, slots: &Slots) -> Result<(), Refusal> {
        bare(slots, "hold_back")
    }

    fn words(&self, _: &Scene, _: &Figure, _: &Slots) -> String {
        "hold back".to_owned()
    }
}
