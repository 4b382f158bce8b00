//! From the scene to the plain contexts of the pure rules.

use super::armour;
use super::attack::{self, Attack, Cover, Situation};
use super::defence::DefenceContext;
use super::exchange::{ExchangeContext, Target};
use super::outlook::{in_front, sector_of};
use super::pace::{self, Next};
use super::scene::{Figure, Scene, item_words};
use super::sheet::{Location, Skill, Weapon};
use super::tables::{InitiativeMode, Timing};
use super::weapon_use::{WeaponUse, weapon_use};
use crate::board::{Cell, Hex, cover, distance, light, reach, sight};
use crate::combat::combatant::{Carried, Item, ItemId, Place, Posture};
use crate::combat::refusal::Refusal;

/// What a blow adds to weapon and target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// A location named beforehand.
    pub called: Option<Location>,
    /// Recovery penalty, 0 or less.
    pub penalty: i32,
    /// Tells apart several blows of one man in one step.
    pub ordinal: u16,
}

/// A weapon in somebody's hand, drawn and of use.
///
/// # Errors
/// Why it cannot be used.
pub fn weapon<'s>(
    scene: &'s Scene,
    figure: &'s Figure,
    item: ItemId,
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
        .ok_or_else(|| Refusal::form(format!("{words} is no weapon")))?;
    if !weapon.is_melee() {
        return Err(Refusal::new(
            "W-027",
            format!("{words} is not for hand to hand"),
        ));
    }
    if figure.ready_item(item, &scene.tables).is_none() {
        let why = match held.carried {
            Carried::Belt | Carried::Slung => format!("{words} is not drawn"),
            _ if super::scene::is_broken(held) => format!("{words} is broken"),
            _ => format!("{name} cannot use the hand that holds {words}"),
        };
        return Err(Refusal::new("W-056", why));
    }
    Ok((held, weapon))
}

/// A blow of one at another with a weapon in hand, from where both stand.
///
/// # Errors
/// Why it cannot be struck, with the rule.
pub fn blow(
    scene: &Scene,
    striker: &Figure,
    target: &Figure,
    item: ItemId,
    how: How,
) -> Result<ExchangeContext, Refusal> {
    striker.acts()?;
    let (held, weapon) = weapon(scene, striker, item)?;
    if !scene.enemies(striker.id, target.id) {
        return Err(Refusal::form(format!("{} is no enemy", target.label.name)));
    }
    if target.fitness.is_out() || !target.fitness.on_board() {
        return Err(Refusal::new(
            "B-093",
            format!("{} is out of the fight", target.label.name),
        ));
    }
    let (from, to) = (striker.place.hex, target.place.hex);
    let hexes = u32::from(weapon.reach.unwrap_or(0));
    reach::melee_open(&scene.board, from, to, hexes)
        .map_err(|barred| Refusal::new(barred.rule, barred.words))?;
    if !in_front(striker.place, to) {
        return Err(Refusal::new(
            "WH-02",
            format!(
                "{} does not stand in front of {}",
                target.label.name, striker.label.name
            ),
        ));
    }
    let context = ExchangeContext {
        attack: attack_at(
            scene,
            striker,
            target,
            held,
            weapon,
            how,
            Stances::of(striker, target),
        ),
        target: target_of(scene, striker, target, weapon),
        charts: scene.tables.charts.clone(),
        circumstances: scene.tables.circumstances,
    };
    attack::possible(&context.attack, &scene.tables.circumstances)?;
    Ok(context)
}

/// A blow that goes astray into an ally (T9): nothing is asked but that it reaches him.
///
/// # Errors
/// If the weapon is no more.
pub fn stray(
    scene: &Scene,
    striker: &Figure,
    ally: &Figure,
    item: ItemId,
    how: How,
) -> Result<ExchangeContext, Refusal> {
    let (held, weapon) = weapon(scene, striker, item)?;
    Ok(ExchangeContext {
        attack: attack_at(
            scene,
            striker,
            ally,
            held,
            weapon,
            how,
            Stances::of(striker, ally),
        ),
        target: target_of(scene, striker, ally, weapon),
        charts: scene.tables.charts.clone(),
        circumstances: scene.tables.circumstances,
    })
}

/// Where two stand, and how, for a blow between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stances {
    /// The striker's place.
    pub from: Place,
    /// The striker's posture.
    pub posture: Posture,
    /// The target's place.
    pub to: Place,
    /// The target's posture.
    pub lies: Posture,
}

impl Stances {
    /// As they are.
    pub const fn of(striker: &Figure, target: &Figure) -> Stances {
        Stances {
            from: striker.place,
            posture: striker.posture,
            to: target.place,
            lies: target.posture,
        }
    }
}

/// The attack of one on another as if both stood so.
pub fn attack_at(
    scene: &Scene,
    striker: &Figure,
    target: &Figure,
    held: &Item,
    weapon: &Weapon,
    how: How,
    stances: Stances,
) -> Attack {
    let (from, to) = (stances.from.hex, stances.to.hex);
    let far = distance(from, to).min(255) as u8;
    let reach = weapon.reach.unwrap_or(0);
    Attack {
        who: striker.id,
        target: target.id,
        ordinal: how.ordinal,
        usage: usage(scene, striker, weapon),
        crowded: if far < reach { weapon.crowded } else { 0 },
        unhandy: 0,
        dam_per_step: 0,
        natural: held.carried == Carried::Natural,
        defence: DefenceContext {
            rating: target.sheet.defence.into(),
            encumbrance: armour::encumbrance(&target.gear, &scene.tables).into(),
            from: sector_of(stances.to, from),
            posture: stances.lies,
            unaware: false,
            dazed: target.shock.winded() || target.helpless(),
            off_balance: target.exposure.off_balance,
            charged: target.exposure.charged,
            hampered: hampers(scene, to),
        },
        helpless: target.helpless(),
        situation: Situation {
            distance: far,
            cover: melee_cover(scene, from, to),
            unseen: !sees(scene, stances),
            light: light::grade(&scene.board, to, &[]),
            higher: reach::high_ground_m(&scene.board, from, to) >= 1,
            target_ran: target.turn.ran,
            ran: striker.turn.ran,
            posture: stances.posture,
            hampered: hampers(scene, from),
            into_melee: false,
            off_hand: held.carried == Carried::Off && striker.sheet.skill(Skill::MartialArts) == 0,
            damaged: held.wear > 0,
        },
        injury: striker.penalty(),
        recovery: how.penalty,
        called: how.called,
    }
}

pub(super) fn target_of(
    scene: &Scene,
    striker: &Figure,
    target: &Figure,
    weapon: &Weapon,
) -> Target {
    let gone = target.injuries.gone(&target.sheet.boxes, Location::LeftArm);
    let shield =
        !weapon.ignores_shield && !target.helpless() && armour::shield_ready(&target.shock, gone);
    let from = sector_of(target.place, striker.place.hex);
    Target {
        who: target.id,
        boxes: target.sheet.boxes,
        injuries: target.injuries,
        shock_value: target.sheet.shock.into(),
        shock: target.shock.clone(),
        armour: armour::protection(&target.gear, &scene.tables, from, shield),
    }
}

/// The figures of a weapon for somebody.
pub fn usage(scene: &Scene, figure: &Figure, weapon: &Weapon) -> WeaponUse {
    weapon_use(&figure.sheet, weapon, &scene.tables)
}

/// Cover between two fighters, one band lower than at a distance (B-026).
fn melee_cover(scene: &Scene, from: Hex, to: Hex) -> Cover {
    let percent = cover::melee_cover(&scene.board, from, to).worst();
    match cover::band(percent).lower() {
        cover::Band::None => Cover::None,
        cover::Band::Light => Cover::Light,
        cover::Band::Half => Cover::Half,
        cover::Band::ThreeQuarter => Cover::ThreeQuarters,
        cover::Band::Slit | cover::Band::Full => Cover::Slit,
    }
}

/// Whether somebody on foot in a hex is hampered by its ground (B-047).
fn hampers(scene: &Scene, hex: Hex) -> bool {
    scene.board.cell(hex).is_some_and(Cell::hampers)
}

/// Whether one sees another in the light there is (B-020).
fn sees(scene: &Scene, stances: Stances) -> bool {
    let (from, to) = (stances.from.hex, stances.to.hex);
    if from == to {
        return true;
    }
    let eye = |hex, posture: Posture| sight::eye(&scene.board, hex, posture.eye_cm());
    let grade = light::grade(&scene.board, to, &[]);
    light::seen(
        &scene.board,
        eye(from, stances.posture),
        eye(to, stances.lies),
        grade,
    )
}

/// REC of an action without a weapon (W-051).
pub fn plain_rec(scene: &Scene) -> u8 {
    scene.tables.recs.use_item
}

/// REC of an action with a weapon, a second drawn one counted (W-048, W-055, W-056).
pub fn weapon_rec(scene: &Scene, figure: &Figure, item: ItemId, weapon: &Weapon) -> u8 {
    let drawn = |item: ItemId| figure.ready_item(item, &scene.tables).is_some();
    let other = pace::is_other(&figure.turn, item) && figure.turn.last.is_some_and(drawn);
    pace::recovery(weapon, figure.sheet.skill(Skill::MartialArts), other)
}

/// One action a round for everybody (W-018).
pub fn single(scene: &Scene) -> bool {
    scene.switches.initiative == InitiativeMode::Trade
}

/// When an action comes: at this count, or only later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Count and penalty.
    pub next: Next,
    /// It may be done at the count at hand.
    pub now: bool,
}

/// When an action of somebody comes that has this REC and, where it matters, uses this skill: another
/// skill than the one initiative was rolled with comes two counts later (W-011, W-060).
///
/// # Errors
/// Why it cannot come in this round at all.
pub fn due(scene: &Scene, figure: &Figure, rec: u8, skill: Option<Skill>) -> Result<Due, Refusal> {
    let mut next = pace::next(&figure.turn, rec, single(scene))?;
    let counted = matches!(figure.turn.initiative, super::state::Initiative::Count(_));
    if !counted || scene.switches.timing == Timing::Passes {
        return Ok(Due { next, now: true });
    }
    let changed = match (skill, figure.turn.intended) {
        (Some(used), Some(meant)) => used != meant,
        _ => false,
    };
    if changed {
        // The table writes the counts lost as a negative number.
        next.count -= i16::from(scene.tables.circumstances.changed_skill.unsigned_abs());
        if next.count < 1 {
            return Err(Refusal::new(
                "W-011",
                "with another skill it would come two counts later, and the round ends at count 1",
            ));
        }
    }
    let Some(count) = scene.count else {
        return Ok(Due { next, now: true });
    };
    let now = next.count >= count;
    next.count = next.count.min(count);
    Ok(Due { next, now })
}
