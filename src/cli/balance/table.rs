//! What the battles of companies come to, as tables in Markdown.

use super::companies::{Priced, apart};
use super::{Fought, Meeting};
use crate::cli::simulate::report::wilson;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Battles of one against the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    won: u32,
    lost: u32,
    drawn: u32,
    stalemates: u32,
    /// Ended by the level's limit of time.
    limits: u32,
    units: u64,
}

impl Tally {
    fn add(&mut self, fought: &Fought, seat: usize) {
        match fought.winner {
            Some(team) if usize::from(team) == seat => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
        self.stalemates += u32::from(fought.stalemate);
        self.limits += u32::from(fought.ending == "limit of time");
        self.units += u64::from(fought.units);
    }

    fn all(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// Share won of those that were decided, in per cent, with its 95 % interval.
    fn share(&self) -> Option<(f64, f64, f64)> {
        let decided = self.won + self.lost;
        let (low, high) = (decided > 0).then(|| wilson(self.won, decided))?;
        let share = f64::from(self.won) / f64::from(decided);
        Some((100.0 * share, 100.0 * low, 100.0 * high))
    }

    fn words(&self) -> String {
        match self.share() {
            Some((share, low, high)) => format!("{share:.0} % ({low:.0}–{high:.0})"),
            None => "–".to_owned(),
        }
    }

    fn join(self, other: Tally) -> Tally {
        Tally {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            stalemates: self.stalemates + other.stalemates,
            limits: self.limits + other.limits,
            units: self.units + other.units,
        }
    }

    fn turned(self) -> Tally {
        Tally {
            won: self.lost,
            lost: self.won,
            ..self
        }
    }
}

/// One archetype against each other.
pub fn pairs(head: &str, known: &[Priced], fought: &[(Meeting, Vec<Fought>)]) -> String {
    let mut rows: BTreeMap<(usize, usize), ([usize; 2], Tally)> = BTreeMap::new();
    let place = |name: &str| known.iter().position(|one| one.name == name).unwrap_or(0);
    for (meeting, battles) in fought {
        let [one, other] = &meeting.companies;
        let key = (place(&one[0]), place(&other[0]));
        let row = rows.entry(key).or_default();
        row.0 = [one.len(), other.len()];
        for battle in battles {
            row.1.add(battle, meeting.seat);
        }
    }
    let mut text = format!("{head}\n\n");
    summary(&mut text, known, &rows);
    let _ = writeln!(
        text,
        "| companies | points | first wins (95 %) | draws | stalemates | at the limit | mean length |"
    );
    let _ = writeln!(text, "|---|---|---|---|---|---|---|");
    for ((one, other), ([a, b], tally)) in &rows {
        let (one, other) = (&known[*one], &known[*other]);
        let (x, y) = (one.points * *a as u32, other.points * *b as u32);
        let _ = writeln!(
            text,
            "| {a} {} – {b} {} | {x} : {y}{} | {} | {} | {} | {} | {:.0} |",
            one.name,
            other.name,
            if apart(x, y) > super::companies::EQUAL {
                " (uneven)"
            } else {
                ""
            },
            tally.words(),
            tally.drawn,
            tally.stalemates,
            tally.limits,
            tally.units as f64 / f64::from(tally.all().max(1)),
        );
    }
    text
}

/// Each archetype over all its pairs.
fn summary(
    text: &mut String,
    known: &[Priced],
    rows: &BTreeMap<(usize, usize), ([usize; 2], Tally)>,
) {
    let _ = writeln!(
        text,
        "| archetype | points | wins of all its battles (95 %) | best against | worst against |"
    );
    let _ = writeln!(text, "|---|---|---|---|---|");
    for (index, one) in known.iter().enumerate() {
        let own = rows.iter().filter_map(|((a, b), (_, tally))| match index {
            index if index == *a => Some((*b, *tally)),
            index if index == *b => Some((*a, tally.turned())),
            _ => None,
        });
        let own: Vec<(usize, Tally)> = own.collect();
        let sum = own
            .iter()
            .fold(Tally::default(), |sum, (_, tally)| sum.join(*tally));
        let share = |tally: &Tally| tally.share().map_or(50.0, |(share, _, _)| share);
        let best = own
            .iter()
            .max_by(|a, b| share(&a.1).total_cmp(&share(&b.1)));
        let worst = own
            .iter()
            .min_by(|a, b| share(&a.1).total_cmp(&share(&b.1)));
        let named = |found: Option<&(usize, Tally)>| {
            found.map_or_else(String::new, |(foe, tally)| {
                format!("`{}` {:.0} %", known[*foe].name, share(tally))
            })
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} |",
            one.name,
            one.points,
            sum.words(),
            named(best),
            named(worst)
        );
    }
    let _ = writeln!(text);
}

/// Companies drawn at random: how the one fares that has more of an archetype (B-107).
pub fn drawn(
    head: &str,
    points: u32,
    known: &[Priced],
    fought: &[(Meeting, Vec<Fought>)],
) -> String {
    let all = fought
        .iter()
        .map(|(_, battles)| battles.len())
        .sum::<usize>();
    let mut sum = Tally::default();
    let mut rows = vec![Tally::default(); known.len()];
    for (meeting, battles) in fought {
        for battle in battles {
            sum.add(battle, meeting.seat);
            for (one, row) in known.iter().zip(&mut rows) {
                let count = |company: usize| {
                    meeting.companies[company]
                        .iter()
                        .filter(|name| **name == one.name)
                        .count()
                };
                let seat = match count(0).cmp(&count(1)) {
                    std::cmp::Ordering::Greater => meeting.seat,
                    std::cmp::Ordering::Less => 1 - meeting.seat,
                    std::cmp::Ordering::Equal => continue,
                };
                row.add(battle, seat);
            }
        }
    }
    let mut text = format!(
        "{head}; {all} battles of companies drawn for {points} points: {} drawn, {} stalemates, {} at the limit, {:.0} units long on average\n\n",
        sum.drawn,
        sum.stalemates,
        sum.limits,
        sum.units as f64 / f64::from(sum.all().max(1)),
    );
    let _ = writeln!(
        text,
        "| archetype | points | who has more of them wins (95 %) | battles |"
    );
    let _ = writeln!(text, "|---|---|---|---|");
    for (one, row) in known.iter().zip(&rows) {
        let (words, battles) = (row.words(), row.all());
        let _ = writeln!(
            text,
            "| `{}` | {} | {words} | {battles} |",
            one.name, one.points
        );
    }
    text
}
