//! Decisions, orders and verbs.
//!
//! A decision sits on a combatant (or a side) in an open window and offers verbs. An order answers
//! it: decision, who, verb, slots. Verbs are registered by the rule system; whoever asks a verb
//! reads a scene that holds only what its side may know.

use super::combatant::{CombatantId, ItemId, SideId};
use super::odds::Odds;
use super::plot::{Intent, Plot};
use super::refusal::Refusal;
use crate::board::{Dir, Hex};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::any::Any;
use std::collections::BTreeSet;

/// A decision's number, unique in a battle and counted by window; 0 belongs to side orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DecisionId(pub u32);

impl DecisionId {
    /// Orders that answer no decision: standing orders, concession, sealing.
    pub const NONE: DecisionId = DecisionId(0);
}

/// What an order fills in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Slots {
    /// Combatants meant, in the order named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<CombatantId>,
    /// A hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// A direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<Dir>,
    /// A plot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot>,
    /// An item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// What to do next, where one sitting takes more than one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Choice>>,
    /// Words that switch something on, such as `feint` or `kneeling`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub flags: BTreeSet<SmolStr>,
}

impl Slots {
    /// Hexes named, those of what is to be done next as well.
    pub fn hexes(&self) -> Vec<Hex> {
        let mut found: Vec<Hex> = self.hex.into_iter().collect();
        match self.plot.as_ref().map(|plot| &plot.intent) {
            Some(Intent::Path(path)) => found.extend(path),
            Some(Intent::Goto(hex)) => found.push(*hex),
            _ => {}
        }
        if let Some(then) = &self.then {
            found.extend(then.slots.hexes());
        }
        found
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.flags.contains(name)
    }

    /// With one target.
    pub fn target(who: CombatantId) -> Slots {
        Slots {
            targets: vec![who],
            ..Slots::default()
        }
    }

    /// With one more flag.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Slots {
        self.flags.insert(SmolStr::new(name));
        self
    }
}

/// A verb with its slots filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The verb's name.
    pub verb: SmolStr,
    /// What it is done with.
    #[serde(default)]
    pub slots: Slots,
}

impl Choice {
    /// A verb without slots.
    pub fn plain(verb: &str) -> Choice {
        Choice {
            verb: SmolStr::new(verb),
            slots: Slots::default(),
        }
    }

    /// A verb with slots.
    pub fn new(verb: &str, slots: Slots) -> Choice {
        Choice {
            verb: SmolStr::new(verb),
            slots,
        }
    }
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The decision answered.
    pub decision: DecisionId,
    /// Who carries it out.
    pub who: CombatantId,
    /// What is done.
    pub choice: Choice,
}

/// Something somebody may or must choose now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Its number.
    pub id: DecisionId,
    /// Whose choice it is about.
    pub who: CombatantId,
    /// The side that answers.
    pub side: SideId,
    /// What kind of decision: the window's word, such as `plot` or `reaction`.
    pub kind: SmolStr,
    /// Verbs on offer, by name.
    pub verbs: Vec<SmolStr>,
}

/// What happens if a decision is not answered, worked out on demand and never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The choice.
    pub choice: Choice,
    /// Why, for a player.
    pub reason: String,
    /// Whether a person should be asked: false where the answers do not differ enough.
    pub ask: bool,
}

/// Who asks, and what he knows: the reader's scene is the rule system's own plain data, already
/// masked for the side.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The scene.
    pub scene: &'a (dyn Any + Send + Sync),
}

impl<'a> Ask<'a> {
    /// The scene as the rule system's own type.
    ///
    /// # Panics
    /// If the scene is another system's: verbs and scenes come from the same plugin.
    pub fn scene<T: 'static>(&self) -> &'a T {
        self.scene
            .downcast_ref()
            .expect("a verb is asked with its own rule system's scene")
    }
}

/// Something a combatant can do: one file in its rule system, known at once to text player,
/// computer player and scenarios.
pub trait Verb: Send + Sync {
    /// The name orders use.
    fn name(&self) -> &'static str;

    /// Rule ids that govern it.
    fn rules(&self) -> &'static [&'static str];

    /// All choices worth offering, computed on demand. Every one passes `check`.
    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice>;

    /// Whether the choice may be made now.
    ///
    /// # Errors
    /// A refusal with the reason and the rule.
    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal>;

    /// What it would come to, by the very rules that run. `None` where there is no chance in it.
    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds>;

    /// Whether two fillings of its slots come to the same, so that one of them is offered only.
    fn same(&self, _ask: &Ask, _who: CombatantId, one: &Slots, other: &Slots) -> bool {
        one == other
    }

    /// Ways of it somebody may wish for against another one, whether or not he may take them now:
    /// one of each kind. Those on offer are in [`Verb::options`] already; of the others a player
    /// reads why [`Verb::check`] refuses them.
    fn wishes(&self, _ask: &Ask, _who: CombatantId, _whom: Option<CombatantId>) -> Vec<Slots> {
        Vec::new()
    }

    /// Words that switch something on in any of its choices, each with what it does; those that
    /// stand in single options are none of them.
    fn flags(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What may be named in `Slots::then` of a choice, likeliest first, whether or not it can be
    /// carried out from here: the answer to a later question, given in the same sitting.
    fn ahead(&self, _ask: &Ask, _who: CombatantId, _slots: &Slots) -> Vec<Choice> {
        Vec::new()
    }

    /// The choice in words a player reads, without a full stop.
    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String;
}
