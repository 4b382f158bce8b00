//! Odds as the panel shows them: bands of what is lost, notable words, per answer of the other one.

use crate::combat::fraction::Fraction;
use crate::combat::odds::{Answered, Odds};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A quantity with the chance of each band of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The quantity's name.
    pub name: SmolStr,
    /// Bands in order, each with its share of 1.
    pub bands: Vec<(String, f32)>,
    /// What it comes to on average.
    pub mean: f32,
}

/// What comes of a choice if the other one answers in a given way.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// The answer, in words.
    pub answer: SmolStr,
    /// Chance that the choice has any effect.
    pub success: f32,
    /// Quantities that may change.
    pub spreads: Vec<Spread>,
    /// Words that may come true, the likeliest first.
    pub notes: Vec<(SmolStr, f32)>,
}

/// Bands of an amount lost or moved: upper ends.
const BANDS: [(i32, i32); 5] = [(0, 0), (1, 3), (4, 6), (7, 9), (10, i32::MAX)];

/// A share of 1 that is never shown as certain or impossible unless it is.
pub fn share(chance: Fraction) -> f32 {
    chance.of(1_000_000) as f32 / 1_000_000.0
}

/// A share in words: whole per cent, one digit below ten.
pub fn percent(share: f32) -> String {
    let value = share * 100.0;
    if value <= 0.0 {
        "0 %".to_owned()
    } else if value < 0.1 {
        "< 0.1 %".to_owned()
    } else if value < 9.95 || (value > 90.05 && value < 99.95) {
        let text = format!("{value:.1}");
        format!("{} %", text.trim_end_matches(".0"))
    } else if value < 100.0 {
        format!("{value:.0} %")
    } else {
        "100 %".to_owned()
    }
}

fn band(low: i32, high: i32) -> String {
    match (low, high) {
        (0, 0) => "0".to_owned(),
        (low, i32::MAX) => format!("{low}+"),
        (low, high) => format!("{low}\u{2013}{high}"),
    }
}

/// One answer's chances.
pub fn of(answered: &Answered) -> Chances {
    let mut amounts: BTreeMap<&SmolStr, BTreeMap<i32, f32>> = BTreeMap::new();
    let mut order: Vec<&SmolStr> = Vec::new();
    let mut notes: BTreeMap<&SmolStr, f32> = BTreeMap::new();
    for (outcome, chance) in &answered.outcomes {
        let share = share(*chance);
        for (name, value) in &outcome.quantities {
            if !order.contains(&name) {
                order.push(name);
            }
            *amounts
                .entry(name)
                .or_default()
                .entry(value.abs())
                .or_default() += share;
        }
        for note in &outcome.notes {
            *notes.entry(note).or_default() += share;
        }
    }
    // Losses first, in the order the rules name them.
    let spreads = order
        .into_iter()
        .map(|name| {
            let mut by_amount = amounts.remove(name).unwrap_or_default();
            let some: f32 = by_amount.values().sum();
            *by_amount.entry(0).or_default() += (1.0 - some).max(0.0);
            let mean = by_amount
                .iter()
                .map(|(amount, share)| *amount as f32 * share)
                .sum();
            let bands = BANDS
                .iter()
                .map(|&(low, high)| {
                    let share: f32 = by_amount
                        .range(low..=high)
                        .map(|(_, share)| share)
                        .sum::<f32>()
                        .max(0.0);
                    (band(low, high), share)
                })
                .collect();
            Spread {
                name: name.clone(),
                bands,
                mean,
            }
        })
        .collect();
    let mut notes: Vec<(SmolStr, f32)> = notes
        .into_iter()
        .map(|(note, share)| (note.clone(), share))
        .collect();
    notes.sort_by(|a, b| b.1.total_cmp(&a.1));
    Chances {
        answer: answered.answer.clone(),
        success: share(answered.success),
        spreads,
        notes,
    }
}

/// All answers of some odds.
pub fn all(odds: &Odds) -> Vec<Chances> {
    odds.answers.iter().map(of).collect()
}

/// What a list row says of a choice: how likely it takes effect.
pub fn short(odds: &Odds) -> Option<String> {
    if let Some(check) = odds.check() {
        return Some(percent(share(check)));
    }
    Some(percent(share(odds.answers.first()?.success)))
}

/// How many faces, from 1 up, make a critical success: the chance of that word where the other one
/// does nothing, counted in faces.
pub fn critical_faces(odds: &Odds) -> i32 {
    let (Some((target, faces)), Some(idle)) = (odds.target, odds.answers.first()) else {
        return 0;
    };
    let shares = idle
        .outcomes
        .iter()
        .filter(|(outcome, _)| outcome.notes.iter().any(|note| note == "critical"));
    let share = shares.fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
    // Rounded to the nearest whole face.
    let twice = share.of(u128::from(faces) * 2);
    i32::try_from(twice.div_ceil(2)).unwrap_or(0).min(target)
}

/// Colours of the cells of a ruler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Succeeds critically.
    Best,
    /// Succeeds.
    Hit,
    /// Fails.
    Miss,
    /// The worst face.
    Worst,
}

/// The cells of a ruler of so many faces where a number or less succeeds, and up to another number
/// critically. Many faces are shown in at most twenty cells.
pub fn ruler(target: i32, critical: i32, faces: u16) -> Vec<(u16, Cell)> {
    let cells = faces.clamp(1, 20);
    (1..=cells)
        .map(|cell| {
            let face = u32::from(cell) * u32::from(faces) / u32::from(cells);
            let kind = if face == u32::from(faces) {
                Cell::Worst
            } else if face as i32 <= critical.min(target) {
                Cell::Best
            } else if face as i32 <= target {
                Cell::Hit
            } else {
                Cell::Miss
            };
            (face as u16, kind)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::odds::Outcome;

    #[test]
    fn shares_of_bands_sum_to_one_and_means_are_right() {
        let outcome = |loss: i32, note: &str| Outcome {
            whom: None,
            quantities: if loss == 0 {
                Vec::new()
            } else {
                vec![("Stamina".into(), -loss)]
            },
            notes: if note.is_empty() {
                Vec::new()
            } else {
                vec![note.into()]
            },
        };
        let answered = Answered {
            answer: "parry".into(),
            success: Fraction::new(3, 4),
            outcomes: vec![
                (outcome(0, ""), Fraction::new(1, 4)),
                (outcome(2, ""), Fraction::new(1, 4)),
                (outcome(8, "critical"), Fraction::new(1, 2)),
            ],
        };
        let chances = of(&answered);
        let spread = &chances.spreads[0];
        assert!((spread.bands.iter().map(|band| band.1).sum::<f32>() - 1.0).abs() < 1e-4);
        assert!((spread.mean - 4.5).abs() < 1e-4);
        assert_eq!(spread.bands[3], ("7\u{2013}9".to_owned(), 0.5));
        assert_eq!(chances.notes, vec![("critical".into(), 0.5)]);
    }

    #[test]
    fn what_is_possible_is_never_shown_as_certain() {
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.0004), "< 0.1 %");
        assert_eq!(percent(0.999), "99.9 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.85), "85 %");
    }

    #[test]
    fn a_ruler_is_cut_where_it_succeeds() {
        let cells = ruler(14, 0, 20);
        assert_eq!(cells.len(), 20);
        assert_eq!(cells[13], (14, Cell::Hit));
        assert_eq!(cells[14], (15, Cell::Miss));
        assert_eq!(cells[19], (20, Cell::Worst));
        let hundred = ruler(55, 0, 100);
        assert_eq!((hundred.len(), hundred[10]), (20, (55, Cell::Hit)));
        assert_eq!(hundred[11].1, Cell::Miss);
        let critical = ruler(14, 6, 20);
        assert_eq!(
            (critical[5].1, critical[6].1, critical[13].1),
            (Cell::Best, Cell::Hit, Cell::Hit)
        );
        // Nothing that misses is critical.
        assert_eq!(ruler(3, 6, 20)[4].1, Cell::Miss);
    }

    #[test]
    fn the_critical_faces_are_those_of_the_rules() {
        use crate::combat::combatant::SideId;
        use crate::seat::Sight;
        let start = crate::start::start(std::path::Path::new("duel"), None, None).unwrap();
        let mut battle =
            crate::combat::battle::Battle::start(start.rules.clone(), &start.setup, 3).unwrap();
        let ground = std::sync::Arc::new(start.setup.board.clone());
        let mut seen = 0;
        for _ in 0..400 {
            let progress = battle.advance().unwrap();
            if progress == crate::combat::battle::Progress::Over {
                break;
            }
            let sight = Sight::new(&mut battle, &ground, None);
            let window = battle.window().unwrap().clone();
            for decision in &window.decisions {
                for choice in battle.options(decision) {
                    let Some(odds) = sight.odds(decision.who, &choice) else {
                        continue;
                    };
                    let Some((target, faces)) = odds.target else {
                        continue;
                    };
                    let note = odds.answers[0]
                        .outcomes
                        .iter()
                        .filter(|(outcome, _)| outcome.notes.contains(&"critical".into()))
                        .fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance);
                    // Whole faces, no more and no less than the odds say.
                    let critical = critical_faces(&odds);
                    assert!(critical <= target.max(0));
                    assert_eq!(Fraction::new(critical as u128, faces.into()), note);
                    seen += i32::from(critical > 0);
                }
            }
            let sides: Vec<SideId> = window.waiting().collect();
            let mut controllers = Vec::new();
            for side in sides {
                let mut player = crate::ai::by_name("rusher").unwrap();
                crate::ai::answer_side(&mut battle, side, &mut *player, 3);
                controllers.push(player);
            }
        }
        assert!(seen > 0);
    }
}
