//! Standing proofs over whole battles: the odds oracle, secrets, determinism, completeness of what
//! is offered, resuming. They ask the game through the same doors as drivers do.

mod completeness;
mod determinism;
mod holds;
mod oracle;
mod plot_completeness;
mod resume;
mod secrets;

use super::Phases;
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::SideId;
use crate::combat::order::{Choice, Decision, Order, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use std::sync::Arc;

/// Numbers for choosing, the same for ever: a xorshift.
pub(super) struct Chooser(u64);

impl Chooser {
    pub(super) fn new(seed: u64) -> Chooser {
        Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % count.max(1)
    }

    pub(super) fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let at = self.below(list.len());
        list.get(at)
    }
}

pub(super) fn start(setup: &Setup, seed: u64) -> Battle {
    Battle::start(Arc::new(Phases::shipped()), setup, seed).unwrap()
}

pub(super) fn decisions(battle: &Battle) -> Vec<Decision> {
    let window = battle.window().expect("a window is open");
    window.decisions.clone()
}

pub(super) fn order(decision: &Decision, choice: &Choice) -> Order {
    Order {
        decision: decision.id,
        who: decision.who,
        choice: choice.clone(),
    }
}

/// Closes with the nearest enemy: what makes battles come to blows.
pub(super) fn close_in(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    let figures = battle.figures(Some(decision.side));
    let own = figures[usize::from(decision.who.0)].place.hex;
    let foe = figures
        .iter()
        .filter(|figure| figure.side != decision.side && figure.fitness.fills_hex())
        .min_by_key(|figure| (figure.place.hex.unsigned_distance_to(own), figure.id))?;
    let slots = Slots {
        plot: Some(Plot::new(Intent::Close(foe.id, 1))),
        ..Slots::default()
    };
    Some(Choice::new("plot", slots))
}

/// Something that is offered, more often than not what leads to blows.
pub(super) fn pick(
    battle: &mut Battle,
    decision: &Decision,
    chooser: &mut Chooser,
) -> Option<Choice> {
    if chooser.below(3) == 0 {
        return None;
    }
    if decision.kind == "plot" && chooser.below(3) > 0 {
        return close_in(battle, decision);
    }
    let options = battle.options(decision);
    chooser.one(&options).cloned()
}

/// Answers the open window by chance: all that is offered is accepted.
pub(super) fn answer_by_chance(battle: &mut Battle, chooser: &mut Chooser) {
    for decision in decisions(battle) {
        if let Some(choice) = pick(battle, &decision, chooser) {
            let order = order(&decision, &choice);
            if let Err(refusal) = battle.draft(decision.side, order) {
                panic!("{choice:?} is offered and refused: {refusal}");
            }
        }
    }
    seal_all(battle);
}

pub(super) fn seal_all(battle: &mut Battle) {
    let sides: Vec<SideId> = battle
        .window()
        .expect("a window is open")
        .waiting()
        .collect();
    for side in sides {
        battle.seal(side).unwrap();
    }
}

/// Goes on to the next window; whether there is one.
pub(super) fn next_window(battle: &mut Battle) -> bool {
    battle.advance().unwrap() == Progress::Waiting
}

/// Where an end differs from the likest of others: the first part that does, both ways.
pub(super) fn nearest<'a>(end: &Snapshot, others: impl Iterator<Item = &'a Snapshot>) -> String {
    let parts = |state: &Snapshot| -> Vec<(String, String)> {
        let combatants = state.combatants.iter().flat_map(|(id, parts)| {
            let named = parts.iter();
            named.map(move |(name, text)| (format!("{id} {name}"), text.clone()))
        });
        let resources = state.resources.iter();
        let resources = resources.map(|(name, text)| (name.clone(), text.clone()));
        combatants.chain(resources).collect()
    };
    let mine = parts(end);
    let differing = |other: &Snapshot| -> Vec<(String, String, String)> {
        let pairs = mine.iter().zip(parts(other));
        pairs
            .filter(|(one, other)| **one != *other)
            .map(|(one, other)| (one.0.clone(), one.1.clone(), other.1))
            .collect()
    };
    let likest = others.map(differing).min_by_key(Vec::len);
    let likest = likest.unwrap_or_default();
    let names: Vec<String> = likest.iter().map(|part| part.0.clone()).collect();
    let Some((_, one, other)) = likest.into_iter().next() else {
        return String::new();
    };
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let from = same.count().saturating_sub(60);
    let cut = |text: &str| -> String {
        let bytes: Vec<u8> = text.bytes().skip(from).take(160).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    format!("{names:?}: …{} / …{}", cut(&one), cut(&other))
}
