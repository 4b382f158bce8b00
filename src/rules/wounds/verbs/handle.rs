//! Gear in hand: `draw`, `pick_up`, `ready_shield`, `door` (W-056, W-057, T7, WH-18, B-033, B-086).

use super::intend::drawable;
use super::{Act, at_count, only};
use crate::board::{Dir, Edge, EdgeKind, distance, reach};
use crate::combat::combatant::{Carried, Item, ItemId, Posture};
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::gather;
use crate::rules::wounds::outlook::in_front;
use crate::rules::wounds::scene::{Figure, Lying, Scene, item_words};
use crate::rules::wounds::sheet::Location;

/// The verb `draw`.
pub struct Draw;
/// The verb `pick_up`.
pub struct PickUp;
/// The verb `ready_shield`.
pub struct ReadyShield;
/// The verb `door`.
pub struct Door;

/// The flag of `draw`: what is in hand goes to the ground first, which is free (T7).
pub const DROP: &str = "drop";

/// What somebody holds; a shield on the arm is no hindrance.
pub fn in_hands(figure: &Figure) -> impl Iterator<Item = &Item> {
    let held = |item: &&Item| matches!(item.carried, Carried::Main | Carried::Off | Carried::Both);
    figure.gear.0.iter().filter(held)
}

/// Somebody without what he holds.
#[must_use]
pub fn empty_handed(figure: &Figure) -> Figure {
    let mut after = figure.clone();
    let held: Vec<ItemId> = in_hands(figure).map(|item| item.id).collect();
    after.gear.0.retain(|item| !held.contains(&item.id));
    after
}

/// What is dropped before drawing, in words.
fn dropping(scene: &Scene, figure: &Figure, slots: &Slots) -> String {
    if !slots.flag(DROP) {
        return String::new();
    }
    let held: Vec<String> = in_hands(figure)
        .map(|item| item_words(item, &scene.tables))
        .collect();
    format!("drop {} and ", held.join(" and "))
}

fn with_item(item: ItemId) -> Slots {
    Slots {
        item: Some(item),
        ..Slots::default()
    }
}

fn own<'f>(figure: &'f Figure, slots: &Slots, what: &str) -> Result<&'f Item, Refusal> {
    only(what, slots, &["item"])?;
    let item = slots
        .item
        .ok_or_else(|| Refusal::form(format!("`{what}` needs an item")))?;
    figure
        .gear
        .item(item)
        .ok_or_else(|| Refusal::form(format!("{} carries no such item", figure.label.name)))
}

/// Where an item goes when it is taken in hand.
pub fn hand_for(figure: &Figure, scene: &Scene, item: &Item) -> Carried {
    let weapon = scene.tables.weapons.get(&item.name);
    let main = |held: &Item| matches!(held.carried, Carried::Main | Carried::Both);
    let main_used = figure.gear.0.iter().any(main) || !figure.limb_works(Location::RightArm);
    match (weapon.is_some_and(|weapon| weapon.hands == 2), main_used) {
        (true, _) => Carried::Both,
        (false, true) => Carried::Off,
        (false, false) => Carried::Main,
    }
}

impl Act for Draw {
    fn name(&self) -> &'static str {
        "draw"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-057"]
    }

    fn options(&self, _: &Scene, figure: &Figure) -> Vec<Slots> {
        let items = figure.gear.0.iter();
        items
            .flat_map(|item| [with_item(item.id), with_item(item.id).with_flag(DROP)])
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("draw", slots, &["item", "flags"])?;
        if slots.flags.iter().any(|flag| flag != DROP) {
            return Err(Refusal::form("`draw` may only be told to `drop` first"));
        }
        let bare = Slots {
            item: slots.item,
            ..Slots::default()
        };
        let item = own(figure, &bare, "draw")?;
        figure.acts()?;
        if slots.flag(DROP) {
            if drawable(scene, figure, item).is_ok() || !in_hands(figure).any(|_| true) {
                return Err(Refusal::new("T7", "nothing has to be dropped for it"));
            }
            drawable(scene, &empty_handed(figure), item)?;
        } else {
            drawable(scene, figure, item)?;
        }
        gather::due(scene, figure, scene.tables.recs.draw, None).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let item = slots.item.and_then(|item| figure.gear.item(item));
        let name = item.map_or("nothing".to_owned(), |item| item_words(item, &scene.tables));
        dropping(scene, figure, slots)
            + &format!("draw {name}")
            + &at_count(gather::due(scene, figure, scene.tables.recs.draw, None))
    }
}

/// An item on the ground that somebody can pick up (B-086).
///
/// # Errors
/// Why he cannot.
pub fn lying<'s>(scene: &'s Scene, figure: &Figure, item: ItemId) -> Result<&'s Lying, Refusal> {
    let found = scene
        .ground
        .iter()
        .find(|lying| lying.item.id == item)
        .ok_or_else(|| Refusal::new("WH-18", "no such item lies on the ground"))?;
    let here = figure.place.hex;
    let near = found.hex == here
        || (distance(here, found.hex) == 1
            && in_front(figure.place, found.hex)
            && reach::melee_open(&scene.board, here, found.hex, 1).is_ok());
    if !near {
        return Err(Refusal::new(
            "B-086",
            "it lies too far off: own hex or a hex in front, with nothing between",
        ));
    }
    if matches!(figure.posture, Posture::Mounted | Posture::Swimming) {
        return Err(Refusal::new(
            "B-086",
            "not from the saddle, nor in the water",
        ));
    }
    let hands = scene
        .tables
        .weapons
        .get(&found.item.name)
        .map_or(1, |weapon| weapon.hands.max(1));
    if figure.free_hands() < hands {
        return Err(Refusal::new(
            "B-086",
            format!("picking it up needs {hands} free hand(s)"),
        ));
    }
    Ok(found)
}

impl Act for PickUp {
    fn name(&self) -> &'static str {
        "pick_up"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-18", "B-086"]
    }

    fn options(&self, scene: &Scene, _: &Figure) -> Vec<Slots> {
        scene
            .ground
            .iter()
            .map(|lying| with_item(lying.item.id))
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("pick_up", slots, &["item"])?;
        figure.acts()?;
        let item = slots
            .item
            .ok_or_else(|| Refusal::form("`pick_up` needs an item"))?;
        lying(scene, figure, item)?;
        gather::due(scene, figure, scene.tables.recs.pick_up, None).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let found = scene
            .ground
            .iter()
            .find(|lying| Some(lying.item.id) == slots.item);
        let name = found.map_or("nothing".to_owned(), |lying| {
            item_words(&lying.item, &scene.tables)
        });
        format!("pick up {name}")
            + &at_count(gather::due(scene, figure, scene.tables.recs.pick_up, None))
    }
}

impl Act for ReadyShield {
    fn name(&self) -> &'static str {
        "ready_shield"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-047", "T7"]
    }

    fn options(&self, _: &Scene, figure: &Figure) -> Vec<Slots> {
        figure
            .gear
            .0
            .iter()
            .map(|item| with_item(item.id))
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        let item = own(figure, slots, "ready_shield")?;
        figure.acts()?;
        if !scene.tables.shields.contains_key(&item.name) {
            return Err(Refusal::new(
                "W-047",
                format!("{} is no shield", item_words(item, &scene.tables)),
            ));
        }
        if item.carried == Carried::Arm {
            return Err(Refusal::new("W-047", "the shield is ready already"));
        }
        if figure.gear.free_hands() == 0 || !figure.limb_works(Location::LeftArm) {
            return Err(Refusal::new("W-047", "no arm is free for it"));
        }
        gather::due(scene, figure, scene.tables.recs.use_item, None).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let item = slots.item.and_then(|item| figure.gear.item(item));
        let name = item.map_or("nothing".to_owned(), |item| item_words(item, &scene.tables));
        format!("ready {name}")
    }
}

/// The door on a side that somebody has in front (B-033).
///
/// # Errors
/// That there is none, or that it is locked.
pub fn door(scene: &Scene, figure: &Figure, dir: Dir) -> Result<Edge, Refusal> {
    let edge = scene
        .board
        .edge(figure.place.hex, dir)
        .filter(|edge| edge.kind == EdgeKind::Door)
        .ok_or_else(|| {
            Refusal::new(
                "B-033",
                format!(
                    "there is no door on the {} side",
                    scene.board.orientation.name(dir)
                ),
            )
        })?;
    if figure.place.facing.sixths_to(dir).abs() > 1 {
        return Err(Refusal::new("B-033", "turn to the door first"));
    }
    if edge.locked && !edge.open {
        return Err(Refusal::new("B-034", "it is locked"));
    }
    Ok(edge)
}

impl Act for Door {
    fn name(&self) -> &'static str {
        "door"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["B-033", "T7"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        Dir::ALL
            .into_iter()
            .map(|dir| Slots {
                dir: Some(dir),
                ..Slots::default()
            })
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("door", slots, &["dir"])?;
        figure.acts()?;
        let dir = slots
            .dir
            .ok_or_else(|| Refusal::form("`door` needs a direction"))?;
        door(scene, figure, dir)?;
        gather::due(scene, figure, scene.tables.recs.open, None).map(|_| ())
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let Some(dir) = slots.dir else {
            return "see to a door".to_owned();
        };
        let side = scene.board.orientation.name(dir);
        let open = scene
            .board
            .edge(figure.place.hex, dir)
            .is_some_and(|edge| edge.open);
        let verb = if open { "close" } else { "open" };
        format!("{verb} the door to the {side}")
    }
}
