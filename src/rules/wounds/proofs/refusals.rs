//! Bad orders are refused with a reason and change nothing.

use super::start;
use crate::board::{Dir, Hex};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, ItemId, SideId};
use crate::combat::order::{Choice, DecisionId, Order, Slots};
use crate::combat::plot::{ChargeKind, Gait, Intent, Plot, PostureChange};
use crate::rules::proofs::setups::skirmish;
use crate::rules::proofs::{next_window, order, seal_all};

/// A battle at its first window of a kind.
fn at(kind: &str) -> Battle {
    let mut battle = start(&skirmish(&["militia", "duelist"]), 2);
    assert!(next_window(&mut battle));
    while battle.window().unwrap().kind != kind {
        seal_all(&mut battle);
        assert!(next_window(&mut battle));
    }
    battle
}

fn plot(intent: Intent) -> Slots {
    Slots {
        plot: Some(Plot::new(intent)),
        ..Slots::default()
    }
}

#[test]
fn bad_actions_are_refused_and_change_nothing() {
    let mut battle = at("action");
    let decision = battle.window().unwrap().decisions[0].clone();
    let me = decision.who;
    let foe = CombatantId(if decision.side == SideId(0) { 1 } else { 0 });
    let friend = CombatantId(if decision.side == SideId(0) { 2 } else { 3 });
    let item = |item| Slots {
        item: Some(ItemId(item)),
        ..Slots::default()
    };
    let bad = [
        Choice::plain("strike"),
        Choice::new("strike", Slots::target(me)),
        Choice::new("strike", Slots::target(friend)),
        Choice::new("strike", Slots::target(CombatantId(99))),
        Choice::new("strike", Slots::target(foe).with_flag("nose")),
        Choice::new(
            "strike",
            Slots::target(foe).with_flag("head").with_flag("torso"),
        ),
        Choice::new("skill", item(1)),
        Choice::plain("only_move"),
        Choice::plain("blow"),
        Choice::plain("move"),
        Choice::new("move", plot(Intent::Hold)),
        Choice::new("move", plot(Intent::Close(me, 1))),
        Choice::new("move", plot(Intent::Close(CombatantId(99), 1))),
        Choice::new("move", plot(Intent::Goto(Hex::new(500, -3)))),
        Choice::new("move", plot(Intent::Path(vec![Hex::new(9, 9)]))),
        Choice::new("move", plot(Intent::Charge(foe, ChargeKind::Attack))),
        Choice::new("move", plot(Intent::Lane(Dir::new(0), ChargeKind::Attack))),
        Choice::new(
            "move",
            Slots {
                plot: Some(Plot {
                    gait: Gait::Run,
                    ..Plot::new(Intent::Close(foe, 1))
                }),
                ..Slots::default()
            },
        ),
        Choice::new(
            "move",
            Slots {
                plot: Some(Plot {
                    posture: Some(PostureChange::Stand),
                    ..Plot::new(Intent::Close(foe, 1))
                }),
                ..Slots::default()
            },
        ),
        Choice::plain("stand_up"),
        Choice::new("draw", item(999)),
        Choice::new("pick_up", item(1)),
        Choice::plain("door"),
        Choice::new("first_aid", Slots::target(me)),
        Choice::new("swap", Slots::target(foe)),
        Choice::plain("delay"),
        Choice::new(
            "delay",
            Slots {
                amount: Some(99),
                ..Slots::default()
            },
        ),
        Choice::new("pass", item(1)),
        Choice::plain("dance"),
    ];
    let before = battle.digest();
    for choice in bad {
        let refusal = battle
            .draft(decision.side, order(&decision, &choice))
            .expect_err(&format!("{choice:?} is accepted"));
        assert!(!refusal.words.is_empty());
        assert_eq!(battle.digest(), before, "{choice:?}");
    }
}

#[test]
fn orders_for_others_and_bad_side_orders_are_refused() {
    let mut battle = at("skill");
    let decision = battle.window().unwrap().decisions[0].clone();
    let mut foreign = order(&decision, &Choice::plain("only_move"));
    assert!(battle.draft(SideId(1), foreign.clone()).is_err());
    foreign.who = CombatantId(1);
    assert!(battle.draft(decision.side, foreign).is_err());
    let standing = |word: &str, amount| {
        let slots = Slots {
            amount,
            ..Slots::default()
        };
        Choice::new("standing", slots.with_flag(word))
    };
    let bad = [
        Choice::plain("standing"),
        standing("reaction parry", None),
        standing("first contact at least", None),
        standing("first contact at least", Some(0)),
        standing("further action at least", Some(99)),
        Choice::plain("drop"),
        Choice::plain("abort"),
    ];
    for choice in bad {
        let order = Order {
            decision: DecisionId::NONE,
            who: decision.who,
            choice: choice.clone(),
        };
        assert!(battle.draft(decision.side, order).is_err(), "{choice:?}");
    }
    let order = Order {
        decision: DecisionId::NONE,
        who: decision.who,
        choice: standing("first contact at least", Some(75)),
    };
    assert_eq!(battle.draft(decision.side, order), Ok(()));
}
