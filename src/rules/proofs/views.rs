//! Equal views: what one side's seat can be shown, as text to compare byte for byte (design: events,
//! audiences, views).

use super::decisions;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::{Ask, Decision};
use crate::combat::system::verb;
use std::any::Any;
use std::fmt::Write;

/// Writes down what a scene holds besides tables and board.
pub(crate) type SceneText = fn(&dyn Any) -> String;

/// Everything the reader's seat can be shown; of events those after the first `news`.
pub(crate) fn view(
    battle: &mut Battle,
    reader: SideId,
    news: usize,
    scene_text: SceneText,
) -> String {
    let scene = battle.scene(Some(reader));
    let mut text = scene_text(&*scene);
    for figure in battle.figures(Some(reader)) {
        writeln!(text, "{figure:?}").unwrap();
    }
    if battle.window().is_some() {
        for decision in decisions(battle) {
            writeln!(text, "{decision:?}").unwrap();
            if decision.side == reader {
                asked(battle, &decision, &mut text);
            }
        }
    }
    if let Some(seat) = battle.seat(reader) {
        let drafts: Vec<_> = seat.drafts().chain(seat.side_drafts()).collect();
        writeln!(text, "{drafts:?} {}", seat.has_sealed()).unwrap();
    }
    for id in 0..battle.status().combatants as u16 {
        let topics = battle
            .rules()
            .standing(&Ask { scene: &*scene }, CombatantId(id));
        writeln!(text, "{topics:?}").unwrap();
    }
    let events: Vec<_> = battle.events(Some(reader)).collect();
    for event in &events[news.min(events.len())..] {
        writeln!(text, "{event:?}").unwrap();
    }
    text
}

fn asked(battle: &mut Battle, decision: &Decision, text: &mut String) {
    writeln!(text, "{:?}", battle.preset(decision)).unwrap();
    let scene = battle.scene(Some(decision.side));
    let rules = battle.rules().clone();
    for (at, choice) in battle.options(decision).iter().enumerate() {
        let verb = verb(&*rules, &choice.verb).unwrap();
        let ask = Ask { scene: &*scene };
        let words = verb.words(&ask, decision.who, &choice.slots);
        writeln!(text, "{choice:?} {words}").unwrap();
        if at < 4 {
            let odds = verb.odds(&ask, decision.who, &choice.slots);
            writeln!(text, "{odds:?}").unwrap();
        }
    }
}

/// How many events a side has heard of.
pub(crate) fn heard(battle: &Battle, reader: SideId) -> usize {
    battle.events(Some(reader)).count()
}

/// Equal, or the first line that is not.
pub(crate) fn assert_same(one: &str, other: &str, at: &str) {
    if one == other {
        return;
    }
    let lines = one.lines().zip(other.lines());
    match lines.into_iter().find(|(one, other)| one != other) {
        Some((one, other)) => {
            let common = one
                .char_indices()
                .zip(other.chars())
                .find(|((_, a), b)| a != b)
                .map_or(0, |((place, _), _)| place.saturating_sub(80));
            let from = |line: &str| {
                line.get(common..)
                    .unwrap_or(line)
                    .chars()
                    .take(240)
                    .collect()
            };
            let (one, other): (String, String) = (from(one), from(other));
            panic!("{at}\n one   …{one}\n other …{other}");
        }
        None => panic!("{at}: one view is longer"),
    }
}
