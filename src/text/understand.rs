//! What was typed, compared with the words of choices. Called by the card alone.

use super::card::SHOWN;
use crate::combat::combatant::CombatantId;
use crate::combat::order::Choice;
use crate::seat::sight::Sight;

/// Cuts at a word `then`: what stands before it, without a comma, and behind it.
pub(super) fn cut_then(text: &str) -> Option<(&str, &str)> {
    // ASCII only: other letters change their length, and the places are those of the text itself.
    let lower = text.to_ascii_lowercase();
    let (at, length) = match lower.rfind(" then ") {
        Some(at) => (at, " then ".len()),
        None if lower.starts_with("then ") => (0, "then ".len()),
        None => return None,
    };
    let base = text[..at].trim().trim_end_matches(',').trim_end();
    Some((base, text[at + length..].trim()))
}

/// The one choice whose words hold all that was typed; of several the one with the
/// least switched on and named.
pub(super) fn by_words(
    sight: &Sight,
    who: CombatantId,
    choices: &[Choice],
    text: &str,
) -> Result<Choice, String> {
    let wanted: Vec<String> = text
        .split(|sign: char| sign.is_whitespace() || sign == ',')
        .filter(|word| !word.is_empty() && *word != "+")
        .map(|word| match sight.lettered(word) {
            Some(who) => sight.name(who).to_lowercase(),
            None => word.to_lowercase(),
        })
        .collect();
    let words: Vec<String> = choices
        .iter()
        .map(|choice| sight.words(who, choice).to_lowercase())
        .collect();
    // The verb's own name may be typed too.
    let named: Vec<String> = choices
        .iter()
        .zip(&words)
        .map(|(choice, words)| format!("{} {words}", choice.verb))
        .collect();
    let fits = |words: &String| {
        let begins = |wanted: &String| {
            words.match_indices(wanted.as_str()).any(|(at, _)| {
                let before = words[..at].chars().next_back();
                before.is_none_or(|sign| !sign.is_alphanumeric())
            })
        };
        !wanted.is_empty() && wanted.iter().all(begins)
    };
    let whole = text.trim().to_lowercase();
    let same = |list: &[String]| list.iter().position(|words| *words == whole);
    if let Some(index) = same(&words).or_else(|| same(&named)) {
        return Ok(choices[index].clone());
    }
    // A hex that was typed is that hex, not one whose number begins alike.
    let typed = typed_hex(text);
    let there = |at: &usize| {
        let place = choices[*at]
            .slots
            .hex
            .map(|hex| sight.board.column_row(hex));
        typed.is_none() || place.is_none() || place == typed
    };
    let found: Vec<usize> = (0..words.len())
        .filter(|at| fits(&named[*at]) && there(at))
        .collect();
    // What was not said is not meant: the one with the least switched on, if there is one such.
    let switched = |at: &&usize| {
        let slots = &choices[**at].slots;
        slots.flags.len() + usize::from(slots.item.is_some())
    };
    let least = found.iter().map(|at| switched(&at)).min();
    let mut plain = found.iter().filter(|at| Some(switched(at)) == least);
    if let (Some(index), None) = (plain.next(), plain.next()) {
        return Ok(choices[*index].clone());
    }
    match found[..] {
        [index] => Ok(choices[index].clone()),
        [] => Err(format!(
            "`{}` is no choice of {} now.",
            text.trim(),
            sight.name(who)
        )),
        _ => {
            let lines: Vec<String> = found
                .iter()
                .take(SHOWN)
                .map(|index| format!("{}. {}", index + 1, words[*index]))
                .collect();
            Err(format!(
                "`{}` could be more than one: {}. Type its number.",
                text.trim(),
                lines.join("; ")
            ))
        }
    }
}

/// Column and row of a hex as it is typed: `(4,7)`.
fn typed_hex(text: &str) -> Option<(i32, i32)> {
    let (_, behind) = text.split_once('(')?;
    let (inside, _) = behind.split_once(')')?;
    let (column, row) = inside.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Letters of the board that stand alone become numbers, which plans in words understand.
pub(super) fn numbered(sight: &Sight, text: &str) -> String {
    let mut written = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, written: &mut String| {
        match sight.lettered(word) {
            Some(who) => written.push_str(&who.to_string()),
            None => written.push_str(word),
        }
        word.clear();
    };
    for sign in text.chars() {
        // The s of a genitive is no letter of the board.
        if sign.is_alphanumeric() || ['#', '\'', '’'].contains(&sign) {
            word.push(sign);
        } else {
            flush(&mut word, &mut written);
            written.push(sign);
        }
    }
    flush(&mut word, &mut written);
    written
}
