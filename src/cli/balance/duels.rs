//! Duels without movement, by best play over the odds of the rules: a figure of what an archetype
//! is worth that no computer player's walking decides.

use super::companies::{Priced, even_numbers, face_to_face};
use super::{FAULT, Fault};
use crate::ai::{StandOff, stand_off};
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::level::RuleNames;
use crate::start::{self, Known, Start};
use smol_str::SmolStr;
use std::fmt::Write as _;

/// Every archetype against every other.
pub fn table(
    head: &str,
    start: &Start,
    known: &[Priced],
    preset: Option<&str>,
) -> Result<String, Fault> {
    let mut rows: Vec<(usize, usize, StandOff)> = Vec::new();
    for (index, one) in known.iter().enumerate() {
        for (other_index, other) in known.iter().enumerate().skip(index + 1) {
            if let Some(found) = duel(start, [&one.name, &other.name], preset)? {
                rows.push((index, other_index, found));
            }
        }
    }
    let unit = start.rules.unit_name();
    let mut text =
        format!("{head}: duels without movement, both playing it best over the exact odds\n\n");
    let _ = writeln!(text, "| archetype | points | points that would be even |");
    let _ = writeln!(text, "|---|---|---|");
    for (index, one) in known.iter().enumerate() {
        let fair = fair_points(index, known, &rows);
        let fair = fair.map_or_else(|| "\u{2013}".to_owned(), |fair| format!("{fair:.0}"));
        let _ = writeln!(text, "| `{}` | {} | {fair} |", one.name, one.points);
    }
    let _ = writeln!(
        text,
        "\n| numbers at equal points | harm a {unit}, of one of the others (‰) | strength of the first |"
    );
    let _ = writeln!(text, "|---|---|---|");
    for (one, other, found) in &rows {
        let (one, other) = (&known[*one], &known[*other]);
        let (a, b) = even_numbers(one.points, other.points, 60);
        let _ = writeln!(
            text,
            "| {a} {} – {b} {} | {} : {} | {} |",
            one.name,
            other.name,
            found.done,
            found.taken,
            strength(a, b, found),
        );
    }
    Ok(text)
}

/// What two who stand before each other do one another.
fn duel(
    start: &Start,
    pair: [&SmolStr; 2],
    preset: Option<&str>,
) -> Result<Option<StandOff>, Fault> {
    let comes_mounted = |name: &str| Known::get().comes_mounted(name);
    let level = face_to_face(&start.level, pair, &comes_mounted)
        .ok_or_else(|| ("there is no room for two on this level".to_owned(), FAULT))?;
    let preset = preset.map(SmolStr::new);
    let setup = start::setup(&level, &*start.rules, preset).map_err(|fault| (fault, FAULT))?;
    let mut battle = Battle::start(start.rules.clone(), &setup, 1)
        .map_err(|faults| (faults.join("; "), FAULT))?;
    battle
        .advance()
        .map_err(|stuck| (stuck.to_string(), FAULT))?;
    Ok(stand_off(&mut battle, CombatantId(0), CombatantId(1)))
}

/// How many times as strong the first company is as the second, by the square of numbers: each of
/// them strikes at once, and each who falls strikes no more.
fn strength(a: u32, b: u32, found: &StandOff) -> String {
    let strength = |count: u32, harm: i32| f64::from(count * count) * f64::from(harm.max(0));
    let (one, other) = (strength(a, found.done), strength(b, found.taken));
    match (one > 0.0, other > 0.0) {
        (true, true) => format!("{:.2}", one / other),
        (true, false) => "unhurt".to_owned(),
        (false, true) => "0".to_owned(),
        (false, false) => "neither hurts the other".to_owned(),
    }
}

/// The price at which an archetype is even with the others at theirs: the geometric mean over them.
fn fair_points(index: usize, known: &[Priced], rows: &[(usize, usize, StandOff)]) -> Option<f64> {
    let fair: Vec<f64> = rows
        .iter()
        .filter_map(|(one, other, found)| {
            let (foe, done, taken) = match index {
                index if index == *one => (*other, found.done, found.taken),
                index if index == *other => (*one, found.taken, found.done),
                _ => return None,
            };
            let ratio = f64::from(done.max(1)) / f64::from(taken.max(1));
            Some((f64::from(known[foe].points) * ratio.sqrt()).ln())
        })
        .collect();
    (!fair.is_empty()).then(|| (fair.iter().sum::<f64>() / fair.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_with_their_square() {
        let found = StandOff {
            done: 20,
            taken: 40,
        };
        assert_eq!(strength(3, 2, &found), "1.12");
        assert_eq!(strength(1, 1, &StandOff { done: 0, taken: 1 }), "0");
        assert_eq!(strength(1, 1, &StandOff { done: 1, taken: 0 }), "unhurt");
    }

    #[test]
    fn who_does_four_times_the_harm_is_worth_twice_the_points() {
        let known = [("a", 10), ("b", 10)].map(|(name, points)| Priced {
            name: name.into(),
            points,
        });
        let rows = [(
            0,
            1,
            StandOff {
                done: 40,
                taken: 10,
            },
        )];
        assert!((fair_points(0, &known, &rows).unwrap() - 20.0).abs() < 1e-9);
        assert!((fair_points(1, &known, &rows).unwrap() - 5.0).abs() < 1e-9);
        assert_eq!(fair_points(0, &known, &[]), None);
    }
}
