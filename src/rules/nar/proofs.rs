//! Standing proofs over whole battles, by the shared ones: determinism, resuming, symmetry, equal
//! views, completeness of what is offered; and odds against play.

use super::Nar;

use super::outlook::stops;
use super::plans::{ability_plan, attack_plan, cast_plan};
use super::scene::{DefenceOrder, Scene, Standing};
use super::verbs::defend;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::dice::Script;
use crate::combat::event::EventKind;
use crate::combat::fraction::Fraction;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::setup::Setup;
use crate::rules::proofs::completeness::{Orders, compare_all, sets};
use crate::rules::proofs::setups::small;
use crate::rules::proofs::{self, Chooser, answer_by_chance, next_window, seal_all};
use std::any::Any;
use std::sync::Arc;

/// Two against two at arm's length: every verb can be used by somebody.
fn brawl() -> Setup {
    let mut setup = small(&["average", "average"], &["average", "average"]);
    let kits = [
        (
            "(hp: 40, nar: 14, abilities: [(name: \"riposte\", effort: light, trigger: parry_success), (name: \"jab\", effort: light, ignores_cd: true)])",
            [("main", "long_sword"), ("second", "dagger")],
        ),
        (
            "(hp: 40, nar: 11)",
            [("main", "quarterstaff"), ("armour", "leather")],
        ),
        (
            "(hp: 40, ref: 14)",
            [("main", "spear"), ("shield", "round_shield")],
        ),
        (
            "(hp: 40, intu: 16, charged: [\"spark\", \"fire_lance\", \"blast\"])",
            [("main", "dagger"), ("armour", "padded")],
        ),
    ];
    for (combatant, (own, gear)) in setup.combatants.iter_mut().zip(kits) {
        combatant.own = Some(own.to_owned());
        for (slot, item) in gear {
            combatant.gear.insert(slot.into(), Some(item.into()));
        }
    }
    setup
}

fn start(setup: &Setup, seed: u64) -> Battle {
    Battle::start(Arc::new(Nar::shipped()), setup, seed).unwrap()
}

/// The preset: an attack, if one can be made.
fn leading(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    (decision.kind == "choice").then(|| battle.preset(decision).choice)
}

fn by_chance(battle: &mut Battle, chooser: &mut Chooser) {
    answer_by_chance(battle, chooser, leading);
}

/// To the end by presets, or for so many windows.
fn play(battle: &mut Battle) {
    for _ in 0..2_000 {
        if !next_window(battle) {
            return;
        }
        seal_all(battle);
    }
}

#[test]
fn resolve_has_no_ambiguities() {
    proofs::determinism::has_no_ambiguities(&Nar::shipped());
}

#[test]
fn query_order_reaches_no_outcome() {
    let setup = brawl();
    for seed in 1..4 {
        let same = proofs::determinism::is_deterministic(|| start(&setup, seed), play, |_| ());
        assert!(same, "seed {seed}");
    }
}

#[test]
fn restored_at_any_window_it_ends_the_same() {
    let setup = brawl();
    let start = |seed| start(&setup, seed);
    proofs::resume::restored_at_any_window_it_ends_the_same(start, by_chance, 1..3);
}

#[test]
fn the_turned_battle_is_the_same_battle() {
    let run = |setup: &Setup, seed: u64| {
        let mut setup = setup.clone();
        for combatant in &mut setup.combatants {
            combatant
                .gear
                .insert("main".into(), Some("long_bow".into()));
            combatant.own = Some("(hp: 30)".to_owned());
        }
        let mut battle = start(&setup, seed);
        play(&mut battle);
        assert!(battle.outcome().is_some(), "the battle came to no end");
        battle
    };
    let line_ups: [&[&str]; 2] = [&["average"], &["average", "average", "average"]];
    proofs::symmetry::turned_battles_are_the_same(&line_ups, 1..6, run);
}

fn scene_text(scene: &dyn Any) -> String {
    let scene: &Scene = scene.downcast_ref().unwrap();
    let (unit, figures, service) = (scene.unit, &scene.figures, &scene.service);
    format!("{unit} {figures:?} {service:?}\n")
}

#[test]
fn standing_orders_of_one_side_are_nothing_to_the_other() {
    let setup = brawl();
    for seed in 1..4 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        let mut looked = 0;
        while looked < 60 && next_window(&mut battle) {
            looked += 1;
            let reader = SideId(1);
            let state = battle.snapshot().unwrap();
            let mut views = Vec::new();
            for defence in [DefenceOrder::Ask, DefenceOrder::Best, DefenceOrder::Never] {
                let world = battle.world_mut();
                let mut rows = world.query::<(&SideId, &mut Standing)>();
                for (side, mut standing) in rows.iter_mut(world) {
                    if *side != reader {
                        standing.defence = defence;
                    }
                }
                views.push(proofs::views::view(&mut battle, reader, 0, scene_text));
            }
            proofs::views::assert_same(&views[0], &views[1], "best");
            proofs::views::assert_same(&views[0], &views[2], "never");
            battle.restore(&state).unwrap();
            by_chance(&mut battle, &mut chooser);
        }
        assert!(looked > 20);
    }
}

/// Odds against play: every pair of attack and defence die, thrown through the resolver.
#[test]
fn odds_are_what_play_comes_to() {
    let setup = brawl();
    let mut battle = start(&setup, 2);
    while next_window(&mut battle) && battle.window().unwrap().kind != "three_d" {
        let drafts = proofs::decisions(&battle);
        let choice = battle.preset(&drafts[0]).choice;
        let order = proofs::order(&drafts[0], &choice);
        battle.draft(drafts[0].side, order).unwrap();
        seal_all(&mut battle);
    }
    let decision = proofs::decisions(&battle).remove(0);
    let scene = battle.scene(None);
    let scene: &Scene = scene.downcast_ref().unwrap();
    let duel = scene.service.duel.clone().unwrap();
    let state = battle.snapshot().unwrap();
    let answers: Vec<Choice> = battle
        .options(&decision)
        .into_iter()
        .filter(|choice| choice.slots.amount == Some(1) && !choice.slots.flag("nar"))
        .collect();
    assert!(answers.len() >= 3, "{answers:?}");
    for choice in answers {
        let answer = defend::answer_of(&choice).unwrap();
        let mut stopped = 0;
        for (attack, defence) in (0..400).map(|pair| (pair / 20 + 1, pair % 20 + 1)) {
            battle.restore(&state).unwrap();
            let faces = [
                (
                    (duel.context.attacker, "attack".to_owned()),
                    [attack].into(),
                ),
                ((decision.who, choice.verb.to_string()), [defence].into()),
            ];
            battle.script(Script {
                faces: faces.into(),
                faults: Vec::new(),
            });
            let told = battle.events(None).count();
            let order = proofs::order(&decision, &choice);
            battle.draft(decision.side, order).unwrap();
            seal_all(&mut battle);
            next_window(&mut battle);
            let held = battle
                .events(None)
                .skip(told)
                .find_map(|event| match &event.kind {
                    EventKind::Defended { success, .. } => Some(*success),
                    _ => None,
                });
            stopped += u128::from(held.expect("the 3D was made"));
        }
        let odds = stops(&duel.exchange, &duel.context, &answer);
        assert_eq!(odds, Fraction::new(stopped, 400), "{choice:?}");
        assert!(0 < stopped && stopped < 400, "{choice:?} decides nothing");
    }
}

struct Small;

impl Orders for Small {
    fn start(&self, setup: &Setup, seed: u64) -> Battle {
        start(setup, seed)
    }

    fn answer(&self, battle: &mut Battle, chooser: &mut Chooser) {
        by_chance(battle, chooser);
    }

    fn slots(&self, battle: &mut Battle, _: &Decision, verb: &str) -> Vec<Slots> {
        let ids: Vec<CombatantId> = battle
            .figures(None)
            .iter()
            .map(|figure| figure.id)
            .chain([CombatantId(99)])
            .collect();
        let mut targets = vec![Vec::new()];
        targets.extend(ids.iter().map(|id| vec![*id]));
        if ["light", "medium", "steady"].contains(&verb) {
            for one in &ids {
                targets.extend(ids.iter().map(|other| vec![*one, *other]));
            }
        }
        let (words, amounts): (&[&str], &[Option<i32>]) = match verb {
            "block" | "dodge" | "parry" => (
                &["main", "off", "both", "nar", "nonsense"],
                &[None, Some(0), Some(1), Some(2), Some(3), Some(4)],
            ),
            "cast" => (&["spark", "fire lance", "blast"], &[None]),
            "ability" => (&["riposte", "jab", "nonsense"], &[None]),
            _ => (&["dual", "nonsense"], &[None]),
        };
        let mut list = Vec::new();
        for flags in sets(words) {
            for targets in &targets {
                for amount in amounts {
                    list.push(Slots {
                        targets: targets.clone(),
                        amount: *amount,
                        flags: flags.iter().cloned().collect(),
                        ..Slots::default()
                    });
                }
            }
        }
        list
    }

    fn essence(&self, battle: &mut Battle, decision: &Decision, choice: &Choice) -> String {
        let scene = battle.scene(None);
        let scene: &Scene = scene.downcast_ref().unwrap();
        let who = decision.who;
        match choice.verb.as_str() {
            "pass" | "none" => choice.verb.to_string(),
            "cast" => format!("{:?}", cast_plan(scene, who, &choice.slots)),
            "ability" => format!("{:?}", ability_plan(scene, who, &choice.slots)),
            "block" | "dodge" | "parry" => format!("{:?}", defend::answer_of(choice)),
            name => format!("{name} {:?}", attack_plan(scene, who, name, &choice.slots)),
        }
    }

    fn told(&self, _: &Battle) -> bool {
        true
    }
}

#[test]
fn all_that_is_offered_is_accepted_and_all_that_is_accepted_is_offered() {
    let mut parriers = brawl();
    let own = parriers.combatants[0].own.clone();
    for combatant in &mut parriers.combatants {
        combatant.own.clone_from(&own);
    }
    for (setup, kind, least) in [
        (brawl(), "choice", 100),
        (brawl(), "three_d", 100),
        (parriers, "follow_up", 10),
    ] {
        let met = compare_all(&Small, &[setup], kind, 6);
        assert!(met >= least, "{kind}: {met}");
    }
}
