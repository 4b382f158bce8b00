//! Lines of a case: what is done (`A: attack D`, `wait 1`, `until reaction`) and what must come of
//! it (`event D harmed shp=6`, `D.tempo.due = 9`). Read once, with the names of the scenario.

mod cut;
mod expect;
mod step;
#[cfg(test)]
mod tests;

pub(super) use cut::tokens;
pub(super) use step::patch_of;

use super::value::Value;
use crate::combat::combatant::CombatantId;
use crate::combat::order::Choice;

/// Something done in a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `A: VERB …`: an answer to the next decision of A that offers the verb.
    Order(CombatantId, Choice),
    /// `A! VERB …`: an order of A's side that answers no decision.
    SideOrder(CombatantId, Choice),
    /// `wait N`: so many whole units pass, every open decision taking its preset.
    Wait(u32),
    /// `until KIND` or `until KIND of A`: on to a window, presets being taken.
    Until(String, Option<CombatantId>),
    /// `until stage NAME`.
    UntilStage(String),
    /// `until phase N` (or `unit N`).
    UntilUnit(u32),
    /// `next`: this window closes and the next one opens.
    Next,
    /// `set A tempo: (due: 9)`: a part of A's snapshot is changed.
    Set(CombatantId, Value),
    /// `quick plays A`: from here on the computer answers for a side.
    Plays(String, usize),
    /// `expect …` in the middle of things.
    Expect(Expect),
}

/// A pattern of an event: `A swung target=D result=hit`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Of whom; nobody in particular if none.
    pub who: Option<CombatantId>,
    /// Its kind in lower case.
    pub kind: String,
    /// Fields, losses, details and how each must be.
    pub fields: Vec<(String, Test, Value)>,
}

/// How a value is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `=`.
    Is,
    /// `!=`.
    IsNot,
    /// `~`: the text holds it.
    Holds,
}

/// What an odds line looks at.
#[derive(Clone, Debug, PartialEq)]
pub enum OddsTest {
    /// `target = 15`.
    Target(i32),
    /// `modifier rush = -5`; 0 means that there is none.
    Modifier(String, i32),
    /// `success = 3/4` or `success if ANSWER = 3/4`.
    Success(Option<String>, u128, u128),
    /// `chance LABEL VALUE = 1/20` or with `if ANSWER`: of all outcomes with that quantity.
    Chance(String, i32, Option<String>, u128, u128),
    /// `sums to 1`: over every answer.
    Whole,
}

/// Something that must be so.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `event P`: after the event of the line before.
    Event(Pattern),
    /// `no event P`.
    NoEvent(Pattern),
    /// `N times P`.
    Times(usize, Pattern),
    /// `exactly KIND: P; P`: all events of the kind since the case began, no more and no fewer.
    Exactly(String, Vec<Pattern>),
    /// `window KIND` / `no window KIND`.
    Window(bool, String),
    /// `asked A` / `not asked A`.
    Asked(bool, CombatantId),
    /// `offered A VERB` / `not offered A VERB`.
    Offered(bool, CombatantId, String),
    /// `option A: VERB …` / `no option A: VERB …`.
    Option(bool, CombatantId, Choice),
    /// `allowed A: VERB …`.
    Allowed(CombatantId, Choice),
    /// `refused RULE A: VERB …`; the rule may be `any`.
    Refused(String, CombatantId, Choice),
    /// `refused RULE A! VERB …`: an order that answers no decision.
    SideRefused(String, CombatantId, Choice),
    /// `odds A: VERB …; TEST`.
    Odds(CombatantId, Choice, OddsTest),
    /// `side S sees P` / `side S never sees P`.
    Sees(bool, usize, Pattern),
    /// `side S sees A.path = value`: of the figure as S may know it.
    SeesFigure(usize, CombatantId, Vec<String>, Test, Value),
    /// `A.part.path = value`.
    Part(CombatantId, Vec<String>, Test, Value),
    /// `flow.unit = 4`: a resource's part.
    Resource(Vec<String>, Test, Value),
    /// `ask name(args) = value`.
    Ask(String, Value, Test, Value),
    /// `ask name(args) fails`, the words holding a text.
    AskFails(String, Value, String),
    /// `ordered A: VERB …` / `no ordered A: VERB …`: an order with that verb and at least those slots
    /// was given, from the beginning of the case.
    Ordered(bool, CombatantId, Choice),
    /// `distance A D at least 3`, `distance A D at most 1`: hexes between two combatants.
    Distance(CombatantId, CombatantId, bool, u32),
    /// `at A (3,5)` / `not at A (3,5)`: where somebody is.
    At(bool, CombatantId, crate::board::Hex),
    /// `E || E`: one of them is enough.
    Either(Vec<Expect>),
    /// `over`, `over: TEAM wins` by side name.
    Over(Option<usize>),
}
