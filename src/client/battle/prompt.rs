//! A question to a side: its card, the choice pointed at, the walk it would be, the odds.

use super::chances::{self, Chances};
use super::engine::Engine;
use super::foresight::{Foresight, Walk};
use crate::board::{Dir, Hex};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::flow::Stage;
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, Order};
use crate::combat::plot::{EndFacing, Gait, Intent, Plot, PostureChange};
use crate::combat::system::verb;
use crate::seat::card::Entry;
use crate::seat::{Card, Sight};
use smol_str::SmolStr;

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
}

/// Somebody who may strike at a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Who.
    pub who: CombatantId,
    /// How, in words.
    pub words: String,
    /// The steps of the walk at which he reaches, from 1.
    pub steps: Vec<usize>,
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
    /// Rows of the one who is asked.
    pub rows: Vec<Row>,
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
            row: None,
            choice,
            words: String::new(),
            refusal: None,
            walk: None,
            threats: Vec::new(),
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
            })
            .collect();
        self.cursor = self.sight.figure(who).map(|figure| figure.place.hex);
        let marked = self.entry().marked().clone();
        self.row = self.rows.iter().position(|row| row.choice == marked);
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
        self.when.clear();
        self.threats.clear();
        if self.asked == Asked::Plan {
            self.ahead = verb(self.sight.rules(), &choice.verb)
                .map(|verb| verb.ahead(&self.sight.ask(), who, &choice.slots))
                .unwrap_or_default();
            if self.refusal.is_none() {
                self.foresee(engine, &choice);
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
            self.foresight = Foresight::new(engine, self.side);
        }
    }

    fn foresee(&mut self, engine: &mut Engine, choice: &Choice) {
        let who = self.who();
        let Some(place) = self.sight.figure(who).map(|figure| figure.place) else {
            return;
        };
        self.look_ahead(engine);
        let Some(foresight) = &mut self.foresight else {
            return;
        };
        self.walk = foresight.walk(&self.card, who, place.facing, place.hex, choice);
        let Some(walk) = &self.walk else { return };
        for (step, hex) in walk.hexes.iter().enumerate().skip(1) {
            for (who, words) in self
                .sight
                .rules()
                .threats(&self.sight.ask(), *hex, self.side)
            {
                match self.threats.iter_mut().find(|known| known.who == who) {
                    Some(known) => known.steps.push(step),
                    None => self.threats.push(Threat {
                        who,
                        words,
                        steps: vec![step],
                    }),
                }
            }
        }
    }

    /// Chooses a row.
    pub fn choose(&mut self, engine: &mut Engine, row: usize) {
        if let Some(found) = self.rows.get(row) {
            let choice = found.choice.clone();
            self.row = Some(row);
            self.look(engine, choice);
        }
    }

    /// The verb of plans, on a card that takes them.
    fn plan_verb(&self) -> Option<SmolStr> {
        self.rows
            .iter()
            .find(|row| row.choice.slots.plot.is_some())
            .map(|row| row.choice.verb.clone())
    }

    /// Whether two sides are enemies.
    fn enemy(&self, other: SideId) -> bool {
        !self.sight.allied(self.side, other)
    }

    /// The best thing to do about a hex: what stands there decides.
    pub fn point(&mut self, engine: &mut Engine, hex: Hex, run: bool) {
        match self.asked {
            Asked::Plan => self.point_plan(engine, hex, run),
            Asked::Deed | Asked::Answer => self.point_deed(engine, hex),
        }
    }

    fn point_plan(&mut self, engine: &mut Engine, hex: Hex, run: bool) {
        let (who, Some(name)) = (self.who(), self.plan_verb()) else {
            return;
        };
        let there = self
            .sight
            .figures
            .iter()
            .find(|figure| figure.place.hex == hex && figure.fitness.fills_hex())
            .map(|figure| (figure.id, figure.side));
        let found = match there {
            Some((id, side)) if id != who && self.enemy(side) => {
                let reach = self
                    .sight
                    .figure(who)
                    .map_or(1, |figure| figure.reach.max(1));
                let near = self.sight.figure(who).is_some_and(|me| {
                    crate::board::distance(me.place.hex, hex) <= u32::from(reach)
                });
                self.rows
                    .iter()
                    .position(|row| match &row.choice.slots.plot {
                        Some(plot) if near => plot.intent == Intent::Face(id),
                        Some(plot) => {
                            matches!(plot.intent, Intent::Close(whom, _) if whom == id)
                                && (plot.gait == Gait::Run) == run
                        }
                        None => false,
                    })
            }
            Some((id, _)) if id != who => self.rows.iter().position(|row| {
                row.choice.slots.plot.as_ref().is_some_and(
                    |plot| matches!(plot.intent, Intent::Follow(whom, _) if whom == id),
                )
            }),
            Some(_) => self
                .rows
                .iter()
                .position(|row| row.choice.slots.plot.as_ref() == Some(&Plot::default())),
            None => None,
        };
        if let Some(row) = found {
            self.choose(engine, row);
            return;
        }
        if there.is_some() {
            return;
        }
        let mut choice = Choice::plain(&name);
        let plot = Plot {
            gait: if run { Gait::Run } else { Gait::Walk },
            ..Plot::new(Intent::Goto(hex))
        };
        choice.slots.plot = Some(plot);
        choice.slots.flags = self
            .choice
            .slots
            .flags
            .iter()
            .filter(|flag| *flag != "look")
            .cloned()
            .collect();
        self.row = None;
        self.look(engine, choice);
    }

    fn point_deed(&mut self, engine: &mut Engine, hex: Hex) {
        let there: Vec<CombatantId> = self
            .sight
            .figures
            .iter()
            .filter(|figure| figure.place.hex == hex && figure.fitness.on_board())
            .map(|figure| figure.id)
            .collect();
        let fits = |row: &Row| {
            row.choice
                .slots
                .targets
                .iter()
                .any(|target| there.contains(target))
                || row.choice.slots.hex == Some(hex)
        };
        // Another click on the same place goes to the next choice for it.
        let from = self.row.map_or(0, |row| row + 1);
        let count = self.rows.len();
        let next = (0..count)
            .map(|step| (from + step) % count.max(1))
            .find(|row| fits(&self.rows[*row]));
        if let Some(row) = next {
            self.choose(engine, row);
        }
    }

    /// The same plan changed.
    pub fn change_plan(&mut self, engine: &mut Engine, change: impl FnOnce(&mut Plot)) {
        if self.asked != Asked::Plan {
            return;
        }
        let mut choice = self.choice.clone();
        let mut plot = choice.slots.plot.clone().unwrap_or_default();
        change(&mut plot);
        choice.slots.plot = Some(plot);
        choice.slots.flags.remove("look");
        self.row = self.rows.iter().position(|row| row.choice == choice);
        self.look(engine, choice);
    }

    /// Runs instead of walking, or back.
    pub fn toggle_run(&mut self, engine: &mut Engine) {
        self.change_plan(engine, |plot| {
            plot.gait = if plot.gait == Gait::Run {
                Gait::Walk
            } else {
                Gait::Run
            }
        });
    }

    /// Kneels, or stands up, first of all; or neither.
    pub fn toggle_knee(&mut self, engine: &mut Engine) {
        let up = self
            .sight
            .figure(self.who())
            .is_some_and(|me| me.posture != crate::combat::combatant::Posture::Standing);
        let change = if up {
            PostureChange::Stand
        } else {
            PostureChange::Kneel
        };
        self.change_plan(engine, |plot| {
            plot.posture = if plot.posture.is_some() {
                None
            } else {
                Some(change)
            }
        });
    }

    /// Ends facing one side further on.
    pub fn turn_end(&mut self, engine: &mut Engine, sixths: i32) {
        let now = self.walk.as_ref().and_then(|walk| walk.facing);
        let now = match self.choice.slots.plot.as_ref().map(|plot| plot.facing) {
            Some(EndFacing::Dir(dir)) => Some(dir),
            _ => now.or_else(|| self.sight.figure(self.who()).map(|me| me.place.facing)),
        };
        let Some(now) = now else { return };
        self.change_plan(engine, |plot| {
            plot.facing = EndFacing::Dir(now.turned(sixths))
        });
    }

    /// Charges whom the plan is about, in the next way there is.
    pub fn cycle_charge(&mut self, engine: &mut Engine) {
        let target = match self.choice.slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(
                Intent::Close(who, _)
                | Intent::Face(who)
                | Intent::Charge(who, _)
                | Intent::Away(who, _),
            ) => Some(*who),
            _ => None,
        };
        let fits = |row: &Row| match row.choice.slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(Intent::Charge(whom, _)) => target.is_none_or(|target| target == *whom),
            _ => false,
        };
        let from = self.row.map_or(0, |row| row + 1);
        let count = self.rows.len();
        if let Some(row) = (0..count)
            .map(|step| (from + step) % count.max(1))
            .find(|row| fits(&self.rows[*row]))
        {
            self.choose(engine, row);
        }
    }

    /// Looks around instead of moving.
    pub fn toggle_look(&mut self, engine: &mut Engine) {
        let found = self
            .rows
            .iter()
            .position(|row| row.choice.slots.flag("look"));
        if let Some(row) = found {
            self.choose(engine, row);
        }
    }

    /// Switches the word that the verb offers for its choices on or off.
    pub fn toggle_flag(&mut self, engine: &mut Engine) {
        let offered = verb(self.sight.rules(), &self.choice.verb)
            .and_then(|verb| verb.flags().first().copied());
        let Some((flag, _)) = offered else { return };
        let mut choice = self.choice.clone();
        if !choice.slots.flags.remove(flag) {
            choice.slots.flags.insert(SmolStr::new(flag));
        }
        self.row = None;
        self.look(engine, choice);
    }

    /// Says the next thing ahead, or nothing again.
    pub fn cycle_ahead(&mut self, engine: &mut Engine) {
        let plain: Vec<Choice> = self
            .ahead
            .iter()
            .filter(|choice| choice.slots.flags.len() < 2)
            .cloned()
            .collect();
        let now = self
            .choice
            .slots
            .then
            .as_deref()
            .and_then(|then| plain.iter().position(|choice| choice == then));
        let next = now.map_or(0, |at| at + 1);
        let mut choice = self.choice.clone();
        choice.slots.then = plain.get(next).cloned().map(Box::new);
        self.look(engine, choice);
    }

    /// Goes to the next choice that differs only in its direction or amount.
    pub fn cycle_answer(&mut self) {
        if !self.chances.is_empty() {
            self.answer = (self.answer + 1) % self.chances.len();
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

/// Whether odds are about the one who asks himself: answers to blows are.
fn of_self(odds: &Odds, who: CombatantId) -> bool {
    odds.answers
        .iter()
        .flat_map(|answered| &answered.outcomes)
        .any(|(outcome, _)| outcome.whom == Some(who))
}
