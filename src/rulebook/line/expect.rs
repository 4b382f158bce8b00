//! Reading what must come of a case: patterns of events, odds, fields, what a side sees.

use super::cut::{cut_test, split, tokens, wanted};
use super::step::{aside, choice, order};
use super::{Expect, OddsTest, Pattern};
use crate::rulebook::names::Names;
use crate::rulebook::value::Value;

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
        let known = crate::rulebook::events::KINDS;
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
                if rule != "any" && !crate::rulebook::format::is_rule_id(rule) {
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
