//! What is offered and what is accepted, by brute force on small boards: all that is offered is
//! accepted; all that is accepted is offered, or ends equal to something offered.

use super::{Chooser, answer_by_chance, start};
use crate::board::{Dir, Hex};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::setup::Setup;
use crate::rules::phases::gather::defence::room;
use crate::rules::phases::scene::Scene;
use crate::rules::phases::verbs::{declare, hold};
use crate::rules::proofs::completeness::{self, Orders, sets};
use smol_str::SmolStr;

pub(super) use crate::rules::proofs::setups::small;

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
        let attack = ["attack", "shoot", "throw"].contains(&verb);
        let mut list = Vec::new();
        // Of the many words of an attack or a declaration no more than two at once.
        let few = attack || verb == "declare";
        let sets = if few { pairs(words) } else { sets(words) };
        for flags in sets {
            let means = attack && ["break", "disarm"].iter().any(|word| flags == [*word]);
            let items = if means || ["declare", "parry"].contains(&verb) {
                &self.items
            } else {
                &nothing
            };
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

/// Sets of two of these words at most.
fn pairs(words: &[&str]) -> Vec<Vec<SmolStr>> {
    let mut list = vec![Vec::new()];
    for (at, one) in words.iter().enumerate() {
        list.push(vec![SmolStr::new(one)]);
        let others = words[at + 1..].iter();
        list.extend(others.map(|other| vec![SmolStr::new(one), SmolStr::new(other)]));
    }
    list
}

/// Words a verb may carry, a stranger among them.
fn words(verb: &str) -> &'static [&'static str] {
    match verb {
        "attack" | "shoot" | "throw" => &[
            "feint",
            "backstab",
            "break",
            "cleave",
            "disarm",
            "knockback",
            "pierce",
            "stun",
            "sweep",
            "target",
            "automatic pierce",
            "head",
            "left leg",
            "blunt",
            "cutting",
            "piercing",
            "nonsense",
        ],
        "hold" => &["overprepare", "guard", "nonsense"],
        "parry" => &["forward", "left rear", "right rear", "back"],
        "grapple" => &[
            "overbear", "pin", "throw", "disarm", "stun", "sweep", "nonsense",
        ],
        "declare" => &[
            "attack",
            "shoot",
            "throw",
            "draw",
            "shield",
            "door",
            "force",
            "grapple",
            "break free",
            "maintain",
            "guard",
            "wait",
        ],
        _ => &["nonsense"],
    }
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
        "sidestep" | "defensive throw" | "break free" => {
            format!("{} {:?}", choice.verb, slots.targets)
        }
        _ => {
            // Directions are read by what sends somebody or something flying, items by Break and
            // Disarm.
            let flies = ["knockback", "throw", "disarm"];
            let dir = slots
                .dir
                .filter(|_| flies.iter().any(|flag| slots.flag(flag)));
            let item = slots
                .item
                .filter(|_| slots.flag("break") || slots.flag("disarm"));
            format!(
                "{} {:?} {:?} {dir:?} {item:?}",
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
    if !bare.slots.flag("knockback") && !bare.slots.flag("disarm") {
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

/// The orders of this system.
struct OfPhases;

impl Orders for OfPhases {
    fn start(&self, setup: &Setup, seed: u64) -> Battle {
        start(setup, seed)
    }

    fn answer(&self, battle: &mut Battle, chooser: &mut Chooser) {
        answer_by_chance(battle, chooser);
    }

    fn slots(&self, battle: &mut Battle, _: &Decision, verb: &str) -> Vec<Slots> {
        domain(battle).slots(verb, words(verb))
    }

    fn essence(&self, battle: &mut Battle, decision: &Decision, choice: &Choice) -> String {
        essence(battle, decision, choice)
    }

    fn needless(&self, choice: &Choice, offered: &[Choice]) -> bool {
        names_a_type(choice, offered)
    }

    fn told(&self, battle: &Battle) -> bool {
        battle.window().is_some_and(|window| window.kind == "plot")
    }
}

fn compare_all(setups: &[Setup], kind: &str, seeds: u64) -> usize {
    completeness::compare_all(&OfPhases, setups, kind, seeds)
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
