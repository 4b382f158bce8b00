//! The card in words, and what is typed at it.

use super::understand::{by_words, cut_then, numbered};
use crate::combat::battle::Battle;
use crate::combat::order::{Choice, Slots};
use crate::combat::plot_words;
use crate::combat::refusal::Refusal;
use crate::combat::system::verb;
use crate::seat::Card;
use crate::seat::odds_words;
use crate::seat::refused::{nearest_foe, refused};
use crate::seat::sight::Sight;

/// Choices shown with a question; `options` shows all.
pub(super) const SHOWN: usize = 9;

/// What words typed for a combatant came to.
pub enum Meant {
    /// One choice.
    Choice(Box<Choice>),
    /// Nothing that can be taken, and why.
    Not(String),
}

impl Card {
    /// The card in words: one line for each combatant.
    pub fn lines(&self, sight: &Sight) -> Vec<String> {
        let count = self.entries.len();
        let mut lines = vec![format!(
            "{}, {} {}, {}: {count} on the card, {} to be asked.",
            sight.side(self.side),
            sight.unit_name,
            sight.unit,
            self.kind,
            self.asked()
        )];
        for entry in &self.entries {
            let who = entry.decision.who;
            let letter = sight.letters.drawn(who, true);
            let words = sight.words(who, entry.marked());
            let why = if entry.draft.is_some() {
                "your order".to_owned()
            } else if entry.preset.ask {
                format!("proposed: {}", entry.preset.reason)
            } else {
                entry.preset.reason.clone()
            };
            let why = if why.is_empty() {
                why
            } else {
                format!(" ({why})")
            };
            lines.push(format!("  {letter} {}: {words}{why}", sight.name(who)));
        }
        lines
    }

    /// One line for a card nobody has to be asked about.
    pub fn summary(&self, sight: &Sight) -> String {
        let parts: Vec<String> = self
            .entries
            .iter()
            .map(|entry| {
                let who = entry.decision.who;
                let words = sight.words(who, entry.marked());
                let why = match entry.preset.reason.as_str() {
                    "" => String::new(),
                    reason => format!(" ({reason})"),
                };
                format!("{}: {words}{why}", sight.name(who))
            })
            .collect();
        format!("({}, nothing to ask: {})", self.kind, parts.join("; "))
    }

    /// The question of the current combatant with its numbered choices.
    pub fn question(&mut self, battle: &mut Battle, sight: &Sight, all: bool) -> Vec<String> {
        let at = self.current;
        let choices = self.options(battle, sight, at).to_vec();
        let entry = &self.entries[at];
        let who = entry.decision.who;
        let asks = match sight.rules().question(&self.kind) {
            "" => String::new(),
            asks => format!(" {asks}"),
        };
        let mut lines = vec![format!(
            "{} ({}), {}:{asks}",
            sight.name(who),
            sight.letters.drawn(who, true),
            self.kind
        )];
        let shown = if all { choices.len() } else { SHOWN };
        for (index, choice) in choices.iter().enumerate().take(shown) {
            let words = sight.words(who, choice);
            let mut line = format!("  {}. {words}", index + 1);
            if let Some(chance) = sight
                .odds(who, choice)
                .and_then(|odds| odds_words::short(&odds))
            {
                line.push_str(&format!(" ({chance})"));
            }
            if choice == entry.marked() {
                line.push_str("  <- marked");
                if entry.draft.is_none() && !entry.preset.reason.is_empty() {
                    line.push_str(&format!(", because: {}", entry.preset.reason));
                }
            }
            lines.push(line);
        }
        if !choices.contains(entry.marked()) {
            lines.push(format!(
                "  Your own words are marked: {}",
                sight.words(who, entry.marked())
            ));
        }
        if choices.len() > shown {
            lines.push(format!(
                "  … and {} more: type `options`.",
                choices.len() - shown
            ));
        }
        if all {
            let offered: Vec<&Choice> = choices.iter().collect();
            let focus = nearest_foe(sight, who);
            for (choice, refusal) in refused(sight, &entry.decision, &offered, focus) {
                let words = sight.words(who, &choice);
                lines.push(format!("  Not now: {words}: {refusal}."));
            }
        }
        lines
    }

    /// Whether words are a plan for a combatant who is asked for one. Of several ways to carry it
    /// out, such as at a walk and at a run, the one that reads as the plan does.
    pub fn plan(
        &mut self,
        battle: &mut Battle,
        sight: &Sight,
        at: usize,
        text: &str,
    ) -> Option<Result<Choice, String>> {
        let verbs = self.plot_verbs(battle, sight, at);
        if verbs.is_empty() {
            return None;
        }
        let who = self.entries[at].decision.who;
        // What is on the list in these very words is what the list offers.
        let wanted = text.trim().to_lowercase();
        let choices = self.options(battle, sight, at);
        let same = |choice: &&Choice| sight.words(who, choice).to_lowercase() == wanted;
        if let Some(choice) = choices.iter().find(same) {
            return Some(Ok(choice.clone()));
        }
        let text = numbered(sight, text);
        let (plot, reads) = match sight.with_names(|names| {
            plot_words::parse(&text, names).map(|plot| {
                let reads = plot_words::words(&plot, names);
                (plot, reads)
            })
        }) {
            Ok(found) => found,
            Err(fault) => return Some(Err(fault)),
        };
        let ways: Vec<Choice> = verbs
            .iter()
            .map(|verb| {
                let slots = Slots {
                    plot: Some(plot.clone()),
                    ..Slots::default()
                };
                Choice::new(verb, slots)
            })
            .collect();
        let alike = |choice: &&Choice| sight.words(who, choice).starts_with(&reads);
        let way = ways.iter().find(alike).or(ways.first());
        way.cloned().map(Ok)
    }

    /// What words mean for a combatant: a number, a plan, or the words of a choice.
    pub fn meaning(&mut self, battle: &mut Battle, sight: &Sight, at: usize, text: &str) -> Meant {
        if let Ok(number) = text.trim().parse::<usize>() {
            let choices = self.options(battle, sight, at);
            return match number.checked_sub(1).and_then(|index| choices.get(index)) {
                Some(choice) => Meant::Choice(Box::new(choice.clone())),
                None => Meant::Not(format!(
                    "There is no choice {number} here; the choices are 1 to {}.",
                    choices.len()
                )),
            };
        }
        if let Some((base, then)) = cut_then(text) {
            return self.with_then(battle, sight, at, base, then);
        }
        if let Some((base, flag)) = text.rsplit_once('+') {
            return self.with_flag(battle, sight, at, base.trim(), flag.trim());
        }
        let plan = self.plan(battle, sight, at, text);
        if let Some(Ok(choice)) = plan {
            return Meant::Choice(Box::new(choice));
        }
        let who = self.entries[at].decision.who;
        let choices = self.options(battle, sight, at).to_vec();
        match by_words(sight, who, &choices, text) {
            Ok(choice) => Meant::Choice(Box::new(choice)),
            Err(fault) => match plan {
                Some(Err(plan)) => Meant::Not(format!("{plan}.")),
                _ => match self.refused(battle, sight, at, text) {
                    Some(refusal) => {
                        Meant::Not(format!("{} cannot do that: {refusal}.", sight.name(who)))
                    }
                    None => Meant::Not(fault),
                },
            },
        }
    }

    /// Why `attack Otto` is not on offer: the verb on the card and a name, if that is what was
    /// typed, and what is against it.
    fn refused(
        &self,
        battle: &mut Battle,
        sight: &Sight,
        at: usize,
        text: &str,
    ) -> Option<Refusal> {
        let (name, rest) = text.trim().split_once(char::is_whitespace)?;
        let decision = &self.entries[at].decision;
        let lower = name.to_lowercase();
        let verb = decision.verbs.iter().find(|verb| **verb == lower)?;
        let slots = Slots::target(sight.find(rest).ok()?);
        battle.check(decision, &Choice::new(verb, slots)).err()
    }

    /// A choice with a word switched on: `close with Otto to 1 + rush`, or `+ rush` for what is
    /// marked. Which words there are is the verb's business; it refuses the others.
    fn with_flag(
        &mut self,
        battle: &mut Battle,
        sight: &Sight,
        at: usize,
        base: &str,
        flag: &str,
    ) -> Meant {
        let choice = if base.is_empty() {
            self.entries[at].marked().clone()
        } else {
            match self.meaning(battle, sight, at, base) {
                Meant::Choice(choice) => *choice,
                fault @ Meant::Not(_) => return fault,
            }
        };
        let decision = &self.entries[at].decision;
        let who = decision.who;
        let changed = Choice {
            verb: choice.verb.clone(),
            slots: choice.slots.clone().with_flag(&flag.to_lowercase()),
        };
        // What a rule forbids is refused by it; here are words that mean nothing in this place.
        let meaningless = battle
            .check(decision, &changed)
            .is_err_and(|refusal| refusal.rule.is_empty());
        if !flag.is_empty() && !meaningless {
            return Meant::Choice(Box::new(changed));
        }
        // What may be added here is what is on offer with something added.
        let mut words: Vec<String> = self
            .options(battle, sight, at)
            .iter()
            .filter(|other| {
                other.verb == choice.verb && other.slots.targets == choice.slots.targets
            })
            .flat_map(|other| other.slots.flags.iter())
            .filter(|flag| !choice.slots.flag(flag))
            .map(ToString::to_string)
            .collect();
        words.sort();
        words.dedup();
        let base = sight.words(who, &choice);
        let what = if flag.is_empty() {
            "Behind `+` stands what is added".to_owned()
        } else {
            format!("`{flag}` cannot be added to `{base}`")
        };
        Meant::Not(if words.is_empty() {
            format!("{what}; nothing can be added to it now.")
        } else {
            format!("{what}; possible here: {}.", words.join(", "))
        })
    }

    /// A choice with the answer to a later question: `close with Otto to 1, then attack Otto`, or
    /// `then hold` for what is marked.
    fn with_then(
        &mut self,
        battle: &mut Battle,
        sight: &Sight,
        at: usize,
        base: &str,
        then: &str,
    ) -> Meant {
        let mut choice = if base.is_empty() {
            self.entries[at].marked().clone()
        } else {
            match self.meaning(battle, sight, at, base) {
                Meant::Choice(choice) => *choice,
                fault @ Meant::Not(_) => return fault,
            }
        };
        choice.slots.then = None;
        let who = self.entries[at].decision.who;
        let ahead = match verb(sight.rules(), &choice.verb) {
            Some(verb) => verb.ahead(&sight.ask(), who, &choice.slots),
            None => Vec::new(),
        };
        if ahead.is_empty() {
            return Meant::Not(format!(
                "{} has nothing to say ahead on this card: `then` goes with a plan of somebody who acts in this {}.",
                sight.name(who),
                sight.unit_name
            ));
        }
        match by_words(sight, who, &ahead, then) {
            Ok(found) => {
                choice.slots.then = Some(Box::new(found));
                Meant::Choice(Box::new(choice))
            }
            Err(_) => {
                let plain = ahead.iter().filter(|choice| choice.slots.flags.len() < 2);
                let words: Vec<String> = plain
                    .take(SHOWN)
                    .map(|choice| format!("then {}", sight.words(who, choice)))
                    .collect();
                Meant::Not(format!(
                    "`then {then}` is not understood; possible are for instance: {}.",
                    words.join("; ")
                ))
            }
        }
    }

    /// The verbs a combatant may use now, with their rules.
    pub fn verbs(&self, sight: &Sight, at: usize) -> String {
        let names: Vec<String> = self.entries[at]
            .decision
            .verbs
            .iter()
            .map(|name| match verb(sight.rules(), name) {
                Some(verb) if !verb.rules().is_empty() => {
                    format!("{} ({})", name.replace('_', " "), verb.rules().join(", "))
                }
                _ => name.replace('_', " "),
            })
            .collect();
        names.join(", ")
    }
}
