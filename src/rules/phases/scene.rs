//! The scene: everything a rule of `phases` may look at, as plain data.
//!
//! Systems gather it from components; a side's scene is the same with that side's secrets only.
//! Rules are pure functions over it, so play and odds read the same figures.

use super::blast::Burst;
use super::body::Body;
use super::dark::{DarkMethod, Senses};
use super::figures::Figures;
use super::grapple::Grip;
use super::house::{
    ActionEntry, Archetype, DodgeTable, EncumbranceTable, HandlingTable, SidestepTable,
};
use super::saddle::Saddle;
use super::sheet::{Armour, Sheet, Weapon};
use crate::board::{Board, Hex};
use crate::combat::combatant::{
    CombatantId, Conditions, Fitness, Gear, Item, ItemId, Label, Place, Posture, SideId,
};
use crate::combat::order::Choice;
use crate::combat::plot::{ChargeKind, Gait, Plot};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Switches of the system (C-8, P §3). A level or a skirmish may set each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// A Parry needs a Skill Check (P-122).
    pub parry_requires_check: bool,
    /// Attacks of a phase on one facing are summed before AR (P-255).
    pub ar_per_facing_phase: bool,
    /// Special Attacks and Fumbles are in use (P-115, P-131).
    pub special_attacks: bool,
    /// Hundredths of the phases rushed that the new initiative carries (P-044): 0 literal, 50 tuned.
    pub rush_carry: u8,
    /// A new plot is asked for after each hex (P-024 taken literally), not once a phase.
    pub plot_step: bool,
    /// Enemies whom none of one's own sees are not shown.
    pub fog: bool,
    /// How poor light is played (P-097, P-100).
    pub dark_method: DarkMethod,
    /// Long fights tire (P-095).
    pub fatigue: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            parry_requires_check: true,
            ar_per_facing_phase: false,
            special_attacks: true,
            rush_carry: 0,
            plot_step: false,
            fog: false,
            dark_method: DarkMethod::Sense,
            fatigue: true,
        }
    }
}

/// A combatant's numbers as a component.
#[derive(bevy::prelude::Component, Clone, Debug)]
pub struct Fighter(pub Arc<Sheet>);

/// The statement made for this phase's action (P-011); secret until it is rolled.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Statement(pub Option<Choice>);

/// Hit points now (P-118).
#[derive(bevy::prelude::Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pools {
    /// Stamina Hit Points, 0 or more.
    pub shp: i16,
    /// Critical Hit Points, may be negative.
    pub chp: i16,
}

/// What is declared for the coming Action Phase: kind and item (P-093).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Declared {
    /// Attack with a weapon in its melee mode; target and special are chosen when it comes.
    Attack(ItemId),
    /// Attack with two weapons, the Primary named (P-216, P-217).
    Both(ItemId),
    /// Shoot with a range weapon.
    Shoot(ItemId),
    /// Throw a weapon.
    Throw(ItemId),
    /// Draw a weapon and attack with it.
    DrawAttack(ItemId),
    /// Draw a weapon.
    Draw(ItemId),
    /// Ready or unstrap a shield.
    Shield(ItemId),
    /// Light a torch or lantern, with a free hand (H-7, B-019).
    Light(ItemId),
    /// Open or close a door on this side of the own hex.
    Door(crate::board::Dir),
    /// Force a door.
    ForceDoor(crate::board::Dir),
    /// Grapple with bare hands; whom and what for is chosen when it comes (P-230).
    Grapple,
    /// Break free of a Hold or Pin (P-232, P-236).
    BreakFree,
    /// Keep somebody pinned: lasts until something else is declared (P-237).
    Maintain,
    /// First aid to somebody beside oneself, or to oneself (H-7, P-157).
    FirstAid(CombatantId),
    /// Get onto a mount beside oneself (P-061); a weapon may stay ready (P-062).
    Mount(CombatantId, Option<ItemId>),
    /// Get off one's mount, to a side if one is named; a weapon may stay ready (P-061, P-062).
    Dismount(Option<crate::board::Dir>, Option<ItemId>),
    /// Guard.
    Guard,
    /// Wait: nothing in particular.
    Wait,
}

/// How a due action is held back (P-012, P-046, P-049).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldMode {
    /// Plain hold.
    Plain,
    /// Overpreparing: +5 a phase on the attack.
    Overprepare,
    /// Guard: +5 a phase on the defence.
    Guard,
}

/// Preparation: what is coming and when (P-009, P-012).
#[derive(bevy::prelude::Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tempo {
    /// The pending action.
    pub declared: Declared,
    /// Action Phase.
    pub due: u32,
    /// Held back since it came due, and how.
    pub hold: Option<HoldMode>,
    /// Phases the hold has counted (P-046).
    pub held: u8,
    /// Announced a Rushed Action in this phase (P-042).
    pub rushing: bool,
    /// Acted in this phase (P-039).
    pub acted: bool,
    /// Reacted in this phase (P-013).
    pub reacted: bool,
    /// Must declare anew at the end of this phase (P-015).
    pub declares: bool,
    /// Wants to abort the pending action when Declaration comes (P-056).
    pub aborted: bool,
    /// Phases rushed that the next initiative carries (P-044).
    pub carried: u32,
    /// Shots of the Re-Fire chain made so far; `None` outside a chain (P-126).
    pub refire: Option<u8>,
    /// Action Phase of the next Re-Fire shot, settled in the coming Declaration (P-127).
    pub refire_due: Option<u32>,
    /// Was made to roll initiative anew in this phase: Quick Recovery helps (H-20).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recovers: bool,
    /// A weapon picked up in this phase: no reaction with it before the next one (P-060).
    pub unready: Option<ItemId>,
    /// First phase a fresh shot with this weapon may come in (P-112).
    pub reload: Option<(ItemId, u32)>,
    /// The Secondary weapon parried freely: not before the Primary attacks or parries again (P-225).
    #[serde(default, skip_serializing_if = "is_false")]
    pub second_spent: bool,
    /// The Secondary weapon attacked in this phase (P-225).
    #[serde(default, skip_serializing_if = "is_false")]
    pub second_struck: bool,
    /// Thrown in this phase and about to burst (P-104).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst: Option<Burst>,
    /// Whom he has hold of (P-231).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grip: Option<Grip>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Default for Tempo {
    /// At the start of a battle: whoever has declared nothing waits for Phase 1.
    fn default() -> Tempo {
        Tempo {
            declared: Declared::Wait,
            due: 1,
            hold: None,
            held: 0,
            rushing: false,
            acted: false,
            reacted: false,
            declares: false,
            aborted: false,
            carried: 0,
            refire: None,
            refire_due: None,
            recovers: false,
            unready: None,
            reload: None,
            second_spent: false,
            second_struck: false,
            burst: None,
            grip: None,
        }
    }
}

impl Tempo {
    /// Ends a Re-Fire chain, if there is one: the next action is declared and rolled as usual
    /// (P-129).
    pub fn leave_chain(&mut self) {
        let shots = self.refire.take();
        let due = self.refire_due.take();
        self.declares |= shots.is_some() || due.is_some();
    }
}

/// Movement of this phase, and the plot that steers it.
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
pub struct Motion {
    /// The plot; stands over phases.
    pub plot: Plot,
    /// Half metres left in this phase (terrain costs halves).
    pub left: i16,
    /// Half metres spent in this phase.
    pub spent: i16,
    /// Sixths of a circle turned in this phase at a walk (P-021).
    pub turned: u8,
    /// Turns made at a run in this phase (P-028).
    pub run_turns: u8,
    /// Gait of this phase.
    pub gait: Gait,
    /// Still running from the phase before (P-030).
    pub carried_run: bool,
    /// Metres straight ahead until the run is stopped, once that was decided (P-030).
    pub stopping: Option<u8>,
    /// Has not stopped: still running when the phase ends (P-030).
    pub running_on: bool,
    /// Steps taken one after another in one direction, up to now (P-070).
    pub straight: u8,
    /// The direction of those steps.
    pub heading: Option<crate::board::Dir>,
    /// Looked around (P-022).
    pub looked: bool,
    /// Movement is over for this phase.
    pub over: bool,
    /// Moved at least one hex in this phase.
    pub moved: bool,
    /// Levels of a climb paid so far (B-038).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub climbed: u8,
    /// Failed checks against drowning (B-048).
    pub sunk: u8,
    /// Phases in a row in which the walk found no way on.
    pub stuck: u8,
    /// Enemies who threatened his hex when the last Movement ended.
    pub threats: u8,
    /// Something happened that the plot did not foresee: harm, a new threat, an end, a block.
    pub fresh: bool,
    /// In the contact hex of a charge, waiting for the Action sub-phase.
    pub charge: Option<Charge>,
}

/// A charge that has come into contact (P-070).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Whom.
    pub target: CombatantId,
    /// What for.
    pub kind: ChargeKind,
    /// At a run (P-082).
    pub running: bool,
    /// From a standstill (P-079).
    pub no_run_up: bool,
    /// Phases rushed.
    pub rushed: u32,
    /// Direction of the lane, from the contact hex.
    pub dir: crate::board::Dir,
    /// Force through: the second blocker (P-075).
    pub second: Option<CombatantId>,
    /// Force through: the hex beyond the gap.
    pub exit: Option<Hex>,
    /// Force through: how its Feat went, once rolled.
    pub forced: Option<bool>,
}

/// Standing orders of one combatant: carried out by the resolver.
#[derive(bevy::prelude::Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// When to strike en passant.
    pub en_passant: EnPassant,
    /// How to react.
    pub reaction: ReactionOrder,
    /// Pick up a weapon that lies within reach when there is none in hand.
    pub retrieve: bool,
    /// How to hold back when due with nothing to do.
    pub waiting: HoldMode,
    /// Turn to the nearest threat with movement that costs nothing.
    pub face_threat: bool,
    /// Declare the same again without being asked.
    pub same_again: bool,
}

/// Something done by the way in the Action sub-phase, whatever is due (P-058, P-060).
#[derive(
    bevy::prelude::Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Aside(pub Option<Choice>);

/// When to strike somebody who passes (P-064).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnPassant {
    /// Never.
    Never,
    /// When the chance to hit is at least so many per cent.
    AtLeast(u8),
    /// The first comer.
    FirstComer,
}

/// How to answer blows (P-037).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactionOrder {
    /// Ask the player.
    Ask,
    /// The best by the odds.
    Best,
    /// Parry when possible.
    Parry,
    /// Throw the attacker when possible (P-245).
    Throw,
    /// Never react.
    Never,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing {
            en_passant: EnPassant::AtLeast(60),
            reaction: ReactionOrder::Best,
            retrieve: true,
            waiting: HoldMode::Overprepare,
            face_threat: true,
            same_again: true,
        }
    }
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
    /// Hit points.
    pub pools: Pools,
    /// Breaking Damage of the body.
    pub body: Body,
    /// The Sense dice of the phase (P-097).
    pub senses: Senses,
    /// Whom he sits on, or carries.
    pub saddle: Saddle,
    /// Preparation. In another side's scene: due phase and hold as that side may know them.
    pub tempo: Tempo,
    /// Movement. In another side's scene the plot is `Hold`.
    pub motion: Motion,
    /// Standing orders. In another side's scene the defaults.
    pub standing: Standing,
    /// The statement made for this phase's action, if any. In another side's scene always `None`.
    pub statement: Option<Choice>,
    /// Whose dice it throws: what orders attacks inside a bout.
    pub dice: u16,
    /// Whether the secrets above (plot, preparation, standing orders) are real, not masked.
    pub open: bool,
}

/// An item on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Where.
    pub hex: Hex,
    /// What.
    pub item: Item,
    /// Who put it down on purpose: no standing order has him pick it up again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_by: Option<CombatantId>,
}

/// Everything a rule may look at.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Phase.
    pub phase: u32,
    /// The ground.
    pub board: Arc<Board>,
    /// Figures, by id; an id is its index.
    pub figures: Figures,
    /// Team of each side; equal numbers are allies.
    pub teams: Arc<Vec<u8>>,
    /// Items on the ground, in order of arrival.
    pub ground: Vec<Lying>,
    /// Fights of this phase so far. In a target's scene attacks of others are plain ones (P-172).
    pub fights: Vec<super::systems::bouts::Fight>,
    /// Tables.
    pub tables: Arc<Tables>,
    /// Switches.
    pub switches: Switches,
}

/// Weapons, armour and shields by board name (B-103), and the house tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    /// H-12 and H-13 by board name; natural weapons too.
    pub weapons: BTreeMap<SmolStr, Weapon>,
    /// H-14.
    pub armour: BTreeMap<SmolStr, Armour>,
    /// H-15.
    pub shields: BTreeMap<SmolStr, Armour>,
    /// BT-12, BT-13.
    pub archetypes: BTreeMap<SmolStr, Archetype>,
    /// H-5.
    pub dodge: DodgeTable,
    /// H-6.
    pub sidestep: SidestepTable,
    /// H-7.
    pub actions: BTreeMap<SmolStr, ActionEntry>,
    /// H-11.
    pub handling: HandlingTable,
    /// H-16.
    pub encumbrance: EncumbranceTable,
    /// Switches by preset.
    pub presets: BTreeMap<SmolStr, Switches>,
}

impl Scene {
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

    /// Whether two combatants are enemies.
    pub fn enemies(&self, a: CombatantId, b: CombatantId) -> bool {
        let team = |id: CombatantId| self.teams.get(usize::from(self.figure(id).side.0));
        team(a) != team(b)
    }

    /// Whether a prone one cannot rise because somebody stands in his hex (B-056).
    pub fn pinned_down(&self, who: CombatantId) -> bool {
        let hex = self.figure(who).place.hex;
        let mut others = self.figures.at(hex);
        others.any(|other| other.id != who && other.fitness.fills_hex())
    }

    /// Who fills a hex (B-055); of a mounted pair the rider, who decides for both (B-089).
    pub fn occupant(&self, hex: Hex) -> Option<&Figure> {
        // Most hexes that are asked for are empty.
        if self.figures.nobody_at(hex) {
            return None;
        }
        let mut filling = self
            .figures
            .at(hex)
            .filter(|figure| figure.fitness.fills_hex());
        let first = filling.next()?;
        if first.saddle.rider.is_none() {
            return Some(first);
        }
        filling
            .find(|figure| figure.saddle.mount == Some(first.id))
            .or(Some(first))
    }
}
