//! What is offered and what is accepted, by brute force on small boards: all that is offered is
//! accepted; all that is accepted is offered, or ends equal to something offered.

use super::{Chooser, answer_by_chance, decisions, nearest, next_window, order, seal_all, start};
use crate::board::{Board, Dir, Hex, Orientation};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use crate::rules::phases::battle_tests::{combatant, skirmish};
use crate::rules::phases::gather::defence::room;
use crate::rules::phases::scene::Scene;
use crate::rules::phases::verbs::{declare, hold};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A board of sixteen hexes with two against two (or whoever is named) in its middle.
pub(super) fn small(azure: &[&str], gules: &[&str]) -> Setup {
    let mut setup = skirmish(&[]);
    setup.board = Board::new(4, 4, Orientation::PointyTop);
    let places = [[(1, 1), (0, 2)], [(2, 1), (2, 2)]];
    for (side, names) in [azure, gules].into_iter().enumerate() {
        for (at, archetype) in names.iter().enumerate() {
            let facing = if side == 0 { 0 } else { 3 };
            let name = format!("{}{at}", ["A", "B"][side]);
            let place = places[side][at];
            let who = combatant(&setup.board, &name, archetype, side as u8, place, facing);
            setup.combatants.push(who);
        }
    }
    setup
}

/// Everything slots of a small board may hold: targets, items, directions, words.
pub(super) struct Domain {
    targets: Vec<Vec<CombatantId>>,
    items: Vec<Option<ItemId>>,
    dirs: Vec<Option<Dir>>,
}

pub(super) fn domain(battle: &mut Battle) -> Domain {
    let scene = battle.scene(None);
    let scene: &Scene = scene.downcast_ref().unwrap();
    let ids: Vec<CombatantId> = scene.figures.iter().map(|figure| figure.id).collect();
    let mut targets = vec![Vec::new()];
    targets.extend(ids.iter().map(|id| vec![*id]));
    for one in &ids {
        targets.extend(ids.iter().map(|other| vec![*one, *other]));
    }
    // One that is not of this battle, too.
    targets.push(vec![CombatantId(99)]);
    let carried = scene.figures.iter().flat_map(|figure| &figure.gear.0);
    let mut items = vec![None, Some(ItemId(999))];
    items.extend(carried.map(|item| Some(item.id)));
    let mut dirs = vec![None];
    dirs.extend(Dir::ALL.map(Some));
    Domain {
        targets,
        items,
        dirs,
    }
}

/// Every set of some words.
fn sets(words: &[&str]) -> Vec<Vec<SmolStr>> {
    (0..1usize << words.len())
        .map(|bits| {
            let chosen = words.iter().enumerate();
            chosen
                .filter(|(at, _)| bits >> at & 1 == 1)
                .map(|(_, word)| SmolStr::new(word))
                .collect()
        })
        .collect()
}

impl Domain {
    /// Slots over the parts of the domain that a verb reads, and every set of the words.
    pub(super) fn slots(&self, verb: &str, words: &[&str]) -> Vec<Slots> {
        let nobody = vec![Vec::new()];
        let targets = if verb == "declare" {
            &nobody
        } else {
            &self.targets
        };
        let nothing = vec![None];
        let items = if ["declare", "parry"].contains(&verb) {
            &self.items
        } else {
            &nothing
        };
        let mut list = Vec::new();
        for flags in sets(words) {
            for targets in targets {
                for item in items {
                    for dir in &self.dirs {
                        list.push(Slots {
                            targets: targets.clone(),
                            item: *item,
                            dir: *dir,
                            flags: flags.iter().cloned().collect(),
                            ..Slots::default()
                        });
                    }
                }
            }
        }
        list
    }
}

/// Words a verb may carry, a stranger among them.
fn words(verb: &str) -> &'static [&'static str] {
    match verb {
        "attack" | "shoot" | "throw" => &[
            "feint",
            "knockback",
            "target",
            "blunt",
            "cutting",
            "piercing",
            "nonsense",
        ],
        "hold" => &["overprepare", "guard", "nonsense"],
        "parry" => &["forward", "left rear", "right rear", "back"],
        "declare" => &[
            "attack", "shoot", "throw", "draw", "shield", "door", "force", "guard", "wait",
        ],
        _ => &["nonsense"],
    }
}

/// How a phase ends if this is ordered and everything else goes by presets: the state at the next
/// plots, without the orders themselves.
fn ends(battle: &mut Battle, state: &Snapshot, decision: &Decision, choice: &Choice) -> Snapshot {
    battle.restore(state).unwrap();
    battle
        .draft(decision.side, order(decision, choice))
        .unwrap();
    seal_all(battle);
    while next_window(battle) && battle.window().unwrap().kind != "plot" {
        seal_all(battle);
    }
    let mut flow = battle.world_mut().resource_mut::<Flow>();
    flow.answers.clear();
    flow.beats = 0;
    let mut end = battle.snapshot().unwrap();
    end.resources.remove("orders");
    battle.restore(state).unwrap();
    end
}

/// What slots come to: choices with the same essence are the same order to every rule.
fn essence(battle: &mut Battle, decision: &Decision, choice: &Choice) -> String {
    let slots = &choice.slots;
    let scene = battle.scene(None);
    let scene: &Scene = scene.downcast_ref().unwrap();
    match choice.verb.as_str() {
        "declare" => format!("{:?}", declare::declared(slots)),
        "hold" => format!("{:?}", hold::mode(slots)),
        "act" | "nothing" => choice.verb.to_string(),
        "dodge" => {
            let figure = scene.figure(decision.who);
            let dir = slots.dir.filter(|dir| room(scene, figure, *dir));
            format!("dodge {:?} {dir:?}", slots.dir)
        }
        "parry" => {
            let flags: Vec<_> = slots.flags.iter().collect();
            format!("parry {:?} {flags:?}", slots.item)
        }
        "sidestep" => format!("sidestep {:?}", slots.targets),
        _ => {
            // Directions are read by a Knockback alone.
            let dir = slots.dir.filter(|_| slots.flag("knockback"));
            format!(
                "{} {:?} {:?} {dir:?}",
                choice.verb, slots.targets, slots.flags
            )
        }
    }
}

/// Whether the choice is one that is offered with a damage type named besides, and a type that is
/// no better: nothing is lost by not offering it.
fn names_a_type(choice: &Choice, offered: &[Choice]) -> bool {
    let types = ["blunt", "cutting", "piercing"];
    if !["attack", "shoot", "throw"].contains(&choice.verb.as_str()) {
        return false;
    }
    let mut bare = choice.clone();
    bare.slots
        .flags
        .retain(|flag| !types.contains(&flag.as_str()));
    if !bare.slots.flag("knockback") {
        bare.slots.dir = None;
    }
    bare != *choice
        && offered.iter().any(|other| {
            let mut other = other.clone();
            if bare.slots.dir.is_none() {
                other.slots.dir = None;
            }
            other == bare
        })
}

/// Compares offer and acceptance for one decision; how many accepted choices were looked at.
fn compare(battle: &mut Battle, decision: &Decision, missing: &mut BTreeSet<String>) -> usize {
    let unit = battle.flow().unit;
    let offered = battle.options(decision);
    for choice in &offered {
        if let Err(refusal) = battle.check(decision, choice) {
            panic!("{choice:?} is offered and refused: {refusal}");
        }
    }
    let domain = domain(battle);
    // One choice of each essence is enough to play.
    let mut accepted: BTreeMap<String, Choice> = BTreeMap::new();
    for verb in &decision.verbs {
        for slots in domain.slots(verb, words(verb)) {
            let choice = Choice::new(verb, slots);
            if battle.check(decision, &choice).is_ok() {
                let essence = essence(battle, decision, &choice);
                accepted.entry(essence).or_insert(choice);
            }
        }
    }
    let state = battle.snapshot().unwrap();
    let mut known: BTreeMap<String, Snapshot> = BTreeMap::new();
    for choice in &offered {
        let essence = essence(battle, decision, choice);
        let end = ends(battle, &state, decision, choice);
        known.insert(essence, end);
    }
    for (essence, choice) in &accepted {
        if known.contains_key(essence) || names_a_type(choice, &offered) {
            continue;
        }
        let end = ends(battle, &state, decision, choice);
        if !known.values().any(|other| *other == end) {
            let nearest = nearest(&end, known.values());
            missing.insert(format!(
                "{essence} by {} of unit {unit}: {nearest}",
                decision.who
            ));
        }
    }
    accepted.len()
}

/// Plays battles by chance and compares at every window of a kind; how many choices were met.
fn compare_all(setups: &[Setup], kind: &str, seeds: u64) -> usize {
    let (mut met, mut missing) = (0, BTreeSet::new());
    for setup in setups {
        for seed in 1..=seeds {
            let mut battle = start(setup, seed);
            let mut chooser = Chooser::new(seed);
            for _ in 0..24 {
                if !next_window(&mut battle) {
                    break;
                }
                if battle.window().unwrap().kind == kind {
                    for decision in decisions(&battle) {
                        met += compare(&mut battle, &decision, &mut missing);
                    }
                }
                answer_by_chance(&mut battle, &mut chooser);
            }
        }
    }
    assert!(
        missing.is_empty(),
        "accepted, neither offered nor equal to what is: {missing:#?}"
    );
    met
}

fn armed(setup: &mut Setup, who: usize, weapon: &str) {
    let gear = &mut setup.combatants[who].gear;
    gear.insert("main".into(), Some(weapon.into()));
    gear.insert("second".into(), None);
}

fn line_ups() -> Vec<Setup> {
    let mut specialist = small(&["duelist"], &["man_at_arms", "militia"]);
    armed(&mut specialist, 0, "rapier");
    let mut crowded = small(&["berserker", "pikeman"], &["knight", "captain"]);
    // Rock all along the lower edge: there a halberd only thrusts (P-124).
    armed(&mut crowded, 1, "halberd");
    for column in 0..4 {
        let rock: Hex = crowded.board.hex_of(column, 3);
        crowded.board.cell_mut(rock).unwrap().ground = crate::board::Ground::Rock;
    }
    vec![
        specialist,
        crowded,
        small(&["archer"], &["brawler", "militia"]),
    ]
}

#[test]
fn statements_offered_are_those_accepted() {
    assert!(compare_all(&line_ups(), "statement", 3) > 200);
}

#[test]
fn reactions_offered_are_those_accepted() {
    assert!(compare_all(&line_ups(), "reaction", 6) > 100);
}

#[test]
fn declarations_offered_are_those_accepted() {
    assert!(compare_all(&line_ups(), "declaration", 2) > 100);
}
