//! The scene: everything a rule of `wounds` may look at, as plain data.
//!
//! Systems gather it from components; a side's scene is the same with that side's secrets only.
//! Rules are pure functions over it, so play and odds read the same figures.

use super::memo::{Memo, Recall};
use super::sheet::{Location, Sheet, Weapon};
use super::state::{Exposure, Injuries, Shock, Turn};
use super::tables::{Switches, Tables};
use crate::board::{Board, Hex};
use crate::combat::combatant::{
    Carried, CombatantId, Condition, Conditions, Fitness, Gear, Item, ItemId, Label, Place,
    Posture, SideId,
};
use crate::combat::order::Choice;
use crate::combat::plot::Plot;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A combatant's numbers as a component. Written once, at the start.
#[derive(bevy::prelude::Component, Clone, Debug)]
pub struct Fighter(pub Arc<Sheet>);

/// When to strike out of turn: at first contact, at those who flee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutOfTurn {
    /// Never.
    HoldBack,
    /// When the chance to hit is at least so many per cent.
    AtLeast(u8),
    /// Always.
    Strike,
    /// Ask the player.
    Ask,
}

/// When a player is asked for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// For each action.
    Always,
    /// When something happened that the last order did not foresee.
    News,
    /// Never: the preset is taken.
    Never,
}

/// Standing orders of one combatant: carried out by the resolver. Secret.
#[derive(bevy::prelude::Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// First contact (WH-06).
    pub contact: OutOfTurn,
    /// Blows at those who flee (WH-07).
    pub fleers: OutOfTurn,
    /// Questions.
    pub asks: Asks,
    /// Least target number for which a further action of a round is tried by itself (W-053).
    pub risk: u8,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing {
            contact: OutOfTurn::Strike,
            fleers: OutOfTurn::Strike,
            asks: Asks::News,
            risk: 9,
        }
    }
}

/// What somebody is after beyond the action at hand. Secret; stands until done or blocked.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(default)]
pub struct Course {
    /// Where he means to go.
    pub plot: Plot,
    /// Whom he struck at last.
    pub target: Option<CombatantId>,
    /// Stated for a later count of this round.
    pub promised: Option<Choice>,
    /// Something happened that his last order did not foresee.
    pub fresh: bool,
    /// Enemies who threatened his hex when he was last asked.
    pub threats: u8,
}

/// His place in the order of the round, as far as it is not that of his initiative. Open.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(default)]
pub struct Agenda {
    /// Acts at this count: delayed (WH-04), or a slower action was chosen (W-060).
    pub at: Option<i16>,
    /// Wants no further action this round.
    pub done: bool,
    /// Meant to be used but not drawn yet: drawn when his first action comes (W-015).
    pub draws: Option<ItemId>,
    /// Of a surprised side in round 1: after everybody else (W-010, B-100).
    pub late: bool,
}

/// What is being done at this count. Open from the moment it is ordered.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Deed(pub Option<Doing>);

/// An action on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doing {
    /// What was ordered.
    pub choice: Choice,
    /// Recovery penalty on its roll, 0 or less (W-051).
    pub penalty: i32,
    /// Places still to be taken, one after another: turns on the spot and steps.
    pub way: Vec<Place>,
    /// At a run (WH-05).
    pub run: bool,
    /// The action itself is over; what is left is the way after it.
    pub done: bool,
}

/// One combatant as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Identity.
    pub id: CombatantId,
    /// Side.
    pub side: SideId,
    /// Name and archetype.
    pub label: Label,
    /// Hex and facing.
    pub place: Place,
    /// Posture.
    pub posture: Posture,
    /// Able, disabled, out.
    pub fitness: Fitness,
    /// Conditions.
    pub conditions: Conditions,
    /// Gear.
    pub gear: Gear,
    /// Numbers.
    pub sheet: Arc<Sheet>,
    /// Points by location.
    pub injuries: Injuries,
    /// Locations out of action.
    pub shock: Shock,
    /// The round. In another side's scene without the intended skill until it is rolled.
    pub turn: Turn,
    /// Off balance, charged.
    pub exposure: Exposure,
    /// Place in the order.
    pub agenda: Agenda,
    /// What is being done.
    pub deed: Option<Doing>,
    /// What he is after. In another side's scene the default.
    pub course: Course,
    /// Standing orders. In another side's scene the default.
    pub standing: Standing,
    /// Whose dice it throws.
    pub dice: u16,
    /// Whether the secrets above are real, not masked.
    pub open: bool,
}

/// An item on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Where.
    pub hex: Hex,
    /// What.
    pub item: Item,
}

/// Why somebody strikes out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// An enemy came into reach (WH-06).
    Contact,
    /// An enemy left reach (WH-07).
    Flight,
}

impl Cause {
    /// The window's word.
    pub const fn word(self) -> &'static str {
        match self {
            Cause::Contact => "first contact",
            Cause::Flight => "blow at a fleer",
        }
    }

    /// The rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Cause::Contact => "WH-06",
            Cause::Flight => "WH-07",
        }
    }
}

/// Somebody who may strike out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Why.
    pub cause: Cause,
    /// Who may strike.
    pub striker: CombatantId,
    /// Whom.
    pub mover: CombatantId,
    /// Where the blow meets him: the hex he left, or the one he entered.
    pub hex: Hex,
}

/// Everything a rule may look at.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Round.
    pub round: u32,
    /// The count at hand; `None` before the first and after the last.
    pub count: Option<i16>,
    /// The ground.
    pub board: Arc<Board>,
    /// Figures, by id; an id is its index.
    pub figures: Vec<Figure>,
    /// Team of each side; equal numbers are allies.
    pub teams: Arc<Vec<u8>>,
    /// Items on the ground, in order of arrival.
    pub ground: Vec<Lying>,
    /// Shots of weapons since they were last loaded.
    pub spent: BTreeMap<ItemId, u16>,
    /// Who may strike out of turn now.
    pub openings: Vec<Opening>,
    /// Tables.
    pub tables: Arc<Tables>,
    /// Switches.
    pub switches: Switches,
    /// Ways worked out already, in this position and others.
    pub(super) recall: Recall,
    /// Those of this one, once they were asked for.
    pub(super) memo: OnceLock<Arc<Memo>>,
}

impl Scene {
    /// Ways worked out already from where everybody stands.
    pub(super) fn memo(&self) -> &Memo {
        self.memo.get_or_init(|| self.recall.memo(self))
    }

    /// A figure.
    ///
    /// # Panics
    /// If the id is not of this battle: orders are checked for that before they reach a rule.
    pub fn figure(&self, id: CombatantId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }

    /// A figure, if the id is of this battle.
    pub fn get(&self, id: CombatantId) -> Option<&Figure> {
        self.figures.get(usize::from(id.0))
    }

    /// Shots of a weapon since it was last loaded.
    pub fn spent(&self, item: ItemId) -> u16 {
        self.spent.get(&item).copied().unwrap_or(0)
    }

    /// Whether two combatants are enemies.
    pub fn enemies(&self, a: CombatantId, b: CombatantId) -> bool {
        let team = |id: CombatantId| self.teams.get(usize::from(self.figure(id).side.0));
        team(a) != team(b)
    }

    /// Enemies on the board who are alive.
    pub fn foes<'s>(&'s self, figure: &'s Figure) -> impl Iterator<Item = &'s Figure> + 's {
        self.figures.iter().filter(move |other| {
            self.enemies(figure.id, other.id) && !other.fitness.is_out() && other.fitness.on_board()
        })
    }

    /// Who fills a hex (B-055, WH-01).
    pub fn occupant(&self, hex: Hex) -> Option<&Figure> {
        self.figures
            .iter()
            .find(|figure| figure.place.hex == hex && figure.fills())
    }

    /// Bodies in a hex: they cost 1 to enter and keep nobody out (B-056).
    pub fn bodies(&self, hex: Hex) -> bool {
        self.figures
            .iter()
            .any(|figure| figure.place.hex == hex && figure.fitness.on_board() && !figure.fills())
    }

    /// Whether somebody cannot rise because another stands in his hex (B-056).
    pub fn pinned_down(&self, who: CombatantId) -> bool {
        let hex = self.figure(who).place.hex;
        self.figures
            .iter()
            .any(|other| other.id != who && other.place.hex == hex && other.fills())
    }
}

impl Figure {
    /// Out of his senses by a head shock, or bound so that he can do nothing (W-092).
    pub fn unconscious(&self) -> bool {
        self.shock.unconscious() || self.conditions.has(Condition::Unconscious)
    }

    /// Cannot defend himself at all: hit on any roll but a fumble (WH-11, BT-8).
    pub fn helpless(&self) -> bool {
        self.unconscious() || self.conditions.has(Condition::Bound)
    }

    /// Fills his hex: conscious and on the board (WH-01).
    pub fn fills(&self) -> bool {
        self.fitness.fills_hex() && !self.unconscious()
    }

    /// May move at least: on the board, conscious, free.
    ///
    /// # Errors
    /// What keeps him.
    pub fn free(&self) -> Result<(), Refusal> {
        let name = &self.label.name;
        if self.fitness == Fitness::Reserve {
            return Err(Refusal::new("B-099", format!("{name} has not arrived yet")));
        }
        if self.fitness.is_out() {
            return Err(Refusal::new("B-093", format!("{name} is out of the fight")));
        }
        if self.unconscious() {
            return Err(Refusal::new("W-092", format!("{name} is unconscious")));
        }
        if self.conditions.has(Condition::Bound) {
            return Err(Refusal::new("B-093", format!("{name} is bound")));
        }
        Ok(())
    }

    /// May act: free and not winded (W-093).
    ///
    /// # Errors
    /// What keeps him.
    pub fn acts(&self) -> Result<(), Refusal> {
        self.free()?;
        if self.shock.winded() {
            return Err(Refusal::new(
                "W-093",
                format!(
                    "{} is winded: no action, one hex of movement",
                    self.label.name
                ),
            ));
        }
        Ok(())
    }

    /// Injury penalty, 0 or less (W-080).
    pub fn penalty(&self) -> i32 {
        self.injuries.penalty(&self.sheet.boxes)
    }

    /// Whether a limb can be used: neither numb nor gone (W-079, W-094).
    pub fn limb_works(&self, limb: Location) -> bool {
        !self.shock.has(limb) && !self.injuries.gone(&self.sheet.boxes, limb)
    }

    /// Whether the hands that hold an item can use it.
    pub fn hands_work(&self, carried: Carried) -> bool {
        let right = self.limb_works(Location::RightArm);
        let left = self.limb_works(Location::LeftArm);
        match carried {
            Carried::Main => right,
            Carried::Off | Carried::Arm => left,
            Carried::Both => right && left,
            Carried::Natural => right || left,
            Carried::Belt | Carried::Slung | Carried::Worn => false,
        }
    }

    /// Free hands that work; a numb arm holds nothing.
    pub fn free_hands(&self) -> u8 {
        let works = u8::from(self.limb_works(Location::RightArm))
            + u8::from(self.limb_works(Location::LeftArm));
        self.gear.free_hands().min(works)
    }

    /// Weapons ready to be used hand to hand, in the order carried.
    pub fn ready<'t>(&'t self, tables: &'t Tables) -> impl Iterator<Item = (&'t Item, &'t Weapon)> {
        self.gear.0.iter().filter_map(|item| {
            let weapon = tables.weapons.get(&item.name)?;
            let held = matches!(
                item.carried,
                Carried::Main | Carried::Off | Carried::Both | Carried::Natural
            );
            // Kicks and bites need no hand.
            let usable = weapon.hands == 0 || self.hands_work(item.carried);
            (held && usable && weapon.is_melee() && !is_broken(item)).then_some((item, weapon))
        })
    }

    /// A ready weapon.
    pub fn ready_item<'t>(&'t self, item: ItemId, tables: &'t Tables) -> Option<&'t Weapon> {
        self.ready(tables)
            .find(|(held, _)| held.id == item)
            .map(|(_, weapon)| weapon)
    }

    /// The weapon he fights with by default: what is in hand before parts of the body, then the most
    /// +Damage.
    pub fn main_weapon<'t>(&'t self, tables: &'t Tables) -> Option<(&'t Item, &'t Weapon)> {
        self.ready(tables).max_by_key(|(item, weapon)| {
            let usage = super::weapon_use::weapon_use(&self.sheet, weapon, tables);
            (
                item.carried != Carried::Natural,
                usage.target() + usage.damage,
                std::cmp::Reverse(item.id),
            )
        })
    }

    /// The longest reach of his ready weapons; 0 without one.
    pub fn reach(&self, tables: &Tables) -> u8 {
        self.ready(tables)
            .filter_map(|(_, weapon)| weapon.reach)
            .max()
            .unwrap_or(0)
    }

    /// Has armour that sinks (B-048): mail and plate.
    pub fn sinks(&self) -> bool {
        let heavy = ["mail", "scale", "brigandine", "plate"];
        self.gear.0.iter().any(|item| {
            item.carried == Carried::Worn && heavy.iter().any(|word| item.name.contains(word))
        })
    }
}

/// Damaged twice: of no more use (T9).
pub fn is_broken(item: &Item) -> bool {
    item.wear >= 2
}

/// An item's name for players.
pub fn item_words(item: &Item, tables: &Tables) -> String {
    let weapon = tables.weapons.contains_key(&item.name);
    let known =
        weapon || tables.shields.contains_key(&item.name) || tables.armour.contains_key(&item.name);
    let name = item.name.replace('_', " ");
    match (known, item.wear) {
        (true, 1) => format!("damaged {name}"),
        (true, 2..) => format!("broken {name}"),
        _ => name,
    }
}
