//! One side at the keyboard: shows its card, answers what is typed, until the card is sealed.

use super::card::Meant;
use super::command::{self, Command};
use super::console::Console;
use super::sketch;
use super::standing;
use crate::combat::battle::{Battle, CONCEDE};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::{Choice, DecisionId, Order};
use crate::seat::Card;
use crate::seat::keeper::Keeper;
use crate::seat::sight::Sight;
use crate::seat::{figures, zones};
use std::path::Path;

/// How a sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sat {
    /// The card is sealed.
    Sealed,
    /// The battle was taken back to an earlier window.
    Back,
    /// The player leaves.
    Left,
    /// There is no more input.
    Ended,
}

/// A side at the keyboard.
pub struct Sitting<'s, 'c> {
    /// The battle.
    pub battle: &'s mut Battle,
    /// The keyboard and the screen.
    pub console: &'s mut Console<'c>,
    /// Where battles are kept.
    pub keeper: &'s mut dyn Keeper,
    /// Draw the board before each card.
    pub picture: &'s mut bool,
    /// Put every card, also those without a question.
    pub every: &'s mut bool,
    /// What may be shown.
    pub sight: Sight,
    /// What is asked.
    pub card: Card,
    /// Sides that must all be allowed to know an event for the log here.
    pub readers: Vec<SideId>,
    /// Others look on.
    pub open: bool,
    /// A cover falls when this card is ended: nothing can be taken back after it.
    pub covered: bool,
    /// `concede` was typed just now.
    pub conceding: bool,
}

impl Sitting<'_, '_> {
    /// Asks until the card is sealed, the player leaves or the input ends.
    pub fn run(mut self) -> Sat {
        self.show();
        loop {
            let name = self.sight.name(self.card.entry().decision.who).to_owned();
            let Some(line) = self.console.ask(&format!("{name}> ")) else {
                return Sat::Ended;
            };
            let command = command::parse(&line);
            if command != Command::Concede {
                self.conceding = false;
            }
            if let Some(sat) = self.obey(command) {
                return sat;
            }
        }
    }

    /// The board, the list, the card and the first question.
    fn show(&mut self) {
        if *self.picture {
            self.board(false);
            self.console.say_all(figures::list(&self.sight));
        }
        self.console.say_all(self.card.lines(&self.sight));
        self.ask_current(false);
    }

    /// The picture, with the places of zones behind its legend.
    fn board(&mut self, all: bool) {
        self.console.say_all(sketch::of_sight(&self.sight, all));
        self.console
            .say_all(zones::legend(self.battle.status(), &self.sight));
    }

    fn ask_current(&mut self, all: bool) {
        let lines = self.card.question(self.battle, &self.sight, all);
        self.console.say_all(lines);
        if !all {
            self.console
                .say("Enter takes everything as marked. `help` lists what else can be typed.");
        }
    }

    /// The one who is asked.
    pub(super) fn me(&self) -> CombatantId {
        self.card.entry().decision.who
    }

    fn obey(&mut self, command: Command) -> Option<Sat> {
        match command {
            Command::Confirm | Command::Done => return self.seal(),
            Command::SayNothing => return self.keep(),
            Command::Number(number) => return self.choose(self.card.current, &number.to_string()),
            Command::Words(text) => return self.words(&text),
            Command::Look(what) => self.look(what.as_deref()),
            Command::Board(all) => self.board(all),
            Command::Picture(on) => {
                *self.picture = on;
                self.console.say(if on {
                    "The board is drawn before each card."
                } else {
                    "No board is drawn; `look` tells everything in words."
                });
            }
            Command::Every(on) => {
                *self.every = on;
                self.console.say(if on {
                    "Every card is put from now on, with Enter for all that goes on by itself."
                } else {
                    "Only cards with something new to decide are put; all else goes on by itself."
                });
            }
            Command::Who => self.console.say_all(figures::list(&self.sight)),
            Command::Odds(what) => self.odds(what.as_deref()),
            Command::Why(whom) => self.why(whom.as_deref()),
            Command::Threats(place) => self.threats(place.as_deref()),
            Command::Timeline => self.console.say_all(figures::timeline(&self.sight)),
            Command::Goals => self.goals(),
            Command::Log(count) => self.log(count),
            Command::Options => self.ask_current(true),
            Command::Card => {
                self.console.say_all(self.card.lines(&self.sight));
                self.ask_current(false);
            }
            Command::Undo(whom) => self.undo(whom.as_deref()),
            Command::Back => return self.back(),
            Command::Standing(text) => self.standing(text.as_deref()),
            Command::Concede => return self.concede(),
            Command::Save(path) => self.save(path.as_deref()),
            Command::Help => self.help(),
            Command::Quit => return Some(Sat::Left),
        }
        None
    }

    fn seal(&mut self) -> Option<Sat> {
        match self.battle.seal(self.card.side) {
            Ok(()) => Some(Sat::Sealed),
            Err(refusal) => {
                self.console.say(format!("That cannot be done: {refusal}."));
                None
            }
        }
    }

    /// Leaves the current one as marked.
    fn keep(&mut self) -> Option<Sat> {
        let at = self.card.current;
        self.card.entries[at].kept = true;
        self.go_on(true)
    }

    /// Asks about the next one. A card of one combatant is sealed by an answer that cannot well be
    /// mistaken (`sure`), unless a cover would fall; words that were typed are shown first as they
    /// were understood, and may be taken back.
    fn go_on(&mut self, sure: bool) -> Option<Sat> {
        if let Some(next) = self.card.next_due() {
            self.card.current = next;
            self.ask_current(false);
            return None;
        }
        let alone = self.card.entries.len() == 1;
        if alone && sure && !self.covered {
            return self.seal();
        }
        let whole = if alone {
            "That is the answer"
        } else {
            "Everybody has an answer"
        };
        self.console.say(format!(
            "{whole}. Enter ends this card; `undo` takes the last one back."
        ));
        None
    }

    /// Drafts what words mean for the combatant at a place of the card.
    fn choose(&mut self, at: usize, text: &str) -> Option<Sat> {
        match self.card.meaning(self.battle, &self.sight, at, text) {
            Meant::Choice(choice) => {
                let number = text.trim().parse::<usize>().is_ok();
                self.draft(at, *choice, number)
            }
            Meant::Not(fault) => {
                let who = self.card.entries[at].decision.who;
                if standing::by_the_way(text) {
                    let order = format!("{who} at once {text}");
                    self.standing(Some(&order));
                    return None;
                }
                self.console.say(fault);
                self.console
                    .say("Type a number, `options` for all choices, or `help`.");
                None
            }
        }
    }

    fn draft(&mut self, at: usize, choice: Choice, sure: bool) -> Option<Sat> {
        let entry = &mut self.card.entries[at];
        let order = Order {
            decision: entry.decision.id,
            who: entry.decision.who,
            choice: choice.clone(),
        };
        let who = order.who;
        if let Err(refusal) = self.battle.draft(self.card.side, order) {
            self.console.say(format!(
                "{} cannot do that: {refusal}. Nothing has changed.",
                self.sight.name(who)
            ));
            return None;
        }
        let words = self.sight.words(who, &choice);
        entry.draft = Some(choice);
        self.card.current = at;
        self.console
            .say(format!("{}: {words}.", self.sight.name(who)));
        self.go_on(sure)
    }

    /// A plan for the current one, or a name with or without something behind it, or the words of
    /// a choice.
    fn words(&mut self, text: &str) -> Option<Sat> {
        let current = self.card.current;
        let plan = self.card.plan(self.battle, &self.sight, current, text);
        if let Some(Ok(choice)) = plan {
            return self.draft(current, choice, false);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        for cut in (1..=words.len()).rev() {
            let Ok(who) = self.sight.find(&words[..cut].join(" ")) else {
                continue;
            };
            let rest = words[cut..].join(" ");
            let Some(at) = self.card.place_of(who) else {
                if rest.is_empty() {
                    self.not_on_card(who);
                    return None;
                }
                continue;
            };
            self.card.current = at;
            if rest.is_empty() {
                self.ask_current(false);
                return None;
            }
            if command::parse(&rest) == Command::SayNothing {
                return self.keep();
            }
            return self.choose(at, &rest);
        }
        self.choose(current, text)
    }

    fn not_on_card(&mut self, who: CombatantId) {
        let names: Vec<&str> = self
            .card
            .entries
            .iter()
            .map(|entry| self.sight.name(entry.decision.who))
            .collect();
        let line = format!(
            "{} has nothing to answer on this card; on it: {}. `look {}` tells about him.",
            self.sight.name(who),
            names.join(", "),
            self.sight.name(who)
        );
        self.console.say(line);
    }

    fn undo(&mut self, whom: Option<&str>) {
        let at = match whom {
            Some(text) => match self.sight.find(text) {
                Ok(who) => match self.card.place_of(who) {
                    Some(at) => at,
                    None => return self.not_on_card(who),
                },
                Err(fault) => {
                    self.console.say(fault);
                    return;
                }
            },
            None if self.card.entry().draft.is_some() => self.card.current,
            None => {
                let last = self
                    .card
                    .entries
                    .iter()
                    .rposition(|entry| entry.draft.is_some() || entry.kept);
                match last {
                    Some(at) => at,
                    None => {
                        self.console.say("There is no answer to take back.");
                        return;
                    }
                }
            }
        };
        let decision = self.card.entries[at].decision.id;
        if let Err(refusal) = self.battle.withdraw(self.card.side, decision) {
            self.console.say(format!("That cannot be done: {refusal}."));
            return;
        }
        self.card.entries[at].draft = None;
        self.card.entries[at].kept = false;
        self.card.current = at;
        self.console.say("Taken back.");
        self.ask_current(false);
    }

    /// Back to the window before this one, where the battle allows it.
    fn back(&mut self) -> Option<Sat> {
        match self.keeper.take_back(self.battle, self.card.side) {
            Ok(()) => Some(Sat::Back),
            Err(fault) => {
                self.console.say(format!(
                    "That cannot be done: {fault}. `undo` takes back an answer of this card."
                ));
                None
            }
        }
    }

    fn concede(&mut self) -> Option<Sat> {
        if !self.conceding {
            self.conceding = true;
            self.console
                .say("Type `concede` once more to give up the battle; anything else goes on.");
            return None;
        }
        let order = Order {
            decision: DecisionId::NONE,
            who: self.me(),
            choice: Choice::plain(CONCEDE),
        };
        if let Err(refusal) = self.battle.draft(self.card.side, order) {
            self.console.say(format!("That cannot be done: {refusal}."));
            return None;
        }
        self.console
            .say(format!("{} gives up.", self.sight.side(self.card.side)));
        self.seal()
    }

    fn save(&mut self, path: Option<&str>) {
        let line = match self.keeper.save(self.battle, path.map(Path::new)) {
            Ok(path) => format!("Saved in {}.", path.display()),
            Err(fault) => format!("Not saved: {fault}."),
        };
        self.console.say(line);
    }
}
