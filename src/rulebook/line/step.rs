//! Reading what is done in a case: orders with their slots, waiting, changes of a snapshot.

use super::cut::{cut_test, tokens};
use super::{Expect, Step};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::order::{Choice, Slots};
use crate::combat::plot_words;
use crate::rulebook::names::Names;
use crate::rulebook::value::Value;
use smol_str::SmolStr;

/// Answers one order may state ahead.
const MAX_THEN: usize = 4;

/// Reads a verb with its slots: targets, directions, hexes and items by name, `+flag`,
/// `amount=3`, `then VERB …`; for the verb `plot` the words of a plot.
///
/// # Errors
/// What was not understood.
pub fn choice(text: &str, names: &Names, who: CombatantId) -> Result<Choice, String> {
    if text.matches(" then ").count() > MAX_THEN {
        return Err(format!("`then` may follow `then` {MAX_THEN} times at most"));
    }
    let (head, then) = match text.split_once(" then ") {
        Some((head, then)) => (head, Some(Box::new(choice(then, names, who)?))),
        None => (text, None),
    };
    let mut words = tokens(head);
    if words.is_empty() {
        return Err("an order needs a verb".to_owned());
    }
    let verb = names.verb(&words.remove(0));
    let mut slots = Slots {
        then,
        ..Slots::default()
    };
    words.retain(|word| match word.strip_prefix('+') {
        Some(flag) => {
            let flag = flag.trim_matches('"').replace('_', " ");
            slots.flags.insert(SmolStr::new(flag));
            false
        }
        None => true,
    });
    if verb == "plot" {
        let combatants: Vec<_> = names.combatants.iter().map(String::as_str).collect();
        let words_names = plot_words::Names {
            combatants: &combatants,
            board: &names.board,
        };
        if !words.is_empty() {
            slots.plot = Some(plot_words::parse(&words.join(" "), &words_names)?);
        }
    } else {
        for word in words {
            slot(&word, names, who, &mut slots)?;
        }
    }
    Ok(Choice::new(&verb, slots))
}

fn slot(word: &str, names: &Names, who: CombatantId, slots: &mut Slots) -> Result<(), String> {
    if let Some((field, _, want)) = cut_test(word) {
        match field {
            "amount" => {
                let fault = |_| format!("`{want}` is no number");
                slots.amount = Some(want.parse().map_err(fault)?);
            }
            "plot" => {
                let inner = want.trim_matches('"');
                slots.plot = choice(&format!("plot {inner}"), names, who)?.slots.plot;
            }
            "item" => return slot(want, names, who, slots),
            "target" | "to" | "dir" | "hex" => return slot(want, names, who, slots),
            other => {
                return Err(format!(
                    "`{other}` is no slot; write a name, a direction, a hex like (3,4), an item, \
                     `+flag`, `amount=3` or `plot=\"hold\"`"
                ));
            }
        }
        return Ok(());
    }
    let owner = Some(usize::from(who.0));
    let item = word.split_once('.').map_or_else(
        || names.item(owner, word).or_else(|| names.item(None, word)),
        |(owner, item)| names.item(Some(usize::from(names.who(owner)?.0)), item),
    );
    if let Some(target) = names.who(word) {
        slots.targets.push(target);
    } else if let Some(dir) = names.board.orientation.dir(word) {
        slots.dir = Some(dir);
    } else if let Some(hex) = names.hex(word) {
        slots.hex = Some(hex);
    } else if let Some(item) = item {
        slots.item = Some(ItemId(item));
    } else {
        return Err(format!(
            "`{word}` is no combatant ({}), no direction ({}), no hex like (3,4) and no item here; \
             flags begin with `+`",
            names.combatants.join(", "),
            names.board.orientation.names().join(", ")
        ));
    }
    Ok(())
}

/// Cuts `A: rest`.
pub(super) fn order(text: &str, names: &Names) -> Result<(CombatantId, Choice), String> {
    let (who, rest) = text
        .split_once(':')
        .ok_or_else(|| format!("`{text}`: write a name, a colon and an order"))?;
    let who = names.need(who.trim())?;
    Ok((who, choice(rest.trim(), names, who)?))
}

/// `A! VERB …`: who, and what follows.
pub(super) fn aside<'a>(text: &'a str, names: &Names) -> Option<(CombatantId, &'a str)> {
    let (name, rest) = text.split_once('!')?;
    Some((names.who(name.trim())?, rest.trim()))
}

impl Step {
    /// Reads a step.
    ///
    /// # Errors
    /// What was not understood.
    pub fn parse(text: &str, names: &Names) -> Result<Step, String> {
        let text = text.trim();
        let number = |word: &str| {
            word.trim()
                .parse()
                .map_err(|_| format!("`{word}` is no number"))
        };
        if text == "next" {
            return Ok(Step::Next);
        }
        if let Some(rest) = text.strip_prefix("expect ") {
            return Ok(Step::Expect(Expect::parse(rest, names)?));
        }
        if let Some(rest) = text.strip_prefix("wait ") {
            return Ok(Step::Wait(number(rest)?));
        }
        if let Some(rest) = text.strip_prefix("until stage ") {
            return Ok(Step::UntilStage(rest.trim().to_owned()));
        }
        for unit in ["until phase ", "until unit "] {
            if let Some(rest) = text.strip_prefix(unit) {
                return Ok(Step::UntilUnit(number(rest)?));
            }
        }
        if let Some(rest) = text.strip_prefix("until ") {
            return Ok(match rest.split_once(" of ") {
                Some((kind, who)) => {
                    Step::Until(kind.trim().to_owned(), Some(names.need(who.trim())?))
                }
                None => Step::Until(rest.trim().to_owned(), None),
            });
        }
        if let Some(rest) = text.strip_prefix("set ") {
            let (who, patch) = rest
                .split_once(' ')
                .ok_or("write `set A part: (field: value)`")?;
            let who = names.need(who)?;
            return Ok(Step::Set(who, patch_of(patch, names)?));
        }
        if let Some((player, side)) = text.split_once(" plays ") {
            let side = side.trim();
            let found = names.sides.iter().position(|known| known == side);
            let found = found.ok_or_else(|| {
                format!("`{side}` is no side; here are: {}", names.sides.join(", "))
            })?;
            return Ok(Step::Plays(player.trim().to_owned(), found));
        }
        if let Some((who, rest)) = aside(text, names) {
            return Ok(Step::SideOrder(who, choice(rest, names, who)?));
        }
        let (who, choice) = order(text, names).map_err(|fault| {
            format!(
                "{fault} (steps are `A: VERB …`, `A! VERB …`, `wait N`, `until KIND`, \
                 `until stage NAME`, `until phase N`, `next`, `set A part: …`, `quick plays A`, `expect …`)"
            )
        })?;
        Ok(Step::Order(who, choice))
    }
}

/// A patch without its outer brackets, references resolved.
///
/// # Errors
/// What was not understood.
pub(in crate::rulebook) fn patch_of(text: &str, names: &Names) -> Result<Value, String> {
    let text = names.resolve(text)?;
    match Value::read(&format!("({text})"))? {
        patch @ Value::Struct(..) => Ok(patch),
        _ => Err(format!("`{text}`: write `part: (field: value)`")),
    }
}
