//! `declare`: what comes next, as kind and item; target and special are chosen later (P-093).

use crate::board::{Dir, EdgeKind, distance};
use crate::combat::combatant::{
    Carried, CombatantId, Condition, Fitness, Gear, Item, ItemId, OutBy,
};
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::derive;
use crate::rules::phases::gather::sight::source;
use crate::rules::phases::grapple::{Grip, hands};
use crate::rules::phases::initiative::{action_speed, speed_of};
use crate::rules::phases::saddle::{check_ready, in_hand};
use crate::rules::phases::scene::{Declared, Figure, Scene, Tables};
use crate::rules::phases::sheet::MissileKind;
use crate::rules::phases::systems::handling::free_hands;
use crate::rules::phases::two_weapons;
use crate::rules::phases::weapon_use::throws_it;

/// The kinds, as flags of the order.
const KINDS: [&str; 16] = [
    "attack",
    "both",
    "shoot",
    "throw",
    "draw",
    "shield",
    "light",
    "door",
    "grapple",
    "break free",
    "maintain",
    "first aid",
    "mount",
    "dismount",
    "guard",
    "wait",
];

/// The declaration that slots describe; `None` if they describe none.
pub fn declared(slots: &Slots) -> Option<Declared> {
    let flag = |name| slots.flag(name);
    let item = slots.item;
    Some(if flag("draw") && flag("attack") {
        Declared::DrawAttack(item?)
    } else if flag("attack") && flag("both") {
        Declared::Both(item?)
    } else if flag("attack") {
        Declared::Attack(item?)
    } else if flag("shoot") {
        Declared::Shoot(item?)
    } else if flag("throw") {
        Declared::Throw(item?)
    } else if flag("draw") {
        Declared::Draw(item?)
    } else if flag("shield") {
        Declared::Shield(item?)
    } else if flag("light") {
        Declared::Light(item?)
    } else if flag("door") && flag("force") {
        Declared::ForceDoor(slots.dir?)
    } else if flag("door") {
        Declared::Door(slots.dir?)
    } else if flag("grapple") {
        Declared::Grapple
    } else if flag("break free") {
        Declared::BreakFree
    } else if flag("maintain") {
        Declared::Maintain
    } else if flag("first aid") {
        Declared::FirstAid(*slots.targets.first()?)
    } else if flag("mount") {
        Declared::Mount(*slots.targets.first()?, item)
    } else if flag("dismount") {
        Declared::Dismount(slots.dir, item)
    } else if flag("guard") {
        Declared::Guard
    } else if flag("wait") {
        Declared::Wait
    } else {
        return None;
    })
}

/// The slots of a declaration.
pub fn slots(action: &Declared) -> Slots {
    let (flags, item, dir): (&[&str], _, _) = match action {
        Declared::Attack(item) => (&["attack"], Some(*item), None),
        Declared::Both(item) => (&["attack", "both"], Some(*item), None),
        Declared::Shoot(item) => (&["shoot"], Some(*item), None),
        Declared::Throw(item) => (&["throw"], Some(*item), None),
        Declared::DrawAttack(item) => (&["draw", "attack"], Some(*item), None),
        Declared::Draw(item) => (&["draw"], Some(*item), None),
        Declared::Shield(item) => (&["shield"], Some(*item), None),
        Declared::Light(item) => (&["light"], Some(*item), None),
        Declared::Door(dir) => (&["door"], None, Some(*dir)),
        Declared::ForceDoor(dir) => (&["door", "force"], None, Some(*dir)),
        Declared::Grapple => (&["grapple"], None, None),
        Declared::BreakFree => (&["break free"], None, None),
        Declared::Maintain => (&["maintain"], None, None),
        Declared::FirstAid(_) => (&["first aid"], None, None),
        Declared::Mount(_, ready) => (&["mount"], *ready, None),
        Declared::Dismount(dir, ready) => (&["dismount"], *ready, *dir),
        Declared::Guard => (&["guard"], None, None),
        Declared::Wait => (&["wait"], None, None),
    };
    let mut slots = Slots {
        item,
        dir,
        ..Slots::default()
    };
    for flag in flags {
        slots = slots.with_flag(flag);
    }
    if let Declared::FirstAid(other) | Declared::Mount(other, _) = action {
        slots.targets = vec![*other];
    }
    slots
}

/// A declaration in words.
pub fn words(action: &Declared, gear: &Gear, tables: &Tables) -> String {
    let name = |item| {
        gear.item(item).map_or_else(
            || "a lost weapon".to_owned(),
            |item| item_words(item, tables),
        )
    };
    match action {
        Declared::Attack(item) => format!("attack with {}", name(*item)),
        Declared::Both(item) => {
            let held = |carried| gear.0.iter().find(|held| held.carried == carried);
            let second = held(Carried::Off).or_else(|| held(Carried::Natural));
            let second = second.map_or_else(
                || "nothing in the other hand".to_owned(),
                |held| item_words(held, tables),
            );
            format!("attack with {} and {second}", name(*item))
        }
        Declared::Shoot(item) => format!("shoot with {}", name(*item)),
        Declared::Throw(item) => format!("throw {}", name(*item)),
        Declared::DrawAttack(item) => format!("draw {} and attack", name(*item)),
        Declared::Draw(item) => format!("draw {}", name(*item)),
        Declared::Shield(item) => format!("ready or unstrap {}", name(*item)),
        Declared::Light(item) => format!("light {}", name(*item)),
        Declared::Door(_) => "open or close a door".to_owned(),
        Declared::ForceDoor(_) => "force a door".to_owned(),
        Declared::Grapple => "grapple".to_owned(),
        Declared::BreakFree => "break free".to_owned(),
        Declared::Maintain => "keep him pinned".to_owned(),
        Declared::FirstAid(_) => "give first aid".to_owned(),
        Declared::Mount(_, None) => "mount".to_owned(),
        Declared::Mount(_, Some(item)) => format!("mount with {} ready", name(*item)),
        Declared::Dismount(_, None) => "dismount".to_owned(),
        Declared::Dismount(_, Some(item)) => format!("dismount with {} ready", name(*item)),
        Declared::Guard => "guard".to_owned(),
        Declared::Wait => "wait".to_owned(),
    }
}

/// An item's name for players.
pub fn item_words(item: &Item, tables: &Tables) -> String {
    let table_name = tables
        .weapons
        .get(&item.name)
        .map(|weapon| &weapon.name)
        .or_else(|| tables.shields.get(&item.name).map(|shield| &shield.name))
        .or_else(|| tables.armour.get(&item.name).map(|armour| &armour.name));
    table_name.map_or_else(|| item.name.to_string(), |name| name.to_lowercase())
}

/// What a weapon of the tables is called, the same everywhere.
pub fn weapon_words(name: &str, tables: &Tables) -> String {
    tables.weapons.get(name).map_or_else(
        || name.replace('_', " "),
        |weapon| weapon.name.to_lowercase(),
    )
}

/// Whether a declaration can be made now.
///
/// # Errors
/// Why not, with its rule.
pub fn check(scene: &Scene, figure: &Figure, action: &Declared) -> Result<(), Refusal> {
    let tables = &*scene.tables;
    let weapon =
        |item| {
            let held = figure.gear.item(item).ok_or_else(|| {
                Refusal::form(format!("{} carries no such item", figure.label.name))
            })?;
            let weapon = tables.weapons.get(&held.name).ok_or_else(|| {
                Refusal::form(format!("{} is no weapon", item_words(held, tables)))
            })?;
            Ok::<_, Refusal>((held, weapon))
        };
    let ready = |held: &Item| matches!(held.carried, Carried::Main | Carried::Off | Carried::Both);
    check_grips(figure, action)?;
    match action {
        Declared::Attack(item) => {
            let (held, weapon) = weapon(*item)?;
            if !ready(held) && held.carried != Carried::Natural {
                return Err(Refusal::new(
                    "P-094",
                    format!(
                        "{} is not in hand: declare `draw and attack`",
                        item_words(held, tables)
                    ),
                ));
            }
            if weapon.reach.is_none() {
                return Err(Refusal::new(
                    "P-103",
                    format!("{} has no melee mode", item_words(held, tables)),
                ));
            }
        }
        Declared::Both(item) => {
            let [primary, secondary] = two_weapons::items(figure, tables)?;
            if primary.id != *item {
                return Err(Refusal::new(
                    "P-216",
                    "the Primary is the one in the main hand",
                ));
            }
            let (held, weapon) = weapon(secondary.id)?;
            if derive::level(&figure.sheet, &weapon.class) == 0 {
                return Err(Refusal::new(
                    "P-220",
                    format!(
                        "unskilled with {}: it does not attack from the other hand",
                        item_words(held, tables)
                    ),
                ));
            }
        }
        Declared::Shoot(item) => {
            let (held, weapon) = weapon(*item)?;
            if !ready(held) {
                return Err(Refusal::new(
                    "P-094",
                    format!("{} is not in hand", item_words(held, tables)),
                ));
            }
            if weapon.range.is_none() {
                return Err(Refusal::new(
                    "P-103",
                    format!("{} does not shoot", item_words(held, tables)),
                ));
            }
            if weapon.radius() > 0 {
                let words = format!("{} is thrown: declare `throw`", item_words(held, tables));
                return Err(Refusal::new("P-104", words));
            }
            if held.ammunition == Some(0) {
                return Err(Refusal::new("P-129", "there is no ammunition left"));
            }
        }
        Declared::Throw(item) => {
            let (held, weapon) = weapon(*item)?;
            if !ready(held) {
                return Err(Refusal::new(
                    "P-094",
                    format!("{} is not in hand", item_words(held, tables)),
                ));
            }
            let by_skill = throws_it(&figure.sheet, weapon, &held.name);
            // What shoots is no missile itself (P-103, P-107).
            let missile = weapon
                .range
                .as_ref()
                .is_some_and(|range| range.kind == MissileKind::Thrown);
            if weapon.thrown.is_none() && !missile && !by_skill {
                return Err(Refusal::new(
                    "P-103",
                    format!("{} is not for throwing", item_words(held, tables)),
                ));
            }
        }
        Declared::DrawAttack(item) | Declared::Draw(item) => {
            let (held, weapon) = weapon(*item)?;
            if ready(held) || held.carried == Carried::Natural {
                return Err(Refusal::new(
                    "H-7",
                    format!("{} is already in hand", item_words(held, tables)),
                ));
            }
            if free_hands(figure, tables) < weapon.hands {
                return Err(Refusal::new(
                    "P-094",
                    format!(
                        "{} needs {} free hand(s); put something away or drop it first",
                        item_words(held, tables),
                        weapon.hands
                    ),
                ));
            }
        }
        Declared::Shield(item) => {
            let held = figure.gear.item(*item).ok_or_else(|| {
                Refusal::form(format!("{} carries no such item", figure.label.name))
            })?;
            if !tables.shields.contains_key(&held.name) {
                return Err(Refusal::new(
                    "P-259",
                    format!("{} is no shield", item_words(held, tables)),
                ));
            }
        }
        Declared::Light(item) => unlit(figure, tables, *item)?,
        Declared::Door(dir) | Declared::ForceDoor(dir) => {
            door(scene, figure, *dir)?;
        }
        Declared::Grapple => hands::free_hands(scene, figure)?,
        Declared::FirstAid(patient) => patient_of(scene, figure, *patient).map(|_| ())?,
        Declared::Mount(onto, ready) => {
            let mount = scene.check_mounting(figure, *onto)?;
            if let Some(item) = ready {
                check_ready(figure, &mount.sheet, tables, *item)?;
            }
        }
        Declared::Dismount(dir, ready) => {
            scene.check_dismounting(figure, *dir)?;
            if let (Some(item), Some(mount)) = (ready, scene.mount_of(figure)) {
                check_ready(figure, &mount.sheet, tables, *item)?;
            }
        }
        Declared::BreakFree | Declared::Maintain | Declared::Guard | Declared::Wait => {}
    }
    action_speed(&figure.sheet, tables, &figure.gear, action).map(|_| ())
}

/// Whether an item is a torch or lantern that can be lit now: with a hand for it (B-019).
fn unlit(figure: &Figure, tables: &Tables, item: ItemId) -> Result<(), Refusal> {
    let name = &figure.label.name;
    let held = figure
        .gear
        .item(item)
        .ok_or_else(|| Refusal::form(format!("{name} carries no such item")))?;
    let words = item_words(held, tables);
    let refuse = |words: String| Err(Refusal::new("B-019", words));
    if source(held).is_none() {
        return refuse(format!("{words} gives no light"));
    }
    if held.carried.in_hand() {
        return refuse(format!("{words} burns already"));
    }
    if free_hands(figure, tables) == 0 {
        return refuse(format!("{words} needs a free hand"));
    }
    Ok(())
}

/// What a Hold or a Pin leaves one to do, on either end of it (P-233, P-236, P-237).
fn check_grips(figure: &Figure, action: &Declared) -> Result<(), Refusal> {
    let name = &figure.label.name;
    let refuse = |rule: &str, words: String| Err(Refusal::new(rule, words));
    let (held, pinned) = (
        figure.conditions.has(Condition::Held),
        figure.conditions.has(Condition::Pinned),
    );
    match action {
        Declared::BreakFree if held || pinned => Ok(()),
        Declared::BreakFree => refuse("P-232", format!("nobody holds {name}")),
        _ if pinned => {
            let words = format!("{name} is pinned: all he may try is to break free");
            refuse("P-236", words)
        }
        Declared::Draw(_) | Declared::DrawAttack(_) | Declared::Shield(_) | Declared::Light(_)
            if held =>
        {
            let words = format!("{name} is held: he has only what he wielded when caught");
            refuse("P-233", words)
        }
        Declared::Maintain => match figure.grip() {
            Some(grip) if grip.pin => Ok(()),
            _ => refuse("P-237", format!("{name} has nobody pinned")),
        },
        _ => Ok(()),
    }
}

/// Whether a declaration lets go of whom one has hold of: a Hold takes both hands, and a Pin
/// everything else as well (P-230, P-237).
pub fn lets_go(grip: Option<Grip>, action: &Declared) -> bool {
    match (grip, action) {
        (None, _) | (_, Declared::Maintain) => false,
        (Some(grip), _) if grip.pin => true,
        (Some(_), Declared::Grapple | Declared::BreakFree | Declared::Guard | Declared::Wait) => {
            false
        }
        (Some(_), _) => true,
    }
}

/// Somebody who needs first aid and can be given it from here (H-7, P-157, H-4).
///
/// # Errors
/// Why not.
pub fn patient_of<'a>(
    scene: &'a Scene,
    figure: &Figure,
    patient: CombatantId,
) -> Result<&'a Figure, Refusal> {
    let other = scene
        .get(patient)
        .ok_or_else(|| Refusal::form("there is no such combatant"))?;
    let name = &other.label.name;
    let refuse = |words: String| Err(Refusal::new("H-7", words));
    if !other.fitness.on_board() || other.fitness == Fitness::Out(OutBy::Dead) {
        return refuse(format!("nobody helps {name} any more"));
    }
    if scene.enemies(figure.id, patient) {
        return refuse(format!("{name} is an enemy"));
    }
    if distance(figure.place.hex, other.place.hex) > 1 {
        return refuse(format!("{name} is not beside {}", figure.label.name));
    }
    let dies = other.fitness == Fitness::Out(OutBy::Dying) && !other.body.stable;
    if !dies && !other.body.bleeds() {
        return refuse(format!("{name} needs none"));
    }
    Ok(other)
}

/// The door on a side that the figure faces (B-033).
///
/// # Errors
/// That there is none.
pub fn door(scene: &Scene, figure: &Figure, dir: Dir) -> Result<crate::board::Edge, Refusal> {
    let edge = scene.board.edge(figure.place.hex, dir);
    match edge {
        Some(edge) if edge.kind == EdgeKind::Door => {
            if figure.place.facing.sixths_to(dir).abs() > 1 {
                return Err(Refusal::new(
                    "B-033",
                    "the door is not in front: turn to it first",
                ));
            }
            Ok(edge)
        }
        _ => Err(Refusal::new(
            "B-033",
            format!(
                "there is no door on the {} side",
                scene.board.orientation.name(dir)
            ),
        )),
    }
}

/// All declarations possible now, the likeliest first.
pub fn possible(scene: &Scene, figure: &Figure) -> Vec<Declared> {
    let mut list = Vec::new();
    for item in &figure.gear.0 {
        let id = item.id;
        list.extend([
            Declared::Both(id),
            Declared::Attack(id),
            Declared::Shoot(id),
            Declared::Throw(id),
            Declared::DrawAttack(id),
            Declared::Draw(id),
            Declared::Shield(id),
            Declared::Light(id),
        ]);
    }
    for dir in Dir::ALL {
        list.extend([Declared::Door(dir), Declared::ForceDoor(dir)]);
    }
    let beside = scene.figures.near(figure.place.hex, 1);
    list.extend(beside.map(|other| Declared::FirstAid(other.id)));
    list.extend(riding(scene, figure));
    list.extend([
        Declared::Grapple,
        Declared::BreakFree,
        Declared::Maintain,
        Declared::Guard,
        Declared::Wait,
    ]);
    list.retain(|action| check(scene, figure, action).is_ok());
    list
}

/// Getting onto every mount beside him and off his own, with the weapon in hand put away or ready.
fn riding(scene: &Scene, figure: &Figure) -> Vec<Declared> {
    let mut held = in_hand(&figure.gear, &scene.tables).map(|item| Some(item.id));
    let ways = [None, held.next().flatten()];
    let ways = &ways[..if ways[1].is_some() { 2 } else { 1 }];
    let mut list = Vec::new();
    if figure.rides() {
        let dirs = Dir::ALL.map(Some);
        for dir in [None].into_iter().chain(dirs) {
            list.extend(ways.iter().map(|ready| Declared::Dismount(dir, *ready)));
        }
        return list;
    }
    let mounts = scene.figures.near(figure.place.hex, 1);
    for mount in mounts.filter(|other| other.is_steed() && !other.is_ridden()) {
        list.extend(ways.iter().map(|ready| Declared::Mount(mount.id, *ready)));
    }
    list
}

/// Speed of an action, for a mount of its kind (P-063).
///
/// # Errors
/// As [`speed_of`].
pub fn speed(scene: &Scene, figure: &Figure, action: &Declared) -> Result<u8, Refusal> {
    let mount = match action {
        Declared::Mount(onto, _) => scene.get(*onto),
        Declared::Dismount(..) => scene.mount_of(figure),
        _ => None,
    };
    let mount = mount.map(|mount| &*mount.sheet);
    speed_of(&figure.sheet, &scene.tables, &figure.gear, action, mount)
}

/// The same again if it can be done; else the best weapon in hand; else whatever is possible.
pub fn usual(scene: &Scene, figure: &Figure) -> Declared {
    let natural = |action: &Declared| {
        matches!(action, Declared::Attack(item)
            if figure.gear.item(*item).is_some_and(|item| item.carried == Carried::Natural))
    };
    let again = &figure.tempo.declared;
    for grip in [Declared::Maintain, Declared::BreakFree] {
        let pinned = figure.conditions.has(Condition::Pinned) || grip == Declared::Maintain;
        if pinned && check(scene, figure, &grip).is_ok() {
            return grip;
        }
    }
    let weapon_like = matches!(
        again,
        Declared::Attack(_) | Declared::Both(_) | Declared::Shoot(_) | Declared::Grapple
    ) && (figure.grip().is_none() || *again == Declared::Grapple);
    if weapon_like && !natural(again) && check(scene, figure, again).is_ok() {
        return again.clone();
    }
    let possible = possible(scene, figure);
    let bursts = |item: ItemId| {
        let held = figure.gear.item(item);
        let weapon = held.and_then(|held| scene.tables.weapons.get(&held.name));
        weapon.is_some_and(|weapon| weapon.radius() > 0)
    };
    let rank = |action: &Declared| match action {
        Declared::Shoot(_) => 0,
        Declared::Throw(item) if bursts(*item) => 0,
        Declared::Both(_) => 2,
        Declared::Attack(_) if !natural(action) => 1,
        Declared::Grapple if figure.grip().is_some() => 0,
        Declared::DrawAttack(_) => 2,
        Declared::Attack(_) => 3,
        Declared::Wait => 4,
        _ => 5,
    };
    possible
        .into_iter()
        .min_by_key(rank)
        .unwrap_or(Declared::Wait)
}

/// The verb.
pub struct Declare;

impl Verb for Declare {
    fn name(&self) -> &'static str {
        "declare"
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "P-015", "P-061", "P-062", "P-063", "P-092", "P-093", "P-094",
        ]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        possible(scene, scene.figure(who))
            .iter()
            .map(|action| Choice::new("declare", slots(action)))
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let action = declared(slots).ok_or_else(|| {
            Refusal::form(format!(
                "a declaration names one of {} and, where needed, an item or a direction",
                KINDS.join(", ")
            ))
        })?;
        check(scene, scene.figure(who), &action)
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        let Some(action) = declared(slots) else {
            return "declare nothing".to_owned();
        };
        let mut words = words(&action, &figure.gear, &scene.tables);
        if lets_go(figure.grip(), &action)
            && let Some(held) = figure.grip().and_then(|grip| scene.get(grip.whom))
        {
            words = format!("{words}, letting {} go", held.label.name);
        }
        match action {
            Declared::FirstAid(other) => {
                let name = scene.get(other).map(|other| &other.label.name);
                words = name.map_or(words.clone(), |name| format!("{words} to {name}"));
            }
            Declared::Mount(other, _) => {
                let name = scene.get(other).map(|other| &other.label.name);
                words = name.map_or(words.clone(), |name| format!("{words}: {name}"));
            }
            Declared::Dismount(Some(dir), _) => {
                words = format!("{words} to the {}", scene.board.orientation.name(dir));
            }
            _ => {}
        }
        match speed(scene, figure, &action) {
            Ok(speed) => format!("declare {words} (Speed {speed})"),
            Err(_) => format!("declare {words}"),
        }
    }
}
