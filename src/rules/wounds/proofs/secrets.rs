//! Equal views: two states that differ only in one side's secrets give the other side equal scenes,
//! figures, presets, options, odds and events, byte for byte (design: events, audiences, views).

use super::{answer_by_chance, start};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, Slots};
use crate::combat::plot::{Intent, Plot};
use crate::rules::proofs::setups::skirmish;
use crate::rules::proofs::views::{self, assert_same};
use crate::rules::proofs::{Chooser, next_window, order, seal_all};
use crate::rules::wounds::scene::{Asks, Course, OutOfTurn, Scene, Standing};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Who keeps secrets, and who must not learn them.
const KEEPER: SideId = SideId(0);
const READER: SideId = SideId(1);

fn view(battle: &mut Battle, news: usize) -> String {
    views::view(battle, READER, news, |scene| {
        let mut text = String::new();
        let known: &Scene = scene.downcast_ref().unwrap();
        writeln!(text, "round {} {:?}", known.round, known.count).unwrap();
        for figure in &known.figures {
            writeln!(text, "{figure:?}").unwrap();
        }
        writeln!(text, "{:?} {:?}", known.ground, known.openings).unwrap();
        text
    })
}

fn some_course(chooser: &mut Chooser, count: usize) -> Course {
    let who = CombatantId(chooser.below(count) as u16);
    let plots = [
        Plot::default(),
        Plot::new(Intent::Close(who, 1)),
        Plot::new(Intent::Away(who, 9)),
    ];
    let promised = [None, Some(Choice::new("strike", Slots::target(who)))];
    Course {
        plot: chooser.one(&plots).unwrap().clone(),
        target: [None, Some(who)][chooser.below(2)],
        promised: chooser.one(&promised).unwrap().clone(),
        fresh: chooser.below(2) == 0,
        threats: chooser.below(4) as u8,
    }
}

fn some_standing(chooser: &mut Chooser) -> Standing {
    let orders = [
        OutOfTurn::HoldBack,
        OutOfTurn::AtLeast(chooser.below(99) as u8 + 1),
        OutOfTurn::Strike,
        OutOfTurn::Ask,
    ];
    Standing {
        contact: *chooser.one(&orders).unwrap(),
        fleers: *chooser.one(&orders).unwrap(),
        asks: [Asks::Always, Asks::News, Asks::Never][chooser.below(3)],
        risk: chooser.below(15) as u8 + 2,
    }
}

/// Gives the keeper other secrets in a state that is otherwise the same.
fn change_secrets(battle: &mut Battle, chooser: &mut Chooser) {
    let count = battle.status().combatants;
    let world = battle.world_mut();
    let mut rows = world.query::<(&SideId, &mut Course, &mut Standing)>();
    for (side, mut course, mut standing) in rows.iter_mut(world) {
        if *side == KEEPER {
            *course = some_course(chooser, count);
            *standing = some_standing(chooser);
        }
    }
    let mut flow = world.resource_mut::<Flow>();
    if let Some(window) = &mut flow.window {
        for decision in window.decisions.clone() {
            if decision.side == KEEPER {
                let choice = Choice::plain("pass");
                window.put(order(&decision, &choice));
            }
        }
        window.seal(KEEPER);
    }
}

#[test]
fn other_secrets_give_equal_views() {
    let mut setup = skirmish(&["duelist", "man_at_arms", "pikeman", "berserker"]);
    setup.sides[0].orders = vec![("en passant at least".into(), Some(40))];
    let mut kinds = BTreeMap::new();
    for seed in 1..9 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        let mut told = 0;
        for _ in 0..80 {
            if !next_window(&mut battle) {
                break;
            }
            let window = battle.window().unwrap();
            let at = format!("seed {seed}, {} window {}", window.kind, window.number);
            *kinds.entry(window.kind.clone()).or_insert(0) += 1;
            let seen = view(&mut battle, told);
            let state = battle.snapshot().unwrap();
            for _ in 0..2 {
                change_secrets(&mut battle, &mut chooser);
                assert_same(&seen, &view(&mut battle, told), &at);
                battle.restore(&state).unwrap();
            }
            told = views::heard(&battle, READER);
            answer_by_chance(&mut battle, &mut chooser);
        }
    }
    for kind in ["skill", "action"] {
        assert!(kinds.get(kind).is_some_and(|met| *met > 10), "{kinds:?}");
    }
}

/// What somebody means to use shows when initiative is rolled, and not before.
#[test]
fn the_intended_skill_shows_when_it_is_rolled() {
    let setup = skirmish(&["duelist", "militia"]);
    let mut battle = start(&setup, 3);
    assert!(next_window(&mut battle));
    let before = view(&mut battle, 0);
    let decision = battle.window().unwrap().decisions[0].clone();
    assert_eq!((decision.side, decision.kind.as_str()), (KEEPER, "skill"));
    let choice = Choice::plain("only_move");
    battle.draft(KEEPER, order(&decision, &choice)).unwrap();
    battle.seal(KEEPER).unwrap();
    assert_same(&before, &view(&mut battle, 0), "drafted and sealed");
    seal_all(&mut battle);
    assert!(next_window(&mut battle));
    let figure = &battle.figures(Some(READER))[usize::from(decision.who.0)];
    assert!(figure.doing.contains("Athletics"), "{}", figure.doing);
}
