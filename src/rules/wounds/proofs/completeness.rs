//! What is offered and what is accepted, by brute force on small boards.

use super::{answer_by_chance, start};
use crate::board::Dir;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::order::{Ask, Choice, Decision, Slots};
use crate::combat::plot::{EndFacing, Gait, Intent, Plot};
use crate::combat::setup::Setup;
use crate::combat::system::verb;
use crate::rules::proofs::Chooser;
use crate::rules::proofs::completeness::{Orders, compare_all, sets};
use crate::rules::proofs::setups::small;
use crate::rules::wounds::scene::Scene;

struct OfWounds;

/// Words a verb may carry, a stranger among them.
fn words(verb: &str) -> &'static [&'static str] {
    match verb {
        "strike" | "shoot" | "throw" => &["head", "torso", "nonsense"],
        "draw" => &["drop", "nonsense"],
        _ => &["nonsense"],
    }
}

fn ids(scene: &Scene) -> Vec<Vec<CombatantId>> {
    let mut targets = vec![Vec::new(), vec![CombatantId(99)]];
    let ids: Vec<CombatantId> = scene.figures.iter().map(|figure| figure.id).collect();
    targets.extend(ids.iter().map(|id| vec![*id]));
    targets.push(ids);
    targets
}

fn items(scene: &Scene) -> Vec<Option<ItemId>> {
    let carried = scene.figures.iter().flat_map(|figure| &figure.gear.0);
    let lying = scene.ground.iter().map(|lying| &lying.item);
    let mut items = vec![None, Some(ItemId(999))];
    items.extend(carried.chain(lying).map(|item| Some(item.id)));
    items
}

/// Intents of one action on a small board. Farther goals and longer paths are a generator with the
/// same check behind it.
fn plots(scene: &Scene, who: CombatantId) -> Vec<Option<Plot>> {
    let figure = scene.figure(who);
    let reach = u16::from(figure.reach(&scene.tables).max(1));
    let mut intents = vec![Intent::Hold];
    for dir in Dir::ALL {
        intents.push(Intent::Goto(dir.from(figure.place.hex)));
    }
    for other in &scene.figures {
        if scene.enemies(who, other.id) || other.id == who {
            intents.push(Intent::Close(other.id, reach));
        }
    }
    let mut plots = vec![None];
    for intent in intents {
        let hold = intent == Intent::Hold;
        plots.push(Some(Plot::new(intent.clone())));
        if hold {
            for dir in Dir::ALL {
                plots.push(Some(Plot {
                    facing: EndFacing::Dir(dir),
                    ..Plot::new(Intent::Hold)
                }));
            }
        }
        plots.push(Some(Plot {
            gait: Gait::Run,
            ..Plot::new(intent)
        }));
    }
    plots
}

impl Orders for OfWounds {
    fn start(&self, setup: &Setup, seed: u64) -> Battle {
        start(setup, seed)
    }

    fn answer(&self, battle: &mut Battle, chooser: &mut Chooser) {
        answer_by_chance(battle, chooser);
    }

    fn slots(&self, battle: &mut Battle, decision: &Decision, verb: &str) -> Vec<Slots> {
        let scene = battle.scene(None);
        let scene: &Scene = scene.downcast_ref().unwrap();
        let nothing = vec![None];
        let nobody = vec![Vec::new()];
        let with_targets = [
            "strike",
            "shoot",
            "throw",
            "swap",
            "first_aid",
            "blow",
            "pass",
        ]
        .contains(&verb);
        let targets = if with_targets { ids(scene) } else { nobody };
        let with_items = [
            "strike",
            "shoot",
            "throw",
            "load",
            "skill",
            "draw",
            "pick_up",
            "ready_shield",
            "blow",
        ];
        let items = if with_items.contains(&verb) {
            items(scene)
        } else {
            nothing
        };
        let plots = match verb {
            "move" | "run" => plots(scene, decision.who),
            "strike" => {
                let closing = plots(scene, decision.who);
                let close = closing.into_iter().filter(|plot| {
                    plot.as_ref().is_none_or(|plot| {
                        matches!(plot.intent, Intent::Close(..)) && plot.gait == Gait::Walk
                    })
                });
                close.collect()
            }
            _ => vec![None],
        };
        let dirs: Vec<Option<Dir>> = match verb {
            "door" => [None].into_iter().chain(Dir::ALL.map(Some)).collect(),
            _ => vec![None],
        };
        let amounts: Vec<Option<i32>> = match verb {
            "delay" => (-1..32).map(Some).chain([None]).collect(),
            _ => vec![None],
        };
        let mut list = Vec::new();
        for flags in sets(words(verb)) {
            for targets in &targets {
                for item in &items {
                    for plot in &plots {
                        for dir in &dirs {
                            for amount in &amounts {
                                list.push(Slots {
                                    targets: targets.clone(),
                                    item: *item,
                                    plot: plot.clone(),
                                    dir: *dir,
                                    amount: *amount,
                                    flags: flags.iter().cloned().collect(),
                                    ..Slots::default()
                                });
                            }
                        }
                    }
                }
            }
        }
        // The way into reach of the one struck; other ways before a blow are the generator's.
        list.retain(|slots| {
            let whom = slots.plot.as_ref().map(|plot| &plot.intent);
            verb != "strike"
                || !matches!(whom, Some(Intent::Close(who, _)) if slots.targets[..] != [*who])
        });
        list
    }

    fn essence(&self, battle: &mut Battle, decision: &Decision, choice: &Choice) -> String {
        let scene = battle.scene(None);
        let rules = battle.rules().clone();
        let ask = Ask { scene: &*scene };
        let verb = verb(&*rules, &choice.verb).unwrap();
        // What goes without saying is said, so that one order has one form.
        let known: &Scene = scene.downcast_ref().unwrap();
        let figure = known.figure(decision.who);
        let mut slots = choice.slots.clone();
        let full = Slots {
            item: figure.main_weapon(&known.tables).map(|(item, _)| item.id),
            ..slots.clone()
        };
        if slots.item.is_none() && verb.same(&ask, decision.who, &slots, &full) {
            slots = full;
        }
        if choice.verb == "run"
            && let Some(plot) = &mut slots.plot
        {
            plot.gait = Gait::Run;
        }
        if choice.verb == "move"
            && let Some(plot) = &mut slots.plot
            && let EndFacing::Dir(dir) = plot.facing
        {
            // One turn is all there is; a far facing begins with it.
            let turn = figure.place.facing.sixths_to(dir).clamp(-1, 1);
            plot.facing = EndFacing::Dir(figure.place.facing.turned(turn));
        }
        format!("{} {slots:?}", choice.verb)
    }

    fn told(&self, battle: &Battle) -> bool {
        battle.window().is_some_and(|window| window.kind == "skill")
    }
}

fn line_ups() -> Vec<Setup> {
    vec![
        small(&["duelist", "man_at_arms"], &["militia"]),
        small(&["berserker"], &["knight", "brawler"]),
        small(&["pikeman", "archer"], &["captain"]),
    ]
}

#[test]
fn skills_offered_are_those_accepted() {
    assert!(compare_all(&OfWounds, &line_ups(), "skill", 2) > 30);
}

#[test]
fn actions_offered_are_those_accepted() {
    assert!(compare_all(&OfWounds, &line_ups(), "action", 1) > 300);
}
