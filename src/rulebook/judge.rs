//! Judges expectations against a battle as it stands.

use super::events::{passes, told};
use super::line::{Expect, OddsTest, Pattern, Test};
use super::run::Play;
use super::value::Value;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::endings::Ending;
use crate::combat::event::Event;
use crate::combat::fraction::Fraction;
use crate::combat::odds::{Answered, Odds};
use crate::combat::order::{Ask, Choice, Decision, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::verb;

/// Whether an expectation holds.
///
/// # Errors
/// What is there instead.
pub(super) fn judge(play: &mut Play, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::Event(pattern) => event(play, pattern),
        Expect::NoEvent(pattern) => times(play, 0, pattern),
        Expect::Times(count, pattern) => times(play, *count, pattern),
        Expect::Exactly(kind, patterns) => exactly(play, kind, patterns),
        Expect::Window(wanted, kind) => {
            reach_window(play)?;
            let battle = play.battle()?;
            let open = battle.window().map(|window| window.kind.to_string());
            agree(*wanted, open.as_deref() == Some(kind), || {
                format!("open is {}", open.as_deref().unwrap_or("no window"))
            })
        }
        Expect::Asked(wanted, who) => {
            reach_window(play)?;
            let asked = play
                .battle()?
                .window()
                .is_some_and(|window| window.of(*who).is_some());
            agree(*wanted, asked, || {
                if asked { "he is" } else { "he is not" }.to_owned()
            })
        }
        Expect::Offered(wanted, who, name) => {
            reach_window(play)?;
            let decision = play.battle()?.window().and_then(|window| window.of(*who));
            let verbs: Vec<String> = decision
                .map(|found| found.verbs.iter().map(ToString::to_string).collect())
                .unwrap_or_default();
            agree(*wanted, verbs.contains(name), || {
                format!("on offer: {}", verbs.join(", "))
            })
        }
        Expect::Option(wanted, who, choice) => {
            reach_window(play)?;
            option(play, *wanted, *who, choice)
        }
        Expect::Allowed(who, choice) => match check(play, *who, choice)? {
            Ok(()) => Ok(()),
            Err(refusal) => Err(format!("refused: {refusal}")),
        },
        Expect::Refused(rule, who, choice) => refused(rule, check(play, *who, choice)?),
        Expect::SideRefused(rule, who, choice) => {
            refused(rule, play.draft_aside(*who, choice.clone())?)
        }
        Expect::Odds(who, choice, test) => odds(play, *who, choice, test),
        Expect::Sees(wanted, side, pattern) => {
            let side = SideId(*side as u8);
            let found = count(play, Some(side), pattern)?;
            agree(*wanted, found > 0, || format!("it sees {found} of them"))
        }
        Expect::SeesFigure(side, who, path, test, want) => {
            let figures = play.battle()?.figures(Some(SideId(*side as u8)));
            let figure = figures
                .iter()
                .find(|figure| figure.id == *who)
                .ok_or("that side is shown no such figure")?;
            compare(play, &Value::of(figure)?, path, *test, want)
        }
        Expect::Part(who, path, test, want) => part(play, *who, path, *test, want),
        Expect::Resource(path, test, want) => resource(play, path, *test, want),
        Expect::Ask(name, args, test, want) => {
            let found = play.ask(name, args)?;
            if passes(&play.names, Some(&found), *test, want) {
                Ok(())
            } else {
                Err(format!("it is {}", play.names.show(&found)))
            }
        }
        Expect::AskFails(name, args, words) => match play.ask(name, args) {
            Ok(found) => Err(format!("it is {}", play.names.show(&found))),
            Err(fault) if fault.to_lowercase().contains(&words.to_lowercase()) => Ok(()),
            Err(fault) => Err(format!("it fails otherwise: {fault}")),
        },
        Expect::Ordered(wanted, who, choice) => {
            let given = play.battle()?.orders();
            let of: Vec<&Choice> = given
                .iter()
                .filter(|given| given.order.who == *who)
                .map(|given| &given.order.choice)
                .collect();
            let found = of.iter().any(|given| covers(given, choice));
            agree(*wanted, found, || format!("the orders were {of:?}"))
        }
        Expect::Distance(a, b, least, hexes) => {
            let figures = play.battle()?.figures(None);
            let hex = |who: &CombatantId| {
                let figure = figures.iter().find(|figure| figure.id == *who);
                figure.map(|figure| figure.place.hex)
            };
            let (Some(a), Some(b)) = (hex(a), hex(b)) else {
                return Err("one of them is not there".to_owned());
            };
            let found = crate::board::distance(a, b);
            let fits = if *least {
                found >= *hexes
            } else {
                found <= *hexes
            };
            agree(true, fits, || format!("they are {found} apart"))
        }
        Expect::At(wanted, who, hex) => {
            let figures = play.battle()?.figures(None);
            let figure = figures.iter().find(|figure| figure.id == *who);
            let place = figure.ok_or("he is not there")?.place.hex;
            let (column, row) = play.names.board.column_row(place);
            agree(*wanted, place == *hex, || {
                format!("he is at ({column},{row})")
            })
        }
        Expect::Either(list) => {
            let cursor = play.cursor;
            let mut faults = Vec::new();
            for one in list {
                match judge(play, one) {
                    Ok(()) => return Ok(()),
                    Err(fault) => faults.push(fault),
                }
                play.cursor = cursor;
            }
            Err(faults.join("; "))
        }
        Expect::Over(winner) => {
            let battle = play.battle()?;
            let Some(outcome) = battle.outcome() else {
                return Err("the battle goes on".to_owned());
            };
            let won = match &outcome.ending {
                Ending::Won { side, .. } => Some(*side),
                Ending::Points { winner, .. } | Ending::Stalemate { winner, .. } => *winner,
                _ => None,
            };
            let wanted = winner.map(|side| SideId(side as u8));
            agree(true, wanted.is_none() || won == wanted, || {
                format!("{:?}", outcome.ending)
            })
        }
    }
}

fn agree(wanted: bool, found: bool, told: impl FnOnce() -> String) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(told()) }
}

/// Whether an order has a verb and at least the slots asked for.
fn covers(given: &Choice, wanted: &Choice) -> bool {
    let (has, asks) = (&given.slots, &wanted.slots);
    given.verb == wanted.verb
        && asks
            .targets
            .iter()
            .all(|target| has.targets.contains(target))
        && asks.flags.is_subset(&has.flags)
        && (asks.dir.is_none() || asks.dir == has.dir)
        && (asks.item.is_none() || asks.item == has.item)
        && (asks.hex.is_none() || asks.hex == has.hex)
        && (asks.plot.is_none() || asks.plot == has.plot)
}

/// Windows are opened by work that may still be due.
fn reach_window(play: &mut Play) -> Result<(), String> {
    play.battle()?
        .advance()
        .map(|_| ())
        .map_err(|stuck| stuck.to_string())
}

fn events(play: &mut Play, reader: Option<SideId>) -> Result<Vec<Event>, String> {
    Ok(play.battle()?.events(reader).cloned().collect())
}

fn event(play: &mut Play, pattern: &Pattern) -> Result<(), String> {
    let all = events(play, None)?;
    for (at, event) in all.iter().enumerate().skip(play.cursor) {
        if pattern.matches(&told(event)?, &play.names) {
            play.cursor = at + 1;
            return Ok(());
        }
    }
    let mut like = Vec::new();
    for event in &all {
        if told(event)?.kind == pattern.kind {
            like.push(super::events::event_line(event, &play.names));
        }
    }
    Err(if like.is_empty() {
        "nothing of the kind happened".to_owned()
    } else {
        format!("what happened: {}", like.join(" | "))
    })
}

fn count(play: &mut Play, reader: Option<SideId>, pattern: &Pattern) -> Result<usize, String> {
    let mut found = 0;
    for event in events(play, reader)? {
        found += usize::from(pattern.matches(&told(&event)?, &play.names));
    }
    Ok(found)
}

fn times(play: &mut Play, wanted: usize, pattern: &Pattern) -> Result<(), String> {
    let found = count(play, None, pattern)?;
    agree(true, found == wanted, || {
        format!("it happened {found} times")
    })
}

fn exactly(play: &mut Play, kind: &str, patterns: &[Pattern]) -> Result<(), String> {
    let mut found = Vec::new();
    for event in events(play, None)? {
        let told = told(&event)?;
        if told.kind == kind {
            found.push((told, super::events::event_line(&event, &play.names)));
        }
    }
    let fits = found.len() == patterns.len()
        && found
            .iter()
            .zip(patterns)
            .all(|((told, _), pattern)| pattern.matches(told, &play.names));
    let lines: Vec<_> = found.into_iter().map(|(_, line)| line).collect();
    agree(true, fits, || {
        format!("what happened: {}", lines.join(" | "))
    })
}

fn decision(play: &mut Play, who: CombatantId) -> Result<Decision, String> {
    reach_window(play)?;
    let name = play.names.name(who).to_owned();
    let battle = play.battle()?;
    let window = battle.window().ok_or("no window is open")?;
    window
        .of(who)
        .cloned()
        .ok_or_else(|| format!("{name} has nothing to decide in the {} window", window.kind))
}

fn check(
    play: &mut Play,
    who: CombatantId,
    choice: &Choice,
) -> Result<Result<(), Refusal>, String> {
    let decision = decision(play, who)?;
    Ok(play.battle()?.check(&decision, choice))
}

/// Whether it was refused, and by that rule.
fn refused(rule: &str, checked: Result<(), Refusal>) -> Result<(), String> {
    match checked {
        Ok(()) => Err("it is allowed".to_owned()),
        Err(refusal) if rule == "any" || refusal.rule == rule => Ok(()),
        Err(refusal) => Err(format!("refused by another rule: {refusal}")),
    }
}

/// Whether a choice offered is what a line names: what the line leaves out may be anything.
fn is_meant(found: &Choice, want: &Choice) -> bool {
    fn open<T: PartialEq>(want: &Option<T>, found: &Option<T>) -> bool {
        want.is_none() || want == found
    }
    let (a, b): (&Slots, &Slots) = (&found.slots, &want.slots);
    found.verb == want.verb
        && (b.targets.is_empty() || a.targets == b.targets)
        && open(&b.hex, &a.hex)
        && open(&b.dir, &a.dir)
        && open(&b.item, &a.item)
        && open(&b.amount, &a.amount)
        && open(&b.plot, &a.plot)
        && b.flags.is_subset(&a.flags)
}

fn option(play: &mut Play, wanted: bool, who: CombatantId, choice: &Choice) -> Result<(), String> {
    let Ok(decision) = decision(play, who) else {
        return agree(wanted, false, || "he has nothing to decide".to_owned());
    };
    let options = play.battle()?.options(&decision);
    let found = options.iter().any(|found| is_meant(found, choice));
    agree(wanted, found, || {
        let verbs: Vec<String> = options
            .iter()
            .filter(|found| found.verb == choice.verb)
            .map(|found| {
                let flags: Vec<_> = found.slots.flags.iter().map(ToString::to_string).collect();
                format!("{} [{}]", found.verb, flags.join(" "))
            })
            .collect();
        format!("{} options: {}", options.len(), verbs.join(", "))
    })
}

fn odds(play: &mut Play, who: CombatantId, choice: &Choice, test: &OddsTest) -> Result<(), String> {
    let decision = decision(play, who)?;
    let battle = play.battle()?;
    battle
        .check(&decision, choice)
        .map_err(|refusal| format!("refused: {refusal}"))?;
    let scene = battle.scene(Some(decision.side));
    let rules = battle.rules().clone();
    let found = verb(&*rules, &choice.verb).ok_or("there is no such verb")?;
    let odds = found
        .odds(&Ask { scene: &*scene }, who, &choice.slots)
        .ok_or("there is no chance in it")?;
    judge_odds(&odds, test)
}

fn answers<'a>(odds: &'a Odds, answer: Option<&str>) -> Result<&'a Answered, String> {
    let found = match answer {
        None => odds.answers.first(),
        Some(words) => odds
            .answers
            .iter()
            .find(|found| found.answer.eq_ignore_ascii_case(words))
            .or_else(|| {
                let lower = words.to_lowercase();
                odds.answers
                    .iter()
                    .find(|found| found.answer.to_lowercase().contains(&lower))
            }),
    };
    found.ok_or_else(|| {
        let all: Vec<_> = odds
            .answers
            .iter()
            .map(|found| found.answer.as_str())
            .collect();
        format!("the answers are: {}", all.join(", "))
    })
}

fn judge_odds(odds: &Odds, test: &OddsTest) -> Result<(), String> {
    match test {
        OddsTest::Target(want) => {
            let found = odds.target.map(|(number, _)| number);
            agree(true, found == Some(*want), || format!("it is {found:?}"))
        }
        OddsTest::Modifier(label, want) => {
            let found: i32 = odds
                .modifiers
                .iter()
                .filter(|found| {
                    found.label.to_lowercase().contains(&label.to_lowercase())
                        || found.rule == *label
                })
                .map(|found| found.value)
                .sum();
            agree(true, found == *want, || {
                let all: Vec<_> = odds
                    .modifiers
                    .iter()
                    .map(|found| format!("{} {:+} ({})", found.label, found.value, found.rule))
                    .collect();
                format!("it is {found}; {}", all.join(", "))
            })
        }
        OddsTest::Success(answer, num, den) => {
            let found = answers(odds, answer.as_deref())?.success;
            let want = Fraction::new(*num, *den);
            agree(true, found == want, || format!("it is {found}"))
        }
        OddsTest::Chance(name, value, answer, num, den) => {
            let answered = answers(odds, answer.as_deref())?;
            let mut found = Fraction::ZERO;
            for (outcome, chance) in &answered.outcomes {
                let sum: i32 = outcome
                    .quantities
                    .iter()
                    .filter(|(label, _)| label.eq_ignore_ascii_case(name))
                    .map(|(_, amount)| amount)
                    .sum();
                let noted = outcome
                    .notes
                    .iter()
                    .any(|note| note.eq_ignore_ascii_case(name));
                if sum == *value && (sum != 0 || !noted) || noted && *value == 1 {
                    found = found + *chance;
                }
            }
            let want = Fraction::new(*num, *den);
            agree(true, found == want, || format!("it is {found}"))
        }
        OddsTest::Whole => {
            for answered in &odds.answers {
                let sum = answered
                    .outcomes
                    .iter()
                    .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
                if sum != Fraction::ONE {
                    return Err(format!("`{}` sums to {sum}", answered.answer));
                }
            }
            Ok(())
        }
    }
}

fn compare(
    play: &Play,
    whole: &Value,
    path: &[String],
    test: Test,
    want: &Value,
) -> Result<(), String> {
    let found = whole.path(path.iter().map(String::as_str));
    if passes(&play.names, found, test, want) {
        return Ok(());
    }
    Err(match found {
        Some(found) => format!("it is {}", play.names.show(found)),
        None => format!("there is no `{}` in {whole}", path.join(".")),
    })
}

fn part(
    play: &mut Play,
    who: CombatantId,
    path: &[String],
    test: Test,
    want: &Value,
) -> Result<(), String> {
    let state = play
        .battle()?
        .snapshot()
        .map_err(|fault| fault.to_string())?;
    let parts = state
        .combatants
        .get(&who)
        .ok_or("there is no such combatant")?;
    let Some((part, rest)) = path.split_first() else {
        return Err("write `A.part.field = value`".to_owned());
    };
    let known = parts.keys().cloned().collect::<Vec<_>>().join(", ");
    let text = parts
        .get(part)
        .ok_or_else(|| format!("there is no part `{part}`; there are: {known}"))?;
    compare(play, &Value::read(text)?, rest, test, want)
}

fn resource(play: &mut Play, path: &[String], test: Test, want: &Value) -> Result<(), String> {
    let state = play
        .battle()?
        .snapshot()
        .map_err(|fault| fault.to_string())?;
    let Some((part, rest)) = path.split_first() else {
        return Err("write `part.field = value`".to_owned());
    };
    let known = state
        .resources
        .keys()
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let text = state
        .resources
        .get(part)
        .ok_or_else(|| format!("there is no part `{part}`; there are: {known}"))?;
    compare(play, &Value::read(text)?, rest, test, want)
}
