//! Lines of a case: what is done (`A: attack D`, `wait 1`, `until reaction`) and what must come of
//! it (`event D harmed shp=6`, `D.tempo.due = 9`). Read once, with the names of the scenario.

use super::names::Names;
use super::value::Value;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::order::{Choice, Slots};
use crate::combat::plot_words;
use smol_str::SmolStr;

/// Something done in a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `A: VERB …`: an answer to the next decision of A that offers the verb.
    Order(CombatantId, Choice),
    /// `A! VERB …`: an order of A's side that answers no decision.
    SideOrder(CombatantId, Choice),
    /// `wait N`: so many whole units pass, every open decision taking its preset.
    Wait(u32),
    /// `until KIND` or `until KIND of A`: on to a window, presets being taken.
    Until(String, Option<CombatantId>),
    /// `until stage NAME`.
    UntilStage(String),
    /// `until phase N` (or `unit N`).
    UntilUnit(u32),
    /// `next`: this window closes and the next one opens.
    Next,
    /// `set A tempo: (due: 9)`: a part of A's snapshot is changed.
    Set(CombatantId, Value),
    /// `quick plays A`: from here on the computer answers for a side.
    Plays(String, usize),
    /// `expect …` in the middle of things.
    Expect(Expect),
}

/// A pattern of an event: `A swung target=D result=hit`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Of whom; nobody in particular if none.
    pub who: Option<CombatantId>,
    /// Its kind in lower case.
    pub kind: String,
    /// Fields, losses, details and how each must be.
    pub fields: Vec<(String, Test, Value)>,
}

/// How a value is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `=`.
    Is,
    /// `!=`.
    IsNot,
    /// `~`: the text holds it.
    Holds,
}

/// What an odds line looks at.
#[derive(Clone, Debug, PartialEq)]
pub enum OddsTest {
    /// `target = 15`.
    Target(i32),
    /// `modifier rush = -5`; 0 means that there is none.
    Modifier(String, i32),
    /// `success = 3/4` or `success if ANSWER = 3/4`.
    Success(Option<String>, u128, u128),
    /// `chance LABEL VALUE = 1/20` or with `if ANSWER`: of all outcomes with that quantity.
    Chance(String, i32, Option<String>, u128, u128),
    /// `sums to 1`: over every answer.
    Whole,
}

/// Something that must be so.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `event P`: after the event of the line before.
    Event(Pattern),
    /// `no event P`.
    NoEvent(Pattern),
    /// `N times P`.
    Times(usize, Pattern),
    /// `exactly KIND: P; P`: all events of the kind since the case began, no more and no fewer.
    Exactly(String, Vec<Pattern>),
    /// `window KIND` / `no window KIND`.
    Window(bool, String),
    /// `asked A` / `not asked A`.
    Asked(bool, CombatantId),
    /// `offered A VERB` / `not offered A VERB`.
    Offered(bool, CombatantId, String),
    /// `option A: VERB …` / `no option A: VERB …`.
    Option(bool, CombatantId, Choice),
    /// `allowed A: VERB …`.
    Allowed(CombatantId, Choice),
    /// `refused RULE A: VERB …`; the rule may be `any`.
    Refused(String, CombatantId, Choice),
    /// `refused RULE A! VERB …`: an order that answers no decision.
    SideRefused(String, CombatantId, Choice),
    /// `odds A: VERB …; TEST`.
    Odds(CombatantId, Choice, OddsTest),
    /// `side S sees P` / `side S never sees P`.
    Sees(bool, usize, Pattern),
    /// `side S sees A.path = value`: of the figure as S may know it.
    SeesFigure(usize, CombatantId, Vec<String>, Test, Value),
    /// `A.part.path = value`.
    Part(CombatantId, Vec<String>, Test, Value),
    /// `flow.unit = 4`: a resource's part.
    Resource(Vec<String>, Test, Value),
    /// `ask name(args) = value`.
    Ask(String, Value, Test, Value),
    /// `ask name(args) fails`, the words holding a text.
    AskFails(String, Value, String),
    /// `ordered A: VERB …` / `no ordered A: VERB …`: an order with that verb and at least those slots
    /// was given, from the beginning of the case.
    Ordered(bool, CombatantId, Choice),
    /// `distance A D at least 3`, `distance A D at most 1`: hexes between two combatants.
    Distance(CombatantId, CombatantId, bool, u32),
    /// `at A (3,5)` / `not at A (3,5)`: where somebody is.
    At(bool, CombatantId, crate::board::Hex),
    /// `E || E`: one of them is enough.
    Either(Vec<Expect>),
    /// `over`, `over: TEAM wins` by side name.
    Over(Option<usize>),
}

/// Cuts at blanks outside brackets and quotes.
pub(super) fn tokens(text: &str) -> Vec<String> {
    split(text, |letter| letter.is_whitespace())
}

/// Cuts at a sign outside brackets and quotes.
pub(super) fn split(text: &str, at: impl Fn(char) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted) = (0i32, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth <= 0 && !quoted && at(letter) {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Cuts `left TEST right` at the first test sign outside brackets and quotes.
fn cut_test(text: &str) -> Option<(&str, Test, &str)> {
    let (mut depth, mut quoted) = (0i32, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth > 0 || quoted {
            continue;
        }
        let (test, len) = match letter {
            '!' if text[at..].starts_with("!=") => (Test::IsNot, 2),
            '=' => (Test::Is, 1),
            '~' => (Test::Holds, 1),
            _ => continue,
        };
        return Some((text[..at].trim(), test, text[at + len..].trim()));
    }
    None
}

/// What a test compares with: a text for `~`, else a value.
fn wanted(test: Test, text: &str) -> Result<Value, String> {
    match test {
        Test::Holds => Ok(Value::Text(text.trim_matches('"').replace("\\\"", "\""))),
        _ => value(text),
    }
}

/// A value in a line: like RON, but a phrase without brackets is a text.
fn value(text: &str) -> Result<Value, String> {
    let loose = text
        .chars()
        .all(|letter| letter.is_alphanumeric() || " _-.,'#/".contains(letter));
    if loose && text.contains([' ', ',']) {
        return Ok(Value::Text(text.to_owned()));
    }
    Value::read(text)
}

impl Pattern {
    /// Reads `A swung target=D`, or `clock part=movement` of nobody.
    ///
    /// # Errors
    /// What was not understood.
    pub fn parse(text: &str, names: &Names) -> Result<Pattern, String> {
        let words = tokens(text);
        let mut words = words.iter();
        let first = words.next().ok_or("an event pattern is empty")?;
        let (who, kind) = match names.who(first) {
            Some(who) => {
                let kind = words.next().ok_or_else(|| format!("`{first}` did what?"))?;
                (Some(who), kind)
            }
            None => (None, first),
        };
        let known = super::events::KINDS;
        let kind = kind.to_lowercase();
        if !known.contains(&kind.as_str()) {
            let (who, kinds) = (names.combatants.join(", "), known.join(", "));
            return Err(format!(
                "`{kind}` is neither a combatant ({who}) nor a kind of event ({kinds})"
            ));
        }
        let mut fields = Vec::new();
        for word in words {
            let (field, test, want) =
                cut_test(word).ok_or_else(|| format!("`{word}`: write field=value"))?;
            fields.push((
                field.trim_matches('"').to_owned(),
                test,
                wanted(test, want)?,
            ));
        }
        Ok(Pattern { who, kind, fields })
    }
}

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
fn order(text: &str, names: &Names) -> Result<(CombatantId, Choice), String> {
    let (who, rest) = text
        .split_once(':')
        .ok_or_else(|| format!("`{text}`: write a name, a colon and an order"))?;
    let who = names.need(who.trim())?;
    Ok((who, choice(rest.trim(), names, who)?))
}

/// `A! VERB …`: who, and what follows.
fn aside<'a>(text: &'a str, names: &Names) -> Option<(CombatantId, &'a str)> {
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
pub(super) fn patch_of(text: &str, names: &Names) -> Result<Value, String> {
    let text = names.resolve(text)?;
    match Value::read(&format!("({text})"))? {
        patch @ Value::Struct(..) => Ok(patch),
        _ => Err(format!("`{text}`: write `part: (field: value)`")),
    }
}

fn fraction(text: &str) -> Result<(u128, u128), String> {
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    let fault = |_| format!("`{text}` is no fraction; write 3/4");
    let den = den.trim().parse().map_err(fault)?;
    if den == 0 {
        return Err(format!("`{text}` divides by nothing"));
    }
    Ok((num.trim().parse().map_err(fault)?, den))
}

impl OddsTest {
    fn parse(text: &str) -> Result<OddsTest, String> {
        let allowed = "odds tests are `target = 15`, `modifier NAME = -5`, `success = 3/4`, \
                       `success if ANSWER = 3/4`, `chance NAME VALUE if ANSWER = 1/20`, `sums to 1`";
        if text == "sums to 1" {
            return Ok(OddsTest::Whole);
        }
        let (left, _, right) = cut_test(text).ok_or(allowed)?;
        let number = |text: &str| {
            let fault = |_| format!("`{text}` is no number");
            text.trim().replace('−', "-").parse::<i32>().map_err(fault)
        };
        if left == "target" {
            return Ok(OddsTest::Target(number(right)?));
        }
        if let Some(name) = left.strip_prefix("modifier ") {
            return Ok(OddsTest::Modifier(name.trim().to_owned(), number(right)?));
        }
        let (head, answer) = match left.split_once(" if ") {
            Some((head, answer)) => (head, Some(answer.trim().to_owned())),
            None => (left, None),
        };
        let (num, den) = fraction(right)?;
        if head == "success" {
            return Ok(OddsTest::Success(answer, num, den));
        }
        let rest = head.strip_prefix("chance ").ok_or(allowed)?;
        let (name, value) = rest.rsplit_once(' ').ok_or(allowed)?;
        Ok(OddsTest::Chance(
            name.trim().to_owned(),
            number(value)?,
            answer,
            num,
            den,
        ))
    }
}

impl Expect {
    /// Reads an expectation.
    ///
    /// # Errors
    /// What was not understood.
    pub fn parse(text: &str, names: &Names) -> Result<Expect, String> {
        let text = text.trim();
        if text.contains(" || ") {
            let parts = text.split(" || ").map(|part| Expect::parse(part, names));
            return Ok(Expect::Either(parts.collect::<Result<_, _>>()?));
        }
        let (negated, rest) = match text.strip_prefix("not ").or(text.strip_prefix("no ")) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (word, after) = rest.split_once([' ', ':']).unwrap_or((rest, ""));
        let after = after.trim();
        match word {
            "event" if negated => return Ok(Expect::NoEvent(Pattern::parse(after, names)?)),
            "event" => return Ok(Expect::Event(Pattern::parse(after, names)?)),
            "window" => return Ok(Expect::Window(!negated, after.to_owned())),
            "asked" => return Ok(Expect::Asked(!negated, names.need(after)?)),
            "offered" => {
                let (who, verb) = after.split_once(' ').ok_or("write `offered A VERB`")?;
                let verb = names.verb(verb.trim());
                return Ok(Expect::Offered(!negated, names.need(who)?, verb));
            }
            "option" => {
                let (who, choice) = order(after, names)?;
                return Ok(Expect::Option(!negated, who, choice));
            }
            "ordered" => {
                let (who, choice) = order(after, names)?;
                return Ok(Expect::Ordered(!negated, who, choice));
            }
            "at" => {
                let (who, place) = after.split_once(' ').ok_or("write `at A (3,5)`")?;
                let hex = names.hex(place.trim());
                let hex = hex.ok_or_else(|| format!("`{place}` is no hex like (3,5)"))?;
                return Ok(Expect::At(!negated, names.need(who)?, hex));
            }
            _ if negated => {}
            "distance" => {
                let words = tokens(after);
                let usage = "write `distance A D at least 3` or `distance A D at most 1`";
                let [a, b, at, how, number] = words.as_slice() else {
                    return Err(usage.to_owned());
                };
                let least = match (at.as_str(), how.as_str()) {
                    ("at", "least") => true,
                    ("at", "most") => false,
                    _ => return Err(usage.to_owned()),
                };
                let number = number.parse().map_err(|_| usage.to_owned())?;
                let (a, b) = (names.need(a)?, names.need(b)?);
                return Ok(Expect::Distance(a, b, least, number));
            }
            "allowed" => {
                let (who, choice) = order(after, names)?;
                return Ok(Expect::Allowed(who, choice));
            }
            "refused" => {
                let (rule, rest) = after
                    .split_once(' ')
                    .ok_or("write `refused P-131 A: VERB`")?;
                if rule != "any" && !super::format::is_rule_id(rule) {
                    return Err(format!("`{rule}` is no rule id; write P-131 or `any`"));
                }
                if let Some((who, rest)) = aside(rest, names) {
                    let choice = choice(rest, names, who)?;
                    return Ok(Expect::SideRefused(rule.to_owned(), who, choice));
                }
                let (who, choice) = order(rest, names)?;
                return Ok(Expect::Refused(rule.to_owned(), who, choice));
            }
            "odds" => {
                let (head, test) = after
                    .split_once(';')
                    .ok_or("write `odds A: VERB …; TEST`")?;
                let (who, choice) = order(head, names)?;
                return Ok(Expect::Odds(who, choice, OddsTest::parse(test.trim())?));
            }
            "exactly" => {
                let (kind, list) = after.split_once(':').ok_or("write `exactly KIND: P; P`")?;
                let patterns: Result<Vec<_>, _> = split(list, |sign| sign == ';')
                    .iter()
                    .map(|pattern| Pattern::parse(pattern, names))
                    .collect();
                return Ok(Expect::Exactly(kind.trim().to_owned(), patterns?));
            }
            "side" => return Expect::parse_side(after, names),
            "ask" => return Expect::parse_ask(after, names),
            "over" => {
                let winner = after.strip_suffix("wins").map(str::trim);
                let winner = winner.map(|side| side_named(side, names)).transpose()?;
                return Ok(Expect::Over(winner));
            }
            _ => {}
        }
        if let Some((count, rest)) = text.split_once(" times ")
            && let Ok(count) = count.parse()
        {
            return Ok(Expect::Times(count, Pattern::parse(rest, names)?));
        }
        let Some((path, test, want)) = cut_test(text) else {
            return Err(format!(
                "`{text}` is not understood; expectations are `event …`, `no event …`, `N times …`, \
                 `exactly KIND: …`, `window KIND`, `asked A`, `offered A VERB`, `option A: …`, \
                 `allowed A: …`, `refused RULE A: …`, `odds A: …; …`, `side S sees …`, \
                 `ordered A: …`, `distance A D at least N`, `E || E`, \
                 `ask name(…) = …`, `over: S wins`, `A.part.field = …`"
            ));
        };
        let mut path: Vec<String> = path.split('.').map(|step| step.trim().to_owned()).collect();
        let want = wanted(test, want)?;
        if let Some(who) = names.who(&path[0]) {
            path.remove(0);
            return Ok(Expect::Part(who, path, test, want));
        }
        Ok(Expect::Resource(path, test, want))
    }

    fn parse_side(text: &str, names: &Names) -> Result<Expect, String> {
        let fault =
            "write `side S sees EVENT`, `side S never sees EVENT` or `side S sees A.due = 9`";
        let (side, rest) = text.split_once(' ').ok_or(fault)?;
        let side = side_named(side, names)?;
        if let Some(rest) = rest.trim().strip_prefix("never sees ") {
            return Ok(Expect::Sees(false, side, Pattern::parse(rest, names)?));
        }
        let rest = rest.trim().strip_prefix("sees ").ok_or(fault)?;
        if let Some((path, test, want)) = cut_test(rest)
            && let Some((who, path)) = path.split_once('.')
            && let Some(who) = names.who(who)
        {
            let path = path.split('.').map(str::to_owned).collect();
            let want = wanted(test, want)?;
            return Ok(Expect::SeesFigure(side, who, path, test, want));
        }
        Ok(Expect::Sees(true, side, Pattern::parse(rest, names)?))
    }

    fn parse_ask(text: &str, names: &Names) -> Result<Expect, String> {
        let open = text.find('(').ok_or("write `ask name(args) = value`")?;
        let name = text[..open].trim().to_owned();
        let mut depth = 0;
        let close = text[open..]
            .char_indices()
            .find(|(_, letter)| {
                match letter {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            })
            .map(|(at, _)| open + at + 1)
            .ok_or("`ask` has no closing bracket")?;
        let args = Value::read(&names.resolve(&text[open..close])?)?;
        let rest = text[close..].trim();
        if let Some(words) = rest.strip_prefix("fails") {
            let words = words.trim().trim_start_matches('~').trim();
            return Ok(Expect::AskFails(
                name,
                args,
                words.trim_matches('"').to_owned(),
            ));
        }
        match cut_test(rest) {
            Some(("", test, want)) => Ok(Expect::Ask(name, args, test, wanted(test, want)?)),
            _ => Err(format!(
                "after `{name}(…)` write `= value` or `fails ~ words`"
            )),
        }
    }
}

fn side_named(side: &str, names: &Names) -> Result<usize, String> {
    let found = names.sides.iter().position(|known| known == side);
    found.ok_or_else(|| format!("`{side}` is no side; here are: {}", names.sides.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Orientation};
    use crate::combat::plot::Intent;

    fn names() -> Names {
        Names {
            combatants: vec!["A".into(), "D".into()],
            sides: vec!["A".into(), "D".into()],
            items: vec![(0, 0, "long_sword".into())],
            verbs: Vec::new(),
            board: Board::new(9, 9, Orientation::PointyTop),
        }
    }

    #[test]
    fn orders_fill_their_slots() {
        let names = names();
        let Ok(Step::Order(who, choice)) =
            Step::parse("A: attack D long_sword +feint NE amount=3", &names)
        else {
            panic!("an order");
        };
        assert_eq!(who, CombatantId(0));
        assert_eq!(choice.verb, "attack");
        assert_eq!(choice.slots.targets, [CombatantId(1)]);
        assert_eq!(choice.slots.item, Some(ItemId(0)));
        assert!(choice.slots.flag("feint"));
        assert_eq!(choice.slots.amount, Some(3));
        let Ok(Step::Order(_, plot)) = Step::parse(
            "A: plot close with D to 1, face D +rush then attack D",
            &names,
        ) else {
            panic!("a plot");
        };
        assert_eq!(
            plot.slots.plot.unwrap().intent,
            Intent::Close(CombatantId(1), 1)
        );
        assert!(plot.slots.flags.contains("rush"));
        assert_eq!(plot.slots.then.unwrap().slots.targets, [CombatantId(1)]);
    }

    #[test]
    fn expectations_of_every_kind_are_read() {
        let names = names();
        for text in [
            "event A swung target=D result=hit",
            "event clock part=movement",
            "no event D defended",
            "2 times A swung",
            "exactly clock: clock part=movement; clock part=action",
            "window reaction",
            "no window reaction",
            "asked D",
            "not asked D",
            "offered D dodge",
            "not offered D sidestep",
            "option A: attack D",
            "no option A: attack D +target",
            "allowed A: attack D",
            "refused P-131 A: attack D +target",
            "refused B-086 A! pick_up long_sword",
            "odds A: attack D; target = 15",
            "odds A: attack D; success if dodge sideways = 1/4",
            "odds A: attack D; chance Stamina -6 if nothing = 1/20",
            "side D sees A swung manner=attack",
            "side D never sees A declared",
            "side D sees A.due = none",
            "ask initiative(dx_bonus: 2, d10: 9) = 7",
            "ask table(file: \"x\") fails ~ no table",
            "D.pools.shp = 19",
            "D.posture != prone",
            "flow.unit = 4",
            "over: A wins",
        ] {
            Expect::parse(text, &names).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        }
    }

    #[test]
    fn faults_say_what_is_allowed() {
        let names = names();
        for (text, part) in [
            ("Z: attack D", "here are: A, D"),
            ("A: attack Q", "no combatant"),
            ("wait long", "no number"),
            ("dance", "steps are"),
            ("expect nonsense", "expectations are"),
            ("expect event A flew", "kind of event"),
            ("expect refused maybe A: attack D", "no rule id"),
        ] {
            let fault = Step::parse(text, &names).unwrap_err();
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
