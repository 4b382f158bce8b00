use super::*;
use crate::rules::wounds::content;
use crate::rules::wounds::fixtures::{Z, scripted};
use crate::rules::wounds::tables::Tables;

fn context() -> InitiativeContext {
    InitiativeContext {
        who: Z,
        stat: 12,
        level: 8,
        injury: 0,
        undrawn: 0,
        undrawn_rec: 0,
        quick: false,
    }
}

fn rolled(context: &InitiativeContext, face: u16) -> Rolled {
    roll(context, &mut scripted(&[(Z, "initiative", face)]))
}

#[test]
fn z_about_to_use_a_knife_needs_under_20_and_has_24_with_a_16() {
    let context = context();
    assert_eq!(target(&context).0, 20);
    assert_eq!(rolled(&context, 16).initiative, Initiative::Count(24));
    assert_eq!(rolled(&context, 19).initiative, Initiative::Count(27));
    assert_eq!(rolled(&context, 20).initiative, Initiative::Fumbled);
}

#[test]
fn injury_counts_against_initiative() {
    let mut context = context();
    context.injury = -4;
    assert_eq!(rolled(&context, 15).initiative, Initiative::Count(23));
    assert_eq!(rolled(&context, 16).initiative, Initiative::Failed(0));
}

#[test]
fn the_highest_level_goes_first_then_failures_then_fumbles() {
    let mut order = vec![
        (rank(Initiative::Fumbled, 12), "fumbled"),
        (rank(Initiative::Failed(1), 12), "failed by 1"),
        (rank(Initiative::Count(21), 12), "21"),
        (rank(Initiative::Count(24), 12), "24"),
        (rank(Initiative::Failed(0), 12), "failed by 0"),
        (rank(Initiative::Count(6), 12), "6"),
        (rank(Initiative::Count(19), 12), "19"),
    ];
    order.sort();
    let names: Vec<_> = order.into_iter().map(|(_, name)| name).collect();
    let wanted = [
        "24",
        "21",
        "19",
        "6",
        "failed by 0",
        "failed by 1",
        "fumbled",
    ];
    assert_eq!(names, wanted);
}

#[test]
fn ties_go_to_the_higher_reflexes_and_then_are_simultaneous() {
    let quick = rank(Initiative::Count(15), 13);
    let slow = rank(Initiative::Count(15), 12);
    assert!(quick < slow);
    assert_eq!(slow, rank(Initiative::Count(15), 12));
    assert_eq!(rank_at(15, 12), slow);
}

#[test]
fn an_undrawn_weapon_comes_later_by_its_rec_or_ready() {
    let tables = Tables::shipped();
    let mut context = context();
    context.undrawn = tables.weapons["long_sword"].rec;
    assert_eq!(rolled(&context, 16).initiative, Initiative::Count(21));
    let sniper = &tables.weapons["sniper_rifle"];
    assert_eq!((sniper.rec, sniper.ready), (2, Some(8)));
    context.undrawn = sniper.ready.unwrap();
    assert_eq!(rolled(&context, 16).initiative, Initiative::Count(16));
}

#[test]
fn an_undrawn_weapon_costs_a_failed_initiative_its_rec_on_the_attack() {
    let mut context = context();
    context.level = 3;
    (context.undrawn, context.undrawn_rec) = (8, 3);
    let failed = rolled(&context, 16);
    assert_eq!(
        (failed.initiative, failed.undrawn),
        (Initiative::Failed(1), 3)
    );
    let succeeded = rolled(&context, 14);
    assert_eq!(
        (succeeded.initiative, succeeded.undrawn),
        (Initiative::Count(9), 0)
    );
}

#[test]
fn nobody_comes_later_than_count_1_for_a_slow_weapon() {
    let mut context = context();
    context.level = 0;
    context.undrawn = 8;
    assert_eq!(rolled(&context, 5).initiative, Initiative::Count(1));
}

#[test]
fn the_quick_way_adds_die_and_skill_and_cannot_fail() {
    let mut switches = crate::rules::wounds::tables::Switches::default();
    content::set_switch(&mut switches, "initiative", "quick").unwrap();
    let mut context = context();
    context.quick = true;
    let first = rolled(&context, 9).initiative;
    assert_eq!(first, Initiative::Count(17));
    context.level = 3;
    let second = rolled(&context, 12).initiative;
    assert_eq!(second, Initiative::Count(15));
    assert!(rank(first, 10) < rank(second, 10));
    assert_eq!(rolled(&context, 20).initiative, Initiative::Count(23));
}

#[test]
fn only_a_higher_level_has_the_initiative() {
    let count = Initiative::Count;
    assert!(is_before(count(18), count(15)));
    assert!(!is_before(count(12), count(15)));
    assert!(!is_before(count(15), count(15)));
    assert!(is_before(count(1), Initiative::Failed(0)));
    assert!(!is_before(Initiative::Failed(0), Initiative::Fumbled));
}
