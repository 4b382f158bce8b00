//! What a sitting answers when it is asked to look, reckon or remember; nothing here gives orders
//! but standing ones.

use super::card::Meant;
use super::command::HELP;
use super::sitting::Sitting;
use super::standing;
use crate::ai;
use crate::combat::combatant::CombatantId;
use crate::combat::event::Event;
use crate::combat::order::Choice;
use crate::seat::foresight::{self, Foresight};
use crate::seat::{ending, figures, odds_words, tale, zones};

/// Alternatives that `why` tells.
const REASONS: usize = 5;

/// Thousandths as hundredths, rounded away from nothing.
fn hundredths(thousandths: i32) -> String {
    let half = if thousandths < 0 { -5 } else { 5 };
    format!("{:+}", (thousandths + half) / 10)
}

impl Sitting<'_, '_> {
    pub(super) fn look(&mut self, what: Option<&str>) {
        let me = self.me();
        let lines = match what {
            None => {
                let mut lines = figures::surroundings(&self.sight, me);
                lines.extend(zones::lines(self.battle.status(), &self.sight));
                lines
            }
            Some(text) if text.starts_with('(') => match self.sight.find_hex(text) {
                Ok(hex) => {
                    let mut lines = figures::look_hex(&self.sight, hex, Some(me));
                    lines.extend(zones::at(self.battle.status(), hex));
                    lines
                }
                Err(fault) => vec![fault],
            },
            Some(text) => match self.sight.find(text) {
                Ok(who) => figures::look(&self.sight, who, Some(me)),
                Err(fault) => {
                    let mut found = zones::look(self.battle.status(), &self.sight, text);
                    found.extend(figures::look_item(&self.sight, text, Some(me)));
                    if found.is_empty() { vec![fault] } else { found }
                }
            },
        };
        self.console.say_all(lines);
    }

    /// What each side is after, how it stands with zones, and the time.
    pub(super) fn goals(&mut self) {
        self.console
            .say_all(ending::goals(self.battle, &self.sight));
        self.console
            .say_all(zones::lines(self.battle.status(), &self.sight));
        self.console.say(zones::clock(self.battle, &self.sight));
    }

    pub(super) fn odds(&mut self, what: Option<&str>) {
        let (at, what) = match what {
            Some(text) => self.aimed(text),
            None => (self.card.current, String::new()),
        };
        let me = self.card.entries[at].decision.who;
        let choice = match what.as_str() {
            "" => self.card.entries[at].marked().clone(),
            text => match self.card.meaning(self.battle, &self.sight, at, text) {
                Meant::Choice(choice) => *choice,
                Meant::Not(fault) => {
                    self.console.say(fault);
                    return;
                }
            },
        };
        let words = self.sight.words(me, &choice);
        let odds = self.sight.odds(me, &choice);
        if odds.is_none()
            && let Some(lines) = self.way(me, &words, &choice)
        {
            self.console.say_all(lines);
            return;
        }
        let lines = odds_words::full(&self.sight, &words, odds.as_ref());
        self.console.say_all(lines);
    }

    /// Whose choice words are about, and what is left of them: a plan of the one who is asked, or a
    /// name of somebody else on the card and what may stand behind it.
    fn aimed(&mut self, text: &str) -> (usize, String) {
        let current = self.card.current;
        let plan = self.card.plan(self.battle, &self.sight, current, text);
        let words: Vec<&str> = text.split_whitespace().collect();
        if !matches!(plan, Some(Ok(_))) {
            for cut in (1..=words.len()).rev() {
                let found = self.sight.find(&words[..cut].join(" ")).ok();
                if let Some(at) = found.and_then(|who| self.card.place_of(who)) {
                    return (at, words[cut..].join(" "));
                }
            }
        }
        (current, text.to_owned())
    }

    /// A plan looked ahead at: how far it comes, and who may strike on the way.
    fn way(&mut self, me: CombatantId, words: &str, choice: &Choice) -> Option<Vec<String>> {
        let plot = choice.slots.plot.as_ref()?;
        let stands = self.sight.figure(me)?;
        let stands = (stands.place, stands.posture);
        let setup = self.keeper.started_from()?;
        let mut ahead = Foresight::new(self.battle, setup, self.card.side)?;
        let walk = ahead.walk(&self.card, me, stands, choice)?;
        let threats = foresight::threats(&self.sight, me, &walk);
        Some(odds_words::way(&self.sight, words, plot, &walk, &threats))
    }

    /// The computer's suggestion for one who is asked now, with its reasons. Others' reasons are
    /// their own: what they were would tell what they plan.
    pub(super) fn why(&mut self, whom: Option<&str>) {
        let who = match whom.map(|text| self.sight.find(text)) {
            None => self.me(),
            Some(Ok(who)) => who,
            Some(Err(fault)) => {
                self.console.say(fault);
                return;
            }
        };
        let mut entries = self.card.entries.iter().map(|entry| &entry.decision);
        let Some(decision) = entries.find(|decision| decision.who == who).cloned() else {
            let name = self.sight.name(who);
            let words =
                format!("{name} is not asked now; reasons are told of your own people's choices.");
            self.console.say(words);
            return;
        };
        let mut adviser = ai::Tactician::NORMAL;
        let weighed = ai::advice(self.battle, &decision, &mut adviser);
        if weighed.is_empty() {
            self.console.say("There is nothing to weigh.");
            return;
        }
        let mut lines = vec![format!(
            "What the computer would do for {}, in hundredths of a combatant:",
            self.sight.name(who)
        )];
        let mut told: Vec<String> = Vec::new();
        for one in &weighed {
            let words = self.sight.words(who, &one.choice);
            if told.contains(&words) {
                continue;
            }
            let terms: Vec<String> = one
                .terms
                .iter()
                .filter(|term| term.value.abs() >= 5)
                .map(|term| format!("{} {}", term.label, hundredths(term.value)))
                .collect();
            let mut line = format!("{:>6}  {words}", hundredths(one.score));
            if !terms.is_empty() {
                line += &format!(" ({})", terms.join(", "));
            }
            lines.push(line);
            told.push(words);
            if told.len() == REASONS {
                break;
            }
        }
        self.console.say_all(lines);
    }

    pub(super) fn threats(&mut self, place: Option<&str>) {
        let hex = match place {
            Some(text) => match self.sight.find_hex(text) {
                Ok(hex) => hex,
                Err(fault) => {
                    self.console.say(fault);
                    return;
                }
            },
            None => match self.sight.figure(self.me()) {
                Some(figure) => figure.place.hex,
                None => return,
            },
        };
        let threats = self
            .sight
            .rules()
            .threats(&self.sight.ask(), hex, self.card.side);
        let place = self.sight.hex(hex);
        if threats.is_empty() {
            self.console.say(format!("Nobody threatens {place}."));
        }
        for (who, how) in threats {
            let line = format!("{place} is threatened by {}: {how}.", self.sight.name(who));
            self.console.say(line);
        }
    }

    pub(super) fn log(&mut self, count: Option<usize>) {
        let readers = &self.readers;
        let events: Vec<&Event> = self
            .battle
            .events(None)
            .filter(|event| readers.iter().all(|side| event.visible_to(Some(*side))))
            .collect();
        let lines = tale::lines(&self.sight, events);
        let from = count.map_or(0, |count| lines.len().saturating_sub(count));
        if lines.is_empty() {
            self.console.say("Nothing has happened yet.");
        }
        self.console.say_all(&lines[from..]);
    }

    pub(super) fn standing(&mut self, text: Option<&str>) {
        if self.open {
            self.console
                .say("Standing orders are secret and the board is open; they wait for the next card of your own.");
            return;
        }
        match text {
            None => {
                let lines = standing::list(&self.sight, self.card.side);
                self.console.say_all(lines);
            }
            Some(text) => match standing::set(&self.sight, self.card.side, text) {
                Ok(orders) => {
                    for (order, words) in orders {
                        let line = match self.battle.draft(self.card.side, order) {
                            Ok(()) => format!("{words}, from the end of this card on."),
                            Err(refusal) => format!("That cannot be done: {refusal}."),
                        };
                        self.console.say(line);
                    }
                }
                Err(fault) => self.console.say(fault),
            },
        }
    }

    pub(super) fn help(&mut self) {
        let primer = self.sight.rules().primer();
        if !primer.is_empty() {
            self.console.say("How it goes:");
        }
        self.console
            .say_all(primer.iter().map(|line| format!("  {line}")));
        self.console.say("What can be typed:");
        for (what, does) in HELP {
            self.console.say(format!("  {what}: {does}."));
        }
        let me = self.me();
        let verbs = self.card.verbs(&self.sight, self.card.current);
        let line = format!("{} may now: {verbs}.", self.sight.name(me));
        self.console.say(line);
        let names = self.sight.board.orientation.names().join(", ");
        self.console.say(format!(
            "Directions here: {names}. Hexes are written (column,row); columns stand above the board, rows at its left. \
             Your own side has capital letters on the board."
        ));
        self.console.say(
            "Behind a choice stands its number to roll or less, and its effect: the chance that anything at all comes of it \
             while the other one does nothing against it; `odds` tells more.",
        );
    }
}
