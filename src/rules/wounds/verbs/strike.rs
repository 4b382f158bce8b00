//! `strike`: a blow at this count, with a way to go first and, if movement is left, a way after it
//! (W-028, WH-02, WH-03, T6 called locations).

use super::walk::plot_words;
use super::{Act, at_count, only};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::combat::refusal::Refusal;
use crate::rules::wounds::exchange::{Exchange, ExchangeContext};
use crate::rules::wounds::gather::{self, Due, How};
use crate::rules::wounds::route::Way;
use crate::rules::wounds::scene::{Figure, Scene, item_words};
use crate::rules::wounds::sheet::Location;
use crate::rules::wounds::{odds, walk};

/// The verb.
pub struct Strike;

/// A blow that can be struck: the way to it, and what it comes to from there.
pub struct Planned {
    /// The weapon.
    pub item: ItemId,
    /// The way before it.
    pub way: Way,
    /// The blow.
    pub context: ExchangeContext,
    /// When it comes.
    pub due: Due,
}

/// The location called by a flag of the order.
///
/// # Errors
/// If the flags are no location, or more than one.
pub fn called(slots: &Slots) -> Result<Option<Location>, Refusal> {
    let mut flags = slots.flags.iter();
    let (first, more) = (flags.next(), flags.next());
    let Some(word) = first else { return Ok(None) };
    let known = Location::ALL
        .into_iter()
        .find(|location| location.word() == word.as_str());
    match (known, more) {
        (Some(location), None) => Ok(Some(location)),
        _ => {
            let words = Location::ALL.map(Location::word);
            Err(Refusal::form(format!(
                "a blow may be called at one of: {}",
                words.join(", ")
            )))
        }
    }
}

/// The one whom slots name.
///
/// # Errors
/// If there is not exactly one.
pub fn target<'s>(scene: &'s Scene, slots: &Slots) -> Result<&'s Figure, Refusal> {
    match slots.targets[..] {
        [one] => scene
            .get(one)
            .ok_or_else(|| Refusal::form("that combatant is not of this battle")),
        _ => Err(Refusal::form("a blow needs one target")),
    }
}

/// The weapon that slots name, or the one he fights with.
///
/// # Errors
/// If he has none.
pub fn item(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<ItemId, Refusal> {
    slots
        .item
        .or_else(|| figure.main_weapon(&scene.tables).map(|(item, _)| item.id))
        .ok_or_else(|| Refusal::new("W-027", "he has nothing to strike with"))
}

/// Works a blow out.
///
/// # Errors
/// Why it cannot be struck.
pub fn plan(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<Planned, Refusal> {
    only(
        "strike",
        slots,
        &["targets", "item", "plot", "then", "flags"],
    )?;
    figure.acts()?;
    let target = target(scene, slots)?;
    let item = item(scene, figure, slots)?;
    let (_, weapon) = gather::weapon(scene, figure, item)?;
    let rec = gather::weapon_rec(scene, figure, item, weapon);
    let due = gather::due(scene, figure, rec, Some(weapon.skill))?;
    let way = match &slots.plot {
        None => Way::default(),
        Some(plot) => match plot.intent {
            Intent::Close(whom, _) if whom == target.id => {
                walk::plot_posture(plot)?;
                walk::to_strike(scene, figure, target, item)?
            }
            _ => walk::way(scene, figure, plot)?,
        },
    };
    if let Some(then) = &slots.then
        && (then.verb != "move" || then.slots.plot.is_none() || then.slots.then.is_some())
    {
        return Err(Refusal::form(
            "after a blow one may `move`, and nothing else",
        ));
    }
    let there = walk::moved(figure, &way, false);
    let how = How {
        called: called(slots)?,
        penalty: due.next.penalty,
        ordinal: 0,
    };
    let context = gather::blow(scene, &there, target, item, how)?;
    Ok(Planned {
        item,
        way,
        context,
        due,
    })
}

/// A plain blow at somebody from where he stands, or after closing in.
pub fn slots(target: CombatantId, item: ItemId, walks: Option<u8>) -> Slots {
    Slots {
        item: Some(item),
        plot: walks.map(|reach| Plot::new(Intent::Close(target, reach.into()))),
        ..Slots::target(target)
    }
}

/// Plain blows at everybody who can be reached in this action with a weapon; walks only where needed.
pub fn plain(scene: &Scene, figure: &Figure) -> Vec<(Slots, Planned)> {
    let mut found = Vec::new();
    let mut weapons: Vec<_> = figure.ready(&scene.tables).collect();
    let main = figure.main_weapon(&scene.tables).map(|(item, _)| item.id);
    weapons.sort_by_key(|(item, _)| Some(item.id) != main);
    for target in scene.foes(figure) {
        for (item, weapon) in &weapons {
            let reach = weapon.reach.unwrap_or(1);
            let standing = slots(target.id, item.id, None);
            if let Ok(planned) = plan(scene, figure, &standing) {
                found.push((standing, planned));
                continue;
            }
            let walking = slots(target.id, item.id, Some(reach));
            if let Ok(planned) = plan(scene, figure, &walking) {
                found.push((walking, planned));
            }
        }
    }
    found
}

/// The ways that may be gone after an action which began with a way.
pub fn ways_after(scene: &Scene, figure: &Figure, before: &Way) -> Vec<Choice> {
    let there = walk::moved(figure, before, false);
    let mut after = scene.clone();
    after.figures[usize::from(figure.id.0)] = there.clone();
    super::walk::Walk { run: false }
        .options(&after, &there)
        .into_iter()
        .filter(|slots| {
            let plot = slots.plot.as_ref();
            plot.is_some_and(|plot| walk::way(&after, &there, plot).is_ok())
        })
        .map(|slots| Choice::new("move", slots))
        .collect()
}

impl Act for Strike {
    fn name(&self) -> &'static str {
        "strike"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-028", "W-051", "WH-02", "WH-03"]
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let plain: Vec<Slots> = plain(scene, figure)
            .into_iter()
            .map(|(slots, _)| slots)
            .collect();
        let called = plain.iter().flat_map(|slots| {
            Location::ALL.map(|location| slots.clone().with_flag(location.word()))
        });
        plain.iter().cloned().chain(called).collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        plan(scene, figure, slots).map(|_| ())
    }

    fn odds(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Option<Odds> {
        let planned = plan(scene, figure, slots).ok()?;
        Some(odds::odds(
            &Exchange::new(&planned.context),
            &planned.context,
        ))
    }

    fn ahead(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Vec<Choice> {
        match plan(scene, figure, slots) {
            Ok(planned) => ways_after(scene, figure, &planned.way),
            Err(_) => Vec::new(),
        }
    }

    fn wishes(&self, whom: Option<CombatantId>) -> Vec<Slots> {
        whom.map(Slots::target).into_iter().collect()
    }

    fn full(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Slots {
        Slots {
            item: item(scene, figure, slots).ok(),
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
        let weapon = item(scene, figure, slots)
            .ok()
            .and_then(|item| figure.gear.item(item))
            .map_or_else(String::new, |item| {
                format!(" with {}", item_words(item, &scene.tables))
            });
        let mut text = format!("strike {whom}{weapon}");
        if let Ok(Some(location)) = called(slots) {
            text.push_str(&format!(", aiming at the {}", location.word()));
        }
        let planned = plan(scene, figure, slots);
        // Who has him in reach already does not close in.
        let stands = planned
            .as_ref()
            .is_ok_and(|planned| planned.way.places.is_empty());
        if let Some(plot) = slots.plot.as_ref().filter(|_| !stands) {
            let closes =
                matches!(plot.intent, Intent::Close(who, _) if Some(&who) == slots.targets.first());
            let first = if closes {
                "close in".to_owned()
            } else {
                plot_words(scene, plot)
            };
            text = format!("{first} and {text}");
        }
        if let Some(then) = slots
            .then
            .as_ref()
            .and_then(|then| then.slots.plot.as_ref())
        {
            text.push_str(&format!(", then {}", plot_words(scene, then)));
        }
        match planned {
            Ok(planned) => text + &at_count(Ok(planned.due)),
            Err(_) => text,
        }
    }
}
