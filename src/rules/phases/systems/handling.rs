//! Gear in hand: drawing, putting away, dropping, picking up, shields, doors (P-058 to P-060,
//! P-094, B-033, B-034, B-086).

use super::bursts;
use crate::board::{Dir, Ground, Hex, distance};
use crate::combat::combatant::{Carried, CombatantId, Condition, Item, ItemId};
use crate::combat::dice::Throw;
use crate::combat::event::EventKind;
use crate::combat::order::Choice;
use crate::combat::refusal::Refusal;
use crate::rules::phases::body::{Part, Use};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::feat::{Difficulty, fitness};
use crate::rules::phases::field::{Field, Terrain};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Aside, Declared, Figure, Lying, Scene, Tables};
use bevy::prelude::*;
use std::sync::Arc;

/// Where an item in hand is held when an arm fails (H-9); `None` if it falls.
pub fn hand_after(item: &Item, tables: &Tables, arm: Part) -> Option<Carried> {
    if tables.is_natural(&item.name) {
        // The other fist is left, and neither falls (P-249).
        return match (item.carried, arm) {
            (Carried::Main, Part::RightArm) | (Carried::Off, Part::LeftArm) => None,
            (carried, _) => Some(carried),
        };
    }
    let single = tables
        .weapons
        .get(&item.name)
        .is_some_and(|weapon| weapon.hands == 1 || weapon.one_handed.is_some());
    match (item.carried, arm) {
        (Carried::Both, Part::RightArm) if single => Some(Carried::Off),
        (Carried::Both, _) if single => Some(Carried::Main),
        (Carried::Both, _) | (Carried::Main, Part::RightArm) => None,
        (Carried::Off | Carried::Arm, Part::LeftArm) => None,
        (carried, _) => Some(carried),
    }
}

/// Hands free for use: arms of no use hold nothing (H-9), and fists are no load (P-230).
pub fn free_hands(figure: &Figure, tables: &Tables) -> u8 {
    let used: u8 = figure
        .gear
        .in_hand()
        .filter(|item| !tables.is_natural(&item.name))
        .map(|item| if item.carried == Carried::Both { 2 } else { 1 })
        .sum();
    2u8.saturating_sub(used)
        .saturating_sub(figure.body.arms_out())
}

/// Where a weapon goes when it is taken in hand.
pub fn hand_for(figure: &Figure, tables: &Tables, item: &Item) -> Carried {
    let main_used = figure.body.left(Part::RightArm) == Use::No
        || figure.gear.0.iter().any(|held| {
            matches!(held.carried, Carried::Main | Carried::Both) && !tables.is_natural(&held.name)
        });
    let two = tables
        .weapons
        .get(&item.name)
        .is_some_and(|weapon| weapon.hands == 2);
    match (two && free_hands(figure, tables) == 2, main_used) {
        (true, _) => Carried::Both,
        (false, true) => Carried::Off,
        (false, false) => Carried::Main,
    }
}

/// A figure with a weapon drawn, as it would be after drawing.
pub fn drawn(figure: &Figure, tables: &Tables, item: ItemId) -> Figure {
    let mut figure = figure.clone();
    if let Some(held) = figure.gear.item(item).cloned() {
        let hand = hand_for(&figure, tables, &held);
        set_carried(&mut figure.gear.0, tables, item, hand);
    }
    figure
}

fn set_carried(gear: &mut [Item], tables: &Tables, item: ItemId, carried: Carried) {
    if let Some(held) = gear.iter_mut().find(|held| held.id == item) {
        held.carried = carried;
    }
    open_fists(gear, tables, item, carried);
}

/// The hand that takes an item is no fist any more; the blow with it stays to be had (P-249).
pub fn open_fists(gear: &mut [Item], tables: &Tables, item: ItemId, carried: Carried) {
    for held in gear.iter_mut() {
        let same = match carried {
            Carried::Both => matches!(held.carried, Carried::Main | Carried::Off),
            Carried::Off | Carried::Arm => held.carried == Carried::Off,
            _ => held.carried == carried,
        };
        if same && held.id != item && tables.is_natural(&held.name) {
            held.carried = Carried::Natural;
        }
    }
}

pub(super) fn handle(
    field: &mut Field,
    who: CombatantId,
    item: ItemId,
    carried: Carried,
    manner: &str,
) {
    let tables = field.tables().clone();
    set_carried(&mut field.get_mut(who).gear.0, &tables, item, carried);
    let event = field.event(
        who,
        EventKind::Handled {
            item,
            manner: manner.into(),
        },
    );
    field.say(event);
}

/// Draws a weapon.
pub fn draw(field: &mut Field, scene: &Scene, who: CombatantId, item: ItemId) {
    let figure = scene.figure(who);
    if let Some(held) = figure.gear.item(item) {
        let hand = hand_for(figure, &scene.tables, held);
        handle(field, who, item, hand, "drawn");
    }
}

/// Lets go of an item: it lies in the hex at once (P-059). Fists are part of the body (P-249).
pub fn drop_item(field: &mut Field, who: CombatantId, item: ItemId) {
    let tables = field.tables().clone();
    if bursts::use_up(field, who, item) {
        field.get_mut(who).tempo.declares = true;
        return;
    }
    let mut row = field.get_mut(who);
    let hex = row.place.hex;
    let Some(at) = row.gear.0.iter().position(|held| held.id == item) else {
        return;
    };
    if tables.is_natural(&row.gear.0[at].name) {
        return;
    }
    let mut dropped = row.gear.0.remove(at);
    dropped.carried = Carried::Main;
    row.tempo.declares |= uses(&row.tempo.declared, item);
    let mut event = field.event(who, EventKind::Dropped { item, hex });
    if !lay_down(field, hex, dropped) {
        event = event.note("lost in deep water (B-084)");
    }
    field.say(event);
}

/// Lets go of an item on purpose: there it lies until somebody is told to pick it up.
pub fn put_down(field: &mut Field, who: CombatantId, item: ItemId) {
    drop_item(field, who, item);
    if let Some(lying) = field
        .ground
        .0
        .iter_mut()
        .find(|lying| lying.item.id == item)
    {
        lying.left_by = Some(who);
    }
}

/// Puts an item on the ground; in deep water it is lost (B-084). Whether it lies there.
pub fn lay_down(field: &mut Field, hex: Hex, item: Item) -> bool {
    let deep = field
        .terrain
        .0
        .cell(hex)
        .is_some_and(|cell| cell.ground == Ground::DeepWater);
    if !deep {
        field.ground.0.push(Lying {
            hex,
            item,
            left_by: None,
        });
    }
    !deep
}

/// Whether a declared action uses an item.
pub fn uses(declared: &Declared, item: ItemId) -> bool {
    match declared {
        Declared::Attack(used)
        | Declared::Both(used)
        | Declared::Shoot(used)
        | Declared::Throw(used)
        | Declared::DrawAttack(used)
        | Declared::Draw(used)
        | Declared::Shield(used)
        | Declared::Light(used)
        | Declared::Mount(_, Some(used))
        | Declared::Dismount(_, Some(used)) => *used == item,
        _ => false,
    }
}

/// Whether something may be done by the way: `drop`, `put away`, `pick up`.
///
/// # Errors
/// Why not.
pub fn check_aside(scene: &Scene, figure: &Figure, choice: &Choice) -> Result<(), Refusal> {
    figure.free()?;
    let Some(item) = choice.slots.item else {
        return Err(Refusal::form(format!("`{}` needs an item", choice.verb)));
    };
    let in_hand = || {
        let natural = |held: &&Item| scene.tables.is_natural(&held.name);
        if let Some(held) = figure.gear.item(item).filter(natural) {
            return Err(Refusal::new(
                "P-249",
                format!(
                    "{} are part of the body: neither dropped nor put away",
                    held.name.replace('_', " ")
                ),
            ));
        }
        figure
            .gear
            .in_hand()
            .find(|held| held.id == item)
            .ok_or_else(|| Refusal::form(format!("{} does not hold that", figure.label.name)))
    };
    match choice.verb.as_str() {
        "drop" => in_hand().map(|_| ()),
        "put away" => {
            in_hand()?;
            if figure.tempo.acted {
                return Err(Refusal::new(
                    "P-058",
                    "putting away counts as acting: not twice in a phase",
                ));
            }
            Ok(())
        }
        "pick up" => {
            if figure.rides() {
                return Err(Refusal::new(
                    "B-086",
                    "nothing is picked up from the saddle: dismount first",
                ));
            }
            if figure.grip().is_some() {
                return Err(Refusal::new(
                    "P-230",
                    "his hands have hold of somebody: let go first",
                ));
            }
            if figure.conditions.has(Condition::Held) {
                return Err(Refusal::new(
                    "P-233",
                    "who is held has only what he wielded when caught",
                ));
            }
            let lying = scene
                .ground
                .iter()
                .find(|lying| lying.item.id == item)
                .ok_or_else(|| Refusal::new("P-060", "no such item lies on the ground"))?;
            let here = figure.place.hex;
            let near = lying.hex == here
                || (distance(here, lying.hex) == 1
                    && arc_of(figure.place, lying.hex) == Arc4::Forward
                    && crate::board::reach::melee_open(&scene.board, here, lying.hex, 1).is_ok());
            if !near {
                return Err(Refusal::new(
                    "P-060",
                    "it lies too far off: own hex or a hex in front, with nothing between",
                ));
            }
            if scene.tables.is_natural(&lying.item.name) {
                return Err(Refusal::new("P-249", "that is part of a body"));
            }
            let hands = scene
                .tables
                .weapons
                .get(&lying.item.name)
                .map_or(1, |weapon| {
                    if weapon.one_handed.is_some() {
                        1
                    } else {
                        weapon.hands
                    }
                });
            if free_hands(figure, &scene.tables) < hands {
                return Err(Refusal::new(
                    "P-060",
                    format!("picking it up needs {hands} free hand(s)"),
                ));
            }
            Ok(())
        }
        other => Err(Refusal::form(format!(
            "`{other}` is nothing that is done by the way"
        ))),
    }
}

/// Carries out what is done by the way in the Action sub-phase (P-058, P-060).
pub fn do_asides(mut field: Field, mut asides: Query<&mut Aside>) {
    let scene = field.scene();
    // Two at once for one item: the one in the hex itself gets it, otherwise neither (B-086).
    let mut wanted: Vec<(CombatantId, Choice)> = Vec::new();
    for id in field.ids() {
        let entity = field.entity(id);
        let Ok(mut aside) = asides.get_mut(entity) else {
            continue;
        };
        if let Some(choice) = aside
            .0
            .take()
            .or_else(|| retrieval(&scene, scene.figure(id)))
            && check_aside(&scene, scene.figure(id), &choice).is_ok()
        {
            wanted.push((id, choice));
        }
    }
    for (who, choice) in &wanted {
        let Some(item) = choice.slots.item else {
            continue;
        };
        match choice.verb.as_str() {
            "put away" => {
                if !bursts::use_up(&mut field, *who, item) {
                    handle(&mut field, *who, item, Carried::Belt, "put away");
                }
                let mut row = field.get_mut(*who);
                row.tempo.acted = true;
                row.tempo.declares = true;
            }
            "pick up" => {
                let rivals = wanted.iter().any(|(other, theirs)| {
                    other != who && theirs.verb == "pick up" && theirs.slots.item == Some(item)
                });
                let here = field.get(*who).place.hex;
                let lies = field
                    .ground
                    .0
                    .iter()
                    .position(|lying| lying.item.id == item);
                let Some(at) = lies else { continue };
                if rivals && field.ground.0[at].hex != here {
                    let event = field
                        .event(*who, EventKind::Nothing)
                        .note("two reached for it at once: neither gets it (B-086)");
                    field.say(event);
                    continue;
                }
                pick_up(&mut field, &scene, *who, at);
            }
            _ => {}
        }
    }
}

/// The weapon a standing order has somebody pick up: within reach, with no weapon in hand.
fn retrieval(scene: &Scene, figure: &Figure) -> Option<Choice> {
    let armed = figure
        .gear
        .in_hand()
        .any(|item| item.carried != Carried::Arm);
    if !figure.standing.retrieve || armed {
        return None;
    }
    let choice = |item| {
        let slots = crate::combat::order::Slots {
            item: Some(item),
            ..Default::default()
        };
        Choice::new("pick up", slots)
    };
    // The nearest, then the heaviest hitter: not the order in which they came to lie there.
    let mut near: Vec<_> = scene
        .ground
        .iter()
        .filter(|lying| lying.left_by != Some(figure.id))
        .filter_map(|lying| {
            let weapon = scene.tables.weapons.get(&lying.item.name)?;
            let far = distance(figure.place.hex, lying.hex);
            let blow = std::cmp::Reverse(weapon.damage.twice_mean());
            Some(((far, blow, lying.item.name.clone()), lying.item.id))
        })
        .collect();
    near.sort();
    near.into_iter()
        .map(|(_, item)| choice(item))
        .find(|choice| check_aside(scene, figure, choice).is_ok())
}

fn pick_up(field: &mut Field, scene: &Scene, who: CombatantId, at: usize) {
    let Lying { mut item, .. } = field.ground.0.remove(at);
    let id = item.id;
    item.carried = hand_for(scene.figure(who), &scene.tables, &item);
    let speed = scene
        .tables
        .weapons
        .get(&item.name)
        .map_or(0, |weapon| u32::from(weapon.speed));
    let natural = |item: ItemId| {
        scene
            .figure(who)
            .gear
            .item(item)
            .is_some_and(|held| held.carried == Carried::Natural)
    };
    let bare = match scene.figure(who).tempo.declared {
        Declared::Attack(item) => natural(item),
        Declared::Wait => true,
        _ => false,
    };
    let mut row = field.get_mut(who);
    open_fists(&mut row.gear.0, &scene.tables, id, item.carried);
    row.gear.0.push(item);
    // By place and name: numbers of items must not decide which weapon comes first.
    row.gear
        .0
        .sort_by(|a, b| (a.carried, &a.name, a.id).cmp(&(b.carried, &b.name, b.id)));
    // Its Speed is added only if the pending action uses it (P-060).
    if uses(&row.tempo.declared, id) {
        row.tempo.due += speed;
        row.let_go();
    }
    row.tempo.unready = Some(id);
    // Bare hands were only for want of it: the next action is chosen anew (P-056).
    row.tempo.aborted |= row.standing.retrieve && bare;
    let event = field.event(
        who,
        EventKind::Handled {
            item: id,
            manner: "picked up".into(),
        },
    );
    field.say(event);
}

/// Readies or unstraps a shield (P-259, H-7). A two-handed weapon that allows it goes to one hand.
pub fn shield(field: &mut Field, scene: &Scene, who: CombatantId, item: ItemId) {
    let figure = scene.figure(who);
    let Some(held) = figure.gear.item(item) else {
        return;
    };
    if held.carried == Carried::Arm {
        handle(field, who, item, Carried::Slung, "unstrapped");
        return;
    }
    if free_hands(figure, &scene.tables) == 0
        && let Some(weapon) = figure
            .gear
            .0
            .iter()
            .find(|other| other.carried == Carried::Both)
    {
        handle(field, who, weapon.id, Carried::Main, "held in one hand");
    }
    handle(field, who, item, Carried::Arm, "readied");
}

/// Lights a torch or lantern and holds it; it goes out when it leaves the hand (B-019).
pub fn light(field: &mut Field, scene: &Scene, who: CombatantId, item: ItemId) {
    let figure = scene.figure(who);
    if let Some(held) = figure.gear.item(item) {
        let hand = hand_for(figure, &scene.tables, held);
        handle(field, who, item, hand, "lit");
    }
}

/// Opens or closes a door (B-033).
pub fn door(field: &mut Field, who: CombatantId, side: Dir) {
    let hex = field.get(who).place.hex;
    let terrain: &mut Terrain = &mut field.terrain;
    let board = Arc::make_mut(&mut terrain.0);
    let Some(mut edge) = board.edge(hex, side) else {
        return;
    };
    if edge.locked && !edge.open {
        let event = field
            .event(who, EventKind::Nothing)
            .note("the door is locked: it has to be forced (B-034)");
        field.say(event);
        return;
    }
    edge.open = !edge.open;
    board.set_edge(hex, side, Some(edge));
    let words = if edge.open {
        "opens the door"
    } else {
        "closes the door"
    };
    let event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (B-033)"));
    field.say(event);
}

/// Forces a door: a Challenging Fitness Feat (B-034).
pub fn force_door(field: &mut Field, who: CombatantId, side: Dir, rushed: u32) {
    let row = field.get(who);
    let (sheet, burden) = (row.sheet(), row.body.burden());
    let feat = fitness(&sheet, Difficulty::Challenging, burden - rushed as i32)
        .roll(field.dice(), Throw::new(who, "force door"));
    let hex = field.get(who).place.hex;
    if feat.success {
        let terrain: &mut Terrain = &mut field.terrain;
        let board = Arc::make_mut(&mut terrain.0);
        if let Some(mut edge) = board.edge(hex, side) {
            edge.open = true;
            edge.locked = false;
            board.set_edge(hex, side, Some(edge));
        }
    }
    let words = if feat.success {
        "forces the door"
    } else {
        "cannot force the door"
    };
    let mut event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (B-034)"));
    event.details.push(feat.detail());
    field.say(event);
}
