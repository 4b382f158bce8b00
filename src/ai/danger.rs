//! The blows that a place invites: who could strike there in this unit, how likely, how hard.

use super::mind::Mind;
use super::moves::Walker;
use super::spots::Spot;
use crate::board::{arc, distance};
use crate::combat::assess::{Meeting, Threat};
use crate::combat::combatant::CombatantId;

/// A blow an enemy might strike in this unit at somebody who ends in a spot.
pub(super) struct Invited {
    who: CombatantId,
    threat: Threat,
    /// How likely he strikes, and at him, in millionths.
    odds: i64,
}

/// The blows that enemies could strike in this unit at somebody who ends in a spot.
pub(super) fn invited(mind: &Mind, walker: &Walker, spot: &Spot) -> Vec<Invited> {
    let me = walker.me;
    let aim = walker.foes[0];
    let mine = mind.looking(spot.hex, aim.place.hex, me.place.facing);
    let mut list = Vec::new();
    for foe in &walker.foes {
        let far = distance(foe.place.hex, spot.hex);
        let shoots = foe.shoots();
        let grasp = if shoots {
            u32::from(foe.range)
        } else {
            u32::from(foe.reach) + u32::from(foe.walk)
        };
        if far > grasp || foe.helpless || (foe.reach == 0 && foe.range == 0) {
            continue;
        }
        if list.len() > mind.skill.foes {
            break;
        }
        let (place, comes) = if shoots || far <= u32::from(foe.reach) {
            (
                mind.looking(foe.place.hex, spot.hex, foe.place.facing),
                1000,
            )
        } else {
            let Some(dir) = arc::bearing(spot.hex, foe.place.hex, true) else {
                continue;
            };
            let mut hex = spot.hex;
            for _ in 0..foe.reach.max(1) {
                hex = dir.from(hex);
            }
            (mind.looking(hex, spot.hex, foe.place.facing), 750)
        };
        let meeting = Meeting::new(place, mine);
        let Some(full) = mind.threat(foe, me, &meeting) else {
            continue;
        };
        let (threat, likely) = if foe.ready == 0 {
            (full, 900)
        } else if foe.hurries {
            let early = Meeting {
                early: foe.ready,
                ..meeting
            };
            let hurried = mind.threat(foe, me, &early).unwrap_or_default();
            let won =
                (100 - foe.carry as i32) * foe.ready as i32 * full.open / foe.turn.max(1) as i32;
            let hastens = hurried.open + won > full.open;
            // Whoever is ready in the next unit will be here by then.
            let likely = match (hastens, foe.ready) {
                (true, _) => 500,
                (false, 1) => 400,
                (false, 2) => 200,
                _ => 80,
            };
            (if hastens { hurried } else { full }, likely)
        } else {
            continue;
        };
        // He has one blow, and others of ours may be nearer.
        let others = mind
            .near(foe.who, me.who)
            .take_while(|(apart, _)| *apart <= far);
        let share = 1000 / (1 + others.count() as i32);
        let odds = i64::from(likely) * i64::from(comes) * i64::from(share) / 1000;
        list.push(Invited {
            who: foe.who,
            threat,
            odds,
        });
    }
    list
}

/// What blows come to on average for one who acts himself, or who can answer them; `but` is one
/// whose blows are reckoned elsewhere.
pub(super) fn danger(
    walker: &Walker,
    list: &[Invited],
    acts: bool,
    but: Option<CombatantId>,
) -> i32 {
    let me = walker.me;
    let mut sum = 0;
    for invited in list.iter().filter(|invited| but != Some(invited.who)) {
        let threat = &invited.threat;
        let harm = if acts || !me.answers {
            threat.open
        } else {
            let turn = me.turn.max(1) as i32;
            let late = (turn - 100 * me.ready as i32).clamp(0, turn);
            let time = if me.answer_spends {
                walker.turn * late / turn * threat.chance / 1000
            } else {
                0
            };
            threat.open.min(threat.answered + time)
        };
        sum += (i64::from(harm) * invited.odds / 1_000_000) as i32;
    }
    sum
}
