//! Events: what happened, in order, complete enough to animate and to read aloud.

use super::combatant::{CombatantId, Condition, ItemId, OutBy, Posture, SideId};
use super::dice::Thrown;
use crate::board::{Dir, Hex};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// Who may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Audience {
    /// Everybody.
    #[default]
    All,
    /// One side, until the battle is over.
    Side(SideId),
}

/// A figure behind an event: a modifier, a die, a sum, a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// What it is.
    pub label: SmolStr,
    /// Its value.
    pub value: i32,
    /// The rule it comes from, or empty.
    pub rule: SmolStr,
}

impl Detail {
    /// A detail with a rule.
    pub fn new(label: impl Into<SmolStr>, value: i32, rule: impl Into<SmolStr>) -> Detail {
        Detail {
            label: label.into(),
            value,
            rule: rule.into(),
        }
    }
}

/// What kind of thing happened. Shared by all rule systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// A step from hex to hex.
    Moved {
        /// Hex left.
        from: Hex,
        /// Hex entered.
        to: Hex,
        /// Whether at a run.
        run: bool,
    },
    /// A turn on the spot.
    Turned {
        /// Facing before.
        from: Dir,
        /// Facing after.
        to: Dir,
    },
    /// A change of posture.
    Posture {
        /// Before.
        from: Posture,
        /// After.
        to: Posture,
    },
    /// Movement that did not happen, with the reason in the note.
    Stopped,
    /// An attack was made; the details hold the check.
    Swung {
        /// Whom it was aimed at.
        target: CombatantId,
        /// The weapon.
        weapon: SmolStr,
        /// What kind of attack, as everybody may know it.
        manner: SmolStr,
        /// How it went: `critical`, `hit`, `miss`, `fumble`.
        result: SmolStr,
    },
    /// A charge came into contact or was decided.
    Charged {
        /// Whom it was aimed at, if anybody.
        target: Option<CombatantId>,
        /// How it went.
        result: SmolStr,
    },
    /// A defence was made.
    Defended {
        /// The kind: `parry`, `dodge`, `sidestep`.
        manner: SmolStr,
        /// Whether it succeeded.
        success: bool,
    },
    /// Points lost.
    Harmed {
        /// By whom, if by somebody.
        by: Option<CombatantId>,
        /// Name of the pool and points lost.
        losses: Vec<(SmolStr, i32)>,
    },
    /// Nothing came of it, because of the note.
    Nothing,
    /// A condition began or ended.
    Condition {
        /// Which.
        condition: Condition,
        /// Begun, or ended.
        begun: bool,
    },
    /// An item went to the ground.
    Dropped {
        /// The item.
        item: ItemId,
        /// Where it lies.
        hex: Hex,
    },
    /// An item changed its place on its bearer.
    Handled {
        /// The item.
        item: ItemId,
        /// What was done: `drawn`, `put away`, `picked up`, `readied`.
        manner: SmolStr,
    },
    /// Moved against one's will (or over somebody): every hex passed, the last one is the end.
    Displaced {
        /// Hexes in order, the start first.
        path: Vec<Hex>,
        /// Why it ended, if it was stopped.
        stopped_by: Option<SmolStr>,
    },
    /// Somebody is out.
    Out(OutBy),
    /// A declaration, a hold, a guard; secret ones have their side as audience.
    Declared {
        /// The action, in a word.
        action: SmolStr,
    },
    /// Initiative rolled: the unit in which the action comes.
    Initiative {
        /// The unit.
        due: u32,
    },
    /// A unit or a part of it began.
    Clock {
        /// The unit's number.
        unit: u32,
        /// The part's name.
        part: SmolStr,
    },
    /// Something else worth saying; the words are in the note.
    Note,
    /// The battle is over.
    Ended {
        /// The winner, `None` for a draw.
        winner: Option<SideId>,
    },
}

impl EventKind {
    /// Hexes it went over or lies on.
    pub fn hexes(&self) -> Vec<Hex> {
        match self {
            EventKind::Moved { from, to, .. } => vec![*from, *to],
            EventKind::Displaced { path, .. } => path.clone(),
            EventKind::Dropped { hex, .. } => vec![*hex],
            _ => Vec::new(),
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Unit of time.
    pub unit: u32,
    /// Who did it or whom it befell.
    pub who: Option<CombatantId>,
    /// What.
    pub kind: EventKind,
    /// Words where the kind does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Dice thrown for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Thrown>,
    /// Who may know.
    #[serde(default)]
    pub audience: Audience,
}

impl Event {
    /// An event of somebody.
    pub fn of(unit: u32, who: CombatantId, kind: EventKind) -> Event {
        Event {
            unit,
            who: Some(who),
            kind,
            note: String::new(),
            details: Vec::new(),
            dice: Vec::new(),
            audience: Audience::All,
        }
    }

    /// An event of nobody in particular.
    pub fn general(unit: u32, kind: EventKind) -> Event {
        Event {
            who: None,
            ..Event::of(unit, CombatantId(0), kind)
        }
    }

    /// With words.
    #[must_use]
    pub fn note(mut self, words: impl Into<String>) -> Event {
        self.note = words.into();
        self
    }

    /// With one more figure.
    #[must_use]
    pub fn detail(
        mut self,
        label: impl Into<SmolStr>,
        value: i32,
        rule: impl Into<SmolStr>,
    ) -> Event {
        self.details.push(Detail::new(label, value, rule));
        self
    }

    /// With the dice thrown.
    #[must_use]
    pub fn dice(mut self, thrown: Vec<Thrown>) -> Event {
        self.dice = thrown;
        self
    }

    /// For one side only.
    #[must_use]
    pub fn only(mut self, side: SideId) -> Event {
        self.audience = Audience::Side(side);
        self
    }

    /// Whether a side may know it.
    pub fn visible_to(&self, side: Option<SideId>) -> bool {
        match self.audience {
            Audience::All => true,
            Audience::Side(owner) => side.is_none_or(|reader| reader == owner),
        }
    }
}
