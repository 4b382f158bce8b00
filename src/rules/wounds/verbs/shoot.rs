//! `shoot`, `throw` and `load`: missiles (W-031 to W-033, WH-12, T6).
//!
//! Defence counts for nothing (W-026); distance, cover, light and a melee around the target do. Who
//! shoots or throws has his target in front; a turn of his action is taken for it by itself.

use super::strike::{Planned, called, target};
use super::walk::plot_words;
use super::{Act, at_count, only};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, Slots};
use crate::combat::refusal::Refusal;
use crate::rules::wounds::exchange::Exchange;
use crate::rules::wounds::gather::{self, How};
use crate::rules::wounds::missile::{self, Manner};
use crate::rules::wounds::scene::{Figure, Scene, item_words};
use crate::rules::wounds::sheet::Location;
use crate::rules::wounds::{odds, walk};

/// The verbs `shoot` and `throw`.
pub struct Shoot {
    /// Shot or thrown.
    pub manner: Manner,
}

/// The verb `load`.
pub struct Load;

/// The weapon that slots name, or the first he could use so.
///
/// # Errors
/// If he has none.
pub fn item(
    scene: &Scene,
    figure: &Figure,
    slots: &Slots,
    manner: Manner,
) -> Result<ItemId, Refusal> {
    let first = || missile::ready(scene, figure, manner).next();
    slots
        .item
        .or_else(|| first().map(|(item, _)| item.id))
        .ok_or_else(|| Refusal::new("W-027", format!("he has nothing to {}", manner.word())))
}

/// Works a shot or a throw out.
///
/// # Errors
/// Why it cannot be made.
pub fn plan(
    scene: &Scene,
    figure: &Figure,
    slots: &Slots,
    manner: Manner,
) -> Result<Planned, Refusal> {
    let name = manner.word();
    only(name, slots, &["targets", "item", "plot", "then", "flags"])?;
    figure.acts()?;
    let target = target(scene, slots)?;
    let item = item(scene, figure, slots, manner)?;
    let (_, weapon) = missile::weapon(scene, figure, item, manner)?;
    let due = gather::due(scene, figure, weapon.rec, Some(weapon.skill))?;
    let way = match &slots.plot {
        Some(plot) => walk::way(scene, figure, plot)?,
        None => walk::to_face(figure, target.place.hex),
    };
    if let Some(then) = &slots.then
        && (then.verb != "move" || then.slots.plot.is_none() || then.slots.then.is_some())
    {
        return Err(Refusal::form(format!(
            "after a {name} one may `move`, and nothing else"
        )));
    }
    let there = walk::moved(figure, &way, false);
    let how = How {
        called: called(slots)?,
        penalty: due.next.penalty,
        ordinal: 0,
    };
    let context = missile::shot(scene, &there, target, item, manner, how)?;
    Ok(Planned {
        item,
        way,
        context,
        due,
    })
}

/// Plain shots or throws at everybody from where he stands.
pub fn plain(scene: &Scene, figure: &Figure, manner: Manner) -> Vec<(Slots, Planned)> {
    let mut found = Vec::new();
    for (item, _) in missile::ready(scene, figure, manner) {
        for target in scene.foes(figure) {
            let slots = Slots {
                item: Some(item.id),
                ..Slots::target(target.id)
            };
            if let Ok(planned) = plan(scene, figure, &slots, manner) {
                found.push((slots, planned));
            }
        }
    }
    found
}

impl Act for Shoot {
    fn name(&self) -> &'static str {
        self.manner.word()
    }

    fn rules(&self) -> &'static [&'static str] {
        match self.manner {
            Manner::Shot => &["W-031", "W-032", "WH-12", "T6"],
            Manner::Thrown => &["W-033", "WH-12", "T6"],
        }
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let plain: Vec<Slots> = plain(scene, figure, self.manner)
            .into_iter()
            .map(|(slots, _)| slots)
            .collect();
        let called = plain.iter().flat_map(|slots| {
            Location::ALL.map(|location| slots.clone().with_flag(location.word()))
        });
        plain.iter().cloned().chain(called).collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        plan(scene, figure, slots, self.manner).map(|_| ())
    }

    fn odds(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Option<Odds> {
        let planned = plan(scene, figure, slots, self.manner).ok()?;
        Some(odds::odds(
            &Exchange::new(&planned.context),
            &planned.context,
        ))
    }

    fn ahead(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Vec<Choice> {
        match plan(scene, figure, slots, self.manner) {
            Ok(planned) => super::strike::ways_after(scene, figure, &planned.way),
            Err(_) => Vec::new(),
        }
    }

    fn full(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Slots {
        Slots {
            item: item(scene, figure, slots, self.manner).ok(),
            ..slots.clone()
        }
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let name = |who: &CombatantId| {
            scene
                .get(*who)
                .map_or("somebody", |figure| figure.label.name.as_str())
        };
        let whom = slots.targets.first().map_or("nobody", name);
        let weapon = item(scene, figure, slots, self.manner)
            .ok()
            .and_then(|item| figure.gear.item(item))
            .map(|item| item_words(item, &scene.tables));
        let mut text = match (self.manner, weapon) {
            (Manner::Shot, Some(weapon)) => format!("shoot at {whom} with {weapon}"),
            (Manner::Shot, None) => format!("shoot at {whom}"),
            (Manner::Thrown, Some(weapon)) => format!("throw {weapon} at {whom}"),
            (Manner::Thrown, None) => format!("throw at {whom}"),
        };
        if let Ok(Some(location)) = called(slots) {
            text.push_str(&format!(", aiming at the {}", location.word()));
        }
        if let Some(plot) = &slots.plot {
            text = format!("{} and {text}", plot_words(scene, plot));
        }
        let then = slots.then.as_ref();
        if let Some(then) = then.and_then(|then| then.slots.plot.as_ref()) {
            text.push_str(&format!(", then {}", plot_words(scene, then)));
        }
        match plan(scene, figure, slots, self.manner) {
            Ok(planned) => text + &at_count(Ok(planned.due)),
            Err(_) => text,
        }
    }
}

/// A weapon that somebody can load, with its REC.
///
/// # Errors
/// Why he cannot.
pub fn loadable(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(ItemId, u8), Refusal> {
    only("load", slots, &["item"])?;
    figure.acts()?;
    let item = slots
        .item
        .ok_or_else(|| Refusal::form("`load` needs a weapon"))?;
    let (held, weapon) = missile::held(scene, figure, item)?;
    let words = item_words(held, &scene.tables);
    if scene.spent(item) == 0 {
        return Err(Refusal::new("T7", format!("{words} is loaded")));
    }
    if held.ammunition == Some(0) {
        return Err(Refusal::new(
            "WH-12",
            format!("nothing is left for {words}"),
        ));
    }
    let rec = if weapon.load > 0 {
        weapon.load
    } else {
        scene.tables.recs.reload
    };
    Ok((item, rec))
}

impl Act for Load {
    fn name(&self) -> &'static str {
        "load"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["T4", "T7", "T9"]
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
        let (_, rec) = loadable(scene, figure, slots)?;
        gather::due(scene, figure, rec, None).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let item = slots.item.and_then(|item| figure.gear.item(item));
        let name = item.map_or("nothing".to_owned(), |item| item_words(item, &scene.tables));
        let due = loadable(scene, figure, slots)
            .and_then(|(_, rec)| gather::due(scene, figure, rec, None));
        format!("load {name}") + &at_count(due)
    }
}
