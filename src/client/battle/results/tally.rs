//! What the log of a battle comes to: a row for each combatant, turning points, curves over time.

use crate::client::battle::luck::{Sum, Throw};
use crate::client::battle::shown::Shown;
use crate::client::look::icons;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Condition, Fitness, SideId};
use crate::combat::event::{Event, EventKind};
use crate::seat::{Sight, tale};
use std::collections::BTreeMap;

/// One combatant's battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Who.
    pub who: CombatantId,
    /// His side.
    pub side: SideId,
    /// His name.
    pub name: String,
    /// His icon.
    pub icon: &'static str,
    /// Blows that struck.
    pub hits: u32,
    /// Blows in all.
    pub blows: u32,
    /// Points taken off others.
    pub dealt: i32,
    /// Points lost.
    pub taken: i32,
    /// How it ended for him.
    pub fate: String,
    /// Out of the fight.
    pub out: bool,
}

/// A line of a chart: a value for each unit.
pub type Series = Vec<(u32, f32)>;

pub(super) fn series(
    battle: &Battle,
    sight: &Sight,
    start: &[crate::combat::system::FigureView],
) -> (Vec<Series>, Vec<Series>) {
    let mut shown = Shown::new(sight, 0);
    shown.figures = start.to_vec();
    let sides = sight.sides.len();
    let sums = |shown: &Shown| -> (Vec<f32>, Vec<f32>) {
        let mut pool = vec![0.0; sides];
        let mut able = vec![0.0; sides];
        for figure in &shown.figures {
            let side = usize::from(figure.side.0);
            if !figure.fitness.is_out() {
                able[side] += 1.0;
                pool[side] += figure.bars.first().map_or(0, |bar| bar.now.max(0)) as f32;
            }
        }
        (pool, able)
    };
    let mut pool: Vec<Series> = vec![Vec::new(); sides];
    let mut able: Vec<Series> = vec![Vec::new(); sides];
    let mut note = |unit: u32, shown: &Shown| {
        let (pools, ables) = sums(shown);
        for side in 0..sides {
            pool[side].push((unit, pools[side]));
            able[side].push((unit, ables[side]));
        }
    };
    note(0, &shown);
    let mut unit = 0;
    for event in battle.events(None) {
        if event.unit != unit {
            note(event.unit, &shown);
            unit = event.unit;
        }
        shown.fold(event);
    }
    note(unit + 1, &shown);
    (pool, able)
}

/// Luck: how many more blows struck than were to be expected, for each side, summed over time.
/// Nothing where the log does not tell what was to be expected.
pub(super) fn luck(sight: &Sight, events: &[&Event]) -> Vec<Series> {
    let mut sums = vec![Sum::default(); sight.sides.len()];
    let mut series: Vec<Series> = vec![vec![(0, 0.0)]; sight.sides.len()];
    let mut told = false;
    for event in events {
        let side = event.who.and_then(|who| sight.figure(who));
        let (Some(figure), Some(throw)) = (side, Throw::of(event)) else {
            continue;
        };
        told = true;
        let at = usize::from(figure.side.0);
        sums[at].add(throw);
        series[at].push((event.unit, sums[at].luck()));
    }
    if told { series } else { Vec::new() }
}

/// Whether something takes much of a combatant's strength without putting him out.
fn disables(kind: &EventKind) -> bool {
    use Condition::{ArmOut, Helpless, LegOut, Pinned, Stunned};
    let EventKind::Condition { condition, begun } = kind else {
        return false;
    };
    *begun && matches!(condition, Stunned | Pinned | Helpless | ArmOut | LegOut)
}

pub(super) fn turning_points(sight: &Sight, events: &[&Event]) -> Vec<(u32, String)> {
    let mut points: Vec<(i32, u32, String)> = Vec::new();
    let begun = events.iter().filter(|event| disables(&event.kind));
    let disabled: BTreeMap<CombatantId, u32> = begun
        .filter_map(|event| Some((event.who?, event.unit)))
        .collect();
    for event in events {
        let Some(who) = event.who else { continue };
        let name = sight.name(who);
        match &event.kind {
            EventKind::Out(by) => points.push((
                100,
                event.unit,
                format!("{name} is out of the fight: {}", by.word()),
            )),
            EventKind::Harmed { by, losses } => {
                let lost: i32 = losses.iter().map(|(_, points)| points.abs()).sum();
                if lost >= 5 {
                    let words = match by {
                        Some(by) => format!("{} takes {lost} points off {name}", sight.name(*by)),
                        None => format!("{name} loses {lost} points"),
                    };
                    points.push((lost, event.unit, words));
                }
            }
            kind if disables(kind) => {
                // Whoever could not act at the end was put there by the last of these.
                let figure = sight.figure(who);
                let last = figure.is_some_and(|one| one.fitness == Fitness::Disabled)
                    && disabled.get(&who) == Some(&event.unit);
                let words = tale::sentence(sight, event).unwrap_or_default();
                let words = words.split(" [").next().unwrap_or_default();
                let words = words.trim_end_matches('.').to_owned();
                points.push((if last { 90 } else { 6 }, event.unit, words));
            }
            _ => {}
        }
    }
    points.sort_by_key(|point| std::cmp::Reverse(point.0));
    points.truncate(6);
    points.sort_by_key(|point| point.1);
    points
        .into_iter()
        .map(|(_, unit, words)| (unit, words))
        .collect()
}

pub(super) fn table(sight: &Sight, events: &[&Event]) -> Vec<Tally> {
    let mut rows: BTreeMap<CombatantId, Tally> = sight
        .figures
        .iter()
        .map(|figure| {
            let fate = match figure.fitness {
                Fitness::Out(by) => by.word().to_owned(),
                Fitness::Reserve => "never arrived".to_owned(),
                Fitness::Disabled => "could not act any more".to_owned(),
                Fitness::Able => "stands".to_owned(),
            };
            let tally = Tally {
                who: figure.id,
                side: figure.side,
                name: figure.label.name.to_string(),
                icon: icons::archetype(&figure.label.archetype),
                hits: 0,
                blows: 0,
                dealt: 0,
                taken: 0,
                fate,
                out: figure.fitness.is_out(),
            };
            (figure.id, tally)
        })
        .collect();
    for event in events {
        let Some(who) = event.who else { continue };
        match &event.kind {
            EventKind::Swung { result, .. } => {
                if let Some(row) = rows.get_mut(&who) {
                    row.blows += 1;
                    row.hits += u32::from(matches!(result.as_str(), "hit" | "critical"));
                }
            }
            EventKind::Harmed { by, losses } => {
                let lost: i32 = losses.iter().map(|(_, points)| points.abs()).sum();
                if let Some(row) = rows.get_mut(&who) {
                    row.taken += lost;
                }
                if let Some(row) = by.and_then(|by| rows.get_mut(&by)) {
                    row.dealt += lost;
                }
            }
            EventKind::Out(by) => {
                if let Some(row) = rows.get_mut(&who) {
                    row.fate = format!("{} in {}", by.word(), event.unit);
                }
            }
            _ => {}
        }
    }
    let mut rows: Vec<Tally> = rows.into_values().collect();
    rows.sort_by_key(|row| (row.side, std::cmp::Reverse(row.dealt), row.who));
    rows
}
