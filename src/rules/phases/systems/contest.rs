//! Two want one hex, or each other's: Feats decide (P-025, B-065).

use super::feet::keep_feet;
use crate::board::Dir;
use crate::combat::combatant::CombatantId;
use crate::combat::event::EventKind;
use crate::combat::plot::Gait;
use crate::combat::walk::Round;
use crate::rules::phases::charge::{ChargeContext, fitness_feat, force};
use crate::rules::phases::feat::Difficulty;
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::Scene;

/// Feats of contested hexes and head-on charges (P-025, B-065).
pub fn settle(field: &mut Field, round: &mut Round, scene: &Scene) {
    while round.open() {
        let contests = round.contests().to_vec();
        let head_ons = round.head_ons().to_vec();
        for contest in contests {
            let winners = push_feats(field, scene, &contest.movers);
            round.settle(contest.hex, &winners, field.dice());
            for who in contest.movers {
                spend_charge(field, who);
                if !winners.contains(&who) && winners.len() == 1 {
                    keep_feet(field, scene, who, Difficulty::Challenging, "P-025");
                }
            }
        }
        for met in head_ons {
            let winners = push_feats(field, scene, &[met.a, met.b]);
            let back = met.decided(&winners).and_then(|(winner, loser)| {
                let dir = Dir::between(
                    scene.figure(winner).place.hex,
                    scene.figure(loser).place.hex,
                )?;
                let back = dir.from(scene.figure(loser).place.hex);
                let free = scene
                    .board
                    .cell(back)
                    .is_some_and(|cell| !cell.is_impassable())
                    && scene.occupant(back).is_none();
                free.then_some(back)
            });
            round.settle_head_on(met.a, met.b, &winners, back, field.dice());
            for who in [met.a, met.b] {
                spend_charge(field, who);
            }
            if let Some((_, loser)) = met.decided(&winners) {
                keep_feet(field, scene, loser, Difficulty::Challenging, "P-072");
            }
        }
    }
}

fn push_feats(field: &mut Field, scene: &Scene, movers: &[CombatantId]) -> Vec<CombatantId> {
    let mut winners = Vec::new();
    for who in movers {
        let figure = scene.figure(*who);
        let mut charge = ChargeContext::plain(*who, figure.sheet.fi, figure.sheet.dx);
        charge.mounted = figure.rides();
        charge.running = figure.motion.gait == Gait::Run;
        charge.rushed = figure.rushed(scene.phase);
        charge.hampered = scene
            .board
            .cell(figure.place.hex)
            .is_some_and(crate::board::Cell::hampers);
        let (number, _) = fitness_feat(&charge);
        let feat = force(&charge, field.dice());
        let result = if feat.success {
            "pushes on"
        } else {
            "is pushed back"
        };
        let mut event = field.event(
            *who,
            EventKind::Charged {
                target: None,
                result: result.into(),
            },
        );
        event = event
            .detail("Fitness Feat, number or less", number, "P-025")
            .detail("d20", i32::from(feat.face), "P-025");
        event.note = "in a contested hex (P-025)".to_owned();
        field.say(event);
        if feat.success {
            winners.push(*who);
        }
    }
    winners
}

/// A contest is a Charge in full: the action is spent, initiative is rolled anew (P-074).
fn spend_charge(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.tempo.acted = true;
    row.tempo.declares = true;
    row.motion.over = true;
}
