//! Who holds back shows it, and nobody else does.

use super::{Chooser, answer_by_chance, next_window, order, start};
use crate::combat::combatant::Condition;
use crate::combat::order::{Choice, DecisionId};
use crate::rules::phases::battle_tests::skirmish;
use crate::rules::phases::scene::{HoldMode, Scene};

#[test]
fn a_hold_and_its_condition_come_and_go_together() {
    let mut setup = skirmish(&["duelist", "man_at_arms", "archer", "berserker"]);
    setup.sides[0].ambush = true;
    let mut holds = 0;
    for seed in 1..7 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        while next_window(&mut battle) && battle.window().unwrap().number < 120 {
            let scene = battle.scene(None);
            let scene: &Scene = scene.downcast_ref().unwrap();
            for figure in &scene.figures {
                let shown: Vec<Condition> = [
                    Condition::Holding,
                    Condition::Overpreparing,
                    Condition::Guarding,
                ]
                .into_iter()
                .filter(|condition| figure.conditions.has(*condition))
                .collect();
                let meant = figure.tempo.hold.map(|mode| match mode {
                    HoldMode::Plain => Condition::Holding,
                    HoldMode::Overprepare => Condition::Overpreparing,
                    HoldMode::Guard => Condition::Guarding,
                });
                holds += usize::from(meant.is_some());
                let meant: Vec<Condition> = meant.into_iter().collect();
                assert_eq!(shown, meant, "{} of seed {seed}", figure.id);
            }
            // An abort now and then ends a hold in Declaration (P-056).
            let asked = super::decisions(&battle);
            if let Some(decision) = chooser.one(&asked).filter(|one| one.kind == "plot") {
                let mut abort = order(decision, &Choice::plain("abort"));
                abort.decision = DecisionId::NONE;
                // Refused where nothing is to be aborted.
                let _ = battle.draft(decision.side, abort);
            }
            answer_by_chance(&mut battle, &mut chooser);
        }
    }
    assert!(holds > 50, "{holds}");
}
