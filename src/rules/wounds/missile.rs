//! From the scene to a shot or a throw (W-026, W-031 to W-033, WH-12, T6, B-027): who may send off what,
//! and what stands in the way.

use super::attack::{self, Attack, Cover, Situation};
use super::exchange::ExchangeContext;
use super::gather::{self, How, Stances};
use super::outlook::in_front;
use super::scene::{Figure, Scene, is_broken, item_words};
use super::sheet::{Skill, Weapon};
use crate::board::cover::{self, Body, cover_in_sight};
use crate::board::{Hex, distance, light, reach, sight};
use crate::combat::combatant::{Carried, Item, ItemId, Posture};
use crate::combat::refusal::Refusal;

/// Percent that a body in the way hides (B-027).
const BODY: u8 = 20;

/// How a missile is sent off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// From a bow, a crossbow, a sling, a gun.
    Shot,
    /// By the hand alone.
    Thrown,
}

impl Manner {
    /// Both.
    pub const ALL: [Manner; 2] = [Manner::Shot, Manner::Thrown];

    /// The verb.
    pub const fn word(self) -> &'static str {
        match self {
            Manner::Shot => "shoot",
            Manner::Thrown => "throw",
        }
    }
}

/// A weapon used so: itself, or the thrown way of a weapon of hand.
fn used<'s>(scene: &'s Scene, weapon: &'s Weapon, manner: Manner) -> Option<&'s Weapon> {
    let thrown = weapon.skill == Skill::Thrown;
    match manner {
        Manner::Shot => (weapon.step.is_some() && !thrown).then_some(weapon),
        Manner::Thrown if thrown => Some(weapon),
        Manner::Thrown => scene.tables.weapons.get(weapon.thrown.as_ref()?),
    }
}

/// A weapon in hand that shoots.
///
/// # Errors
/// Why it is none.
pub fn held<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    item: ItemId,
) -> Result<(&'s Item, &'s Weapon), Refusal> {
    in_hand(scene, figure, item, Manner::Shot)
}

/// A weapon in hand that can be used so, loaded or not.
///
/// # Errors
/// Why it cannot.
pub fn in_hand<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    item: ItemId,
    manner: Manner,
) -> Result<(&'s Item, &'s Weapon), Refusal> {
    let name = &figure.label.name;
    let held = figure
        .gear
        .item(item)
        .ok_or_else(|| Refusal::form(format!("{name} carries no such item")))?;
    let words = item_words(held, &scene.tables);
    let weapon = scene
        .tables
        .weapons
        .get(&held.name)
        .and_then(|weapon| used(scene, weapon, manner))
        .ok_or_else(|| {
            let what = match manner {
                Manner::Shot => "does not shoot",
                Manner::Thrown => "is not for throwing",
            };
            Refusal::new("W-027", format!("{words} {what}"))
        })?;
    let carried = match held.carried {
        Carried::Main | Carried::Off | Carried::Both => Ok(()),
        _ => Err(format!("{words} is not in hand")),
    };
    let usable = carried.and_then(|()| {
        if is_broken(held) {
            Err(format!("{words} is broken"))
        } else if figure.hands_work(held.carried) {
            Ok(())
        } else {
            Err(format!("{name} cannot use the hand that holds {words}"))
        }
    });
    usable.map_err(|why| Refusal::new("W-056", why))?;
    Ok((held, weapon))
}

/// A weapon in hand that can be sent off now: loaded, with something to send.
///
/// # Errors
/// Why it cannot.
pub fn weapon<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    item: ItemId,
    manner: Manner,
) -> Result<(&'s Item, &'s Weapon), Refusal> {
    let (held, weapon) = in_hand(scene, figure, item, manner)?;
    let words = item_words(held, &scene.tables);
    if weapon.area_sl.is_some() {
        return Err(Refusal::new(
            "WH-13",
            format!("{words} bursts over an area, which cannot be ordered yet"),
        ));
    }
    if manner == Manner::Shot {
        if held.ammunition == Some(0) {
            return Err(Refusal::new(
                "WH-12",
                format!("nothing is left for {words}"),
            ));
        }
        let spent = scene.spent(item);
        let full = weapon.shots.unwrap_or(u16::MAX - 1);
        if spent >= full {
            return Err(Refusal::new(
                "T7",
                format!("{words} has to be loaded first"),
            ));
        }
    }
    if figure.posture == Posture::Swimming {
        return Err(Refusal::new("B-048", "no missiles in deep water"));
    }
    Ok((held, weapon))
}

/// Weapons in hand that can be sent off so now, in the order carried.
pub fn ready<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    manner: Manner,
) -> impl Iterator<Item = (&'s Item, &'s Weapon)> + 's {
    let items = figure.gear.0.iter();
    items.filter_map(move |item| weapon(scene, figure, item.id, manner).ok())
}

/// A weapon in hand that shoots, loaded or not, as long as there is something to load it with.
pub fn shooting<'s>(scene: &'s Scene, figure: &'s Figure) -> Option<(&'s Item, &'s Weapon)> {
    let items = figure.gear.0.iter();
    items
        .filter_map(|item| held(scene, figure, item.id).ok())
        .find(|(item, _)| item.ammunition != Some(0))
}

/// A shot or a throw at somebody from where both stand.
///
/// # Errors
/// Why it cannot be made, with the rule.
pub fn shot(
    scene: &Scene,
    shooter: &Figure,
    target: &Figure,
    item: ItemId,
    manner: Manner,
    how: How,
) -> Result<ExchangeContext, Refusal> {
    shooter.acts()?;
    let (held, used) = weapon(scene, shooter, item, manner)?;
    let name = &target.label.name;
    if !scene.enemies(shooter.id, target.id) {
        return Err(Refusal::form(format!("{name} is no enemy")));
    }
    if target.fitness.is_out() || !target.fitness.on_board() {
        return Err(Refusal::new("B-093", format!("{name} is out of the fight")));
    }
    let (from, to) = (shooter.place.hex, target.place.hex);
    if from == to {
        return Err(Refusal::new(
            "WH-12",
            format!("{name} is too near to aim at"),
        ));
    }
    if !in_front(shooter.place, to) {
        return Err(Refusal::new(
            "WH-02",
            format!("{name} does not stand in front of {}", shooter.label.name),
        ));
    }
    let stances = Stances::of(shooter, target);
    let attack = attack_at(scene, shooter, target, held, used, how, stances)
        .ok_or_else(|| Refusal::new("B-014", format!("{name} cannot be seen from there")))?;
    let context = context(scene, shooter, target, used, attack);
    attack::possible(&context.attack, &scene.tables.circumstances)?;
    Ok(context)
}

/// A missile that went astray into somebody (T6, T9): nothing is asked of the way to him.
///
/// # Errors
/// If the weapon is no more.
pub fn stray(
    scene: &Scene,
    shooter: &Figure,
    other: &Figure,
    item: &Item,
    manner: Manner,
    how: How,
) -> Result<ExchangeContext, Refusal> {
    let used = scene
        .tables
        .weapons
        .get(&item.name)
        .and_then(|weapon| used(scene, weapon, manner))
        .ok_or_else(|| Refusal::form("that is no missile"))?;
    let stances = Stances::of(shooter, other);
    let attack = gather::attack_at(scene, shooter, other, item, used, how, stances);
    Ok(context(scene, shooter, other, used, attack))
}

fn context(
    scene: &Scene,
    shooter: &Figure,
    target: &Figure,
    used: &Weapon,
    attack: Attack,
) -> ExchangeContext {
    ExchangeContext {
        attack,
        target: gather::target_of(scene, shooter, target, used),
        charts: scene.tables.charts.clone(),
        circumstances: scene.tables.circumstances,
    }
}

/// The attack of a shooter on somebody as if both stood so; `None` where he is not seen.
pub fn attack_at(
    scene: &Scene,
    shooter: &Figure,
    target: &Figure,
    held: &Item,
    used: &Weapon,
    how: How,
    stances: Stances,
) -> Option<Attack> {
    let cover = cover(scene, shooter, target, stances)?;
    let hand = gather::attack_at(scene, shooter, target, held, used, how, stances);
    let far = hand.situation.distance;
    let near = if far <= 1 && used.unhandy {
        scene.tables.circumstances.adjacent
    } else {
        0
    };
    let slow = used
        .close
        .filter(|(_, within)| far <= *within)
        .map_or(0, |(modifier, _)| modifier);
    Some(Attack {
        crowded: 0,
        unhandy: near + slow,
        dam_per_step: used.dam_per_step,
        situation: Situation {
            cover,
            // Whoever is shot at is seen.
            unseen: false,
            into_melee: neighbours(scene, shooter, target).next().is_some(),
            ..hand.situation
        },
        ..hand
    })
}

/// Who is in a melee with somebody: conscious enemies of his in the next hexes, the shooter left out
/// (T6).
pub fn neighbours<'s>(
    scene: &'s Scene,
    shooter: &'s Figure,
    target: &'s Figure,
) -> impl Iterator<Item = &'s Figure> + 's {
    scene.figures.iter().filter(move |other| {
        other.id != shooter.id
            && other.fills()
            && scene.enemies(other.id, target.id)
            && reach::blow(&scene.board, other.place.hex, target.place.hex, 1).is_ok()
    })
}

/// Cover of somebody from a shooter; `None` where he is not seen in the light there is (B-014, B-020).
fn cover(scene: &Scene, shooter: &Figure, target: &Figure, stances: Stances) -> Option<Cover> {
    let board = &*scene.board;
    let (from, to) = (stances.from.hex, stances.to.hex);
    let eyes = (
        sight::eye(board, from, stances.posture.eye_cm()),
        sight::eye(board, to, stances.lies.eye_cm()),
    );
    let grade = light::grade(board, to, &[]);
    let lit = grade
        .seen_up_to()
        .is_none_or(|hexes| distance(from, to) <= hexes);
    let bodies = |hex: Hex| {
        scene
            .occupant(hex)
            .filter(|other| other.id != shooter.id && other.id != target.id)
            .map(|other| Body {
                top_cm: board.footing_cm(hex) + other.posture.top_cm(),
                percent: BODY,
            })
    };
    let found = cover_in_sight(board, eyes.0, eyes.1, bodies).filter(|_| lit)?;
    Some(match cover::band(found.worst()) {
        cover::Band::None => Cover::None,
        cover::Band::Light => Cover::Light,
        cover::Band::Half => Cover::Half,
        cover::Band::ThreeQuarter => Cover::ThreeQuarters,
        cover::Band::Slit => Cover::Slit,
        cover::Band::Full => return None,
    })
}
