use super::*;
use crate::board::{Board, Orientation};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::plot::Intent;
use crate::rulebook::names::Names;

fn names() -> Names {
    Names {
        combatants: vec!["A".into(), "D".into()],
        sides: vec!["A".into(), "D".into()],
        items: vec![(0, 0, "long_sword".into())],
        verbs: Vec::new(),
        board: Board::new(9, 9, Orientation::PointyTop),
    }
}

#[test]
fn orders_fill_their_slots() {
    let names = names();
    let Ok(Step::Order(who, choice)) =
        Step::parse("A: attack D long_sword +feint NE amount=3", &names)
    else {
        panic!("an order");
    };
    assert_eq!(who, CombatantId(0));
    assert_eq!(choice.verb, "attack");
    assert_eq!(choice.slots.targets, [CombatantId(1)]);
    assert_eq!(choice.slots.item, Some(ItemId(0)));
    assert!(choice.slots.flag("feint"));
    assert_eq!(choice.slots.amount, Some(3));
    let Ok(Step::Order(_, plot)) = Step::parse(
        "A: plot close with D to 1, face D +rush then attack D",
        &names,
    ) else {
        panic!("a plot");
    };
    assert_eq!(
        plot.slots.plot.unwrap().intent,
        Intent::Close(CombatantId(1), 1)
    );
    assert!(plot.slots.flags.contains("rush"));
    assert_eq!(plot.slots.then.unwrap().slots.targets, [CombatantId(1)]);
}

#[test]
fn expectations_of_every_kind_are_read() {
    let names = names();
    for text in [
        "event A swung target=D result=hit",
        "event clock part=movement",
        "no event D defended",
        "2 times A swung",
        "exactly clock: clock part=movement; clock part=action",
        "window reaction",
        "no window reaction",
        "asked D",
        "not asked D",
        "offered D dodge",
        "not offered D sidestep",
        "option A: attack D",
        "no option A: attack D +target",
        "allowed A: attack D",
        "refused P-131 A: attack D +target",
        "refused B-086 A! pick_up long_sword",
        "odds A: attack D; target = 15",
        "odds A: attack D; success if dodge sideways = 1/4",
        "odds A: attack D; chance Stamina -6 if nothing = 1/20",
        "side D sees A swung manner=attack",
        "side D never sees A declared",
        "side D sees A.due = none",
        "ask initiative(dx_bonus: 2, d10: 9) = 7",
        "ask table(file: \"x\") fails ~ no table",
        "D.pools.shp = 19",
        "D.posture != prone",
        "flow.unit = 4",
        "over: A wins",
    ] {
        Expect::parse(text, &names).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

#[test]
fn faults_say_what_is_allowed() {
    let names = names();
    for (text, part) in [
        ("Z: attack D", "here are: A, D"),
        ("A: attack Q", "no combatant"),
        ("wait long", "no number"),
        ("dance", "steps are"),
        ("expect nonsense", "expectations are"),
        ("expect event A flew", "kind of event"),
        ("expect refused maybe A: attack D", "no rule id"),
    ] {
        let fault = Step::parse(text, &names).unwrap_err();
        assert!(fault.contains(part), "{text}: {fault}");
    }
}
