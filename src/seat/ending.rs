//! The end of a battle in words: why, who is left, how the dice fell, the seed.

use super::figures;
use super::sight::Sight;
use crate::combat::battle::Battle;
use crate::combat::combatant::{Fitness, SideId};
use crate::combat::endings::Join;
use crate::combat::endings::words::Names;
use crate::combat::event::EventKind;
use std::collections::BTreeMap;

/// What each side is after.
pub fn goals(battle: &Battle, sight: &Sight) -> Vec<String> {
    let combatant = |who| sight.name(who).to_owned();
    let side = |side| sight.side(side).to_owned();
    let lying = sight.rules().lying(&sight.ask());
    // What is to be fetched is told with its place, as long as it lies there.
    let item = |item| match lying.iter().find(|(_, lies)| *lies == item) {
        Some((hex, _)) => format!("{} (lying at {})", sight.item(item), sight.hex(*hex)),
        None => sight.item(item).to_string(),
    };
    let names = Names {
        combatant: &combatant,
        side: &side,
        item: &item,
    };
    battle
        .status()
        .sides
        .iter()
        .map(|side| {
            let goals: Vec<String> = side
                .goals
                .list
                .iter()
                .map(|goal| goal.words(&names))
                .collect();
            let joined = match side.goals.join {
                Join::All => goals.join(" and "),
                Join::Any => goals.join(", or "),
            };
            format!("{} wins by this: {joined}.", side.name)
        })
        .collect()
}

/// What is said when a battle is over.
pub fn lines(battle: &Battle, sight: &Sight, seed: u64) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(outcome) = battle.outcome() {
        let combatant = |who| sight.name(who).to_owned();
        let side = |side| sight.side(side).to_owned();
        let item = |item| sight.item(item).to_string();
        let names = Names {
            combatant: &combatant,
            side: &side,
            item: &item,
        };
        lines.push(format!(
            "{}. It ended in {} {}.",
            outcome.ending.words(&names).trim_end_matches('.'),
            sight.unit_name,
            outcome.unit,
        ));
    }
    for (index, name) in sight.sides.iter().enumerate() {
        lines.push(losses(sight, SideId(index as u8), name));
        lines.extend(deeds(battle, sight, SideId(index as u8), name));
    }
    lines.extend(figures::list(sight));
    lines.push(format!("The seed was {seed}."));
    lines
}

fn losses(sight: &Sight, side: SideId, name: &str) -> String {
    let own: Vec<_> = sight
        .figures
        .iter()
        .filter(|figure| figure.side == side)
        .collect();
    let mut lost: BTreeMap<&str, u32> = BTreeMap::new();
    for figure in &own {
        if let Fitness::Out(by) = figure.fitness {
            *lost.entry(by.word()).or_default() += 1;
        }
    }
    let able = own.iter().filter(|figure| figure.fitness.is_able()).count();
    let lost: Vec<String> = lost
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    let lost = if lost.is_empty() {
        "no losses".to_owned()
    } else {
        format!("lost: {}", lost.join(", "))
    };
    format!("{name}: {able} of {} able to fight, {lost}.", own.len())
}

/// Blows by result, and how single dice fell against their mean.
fn deeds(battle: &Battle, sight: &Sight, side: SideId, name: &str) -> Option<String> {
    let mine = |who| sight.figure(who).is_some_and(|figure| figure.side == side);
    let mut results: BTreeMap<String, u32> = BTreeMap::new();
    let mut dice: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
    let mut harm: BTreeMap<String, i32> = BTreeMap::new();
    for event in battle.events(None) {
        match &event.kind {
            EventKind::Swung { result, .. } if event.who.is_some_and(mine) => {
                *results.entry(result.to_string()).or_default() += 1;
            }
            EventKind::Harmed {
                by: Some(by),
                losses,
            } if mine(*by) => {
                for (pool, points) in losses {
                    *harm.entry(pool.to_string()).or_default() += points.abs();
                }
            }
            _ => {}
        }
        for thrown in event.dice.iter().filter(|thrown| mine(thrown.who)) {
            let (count, sum) = dice.entry(thrown.sides).or_default();
            *count += thrown.faces.len() as u64;
            *sum += thrown
                .faces
                .iter()
                .map(|face| u64::from(*face))
                .sum::<u64>();
        }
    }
    if results.is_empty() {
        return None;
    }
    let blows: u32 = results.values().sum();
    let results: Vec<String> = results
        .iter()
        .map(|(result, count)| format!("{count} {}", result.replace('_', " ")))
        .collect();
    let times = if blows == 1 {
        "once".to_owned()
    } else {
        format!("{blows} times")
    };
    let mut text = format!("{name} struck {times}: {}", results.join(", "));
    if !harm.is_empty() {
        let harm: Vec<String> = harm
            .iter()
            .map(|(pool, points)| format!("{pool} {points}"))
            .collect();
        text.push_str(&format!("; harm done: {}", harm.join(", ")));
    }
    text.push('.');
    // The commonest die tells most about luck.
    if let Some((sides, (count, sum))) = dice.iter().max_by_key(|(_, (count, _))| *count) {
        let tenths = sum * 10 / count.max(&1);
        let mean = (u64::from(*sides) + 1) * 5;
        text.push_str(&format!(
            " Luck: {count} throws of a d{sides} gave {}.{} on average, {}.{} is the mean.",
            tenths / 10,
            tenths % 10,
            mean / 10,
            mean % 10
        ));
    }
    Some(text)
}
