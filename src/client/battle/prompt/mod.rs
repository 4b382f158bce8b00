//! A question to a side: its card, the choice pointed at, the walk it would be, the odds.

mod changes;
mod families;
mod glimpse;
mod pointing;
mod refused;

use crate::board::{Dir, Hex};
use crate::client::battle::areas::Areas;
use crate::client::battle::chances;
use crate::client::battle::chances::Chances;
use crate::client::battle::engine::Engine;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::flow::Stage;
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, Order};
use crate::combat::refusal::Refusal;
use crate::combat::system::verb;
use crate::seat::card::Entry;
use crate::seat::foresight::{self, Foresight, Threat, Walk};
use crate::seat::{Card, Sight};
use smol_str::SmolStr;

pub use families::Family;
pub use glimpse::Glimpse;

/// What kind of question it is, by what its choices hold. No rule system's word is read for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How to move.
    Plan,
    /// What to do against a blow.
    Answer,
    /// Anything else: what to do, what to prepare.
    Deed,
}

/// A row of the list of choices.
#[derive(Clone, Debug)]
pub struct Row {
    /// The choice.
    pub choice: Choice,
    /// In words.
    pub words: String,
    /// Its odds, if there is chance in it.
    pub odds: Option<Odds>,
    /// Why it cannot be chosen now, by the rule's own check; `None` for what is on offer.
    pub refusal: Option<Refusal>,
}

impl Row {
    /// The way it is done, in a word or two: its verb, or the words that make it another kind.
    pub fn kind(&self) -> String {
        let flags: Vec<&str> = self
            .choice
            .slots
            .flags
            .iter()
            .map(SmolStr::as_str)
            .collect();
        let words = if flags.is_empty() {
            self.choice.verb.replace('_', " ")
        } else {
            flags.join(", ")
        };
        crate::seat::tale::capital(&words)
    }
}

/// A question to a side.
pub struct Prompt {
    /// Whose.
    pub side: SideId,
    /// Its card.
    pub card: Card,
    /// What it sees.
    pub sight: Sight,
    /// What kind it is.
    pub asked: Asked,
    /// Rows of the one who is asked: what is on offer, then what is refused.
    pub rows: Vec<Row>,
    /// How many of the rows are on offer.
    pub offered: usize,
    /// What is on offer, ways of the same thing together.
    pub families: Vec<Family>,
    /// What pointing at a hex would choose; nothing is chosen by it.
    pub glimpse: Option<Glimpse>,
    tail: String,
    /// The other one whom the choices are looked at for: refusals depend on him.
    pub focus: Option<CombatantId>,
    /// The row chosen; none if the choice was made by pointing.
    pub row: Option<usize>,
    /// The choice that is looked at.
    pub choice: Choice,
    /// Its words.
    pub words: String,
    /// Why it cannot be, if it cannot.
    pub refusal: Option<String>,
    /// The walk it would be.
    pub walk: Option<Walk>,
    /// Who may strike on the way.
    pub threats: Vec<Threat>,
    /// Where he gets to, what is threatened around him, what he does not see.
    pub areas: Areas,
    /// The odds of the choice.
    pub chances: Vec<Chances>,
    /// The number to roll and its faces, with what it is made of.
    pub odds: Option<Odds>,
    /// The answer of the other one that is looked at.
    pub answer: usize,
    /// What may be said ahead, with what is said.
    pub ahead: Vec<Choice>,
    /// When a declaration would come due: units with their shares of 1.
    pub when: Vec<(u32, f32)>,
    /// The hex pointed at with keys.
    pub cursor: Option<Hex>,
    foresight: Option<Foresight>,
}

impl Prompt {
    /// The question of a side in the open window.
    pub fn new(engine: &mut Engine, side: SideId, open: bool) -> Option<Prompt> {
        let card = Card::new(&mut engine.battle, side)?;
        let ground = engine.ground.clone();
        let sight = if open {
            Sight::open(&mut engine.battle, &ground, side, &engine.seats)
        } else {
            Sight::new(&mut engine.battle, &ground, Some(side))
        };
        let choice = card.entry().marked().clone();
        let mut prompt = Prompt {
            side,
            card,
            sight,
            asked: Asked::Deed,
            rows: Vec::new(),
            offered: 0,
            families: Vec::new(),
            glimpse: None,
            tail: String::new(),
            focus: None,
            row: None,
            choice,
            words: String::new(),
            refusal: None,
            walk: None,
            threats: Vec::new(),
            areas: Areas::default(),
            chances: Vec::new(),
            odds: None,
            answer: 0,
            ahead: Vec::new(),
            when: Vec::new(),
            cursor: None,
            foresight: None,
        };
        let current = prompt.card.current;
        prompt.turn_to(engine, current);
        Some(prompt)
    }

    /// The one who is asked.
    pub fn who(&self) -> CombatantId {
        self.entry().decision.who
    }

    /// The entry of the one who is asked.
    pub fn entry(&self) -> &Entry {
        self.card.entry()
    }

    /// Asks about another one of the card.
    pub fn turn_to(&mut self, engine: &mut Engine, at: usize) {
        self.card.current = at;
        let choices = self
            .card
            .options(&mut engine.battle, &self.sight, at)
            .to_vec();
        let plan = self
            .card
            .plot_verb(&mut engine.battle, &self.sight, at)
            .is_some();
        self.asked = if plan {
            Asked::Plan
        } else if engine.battle.flow().stage == Stage::Reaction
            || choices.iter().any(|choice| {
                self.sight
                    .odds(self.who(), choice)
                    .is_some_and(|odds| of_self(&odds, self.who()))
            })
        {
            Asked::Answer
        } else {
            Asked::Deed
        };
        let who = self.who();
        self.rows = choices
            .into_iter()
            .map(|choice| Row {
                words: self.sight.words(who, &choice),
                odds: self.sight.odds(who, &choice),
                choice,
                refusal: None,
            })
            .collect();
        self.offered = self.rows.len();
        self.gather();
        self.cursor = self.sight.figure(who).map(|figure| figure.place.hex);
        self.areas = Areas::of(&self.sight, who, self.side, plan);
        let marked = self.entry().marked().clone();
        self.focus = None;
        self.focus_on(marked.slots.targets.first().copied());
        self.row = self.rows.iter().position(|row| row.choice == marked);
        if let Some(row) = self.row {
            self.stand_for(row);
        }
        self.look(engine, marked);
    }

    /// Looks at a choice: its words, whether it can be, its walk or its odds.
    pub fn look(&mut self, engine: &mut Engine, choice: Choice) {
        let who = self.who();
        let decision = self.entry().decision.clone();
        self.words = self.sight.words(who, &choice);
        self.refusal = engine
            .battle
            .check(&decision, &choice)
            .err()
            .map(|refusal| refusal.to_string());
        self.odds = self.sight.odds(who, &choice);
        self.chances = self.odds.as_ref().map(chances::all).unwrap_or_default();
        self.answer = self.answer.min(self.chances.len().saturating_sub(1));
        self.walk = None;
        self.glimpse = None;
        self.when.clear();
        self.threats.clear();
        if self.asked == Asked::Plan {
            self.ahead = verb(self.sight.rules(), &choice.verb)
                .map(|verb| verb.ahead(&self.sight.ask(), who, &choice.slots))
                .unwrap_or_default();
            if self.refusal.is_none() {
                (self.walk, self.threats) = self.foreseen(engine, &choice);
            }
        } else {
            self.ahead.clear();
            if self.refusal.is_none() && engine.battle.flow().stage == Stage::Declaration {
                self.look_ahead(engine);
                if let Some(foresight) = &mut self.foresight {
                    self.when = foresight.when(&self.card, who, &choice);
                }
            }
        }
        self.choice = choice;
    }

    /// Sees to it that there is a second battle to look ahead in.
    fn look_ahead(&mut self, engine: &mut Engine) {
        if self.foresight.is_none() {
            self.foresight = Foresight::new(&mut engine.battle, engine.keeper.setup(), self.side);
        }
    }

    /// The walk a choice would be, and who may strike on the way.
    fn foreseen(&mut self, engine: &mut Engine, choice: &Choice) -> (Option<Walk>, Vec<Threat>) {
        let who = self.who();
        let me = self.sight.figure(who);
        let Some(stands) = me.map(|figure| (figure.place, figure.posture)) else {
            return (None, Vec::new());
        };
        self.look_ahead(engine);
        let foresight = self.foresight.as_mut();
        let walk = foresight.and_then(|found| found.walk(&self.card, who, stands, choice));
        let threats = walk
            .as_ref()
            .map(|walk| foresight::threats(&self.sight, who, walk));
        (walk, threats.unwrap_or_default())
    }

    /// Chooses a row.
    pub fn choose(&mut self, engine: &mut Engine, row: usize) {
        if let Some(found) = self.rows.get(row) {
            let choice = found.choice.clone();
            self.row = Some(row);
            self.stand_for(row);
            if row < self.offered {
                self.focus_on(choice.slots.targets.first().copied());
            }
            self.look(engine, choice);
        }
    }

    /// Puts the choice down as a draft.
    ///
    /// # Errors
    /// The refusal, in words.
    pub fn keep(&mut self, engine: &mut Engine) -> Result<(), String> {
        let at = self.card.current;
        let entry = &self.card.entries[at];
        if self.choice == *entry.marked() {
            self.card.entries[at].kept = true;
            return Ok(());
        }
        let order = Order {
            decision: entry.decision.id,
            who: entry.decision.who,
            choice: self.choice.clone(),
        };
        engine
            .battle
            .draft(self.side, order)
            .map_err(|refusal| refusal.to_string())?;
        self.card.entries[at].draft = Some(self.choice.clone());
        Ok(())
    }

    /// Takes the draft of the one who is asked back.
    pub fn undo(&mut self, engine: &mut Engine) {
        let at = self.card.current;
        let decision = self.card.entries[at].decision.id;
        if engine.battle.withdraw(self.side, decision).is_ok() {
            self.card.entries[at].draft = None;
            self.card.entries[at].kept = false;
        }
        self.turn_to(engine, at);
    }

    /// The next one nobody has looked at, from the current one on.
    pub fn next_due(&self) -> Option<usize> {
        let due = |entry: &Entry| entry.preset.ask && entry.draft.is_none() && !entry.kept;
        let count = self.card.entries.len();
        (0..count)
            .map(|step| (self.card.current + step) % count)
            .find(|at| due(&self.card.entries[*at]))
    }

    /// How many of the card were looked at, of how many to be asked.
    pub fn progress(&self) -> (usize, usize) {
        let asked = self.card.entries.iter().filter(|entry| entry.preset.ask);
        let (mut done, mut all) = (0, 0);
        for entry in asked {
            all += 1;
            done += usize::from(entry.draft.is_some() || entry.kept);
        }
        (done, all)
    }

    /// Where the choice leads: the hexes somebody is pushed through, if it says so.
    pub fn direction(&self) -> Option<Dir> {
        self.choice.slots.dir
    }
}

/// Whether odds are about the one who asks himself: answers to blows are. A blow of his own may cost
/// him something too, a weapon in a fumble, but not for the most part.
fn of_self(odds: &Odds, who: CombatantId) -> bool {
    let (mut own, mut others) = (0.0, 0.0);
    for answered in &odds.answers {
        for (outcome, chance) in &answered.outcomes {
            match outcome.whom {
                Some(whom) if whom == who => own += chances::share(*chance),
                Some(_) => others += chances::share(*chance),
                None => {}
            }
        }
    }
    own > others
}
