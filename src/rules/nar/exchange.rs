//! One attack and what is done against it, as plain data walked by [`advance`]: declared, rolled,
//! answered (3D after 3D, by the same attack die), resolved (N-029, N-030, N-045, N-052, N-055).
//!
//! Systems gather the context and call it with the battle's dice; odds fold the very same function.
//! No die is thrown whose result cannot matter (register §1).

use super::limbs::Limb;
use super::scale::Effort;
use super::tables::GoldenRule;
use super::totals::{Defence, Verdict, sum, verdict};
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// What a 3D is paid with (N-049).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pay {
    /// Points of defence.
    Dap,
    /// Actions.
    Nar,
}

/// A 3D that is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Which.
    pub defence: Defence,
    /// How much is put into it.
    pub effort: Effort,
    /// The limb that blocks or parries; none for a Dodge.
    pub limb: Option<Limb>,
    /// What pays for it.
    pub pay: Pay,
}

/// The plain figures of one 3D: its total without the d20, and the Stats a tie compares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// Parts of AR but the d20, by effort.
    pub parts: [Vec<Modifier>; 3],
    /// The attacker's and the defender's Stat of a tie (N-055).
    pub tie: (i32, i32),
}

/// Everything an exchange reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// Who attacks.
    pub attacker: CombatantId,
    /// Whom.
    pub defender: CombatantId,
    /// The attack's name.
    pub manner: SmolStr,
    /// What it is made with.
    pub weapon: SmolStr,
    /// Parts of AB but the d20.
    pub ab: Vec<Modifier>,
    /// What is added against a Block.
    pub force: Modifier,
    /// Damage dice.
    pub dice: DiceSum,
    /// What Strength adds to damage (N-028), or what the distance takes off (N-043).
    pub plus: Vec<Modifier>,
    /// The damage is non-lethal.
    pub nonlethal: bool,
    /// The defender's Damage Reduction.
    pub dr: i32,
    /// Block, Dodge, Parry.
    pub guards: [Guard; 3],
    /// How ties are settled.
    pub golden_rule: GoldenRule,
}

impl Context {
    /// The figures of a 3D.
    pub fn guard(&self, defence: Defence) -> &Guard {
        &self.guards[defence as usize]
    }

    /// Parts of a 3D's total.
    pub fn parts(&self, answer: &Answer) -> &[Modifier] {
        &self.guard(answer.defence).parts[answer.effort as usize]
    }

    /// AB but the d20, as it counts against a 3D.
    pub fn ab_against(&self, defence: Defence) -> i32 {
        let force = match defence {
            Defence::Block => self.force.value,
            _ => 0,
        };
        sum(&self.ab) + force
    }

    /// Damage that a throw of the dice comes to (N-035, N-043, N-045): at least 0.
    pub fn damage(&self, thrown: i32) -> i32 {
        ((thrown + sum(&self.plus)).max(0) - self.dr).max(0)
    }
}

/// How far an exchange has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Announced; nothing is thrown.
    Declared,
    /// The attack die is thrown, because a 3D was declared (N-030).
    Rolled,
    /// AB and AR are equal, and Stats too: a throw decides (N-055). The number counts throws.
    Tied(u8),
    /// The last 3D has failed: another one may be declared (N-052).
    Answered,
    /// A 3D succeeded.
    Stopped,
    /// No more 3D's: it hits.
    Struck,
    /// Damage is known, if any.
    Resolved,
}

/// A 3D that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Try {
    /// What was declared.
    pub answer: Answer,
    /// Its d20.
    pub die: u16,
    /// Its total.
    pub ar: i32,
    /// The attack's total against it.
    pub ab: i32,
    /// Whether it stopped the attack.
    pub success: bool,
}

/// An exchange.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Exchange {
    /// How far it has come.
    pub stage: Stage,
    /// The attack die.
    pub die: Option<u16>,
    /// 3D's made, in order.
    pub tries: Vec<Try>,
    /// The damage dice, if they were thrown.
    pub thrown: Option<i32>,
    /// Damage after everything.
    pub damage: i32,
}

/// Throws of a tie before the defender is held to have won: with d20's nobody gets here.
const THROWS: u8 = 8;

impl Exchange {
    /// Announced.
    pub const fn declared() -> Exchange {
        Exchange {
            stage: Stage::Declared,
            die: None,
            tries: Vec::new(),
            thrown: None,
            damage: 0,
        }
    }

    /// Whether another 3D may be declared now.
    pub const fn awaits_answer(&self) -> bool {
        matches!(self.stage, Stage::Declared | Stage::Answered)
    }

    /// The 3D that stopped it.
    pub fn stopped_by(&self) -> Option<&Try> {
        self.tries.last().filter(|made| made.success)
    }

    /// What nobody will ask again is forgotten, so that equal fates are one state of the odds.
    pub fn forget(&mut self) {
        if matches!(self.stage, Stage::Stopped | Stage::Struck | Stage::Resolved) {
            self.die = None;
            self.tries.retain(|made| made.success);
            for made in &mut self.tries {
                (made.die, made.ar, made.ab) = (0, 0, 0);
            }
            self.thrown = None;
        }
    }
}

/// The next stage. `answer` is what the target declares while the exchange awaits an answer; `None`
/// lets it come.
pub fn advance(
    exchange: &Exchange,
    context: &Context,
    answer: Option<&Answer>,
    dice: &mut dyn Dice,
) -> Exchange {
    let mut next = exchange.clone();
    match (exchange.stage, answer) {
        (Stage::Declared, Some(_)) => {
            next.die = Some(dice.face(Throw::new(context.attacker, "attack"), 20));
            next.stage = Stage::Rolled;
        }
        (Stage::Rolled | Stage::Answered, Some(answer)) => defend(&mut next, context, answer, dice),
        (Stage::Declared | Stage::Rolled | Stage::Answered, None) => next.stage = Stage::Struck,
        (Stage::Tied(throws), _) => break_tie(&mut next, context, throws, dice),
        (Stage::Struck, _) => {
            let thrown = dice.sum(Throw::new(context.attacker, "damage"), context.dice);
            next.damage = context.damage(thrown);
            next.thrown = Some(thrown);
            next.stage = Stage::Resolved;
        }
        (Stage::Stopped | Stage::Resolved, _) => next.stage = Stage::Resolved,
    }
    next
}

fn defend(next: &mut Exchange, context: &Context, answer: &Answer, dice: &mut dyn Dice) {
    let ordinal = next.tries.len() as u16;
    let throw = Throw::nth(context.defender, answer.defence.word(), ordinal);
    let die = dice.face(throw, 20);
    let ar = sum(context.parts(answer)) + i32::from(die);
    let ab = context.ab_against(answer.defence) + i32::from(next.die.unwrap_or(0));
    let (attacker, defender) = context.guard(answer.defence).tie;
    let found = verdict(ab, ar, context.golden_rule, attacker, defender);
    next.tries.push(Try {
        answer: *answer,
        die,
        ar,
        ab,
        success: found == Verdict::Stopped,
    });
    next.stage = match found {
        Verdict::Through => Stage::Answered,
        Verdict::Stopped => Stage::Stopped,
        Verdict::Roll => Stage::Tied(0),
    };
}

/// Each throws a d20, the attacker first; equal ones throw again (N-055).
fn break_tie(next: &mut Exchange, context: &Context, throws: u8, dice: &mut dyn Dice) {
    let nth = next.tries.len() as u16 * 100 + u16::from(throws);
    let attacker = dice.face(Throw::nth(context.attacker, "tie", nth), 20);
    let throw = Throw::nth(context.defender, "tie", nth);
    let rolled = dice.check(throw, 20, &|face| match face.cmp(&attacker) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    });
    if rolled.class == 1 && throws < THROWS {
        next.stage = Stage::Tied(throws + 1);
        return;
    }
    let success = rolled.class > 0;
    if let Some(made) = next.tries.last_mut() {
        made.success = success;
    }
    next.stage = if success {
        Stage::Stopped
    } else {
        Stage::Answered
    };
}

/// Goes on until something must be declared again or the exchange is over.
pub fn answered(
    exchange: &Exchange,
    context: &Context,
    answer: Option<&Answer>,
    dice: &mut dyn Dice,
) -> Exchange {
    let mut next = advance(exchange, context, answer, dice);
    while matches!(next.stage, Stage::Rolled | Stage::Tied(_)) {
        next = advance(&next, context, answer, dice);
    }
    next
}
