//! Standing orders in words: what the rule system offers, shown and set.

use crate::combat::combatant::SideId;
use crate::combat::order::{DecisionId, Order};
use crate::seat::sight::Sight;

/// All standing orders of a side.
pub fn list(sight: &Sight, side: SideId) -> Vec<String> {
    let mut lines = Vec::new();
    for figure in &sight.figures {
        if figure.side != side || figure.fitness.is_out() {
            continue;
        }
        for topic in sight.rules().standing(&sight.ask(), figure.id) {
            let values: Vec<&str> = topic
                .values
                .iter()
                .map(|(words, _)| words.as_str())
                .collect();
            lines.push(format!(
                "{}, {}: {}. Possible: {}.",
                figure.label.name,
                topic.name,
                topic.now,
                values.join(", ")
            ));
        }
    }
    if lines.is_empty() {
        lines.push("There are no standing orders here.".to_owned());
    } else {
        lines.push(
            "Set one with `standing NAME TOPIC VALUE`, for all with `standing all …`.".to_owned(),
        );
    }
    lines
}

/// The orders that set a standing order, each with its words: one, or with `all` one for everybody
/// who can take it.
///
/// # Errors
/// What was not understood and what is possible.
pub fn set(sight: &Sight, side: SideId, text: &str) -> Result<Vec<(Order, String)>, String> {
    let Some(rest) = text.strip_prefix("all ") else {
        return one(sight, side, text).map(|found| vec![found]);
    };
    let own = sight
        .figures
        .iter()
        .filter(|figure| figure.side == side && !figure.fitness.is_out());
    let mut orders = Vec::new();
    let mut fault = "nobody is left to order".to_owned();
    for figure in own {
        match one(sight, side, &format!("{} {rest}", figure.id)) {
            Ok(found) => orders.push(found),
            Err(words) => fault = words,
        }
    }
    if orders.is_empty() {
        Err(fault)
    } else {
        Ok(orders)
    }
}

/// Whether words tell of a thing that is done at once, by the way, where no choice on the card is
/// called so.
pub fn by_the_way(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    ["pick up ", "drop ", "put away "]
        .iter()
        .any(|verb| lower.starts_with(verb))
}

fn one(sight: &Sight, side: SideId, text: &str) -> Result<(Order, String), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    for cut in (1..words.len()).rev() {
        let Ok(who) = sight.find(&words[..cut].join(" ")) else {
            continue;
        };
        if sight.figure(who).map(|figure| figure.side) != Some(side) {
            return Err(format!("{} is not yours to order.", sight.name(who)));
        }
        let wanted: Vec<String> = words[cut..]
            .iter()
            .map(|word| word.to_lowercase())
            .collect();
        let topics = sight.rules().standing(&sight.ask(), who);
        let mut found = Vec::new();
        for topic in &topics {
            for (value, choice) in &topic.values {
                let whole = format!("{} {value}", topic.name).to_lowercase();
                let fits = wanted.iter().all(|word| {
                    whole
                        .split_whitespace()
                        .any(|known| known.starts_with(word))
                });
                if fits {
                    found.push((topic.name.clone(), value.clone(), choice.clone()));
                }
            }
        }
        return match &found[..] {
            [(topic, value, choice)] => Ok((
                Order {
                    decision: DecisionId::NONE,
                    who,
                    choice: choice.clone(),
                },
                format!("{}, {topic}: {value}", sight.name(who)),
            )),
            [] => Err(format!(
                "`{}` is no standing order now; `standing` lists them.{}",
                words[cut..].join(" "),
                if wanted.iter().any(|word| word == "pick") {
                    " A thing is picked up with a free hand from the own hex or one in front."
                } else {
                    ""
                }
            )),
            _ => {
                let all: Vec<String> = found
                    .iter()
                    .map(|(topic, value, _)| format!("{topic} {value}"))
                    .collect();
                Err(format!(
                    "`{}` could be {}; write more of it.",
                    words[cut..].join(" "),
                    all.join(" or ")
                ))
            }
        };
    }
    Err(format!(
        "`{text}` was not understood; write `standing NAME TOPIC VALUE`, and `standing` alone lists names, topics and values."
    ))
}
