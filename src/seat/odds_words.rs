//! Odds in words: chance, the number needed, how it came to be, and what may come of it.

use super::foresight::{Threat, Walk};
use super::sight::Sight;
use crate::board::distance;
use crate::combat::fraction::Fraction;
use crate::combat::odds::{Answered, Odds, Outcome};
use crate::combat::plot::{Intent, Plot};
use std::collections::BTreeMap;

/// Characters of a bar that stands for certainty.
const BAR: u128 = 25;

/// Outcomes told apart; the rest is summed up.
const SHOWN: usize = 8;

/// A chance in per cent; what is possible is never shown as 0 or 100.
pub fn percent(chance: Fraction) -> String {
    if chance == Fraction::ZERO {
        return "0 %".to_owned();
    }
    if chance == Fraction::ONE {
        return "100 %".to_owned();
    }
    match chance.percent() {
        0 => "under 1 %".to_owned(),
        100 => "over 99 %".to_owned(),
        other => format!("{other} %"),
    }
}

/// A few words for a list of options: `16 or less, effect 65 %`.
pub fn short(odds: &Odds) -> Option<String> {
    let effect = percent(odds.answers.first()?.success);
    Some(match odds.target {
        Some((target, _)) => format!("{target} or less, effect {effect}"),
        None => format!("effect {effect}"),
    })
}

/// Everything about a choice's odds, a line for each thing.
pub fn full(sight: &Sight, what: &str, odds: Option<&Odds>) -> Vec<String> {
    let Some(odds) = odds else {
        let charges = what.split([' ', ':', ',']).any(|word| word == "charge");
        return vec![if charges {
            format!(
                "{what}: the way has no chance in it; the blow has, and it is told when he gets there."
            )
        } else {
            format!("{what}: there is no chance in it.")
        }];
    };
    let mut lines = vec![format!("{what}:")];
    if let (Some((target, faces)), Some(chance)) = (odds.target, odds.check()) {
        lines.push(format!(
            "  Needs {target} or less on a d{faces}, that is {}.",
            percent(chance)
        ));
    }
    if !odds.modifiers.is_empty() {
        let parts: Vec<String> = odds
            .modifiers
            .iter()
            .map(|modifier| {
                let rule = if modifier.rule.is_empty() {
                    String::new()
                } else {
                    format!(" [{}]", modifier.rule)
                };
                format!("{} {:+}{rule}", modifier.label, modifier.value)
            })
            .collect();
        lines.push(format!("  Made of: {}.", parts.join(", ")));
    }
    for answered in &odds.answers {
        lines.extend(answer(sight, answered));
    }
    if !odds.proviso.is_empty() {
        lines.push(format!("  ({})", odds.proviso));
    }
    lines
}

/// What a plan leads to and a walk does not come to, in words; `None` where it comes there.
fn missed(sight: &Sight, plot: &Plot, walk: &Walk) -> Option<String> {
    let end = *walk.hexes.last()?;
    match &plot.intent {
        Intent::Goto(hex) => (end != *hex).then(|| sight.hex(*hex)),
        Intent::Path(hexes) => {
            let goal = *hexes.last()?;
            (end != goal).then(|| sight.hex(goal))
        }
        Intent::Close(who, reach) | Intent::Follow(who, reach) => {
            let other = sight.figure(*who)?;
            let far = distance(end, other.place.hex) > u32::from(*reach);
            far.then(|| format!("{reach} m of {}", sight.name(*who)))
        }
        _ => None,
    }
}

/// A way that was looked ahead at: how far it comes now, where it ends, whether that is where the
/// plan leads, who may strike on it.
pub fn way(sight: &Sight, what: &str, plot: &Plot, walk: &Walk, threats: &[Threat]) -> Vec<String> {
    let mut lines = vec![format!("{what}:")];
    let (gait, end) = (if walk.run { "runs" } else { "walks" }, walk.hexes.last());
    let mut line = match (walk.metres(), end) {
        (0, _) | (_, None) => "  He stays where he is".to_owned(),
        (far, Some(end)) => format!("  He {gait} {far} m to {}", sight.hex(*end)),
    };
    if let Some(facing) = walk.facing {
        line.push_str(&format!(", facing {}", sight.dir(facing)));
    }
    lines.push(format!("{line}."));
    let missed = missed(sight, plot, walk);
    if let Some(goal) = &missed {
        // The reason of a stop stands in a line of its own.
        let why = match (walk.stops.is_empty(), walk.note.trim_end_matches('.')) {
            (false, _) => String::new(),
            (true, "") => ": it is farther than he gets".to_owned(),
            (true, note) => format!(": he {note}"),
        };
        lines.push(format!(
            "  He does not reach {goal} in this {}{why}.",
            sight.unit_name
        ));
    }
    if !walk.stops.is_empty() {
        let why = walk.stops.trim_end_matches('.');
        lines.push(format!("  He stops: {why}."));
    }
    for threat in threats {
        let name = sight.name(threat.who);
        let at = steps(threat);
        let with = &threat.words;
        lines.push(format!(
            "  {name} may strike him in passing with {with}: {at}."
        ));
        let answers = threat.first().map_or(&[][..], |odds| &odds.answers[..]);
        lines.extend(answers.iter().flat_map(|answered| answer(sight, answered)));
    }
    if threats.is_empty() {
        lines.push("  Nobody can strike him on this way as all stand now.".to_owned());
    }
    lines
}

/// The steps at which somebody may strike, each with its chance; equal chances together.
pub fn steps(threat: &Threat) -> String {
    let mut groups: Vec<(Vec<usize>, Option<String>)> = Vec::new();
    for (step, odds) in &threat.steps {
        let chance = odds.as_ref().and_then(Odds::check).map(percent);
        match groups.last_mut() {
            Some((steps, known)) if *known == chance => steps.push(*step),
            _ => groups.push((vec![*step], chance)),
        }
    }
    let group = |(steps, chance): &(Vec<usize>, Option<String>)| {
        let numbers: Vec<String> = steps.iter().map(ToString::to_string).collect();
        let word = if steps.len() == 1 { "step" } else { "steps" };
        let chance = chance.as_ref().map(|chance| format!(" ({chance})"));
        format!(
            "{word} {}{}",
            numbers.join(", "),
            chance.unwrap_or_default()
        )
    };
    groups.iter().map(group).collect::<Vec<_>>().join("; ")
}

fn answer(sight: &Sight, answered: &Answered) -> Vec<String> {
    let effect = percent(answered.success);
    // Systems without answers have one that goes without saying.
    let mut lines = vec![match answered.answer.as_str() {
        "" => format!("  Effect {effect}."),
        answer => format!("  If the other one answers with {answer}: effect {effect}."),
    }];
    let mut outcomes: Vec<(String, Fraction)> = Vec::new();
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    for (outcome, chance) in &answered.outcomes {
        let words = outcome_words(sight, outcome);
        match at.get(&words) {
            Some(index) => outcomes[*index].1 = outcomes[*index].1 + *chance,
            None => {
                at.insert(words.clone(), outcomes.len());
                outcomes.push((words, *chance));
            }
        }
    }
    outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.1));
    let rest = outcomes.split_off(outcomes.len().min(SHOWN));
    for (words, chance) in &outcomes {
        lines.push(bar(words, *chance));
    }
    if !rest.is_empty() {
        let chance = rest
            .iter()
            .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
        lines.push(bar(&format!("{} other outcomes", rest.len()), chance));
    }
    lines
}

/// A bar of characters with the figure before it, so that the bar tells nothing alone.
fn bar(words: &str, chance: Fraction) -> String {
    let length = chance.of(BAR * 2).div_ceil(2) as usize;
    format!(
        "    {:>9} {:<25} {words}",
        percent(chance),
        "#".repeat(length)
    )
}

fn outcome_words(sight: &Sight, outcome: &Outcome) -> String {
    let mut parts: Vec<String> = outcome
        .quantities
        .iter()
        .filter(|(_, value)| *value != 0)
        .map(|(name, value)| format!("{name} {value:+}"))
        .collect();
    parts.extend(outcome.notes.iter().map(ToString::to_string));
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    match outcome.whom {
        Some(whom) => format!("{}: {}", sight.name(whom), parts.join(", ")),
        None => parts.join(", "),
    }
}
