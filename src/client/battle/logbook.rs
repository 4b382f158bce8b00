//! The log as the drawer shows it: a line an event, with its figures apart, and what of it is wanted.

use super::luck::Throw;
use super::shown::Shown;
use crate::board::Hex;
use crate::combat::combatant::CombatantId;
use crate::combat::event::{Event, EventKind};
use crate::seat::{Sight, tale};
use smol_str::SmolStr;

/// A line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Unit of time.
    pub unit: u32,
    /// The sentence.
    pub words: String,
    /// Dice and modifiers behind it.
    pub figures: String,
    /// It only tells the time.
    pub clock: bool,
    /// It is about dice, harm or an end: worth seeing first.
    pub weighty: bool,
    /// Its place in the whole log, for a replay to jump to.
    pub event: usize,
    /// Whom it is about: the doer, then the other one.
    pub people: Vec<CombatantId>,
    /// Dice were thrown for it.
    pub dice: bool,
    /// It took points of somebody, or put him out.
    pub harm: bool,
    /// The check behind it, if it was one die against a number.
    pub roll: Option<Roll>,
    /// What the check is made of: label, value, rule.
    pub parts: Vec<(SmolStr, i32, SmolStr)>,
    /// The blow it tells, with what was to be expected of it.
    pub throw: Option<Throw>,
    /// Where it went on, besides where its people stand.
    pub hexes: Vec<Hex>,
}

impl Line {
    /// Where it was, and where those it is about stand now.
    pub fn places(&self, shown: &Shown) -> Vec<Hex> {
        let stand = self.people.iter().filter_map(|who| shown.figure(*who));
        let stand = stand.map(|figure| figure.place.hex);
        self.hexes.iter().copied().chain(stand).collect()
    }
}

/// One die against a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The face thrown.
    pub face: u16,
    /// Faces of the die.
    pub faces: u16,
    /// This or less succeeds.
    pub number: i32,
}

/// Which lines are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Every line.
    #[default]
    All,
    /// Those with dice.
    Dice,
    /// Those that cost somebody something.
    Damage,
    /// Those about one's own people.
    Mine,
    /// Those about one combatant.
    One,
    /// Blows against what was to be expected of them.
    Luck,
}

impl Filter {
    /// All of them with their words, in the order they are gone through.
    pub const ALL: [(Filter, &str); 6] = [
        (Filter::All, "all"),
        (Filter::Dice, "dice"),
        (Filter::Damage, "damage"),
        (Filter::Mine, "mine"),
        (Filter::One, "this one"),
        (Filter::Luck, "luck"),
    ];

    /// The next one.
    #[must_use]
    pub fn next(self) -> Filter {
        let at = Filter::ALL.iter().position(|(one, _)| *one == self);
        Filter::ALL[at.map_or(0, |at| at + 1) % Filter::ALL.len()].0
    }
}

/// What is wanted of a log.
pub struct Wanted<'w> {
    /// Which kind of line.
    pub filter: Filter,
    /// Words that must stand in it.
    pub search: &'w str,
    /// One's own people.
    pub own: &'w dyn Fn(CombatantId) -> bool,
    /// The one combatant.
    pub one: Option<CombatantId>,
}

impl Wanted<'_> {
    /// Whether a line is wanted. The time is told while nothing is searched for.
    pub fn takes(&self, line: &Line) -> bool {
        let search = self.search.trim().to_lowercase();
        if line.clock {
            return search.is_empty() && self.filter == Filter::All;
        }
        let kind = match self.filter {
            Filter::All => true,
            Filter::Dice => line.dice,
            Filter::Damage => line.harm,
            Filter::Mine => line.people.iter().any(|who| (self.own)(*who)),
            Filter::One => line.people.iter().any(|who| self.one == Some(*who)),
            Filter::Luck => line.throw.is_some(),
        };
        let found = |words: &str| words.to_lowercase().contains(&search);
        kind && (search.is_empty() || found(&line.words) || found(&line.figures))
    }
}

/// A line of an event; none for what only repeats.
pub fn line(sight: &Sight, event: &Event, place: usize) -> Option<Line> {
    let sentence = tale::sentence(sight, event)?;
    let clock = matches!(event.kind, EventKind::Clock { .. });
    let (words, figures) = match sentence.split_once(" [") {
        Some((words, figures)) => (words.to_owned(), figures.trim_end_matches(']').to_owned()),
        None => (sentence.trim_matches(['=', ' ']).to_owned(), String::new()),
    };
    let weighty = matches!(
        event.kind,
        EventKind::Swung { .. }
            | EventKind::Harmed { .. }
            | EventKind::Out(_)
            | EventKind::Defended { .. }
            | EventKind::Charged { .. }
    );
    let other = match &event.kind {
        EventKind::Swung { target, .. } => Some(*target),
        EventKind::Charged { target, .. } => *target,
        EventKind::Harmed { by, .. } => *by,
        _ => None,
    };
    let number = |label: &str| label.ends_with("or less");
    let is_number = event.details.iter().find(|one| number(&one.label));
    let roll = match (&event.dice[..], is_number) {
        ([die], Some(target)) if die.faces.len() == 1 => Some(Roll {
            face: die.faces[0],
            faces: die.sides,
            number: target.value,
        }),
        _ => None,
    };
    let parts = event.details.iter().filter(|one| !number(&one.label));
    Some(Line {
        unit: event.unit,
        words,
        figures,
        clock,
        weighty,
        event: place,
        people: event.who.into_iter().chain(other).collect(),
        dice: !event.dice.is_empty(),
        harm: matches!(event.kind, EventKind::Harmed { .. } | EventKind::Out(_)),
        roll,
        throw: Throw::of(event),
        parts: parts
            .map(|one| (one.label.clone(), one.value, one.rule.clone()))
            .collect(),
        hexes: event.kind.hexes(),
    })
}

/// Adds lines; time that passes with nothing in it is told by where it has come to.
pub fn add(log: &mut Vec<Line>, lines: impl IntoIterator<Item = Line>) {
    for line in lines {
        if line.clock && log.last().is_some_and(|last| last.clock) {
            log.pop();
        }
        // The same stop told again is no news.
        if log
            .iter()
            .rev()
            .take(12)
            .any(|old| !line.clock && !line.weighty && old.words == line.words)
        {
            continue;
        }
        log.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(filter: Filter, search: &str, line: &Line) -> bool {
        Wanted {
            filter,
            search,
            own: &|who| who == CombatantId(0),
            one: Some(CombatantId(2)),
        }
        .takes(line)
    }

    #[test]
    fn a_line_is_wanted_by_its_kind_its_people_and_its_words() {
        let blow = Line {
            words: "Aldo: blow at Bruna".to_owned(),
            figures: "attack d20: 7".to_owned(),
            dice: true,
            throw: Some(Throw {
                number: 12,
                faces: 20,
                struck: true,
            }),
            people: vec![CombatantId(0), CombatantId(1)],
            ..Line::default()
        };
        let harm = Line {
            words: "Odo loses 3 Stamina".to_owned(),
            harm: true,
            people: vec![CombatantId(2), CombatantId(1)],
            ..Line::default()
        };
        let time = Line {
            words: "Phase 3".to_owned(),
            clock: true,
            ..Line::default()
        };
        let lines = [&blow, &harm, &time];
        let takes = |filter, search: &str| lines.map(|line| wanted(filter, search, line));
        assert_eq!(takes(Filter::All, ""), [true, true, true]);
        assert_eq!(takes(Filter::Dice, ""), [true, false, false]);
        assert_eq!(takes(Filter::Damage, ""), [false, true, false]);
        assert_eq!(takes(Filter::Mine, ""), [true, false, false]);
        assert_eq!(takes(Filter::One, ""), [false, true, false]);
        assert_eq!(takes(Filter::Luck, ""), [true, false, false]);
        assert_eq!(takes(Filter::All, " BRUNA "), [true, false, false]);
        assert_eq!(takes(Filter::All, "d20"), [true, false, false]);
        assert_eq!(takes(Filter::Damage, "d20"), [false, false, false]);
    }

    #[test]
    fn the_filters_come_round_again() {
        let mut filter = Filter::All;
        for (expected, _) in Filter::ALL.iter().cycle().skip(1).take(6) {
            filter = filter.next();
            assert_eq!(filter, *expected);
        }
        assert_eq!(filter, Filter::All);
    }
}
