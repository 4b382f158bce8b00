//! The bout: all attacks of a stage on one target with his one answer, as plain data walked by one
//! pure [`advance`] through declared, rolled, answered, resolved.
//!
//! Systems gather a [`BoutContext`], call [`advance`] (or [`run_to`]) with the battle's dice and
//! apply what stands in the [`Bout`]. Odds fold the same function (see [`super::odds`]). One call
//! makes one small step (one attack's roll, the answer, one attack's effect), so that equal
//! states merge between them.
//!
//! Attacks stand in an order that renumbering combatants does not change: the target's throws about
//! an attack (`aware`, `resist targeting`) are told apart by its place.

use super::answering;
pub use super::assault::Assault;
use super::attack;
use super::body::Wound;
use super::charge;
use super::check::{self, Band, Degree, Roll};
use super::defence::{Answer, Defender};
use super::effects::Effects;
use super::facing::Awareness;
use super::grapple::counter::CounterEnd;
use super::grapple::{self, Clinch};
use super::harm;
use super::house::{DodgeTable, SidestepTable};
use super::reaction;
use super::resolution;
use super::scene::Switches;
use super::special::Special;
use crate::combat::combatant::ItemId;
use crate::combat::dice::{Dice, Throw};
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// What does not change while a bout is walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoutContext {
    /// The target.
    pub defender: Defender,
    /// The attacks on him, in the bout's order.
    pub attacks: Vec<Assault>,
    /// Switches.
    pub switches: Switches,
    /// H-5.
    pub dodge: DodgeTable,
    /// H-6.
    pub sidestep: SidestepTable,
}

/// Where a bout stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoutStage {
    /// The next attack to roll.
    Declared(u16),
    /// All rolled; the answer is due.
    Rolled,
    /// Answered; the next attack to take effect.
    Answered(u16),
    /// All took effect; sums and falls are due.
    Closing,
    /// Over.
    Resolved,
}

/// One attack as far as it has come.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default)]
pub struct AttackState {
    /// How its check went; `Miss` until rolled.
    pub band: Band,
    /// Face of that check.
    pub face: u16,
    /// The target knows of it.
    pub aware: bool,
    /// Avoided by Dodge or Sidestep.
    pub avoided: bool,
    /// The target's answer would have served, but it was a Feint (P-170).
    pub feinted: bool,
    /// Damage dice as they fell.
    pub rolled: i16,
    /// Damage before armour.
    pub damage: i16,
    /// Armour that counted, Parry included.
    pub ar: i16,
    /// Face of the target's Resist Targeting; 0 if none was thrown.
    pub resist_face: u16,
    /// Whether the armour resisted.
    pub resisted: bool,
    /// Stamina lost to it; with sums by facing (P-255) only the whole is known.
    pub shp: i16,
    /// Critical lost to it.
    pub chp: i16,
    /// Hexes of Knockback (P-174).
    pub knock: u8,
    /// What a grapple came to.
    #[serde(default)]
    pub clinch: Clinch,
    /// A Backstab that was noticed: a plain attack (P-138).
    pub noticed: bool,
    /// Went through the armour (P-182).
    pub passed: bool,
    /// Face of the last check of the target's gear against breaking; 0 if none was thrown.
    pub breaking_face: u16,
    /// Its effect was resisted: gear held, a weapon kept, a shock borne, no Sweep possible.
    pub stopped: bool,
    /// Breaking Damage the target's gear took.
    pub worn: u8,
    /// Breaking Damage his body took.
    pub wound: Option<Wound>,
    /// Hexes his weapon flies; 0 if it was kept.
    pub flies: u8,
    /// Phases he is Stunned by it.
    pub stun: u8,
    /// It took all his Stamina (P-190).
    pub shocked: bool,
    /// Breaking Damage the attacking weapon took (P-143).
    pub own: u8,
}

/// How the answer went.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum AnswerState {
    /// Nothing was done.
    #[default]
    None,
    /// Dodged.
    Dodge {
        /// How the Feat went.
        roll: Roll,
        /// Weapons dropped: bit n is the defender's n-th weapon.
        dropped: u8,
    },
    /// Parried.
    Parry {
        /// How the check went: `Hit` is success, `Fumble` a Fumble.
        band: Band,
        /// Face of the check; 0 if none was needed.
        face: u16,
        /// AR it gives.
        value: i16,
        /// Full Speed of the parrying weapon.
        speed: u8,
        /// The parrying weapon.
        #[serde(default)]
        item: Option<ItemId>,
    },
    /// Sidestepped.
    Sidestep {
        /// How the check went.
        degree: Degree,
        /// Face of the check.
        face: u16,
        /// The pending action and its time stay (P-213).
        keeps_action: bool,
    },
    /// Threw one of the attackers (P-245).
    Throw {
        /// How the check went.
        roll: Roll,
        /// The attack it answers.
        at: u16,
        /// The attacker is thrown: it succeeded and was no answer to a Feint (P-170).
        works: bool,
        /// The attack itself does nothing (P-247, P-248).
        avoids: bool,
        /// What became of the attacker.
        end: CounterEnd,
    },
}

impl AnswerState {
    /// Whether it succeeded.
    pub const fn success(&self) -> bool {
        match self {
            AnswerState::None => false,
            AnswerState::Dodge { roll, .. } => roll.success,
            AnswerState::Parry { band, .. } => band.succeeded(),
            AnswerState::Sidestep { degree, .. } => !matches!(degree, Degree::Failure),
            AnswerState::Throw { roll, .. } => roll.success,
        }
    }
}

/// Attacks summed before armour (P-255).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Group {
    /// From outside the Forward facing.
    pub rear: bool,
    /// Armour taken off once: attacks against another figure are summed apart.
    pub ar: i16,
    /// What plain hits have left of it; they use it up first (P-223).
    pub left: i16,
    /// Damage of Critical Hits, before what is left.
    pub critical: i16,
    /// Of the two weapons of one attacker alone (P-223): his place among the attacks, from 1.
    #[serde(default)]
    pub pair: u16,
    /// The attack that came last.
    #[serde(default)]
    pub last: u16,
}

/// What became of a charge to force back.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum PushEnd {
    /// There was none, or it has not been decided.
    #[default]
    None,
    /// The charger goes back so many metres (P-071).
    ThrownBack(u8),
    /// The target goes back so many metres, 0 if he could not give way (P-072).
    Pushed {
        /// Metres.
        metres: u8,
        /// The target's Challenging (or Difficult) Feat.
        stands: bool,
    },
    /// The charger ran on so many metres past the contact hex (P-073).
    Overran {
        /// Metres.
        metres: u8,
        /// The charger's own Feat.
        stands: bool,
    },
    /// A Trample came to nothing (P-087).
    Shied {
        /// The rider keeps the saddle.
        stays: bool,
    },
    /// A Trample rode the target down: he is moved 1 m and lies (P-089).
    RiddenDown,
}

/// A bout as far as it has come. Ordered, so that odds can merge equal states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bout {
    // What differs most comes first: odds compare bouts all the time.
    /// Stamina lost.
    pub shp: i32,
    /// Critical lost.
    pub chp: i32,
    /// Where it stands.
    pub stage: BoutStage,
    /// The answer.
    pub answer: AnswerState,
    /// The attacks, in the context's order.
    pub attacks: Vec<AttackState>,
    /// Attacks the answer serves against, by bit.
    pub served: u128,
    /// Sums by facing, if they are in use (P-255).
    pub groups: Vec<Group>,
    /// Hexes of the longest Knockback.
    pub knock: u8,
    /// The attacks that knock so far, by bit.
    pub knock_by: u128,
    /// The one of them whose direction counts; a die decides between equals.
    pub knock_from: Option<u16>,
    /// The Resist Surprise check to keep the feet after a Knockback, if it came to that (P-176).
    pub feet: Option<Roll>,
    /// A rider's check to keep the saddle in a Knockback (P-178).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saddle: Option<Roll>,
    /// What became of charges to force back, by attack in order; plain attacks have none.
    pub pushes: Vec<(u16, PushEnd)>,
    /// What they do besides wounding.
    #[serde(default, skip_serializing_if = "Effects::is_empty")]
    pub effects: Effects,
}

/// A bit of [`Bout::served`]; attacks past the 128th on one man are beyond any answer.
pub(super) const fn bit(at: usize) -> u128 {
    if at < 128 { 1 << at } else { 0 }
}

impl Bout {
    /// Before anything is rolled.
    pub fn new(context: &BoutContext) -> Bout {
        Bout {
            stage: BoutStage::Declared(0),
            attacks: vec![AttackState::default(); context.attacks.len()],
            answer: AnswerState::None,
            served: 0,
            groups: Vec::new(),
            shp: 0,
            chp: 0,
            knock: 0,
            knock_by: 0,
            knock_from: None,
            feet: None,
            saddle: None,
            pushes: Vec::new(),
            effects: Effects::default(),
        }
    }

    /// Whether the answer serves against an attack.
    pub fn serves(&self, at: usize) -> bool {
        self.served & bit(at) != 0
    }

    /// Lets go of what only the log wants and of losses beyond death, so that odds merge more
    /// states. Results read off by [`super::odds::BoutResult`] stay the same.
    pub fn forget(&mut self, context: &BoutContext) {
        for state in &mut self.attacks {
            *state = AttackState {
                band: state.band,
                aware: state.aware,
                clinch: state.clinch,
                noticed: state.noticed,
                ..AttackState::default()
            };
        }
        // How far a weapon flies matters to the board alone.
        for lost in &mut self.effects.lost {
            lost.hexes = 0;
        }
        let (shp, chp) = harm::worst(context.defender.pools);
        self.shp = self.shp.min(shp);
        self.chp = self.chp.min(chp);
        for group in &mut self.groups {
            let most = shp.max(chp) + i32::from(group.left);
            group.critical = group.critical.min(i16::try_from(most).unwrap_or(i16::MAX));
        }
        let over = self.stage >= BoutStage::Closing;
        let most = match self.stage {
            _ if over => 0,
            BoutStage::Answered(0) if !context.switches.ar_per_facing_phase => {
                resolution::useful_parry(self, context)
            }
            _ => i16::MAX,
        };
        if let AnswerState::Parry { value, .. } = &mut self.answer {
            *value = (*value).min(most);
        }
        if over {
            self.served = 0;
        }
    }
}

/// One step of a bout. Pure but for the dice; `answer` is read where the stage is `Rolled`, where one
/// that may not be given counts as nothing, and at the end for the flight of one thrown in answer.
pub fn advance(
    bout: &Bout,
    context: &BoutContext,
    answer: Option<&Answer>,
    dice: &mut dyn Dice,
) -> Bout {
    let mut next = bout.clone();
    let count = bout.attacks.len().min(context.attacks.len());
    match bout.stage {
        BoutStage::Declared(at) => {
            let place = usize::from(at);
            if place < count {
                roll_attack(&mut next, context, place, dice);
            }
            next.stage = if place + 1 < count {
                BoutStage::Declared(at + 1)
            } else {
                BoutStage::Rolled
            };
        }
        BoutStage::Rolled => {
            if let Some(answer) = answer
                && reaction::check_answer(bout, context, answer).is_ok()
            {
                answering::roll_answer(&mut next, context, answer, dice);
            }
            next.stage = if count == 0 {
                BoutStage::Closing
            } else {
                BoutStage::Answered(0)
            };
        }
        BoutStage::Answered(at) => {
            let place = usize::from(at);
            resolution::take_effect(&mut next, context, place, dice);
            // Most bouts have nothing to sum and nobody to topple: they are over at once.
            let thrown = grapple::rule::is_open(&next);
            let open = !next.groups.is_empty() || next.knock > 0 || thrown;
            next.stage = if place + 1 < count {
                BoutStage::Answered(at + 1)
            } else if open {
                BoutStage::Closing
            } else {
                BoutStage::Resolved
            };
        }
        BoutStage::Closing => {
            resolution::close(&mut next, context, answer, dice);
            next.stage = BoutStage::Resolved;
        }
        BoutStage::Resolved => {}
    }
    next
}

/// Walks on until the stage is reached: `Rolled` before the answer, `Answered(0)` after it,
/// `Resolved` at the end.
#[must_use]
pub fn run_to(
    bout: &Bout,
    stage: BoutStage,
    context: &BoutContext,
    answer: Option<&Answer>,
    dice: &mut dyn Dice,
) -> Bout {
    let mut bout = bout.clone();
    while bout.stage < stage {
        bout = advance(&bout, context, answer, dice);
    }
    bout
}

fn roll_attack(next: &mut Bout, context: &BoutContext, at: usize, dice: &mut dyn Dice) {
    let assault = &context.attacks[at];
    // Whether a Backstab is noticed is known before it is struck (P-138).
    let stealthy = matches!(
        assault,
        Assault::Blow(attack) if attack.special == Some(Special::Backstab) && !attack.automatic
    );
    let noticed = stealthy && is_aware(next, context, at, dice);
    let (band, face) = match assault {
        Assault::Blow(attack) if noticed => attack::roll(&attack.plainly(), dice),
        Assault::Blow(attack) => attack::roll(attack, dice),
        Assault::Push(push) => {
            let roll = charge::force(&push.charge, dice);
            let band = if roll.success { Band::Hit } else { Band::Miss };
            (band, roll.face)
        }
        Assault::Trample(trample) => {
            let roll = charge::ride_down(trample, dice);
            let band = if roll.success { Band::Hit } else { Band::Miss };
            (band, roll.face)
        }
    };
    let aware = if stealthy {
        noticed && band.succeeded()
    } else {
        band.succeeded() && is_aware(next, context, at, dice)
    };
    next.attacks[at] = AttackState {
        band,
        face,
        aware,
        noticed,
        ..AttackState::default()
    };
}

/// One Resist Surprise check per attacker and phase for the rear sides (P-036).
fn is_aware(bout: &Bout, context: &BoutContext, at: usize, dice: &mut dyn Dice) -> bool {
    let assault = &context.attacks[at];
    let number = match assault.awareness() {
        Awareness::Aware => return true,
        Awareness::Unaware => return false,
        Awareness::Check(number) => number,
    };
    let earlier = (0..at).find(|before| {
        let other = &context.attacks[*before];
        other.attacker() == assault.attacker()
            && matches!(other.awareness(), Awareness::Check(_))
            && bout.attacks[*before].band.succeeded()
    });
    if let Some(before) = earlier {
        return bout.attacks[before].aware;
    }
    let throw = Throw::nth(context.defender.who, "aware", at as u16);
    check::feat(throw, number, dice).success
}

/// Whether the answer may be given now; the same as [`reaction::check_answer`].
///
/// # Errors
/// Why not, with the rule.
pub fn check_answer(bout: &Bout, context: &BoutContext, answer: &Answer) -> Result<(), Refusal> {
    reaction::check_answer(bout, context, answer)
}

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod tests;
