//! Standing proofs over whole battles that hold for every rule system: determinism, resuming,
//! symmetry, equal views, completeness of what is offered. A system's own tests call them with its
//! battles; they ask the game through the same doors as drivers do.

pub(crate) mod completeness;
pub(crate) mod determinism;
pub(crate) mod resume;
pub(crate) mod setups;
pub(crate) mod symmetry;
pub(crate) mod views;

use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::order::{Choice, Decision, Order};
use crate::combat::snapshot::Snapshot;

/// Numbers for choosing, the same for ever: a xorshift.
pub(crate) struct Chooser(u64);

impl Chooser {
    pub(crate) fn new(seed: u64) -> Chooser {
        Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % count.max(1)
    }

    pub(crate) fn one<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let at = self.below(list.len());
        list.get(at)
    }
}

pub(crate) fn decisions(battle: &Battle) -> Vec<Decision> {
    let window = battle.window().expect("a window is open");
    window.decisions.clone()
}

pub(crate) fn order(decision: &Decision, choice: &Choice) -> Order {
    Order {
        decision: decision.id,
        who: decision.who,
        choice: choice.clone(),
    }
}

/// The nearest enemy who fills a hex.
pub(crate) fn nearest_foe(battle: &mut Battle, decision: &Decision) -> Option<CombatantId> {
    let figures = battle.figures(Some(decision.side));
    let own = figures[usize::from(decision.who.0)].place.hex;
    let foe = figures
        .iter()
        .filter(|figure| figure.side != decision.side && figure.fitness.fills_hex())
        .min_by_key(|figure| (figure.place.hex.unsigned_distance_to(own), figure.id))?;
    Some(foe.id)
}

/// What leads to blows, if the decision is one that can.
pub(crate) type Leading = fn(&mut Battle, &Decision) -> Option<Choice>;

/// Something that is offered, more often than not what leads to blows.
pub(crate) fn pick(
    battle: &mut Battle,
    decision: &Decision,
    chooser: &mut Chooser,
    leading: Leading,
) -> Option<Choice> {
    if chooser.below(3) == 0 {
        return None;
    }
    if let Some(choice) = leading(battle, decision)
        && chooser.below(3) > 0
    {
        return Some(choice);
    }
    let options = battle.options(decision);
    chooser.one(&options).cloned()
}

/// Answers the open window by chance: all that is offered is accepted.
pub(crate) fn answer_by_chance(battle: &mut Battle, chooser: &mut Chooser, leading: Leading) {
    for decision in decisions(battle) {
        if let Some(choice) = pick(battle, &decision, chooser, leading) {
            let order = order(&decision, &choice);
            if let Err(refusal) = battle.draft(decision.side, order) {
                panic!("{choice:?} is offered and refused: {refusal}");
            }
        }
    }
    seal_all(battle);
}

pub(crate) fn seal_all(battle: &mut Battle) {
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
pub(crate) fn next_window(battle: &mut Battle) -> bool {
    battle.advance().unwrap() == Progress::Waiting
}

/// Where an end differs from the likest of others: the first part that does, both ways.
pub(crate) fn nearest<'a>(end: &Snapshot, others: impl Iterator<Item = &'a Snapshot>) -> String {
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
